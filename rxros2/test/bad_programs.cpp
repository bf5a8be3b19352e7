// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Programs that must not compile, one for each CASE except 0; bad_programs.cmake checks that the
// first error names the reason.

#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/int32.hpp"
#include "std_msgs/msg/string.hpp"

using namespace rx::operators;
using namespace rxros2::operators;
using std_msgs::msg::Int32;
using std_msgs::msg::String;

int main()
{
  auto node = rxros2::create_node("bad");
  const auto numbers = rxros2::observable::from_topic<Int32>(node, "numbers");
  const auto data = numbers | map([](const Int32 & n) { return n.data; });
#if CASE == 1
  data | publish_to_topic<String>(node, "texts");
#elif CASE == 2
  numbers | publish_to_topic<String>(node, "texts");
#elif CASE == 3
  data | publish_loaned<String>(node, "texts", [](const String & from, String & to) { to = from; });
#elif CASE == 4
  (data | to_bag<Int32>("numbers.mcap", "numbers")).subscribe();
#elif CASE == 5
  (numbers | to_bag("numbers.mcap")).subscribe();
#elif CASE == 6
  (data | to_black_box<Int32>(rxros2::black_box("box"), "numbers")).subscribe();
#elif CASE == 7
  data | publish_to_topic(node, "numbers", "std_msgs/msg/Int32");
#elif CASE == 8
  (data | max_age(std::chrono::seconds(1))).subscribe();
#elif CASE == 9
  (rxros2::observable::from_topic(node, "numbers", "std_msgs/msg/Int32") | to_bag("numbers.mcap"))
    .subscribe();
#endif
}
