// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rxros2::Node.

#include "rxros2/node.hpp"

#include <exception>
#include <stdexcept>

#include "rclcpp/logging.hpp"
#include "run_threads.hpp"
#include "rxros2/detail/node_streams.hpp"

namespace rxros2
{

Node::Node(const std::string & name, const rclcpp::NodeOptions & options)
: rclcpp::Node(name, options)
{
}

Node::Node(
  const std::string & name, const std::string & namespace_, const rclcpp::NodeOptions & options)
: rclcpp::Node(name, namespace_, options)
{
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
  if (std::exchange(started_, true)) {
    throw std::logic_error(
      std::string("start() of node '") + get_fully_qualified_name() + "' was called before");
  }
  detail::run_threads::instance().start(
    this, get_name(), get_node_base_interface()->get_context(),
    [this, self = weak_from_this().lock()] {
      try {
        run();
      } catch (const std::exception & error) {
        RCLCPP_ERROR(get_logger(), "run() ended by an exception: %s", error.what());
      } catch (...) {
        RCLCPP_ERROR(get_logger(), "run() ended by an exception that is not a std::exception");
      }
    });
}

namespace
{

class NodeWithoutRun final : public Node
{
public:
  using Node::Node;
  void run() override {}
};

}  // namespace

std::shared_ptr<Node> create_node(const std::string & name, const rclcpp::NodeOptions & options)
{
  return std::make_shared<NodeWithoutRun>(name, options);
}

std::shared_ptr<Node> create_node(
  const std::string & name, const std::string & namespace_, const rclcpp::NodeOptions & options)
{
  return std::make_shared<NodeWithoutRun>(name, namespace_, options);
}

}  // namespace rxros2
