// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What a waitable is given to say on which guard conditions it waits, and to see which of them were triggered.
#ifndef RCL__WAIT_H_
#define RCL__WAIT_H_

#include <stddef.h>

#include "rcl/guard_condition.h"

/// Not a wait set in the sense of an operating system: nobody waits on it.
/// In add_to_wait_set() it collects guard conditions. In is_ready() an entry is null unless it was triggered since the
/// waitable ran last. Only guard conditions can be in it: the other kinds of entities have executors of their own accord.
typedef struct rcl_wait_set_s
{
  const rcl_guard_condition_t ** guard_conditions;
  size_t size_of_guard_conditions;
  struct rcl_wait_set_impl_s * impl;
} rcl_wait_set_t;

#endif  // RCL__WAIT_H_
