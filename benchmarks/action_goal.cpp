// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// action_goal: measures the time from a goal to its acceptance and to its result, one goal after
// the other; the server returns the result at once. Client and server share a node and a
// SingleThreadedExecutor, or run in two processes. `feedback` is the number of feedback messages
// before the result. With `calls`, that many service calls between the same processes follow each
// block of as many goals, so that the ratio of both does not depend on the load of the machine.
// Compiles against any rclcpp_action.
#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_action/rclcpp_action.hpp>
#include <std_srvs/srv/set_bool.hpp>
#include <thread>
#include <utility>
#include <vector>

#include "common/options.hpp"
#include "common/result.hpp"
#include "example_interfaces/action/fibonacci.hpp"

namespace
{
std::size_t allocations = 0;  // of all threads; only the spinning one allocates often
}  // namespace

// Not inlined, because GCC would warn that malloc() and delete do not match.
__attribute__((noinline)) void * operator new(std::size_t size)
{
  __atomic_fetch_add(&allocations, 1, __ATOMIC_RELAXED);
  if (void * memory = std::malloc(size)) {
    return memory;
  }
  throw std::bad_alloc();
}
__attribute__((noinline)) void operator delete(void * memory) noexcept
{
  std::free(memory);
}
__attribute__((noinline)) void operator delete(void * memory, std::size_t) noexcept
{
  std::free(memory);
}

namespace
{

using Fibonacci = example_interfaces::action::Fibonacci;
using ServerGoal = rclcpp_action::ServerGoalHandle<Fibonacci>;
using Client = rclcpp_action::Client<Fibonacci>;
using SetBool = std_srvs::srv::SetBool;
using namespace std::chrono_literals;

rclcpp::Service<SetBool>::SharedPtr make_service(rclcpp::Node & node)
{
  return node.create_service<SetBool>(
    "action_goal_call",
    [](
      const std::shared_ptr<SetBool::Request> request,
      std::shared_ptr<SetBool::Response> response) { response->success = request->data; });
}

rclcpp_action::Server<Fibonacci>::SharedPtr make_server(
  const rclcpp::Node::SharedPtr & node, int feedback, bool keeps_results)
{
  auto options = rcl_action_server_get_default_options();
  if (!keeps_results) {
    options.result_timeout.nanoseconds = 10'000'000;
  }
  return rclcpp_action::create_server<Fibonacci>(
    node, "action_goal",
    [](const rclcpp_action::GoalUUID &, std::shared_ptr<const Fibonacci::Goal>) {
      return rclcpp_action::GoalResponse::ACCEPT_AND_EXECUTE;
    },
    [](std::shared_ptr<ServerGoal>) { return rclcpp_action::CancelResponse::ACCEPT; },
    [feedback](std::shared_ptr<ServerGoal> goal) {
      for (int i = 0; i < feedback; ++i) {
        goal->publish_feedback(std::make_shared<Fibonacci::Feedback>());
      }
      goal->succeed(std::make_shared<Fibonacci::Result>());
    },
    options);
}

// Serves until the other end of the pipe is closed.
int serve(int from_client, int feedback)
{
  rclcpp::init(0, nullptr);
  auto node = std::make_shared<rclcpp::Node>("server");
  auto server = make_server(node, feedback, true);
  auto service = make_service(*node);
  std::thread end([from_client] {
    char byte;
    while (read(from_client, &byte, 1) > 0) {
    }
    rclcpp::shutdown();
  });
  rclcpp::spin(node);
  end.join();
  return 0;
}

struct Samples
{
  std::vector<double> accepted, done, called;  // us
  double allocations = 0;
  double growth_kib = 0;
};

// State of the callbacks, so that a std::function holds them without an allocation.
struct Run
{
  static constexpr std::size_t warm_up = 500;

  const std::size_t count, calls;
  std::shared_ptr<Client> client;
  rclcpp::Client<SetBool>::SharedPtr caller;
  Client::SendGoalOptions options;
  Samples samples;
  std::size_t done = 0, called = 0, allocated = 0, in_use = 0;
  std::int64_t sent = 0;

  void send()
  {
    sent = benchmarks::now_ns();
    (void)client->async_send_goal(Fibonacci::Goal(), options);
  }
  double since() const { return static_cast<double>(benchmarks::now_ns() - sent) / 1000.0; }

  void accepted()
  {
    if (done >= warm_up) {
      samples.accepted.push_back(since());
    }
  }
  void finished()
  {
    if (++done > warm_up) {
      samples.done.push_back(since());
    }
    if (done == warm_up + count / 10) {
      allocated = allocations;
      in_use = mallinfo2().uordblks;
    }
    if (samples.done.size() == count) {
      samples.allocations =
        static_cast<double>(allocations - allocated) / static_cast<double>(count - count / 10);
      samples.growth_kib =
        static_cast<double>(mallinfo2().uordblks) / 1024.0 - static_cast<double>(in_use) / 1024.0;
      rclcpp::shutdown();
    } else if (calls != 0 && done % calls == 0) {
      call();
    } else {
      send();
    }
  }

  void call()
  {
    auto request = std::make_shared<SetBool::Request>();
    request->data = true;
    sent = benchmarks::now_ns();
    caller->async_send_request(
      std::move(request), [this](rclcpp::Client<SetBool>::SharedFuture) { answered(); });
  }
  void answered()
  {
    if (done >= warm_up) {
      samples.called.push_back(since());
    }
    if (++called % calls == 0) {
      send();
    } else {
      call();
    }
  }
};

// Returns the samples; empty if there is no server.
Samples run(std::size_t count, std::size_t calls, bool with_server, int feedback)
{
  auto node = std::make_shared<rclcpp::Node>("client");
  // Results are kept for 10 ms only: in ten seconds there would be millions.
  const auto server = with_server ? make_server(node, feedback, false) : nullptr;
  const auto service = with_server ? make_service(*node) : nullptr;
  Run run{
    count,
    calls,
    rclcpp_action::create_client<Fibonacci>(node, "action_goal"),
    node->create_client<SetBool>("action_goal_call"),
    {},
    {}};
  if (!run.client->wait_for_action_server(20s) || !run.caller->wait_for_service(20s)) {
    std::fprintf(stderr, "action_goal: no server within 20 s\n");
    return run.samples;
  }
  run.samples.accepted.reserve(count);
  run.samples.done.reserve(count);
  run.samples.called.reserve(count);
  run.options.goal_response_callback =
    [&run](const rclcpp_action::ClientGoalHandle<Fibonacci>::SharedPtr &) { run.accepted(); };
  run.options.feedback_callback = [](
                                    const rclcpp_action::ClientGoalHandle<Fibonacci>::SharedPtr &,
                                    const std::shared_ptr<const Fibonacci::Feedback> &) {};
  run.options.result_callback = [&run](const Client::WrappedResult &) { run.finished(); };
  run.send();
  rclcpp::spin(node);
  return run.samples;
}

}  // namespace

int main(int argc, char ** argv)
{
  auto options = benchmarks::parse(
    argc, argv, {{"processes", 1}, {"count", 20000}, {"feedback", 0}, {"calls", 0}});
  const bool in_two_processes = options["processes"] == 2;
  const int feedback = static_cast<int>(options["feedback"]);
  int pipe_ends[2];
  if (pipe(pipe_ends) != 0) {
    return 1;
  }
  // Forks before rclcpp starts a thread.
  const pid_t child = in_two_processes ? fork() : 0;
  if (in_two_processes && child == 0) {
    close(pipe_ends[1]);
    return serve(pipe_ends[0], feedback);
  }
  close(pipe_ends[0]);
  rclcpp::init(0, nullptr);
  const Samples samples = run(
    static_cast<std::size_t>(options["count"]), static_cast<std::size_t>(options["calls"]),
    !in_two_processes, feedback);
  close(pipe_ends[1]);
  int status = 0;
  if (in_two_processes) {
    wait(&status);
  }
  if (samples.done.empty() || status != 0) {
    return 1;
  }
  benchmarks::Result result("action_goal");
  result.setting("processes", options["processes"]);
  result.setting("feedback", options["feedback"]);
  result.setting("calls", options["calls"]);
  result.distribution("accepted", "us", samples.accepted);
  result.distribution("result", "us", samples.done);
  if (options["calls"] != 0) {
    result.distribution("service_call", "us", samples.called);
  } else {
    result.value("allocations_per_goal", "", samples.allocations);
  }
  result.value("growth", "KiB", samples.growth_kib);
  result.print();
  return 0;
}
