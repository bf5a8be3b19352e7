// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/concat.hpp.

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "operators_test.hpp"

namespace
{

TEST(Concat, OneAfterTheOther)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "-a|").concat(m.cold("-b|"), m.cold("c-|"))), "-a-bc-|");
  EXPECT_EQ(drawn(m, cold(m, "-aX").concat(m.cold("-b|"))), "-aX");
  EXPECT_EQ(drawn(m, cold(m, "-a|").concat(rx::identity_current_thread(), m.cold("-b|"))), "-a-b|");
  EXPECT_EQ(
    text_of(
      ints(rx::observable<>::just(ints(rx::observable<>::just(1)), ints(rx::observable<>::just(2)))
             .concat())),
    "1 2 |");
  bool subscribed = false;
  auto second = rx::observable<>::create<int>([&](auto) { subscribed = true; });
  rx::observable<>::just(1, 2).concat(second).take(2).subscribe([](int) {});
  EXPECT_FALSE(subscribed);
  std::vector<double> got;
  rx::observable<>::just(0.5).concat(rx::observable<>::just(2)).subscribe([&](double d) {
    got.push_back(d);
  });
  EXPECT_EQ(got, (std::vector{0.5, 2.0}));
}

TEST(Concat, MoveOnlyItemsWithoutExtraMoves)
{
  rx::subject<tracked> source;
  tracked got;
  rx::observable<>::empty<tracked>().concat(source.get_observable()).subscribe([&](tracked && t) {
    got = std::move(t);
  });
  source.on_next(tracked(1));
  EXPECT_EQ(got.copies, 0);
  EXPECT_EQ(got.moves, 1) << "the move into got";
  rx::subject<std::unique_ptr<int>> unique;
  int value = 0;
  unique.get_observable()
    .concat(rx::observable<>::empty<std::unique_ptr<int>>())
    .subscribe([&](std::unique_ptr<int> p) { value = *p; });
  unique.on_next(std::make_unique<int>(3));
  EXPECT_EQ(value, 3);
}

// With a stack of 8 MB, each of them may use 280 bytes.
TEST(Concat, ALongChainMadeInALoopNeedsNoStack)
{
  constexpr int links = 30'000;
  rx::observable<int> all = rx::observable<>::just(0);
  for (int i = 1; i <= links; ++i) {
    all = all.concat(rx::observable<>::just(2 * i - 1), rx::observable<>::just(2 * i));
  }
  const rx::observable<int> shorter = all;
  all = all.concat(rx::observable<>::just(2 * links + 1));
  const auto numbers_up_to = [](int last) {
    std::vector<int> numbers(static_cast<std::size_t>(last) + 1);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
  };
  EXPECT_EQ(all.to_vector(), numbers_up_to(2 * links + 1));
  EXPECT_EQ((all | take(5)).to_vector(), numbers_up_to(4));
  EXPECT_EQ(shorter.to_vector(), numbers_up_to(2 * links));
  EXPECT_FALSE(all.env());
}

}  // namespace
