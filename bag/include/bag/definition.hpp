// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Finds the definitions of message types, in the form that recordings contain.

#ifndef BAG__DEFINITION_HPP_
#define BAG__DEFINITION_HPP_

#include <string>

namespace bag
{

/// Returns the definition of a message type and of all message types that it contains, in the text
/// format "ros2msg". Reads their .msg files from the packages on AMENT_PREFIX_PATH; returns an
/// empty text if a file is missing. Thread-safe.
std::string find_definition(const std::string & type);

}  // namespace bag

#endif  // BAG__DEFINITION_HPP_
