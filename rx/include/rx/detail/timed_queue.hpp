// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The tasks of a scheduler in the order in which they are due; used by the schedulers of rx.

#ifndef RX__DETAIL__TIMED_QUEUE_HPP_
#define RX__DETAIL__TIMED_QUEUE_HPP_

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "rx/environment.hpp"

namespace rx::detail
{

// A heap by (due, order of scheduling). Not synchronised. A task that is taken with run_next() may
// schedule and cancel, itself included, while it runs. Allocates only while it grows.
class timed_queue
{
public:
  bool empty() const noexcept { return heap_.empty(); }
  std::size_t size() const noexcept { return heap_.size(); }
  time_point next_due() const noexcept { return heap_.front().due; }

  void push(std::shared_ptr<schedulable> work, time_point due, duration period)
  {
    push(entry{due, ++order_, period, std::move(work)});
  }

  // Returns what it removed, to be released by a caller that has let go of its lock.
  std::shared_ptr<schedulable> cancel(const schedulable & work) noexcept
  {
    for (active * a = active_; a; a = a->outer) {
      if (a->what.work.get() == &work) {
        a->cancelled = true;
      }
    }
    std::shared_ptr<schedulable> removed;
    std::erase_if(heap_, [&](entry & e) {  // it may be queued more than once
      if (e.work.get() != &work) {
        return false;
      }
      removed = std::move(e.work);
      return true;
    });
    if (removed) {
      std::make_heap(heap_.begin(), heap_.end(), later);
    }
    return removed;
  }

  std::vector<std::shared_ptr<schedulable>> clear()
  {
    for (active * a = active_; a; a = a->outer) {
      a->cancelled = true;
    }
    std::vector<std::shared_ptr<schedulable>> removed;
    removed.reserve(heap_.size());
    for (entry & e : heap_) {
      removed.push_back(std::move(e.work));
    }
    heap_.clear();
    return removed;
  }

  // Runs the first task. `unlocked(f)` calls f without the owner's lock; `now()` is asked after it.
  template <class Unlocked, class Now>
  void run_next(Unlocked && unlocked, Now && now)
  {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    active running{std::move(heap_.back()), false, active_};
    heap_.pop_back();
    active_ = &running;
    unlocked([&] { running.what.work->run(); });
    unlink(running);
    entry & e = running.what;
    if (e.period > duration::zero() && !running.cancelled) {
      // The k-th run is due at first + k·period; those that are past already are left out.
      const auto missed = std::max<duration::rep>((now() - e.due) / e.period, 0);
      e.due += (missed + 1) * e.period;
      e.order = ++order_;
      push(std::move(e));
    } else {
      unlocked([&] { e.work.reset(); });  // may be the last reference to user code
    }
  }

private:
  struct entry
  {
    time_point due;
    std::uint64_t order;
    duration period;
    std::shared_ptr<schedulable> work;
  };
  struct active  // a task that is running; several if one waits for others (as_blocking)
  {
    entry what;
    bool cancelled;
    active * outer;
  };

  static bool later(const entry & a, const entry & b) noexcept
  {
    return a.due != b.due ? a.due > b.due : a.order > b.order;
  }
  void push(entry e)
  {
    heap_.push_back(std::move(e));
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  void unlink(active & running) noexcept
  {
    active ** a = &active_;
    while (*a != &running) {
      a = &(*a)->outer;
    }
    *a = running.outer;
  }

  std::vector<entry> heap_;
  std::uint64_t order_ = 0;
  active * active_ = nullptr;
};

}  // namespace rx::detail

#endif  // RX__DETAIL__TIMED_QUEUE_HPP_
