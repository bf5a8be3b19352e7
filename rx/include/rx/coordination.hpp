// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// RxCpp's names of environments, such as identity_current_thread(), for programs that were written
// for RxCpp. New programs use immediate(), current_thread(), new_thread() and thread_pool().

#ifndef RX__COORDINATION_HPP_
#define RX__COORDINATION_HPP_

#include <memory>

#include "rx/environment.hpp"
#include "rx/schedulers/current_thread.hpp"
#include "rx/schedulers/event_loop.hpp"
#include "rx/schedulers/immediate.hpp"
#include "rx/schedulers/run_loop.hpp"
#include "rx/schedulers/worker.hpp"

namespace rx
{

// Returns immediate().
inline environment identity_immediate()
{
  return immediate();
}
// Returns current_thread().
inline environment identity_current_thread()
{
  return current_thread();
}

// Returns new_thread(), as the two functions below do: one new thread per subscription.
inline environment observe_on_new_thread()
{
  return new_thread();
}
// Returns new_thread(): one new thread per subscription.
inline environment synchronize_new_thread()
{
  return new_thread();
}
// Returns new_thread(): one new thread per subscription.
inline environment serialize_new_thread()
{
  return new_thread();
}

// Returns an environment for the event loops of the process; each subscription uses one of the
// loops. Thread-safe. The two functions below return the same environment.
inline environment observe_on_event_loop()
{
  static const environment instance = thread_pool();
  return instance;
}
// Returns the environment of observe_on_event_loop().
inline environment synchronize_event_loop()
{
  return observe_on_event_loop();
}
// Returns the environment of observe_on_event_loop().
inline environment serialize_event_loop()
{
  return observe_on_event_loop();
}

// Returns the environment of `loop`; the thread that dispatches the loop runs the tasks.
inline environment observe_on_run_loop(const schedulers::run_loop & loop)
{
  return loop.get_environment();
}

// Returns `worker` itself.
inline environment identity_same_worker(environment worker)
{
  return worker;
}

// An environment with one worker for all subscriptions, instead of one for each.
class identity_one_worker : public environment
{
public:
  // Takes one worker of `scheduler`.
  explicit identity_one_worker(const environment & scheduler) : environment(scheduler.worker()) {}
};
// Another name of identity_one_worker, as in RxCpp.
using observe_on_one_worker = identity_one_worker;
// Another name of identity_one_worker, as in RxCpp.
using serialize_one_worker = identity_one_worker;
// Another name of identity_one_worker, as in RxCpp.
using synchronize_in_one_worker = identity_one_worker;

namespace schedulers
{

// RxCpp's names of schedulers: each function returns the environment of that name.
inline environment make_immediate()
{
  return rx::immediate();
}
// Returns current_thread().
inline environment make_current_thread()
{
  return rx::current_thread();
}
// Returns new_thread().
inline environment make_new_thread()
{
  return rx::new_thread();
}
// Returns the environment of observe_on_event_loop().
inline environment make_event_loop()
{
  return observe_on_event_loop();
}
// Returns the environment of `loop`.
inline environment make_run_loop(const run_loop & loop)
{
  return loop.get_environment();
}

}  // namespace schedulers

}  // namespace rx

#endif  // RX__COORDINATION_HPP_
