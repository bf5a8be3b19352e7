// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// sample_with_frequency: the latest item at a fixed rate.

#ifndef RXROS2__TIME__SAMPLE_WITH_FREQUENCY_HPP_
#define RXROS2__TIME__SAMPLE_WITH_FREQUENCY_HPP_

#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "rx/environment.hpp"
#include "rx/operators/sample.hpp"

namespace rxros2::operators
{

/// source | sample_with_frequency(hz[, coordination]) emits the latest item `hz` times per second,
/// whether it is new or not.
/**
 *     source                      -1-----2-3-------|
 *     sample_with_frequency(hz)   +--1--1--3--3--3-|  (+: a tick before the first item)
 *
 * The period is 1/hz in nanoseconds, without drift: 60 Hz gives 60 items per second. Ticks come
 * from `coordination` (for instance rxcpp::observe_on_new_thread()), otherwise from the source's
 * environment (from_topic: its node and callback group, so simulated time works), otherwise from
 * the subscriber's (publish_to_topic), otherwise from the current thread, which blocks. Throws
 * std::invalid_argument unless hz is positive and at most 1e9. Cost: per item one move; per tick no
 * copy and no heap.
 *
 *     m.cold("-1-----2----------|") | sample_with_frequency(250.0);  // -> 1 2 2 2 |
 */
inline auto sample_with_frequency(double hz, rx::environment coordination = {})
{
  if (!(hz > 0.0 && hz <= 1e9)) {
    throw std::invalid_argument(
      "sample_with_frequency: the frequency is " + std::to_string(hz) +
      " Hz; expected more than 0 and at most 1e9 Hz");
  }
  constexpr double longest = 9e18;  // ns; the maximum of a period
  const std::chrono::nanoseconds period(
    static_cast<std::chrono::nanoseconds::rep>(std::fmin(std::round(1e9 / hz), longest)));
  return rx::operators::sample_latest(period, std::move(coordination));
}
template <typename Rep, typename Period, typename... More>
RX_MISTAKE(
  "rxros2::sample_with_frequency: takes a frequency in Hz, such as 10.0. Write "
  "sample_latest(period) for a period")
rx::mistaken sample_with_frequency(const std::chrono::duration<Rep, Period> &, const More &...)
{
  return {};
}

}  // namespace rxros2::operators

#endif  // RXROS2__TIME__SAMPLE_WITH_FREQUENCY_HPP_
