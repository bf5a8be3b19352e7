// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reads a resource of the ament index.
#ifndef AMENT_INDEX_CPP__GET_RESOURCE_HPP_
#define AMENT_INDEX_CPP__GET_RESOURCE_HPP_

#include <string>

namespace ament_index_cpp
{

/// Reads the file of the resource in the first prefix that has it; also returns that prefix.
/// Returns false if no prefix has it. Throws std::runtime_error if a name is empty. Thread-safe.
bool get_resource(
  const std::string & resource_type, const std::string & resource_name, std::string & content,
  std::string * prefix_path = nullptr);

}  // namespace ament_index_cpp

#endif  // AMENT_INDEX_CPP__GET_RESOURCE_HPP_
