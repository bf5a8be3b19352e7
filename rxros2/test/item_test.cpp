// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// item<T>: which conversions copy, and that a message that others hold never changes.

#include <gtest/gtest.h>

#include "rxros2/topics/item.hpp"

namespace
{

struct message
{
  using SharedPtr = std::shared_ptr<message>;
  message() = default;
  explicit message(int v) : value(v) {}
  message(const message & other) : value(other.value) { ++copies; }
  message(message && other) noexcept : value(other.value) { ++moves; }
  message & operator=(const message &) = delete;
  int value = 0;
  static inline int copies = 0;
  static inline int moves = 0;
};

struct ItemTest : testing::Test
{
  void SetUp() override { message::copies = message::moves = 0; }
  rxros2::item<message> item{std::make_shared<message>(7)};
};

TEST_F(ItemTest, IsReadWithoutACopy)
{
  EXPECT_EQ([](const message & m) { return m.value; }(item), 7);
  EXPECT_EQ([](const auto & m) { return m->value; }(item), 7);
  EXPECT_EQ((*item).value, 7);
  EXPECT_EQ(message::copies, 0);
}

TEST_F(ItemTest, ByValueIsOneCopy)
{
  EXPECT_EQ([](message m) { return m.value; }(item), 7);
  EXPECT_EQ(message::copies, 1);
}

TEST_F(ItemTest, SharedConstIsTheSameMessage)
{
  const auto address = [](std::shared_ptr<const message> m) { return m.get(); }(item);
  EXPECT_EQ(address, item.get());
  EXPECT_EQ(message::copies, 0);
}

TEST_F(ItemTest, MutableFromAnLvalueIsACopy)
{
  [](const message::SharedPtr m) { m->value = 1; }(item);
  [](std::unique_ptr<message> m) { m->value = 2; }(item);
  EXPECT_EQ(item->value, 7);
  EXPECT_EQ(message::copies, 2);
}

TEST_F(ItemTest, MutableFromTheSoleOwnerIsTheMessageItself)
{
  const auto * address = item.get();
  const auto * taken = [](message::SharedPtr m) { return m.get(); }(std::move(item));
  EXPECT_EQ(taken, address);
  EXPECT_EQ(message::copies, 0);
}

TEST_F(ItemTest, UniqueFromTheSoleOwnerIsAMove)
{
  EXPECT_EQ([](std::unique_ptr<message> m) { return m->value; }(std::move(item)), 7);
  EXPECT_EQ(message::copies, 0);
  EXPECT_EQ(message::moves, 1);
}

TEST_F(ItemTest, MutableFromASharedRvalueIsACopy)
{
  const auto second = item;
  [](message::SharedPtr m) { m->value = 1; }(std::move(item));
  EXPECT_EQ(second->value, 7);
  EXPECT_EQ(message::copies, 1);
}

}  // namespace
