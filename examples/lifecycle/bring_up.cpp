// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Brings lifecycle nodes up, one after the other: `bring_up /camera /detector`. Each step has 5
// seconds.
#include <cstdio>
#include <string>
#include <vector>

#include "rxros2/lifecycle/change_state.hpp"
#include "rxros2/rxros2.hpp"

using namespace rxcpp::operators;
using namespace std::chrono_literals;
using lifecycle_msgs::msg::State;
using rxros2::observable::change_state;

int main(int argc, char ** argv)
{
  std::vector<std::string> names = rclcpp::init_and_remove_ros_arguments(argc, argv);
  names.erase(names.begin());
  if (names.empty()) {
    names = {"/camera"};
  }
  bool failed = false;
  auto manager = rxros2::create_node("manager");
  // snippet bring_up
  const auto all = [=](const std::string & transition) {
    return rxcpp::observable<>::iterate(names) | concat_map([=](const std::string & name) {
             return change_state(manager, name, transition, {.timeout = 5s}) |
                    map([=](const State & state) { return name + " is " + state.label; });
           });
  };
  (all("configure") | concat(all("activate")))
    .subscribe(
      [](const std::string & reached) { std::printf("%s\n", reached.c_str()); },
      [&](const std::exception_ptr & error) {
        std::printf("not brought up: %s\n", rxcpp::what(error).c_str());
        failed = true;
        rclcpp::shutdown();
      },
      [] { rclcpp::shutdown(); });
  // end
  rclcpp::spin(manager);
  return failed ? 1 : 0;
}
