// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/combine_latest.hpp.

#include <gtest/gtest.h>

#include <exception>
#include <stdexcept>
#include <string>
#include <tuple>

#include "operators_test.hpp"

namespace
{

TEST(CombineLatest, EmitsWheneverOneEmits)
{
  marbles m;
  const auto both = [&](const char * a, const char * b) {
    return drawn(m, cold(m, a).combine_latest(later, cold(m, b)));
  };
  EXPECT_EQ(both("-a---c-|", "--b---d--|"), "--b--cd--|");
  EXPECT_EQ(both("-a-X", "--b---d--|"), "--bX");
  EXPECT_EQ(both("-a--|", "--|"), "--|") << "a stream that ends without an item";
  EXPECT_EQ(both("-a|", "-----b-c|"), "-----b-c|");
  std::string error;
  cold(m, "a")
    .combine_latest([](char, char) -> int { throw std::runtime_error("f"); }, cold(m, "b"))
    .subscribe([](int) {}, [&](std::exception_ptr e) { error = rx::what(e); });
  m.clock()->run();
  EXPECT_EQ(error, "f");
}

TEST(CombineLatest, MakesTuplesWithoutExtraCopies)
{
  rx::subject<tracked> a;
  rx::subject<int> b;
  int copies = -1;
  a.get_observable()
    .combine_latest(
      rx::identity_current_thread(), [](const tracked & t, int) -> const tracked & { return t; },
      b.get_observable())
    .subscribe([&](const tracked & t) { copies = t.copies; });
  a.on_next(tracked(1));
  for (int i = 0; i < 3; ++i) {
    b.on_next(i);
  }
  EXPECT_EQ(copies, 0);
  std::tuple<int, int> last;
  b.get_observable().combine_latest(rx::observable<>::just(7)).subscribe([&](auto t) { last = t; });
  b.on_next(5);
  EXPECT_EQ(last, (std::tuple(5, 7)));
}

}  // namespace
