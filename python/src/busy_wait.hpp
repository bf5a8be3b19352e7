// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// busy_wait: decides how long a loop without work stays awake before it sleeps. Used by
// notifier.hpp; knows no threads.

#ifndef RXROS2_PYTHON__BUSY_WAIT_HPP_
#define RXROS2_PYTHON__BUSY_WAIT_HPP_

#include <algorithm>
#include <chrono>

namespace rxros2_python
{

/// Waking a sleeping thread takes as long as tens of messages, mostly because of the core. A loop
/// whose messages arrive within `worth` of each other therefore looks for the next one for that
/// long before it sleeps: at most `worth` of core time is wasted each time the messages stop. If an
/// iteration takes longer than `turn`, other threads want the core or the loop: it sleeps, and busy
/// waiting resumes only after twice as many messages.
/// docs/explanation/design/busy-wait.md has the reasons and the figures.
class busy_wait
{
public:
  using clock = std::chrono::steady_clock;

  static constexpr std::chrono::microseconds worth{150};
  static constexpr std::chrono::microseconds turn{50};
  static constexpr int enough = 8;  // messages in a row, each soon after the one before
  static constexpr int most = 8192;
  static constexpr std::chrono::nanoseconds automatic{-1};

  /// Reports that messages have arrived.
  void found(clock::time_point now)
  {
    if (!idle_) {
      return;
    }
    idle_ = false;
    if (now - since_ > worth) {
      soon_ = 0;
    } else if (soon_ < needed_) {
      ++soon_;
    } else if (needed_ > enough) {  // busy waiting was worthwhile
      soon_ = needed_ /= 2;
    }
  }

  /// Reports that the loop has no work. Returns whether to look again before it sleeps. `wanted` is
  /// the time since its last work, or `automatic`.
  bool stays_awake(clock::time_point now, std::chrono::nanoseconds wanted)
  {
    if (!idle_) {
      idle_ = true;
      since_ = now;
    } else if (soon_ == needed_ && now - looked_ > turn) {
      soon_ = 0;
      needed_ = std::min(needed_ * 2, most);
    }
    looked_ = now;
    if (wanted == automatic) {
      wanted = soon_ == needed_ ? worth : std::chrono::nanoseconds(0);
    }
    return now - since_ < wanted;
  }

private:
  clock::time_point since_;   // the begin of idleness
  clock::time_point looked_;  // the time of the last call
  bool idle_ = false;
  int soon_ = 0;
  int needed_ = enough;
};

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__BUSY_WAIT_HPP_
