// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The services and topics of an action, of types that are known as data; used by both cores.
#ifndef RCLCPP_ACTION__ENDPOINTS_HPP_
#define RCLCPP_ACTION__ENDPOINTS_HPP_

#include <array>
#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "action_msgs/msg/goal_status_array.hpp"
#include "rclcpp/any_subscription_callback.hpp"
#include "rclcpp/client.hpp"
#include "rclcpp/detail/block_pool.hpp"
#include "rclcpp/detail/message/message.hpp"
#include "rclcpp/executors/detail/composite_waitable.hpp"
#include "rclcpp/guard_condition.hpp"
#include "rclcpp/publisher_base.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription_base.hpp"
#include "rclcpp_action/types.hpp"

namespace rclcpp_action::detail
{

using Entities = rclcpp::executors::detail::CompositeWaitable::Entities;

/// The action's name, expanded and remapped like a topic's. Throws rclcpp::exceptions::RCLError.
std::string resolve_action_name(
  rclcpp::node_interfaces::NodeBaseInterface & node, const std::string & name);

/// Calls `make`, which makes endpoints, and turns what it throws into rclcpp::exceptions::RCLError.
void make_endpoints(const std::string & action, const std::function<void()> & make);

rclcpp::QoS to_qos(const rmw_qos_profile_t & profile);

/// Ids are random already.
struct GoalHash
{
  std::size_t operator()(const GoalUUID & id) const noexcept
  {
    std::array<std::uint64_t, 2> halves;
    static_assert(sizeof(halves) == sizeof(id));
    std::memcpy(halves.data(), id.data(), sizeof(id));
    return (halves[0] ^ halves[1]) * 0x9e3779b97f4a7c15;
  }
};

/// Goals by their ids.
template <typename T>
using GoalMap = std::unordered_map<
  GoalUUID, T, GoalHash, std::equal_to<>,
  rclcpp::detail::BlockAllocator<std::pair<const GoalUUID, T>>>;

/// An item that somebody took in place of the executor, and what is to be done with it.
using Taken = std::function<void()>;

/// Calls functions of the user of which each is to be called whatever the others throw.
class AllCalled
{
public:
  template <typename Function>
  void call(const Function & function) noexcept
  {
    try {
      function();
    } catch (...) {
      if (!first_) {
        first_ = std::current_exception();
      }
    }
  }

  /// What the first one that threw has thrown, if any.
  void rethrow() const
  {
    if (first_) {
      std::rethrow_exception(first_);
    }
  }

private:
  std::exception_ptr first_;
};

/// A client of one of the three services.
class RequestClient final : public rclcpp::ClientBase,
                            public std::enable_shared_from_this<RequestClient>
{
public:
  RequestClient(
    rclcpp::node_interfaces::NodeBaseInterface & node, const rclcpp::detail::ServiceType & type,
    const std::string & name, const rclcpp::QoS & qos)
  : ClientBase(&node, type, name, qos), type_(type)
  {
  }

  using rclcpp::ClientBase::send;
  using rclcpp::ClientBase::set_introspection;

  std::shared_ptr<void> create_response() override
  {
    return rclcpp::detail::make_shared_message(*type_.response.type);
  }

  /// Null if none waits.
  std::shared_ptr<Taken> take();

private:
  const rclcpp::detail::ServiceType & type_;
};

/// One of the three services.
class RequestService final : public rclcpp::ServiceBase,
                             public std::enable_shared_from_this<RequestService>
{
public:
  using Handler = std::function<void(const rmw_request_id_t &, std::shared_ptr<void>)>;

  RequestService(
    rclcpp::node_interfaces::NodeBaseInterface & node, const rclcpp::detail::ServiceType & type,
    const std::string & name, const rclcpp::QoS & qos, Handler handler)
  : ServiceBase(
      &node, type, name, qos,
      [handler = std::move(handler)](
        ServiceBase *, const std::shared_ptr<rmw_request_id_t> & header,
        std::shared_ptr<void> request) {
        handler(*header, std::move(request));
        return nullptr;
      }),
    type_(type)
  {
  }

  using rclcpp::ServiceBase::respond;
  using rclcpp::ServiceBase::set_introspection;

  std::shared_ptr<void> create_request() override
  {
    return rclcpp::detail::make_shared_message(*type_.request.type);
  }

  /// Null if none waits.
  std::shared_ptr<Taken> take();

private:
  const rclcpp::detail::ServiceType & type_;
};

class FeedbackPublisher final : public rclcpp::PublisherBase
{
public:
  FeedbackPublisher(
    rclcpp::node_interfaces::NodeBaseInterface & node, const rclcpp::detail::TypeSupport & type,
    const std::string & topic, const rclcpp::QoS & qos,
    const rclcpp::PublisherOptionsBase & options)
  : PublisherBase(
      &node, topic, {rclcpp::detail::immortal(type), rclcpp::detail::immortal(type)}, qos, options)
  {
  }

  void publish(rclcpp::detail::UniqueMessage message) { publish_unique(std::move(message)); }
};

/// Of the states of all goals.
class StatusPublisher final : public rclcpp::PublisherBase
{
public:
  using Message = action_msgs::msg::GoalStatusArray;

  StatusPublisher(
    rclcpp::node_interfaces::NodeBaseInterface & node, const std::string & topic,
    const rclcpp::QoS & qos, const rclcpp::PublisherOptionsBase & options)
  : PublisherBase(
      &node, topic, {rclcpp::detail::immortal(type), rclcpp::detail::immortal(type)}, qos, options)
  {
  }

  using PublisherBase::has_remote_subscriptions;

  /// False if it was not sent to other processes, as none of them subscribes.
  bool publish(std::unique_ptr<Message> message)
  {
    return publish_state(rclcpp::detail::UniqueMessage(message.release(), {&type}));
  }

private:
  static constexpr const rclcpp::detail::TypeSupport & type = rclcpp::detail::type_support<Message>;
};

/// Gives its handler the messages as they came: structs from this process, bytes from others. What
/// the filter refuses (AnyCallback::filter()) does not take the place of others in the queue.
class FeedbackSubscription final : public rclcpp::SubscriptionBase
{
public:
  using Handler = std::function<void(rclcpp::detail::Message &)>;
  using Filter = rclcpp::detail::AnyCallback::Filter;

  FeedbackSubscription(
    rclcpp::node_interfaces::NodeBaseInterface & node, const rclcpp::detail::TypeSupport & type,
    const std::string & topic, const rclcpp::QoS & qos,
    const rclcpp::SubscriptionOptionsBase & options, Filter filter, Handler handler);

  bool take_type_erased(void * message_out, rclcpp::MessageInfo & message_info_out) override;
  std::shared_ptr<void> create_message() override;

private:
  const rclcpp::detail::TypeSupport & type_;
};

/// The oldest message of a subscription. Null if none waits.
std::shared_ptr<Taken> take(const std::shared_ptr<rclcpp::SubscriptionBase> & subscription);

/// The endpoint and its QoS events.
template <typename Endpoint>
void add_events(Entities & entities, const Endpoint & endpoint)
{
  for (const auto & [kind, event] : endpoint.get_event_handlers()) {
    entities.push_back(rclcpp::executors::detail::entity_of(event));
  }
}

}  // namespace rclcpp_action::detail

#endif  // RCLCPP_ACTION__ENDPOINTS_HPP_
