// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The environment of the examples in rxros2's headers: a node in simulated time.

#ifndef ROS_EXAMPLES_HPP_
#define ROS_EXAMPLES_HPP_

#include <chrono>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "example_interfaces/action/fibonacci.hpp"
#include "example_interfaces/srv/add_two_ints.hpp"
#include "geometry_msgs/msg/point_stamped.hpp"
#include "geometry_msgs/msg/transform_stamped.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "rosgraph_msgs/msg/clock.hpp"
#include "rx/testing/marbles.hpp"
#include "rxros2/actions/send_goal.hpp"
#include "rxros2/actions/serve_goals.hpp"
#include "rxros2/lifecycle/change_state.hpp"
#include "rxros2/lifecycle/while_active.hpp"
#include "rxros2/nodes/component.hpp"
#include "rxros2/rxros2.hpp"
#include "rxros2/transforms/from_transform.hpp"
#include "rxros2/transforms/publish_transform.hpp"
#include "rxros2/transforms/transform_buffer.hpp"
#include "rxros2/transforms/transform_to.hpp"
#include "std_msgs/msg/int32.hpp"

namespace rx_examples
{

// Messages are shown as YAML. Included before examples.hpp, so that its templates see this.
template <class T>
  requires requires(const T & message) {
    { to_yaml(message, true) } -> std::same_as<std::string>;
  }
std::string text_of(const T & message)
{
  return to_yaml(message, true);
}
template <class... T>
std::string text_of(const std::variant<T...> & one);

}  // namespace rx_examples

#include "examples.hpp"

using namespace rxcpp::operators;   // NOLINT: as the examples are written
using namespace rxros2::operators;  // NOLINT
using namespace std::chrono_literals;
using namespace rxros2::observable;  // NOLINT
using namespace rx::sources;         // NOLINT
using example_interfaces::action::Fibonacci;
using example_interfaces::srv::AddTwoInts;
using geometry_msgs::msg::PointStamped;
using geometry_msgs::msg::TransformStamped;
using rxros2::apply_transform;
using rxros2::on_callback_group;
using rxros2::publish_static_transform;
using rxros2::transform_buffer;
using std_msgs::msg::Int32;

namespace rx_examples
{

template <class... T>
std::string text_of(const std::variant<T...> & one)
{
  return std::to_string(one.index()) + ": " +
         std::visit([](const auto & x) { return text_of(x); }, one);
}

// Plays marbles in a node's time.
struct node_marbles
{
  auto cold(std::string_view diagram) const
  {
    return rx::make_observable(
      rx::testing::detail::marble_source{rx::testing::parse_marbles(diagram), 1ms, env});
  }

  rx::environment env;
};

struct ros_context
{
  ros_context() { rclcpp::init(0, nullptr); }
  ~ros_context() { rclcpp::shutdown(); }
};

class setting
{
public:
  setting()
  {
    executor.add_node(node);
    executor.add_node(clock_node_);
    set_time(std::chrono::seconds(1));
  }

  // Lets a second of the node's time pass, 1 ms at a time, until the stream has ended; then, unless
  // the stream is endless, waits for work that takes real time.
  void wait_for(const bool & ended, bool endless)
  {
    executor.spin_all(0s);
    for (int i = 0; i < 1000 && !ended; ++i) {
      set_time(now_ + 1ms);
      executor.spin_all(0s);
    }
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    while (!ended && !endless && std::chrono::steady_clock::now() < deadline) {
      executor.spin_once(10ms);
    }
  }

private:
  void set_time(std::chrono::nanoseconds time)
  {
    now_ = time;
    rosgraph_msgs::msg::Clock message;
    message.clock = rclcpp::Time(time.count());
    publisher_->publish(message);
    while (node->now().nanoseconds() < time.count()) {
      executor.spin_once(10ms);
    }
  }

  ros_context context_;

public:
  rclcpp::Node::SharedPtr node = std::make_shared<rclcpp::Node>(
    "robot",
    rclcpp::NodeOptions().append_parameter_override("use_sim_time", true).use_clock_thread(false));
  const node_marbles m{rxros2::on_callback_group(node)};
  rclcpp::executors::SingleThreadedExecutor executor;

private:
  rclcpp::Node::SharedPtr clock_node_ = std::make_shared<rclcpp::Node>("clock");
  rclcpp::Publisher<rosgraph_msgs::msg::Clock>::SharedPtr publisher_ =
    clock_node_->create_publisher<rosgraph_msgs::msg::Clock>("/clock", 10);
  std::chrono::nanoseconds now_{0};
};

// '3' as a message: with that number; with the stamp of that second; with a count.
inline Int32 to_message(char digit)
{
  Int32 message;
  message.data = digit - '0';
  return message;
}
inline PointStamped to_stamped(char digit)
{
  PointStamped message;
  message.header.stamp.sec = digit - '0';
  message.point.x = digit - '0';
  return message;
}
inline auto in_frame(const char * frame)
{
  return [frame](char digit) {
    PointStamped message = to_stamped(digit);
    message.header.frame_id = frame;
    return message;
  };
}
// The pose of a frame in another: this far on the x axis; at that second.
inline TransformStamped between(const char * parent, const char * child, double x)
{
  TransformStamped message;
  message.header.frame_id = parent;
  message.child_frame_id = child;
  message.transform.translation.x = x;
  return message;
}
inline TransformStamped at_second(TransformStamped message, char digit)
{
  message.header.stamp.sec = digit - '0';
  return message;
}
inline constexpr auto x_of = [](const auto & message) {
  if constexpr (requires { message.point; }) {
    return message.point.x;
  } else {
    return message.transform.translation.x;
  }
};
inline Int32 to_count(std::int64_t n)
{
  Int32 message;
  message.data = static_cast<std::int32_t>(n);
  return message;
}

inline AddTwoInts::Request request(std::int64_t a, std::int64_t b)
{
  AddTwoInts::Request made;
  made.a = a;
  made.b = b;
  return made;
}
inline Fibonacci::Goal order(std::int32_t n)
{
  Fibonacci::Goal made;
  made.order = n;
  return made;
}
// The server and its responses.
inline void add(const rxros2::service_request<AddTwoInts> & request)
{
  AddTwoInts::Response response;
  response.sum = request->a + request->b;
  request.respond(response);
}
inline std::int64_t sum_of(const AddTwoInts::Response::SharedPtr & response)
{
  return response->sum;
}

// Returns the name of a file or folder that does not exist, whatever a previous run left.
inline std::string fresh(const std::string & name)
{
  std::filesystem::remove_all(name);
  return name;
}

// Creates a file with these bytes, in place of a device; returns its name.
inline std::string file(const std::string & name, std::string_view bytes)
{
  std::ofstream(name) << bytes;
  return name;
}

}  // namespace rx_examples

using rx_examples::add;
using rx_examples::at_second;
using rx_examples::between;
using rx_examples::file;
using rx_examples::fresh;
using rx_examples::in_frame;
using rx_examples::order;
using rx_examples::request;
using rx_examples::sum_of;
using rx_examples::to_count;
using rx_examples::to_message;
using rx_examples::to_stamped;
using rx_examples::x_of;

#endif  // ROS_EXAMPLES_HPP_
