// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of a node's streams: their schedulers, and their end with the node.

#ifndef RXROS2__NODES__DETAIL__NODE_STREAMS_HPP_
#define RXROS2__NODES__DETAIL__NODE_STREAMS_HPP_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <typeindex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rx/subscription.hpp"
#include "rxros2/nodes/detail/node_access.hpp"
#include "rxros2/nodes/detail/node_scheduler.hpp"
#include "rxros2/nodes/on_stream_error.hpp"

namespace rxros2::detail
{

/// A running source or stage that ends with its node.
class node_bound
{
public:
  /// Called when the node is being destroyed or its context shuts down; the stream must complete.
  /// Called on any thread, at most once.
  virtual void node_ended() noexcept = 0;
  /// Returns true if the stream gets nothing unless an executor spins the node.
  virtual bool needs_executor() const noexcept { return false; }

protected:
  ~node_bound() = default;
};

/// True with our own rclcpp, where a node of any class reports its end. With an installed one only
/// rxros2::Node does; the end of another node is noticed at the next event of its streams, at the
/// next turn of a wait-set executor that spins them, or when another node of the context starts its
/// first stream.
template <typename Base = rclcpp::node_interfaces::NodeBaseInterface>
inline constexpr bool nodes_tell_of_their_end =
  requires(Base & base) { base.add_on_destruction_callback([] {}); };

/// The streams of one node. Thread-safe; no lock is held while a stream is notified.
/** The node's context owns it. */
class node_streams : public std::enable_shared_from_this<node_streams>
{
public:
  /// Throws std::invalid_argument for a wrong parameter override of rxros2.on_stream_error.
  explicit node_streams(const node_access & node);

  /// Returns the streams of this node; the first call creates them.
  static std::shared_ptr<node_streams> of(const node_access & node);

  /// Throws if the node's context was shut down, which is an error for a stream that starts only
  /// now; after a signal's shutdown it does not throw, and the stream ends at once. `kind` and
  /// `name` describe the stream, such as "topic" and "scan".
  static void check_context(const node_access & node, const char * kind, const std::string & name);

  /// Ends the streams of a node, if it has any: node_bounds and the schedulers' tasks complete, and
  /// owned streams that still run are disposed.
  static void end(rclcpp::node_interfaces::NodeBaseInterface & base) noexcept;
  void end() noexcept;
  /// Lets the node's coroutines handle their cancellation before the context is shut down.
  void end_coroutines() noexcept;
  /// Logs a warning if the node has streams that wait for an executor, and none has ever spun it.
  /// Call it before the end of the streams.
  void report_never_spun() noexcept;
  /// Returns true once the node's streams have ended, even if this call is the first to notice the
  /// node's end. While they complete, they still publish.
  bool ended() noexcept
  {
    if constexpr (!nodes_tell_of_their_end<>) {
      if (node_.expired()) {
        end();
      }
      if (ended_.load(std::memory_order_acquire)) {  // it cannot publish after the shutdown
        const auto context = context_.lock();
        if (!context || !context->is_valid()) {
          return true;
        }
      }
    }
    return all_ended_.load(std::memory_order_acquire);
  }

  /// Decides what an unhandled error of a stream means, unless the parameter override
  /// rxros2.on_stream_error does.
  void set_policy(stream_error_policy policy) noexcept;
  stream_error_policy policy() const noexcept { return policy_.load(std::memory_order_acquire); }
  /// Returns the value of the parameter override rxros2.on_stream_error, if it is given. Throws
  /// std::invalid_argument for a wrong value.
  static std::optional<stream_error_policy> policy_override(const node_access & node);

  /// Returns the scheduler of a callback group of the node (nullptr: its default group) on a clock.
  /// RCL_ROS_TIME is the node's own clock.
  std::shared_ptr<node_scheduler> scheduler(
    const node_access & node, rclcpp::CallbackGroup::SharedPtr group = nullptr,
    rcl_clock_type_t clock = RCL_ROS_TIME);

  /// Notifies `stream` when the node ends, or at once if it has ended. Remove the stream when it
  /// ends before the node.
  void add(const std::shared_ptr<node_bound> & stream);
  void remove(const node_bound & stream) noexcept;

  /// Returns the node's only T; the first call creates it, the node's end drops it.
  template <typename T, typename Make>
  std::shared_ptr<T> shared(Make make)
  {
    if (auto streams = find_shared(typeid(T))) {
      return std::static_pointer_cast<T>(std::move(streams));
    }
    return std::static_pointer_cast<T>(keep_shared(typeid(T), make()));
  }

  /// Keeps a running stream until the node ends, then disposes it. Streams that ended by themselves
  /// are removed.
  void own(rx::subscription stream);

private:
  node_streams(const node_access & node, std::optional<stream_error_policy> policy_override);
  std::shared_ptr<void> find_shared(std::type_index type);
  /// Returns the stored object: that of another thread if it was faster.
  std::shared_ptr<void> keep_shared(std::type_index type, std::shared_ptr<void> created);

  const node_life node_;
  const std::string node_name_;
  const std::weak_ptr<rclcpp::Context> context_;
  const std::chrono::steady_clock::time_point created_ = std::chrono::steady_clock::now();
  const bool is_policy_overridden_;
  std::atomic<stream_error_policy> policy_;
  std::atomic<bool> all_ended_ = false;  // every stream of the node has completed
  std::mutex mutex_;                     // guards the members below
  std::atomic<bool> ended_ = false;      // no stream can begin
  std::unordered_map<const node_bound *, std::weak_ptr<node_bound>> bound_;
  std::vector<rx::subscription> owned_;
  std::size_t sweep_at_ = 1;  // number of owned streams at which ended ones are removed
  std::map<
    std::pair<const rclcpp::CallbackGroup *, rcl_clock_type_t>, std::shared_ptr<node_scheduler>>
    schedulers_;
  std::unordered_map<std::type_index, std::shared_ptr<void>> shared_;
};

/// Returns the environment of a node's streams that have none of their own: a callback group
/// (nullptr: the default group) and a clock. Empty if the node was destroyed.
rx::environment environment_of(
  const weak_node & node, rclcpp::CallbackGroup::SharedPtr group = nullptr,
  rcl_clock_type_t clock = RCL_ROS_TIME);

/// The name of a stream's source or sink. In reports, names of topics and services are resolved.
struct stream_label
{
  enum class kind
  {
    text,
    topic,
    service
  };

  std::string text;  ///< "topic"
  std::string name;  ///< "scan"; may be empty
  kind resolved = kind::text;
};

/// Returns an environment with a name for reports. Without `node`, the name belongs to the node of
/// the environment, if it has one.
rx::environment labelled(const rx::environment & env, const weak_node & node, stream_label label);
rx::environment labelled(const rx::environment & env, stream_label label);

/// Returns the name of a timer, such as "timer of 10 ms".
stream_label timer_label(rx::duration period);

/// Returns how often the clock of an environment was set back or replaced, or started late; 0 if
/// the environment does not belong to a node. A holder of stamps of such a clock must drop the
/// stamps from before.
std::uint64_t jumps_of(const rx::environment & time) noexcept;

/// Returns the same environment, with the machine's steady clock if it belongs to a node. Waits for
/// devices and futures use it, because these go on while simulated time stands still.
rx::environment in_steady_time(const rx::environment & place);

/// Returns a function that gives a running stream to the node, which keeps it until its end; see
/// node_streams::own().
std::function<void(rx::subscription)> owned_by(const weak_node & node);

}  // namespace rxros2::detail

#endif  // RXROS2__NODES__DETAIL__NODE_STREAMS_HPP_
