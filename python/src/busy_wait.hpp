// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// busy_wait: how long a loop that has run out of work stays awake before it sleeps. Used by
// notifier.hpp; knows no threads.

#ifndef RXROS2_PYTHON__BUSY_WAIT_HPP_
#define RXROS2_PYTHON__BUSY_WAIT_HPP_

#include <algorithm>
#include <chrono>

namespace rxros2_python
{

/// To wake a sleeping thread takes as long as tens of messages do, and most of that is the cores'.
/// So a loop to which messages keep coming within `worth` of each other looks for the next one as
/// long before it sleeps: at most that of a core is spent in vain each time they cease. If a look
/// takes longer than `turn`, others want the core or the loop: it sleeps, and begins again only
/// after twice as many messages.
class busy_wait
{
public:
  using clock = std::chrono::steady_clock;

  static constexpr std::chrono::microseconds worth{150};
  static constexpr std::chrono::microseconds turn{50};
  static constexpr int enough = 8;  // messages in a row, each soon after the one before
  static constexpr int most = 8192;
  static constexpr std::chrono::nanoseconds automatic{-1};

  /// Something has come: at once, if the loop was at work.
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
    } else if (needed_ > enough) {  // a look that was worth it
      soon_ = needed_ /= 2;
    }
  }

  /// The loop has nothing to do. Whether it is to look again before it sleeps; `wanted` is for how
  /// long, counted from its last work, or `automatic`.
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
  clock::time_point since_;   // idle
  clock::time_point looked_;  // last
  bool idle_ = false;
  int soon_ = 0;
  int needed_ = enough;
};

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__BUSY_WAIT_HPP_
