// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Includes all of rx.

#ifndef RX__RX_HPP_
#define RX__RX_HPP_

#include "rx/autostart.hpp"
#include "rx/combining_operator.hpp"
#include "rx/composite_subscription.hpp"
#include "rx/connectable_observable.hpp"
#include "rx/coordination.hpp"
#include "rx/coroutines.hpp"
#include "rx/environment.hpp"
#include "rx/error.hpp"
#include "rx/grouped_observable.hpp"
#include "rx/observable.hpp"
#include "rx/observer.hpp"
#include "rx/resubscribing_operator.hpp"
#include "rx/schedulers/current_thread.hpp"
#include "rx/schedulers/event_loop.hpp"
#include "rx/schedulers/immediate.hpp"
#include "rx/schedulers/run_loop.hpp"
#include "rx/schedulers/virtual_time.hpp"
#include "rx/serialized_observer.hpp"
#include "rx/single_assignment_subscription.hpp"
#include "rx/sources.hpp"
#include "rx/stage.hpp"
#include "rx/storage.hpp"
#include "rx/subjects/subject.hpp"
#include "rx/subscription.hpp"
#include "rx/time.hpp"
#include "rx/timed_queue.hpp"
#include "rx/util.hpp"

#endif  // RX__RX_HPP_
