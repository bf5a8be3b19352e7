// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A waitable that consists of ordinary entities, such as an action client or server.
#ifndef RCLCPP__EXECUTORS__DETAIL__COMPOSITE_WAITABLE_HPP_
#define RCLCPP__EXECUTORS__DETAIL__COMPOSITE_WAITABLE_HPP_

#include <memory>
#include <vector>

#include "rclcpp/executors/detail/entity.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rclcpp/waitable.hpp"

namespace rclcpp::executors::detail
{

/// A waitable whose subscriptions, services, clients and timers join and leave its callback group
/// in its place. The executor runs each of them in the order of arrival and calls none of the
/// waitable's functions; those are for wait sets.
class RCLCPP_PUBLIC CompositeWaitable : public Waitable
{
public:
  using Entities = std::vector<std::shared_ptr<Entity>>;

  /// Returns the entities; always the same ones.
  virtual Entities get_entities() const = 0;
};

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__DETAIL__COMPOSITE_WAITABLE_HPP_
