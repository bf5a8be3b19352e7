// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// LifecycleNode as its program uses it: transitions, their callbacks, events, and managed entities.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "lifecycle_msgs/msg/state.hpp"
#include "lifecycle_support.hpp"
#include "rclcpp_lifecycle/event_time.hpp"
#include "rclcpp_lifecycle/lifecycle_node_impl.hpp"
#include "rclcpp_lifecycle/type_traits/is_manageable_node.hpp"
#include "std_msgs/msg/string.hpp"
#include "std_srvs/srv/empty.hpp"

namespace
{

using namespace std::chrono_literals;
using namespace lifecycle_test;
using lifecycle_msgs::msg::Transition;
using std_msgs::msg::String;
using std_srvs::srv::Empty;

static_assert(!std::is_base_of_v<rclcpp::Node, LifecycleNode>);
static_assert(is_manageable_node<rclcpp_lifecycle::LifecyclePublisher<String>>::value);
static_assert(!is_manageable_node<rclcpp::Publisher<String>>::value);
static_assert(has_on_activate<rclcpp_lifecycle::SimpleManagedEntity>::value);

struct NoException
{
};

/// The behaviour of a callback.
enum class Does
{
  succeed,
  fail,
  err,
  throw_exception,
  throw_something
};
constexpr Does all_deeds[] = {
  Does::succeed, Does::fail, Does::err, Does::throw_exception, Does::throw_something};

CallbackReturn act(Does deed)
{
  switch (deed) {
    case Does::succeed:
      return CallbackReturn::SUCCESS;
    case Does::fail:
      return CallbackReturn::FAILURE;
    case Does::err:
      return CallbackReturn::ERROR;
    case Does::throw_exception:
      throw std::runtime_error("the lens is dirty");
    default:
      throw NoException();
  }
}

/// Behaves in each callback as the test configured it, and records "on_configure unconfigured".
class Obedient : public LifecycleNode
{
public:
  using LifecycleNode::LifecycleNode;
  ~Obedient() override { *destroyed_ = true; }

  CallbackReturn on_configure(const State & previous) override
  {
    return note("configure", previous);
  }
  CallbackReturn on_cleanup(const State & previous) override { return note("cleanup", previous); }
  CallbackReturn on_shutdown(const State & previous) override { return note("shutdown", previous); }
  CallbackReturn on_activate(const State & previous) override
  {
    LifecycleNode::on_activate(previous);
    return note("activate", previous);
  }
  CallbackReturn on_deactivate(const State & previous) override
  {
    LifecycleNode::on_deactivate(previous);
    return note("deactivate", previous);
  }
  CallbackReturn on_error(const State & previous) override { return note("error", previous); }

  using LifecycleNode::add_managed_entity;
  using LifecycleNode::add_timer_handle;

  std::map<std::string, Does> deeds;
  std::vector<std::string> notes;
  std::vector<std::string> inside;  // the state that the callback sees
  std::shared_ptr<bool> destroyed_ = std::make_shared<bool>(false);
  std::function<void()> also;

private:
  CallbackReturn note(const std::string & name, const State & previous)
  {
    notes.push_back(name + " " + previous.label());
    inside.push_back(get_current_state().label());
    if (also) {
      also();
    }
    return act(deeds[name]);
  }
};

class LifecycleNodeTest : public testing::Test
{
protected:
  void TearDown() override { context_->shutdown("the test ends"); }

  std::shared_ptr<Obedient> make(const std::string & name = "camera")
  {
    return std::make_shared<Obedient>(name, options_in(context_));
  }
  /// Creates a node in that primary state.
  std::shared_ptr<Obedient> make_in(const std::string & state)
  {
    auto node = make();
    if (state == "inactive" || state == "active") {
      EXPECT_EQ(node->configure().label(), "inactive");
    }
    if (state == "active") {
      EXPECT_EQ(node->activate().label(), "active");
    }
    if (state == "finalized") {
      EXPECT_EQ(node->shutdown().label(), "finalized");
    }
    node->notes.clear();
    node->inside.clear();
    return node;
  }

  rclcpp::Context::SharedPtr context_ = make_context();
};

struct Way
{
  std::uint8_t id;
  std::string name;
  std::string from;
  std::string through;
  std::string success;
  std::string failure;
};
const std::vector<Way> ways = {
  {Transition::TRANSITION_CONFIGURE, "configure", "unconfigured", "configuring", "inactive",
   "unconfigured"},
  {Transition::TRANSITION_CLEANUP, "cleanup", "inactive", "cleaningup", "unconfigured", "inactive"},
  {Transition::TRANSITION_ACTIVATE, "activate", "inactive", "activating", "active", "inactive"},
  {Transition::TRANSITION_DEACTIVATE, "deactivate", "active", "deactivating", "inactive", "active"},
  {Transition::TRANSITION_UNCONFIGURED_SHUTDOWN, "shutdown", "unconfigured", "shuttingdown",
   "finalized", "finalized"},
  {Transition::TRANSITION_INACTIVE_SHUTDOWN, "shutdown", "inactive", "shuttingdown", "finalized",
   "finalized"},
  {Transition::TRANSITION_ACTIVE_SHUTDOWN, "shutdown", "active", "shuttingdown", "finalized",
   "finalized"},
};

TEST_F(LifecycleNodeTest, EachTransitionWithEachResult)
{
  Events events(context_, "/camera/transition_event");
  CapturedLog log;  // catches the log of each exception
  for (const Way & way : ways) {
    for (const Does deed : all_deeds) {
      for (const Does handling : all_deeds) {
        const bool is_error = deed != Does::succeed && deed != Does::fail;
        if (!is_error && handling != Does::succeed) {
          continue;
        }
        SCOPED_TRACE(
          way.name + " from " + way.from + ": " + std::to_string(static_cast<int>(deed)) + ", " +
          std::to_string(static_cast<int>(handling)));
        auto node = make_in(way.from);
        node->deeds = {{way.name, deed}, {"error", handling}};
        events.take();
        CallbackReturn result = CallbackReturn::FAILURE;
        const State & end = node->trigger_transition(way.id, result);
        std::vector<std::string> notes = {way.name + " " + way.from};
        std::vector<std::string> inside = {way.through};
        std::vector<std::string> expected = {way.name + " " + way.from + " " + way.through};
        if (is_error) {
          const std::string goal = handling == Does::succeed ? "unconfigured" : "finalized";
          EXPECT_EQ(result, CallbackReturn::ERROR);
          EXPECT_EQ(end.label(), goal);
          notes.push_back("error " + way.from);
          inside.push_back("errorprocessing");
          expected.push_back("transition_error " + way.through + " errorprocessing");
          expected.push_back(
            std::string(
              handling == Does::succeed ? "transition_success"
              : handling == Does::fail  ? "transition_failure"
                                        : "transition_error") +
            " errorprocessing " + goal);
        } else {
          const bool succeeds = deed == Does::succeed;
          const std::string & goal = succeeds ? way.success : way.failure;
          EXPECT_EQ(result, succeeds ? CallbackReturn::SUCCESS : CallbackReturn::FAILURE);
          EXPECT_EQ(end.label(), goal);
          expected.push_back(
            std::string(succeeds ? "transition_success " : "transition_failure ") + way.through +
            " " + goal);
        }
        EXPECT_EQ(node->get_current_state().label(), end.label());
        EXPECT_EQ(node->notes, notes);
        EXPECT_EQ(node->inside, inside);
        EXPECT_EQ(events.take(), expected);
      }
    }
  }
  EXPECT_EQ(log.count("on_activate() of node '/camera' threw"), 10);
}

TEST_F(LifecycleNodeTest, AnEventHasTheTransitionAndTheTime)
{
  Events events(context_, "/camera/transition_event");
  auto node = make();
  const rclcpp::Time before = node->now();
  node->configure();
  const rclcpp::Time after = node->now();
  const auto messages = events.take_messages();
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[0].transition.id, Transition::TRANSITION_CONFIGURE);
  EXPECT_EQ(messages[0].start_state.id, 1);
  EXPECT_EQ(messages[0].goal_state.id, 10);
  EXPECT_EQ(messages[1].transition.id, Transition::TRANSITION_ON_CONFIGURE_SUCCESS);
  EXPECT_GE(rclcpp_lifecycle::get_event_time(messages[0]), before);
  EXPECT_GE(
    rclcpp_lifecycle::get_event_time(messages[1]), rclcpp_lifecycle::get_event_time(messages[0]));
  EXPECT_LE(rclcpp_lifecycle::get_event_time(messages[1]), after);
}

/// As Lyrical has it.
struct StampedEvent
{
  builtin_interfaces::msg::Time stamp;
};

TEST_F(LifecycleNodeTest, TheTimeOfAnEventIsLyricalsOnTheWire)
{
  const rclcpp::Time time(1795401959, 708112371, RCL_ROS_TIME);
  lifecycle_msgs::msg::TransitionEvent event;
  EXPECT_EQ(rclcpp_lifecycle::get_event_time(event).nanoseconds(), 0);  // a node of Jazzy
  rclcpp_lifecycle::set_event_time(event, time);
  EXPECT_EQ(rclcpp_lifecycle::get_event_time(event), time);
  StampedEvent lyrical;
  rclcpp_lifecycle::set_event_time(lyrical, time);
  EXPECT_EQ(rclcpp_lifecycle::get_event_time(lyrical), time);
  const auto bytes_of = [](const auto & message) {
    rclcpp::SerializedMessage bytes;
    rclcpp::Serialization<std::decay_t<decltype(message)>>().serialize_message(&message, &bytes);
    const auto & raw = bytes.get_rcl_serialized_message();
    return std::vector<std::uint8_t>(raw.buffer + 4, raw.buffer + 12);
  };
  EXPECT_EQ(bytes_of(event), bytes_of(lyrical.stamp));
}

TEST_F(LifecycleNodeTest, RefusesOtherTransitionsAndNamesThoseOfTheState)
{
  Events events(context_, "/camera/transition_event");
  CapturedLog log;
  auto node = make();
  CallbackReturn result = CallbackReturn::SUCCESS;
  EXPECT_EQ(node->activate(result).label(), "unconfigured");
  EXPECT_EQ(result, CallbackReturn::ERROR);
  EXPECT_EQ(
    log.count("transition 'activate' of node '/camera' is refused: its state is 'unconfigured', "
              "where these are possible: 'configure' (1), 'shutdown' (5)"),
    1)
    << log.all();
  EXPECT_EQ(node->trigger_transition(std::uint8_t{77}).label(), "unconfigured");
  EXPECT_EQ(log.count("transition 77 of node"), 1) << log.all();
  // a number of another state, and a transition that only the end of a callback may trigger
  EXPECT_EQ(
    node->trigger_transition(Transition::TRANSITION_INACTIVE_SHUTDOWN).label(), "unconfigured");
  EXPECT_EQ(
    node->trigger_transition(Transition::TRANSITION_ON_CONFIGURE_SUCCESS).label(), "unconfigured");
  node->shutdown();
  EXPECT_EQ(events.take().size(), 2u);
  EXPECT_EQ(node->shutdown().label(), "finalized");
  EXPECT_EQ(log.count("its state is 'finalized', where these are possible: none"), 1) << log.all();
  EXPECT_EQ(node->notes, (std::vector<std::string>{"shutdown unconfigured"}));
}

TEST_F(LifecycleNodeTest, ACallbackCannotTriggerAnotherTransition)
{
  auto node = make();
  CallbackReturn inner = CallbackReturn::SUCCESS;
  node->also = [&] { node->shutdown(inner); };
  EXPECT_EQ(node->configure().label(), "inactive");
  EXPECT_EQ(inner, CallbackReturn::ERROR);
  EXPECT_EQ(node->notes, (std::vector<std::string>{"configure unconfigured"}));
}

TEST_F(LifecycleNodeTest, NoCallbackCanTriggerAnyTransition)
{
  const std::vector<std::string> states = {"unconfigured", "inactive", "active"};
  for (const std::string & from : states) {
    for (const Way & way : ways) {
      for (const Does deed : {Does::succeed, Does::err}) {
        if (way.from != from) {
          continue;
        }
        auto node = make_in(from);
        node->deeds[way.name] = deed;
        std::size_t refused = 0;
        node->also = [&] {
          for (const Way & inner : ways) {
            CallbackReturn result = CallbackReturn::SUCCESS;
            const std::string state = node->get_current_state().label();
            EXPECT_EQ(node->trigger_transition(inner.id, result).label(), state);
            refused += result == CallbackReturn::ERROR ? 1 : 0;
          }
        };
        node->trigger_transition(way.id);
        const std::size_t callbacks = deed == Does::err ? 2 : 1;  // on_error() too
        EXPECT_EQ(refused, callbacks * ways.size()) << way.name;
        EXPECT_EQ(node->notes.size(), callbacks) << way.name;
        EXPECT_EQ(
          node->get_current_state().label(), deed == Does::err ? "unconfigured" : way.success);
      }
    }
  }
}

TEST_F(LifecycleNodeTest, RegisteredCallbacksReplaceTheVirtualOnes)
{
  auto node = make();
  std::vector<std::string> called;
  const auto note = [&](const std::string & name) {
    return [&called, name](const State & previous) {
      called.push_back(name + " " + previous.label());
      return CallbackReturn::SUCCESS;
    };
  };
  EXPECT_TRUE(node->register_on_configure(note("configure")));
  EXPECT_TRUE(node->register_on_activate(note("activate")));
  EXPECT_TRUE(node->register_on_deactivate(note("deactivate")));
  EXPECT_TRUE(node->register_on_cleanup(note("cleanup")));
  EXPECT_TRUE(node->register_on_shutdown([](const State &) -> CallbackReturn { throw 1; }));
  EXPECT_TRUE(node->register_on_error(note("error")));
  node->configure();
  node->activate();
  node->deactivate();
  node->cleanup();
  EXPECT_EQ(node->shutdown().label(), "unconfigured");
  EXPECT_EQ(
    called, (std::vector<std::string>{
              "configure unconfigured", "activate inactive", "deactivate active",
              "cleanup inactive", "error unconfigured"}));
  EXPECT_EQ(node->notes, (std::vector<std::string>{}));
}

// ROS 2 accepts it and calls it in the next transition, which becomes an error.
TEST_F(LifecycleNodeTest, ACallbackThatIsNullIsRefusedAtOnce)
{
  auto node = make();
  const std::function<CallbackReturn(const State &)> null;
  EXPECT_THROW(node->register_on_configure(null), std::invalid_argument);
  EXPECT_THROW(node->register_on_cleanup(null), std::invalid_argument);
  EXPECT_THROW(node->register_on_shutdown(null), std::invalid_argument);
  EXPECT_THROW(node->register_on_activate(null), std::invalid_argument);
  EXPECT_THROW(node->register_on_deactivate(null), std::invalid_argument);
  EXPECT_THROW(node->register_on_error(null), std::invalid_argument);
  EXPECT_EQ(node->configure().label(), "inactive");
  EXPECT_EQ(node->notes, (std::vector<std::string>{"configure unconfigured"}));
}

// The only owner of a node may be released in its own callback.
TEST_F(LifecycleNodeTest, ACallbackMayDestroyItsNode)
{
  auto node = make();
  LifecycleNode & alive = *node;
  const auto destroyed = node->destroyed_;
  node->register_on_configure([&](const State &) {
    node.reset();
    return CallbackReturn::ERROR;
  });
  EXPECT_EQ(alive.configure().label(), "finalized") << "on_error() cannot be called";
  EXPECT_TRUE(*destroyed);
}

TEST_F(LifecycleNodeTest, KnowsItsStatesAndTransitions)
{
  auto node = make();
  EXPECT_EQ(node->get_available_states().size(), 11u);
  EXPECT_EQ(node->get_transition_graph().size(), 25u);
  auto possible = node->get_available_transitions();
  ASSERT_EQ(possible.size(), 2u);
  EXPECT_EQ(possible[0].label(), "configure");
  EXPECT_EQ(possible[1].goal_state().label(), "shuttingdown");
  const State & before = node->get_current_state();
  node->configure();
  EXPECT_EQ(before.label(), "unconfigured");  // the referenced state does not change
  EXPECT_EQ(node->get_available_transitions().size(), 3u);
}

// --- managed entities ---

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

// --- ends ---

TEST_F(LifecycleNodeTest, ADestroyedNodeReportsThatItIsFinalizedAndCallsNoCallback)
{
  Events events(context_, "/camera/transition_event");
  auto node = make_in("active");
  bool called = false;
  node->register_on_shutdown([&](const State &) {
    called = true;
    return CallbackReturn::SUCCESS;
  });
  auto publisher = node->create_publisher<String>("image", 10);
  publisher->on_activate();
  auto made = node->create_while_active([] { return std::make_shared<int>(1); });
  events.take();
  const auto destroyed = node->destroyed_;
  node.reset();
  EXPECT_TRUE(*destroyed);
  EXPECT_FALSE(called);
  EXPECT_FALSE(publisher->is_activated());
  EXPECT_EQ(made->get(), nullptr);
  EXPECT_EQ(
    events.take(), (std::vector<std::string>{
                     "shutdown active shuttingdown", "transition_success shuttingdown finalized"}));
}

TEST_F(LifecycleNodeTest, OutlivesItsContextWithoutAWord)
{
  CapturedLog log;
  auto node = make_in("active");
  context_->shutdown("test");
  EXPECT_EQ(node->get_current_state().label(), "active");  // no more transitions were requested
  EXPECT_EQ(node->deactivate().label(), "inactive");       // although it cannot be published
  EXPECT_EQ(node->shutdown().label(), "finalized");
  EXPECT_EQ(log.all(), "");
}

TEST_F(LifecycleNodeTest, ShutsDownWithItsContextWhileItCanPublish)
{
  Events events(context_, "/camera/transition_event");
  auto node = make_in("active");
  node->shutdown_with_context();
  auto valid = std::make_shared<bool>(false);
  node->also = [&, valid] { *valid = context_->is_valid(); };
  auto other = std::make_shared<rclcpp::Node>("other", options_in(make_context()));
  context_->shutdown("test");
  EXPECT_EQ(node->get_current_state().label(), "finalized");
  EXPECT_EQ(node->notes, (std::vector<std::string>{"shutdown active"}));
  EXPECT_TRUE(*valid);
}

TEST_F(LifecycleNodeTest, ACallbackMayShutTheContextDown)
{
  auto node = make();
  node->shutdown_with_context();
  node->also = [&] { context_->shutdown("by on_configure"); };
  EXPECT_EQ(node->configure().label(), "finalized");
  EXPECT_EQ(node->notes, (std::vector<std::string>{"configure unconfigured", "shutdown inactive"}));
  node.reset();

  context_ = make_context();
  node = make();
  node->shutdown_with_context();
  node->also = [&] { context_->shutdown("by on_shutdown"); };
  EXPECT_EQ(node->shutdown().label(), "finalized");
  EXPECT_EQ(node->notes, (std::vector<std::string>{"shutdown unconfigured"}));
}

TEST_F(LifecycleNodeTest, ANodeWithoutOwnersIsLeftUnchangedAtShutdown)
{
  Obedient node("camera", options_in(context_));
  node.shutdown_with_context();
  context_->shutdown("test");
  EXPECT_EQ(node.get_current_state().label(), "unconfigured");
}

// --- it is a node ---

TEST_F(LifecycleNodeTest, HasTheInterfaceOfANode)
{
  auto node = std::make_shared<LifecycleNode>(
    "camera", "front", options_in(context_).parameter_overrides({rclcpp::Parameter("rate", 30)}));
  EXPECT_STREQ(node->get_name(), "camera");
  EXPECT_STREQ(node->get_namespace(), "/front");
  EXPECT_STREQ(node->get_fully_qualified_name(), "/front/camera");
  EXPECT_EQ(node->declare_parameter("rate", 10), 30);
  std::map<std::string, int> gains;
  EXPECT_EQ(node->declare_parameters<int>("gain", {{"red", 1}, {"blue", 2}}).size(), 2u);
  EXPECT_TRUE(node->get_parameters("gain", gains));
  EXPECT_EQ(gains.at("blue"), 2);
  int rate = 0;
  EXPECT_TRUE(node->get_parameter("rate", rate));
  EXPECT_EQ(rate, 30);
  auto handle = node->add_on_set_parameters_callback([](const std::vector<rclcpp::Parameter> &) {
    rcl_interfaces::msg::SetParametersResult result;
    result.successful = false;
    return result;
  });
  EXPECT_FALSE(node->set_parameter(rclcpp::Parameter("rate", 5)).successful);
  node->remove_on_set_parameters_callback(handle.get());
  EXPECT_TRUE(node->set_parameter(rclcpp::Parameter("rate", 5)).successful);

  auto service = node->create_service<Empty>(
    "calibrate", [](const Empty::Request::SharedPtr, Empty::Response::SharedPtr) {});
  auto client = node->create_client<Empty>("calibrate");
  auto generic = node->create_generic_publisher("raw", "std_msgs/msg/String", 10);
  auto timer = node->create_wall_timer(1h, [] {});
  EXPECT_EQ(node->count_services("/front/calibrate"), 1u);
  EXPECT_EQ(node->count_publishers("raw"), 1u);
  EXPECT_TRUE(node->get_topic_names_and_types().contains("/front/camera/transition_event"));
  EXPECT_TRUE(node->get_topic_names_and_types(true).contains("rt/front/camera/transition_event"));
  EXPECT_EQ(node->get_node_options().context(), context_);
  EXPECT_GT(node->now().nanoseconds(), 0);
  EXPECT_EQ(node->shared_from_this(), node);
}

TEST_F(LifecycleNodeTest, HasTheParametersOfRos2s)
{
  auto names = make()->list_parameters({}, 0).names;
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"start_type_description_service", "use_sim_time"}));
}

TEST_F(LifecycleNodeTest, IsFoundInTheRootNamespaceThoughThatIsNotNamed)
{
  auto node = make();
  EXPECT_EQ(
    node->get_service_names_and_types_by_node("camera", ""),
    node->get_service_names_and_types_by_node("camera", "/"));
}

TEST_F(LifecycleNodeTest, StatesAndTransitionsAreValues)
{
  using rclcpp_lifecycle::Transition;
  EXPECT_EQ(State().id(), 0);
  EXPECT_EQ(State().label(), "unknown");
  State state(7, "flying");
  State copy(1, "other");
  copy = state;
  EXPECT_EQ(copy.label(), "flying");
  EXPECT_THROW(State(1, ""), std::runtime_error);
  struct Emptied : State
  {
    Emptied() : State(1, "one") { reset(); }
  };
  EXPECT_THROW(Emptied().id(), std::runtime_error);
  EXPECT_THROW(Emptied().label(), std::runtime_error);
  rcl_lifecycle_state_t c_state{"c_state", 3, nullptr, 0};
  EXPECT_EQ(State(&c_state).label(), "c_state");
  EXPECT_THROW(State(static_cast<const rcl_lifecycle_state_t *>(nullptr)), std::runtime_error);
  Transition bare(3);
  EXPECT_EQ(bare.label(), "");
  EXPECT_THROW(bare.start_state(), std::runtime_error);
  Transition whole(12, "take_off", State(1, "landed"), State(7, "flying"));
  bare = whole;
  EXPECT_EQ(bare.goal_state().id(), 7);
  rcl_lifecycle_transition_t c_transition{"c_transition", 9, &c_state, nullptr};
  EXPECT_EQ(Transition(&c_transition).start_state().id(), 3);
  EXPECT_THROW(Transition(&c_transition).goal_state(), std::runtime_error);
  struct EmptiedTransition : Transition
  {
    EmptiedTransition() : Transition(1, "one") { reset(); }
  };
  EXPECT_THROW(EmptiedTransition().id(), std::runtime_error);
  EXPECT_THROW(EmptiedTransition().start_state(), std::runtime_error);
  EXPECT_THROW(
    Transition(static_cast<const rcl_lifecycle_transition_t *>(nullptr)), std::runtime_error);
}

}  // namespace
