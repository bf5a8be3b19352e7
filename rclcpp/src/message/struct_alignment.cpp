// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Computes the alignment of messages from their descriptions.
#include "rclcpp/extension/types.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "cdr/description.hpp"

namespace rclcpp::extension
{
namespace
{

std::size_t alignment_of(const cdr::struct_description & structure)
{
  static_assert(alignof(std::vector<bool>) == alignof(std::vector<double>));
  static_assert(alignof(std::u16string) == alignof(std::string));
  std::size_t alignment = 1;
  for (std::size_t i = 0; i < structure.count; ++i) {
    const cdr::field_description & field = structure.fields[i];
    std::size_t of_field = cdr::least_size(field.type);
    if (field.collection == cdr::collection::sequence) {
      of_field = alignof(std::vector<double>);
    } else if (field.type == cdr::kind::string || field.type == cdr::kind::wstring) {
      of_field = alignof(std::string);
    } else if (field.type == cdr::kind::structure) {
      of_field = alignment_of(*field.structure);
    }
    alignment = std::max(alignment, of_field);
  }
  return alignment;
}

}  // namespace

std::size_t struct_alignment(const TypeSupport & type)
{
  return alignment_of(*type.description);
}

}  // namespace rclcpp::extension
