// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// service_call: measures the time from a request to the callback of its response, one call after
// the other. Client and server share a node and a SingleThreadedExecutor, or run in two processes.
// Compiles against any rclcpp.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <std_srvs/srv/set_bool.hpp>
#include <thread>
#include <utility>
#include <vector>

#include "common/options.hpp"
#include "common/result.hpp"

namespace
{

using SetBool = std_srvs::srv::SetBool;
using namespace std::chrono_literals;

rclcpp::Service<SetBool>::SharedPtr make_service(rclcpp::Node & node)
{
  return node.create_service<SetBool>(
    "service_call",
    [](
      const std::shared_ptr<SetBool::Request> request,
      std::shared_ptr<SetBool::Response> response) { response->success = request->data; });
}

// Serves until the other end of the pipe is closed.
int serve(int from_client)
{
  rclcpp::init(0, nullptr);
  auto node = std::make_shared<rclcpp::Node>("server");
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

// Returns the latencies in µs; empty if there is no server.
std::vector<double> call(std::size_t count, bool with_server)
{
  constexpr std::size_t warm_up = 200;
  auto node = std::make_shared<rclcpp::Node>("client");
  const auto service = with_server ? make_service(*node) : nullptr;
  auto client = node->create_client<SetBool>("service_call");
  std::vector<double> latencies;
  if (!client->wait_for_service(20s)) {
    std::fprintf(stderr, "service_call: no server within 20 s\n");
    return latencies;
  }
  latencies.reserve(count);
  std::size_t received = 0;
  std::int64_t sent = 0;
  std::function<void()> next = [&] {
    auto request = std::make_shared<SetBool::Request>();
    request->data = true;
    sent = benchmarks::now_ns();
    client->async_send_request(std::move(request), [&](rclcpp::Client<SetBool>::SharedFuture) {
      const std::int64_t now = benchmarks::now_ns();
      if (++received > warm_up) {
        latencies.push_back(static_cast<double>(now - sent) / 1000.0);
      }
      if (latencies.size() == count) {
        rclcpp::shutdown();
      } else {
        next();
      }
    });
  };
  next();
  rclcpp::spin(node);
  return latencies;
}

}  // namespace

int main(int argc, char ** argv)
{
  auto options = benchmarks::parse(argc, argv, {{"processes", 1}, {"count", 20000}});
  const bool in_two_processes = options["processes"] == 2;
  int pipe_ends[2];
  if (pipe(pipe_ends) != 0) {
    return 1;
  }
  // Forks before rclcpp starts a thread.
  const pid_t child = in_two_processes ? fork() : 0;
  if (in_two_processes && child == 0) {
    close(pipe_ends[1]);
    return serve(pipe_ends[0]);
  }
  close(pipe_ends[0]);
  rclcpp::init(0, nullptr);
  const std::vector<double> latencies =
    call(static_cast<std::size_t>(options["count"]), !in_two_processes);
  close(pipe_ends[1]);
  int status = 0;
  if (in_two_processes) {
    wait(&status);
  }
  if (latencies.empty() || status != 0) {
    return 1;
  }
  benchmarks::Result result("service_call");
  result.setting("processes", options["processes"]);
  result.distribution("round_trip", "us", latencies);
  result.print();
  return 0;
}
