// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// hot_paths NAME COUNT: runs one hot path COUNT times in the function `measured`, whose
// instructions hot_paths.py counts. Without arguments it lists the names.
#include <cstdio>
#include <cstdlib>
#include <frames/buffer.hpp>
#include <functional>
#include <geometry_msgs/msg/twist.hpp>
#include <map>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp/serialization.hpp>
#include <rxros2/rxros2.hpp>
#include <sensor_msgs/msg/joint_state.hpp>
#include <std_msgs/msg/u_int64.hpp>
#include <std_srvs/srv/set_bool.hpp>
#include <string>
#include <utility>
#include <vector>

namespace
{

using Message = std_msgs::msg::UInt64;
using namespace rx::operators;
using namespace rxros2::operators;

// Runs the requested number of items.
using Path = std::function<void(long)>;

volatile long sink;  // stores results, so that the compiler keeps the computation

Path pipe_of_subject()
{
  auto subject = std::make_shared<rx::subject<int>>();
  (subject->get_observable() | map([](int i) { return i * 2; }) |
   filter([](int i) { return i % 3 != 0; }) | scan(0, [](int a, int b) { return a + b; }))
    .subscribe([](int i) { sink = i; });
  return [subject](long count) {
    for (long i = 0; i < count; ++i) {
      subject->on_next(static_cast<int>(i));
    }
  };
}

// A stage that counts and times its items, without an observer of the trace.
Path traced_stage()
{
  rxros2::trace::enable();
  auto subject = std::make_shared<rx::subject<int>>();
  (subject->get_observable() | traced("doubled", map([](int i) { return i * 2; })))
    .subscribe([](int i) { sink = i; });
  return [subject](long count) {
    for (long i = 0; i < count; ++i) {
      subject->on_next(static_cast<int>(i));
    }
  };
}

// The same stage without tracing: the difference is the cost of tracing.
Path plain_stage()
{
  auto subject = std::make_shared<rx::subject<int>>();
  (subject->get_observable() | map([](int i) { return i * 2; })).subscribe([](int i) { sink = i; });
  return [subject](long count) {
    for (long i = 0; i < count; ++i) {
      subject->on_next(static_cast<int>(i));
    }
  };
}

Path merge_of_subjects()
{
  auto a = std::make_shared<rx::subject<int>>();
  auto b = std::make_shared<rx::subject<int>>();
  a->get_observable().merge(b->get_observable()).subscribe([](int i) { sink = i; });
  return [a, b](long count) {
    for (long i = 0; i < count; ++i) {
      (i % 2 == 0 ? a : b)->on_next(static_cast<int>(i));
    }
  };
}

Path assemble_and_subscribe()
{
  return [](long count) {
    for (long i = 0; i < count; ++i) {
      (rx::observable<>::just(sink) | map([](long v) { return v + 1; }) |
       filter([](long v) { return v >= 0; }))
        .subscribe([](long v) { sink = v; });
    }
  };
}

template <typename T>
Path encode_and_decode(T message)
{
  auto serialized = std::make_shared<rclcpp::SerializedMessage>();
  return [serialized, message = std::move(message)](long count) {
    const rclcpp::Serialization<T> serialization;
    T decoded;
    for (long i = 0; i < count; ++i) {
      serialization.serialize_message(&message, serialized.get());
      serialization.deserialize_message(serialized.get(), &decoded);
      sink = static_cast<long>(serialized->size());
    }
  };
}

sensor_msgs::msg::JointState joint_state()
{
  sensor_msgs::msg::JointState message;
  for (int i = 0; i < 9; ++i) {
    message.name.push_back("joint_" + std::to_string(i));
    message.position.push_back(i);
    message.velocity.push_back(i);
    message.effort.push_back(i);
  }
  return message;
}

// A node in an executor that runs until `left` items have been counted down.
struct SpinningNode
{
  explicit SpinningNode(bool intra_process = false)
  : node(std::make_shared<rclcpp::Node>(
      "hot_paths", rclcpp::NodeOptions().use_intra_process_comms(intra_process)))
  {
    executor.add_node(node);
  }
  // Counts an item. At the last one, stops the executor and returns false.
  bool count_down()
  {
    if (--left > 0) {
      return true;
    }
    executor.cancel();
    return false;
  }
  void run(long count, const std::function<void()> & first)
  {
    left = count;
    first();
    executor.spin();
  }

  rclcpp::Node::SharedPtr node;
  rclcpp::executors::SingleThreadedExecutor executor;
  long left = 0;
};

Path publish_to_callback(bool intra_process)
{
  auto spinning = std::make_shared<SpinningNode>(intra_process);
  auto publisher = spinning->node->create_publisher<Message>("hot_paths", 10);
  auto subscription = spinning->node->create_subscription<Message>(
    "hot_paths", 10, [spinning = spinning.get(), publisher](Message::UniquePtr message) {
      if (spinning->count_down()) {
        publisher->publish(std::move(message));
      }
    });
  return [spinning, publisher, subscription](long count) {
    spinning->run(count, [&] { publisher->publish(std::make_unique<Message>()); });
  };
}

Path through_streams()
{
  auto spinning = std::make_shared<SpinningNode>();
  auto publisher = spinning->node->create_publisher<Message>("hot_paths_in", 10);
  rxros2::observable::from_topic<Message>(spinning->node, "hot_paths_in") |
    filter([](const Message & message) { return message.data % 2 == 0; }) |
    map([](const Message & message) { return message; }) |
    publish_to_topic<Message>(spinning->node, "hot_paths_out");
  auto subscription = spinning->node->create_subscription<Message>(
    "hot_paths_out", 10, [spinning = spinning.get(), publisher](Message::UniquePtr message) {
      if (spinning->count_down()) {
        publisher->publish(std::move(message));
      }
    });
  return [spinning, publisher, subscription](long count) {
    spinning->run(count, [&] { publisher->publish(std::make_unique<Message>()); });
  };
}

Path service_call()
{
  using SetBool = std_srvs::srv::SetBool;
  auto spinning = std::make_shared<SpinningNode>();
  auto server = spinning->node->create_service<SetBool>(
    "hot_paths",
    [](
      const std::shared_ptr<SetBool::Request> request,
      std::shared_ptr<SetBool::Response> response) { response->success = request->data; });
  auto client = spinning->node->create_client<SetBool>("hot_paths");
  auto request = std::make_shared<SetBool::Request>();
  auto call = std::make_shared<std::function<void()>>();
  *call = [spinning = spinning.get(), client = client.get(), request, again = std::weak_ptr(call)] {
    client->async_send_request(request, [spinning, again](rclcpp::Client<SetBool>::SharedFuture) {
      if (spinning->count_down()) {
        (*again.lock())();
      }
    });
  };
  return [spinning, server, client, call](long count) { spinning->run(count, *call); };
}

Path timer()
{
  auto spinning = std::make_shared<SpinningNode>();
  auto timer = spinning->node->create_wall_timer(
    std::chrono::nanoseconds(1), [spinning = spinning.get()] { spinning->count_down(); });
  return [spinning, timer](long count) { spinning->run(count, [] {}); };
}

// Inserts messages of 100 transforms, 1 ms apart.
Path insert_transforms()
{
  auto buffer = std::make_shared<frames::Buffer>();
  auto names = std::make_shared<std::vector<std::string>>();
  for (int i = 0; i <= 100; ++i) {
    names->push_back("frame_" + std::to_string(i));
  }
  return [buffer, names, time = frames::Time{0}](long count) mutable {
    std::vector<frames::Insertion> message(100);
    for (long i = 0; i < count; ++i) {
      time += 1'000'000;
      for (std::size_t child = 1; child <= message.size(); ++child) {
        message[child - 1] = {
          (*names)[child / 2], (*names)[child], time, {{1, 2, 3}, {0, 0, 0.6, 0.8}}};
      }
      buffer->insert(message);
    }
  };
}

// Looks up a transform over three frames, interpolated between two stamps of each.
Path look_up_transform()
{
  auto buffer = std::make_shared<frames::Buffer>();
  for (const frames::Time time : {1000, 2000, 3000}) {
    buffer->insert({"map", "odom", time, {{1, 2, 3}, {0, 0, 0.6, 0.8}}});
    buffer->insert({"odom", "base", time, {{1, 2, 3}, {0, 0, 0.8, 0.6}}});
    buffer->insert({"base", "laser", time, {{1, 2, 3}, {0.6, 0, 0, 0.8}}});
  }
  return [buffer](long count) {
    for (long i = 0; i < count; ++i) {
      sink = static_cast<long>(buffer->lookup("map", "laser", 2500).transform.translation.x);
    }
  };
}

const std::map<std::string, std::function<Path()>> paths = {
  {"rx_map_filter_scan", pipe_of_subject},
  {"rx_map", plain_stage},
  {"rx_map_traced", traced_stage},
  {"rx_merge", merge_of_subjects},
  {"rx_assemble_subscribe", assemble_and_subscribe},
  {"serialize_twist", [] { return encode_and_decode(geometry_msgs::msg::Twist()); }},
  {"serialize_joint_state", [] { return encode_and_decode(joint_state()); }},
  {"publish_to_callback", [] { return publish_to_callback(false); }},
  {"publish_to_callback_intra_process", [] { return publish_to_callback(true); }},
  {"from_topic_filter_map_publish", through_streams},
  {"service_call", service_call},
  {"timer", timer},
  {"transforms_insert_100", insert_transforms},
  {"transforms_lookup_3", look_up_transform},
};

}  // namespace

// hot_paths.py passes this name to Valgrind.
extern "C" [[gnu::noinline]] void measured(const Path & path, long count)
{
  path(count);
  asm volatile("" : : : "memory");
}

int main(int argc, char ** argv)
{
  if (argc == 1) {
    for (const auto & [name, path] : paths) {
      std::printf("%s\n", name.c_str());
    }
    return 0;
  }
  const auto found = argc == 3 ? paths.find(argv[1]) : paths.end();
  const long count = argc == 3 ? std::atol(argv[2]) : 0;
  if (found == paths.end() || count < 1) {
    std::fprintf(stderr, "usage: hot_paths NAME COUNT; without arguments it lists the names\n");
    return 2;
  }
  rclcpp::init(0, nullptr);
  {
    const Path path = found->second();
    path(100);  // warm-up: objects that the first use creates
    measured(path, count);
  }
  rclcpp::shutdown();
  return 0;
}
