// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Lists the resources of one type.
#ifndef AMENT_INDEX_CPP__GET_RESOURCES_HPP_
#define AMENT_INDEX_CPP__GET_RESOURCES_HPP_

#include <map>
#include <string>

namespace ament_index_cpp
{

/// Returns the names of all resources of this type, each with the first prefix that has it.
/// Throws std::runtime_error if the type is empty. Thread-safe.
std::map<std::string, std::string> get_resources(const std::string & resource_type);

}  // namespace ament_index_cpp

#endif  // AMENT_INDEX_CPP__GET_RESOURCES_HPP_
