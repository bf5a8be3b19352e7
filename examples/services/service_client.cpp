// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// service_client: asks service_server to switch the light on and off, both at the same time: off is
// answered first.
#include <rxros2/rxros2.hpp>
#include <std_srvs/srv/set_bool.hpp>

#include <cstdio>
#include <exception>

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using std_srvs::srv::SetBool;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("light_user");

  int status = 0;
  (rx::sources::from(true, false)
    | map([](bool on) { return SetBool::Request().set__data(on); })
    | send_request<SetBool>(
        node, "light",
        {.timeout = 10s, .max_in_flight = 2, .order = rxros2::response_order::as_arrived}))
    .subscribe(
      [](const SetBool::Response::SharedPtr & r) { std::printf("%s\n", r->message.c_str()); },
      [&status](std::exception_ptr error) {
        std::fprintf(stderr, "%s\n", rx::what(error).c_str());
        status = 1;
        rclcpp::shutdown();
      },
      [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
  return status;
}
