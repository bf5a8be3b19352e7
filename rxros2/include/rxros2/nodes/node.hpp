// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rxros2::Node and create_node: an rclcpp node whose streams live and end with it.

#ifndef RXROS2__NODES__NODE_HPP_
#define RXROS2__NODES__NODE_HPP_

#include <memory>
#include <string>

#include "rclcpp/node.hpp"
#include "rclcpp/node_options.hpp"

namespace rxros2
{

/// A ROS 2 node with a place for its data flow: derive from it, implement run(), and call run() or
/// start().
/** The node's streams complete when the node is destroyed or its context shuts down.
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
  /// A shared pointer to a node.
  using SharedPtr = std::shared_ptr<Node>;

  /// The same constructors as rclcpp::Node. They also throw std::invalid_argument for a wrong value
  /// of the parameter override rxros2.on_stream_error; see on_stream_error().
  explicit Node(
    const std::string & name, const rclcpp::NodeOptions & options = rclcpp::NodeOptions());
  /// Creates a node in a namespace.
  Node(
    const std::string & name, const std::string & namespace_,
    const rclcpp::NodeOptions & options = rclcpp::NodeOptions());

  /// Ends the node's streams. Waits for run() if start() was called on a node that no shared_ptr
  /// owns.
  ~Node() override;

  /// Assembles the node's streams. It may block if start() called it.
  /** By default, time sources (`interval(50ms) | … | publish_to_topic<T>(this, topic)`) run on the
   * node's executor, and run() returns: let functions capture `this` or values, not references to
   * local variables of run(). With `interval(50ms, identity_current_thread())` they run on this
   * thread, and run() blocks until they end or the context shuts down. The default implementation
   * logs a warning about a node without streams. */
  virtual void run();

  /// Calls run() in a thread of its own, named after the node.
  /** While run() executes, the thread keeps a node alive that a shared_ptr owns; a run() that waits
   * for streams returns when the context shuts down. The end of the process shuts the context down
   * and waits for run(). An exception of run() is logged as an error and ends only the thread.
   * Throws std::logic_error if the node was started before, and std::system_error if no thread can
   * be created. */
  void start();

private:
  bool started_ = false;
};

/// Creates a node without its own run(), for programs that assemble their streams in main(). The
/// same as std::make_shared<Node>(name).
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

#endif  // RXROS2__NODES__NODE_HPP_
