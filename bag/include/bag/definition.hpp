// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Definitions of message types, as recordings keep them.

#ifndef BAG__DEFINITION_HPP_
#define BAG__DEFINITION_HPP_

#include <string>

namespace bag
{

/// The text of package/msg/Type.msg and of all messages in it ("ros2msg"), from the packages that
/// AMENT_PREFIX_PATH leads to. Empty if one of them is not there. Reads files; any thread.
std::string find_definition(const std::string & type);

}  // namespace bag

#endif  // BAG__DEFINITION_HPP_
