// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/finally.hpp.

#include <gtest/gtest.h>

#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "operators_test.hpp"

namespace
{

std::exception_ptr error(const char * text)
{
  return std::make_exception_ptr(std::runtime_error(text));
}

TEST(Finally, RunsOnceForEveryKindOfEnd)
{
  for (int end = 0; end < 4; ++end) {
    std::string log;
    rx::subject<int> source;
    unhandled caught;
    auto stream =
      source.get_observable()
        .finally([&] { log += 'f'; })
        .take(2)
        .subscribe([&](int) {}, [&](std::exception_ptr) { log += 'X'; }, [&] { log += '|'; });
    source.on_next(1);
    EXPECT_EQ(log, "");
    switch (end) {
      case 0:
        source.on_completed();
        EXPECT_EQ(log, "|f");
        break;
      case 1:
        source.on_error(error("x"));
        EXPECT_EQ(log, "Xf");
        break;
      case 2:
        stream.dispose();
        EXPECT_EQ(log, "f");
        break;
      case 3:
        source.on_next(2);
        EXPECT_EQ(log, "|f");
        break;
    }
    stream.dispose();
    EXPECT_EQ(log.find('f'), log.rfind('f'));
  }
  unhandled caught;
  rx::observable<>::just(1)
    .finally([] { throw std::runtime_error("of finally"); })
    .subscribe([](int) {});
  EXPECT_EQ(unhandled::texts(), (std::vector<std::string>{"of finally"}));
  int calls = 0;
  {
    auto stream = rx::observable<>::never<int>().finally([&] { ++calls; }).subscribe([](int) {});
    EXPECT_EQ(calls, 0);
    stream.dispose();
  }
  EXPECT_EQ(calls, 1);
}

}  // namespace
