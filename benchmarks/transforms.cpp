// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// transforms: what transforms between frames cost: insertion, lookup by depth and age, a point into
// another frame, and the CPU time of a node that listens to 100 frames at 1 kHz, beside that of the
// same messages to an empty callback. With BENCHMARK_TF2 the same of tf2, on any rclcpp.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <geometry_msgs/msg/point_stamped.hpp>
#include <geometry_msgs/msg/transform_stamped.hpp>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <string>
#include <tf2_msgs/msg/tf_message.hpp>
#include <thread>
#include <utility>
#include <vector>

#include "common/options.hpp"
#include "common/result.hpp"

#ifdef BENCHMARK_TF2
#include <message_filters/simple_filter.h>
#include <tf2/LinearMath/Transform.h>
#include <tf2/buffer_core.h>
#include <tf2_ros/buffer.h>
#include <tf2_ros/create_timer_ros.h>
#include <tf2_ros/message_filter.h>
#include <tf2_ros/transform_listener.h>
#else
#include <rxros2/transforms/transform_buffer.hpp>
#include <rxros2/transforms/transform_to.hpp>
#endif

namespace
{

using geometry_msgs::msg::PointStamped;
using tf2_msgs::msg::TFMessage;
using namespace std::chrono_literals;

constexpr int frame_count = 100;
constexpr std::int64_t period = 1'000'000;  // ns of the stamps
constexpr std::int64_t length = 10'000'000'000;

volatile double sink;  // what is computed, so that it is computed

void set_stamp(builtin_interfaces::msg::Time & stamp, std::int64_t time)
{
  stamp.sec = static_cast<std::int32_t>(time / 1'000'000'000);
  stamp.nanosec = static_cast<std::uint32_t>(time % 1'000'000'000);
}

// A chain of frames: frame_0, and each one's child.
TFMessage chain(int count)
{
  TFMessage message;
  message.transforms.resize(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    auto & transform = message.transforms[static_cast<std::size_t>(i)];
    transform.header.frame_id = "frame_" + std::to_string(i);
    transform.child_frame_id = "frame_" + std::to_string(i + 1);
    transform.transform.translation.x = 1;
    transform.transform.rotation.z = 0.6;
    transform.transform.rotation.w = 0.8;
  }
  return message;
}

// The frames of a robot: a binary tree with that many frames.
TFMessage tree(int count)
{
  TFMessage message = chain(count);
  for (int i = 0; i < count; ++i) {
    message.transforms[static_cast<std::size_t>(i)].header.frame_id =
      "frame_" + std::to_string(i / 2);
  }
  return message;
}

#ifdef BENCHMARK_TF2

class Buffer
{
public:
  void insert(const TFMessage & message)
  {
    for (const auto & each : message.transforms) {
      core_.setTransform(each, "benchmark", false);
    }
  }
  double lookup(const std::string & target, const std::string & source, std::int64_t time) const
  {
    const tf2::TimePoint when{std::chrono::nanoseconds(time)};
    return core_.lookupTransform(target, source, when).transform.translation.x;
  }

private:
  tf2::BufferCore core_;
};

// Subscribes to /tf for a node.
struct Listening
{
  explicit Listening(const rclcpp::Node::SharedPtr & node)
  : buffer(std::make_shared<tf2_ros::Buffer>(node->get_clock())), listener(*buffer, node, false)
  {
    buffer->setUsingDedicatedThread(true);
  }
  bool has(const std::string & target, const std::string & source) const
  {
    return buffer->canTransform(target, source, tf2::TimePointZero);
  }

  std::shared_ptr<tf2_ros::Buffer> buffer;
  tf2_ros::TransformListener listener;
};

struct Points : message_filters::SimpleFilter<PointStamped>
{
  void put(const std::shared_ptr<PointStamped> & point)
  {
    signalMessage(message_filters::MessageEvent<const PointStamped>(point));
  }
};

// ns of a point whose transform is there: MessageFilter, lookup, and the arithmetic.
double measure_point(const rclcpp::Node::SharedPtr & node, const TFMessage & frames, int count)
{
  auto buffer = std::make_shared<tf2_ros::Buffer>(node->get_clock());
  buffer->setCreateTimerInterface(std::make_shared<tf2_ros::CreateTimerROS>(
    node->get_node_base_interface(), node->get_node_timers_interface()));
  for (const auto & each : frames.transforms) {
    buffer->setTransform(each, "benchmark", true);
  }
  Points points;
  tf2_ros::MessageFilter<PointStamped> filter(points, *buffer, "frame_0", 100, node);
  filter.registerCallback([&buffer](const std::shared_ptr<const PointStamped> & point) {
    const auto found = buffer->lookupTransform(
      "frame_0", point->header.frame_id, tf2_ros::fromMsg(point->header.stamp));
    const auto & [t, r] = std::pair(found.transform.translation, found.transform.rotation);
    const tf2::Transform transform({r.x, r.y, r.z, r.w}, {t.x, t.y, t.z});
    sink = (transform * tf2::Vector3(point->point.x, point->point.y, point->point.z)).x();
  });
  const auto item = std::make_shared<PointStamped>();
  item->header.frame_id = "frame_3";
  set_stamp(item->header.stamp, length);
  const std::int64_t begin = benchmarks::now_ns();
  for (int i = 0; i < count; ++i) {
    points.put(item);
  }
  return static_cast<double>(benchmarks::now_ns() - begin) / count;
}

#else

class Buffer
{
public:
  void insert(const TFMessage & message)
  {
    insertions_.clear();
    for (const auto & each : message.transforms) {
      const auto & [t, r] = std::pair(each.transform.translation, each.transform.rotation);
      insertions_.push_back(
        {each.header.frame_id,
         each.child_frame_id,
         std::int64_t{1'000'000'000} * each.header.stamp.sec + each.header.stamp.nanosec,
         {{t.x, t.y, t.z}, {r.x, r.y, r.z, r.w}}});
    }
    buffer_.insert(insertions_);
  }
  double lookup(const std::string & target, const std::string & source, std::int64_t time) const
  {
    return buffer_.lookup(target, source, time).transform.translation.x;
  }

private:
  std::vector<frames::Insertion> insertions_;
  frames::Buffer buffer_;
};

struct Listening
{
  explicit Listening(const rclcpp::Node::SharedPtr & node) : buffer(rxros2::transform_buffer(node))
  {
  }
  bool has(const std::string & target, const std::string & source) const
  {
    return static_cast<bool>(buffer->lookup(target, source));
  }

  std::shared_ptr<frames::Buffer> buffer;
};

double measure_point(const rclcpp::Node::SharedPtr & node, const TFMessage & frames, int count)
{
  for (const auto & each : frames.transforms) {
    rxros2::transform_buffer(node)->insert(
      {each.header.frame_id, each.child_frame_id, 0, {{1, 0, 0}, {0, 0, 0.6, 0.8}}, true});
  }
  rx::subject<std::shared_ptr<PointStamped> > points;
  const auto running =
    (points.get_observable() | rxros2::operators::transform_to(node, "frame_0"))
      .subscribe([](const std::shared_ptr<PointStamped> & point) { sink = point->point.x; });
  const auto item = std::make_shared<PointStamped>();
  set_stamp(item->header.stamp, length);
  const std::int64_t begin = benchmarks::now_ns();
  for (int i = 0; i < count; ++i) {
    item->header.frame_id = "frame_3";
    points.on_next(item);
  }
  return static_cast<double>(benchmarks::now_ns() - begin) / count;
}

#endif

// Insertion of 100 frames over 11 s, so that transforms are also dropped; then lookups.
void measure_buffer(benchmarks::Result & result, int repetitions)
{
  {
    Buffer buffer;
    TFMessage message = tree(frame_count);
    std::vector<double> samples;
    for (std::int64_t time = period; time < length + length / 10; time += period) {
      for (auto & each : message.transforms) {
        set_stamp(each.header.stamp, time);
      }
      const std::int64_t begin = benchmarks::now_ns();
      buffer.insert(message);
      if (time > length) {
        samples.push_back(static_cast<double>(benchmarks::now_ns() - begin) / frame_count);
      }
    }
    result.distribution("insert", "ns", std::move(samples));
  }
  for (const int depth : {1, 3, 10}) {
    Buffer buffer;
    TFMessage message = chain(depth);
    std::int64_t now = 0;
    while (now < length) {
      now += period;
      for (auto & each : message.transforms) {
        set_stamp(each.header.stamp, now);
      }
      buffer.insert(message);
    }
    const std::string target = "frame_0", source = "frame_" + std::to_string(depth);
    const auto measure = [&](const char * name, std::int64_t time, int count) {
      std::vector<double> samples;
      for (int round = 0; round < 20; ++round) {
        const std::int64_t begin = benchmarks::now_ns();
        for (int i = 0; i < count; ++i) {
          sink = buffer.lookup(target, source, time);
        }
        samples.push_back(static_cast<double>(benchmarks::now_ns() - begin) / count);
      }
      result.distribution(name + std::to_string(depth), "ns", std::move(samples));
    };
    measure("lookup_latest_", 0, repetitions / 20);
    measure("lookup_1ms_ago_", now - period / 2, repetitions / 20);
    measure("lookup_5s_ago_", now - length / 2 + period / 2, repetitions / 1000);
  }
}

// 100 frames at 1 kHz, until the other end of the pipe is closed.
int publish(int from_listener)
{
  rclcpp::init(0, nullptr);
  {
    const auto node = std::make_shared<rclcpp::Node>("publisher");
    const auto publisher = node->create_publisher<TFMessage>("/tf", 100);
    std::thread end([from_listener] {
      char byte;
      while (read(from_listener, &byte, 1) > 0) {
      }
      rclcpp::shutdown();
    });
    TFMessage message = tree(frame_count);
    auto next = std::chrono::steady_clock::now();
    while (rclcpp::ok()) {
      const auto stamp = node->now();
      for (auto & each : message.transforms) {
        each.header.stamp = stamp;
      }
      publisher->publish(message);
      std::this_thread::sleep_until(next += 1ms);
    }
    end.join();
  }
  return 0;
}

// CPU time of this process in % of a core, once `ready`, and then for so long.
double measure_cpu(
  const rclcpp::Node::SharedPtr & node, const std::function<bool()> & ready,
  std::chrono::milliseconds warm_up, std::chrono::milliseconds time)
{
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  std::thread spinning([&executor] { executor.spin(); });
  while (!ready()) {
    std::this_thread::sleep_for(10ms);
  }
  std::this_thread::sleep_for(warm_up);
  const double cpu = benchmarks::cpu_seconds();
  const std::int64_t begin = benchmarks::now_ns();
  std::this_thread::sleep_for(time);
  const double used = benchmarks::cpu_seconds() - cpu;
  const double real = static_cast<double>(benchmarks::now_ns() - begin) / 1e9;
  executor.cancel();
  spinning.join();
  return 100 * used / real;
}

void measure_listening(benchmarks::Result & result, std::chrono::milliseconds time)
{
  {
    const auto node = std::make_shared<rclcpp::Node>("listener");
    std::atomic<bool> received{false};
    const auto subscription = node->create_subscription<TFMessage>(
      "/tf", 100, [&received](const TFMessage &) { received = true; });
    const auto ready = [&received] { return received.load(); };
    result.value("empty_callback_cpu", "%", measure_cpu(node, ready, 500ms, time));
  }
  const auto node = std::make_shared<rclcpp::Node>("listener");
  const Listening here(node);
  const auto ready = [&here] { return here.has("frame_0", "frame_100"); };
  // Once the buffer is full, so that each insertion also drops.
  result.value("cpu", "%", measure_cpu(node, ready, 10'500ms, time));
}

}  // namespace

int main(int argc, char ** argv)
{
  auto options = benchmarks::parse(argc, argv, {{"seconds", 4}, {"count", 20000}});
  const auto count = static_cast<int>(options["count"]);
  const std::chrono::milliseconds time(static_cast<int>(1000 * options["seconds"]));
  benchmarks::Result result("transforms");
  result.setting("count", count);
  result.setting("seconds", options["seconds"]);

  int ends[2];
  if (pipe(ends) != 0) {
    std::perror("pipe");
    return 1;
  }
  const pid_t child = time.count() > 0 ? fork() : -1;
  if (child == 0) {
    close(ends[1]);
    return publish(ends[0]);
  }
  close(ends[0]);
  rclcpp::init(0, nullptr);
  if (child > 0) {
    measure_listening(result, time);
  }
  close(ends[1]);
  if (child > 0) {
    waitpid(child, nullptr, 0);
  }
  measure_buffer(result, count);
  const auto node = std::make_shared<rclcpp::Node>("points");
  std::vector<double> points;
  for (int i = 0; i < 7; ++i) {
    points.push_back(measure_point(node, chain(3), count));
  }
  result.distribution("point", "ns", std::move(points));
  rclcpp::shutdown();
  result.print();
  return 0;
}
