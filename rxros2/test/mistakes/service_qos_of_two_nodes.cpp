// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A client sends its requests best effort to a reliable server.
//
// says: [WARN] […] [button]: New server discovered on service '/light', requesting incompatible
//   QoS. No requests will be sent to it. Last incompatible policy: RELIABILITY_QOS_POLICY: the
//   client of node /button offers reliability best_effort, the server of node /lamp requires
//   reliability reliable; …
// says: [WARN] […] [lamp]: New client discovered on service '/light', offering incompatible QoS.
//   …
// group: services

#include "rxros2/rxros2.hpp"
#include "std_srvs/srv/trigger.hpp"

using std_srvs::srv::Trigger;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto lamp = rxros2::create_node("lamp");
  const auto button = rxros2::create_node("button");
  const auto server = lamp->create_service<Trigger>(
    "light", [](Trigger::Request::SharedPtr, Trigger::Response::SharedPtr) {});
  const auto client = button->create_client<Trigger>("light", rclcpp::ServicesQoS().best_effort());
}
