// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Stages that read a clock but never wait for it: throttle_first, timestamp, time_interval.

#ifndef RX__DETAIL__CLOCKED_HPP_
#define RX__DETAIL__CLOCKED_HPP_

#include <utility>

#include "rx/schedulers/current_thread.hpp"
#include "rx/stage.hpp"

namespace rx::detail
{

// While the pipe is assembled, `clock` is the user's environment or empty; while it runs, it is the
// clock to read. A derived class with its own on_start() must call this one.
struct clocked_stage : stage
{
  explicit clocked_stage(environment env) : clock(std::move(env)) {}

  template <class T, class Out>
  bool on_start(Out & out)
  {
    clock = choose_environment(clock, {}, env_of(out)).worker();
    return true;
  }

  environment clock;
};

// Gives the stage its source's environment.
template <class Stage>
struct clocked
{
  explicit clocked(Stage s) : op(std::move(s)) {}

  template <class Observable>
  auto operator()(Observable && source) const
  {
    Stage copy = op;
    if (!copy.clock) {
      copy.clock = source.env();
    }
    return std::forward<Observable>(source) | std::move(copy);
  }

  Stage op;
};

}  // namespace rx::detail

#endif  // RX__DETAIL__CLOCKED_HPP_
