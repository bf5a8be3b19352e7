// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rmw_time_t, ROS 2's duration in QoS profiles, and its arithmetic (header only).

#ifndef RMW__TIME_H_
#define RMW__TIME_H_

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A duration in a QoS profile; {0, 0} means "not specified".
typedef struct rmw_time_s
{
  uint64_t sec;   ///< whole seconds
  uint64_t nsec;  ///< nanoseconds; may be a second or more until rmw_time_normalize()
} rmw_time_t;

/// A duration in nanoseconds; INT64_MAX means infinite.
typedef int64_t rmw_duration_t;

#define RMW_DURATION_INFINITE {9223372036ULL, 854775807ULL}
#define RMW_DURATION_UNSPECIFIED {0ULL, 0ULL}

/// Returns the nanoseconds of `time`; INT64_MAX (infinite) if they do not fit.
static inline rmw_duration_t rmw_time_total_nsec(const rmw_time_t time)
{
  const uint64_t carry = time.nsec / 1000000000ULL;
  const uint64_t nsec = time.nsec % 1000000000ULL;
  if (time.sec > 9223372036ULL || carry > 9223372036ULL - time.sec) {
    return INT64_MAX;
  }
  const uint64_t sec = time.sec + carry;
  if (sec == 9223372036ULL && nsec > 854775807ULL) {
    return INT64_MAX;
  }
  return (rmw_duration_t)(sec * 1000000000ULL + nsec);
}

/// Returns the duration of `nanoseconds`; a negative value means infinite.
static inline rmw_time_t rmw_time_from_nsec(const rmw_duration_t nanoseconds)
{
  const uint64_t total = nanoseconds < 0 ? (uint64_t)INT64_MAX : (uint64_t)nanoseconds;
  rmw_time_t time;
  time.sec = total / 1000000000ULL;
  time.nsec = total % 1000000000ULL;
  return time;
}

/// Returns true if both durations have the same number of nanoseconds.
static inline bool rmw_time_equal(const rmw_time_t left, const rmw_time_t right)
{
  return rmw_time_total_nsec(left) == rmw_time_total_nsec(right);
}

/// Returns the duration with less than a second in `nsec`; infinite if it does not fit in 64
/// bits.
static inline rmw_time_t rmw_time_normalize(const rmw_time_t time)
{
  return rmw_time_from_nsec(rmw_time_total_nsec(time));
}

#ifdef __cplusplus
}
#endif

#endif  // RMW__TIME_H_
