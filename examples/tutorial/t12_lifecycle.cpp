// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tutorial t12: a node that others configure and activate.

// snippet program
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <rxros2/lifecycle/change_state.hpp>
#include <rxros2/rxros2.hpp>
#include <rxros2/lifecycle/while_active.hpp>
#include <std_msgs/msg/int32.hpp>

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rclcpp_lifecycle::State;
using rxros2::observable::change_state;
using rxros2::observable::from_timer;
using rxros2::observable::from_topic;
using std_msgs::msg::Int32;

class Blades : public rclcpp_lifecycle::LifecycleNode
{
public:
  Blades() : LifecycleNode("blades")
  {
    from_timer(this, 10ms)
      | while_active(this)  // no timer runs in other states
      | map([](std::int64_t) { return Int32().set__data(3000); })
      | publish_to_topic<Int32>(this, "speed");
  }

  CallbackReturn on_configure(const State &) override { return say("motor: found"); }
  CallbackReturn on_activate(const State & previous) override
  {
    say("motor: on");
    return LifecycleNode::on_activate(previous);
  }
  CallbackReturn on_deactivate(const State & previous) override
  {
    say("motor: off");
    return LifecycleNode::on_deactivate(previous);
  }

private:
  static CallbackReturn say(const char * text)
  {
    std::printf("%s\n", text);
    return CallbackReturn::SUCCESS;  // FAILURE: the state stays
  }
};

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto blades = std::make_shared<Blades>();
  auto mower = rxros2::create_node("mower");

  const auto step = [=](const std::string & transition) {
    return change_state(mower, "blades", transition, {.timeout = 5s})
      | map([](const auto & state) { return "blades: " + state.label; });
  };
  const auto speed = from_topic<Int32>(mower, "speed")
    | take(1)
    | map([](const Int32 & rpm) { return std::to_string(rpm.data) + " rpm"; });

  (step("configure") | concat(step("activate"), speed, step("deactivate"), step("activate")))
    .subscribe(
      [](const std::string & text) { std::printf("%s\n", text.c_str()); },
      [] { rclcpp::shutdown(); });

  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(blades->get_node_base_interface());
  executor.add_node(mower);
  executor.spin();
}
// end
