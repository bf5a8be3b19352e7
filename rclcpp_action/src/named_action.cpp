// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reads action types from type support libraries.
#include "named_action.hpp"

#include <map>
#include <mutex>
#include <string>

#include "rclcpp/extension/types.hpp"
#include "rclcpp/typesupport_helpers.hpp"

namespace rclcpp_action::detail
{
namespace
{

using rclcpp::extension::type_support_identifier;

// Returns the offset of a struct of that type after so many bytes.
std::size_t offset_behind(std::size_t bytes, const rclcpp::extension::TypeSupport & type)
{
  const std::size_t alignment = rclcpp::extension::struct_alignment(type);
  return (bytes + alignment - 1) / alignment * alignment;
}

NamedAction load(const std::string & name)
{
  const auto library = rclcpp::get_typesupport_library(name, type_support_identifier);
  const auto service = [&](const char * suffix) -> const rclcpp::extension::ServiceType & {
    return *static_cast<const rclcpp::extension::ServiceType *>(
      rclcpp::get_service_typesupport_handle(name + suffix, type_support_identifier, *library)
        ->data);
  };
  const auto message = [&](const char * suffix) -> const rclcpp::extension::TypeSupport & {
    return rclcpp::extension::message_type_of(
      rclcpp::get_message_typesupport_handle(name + suffix, type_support_identifier, *library));
  };
  // The parts that all actions have come first, so that they have the same offset in all types.
  struct GoalResponse
  {
    bool accepted;
    builtin_interfaces::msg::Time stamp;
  };
  const auto & goal = message("_Goal");
  return {
    name,
    library,
    ActionType{
      nullptr, service("_SendGoal"), service("_GetResult"), message("_FeedbackMessage"),
      [](void * request) -> GoalUUID & { return *static_cast<GoalUUID *>(request); },
      [](void * request) -> GoalUUID & { return *static_cast<GoalUUID *>(request); },
      [](const void * feedback) -> const GoalUUID & {
        return *static_cast<const GoalUUID *>(feedback);
      },
      [](void * response) -> bool & { return static_cast<GoalResponse *>(response)->accepted; },
      [](void * response) -> builtin_interfaces::msg::Time & {
        return static_cast<GoalResponse *>(response)->stamp;
      },
      [](void * response) -> std::int8_t & { return *static_cast<std::int8_t *>(response); }},
    goal,
    offset_behind(sizeof(GoalUUID), goal),
    offset_behind(sizeof(std::int8_t), message("_Result")),
    offset_behind(sizeof(GoalUUID), message("_Feedback"))};
}

struct Actions
{
  std::mutex mutex;  // guards `loaded`
  std::map<std::string, NamedAction> loaded;
};

}  // namespace

const NamedAction & named_action(const std::string & name)
{
  static Actions & actions = *new Actions;  // clients refer to them
  std::lock_guard lock(actions.mutex);
  const auto known = actions.loaded.find(name);
  if (known != actions.loaded.end()) {
    return known->second;
  }
  NamedAction & action = actions.loaded.emplace(name, load(name)).first->second;
  action.type.name = action.name.c_str();
  return action;
}

}  // namespace rclcpp_action::detail
