// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The reports of traced stages: to subscribers only, limited, and through the end of the context.

#include <errno.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "rcl_interfaces/msg/log.hpp"
#include "ros_test.hpp"
#include "rxros2/tracing/trace.hpp"

using namespace rx::operators;
using namespace rxros2::operators;
using rcl_interfaces::msg::Log;

namespace
{

constexpr auto topic = "/_rxros2/streams";

std::size_t count(const std::string & text, const std::string & part)
{
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

bool has(const std::string & text, const std::string & part)
{
  return text.find(part) != std::string::npos;
}

struct TraceReportTest : RosTest
{
  TraceReportTest()
  {
    rxros2::trace::enable();
    executor.add_node(node);
  }
  ~TraceReportTest() override { rxros2::trace::enable(false); }

  void listen()
  {
    subscription = node->create_subscription<Log>(
      topic, 100, [this](const Log & report) { reports.push_back(report.msg); });
  }
  /// Returns the first report from now on that contains the text; "" if none arrives.
  std::string report_with(const std::string & part)
  {
    std::string found;
    spin_until([&] {
      for (const std::string & each : reports) {
        if (found.empty() && has(each, part)) {
          found = each;
        }
      }
      reports.clear();
      return !found.empty();
    });
    return found;
  }

  rclcpp::Node::SharedPtr node = std::make_shared<rclcpp::Node>("listener");
  rclcpp::Subscription<Log>::SharedPtr subscription;
  std::vector<std::string> reports;
};

TEST_F(TraceReportTest, ReportsStagesAndTheirCounters)
{
  listen();
  rx::subject<int> numbers;
  (numbers.get_observable() | traced("measured") |
   traced("large", filter([](int i) { return i > 5; })) |
   traced("halved", map([](int i) {
            if (i == 13) {
              throw std::runtime_error("unlucky");
            }
            return i / 2.0;
          })))
    .subscribe([](double) {}, [](const std::exception_ptr &) {});
  ASSERT_NE(report_with("\"measured\""), "");  // from now on its items are shown
  numbers.on_next(7);
  const std::string shown = report_with("\"n\", \"3.5\"]");
  EXPECT_TRUE(has(shown, std::string("\"process\": \"") + program_invocation_short_name)) << shown;
  EXPECT_TRUE(has(shown, "\"pid\": " + std::to_string(::getpid()))) << shown;
  EXPECT_TRUE(has(shown, "\"feeds\": [\"large\"]")) << shown;
  EXPECT_TRUE(has(shown, "\"feeds\": [\"halved\"]")) << shown;
  EXPECT_TRUE(has(shown, "trace_report_test.cpp:")) << shown;
  EXPECT_TRUE(has(shown, "[\"measured\", ")) << shown;
  EXPECT_TRUE(has(shown, "\"n\", \"7\"]")) << shown;
  numbers.on_next(13);
  const std::string failed = report_with("\"e\", \"unlucky\"]");
  EXPECT_TRUE(has(failed, "[\"halved\", ")) << failed;
  EXPECT_TRUE(has(failed, "\"errors\": 1")) << failed;
  EXPECT_TRUE(has(failed, "\"left_out\": 0}")) << failed;
}

TEST_F(TraceReportTest, KeepsNothingWithoutSubscribers)
{
  rx::subject<std::string> words;
  (words.get_observable() | traced("words")).subscribe([](const std::string &) {});
  ASSERT_TRUE(becomes(1, [&] { return node->count_publishers(topic); }));
  for (int i = 0; i < 3; ++i) {
    words.on_next("unheard");
  }
  listen();
  const std::string first = report_with("\"words\"");
  EXPECT_FALSE(has(first, "unheard")) << first;
  EXPECT_TRUE(has(first, "\"out\": 3")) << first;  // but counted
  words.on_next("heard");
  EXPECT_NE(report_with("\"n\", \"heard\"]"), "");
  subscription.reset();
  // That it sleeps again shows in the next report, which contains nothing from the time in between.
  const auto sleeps = [&] {
    words.on_next("between");
    listen();
    const bool kept = has(report_with("\"words\""), "between");
    subscription.reset();
    return !kept;
  };
  EXPECT_TRUE(spin_until(sleeps));
}

TEST_F(TraceReportTest, TextsAreUtf8)
{
  listen();
  rx::subject<std::string> words;
  (words.get_observable() | traced("bytes")).subscribe([](const std::string &) {});
  ASSERT_NE(report_with("\"bytes\""), "");
  words.on_next("a\xff\xc3\xb6\xe2\x82\"\n");
  EXPECT_NE(report_with("\"a?\xc3\xb6??\\\" \"]"), "");
}

TEST_F(TraceReportTest, LimitsAFloodAndReportsIt)
{
  listen();
  rx::subject<int> numbers;
  (numbers.get_observable() | traced("flood")).subscribe([](int) {});
  ASSERT_NE(report_with("\"flood\""), "");
  const auto before = std::chrono::steady_clock::now();
  for (int i = 0; i < 200'000; ++i) {
    numbers.on_next(i);
  }
  const auto took = std::chrono::steady_clock::now() - before;
  std::size_t shown = 0;
  EXPECT_TRUE(spin_until([&] {
    bool all = false;
    for (const std::string & each : reports) {
      shown += count(each, "[\"flood\", ");
      all = all || has(each, "\"out\": 200000");
    }
    reports.clear();
    return all;
  }));
  EXPECT_GE(shown, 1u);
  EXPECT_LE(shown, 2u + static_cast<std::size_t>(took / std::chrono::milliseconds(33)) * 2);

  for (int i = 0; i < 3000; ++i) {
    (rx::observable<>::error<int>(std::runtime_error("often")) | traced("fails"))
      .subscribe([](int) {}, [](const std::exception_ptr &) {});
  }
  std::size_t most = 0;
  EXPECT_TRUE(spin_until([&] {
    bool said = false;
    for (const std::string & each : reports) {
      most = std::max(most, count(each, "[\"fails\", "));
      said = said || (has(each, "\"left_out\": ") && !has(each, "\"left_out\": 0}"));
    }
    reports.clear();
    return said;
  }));
  EXPECT_LE(most, 1000u);
}

/// Memory does not grow with the number of subscriptions: the next one reuses the counters.
TEST_F(TraceReportTest, ManySubscriptionsOneAfterTheOther)
{
  rxros2::trace::reset();
  for (int i = 0; i < 1000; ++i) {
    (rx::observable<>::range(1, 3) | traced("again")).subscribe([](int) {});
  }
  for (const auto & each : rxros2::trace::statistics()) {
    if (each.name == "again") {
      EXPECT_EQ(each.subscriptions, 1000u);
      EXPECT_EQ(each.in, 3000u);
      EXPECT_EQ(each.out, 3000u);
    }
  }
}

/// Under ThreadSanitizer: items flow while the context ends and is initialised again.
TEST(TraceReportEndTest, WhileItemsFlow)
{
  rxros2::trace::enable();
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  threads.reserve(2);
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&, i] {
      while (!stop) {
        (rx::observable<>::range(1, 100) | traced("busy") |
         traced("busy " + std::to_string(i), map([](int number) { return number + 0.5; })))
          .subscribe([](double) {});
      }
    });
  }
  for (int round = 0; round < 3; ++round) {
    rclcpp::init(0, nullptr);
    {
      auto node = std::make_shared<rclcpp::Node>("listener");
      int received = 0;
      auto subscription = node->create_subscription<Log>(
        topic, 100, [&](const Log & report) { received += has(report.msg, "\"busy 1\"") ? 1 : 0; });
      rclcpp::executors::SingleThreadedExecutor executor;
      executor.add_node(node);
      EXPECT_TRUE(test::spin_until(executor, [&] { return received >= 2; }));
    }
    rclcpp::shutdown();
  }
  stop = true;
  for (std::thread & each : threads) {
    each.join();
  }
  rxros2::trace::enable(false);
}

/// Like programs with little to do: the reporting thread has hardly started.
TEST(TraceReportEndTest, RightAfterTheBegin)
{
  rxros2::trace::enable();
  for (int round = 0; round < 40; ++round) {
    rclcpp::init(0, nullptr);
    (rx::observable<>::just(round) | traced("short")).subscribe([](int) {});
    std::this_thread::sleep_for(std::chrono::microseconds(25 * round));
    rclcpp::shutdown();
  }
  rxros2::trace::enable(false);
}

}  // namespace
