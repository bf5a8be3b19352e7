// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/timeout.hpp.

#include <gtest/gtest.h>

#include <exception>
#include <stdexcept>
#include <string>

#include "operators_test.hpp"

namespace
{

TEST(Timeout, AnErrorOrAnotherStream)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "-a-b------c|").timeout(m.frames(3))), "-a-b--X");
  EXPECT_EQ(drawn(m, cold(m, "-a-b-c|").timeout(m.frames(3))), "-a-b-c|");
  EXPECT_EQ(drawn(m, cold(m, "------a|").timeout(m.frames(3))), "---X");
  EXPECT_EQ(drawn(m, cold(m, "-a-b------c|").timeout(m.frames(3), m.cold("x-y|"))), "-a-b--x-y|");
  EXPECT_EQ(drawn(m, cold(m, "-a-X").timeout(m.frames(3), m.cold("x|"))), "-a-X")
    << "other errors pass";
  auto clock = new_clock();
  bool right = false;
  rx::observable<>::never<int>()
    .timeout(1500ms, clock)
    .subscribe(
      [](int) {},
      [&](std::exception_ptr e) {
        try {
          std::rethrow_exception(e);
        } catch (const rx::timeout_error & t) {
          right = std::string(t.what()).find("1.5") != std::string::npos;
        }
      });
  clock->run();
  EXPECT_TRUE(right);
  EXPECT_THROW(timeout(0ms), std::invalid_argument);
}

}  // namespace
