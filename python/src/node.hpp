// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// node: a ROS 2 node with the executor's thread that serves it. Used by all files of this folder
// that make entities of a node.

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

#include "fork_check.hpp"
#include "gil.hpp"
#include "handle.hpp"
#include "packed.hpp"
#include "rclcpp/rclcpp.hpp"

namespace rxros2_python
{

/// A context, its executor and the executor's thread, which takes the GIL only for callbacks of
/// parameters. Nodes may share it, without Python's object (see notifier).
class runtime : public std::enable_shared_from_this<runtime>
{
  const middleware_user counted_;  // destroyed last

public:
  /// Throws std::runtime_error in a forked child whose parent had one: the middleware would wait
  /// for threads that do not exist.
  runtime(
    const std::vector<std::string> & arguments, std::optional<std::size_t> domain,
    bool use_shared_memory, const std::string & engine);
  /// Makes the runtime of a replay: the default context, which the replay owns, and an executor
  /// without a thread.
  runtime();
  /// Shuts the context down and joins the thread; in a forked child, leaves everything as it is.
  ~runtime();
  runtime(const runtime &) = delete;
  runtime & operator=(const runtime &) = delete;

  bool forked() const { return fork_check_.forked(); }

  /// Returns whether the context is valid. False after its replay, even though the next replay has
  /// the same context.
  bool is_valid() const { return !is_over_ && context->is_valid(); }

  /// Returns the runtime of the replay on this thread; null if there is none.
  static std::shared_ptr<runtime> of_replay();
  /// Marks the replay as over.
  void end_replay() { is_over_ = true; }
  /// Replaces a system call that sleeps, in a replay: runs the executor and advances the virtual
  /// time until `file` is readable (returns true), the timeout ends (negative: none), or the
  /// context ends. Call it without the GIL.
  bool wait_in_replay(int file, std::chrono::nanoseconds timeout);
  /// Ends wait_in_replay() after another check of the file. Any thread.
  void look_again();

  rclcpp::Context::SharedPtr context = std::make_shared<rclcpp::Context>();
  std::unique_ptr<rclcpp::executors::SingleThreadedExecutor> executor;

private:
  class wake_up;

  const fork_check fork_check_;
  const bool is_replay_ = false;
  std::thread thread_;
  // Members of a replay.
  std::atomic<bool> is_over_{false};
  rclcpp::Node::SharedPtr host_;
  std::shared_ptr<wake_up> wake_up_;
};

/// History, depth, reliability, durability, deadline [ns], lifespan [ns], liveliness, lease [ns]:
/// policies have rmw's numbers, a duration of 0 means none.
using qos_values =
  std::tuple<int, std::size_t, int, int, std::int64_t, std::int64_t, int, std::int64_t>;
rclcpp::QoS make_qos(const qos_values & values);
qos_values values_of(const rclcpp::QoS & qos);

/// The options of a node, like rclcpp::NodeOptions.
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
  std::optional<qos_values> rosout_qos;
};

/// A node. The runtime's thread serves its parameter services, events and services; the reader of a
/// subscription takes its messages. Call the functions without the GIL, from any thread.
class node
{
public:
  node(
    std::shared_ptr<runtime> with, const std::string & name, const std::string & name_space,
    const node_options & options);
  ~node();

  /// Closes the node; close its entities before. A second call does nothing.
  void close();

  /// Throws std::runtime_error after close().
  rclcpp::Node::SharedPtr get() const { return node_.get(); }
  /// Returns whether the graph changed since the last call; the first call returns true. Not
  /// thread-safe.
  bool graph_changed();
  /// The callback group of entities that no executor serves.
  rclcpp::CallbackGroup::SharedPtr manual_group() const { return group_.get(); }

private:
  handle<runtime> runtime_{"node"};
  handle<rclcpp::Node> node_{"node"};
  handle<rclcpp::CallbackGroup> group_{"node"};
  rclcpp::Event::SharedPtr graph_event_;  // made by graph_changed()
};

/// Received, delivered, dropped, malformed, waiting.
using statistics_values =
  std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::size_t>;

/// The id of a request; the response goes to its client.
struct request_id
{
  rmw_request_id_t id;
};

/// An encoded response for several clients, a rclcpp::SerializedMessage.
struct shared_response
{
  std::shared_ptr<void> sample;
};

/// Returns a text of another process; invalid UTF-8 becomes U+FFFD. Call it with the GIL.
inline nanobind::object text_of(std::string_view bytes)
{
  PyObject * const text =
    PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace");
  if (text == nullptr) {
    throw nanobind::python_error();
  }
  return nanobind::steal(text);
}

/// Returns bytes of the middleware as a Python object with a buffer: bytes if there are few, else
/// an object that holds them without a copy. Call it with the GIL.
nanobind::object to_python(rclcpp::SerializedMessage && message);
nanobind::object to_python(rmw::Sample && message);

void bind_node(nanobind::module_ & module);
void bind_graph(nanobind::module_ & module, nanobind::class_<node> & cls);
void bind_parameters(nanobind::module_ & module, nanobind::class_<node> & cls);
void bind_time(nanobind::module_ & module);
void bind_topics(nanobind::module_ & module);
void bind_services(nanobind::module_ & module);
void bind_actions(nanobind::module_ & module);
void bind_bag(nanobind::module_ & module);
void bind_black_box(nanobind::module_ & module);
void bind_bridge(nanobind::module_ & module);
void bind_frames(nanobind::module_ & module);
void bind_replay(nanobind::module_ & module);
void bind_synchronize(nanobind::module_ & module);
void bind_zenoh(nanobind::module_ & module);

/// Calls `call` with the bytes of a Python buffer, without the GIL and without a copy.
template <typename F>
auto with_bytes(nanobind::handle bytes, F && call)
{
  Py_buffer view;
  if (PyObject_GetBuffer(bytes.ptr(), &view, PyBUF_SIMPLE) != 0) {
    throw nanobind::python_error();
  }
  struct borrowed  // a SerializedMessage must not free memory of Python
  {
    Py_buffer & view;
    rclcpp::SerializedMessage message{rcl_serialized_message_t{
      static_cast<std::uint8_t *>(view.buf), static_cast<std::size_t>(view.len),
      static_cast<std::size_t>(view.len), rcl_get_default_allocator()}};
    ~borrowed()
    {
      message.release_rcl_serialized_message();
      PyBuffer_Release(&view);
    }
  } borrowed{view};
  const gil_released released;
  return call(borrowed.message);
}

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__NODE_HPP_
