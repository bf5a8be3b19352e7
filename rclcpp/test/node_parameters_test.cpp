// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Parameters: declaration, types, ranges, listing, and their values.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>
#include <thread>
#include <vector>

#include "node_parameters_test.hpp"
#include "rclcpp/node_interfaces/node_parameters_interface.hpp"

using namespace rclcpp;              // NOLINT
using namespace rclcpp::exceptions;  // NOLINT
using node_test::dynamic;
using node_test::ParameterDescriptor;
using node_test::Parameters;
using node_test::thrown_text;

TEST_F(Parameters, DeclareGetSet)
{
  auto node = make_node();
  EXPECT_EQ(node->declare_parameter("int", 1), 1);
  EXPECT_EQ(node->declare_parameter("double", 2.5), 2.5);
  EXPECT_EQ(node->declare_parameter("string", "text"), "text");
  EXPECT_EQ(node->declare_parameter("bool", true), true);
  EXPECT_EQ(
    node->declare_parameter("ints", std::vector<std::int64_t>{1, 2}),
    (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(
    node->declare_parameter("strings", std::vector<std::string>{"a"}),
    std::vector<std::string>{"a"});
  EXPECT_EQ(node->declare_parameter("value", ParameterValue(3)).get<std::int64_t>(), 3);

  EXPECT_TRUE(node->has_parameter("int"));
  EXPECT_FALSE(node->has_parameter("other"));
  EXPECT_EQ(node->get_parameter("int").as_int(), 1);
  EXPECT_TRUE(node->set_parameter(Parameter("int", 7)).successful);
  EXPECT_EQ(node->get_parameter("int").as_int(), 7);
  EXPECT_EQ(node->get_parameter("string").get_value<std::string>(), "text");
  EXPECT_EQ(node->get_parameters({"int", "bool"}).size(), 2u);
}

TEST_F(Parameters, ReadIntoVariables)
{
  auto node = make_node();
  // as some programs do
  node->declare_parameter("/velocity_publisher/frequency", 10.0);
  float frequency = 0;
  EXPECT_TRUE(node->get_parameter("/velocity_publisher/frequency", frequency));
  EXPECT_EQ(frequency, 10.0f);
  node->declare_parameter("/keyboard_publisher/device", "/dev/input/event1");
  std::string device;
  EXPECT_TRUE(node->get_parameter("/keyboard_publisher/device", device));
  EXPECT_EQ(device, "/dev/input/event1");

  node->declare_parameter("n", 5);
  int n = 0;
  EXPECT_TRUE(node->get_parameter("n", n));
  EXPECT_EQ(n, 5);
  std::size_t size = 0;
  EXPECT_TRUE(node->get_parameter("n", size));
  EXPECT_EQ(size, 5u);
  EXPECT_FALSE(node->get_parameter("missing", n));
  EXPECT_EQ(n, 5);
  EXPECT_FALSE(node->get_parameter_or("missing", n, 9));
  EXPECT_EQ(n, 9);
  EXPECT_EQ(node->get_parameter_or("missing", std::string("x")), "x");
  EXPECT_EQ(
    thrown_text<InvalidParameterTypeException>([&] { node->get_parameter("n", device); }),
    "parameter 'n' has another type: expected [string] got [integer]");
}

TEST_F(Parameters, MisuseThrows)
{
  auto node = make_node();
  node->declare_parameter("a", 1);
  EXPECT_EQ(
    thrown_text<ParameterAlreadyDeclaredException>([&] { node->declare_parameter("a", 2); }),
    "parameter 'a' was declared before");
  thrown_text<InvalidParametersException>([&] { node->declare_parameter("", 2); });
  EXPECT_EQ(
    thrown_text<ParameterNotDeclaredException>([&] { node->get_parameter("b"); }),
    "parameter 'b' is not declared");
  EXPECT_EQ(
    thrown_text<ParameterNotDeclaredException>([&] { node->set_parameter(Parameter("b", 1)); }),
    "parameter 'b' is not declared: declare it before it is set");
  thrown_text<InvalidParametersException>([&] { node->set_parameter(Parameter("", 1)); });
  thrown_text<ParameterNotDeclaredException>([&] { node->describe_parameter("b"); });
  thrown_text<ParameterNotDeclaredException>([&] { node->get_parameter_types({"b"}); });
  thrown_text<ParameterNotDeclaredException>([&] { node->undeclare_parameter("b"); });
  thrown_text<InvalidParameterTypeException>([&] { node->undeclare_parameter("a"); });
  thrown_text<InvalidParameterTypeException>(
    [&] { node->declare_parameter("c", ParameterValue()); });
  thrown_text<std::invalid_argument>([&] { node->declare_parameter("c", PARAMETER_NOT_SET); });
  thrown_text<std::invalid_argument>(
    [&] { node->declare_parameter("c", PARAMETER_INTEGER, dynamic()); });
  thrown_text<ParameterTypeException>([&] { node->get_parameter("a").as_string(); });
  EXPECT_FALSE(node->has_parameter("c"));
}

TEST_F(Parameters, TypesAreStaticUnlessDynamic)
{
  auto node = make_node();
  node->declare_parameter("fixed", 1);
  const auto result = node->set_parameter(Parameter("fixed", "text"));
  EXPECT_FALSE(result.successful);
  EXPECT_EQ(
    result.reason, "parameter 'fixed': it is declared as integer, which string does not fit");
  EXPECT_EQ(
    node->set_parameter(Parameter("fixed")).reason,
    "parameter 'fixed': it is declared as integer, so it cannot be deleted; only a parameter of "
    "dynamic typing can");

  node->declare_parameter("free", ParameterValue(1), dynamic());
  EXPECT_TRUE(node->set_parameter(Parameter("free", "text")).successful);
  EXPECT_EQ(node->get_parameter("free").as_string(), "text");
  EXPECT_EQ(node->describe_parameter("free").type, PARAMETER_STRING);
  EXPECT_TRUE(node->set_parameter(Parameter("free")).successful);  // not set = undeclare
  EXPECT_FALSE(node->has_parameter("free"));
  node->declare_parameter("free", ParameterValue(), dynamic());
  EXPECT_EQ(node->get_parameter("free").get_type(), PARAMETER_NOT_SET);
  node->undeclare_parameter("free");
  EXPECT_FALSE(node->has_parameter("free"));
}

TEST_F(Parameters, DeclaredWithoutAValue)
{
  auto node = make_node(options().append_parameter_override("given", 4));
  EXPECT_EQ(node->declare_parameter<std::int64_t>("given"), 4);
  EXPECT_EQ(
    thrown_text<UninitializedStaticallyTypedParameterException>(
      [&] { node->declare_parameter<std::int64_t>("missing"); }),
    "parameter 'missing' has a static type and no value");
  EXPECT_EQ(
    thrown_text<ParameterUninitializedException>([&] { node->get_parameter("missing"); }),
    "parameter 'missing' has no value yet");
  std::int64_t value = 3;
  EXPECT_FALSE(node->get_parameter("missing", value));
  EXPECT_EQ(value, 3);
  EXPECT_TRUE(node->set_parameter(Parameter("missing", 8)).successful);
  EXPECT_EQ(node->get_parameter("missing").as_int(), 8);
}

TEST_F(Parameters, ReadOnly)
{
  auto node = make_node();
  ParameterDescriptor descriptor;
  descriptor.read_only = true;
  node->declare_parameter("constant", 1, descriptor);
  const auto result = node->set_parameter(Parameter("constant", 2));
  EXPECT_FALSE(result.successful);
  EXPECT_EQ(result.reason, "parameter 'constant' cannot be set because it is read-only");
  thrown_text<ParameterImmutableException>([&] { node->undeclare_parameter("constant"); });
}

TEST_F(Parameters, IntegerRange)
{
  auto node = make_node();
  ParameterDescriptor descriptor;
  descriptor.integer_range.resize(1);
  descriptor.integer_range[0].from_value = -10;
  descriptor.integer_range[0].to_value = 11;
  descriptor.integer_range[0].step = 5;
  node->declare_parameter("i", 0, descriptor);
  for (const int good : {-10, -5, 10, 11}) {
    EXPECT_TRUE(node->set_parameter(Parameter("i", good)).successful) << good;
  }
  for (const int bad : {-11, -9, 3, 12}) {
    const auto result = node->set_parameter(Parameter("i", bad));
    EXPECT_FALSE(result.successful) << bad;
    EXPECT_EQ(
      result.reason,
      "parameter 'i': " + std::to_string(bad) + " is outside its range, -10 to 11 in steps of 5");
  }
  EXPECT_EQ(
    thrown_text<InvalidParameterValueException>(
      [&] { node->declare_parameter("j", 1, descriptor); }),
    "parameter 'j': 1 is outside its range, -10 to 11 in steps of 5");
  EXPECT_FALSE(node->has_parameter("j"));
  // the whole of int64: the distance does not overflow
  descriptor.integer_range[0].from_value = INT64_MIN;
  descriptor.integer_range[0].to_value = INT64_MAX;
  descriptor.integer_range[0].step = 2;
  node->declare_parameter("wide", std::int64_t{0}, descriptor);
  EXPECT_FALSE(node->set_parameter(Parameter("wide", INT64_MAX - 2)).successful);
  EXPECT_TRUE(node->set_parameter(Parameter("wide", INT64_MAX - 1)).successful);
  // arrays: each element
  descriptor.integer_range[0] = rcl_interfaces::msg::IntegerRange();
  descriptor.integer_range[0].to_value = 3;
  node->declare_parameter("array", std::vector<std::int64_t>{1, 2}, descriptor);
  EXPECT_FALSE(node->set_parameter(Parameter("array", std::vector<std::int64_t>{1, 4})).successful);
}

TEST_F(Parameters, FloatingPointRange)
{
  auto node = make_node();
  ParameterDescriptor descriptor;
  descriptor.floating_point_range.resize(1);
  descriptor.floating_point_range[0].from_value = 0.0;
  descriptor.floating_point_range[0].to_value = 1.05;
  descriptor.floating_point_range[0].step = 0.1;
  node->declare_parameter("d", 0.3, descriptor);  // 3 × 0.1 is not 0.3 exactly
  EXPECT_TRUE(node->set_parameter(Parameter("d", 1.05)).successful);
  EXPECT_TRUE(node->set_parameter(Parameter("d", 0.7)).successful);
  for (const double bad : {0.75, -0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_FALSE(node->set_parameter(Parameter("d", bad)).successful) << bad;
  }
}

TEST_F(Parameters, NumbersThatAreNotFiniteAreOutsideOfAFiniteRange)
{
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double most = std::numeric_limits<double>::max();
  auto node = make_node();
  const auto accepts = [&](double from, double to, double step, double value) {
    ParameterDescriptor descriptor;
    descriptor.floating_point_range.resize(1);
    descriptor.floating_point_range[0].from_value = from;
    descriptor.floating_point_range[0].to_value = to;
    descriptor.floating_point_range[0].step = step;
    descriptor.dynamic_typing = true;
    node->declare_parameter("range", from, descriptor);
    const bool one = node->set_parameter(Parameter("range", value)).successful;
    const bool of_array =
      node->set_parameter(Parameter("range", std::vector<double>{from, value})).successful;
    node->undeclare_parameter("range");
    EXPECT_EQ(one, of_array);
    return one;
  };
  for (const double step : {0.0, 0.5}) {
    for (const double value : {infinity, -infinity, std::nan(""), most, -most}) {
      EXPECT_FALSE(accepts(0.0, 1.0, step, value)) << value;
    }
  }
  EXPECT_FALSE(accepts(0.0, 1e308, 0.0, 1.7e308)) << "their sum is not finite";
  EXPECT_FALSE(accepts(-1e308, 1e308, 0.0, infinity));
  EXPECT_TRUE(accepts(0.0, infinity, 0.0, infinity));
  EXPECT_TRUE(accepts(0.0, infinity, 0.0, most));
  EXPECT_FALSE(accepts(0.0, infinity, 0.0, -infinity));
  EXPECT_TRUE(accepts(0.0, 1.0, 0.1, 0.1 + 0.2));
  EXPECT_FALSE(accepts(0.0, 1.0, 0.1, 0.25));
}

TEST_F(Parameters, UndeclaredAllowed)
{
  auto node = make_node(options().allow_undeclared_parameters(true));
  EXPECT_EQ(node->get_parameter("x").get_type(), PARAMETER_NOT_SET);
  EXPECT_TRUE(node->set_parameter(Parameter("x", 1)).successful);
  EXPECT_TRUE(node->has_parameter("x"));
  EXPECT_TRUE(node->set_parameter(Parameter("x", "other type")).successful);
  EXPECT_EQ(node->describe_parameter("y").name, "y");
  EXPECT_EQ(node->get_parameter_types({"x", "y"}), (std::vector<std::uint8_t>{4, 0}));
  EXPECT_TRUE(node->set_parameter(Parameter("no_value")).successful);
  EXPECT_TRUE(node->has_parameter("no_value"));
}

// With one test of each name for each prefix this takes minutes.
TEST_F(Parameters, ManyParametersAreListedByManyPrefixes)
{
  auto node = make_node(options().start_parameter_event_publisher(false));
  std::vector<std::string> prefixes;
  constexpr int count = 30'000;
  for (int i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    node->declare_parameter("a" + number + ".x.y", i);
    prefixes.push_back("a" + number);
    prefixes.push_back("no" + number);
  }
  const auto all = node->list_parameters(prefixes, 0);
  EXPECT_EQ(all.names.size(), static_cast<std::size_t>(count));
  EXPECT_EQ(all.prefixes.size(), static_cast<std::size_t>(count));
  EXPECT_TRUE(node->list_parameters(prefixes, 1).names.empty());
  EXPECT_EQ(node->list_parameters(prefixes, 2).names.size(), static_cast<std::size_t>(count));
  EXPECT_EQ(node->list_parameters({"a7.x", "a8.x.y", "a9.x."}, 1).names.size(), 2u);
}

TEST_F(Parameters, ListsAndPrefixes)
{
  auto node = make_node(options().start_parameter_event_publisher(false));
  node->declare_parameters<int>("p", {{"a", 1}, {"b.c", 2}});
  node->declare_parameters<double>("", {{"top", {1.5, ParameterDescriptor()}}});
  using Names = std::vector<std::string>;
  const auto names = [&](const Names & prefixes, std::uint64_t depth) {
    return node->list_parameters(prefixes, depth).names;
  };
  EXPECT_EQ(
    names({}, 0), (Names{"p.a", "p.b.c", "start_type_description_service", "top", "use_sim_time"}));
  EXPECT_EQ(names({}, 1), (Names{"start_type_description_service", "top", "use_sim_time"}));
  EXPECT_EQ(names({}, 2), (Names{"p.a", "start_type_description_service", "top", "use_sim_time"}));
  EXPECT_EQ(names({"p"}, 0), (Names{"p.a", "p.b.c"}));
  EXPECT_EQ(names({"p"}, 1), (Names{"p.a"}));
  EXPECT_EQ(names({"top"}, 1), (Names{"top"}));
  EXPECT_EQ(names({"pp"}, 0), Names{});
  EXPECT_EQ(node->list_parameters({}, 0).prefixes, (Names{"p", "p.b"}));
  std::map<std::string, int> values;
  EXPECT_TRUE(node->get_parameters("p", values));
  EXPECT_EQ(values, (std::map<std::string, int>{{"a", 1}, {"b.c", 2}}));
  EXPECT_FALSE(node->get_parameters("q", values));
}

TEST_F(Parameters, ManyThreads)
{
  auto node = make_node();
  node->declare_parameter("sum", 0);
  std::atomic<int> calls{0};
  auto callback =
    node->add_post_set_parameters_callback([&](const std::vector<Parameter> &) { ++calls; });
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 100; ++i) {
        node->set_parameter(Parameter("sum", i));
        EXPECT_GE(node->get_parameter("sum").as_int(), 0);
        node->declare_parameter("t" + std::to_string(t) + "." + std::to_string(i), i);
        node->list_parameters({"t" + std::to_string(t)}, 0);
      }
    });
  }
  for (std::thread & thread : threads) {
    thread.join();
  }
  EXPECT_EQ(calls, 600);
}

TEST(Parameter, AccessAsAnotherTypeThrows)
{
  const Parameter wheels("wheels", 4);
  thrown_text<ParameterTypeException>([&] { wheels.as_double(); });
  thrown_text<ParameterTypeException>([&] { wheels.as_string_array(); });
  thrown_text<ParameterTypeException>([&] { wheels.get_value<PARAMETER_BOOL>(); });
  EXPECT_NE(
    thrown_text<InvalidParameterTypeException>([&] { wheels.get_value<bool>(); }).find("wheels"),
    std::string::npos);
}

// Setting a parameter to no value undeclares it only if it has a value.
TEST_F(Parameters, SettingNoValueForAnUnsetParameter)
{
  auto node = make_node();
  node->declare_parameter("camera", ParameterValue(), dynamic());
  EXPECT_TRUE(node->set_parameter(Parameter("camera")).successful);
  EXPECT_TRUE(node->has_parameter("camera"));
  EXPECT_TRUE(node->set_parameter(Parameter("camera", "front")).successful);
  EXPECT_TRUE(node->set_parameter(Parameter("camera")).successful);
  EXPECT_FALSE(node->has_parameter("camera"));
}

TEST(ParameterMaps, WildcardsNameNodes)
{
  const ParameterMap map = {
    {"/**", {Parameter("everywhere", 1)}},
    {"/*/arm", {Parameter("each_arm", 2)}},
    {"/left/arm", {Parameter("this_arm", 3)}},
    {"/right/arm", {Parameter("other_arm", 4)}},
    {"left/arm", {Parameter("no_absolute_name", 5)}}};
  EXPECT_EQ(parameters_from_map(map, "/left/arm").size(), 3u);
  EXPECT_EQ(parameters_from_map(map, "/arm").size(), 1u);
  EXPECT_EQ(parameters_from_map(map).size(), 5u);
}

TEST(Parameter, KeepsOnlyValuesOfItsType)
{
  const std::vector<ParameterValue> values = {
    ParameterValue(),
    ParameterValue(true),
    ParameterValue(5),
    ParameterValue(2.5),
    ParameterValue("text"),
    ParameterValue(std::vector<std::uint8_t>{1}),
    ParameterValue(std::vector<bool>{true}),
    ParameterValue(std::vector<std::int64_t>{1}),
    ParameterValue(std::vector<double>{1.5}),
    ParameterValue(std::vector<std::string>{"a"})};
  for (const ParameterValue & value : values) {
    auto message = value.to_value_msg();
    for (const ParameterValue & other : values) {  // all other members are filled
      if (other.get_type() != value.get_type()) {
        const auto filled = other.to_value_msg();
        message.bool_value |= filled.bool_value;
        message.integer_value += filled.integer_value;
        message.double_value += filled.double_value;
        message.string_value += filled.string_value;
        const auto append = [](auto & array, const auto & more) {
          array.insert(array.end(), more.begin(), more.end());
        };
        append(message.byte_array_value, filled.byte_array_value);
        append(message.bool_array_value, filled.bool_array_value);
        append(message.integer_array_value, filled.integer_array_value);
        append(message.double_array_value, filled.double_array_value);
        append(message.string_array_value, filled.string_array_value);
      }
    }
    EXPECT_EQ(ParameterValue(message), value) << value.get_type();
  }
}

TEST(Parameter, TextAndMessages)
{
  const Parameter parameter("x", 42);
  EXPECT_EQ(std::to_string(parameter), R"({"name": "x", "type": "integer", "value": "42"})");
  EXPECT_EQ(_to_json_dict_entry(parameter), R"("x": {"type": "integer", "value": "42"})");
  EXPECT_EQ(
    std::to_string(std::vector<Parameter>{parameter, Parameter("y", true)}),
    R"({"x": {"type": "integer", "value": "42"}, "y": {"type": "bool", "value": "true"}})");
  EXPECT_EQ(Parameter::from_parameter_msg(parameter.to_parameter_msg()), parameter);
  EXPECT_NE(parameter, Parameter("x", 43));
  std::ostringstream stream;
  stream << parameter << " " << PARAMETER_DOUBLE_ARRAY;
  EXPECT_EQ(stream.str(), R"({"name": "x", "type": "integer", "value": "42"} double_array)");
  EXPECT_EQ(Parameter("b", std::vector<bool>{true, false}).value_to_string(), "[true, false]");
  EXPECT_EQ(Parameter("b", std::vector<std::uint8_t>{1, 255}).value_to_string(), "[0x1, 0xff]");
  EXPECT_EQ(Parameter("s", std::vector<std::string>{"a", "b"}).value_to_string(), "[a, b]");
  EXPECT_EQ(Parameter("d", 0.5).value_to_string(), "0.500000");
  EXPECT_EQ(Parameter("d", std::vector<double>{0.5, 2}).value_to_string(), "[0.5, 2]");
  rcl_interfaces::msg::ParameterValue bad;
  bad.type = 10;
  thrown_text<UnknownTypeError>([&] { ParameterValue{bad}; });
  EXPECT_EQ(
    thrown_text<ParameterTypeException>([] { ParameterValue(1).get<bool>(); }),
    "expected [bool] got [integer]");
}
