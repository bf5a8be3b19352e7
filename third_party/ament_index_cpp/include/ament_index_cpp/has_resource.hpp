// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The search for one resource of the ament index.
#ifndef AMENT_INDEX_CPP__HAS_RESOURCE_HPP_
#define AMENT_INDEX_CPP__HAS_RESOURCE_HPP_

#include <string>

namespace ament_index_cpp
{

/// Returns true if a prefix has the resource, and writes the first such prefix to prefix_path.
/// Throws std::runtime_error if a name is empty. Thread-safe.
bool has_resource(
  const std::string & resource_type, const std::string & resource_name,
  std::string * prefix_path = nullptr);

}  // namespace ament_index_cpp

#endif  // AMENT_INDEX_CPP__HAS_RESOURCE_HPP_
