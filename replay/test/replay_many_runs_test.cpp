// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Many replays of a program with pipes, a coroutine, a service and an action have the same outputs.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "example_interfaces/action/fibonacci.hpp"
#include "example_interfaces/srv/add_two_ints.hpp"
#include "replay_test.hpp"
#include "rxros2/actions/send_goal.hpp"
#include "rxros2/actions/serve_goals.hpp"

namespace
{

using namespace replay_test;  // NOLINT
using namespace std::chrono_literals;
using namespace rxcpp::operators;   // NOLINT: as programs write it
using namespace rxros2::operators;  // NOLINT
using example_interfaces::action::Fibonacci;
using example_interfaces::srv::AddTwoInts;
using rxros2::observable::from_topic;
using rxros2::observable::serve_goals;
using rxros2::operators::send_goal;

// Pipes, coroutines, timers, services: with random delays of the computer, and with different
// memory addresses each time.
class Robot : public rxros2::Node
{
public:
  explicit Robot(unsigned seed) : rxros2::Node("robot"), random_(seed)
  {
    const auto in = from_topic<Int32>(this, "/in") | map([this](const Int32 & n) {
                      delay();
                      return n;
                    });
    in | sample_with_frequency(30) | publish_to_topic<Int32>(this, "/sampled");
    in | debounce(25ms) | publish_to_topic<Int32>(this, "/quiet");
    in.merge(from_topic<Int32>(this, "/other")) | publish_to_topic<Int32>(this, "/merged");
    rxros2::observable::from_timer(this, 7ms) | map([this](const auto &) {
      delay();
      Int32 n;
      n.data = count_++;
      return n;
    }) |
      publish_to_topic<Int32>(this, "/ticks");
    rxros2::observable::serve<AddTwoInts>(this, "/add")
      .subscribe([this](const rxros2::service_request<AddTwoInts> & call) {
        delay();
        AddTwoInts::Response response;
        response.sum = call->a + call->b;
        call.respond(response);
      });
    in | concat_map([this](const Int32 & n) {
      AddTwoInts::Request request;
      request.a = n.data;
      request.b = 1000;
      return rxros2::observable::send_request<AddTwoInts>(this, "/add", request);
    }) |
      map([](const auto & response) { return number(static_cast<int>(response->sum)); }) |
      publish_to_topic<Int32>(this, "/sums");
    serve_goals<Fibonacci>(this, "/count").subscribe([this](const auto & goal) {
      delay();
      Fibonacci::Result result;
      result.sequence = {goal->order, 1};
      goal.answer(result);
    });
    rxros2::start(this, [this]() -> rx::task<> {
      auto numbers = rx::listen(from_topic<Int32>(this, "/in"));
      while (auto n = co_await numbers.next()) {
        delay();
        Fibonacci::Goal order;
        order.order = (*n)->data;
        const auto goal =
          co_await (rx::observable<>::just(order) | send_goal<Fibonacci>(this, "/count"));
        const auto result = co_await goal.result();
        results_->publish(number(result->sequence[0]));
      }
    });
  }

private:
  void delay()
  {
    if (random_() % 64 == 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(random_() % 300));
    }
    memory_.push_back(std::make_unique<char[]>(random_() % 512));
  }

  const rclcpp::Publisher<Int32>::SharedPtr results_ = create_publisher<Int32>("/results", 10);
  std::mt19937 random_;
  std::vector<std::unique_ptr<char[]>> memory_;
  int count_ = 0;
};

TEST_F(Replay, ManyRunsGiveTheSameBytes)
{
  const char * const wanted = std::getenv("REPLAY_RUNS");
  const int runs = wanted ? std::atoi(wanted) : 50;
  std::vector<Recorded> messages;
  std::mt19937 random(7);
  for (int i = 0; i < 200; ++i) {
    const std::int64_t at = static_cast<std::int64_t>(random() % 1000) * ms;
    messages.push_back({random() % 3 ? "/in" : "/other", i, at});
  }
  const auto bag = recording(messages);
  std::atomic<bool> done{false};
  std::thread load([&done] {
    while (!done) {
      std::this_thread::sleep_for(100us);
    }
  });
  std::string first;
  unsigned differing = 0;
  replay::Report report;
  for (int seed = 0; seed < runs; ++seed) {
    replay::Options options;
    options.record = path("outputs.mcap");
    fs::remove(options.record);
    report = replay::run(
      bag, [seed] { rclcpp::spin(std::make_shared<Robot>(static_cast<unsigned>(seed))); }, options);
    const std::string bytes = bytes_of(options.record);
    first = seed == 0 ? bytes : first;
    differing += bytes != first;
  }
  done = true;
  load.join();
  EXPECT_EQ(differing, 0u);
  EXPECT_EQ(report.warnings, std::vector<std::string>{});
  EXPECT_GT(report.published, 500u);
}

}  // namespace
