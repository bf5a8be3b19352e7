// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Finds the messages of several streams that belong together although their stamps differ: the
// search of message_filters' ApproximateTime. Used by synchronize.

#ifndef RXROS2__TIME__DETAIL__APPROXIMATE_SEARCH_HPP_
#define RXROS2__TIME__DETAIL__APPROXIMATE_SEARCH_HPP_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "rx/time.hpp"

namespace rxros2::detail
{

/// The stamps of the waiting messages, one queue per stream, and the search for the best set. The
/// caller holds the messages themselves in queues of the same order. Not thread-safe.
/** A set is one message of each stream. The shorter the interval from its first to its last stamp,
 * the better the set; later sets must be better by a penalty. A set is found once no set that
 * contains the pivot, the last message of the first set tried, can be better. */
class approximate_search
{
public:
  struct options
  {
    std::size_t queue_size;
    double age_penalty;
    rx::duration max_interval;
    std::vector<rx::duration> lower_bounds;  ///< minimum time between two messages of each stream
  };

  /// An instruction for the queues of messages; the steps must be executed in order.
  struct step
  {
    bool set;            ///< true: the fronts of all queues are a set; false: drop one front
    std::size_t stream;  ///< the stream of that front
  };

  explicit approximate_search(options o)
  : options_(std::move(o)), streams_(options_.lower_bounds.size())
  {
  }

  /// A message has arrived at the end of its queue.
  const std::vector<step> & add(std::size_t index, rx::time_point stamp)
  {
    steps_.clear();
    stream & to = streams_[index];
    to.stamps.push_back(stamp);
    if (to.stamps.size() - to.past == 1) {
      search();
    }
    if (to.stamps.size() > options_.queue_size) {
      pivot_.reset();
      forget_past();
      leave_out(index);
      to.has_dropped = true;
      search();
    }
    return steps_;
  }

  /// A stream has ended and is used up, so the current set is the best. Returns no step if there is
  /// none.
  const std::vector<step> & finish()
  {
    steps_.clear();
    if (pivot_) {
      emit();
      search();
    }
    return steps_;
  }

  /// Removes all stamps.
  void clear()
  {
    streams_.assign(streams_.size(), stream());
    steps_.clear();
    pivot_.reset();
  }

  /// Returns true if all messages of a stream were dropped, emitted, or are part of the current
  /// set.
  bool is_used_up(std::size_t index) const
  {
    return streams_[index].stamps.size() == streams_[index].past;
  }

private:
  struct stream
  {
    std::deque<rx::time_point> stamps;
    std::size_t past = 0;  ///< number of messages at the front that the search has passed
    bool has_dropped = false;

    rx::time_point head() const { return stamps[past]; }
    bool is_empty() const { return past == stamps.size(); }
  };

  struct interval
  {
    rx::time_point start, end;
    std::size_t first = 0, last = 0;  ///< the streams of the earliest and of the latest message
  };

  template <typename Time>
  interval interval_of(Time time) const
  {
    interval found{time(0), time(0)};
    for (std::size_t i = 1; i < streams_.size(); ++i) {
      const rx::time_point t = time(i);
      if (t < found.start) {
        found.start = t;
        found.first = i;
      }
      if (t >= found.end) {
        found.end = t;
        found.last = i;
      }
    }
    return found;
  }
  interval heads() const
  {
    return interval_of([this](std::size_t i) { return streams_[i].head(); });
  }
  /// Returns the best possible interval: a stream without waiting messages counts with the earliest
  /// stamp that can still arrive.
  interval heads_to_come() const
  {
    return interval_of([this](std::size_t i) {
      const stream & s = streams_[i];
      return s.is_empty()
               ? std::max(
                   rx::saturated_add(s.stamps.back(), options_.lower_bounds[i]), *pivot_time_)
               : s.head();
    });
  }

  bool all_wait() const
  {
    return std::none_of(
      streams_.begin(), streams_.end(), [](const stream & s) { return s.is_empty(); });
  }

  /// Returns how much later than the candidate's the end of another set is, plus the penalty for
  /// its age.
  rx::duration penalized(rx::time_point end) const
  {
    const auto later =
      static_cast<long double>(rx::saturated_difference(end, candidate_.end).count());
    const long double longer = later * static_cast<long double>(1 + options_.age_penalty);
    return longer >= 0x1p63L    ? rx::duration::max()
           : longer <= -0x1p63L ? rx::duration::min()
                                : rx::duration(static_cast<std::int64_t>(longer));
  }

  void search()
  {
    while (all_wait()) {
      const interval now = heads();
      for (std::size_t i = 0; i < streams_.size(); ++i) {
        if (i != now.last) {
          streams_[i].has_dropped = false;  // a dropped message of it would not have been better
        }
      }
      if (!pivot_) {
        if (now.end - now.start > options_.max_interval || streams_[now.last].has_dropped) {
          leave_out(now.first);
          continue;
        }
        pivot_ = now.last;
        pivot_time_ = now.end;
        take_as_candidate(now);
      } else if (penalized(now.end) < now.start - candidate_.start) {
        take_as_candidate(now);
      }
      ++streams_[now.first].past;
      if (now.first == *pivot_ || cannot_be_better(now.end) || (!all_wait() && is_proved())) {
        emit();
      }
    }
  }

  bool cannot_be_better(rx::time_point end) const
  {
    return penalized(end) >= *pivot_time_ - candidate_.start;
  }

  /// Continues with the best messages that can still arrive. Returns true if even these are no
  /// better than the candidate.
  bool is_proved()
  {
    pasts_.clear();
    for (const stream & item : streams_) {
      pasts_.push_back(item.past);
    }
    std::optional<bool> proved;
    while (!proved) {
      const interval best = heads_to_come();
      if (cannot_be_better(best.end)) {
        proved = true;
      } else if (
        penalized(best.end) < best.start - candidate_.start || streams_[best.first].is_empty()) {
        proved = false;
      } else {
        ++streams_[best.first].past;
      }
    }
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      streams_[i].past = pasts_[i];
    }
    return *proved;
  }

  /// Makes the heads the candidate; the messages that the search passed before them are in no set.
  void take_as_candidate(const interval & now)
  {
    candidate_ = now;
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      for (std::size_t remaining = std::exchange(streams_[i].past, 0); remaining != 0;
           --remaining) {
        leave_out(i);
      }
    }
  }

  void emit()
  {
    steps_.push_back({true, 0});
    forget_past();
    for (stream & item : streams_) {
      item.stamps.pop_front();
    }
    pivot_.reset();
  }

  void forget_past()
  {
    for (stream & item : streams_) {
      item.past = 0;
    }
  }

  void leave_out(std::size_t index)
  {
    streams_[index].stamps.pop_front();
    steps_.push_back({false, index});
  }

  options options_;
  std::vector<stream> streams_;
  std::vector<step> steps_;
  std::vector<std::size_t> pasts_;  // used while it examines future messages
  std::optional<std::size_t> pivot_;
  std::optional<rx::time_point> pivot_time_;
  interval candidate_;  // with a pivot: the fronts of all queues
};

}  // namespace rxros2::detail

#endif  // RXROS2__TIME__DETAIL__APPROXIMATE_SEARCH_HPP_
