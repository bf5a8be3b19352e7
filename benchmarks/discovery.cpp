// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// discovery: how long after processes made their nodes, one after the other and each with some
// publishers, a node of another process knows each node and each topic by name, and the CPU time
// and memory that both sides spend on it. Compiles against any rclcpp.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
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

// 500 nodes in 20 processes over DDS need more than a minute on two cores.
constexpr std::chrono::seconds patience = 180s;

struct Plan
{
  std::size_t processes, nodes, topics;  // nodes of a process, topics of a node
};

// A process with nodes writes this into its pipe when they are discovered.
struct Made
{
  double first_ms;    // its first node, which brings the DDS participant with it
  double further_ms;  // all others
  double cpu_ms;
  double rss_mib;  // by which it grew
};

// The pipes of a process with nodes, as its observer has them.
struct Child
{
  pid_t pid;
  int start, report;
};

double resident_mib()
{
  std::size_t total = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

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

std::string name_of(std::size_t process, std::size_t node)
{
  return "found_" + std::to_string(process) + "_" + std::to_string(node);
}

std::string topic_of(std::size_t process, std::size_t node, std::size_t topic)
{
  return "/topic_" + std::to_string(process) + "_" + std::to_string(node) + "_" +
         std::to_string(topic);
}

// Makes the nodes once `start` can be read, and keeps them until it is read again.
int make_nodes(const Plan & plan, std::size_t process, int start, int report)
{
  char go = 0;
  if (!read_from(start, &go, 1)) {
    return 1;
  }
  const double cpu = benchmarks::cpu_seconds();
  const double rss = resident_mib();
  const std::int64_t from = benchmarks::now_ns();
  rclcpp::init(0, nullptr);
  std::vector<rclcpp::Node::SharedPtr> nodes;
  std::vector<rclcpp::PublisherBase::SharedPtr> publishers;
  std::vector<std::int64_t> made;
  for (std::size_t i = 0; i < plan.nodes; ++i) {
    nodes.push_back(std::make_shared<rclcpp::Node>(name_of(process, i)));
    for (std::size_t k = 0; k < plan.topics; ++k) {
      publishers.push_back(
        nodes.back()->create_publisher<std_msgs::msg::UInt64>(topic_of(process, i, k), 10));
    }
    made.push_back(benchmarks::now_ns());
  }
  Made summary{
    static_cast<double>(made.front() - from) / 1e6,
    static_cast<double>(made.back() - made.front()) / 1e6, 0, 0};
  char found_all = 0;
  const bool found = write_to(report, made.data(), made.size()) && read_from(start, &found_all, 1);
  summary.cpu_ms = (benchmarks::cpu_seconds() - cpu) * 1e3;
  summary.rss_mib = resident_mib() - rss;
  const bool is_reported = found && write_to(report, &summary, 1);
  publishers.clear();
  nodes.clear();
  rclcpp::shutdown();
  return is_reported ? 0 : 1;
}

int fail(const std::string & what)
{
  std::fprintf(stderr, "discovery: %s\n", what.c_str());
  return 1;
}

/// The nodes and topics of the plan that an observer has not found yet.
class Search
{
public:
  explicit Search(const Plan & plan) : seen(plan.processes * plan.nodes)
  {
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const std::size_t process = i / plan.nodes, node = i % plan.nodes;
      missing_.emplace(name_of(process, node), i);
      for (std::size_t k = 0; k < plan.topics; ++k) {
        missing_topics_.push_back(topic_of(process, node, k));
      }
    }
  }

  bool is_over() const { return missing_.empty() && missing_topics_.empty(); }

  void look(rclcpp::Node & observer, std::int64_t now)
  {
    if (!missing_.empty()) {
      for (const std::string & name : observer.get_node_graph_interface()->get_node_names()) {
        const auto entry = missing_.find(name.substr(name.rfind('/') + 1));
        if (entry != missing_.end()) {
          seen[entry->second] = now;
          missing_.erase(entry);
        }
      }
    }
    // The last one that was made is mostly the last that is found, so this asks for few.
    while (!missing_topics_.empty() && observer.count_publishers(missing_topics_.back()) > 0) {
      missing_topics_.pop_back();
    }
  }

  std::string missing() const
  {
    return std::to_string(missing_.size()) + " of " + std::to_string(seen.size()) + " nodes and " +
           std::to_string(missing_topics_.size()) + " topics";
  }

  std::vector<std::int64_t> seen;  // the time at which each node was found

private:
  std::unordered_map<std::string, std::size_t> missing_;
  std::vector<std::string> missing_topics_;
};

/// The reports of the processes with nodes.
struct Reports
{
  std::vector<double> delays;  // ms from the end of a node's constructor until it is found
  std::int64_t first_made = INT64_MAX;
  Made sum{};
};

/// Ends the processes. Returns false if one of them fails.
bool collect(
  const Plan & plan, const std::vector<Child> & children, const std::vector<std::int64_t> & seen,
  Reports & reports)
{
  const char go = 1;
  for (std::size_t process = 0; process < children.size(); ++process) {
    std::vector<std::int64_t> made(plan.nodes);
    Made summary{};
    int status = 0;
    const Child & child = children[process];
    if (
      !read_from(child.report, made.data(), made.size()) || !write_to(child.start, &go, 1) ||
      !read_from(child.report, &summary, 1) || waitpid(child.pid, &status, 0) < 0 || status != 0) {
      return false;
    }
    for (std::size_t i = 0; i < plan.nodes; ++i) {
      // A node is announced while it is made, so it may be known before its constructor returned.
      reports.delays.push_back(
        std::max(static_cast<double>(seen[process * plan.nodes + i] - made[i]) / 1e6, 0.0));
    }
    reports.first_made = std::min(reports.first_made, made.front());
    reports.sum.first_ms += summary.first_ms / static_cast<double>(plan.processes);
    reports.sum.further_ms += summary.further_ms / static_cast<double>(plan.processes);
    reports.sum.cpu_ms += summary.cpu_ms;
    reports.sum.rss_mib += summary.rss_mib;
  }
  return true;
}

int find_nodes(const Plan & plan, const std::vector<Child> & children)
{
  rclcpp::init(0, nullptr);
  auto observer = std::make_shared<rclcpp::Node>("observer");
  auto graph_event = observer->get_graph_event();
  Search search(plan);
  const double cpu = benchmarks::cpu_seconds();
  const double rss = resident_mib();
  const std::int64_t began = benchmarks::now_ns();
  const char go = 1;
  for (const Child & child : children) {
    if (!write_to(child.start, &go, 1)) {
      return fail("a process with nodes did not start");
    }
  }
  while (!search.is_over()) {
    observer->wait_for_graph_change(graph_event, 100ms);
    graph_event->check_and_clear();
    const std::int64_t now = benchmarks::now_ns();
    search.look(*observer, now);
    if (std::chrono::nanoseconds(now - began) > patience) {
      return fail(
        search.missing() + " were not found within " + std::to_string(patience.count()) + " s");
    }
  }
  const double all_found = static_cast<double>(benchmarks::now_ns() - began) / 1e6;
  const double observer_cpu = (benchmarks::cpu_seconds() - cpu) * 1e3;
  const double observer_rss = resident_mib() - rss;
  Reports reports;
  if (!collect(plan, children, search.seen, reports)) {
    return fail("a process with nodes did not come to its end");
  }
  rclcpp::shutdown();
  const auto last_seen = *std::max_element(search.seen.begin(), search.seen.end());
  const Made & sum = reports.sum;
  benchmarks::Result result("discovery");
  result.setting("processes", static_cast<double>(plan.processes));
  result.setting("nodes", static_cast<double>(plan.nodes));
  result.setting("topics", static_cast<double>(plan.topics));
  result.value("first_made", "ms", sum.first_ms);
  result.value("further_made", "ms", sum.further_ms);
  result.distribution("found_after", "ms", reports.delays);
  result.value(
    "all_found_after_first", "ms", static_cast<double>(last_seen - reports.first_made) / 1e6);
  result.value("all_found", "ms", all_found);  // topics too, since the processes were let go
  result.value("cpu_observer", "ms", observer_cpu);
  result.value("cpu_observed", "ms", sum.cpu_ms);
  result.value("rss_observer", "MiB", observer_rss);
  result.value("rss_observed", "MiB", sum.rss_mib);
  result.print();
  return 0;
}

}  // namespace

int main(int argc, char ** argv)
{
  auto options = benchmarks::parse(argc, argv, {{"processes", 1}, {"nodes", 200}, {"topics", 1}});
  for (const auto & [name, value] : options) {
    if (value < 1) {
      return fail("--" + name + ": expected 1 or more");
    }
  }
  const Plan plan{
    static_cast<std::size_t>(options["processes"]), static_cast<std::size_t>(options["nodes"]),
    static_cast<std::size_t>(options["topics"])};
  std::vector<Child> children;
  for (std::size_t process = 0; process < plan.processes; ++process) {
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
      for (const Child & other : children) {
        close(other.start);
        close(other.report);
      }
      return make_nodes(plan, process, start[0], report[1]);
    }
    close(start[0]);
    close(report[1]);
    children.push_back({child, start[1], report[0]});
  }
  return find_nodes(plan, children);
}
