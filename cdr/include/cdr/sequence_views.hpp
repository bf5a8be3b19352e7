// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// sequence_views: decoding without copies of the large sequences.

#ifndef CDR__SEQUENCE_VIEWS_HPP_
#define CDR__SEQUENCE_VIEWS_HPP_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace cdr
{

namespace detail
{
template <typename Sequence>
inline constexpr bool can_be_view = false;
template <typename Element>
inline constexpr bool can_be_view<std::vector<Element, std::allocator<Element>>> =
  !std::is_same_v<Element, bool> && std::is_trivially_copyable_v<Element> &&
  sizeof(std::vector<Element>) == 3 * sizeof(void *);
}  // namespace detail

/// Makes large sequences of a decoded message read the bytes of its sample (zero-copy).
/**
 * decode() with this object sets the pointers of a std::vector to the sample instead of copying its
 * elements there, if they are numbers or structs of them, have their alignment in the sample, and
 * take at least `smallest` bytes. All other values are decoded as always.
 *
 * While the object exists the message must not be changed, moved or destroyed, and the sample must
 * exist unchanged; copies of the message own their elements. The destructor gives the vectors the
 * memory back that they had before. Movable; not thread-safe, but readers of the message need no
 * lock.
 */
class sequence_views
{
public:
  /// The bytes from which on a view costs less than a copy.
  static constexpr std::size_t smallest = 4096;
  /// The most views of a message; further sequences are copied.
  static constexpr std::size_t most = 4;

  sequence_views() noexcept = default;
  /// Takes over the views of `other`, which has none then.
  sequence_views(sequence_views && other) noexcept
  : views_(other.views_), count_(std::exchange(other.count_, 0))
  {
  }
  sequence_views & operator=(sequence_views &&) = delete;
  ~sequence_views() { end(); }

  /// Returns true if no sequence reads the sample.
  bool empty() const noexcept { return count_ == 0; }

  /// Gives the vectors the memory back that they had before.
  void end() noexcept
  {
    while (count_ != 0) {
      const view & last = views_[--count_];
      std::memcpy(last.vector, last.before.data(), sizeof(pointers));
    }
  }

  /// Makes `sequence` read `count` elements at `bytes`. Returns false, and changes nothing, if that
  /// is impossible.
  template <typename Sequence>
    requires detail::can_be_view<Sequence>
  bool add(Sequence & sequence, std::size_t count, const std::byte * bytes) noexcept
  {
    using element = typename Sequence::value_type;
    const std::size_t size = count * sizeof(element);
    if (
      size < smallest || count_ == most ||
      reinterpret_cast<std::uintptr_t>(bytes) % alignof(element) != 0 || !has_pointers<element>()) {
      return false;
    }
    view & added = views_[count_++];
    added.vector = &sequence;
    std::memcpy(added.before.data(), added.vector, sizeof(pointers));
    const pointers now{bytes, bytes + size, bytes + size};
    std::memcpy(added.vector, now.data(), sizeof(pointers));
    return true;
  }

private:
  // The content of a std::vector: begin, end, end of the capacity.
  using pointers = std::array<const std::byte *, 3>;

  struct view
  {
    void * vector;
    pointers before;
  };

  // Returns true if a vector of this standard library has this content.
  template <typename Element>
  static bool has_pointers() noexcept
  {
    static const bool result = [] {
      std::vector<Element> vector;
      try {
        vector.reserve(3);
        vector.resize(2);
      } catch (...) {
        return false;
      }
      pointers content;
      std::memcpy(content.data(), static_cast<const void *>(&vector), sizeof(content));
      const auto * const first = reinterpret_cast<const std::byte *>(vector.data());
      return content[0] == first && content[1] == first + 2 * sizeof(Element) &&
             content[2] == first + vector.capacity() * sizeof(Element);
    }();
    return result;
  }

  std::array<view, most> views_;
  std::size_t count_ = 0;
};

}  // namespace cdr

#endif  // CDR__SEQUENCE_VIEWS_HPP_
