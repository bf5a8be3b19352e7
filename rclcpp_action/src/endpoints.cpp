// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Taking items from an action's endpoints in place of the executor, and making endpoints.
#include "endpoints.hpp"

#include "rclcpp/exceptions/exceptions.hpp"

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

bool FeedbackSubscription::take_type_erased(
  void * message_out, rclcpp::MessageInfo & message_info_out)
{
  rclcpp::detail::Message message;
  if (!take_message(message, message_info_out, type_)) {
    return false;
  }
  type_.move(message_out, message.take_shared_mutable(type_).get());
  return true;
}

std::shared_ptr<void> FeedbackSubscription::create_message()
{
  return rclcpp::detail::make_shared_message(type_);
}

std::shared_ptr<rclcpp::SerializedMessage> FeedbackSubscription::create_serialized_message()
{
  return SubscriptionBase::create_serialized_message();
}

void FeedbackSubscription::handle_message(
  std::shared_ptr<void> & message, const rclcpp::MessageInfo & info)
{
  rclcpp::detail::Message wrapped(message, type_);
  call(wrapped, info);
}

void FeedbackSubscription::handle_serialized_message(
  const std::shared_ptr<rclcpp::SerializedMessage> & serialized_message,
  const rclcpp::MessageInfo & info)
{
  std::shared_ptr<void> message = create_message();
  decode(*serialized_message, message.get());
  handle_message(message, info);
}

void FeedbackSubscription::call(rclcpp::detail::Message & message, const rclcpp::MessageInfo &)
{
  handler_(message);
}

std::shared_ptr<Taken> take(const std::shared_ptr<rclcpp::SubscriptionBase> & subscription)
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
