// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Setting parameters: all or none, the callbacks that decide, and their exceptions.
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "node_parameters_test.hpp"

using namespace rclcpp;              // NOLINT
using namespace rclcpp::exceptions;  // NOLINT
using node_test::accept;
using node_test::dynamic;
using node_test::Parameters;
using node_test::SetParametersResult;
using node_test::thrown_text;

TEST_F(Parameters, SettingAtomicallySetsAllOrNone)
{
  auto node = make_node();
  node->declare_parameter("a", 1);
  node->declare_parameter("b", 1);
  EXPECT_FALSE(
    node->set_parameters_atomically({Parameter("a", 2), Parameter("b", "x")}).successful);
  EXPECT_EQ(node->get_parameter("a").as_int(), 1);
  EXPECT_TRUE(node->set_parameters_atomically({Parameter("a", 2), Parameter("b", 3)}).successful);
  EXPECT_EQ(node->get_parameter("b").as_int(), 3);
  const auto results = node->set_parameters({Parameter("a", "x"), Parameter("b", 4)});
  EXPECT_FALSE(results[0].successful);
  EXPECT_TRUE(results[1].successful);
  EXPECT_FALSE(node->set_parameters_atomically({}).successful);
}

TEST_F(Parameters, Callbacks)
{
  auto node = make_node();
  node->declare_parameter("a", 1);
  node->declare_parameter("b", 1);
  std::vector<std::string> order;
  auto pre = node->add_pre_set_parameters_callback([&](std::vector<Parameter> & parameters) {
    order.push_back("pre");
    if (parameters[0].get_name() == "a") {
      parameters.emplace_back("b", parameters[0].as_int() * 2);
    }
  });
  auto first = node->add_on_set_parameters_callback([&](const std::vector<Parameter> & parameters) {
    order.push_back("on1");
    SetParametersResult result;
    result.successful = parameters[0].as_int() < 100;
    result.reason = "too large";
    return result;
  });
  auto second = node->add_on_set_parameters_callback([&](const std::vector<Parameter> &) {
    order.push_back("on2");
    return accept();
  });
  auto post =
    node->add_post_set_parameters_callback([&](const std::vector<Parameter> & parameters) {
      order.push_back("post" + std::to_string(parameters.size()));
      EXPECT_EQ(node->get_parameter("b").as_int(), 4);  // reading is allowed
    });
  EXPECT_TRUE(node->set_parameter(Parameter("a", 2)).successful);
  EXPECT_EQ(order, (std::vector<std::string>{"pre", "on2", "on1", "post2"}));
  EXPECT_EQ(node->get_parameter("b").as_int(), 4);

  order.clear();
  const auto refused = node->set_parameter(Parameter("a", 100));
  EXPECT_FALSE(refused.successful);
  EXPECT_EQ(refused.reason, "too large");
  EXPECT_EQ(node->get_parameter("a").as_int(), 2);
  EXPECT_EQ(order, (std::vector<std::string>{"pre", "on2", "on1"}));
  thrown_text<InvalidParameterValueException>([&] { node->declare_parameter("c", 200); });

  order.clear();
  pre.reset();
  first.reset();
  node->remove_on_set_parameters_callback(second.get());
  thrown_text<std::runtime_error>([&] { node->remove_on_set_parameters_callback(second.get()); });
  node->remove_post_set_parameters_callback(post.get());
  EXPECT_TRUE(node->set_parameter(Parameter("a", 100)).successful);
  EXPECT_TRUE(order.empty());
}

TEST_F(Parameters, CallbacksMustNotSet)
{
  auto node = make_node();
  node->declare_parameter("a", 1);
  int thrown = 0;
  auto callback = node->add_on_set_parameters_callback([&](const std::vector<Parameter> &) {
    try {
      node->set_parameter(Parameter("a", 5));
    } catch (const ParameterModifiedInCallbackException &) {
      ++thrown;
    }
    try {
      node->declare_parameter("b", 1);
    } catch (const ParameterModifiedInCallbackException &) {
      ++thrown;
    }
    return accept();
  });
  EXPECT_TRUE(node->set_parameter(Parameter("a", 2)).successful);
  EXPECT_EQ(thrown, 2);
  EXPECT_EQ(node->get_parameter("a").as_int(), 2);
  auto throwing = node->add_on_set_parameters_callback(
    [](const std::vector<Parameter> &) -> SetParametersResult { throw std::logic_error("mine"); });
  thrown_text<std::logic_error>([&] { node->set_parameter(Parameter("a", 3)); });
  throwing.reset();
  EXPECT_TRUE(node->set_parameter(Parameter("a", 3)).successful);  // the guard was released
}

// Result, value and event agree, whichever callback throws, for every way of setting.
TEST_F(Parameters, AnExceptionOfACallbackLeavesADefinedState)
{
  enum class Kind
  {
    pre,
    on,
    post
  };
  struct NoException
  {
  };
  using Throw = std::function<void()>;
  const std::vector<Throw> throws = {
    [] { throw std::runtime_error("mine"); }, [] { throw ParameterNotDeclaredException("mine"); },
    [] { throw InvalidParametersException("mine"); }, [] { throw NoException(); }};
  for (const Kind kind : {Kind::pre, Kind::on, Kind::post}) {
    for (std::size_t what = 0; what < throws.size(); ++what) {
      SCOPED_TRACE(static_cast<int>(kind) * 10 + static_cast<int>(what));
      auto node = make_node();
      node->declare_parameter("a", 1);
      node->declare_parameter("b", 1);
      node->declare_parameter("gone", ParameterValue(1), dynamic());
      std::size_t events = 0;
      auto subscription = node->create_subscription<rcl_interfaces::msg::ParameterEvent>(
        "/parameter_events", 100, [&](const rcl_interfaces::msg::ParameterEvent &) { ++events; });
      bool is_on = true;
      std::size_t others = 0;
      const auto act = [&] {
        if (is_on) {
          throws[what]();
        }
      };
      const auto last =
        node->add_post_set_parameters_callback([&](const std::vector<Parameter> &) { ++others; });
      const auto pre = node->add_pre_set_parameters_callback([&](std::vector<Parameter> &) {
        if (kind == Kind::pre) {
          act();
        }
      });
      const auto on = node->add_on_set_parameters_callback([&](const std::vector<Parameter> &) {
        if (kind == Kind::on) {
          act();
        }
        return accept();
      });
      const auto post = node->add_post_set_parameters_callback([&](const std::vector<Parameter> &) {
        if (kind == Kind::post) {
          act();
        }
      });
      ExecutorOptions executor_options;
      executor_options.context = context;
      executors::SingleThreadedExecutor executor(executor_options);
      executor.add_node(node);
      const auto count_events = [&] {
        executor.spin_some();
        return std::exchange(events, 0);
      };
      count_events();
      const bool changes = kind == Kind::post;
      // Returns true if it reports success.
      const auto expect = [&](std::size_t count, const std::function<bool()> & call, auto is_done) {
        others = 0;
        bool successful = false;
        try {
          successful = call();
        } catch (...) {
        }
        EXPECT_EQ(successful, changes);
        EXPECT_EQ(is_done(), changes);
        EXPECT_EQ(count_events(), changes ? count : 0u);
        EXPECT_EQ(others, changes ? count : 0u) << "the others are called";
      };
      expect(
        1, [&] { return node->set_parameter(Parameter("a", 2)).successful; },
        [&] { return node->get_parameter("a").as_int() == 2; });
      expect(
        2,
        [&] {
          const auto results = node->set_parameters({Parameter("a", 3), Parameter("b", 3)});
          return results[0].successful && results[1].successful;
        },
        [&] { return node->get_parameter("b").as_int() == 3; });
      expect(
        1,
        [&] {
          return node->set_parameters_atomically({Parameter("a", 4), Parameter("b", 4)}).successful;
        },
        [&] { return node->get_parameter("b").as_int() == 4; });
      expect(
        1, [&] { return node->set_parameter(Parameter("gone")).successful; },
        [&] { return !node->has_parameter("gone"); });
      if (kind != Kind::pre) {  // declarations do not call them
        expect(
          1, [&] { return node->declare_parameter("new", 1) == 1; },
          [&] { return node->has_parameter("new"); });
      }
      is_on = false;
      EXPECT_TRUE(node->set_parameter(Parameter("a", 5)).successful) << "the turn was left";
      EXPECT_EQ(count_events(), 1u);
    }
  }
}

TEST_F(Parameters, ACallbackThatIsNullIsNotFound)
{
  auto node = make_node();
  node->add_on_set_parameters_callback([](const std::vector<Parameter> &) { return accept(); })
    .reset();
  thrown_text<std::runtime_error>([&] { node->remove_on_set_parameters_callback(nullptr); });
}

// ROS 2 accepts it, and throws when parameters are set.
TEST_F(Parameters, ACallbackThatIsNullIsRefused)
{
  auto node = make_node();
  EXPECT_THROW(
    static_cast<void>(node->add_pre_set_parameters_callback(nullptr)), std::invalid_argument);
  EXPECT_THROW(
    static_cast<void>(node->add_on_set_parameters_callback(nullptr)), std::invalid_argument);
  EXPECT_THROW(
    static_cast<void>(node->add_post_set_parameters_callback(nullptr)), std::invalid_argument);
  ParameterEventHandler handler(node);
  EXPECT_THROW(
    static_cast<void>(handler.add_parameter_callback("a", nullptr)), std::invalid_argument);
  EXPECT_THROW(
    static_cast<void>(handler.add_parameter_event_callback(nullptr)), std::invalid_argument);
}
