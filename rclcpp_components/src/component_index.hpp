// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reads the ament index for unknown peers: they choose the name of a package, and nothing else.
#ifndef COMPONENT_INDEX_HPP_
#define COMPONENT_INDEX_HPP_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rclcpp_components
{

/// Returns true for [A-Za-z][A-Za-z0-9_-]* of at most 255 characters, which cannot leave a folder.
bool is_package_name(std::string_view name);

/// Returns the classes that the package has registered under `index` in the first prefix of
/// AMENT_PREFIX_PATH that has it, each with the path of its library. Only reads a regular file of
/// at most 1 MiB. Throws ComponentManagerException, also if a library is outside of the prefix. The
/// text quotes nothing of the file, because peers get it.
std::vector<std::pair<std::string, std::string>> read_component_index(
  const std::string & index, const std::string & package);

}  // namespace rclcpp_components

#endif  // COMPONENT_INDEX_HPP_
