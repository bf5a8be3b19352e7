// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// LifecycleNode as its program uses it: transitions, their callbacks, events and ends.
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
#include "lifecycle_node_test.hpp"
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
