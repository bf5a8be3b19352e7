// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// An action type that the program knows by name only; for the generic client.
#ifndef RCLCPP_ACTION__NAMED_ACTION_HPP_
#define RCLCPP_ACTION__NAMED_ACTION_HPP_

#include <cstddef>
#include <memory>
#include <string>

#include "rclcpp/extension/types.hpp"
#include "rclcpp_action/detail/action_type.hpp"
#include "rcpputils/shared_library.hpp"

namespace rclcpp_action::detail
{

/// An action type from a library. Immutable.
struct NamedAction
{
  std::string name;
  std::shared_ptr<rcpputils::SharedLibrary> library;
  ActionType type;
  const rclcpp::extension::TypeSupport & goal;
  // The offsets of the action's own parts in its messages.
  std::size_t goal_in_request;
  std::size_t result_in_response;
  std::size_t feedback_in_message;
};

/// Returns the action type, which lives as long as the program. Throws std::runtime_error as
/// GenericClient(). Thread-safe.
const NamedAction & named_action(const std::string & name);

}  // namespace rclcpp_action::detail

#endif  // RCLCPP_ACTION__NAMED_ACTION_HPP_
