// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tutorial t13: a robot on a recording, in virtual time.

// snippet program
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <replay/replay.hpp>
#include <rxros2/rxros2.hpp>
#include <std_msgs/msg/float64.hpp>

using namespace rx::operators;
using namespace rxros2::operators;
using rxros2::observable::from_bag;
using rxros2::observable::from_topic;
using std_msgs::msg::Float64;

// The robot: it stops before what is near, and says so twice a second.
void mower()
{
  auto node = rxros2::create_node("mower");
  from_topic<Float64>(node, "/distance")
    | map([](const Float64 & metres) { return Float64().set__data(metres.data < 0.5 ? 0.0 : 0.3); })
    | sample_with_frequency(2)
    | publish_to_topic<Float64>(node, "/speed");
  rclcpp::spin(node);
}

// A drive of three seconds, as `rxros2 bag record /distance -o drive.mcap` would have recorded it.
void record(const std::string & file)
{
  const rxros2::recording drive(file);
  const auto topic = drive.topic("/distance", "std_msgs/msg/Float64");
  const struct { double after, metres; } measured[] =
    {{0, 2.0}, {0.8, 1.1}, {1.2, 0.4}, {2.2, 0.9}, {3.0, 1.5}};
  for (const auto & [after, metres] : measured) {
    const Float64 message = Float64().set__data(metres);
    rclcpp::SerializedMessage bytes;
    rclcpp::Serialization<Float64>().serialize_message(&message, &bytes);
    const auto time = 1'700'000'000'000'000'000 + static_cast<std::int64_t>(after * 1e9);
    drive.write(topic, time, time, bytes);
  }
  drive.finish();
}

int main()
{
  std::string folder = (std::filesystem::temp_directory_path() / "t13_XXXXXX").string();
  folder = ::mkdtemp(folder.data());
  record(folder + "/drive.mcap");

  const auto report =
    replay::run(folder + "/drive.mcap", mower, {.record = folder + "/speed.mcap"});
  std::printf("%d messages in, %d out\n", int(report.played), int(report.published));
  from_bag<Float64>(folder + "/speed.mcap", "/speed").subscribe([&](const auto & speed) {
    const auto after = speed.log_time.nanoseconds() - report.begin;
    std::printf("%.1f s: %.1f m/s\n", double(after) / 1e9, speed->data);
  });
  std::filesystem::remove_all(folder);
}
// end
