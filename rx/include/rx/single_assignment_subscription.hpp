// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The subscription of a combiner to one of its sources; for operators that subscribe by themselves.

#ifndef RX__SINGLE_ASSIGNMENT_SUBSCRIPTION_HPP_
#define RX__SINGLE_ASSIGNMENT_SUBSCRIPTION_HPP_

#include <atomic>
#include <utility>

#include "rx/subscription.hpp"

namespace rx
{

// A subscription that is set once and disposed once, in any order and from any thread; setting it
// after the disposal disposes the new subscription at once. It keeps no reference after that, and
// before that none that keeps a stream alive, so a source and a combiner do not keep each other
// alive.
class single_assignment_subscription
{
public:
  // Stores the subscription, or disposes it if dispose() was called before. Thread-safe.
  void set(subscription source) noexcept
  {
    source_ = detail::weak_subscription(std::move(source));
    state expected = state::empty;
    if (!state_.compare_exchange_strong(expected, state::set, std::memory_order_acq_rel)) {
      std::exchange(source_, {}).dispose();
    }
  }
  // Disposes the stored subscription, or the one that set() will store. Thread-safe.
  void dispose() noexcept
  {
    if (state_.exchange(state::disposed, std::memory_order_acq_rel) == state::set) {
      std::exchange(source_, {}).dispose();
    }
  }

private:
  enum class state : unsigned char
  {
    empty,
    set,
    disposed
  };
  std::atomic<state> state_{state::empty};
  detail::weak_subscription source_;
};

}  // namespace rx

#endif  // RX__SINGLE_ASSIGNMENT_SUBSCRIPTION_HPP_
