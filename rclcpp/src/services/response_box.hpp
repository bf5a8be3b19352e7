// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The pending requests of a client, and the queue of responses to them.
#ifndef RCLCPP__SERVICES__RESPONSE_BOX_HPP_
#define RCLCPP__SERVICES__RESPONSE_BOX_HPP_

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/pi_mutex.hpp"
#include "queue/call.hpp"
#include "rclcpp/client.hpp"
#include "rclcpp/detail/block_pool.hpp"

namespace rclcpp::services
{

/// Thread-safe. The queue has at most one response per pending request. Pending requests are
/// destroyed without a lock, because they hold users' objects. A call locks the box three times:
/// add(), deliver() and take().
class ResponseBox
{
public:
  using Time = std::chrono::system_clock::time_point;
  using Pending = std::unique_ptr<detail::PendingRequest>;

  ResponseBox(executors::detail::Entity & entity, std::size_t queue_length)
  : responses(entity, queue_length)
  {
  }

  /// Adds a request and returns its number. `serialized` means that it expects bytes.
  std::int64_t add(Pending pending, bool serialized)
  {
    std::lock_guard lock(mutex_);
    const std::int64_t number = ++last_;
    pending_.emplace_hint(
      pending_.end(), number,
      Entry{std::move(pending), std::chrono::system_clock::now(), serialized, false});
    return number;
  }

  /// Queues a response of any server if it is the first to a pending request.
  void deliver(queue::Call && call) noexcept
  {
    const std::int64_t number = call.id.sequence_number;
    std::uint64_t given_up_before;
    {
      std::lock_guard lock(mutex_);
      const auto entry = pending_.find(number);
      if (entry == pending_.end() || std::exchange(entry->second.answered, true)) {
        ++ignored_;
        return;
      }
      call.wants_bytes = entry->second.serialized;
      given_up_before = given_up_.load(std::memory_order_relaxed);
    }
    call.arrival_ns = base::steady_now();
    responses.push(std::move(call));
    // A thread that gives up this request discards its response after the push, or has looked for
    // it in the queue before; the lock of the queue then makes its increment visible here.
    if (given_up_.load(std::memory_order_relaxed) != given_up_before && !is_pending(number)) {
      discard({number});
    }
  }

  /// Rejects a response that could not be used: another server may send a valid one.
  void reject(std::int64_t number)
  {
    std::lock_guard lock(mutex_);
    if (const auto entry = pending_.find(number); entry != pending_.end()) {
      entry->second.answered = false;
    }
  }

  /// Removes and returns a request; null if it is not pending.
  Pending take(std::int64_t number)
  {
    std::lock_guard lock(mutex_);
    return extract(number);
  }

  /// Gives up a request and discards its response, also a waiting one. Returns false if it is not
  /// pending.
  bool give_up(std::int64_t number)
  {
    Pending given_up;  // destroyed after unlocking
    {
      std::lock_guard lock(mutex_);
      given_up = extract(number);
      given_up_.fetch_add(1, std::memory_order_relaxed);
    }
    discard({number});
    return given_up != nullptr;
  }

  /// Gives up the requests that were sent before `time`; returns their numbers.
  std::vector<std::int64_t> prune(Time time)
  {
    std::vector<std::int64_t> numbers;
    std::vector<Pending> dropped;  // destroyed after unlocking
    {
      std::lock_guard lock(mutex_);
      for (auto entry = pending_.begin(); entry != pending_.end();) {
        if (entry->second.sent < time) {
          numbers.push_back(entry->first);
          dropped.push_back(std::move(entry->second.pending));
          entry = pending_.erase(entry);
        } else {
          ++entry;
        }
      }
      given_up_.fetch_add(1, std::memory_order_relaxed);
    }
    discard(numbers);
    return numbers;
  }

  struct Counters
  {
    std::uint64_t sent;
    std::uint64_t ignored;
    std::size_t pending;
  };
  Counters counters() const
  {
    std::lock_guard lock(mutex_);
    return {static_cast<std::uint64_t>(last_), ignored_, pending_.size()};
  }

private:
  struct Entry
  {
    Pending pending;
    Time sent;
    bool serialized;
    bool answered;
  };

  // Requires the lock.
  Pending extract(std::int64_t number)
  {
    const auto found = pending_.find(number);
    return found == pending_.end() ? nullptr : std::move(pending_.extract(found).mapped().pending);
  }

  bool is_pending(std::int64_t number) const
  {
    std::lock_guard lock(mutex_);
    return pending_.contains(number);
  }

  // Discards the waiting responses with these numbers, which are in ascending order.
  void discard(const std::vector<std::int64_t> & numbers)
  {
    responses.discard_if([&](const queue::Call & call) {
      return std::binary_search(numbers.begin(), numbers.end(), call.id.sequence_number);
    });
  }

  mutable base::PiMutex mutex_;  // guards the members below up to the queue
  std::map<
    std::int64_t, Entry, std::less<>, detail::BlockAllocator<std::pair<const std::int64_t, Entry>>>
    pending_;
  std::int64_t last_ = 0;
  std::uint64_t ignored_ = 0;
  // Incremented with the lock each time that requests are given up; deliver() reads it without.
  std::atomic<std::uint64_t> given_up_{0};

public:
  queue::CallQueue responses;
};

}  // namespace rclcpp::services

#endif  // RCLCPP__SERVICES__RESPONSE_BOX_HPP_
