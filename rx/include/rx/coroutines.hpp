// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Includes everything for coroutines: rx::task and the objects that a task can co_await.

#ifndef RX__COROUTINES_HPP_
#define RX__COROUTINES_HPP_

#include "rx/coroutines/listen.hpp"
#include "rx/coroutines/sleep.hpp"
#include "rx/coroutines/start.hpp"
#include "rx/coroutines/sub.hpp"
#include "rx/coroutines/task.hpp"
#include "rx/coroutines/together.hpp"

#endif  // RX__COROUTINES_HPP_
