// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// arrays_in_place: encodes a message around arrays that the program writes into the sample itself.

#ifndef CDR__ARRAYS_IN_PLACE_HPP_
#define CDR__ARRAYS_IN_PLACE_HPP_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "cdr/codec.hpp"

namespace cdr
{

/// A sequence of numbers, or of structs that have the same bytes in memory as on the wire.
template <typename Sequence>
concept sequence_in_place = detail::shape_of<Sequence> == detail::shape::sequence &&
                            detail::layout_v<detail::element_of<Sequence>>.plain;

/// The sequences of a message T whose elements are not in the message: the program writes them into
/// the encoded sample (zero-copy).
/**
 * resize() chooses a sequence and its length, place() computes where the elements are in the
 * sample, elements() returns them, and encode() writes everything else around them. The sequences
 * are fields of the message or of structs in it, and stay empty. The message may be another object
 * at each call. Plain data of a fixed size; one thread at a time may use it.
 */
template <described T>
class arrays_in_place
{
  // Before anything else: clang does not know the length of generated lists of bounds otherwise.
  static_assert(description<T>.count == fields<T>::count);

public:
  /// The most sequences of a message.
  static constexpr std::size_t most = 4;

  /// Returns the number of sequences in place.
  std::size_t size() const { return count_; }
  /// Returns the number of elements of sequence `index`, in the order of their first resize().
  std::size_t count(std::size_t index) const { return entries_[index].count; }
  /// Returns the index of `field`, a field of `message`; size() if it is not in place.
  template <typename Field>
  std::size_t index_of(const T & message, const Field & field) const
  {
    std::size_t i = count_;
    if constexpr (sequence_in_place<Field>) {
      const std::size_t at = position(message, field);
      for (i = 0; i != count_ && entries_[i].position != at;) {
        ++i;
      }
    }
    return i;
  }

  /// Lets `sequence`, a field of `message`, have `count` elements in the sample from the next
  /// place() on. Throws std::invalid_argument if it is no such field, std::length_error for more
  /// than `most` sequences or for more elements than the sequence or CDR allows.
  template <sequence_in_place Sequence>
  void resize(const T & message, const Sequence & sequence, std::size_t count)
  {
    using element = detail::element_of<Sequence>;
    constexpr std::size_t bound = detail::shape_traits<Sequence>::bound;
    if (count > (bound != 0 ? bound : UINT32_MAX / sizeof(element))) {
      throw std::length_error(
        name() + ": a sequence cannot have " + std::to_string(count) + " elements");
    }
    std::size_t i = index_of(message, sequence);
    if (i == count_) {
      if (count_ == most) {
        throw std::length_error(
          name() + ": more than " + std::to_string(most) + " sequences in place");
      }
      bool exists = false;
      visit(message, [&](const auto & field) { exists = exists || is_same(field, sequence); });
      if (!exists) {
        throw std::invalid_argument(
          name() + ": the sequence is no field of this message, or of a struct in it");
      }
      entries_[count_++] = {position(message, sequence), sizeof(element)};
    }
    entries_[i].count = count;
  }

  /// Computes the places of the elements. Returns the size of the encoded message in bytes, with
  /// the header. Throws std::invalid_argument if one of the sequences is not empty, and as
  /// cdr::encoded_size().
  std::size_t place(const T & message)
  {
    if constexpr (detail::layout_v<T>.bounded) {
      detail::check_bounds(fields<T>::name, message, 0, nullptr);
    }
    std::size_t offset = 0;
    visit(message, [&]<typename Field>(const Field & field) {
      const std::size_t i = index_of(message, field);
      if (i == count_) {
        offset = detail::measure(field, offset);
      } else if constexpr (sequence_in_place<Field>) {
        if (field.size() != 0) {
          throw std::invalid_argument(
            name() + ": a sequence that is written in place has " + std::to_string(field.size()) +
            " elements of its own; clear it");
        }
        offset = align_up(offset, 4) + 4;
        if (entries_[i].count != 0) {
          using element = detail::element_of<Field>;
          offset = align_up(offset, detail::layout_v<element>.alignment);
          entries_[i].offset = offset;
          offset += entries_[i].count * sizeof(element);
        }
      }
    });
    if (offset > UINT32_MAX) [[unlikely]] {
      detail::too_large(fields<T>::name, offset);
    }
    return header_size + offset;
  }

  /// Returns true if all elements are where those of `other` are, and are not more: a sample that
  /// contains those of `other` can be encoded again with these places, if it is as large as place()
  /// returned.
  bool fit_into(const arrays_in_place & other) const
  {
    return std::equal(
      entries_.begin(), entries_.begin() + count_, other.entries_.begin(),
      other.entries_.begin() + other.count_, [](const entry & now, const entry & before) {
        return now.position == before.position && now.count <= before.count &&
               (now.count == 0 || now.offset == before.offset);
      });
  }

  /// Returns the elements of `sequence` in `sample`, which has the size that place() returned and
  /// whose body has the alignment of the elements. Throws std::invalid_argument if resize() did not
  /// choose the sequence.
  template <sequence_in_place Sequence>
  std::span<detail::element_of<Sequence>> elements(
    const T & message, const Sequence & sequence, std::span<std::byte> sample) const
  {
    const std::size_t i = index_of(message, sequence);
    if (i == count_) {
      throw std::invalid_argument(name() + ": resize() has not been called for this sequence");
    }
    if (entries_[i].count == 0) {
      return {};
    }
    using element = detail::element_of<Sequence>;
    return {
      reinterpret_cast<element *>(sample.data() + header_size + entries_[i].offset),
      entries_[i].count};
  }

  /// Copies the elements of a sample with the places of `before`, an earlier state of this object,
  /// as many as both have, to `to`, which has these places.
  void copy_elements(
    std::span<const std::byte> from, const arrays_in_place & before, std::span<std::byte> to) const
  {
    for (std::size_t i = 0; i != before.count_; ++i) {
      const entry & then = before.entries_[i];
      const std::size_t count = std::min(then.count, entries_[i].count);
      if (count != 0) {
        std::copy_n(
          from.data() + header_size + then.offset, count * then.element_size,
          to.data() + header_size + entries_[i].offset);
      }
    }
  }

  /// Writes the message around the elements, and zeroes what follows it in `sample`. place() must
  /// have been called for this content of the message. Throws error if `sample` is too small.
  void encode(const T & message, std::span<std::byte> sample) const
  {
    writer out = detail::open<writer>(fields<T>::name, sample);
    visit(message, [&]<typename Field>(const Field & field) {
      const std::size_t i = index_of(message, field);
      if (i == count_) {
        detail::put(out, field);
      } else if constexpr (sequence_in_place<Field>) {
        out.write(static_cast<std::uint32_t>(entries_[i].count));
        if (entries_[i].count != 0) {
          using element = detail::element_of<Field>;
          out.claim(detail::layout_v<element>.alignment, entries_[i].count * sizeof(element));
        }
      }
    });
    out.finish();
  }

private:
  struct entry
  {
    std::size_t position = 0;  // of the sequence in the message, in bytes
    std::size_t element_size = 0;
    std::size_t count = 0;
    std::size_t offset = 0;  // of the elements in the body
  };

  static std::string name() { return fields<T>::name; }

  // Calls visitor(field) for each field of the message, and for those of structs of variable size.
  template <typename Struct, typename Visitor>
  static void visit(const Struct & value, const Visitor & visitor)
  {
    fields<Struct>::apply([&](const auto &... member) {
      const auto one = [&]<typename Field>(const Field & field) {
        if constexpr (
          detail::shape_of<Field> == detail::shape::structure && !detail::layout_v<Field>.fixed) {
          visit(field, visitor);
        } else {
          visitor(field);
        }
      };
      (one(value.*member), ...);
    });
  }

  template <typename A, typename B>
  static bool is_same(const A & a, const B & b)
  {
    return std::is_same_v<A, B> && static_cast<const void *>(&a) == static_cast<const void *>(&b);
  }

  // The distance of addresses; meaningless for a field of another message.
  static std::size_t position(const T & message, const auto & field)
  {
    return reinterpret_cast<std::uintptr_t>(&field) - reinterpret_cast<std::uintptr_t>(&message);
  }

  std::array<entry, most> entries_;
  std::size_t count_ = 0;
};

}  // namespace cdr

#endif  // CDR__ARRAYS_IN_PLACE_HPP_
