// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Waitables and guard conditions as users write them for rclcpp, on the event-driven executor.
#include <future>
#include <vector>

#include "executors_support.hpp"
#include "rclcpp/guard_condition.hpp"
#include "rclcpp/waitable.hpp"

namespace executors_test
{

using rclcpp::GuardCondition;
using rclcpp::Waitable;
using rclcpp::executors::MultiThreadedExecutor;
using rclcpp::executors::SingleThreadedExecutor;

class WaitableGroup : public rclcpp::CallbackGroup
{
public:
  using CallbackGroup::add_waitable;
  using CallbackGroup::CallbackGroup;
  using CallbackGroup::remove_waitable;
};

/// Runs functions that other threads post, as bridges to other event loops do.
class Poster : public Waitable
{
public:
  explicit Poster(const rclcpp::Context::SharedPtr & context) : wake(context) {}

  void post(std::function<void()> function)
  {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      functions_.push_back(std::move(function));
    }
    wake.trigger();
  }

  std::size_t get_number_of_ready_guard_conditions() override { return 1; }
  void add_to_wait_set(rcl_wait_set_t & wait_set) override { wake.add_to_wait_set(wait_set); }

  bool is_ready(const rcl_wait_set_t & wait_set) override
  {
    for (std::size_t i = 0; i < wait_set.size_of_guard_conditions; ++i) {
      if (wait_set.guard_conditions[i] == &wake.get_rcl_guard_condition()) {
        return true;
      }
    }
    return false;
  }

  std::shared_ptr<void> take_data() override
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (functions_.empty()) {
      return nullptr;
    }
    auto function = std::make_shared<std::function<void()>>(std::move(functions_.front()));
    functions_.pop_front();
    if (!functions_.empty()) {
      wake.trigger();
    }
    return function;
  }

  void execute(const std::shared_ptr<void> & data) override
  {
    if (data) {
      (*std::static_pointer_cast<std::function<void()>>(data))();
    }
  }

  GuardCondition wake;

private:
  std::mutex mutex_;
  std::deque<std::function<void()>> functions_;
};

class ExecutorsWaitable : public ExecutorsTest
{
protected:
  ExecutorsWaitable() { executor.add_callback_group(group); }

  std::shared_ptr<Poster> make_poster()
  {
    auto poster = std::make_shared<Poster>(context);
    group->add_waitable(poster);
    return poster;
  }

  std::shared_ptr<WaitableGroup> group =
    std::make_shared<WaitableGroup>(rclcpp::CallbackGroupType::MutuallyExclusive, context);
  SingleThreadedExecutor executor{options};
};

TEST_F(ExecutorsWaitable, RunsWhenItsGuardConditionIsTriggered)
{
  auto poster = make_poster();
  int ran = 0;
  executor.spin_some();
  poster->post([&]() { ++ran; });
  poster->post([&]() { ++ran; });
  executor.spin_all(0s);
  EXPECT_EQ(ran, 2);
  executor.spin_all(0s);
  EXPECT_EQ(ran, 2);
}

TEST_F(ExecutorsWaitable, ATriggerBeforeTheWaitableWasAddedIsNotLost)
{
  auto poster = std::make_shared<Poster>(context);
  int ran = 0;
  poster->post([&]() { ++ran; });
  group->add_waitable(poster);
  executor.spin_some();
  EXPECT_EQ(ran, 1);
}

// rclcpp #2109: another thread's clearing lost the readiness. Here every post counts.
TEST_F(ExecutorsWaitable, PostsFromManyThreadsAllRun)
{
  MultiThreadedExecutor spun(options, 2);
  auto own = std::make_shared<WaitableGroup>(rclcpp::CallbackGroupType::MutuallyExclusive, context);
  spun.add_callback_group(own);
  auto poster = std::make_shared<Poster>(context);
  own->add_waitable(poster);
  constexpr int per_thread = 2000;
  int ran = 0;
  std::promise<void> done;
  Spinner spinner(spun);
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&]() {
      for (int i = 0; i < per_thread; ++i) {
        poster->post([&]() {
          if (++ran == 3 * per_thread) {
            done.set_value();
          }
        });
      }
    });
  }
  for (std::thread & thread : threads) {
    thread.join();
  }
  EXPECT_EQ(done.get_future().wait_for(patience), std::future_status::ready);
}

TEST_F(ExecutorsWaitable, OnlyTheTriggeredConditionsAreInTheWaitSet)
{
  struct Two : Waitable
  {
    explicit Two(const rclcpp::Context::SharedPtr & context) : a(context), b(context) {}
    void add_to_wait_set(rcl_wait_set_t & wait_set) override
    {
      a.add_to_wait_set(wait_set);
      b.add_to_wait_set(wait_set);
    }
    bool is_ready(const rcl_wait_set_t & wait_set) override
    {
      seen = {
        wait_set.guard_conditions[0] == &a.get_rcl_guard_condition(),
        wait_set.guard_conditions[1] == &b.get_rcl_guard_condition()};
      return true;
    }
    std::shared_ptr<void> take_data() override { return nullptr; }
    void execute(const std::shared_ptr<void> &) override { ++ran; }
    GuardCondition a;
    GuardCondition b;
    std::vector<bool> seen;
    int ran = 0;
  };
  auto two = std::make_shared<Two>(context);
  group->add_waitable(two);
  two->b.trigger();
  executor.spin_some();
  EXPECT_EQ(two->seen, (std::vector<bool>{false, true}));
  two->a.trigger();
  two->a.trigger();
  executor.spin_all(0s);
  EXPECT_EQ(two->seen, (std::vector<bool>{true, false}));
  EXPECT_EQ(two->ran, 2);
}

TEST_F(ExecutorsWaitable, OneConditionWakesAllThatWaitOnIt)
{
  struct Listener : Waitable
  {
    explicit Listener(GuardCondition & condition) : shared(condition) {}
    void add_to_wait_set(rcl_wait_set_t & wait_set) override { shared.add_to_wait_set(wait_set); }
    bool is_ready(const rcl_wait_set_t & wait_set) override
    {
      return wait_set.guard_conditions[0] != nullptr;
    }
    std::shared_ptr<void> take_data() override { return nullptr; }
    void execute(const std::shared_ptr<void> &) override { ++ran; }
    GuardCondition & shared;
    int ran = 0;
  };
  GuardCondition condition(context);
  auto a = std::make_shared<Listener>(condition);
  auto b = std::make_shared<Listener>(condition);
  group->add_waitable(a);
  group->add_waitable(b);
  condition.trigger();
  executor.spin_some();
  EXPECT_EQ(a->ran, 1);
  EXPECT_EQ(b->ran, 1);
  a.reset();
  condition.trigger();
  executor.spin_some();
  EXPECT_EQ(b->ran, 2);
}

TEST_F(ExecutorsWaitable, RemovedOrDroppedOnesDoNotRunAndMayComeBack)
{
  auto poster = make_poster();
  int ran = 0;
  poster->post([&]() { ++ran; });
  group->remove_waitable(poster);
  executor.spin_some();
  EXPECT_EQ(ran, 0);
  group->add_waitable(poster);
  poster->post([&]() { ++ran; });
  executor.spin_all(0s);
  EXPECT_EQ(ran, 2);
  poster->post([&]() { ++ran; });
  poster.reset();
  executor.spin_all(0s);
  EXPECT_EQ(ran, 2);
}

/// Runs a function whenever its condition, which others share, is triggered.
class Triggered : public Waitable
{
public:
  Triggered(std::shared_ptr<GuardCondition> its_condition, std::function<void()> its_function)
  : condition(std::move(its_condition)), function(std::move(its_function))
  {
  }
  void add_to_wait_set(rcl_wait_set_t & wait_set) override { condition->add_to_wait_set(wait_set); }
  bool is_ready(const rcl_wait_set_t &) override { return true; }
  std::shared_ptr<void> take_data() override { return nullptr; }
  void execute(const std::shared_ptr<void> &) override { function(); }

private:
  const std::shared_ptr<GuardCondition> condition;
  const std::function<void()> function;
};

TEST_F(ExecutorsWaitable, DroppedWhileItIsTriggeredAndRunsItBeginsNoMore)
{
  constexpr int threads = 3;
  MultiThreadedExecutor spun(options, threads);
  auto own = std::make_shared<WaitableGroup>(rclcpp::CallbackGroupType::Reentrant, context);
  spun.add_callback_group(own);
  auto condition = std::make_shared<GuardCondition>(context);
  Spinner spinner(spun);
  std::atomic<bool> stop{false};
  std::thread triggering([&]() {
    while (!stop) {
      condition->trigger();
    }
  });
  struct Watch
  {
    std::atomic<int> ran{0};
    std::atomic<bool> dropped{false};
    std::atomic<int> late{0};
  };
  for (int round = 0; round < 100; ++round) {
    const auto watch = std::make_shared<Watch>();
    auto waitable = std::make_shared<Triggered>(condition, [watch]() {
      watch->late += watch->dropped;
      ++watch->ran;
    });
    own->add_waitable(waitable);
    EXPECT_TRUE(eventually([&]() { return watch->ran > 10; }));
    waitable.reset();
    watch->dropped = true;
    EXPECT_TRUE(eventually([&]() { return watch.use_count() == 1; }));
    EXPECT_LE(watch->late, threads) << "more than each thread had taken already";
  }
  stop = true;
  triggering.join();
}

TEST_F(ExecutorsWaitable, ACallbackOnTriggerGetsTheUnreportedTriggers)
{
  GuardCondition condition(context);
  condition.trigger();
  condition.trigger();
  std::size_t count = 0;
  condition.set_on_trigger_callback([&](std::size_t n) { count += n; });
  EXPECT_EQ(count, 2u);
  condition.trigger();
  EXPECT_EQ(count, 3u);
  condition.set_on_trigger_callback(nullptr);
  condition.trigger();
  EXPECT_EQ(count, 3u);
  condition.set_on_trigger_callback([&](std::size_t n) { count += n; });
  EXPECT_EQ(count, 4u);
}

TEST_F(ExecutorsWaitable, ACallbackOnTriggerMayReplaceItself)
{
  GuardCondition condition(context);
  auto captured = std::make_shared<int>(0);
  const std::weak_ptr<int> alive = captured;
  bool kept = false;
  condition.set_on_trigger_callback([&, captured = std::move(captured)](std::size_t) {
    condition.set_on_trigger_callback(nullptr);
    kept = !alive.expired();
  });
  condition.trigger();
  EXPECT_TRUE(kept);
  EXPECT_TRUE(alive.expired());
}

TEST_F(ExecutorsWaitable, Misuse)
{
  EXPECT_THROW(GuardCondition(nullptr), std::invalid_argument);
  EXPECT_THROW(GuardCondition(std::make_shared<rclcpp::Context>()), std::invalid_argument);
  GuardCondition condition(context);
  rcl_wait_set_t foreign{};
  EXPECT_THROW(condition.add_to_wait_set(foreign), std::invalid_argument);
  EXPECT_FALSE(condition.exchange_in_use_by_wait_set_state(true));
  EXPECT_TRUE(condition.exchange_in_use_by_wait_set_state(false));
  auto poster = make_poster();
  EXPECT_THROW(poster->set_on_ready_callback([](std::size_t, int) {}), std::runtime_error);
  EXPECT_THROW(poster->clear_on_ready_callback(), std::runtime_error);
  EXPECT_THROW(poster->take_data_by_entity_id(0), std::runtime_error);
}

TEST_F(ExecutorsWaitable, GroupsListTheirEntities)
{
  auto poster = make_poster();
  EXPECT_EQ(group->size(), 1u);
  EXPECT_EQ(group->find_waitable_ptrs_if([](const auto &) { return true; }), poster);
  EXPECT_EQ(group->find_waitable_ptrs_if([](const auto &) { return false; }), nullptr);
  int waitables = 0;
  group->collect_all_ptrs(
    [](const auto &) {}, [](const auto &) {}, [](const auto &) {}, [](const auto &) {},
    [&](const auto &) { ++waitables; });
  EXPECT_EQ(waitables, 1);
  EXPECT_TRUE(group->get_notify_guard_condition());
  context->shutdown("test");
  EXPECT_FALSE(group->get_notify_guard_condition());
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
/// Written for ROS 2 before Jazzy: functions that take pointers and a mutable reference.
class OldWaitable : public Waitable
{
public:
  explicit OldWaitable(const rclcpp::Context::SharedPtr & context) : wake(context) {}

  void add_to_wait_set(rcl_wait_set_t * wait_set) override { wake.add_to_wait_set(*wait_set); }
  bool is_ready(rcl_wait_set_t * wait_set) override
  {
    return wait_set->size_of_guard_conditions == 1 && wait_set->guard_conditions[0] != nullptr;
  }
  std::shared_ptr<void> take_data() override { return std::make_shared<int>(42); }
  void execute(std::shared_ptr<void> & data) override
  {
    executed = *std::static_pointer_cast<int>(data);
    data.reset();
  }

  GuardCondition wake;
  int executed = 0;
};

TEST_F(ExecutorsWaitable, MayHaveTheFunctionsOfBeforeJazzy)
{
  auto old = std::make_shared<OldWaitable>(context);
  group->add_waitable(old);
  old->wake.trigger();
  executor.spin_some();
  EXPECT_EQ(old->executed, 42);
}

TEST_F(ExecutorsWaitable, MayBeCalledAsBeforeJazzy)
{
  auto poster = make_poster();
  int ran = 0;
  poster->post([&]() { ++ran; });
  Waitable & waitable = *poster;
  rcl_wait_set_t wait_set{};
  EXPECT_FALSE(waitable.is_ready(&wait_set));
  std::shared_ptr<void> data = waitable.take_data();
  waitable.execute(data);
  EXPECT_EQ(ran, 1);
}

/// Forwards everything to another waitable, with the functions of before Jazzy.
class Wrapper : public Waitable
{
public:
  explicit Wrapper(Waitable & wrapped) : wrapped_(wrapped) {}

  void add_to_wait_set(rcl_wait_set_t * wait_set) override { wrapped_.add_to_wait_set(wait_set); }
  bool is_ready(rcl_wait_set_t * wait_set) override { return wrapped_.is_ready(wait_set); }
  std::shared_ptr<void> take_data() override { return wrapped_.take_data(); }
  void execute(std::shared_ptr<void> & data) override { wrapped_.execute(data); }

private:
  Waitable & wrapped_;
};

TEST_F(ExecutorsWaitable, MayWrapOneThatHasTheOtherFunctions)
{
  Poster poster(context);
  auto wrapper = std::make_shared<Wrapper>(poster);
  group->add_waitable(wrapper);
  int ran = 0;
  poster.post([&]() { ++ran; });
  executor.spin_some();
  EXPECT_EQ(ran, 1);
  group->remove_waitable(wrapper);
}

class Unfinished : public Waitable
{
public:
  std::shared_ptr<void> take_data() override { return nullptr; }
};

TEST_F(ExecutorsWaitable, ThatOverridesNeitherOfTwoFunctionsIsAnError)
{
  Unfinished unfinished;
  Waitable & waitable = unfinished;
  rcl_wait_set_t wait_set{};
  std::shared_ptr<void> data;
  for (int again = 0; again < 2; ++again) {
    EXPECT_THROW(waitable.add_to_wait_set(wait_set), std::logic_error);
    EXPECT_THROW(waitable.add_to_wait_set(&wait_set), std::logic_error);
    EXPECT_THROW(waitable.is_ready(wait_set), std::logic_error);
    EXPECT_THROW(waitable.is_ready(&wait_set), std::logic_error);
    EXPECT_THROW(waitable.execute(data), std::logic_error);
    EXPECT_THROW(waitable.execute(std::make_shared<int>(1)), std::logic_error);
  }
}
#pragma GCC diagnostic pop

}  // namespace executors_test
