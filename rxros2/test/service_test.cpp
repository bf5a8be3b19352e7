// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// send_request and serve: responses, order, limits, failures, disposal, the node's end.

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "example_interfaces/srv/add_two_ints.hpp"
#include "ros_test.hpp"

using namespace rxcpp::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rxros2::observable::serve;
using Add = example_interfaces::srv::AddTwoInts;
using Call = rxros2::service_request<Add>;

namespace
{

Add::Request numbers(int a, int b)
{
  Add::Request request;
  request.a = a;
  request.b = b;
  return request;
}

Add::Response sum_of(const Add::Request & request)
{
  Add::Response response;
  response.sum = request.a + request.b;
  return response;
}

/// Requests for 1 + b, 2 + b, … n + b.
auto sums(int n, int b)
{
  return rxcpp::observable<>::range(1, n) | map([b](int i) { return numbers(i, b); });
}

auto into(std::vector<int> & sums)
{
  return [&sums](const Add::Response::SharedPtr & r) { sums.push_back(static_cast<int>(r->sum)); };
}

struct ServiceTest : RosTest
{
  ServiceTest() { executor.add_node(node); }

  rxcpp::subscription answer()
  {
    return serve<Add>(node, "add").subscribe([](const Call & c) { c.respond(sum_of(*c)); });
  }
  /// A server that does not respond, but keeps its requests.
  rxcpp::subscription keep()
  {
    return serve<Add>(node, "add").subscribe([this](Call c) { calls.push_back(std::move(c)); });
  }
  auto to_error()
  {
    return [this](std::exception_ptr e) { error = rx::what(e); };
  }

  std::shared_ptr<rxros2::Node> node = rxros2::create_node("caller");
  std::vector<Call> calls;
  std::vector<int> got;
  std::string error;
  bool completed = false;
};

TEST_F(ServiceTest, RequestsBecomeResponsesInOrder)
{
  answer();
  (sums(50, 1) | send_request<Add>(node, "add")).subscribe(into(got), [&] { completed = true; });
  EXPECT_TRUE(got.empty());  // subscribing does not wait
  ASSERT_TRUE(spin_until([&] { return completed; }));
  ASSERT_EQ(got.size(), 50u);
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(got[static_cast<std::size_t>(i)], i + 2);
  }
}

TEST_F(ServiceTest, AcceptsEveryKindOfRequestItem)
{
  answer();
  rxcpp::subjects::subject<std::shared_ptr<Add::Request>> shared;
  (shared.get_observable() | send_request<Add>(node, "add")).subscribe(into(got));
  shared.get_subscriber().on_next(std::make_shared<Add::Request>(numbers(1, 1)));
  (rxcpp::observable<>::just(std::make_shared<const Add::Request>(numbers(2, 1))) |
   send_request<Add>(node.get(), "add"))
    .subscribe(into(got));
  (rxcpp::observable<>::just(3) |
   map([](int a) { return std::make_unique<Add::Request>(numbers(a, 1)); }) |
   send_request<Add>(node, "add"))
    .subscribe(into(got));
  rxros2::observable::send_request<Add>(node, "add", numbers(4, 1)).subscribe(into(got));
  ASSERT_TRUE(spin_until([&] { return got.size() == 4; }));
  std::sort(got.begin(), got.end());
  EXPECT_EQ(got, (std::vector{2, 3, 4, 5}));
}

TEST_F(ServiceTest, RequestsWaitForTheirServer)
{
  rxros2::observable::send_request<Add>(node, "add", numbers(1, 2)).subscribe(into(got), [&] {
    completed = true;
  });
  executor.spin_some();
  EXPECT_TRUE(got.empty());
  answer();
  ASSERT_TRUE(spin_until([&] { return completed; }));
  EXPECT_EQ(got, std::vector{3});
}

// A server and its client in one node, one group, one thread, where a blocking wait would deadlock.
TEST_F(ServiceTest, AServiceMayCallAnotherBeforeItResponds)
{
  answer();
  (serve<Add>(node, "twice") | flat_map([this](const Call & c) {
     return rxros2::observable::send_request<Add>(node, "add", numbers(c->a, c->a)) |
            tap([c](const Add::Response::SharedPtr & r) { c.respond(*r); });
   }))
    .subscribe([](const auto &) {});
  rxros2::observable::send_request<Add>(node, "twice", numbers(21, 0)).subscribe(into(got));
  ASSERT_TRUE(spin_until([&] { return !got.empty(); }));
  EXPECT_EQ(got, std::vector{42});
}

TEST_F(ServiceTest, LimitsTheRequestsInFlight)
{
  keep();
  (sums(5, 0) | send_request<Add>(node, "add", {.max_in_flight = 2})).subscribe(into(got), [&] {
    completed = true;
  });
  ASSERT_TRUE(spin_until([&] { return calls.size() == 2; }));
  executor.spin_some();
  EXPECT_EQ(calls.size(), 2u);
  calls[0].respond(sum_of(*calls[0]));
  ASSERT_TRUE(spin_until([&] { return calls.size() == 3; }));
  for (std::size_t i = 1; i < 5; ++i) {
    ASSERT_TRUE(spin_until([&] { return calls.size() > i; }));
    calls[i].respond(sum_of(*calls[i]));
  }
  ASSERT_TRUE(spin_until([&] { return completed; }));
  EXPECT_EQ(got, (std::vector{1, 2, 3, 4, 5}));
}

TEST_F(ServiceTest, TheOrderIsTheUsersChoice)
{
  std::vector<int> arrived;
  keep();
  (sums(3, 0) | send_request<Add>(node, "add", {.max_in_flight = 3})).subscribe(into(got));
  (sums(3, 10) | send_request<Add>(
                   node, "add", {.max_in_flight = 3, .order = rxros2::response_order::as_arrived}))
    .subscribe(into(arrived));
  ASSERT_TRUE(spin_until([&] { return calls.size() == 6; }));
  // The requests of two clients may reach their server in any order.
  const auto respond = [&](int sum) {
    for (const Call & c : calls) {
      if (sum_of(*c).sum == sum) {
        c.respond(sum_of(*c));
      }
    }
  };
  for (int sum : {12, 13, 11, 2, 3}) {
    respond(sum);
  }
  ASSERT_TRUE(spin_until([&] { return arrived.size() == 3; }));
  EXPECT_EQ(arrived, (std::vector{12, 13, 11}));
  executor.spin_some();
  EXPECT_TRUE(got.empty());
  respond(1);
  ASSERT_TRUE(spin_until([&] { return got.size() == 3; }));
  EXPECT_EQ(got, (std::vector{1, 2, 3}));
}

TEST_F(ServiceTest, RequestsThatFoundNoServerAreSentInOrderWhileAnOlderOneIsUnderWay)
{
  rxcpp::subjects::subject<Add::Request> requests;
  auto server = keep();
  (requests.get_observable() |
   send_request<Add>(
     node, "add",
     {.timeout = 1h, .max_in_flight = 10, .order = rxros2::response_order::as_arrived}))
    .subscribe(into(got));
  const auto ask = [&](int a) { requests.get_subscriber().on_next(numbers(a, 0)); };
  ask(1);
  ASSERT_TRUE(spin_until([&] { return calls.size() == 1; }));
  server.dispose();  // with the first request
  ask(2);
  ask(3);
  answer();
  ask(4);
  ASSERT_TRUE(spin_until([&] { return got.size() == 3; }));
  EXPECT_EQ(got, (std::vector{2, 3, 4}));
}

TEST_F(ServiceTest, ATimeLimitEndsTheStream)
{
  keep();
  // A busy machine may need longer for the request alone.
  for (auto limit = 20ms; calls.empty(); limit *= 2) {
    error.clear();
    rxros2::observable::send_request<Add>(node, "add", numbers(1, 2), {.timeout = limit})
      .subscribe(into(got), to_error());
    ASSERT_TRUE(spin_until([&] { return !error.empty(); }));
  }
  EXPECT_NE(error.find("service '/add' did not respond within "), std::string::npos) << error;
  error.clear();
  rxros2::observable::send_request<Add>(node, "nobody", numbers(1, 2), {.timeout = 20ms})
    .subscribe(into(got), to_error());
  ASSERT_TRUE(spin_until([&] { return !error.empty(); }));
  EXPECT_NE(error.find("there was no service '/nobody' within 20"), std::string::npos) << error;
  for (const Call & c : calls) {
    EXPECT_TRUE(c.respond(sum_of(*c)));  // too late, and ignored
  }
  executor.spin_some();
  EXPECT_TRUE(got.empty());
}

TEST_F(ServiceTest, AFailureMayBeAnItem)
{
  keep();
  (sums(3, 1) | send_request<Add>(node, "add", rxros2::per_item, {.timeout = 5ms}))
    .subscribe(
      [&](const rxros2::request_result<Add> & r) {
        EXPECT_FALSE(r);
        EXPECT_THROW(r.value(), rxros2::request_timeout);
        got.push_back(static_cast<int>(r.request->a));
      },
      [&] { completed = true; });
  ASSERT_TRUE(spin_until([&] { return completed; }));
  EXPECT_EQ(got, (std::vector{1, 2, 3}));
}

TEST_F(ServiceTest, ARetryIsASecondRequest)
{
  serve<Add>(node, "add").subscribe([this](Call c) {
    if (calls.empty()) {
      calls.push_back(std::move(c));
    } else {
      c.respond(sum_of(*c));
    }
  });
  (rxros2::observable::send_request<Add>(node, "add", numbers(1, 2), {.timeout = 20ms}) | retry())
    .subscribe(into(got), [&] { completed = true; });
  ASSERT_TRUE(spin_until([&] { return completed; }));
  EXPECT_EQ(got, std::vector{3});
}

TEST_F(ServiceTest, TheQueueIsBounded)
{
  (sums(6, 0) | send_request<Add>(node, "add", {.max_waiting = 3}))
    .subscribe(into(got), to_error());
  EXPECT_NE(error.find("3 requests wait for service '/add'"), std::string::npos) << error;

  // 1 is in flight; of the others three wait, or one.
  std::vector<int> newest;
  std::vector<int> latest;
  std::vector<int> results;
  (sums(6, 0) |
   send_request<Add>(node, "add", {.max_waiting = 3, .overflow = rx::overflow::drop_oldest}))
    .subscribe(into(got));
  (sums(6, 0) |
   send_request<Add>(node, "add", {.max_waiting = 3, .overflow = rx::overflow::drop_newest}))
    .subscribe(into(newest));
  (sums(6, 0) | send_request<Add>(node, "add", {.overflow = rx::overflow::latest}))
    .subscribe(into(latest));
  (sums(6, 0) |
   send_request<Add>(node, "add", rxros2::per_item, {.overflow = rx::overflow::latest}))
    .subscribe([&](const auto & r) {
      results.push_back(static_cast<int>(r ? r.response->sum : -r.request->a));
    });
  answer();
  ASSERT_TRUE(spin_until([&] {
    return got.size() == 4 && newest.size() == 4 && latest.size() == 2 && results.size() == 6;
  }));
  EXPECT_EQ(got, (std::vector{1, 4, 5, 6}));
  EXPECT_EQ(newest, (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(latest, (std::vector{1, 6}));
  EXPECT_EQ(results, (std::vector{-2, -3, -4, -5, 1, 6}));
}

TEST_F(ServiceTest, RejectsInvalidOptions)
{
  EXPECT_THROW(send_request<Add>(node, "add", {.max_in_flight = 0}), std::invalid_argument);
  EXPECT_THROW(send_request<Add>(node, "add", {.timeout = -1ms}), std::invalid_argument);
  EXPECT_THROW(
    send_request<Add>(node, "add", {.overflow = rx::overflow::block}), std::invalid_argument);
}

TEST_F(ServiceTest, ABadNameIsTheStreamsError)
{
  rxros2::observable::send_request<Add>(node, "no spaces", numbers(1, 2))
    .subscribe(into(got), to_error());
  EXPECT_NE(error.find("no spaces"), std::string::npos) << error;
  error.clear();
  serve<Add>(node, "1st").subscribe([](const Call &) {}, to_error());
  EXPECT_NE(error.find("1st"), std::string::npos) << error;
}

TEST_F(ServiceTest, TheSourcesErrorAndTheUsersEndTheStream)
{
  keep();
  rxcpp::subjects::subject<Add::Request> requests;
  (requests.get_observable() | send_request<Add>(node, "add")).subscribe(into(got), to_error());
  requests.get_subscriber().on_next(numbers(1, 2));
  requests.get_subscriber().on_error(std::make_exception_ptr(std::runtime_error("no more")));
  EXPECT_EQ(error, "no more");

  (rxros2::observable::send_request<Add>(node, "add", numbers(1, 2)) |
   map([](const auto &) -> int { throw std::runtime_error("not this one"); }))
    .subscribe([](int) {}, to_error());
  ASSERT_TRUE(spin_until([&] { return !calls.empty() && calls.back()->a == 1; }));
  for (const Call & c : calls) {
    c.respond(sum_of(*c));
  }
  ASSERT_TRUE(spin_until([&] {
    for (const Call & c : calls) {
      c.answered() || c.respond(sum_of(*c));
    }
    return error == "not this one";
  }));
  EXPECT_TRUE(got.empty());
}

TEST_F(ServiceTest, DisposalWithdrawsRequestsInFlight)
{
  keep();
  rxcpp::subjects::subject<Add::Request> requests;
  const auto running = (requests.get_observable() | send_request<Add>(node, "add"))
                         .subscribe(into(got), to_error(), [&] { completed = true; });
  requests.get_subscriber().on_next(numbers(1, 2));
  ASSERT_TRUE(spin_until([&] { return calls.size() == 1; }));
  EXPECT_TRUE(becomes(1, [&] { return node->count_clients("add"); }));
  EXPECT_TRUE(requests.has_observers());
  running.dispose();
  EXPECT_TRUE(becomes(0, [&] { return node->count_clients("add"); }));
  EXPECT_FALSE(requests.has_observers());
  calls[0].respond(sum_of(*calls[0]));
  executor.spin_some();
  EXPECT_TRUE(got.empty());
  EXPECT_FALSE(completed);
}

TEST_F(ServiceTest, AResponseMayDisposeItsStream)
{
  answer();
  rxcpp::subscription running;
  running = (rxcpp::observable<>::range(1, 10) | map([](int i) { return numbers(i, 0); }) |
             send_request<Add>(node, "add", {.max_in_flight = 4}))
              .subscribe([&](const Add::Response::SharedPtr & r) {
                got.push_back(static_cast<int>(r->sum));
                running.dispose();
              });
  ASSERT_TRUE(spin_until([&] { return !got.empty() && node->count_clients("add") == 0; }));
  EXPECT_EQ(got, std::vector{1});
}

TEST_F(ServiceTest, AResponseMayDisposeResponsesThatWaitedForIt)
{
  keep();
  rxcpp::subscription running;
  running = (sums(3, 0) | send_request<Add>(node, "add", {.max_in_flight = 3}))
              .subscribe([&](const Add::Response::SharedPtr & r) {
                got.push_back(static_cast<int>(r->sum));
                running.dispose();
              });
  ASSERT_TRUE(spin_until([&] { return calls.size() == 3; }));
  for (std::size_t i : {2u, 1u, 0u}) {
    calls[i].respond(sum_of(*calls[i]));
  }
  ASSERT_TRUE(spin_until([&] { return !got.empty() && node->count_clients("add") == 0; }));
  EXPECT_EQ(got, std::vector{1});
}

TEST_F(ServiceTest, ANodesEndCompletesItsRequestsAndServices)
{
  int ended = 0;
  auto other = rxros2::create_node("short_lived");
  executor.add_node(other);  // which may still need to find the server
  keep();
  rxros2::observable::send_request<Add>(other, "add", numbers(1, 2)).subscribe(into(got), [&] {
    ++ended;
  });
  rxros2::observable::send_request<Add>(other, "nobody", numbers(1, 2), {.timeout = 1h})
    .subscribe(into(got), [&] { ++ended; });
  serve<Add>(other, "other").subscribe([](const Call &) {}, [&] { ++ended; });
  ASSERT_TRUE(spin_until([&] { return calls.size() == 1 && node->count_services("other") == 1; }));
  other.reset();
  EXPECT_EQ(ended, 3);
  EXPECT_TRUE(becomes(0, [&] { return node->count_services("other"); }));
  calls[0].respond(sum_of(*calls[0]));
  executor.spin_some();
  EXPECT_TRUE(got.empty());
}

TEST_F(ServiceTest, ReportsUnansweredRequests)
{
  const auto serving = serve<Add>(node, "add").subscribe([&](const Call &) { got.push_back(1); });
  rxros2::observable::send_request<Add>(node, "add", numbers(1, 2)).subscribe(into(got));
  testing::internal::CaptureStderr();
  ASSERT_TRUE(spin_until([&] { return !got.empty(); }));
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_NE(log.find("[WARN]"), std::string::npos) << log;
  EXPECT_NE(log.find("service '/add' was dropped without an answer"), std::string::npos) << log;
}

TEST_F(ServiceTest, ARequestIsAnsweredOnce)
{
  const auto serving = keep();
  rxros2::observable::send_request<Add>(node, "add", numbers(1, 2)).subscribe(into(got));
  rxros2::observable::send_request<Add>(node, "add", numbers(1, 2)).subscribe(into(got));
  ASSERT_TRUE(spin_until([&] { return calls.size() == 2; }));
  EXPECT_FALSE(calls[0].answered());
  EXPECT_TRUE(calls[0].respond(sum_of(*calls[0])));
  EXPECT_TRUE(calls[0].answered());
  EXPECT_THROW(calls[0].respond(Add::Response()), std::logic_error);
  serving.dispose();
  EXPECT_FALSE(calls[1].respond(Add::Response()));  // the client is gone
}

// Responses come from another thread, while streams and their nodes start and end.
TEST_F(ServiceTest, AnyThreadMayAnswerWhileNodesEnd)
{
  std::mutex mutex;
  std::vector<Call> asked;
  std::atomic<bool> stop = false;
  const auto serving = serve<Add>(node, "add").subscribe([&](Call c) {
    const std::lock_guard lock(mutex);
    asked.push_back(std::move(c));
  });
  std::thread answering([&] {
    while (!stop) {
      std::vector<Call> now;
      {
        const std::lock_guard lock(mutex);
        now.swap(asked);
      }
      for (const Call & c : now) {
        c.respond(sum_of(*c));
      }
      std::this_thread::yield();
    }
  });
  std::thread spinning([&] { executor.spin(); });
  for (int round = 0; round < 20; ++round) {
    auto other = rxros2::create_node("comes_and_goes");
    rclcpp::executors::MultiThreadedExecutor threads(rclcpp::ExecutorOptions(), 2);
    threads.add_node(other);
    std::thread clients([&] { threads.spin(); });
    std::atomic<int> items = 0;
    const auto running =
      (rxcpp::observable<>::interval(100us, rxros2::on_callback_group(other)) |
       map([](int i) { return numbers(i, 0); }) |
       send_request<Add>(
         other, "add", {.timeout = 1h, .max_in_flight = 4, .overflow = rx::overflow::drop_oldest}))
        .subscribe([&](const auto &) { ++items; });
    EXPECT_TRUE(eventually([&] { return items >= 3; }));
    if (round % 2 == 0) {
      running.dispose();
    }
    other.reset();
    // A thread that is downstream at that moment ends the stream when it returns.
    EXPECT_TRUE(eventually([&] { return !running.is_subscribed(); }));
    threads.cancel();
    clients.join();
  }
  executor.cancel();
  spinning.join();
  stop = true;
  answering.join();
}

}  // namespace
