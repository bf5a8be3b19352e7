// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Mistakes that the compiler reports: tools/test_support/bad_programs.py compiles this file and
// checks the first error of each. The lines `mistake:` and `says:` are shown in the documentation.

#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/float64.hpp"
#include "std_msgs/msg/int32.hpp"
#include "std_msgs/msg/string.hpp"
#include "std_srvs/srv/set_bool.hpp"
#include "std_srvs/srv/trigger.hpp"

using namespace std::chrono_literals;
using namespace rx::operators;
using namespace rxros2::observable;
using namespace rxros2::operators;
using std_msgs::msg::Float64;
using std_msgs::msg::Int32;
using std_msgs::msg::String;
using std_srvs::srv::SetBool;
using std_srvs::srv::Trigger;

const auto node = rxros2::create_node("bad");
const auto numbers = from_topic<Int32>(node, "numbers");
const auto data = numbers | map([](const Int32 & number) { return number.data; });

// mistake: publish_to_topic<T> of numbers instead of messages
// says: Item = int
// says: T = std_msgs::msg::Int32_<
// says: rxros2::publish_to_topic<T>: an Item of this stream is neither a T nor a pointer to T
// says: Name the type of the items, or put map() in front that returns a T
void publish_numbers()
{
  data | publish_to_topic<Int32>(node, "copies");
}

// mistake: publish_to_topic<T> of another message type
// says: Item = rxros2::item<std_msgs::msg::Int32_<
// says: T = std_msgs::msg::String_<
// says: rxros2::publish_to_topic<T>: an Item of this stream is neither a T nor a pointer to T
void publish_other_message()
{
  numbers | publish_to_topic<String>(node, "texts");
}

// mistake: publish_to_topic<T> of optional messages
// says: Item = std::optional<std_msgs::msg::Float64_<
// says: T = std_msgs::msg::Int32_<
// says: rxros2::publish_to_topic<T>: an Item of this stream is neither a T nor a pointer to T
void publish_optional()
{
  numbers | map([](const Int32 &) { return std::optional<Float64>(); }) |
    publish_to_topic<Int32>(node, "copies");
}

// mistake: publish_to_topic<T> of a tuple
// says: Item = std::tuple<
// says: rxros2::publish_to_topic<T>: an Item of this stream is neither a T nor a pointer to T
void publish_tuple()
{
  numbers | with_latest_from(data) | publish_to_topic<Int32>(node, "copies");
}

// mistake: publish_to_topic without the type of the messages
// says: the type of the messages is missing. Write publish_to_topic<T>(node, topic)
void publish_without_type()
{
  numbers | publish_to_topic(node, "copies");
}

// mistake: publish_to_topic<T> without the node
// says: the first argument is the node. Write publish_to_topic<T>(node, topic[, qos][, options])
void publish_without_node()
{
  numbers | publish_to_topic<Int32>("copies");
}

// mistake: publish_to_topic<T> with the topic in front of the node
// says: the first argument is the node. Write publish_to_topic<T>(node, topic[, qos][, options])
void publish_in_wrong_order()
{
  numbers | publish_to_topic<Int32>("copies", node);
}

// mistake: publish_to_topic<T> with a word as the QoS
// says: the third argument is the QoS, a depth or an rclcpp::QoS
void publish_with_word()
{
  numbers | publish_to_topic<Int32>(node, "copies", "reliable");
}

// mistake: publish_to_topic<T> without its parentheses
// says: no match for 'operator|'
// says: unresolved overloaded function type
void publish_without_parentheses()
{
  numbers | publish_to_topic<Int32>;
}

// mistake: publish serialized messages of a stream that has none
// says: Item = int
// says: rxros2::publish_to_topic<T>: an Item of this stream is neither a T nor a pointer to T
void publish_serialized()
{
  data | publish_to_topic(node, "numbers", "std_msgs/msg/Int32");
}

// mistake: publish_loaned<T> with the arguments of its function in the wrong order
// says: Item = int
// says: rxros2::publish_loaned<T>: the function must be callable as fill(const Item &, T &)
void publish_loaned_in_wrong_order()
{
  data | publish_loaned<Int32>(node, "copies", [](Int32 & to, int from) { to.data = from; });
}

// mistake: from_topic<T> without the node
// says: the first argument is the node. Write from_topic<T>(node, topic[, qos][, options])
void from_topic_without_node()
{
  from_topic<Int32>("numbers");
}

// mistake: from_topic<T> with the topic in front of the node
// says: the first argument is the node. Write from_topic<T>(node, topic[, qos][, options])
void from_topic_in_wrong_order()
{
  from_topic<Int32>("numbers", node);
}

// mistake: from_topic without the type of the messages
// says: the type of the messages is missing. Write from_topic<T>(node, topic)
void from_topic_without_type()
{
  from_topic(node, "numbers");
}

// mistake: from_topic<T> with a callback
// says: a callback belongs in from_topic<T>(node, topic).subscribe(callback)
void from_topic_with_callback()
{
  from_topic<Int32>(node, "numbers", [](const Int32 &) {});
}

// mistake: from_topic<T> with a QoS and a callback
// says: a callback belongs in from_topic<T>(node, topic, qos).subscribe(callback)
void from_topic_with_qos_and_callback()
{
  from_topic<Int32>(node, "numbers", 10, [](const Int32 &) {});
}

// mistake: from_topic<T> with a word as the QoS
// says: the third argument is the QoS, a depth or an rclcpp::QoS
void from_topic_with_word()
{
  from_topic<Int32>(node, "numbers", "best_effort");
}

// mistake: the callback of a topic takes another message type
// says: Item = rxros2::item<std_msgs::msg::Int32_<
// says: on_next takes one Item
void subscribe_other_message()
{
  numbers.subscribe([](const String &) {});
}

// mistake: the callback of a topic takes a non-const reference
// says: Item = rxros2::item<std_msgs::msg::Int32_<
// says: as const Item & or by value
void subscribe_reference()
{
  numbers.subscribe([](Int32 &) {});
}

// mistake: a field of a message without ->, in a generic lambda
// says: has no member named 'data'
void field_without_arrow()
{
  numbers | map([](const auto & number) { return number.data; });
}

// mistake: a member function that is an operator of rxros2
// says: has no member named 'publish_to_topic'
void member_of_rxros2()
{
  numbers.publish_to_topic<Int32>(node, "copies");
}

// mistake: from_timer without the node
// says: rxros2::from_timer: the first argument is the node
void from_timer_without_node()
{
  from_timer(100ms);
}

// mistake: from_timer with a period without a unit
// says: rxros2::from_timer: a duration needs a unit and no fraction, such as 100ms
void from_timer_of_number()
{
  from_timer(node, 100);
}

// mistake: from_timer with a callback
// says: rxros2::from_timer: takes no callback. Write from_timer(node, period).subscribe(callback)
void from_timer_with_callback()
{
  from_timer(node, 100ms, [] {});
}

// mistake: sample_with_frequency with a period
// says: rxros2::sample_with_frequency: takes a frequency in Hz, such as 10.0
void frequency_of_period()
{
  data | sample_with_frequency(100ms);
}

// mistake: send_request<S> of items that are no requests
// says: Item = int
// says: ServiceT = std_srvs::srv::SetBool
// says: rxros2::send_request<ServiceT>: an Item of this stream is neither a ServiceT::Request
void send_numbers()
{
  data | send_request<SetBool>(node, "set");
}

// mistake: send_request<S> of requests of another service
// says: Item = std_srvs::srv::Trigger_Request_<
// says: ServiceT = std_srvs::srv::SetBool
// says: Put map() in front that returns a ServiceT::Request
void send_other_request()
{
  data | map([](int) { return Trigger::Request(); }) | send_request<SetBool>(node, "set");
}

// mistake: send_request<S> without the node
// says: rxros2::send_request<ServiceT>: the first argument is the node
void send_without_node()
{
  data | map([](int) { return SetBool::Request(); }) | send_request<SetBool>("set");
}

// mistake: send_request without the type of the service
// says: the type of the service is missing. Write send_request<ServiceT>(node, service)
void send_without_type()
{
  data | map([](int) { return SetBool::Request(); }) | send_request(node, "set");
}

// mistake: a response taken by reference, which is a pointer
// says: Item = std::shared_ptr<std_srvs::srv::SetBool_Response_<
// says: rx::map: the function cannot be called with an Item of this stream
void response_by_reference()
{
  data | map([](int) { return SetBool::Request(); }) | send_request<SetBool>(node, "set") |
    map([](const SetBool::Response & response) { return response.success; });
}

// mistake: serve<S> with a callback
// says: rxros2::serve<ServiceT>: takes no callback. Write serve<ServiceT>(node, service).subscribe(
void serve_with_callback()
{
  serve<SetBool>(node, "set", [](const SetBool::Request &) { return SetBool::Response(); });
}

// mistake: serve without the type of the service
// says: the type of the service is missing. Write serve<ServiceT>(node, service)
void serve_without_type()
{
  serve(node, "set");
}

// mistake: the requests of serve<S> taken as S::Request
// says: Item = rxros2::service_request<std_srvs::srv::SetBool>
// says: on_next takes one Item
void serve_request()
{
  serve<SetBool>(node, "set").subscribe([](const SetBool::Request &) {});
}

// mistake: a request answered with another response
// says: SetBool_Response_<
void respond_other()
{
  serve<SetBool>(node, "set").subscribe([](const rxros2::service_request<SetBool> & request) {
    request.respond(Trigger::Response());
  });
}

// mistake: max_age of messages without a header
// says: Item = rxros2::item<std_msgs::msg::Int32_<
// says: rxros2::max_age, freshness: an Item of this stream has no header.stamp
void max_age_without_header()
{
  numbers | max_age(1s);
}

// mistake: max_age without a unit
// says: max_age: a duration needs a unit
void max_age_of_number()
{
  numbers | max_age(1);
}

// mistake: to_bag<T> of another type
// says: Item = int
// says: T = std_msgs::msg::Int32_<
// says: rxros2::to_bag<T>: an Item of this stream is neither a T nor a pointer to T
void to_bag_of_numbers()
{
  data | to_bag<Int32>("numbers.mcap", "numbers");
}

// mistake: to_bag without the topic
// says: Item = rxros2::item<std_msgs::msg::Int32_<
// says: Write to_bag<T>(path, topic) for messages of type T
void to_bag_without_topic()
{
  numbers | to_bag("numbers.mcap");
}

// mistake: to_black_box<T> of another type
// says: Item = int
// says: T = std_msgs::msg::Int32_<
// says: rxros2::to_black_box<T>: an Item of this stream is neither a T nor a pointer to T
void to_black_box_of_numbers()
{
  data | to_black_box<Int32>(rxros2::black_box("box"), "numbers");
}

// mistake: observe_on with a node
// says: rx::observe_on: takes an environment, such as rxros2::on_callback_group(node)
void observe_on_node()
{
  data | observe_on(node);
}

// mistake: start_with of a message before the items of a topic
// says: Item = rxros2::item<std_msgs::msg::Int32_<
// says: rx::start_with: a value does not convert to an Item of this stream
void start_with_message()
{
  numbers | start_with(Int32());
}

// mistake: merge of a topic with messages
// says: Item = rxros2::item<std_msgs::msg::Int32_<
// says: Map both streams to one type first
void merge_with_messages()
{
  numbers | merge(rx::observable<>::just(Int32()));
}

// mistake: a coroutine that awaits a node
// says: Awaited = std::shared_ptr<rxros2::Node>
// says: rx: co_await takes a task, a stream, listener.next() or a wait
void await_node()
{
  []() -> rx::task<> { co_await node; };
}
