// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Walks bytes by a description, off the fast path: finds the field where decoding failed, and
// converts a sample of the other byte order; for codec.hpp.

#ifndef CDR__DETAIL__INSPECT_HPP_
#define CDR__DETAIL__INSPECT_HPP_

#include <cstdint>
#include <string>
#include <vector>

#include "cdr/description.hpp"
#include "cdr/error.hpp"
#include "cdr/reader.hpp"

namespace cdr::detail
{

/// Reads one message as decoding does, without filling a struct. If `copy` is given, it is a copy
/// of the reader's body whose numbers are converted to this machine's byte order.
class inspector
{
public:
  inspector(const reader & in, std::byte * copy) : in_(in), copy_(copy) {}

  /// Throws an error that names the message's type and the field.
  void walk(const struct_description & message)
  {
    try {
      walk_struct(message);
    } catch (const error & failure) {
      std::string text = message.name;
      text += ": '";
      for (std::size_t i = 0; i != path_.size(); ++i) {
        if (path_[i].field == nullptr) {
          text += with_numbers("[%]", {path_[i].index});
        } else {
          text += i == 0 ? "" : ".";
          text += path_[i].field;
        }
      }
      text += "' ";
      text += failure.what();
      throw error(text, failure.offset());
    }
  }

private:
  // A field, or, if that is null, an element of the previous field.
  struct step
  {
    const char * field;
    std::size_t index;
  };

  void walk_struct(const struct_description & message)
  {
    for (std::size_t i = 0; i != message.count; ++i) {
      path_.push_back({message.fields[i].name, 0});
      walk_field(message.fields[i]);
      path_.pop_back();  // not when it throws: then the path names the place
    }
  }

  void walk_field(const field_description & field)
  {
    std::size_t count = 1;
    if (field.collection == collection::array) {
      count = field.length;
    } else if (field.collection == collection::sequence) {
      count =
        count_of(field.structure == nullptr ? least_size(field.type) : field.structure->least);
      in_.check_bound(count, field.length);
    }
    if (field.type < kind::string) {
      numbers(least_size(field.type), count);
      return;
    }
    for (std::size_t i = 0; i != count; ++i) {
      if (field.collection != collection::none) {
        path_.push_back({nullptr, i});
      }
      if (field.type == kind::structure) {
        walk_struct(*field.structure);
      } else if (field.type == kind::string) {
        const std::size_t length_at = align_up(in_.offset(), 4);
        in_.check_bound(in_.read_string().size(), field.string_bound);
        reverse(length_at, 4, 1);
      } else {
        const std::size_t length = count_of(sizeof(std::uint32_t));
        in_.check_bound(length, field.string_bound);
        units(length);
      }
      if (field.collection != collection::none) {
        path_.pop_back();
      }
    }
  }

  std::size_t count_of(std::size_t least)
  {
    const std::size_t count = in_.read_count(least);
    reverse(in_.offset() - 4, 4, 1);
    return count;
  }

  void numbers(std::size_t width, std::size_t count)
  {
    if (count != 0) {
      in_.take(width, width * count);
      reverse(in_.offset() - width * count, width, count);
    }
  }

  void units(std::size_t count)
  {
    for (std::size_t i = 0; i != count; ++i) {
      in_.read_unit();
    }
    reverse(in_.offset() - 4 * count, 4, count);
  }

  void reverse(std::size_t offset, std::size_t width, std::size_t count)
  {
    if (copy_ == nullptr) {
      return;
    }
    for (std::byte * byte = copy_ + offset; count != 0; --count, byte += width) {
      for (std::size_t i = 0; i != width / 2; ++i) {
        const std::byte other = byte[i];
        byte[i] = byte[width - 1 - i];
        byte[width - 1 - i] = other;
      }
    }
  }

  reader in_;
  std::byte * copy_;
  std::vector<step> path_;
};

/// Throws the error of decoding, with the message's type and the field.
[[gnu::cold, gnu::noinline]] inline void explain(
  const reader & start, const struct_description & message)
{
  inspector(start, nullptr).walk(message);
}

/// Returns the body with each number of the message in this machine's byte order. Throws where
/// decoding would throw.
[[gnu::cold, gnu::noinline]] inline std::vector<std::byte> native_copy(
  const reader & start, const struct_description & message)
{
  std::vector<std::byte> copy(start.body().begin(), start.body().end());
  inspector(start, copy.data()).walk(message);
  return copy;
}

}  // namespace cdr::detail

#endif  // CDR__DETAIL__INSPECT_HPP_
