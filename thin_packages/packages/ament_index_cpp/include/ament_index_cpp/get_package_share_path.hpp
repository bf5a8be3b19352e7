// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Returns the share folder of a package as a path; only later releases of ament_index_cpp have it.
#ifndef AMENT_INDEX_CPP__GET_PACKAGE_SHARE_PATH_HPP_
#define AMENT_INDEX_CPP__GET_PACKAGE_SHARE_PATH_HPP_

#include <filesystem>
#include <string>

#include "ament_index_cpp/get_package_share_directory.hpp"

namespace ament_index_cpp
{

/// Returns <prefix>/share/<package>. Throws PackageNotFoundError if no prefix of AMENT_PREFIX_PATH
/// has the package. Thread-safe.
inline std::filesystem::path get_package_share_path(const std::string & package_name)
{
  return get_package_share_directory(package_name);
}

}  // namespace ament_index_cpp

#endif  // AMENT_INDEX_CPP__GET_PACKAGE_SHARE_PATH_HPP_
