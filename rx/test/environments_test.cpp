// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests The environment that inner and joined streams run in.

#include <gtest/gtest.h>

#include <chrono>
#include <exception>

#include "operators_test.hpp"

namespace
{

// The monad laws, for random diagrams: just is neutral on both sides, and flat_map is associative.
// A time source within a stream uses the clock of that stream, even if neither the subscriber nor
// the source itself has one; otherwise it would block this thread.
TEST(Environments, InnerAndJoinedStreamsRunWhereTheStreamInFrontRuns)
{
  const auto an_hour = [] { return rx::sources::timer(std::chrono::hours(1)); };
  const auto check = [](const char * what, auto make) {
    marbles m;
    int ended = 0;
    make(m).subscribe([](const auto &) {}, [](std::exception_ptr) {}, [&ended] { ++ended; });
    m.clock()->advance_by(std::chrono::minutes(59));
    EXPECT_EQ(ended, 0) << what;
    m.clock()->advance_by(std::chrono::minutes(2));
    EXPECT_EQ(ended, 1) << what;
  };
  const auto each = [&](char) { return an_hour(); };
  const auto numbers = [](marbles & m, const char * diagram) {
    return cold(m, diagram).map([](char) { return 1L; });
  };
  check("flat_map", [&](marbles & m) { return cold(m, "a|").flat_map(each); });
  check("concat_map", [&](marbles & m) { return cold(m, "a|").concat_map(each); });
  check("switch_map", [&](marbles & m) { return cold(m, "a|").switch_map(each); });
  check("exhaust_map", [&](marbles & m) { return cold(m, "a|").exhaust_map(each); });
  check("nested", [&](marbles & m) {
    return cold(m, "a|").flat_map([&](char c) { return rx::sources::just(c).flat_map(each); });
  });
  check("delay within", [&](marbles & m) {
    return cold(m, "a|").flat_map(
      [&](char c) { return rx::sources::just(c).delay(std::chrono::hours(1)); });
  });
  check("merge", [&](marbles & m) { return numbers(m, "a|").merge(an_hour()); });
  check("merge in front", [&](marbles & m) { return an_hour().merge(numbers(m, "a|")); });
  check("concat", [&](marbles & m) { return numbers(m, "a|").concat(an_hour()); });
  check("zip", [&](marbles & m) { return numbers(m, "a|").zip(an_hour()); });
  check("take_until", [&](marbles & m) { return cold(m, "a").take_until(an_hour()); });
  check("on_error_resume_next", [&](marbles & m) {
    return numbers(m, "X").on_error_resume_next([&](std::exception_ptr) { return an_hour(); });
  });
  check("switch_if_empty", [&](marbles & m) { return numbers(m, "|").switch_if_empty(an_hour()); });
  check("buffer", [&](marbles & m) { return cold(m, "a").buffer(an_hour()).take(1); });
}

}  // namespace
