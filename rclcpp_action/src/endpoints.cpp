// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Takes items from an action's endpoints in place of the executor, and creates endpoints.
#include "endpoints.hpp"

#include <cstddef>
#include <stdexcept>
#include <utility>

#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/extension/endpoints.hpp"
#include "rclcpp/extension/types.hpp"

namespace rclcpp_action::detail
{

std::string resolve_action_name(
  rclcpp::node_interfaces::NodeBaseInterface & node, const std::string & name)
{
  if (name.empty()) {
    throw rclcpp::exceptions::RCLError("the name of an action must not be empty");
  }
  std::string resolved;
  make_endpoints(name, [&] { resolved = node.resolve_topic_or_service_name(name, false); });
  return resolved;
}

void make_endpoints(const std::string & action, const std::function<void()> & make)
{
  try {
    make();
  } catch (const rclcpp::exceptions::RCLErrorBase &) {
    throw;
  } catch (const std::exception & error) {
    throw rclcpp::exceptions::RCLError("action '" + action + "': " + error.what());
  }
}

rclcpp::QoS to_qos(const rmw_qos_profile_t & profile)
{
  return rclcpp::QoS(rclcpp::QoSInitialization::from_rmw(profile), profile);
}

std::shared_ptr<Taken> RequestClient::take()
{
  auto header = create_request_header();
  auto response = create_response();
  if (!take_type_erased_response(response.get(), *header)) {
    return nullptr;
  }
  return std::make_shared<Taken>(
    [self = shared_from_this(), header, response] { self->handle_response(header, response); });
}

std::shared_ptr<Taken> RequestService::take()
{
  auto header = create_request_header();
  auto request = create_request();
  if (!take_type_erased_request(request.get(), *header)) {
    return nullptr;
  }
  return std::make_shared<Taken>([self = shared_from_this(), header, request]() mutable {
    self->handle_request(header, std::move(request));
  });
}

namespace
{

class FeedbackCall final : public rclcpp::extension::CallbackBase
{
public:
  FeedbackCall(const rclcpp::extension::TypeSupport & type, FeedbackSubscription::Handler handler)
  : type_(type), handler_(std::move(handler))
  {
  }

  void call(
    rclcpp::extension::Message & message, const rclcpp::MessageInfo &,
    const rclcpp::extension::TypeSupport *) override
  {
    handler_(message);
  }
  void call_shared(
    const std::shared_ptr<void> & message, const rclcpp::MessageInfo &,
    const rclcpp::extension::TypeSupport *) override
  {
    const auto & bytes =
      static_cast<rclcpp::SerializedMessage *>(message.get())->get_rcl_serialized_message();
    std::shared_ptr<void> feedback = rclcpp::extension::make_shared_message(type_);
    type_.decode(
      {reinterpret_cast<const std::byte *>(bytes.buffer), bytes.buffer_length}, feedback.get());
    rclcpp::extension::Message decoded(std::move(feedback), type_);
    handler_(decoded);
  }

private:
  const rclcpp::extension::TypeSupport & type_;
  const FeedbackSubscription::Handler handler_;
};

// A callback that takes bytes, so that nothing is decoded before it is known that the goal is in
// use.
class FeedbackCallback final : public rclcpp::extension::AnyCallback
{
public:
  FeedbackCallback(
    const rclcpp::extension::TypeSupport & type, Filter filter,
    FeedbackSubscription::Handler handler)
  {
    callback_ = std::make_unique<FeedbackCall>(type, std::move(handler));
    serialized_ = true;
    filter_ = std::move(filter);
  }
};

}  // namespace

FeedbackSubscription::FeedbackSubscription(
  rclcpp::node_interfaces::NodeBaseInterface & node, const rclcpp::extension::TypeSupport & type,
  const std::string & topic, const rclcpp::QoS & qos,
  const rclcpp::SubscriptionOptionsBase & options, Filter filter, Handler handler)
: SubscriptionBase(
    &node, rclcpp::extension::message_types(type),
    FeedbackCallback(type, std::move(filter), std::move(handler)), topic, qos, options),
  type_(type)
{
}

bool FeedbackSubscription::take_type_erased(
  void * message_out, rclcpp::MessageInfo & message_info_out)
{
  rclcpp::extension::Message message;
  if (!take_message(message, message_info_out, type_)) {
    return false;
  }
  type_.move(message_out, message.take_shared_mutable(type_).get());
  return true;
}

std::shared_ptr<void> FeedbackSubscription::create_message()
{
  return rclcpp::extension::make_shared_message(type_);
}

std::shared_ptr<Taken> take(const rclcpp::SubscriptionBase::SharedPtr & subscription)
{
  auto message = subscription->create_message();
  rclcpp::MessageInfo info;
  if (!subscription->take_type_erased(message.get(), info)) {
    return nullptr;
  }
  return std::make_shared<Taken>(
    [subscription, message, info]() mutable { subscription->handle_message(message, info); });
}

}  // namespace rclcpp_action::detail
