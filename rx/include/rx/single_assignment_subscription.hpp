// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The subscription that a combiner has to one of its sources; used by operators that subscribe
// themselves.

#ifndef RX__SINGLE_ASSIGNMENT_SUBSCRIPTION_HPP_
#define RX__SINGLE_ASSIGNMENT_SUBSCRIPTION_HPP_

#include <atomic>
#include <utility>

#include "rx/subscription.hpp"

namespace rx
{

// Set once, disposed once, in any order and from any threads: what is set after the disposal is
// disposed at once. Keeps no reference afterwards, and before that none that would keep a stream
// alive, so source and combiner do not keep each other alive.
class single_assignment_subscription
{
public:
  void set(subscription source) noexcept
  {
    source_ = detail::weak_subscription(std::move(source));
    state expected = state::empty;
    if (!state_.compare_exchange_strong(expected, state::set, std::memory_order_acq_rel)) {
      std::exchange(source_, {}).dispose();
    }
  }
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
