// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Errors that no subscriber handles, as the log, /diagnostics and the executor show them; the end
// of streams and coroutines at shutdown.

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "diagnostic_msgs/msg/diagnostic_array.hpp"
#include "rcl_interfaces/msg/log.hpp"
#include "rcutils/logging.h"
#include "ros_test.hpp"
#include "std_msgs/msg/int32.hpp"

using namespace rx::operators;
using namespace rx::sources;
using namespace rxros2::observable;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using diagnostic_msgs::msg::DiagnosticArray;
using std_msgs::msg::Int32;

namespace
{

/// Collects the lines of the log that are not for the debugger, as "[logger] text".
class log_lines
{
public:
  log_lines() : former_(rcutils_logging_get_output_handler())
  {
    all().clear();
    rcutils_logging_set_output_handler(&log_lines::add);
  }
  ~log_lines() { rcutils_logging_set_output_handler(former_); }

  static std::size_t count(const std::string & text)
  {
    std::lock_guard lock(mutex());
    return std::size_t(std::count_if(all().begin(), all().end(), [&](const std::string & line) {
      return line.find(text) != std::string::npos;
    }));
  }

private:
  static std::vector<std::string> & all()
  {
    static std::vector<std::string> lines;
    return lines;
  }
  static std::mutex & mutex()
  {
    static std::mutex guard;  // guards all()
    return guard;
  }
  static void add(
    const rcutils_log_location_t *, int severity, const char * name, rcutils_time_point_value_t,
    const char * format, va_list * arguments)
  {
    if (severity >= RCUTILS_LOG_SEVERITY_WARN) {
      va_list copy;
      va_copy(copy, *arguments);
      char text[2048];
      std::vsnprintf(text, sizeof text, format, copy);
      va_end(copy);
      std::lock_guard lock(mutex());
      all().push_back("[" + std::string(name) + "] " + text);
    }
  }

  rcutils_logging_output_handler_t former_;
};

void fail(long)
{
  throw std::runtime_error("stuck");
}

rclcpp::NodeOptions with_policy(const char * policy)
{
  return rclcpp::NodeOptions().append_parameter_override("rxros2.on_stream_error", policy);
}

struct StreamErrors : RosTest
{
  std::shared_ptr<rxros2::Node> make_node(const rclcpp::NodeOptions & options = {})
  {
    auto node = rxros2::create_node("arm", "/robot", options);
    executor.add_node(node);
    return node;
  }
};

}  // namespace

TEST_F(StreamErrors, AreLoggedByTheNodeWithTheSourceOfTheStream)
{
  const log_lines log;
  auto node = make_node();
  from_timer(node, 1ms) | subscribe(fail);
  ASSERT_TRUE(spin_until([] { return log_lines::count("stuck") > 0; }));
  EXPECT_EQ(
    log_lines::count(
      "[robot.arm] std::runtime_error: stuck; this ended the stream of timer of 1 ms of node "
      "'/robot/arm', because nothing handles the error."),
    1u);
}

TEST_F(StreamErrors, NameTheResolvedTopicsAtBothEnds)
{
  const log_lines log;
  auto node = make_node();
  from_topic<Int32>(node, "in") | map([](const Int32 & n) -> Int32 {
    fail(n.data);
    return n;
  }) |
    publish_to_topic<Int32>(node, "out");
  from_timer(node, 1ms) | map([](long) { return Int32(); }) | publish_to_topic<Int32>(node, "in");
  ASSERT_TRUE(spin_until([] { return log_lines::count("stuck") > 0; }));
  EXPECT_EQ(
    log_lines::count("stream of topic '/robot/in' to publish_to_topic '/robot/out' of node"), 1u);
}

TEST_F(StreamErrors, NameAllSourcesOfAMerge)
{
  const log_lines log;
  auto node = make_node();
  from_timer(node, 1ms) | merge(from_timer(node, 2ms)) | subscribe(fail);
  ASSERT_TRUE(spin_until([] { return log_lines::count("stuck") > 0; }));
  EXPECT_EQ(log_lines::count("stream of timer of 1 ms and timer of 2 ms of node"), 1u);
}

TEST_F(StreamErrors, OfACoroutineNameItsNode)
{
  const log_lines log;
  auto node = make_node();
  rxros2::start(node, []() -> rx::task<> {
    co_await rx::sleep_for(1ms);
    fail(0);
  });
  ASSERT_TRUE(spin_until([] { return log_lines::count("stuck") > 0; }));
  EXPECT_EQ(
    log_lines::count("[robot.arm] std::runtime_error: stuck; this ended the coroutine of node"),
    1u);
}

TEST_F(StreamErrors, AreOneLineEach)
{
  const log_lines log;
  auto node = make_node();
  from_topic<Int32>(node, "bad name") | subscribe([](const Int32 &) {});
  EXPECT_EQ(log_lines::count("'bad name'"), 1u);
  EXPECT_EQ(log_lines::count("\n"), 0u);
}

TEST_F(StreamErrors, GoToTheHandlerOfTheProgram)
{
  const log_lines log;
  static int errors = 0;
  errors = 0;
  const auto former = rx::on_unhandled_error([](const std::exception_ptr &) noexcept { ++errors; });
  auto node = make_node(with_policy("shutdown"));
  from_timer(node, 1ms) | subscribe(fail);
  EXPECT_TRUE(spin_until([] { return errors > 0; }));
  rx::on_unhandled_error(former);
  EXPECT_TRUE(rclcpp::ok());
  EXPECT_EQ(log_lines::count("stuck"), 0u);
}

TEST_F(StreamErrors, AppearInDiagnosticsFromTheFirstOneOn)
{
  auto node = make_node();
  auto reader = make_node();
  std::vector<diagnostic_msgs::msg::DiagnosticStatus> seen;
  const auto subscription = reader->create_subscription<DiagnosticArray>(
    "/diagnostics", 10, [&](const DiagnosticArray & message) {
      seen.insert(seen.end(), message.status.begin(), message.status.end());
    });
  EXPECT_EQ(node->count_publishers("/diagnostics"), 0u);
  from_timer(node, 1ms) | map([](long i) {
    fail(i);
    return Int32();
  }) |
    publish_to_topic<Int32>(node, "out");
  ASSERT_TRUE(spin_until([&] { return seen.size() > 1; })) << "it is repeated";
  EXPECT_EQ(seen[0].name, "/robot/arm: stream of timer of 1 ms to publish_to_topic '/robot/out'");
  EXPECT_EQ(seen[0].level, diagnostic_msgs::msg::DiagnosticStatus::ERROR);
  EXPECT_EQ(seen[0].message, "std::runtime_error: stuck");
  ASSERT_EQ(seen[0].values.size(), 2u);
  EXPECT_EQ(seen[0].values[0].key, "topic");
  EXPECT_EQ(seen[0].values[0].value, "timer of 1 ms");
  EXPECT_EQ(seen[0].values[1].key, "stage");
  EXPECT_EQ(seen[0].values[1].value, "publish_to_topic '/robot/out'");
}

TEST_F(StreamErrors, AreRaisedFromTheSpinOfTheExecutor)
{
  auto node = make_node();
  rxros2::on_stream_error(node, rxros2::stream_error_policy::raise);
  from_timer(node, 1ms) | subscribe(fail);
  from_timer(node, 1ms) | observe_on(rx::observe_on_new_thread()) | subscribe(fail);
  for (int expected = 0; expected < 2; ++expected) {
    try {
      spin_until([] { return false; });
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error & error) {
      EXPECT_STREQ(error.what(), "stuck");
    }
  }
}

TEST_F(StreamErrors, OfARefusedPolicyNameTheThreeValues)
{
  try {
    make_node(with_policy("restart"));
    FAIL() << "nothing was thrown";
  } catch (const std::invalid_argument & error) {
    EXPECT_STREQ(
      error.what(),
      "parameter 'rxros2.on_stream_error' of node '/robot/arm' is 'restart'; expected log, "
      "shutdown "
      "or raise");
  }
  const auto plain = std::make_shared<rclcpp::Node>("plain", with_policy("none"));
  int errors = 0;  // a node of another class says it at each of its streams
  for (int expected = 1; expected <= 2; ++expected) {
    from_timer(plain, 1ms)
      .subscribe(
        [](long) {},
        [&](const std::exception_ptr & error) {
          EXPECT_NE(rx::what(error).find("expected log, shutdown or raise"), std::string::npos);
          ++errors;
        });
    EXPECT_EQ(errors, expected);
  }
}

TEST_F(StreamErrors, ObeyTheParameterRatherThanTheProgram)
{
  auto node = make_node(with_policy("raise"));
  rxros2::on_stream_error(node, rxros2::stream_error_policy::log);
  from_timer(node, 1ms) | subscribe(fail);
  EXPECT_THROW(spin_until([] { return false; }), std::runtime_error);
}

TEST_F(StreamErrors, AreReportedByRetryAndByQueuesThroughTheNode)
{
  const log_lines log;
  auto node = make_node();
  from_timer(node, 1ms) | map([](long i) {
    fail(i);
    return i;
  }) |
    retry() | subscribe([](long) {});
  ASSERT_TRUE(spin_until([] { return log_lines::count("retry subscribes") > 1; }));
  EXPECT_EQ(
    log_lines::count(
      "[robot.arm] retry subscribes again after an error, the 10th: std::runtime_error: stuck "
      "(stream of timer of 1 ms of node '/robot/arm')"),
    1u);
}

TEST_F(StreamErrors, TellThatAServiceIsNoLongerOffered)
{
  const log_lines log;
  auto node = make_node();
  using Service = rcl_interfaces::srv::ListParameters;
  serve<Service>(node, "list") | subscribe([](const auto & request) {
    request.respond(Service::Response());
    fail(0);
  });
  send_request<Service>(node, "list", Service::Request()) | subscribe([](const auto &) {});
  ASSERT_TRUE(spin_until([] { return log_lines::count("stuck") > 0; }));
  EXPECT_EQ(
    log_lines::count("service '/robot/list' of node '/robot/arm', so that the service is"), 1u);
}

TEST_F(StreamErrors, DoNotComeFromANodeThatWasSpun)
{
  const log_lines log;
  auto node = make_node();
  int ticks = 0;
  from_timer(node, 1ms) | subscribe([&](long) { ++ticks; });
  ASSERT_TRUE(spin_until([&] { return ticks > 0; }));
  executor.remove_node(node);
  node.reset();
  EXPECT_EQ(log_lines::count("no executor"), 0u);
}

TEST_F(StreamErrors, DoNotBlameANodeWhoseStreamsNeededNoExecutor)
{
  const log_lines log;
  auto node = rxros2::create_node("quick");
  rx::observable<>::just(Int32()) | publish_to_topic<Int32>(node, "out");
  node.reset();
  EXPECT_EQ(log_lines::count("no executor has ever spun"), 0u);
}

TEST_F(StreamErrors, TellThatNobodySpunTheNode)
{
  const log_lines log;
  auto node = rxros2::create_node("idle");
  from_topic<Int32>(node, "in") | subscribe([](const Int32 &) {});
  node.reset();
  EXPECT_EQ(log_lines::count("[idle] node '/idle' ends, and no executor has ever spun it"), 1u);
}

namespace
{

/// Shuts the context down once `begun` is true. Returns what was published on "last" meanwhile.
std::vector<int> last_words(
  RosTest & test, const std::shared_ptr<rxros2::Node> & node, const std::function<bool()> & begun)
{
  const auto subscription =
    node->create_subscription<Int32>("last", 10, [](const Int32 &) { FAIL() << "not spun"; });
  static_cast<void>(test.spin_until(begun));
  rclcpp::shutdown();
  std::vector<int> taken;
  Int32 message;
  rclcpp::MessageInfo info;
  while (subscription->take(message, info)) {
    taken.push_back(message.data);
  }
  return taken;
}

}  // namespace

TEST_F(StreamErrors, EndWithPublishesAtShutdown)
{
  auto node = make_node();
  int ticks = 0;
  from_timer(node, 1ms) | tap([&](long) { ++ticks; }) | filter([](long) { return false; }) |
    map([](long) { return Int32(); }) | end_with(Int32().set__data(7)) |
    publish_to_topic<Int32>(node, "last");
  EXPECT_EQ(last_words(*this, node, [&] { return ticks > 0; }), std::vector<int>{7});
}

TEST_F(StreamErrors, ConcatPublishesAtShutdown)
{
  auto node = make_node();
  int ticks = 0;
  from_timer(node, 1ms) | tap([&](long) { ++ticks; }) | filter([](long) { return false; }) |
    map([](long) { return Int32(); }) | concat(just(Int32().set__data(8))) |
    publish_to_topic<Int32>(node, "last");
  EXPECT_EQ(last_words(*this, node, [&] { return ticks > 0; }), std::vector<int>{8});
}

TEST_F(StreamErrors, ACoroutinePublishesWhenItIsCancelledAtShutdown)
{
  auto node = make_node();
  bool waits = false;
  rxros2::start(node, [&waits, node = node.get()]() -> rx::task<> {
    auto publisher = node->create_publisher<Int32>("last", 10);
    try {
      waits = true;
      co_await rx::sleep_for(1h);
    } catch (const rx::cancelled &) {
      publisher->publish(Int32().set__data(9));
    }
  });
  EXPECT_EQ(last_words(*this, node, [&] { return waits; }), std::vector<int>{9});
}

TEST_F(StreamErrors, AScopeOfACoroutineEndsAtShutdown)
{
  auto node = make_node();
  bool waits = false;
  rxros2::start(node, [&waits, node = node.get()]() -> rx::task<> {
    auto publisher = node->create_publisher<Int32>("last", 10);
    try {
      co_await rx::with_scope([&](rx::task_scope scope) -> rx::task<> {
        scope.start([&]() -> rx::task<> {
          waits = true;
          co_await rx::sleep_for(1h);
        });
        co_await rx::sleep_for(1h);
      });
    } catch (const rx::cancelled &) {
      publisher->publish(Int32().set__data(10));
    }
  });
  EXPECT_EQ(last_words(*this, node, [&] { return waits; }), std::vector<int>{10});
}

TEST_F(StreamErrors, ACoroutineOfADestroyedNodeIsDestroyedWhereItWaits)
{
  auto node = make_node();
  bool waits = false;
  bool cancelled = false;
  rxros2::start(node, [&]() -> rx::task<> {
    try {
      waits = true;
      co_await rx::sleep_for(1h);
    } catch (const rx::cancelled &) {
      cancelled = true;
    }
  });
  ASSERT_TRUE(spin_until([&] { return waits; }));
  executor.remove_node(node);
  node.reset();
  EXPECT_FALSE(cancelled);
}
