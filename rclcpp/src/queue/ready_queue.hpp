// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The queue between those who bring items for an entity and the executor that runs it: of
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

/// What happened to the items of one queue since it was made. What was received waits, was dropped,
/// was delivered, or was discarded by its owner.
struct Statistics
{
  std::uint64_t received = 0;
  std::uint64_t delivered = 0;  ///< given to the user: see ReadyQueue::count_delivered()
  std::uint64_t dropped = 0;    ///< because the queue was full
  std::size_t waiting = 0;      ///< now
};

/// What a queue does with an item that comes; this is what it does unless its owner wants more.
/// Both functions are called with the queue's lock.
struct FirstInFirstOut
{
  /// `number`: how many have come, with this one.
  template <typename Item>
  void accept(Item & /*item*/, std::uint64_t /*number*/) noexcept
  {
  }
  /// Whether an item that comes takes its place before one that waits already.
  template <typename Item>
  static constexpr bool before(const Item & /*comes*/, const Item & /*waits*/) noexcept
  {
    return false;
  }
};

/// Bounded: a full queue drops its oldest item and counts it; without a limit it grows. Any number
/// of threads may push and pop. Item has `std::int64_t arrival_ns` (steady clock), is
/// default-constructible, and its moves do not throw.
///
/// The lock is never held while an item is destroyed, while the entity is woken, or while a
/// callback runs. Shared by the entity and those who push, who may still do so while the entity
/// goes: what comes after close() is discarded.
template <typename Item, typename Intake = FirstInFirstOut>
class ReadyQueue
{
public:
  /// Wakes `entity` when the first item comes; it must call close() before it dies. Memory for
  /// `reserved` items is taken at once.
  ReadyQueue(
    executors::detail::Entity & entity, std::size_t limit, std::size_t reserved,
    Intake intake = Intake())
  : items_(limit, reserved), intake_(std::move(intake)), entity_(&entity)
  {
  }
  ReadyQueue(const ReadyQueue &) = delete;
  ReadyQueue & operator=(const ReadyQueue &) = delete;

  /// First wakes the entity, then calls the callbacks: the executor does not wait for user code,
  /// and user code may drop the entity, as nothing uses it afterwards. Keep a reference to the
  /// queue.
  void push(Item && item) noexcept
  {
    const std::int64_t arrival = item.arrival_ns;
    Item displaced;  // destroyed after the lock
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
    if (is_first) {  // else the entity knows that items wait
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

  /// The oldest item, and when the one behind it arrived (never: there is none). False if empty.
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

  /// Discards the waiting items of which `matches` is true; it is called with the lock. Throws
  /// std::bad_alloc, and has discarded some then.
  template <typename Matches>
  void discard_if(const Matches & matches)
  {
    std::vector<Item> discarded;  // destroyed after the lock
    std::lock_guard lock(mutex_);
    items_.extract_if(matches, discarded);
  }

  /// Accepts nothing any more; then the entity is not woken any more; then callbacks are not called
  /// any more (one that runs is waited for, unless it is the caller); then all items are discarded.
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

  /// How many items fit before something is dropped.
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

  /// The owner gave an item that it took out to its user.
  void count_delivered() noexcept { delivered_.fetch_add(1, std::memory_order_relaxed); }

  Statistics statistics() const noexcept
  {
    std::lock_guard lock(mutex_);
    Statistics statistics = statistics_;
    statistics.delivered = delivered_.load(std::memory_order_relaxed);
    statistics.waiting = items_.size();
    return statistics;
  }

  /// `callback` is told how many items came, or were dropped by the full queue, in the thread that
  /// brings them. Throw as ReadyCallback::set().
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
    on_drop_.set(std::move(callback), [this] {
      return rclcpp::detail::Arrivals{statistics().dropped, 0};
    });
  }

protected:
  /// Calls `change(intake)` with the lock.
  template <typename Change>
  void change_intake(const Change & change)
  {
    std::lock_guard lock(mutex_);
    change(intake_);
  }

private:
  // There is room.
  void insert(Item && item) noexcept
  {
    std::size_t place = items_.size();
    items_.push_back(std::move(item));
    for (; place > 0 && intake_.before(items_[place], items_[place - 1]); --place) {
      std::swap(items_[place], items_[place - 1]);
    }
  }

  mutable base::PiMutex mutex_;  // guards what follows
  base::Ring<Item> items_;
  [[no_unique_address]] Intake intake_;
  Statistics statistics_;  // but for what waits and was delivered
  bool closed_ = false;

  std::atomic<std::uint64_t> delivered_{0};

  // Guards entity_. Another lock than the queue's: an executor thread that was woken takes an item
  // at once.
  base::PiMutex entity_mutex_;
  executors::detail::Entity * entity_;

  rclcpp::detail::ReadyCallback on_new_item_;
  rclcpp::detail::ReadyCallback on_drop_;
};

}  // namespace rclcpp::queue

#endif  // RCLCPP__QUEUE__READY_QUEUE_HPP_
