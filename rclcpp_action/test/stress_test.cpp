// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Goals from eight threads, half of them canceled, to servers that are destroyed and created again
// while goals run: every goal is completed, none twice.
#include <atomic>
#include <map>
#include <optional>
#include <random>

#include "action_support.hpp"

using namespace action_test;  // NOLINT(build/namespaces)

namespace
{

MakeExecutor threads(std::size_t count)
{
  return [count](const rclcpp::ExecutorOptions & options) {
    return std::make_unique<rclcpp::executors::MultiThreadedExecutor>(options, count);
  };
}

/// Ends its goals on its own threads, each in one of three ways.
class Workers
{
public:
  explicit Workers(std::size_t count)
  {
    for (std::size_t i = 0; i < count; ++i) {
      threads_.emplace_back([this, i] {
        std::mt19937 random(static_cast<unsigned>(i));
        while (const auto goal = goals_.get()) {
          goal->publish_feedback(feedback_of({1}));
          try {
            switch (random() % 3) {
              case 0:
                goal->succeed(result_of({1}));
                break;
              case 1:
                goal->abort(result_of({2}));
                break;
              default:  // it is dropped
                break;
            }
          } catch (const rclcpp::exceptions::RCLError &) {
            ADD_FAILURE() << "an executing or canceling goal can always end";
          }
        }
      });
    }
  }
  ~Workers()
  {
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      goals_.put(nullptr);
    }
    for (auto & thread : threads_) {
      thread.join();
    }
  }
  void work_on(std::shared_ptr<ServerGoal> goal) { goals_.put(std::move(goal)); }

private:
  Mail<std::shared_ptr<ServerGoal>> goals_;
  std::vector<std::thread> threads_;
};

struct Tally
{
  std::atomic<int> sent{0}, answered{0}, accepted{0}, completed{0}, cancels{0};
};

// One goal at a time per thread, the next one when it is completed.
void run_client(Client & client, Tally & tally, int goals, unsigned seed)
{
  std::mt19937 random(seed);
  for (int i = 0; i < goals; ++i) {
    auto responses = std::make_shared<std::atomic<int>>(0);
    auto results = std::make_shared<std::atomic<int>>(0);
    auto done = std::make_shared<Mail<int>>();
    Client::SendGoalOptions options;
    options.goal_response_callback = [=](const ClientGoal::SharedPtr & goal) {
      EXPECT_EQ(++*responses, 1);
      if (!goal) {
        done->put(-1);
      }
    };
    options.feedback_callback = [=](const auto &, const auto &) { EXPECT_EQ(*responses, 1); };
    options.result_callback = [=](const ClientGoal::WrappedResult & result) {
      EXPECT_EQ(++*results, 1);
      done->put(static_cast<int>(result.code));
    };
    // A request that reaches a server during its destruction is never answered.
    options.goal_response_timeout = 500ms;
    const auto future = client.async_send_goal(goal_of(1), options);
    ++tally.sent;
    if (random() % 2 == 0) {
      const auto goal = get(future);
      if (goal) {
        try {
          (void)client.async_cancel_goal(goal, [&](const auto &) { ++tally.cancels; });
        } catch (const rclcpp_action::exceptions::UnknownGoalHandleError &) {
          // it has its result
        }
      }
    }
    const int code = done->get();
    ++tally.answered;
    if (code >= 0) {
      ++tally.accepted;
      ++tally.completed;
    }
  }
}

void run(Host & server_host, Host & client_host, rclcpp::CallbackGroupType type, int goals)
{
  Workers workers(3);
  std::optional<GoalServer> server;
  const auto start_server = [&] {
    server.emplace(
      server_host, "fibonacci", rcl_action_server_get_default_options(),
      [&](std::shared_ptr<ServerGoal> goal) { workers.work_on(std::move(goal)); });
  };
  start_server();
  const auto group = client_host.node->create_callback_group(type);
  std::vector<Client::SharedPtr> clients;
  for (int i = 0; i < 8; ++i) {
    clients.push_back(
      rclcpp_action::create_client<Fibonacci>(client_host.node, "fibonacci", group));
    ASSERT_TRUE(clients.back()->wait_for_action_server(patience));
  }
  Tally tally;
  std::atomic<int> running{8};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      run_client(*clients[i], tally, goals, i);
      --running;
    });
  }
  int restarts = 0;
  for (int next = 100; running != 0; next += 100) {
    while (running != 0 && tally.answered < next) {
      std::this_thread::yield();
    }
    server.reset();
    start_server();
    ++restarts;
  }
  for (auto & thread : threads) {
    thread.join();
  }
  EXPECT_EQ(tally.sent, 8 * goals);
  EXPECT_EQ(tally.answered, tally.sent);
  EXPECT_EQ(tally.completed, tally.accepted);
  EXPECT_GT(tally.accepted, 0);
  EXPECT_GT(restarts, 0);
}

TEST(ActionStress, ServersComeAndGoInOneContext)
{
  auto context = make_context();
  Host server_host("server", context, {}, threads(2));
  Host client_host("client", context, {}, threads(3));
  run(server_host, client_host, rclcpp::CallbackGroupType::Reentrant, 200);
}

TEST(ActionStress, ServersComeAndGoInAnother)
{
  Host server_host("server", make_context(), {}, threads(2));
  Host client_host("client", make_context(), {}, threads(3));
  run(server_host, client_host, rclcpp::CallbackGroupType::MutuallyExclusive, 200);
}

TEST(ActionStress, ClientsComeAndGo)
{
  auto context = make_context();
  Host host("host", context, {}, threads(3));
  Workers workers(2);
  GoalServer server(host);
  server.on_accepted = [&](std::shared_ptr<ServerGoal> goal) { workers.work_on(std::move(goal)); };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 50; ++n) {
        auto client = host.make_client();
        Client::SendGoalOptions options;
        options.feedback_callback = [](const auto & goal, const auto &) {
          EXPECT_GE(goal->get_status(), 0);
        };
        options.result_callback = [](const auto &) {};
        auto first = client->async_send_goal(goal_of(1), options);
        (void)client->async_send_goal(goal_of(2), options);
        const bool wait = n % 2 == 0;
        if (wait) {
          (void)get(first);
        }
        client.reset();
        EXPECT_EQ(first.wait_for(patience), std::future_status::ready);
      }
    });
  }
  for (auto & thread : threads) {
    thread.join();
  }
}

}  // namespace
