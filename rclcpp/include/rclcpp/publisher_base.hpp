// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// All of a publisher that does not depend on the message type; the base of Publisher and
// GenericPublisher.
#ifndef RCLCPP__PUBLISHER_BASE_HPP_
#define RCLCPP__PUBLISHER_BASE_HPP_

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "rcl/types.h"
#include "rclcpp/detail/message/message.hpp"
#include "rclcpp/detail/to_nanoseconds.hpp"
#include "rclcpp/event_handler.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/network_flow_endpoint.hpp"
#include "rclcpp/publisher_options.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/type_support_decl.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rmw/buffer.hpp"
#include "rmw/error_handling.h"
#include "rmw/rmw.h"
#include "rmw/types.h"

namespace rclcpp
{

namespace node_interfaces
{
class NodeBaseInterface;
}

/// A writer of one topic. All functions are thread-safe.
/// Publishing takes no lock but that of each queue it puts the message into, which is held for some
/// ns, and never waits for a callback. Exceptions: a transient_local publisher has a lock of its
/// own for what it keeps for late subscriptions, and a keep_all one waits for reliable readers of
/// other processes that are too far behind. Keeps its node's part in the ROS graph alive.
class RCLCPP_PUBLIC PublisherBase : public std::enable_shared_from_this<PublisherBase>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(PublisherBase)

  /// `topic` is expanded and remapped. Throws exceptions::InvalidTopicNameError, rmw::error.
  PublisherBase(
    node_interfaces::NodeBaseInterface * node_base, const std::string & topic,
    const detail::MessageTypes & types, const QoS & qos, const PublisherOptionsBase & options);
  virtual ~PublisherBase();

  /// Fully qualified.
  const char * get_topic_name() const;
  std::size_t get_queue_size() const;
  const rmw_gid_t & get_gid() const;
  /// As the middleware uses it: no policy is left to a default.
  QoS get_actual_qos() const;

  /// Matched subscriptions, of this process and of others.
  std::size_t get_subscription_count() const;
  /// Those that get messages by pointer.
  std::size_t get_intra_process_subscription_count() const;

  /// The least number of messages that fit into the queue of a subscription that gets them by
  /// pointer, before it drops one; 0 if there is none.
  std::size_t lowest_available_ipm_capacity() const;
  bool is_durability_transient_local() const;
  /// Throws exceptions::RCLError: the middleware does not tell.
  std::vector<NetworkFlowEndpoint> get_network_flow_endpoints() const;

  /// For liveliness MANUAL_BY_TOPIC. False if the middleware refuses.
  [[nodiscard]] bool assert_liveliness() const;
  /// Waits until the reliable subscriptions of other processes have all that was published; false
  /// on timeout. Negative: for ever. Local subscriptions are given messages at once and do not
  /// count.
  template <typename DurationRepT = std::int64_t, typename DurationT = std::milli>
  bool wait_for_all_acked(
    std::chrono::duration<DurationRepT, DurationT> timeout =
      std::chrono::duration<DurationRepT, DurationT>(-1)) const
  {
    return wait_for_acked(rclcpp::detail::to_nanoseconds(timeout));
  }

  /// False: the engine has no memory shared between processes. A borrowed message is one on the
  /// heap, and travels to local subscriptions without a copy all the same.
  bool can_loan_messages() const { return false; }

  bool operator==(const rmw_gid_t & gid) const;
  bool operator==(const rmw_gid_t * gid) const;

  const std::unordered_map<rcl_publisher_event_type_t, std::shared_ptr<EventHandlerBase>> &
  get_event_handlers() const;

  /// Calls `callback` with the number of new events of that kind when there are some, at once if
  /// some wait: in the thread in which they happen, see detail::ReadyCallback. For kinds for which
  /// the options have an event callback, others give a warning. Throws std::invalid_argument for
  /// null.
  void set_on_new_qos_event_callback(
    std::function<void(std::size_t)> callback, rcl_publisher_event_type_t event_type);
  void clear_on_new_qos_event_callback(rcl_publisher_event_type_t event_type);

protected:
  // Who owns the message decides what is copied: the table is in src/local/delivery.hpp.
  // `type` is one of message_types().
  void publish_unique(detail::UniqueMessage message);
  void publish_shared(detail::SharedMessage message, const detail::TypeSupport & type);
  void publish_borrowed(const void * message, const detail::TypeSupport & type);
  void publish_serialized(const rcl_serialized_message_t & message);
  void publish_serialized(rmw::Buffer && sample);
  // The state of something, of which only the latest counts: not encoded while no subscription
  // elsewhere is matched, also if the publisher is transient_local. False if so: who publishes it
  // does so again when one comes.
  bool publish_state(detail::UniqueMessage message);
  bool has_remote_subscriptions() const;

  const detail::MessageTypes & message_types() const;

private:
  struct Impl;

  void publish_kept(const detail::SharedMessage & message, bool adapted, bool is_copy);
  bool wait_for_acked(std::chrono::nanoseconds timeout) const;

  std::unique_ptr<Impl> impl_;
};

}  // namespace rclcpp

#endif  // RCLCPP__PUBLISHER_BASE_HPP_
