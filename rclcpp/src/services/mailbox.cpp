// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The queue of a client or service.
#include "services/mailbox.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "intra_process/inbox.hpp"

namespace rclcpp::services
{

std::size_t queue_length(const QoS & qos, std::size_t by_default)
{
  if (qos.history() == HistoryPolicy::KeepAll) {
    return std::numeric_limits<std::size_t>::max();
  }
  return qos.depth() == rmw_qos_profile_services_default.depth ? by_default
                                                               : std::max<std::size_t>(1, qos.depth());
}

Mailbox::Mailbox(executors::detail::Entity & entity, std::size_t limit)
: limit_(limit), entity_(&entity)
{
}

void Mailbox::push(Call && call) noexcept
{
  const std::int64_t arrival = call.arrival_ns = base::steady_now();
  Call displaced;  // destroyed after the lock
  bool is_first = false;
  {
    std::lock_guard lock(mutex_);
    if (closed_) {
      return;
    }
    if (calls_.size() == limit_) {
      displaced = std::move(calls_.front());
      calls_.pop_front();
      ++counters_.dropped;
    }
    is_first = calls_.empty();
    try {
      calls_.push_back(std::move(call));
    } catch (const std::bad_alloc &) {
      ++counters_.dropped;
      return;
    }
    ++counters_.received;
  }
  if (is_first) {
    std::lock_guard lock(entity_mutex_);
    if (entity_) {
      entity_->ready(arrival);
    }
  }
  on_new_.notify();
}

bool Mailbox::pop(Call & call, std::int64_t & next_arrival_ns) noexcept
{
  std::lock_guard lock(mutex_);
  if (calls_.empty()) {
    return false;
  }
  call = std::move(calls_.front());
  calls_.pop_front();
  next_arrival_ns = calls_.empty() ? intra_process::never : calls_.front().arrival_ns;
  return true;
}

void Mailbox::discard(std::span<const std::int64_t> sequences)
{
  std::vector<Call> discarded;  // destroyed after the lock
  std::lock_guard lock(mutex_);
  const auto first = std::stable_partition(calls_.begin(), calls_.end(), [&](const Call & call) {
    return !std::binary_search(sequences.begin(), sequences.end(), call.id.sequence_number);
  });
  discarded.assign(std::make_move_iterator(first), std::make_move_iterator(calls_.end()));
  calls_.erase(first, calls_.end());
}

void Mailbox::set_on_new(std::function<void(std::size_t)> callback)
{
  on_new_.set(std::move(callback), [this] {
    const Counters now = counters();
    return rclcpp::detail::Arrivals{now.received, now.waiting};
  });
}

void Mailbox::close() noexcept
{
  {
    std::lock_guard lock(entity_mutex_);
    entity_ = nullptr;
  }
  on_new_.clear();
  std::deque<Call> calls;  // destroyed after the lock
  std::lock_guard lock(mutex_);
  closed_ = true;
  calls.swap(calls_);
}

Mailbox::Counters Mailbox::counters() const
{
  std::lock_guard lock(mutex_);
  Counters counters = counters_;
  counters.waiting = calls_.size();
  return counters;
}

}  // namespace rclcpp::services
