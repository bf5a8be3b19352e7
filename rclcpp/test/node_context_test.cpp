// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Contexts: life, shutdown callbacks, sleeps, domain ids, sub-contexts, several at a time.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "node_support.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/guard_condition.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/utilities.hpp"
#include "rclcpp/wait_set.hpp"
#include "rmw/participant.hpp"

using namespace rclcpp;                // NOLINT
using namespace std::chrono_literals;  // NOLINT
using node_test::eventually;
using node_test::make_context;
using node_test::thrown_text;
using node_test::Variable;

TEST(Context, LifeAndReason)
{
  auto context = std::make_shared<Context>();
  EXPECT_FALSE(context->is_valid());
  EXPECT_FALSE(context->shutdown("nothing to shut down"));
  thrown_text<std::runtime_error>([&] { context->get_domain_id(); });
  thrown_text<std::runtime_error>([&] { context->participant(); });
  context->init(0, nullptr);
  EXPECT_TRUE(context->is_valid());
  EXPECT_EQ(context->shutdown_reason(), "");
  EXPECT_EQ(
    thrown_text<ContextAlreadyInitialized>([&] { context->init(0, nullptr); }),
    "init() was called before for this context");
  EXPECT_TRUE(context->shutdown("because"));
  EXPECT_FALSE(context->is_valid());
  EXPECT_EQ(context->shutdown_reason(), "because");
  EXPECT_FALSE(context->shutdown("again"));
  context->init(0, nullptr);
  EXPECT_TRUE(context->is_valid());
}

TEST(Context, DestructionShutsDown)
{
  int called = 0;
  {
    auto context = make_context();
    context->on_shutdown([&] { ++called; });
  }
  EXPECT_EQ(called, 1);
}

TEST(Context, CallbacksInTheirOrder)
{
  auto context = make_context();
  std::vector<std::string> order;
  context->add_pre_shutdown_callback([&] {
    EXPECT_TRUE(context->is_valid());
    order.push_back("pre");
  });
  context->on_shutdown([&] {
    EXPECT_FALSE(context->is_valid());
    order.push_back("first");
  });
  auto removed = context->add_on_shutdown_callback([&] { order.push_back("removed"); });
  auto throwing = context->add_on_shutdown_callback([] { throw std::runtime_error("no"); });
  auto last = context->add_on_shutdown_callback([&] {
    EXPECT_FALSE(context->shutdown("from a callback"));
    order.push_back("last");
  });
  EXPECT_EQ(context->get_on_shutdown_callbacks().size(), 4u);
  EXPECT_EQ(context->get_pre_shutdown_callbacks().size(), 1u);
  EXPECT_TRUE(context->remove_on_shutdown_callback(removed));
  EXPECT_FALSE(context->remove_on_shutdown_callback(removed));
  EXPECT_FALSE(context->remove_on_shutdown_callback(OnShutdownCallbackHandle()));
  EXPECT_TRUE(context->shutdown("test"));
  EXPECT_EQ(order, (std::vector<std::string>{"pre", "first", "last"}));
}

TEST(Context, ACallbackMayRemoveItselfAndOthers)
{
  auto context = make_context();
  int called = 0;
  OnShutdownCallbackHandle self;
  OnShutdownCallbackHandle other;
  self = context->add_on_shutdown_callback([&] {
    ++called;
    EXPECT_TRUE(context->remove_on_shutdown_callback(self));
    EXPECT_TRUE(context->remove_on_shutdown_callback(other));
  });
  other = context->add_on_shutdown_callback([&] { ADD_FAILURE() << "was removed"; });
  context->shutdown("test");
  EXPECT_EQ(called, 1);
}

// The captures of a callback may have callbacks themselves, as a node has.
TEST(Context, ARemovedCallbackIsDestroyedWithoutALock)
{
  auto context = make_context();
  auto other = context->add_on_shutdown_callback([] {});
  bool destroyed = false;
  std::shared_ptr<void> captured(nullptr, [&](void *) {
    EXPECT_TRUE(context->remove_on_shutdown_callback(other));
    destroyed = true;
  });
  auto self = std::make_shared<OnShutdownCallbackHandle>();
  *self = context->add_on_shutdown_callback([&context, self, held = captured] {
    EXPECT_TRUE(context->remove_on_shutdown_callback(*self));
  });
  captured.reset();
  EXPECT_TRUE(context->shutdown("test"));
  EXPECT_TRUE(destroyed);
}

TEST(Context, ShutdownIsCompleteDespiteExceptionsOfCallbacks)
{
  auto context = make_context();
  int called = 0;
  context->add_pre_shutdown_callback([] { throw 1; });
  context->on_shutdown([] { throw 2; });
  context->on_shutdown([&] { ++called; });
  EXPECT_NO_THROW(EXPECT_TRUE(context->shutdown("test")));
  EXPECT_EQ(called, 1);
  EXPECT_FALSE(context->is_valid());
  std::thread([&] { EXPECT_FALSE(context->shutdown("again")); }).join();  // does not wait
}

TEST(Context, RemovalWaitsForTheRunningCallback)
{
  auto context = make_context();
  std::atomic_bool inside{false};
  std::atomic_bool go_on{false};
  auto captured = std::make_unique<std::atomic<int>>(0);
  auto handle = context->add_on_shutdown_callback([&, raw = captured.get()] {
    inside = true;
    while (!go_on) {
      std::this_thread::yield();
    }
    ++*raw;  // already freed if removal did not wait
  });
  std::thread ender([&] { context->shutdown("test"); });
  ASSERT_TRUE(eventually([&] { return inside.load(); }));
  std::thread opener([&] { go_on = true; });
  EXPECT_TRUE(context->remove_on_shutdown_callback(handle));
  EXPECT_EQ(*captured, 1);
  captured.reset();
  opener.join();
  ender.join();
}

TEST(Context, OfManyCallersOneShutsDownAndAllReturnAfterwards)
{
  for (int round = 0; round < 20; ++round) {
    auto context = make_context();
    std::atomic_bool complete{false};
    context->on_shutdown([&] {
      std::this_thread::yield();
      complete = true;
    });
    std::atomic<int> winners{0};
    std::vector<std::thread> callers;
    for (int i = 0; i < 4; ++i) {
      callers.emplace_back([&] {
        winners += context->shutdown("test") ? 1 : 0;
        EXPECT_TRUE(complete);
      });
    }
    for (std::thread & caller : callers) {
      caller.join();
    }
    EXPECT_EQ(winners, 1);
  }
}

TEST(Context, SleepEndsWithTimeShutdownOrInterrupt)
{
  auto context = make_context();
  EXPECT_TRUE(context->sleep_for(1ms));
  EXPECT_TRUE(context->sleep_for(-1ms));
  std::atomic_bool woken{false};
  std::thread interrupted([&] {
    EXPECT_FALSE(context->sleep_for(std::chrono::nanoseconds::max()));
    woken = true;
  });
  EXPECT_TRUE(eventually([&] {
    context->interrupt_all_sleep_for();
    return woken.load();
  }));
  interrupted.join();
  std::thread ended([&] { EXPECT_FALSE(context->sleep_for(1h)); });
  context->shutdown("test");
  ended.join();
  EXPECT_FALSE(context->sleep_for(1h));
}

TEST(Context, DomainIds)
{
  const auto domain_of = [](const char * variable, std::size_t option) {
    const Variable environment("ROS_DOMAIN_ID", variable);
    InitOptions options;
    if (option != InitOptions::default_domain_id) {
      options.set_domain_id(option);
    }
    auto context = std::make_shared<Context>();
    context->init(0, nullptr, options);
    return context->get_domain_id();
  };
  EXPECT_EQ(domain_of("7", InitOptions::default_domain_id), 7u);
  EXPECT_EQ(domain_of(nullptr, InitOptions::default_domain_id), 0u);
  EXPECT_EQ(domain_of("", InitOptions::default_domain_id), 0u);
  EXPECT_EQ(domain_of("7", 9), 9u);
  EXPECT_EQ(domain_of("rubbish", 9), 9u);
  for (const char * bad : {"233", "-1", "x", "99999999999999999999"}) {
    const std::string text = thrown_text<exceptions::RCLInvalidArgument>(
      [&] { domain_of(bad, InitOptions::default_domain_id); });
    EXPECT_NE(text.find("ROS_DOMAIN_ID"), std::string::npos) << text;
    EXPECT_NE(text.find(bad), std::string::npos) << text;
  }
  EXPECT_NE(
    thrown_text<exceptions::RCLInvalidArgument>([&] {
      domain_of("0", 233);
    }).find("233 is out of range; expected 0 to 232"),
    std::string::npos);
  const Variable environment("ROS_DOMAIN_ID", "11");
  InitOptions options;
  EXPECT_EQ(options.get_domain_id(), InitOptions::default_domain_id);
  options.use_default_domain_id();
  EXPECT_EQ(options.get_domain_id(), 11u);
}

TEST(Context, BadArgumentsLeaveItUninitialised)
{
  auto context = std::make_shared<Context>();
  const char * malformed[] = {"p", "--ros-args", "-r", "x"};
  thrown_text<exceptions::RCLInvalidROSArgsError>([&] { context->init(4, malformed); });
  const char * unknown[] = {"p", "--ros-args", "--foo", "bar"};
  EXPECT_EQ(
    thrown_text<exceptions::UnknownROSArgsError>([&] { context->init(4, unknown); }),
    "found arguments that are not ROS arguments between --ros-args and --: '--foo', 'bar'");
  EXPECT_FALSE(context->is_valid());
  context->init(0, nullptr);
  EXPECT_TRUE(context->is_valid());
}

TEST(Context, ABadLogVariableFailsInit)
{
  const Variable colour("RCUTILS_COLORIZED_OUTPUT", "blue");
  auto context = std::make_shared<Context>();
  thrown_text<exceptions::RCLInvalidArgument>([&] { context->init(0, nullptr); });
  EXPECT_FALSE(context->is_valid());
  InitOptions options;
  options.auto_initialize_logging(false);
  context->init(0, nullptr, options);
  EXPECT_TRUE(context->is_valid());
}

TEST(Context, OneParticipantAsLongAsItIsUsed)
{
  auto context = make_context();
  auto other = make_context();
  auto participant = context->participant();
  EXPECT_EQ(context->participant(), participant);
  EXPECT_NE(other->participant(), participant);
  const std::weak_ptr<rmw::Participant> weak = participant;
  participant.reset();
  EXPECT_TRUE(weak.expired());
  EXPECT_NE(context->participant(), nullptr);
  context->shutdown("test");
  thrown_text<exceptions::RCLError>([&] { context->participant(); });
}

TEST(Context, EntitiesNeedAContext)
{
  auto never = std::make_shared<Context>();
  thrown_text<exceptions::RCLError>([&] { Node("n", NodeOptions().context(never)); });
  thrown_text<exceptions::RCLInvalidArgument>([&] { GuardCondition{never}; });
  thrown_text<exceptions::RCLInvalidArgument>([&] { WaitSet({}, {}, {}, {}, {}, {}, never); });
  thrown_text<exceptions::RCLInvalidArgument>([] {
    GenericTimer<std::function<void()>>(
      std::make_shared<Clock>(), std::chrono::nanoseconds(-1), [] {}, nullptr);
  });
}

TEST(Context, ThoseInUseAreListed)
{
  const auto first = make_context();
  const auto second = make_context();
  const auto listed = [](const Context::SharedPtr & context) {
    const auto contexts = get_contexts();
    return std::find(contexts.begin(), contexts.end(), context) != contexts.end();
  };
  EXPECT_TRUE(listed(first) && listed(second));
  first->shutdown("test");
  EXPECT_FALSE(listed(first));
  EXPECT_TRUE(listed(second));
  first->init(0, nullptr);
  EXPECT_EQ(get_contexts().back(), first);
}

TEST(Context, SubContextsAreSingletons)
{
  struct Counter
  {
    explicit Counter(int start) : value(start) {}
    int value;
  };
  auto context = make_context();
  const auto counter = context->get_sub_context<Counter>(3);
  EXPECT_EQ(counter->value, 3);
  EXPECT_EQ(context->get_sub_context<Counter>(5), counter);
  EXPECT_NE(make_context()->get_sub_context<Counter>(5), counter);
}

TEST(Utilities, DefaultContext)
{
  EXPECT_FALSE(ok());
  const char * arguments[] = {"p", "a", "--ros-args", "-r", "x:=y", "--", "b"};
  EXPECT_EQ(init_and_remove_ros_arguments(7, arguments), (std::vector<std::string>{"p", "a", "b"}));
  EXPECT_TRUE(ok());
  EXPECT_TRUE(signal_handlers_installed());
  EXPECT_EQ(get_current_signal_handler_options(), SignalHandlerOptions::All);
  EXPECT_FALSE(install_signal_handlers());
  thrown_text<ContextAlreadyInitialized>([&] { init(7, arguments); });
  int called = 0;
  on_shutdown([&] { ++called; });
  EXPECT_TRUE(rclcpp::sleep_for(1ms));
  EXPECT_TRUE(shutdown());
  EXPECT_EQ(called, 1);
  EXPECT_FALSE(ok());
  EXPECT_FALSE(shutdown());
  EXPECT_FALSE(signal_handlers_installed());
  EXPECT_FALSE(uninstall_signal_handlers());
  EXPECT_EQ(
    contexts::get_global_default_context()->shutdown_reason(), "rclcpp::shutdown() was called");
  EXPECT_EQ(remove_ros_arguments(0, nullptr), std::vector<std::string>());
  EXPECT_EQ(get_c_vector_string({"a", "b"}).size(), 2u);
}

TEST(Utilities, OtherContexts)
{
  auto context = make_context();
  EXPECT_TRUE(ok(context));
  EXPECT_FALSE(ok());
  EXPECT_TRUE(shutdown(context, "mine"));
  EXPECT_FALSE(ok(context));
  EXPECT_EQ(context->shutdown_reason(), "mine");
}
