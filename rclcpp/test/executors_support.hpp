// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of the executor tests: an entity to fill by hand, a context without DDS.
#ifndef EXECUTORS_SUPPORT_HPP_
#define EXECUTORS_SUPPORT_HPP_

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "base/clock.hpp"
#include "eventually.hpp"
#include "rclcpp/callback_group.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/executors.hpp"
#include "rclcpp/executors/detail/entity.hpp"

namespace executors_test
{

using namespace std::chrono_literals;  // NOLINT(build/namespaces)
using base::steady_now;
using rclcpp::executors::detail::Entity;

/// A queue of functions: the simplest entity.
class Probe : public Entity
{
public:
  using Item = std::function<void()>;

  void push(Item item) { push(std::move(item), steady_now()); }
  void push(Item item, std::int64_t stamp)
  {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      items_.emplace_back(std::move(item), stamp);
    }
    ready(stamp);
  }

  /// Drops waiting items without notifying the executor, as a full keep_last queue does.
  void clear()
  {
    std::lock_guard<std::mutex> lock(mutex_);
    items_.clear();
  }

private:
  bool execute_one() override
  {
    Item item;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (items_.empty()) {
        return false;
      }
      item = std::move(items_.front().first);
      items_.pop_front();
      if (!items_.empty()) {
        ready_again(items_.front().second);
      }
    }
    item();
    return true;
  }

  std::mutex mutex_;
  std::deque<std::pair<Item, std::int64_t>> items_;
};

using test::eventually;
using test::patience;

/// A valid context, with executors and groups.
class ExecutorsTest : public ::testing::Test
{
protected:
  ExecutorsTest()
  {
    context->init(0, nullptr);
    options.context = context;
  }
  ~ExecutorsTest() override { context->shutdown("end of test"); }

  std::shared_ptr<rclcpp::CallbackGroup> make_group(
    rclcpp::CallbackGroupType type = rclcpp::CallbackGroupType::MutuallyExclusive)
  {
    return std::make_shared<rclcpp::CallbackGroup>(type, context);
  }

  static std::shared_ptr<Probe> make_probe(const std::shared_ptr<rclcpp::CallbackGroup> & group)
  {
    auto probe = std::make_shared<Probe>();
    group->add_entity(probe);
    return probe;
  }

  rclcpp::Context::SharedPtr context = std::make_shared<rclcpp::Context>();
  rclcpp::ExecutorOptions options;
};

/// Spins on its own thread until stop() or the end of the scope.
class Spinner
{
public:
  explicit Spinner(rclcpp::Executor & executor, int policy = SCHED_OTHER)
  : executor_(executor), thread_([&executor, policy]() {
      if (policy != SCHED_OTHER) {
        set_policy(pthread_self(), policy);
      }
      executor.spin();
    })
  {
  }
  Spinner(const Spinner &) = delete;
  Spinner & operator=(const Spinner &) = delete;
  ~Spinner() { stop(); }

  void stop()
  {
    if (thread_.joinable()) {
      executor_.cancel();
      set_policy(thread_.native_handle(), SCHED_OTHER);  // so that it comes to its end
      thread_.join();
    }
  }

private:
  static void set_policy(pthread_t thread, int policy)
  {
    const sched_param parameters{};
    pthread_setschedparam(thread, policy, &parameters);
  }

  rclcpp::Executor & executor_;
  std::thread thread_;
};

}  // namespace executors_test

#endif  // EXECUTORS_SUPPORT_HPP_
