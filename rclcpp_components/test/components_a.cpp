// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A library of components that the tests load.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "rclcpp/rclcpp.hpp"
#include "rclcpp_components/register_node_macro.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "std_msgs/msg/empty.hpp"
#include "std_msgs/msg/u_int64.hpp"
#include "std_srvs/srv/trigger.hpp"

namespace test_components
{

using std_msgs::msg::Empty;
using std_msgs::msg::UInt64;
using std_srvs::srv::Trigger;

/// Publishes as parameters what its constructor got.
class Plain : public rclcpp::Node
{
public:
  explicit Plain(rclcpp::NodeOptions options) : Node("plain", options)
  {
    declare_parameter("speed", 1.0);
    declare_parameter("intra_process", options.use_intra_process_comms());
    declare_parameter("level", static_cast<int>(get_logger().get_effective_level()));
    in_ = create_subscription<Empty>("in", 10, [](const Empty &) {});
  }

private:
  rclcpp::Subscription<Empty>::SharedPtr in_;
};

/// Not a node, but has one.
class HasNode
{
public:
  explicit HasNode(const rclcpp::NodeOptions & options) : node_("has_node", options) {}
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr get_node_base_interface()
  {
    return node_.get_node_base_interface();
  }

private:
  rclcpp::Node node_;
};

class Managed : public rclcpp_lifecycle::LifecycleNode
{
public:
  explicit Managed(const rclcpp::NodeOptions & options) : LifecycleNode("managed", options) {}
};

class Throws : public rclcpp::Node
{
public:
  explicit Throws(const rclcpp::NodeOptions & options) : Node("throws", options)
  {
    throw std::runtime_error("no camera is connected");
  }
};

class ThrowsNumber : public rclcpp::Node
{
public:
  explicit ThrowsNumber(const rclcpp::NodeOptions & options) : Node("throws_number", options)
  {
    throw 7;
  }
};

/// Its callback throws according to `what`: several times, and on several threads if there are
/// some.
class Fails : public rclcpp::Node
{
public:
  explicit Fails(const rclcpp::NodeOptions & options)
  : Node("fails", options), group_(create_callback_group(rclcpp::CallbackGroupType::Reentrant))
  {
    const std::string what = declare_parameter("what", "the lens is dirty");
    for (int i = 0; i < 3; ++i) {
      timers_.push_back(create_wall_timer(
        std::chrono::milliseconds(1),
        [what] {
          if (what == "a number") {
            throw 7;
          }
          throw std::runtime_error(what);
        },
        group_));
    }
  }

private:
  rclcpp::CallbackGroup::SharedPtr group_;
  std::vector<rclcpp::TimerBase::SharedPtr> timers_;
};

/// Its callback throws, and its destructor takes a while before it writes to the file `end`.
class EndsSlowly : public Fails
{
public:
  explicit EndsSlowly(const rclcpp::NodeOptions & options)
  : Fails(options), end_(declare_parameter("end", ""))
  {
  }
  ~EndsSlowly() override
  {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    std::ofstream(end_) << "ended";
  }

private:
  const std::string end_;
};

/// Its callback throws an exception whose text is not ready before the container shuts down.
class ThrowsSlowly : public rclcpp::Node
{
public:
  explicit ThrowsSlowly(const rclcpp::NodeOptions & options) : Node("throws_slowly", options)
  {
    begun_ = create_publisher<Empty>("begun", rclcpp::QoS(1).transient_local());
    timer_ = create_wall_timer(std::chrono::milliseconds(1), [this]() { throw Slow(begun_); });
  }

private:
  class Slow : public std::exception
  {
  public:
    explicit Slow(rclcpp::Publisher<Empty>::SharedPtr begun) : begun_(std::move(begun)) {}
    const char * what() const noexcept override
    {
      begun_->publish(Empty());
      // Then main() needs a moment to release its reference to the manager.
      while (rclcpp::ok()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
      return "the text came late";
    }

  private:
    rclcpp::Publisher<Empty>::SharedPtr begun_;
  };

  rclcpp::Publisher<Empty>::SharedPtr begun_;
  rclcpp::TimerBase::SharedPtr timer_;
};

class Server : public rclcpp::Node
{
public:
  explicit Server(const rclcpp::NodeOptions & options) : Node("server", options)
  {
    ready_ = create_service<Trigger>(
      "ready",
      [](
        const std::shared_ptr<Trigger::Request> &,
        const std::shared_ptr<Trigger::Response> & response) { response->success = true; });
  }

private:
  rclcpp::Service<Trigger>::SharedPtr ready_;
};

/// Its constructor calls Server, which the same container runs.
class Asks : public rclcpp::Node
{
public:
  explicit Asks(const rclcpp::NodeOptions & options) : Node("asks", options)
  {
    const auto client = create_client<Trigger>("ready");
    rclcpp::executors::SingleThreadedExecutor executor;
    executor.add_node(get_node_base_interface());
    auto answer = client->async_send_request(std::make_shared<Trigger::Request>());
    const auto code = executor.spin_until_future_complete(answer, std::chrono::seconds(60));
    if (code != rclcpp::FutureReturnCode::SUCCESS || !answer.get()->success) {
      throw std::runtime_error("the server did not answer");
    }
  }
};

/// Its constructor waits for a message.
class WaitsForGo : public rclcpp::Node
{
public:
  explicit WaitsForGo(const rclcpp::NodeOptions & options) : Node("waits_for_go", options)
  {
    bool go = false;
    const auto subscription =
      create_subscription<Empty>("go", 10, [&go](const Empty &) { go = true; });
    rclcpp::executors::SingleThreadedExecutor executor;
    executor.add_node(get_node_base_interface());
    while (!go && rclcpp::ok()) {
      executor.spin_once();
    }
  }
};

/// Sends messages that contain their own address.
class Talker : public rclcpp::Node
{
public:
  explicit Talker(const rclcpp::NodeOptions & options) : Node("talker", options)
  {
    publisher_ = create_publisher<UInt64>("address", 10);
    timer_ = create_wall_timer(std::chrono::milliseconds(2), [this] {
      auto message = std::make_unique<UInt64>();
      message->data = reinterpret_cast<std::uintptr_t>(message.get());
      publisher_->publish(std::move(message));
    });
  }

private:
  rclcpp::Publisher<UInt64>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
};

/// Its callbacks run all the time, several at once if the executor has threads, and use memory that
/// the destructor frees.
class Busy : public rclcpp::Node
{
public:
  explicit Busy(const rclcpp::NodeOptions & options)
  : Node("busy", options),
    numbers_(1000, 1),
    group_(create_callback_group(rclcpp::CallbackGroupType::Reentrant)),
    publisher_(create_publisher<UInt64>("numbers", 100))
  {
    rclcpp::SubscriptionOptions in_group;
    in_group.callback_group = group_;
    subscription_ = create_subscription<UInt64>(
      "numbers", 100, [this](std::unique_ptr<UInt64>) { work(); }, in_group);
    for (int i = 0; i < 3; ++i) {
      timers_.push_back(create_wall_timer(
        std::chrono::microseconds(200),
        [this] {
          work();
          publisher_->publish(std::make_unique<UInt64>());
        },
        group_));
    }
  }
  ~Busy() override { numbers_.assign(1000, 0); }

private:
  void work()
  {
    std::uint64_t sum = 0;
    for (const std::uint64_t number : numbers_) {
      sum += number;
    }
    if (sum != 1000) {
      std::terminate();  // the component was destroyed
    }
  }

  std::vector<std::uint64_t> numbers_;
  rclcpp::CallbackGroup::SharedPtr group_;
  rclcpp::Publisher<UInt64>::SharedPtr publisher_;
  rclcpp::Subscription<UInt64>::SharedPtr subscription_;
  std::vector<rclcpp::TimerBase::SharedPtr> timers_;
};

}  // namespace test_components

RCLCPP_COMPONENTS_REGISTER_NODE(test_components::Plain)
RCLCPP_COMPONENTS_REGISTER_NODE(test_components::HasNode)
RCLCPP_COMPONENTS_REGISTER_NODE(test_components::Managed)
RCLCPP_COMPONENTS_REGISTER_NODE(test_components::Throws)
RCLCPP_COMPONENTS_REGISTER_NODE(test_components::ThrowsNumber)
RCLCPP_COMPONENTS_REGISTER_NODE(test_components::Fails)
RCLCPP_COMPONENTS_REGISTER_NODE(test_components::EndsSlowly)
RCLCPP_COMPONENTS_REGISTER_NODE(test_components::ThrowsSlowly)
RCLCPP_COMPONENTS_REGISTER_NODE(test_components::Server)
RCLCPP_COMPONENTS_REGISTER_NODE(test_components::Asks)
RCLCPP_COMPONENTS_REGISTER_NODE(test_components::WaitsForGo)
RCLCPP_COMPONENTS_REGISTER_NODE(test_components::Talker)
RCLCPP_COMPONENTS_REGISTER_NODE(test_components::Busy)
