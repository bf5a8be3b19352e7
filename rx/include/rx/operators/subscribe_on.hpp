// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// subscribe_on, delay_subscription: choose where and when the source is subscribed to.

#ifndef RX__OPERATORS__SUBSCRIBE_ON_HPP_
#define RX__OPERATORS__SUBSCRIBE_ON_HPP_

#include <stdexcept>

#include "rx/operators/retry.hpp"

namespace rx
{

namespace detail
{

struct subscribe_later : again
{
  subscribe_later(duration d, environment env) : clock(std::move(env)), delay(d) {}

  duration first_delay() const noexcept { return delay; }

  environment clock;
  duration delay;
};

inline auto make_subscribe_later(duration delay, environment env)
{
  return make_operator(subscribe_later(delay, std::move(env)));
}

}  // namespace detail

namespace operators
{

// source.subscribe_on(env) subscribes to the source in another environment. A source that emits
// within subscribe() then emits on the thread of env.
//
//   subscribe_on(env)   (env) --1--2--|
//
// Disposing the stream before that prevents the subscription. Throws std::invalid_argument if env
// is empty. Cost: that of a resubscribing operator.
//
//   (just(1, 2) | subscribe_on(new_thread())).to_vector();  // -> [1 2]
inline auto subscribe_on(environment env)
{
  if (!env) {
    throw std::invalid_argument("rx::subscribe_on: no environment given");
  }
  return detail::make_subscribe_later(duration::zero(), std::move(env));
}

// source.delay_subscription(delay[, env]) subscribes to the source after a delay, in env, otherwise
// in the source's environment, the subscriber's environment, or current_thread.
//
//   source                     1--2--|
//   delay_subscription(4)  ----1--2--|
//
//   m.of(m.cold("1--2|") | delay_subscription(4ms));  // -> ----1--2|
inline auto delay_subscription(duration delay, environment env = {})
{
  return detail::make_subscribe_later(delay, std::move(env));
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__SUBSCRIBE_ON_HPP_
