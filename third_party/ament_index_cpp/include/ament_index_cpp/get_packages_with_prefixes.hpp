// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Lists the installed packages.
#ifndef AMENT_INDEX_CPP__GET_PACKAGES_WITH_PREFIXES_HPP_
#define AMENT_INDEX_CPP__GET_PACKAGES_WITH_PREFIXES_HPP_

#include <map>
#include <string>

namespace ament_index_cpp
{

/// Returns the names of all packages, each with the first prefix that has it. Thread-safe.
std::map<std::string, std::string> get_packages_with_prefixes();

}  // namespace ament_index_cpp

#endif  // AMENT_INDEX_CPP__GET_PACKAGES_WITH_PREFIXES_HPP_
