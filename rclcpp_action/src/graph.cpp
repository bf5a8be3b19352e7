// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Lists the actions of the graph: rcl_action's functions in C.
#include "rcl_action/graph.h"

#include <exception>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "rcl/error_handling.h"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_graph_interface.hpp"
#include "rcutils/strdup.h"

namespace
{

using rclcpp::node_interfaces::NodeBaseInterface;
using rclcpp::node_interfaces::NodeGraphInterface;
using NamesAndTypes = std::map<std::string, std::vector<std::string>>;

// Returns the actions whose feedback topics are among `topics`.
NamesAndTypes actions_of(const NamesAndTypes & topics)
{
  constexpr std::string_view of_topic = "/_action/feedback";
  constexpr std::string_view of_type = "_FeedbackMessage";
  NamesAndTypes actions;
  for (const auto & [topic, types] : topics) {
    if (!topic.ends_with(of_topic)) {
      continue;
    }
    auto & action = actions[topic.substr(0, topic.size() - of_topic.size())];
    for (const std::string & type : types) {
      action.push_back(
        type.ends_with(of_type) ? type.substr(0, type.size() - of_type.size()) : type);
    }
  }
  return actions;
}

// Returns false if there is no memory.
bool copy(const NamesAndTypes & from, rcl_allocator_t & allocator, rcl_names_and_types_t & to)
{
  std::size_t i = 0;
  for (const auto & [name, types] : from) {
    to.names.data[i] = rcutils_strdup(name.c_str(), allocator);
    rcutils_string_array_t & copied = to.types[i++];
    if (
      !to.names.data[i - 1] ||
      rcutils_string_array_init(&copied, types.size(), &allocator) != RCUTILS_RET_OK) {
      return false;
    }
    for (std::size_t j = 0; j < types.size(); ++j) {
      copied.data[j] = rcutils_strdup(types[j].c_str(), allocator);
      if (!copied.data[j]) {
        return false;
      }
    }
  }
  return true;
}

// Queries topics. An exception becomes the error state of this thread, since C has no exceptions.
// `refusal` is the code for a rejected query.
template <typename Question>
rcl_ret_t ask(
  const rcl_node_t * node, rcl_allocator_t * allocator, rcl_names_and_types_t * answer,
  rcl_ret_t refusal, const Question & question)
{
  if (!node || !node->data) {
    RCL_SET_ERROR_MSG("the node is null");
    return RCL_RET_NODE_INVALID;
  }
  RCL_CHECK_ARGUMENT_FOR_NULL(allocator, RCL_RET_INVALID_ARGUMENT);
  RCL_CHECK_ARGUMENT_FOR_NULL(answer, RCL_RET_INVALID_ARGUMENT);
  try {
    auto & base = *static_cast<NodeBaseInterface *>(node->data);
    const NodeGraphInterface graph(base.shared_from_this());
    const NamesAndTypes actions = actions_of(question(graph));
    const rcl_ret_t result = rcl_names_and_types_init(answer, actions.size(), allocator);
    if (result != RCL_RET_OK) {
      return result;
    }
    if (!copy(actions, *allocator, *answer)) {
      (void)rcl_names_and_types_fini(answer);
      RCL_SET_ERROR_MSG("no memory for the names of actions");
      return RCL_RET_BAD_ALLOC;
    }
    return RCL_RET_OK;
  } catch (const std::runtime_error & error) {
    RCL_SET_ERROR_MSG(error.what());
    return refusal;
  } catch (const std::exception & error) {
    RCL_SET_ERROR_MSG(error.what());
    return RCL_RET_ERROR;
  }
}

using OfNode =
  NamesAndTypes (NodeGraphInterface::*)(const std::string &, const std::string &, bool) const;

rcl_ret_t ask_of_node(
  const rcl_node_t * node, rcl_allocator_t * allocator, const char * name, const char * space,
  rcl_names_and_types_t * answer, OfNode topics)
{
  RCL_CHECK_ARGUMENT_FOR_NULL(name, RCL_RET_INVALID_ARGUMENT);
  RCL_CHECK_ARGUMENT_FOR_NULL(space, RCL_RET_INVALID_ARGUMENT);
  const auto question = [&](const NodeGraphInterface & graph) {
    return (graph.*topics)(name, space, false);
  };
  return ask(node, allocator, answer, RCL_RET_NODE_NAME_NON_EXISTENT, question);
}

}  // namespace

rcl_ret_t rcl_action_get_names_and_types(
  const rcl_node_t * node, rcl_allocator_t * allocator,
  rcl_names_and_types_t * action_names_and_types)
{
  const auto question = [](const NodeGraphInterface & graph) {
    return graph.get_topic_names_and_types(false);
  };
  return ask(node, allocator, action_names_and_types, RCL_RET_ERROR, question);
}

rcl_ret_t rcl_action_get_client_names_and_types_by_node(
  const rcl_node_t * node, rcl_allocator_t * allocator, const char * node_name,
  const char * node_namespace, rcl_names_and_types_t * action_names_and_types)
{
  return ask_of_node(
    node, allocator, node_name, node_namespace, action_names_and_types,
    &NodeGraphInterface::get_subscriber_names_and_types_by_node);
}

rcl_ret_t rcl_action_get_server_names_and_types_by_node(
  const rcl_node_t * node, rcl_allocator_t * allocator, const char * node_name,
  const char * node_namespace, rcl_names_and_types_t * action_names_and_types)
{
  return ask_of_node(
    node, allocator, node_name, node_namespace, action_names_and_types,
    &NodeGraphInterface::get_publisher_names_and_types_by_node);
}
