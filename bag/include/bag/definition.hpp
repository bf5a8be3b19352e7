// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Finds the definitions of message types, in the form that recordings contain.

#ifndef BAG__DEFINITION_HPP_
#define BAG__DEFINITION_HPP_

#include <string>

namespace bag
{

/// Returns the text of package/msg/Type.msg and of all messages in it ("ros2msg"), from the
/// packages on AMENT_PREFIX_PATH. Empty if one of them is missing. Reads files. Thread-safe.
std::string find_definition(const std::string & type);

}  // namespace bag

#endif  // BAG__DEFINITION_HPP_
