// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The tasks of a scheduler in the order in which they are due; use it to write a scheduler. Those
// of rx and that of a node use it too.

#ifndef RX__TIMED_QUEUE_HPP_
#define RX__TIMED_QUEUE_HPP_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "rx/environment.hpp"

namespace rx
{

// A heap by (due, order of scheduling) with an index by task: scheduling, running and cancelling
// take O(log n). Owns its tasks. Not thread-safe: the scheduler guards it with a lock. A task that
// run_next() runs may schedule and cancel tasks, including itself. Allocates only while it grows;
// an empty queue that was large releases its memory.
class timed_queue
{
public:
  // Returns true if no task is queued. A task that is running is not queued.
  bool empty() const noexcept { return heap_.empty(); }
  // Returns the number of queued tasks.
  std::size_t size() const noexcept { return heap_.size(); }
  // Returns true if a task is queued that is not disposed.
  bool has_work() const noexcept
  {
    return std::any_of(heap_.begin(), heap_.end(), [this](const entry & queued) {
      return !slots_[queued.slot].work->disposed();
    });
  }
  // Returns the time at which the first task is due. The queue must not be empty.
  time_point next_due() const noexcept { return heap_.front().due; }

  // Adds a task; see scheduler::schedule(). Throws std::bad_alloc, then without any change.
  void push(std::shared_ptr<schedulable> work, time_point due, duration period)
  {
    reserve_one();
    const index at = free_;
    free_ = slots_[at].next;
    slots_[at].work = std::move(work);
    slots_[at].period = period;
    link(at);
    heap_.push_back({due, ++order_, at});
    rise(heap_.size() - 1);
  }

  // Removes the first task and returns it. The queue must not be empty.
  std::shared_ptr<schedulable> pop() noexcept
  {
    std::shared_ptr<schedulable> first = take(0);
    shrink();
    return first;
  }

  // Removes a task, and stops the repetition of one that is running. Returns the removed task, or
  // null; release it after your lock, because its destructor may run user code.
  std::shared_ptr<schedulable> cancel(const schedulable & work) noexcept
  {
    for (active * a = active_; a; a = a->outer) {
      if (a->work.get() == &work) {
        a->cancelled = true;
      }
    }
    std::shared_ptr<schedulable> removed;
    if (heap_.empty()) {
      return removed;
    }
    for (index at = buckets_[bucket_of(&work)]; at != none;) {  // it may be queued more than once
      const index next = slots_[at].next;
      if (slots_[at].work.get() == &work) {
        removed = take(slots_[at].place);
      }
      at = next;
    }
    shrink();
    return removed;
  }

  // Removes all tasks and returns them, in no order; release them after your lock.
  std::vector<std::shared_ptr<schedulable>> clear()
  {
    for (active * a = active_; a; a = a->outer) {
      a->cancelled = true;
    }
    std::vector<std::shared_ptr<schedulable>> removed;
    removed.reserve(heap_.size());
    for (const entry & e : heap_) {
      removed.push_back(std::move(slots_[e.slot].work));
    }
    release();
    return removed;
  }

  // Runs the first task, and queues it again if it has a period. `unlocked(f)` must call f without
  // the owner's lock; `now()` must return the scheduler's time, and is called after the run. The
  // queue must not be empty.
  template <class Unlocked, class Now>
  void run_next(Unlocked && unlocked, Now && now)
  {
    const time_point due = next_due();
    const duration period = slots_[heap_.front().slot].period;
    active running{take(0), false, active_};
    active_ = &running;
    unlocked([&] { running.work->run(); });
    unlink(running);
    if (period > duration::zero() && !running.cancelled) {
      // The k-th run is due at first + k·period; missed ticks are skipped.
      push(std::move(running.work), next_tick(saturated_add(due, period), period, now()), period);
    } else {
      shrink();
      unlocked([&] { running.work.reset(); });  // may be the last reference to user code
    }
  }

private:
  using index = std::uint32_t;
  static constexpr index none = ~index{0};
  static constexpr std::size_t kept = 4096;  // slots that an empty queue keeps

  struct entry
  {
    time_point due;
    std::uint64_t order;
    index slot;
  };
  // A queued task: its slot does not move while its entry moves in the heap. The slots whose tasks
  // have the same hash form a list, and so do the free slots.
  struct slot
  {
    std::shared_ptr<schedulable> work;
    duration period{};
    std::size_t place = 0;  // index in the heap
    index next = none;
    index previous = none;
  };
  struct active  // a running task; several if one waits for others (as_blocking)
  {
    std::shared_ptr<schedulable> work;
    bool cancelled;
    active * outer;
  };

  static bool earlier(const entry & a, const entry & b) noexcept
  {
    return a.due != b.due ? a.due < b.due : a.order < b.order;
  }

  // Addresses differ in few bits; the multiplication spreads these over the upper bits.
  std::size_t bucket_of(const schedulable * work) const noexcept
  {
    const auto hash = reinterpret_cast<std::uintptr_t>(work) * std::uint64_t{0x9E3779B97F4A7C15};
    return static_cast<std::size_t>(hash >> 32) & (buckets_.size() - 1);
  }
  void link(index at) noexcept
  {
    slot & s = slots_[at];
    index & first = buckets_[bucket_of(s.work.get())];
    s.next = first;
    s.previous = none;
    if (first != none) {
      slots_[first].previous = at;
    }
    first = at;
  }
  void unlink(const slot & s) noexcept
  {
    (s.previous == none ? buckets_[bucket_of(s.work.get())] : slots_[s.previous].next) = s.next;
    if (s.next != none) {
      slots_[s.next].previous = s.previous;
    }
  }

  // Reserves room for one more entry, so that push() either fails before it has changed anything or
  // succeeds.
  void reserve_one()
  {
    if (heap_.size() == heap_.capacity()) {
      heap_.reserve(std::max<std::size_t>(2 * heap_.capacity(), 8));
    }
    if (free_ != none) {
      return;
    }
    const std::size_t size = std::max<std::size_t>(2 * slots_.size(), 8);
    std::vector<index> buckets(size, none);
    slots_.resize(size);
    buckets_.swap(buckets);
    for (const entry & e : heap_) {
      link(e.slot);
    }
    for (std::size_t i = size; i-- > heap_.size();) {  // the first ones are all in use
      slots_[i].next = std::exchange(free_, static_cast<index>(i));
    }
  }

  // Removes the entry at that index of the heap.
  std::shared_ptr<schedulable> take(std::size_t place) noexcept
  {
    const index at = heap_[place].slot;
    slot & s = slots_[at];
    unlink(s);
    std::shared_ptr<schedulable> work = std::move(s.work);
    s.next = std::exchange(free_, at);
    const entry last = heap_.back();
    heap_.pop_back();
    if (place < heap_.size()) {
      put(place, last);
      rise(place);
      sink(slots_[last.slot].place);
    }
    return work;
  }

  void put(std::size_t place, const entry & e) noexcept
  {
    heap_[place] = e;
    slots_[e.slot].place = place;
  }
  void rise(std::size_t place) noexcept
  {
    const entry e = heap_[place];
    while (place > 0) {
      const std::size_t above = (place - 1) / 2;
      if (!earlier(e, heap_[above])) {
        break;
      }
      put(place, heap_[above]);
      place = above;
    }
    put(place, e);
  }
  void sink(std::size_t place) noexcept
  {
    const entry e = heap_[place];
    for (;;) {
      std::size_t below = 2 * place + 1;
      if (below >= heap_.size()) {
        break;
      }
      if (below + 1 < heap_.size() && earlier(heap_[below + 1], heap_[below])) {
        ++below;
      }
      if (!earlier(heap_[below], e)) {
        break;
      }
      put(place, heap_[below]);
      place = below;
    }
    put(place, e);
  }

  void shrink() noexcept
  {
    if (heap_.empty() && slots_.size() > kept) {
      release();
    }
  }
  void release() noexcept
  {
    std::vector<entry>().swap(heap_);
    std::vector<slot>().swap(slots_);
    std::vector<index>().swap(buckets_);
    free_ = none;
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
  std::vector<slot> slots_;
  std::vector<index> buckets_;  // one per slot: the first slot of each list
  index free_ = none;
  std::uint64_t order_ = 0;
  active * active_ = nullptr;
};

}  // namespace rx

#endif  // RX__TIMED_QUEUE_HPP_
