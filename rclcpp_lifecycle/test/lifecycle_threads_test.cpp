// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A lifecycle node that many threads use at once; also under ThreadSanitizer.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "in_child.hpp"
#include "lifecycle_msgs/srv/change_state.hpp"
#include "lifecycle_msgs/srv/get_state.hpp"
#include "lifecycle_support.hpp"
#include "std_msgs/msg/string.hpp"

namespace
{

using namespace std::chrono_literals;
using namespace lifecycle_test;
using lifecycle_msgs::srv::ChangeState;
using lifecycle_msgs::srv::GetState;
using std_msgs::msg::String;

constexpr int rounds = 100;

class Threads
{
public:
  template <typename Work>
  void add(Work work)
  {
    threads_.emplace_back(work);
  }
  void join()
  {
    for (std::thread & thread : threads_) {
      thread.join();
    }
    threads_.clear();
  }
  ~Threads() { join(); }

private:
  std::vector<std::thread> threads_;
};

TEST(LifecycleThreads, FourAskForTheStateWhileItChanges)
{
  const auto context = make_context();
  auto node = std::make_shared<LifecycleNode>("camera", options_in(context));
  auto publisher = node->create_publisher<String>("image", 10);
  rclcpp::get_logger("LifecyclePublisher").set_level(rclcpp::Logger::Level::Fatal);
  std::atomic<bool> done{false};
  std::atomic<int> asked{0};
  Threads threads;
  for (int i = 0; i < 4; ++i) {
    threads.add([&] {
      while (!done) {
        const State & state = node->get_current_state();
        EXPECT_FALSE(state.label().empty());
        EXPECT_LE(node->get_available_transitions().size(), 3u);
        publisher->publish(String());
        ++asked;
      }
    });
  }
  for (int i = 0; i < rounds; ++i) {
    EXPECT_EQ(node->configure().label(), "inactive");
    EXPECT_EQ(node->activate().label(), "active");
    EXPECT_EQ(node->deactivate().label(), "inactive");
    EXPECT_EQ(node->cleanup().label(), "unconfigured");
    const int before = asked;
    EXPECT_TRUE(eventually([&] { return asked > before; }));
  }
  done = true;
  threads.join();
  context->shutdown("test");
}

TEST(LifecycleThreads, OneTransitionAtATime)
{
  const auto context = make_context();
  auto node = std::make_shared<LifecycleNode>("camera", options_in(context));
  rclcpp::get_logger("camera").set_level(
    rclcpp::Logger::Level::Fatal);  // many transitions are rejected
  Events events(context, "/camera/transition_event");
  std::atomic<int> inside{0};
  std::atomic<int> configured{0};
  std::atomic<int> cleaned{0};
  const auto alone = [&](std::atomic<int> & count) {
    return [&](const State &) {
      EXPECT_EQ(++inside, 1);
      ++count;
      --inside;
      return CallbackReturn::SUCCESS;
    };
  };
  node->register_on_configure(alone(configured));
  node->register_on_cleanup(alone(cleaned));
  std::atomic<int> succeeded{0};
  Threads threads;
  for (int i = 0; i < 2; ++i) {
    threads.add([&] {
      for (int round = 0; round < 5 * rounds; ++round) {
        CallbackReturn result = CallbackReturn::FAILURE;
        node->configure(result);
        succeeded += result == CallbackReturn::SUCCESS ? 1 : 0;
        node->cleanup(result);
        succeeded += result == CallbackReturn::SUCCESS ? 1 : 0;
      }
    });
  }
  threads.join();
  EXPECT_EQ(configured + cleaned, succeeded);
  EXPECT_GE(configured, 1);
  // each transition begins where the previous one ended
  const auto transitions = events.take();
  std::string last;
  for (const std::string & event : transitions) {
    const std::string start =
      event.substr(event.find(' ') + 1, event.rfind(' ') - event.find(' ') - 1);
    if (!last.empty()) {
      EXPECT_EQ(start, last);
    }
    last = event.substr(event.rfind(' ') + 1);
  }
  EXPECT_FALSE(transitions.empty());
  context->shutdown("test");
}

/// Its callbacks use its own members, and would fail after its destruction.
class Fragile : public LifecycleNode
{
public:
  using LifecycleNode::LifecycleNode;
  ~Fragile() override { *text_ = "gone"; }

  CallbackReturn on_configure(const State &) override
  {
    EXPECT_EQ(*text_, "here");
    return CallbackReturn::SUCCESS;
  }
  CallbackReturn on_cleanup(const State & previous) override { return on_configure(previous); }
  CallbackReturn on_shutdown(const State & previous) override { return on_configure(previous); }

private:
  std::unique_ptr<std::string> text_ = std::make_unique<std::string>("here");
};

TEST(LifecycleThreads, NodesAreDestroyedWhileTheirServicesAreCalled)
{
  const auto context = make_context();
  rclcpp::get_logger("camera").set_level(rclcpp::Logger::Level::Fatal);
  auto supervisor = std::make_shared<rclcpp::Node>("supervisor", options_in(context));
  auto change = supervisor->create_client<ChangeState>("/camera/change_state");
  auto get = supervisor->create_client<GetState>("/camera/get_state");
  rclcpp::executors::MultiThreadedExecutor executor(executor_in(context), 3);
  executor.add_node(supervisor);
  std::atomic<bool> done{false};
  std::atomic<int> answers{0};
  Threads threads;
  threads.add([&] { executor.spin(); });
  threads.add([&] {
    int i = 0;
    while (!done) {
      if (++i % 50 == 0) {
        change->prune_pending_requests();
        get->prune_pending_requests();
        std::this_thread::yield();
      }
      if (!change->service_is_ready()) {
        std::this_thread::yield();
        continue;
      }
      auto request = std::make_shared<ChangeState::Request>();
      request->transition.label = i % 2 == 0 ? "configure" : "cleanup";
      change->async_send_request(
        request, [&](rclcpp::Client<ChangeState>::SharedFuture) { ++answers; });
      get->async_send_request(
        std::make_shared<GetState::Request>(),
        [&](rclcpp::Client<GetState>::SharedFuture) { ++answers; });
    }
  });
  for (int i = 0; i < rounds; ++i) {
    auto node = std::make_shared<Fragile>("camera", options_in(context));
    executor.add_node(node->get_node_base_interface());
    const int before = answers;
    EXPECT_TRUE(eventually([&] { return answers > before + 3; }));
    node.reset();
  }
  done = true;
  executor.cancel();
  threads.join();
  context->shutdown("test");
}

TEST(LifecycleThreads, TheContextShutsDownInATransition)
{
  for (int i = 0; i < 20; ++i) {
    const auto context = make_context();
    auto node = std::make_shared<Fragile>("camera", options_in(context));
    node->shutdown_with_context(patience);
    std::atomic<bool> begun{false};
    std::atomic<bool> shutting_down{false};
    node->register_on_activate([&](const State &) {
      begun = true;
      EXPECT_TRUE(eventually([&] { return shutting_down.load(); }));
      EXPECT_TRUE(context->is_valid());
      return CallbackReturn::SUCCESS;
    });
    const auto last = context->add_pre_shutdown_callback(
      [&] { EXPECT_EQ(node->get_current_state().label(), "finalized"); });
    Threads threads;
    threads.add([&] {
      node->configure();
      node->activate();
    });
    EXPECT_TRUE(eventually([&] { return begun.load(); }));
    threads.add([&] {
      shutting_down = true;
      context->shutdown("test");
    });
    threads.join();
    EXPECT_EQ(node->get_current_state().label(), "finalized");
    context->remove_pre_shutdown_callback(last);
  }
}

TEST(LifecycleThreads, ACallbackThatDoesNotEndDoesNotHoldUpTheShutdown)
{
  const auto context = make_context();
  auto node = std::make_shared<LifecycleNode>("camera", options_in(context));
  node->shutdown_with_context(1ms);
  std::atomic<bool> begun{false};
  std::atomic<bool> may_end{false};
  std::atomic<bool> shut_down{false};
  node->register_on_configure([&](const State &) {
    begun = true;
    EXPECT_TRUE(eventually([&] { return may_end.load(); }));
    return CallbackReturn::SUCCESS;
  });
  node->register_on_shutdown([&](const State & previous) {
    EXPECT_EQ(previous.label(), "inactive");
    shut_down = true;
    return CallbackReturn::SUCCESS;
  });
  Threads threads;
  threads.add([&] { node->configure(); });
  EXPECT_TRUE(eventually([&] { return begun.load(); }));
  EXPECT_TRUE(context->shutdown("test"));
  EXPECT_EQ(node->get_current_state().label(), "configuring");
  may_end = true;
  threads.join();
  EXPECT_TRUE(shut_down);
  EXPECT_EQ(node->get_current_state().label(), "finalized");
}

TEST(LifecycleThreads, NodesComeAndGoWhileTheContextShutsDown)
{
  for (int i = 0; i < 20; ++i) {
    const auto context = make_context();
    std::vector<std::shared_ptr<Fragile>> nodes;
    for (int n = 0; n < 4; ++n) {
      nodes.push_back(std::make_shared<Fragile>("camera" + std::to_string(n), options_in(context)));
      nodes.back()->shutdown_with_context();
    }
    Threads threads;
    threads.add([&] { nodes.clear(); });
    threads.add([&] { context->shutdown("test"); });
  }
}

TEST(LifecycleThreads, EntitiesOfActivationComeAndGoWithTheState)
{
  const auto context = make_context();
  auto node = std::make_shared<LifecycleNode>("camera", options_in(context));
  node->configure();
  std::atomic<bool> done{false};
  std::atomic<int> made{0};
  using Made = rclcpp_lifecycle::ScopedEntity<int>;
  std::vector<std::shared_ptr<Made>> kept;
  Threads threads;
  threads.add([&] {
    while (!done) {
      kept.push_back(node->create_while_active([&] {
        ++made;
        return std::make_shared<int>(1);
      }));
      if (kept.size() > 20) {
        kept.clear();
      }
    }
  });
  for (int i = 0; i < rounds; ++i) {
    node->activate();
    const int before = made;
    EXPECT_TRUE(eventually([&] { return made > before; }));
    node->deactivate();
  }
  done = true;
  threads.join();
  for (const auto & each : kept) {
    EXPECT_EQ(each->get(), nullptr);
  }
  context->shutdown("test");
}

#ifndef __SANITIZE_THREAD__  // which knows no child of a process with threads
// Its threads answer queries in the parent only.
TEST(LifecycleFork, AChildOfAParentWithLifecycleNodesEnds)
{
  const auto context = make_context();
  auto node = std::make_shared<LifecycleNode>("parent", options_in(context));
  node->configure();
  EXPECT_EQ(
    test::in_child([&] {
      node.reset();
      return 0;
    }),
    0);
  static std::shared_ptr<LifecycleNode> until_exit;
  until_exit = node;
  EXPECT_EQ(
    test::in_child([&] {
      exit(0);
      return 1;
    }),
    0);
  until_exit.reset();
  EXPECT_EQ(node->activate().label(), "active");
  node.reset();
}
#endif

}  // namespace
