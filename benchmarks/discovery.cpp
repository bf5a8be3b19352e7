// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// discovery: how long after a process made its nodes, one after the other and each with a
// publisher, a node of another process knows each of them by name, and the CPU time that both spend
// on it. Compiles against any rclcpp.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/u_int64.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include "common/options.hpp"
#include "common/result.hpp"

namespace
{

using namespace std::chrono_literals;

// What the process with the nodes writes into its pipe when they are there.
struct Made
{
  double first_ms;    // its first node, which brings the DDS participant with it
  double further_ms;  // all others
  double cpu_ms;
};

template <typename T>
bool write_to(int pipe, const T * values, std::size_t count)
{
  const auto * bytes = reinterpret_cast<const char *>(values);
  for (std::size_t left = count * sizeof(T); left > 0;) {
    const ssize_t written = write(pipe, bytes, left);
    if (written <= 0) {
      return false;
    }
    bytes += written;
    left -= static_cast<std::size_t>(written);
  }
  return true;
}

template <typename T>
bool read_from(int pipe, T * values, std::size_t count)
{
  auto * bytes = reinterpret_cast<char *>(values);
  for (std::size_t left = count * sizeof(T); left > 0;) {
    const ssize_t got = read(pipe, bytes, left);
    if (got <= 0) {
      return false;
    }
    bytes += got;
    left -= static_cast<std::size_t>(got);
  }
  return true;
}

std::string name_of(std::size_t number)
{
  return "found_" + std::to_string(number);
}

// Makes the nodes once `start` can be read, and keeps them until `start` is closed.
int make_nodes(std::size_t count, int start, int report)
{
  char go = 0;
  if (!read_from(start, &go, 1)) {
    return 1;
  }
  const double cpu = benchmarks::cpu_seconds();
  const std::int64_t from = benchmarks::now_ns();
  rclcpp::init(0, nullptr);
  std::vector<rclcpp::Node::SharedPtr> nodes;
  std::vector<rclcpp::PublisherBase::SharedPtr> publishers;
  std::vector<std::int64_t> made;
  for (std::size_t i = 0; i < count; ++i) {
    nodes.push_back(std::make_shared<rclcpp::Node>(name_of(i)));
    publishers.push_back(
      nodes.back()->create_publisher<std_msgs::msg::UInt64>("topic_" + std::to_string(i), 10));
    made.push_back(benchmarks::now_ns());
  }
  Made summary{
    static_cast<double>(made.front() - from) / 1e6,
    static_cast<double>(made.back() - made.front()) / 1e6, 0};
  char found_all = 0;
  const bool found = write_to(report, made.data(), count) && read_from(start, &found_all, 1);
  summary.cpu_ms = (benchmarks::cpu_seconds() - cpu) * 1e3;
  const bool told = found && write_to(report, &summary, 1);
  publishers.clear();
  nodes.clear();
  rclcpp::shutdown();
  return told ? 0 : 1;
}

int fail(const std::string & what)
{
  std::fprintf(stderr, "discovery: %s\n", what.c_str());
  return 1;
}

int find_nodes(std::size_t count, int start, int report)
{
  rclcpp::init(0, nullptr);
  auto observer = std::make_shared<rclcpp::Node>("observer");
  auto graph_event = observer->get_graph_event();
  std::unordered_map<std::string, std::size_t> missing;
  for (std::size_t i = 0; i < count; ++i) {
    missing.emplace(name_of(i), i);
  }
  std::vector<std::int64_t> seen(count, 0);
  const double cpu = benchmarks::cpu_seconds();
  const char go = 1;
  if (!write_to(start, &go, 1)) {
    return fail("the process with the nodes did not start");
  }
  const std::int64_t deadline = benchmarks::now_ns() + std::int64_t{60'000'000'000};
  while (!missing.empty()) {
    observer->wait_for_graph_change(graph_event, 100ms);
    graph_event->check_and_clear();
    const std::vector<std::string> names = observer->get_node_graph_interface()->get_node_names();
    const std::int64_t now = benchmarks::now_ns();
    for (const std::string & name : names) {
      const auto entry = missing.find(name.substr(name.rfind('/') + 1));
      if (entry != missing.end()) {
        seen[entry->second] = now;
        missing.erase(entry);
      }
    }
    if (now > deadline) {
      return fail(
        std::to_string(missing.size()) + " of " + std::to_string(count) +
        " nodes were not found within 60 s");
    }
  }
  const double observer_cpu = (benchmarks::cpu_seconds() - cpu) * 1e3;
  std::vector<std::int64_t> made(count);
  Made summary{};
  int status = 0;
  if (
    !read_from(report, made.data(), count) || !write_to(start, &go, 1) ||
    !read_from(report, &summary, 1) || wait(&status) < 0 || status != 0) {
    return fail("the process with the nodes did not come to its end");
  }
  rclcpp::shutdown();
  std::vector<double> delays;
  for (std::size_t i = 0; i < count; ++i) {
    // A node is announced while it is made, so it may be known before its constructor returned.
    delays.push_back(std::max(static_cast<double>(seen[i] - made[i]) / 1e6, 0.0));
  }
  const auto last_seen = *std::max_element(seen.begin(), seen.end());
  benchmarks::Result result("discovery");
  result.setting("nodes", static_cast<double>(count));
  result.value("first_made", "ms", summary.first_ms);
  result.value("further_made", "ms", summary.further_ms);
  result.distribution("found_after", "ms", delays);
  result.value("all_found_after_first", "ms", static_cast<double>(last_seen - made.front()) / 1e6);
  result.value("cpu_observer", "ms", observer_cpu);
  result.value("cpu_observed", "ms", summary.cpu_ms);
  result.print();
  return 0;
}

}  // namespace

int main(int argc, char ** argv)
{
  auto options = benchmarks::parse(argc, argv, {{"nodes", 200}});
  const auto count = static_cast<std::size_t>(options["nodes"]);
  if (options["nodes"] < 1) {
    return fail("--nodes: expected 1 or more");
  }
  int start[2];
  int report[2];
  if (pipe(start) != 0 || pipe(report) != 0) {
    return fail("no pipe");
  }
  // Before rclcpp has any thread.
  const pid_t child = fork();
  if (child == 0) {
    close(start[1]);
    close(report[0]);
    return make_nodes(count, start[0], report[1]);
  }
  close(start[0]);
  close(report[1]);
  return find_nodes(count, start[1], report[0]);
}
