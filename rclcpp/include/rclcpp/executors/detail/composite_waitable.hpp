// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A waitable that is made of ordinary entities: action clients and servers.
#ifndef RCLCPP__EXECUTORS__DETAIL__COMPOSITE_WAITABLE_HPP_
#define RCLCPP__EXECUTORS__DETAIL__COMPOSITE_WAITABLE_HPP_

#include <memory>
#include <vector>

#include "rclcpp/executors/detail/entity.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rclcpp/waitable.hpp"

namespace rclcpp::executors::detail
{

/// The subscriptions, services, clients and timers of this waitable come into its callback group,
/// and leave it, in its place: the executor runs each of them in the order of its arrival, and
/// calls none of the waitable's functions. These are for wait sets.
class RCLCPP_PUBLIC CompositeWaitable : public Waitable
{
public:
  using Entities = std::vector<std::shared_ptr<Entity>>;

  /// The same in each call.
  virtual Entities get_entities() const = 0;
};

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__DETAIL__COMPOSITE_WAITABLE_HPP_
