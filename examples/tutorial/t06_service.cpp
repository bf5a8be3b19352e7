// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tutorial t06: serve requests, and send them.

// snippet program
#include <cstdio>

#include <rxros2/rxros2.hpp>
#include <std_srvs/srv/set_bool.hpp>

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rxros2::observable::serve;
using std_srvs::srv::SetBool;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("mower");

  serve<SetBool>(node, "blades").subscribe(
    [running = false](const rxros2::service_request<SetBool> & request) mutable {
      SetBool::Response response;
      response.success = request->data != running;
      response.message = response.success ? "done" : "nothing to do";
      running = request->data;
      request.respond(response);  // now; or keep the request, and answer later, from any thread
    });

  (rx::sources::from(true, true, false)
    | map([](bool on) { return SetBool::Request().set__data(on); })
    | send_request<SetBool>(node, "blades", {.timeout = 5s}))
    .subscribe(
      [](const SetBool::Response::SharedPtr & r) { std::printf("%s\n", r->message.c_str()); },
      [] { rclcpp::shutdown(); });

  rclcpp::spin(node);
}
// end
