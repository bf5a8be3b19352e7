// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Client and server of a service have different types.
//
// says: [WARN] […] [button]: Incompatible type of service '/light', no calls will be answered by
//   it: the client of node /button has type 'std_srvs/srv/SetBool', the server of node /lamp has
//   'std_srvs/srv/Trigger'; use one type in both, or another name for one of them
// says: [WARN] […] [lamp]: Incompatible type of service '/light', no calls will be received from
//   it: …
// group: services

#include "rxros2/rxros2.hpp"
#include "std_srvs/srv/set_bool.hpp"
#include "std_srvs/srv/trigger.hpp"

using std_srvs::srv::Trigger;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto lamp = rxros2::create_node("lamp");
  const auto button = rxros2::create_node("button");
  const auto server = lamp->create_service<Trigger>(
    "light", [](Trigger::Request::SharedPtr, Trigger::Response::SharedPtr) {});
  const auto client = button->create_client<std_srvs::srv::SetBool>("light");
}
