// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A subscription that only exists in the graph, for topics that ROS 2's nodes subscribe to and
// RxROS2's do not need.
#ifndef RCLCPP__PUBSUB__ANNOUNCED_SUBSCRIPTION_HPP_
#define RCLCPP__PUBSUB__ANNOUNCED_SUBSCRIPTION_HPP_

#include <memory>
#include <string>
#include <utility>

#include "pubsub/endpoint.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rmw/listener.hpp"
#include "rmw/reader.hpp"

namespace rclcpp::detail
{

/// Belongs to the node like any subscription: `ros2 node info` and the graph functions show it with
/// its type and QoS, and publishers of other participants match. Their messages are dropped on
/// arrival; publishers of this context do not send to it. No thread is woken for it. Keeps the node
/// alive. Thread-safe.
class AnnouncedSubscription final : rmw::ReaderListener
{
public:
  AnnouncedSubscription(
    node_interfaces::NodeBaseInterface::SharedPtr node_base, const std::string & topic,
    const TypeSupport & type, const QoS & qos)
  : node_(std::move(node_base))
  {
    reader_ = node_->participant().create_reader(
      pubsub::endpoint_options(
        *node_, node_->resolve_topic_or_service_name(topic, false), type, qos),
      *this);
    node_->rmw_node().add_reader(reader_->gid());
  }
  ~AnnouncedSubscription() override { node_->rmw_node().remove_reader(reader_->gid()); }
  AnnouncedSubscription(const AnnouncedSubscription &) = delete;
  AnnouncedSubscription & operator=(const AnnouncedSubscription &) = delete;

private:
  void on_sample(rmw::Sample &&, const rmw::SampleInfo &) noexcept override {}

  const node_interfaces::NodeBaseInterface::SharedPtr node_;
  std::unique_ptr<rmw::Reader> reader_;
};

}  // namespace rclcpp::detail

#endif  // RCLCPP__PUBSUB__ANNOUNCED_SUBSCRIPTION_HPP_
