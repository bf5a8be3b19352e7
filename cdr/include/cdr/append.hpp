// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Appends an encoded message to other bytes, by the description of its type: for code that builds a
// sample from parts whose structs it does not know.
#ifndef CDR__APPEND_HPP_
#define CDR__APPEND_HPP_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cdr/description.hpp"
#include "cdr/encapsulation.hpp"
#include "cdr/reader.hpp"

namespace cdr
{

/// Appends a value, or several of one kind, in this machine's byte order to `sample`, which has a
/// header. Alignment is a power of two up to 8.
inline void append(
  std::span<const std::byte> values, std::size_t alignment, std::vector<std::byte> & sample)
{
  while (((sample.size() - header_size) & (alignment - 1)) != 0) {
    sample.push_back(std::byte{0});
  }
  sample.insert(sample.end(), values.begin(), values.end());
}

namespace detail
{

/// Copies values from a body to the end of a sample and aligns them again.
class appender
{
public:
  appender(reader & in, std::vector<std::byte> & sample) : in_(in), sample_(sample) {}

  void append(const struct_description & message)
  {
    for (std::size_t i = 0; i != message.count; ++i) {
      append(message.fields[i]);
    }
  }

private:
  void append(const field_description & field)
  {
    std::size_t count = 1;
    if (field.collection == collection::array) {
      count = field.length;
    } else if (field.collection == collection::sequence) {
      count =
        append_count(field.structure == nullptr ? least_size(field.type) : field.structure->least);
    }
    if (field.type < kind::string) {
      append_values(least_size(field.type), count);
      return;
    }
    for (std::size_t i = 0; i != count; ++i) {
      if (field.type == kind::structure) {
        append(*field.structure);
      } else if (field.type == kind::string) {
        append_values(1, append_count(1));
      } else {
        append_values(sizeof(std::uint32_t), append_count(sizeof(std::uint32_t)));
      }
    }
  }

  std::size_t append_count(std::size_t least)
  {
    const std::uint32_t count = in_.read_count(least);
    cdr::append(std::as_bytes(std::span(&count, 1)), sizeof(count), sample_);
    return count;
  }

  void append_values(std::size_t width, std::size_t count)
  {
    if (count != 0) {
      cdr::append({in_.take(width, width * count), width * count}, width, sample_);
    }
  }

  reader & in_;
  std::vector<std::byte> & sample_;
};

}  // namespace detail

/// Appends the message at the position of `in`, which is in this machine's byte order, to `sample`,
/// which has a header. Throws error if the bytes are not such a message; then `sample` contains a
/// part of it. Bounds are not checked.
inline void append(reader & in, const struct_description & message, std::vector<std::byte> & sample)
{
  detail::appender(in, sample).append(message);
}

}  // namespace cdr

#endif  // CDR__APPEND_HPP_
