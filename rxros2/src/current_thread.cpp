// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rx's scheduler current_thread, compiled once for all programs that use rxros2.
#include "rx/schedulers/current_thread_scheduler.hpp"
