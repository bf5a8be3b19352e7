// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Ends the waits of a thread when a context shuts down.

#ifndef NODES__CURRENT_THREAD_HPP_
#define NODES__CURRENT_THREAD_HPP_

#include "rclcpp/context.hpp"

namespace rxros2::detail
{

/// Makes the waits of the calling thread, in streams of rx that block it because they have no
/// environment, end with this context. Without a call they end with the default context.
void end_waits_of_this_thread_with(const rclcpp::Context::SharedPtr & context);

}  // namespace rxros2::detail

#endif  // NODES__CURRENT_THREAD_HPP_
