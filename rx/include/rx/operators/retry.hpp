// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// retry, retry_with_backoff, repeat: subscribe to the same source again.

#ifndef RX__OPERATORS__RETRY_HPP_
#define RX__OPERATORS__RETRY_HPP_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "rx/detail/checked.hpp"
#include "rx/resubscribing_operator.hpp"

namespace rx
{

// The waits of retry_with_backoff: `initial` after the first failure, then longer by `factor` after
// each further failure, at most `maximum` (duration::max(): no limit). An item resets the wait to
// `initial`.
struct backoff
{
  // The wait before the second attempt.
  duration initial = std::chrono::milliseconds(100);
  // The factor by which each further failure lengthens the wait.
  double factor = 2;
  // The longest wait.
  duration maximum = std::chrono::seconds(10);
  // The number of attempts in a row, including the first.
  std::uint64_t attempts = std::numeric_limits<std::uint64_t>::max();
};

namespace detail
{

inline constexpr std::uint64_t for_ever = std::numeric_limits<std::uint64_t>::max();

struct again : resubscribing_operator
{
  template <class T>
  using emits = T;
  template <class Source, class Start>
  void subscribe(const Source & source, Start && start)
  {
    start(source);
  }
};

struct repeat : again
{
  explicit repeat(std::uint64_t n) : remaining(n) {}
  bool nothing() const noexcept { return remaining == 0; }
  next_source on_completed()
  {
    remaining -= remaining != for_ever;
    return remaining > 0 ? next_source::now() : next_source::none();
  }
  std::uint64_t remaining;
};

struct retry : again
{
  static constexpr const char * reported_as = "retry";
  explicit retry(std::uint64_t n) : remaining(n) {}
  bool nothing() const noexcept { return remaining == 0; }
  next_source on_error(const std::exception_ptr &)
  {
    remaining -= remaining != for_ever;
    return remaining > 0 ? next_source::now() : next_source::none();
  }
  std::uint64_t remaining;
};

struct retry_with_backoff : again
{
  static constexpr const char * reported_as = "retry_with_backoff";
  retry_with_backoff(backoff b, environment env) : clock(std::move(env)), policy(b) {}

  void on_item() noexcept { failures = 0; }
  next_source on_error(const std::exception_ptr &)
  {
    if (failures == 0) {
      delay = policy.initial;
    }
    if (++failures >= policy.attempts) {
      return next_source::none();
    }
    const duration now = std::min(delay, policy.maximum);
    const double longer = static_cast<double>(now.count()) * policy.factor;
    delay = longer < static_cast<double>(policy.maximum.count())
              ? duration(static_cast<duration::rep>(longer))
              : policy.maximum;
    return next_source::after(now);
  }

  environment clock;
  backoff policy;
  std::uint64_t failures = 0;
  duration delay{};
};

}  // namespace detail

namespace operators
{

// source.retry([n]) subscribes to the source again when it ends with an error. n is the total
// number of subscriptions; without it there is no limit. The error of the last one passes; retry(0)
// completes without a subscription.
//
//   source    --1--X
//   again          --1--2--|
//   retry()   --1----1--2--|
//
// It subscribes again at once, even if the source fails at once. For a source that may fail for
// long, use retry_with_backoff. The errors 1, 10, 100, … that it does not pass on are reported; see
// rx::on_report. Cost: that of a resubscribing operator.
//
//   int attempts = 0;
//   auto source = defer([&] {
//     return ++attempts < 3 ? error<int>(std::runtime_error("busy")).as_dynamic()
//                           : just(7).as_dynamic();
//   });
//   source | retry(3);  // -> 7 |
//   attempts;  // -> 3
template <std::integral N>
auto retry(N n)
{
  return make_operator(
    detail::retry(detail::not_negative(n, "rx::retry: the number of times is negative")));
}
inline auto retry()
{
  return retry(detail::for_ever);
}

// source.retry_with_backoff([backoff[, env]]) waits before it subscribes again, longer each time.
// For example, for a device that is unplugged or a service that is not available yet.
//
//   source                 --1--X
//   again                         X      --2--|
//   retry_with_backoff()   --1-------------2--|
//
// The waits use the clock of env, otherwise of the source's environment, the subscriber's
// environment, or current_thread. The errors 1, 10, 100, … that it does not pass on are reported;
// see rx::on_report. Throws std::invalid_argument unless all members of `backoff` are
// positive and the factor is at least 1.
//
//   m.of(m.cold("X") | retry_with_backoff({.initial = 2ms, .attempts = 3}, m.env()));
//     // -> ------X
inline auto retry_with_backoff(backoff policy = {}, environment env = {})
{
  if (policy.initial <= duration::zero() || policy.maximum <= duration::zero()) {
    throw std::invalid_argument(
      "rx::retry_with_backoff: initial and maximum must be positive, and are " +
      std::to_string(policy.initial.count()) + " ns and " + std::to_string(policy.maximum.count()) +
      " ns");
  }
  if (!(policy.factor >= 1)) {  // also catches NaN
    throw std::invalid_argument(
      "rx::retry_with_backoff: factor must be at least 1, and is " + std::to_string(policy.factor));
  }
  if (policy.attempts == 0) {
    throw std::invalid_argument("rx::retry_with_backoff: attempts must be at least 1, and is 0");
  }
  using op = detail::retry_with_backoff;
  return make_operator(op(policy, std::move(env)));
}

// source.repeat([n]) subscribes to the source again when it has completed, n times in total, or
// without end. An error ends it. repeat(0) completes at once.
//
//   source     --1--2|
//   repeat(2)  --1--2--1--2|
//
//   just(1, 2) | repeat(2);  // -> 1 2 1 2 |
template <std::integral N>
auto repeat(N n)
{
  return make_operator(
    detail::repeat(detail::not_negative(n, "rx::repeat: the number of times is negative")));
}
inline auto repeat()
{
  return repeat(detail::for_ever);
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__RETRY_HPP_
