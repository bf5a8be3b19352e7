// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The queue between threads that bring items for an entity and the executor that runs it; for
// subscriptions (message_queue.hpp), services and clients (call.hpp).
#ifndef RCLCPP__QUEUE__READY_QUEUE_HPP_
#define RCLCPP__QUEUE__READY_QUEUE_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "base/pi_mutex.hpp"
#include "base/ring.hpp"
#include "rclcpp/detail/ready_callback.hpp"
#include "rclcpp/executors/detail/entity.hpp"

namespace rclcpp::queue
{

inline constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// The statistics of a queue since its creation. A received item is waiting, dropped, delivered, or
/// discarded by its owner.
struct Statistics
{
  std::uint64_t received = 0;
  std::uint64_t delivered = 0;  ///< passed to the user: see ReadyQueue::count_delivered()
  std::uint64_t dropped = 0;    ///< because the queue was full
  std::size_t waiting = 0;      ///< items in the queue now
};

/// The default policy for incoming items; other queues replace it. Both functions are called with
/// the queue's lock held.
struct FirstInFirstOut
{
  /// `number` is the number of items so far, including this one.
  template <typename Item>
  void accept(Item & /*item*/, std::uint64_t /*number*/) noexcept
  {
  }
  /// Returns true if an incoming item goes before one that already waits.
  template <typename Item>
  static constexpr bool before(const Item & /*comes*/, const Item & /*waits*/) noexcept
  {
    return false;
  }
};

/// A bounded queue that drops its oldest item when it is full and counts it (drop-oldest); without
/// a limit it grows. Any number of threads may push and pop. Item has `std::int64_t arrival_ns`
/// (steady clock), is default-constructible, and its moves do not throw.
///
/// The lock is never held while an item is destroyed, while the entity is woken, or while a
/// callback runs. The entity and the pushing threads share the queue; they may still push while the
/// entity is destroyed: items after close() are discarded.
template <typename Item, typename Intake = FirstInFirstOut>
class ReadyQueue
{
public:
  /// Wakes `entity` when the first item arrives; the entity must call close() before its end.
  /// Memory for `reserved` items is allocated at once.
  ReadyQueue(
    executors::detail::Entity & entity, std::size_t limit, std::size_t reserved,
    Intake intake = Intake())
  : items_(limit, reserved), intake_(std::move(intake)), entity_(&entity)
  {
  }
  ReadyQueue(const ReadyQueue &) = delete;
  ReadyQueue & operator=(const ReadyQueue &) = delete;

  /// Wakes the entity first, then calls the callbacks: the executor does not wait for user code,
  /// and user code may destroy the entity, as nothing uses it afterwards. The caller must keep a
  /// reference to the queue.
  void push(Item && item) noexcept
  {
    const std::int64_t arrival = item.arrival_ns;
    Item displaced;  // destroyed after unlocking
    bool drops = false;
    bool is_first = false;
    {
      std::lock_guard lock(mutex_);
      if (closed_) {
        return;
      }
      intake_.accept(item, ++statistics_.received);
      drops = !items_.make_room();
      if (drops) {
        ++statistics_.dropped;
        if (items_.empty() || intake_.before(item, items_.front())) {
          displaced = std::move(item);
        } else {
          displaced = std::move(items_.front());
          items_.drop_front();
          insert(std::move(item));
        }
      } else {
        insert(std::move(item));
        is_first = items_.size() == 1;
      }
    }
    if (is_first) {  // otherwise the entity knows that items wait
      std::lock_guard lock(entity_mutex_);
      if (entity_) {
        entity_->ready(arrival);
      }
    }
    on_new_item_.notify();
    if (drops) {
      on_drop_.notify();
    }
  }

  /// Takes the oldest item; returns its successor's arrival (never: there is none). Returns false
  /// if the queue is empty.
  bool pop(Item & item, std::int64_t & next_arrival_ns) noexcept
  {
    std::lock_guard lock(mutex_);
    if (items_.empty()) {
      return false;
    }
    item = std::move(items_.front());
    items_.drop_front();
    next_arrival_ns = items_.empty() ? never : items_.front().arrival_ns;
    return true;
  }

  /// Discards the waiting items for which `matches` is true; it is called with the lock held. If it
  /// throws std::bad_alloc, some items have been discarded.
  template <typename Matches>
  void discard_if(const Matches & matches)
  {
    std::vector<Item> discarded;  // destroyed after unlocking
    std::lock_guard lock(mutex_);
    items_.extract_if(matches, discarded);
  }

  /// Accepts no further items, stops waking the entity, stops calling callbacks (and waits for one
  /// that runs, unless it is the caller), and discards all items.
  void close() noexcept
  {
    base::Ring<Item> items;  // destroyed at the end
    {
      std::lock_guard lock(mutex_);
      closed_ = true;
      items_.swap(items);
    }
    {
      std::lock_guard lock(entity_mutex_);
      entity_ = nullptr;
    }
    on_new_item_.clear();
    on_drop_.clear();
  }

  /// Returns the number of items that fit before one is dropped.
  std::size_t room() const noexcept
  {
    std::lock_guard lock(mutex_);
    return items_.limit() - items_.size();
  }
  bool empty() const noexcept
  {
    std::lock_guard lock(mutex_);
    return items_.empty();
  }

  /// Counts an item that the owner passed to its user.
  void count_delivered() noexcept { delivered_.fetch_add(1, std::memory_order_relaxed); }

  Statistics statistics() const noexcept
  {
    std::lock_guard lock(mutex_);
    Statistics statistics = statistics_;
    statistics.delivered = delivered_.load(std::memory_order_relaxed);
    statistics.waiting = items_.size();
    return statistics;
  }

  /// Sets a callback that gets the number of items that arrived, or that the full queue dropped, on
  /// the thread that brings them. Throws as ReadyCallback::set().
  void set_on_new_item(std::function<void(std::size_t)> callback)
  {
    on_new_item_.set(std::move(callback), [this] {
      const Statistics now = statistics();
      return rclcpp::detail::Arrivals{now.received, now.waiting};
    });
  }
  void clear_on_new_item() { on_new_item_.clear(); }
  void set_on_drop(std::function<void(std::size_t)> callback)
  {
    on_drop_.set(
      std::move(callback), [this] { return rclcpp::detail::Arrivals{statistics().dropped, 0}; });
  }

protected:
  /// Calls `change(intake)` with the lock held.
  template <typename Change>
  void change_intake(const Change & change)
  {
    std::lock_guard lock(mutex_);
    change(intake_);
  }

private:
  // The queue has room.
  void insert(Item && item) noexcept
  {
    std::size_t place = items_.size();
    items_.push_back(std::move(item));
    for (; place > 0 && intake_.before(items_[place], items_[place - 1]); --place) {
      std::swap(items_[place], items_[place - 1]);
    }
  }

  mutable base::PiMutex mutex_;  // guards the members below
  base::Ring<Item> items_;
  [[no_unique_address]] Intake intake_;
  Statistics statistics_;  // without waiting and delivered items
  bool closed_ = false;

  std::atomic<std::uint64_t> delivered_{0};

  // Guards entity_. It is not the queue's lock: a woken executor thread takes an item at once.
  base::PiMutex entity_mutex_;
  executors::detail::Entity * entity_;

  rclcpp::detail::ReadyCallback on_new_item_;
  rclcpp::detail::ReadyCallback on_drop_;
};

}  // namespace rclcpp::queue

#endif  // RCLCPP__QUEUE__READY_QUEUE_HPP_
