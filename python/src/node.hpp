// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// node: a ROS 2 node with the executor's thread that serves it; used by all files here that
// make something of a node.

#ifndef RXROS2_PYTHON__NODE_HPP_
#define RXROS2_PYTHON__NODE_HPP_

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

#include "forked.hpp"
#include "handle.hpp"
#include "packed.hpp"
#include "rclcpp/rclcpp.hpp"

namespace rxros2_python
{

/// A context, its executor and the executor's thread, which takes the GIL only for callbacks of
/// parameters. Shared by nodes.
class runtime
{
  const middleware_user counted_;  // goes after all else

public:
  /// std::runtime_error in a child of a process that had one when it was forked: the middleware
  /// would wait for threads that are not there.
  runtime(const std::vector<std::string> & arguments, std::optional<std::size_t> domain);
  /// Of a replay: the default context, which is another's, and an executor without a thread.
  runtime();
  /// Shuts the context down and joins the thread; in a forked child, leaves everything as it is.
  ~runtime();
  runtime(const runtime &) = delete;
  runtime & operator=(const runtime &) = delete;

  bool forked() const { return born_.forked(); }

  /// Whether its context is. Of a replay that is over: false, though the next has the same context.
  bool is_valid() const { return !is_over_ && context->is_valid(); }

  /// That of the replay on the calling thread; null if there is none.
  static std::shared_ptr<runtime> of_replay();
  /// The replay is over.
  void end_replay() { is_over_ = true; }
  /// In a replay, in the place of a system call that sleeps: runs what the executor has, and lets
  /// the time go on, until `file` is readable (true), the timeout (negative: none) is over, or the
  /// context has ended. Without the GIL.
  bool wait_in_replay(int file, std::chrono::nanoseconds timeout);
  /// Ends such a wait as soon as the file has been looked at. Any thread.
  void look_again();

  rclcpp::Context::SharedPtr context = std::make_shared<rclcpp::Context>();
  std::unique_ptr<rclcpp::executors::SingleThreadedExecutor> executor;

private:
  class wake_up;

  const birthplace born_;
  const bool is_replay_ = false;
  std::thread thread_;
  // Of a replay.
  std::atomic<bool> is_over_{false};
  std::shared_ptr<rclcpp::Node> host_;
  std::shared_ptr<wake_up> wake_up_;
};

/// What a node is made with beside its name; as rclcpp::NodeOptions.
struct node_options
{
  std::vector<std::string> arguments;
  bool use_global_arguments = true;
  bool enable_rosout = true;
  bool enable_logger_service = false;
  bool start_parameter_services = true;
  bool allow_undeclared_parameters = false;
  bool declare_parameters_from_overrides = false;
  std::vector<packed> parameter_overrides;  ///< rcl_interfaces/msg/Parameter
};

/// A node. Its parameter services, events and services are served by the runtime's thread; its
/// subscriptions by whoever takes from them. Functions are called without the GIL, by any thread.
class node
{
public:
  node(
    std::shared_ptr<runtime> with, const std::string & name, const std::string & name_space,
    const node_options & options);
  ~node();

  /// Ends it; what was made with it is to be closed before. A second call does nothing.
  void close();

  /// Throws std::runtime_error once it is closed.
  std::shared_ptr<rclcpp::Node> get() const { return node_.get(); }
  /// Whether the graph changed since the last call; true at the first. One thread.
  bool graph_changed();
  /// The callback group of what is in no executor.
  std::shared_ptr<rclcpp::CallbackGroup> taken_by_hand() const { return group_.get(); }

private:
  handle<runtime> runtime_{"node"};
  handle<rclcpp::Node> node_{"node"};
  handle<rclcpp::CallbackGroup> group_{"node"};
  rclcpp::Event::SharedPtr graph_event_;  // made by graph_changed()
};

/// history, depth, reliability, durability, deadline [ns], lifespan [ns], liveliness, its lease
/// [ns]: policies by rmw's numbers, durations 0 if there is none.
using qos_values =
  std::tuple<int, std::size_t, int, int, std::int64_t, std::int64_t, int, std::int64_t>;
rclcpp::QoS make_qos(const qos_values & values);
qos_values values_of(const rclcpp::QoS & qos);

/// Received, delivered, dropped, malformed, waiting.
using statistics_values =
  std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::size_t>;

/// A text of another process, which may be no UTF-8: what is not becomes U+FFFD. With the GIL.
inline nanobind::object text_of(std::string_view bytes)
{
  PyObject * const text =
    PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace");
  if (text == nullptr) {
    throw nanobind::python_error();
  }
  return nanobind::steal(text);
}

/// Bytes from the middleware as a Python object with a buffer: bytes if they are few, else an
/// object that holds them. With the GIL.
nanobind::object to_python(rclcpp::SerializedMessage && message);
nanobind::object to_python(rmw::Sample && message);

void bind_node(nanobind::module_ & module);
void bind_graph(nanobind::module_ & module, nanobind::class_<node> & cls);
void bind_parameters(nanobind::module_ & module, nanobind::class_<node> & cls);
void bind_time(nanobind::module_ & module);
void bind_topics(nanobind::module_ & module);
void bind_services(nanobind::module_ & module);
void bind_bag(nanobind::module_ & module);
void bind_black_box(nanobind::module_ & module);
void bind_frames(nanobind::module_ & module);
void bind_replay(nanobind::module_ & module);

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
      static_cast<std::size_t>(view.len), rcl_get_default_allocator()}};
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
