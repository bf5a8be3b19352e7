// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// topology FILE: a system of nodes in one process, as topologies/*.txt describe it. Measures the
// age of each message in its callback, what was lost or late, CPU and memory; with --outside 1
// another process subscribes to every topic.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <rxros2_benchmark_msgs/msg/stamped100b.hpp>
#include <rxros2_benchmark_msgs/msg/stamped12_float32.hpp>
#include <rxros2_benchmark_msgs/msg/stamped1kb.hpp>
#include <rxros2_benchmark_msgs/msg/stamped250kb.hpp>
#include <rxros2_benchmark_msgs/msg/stamped3_float32.hpp>
#include <rxros2_benchmark_msgs/msg/stamped4_float32.hpp>
#include <rxros2_benchmark_msgs/msg/stamped4_int32.hpp>
#include <rxros2_benchmark_msgs/msg/stamped600kb.hpp>
#include <rxros2_benchmark_msgs/msg/stamped9_float32.hpp>
#include <rxros2_benchmark_msgs/msg/stamped_int64.hpp>
#include <rxros2_benchmark_msgs/msg/stamped_vector.hpp>
#include <string>
#include <thread>
#include <vector>

#include "common/options.hpp"
#include "common/result.hpp"
#include "common/topology.hpp"

namespace
{

using benchmarks::Topology;
using Seconds = std::chrono::duration<double>;
namespace msgs = rxros2_benchmark_msgs::msg;

// Calls `function` with a null pointer to the C++ type of that name.
template <typename Function>
void with_type(const std::string & name, Function function)
{
  const std::map<std::string, std::function<void()>> types = {
    {"stamped_int64", [&] { function(static_cast<msgs::StampedInt64 *>(nullptr)); }},
    {"stamped4_int32", [&] { function(static_cast<msgs::Stamped4Int32 *>(nullptr)); }},
    {"stamped3_float32", [&] { function(static_cast<msgs::Stamped3Float32 *>(nullptr)); }},
    {"stamped4_float32", [&] { function(static_cast<msgs::Stamped4Float32 *>(nullptr)); }},
    {"stamped9_float32", [&] { function(static_cast<msgs::Stamped9Float32 *>(nullptr)); }},
    {"stamped12_float32", [&] { function(static_cast<msgs::Stamped12Float32 *>(nullptr)); }},
    {"stamped100b", [&] { function(static_cast<msgs::Stamped100b *>(nullptr)); }},
    {"stamped1kb", [&] { function(static_cast<msgs::Stamped1kb *>(nullptr)); }},
    {"stamped250kb", [&] { function(static_cast<msgs::Stamped250kb *>(nullptr)); }},
    {"stamped600kb", [&] { function(static_cast<msgs::Stamped600kb *>(nullptr)); }},
    {"stamped_vector", [&] { function(static_cast<msgs::StampedVector *>(nullptr)); }},
  };
  const auto found = types.find(name);
  if (found == types.end()) {
    throw std::runtime_error("no message type '" + name + "'");
  }
  found->second();
}

std::int64_t system_now_ns()
{
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
           std::chrono::system_clock::now().time_since_epoch())
    .count();
}

// Messages that one subscription received; written by the thread that spins its node.
struct Seen
{
  std::size_t received = 0, lost = 0, late = 0, too_late = 0;
  std::int64_t next = -1;  // tracking number
  std::vector<float> ages_us;
};

// The whole system, or (made without further arguments) its outside observer.
class System
{
public:
  // Samples are counted while `measuring` is true.
  System(const Topology & topology, bool intra_process, double seconds) : topology_(topology)
  {
    for (const Topology::Node & description : topology.nodes) {
      auto node = std::make_shared<rclcpp::Node>(
        description.name, rclcpp::NodeOptions().use_intra_process_comms(intra_process));
      for (const Topology::Publisher & publisher : description.publishers) {
        with_type(publisher.type, [&](auto * type) { publish(type, node, publisher); });
      }
      for (const std::string & topic : description.subscriptions) {
        subscribe(node, topic, seconds);
      }
      executor(description.executor).add_node(node);
      nodes_.push_back(node);
    }
  }

  explicit System(const Topology & topology) : topology_(topology)
  {
    auto node = std::make_shared<rclcpp::Node>("outside");
    for (const Topology::Node & description : topology.nodes) {
      for (const Topology::Publisher & publisher : description.publishers) {
        subscribe(node, publisher.topic, 0);
      }
    }
    executor(0).add_node(node);
    nodes_.push_back(node);
  }

  void start()
  {
    for (const auto & [number, executor] : executors_) {
      threads_.emplace_back([executor = executor] { executor->spin(); });
    }
  }
  void stop()
  {
    rclcpp::shutdown();
    for (std::thread & thread : threads_) {
      thread.join();
    }
  }

  std::atomic<bool> measuring{false};
  const std::vector<std::unique_ptr<Seen>> & seen() const { return seen_; }

private:
  rclcpp::Executor & executor(int number)
  {
    auto & executor = executors_[number];
    if (!executor) {
      executor = std::make_shared<rclcpp::executors::SingleThreadedExecutor>();
    }
    return *executor;
  }

  template <typename Message>
  void publish(
    Message *, const rclcpp::Node::SharedPtr & node, const Topology::Publisher & description)
  {
    auto publisher = node->create_publisher<Message>(description.topic, 10);
    auto fill = [this, description, number = std::uint32_t{0}](Message & message) mutable {
      if constexpr (std::is_same_v<Message, msgs::StampedVector>) {
        message.data.resize(description.bytes);
        message.header.size = static_cast<std::uint32_t>(description.bytes);
      } else {
        message.header.size = sizeof(message.data);
      }
      message.header.tracking_number = number++;
      message.header.frequency = static_cast<float>(1 / Seconds(description.period).count());
      const std::int64_t now = system_now_ns();
      message.header.stamp.sec = static_cast<std::int32_t>(now / 1'000'000'000);
      message.header.stamp.nanosec = static_cast<std::uint32_t>(now % 1'000'000'000);
    };
    std::function<void()> tick;
    if (topology_.by_reference) {
      tick = [publisher, fill, message = std::make_shared<Message>()]() mutable {
        fill(*message);
        publisher->publish(*message);
      };
    } else {
      tick = [publisher, fill]() mutable {
        auto message = std::make_unique<Message>();
        fill(*message);
        publisher->publish(std::move(message));
      };
    }
    entities_.push_back(node->create_wall_timer(description.period, std::move(tick)));
  }

  void subscribe(const rclcpp::Node::SharedPtr & node, const std::string & topic, double seconds)
  {
    const Topology::Publisher & publisher = topology_.publisher_of(topic);
    seen_.push_back(std::make_unique<Seen>());
    Seen * seen = seen_.back().get();
    const double period_us = Seconds(publisher.period).count() * 1e6;
    seen->ages_us.reserve(static_cast<std::size_t>(seconds * 1.1e6 / period_us) + 16);
    with_type(publisher.type, [&](auto * type) {
      using Message = std::remove_pointer_t<decltype(type)>;
      auto callback = [this, seen, period_us](std::shared_ptr<const Message> message) {
        const auto & header = message->header;
        const double age_us = static_cast<double>(
                                system_now_ns() - header.stamp.sec * std::int64_t{1'000'000'000} -
                                header.stamp.nanosec) /
                              1e3;
        const std::int64_t expected =
          std::exchange(seen->next, header.tracking_number + std::int64_t{1});
        if (!measuring.load(std::memory_order_relaxed)) {
          return;
        }
        ++seen->received;
        if (expected >= 0 && header.tracking_number > expected) {
          seen->lost += static_cast<std::size_t>(header.tracking_number - expected);
        }
        seen->late += age_us > std::min(0.2 * period_us, 5e3);
        seen->too_late += age_us > std::min(period_us, 50e3);
        seen->ages_us.push_back(static_cast<float>(age_us));
      };
      entities_.push_back(node->create_subscription<Message>(topic, 10, std::move(callback)));
    });
  }

  const Topology & topology_;
  std::vector<std::unique_ptr<Seen>> seen_;
  std::map<int, rclcpp::Executor::SharedPtr> executors_;
  std::vector<rclcpp::Node::SharedPtr> nodes_;
  std::vector<std::shared_ptr<void>> entities_;
  std::vector<std::thread> threads_;
};

double resident_mib()
{
  std::size_t total = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return static_cast<double>(resident) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
}

// Subscribes to all topics until its standard input ends; then prints what it has seen as one line
// of two numbers.
int observe(const Topology & topology)
{
  System system(topology);
  system.measuring = true;
  system.start();
  char byte;
  while (::read(STDIN_FILENO, &byte, 1) > 0) {
  }
  system.stop();
  std::size_t received = 0, lost = 0;
  for (const auto & seen : system.seen()) {
    received += seen->received;
    lost += seen->lost;
  }
  std::printf("%zu %zu\n", received, lost);
  return 0;
}

// This program again, as the outside observer; ends with this object's stop().
class Outside
{
public:
  explicit Outside(const char * file)
  {
    int in[2], out[2];
    if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0 || (child_ = ::fork()) < 0) {
      throw std::runtime_error("cannot start the outside process");
    }
    if (child_ == 0) {
      ::dup2(in[0], STDIN_FILENO);
      ::dup2(out[1], STDOUT_FILENO);
      ::execl("/proc/self/exe", "topology", file, "observe", nullptr);
      ::_exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    to_ = in[1];
    from_ = ::fdopen(out[0], "r");
  }

  void stop(benchmarks::Result & result)
  {
    ::close(to_);
    double received = 0, lost = 0;
    const bool is_complete = std::fscanf(from_, "%lf %lf", &received, &lost) == 2;
    std::fclose(from_);
    int status = 0;
    ::waitpid(child_, &status, 0);
    if (!is_complete || status != 0) {
      throw std::runtime_error("the outside process failed");
    }
    result.value("outside_received", "messages", received);
    result.value("outside_lost", "messages", lost);
  }

private:
  pid_t child_ = -1;
  int to_ = -1;
  std::FILE * from_ = nullptr;
};

int run(int argc, char ** argv)
{
  if (argc < 2 || argv[1][0] == '-') {
    std::fprintf(
      stderr,
      "usage: %s FILE [--seconds 60] [--intra_process 1] [--outside 0], FILE as topologies/*.txt\n",
      argv[0]);
    return 2;
  }
  const Topology topology = Topology::read(argv[1]);
  if (argc == 3 && std::strcmp(argv[2], "observe") == 0) {
    rclcpp::init(0, nullptr);
    return observe(topology);
  }
  auto options =
    benchmarks::parse(argc - 1, argv + 1, {{"seconds", 60}, {"intra_process", 1}, {"outside", 0}});
  std::unique_ptr<Outside> outside;
  if (options["outside"] != 0) {
    outside = std::make_unique<Outside>(argv[1]);  // before there are threads
  }
  rclcpp::init(0, nullptr);
  System system(topology, options["intra_process"] != 0, options["seconds"]);
  system.start();

  // Discovery and first touches of memory are not measured.
  std::this_thread::sleep_for(std::chrono::seconds(outside ? 3 : 1));
  const double cpu_before = benchmarks::cpu_seconds();
  const std::int64_t began = benchmarks::now_ns();
  system.measuring = true;
  std::this_thread::sleep_for(Seconds(options["seconds"]));
  system.measuring = false;
  const double wall = static_cast<double>(benchmarks::now_ns() - began) / 1e9;
  const double cpu = benchmarks::cpu_seconds() - cpu_before;
  const double resident = resident_mib();
  system.stop();

  benchmarks::Result result("topology");
  const std::string file = argv[1];
  const std::size_t slash = file.rfind('/') + 1;
  result.setting("topology", file.substr(slash, file.rfind('.') - slash));
  for (const auto & [name, value] : options) {
    result.setting(name, value);
  }
  Seen all;
  std::vector<double> ages;
  for (const auto & seen : system.seen()) {
    all.received += seen->received;
    all.lost += seen->lost;
    all.late += seen->late;
    all.too_late += seen->too_late;
    ages.insert(ages.end(), seen->ages_us.begin(), seen->ages_us.end());
  }
  result.distribution("latency", "us", std::move(ages));
  result.value("received", "messages", static_cast<double>(all.received));
  result.value("lost", "messages", static_cast<double>(all.lost));
  result.value("late", "messages", static_cast<double>(all.late));
  result.value("too_late", "messages", static_cast<double>(all.too_late));
  result.value("cpu", "%", 100 * cpu / wall / std::thread::hardware_concurrency());
  result.value("rss", "MiB", resident);
  if (outside) {
    outside->stop(result);
  }
  result.print();
  return 0;
}

}  // namespace

int main(int argc, char ** argv)
{
  try {
    return run(argc, argv);
  } catch (const std::exception & error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
}
