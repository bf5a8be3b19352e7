// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A server or a client of many goals, for the live suite: compiled with RxROS2's rclcpp_action and
// with an installed one.
//
// usage: goals serve             until its input ends
//        goals send COUNT SEED   prints what became of the goals, as JSON, and ends
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "example_interfaces/action/fibonacci.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_action/rclcpp_action.hpp"

using Fibonacci = example_interfaces::action::Fibonacci;
using ServerGoal = rclcpp_action::ServerGoalHandle<Fibonacci>;
using ClientGoal = rclcpp_action::ClientGoalHandle<Fibonacci>;
using Client = rclcpp_action::Client<Fibonacci>;

namespace
{

// Executes goals by their order: below 0 they are rejected, 0 ends at once, others give that many
// numbers, one per millisecond.
int serve(const rclcpp::Node::SharedPtr & node)
{
  struct Running
  {
    std::shared_ptr<ServerGoal> goal;
    std::shared_ptr<Fibonacci::Feedback> feedback;
  };
  std::vector<Running> running;
  const auto end = [](const Running & each, bool canceled) {
    auto result = std::make_shared<Fibonacci::Result>();
    result->sequence = each.feedback->sequence;
    if (canceled) {
      each.goal->canceled(result);
    } else {
      each.goal->succeed(result);
    }
  };
  const auto server = rclcpp_action::create_server<Fibonacci>(
    node, "fibonacci",
    [](const rclcpp_action::GoalUUID &, std::shared_ptr<const Fibonacci::Goal> goal) {
      return goal->order < 0 ? rclcpp_action::GoalResponse::REJECT
                             : rclcpp_action::GoalResponse::ACCEPT_AND_EXECUTE;
    },
    [](std::shared_ptr<ServerGoal>) { return rclcpp_action::CancelResponse::ACCEPT; },
    [&](std::shared_ptr<ServerGoal> goal) {
      Running each{goal, std::make_shared<Fibonacci::Feedback>()};
      if (goal->get_goal()->order == 0) {
        end(each, false);
      } else {
        running.push_back(std::move(each));
      }
    });
  const auto timer = node->create_wall_timer(std::chrono::milliseconds(1), [&] {
    const auto is_over = [&](Running & each) {
      if (each.goal->is_canceling()) {
        end(each, true);
        return true;
      }
      auto & sequence = each.feedback->sequence;
      const std::size_t n = sequence.size();
      sequence.push_back(n < 2 ? 1 : sequence[n - 1] + sequence[n - 2]);
      if (static_cast<int>(sequence.size()) < each.goal->get_goal()->order) {
        each.goal->publish_feedback(each.feedback);
        return false;
      }
      end(each, false);
      return true;
    };
    running.erase(std::remove_if(running.begin(), running.end(), is_over), running.end());
  });
  std::thread input([] {
    for (std::string line; std::getline(std::cin, line);) {
    }
    rclcpp::shutdown();
  });
  std::cout << "ready" << std::endl;
  rclcpp::spin(node);
  input.join();
  return 0;
}

int send(const rclcpp::Node::SharedPtr & node, int count, unsigned seed)
{
  const auto client = rclcpp_action::create_client<Fibonacci>(node, "fibonacci");
  if (!client->wait_for_action_server(std::chrono::seconds(30))) {
    std::cerr << "no server" << std::endl;
    return 1;
  }
  std::mt19937 random(seed);
  std::map<std::string, int> tally;
  int open = count, sent = 0, ended = 0;
  std::map<int, std::string> waiting;  // goals that have not ended, and what they wait for
  std::function<void()> next;
  const auto over = [&](const std::string & how) {
    ++tally[how];
    if (--open == 0) {
      rclcpp::shutdown();
    } else {
      ++ended;
    }
  };
  // One goal at a time in each of 8 chains: of more than 10 goals at once the first may be lost if
  // the server has not discovered the client, since 10 is the depth of the services' QoS.
  next = [&] {
    struct State
    {
      int responses = 0, feedback = 0, results = 0;
    };
    auto state = std::make_shared<State>();
    const int number = sent;
    waiting[number] = "a response";
    const int order = static_cast<int>(random() % 12) - 1;
    const bool cancels = random() % 2 == 0;
    Fibonacci::Goal goal;
    goal.order = order;
    Client::SendGoalOptions options;
    options.goal_response_callback = [&, state, number, order,
                                      cancels](const ClientGoal::SharedPtr & handle) {
      tally["answered_twice"] += ++state->responses > 1;
      if (!handle) {
        tally["wrong"] += order >= 0;
        waiting.erase(number);
        over("rejected");
      } else {
        tally["wrong"] += order < 0;
        waiting[number] = "the result of order " + std::to_string(order);
        if (cancels) {
          client->async_cancel_goal(
            handle, [&](const Client::CancelResponse::SharedPtr &) { ++tally["cancel_answers"]; });
          ++tally["cancels"];
        }
      }
    };
    options.feedback_callback = [&, state](
                                  const ClientGoal::SharedPtr &,
                                  const std::shared_ptr<const Fibonacci::Feedback> & feedback) {
      tally["wrong"] += feedback->sequence.empty() || state->responses != 1 || state->results != 0;
      ++tally["feedback"];
    };
    options.result_callback = [&, state, number, order](const ClientGoal::WrappedResult & result) {
      waiting.erase(number);
      tally["answered_twice"] += ++state->results > 1;
      const int length = static_cast<int>(result.result->sequence.size());
      if (result.code == rclcpp_action::ResultCode::SUCCEEDED) {
        tally["wrong"] += length != order;
        over("succeeded");
      } else if (result.code == rclcpp_action::ResultCode::CANCELED) {
        tally["wrong"] += length > order;
        over("canceled");
      } else {
        over("other");
      }
    };
    ++sent;
    client->async_send_goal(goal, options);
  };
  for (int i = 0; i < std::min(count, 8); ++i) {
    next();
  }
  // Not in a callback of a goal: Jazzy's client holds a lock then.
  const auto timer = node->create_wall_timer(std::chrono::milliseconds(1), [&] {
    for (; ended != 0 && sent < count; --ended) {
      next();
    }
  });
  std::thread watchdog([&] {
    const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(120);
    while (rclcpp::ok() && std::chrono::steady_clock::now() < give_up) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    rclcpp::shutdown();
  });
  rclcpp::spin(node);
  watchdog.join();
  std::cout << "{\"sent\": " << sent << ", \"open\": " << open;
  for (const auto & [name, number] : tally) {
    std::cout << ", \"" << name << "\": " << number;
  }
  std::cout << "}" << std::endl;
  for (const auto & [number, what] : waiting) {
    std::cerr << "goal " << number << " waits for " << what << std::endl;
  }
  return 0;
}

}  // namespace

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const std::string role = argc > 1 ? argv[1] : "";
  const auto node = std::make_shared<rclcpp::Node>("goals_" + role);
  if (role == "serve") {
    return serve(node);
  }
  if (role == "send" && argc > 3) {
    return send(node, std::atoi(argv[2]), static_cast<unsigned>(std::atoi(argv[3])));
  }
  std::cerr << "usage: goals serve | goals send COUNT SEED" << std::endl;
  return 2;
}
