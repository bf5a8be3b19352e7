// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rclcpp/rclcpp.hpp>
#include <test_msgs/message_fixtures.hpp>

TEST(Fixtures, SerializeAndBack)
{
  const rclcpp::Serialization<test_msgs::msg::Strings> serialization;
  for (const auto & sent : get_messages_strings()) {
    rclcpp::SerializedMessage bytes;
    serialization.serialize_message(sent.get(), &bytes);
    test_msgs::msg::Strings received;
    serialization.deserialize_message(&bytes, &received);
    EXPECT_EQ(received, *sent);
  }
}
