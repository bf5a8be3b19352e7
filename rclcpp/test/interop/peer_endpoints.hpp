// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The publishers and subscriptions of peer.cpp: each type in each way to send and take it,
// reporting all events.
#ifndef PEER_ENDPOINTS_HPP_
#define PEER_ENDPOINTS_HPP_

#include <cstdlib>
#include <functional>
#include <iomanip>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "geometry_msgs/msg/point.hpp"
#include "geometry_msgs/msg/polygon_stamped.hpp"
#include "peer_lines.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp/serialization.hpp"
#include "rosgraph_msgs/msg/clock.hpp"
#include "sensor_msgs/msg/image.hpp"
#include "std_msgs/msg/string.hpp"

namespace peer
{

using geometry_msgs::msg::Point;
using geometry_msgs::msg::PolygonStamped;
using rosgraph_msgs::msg::Clock;
using sensor_msgs::msg::Image;
using std_msgs::msg::String;

inline void fill(String & message, int n)
{
  fill_string(message, n);
}
inline void fill(Image & message, int n)
{
  fill_image(message, n);
}
inline void fill(PolygonStamped & message, int n)
{
  fill_polygon(message, n);
}
inline void fill(Clock & message, int n)
{
  message.clock.sec = n;
}
inline void fill(Point & message, int n)
{
  message.x = n;
  message.y = n + 0.5;
  message.z = -n;
}

/// Returns 0 for a text that is not a number, as other programs send: reported as a bad message.
inline int number_of(const String & message)
{
  int n = 0;
  std::istringstream(message.data) >> n;
  return n;
}
inline int number_of(const Image & message)
{
  return message.header.stamp.sec;
}
inline int number_of(const PolygonStamped & message)
{
  return message.header.stamp.sec;
}
inline int number_of(const Clock & message)
{
  return message.clock.sec;
}
inline int number_of(const Point & message)
{
  return static_cast<int>(message.x);
}

inline rclcpp::QoS qos_of(const Policies & policies)
{
  const auto ms = [](int value) { return rclcpp::Duration(std::chrono::milliseconds(value)); };
  rclcpp::QoS qos(static_cast<std::size_t>(policies.depth));
  if (policies.keep_all) {
    qos.keep_all();
  }
  if (policies.best_effort) {
    qos.best_effort();
  }
  if (policies.transient_local) {
    qos.transient_local();
  }
  if (policies.manual_liveliness) {
    qos.liveliness(rclcpp::LivelinessPolicy::ManualByTopic);
  }
  if (policies.deadline_ms) {
    qos.deadline(ms(*policies.deadline_ms));
  }
  if (policies.lease_ms) {
    qos.liveliness_lease_duration(ms(*policies.lease_ms));
  }
  return qos;
}

/// Formats bytes with two digits each.
template <typename Bytes>
std::string hexadecimal(const Bytes & bytes)
{
  std::ostringstream out;
  for (const auto byte : bytes) {
    out << std::hex << std::setw(2) << std::setfill('0') << static_cast<int>(byte);
  }
  return out.str();
}

/// Returns an event callback of an endpoint that reports an event with the numbers that `rest`
/// returns.
template <typename Info, typename Rest>
auto reporter(const std::string & name, const std::string & topic, Rest rest)
{
  return [name, topic, rest](Info & info) { event(name, topic, rest(info)); };
}

inline std::string policy_of(rmw_qos_policy_kind_t kind)
{
  return "\"policy\": " + in_quotes(rclcpp::qos_policy_name_from_kind(kind));
}

/// Returns false on rmw_zenoh_cpp, which refuses callbacks of deadlines and liveliness.
inline bool has_timed_events()
{
  const char * const middleware = std::getenv("RMW_IMPLEMENTATION");
  return !middleware || std::string_view(middleware) != "rmw_zenoh_cpp";
}

inline rclcpp::PublisherOptions publisher_options(const std::string & topic)
{
  rclcpp::PublisherOptions options;
  auto & events = options.event_callbacks;
  events.matched_callback = reporter<rclcpp::MatchedInfo>("pub_matched", topic, [](auto & info) {
    return number("count", static_cast<long long>(info.current_count)) + ", " +
           number("total", static_cast<long long>(info.total_count));
  });
  events.incompatible_qos_callback = reporter<rclcpp::QOSOfferedIncompatibleQoSInfo>(
    "pub_incompatible_qos", topic, [](auto & info) { return policy_of(info.last_policy_kind); });
  events.incompatible_type_callback = reporter<rclcpp::IncompatibleTypeInfo>(
    "pub_incompatible_type", topic, [](auto & info) { return number("total", info.total_count); });
  if (has_timed_events()) {
    events.deadline_callback = reporter<rclcpp::QOSDeadlineOfferedInfo>(
      "pub_deadline", topic, [](auto & info) { return number("total", info.total_count); });
    events.liveliness_callback = reporter<rclcpp::QOSLivelinessLostInfo>(
      "pub_liveliness", topic, [](auto & info) { return number("total", info.total_count); });
  }
  return options;
}

inline rclcpp::SubscriptionOptions subscription_options(const std::string & topic)
{
  rclcpp::SubscriptionOptions options;
  auto & events = options.event_callbacks;
  events.matched_callback = reporter<rclcpp::MatchedInfo>("sub_matched", topic, [](auto & info) {
    return number("count", static_cast<long long>(info.current_count)) + ", " +
           number("total", static_cast<long long>(info.total_count));
  });
  events.incompatible_qos_callback = reporter<rclcpp::QOSRequestedIncompatibleQoSInfo>(
    "sub_incompatible_qos", topic, [](auto & info) { return policy_of(info.last_policy_kind); });
  events.incompatible_type_callback = reporter<rclcpp::IncompatibleTypeInfo>(
    "sub_incompatible_type", topic, [](auto & info) { return number("total", info.total_count); });
  if (has_timed_events()) {
    events.deadline_callback = reporter<rclcpp::QOSDeadlineRequestedInfo>(
      "sub_deadline", topic, [](auto & info) { return number("total", info.total_count); });
    events.liveliness_callback =
      reporter<rclcpp::QOSLivelinessChangedInfo>("sub_liveliness", topic, [](auto & info) {
        return number("alive", info.alive_count) + ", " + number("not_alive", info.not_alive_count);
      });
  }
  events.message_lost_callback = reporter<rclcpp::QOSMessageLostInfo>(
    "lost", topic,
    [](auto & info) { return number("count", static_cast<long long>(info.total_count)); });
  return options;
}

struct Out
{
  std::shared_ptr<rclcpp::PublisherBase> base;
  std::function<void(int)> publish;
};

struct In
{
  std::shared_ptr<rclcpp::SubscriptionBase> base;
  /// For a polled subscription: takes a message and reports it like the others; returns false if
  /// there is none.
  std::function<bool()> take;
};

/// `way`: empty or unique, reference, loaned, serialized, generic.
template <typename T>
Out make_publisher(
  rclcpp::Node & node, const std::string & topic, const rclcpp::QoS & qos, const std::string & way)
{
  const auto encode = [](int n) {
    T message;
    fill(message, n);
    rclcpp::SerializedMessage bytes;
    rclcpp::Serialization<T>().serialize_message(&message, &bytes);
    return bytes;
  };
  const rclcpp::PublisherOptions options = publisher_options(topic);
  if (way == "generic") {
    const char * type = rosidl_generator_traits::name<T>();
    auto publisher = node.create_generic_publisher(topic, type, qos, options);
    return {publisher, [publisher, encode](int n) { publisher->publish(encode(n)); }};
  }
  auto publisher = node.create_publisher<T>(topic, qos, options);
  if (way.empty() || way == "unique") {
    return {publisher, [publisher](int n) {
              auto message = std::make_unique<T>();
              fill(*message, n);
              publisher->publish(std::move(message));
            }};
  }
  if (way == "reference") {
    return {publisher, [publisher](int n) {
              T message;
              fill(message, n);
              publisher->publish(message);
            }};
  }
  if (way == "loaned") {
    return {publisher, [publisher](int n) {
              auto message = publisher->borrow_loaned_message();
              fill(message.get(), n);
              publisher->publish(std::move(message));
            }};
  }
  if (way == "serialized") {
    return {publisher, [publisher, encode](int n) { publisher->publish(encode(n)); }};
  }
  throw std::invalid_argument("no such way to publish: " + way);
}

/// `way`: empty or reference, shared, unique, info, serialized, generic, polled.
template <typename T>
In make_subscription(
  rclcpp::Node & node, const std::string & topic, const rclcpp::QoS & qos, const std::string & way)
{
  const auto report = [topic](const T & message, const std::string & more = {}) {
    T expected;
    fill(expected, number_of(message));
    event(
      message == expected ? "message" : "bad_message", topic,
      number("n", number_of(message)) + more);
  };
  const auto report_bytes = [report](std::shared_ptr<const rclcpp::SerializedMessage> bytes) {
    T message;
    rclcpp::Serialization<T>().deserialize_message(bytes.get(), &message);
    report(message);
  };
  rclcpp::SubscriptionOptions options = subscription_options(topic);
  if (way.empty() || way == "reference") {
    const auto take = [report](const T & message) { report(message); };
    return {node.create_subscription<T>(topic, qos, take, options), {}};
  }
  if (way == "shared") {
    const auto take = [report](std::shared_ptr<const T> message) { report(*message); };
    return {node.create_subscription<T>(topic, qos, take, options), {}};
  }
  if (way == "unique") {
    const auto take = [report](std::unique_ptr<T> message) { report(*message); };
    return {node.create_subscription<T>(topic, qos, take, options), {}};
  }
  if (way == "info") {
    const auto take = [report](const T & message, const rclcpp::MessageInfo & about) {
      const rmw_message_info_t & info = about.get_rmw_message_info();
      report(
        message, ", \"gid\": " + in_quotes(hexadecimal(info.publisher_gid.data)) + ", " +
                   number("source_stamp", info.source_timestamp) + ", " +
                   number("received_stamp", info.received_timestamp));
    };
    return {node.create_subscription<T>(topic, qos, take, options), {}};
  }
  if (way == "serialized") {
    return {node.create_subscription<T>(topic, qos, report_bytes, options), {}};
  }
  if (way == "generic") {
    const char * type = rosidl_generator_traits::name<T>();
    return {node.create_generic_subscription(topic, type, qos, report_bytes, options), {}};
  }
  if (way == "polled") {
    options.callback_group =
      node.create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
    auto subscription = node.create_subscription<T>(topic, qos, [](const T &) {}, options);
    return {subscription, [subscription, report] {
              T message;
              rclcpp::MessageInfo info;
              const bool taken = subscription->take(message, info);
              if (taken) {
                report(message);
              }
              return taken;
            }};
  }
  throw std::invalid_argument("no such way to take: " + way);
}

/// Calls `use` with a null pointer of the type with that name.
template <typename Use>
auto with_type(const std::string & name, Use && use)
{
  if (name == "string") {
    return use(static_cast<String *>(nullptr));
  }
  if (name == "image") {
    return use(static_cast<Image *>(nullptr));
  }
  if (name == "polygon") {
    return use(static_cast<PolygonStamped *>(nullptr));
  }
  if (name == "point") {
    return use(static_cast<Point *>(nullptr));
  }
  if (name == "clock") {
    return use(static_cast<Clock *>(nullptr));
  }
  throw std::invalid_argument("no such type: " + name);
}

}  // namespace peer

#endif  // PEER_ENDPOINTS_HPP_
