// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests what the log says of streams that wait for a server that is not there.

#include <gtest/gtest.h>

#include <cstdarg>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "example_interfaces/action/fibonacci.hpp"
#include "example_interfaces/srv/add_two_ints.hpp"
#include "rclcpp/logging.hpp"
#include "ros_test.hpp"
#include "rxros2/actions/send_goal.hpp"
#include "rxros2/nodes/detail/wait_report.hpp"

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using Add = example_interfaces::srv::AddTwoInts;
using example_interfaces::action::Fibonacci;
using rxros2::detail::near_names;
using rxros2::detail::wait_report;
using Strings = std::vector<std::string>;

namespace
{

/// The lines that are logged while it exists, each with the name of its logger.
class CapturedLog
{
public:
  CapturedLog()
  {
    const std::lock_guard lock(mutex());
    lines().clear();
    rcutils_logging_set_output_handler([](
                                         const rcutils_log_location_t *, int, const char * name,
                                         rcutils_time_point_value_t, const char * format,
                                         va_list * arguments) {
      char text[1024];
      vsnprintf(text, sizeof(text), format, *arguments);
      const std::lock_guard lock(mutex());
      lines().push_back(std::string(name) + ": " + text);
    });
  }
  ~CapturedLog() { rcutils_logging_set_output_handler(former_); }

  bool has(const std::string & text) const
  {
    const std::lock_guard lock(mutex());
    for (const std::string & line : lines()) {
      if (line.find(text) != std::string::npos) {
        return true;
      }
    }
    return false;
  }

private:
  static std::mutex & mutex()
  {
    static std::mutex mutex;  // guards lines()
    return mutex;
  }
  static Strings & lines()
  {
    static Strings lines;
    return lines;
  }

  const rcutils_logging_output_handler_t former_ = rcutils_logging_get_output_handler();
};

TEST(NearNames, DifferByATypingErrorOrANamespace)
{
  EXPECT_EQ(near_names("/set_bol", {"/set_bool", "/other"}), Strings{"/set_bool"});
  EXPECT_EQ(near_names("/cmd_vel", {"/cmdvel", "/cmd_vle"}), (Strings{"/cmdvel", "/cmd_vle"}));
  EXPECT_EQ(near_names("/scan", {"/robot/scan"}), Strings{"/robot/scan"});
  EXPECT_EQ(near_names("/camera_1/image", {"/camera_2/image"}), Strings{});
  EXPECT_EQ(near_names("/wheel_fl", {"/wheel_fr"}), Strings{});
  EXPECT_EQ(near_names("/tf", {"/to"}), Strings{});
  EXPECT_EQ(near_names("/same", {"/same"}), Strings{});
  EXPECT_EQ(near_names("map", {"maps", "odom"}), Strings{"maps"});
}

TEST(WaitReport, IsDueAfterThreeSecondsThenOnceAMinute)
{
  wait_report report;
  rx::time_point now{};
  EXPECT_FALSE(report.due(7, now));
  EXPECT_FALSE(report.due(7, now += 2s));
  EXPECT_EQ(report.due(7, now += 1s), 3s);
  EXPECT_FALSE(report.due(7, now += 59s));
  EXPECT_EQ(report.due(7, now += 1s), 63s);
  EXPECT_FALSE(report.due(8, now += 90s)) << "another wait begins";
  EXPECT_EQ(report.due(8, now += 3s), 3s);
}

struct WaitReportTest : RosTest
{
  WaitReportTest()
  {
    executor.add_node(node);
    executor.add_node(other);
  }

  rclcpp::Node::SharedPtr node = std::make_shared<rclcpp::Node>("caller", "space");
  rclcpp::Node::SharedPtr other = std::make_shared<rclcpp::Node>("other");
  CapturedLog log;
};

TEST_F(WaitReportTest, NamesTheLikelyReasonOfEachWait)
{
  const auto similar = rxros2::observable::serve<Add>(other, "/add").subscribe([](const auto &) {});
  std::vector<rx::subscription> running;
  running.push_back(
    rxros2::observable::send_request<Add>(node, "/addd", Add::Request()).subscribe([](auto) {}));
  running.push_back(
    rxros2::observable::send_request<Add>(node, "nobody", Add::Request()).subscribe([](auto) {}));
  running.push_back((rx::observable<>::just(Fibonacci::Goal()) |
                     send_goal<Fibonacci>(node, "count") |
                     concat_map([](const auto & goal) { return goal; }))
                      .subscribe([](const auto &) {}));
  EXPECT_TRUE(spin_until([&] {
    return log.has(
      "space.caller: send_request(/addd) has waited 3 s for a server: no server of service /addd; "
      "did you mean /add of node /other?");
  }));
  EXPECT_TRUE(spin_until([&] {
    return log.has(
      "send_request(/space/nobody) has waited 3 s for a server: no server of service "
      "/space/nobody: start it, or correct the name");
  }));
  EXPECT_TRUE(spin_until([&] {
    return log.has(
      "send_goal(count) has waited 3 s for a server: no server of action /space/count: start it");
  }));
  for (const rx::subscription & stream : running) {
    stream.dispose();
  }
  similar.dispose();
}

}  // namespace
