// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "base/ring.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace
{

using base::Ring;

TEST(Ring, ReturnsItemsInOrderOfInsertion)
{
  Ring<int> ring(Ring<int>::unlimited, 0);
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(ring.make_room());
    ring.push_back(int{i});
  }
  EXPECT_EQ(ring.size(), 100u);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(ring[0], i);
    EXPECT_EQ(ring.pop_front(), i);
  }
  EXPECT_TRUE(ring.empty());
}

TEST(Ring, HasNoRoomBeyondItsLimit)
{
  Ring<int> ring(3, 1);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(ring.make_room());
    ring.push_back(int{i});
  }
  EXPECT_FALSE(ring.make_room());
  ring.drop_front();
  EXPECT_TRUE(ring.make_room());
}

TEST(Ring, HasNoRoomWithoutALimit)
{
  Ring<int> ring;
  EXPECT_FALSE(ring.make_room());
}

TEST(Ring, BehavesAsADequeForAnyOperations)
{
  std::mt19937 random(42);  // a fixed seed: the same run each time
  Ring<std::unique_ptr<int>> ring(37, 2);
  std::deque<int> expected;
  for (int i = 0; i < 20'000; ++i) {
    switch (random() % 8) {
      case 0:
      case 1:
      case 2:
      case 3:
        EXPECT_EQ(ring.make_room(), expected.size() < 37);
        if (expected.size() < 37) {
          ring.push_back(std::make_unique<int>(i));
          expected.push_back(i);
        }
        break;
      case 4: {
        const int divisor = static_cast<int>(random() % 5) + 2;
        std::vector<std::unique_ptr<int>> out;
        ring.extract_if(
          [&](const std::unique_ptr<int> & item) { return *item % divisor == 0; }, out);
        const auto removed = std::erase_if(expected, [&](int item) { return item % divisor == 0; });
        EXPECT_EQ(out.size(), removed);
        break;
      }
      default:
        if (!expected.empty()) {
          EXPECT_EQ(*ring.pop_front(), expected.front());
          expected.pop_front();
        }
    }
    ASSERT_EQ(ring.size(), expected.size());
    for (std::size_t at = 0; at < expected.size(); ++at) {
      ASSERT_EQ(*ring[at], expected[at]);
    }
  }
}

TEST(Ring, AnAppendedPlaceReusesTheMemoryOfItsFormerItem)
{
  Ring<std::string> ring(1, 1);
  ring.push_back(std::string(1000, 'x'));
  ring.drop_front();
  EXPECT_GE(ring.append().capacity(), 1000u);
}

TEST(Ring, Swaps)
{
  Ring<int> full(2, 2);
  full.push_back(1);
  full.push_back(2);
  full.drop_front();
  Ring<int> other;
  other.swap(full);
  EXPECT_EQ(other.limit(), 2u);
  EXPECT_EQ(other.size(), 1u);
  EXPECT_EQ(other.front(), 2);
  EXPECT_TRUE(full.empty());
  EXPECT_FALSE(full.make_room());
}

}  // namespace
