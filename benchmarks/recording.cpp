// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// recording: how fast to_bag and to_black_box write, to memory and to the disk, beside memcpy and
// write(2) of as many bytes; what is lost of messages that another process publishes.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <rclcpp/rclcpp.hpp>
#include <rxros2/rxros2.hpp>
#include <std_msgs/msg/u_int8_multi_array.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "common/options.hpp"
#include "common/result.hpp"

namespace
{

namespace fs = std::filesystem;
using namespace rxcpp::operators;   // NOLINT: as programs write it
using namespace rxros2::operators;  // NOLINT
using namespace std::chrono_literals;
using Message = std_msgs::msg::UInt8MultiArray;

constexpr std::size_t mebibyte = std::size_t(1) << 20;
constexpr const char * type = "std_msgs/msg/UInt8MultiArray";

// A folder that is removed.
struct Folder
{
  explicit Folder(const fs::path & place)
  {
    std::string name = (place / "rxros2_recording_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error("no folder in " + place.string());
    }
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder &) = delete;
  Folder & operator=(const Folder &) = delete;

  fs::path path;
};

// How long it takes until the disk has all files of a folder.
void sync_all(const fs::path & folder)
{
  for (const auto & each : fs::recursive_directory_iterator(folder)) {
    const int file = open(each.path().c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0 || fsync(file) != 0) {
      throw std::runtime_error("cannot sync " + each.path().string());
    }
    close(file);
  }
}

// MB/s of `work`, which moves `bytes`.
template <typename Work>
double speed(std::size_t bytes, const Work & work)
{
  const std::int64_t began = benchmarks::now_ns();
  work();
  return static_cast<double>(bytes) * 1e3 / static_cast<double>(benchmarks::now_ns() - began);
}

rclcpp::SerializedMessage message_of(std::size_t size)
{
  rclcpp::SerializedMessage message(size);
  auto & raw = message.get_rcl_serialized_message();
  std::memset(raw.buffer, 'x', size);
  raw.buffer_length = size;
  return message;
}

double copy(std::size_t size, std::size_t total)
{
  const std::vector<char> from(size, 'x');
  std::vector<char> to(std::max(size, mebibyte), 'y');
  return speed(total, [&] {
    std::size_t at = 0;
    for (std::size_t done = 0; done < total; done += size) {
      at = at + size > to.size() ? 0 : at;
      std::memcpy(to.data() + at, from.data(), size);
      asm volatile("" : : "r"(to.data()) : "memory");
      at += size;
    }
  });
}

double write_blocks(const fs::path & place, std::size_t total)
{
  const Folder folder(place);
  const std::vector<char> block(mebibyte, 'x');
  return speed(total, [&] {
    const int file = open((folder.path / "file").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    for (std::size_t done = 0; done < total; done += block.size()) {
      if (write(file, block.data(), block.size()) != static_cast<ssize_t>(block.size())) {
        throw std::runtime_error("cannot write to " + folder.path.string());
      }
    }
    fsync(file);
    close(file);
  });
}

double record(const fs::path & place, std::size_t size, std::size_t total)
{
  const Folder folder(place);
  const rclcpp::SerializedMessage message = message_of(size);
  const rxros2::recording recording((folder.path / "bag").string());
  const std::size_t topic = recording.topic("/topic", type);
  return speed(total, [&] {
    std::int64_t time = 0;
    for (std::size_t done = 0; done < total; done += size) {
      time += 1'000;
      recording.write(topic, time, time, message);
    }
    recording.finish();
    sync_all(folder.path);
  });
}

// As fast as its thread writes: nothing is dropped.
double black_box(const fs::path & place, std::size_t size, std::size_t total)
{
  const Folder folder(place);
  const rclcpp::SerializedMessage message = message_of(size);
  bag::BlackBoxOptions options;
  options.size = 2 * total;
  const rxros2::black_box box((folder.path / "box").string(), options);
  const std::size_t topic = box.topic("/topic", type);
  const std::size_t some = std::max(mebibyte / size, std::size_t(1));  // between looks at the queue
  const double found = speed(total, [&] {
    std::int64_t time = 0;
    std::size_t count = 0;
    for (std::size_t done = 0; done < total; done += size) {
      time += 1'000;
      box.write(topic, time, time, message);
      if (++count % some == 0) {
        while (box.statistics().waiting > options.queue * 3 / 8) {
          std::this_thread::sleep_for(20us);
        }
      }
    }
    while (box.statistics().waiting != 0) {
      std::this_thread::sleep_for(20us);
    }
    sync_all(folder.path);
  });
  if (box.statistics().dropped != 0) {
    throw std::runtime_error("the black box dropped messages");
  }
  return found;
}

// Publishes `count` messages at `rate`, in the publishing process.
int publish(std::size_t count, double rate)
{
  rclcpp::init(0, nullptr);
  const auto node = std::make_shared<rclcpp::Node>("publisher");
  const auto publisher = node->create_publisher<Message>("recorded", rclcpp::QoS(1000).reliable());
  while (publisher->get_subscription_count() == 0) {
    std::this_thread::sleep_for(1ms);
  }
  std::this_thread::sleep_for(200ms);  // until the recorder knows this publisher, too
  Message message;
  message.data.resize(100);
  const auto began = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < count; ++i) {
    publisher->publish(message);
    std::this_thread::sleep_until(
      began + std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 / rate * double(i + 1))));
  }
  std::this_thread::sleep_for(1s);
  rclcpp::shutdown();
  return 0;
}

// Records what another process publishes, in a bag and in a black box.
void record_topic(benchmarks::Result & result, std::size_t count)
{
  rclcpp::init(0, nullptr);
  const Folder folder("/var/tmp");
  const auto node = std::make_shared<rclcpp::Node>("recorder");
  const rxros2::recording bag((folder.path / "bag").string());
  bag::BlackBoxOptions options;
  options.duration = 1h;
  options.after = 0s;
  std::string saved;
  const rxros2::black_box box((folder.path / "box").string(), options);
  box.saved().subscribe([&](const std::string & path) { saved = path; });
  std::size_t received = 0;
  auto last = std::chrono::steady_clock::now() + 20s;  // to find each other
  const auto subscription =
    (rxros2::observable::from_topic<Message>(node, "recorded", rclcpp::QoS(1000).reliable()) |
     to_bag<Message>(bag, "recorded") | to_black_box<Message>(box, "recorded"))
      .subscribe([&](const auto &) {
        ++received;
        last = std::chrono::steady_clock::now() + 1s;
      });
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  double cpu = 0;
  std::int64_t began = 0;
  while (received < count && std::chrono::steady_clock::now() < last) {
    executor.spin_once(100ms);
    if (began == 0 && received != 0) {
      cpu = benchmarks::cpu_seconds();
      began = benchmarks::now_ns();
    }
  }
  cpu =
    (benchmarks::cpu_seconds() - cpu) / (static_cast<double>(benchmarks::now_ns() - began) / 1e9);
  bag.finish();
  box.save(rclcpp::Clock(RCL_SYSTEM_TIME).now());
  box.finish();
  const auto lost = [&](const std::string & path) {
    std::size_t kept = 0;
    rxros2::observable::from_bag(path).subscribe([&](const auto &) { ++kept; });
    return static_cast<double>(count) - static_cast<double>(kept);
  };
  result.value("lost_to_bag", "messages", lost((folder.path / "bag").string()));
  result.value("lost_to_black_box", "messages", lost(saved));
  result.value("cpu", "%", cpu * 100);
  rclcpp::shutdown();
}

}  // namespace

int main(int argc, char ** argv)
{
  auto options =
    benchmarks::parse(argc, argv, {{"mebibytes", 128}, {"seconds", 2}, {"rate", 10'000}});
  benchmarks::Result result("recording");
  for (const auto & [name, value] : options) {
    result.setting(name, value);
  }
  const auto count = static_cast<std::size_t>(options["seconds"] * options["rate"]);
  const pid_t publisher = fork();  // before there are threads
  if (publisher == 0) {
    _exit(publish(count, options["rate"]));
  }
  record_topic(result, count);
  waitpid(publisher, nullptr, 0);

  const std::size_t total = static_cast<std::size_t>(options["mebibytes"]) * mebibyte;
  const std::pair<const char *, const char *> places[] = {
    {"memory", "/dev/shm"}, {"disk", "/var/tmp"}};
  for (const auto & [name, size] :
       {std::pair{"100B", std::size_t(100)}, {"10kB", std::size_t(10'000)}, {"1MiB", mebibyte}}) {
    result.value(std::string("memcpy_") + name, "MB/s", copy(size, total));
  }
  for (const auto & [place, path] : places) {
    if (access(path, W_OK) != 0) {
      continue;
    }
    double limit = write_blocks(path, total);  // the better of before and after
    for (const auto & [name, size] :
         {std::pair{"100B", std::size_t(100)}, {"10kB", std::size_t(10'000)}, {"1MiB", mebibyte}}) {
      const std::string what = std::string(place) + "_" + name;
      result.value(what + "_to_bag", "MB/s", record(path, size, total));
      result.value(what + "_to_black_box", "MB/s", black_box(path, size, total));
    }
    limit = std::max(limit, write_blocks(path, total));
    result.value(std::string(place) + "_write", "MB/s", limit);
  }
  result.print();
  return 0;
}
