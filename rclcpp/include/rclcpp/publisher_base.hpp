// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The part of a publisher that does not depend on the message type; the base of Publisher and
// GenericPublisher.
#ifndef RCLCPP__PUBLISHER_BASE_HPP_
#define RCLCPP__PUBLISHER_BASE_HPP_

#include <chrono>
#include <cstddef>
#include <cstdint>
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

/// A writer of one topic. All functions are thread-safe. Publishing never waits for a callback, and
/// only takes the lock of each subscription queue for some ns. There are two exceptions: a
/// transient_local publisher also locks its history for late subscriptions, and a keep_all
/// publisher waits for reliable readers of other processes whose backlog is too long
/// (backpressure). The publisher keeps the graph entry of its node alive.
class RCLCPP_PUBLIC PublisherBase : public std::enable_shared_from_this<PublisherBase>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(PublisherBase)

  /// Creates the publisher. `topic` is expanded and remapped. Throws
  /// exceptions::InvalidTopicNameError, rmw::error.
  PublisherBase(
    node_interfaces::NodeBaseInterface * node_base, const std::string & topic,
    const detail::MessageTypes & types, const QoS & qos, const PublisherOptionsBase & options);
  virtual ~PublisherBase();

  /// Returns the fully qualified topic name.
  const char * get_topic_name() const;
  /// Returns the history depth of the QoS.
  std::size_t get_queue_size() const;
  /// Returns the GID, which identifies the publisher in the domain.
  const rmw_gid_t & get_gid() const;
  /// Returns the QoS as the middleware uses it, without default policies.
  QoS get_actual_qos() const;

  /// Returns the number of matched subscriptions in all processes.
  std::size_t get_subscription_count() const;
  /// Returns the number of matched subscriptions that get messages by pointer.
  std::size_t get_intra_process_subscription_count() const;

  /// Returns the smallest number of messages that the queues of subscriptions with messages by
  /// pointer can take before one drops its oldest; 0 if there is no such subscription.
  std::size_t lowest_available_ipm_capacity() const;
  /// Returns true if the durability is transient_local.
  bool is_durability_transient_local() const;
  /// Throws exceptions::RCLError: the middleware does not report it.
  std::vector<NetworkFlowEndpoint> get_network_flow_endpoints() const;

  /// Asserts liveliness for MANUAL_BY_TOPIC. Returns false if the middleware rejects it.
  [[nodiscard]] bool assert_liveliness() const;
  /// Waits until the reliable subscriptions of other processes have acknowledged all messages;
  /// returns false on timeout. A negative timeout waits for ever. Local subscriptions get messages
  /// at once and do not count.
  template <typename DurationRepT = std::int64_t, typename DurationT = std::milli>
  bool wait_for_all_acked(
    std::chrono::duration<DurationRepT, DurationT> timeout =
      std::chrono::duration<DurationRepT, DurationT>(-1)) const
  {
    return wait_for_acked(rclcpp::detail::to_nanoseconds(timeout));
  }

  /// Returns false: a borrowed message is on the heap. It still travels to local subscriptions
  /// without a copy (zero-copy); a large InPlaceMessage does so to other processes.
  bool can_loan_messages() const { return false; }

  /// Returns true if the GID is this publisher's.
  bool operator==(const rmw_gid_t & gid) const;
  /// Returns true if the GID is this publisher's; false for null.
  bool operator==(const rmw_gid_t * gid) const;

  /// Returns the handlers of the QoS events that have a callback.
  const std::unordered_map<rcl_publisher_event_type_t, std::shared_ptr<EventHandlerBase>> &
  get_event_handlers() const;

  /// Sets a callback that gets the number of new events of that kind, on the thread on which they
  /// happen (see detail::ReadyCallback). If events already wait, it is called at once. Only for
  /// kinds with an event callback in the options; others log a warning. Throws
  /// std::invalid_argument for null.
  void set_on_new_qos_event_callback(
    std::function<void(std::size_t)> callback, rcl_publisher_event_type_t event_type);
  /// Removes the callback.
  void clear_on_new_qos_event_callback(rcl_publisher_event_type_t event_type);

protected:
  // The ownership of the message decides what is copied; src/local/delivery.hpp has the table.
  // `type` is one of message_types().
  void publish_unique(detail::UniqueMessage message);
  /// Publishes a message that the caller shares, of the type `type`, which is one of
  /// message_types(). Throws std::invalid_argument for null.
  void publish_shared(detail::SharedMessage message, const detail::TypeSupport & type);
  /// Publishes a message that the caller keeps, of the type `type`, which is one of
  /// message_types(). It must not be null.
  void publish_borrowed(const void * message, const detail::TypeSupport & type);
  /// Publishes a copy of encoded bytes. Throws std::invalid_argument if they do not begin with a
  /// CDR header.
  void publish_serialized(const rcl_serialized_message_t & message);
  /// Returns memory for encoded bytes that are published without a copy.
  rmw::Buffer allocate_serialized(std::size_t size) const;
  /// Publishes encoded bytes without a copy. Throws std::invalid_argument if they do not begin with
  /// a CDR header. `source_timestamp` is in nanoseconds; 0 stands for now.
  void publish_serialized(const rmw::Sample & sample, std::int64_t source_timestamp = 0);
  // Publishes a state message, where only the latest matters. It is not encoded while no remote
  // subscription is matched, even if the publisher is transient_local. Returns false in that case:
  // the caller publishes the state again when a subscription is matched.
  bool publish_state(detail::UniqueMessage message);
  /// Returns true if a subscription of another process is matched.
  bool has_remote_subscriptions() const;

  /// Returns the published type and the ROS message type; they differ only for a TypeAdapter.
  const detail::MessageTypes & message_types() const;

private:
  struct Impl;

  void publish_kept(const detail::SharedMessage & message, bool adapted, bool is_copy);
  bool wait_for_acked(std::chrono::nanoseconds timeout) const;

  std::unique_ptr<Impl> impl_;
};

}  // namespace rclcpp

#endif  // RCLCPP__PUBLISHER_BASE_HPP_
