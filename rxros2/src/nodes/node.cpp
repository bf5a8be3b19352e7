// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rxros2::Node.

#include "rxros2/nodes/node.hpp"

#include <exception>
#include <stdexcept>

#include "nodes/current_thread.hpp"
#include "nodes/replayed.hpp"
#include "nodes/run_threads.hpp"
#include "rclcpp/logging.hpp"
#include "rxros2/nodes/detail/node_streams.hpp"

namespace rxros2
{

Node::Node(const std::string & name, const rclcpp::NodeOptions & options)
: rclcpp::Node(name, options)
{
  detail::node_streams::policy_override(
    detail::node_access::of(*this));  // throws for a wrong value
}

Node::Node(
  const std::string & name, const std::string & namespace_, const rclcpp::NodeOptions & options)
: rclcpp::Node(name, namespace_, options)
{
  detail::node_streams::policy_override(detail::node_access::of(*this));
}

Node::~Node()
{
  detail::node_streams::end(*get_node_base_interface());
  if (started_) {
    detail::run_threads::instance().join(this);
  }
}

void Node::start()
{
  if (started_) {
    throw std::logic_error(
      std::string("start() of node '") + get_fully_qualified_name() + "' was called before");
  }
  detail::report_in_replay(
    std::string("node '") + get_fully_qualified_name() +
    "' runs in a thread of start(), which is not of the replay; call run() instead");
  detail::run_threads::instance().start(
    this, get_name(), get_node_base_interface()->get_context(),
    [this, self = weak_from_this().lock()] {
      const auto context = get_node_base_interface()->get_context();
      detail::end_waits_of_this_thread_with(context);
      try {
        if (context->is_valid()) {
          run();
        }
      } catch (const std::exception & error) {
        RCLCPP_ERROR(get_logger(), "run() ended by an exception: %s", error.what());
      } catch (...) {
        RCLCPP_ERROR(get_logger(), "run() ended by an exception that is not a std::exception");
      }
    });
  started_ = true;
}

void Node::run()
{
  RCLCPP_WARN(get_logger(), "run() of this node does nothing: its class does not override it");
}

std::shared_ptr<Node> create_node(const std::string & name, const rclcpp::NodeOptions & options)
{
  return std::make_shared<Node>(name, options);
}

std::shared_ptr<Node> create_node(
  const std::string & name, const std::string & namespace_, const rclcpp::NodeOptions & options)
{
  return std::make_shared<Node>(name, namespace_, options);
}

}  // namespace rxros2
