// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// node: a ROS 2 node with the executor's thread that serves it; used by topics.cpp and services.cpp.

#ifndef RXROS2_PYTHON__NODE_HPP_
#define RXROS2_PYTHON__NODE_HPP_

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "handle.hpp"
#include "rclcpp/rclcpp.hpp"

namespace rxros2_python
{

/// A context, its executor and the executor's thread, which never takes the GIL. Shared by nodes.
class runtime
{
public:
  runtime(const std::vector<std::string> & arguments, std::optional<std::size_t> domain);
  /// Shuts the context down and joins the thread.
  ~runtime();

  const rclcpp::Context::SharedPtr context = std::make_shared<rclcpp::Context>();
  std::unique_ptr<rclcpp::executors::SingleThreadedExecutor> executor;

private:
  std::thread thread_;
};

/// A node. Its parameter services, events and services are served by the runtime's thread; its
/// subscriptions by whoever takes from them. Functions are called without the GIL, by any thread.
class node
{
public:
  /// `with`: a node whose context and executor this one uses too; null: its own.
  node(
    const std::string & name, const std::string & name_space,
    const std::vector<std::string> & arguments, std::optional<std::size_t> domain,
    const node * with);
  ~node();

  /// Ends it; what was made with it is to be closed before. A second call does nothing.
  void close();

  /// Throws std::runtime_error once it is closed.
  std::shared_ptr<rclcpp::Node> get() const { return node_.get(); }
  /// The callback group of what is in no executor.
  std::shared_ptr<rclcpp::CallbackGroup> taken_by_hand() const { return group_.get(); }

private:
  handle<runtime> runtime_{"node"};
  handle<rclcpp::Node> node_{"node"};
  handle<rclcpp::CallbackGroup> group_{"node"};
};

/// history, depth, reliability, durability, deadline [ns], lifespan [ns], liveliness, its lease [ns]:
/// policies by rmw's numbers, durations 0 if there is none.
using qos_values =
  std::tuple<int, std::size_t, int, int, std::int64_t, std::int64_t, int, std::int64_t>;
rclcpp::QoS make_qos(const qos_values & values);

/// Bytes from the middleware as a Python object with a buffer: bytes if they are few, else an object
/// that holds them. With the GIL.
nanobind::object to_python(rclcpp::SerializedMessage && message);

void bind_node(nanobind::module_ & module);
void bind_topics(nanobind::module_ & module);
void bind_services(nanobind::module_ & module);

/// Runs `call` on the bytes of a Python buffer, without the GIL and without a copy.
template <typename F>
auto with_bytes(nanobind::handle bytes, F && call)
{
  Py_buffer view;
  if (PyObject_GetBuffer(bytes.ptr(), &view, PyBUF_SIMPLE) != 0) {
    throw nanobind::python_error();
  }
  struct lent  // a SerializedMessage frees what it owns: it does not own this
  {
    Py_buffer & view;
    rclcpp::SerializedMessage message{rcl_serialized_message_t{
      static_cast<std::uint8_t *>(view.buf), static_cast<std::size_t>(view.len),
      static_cast<std::size_t>(view.len)}};
    ~lent()
    {
      message.release_rcl_serialized_message();
      PyBuffer_Release(&view);
    }
  } lent{view};
  const nanobind::gil_scoped_release released;
  return call(static_cast<const rclcpp::SerializedMessage &>(lent.message));
}

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__NODE_HPP_
