// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A callback for the shutdown of a context.

#ifndef RXROS2__NODES__DETAIL__SHUTDOWN_CALLBACK_HPP_
#define RXROS2__NODES__DETAIL__SHUTDOWN_CALLBACK_HPP_

#include <functional>
#include <memory>

#include "rclcpp/context.hpp"

namespace rxros2::detail
{

/// A function that is called when a context shuts down, during the lifetime of this object.
/** Thread-safe, even within the function: an installed rclcpp holds a lock while it calls the
 * functions of add_on_shutdown_callback(), so that removing another one there would deadlock; this
 * class avoids that. A running function continues if its object is destroyed meanwhile, so it must
 * own what it uses or lock a weak pointer. It must not throw. */
class shutdown_callback
{
public:
  shutdown_callback(rclcpp::Context & context, std::function<void()> function);
  ~shutdown_callback();
  shutdown_callback(const shutdown_callback &) = delete;
  shutdown_callback & operator=(const shutdown_callback &) = delete;

private:
  class registry;
  const std::shared_ptr<const std::function<void()>> function_;
  std::weak_ptr<registry> registry_;
};

}  // namespace rxros2::detail

#endif  // RXROS2__NODES__DETAIL__SHUTDOWN_CALLBACK_HPP_
