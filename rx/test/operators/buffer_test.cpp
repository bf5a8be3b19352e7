// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/buffer.hpp.

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "operators_test.hpp"

namespace
{

// Shows vectors as "ab", empty ones as "()".
rx::observable<std::string> joined(const rx::observable<std::vector<char>> & buffers)
{
  return buffers.map([](const std::vector<char> & v) {
    return v.empty() ? std::string("()") : std::string(v.begin(), v.end());
  });
}

TEST(Buffer, ByCount)
{
  const auto of = [](int count, int skip) {
    marbles m;
    return played(m, joined(cold(m, "abcde|").buffer(count, skip)));
  };
  EXPECT_EQ(of(2, 2), "1=ab 3=cd 5=e |");
  EXPECT_EQ(of(2, 1), "1=ab 2=bc 3=cd 4=de 5=e |");
  EXPECT_EQ(of(1, 2), "0=a 2=c 4=e |");
  EXPECT_EQ(of(2, 3), "1=ab 4=de |");
  marbles m;
  EXPECT_EQ(played(m, joined(cold(m, "abX").buffer(3))), "X")
    << "what is not complete is lost with an error";
  EXPECT_THROW(buffer(0), std::invalid_argument);
  std::size_t sizes = 0;
  rx::observable<>::just(std::make_unique<int>(1))
    .buffer(2)
    .subscribe([&](std::vector<std::unique_ptr<int>> v) { sizes += v.size(); });
  EXPECT_EQ(sizes, 1u);
  EXPECT_THROW(
    static_cast<void>(rx::observable<>::just(std::make_unique<int>(1)).buffer(2, 1)),
    std::invalid_argument);
}

TEST(Buffer, ByTime)
{
  const auto of = [](const char * d, auto... args) {
    marbles m;
    return played(m, joined(cold(m, d).buffer_with_time(m.frames(args)...)));
  };
  EXPECT_EQ(of("-a-b----c|", 4), "4=ab 8=c 9=() |");
  EXPECT_EQ(of("abcdefgh|", 4, 2), "4=abcd 6=cdef 8=efgh 8=gh 8=() |");
  EXPECT_EQ(of("abcdefgh|", 1, 3), "1=a 4=d 7=g |");
  EXPECT_EQ(of("a-X", 4), "X");
  EXPECT_THROW(buffer_with_time(0ms), std::invalid_argument);
}

TEST(Buffer, ByTimeOrCount)
{
  marbles m;
  EXPECT_EQ(
    played(m, joined(cold(m, "-abc------d|").buffer_with_time_or_count(m.frames(4), 2))),
    "2=ab 6=c 10=d 11=() |");
}

TEST(Buffer, ByBoundaryAndToggle)
{
  marbles m;
  EXPECT_EQ(played(m, joined(cold(m, "ab-c-d|").buffer(cold(m, "--x-x|")))), "2=ab 4=c 6=d |");
  marbles b;
  EXPECT_EQ(played(b, joined(cold(b, "ab---|").buffer(cold(b, "--xx|")))), "2=ab 3=() 5=() |")
    << "empty ones too, also at the end";
  marbles e;
  EXPECT_EQ(
    played(
      e, joined(cold(e, "--|").buffer_toggle(cold(e, "-1"), [&](char) { return cold(e, "-"); }))),
    "2=() |");
  marbles n;
  EXPECT_EQ(
    played(
      n, joined(cold(n, "abcdefghi|")
                  .buffer_toggle(cold(n, "-12|"), [&](char) { return n.cold("---x"); }))),
    "4=bcd 5=cde |")
    << "an item at the very time comes after the opening or the end";
}

}  // namespace
