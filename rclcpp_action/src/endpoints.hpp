// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The services and topics of an action, of types that are known as data; for client and server.
#ifndef RCLCPP_ACTION__ENDPOINTS_HPP_
#define RCLCPP_ACTION__ENDPOINTS_HPP_

#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "action_msgs/msg/goal_status_array.hpp"
#include "rclcpp/any_subscription_callback.hpp"
#include "rclcpp/client.hpp"
#include "rclcpp/extension/endpoints.hpp"
#include "rclcpp/extension/entities.hpp"
#include "rclcpp/extension/types.hpp"
#include "rclcpp/guard_condition.hpp"
#include "rclcpp/publisher_base.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription_base.hpp"
#include "rclcpp_action/types.hpp"

namespace rclcpp_action::detail
{

using Entities = rclcpp::extension::CompositeWaitable::Entities;

/// Returns the action's name, expanded and remapped like a topic. Throws
/// rclcpp::exceptions::RCLError.
std::string resolve_action_name(
  rclcpp::node_interfaces::NodeBaseInterface & node, const std::string & name);

/// Calls `make`, which creates endpoints, and converts its exceptions to
/// rclcpp::exceptions::RCLError.
void make_endpoints(const std::string & action, const std::function<void()> & make);

rclcpp::QoS to_qos(const rmw_qos_profile_t & profile);

/// An item that was taken in place of the executor, and its processing.
using Taken = std::function<void()>;

/// Calls several functions of the user, each even if others throw.
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

  /// Rethrows the first exception, if there was one.
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
    rclcpp::node_interfaces::NodeBaseInterface & node, const rclcpp::extension::ServiceType & type,
    const std::string & name, const rclcpp::QoS & qos)
  : ClientBase(&node, type, name, qos), type_(type)
  {
  }

  using rclcpp::ClientBase::send;
  using rclcpp::ClientBase::set_introspection;

  std::shared_ptr<void> create_response() override
  {
    return rclcpp::extension::make_shared_message(*type_.response.type);
  }

  /// Returns null if no item waits.
  std::shared_ptr<Taken> take();

private:
  const rclcpp::extension::ServiceType & type_;
};

/// One of the three services.
class RequestService final : public rclcpp::ServiceBase,
                             public std::enable_shared_from_this<RequestService>
{
public:
  using Handler = std::function<void(const rmw_request_id_t &, std::shared_ptr<void>)>;

  RequestService(
    rclcpp::node_interfaces::NodeBaseInterface & node, const rclcpp::extension::ServiceType & type,
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
    return rclcpp::extension::make_shared_message(*type_.request.type);
  }

  /// Returns null if no item waits.
  std::shared_ptr<Taken> take();

private:
  const rclcpp::extension::ServiceType & type_;
};

class FeedbackPublisher final : public rclcpp::PublisherBase
{
public:
  FeedbackPublisher(
    rclcpp::node_interfaces::NodeBaseInterface & node, const rclcpp::extension::TypeSupport & type,
    const std::string & topic, const rclcpp::QoS & qos,
    const rclcpp::PublisherOptionsBase & options)
  : PublisherBase(&node, topic, rclcpp::extension::message_types(type), qos, options)
  {
  }

  void publish(rclcpp::extension::UniqueMessage message) { publish_unique(std::move(message)); }
};

/// The publisher of the status topic.
class StatusPublisher final : public rclcpp::PublisherBase
{
public:
  using Message = action_msgs::msg::GoalStatusArray;

  StatusPublisher(
    rclcpp::node_interfaces::NodeBaseInterface & node, const std::string & topic,
    const rclcpp::QoS & qos, const rclcpp::PublisherOptionsBase & options)
  : PublisherBase(&node, topic, rclcpp::extension::message_types(type), qos, options)
  {
  }

  using PublisherBase::has_remote_subscriptions;

  /// Returns false if it was not sent to other processes because none of them subscribes.
  bool publish(std::unique_ptr<Message> message)
  {
    return publish_state(rclcpp::extension::UniqueMessage(message.release(), {&type}));
  }

private:
  static constexpr const rclcpp::extension::TypeSupport & type =
    rclcpp::extension::type_support<Message>;
};

/// Passes messages to its handler as they arrived: structs from this process, bytes from others.
/// Messages that the filter rejects (AnyCallback::filter()) do not use queue capacity.
class FeedbackSubscription final : public rclcpp::SubscriptionBase
{
public:
  using Handler = std::function<void(rclcpp::extension::Message &)>;
  using Filter = rclcpp::extension::AnyCallback::Filter;

  FeedbackSubscription(
    rclcpp::node_interfaces::NodeBaseInterface & node, const rclcpp::extension::TypeSupport & type,
    const std::string & topic, const rclcpp::QoS & qos,
    const rclcpp::SubscriptionOptionsBase & options, Filter filter, Handler handler);

  bool take_type_erased(void * message_out, rclcpp::MessageInfo & message_info_out) override;
  std::shared_ptr<void> create_message() override;

private:
  const rclcpp::extension::TypeSupport & type_;
};

/// Takes the oldest message of a subscription. Returns null if none waits.
std::shared_ptr<Taken> take(const rclcpp::SubscriptionBase::SharedPtr & subscription);

/// Adds the endpoint and its QoS events.
template <typename Endpoint>
void add_events(Entities & entities, const Endpoint & endpoint)
{
  for (const auto & [kind, event] : endpoint.get_event_handlers()) {
    entities.push_back(rclcpp::extension::entity_of(event));
  }
}

}  // namespace rclcpp_action::detail

#endif  // RCLCPP_ACTION__ENDPOINTS_HPP_
