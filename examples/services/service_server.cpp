// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// service_server: serves /light, some requests at once and some later; service_client sends them.
// Ctrl-C ends it.
#include <rxros2/rxros2.hpp>
#include <std_srvs/srv/set_bool.hpp>

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rxros2::observable::serve;
using std_srvs::srv::SetBool;
using LightRequest = rxros2::service_request<SetBool>;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("light");

  // Switching on takes a second. The executor serves other requests meanwhile.
  const auto executor = rxros2::on_callback_group(node);
  (serve<SetBool>(node, "light")
    | flat_map([executor](const LightRequest & request) {
        return rx::sources::timer(request->data ? 1s : 0s, executor)
          | map([request](const auto &) { return request; });
      }))
    .subscribe([](const LightRequest & request) {
      SetBool::Response response;
      response.success = true;
      response.message = request->data ? "the light is on" : "the light is off";
      request.respond(response);
    });
  RCLCPP_INFO(node->get_logger(), "serving /light");
  rclcpp::spin(node);
  rclcpp::shutdown();
}
