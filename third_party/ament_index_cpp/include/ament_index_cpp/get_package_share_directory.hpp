// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Finds the share folder of a package.
#ifndef AMENT_INDEX_CPP__GET_PACKAGE_SHARE_DIRECTORY_HPP_
#define AMENT_INDEX_CPP__GET_PACKAGE_SHARE_DIRECTORY_HPP_

#include <string>

#include "ament_index_cpp/get_package_prefix.hpp"

namespace ament_index_cpp
{

/// Returns <prefix>/share/<package>. Throws PackageNotFoundError, or std::runtime_error if the name
/// is empty. Thread-safe.
std::string get_package_share_directory(const std::string & package_name);

}  // namespace ament_index_cpp

#endif  // AMENT_INDEX_CPP__GET_PACKAGE_SHARE_DIRECTORY_HPP_
