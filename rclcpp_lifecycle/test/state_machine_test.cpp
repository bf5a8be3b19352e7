// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The table of states and transitions, and the state machine that uses it.
#include "state_machine.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace
{

using namespace rclcpp_lifecycle::detail;
using rclcpp_lifecycle::State;

/// A second description of ROS 2's machine: number, label, from, to; in the order of the service
/// get_transition_graph.
const std::vector<std::tuple<int, std::string, std::string, std::string>> expected_transitions = {
  {1, "configure", "unconfigured", "configuring"},
  {10, "transition_success", "configuring", "inactive"},
  {11, "transition_failure", "configuring", "unconfigured"},
  {12, "transition_error", "configuring", "errorprocessing"},
  {2, "cleanup", "inactive", "cleaningup"},
  {20, "transition_success", "cleaningup", "unconfigured"},
  {21, "transition_failure", "cleaningup", "inactive"},
  {22, "transition_error", "cleaningup", "errorprocessing"},
  {3, "activate", "inactive", "activating"},
  {30, "transition_success", "activating", "active"},
  {31, "transition_failure", "activating", "inactive"},
  {32, "transition_error", "activating", "errorprocessing"},
  {4, "deactivate", "active", "deactivating"},
  {40, "transition_success", "deactivating", "inactive"},
  {41, "transition_failure", "deactivating", "active"},
  {42, "transition_error", "deactivating", "errorprocessing"},
  {5, "shutdown", "unconfigured", "shuttingdown"},
  {6, "shutdown", "inactive", "shuttingdown"},
  {7, "shutdown", "active", "shuttingdown"},
  {50, "transition_success", "shuttingdown", "finalized"},
  {51, "transition_failure", "shuttingdown", "finalized"},
  {52, "transition_error", "shuttingdown", "errorprocessing"},
  {60, "transition_success", "errorprocessing", "unconfigured"},
  {61, "transition_failure", "errorprocessing", "finalized"},
  {62, "transition_error", "errorprocessing", "finalized"},
};

const std::vector<std::pair<int, std::string>> expected_states = {
  {0, "unknown"},     {1, "unconfigured"},  {2, "inactive"},         {3, "active"},
  {4, "finalized"},   {10, "configuring"},  {11, "cleaningup"},      {12, "shuttingdown"},
  {13, "activating"}, {14, "deactivating"}, {15, "errorprocessing"},
};

const TransitionRow & row(std::uint8_t id)
{
  for (const TransitionRow & each : transition_rows) {
    if (each.id == id) {
      return each;
    }
  }
  throw std::out_of_range("no transition " + std::to_string(id));
}

/// Returns a machine in that state.
std::unique_ptr<StateMachine> machine_in(const std::string & state, StateMachine::Announce announce)
{
  const std::map<std::string, std::vector<std::uint8_t>> ways = {
    {"unconfigured", {}},         {"inactive", {1, 10}},      {"active", {1, 10, 3, 30}},
    {"finalized", {5, 50}},       {"configuring", {1}},       {"cleaningup", {1, 10, 2}},
    {"shuttingdown", {5}},        {"activating", {1, 10, 3}}, {"deactivating", {1, 10, 3, 30, 4}},
    {"errorprocessing", {1, 12}},
  };
  auto machine = std::make_unique<StateMachine>(std::move(announce));
  for (const std::uint8_t id : ways.at(state)) {
    EXPECT_TRUE(machine->take(row(id)));
  }
  return machine;
}

TEST(StateMachine, HasTheStatesAndTransitionsOfRos2)
{
  std::vector<std::pair<int, std::string>> states;
  for (const State & state : all_states()) {
    states.emplace_back(state.id(), state.label());
  }
  EXPECT_EQ(states, expected_states);
  std::vector<std::tuple<int, std::string, std::string, std::string>> transitions;
  for (const TransitionRow & each : transition_rows) {
    transitions.emplace_back(
      each.id, each.label, state_of(each.start).label(), state_of(each.goal).label());
  }
  EXPECT_EQ(transitions, expected_transitions);
  EXPECT_THROW(state_of(5), std::out_of_range);
}

TEST(StateMachine, TakesEachTransitionFromItsStateOnly)
{
  for (const auto & [id, label, start, goal] : expected_transitions) {
    for (const auto & [number, state] : expected_states) {
      if (state == "unknown") {
        continue;
      }
      int announced = 0;
      const auto machine = machine_in(state, [&](const TransitionRow &) { ++announced; });
      const int before = announced;
      EXPECT_EQ(machine->take(row(static_cast<std::uint8_t>(id))), state == start)
        << id << " from " << state;
      EXPECT_EQ(machine->current().label(), state == start ? goal : state);
      EXPECT_EQ(announced - before, state == start ? 1 : 0);
    }
  }
}

TEST(StateMachine, EachResultOfACallbackLeadsSomewhere)
{
  for (const auto & [number, state] : expected_states) {
    const auto id = static_cast<std::uint8_t>(number);
    if (is_primary(id)) {
      EXPECT_THROW(outcome(id, CallbackReturn::SUCCESS), std::out_of_range);
      continue;
    }
    EXPECT_STREQ(outcome(id, CallbackReturn::SUCCESS).label, "transition_success");
    EXPECT_STREQ(outcome(id, CallbackReturn::FAILURE).label, "transition_failure");
    EXPECT_STREQ(outcome(id, CallbackReturn::ERROR).label, "transition_error");
    EXPECT_STREQ(outcome(id, static_cast<CallbackReturn>(7)).label, "transition_error");
    EXPECT_EQ(outcome(id, CallbackReturn::SUCCESS).start, id);
  }
}

TEST(StateMachine, OnlyTransitionsOfPrimaryStatesCanBeRequested)
{
  for (const auto & [id, label, start, goal] : expected_transitions) {
    for (const auto & [number, state] : expected_states) {
      const auto from = static_cast<std::uint8_t>(number);
      const bool possible = state == start && is_primary(from);
      const TransitionRow * by_id = find_requested(from, static_cast<std::uint8_t>(id));
      ASSERT_EQ(by_id != nullptr, possible) << id << " from " << state;
      if (possible) {
        EXPECT_EQ(by_id->id, id);
        EXPECT_EQ(find_requested(from, label), by_id);
      }
    }
  }
  EXPECT_EQ(find_requested(1, std::string_view("fly")), nullptr);
  EXPECT_EQ(find_requested(10, std::string_view("transition_success")), nullptr);
}

TEST(StateMachine, NamesTheAvailableTransitions)
{
  EXPECT_EQ(possible_transitions(1), "'configure' (1), 'shutdown' (5)");
  EXPECT_EQ(possible_transitions(2), "'cleanup' (2), 'activate' (3), 'shutdown' (6)");
  EXPECT_EQ(possible_transitions(3), "'deactivate' (4), 'shutdown' (7)");
  EXPECT_EQ(possible_transitions(4), "none");
  EXPECT_EQ(possible_transitions(10), "none");
}

TEST(StateMachine, OneOfManyThreadsTakesATransition)
{
  for (int round = 0; round < 200; ++round) {
    std::vector<std::uint8_t> announced;
    StateMachine machine([&](const TransitionRow & each) { announced.push_back(each.id); });
    std::barrier all_ready(4);
    std::atomic<int> taken{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        all_ready.arrive_and_wait();
        if (machine.take(row(1))) {
          ++taken;
          machine.take(row(10));
        }
      });
    }
    for (std::thread & thread : threads) {
      thread.join();
    }
    EXPECT_EQ(taken, 1);
    EXPECT_EQ(announced, (std::vector<std::uint8_t>{1, 10}));
  }
}

TEST(StateMachine, ReportsChangesInOrderThoughTheListenerCausesMore)
{
  std::vector<std::uint8_t> announced;
  StateMachine * itself = nullptr;
  StateMachine machine([&](const TransitionRow & each) {
    if (each.id == 1) {
      EXPECT_TRUE(itself->take(row(10)));
      EXPECT_TRUE(itself->take(row(3)));
    }
    announced.push_back(each.id);
  });
  itself = &machine;
  EXPECT_TRUE(machine.take(row(1)));
  EXPECT_EQ(announced, (std::vector<std::uint8_t>{1, 10, 3}));
  EXPECT_EQ(machine.current().label(), "activating");
}

TEST(StateMachine, WaitsForTheEndOfATransition)
{
  StateMachine machine([](const TransitionRow &) {});
  EXPECT_TRUE(machine.wait_until_settled(std::chrono::seconds(0)));
  EXPECT_TRUE(machine.take(row(1)));
  EXPECT_FALSE(machine.wait_until_settled(std::chrono::milliseconds(1)));
  std::atomic<bool> waits = false;
  std::thread ends([&] {
    while (!waits) {
      std::this_thread::yield();
    }
    machine.take(row(10));
  });
  waits = true;
  EXPECT_TRUE(machine.wait_until_settled(std::chrono::nanoseconds::max())) << "the longest";
  EXPECT_EQ(machine.current().label(), "inactive");
  ends.join();
}

}  // namespace
