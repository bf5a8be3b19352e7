// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Entities that a lifecycle node manages: silent publishers, and those of some states only.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "lifecycle_node_test.hpp"
#include "rclcpp/in_place_message.hpp"
#include "std_msgs/msg/string.hpp"
#include "std_msgs/msg/u_int8_multi_array.hpp"
#include "std_srvs/srv/empty.hpp"

namespace
{

using namespace std::chrono_literals;
using namespace lifecycle_test;
using std_msgs::msg::String;
using std_srvs::srv::Empty;

TEST_F(LifecycleNodeTest, APublisherPublishesWhileTheNodeIsActive)
{
  auto node = make();
  auto listener = std::make_shared<rclcpp::Node>("listener", options_in(context_));
  std::vector<std::string> heard;
  auto subscription = listener->create_subscription<String>(
    "image", 10, [&](const String & message) { heard.push_back(message.data); });
  auto publisher = node->create_publisher<String>("image", 10);
  rclcpp::executors::SingleThreadedExecutor executor(executor_in(context_));
  executor.add_node(listener);
  const auto publish = [&](const std::string & text) {
    String message;
    message.data = text;
    publisher->publish(message);
    publisher->publish(std::make_unique<String>(message));
    publisher->publish(std::make_shared<const String>(message));
    publisher->publish(publisher->borrow_loaned_message());
    executor.spin_all(0s);
  };
  CapturedLog log;
  publish("unconfigured");
  publish("unconfigured");
  EXPECT_TRUE(heard.empty());
  EXPECT_FALSE(publisher->is_activated());
  EXPECT_EQ(publisher->get_dropped_count(), 8u);
  EXPECT_EQ(log.count("LifecyclePublisher: a message for the topic '/image' is dropped"), 1);

  node->configure();
  node->activate();
  publish("active");
  EXPECT_EQ(heard, (std::vector<std::string>{"active", "active", "active", ""}));
  EXPECT_EQ(publisher->get_dropped_count(), 8u);

  node->deactivate();
  publish("inactive");
  EXPECT_EQ(heard.size(), 4u);
  EXPECT_EQ(publisher->get_dropped_count(), 12u);
  EXPECT_EQ(log.count("is dropped"), 2) << log.all();  // once per inactive time
}

TEST_F(LifecycleNodeTest, AnInPlaceMessageIsPublishedWhileTheNodeIsActive)
{
  using Bytes = std_msgs::msg::UInt8MultiArray;
  auto node = make();
  auto listener = std::make_shared<rclcpp::Node>("listener", options_in(context_));
  std::vector<int> values;
  auto subscription = listener->create_subscription<Bytes>(
    "image", 10, [&](const Bytes & message) { values.push_back(message.data.at(99)); });
  rclcpp::executors::SingleThreadedExecutor executor(executor_in(context_));
  executor.add_node(listener);
  auto publisher = node->create_publisher<Bytes>("image", 10);
  rclcpp::InPlaceMessage message(publisher);
  static_assert(std::is_same_v<decltype(message), rclcpp::InPlaceMessage<Bytes>>);
  message.resize(message->data, 100);
  const auto publish = [&](std::uint8_t value) {
    const auto elements = message.array(message->data);
    std::fill(elements.begin(), elements.end(), value);
    message.publish();
    executor.spin_all(0s);
  };

  CapturedLog log;
  publish(1);
  message->layout.dim.resize(1);
  message.resize(message->data, 1000);
  publish(2);
  EXPECT_EQ(publisher->get_dropped_count(), 2u);
  EXPECT_EQ(log.count("is dropped"), 1) << log.all();
  EXPECT_EQ(log.count("were copied"), 0) << "a dropped message is not continued";
  EXPECT_THROW(message.publish(), std::logic_error)
    << "a dropped message has to be written anew, too";
  EXPECT_EQ(publisher->get_dropped_count(), 2u);

  node->configure();
  node->activate();
  publish(3);
  node->deactivate();
  publish(4);
  node->activate();
  publish(5);
  EXPECT_EQ(values, (std::vector<int>{3, 5}));
  EXPECT_EQ(publisher->get_dropped_count(), 3u);
}

TEST_F(LifecycleNodeTest, EntitiesAreSilentWhereverTheNodeLeavesActive)
{
  const std::vector<std::pair<Does, std::string>> ends = {
    {Does::succeed, "finalized"}, {Does::err, "unconfigured"}};
  for (const auto & [deed, state] : ends) {
    auto node = make();
    auto publisher = node->create_publisher<String>("image", 10);
    node->configure();
    node->activate();
    ASSERT_TRUE(publisher->is_activated());
    node->deeds["shutdown"] = deed;
    bool in_callback = false;
    node->also = [&] { in_callback |= publisher->is_activated(); };
    EXPECT_EQ(node->shutdown().label(), state);
    EXPECT_TRUE(in_callback);  // on_shutdown() may still publish
    EXPECT_FALSE(publisher->is_activated());
  }
  auto node = make();
  auto publisher = node->create_publisher<String>("image", 10);
  node->configure();
  node->deeds["activate"] = Does::fail;  // after its LifecycleNode::on_activate()
  EXPECT_EQ(node->activate().label(), "inactive");
  EXPECT_FALSE(publisher->is_activated());
}

TEST_F(LifecycleNodeTest, APublisherThatIsActivatedByHandStaysSo)
{
  auto node = make();
  auto publisher = node->create_publisher<String>("image", 10);
  publisher->on_activate();
  node->configure();
  node->cleanup();
  EXPECT_TRUE(publisher->is_activated());
}

TEST_F(LifecycleNodeTest, EntitiesOfAProgramAreManaged)
{
  struct Entity : rclcpp_lifecycle::ManagedEntityInterface
  {
    void on_activate() override { ++activated; }
    void on_deactivate() override
    {
      ++deactivated;
      throw std::runtime_error("stuck");
    }
    int activated = 0;
    int deactivated = 0;
  };
  auto node = make();
  auto entity = std::make_shared<Entity>();
  node->add_managed_entity(entity);
  node->add_managed_entity(std::make_shared<Entity>());  // destroyed at once
  node->configure();
  node->activate();
  EXPECT_EQ(entity->activated, 1);
  EXPECT_EQ(node->deactivate().label(), "unconfigured");  // it throws in on_deactivate()
  EXPECT_GE(entity->deactivated, 1);
}

/// Throws when it is deactivated.
struct Stuck : rclcpp_lifecycle::ManagedEntityInterface
{
  explicit Stuck(bool is_exception) : is_exception(is_exception) {}
  void on_activate() override {}
  void on_deactivate() override
  {
    if (is_exception) {
      throw std::runtime_error("the motor does not answer");
    }
    throw NoException();
  }
  const bool is_exception;
};

TEST_F(LifecycleNodeTest, NoEntityStaysActiveBehindOneThatThrows)
{
  for (const bool is_exception : {true, false}) {
    for (const char * const end : {"deactivate", "shutdown", "error", "destruction"}) {
      SCOPED_TRACE(end);
      CapturedLog log;
      auto node = make();
      const auto first = node->create_publisher<String>("first", 10);
      const auto one = std::make_shared<Stuck>(is_exception);
      const auto two = std::make_shared<Stuck>(is_exception);
      node->add_managed_entity(one);
      node->add_managed_entity(two);
      const auto last = node->create_publisher<String>("last", 10);
      node->configure();
      node->activate();
      ASSERT_TRUE(last->is_activated());
      if (end == std::string("deactivate")) {
        bool in_on_error = false;
        node->also = [&] { in_on_error |= last->is_activated(); };
        EXPECT_EQ(node->deactivate().label(), "unconfigured") << "by on_error()";
        EXPECT_FALSE(in_on_error);
      } else if (end == std::string("shutdown")) {
        EXPECT_EQ(node->shutdown().label(), "finalized");
      } else if (end == std::string("error")) {
        node->deeds["shutdown"] = Does::throw_something;
        EXPECT_EQ(node->shutdown().label(), "unconfigured");
      } else {
        node.reset();
      }
      EXPECT_FALSE(first->is_activated());
      EXPECT_FALSE(last->is_activated());
      const char * const text =
        is_exception ? "the motor does not answer" : "an object that is not a std::exception";
      EXPECT_GE(log.count(text), 2) << log.all();
    }
  }
}

TEST_F(LifecycleNodeTest, EntitiesOfActivationExistWhileActive)
{
  auto node = make();
  auto other = std::make_shared<rclcpp::Node>("other", options_in(context_));
  auto publisher = other->create_publisher<String>("command", 10);
  std::vector<std::string> heard;
  int ticks = 0;
  auto commands = node->create_while_active([&] {
    return node->create_subscription<String>(
      "command", 10, [&](const String & message) { heard.push_back(message.data); });
  });
  auto tick =
    node->create_while_active([&] { return node->create_wall_timer(1ms, [&] { ++ticks; }); });
  auto service = node->create_while_active([&] {
    return node->create_service<Empty>(
      "calibrate", [](const Empty::Request::SharedPtr, Empty::Response::SharedPtr) {});
  });
  rclcpp::executors::SingleThreadedExecutor executor(executor_in(context_));
  executor.add_node(node->get_node_base_interface());
  const auto say = [&](const std::string & text) {
    String message;
    message.data = text;
    publisher->publish(message);
    executor.spin_all(0s);
  };
  node->configure();
  say("inactive");
  EXPECT_EQ(node->count_subscribers("command"), 0u);
  EXPECT_EQ(commands->get(), nullptr);
  EXPECT_EQ(node->count_services("calibrate"), 0u);

  node->activate();
  EXPECT_EQ(node->count_subscribers("command"), 1u);
  EXPECT_EQ(node->count_services("calibrate"), 1u);
  EXPECT_STREQ(service->get()->get_service_name(), "/calibrate");
  say("active");
  EXPECT_TRUE(spin_until(executor, [&] { return ticks > 2; }));

  node->deeds["deactivate"] = Does::fail;  // active as before
  node->also = [&] { EXPECT_EQ(commands->get(), nullptr); };
  node->deactivate();
  node->also = nullptr;
  say("active again");
  node->deeds["deactivate"] = Does::succeed;
  node->deactivate();
  EXPECT_EQ(node->count_subscribers("command"), 0u);
  EXPECT_EQ(tick->get(), nullptr);
  const int ticks_then = ticks;
  say("inactive");
  EXPECT_EQ(ticks, ticks_then);
  EXPECT_EQ(heard, (std::vector<std::string>{"active", "active again"}));

  node->activate();
  auto late = node->create_while_active([&] { return std::make_shared<int>(1); });
  EXPECT_NE(late->get(), nullptr);  // the node is active already
  node->shutdown();
  EXPECT_EQ(late->get(), nullptr);
  EXPECT_EQ(commands->get(), nullptr);
}

TEST_F(LifecycleNodeTest, EntitiesOfConfigurationExistFromSuccessToCleanup)
{
  auto node = make();
  using Made = rclcpp_lifecycle::ScopedEntity<std::string>;
  std::shared_ptr<Made> map;
  int made = 0;
  const auto there = [&] { return map && map->get() != nullptr; };
  std::vector<bool> inside;
  node->also = [&] {
    if (!map) {  // as a program does in on_configure()
      map = node->create_while_configured([&] {
        ++made;
        return std::make_shared<std::string>("map");
      });
    }
    inside.push_back(there());
  };
  node->deeds["configure"] = Does::fail;
  node->configure();
  EXPECT_FALSE(there());
  node->deeds["configure"] = Does::succeed;
  node->configure();
  EXPECT_TRUE(there());
  node->activate();
  node->deactivate();
  EXPECT_TRUE(there());
  EXPECT_EQ(made, 1);
  node->cleanup();
  EXPECT_FALSE(there());
  EXPECT_EQ(inside, (std::vector<bool>{false, false, true, true, false}));
  node->configure();
  node->deeds["cleanup"] = Does::fail;  // inactive as before
  node->cleanup();
  EXPECT_TRUE(there());
  EXPECT_EQ(made, 3);
  inside.clear();
  node->deeds["activate"] = Does::err;
  node->activate();
  EXPECT_EQ(node->get_current_state().label(), "unconfigured");
  EXPECT_FALSE(there());
  EXPECT_EQ(inside, (std::vector<bool>{true, false}));  // on_activate(), on_error()
}

TEST_F(LifecycleNodeTest, AFailedCreationIsAnErrorOfTheActivation)
{
  auto node = make();
  auto first = node->create_while_active([] { return std::make_shared<int>(1); });
  auto second = node->create_while_active(
    []() -> std::shared_ptr<int> { throw std::runtime_error("no device"); });
  auto publisher = node->create_publisher<String>("image", 10);
  CapturedLog log;
  node->configure();
  CallbackReturn result = CallbackReturn::SUCCESS;
  EXPECT_EQ(node->activate(result).label(), "unconfigured");
  EXPECT_EQ(result, CallbackReturn::ERROR);
  EXPECT_EQ(first->get(), nullptr);
  EXPECT_FALSE(publisher->is_activated());
  EXPECT_EQ(
    log.count("node '/camera' cannot be 'active', because its entities cannot be created: no "
              "device"),
    1)
    << log.all();

  auto other = make("other");
  auto third =
    other->create_while_configured([]() -> std::shared_ptr<int> { throw NoException(); });
  EXPECT_EQ(other->configure(result).label(), "unconfigured");
  EXPECT_EQ(result, CallbackReturn::ERROR);
}

}  // namespace
