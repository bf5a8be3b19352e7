// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rxros2::Node and create_node: an rclcpp node whose streams live and end with it.

#ifndef RXROS2__NODE_HPP_
#define RXROS2__NODE_HPP_

#include <memory>
#include <string>

#include "rclcpp/node.hpp"
#include "rclcpp/node_options.hpp"

namespace rxros2
{

/// A ROS 2 node with a place to write its data flow: derive, implement run(), call run() or
/// start().
/** When the node is destroyed its streams complete, as they do when its context shuts down.
 *
 *     struct Counter : rxros2::Node
 *     {
 *       Counter() : rxros2::Node("counter") {}
 *       void run() override
 *       {
 *         from_timer(this, 1ms) | map(to_count) | publish_to_topic<Int32>(this, "count");
 *       }
 *     };
 *     auto counter = std::make_shared<Counter>();
 *     counter->start();
 *     executor.add_node(counter);
 *     from_topic<Int32>(counter, "count") | take(3);  // -> {data: 1} {data: 2} {data: 3} |
 */
class Node : public rclcpp::Node
{
public:
  using SharedPtr = std::shared_ptr<Node>;

  explicit Node(
    const std::string & name, const rclcpp::NodeOptions & options = rclcpp::NodeOptions());
  Node(
    const std::string & name, const std::string & namespace_,
    const rclcpp::NodeOptions & options = rclcpp::NodeOptions());

  /// Ends the node's streams; waits for run() if start() was called on a node that no shared_ptr
  /// owns.
  ~Node() override;

  /// Assembles the node's streams. May block, if it was called by start().
  /** Without an environment of their own, sources of time (`interval(50ms) | … |
   * publish_to_topic<T>(this, topic)`) run on the
   *  node's executor, and run() returns: let functions capture `this` or values, not references to
   *  what is local to run(). With `interval(50ms, identity_current_thread())` they run here and
   *  run() stays until they end or the context shuts down. By default logs a warning: a node
   *  without streams. */
  virtual void run();

  /// Calls run() in a thread of its own, named after the node.
  /** While run() executes, the thread keeps a node that is owned by a shared_ptr alive; a run()
   * that waits for
   *  streams returns when the context shuts down. The end of the process shuts the context down and
   *  waits for run(). An exception that leaves run() is logged as an error and ends only the
   *  thread. Throws std::logic_error if the node was started before, std::system_error if there is
   *  no thread to be had. */
  void start();

private:
  bool started_ = false;
};

/// A node without a run() of its own, for programs that assemble their streams in main();
/// std::make_shared<Node>(name) is one, too.
/**
 *     auto counter = rxros2::create_node("counter", "/robot");
 *     counter->get_fully_qualified_name();  // -> /robot/counter
 */
std::shared_ptr<Node> create_node(
  const std::string & name, const rclcpp::NodeOptions & options = rclcpp::NodeOptions());
std::shared_ptr<Node> create_node(
  const std::string & name, const std::string & namespace_,
  const rclcpp::NodeOptions & options = rclcpp::NodeOptions());

}  // namespace rxros2

#endif  // RXROS2__NODE_HPP_
