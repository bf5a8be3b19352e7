// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/materialize.hpp.

#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

#include "operators_test.hpp"

namespace
{

TEST(Materialize, EndsBecomeItemsAndBack)
{
  const auto text = [](auto stream) {
    return text_of(rx::observable<std::string>(stream.materialize().map([](const auto & n) {
      std::ostringstream out;
      out << n;
      return out.str();
    })));
  };
  EXPECT_EQ(text(rx::observable<>::just(1, 2)), "on_next(1) on_next(2) on_completed() |");
  EXPECT_EQ(text(rx::observable<>::error<int>(std::runtime_error("x"))), "on_error(x) |");
  EXPECT_EQ(
    text_of(ints(rx::observable<>::just(1)
                   .concat(rx::observable<>::error<int>(std::runtime_error("x")))
                   .materialize()
                   .dematerialize())),
    "1 X x");
  int got = 0;
  rx::observable<>::just(std::make_unique<int>(4))
    .materialize()
    .dematerialize()
    .subscribe([&](std::unique_ptr<int> p) { got = *p; });
  EXPECT_EQ(got, 4);
}

}  // namespace
