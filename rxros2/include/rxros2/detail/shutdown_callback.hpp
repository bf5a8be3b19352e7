// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What is called when a context shuts down.

#ifndef RXROS2__DETAIL__SHUTDOWN_CALLBACK_HPP_
#define RXROS2__DETAIL__SHUTDOWN_CALLBACK_HPP_

#include <functional>
#include <memory>

#include "rclcpp/context.hpp"

namespace rxros2::detail
{

/// A function that is called when a context shuts down, while this object lives.
/** Any thread may make and destroy one, also a function that is just called: an installed rclcpp
 *  holds a lock while it calls what add_on_shutdown_callback() was given, so that a function which
 *  removed another there would wait for itself. A function runs on if its object is destroyed
 *  meanwhile, so it must own what it uses, or ask a weak pointer for it. It must not throw. */
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

#endif  // RXROS2__DETAIL__SHUTDOWN_CALLBACK_HPP_
