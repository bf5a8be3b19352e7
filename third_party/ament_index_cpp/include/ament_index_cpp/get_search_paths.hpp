// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The prefixes in which packages and resources are searched.
#ifndef AMENT_INDEX_CPP__GET_SEARCH_PATHS_HPP_
#define AMENT_INDEX_CPP__GET_SEARCH_PATHS_HPP_

#include <list>
#include <string>

namespace ament_index_cpp
{

/// Returns the existing folders that AMENT_PREFIX_PATH lists, in its order. Throws
/// std::runtime_error if the variable is not set or empty. Thread-safe.
std::list<std::string> get_search_paths();

}  // namespace ament_index_cpp

#endif  // AMENT_INDEX_CPP__GET_SEARCH_PATHS_HPP_
