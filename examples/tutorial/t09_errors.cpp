// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tutorial t09: errors, time limits, and another try. The dock and its voltmeter are simulated.
#include <cstdio>
#include <stdexcept>

#include <rxros2/rxros2.hpp>
#include <std_msgs/msg/float32.hpp>
#include <std_srvs/srv/trigger.hpp>

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rxros2::observable::from_timer;
using rxros2::observable::from_topic;
using rxros2::observable::send_request;
using rxros2::observable::serve;
using std_msgs::msg::Float32;
using std_srvs::srv::Trigger;

namespace
{

// Publishes three voltages; then its cable is loose.
void simulate_voltmeter(const std::shared_ptr<rxros2::Node> & node)
{
  from_timer(node, 10ms)
    | take(3)
    | map([](long k) { return Float32().set__data(24.0f + 0.5f * static_cast<float>(k)); })
    | publish_to_topic<Float32>(node, "voltage");
}

// Free when it is asked for the third time.
void simulate_dock(const std::shared_ptr<rxros2::Node> & node)
{
  serve<Trigger>(node, "dock").subscribe(
    [asked = 0, node](const rxros2::service_request<Trigger> & request) mutable {
      Trigger::Response response;
      response.success = ++asked == 3;
      response.message = response.success ? "docked" : "the dock is taken";
      request.respond(response);
      if (response.success) {
        simulate_voltmeter(node);
      }
    });
}

}  // namespace

// snippet main
int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("mower");

  const auto docked = send_request<Trigger>(node, "dock", Trigger::Request(), {.timeout = 5s})
    | map([](const Trigger::Response::SharedPtr & response) {
        std::printf("%s\n", response->message.c_str());
        if (!response->success) {
          throw std::runtime_error(response->message);       // an error of the stream only
        }
        return response;
      })
    | retry_with_backoff({.initial = 10ms, .attempts = 5});  // again after 10 ms, 20 ms, 40 ms …

  auto voltage = from_topic<Float32>(node, "voltage")
    | map([](const Float32 & volts) { return volts.data; })
    | timeout(1s, rx::sources::just(0.0f));                  // after so long a silence: this

  docked
    | flat_map([=](const auto &) { return voltage; })        // only then
    | subscribe([](float volts) { std::printf("charging, %.1f V\n", volts); },
                [](std::exception_ptr error) {
                  std::printf("gave up: %s\n", rx::what(error).c_str());
                  rclcpp::shutdown();
                },
                [] { rclcpp::shutdown(); });

  simulate_dock(node);
  rclcpp::spin(node);
}
// end
