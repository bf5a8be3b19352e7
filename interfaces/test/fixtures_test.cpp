// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// test_msgs' ready-made messages and calls, and its C structs.
#include <gtest/gtest.h>

#include <limits>

#include "test_msgs/message_fixtures.hpp"
#include "test_msgs/msg/nested.h"
#include "test_msgs/service_fixtures.hpp"

TEST(Fixtures, EachTypeHasItsMessages)
{
  EXPECT_EQ(get_messages_empty().size(), 1u);
  EXPECT_EQ(get_messages_constants().size(), 1u);
  EXPECT_EQ(*get_messages_defaults().at(0), test_msgs::msg::Defaults());
  EXPECT_GT(get_messages_nested().size(), 1u);
  EXPECT_GT(get_messages_multi_nested().size(), 1u);
  EXPECT_GT(get_messages_wstrings().size(), 1u);
  const auto basic = get_messages_basic_types();
  ASSERT_EQ(basic.size(), 4u);
  EXPECT_EQ(basic[1]->int16_value, std::numeric_limits<std::int16_t>::min());
  EXPECT_EQ(basic[1]->float64_value, std::numeric_limits<double>::lowest());
  EXPECT_EQ(basic[2]->uint8_value, 42);
  EXPECT_EQ(basic[3]->uint64_value, std::numeric_limits<std::uint64_t>::max());
  EXPECT_TRUE(basic[3]->bool_value);
}

TEST(Fixtures, BoundsAreReachedAndKept)
{
  const auto strings = get_messages_strings();
  EXPECT_EQ(strings.back()->bounded_string_value.size(), 22u);
  EXPECT_GT(strings.back()->string_value.size(), 22u);
  const auto bounded = get_messages_bounded_sequences();
  EXPECT_TRUE(bounded[1]->int32_values.empty());
  EXPECT_EQ(bounded.back()->bool_values.size(), 3u);
  EXPECT_EQ(bounded.back()->basic_types_values.size(), 3u);
  EXPECT_EQ(get_messages_bounded_plain_sequences().back()->int8_values.size(), 3u);
  EXPECT_EQ(get_messages_unbounded_sequences().back()->string_values.size(), 5u);
  for (const auto & message : get_messages_arrays()) {
    EXPECT_EQ(message->basic_types_values.size(), 3u);
  }
}

TEST(Fixtures, TimesAreTimes)
{
  for (const auto & message : get_messages_builtins()) {
    EXPECT_LT(message->time_value.nanosec, 1'000'000'000u);
    EXPECT_LT(message->duration_value.nanosec, 1'000'000'000u);
  }
}

TEST(Fixtures, Calls)
{
  EXPECT_EQ(get_services_empty().size(), 1u);
  EXPECT_EQ(get_services_basic_types().at(3).first->int8_value, 127);
  EXPECT_EQ(get_services_arrays().at(3).second->int8_values[2], 127);
}

TEST(Fixtures, CStructs)
{
  test_msgs__msg__Nested nested{};
  nested.basic_types_value.int64_value = 7;
  EXPECT_EQ(nested.basic_types_value.int64_value, 7);
}
