// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The end of what blocks a thread: the shutdown of a context.

#ifndef CURRENT_THREAD_HPP_
#define CURRENT_THREAD_HPP_

#include "rclcpp/context.hpp"

namespace rxros2::detail
{

/// From now on streams of rx that block the calling thread, because they have no environment, end
/// with this context; without a call they end with the default one.
void end_waits_of_this_thread_with(const rclcpp::Context::SharedPtr & context);

}  // namespace rxros2::detail

#endif  // CURRENT_THREAD_HPP_
