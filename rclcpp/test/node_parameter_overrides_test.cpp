// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Overrides of parameters from files, the command line and the program.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "node_parameters_test.hpp"
#include "rclcpp/extension/arguments.hpp"

using namespace rclcpp;              // NOLINT
using namespace rclcpp::exceptions;  // NOLINT
using node_test::make_context;
using node_test::ParameterDescriptor;
using node_test::Parameters;
using node_test::TemporaryFile;
using node_test::thrown_text;

TEST_F(Parameters, OverridesOfFileCommandLineAndProgram)
{
  const TemporaryFile file(
    "/**: {ros__parameters: {a: 1, b: 1, c: 1}}\n/ns/node: {ros__parameters: {b: 2}}\n");
  context = make_context({"--ros-args", "--params-file", file.path().c_str(), "-p", "node:c:=3"});
  auto node = make_node(options()
                          .arguments({"--ros-args", "-p", "/ns/node:d:=4"})
                          .append_parameter_override("e", 5)
                          .append_parameter_override("a", 6));
  EXPECT_EQ(node->declare_parameter("a", 0), 6);
  EXPECT_EQ(node->declare_parameter("b", 0), 2);
  EXPECT_EQ(node->declare_parameter("c", 0), 1);  // "node:" names /node, not /ns/node
  EXPECT_EQ(node->declare_parameter("d", 0), 4);
  EXPECT_EQ(node->declare_parameter("e", 0), 5);
  EXPECT_EQ(node->declare_parameter("f", 0), 0);
  node = make_node();
  EXPECT_EQ(node->declare_parameter("a", 0, ParameterDescriptor(), true), 0);
  node = make_node(options().use_global_arguments(false));
  EXPECT_EQ(node->declare_parameter("a", 0), 0);
}

TEST_F(Parameters, AFileForNoNodeOfTheProcessIsReportedAtItsEnd)
{
  const TemporaryFile of_one("node: {ros__parameters: {a: 1}}\n");
  const TemporaryFile of_several("b: {ros__parameters: {a: 1}}\nc: {ros__parameters: {a: 1}}\n");
  const TemporaryFile near("/ns/b: {ros__parameters: {a: 1}}\nnode: {ros__parameters: {a: 1}}\n");
  const auto count_reports = [&](const TemporaryFile & file, const std::function<void()> & nodes) {
    context = make_context({"--ros-args", "--params-file", file.path().c_str()});
    const node_test::CapturedLog log;
    nodes();
    context->shutdown("the test wants it");
    const auto lines = log.lines();
    return std::count_if(lines.begin(), lines.end(), [&](const std::string & line) {
      return line.find("'--params-file " + file.path() + "' of the command line had no effect") !=
             std::string::npos;
    });
  };
  const auto make = [&] { make_node(); };  // /ns/node
  EXPECT_EQ(count_reports(of_one, make), 1);
  EXPECT_EQ(count_reports(of_several, make), 0) << "a launch file may give it to all nodes";
  EXPECT_EQ(count_reports(near, make), 1);
  EXPECT_EQ(count_reports(of_one, [] {}), 0) << "no node";
  EXPECT_EQ(count_reports(of_one, [&] { make_node(options().use_global_arguments(false)); }), 0);
  EXPECT_EQ(
    count_reports(
      of_one,
      [&] {
        make_node();
        const Node other("node", options());
      }),
    0);
  EXPECT_EQ(
    count_reports(
      of_one,
      [&] {
        make_node();
        extension::expect_loaded_nodes(*context);
      }),
    0)
    << "a container of components";
}

TEST_F(Parameters, OverridesOfTheWrongType)
{
  auto node = make_node(options().append_parameter_override("x", "text"));
  EXPECT_EQ(
    thrown_text<InvalidParameterTypeException>([&] { node->declare_parameter("x", 1); }),
    "parameter 'x' has another type: it is declared as integer, which string does not fit");
  EXPECT_FALSE(node->has_parameter("x"));
  thrown_text<InvalidParameterTypeException>(
    [&] { make_node(options().append_parameter_override("use_sim_time", 1)); });
}

TEST_F(Parameters, ErrorsOfOverridesNameTheirFile)
{
  const TemporaryFile file(
    "node:\n  ros__parameters:\n    number: null\n    text: word\n    list:\n      - {a: 1}\n"
    "    speed: 9.5\n");
  context = make_context({"--ros-args", "--params-file", file.path().c_str(), "-p", "rate:=~"});
  auto node = std::make_shared<Node>("node", options());
  EXPECT_EQ(
    thrown_text<InvalidParameterTypeException>([&] { node->declare_parameter("number", 1); }),
    "parameter 'number' has another type: it is declared as integer, which string does not fit; it "
    "is given in " +
      file.path() +
      ":3:13 as the text 'null'; null is read as a text, as no parameter can be it: leave the "
      "parameter out");
  EXPECT_EQ(
    thrown_text<InvalidParameterTypeException>([&] { node->declare_parameter("text", 1); }),
    "parameter 'text' has another type: it is declared as integer, which string does not fit; it "
    "is given in " +
      file.path() + ":4:11 as the text 'word'");
  EXPECT_NE(
    thrown_text<InvalidParameterTypeException>([&] {
      node->declare_parameter("rate", 1);
    }).find("; null is read as a text"),
    std::string::npos);
  ParameterDescriptor descriptor;
  descriptor.floating_point_range.resize(1);
  descriptor.floating_point_range[0].to_value = 9.0;
  EXPECT_NE(
    thrown_text<InvalidParameterValueException>([&] {
      node->declare_parameter("speed", 1.0, descriptor);
    }).find("it is given in " + file.path() + ":7:12"),
    std::string::npos);
  EXPECT_EQ(
    thrown_text<InvalidParameterValueException>([&] {
      node->declare_parameter("list", std::vector<std::string>());
    }).find("parameter 'list': " + file.path() + ":6:7: a sequence with mappings"),
    0u);
  EXPECT_EQ(node->declare_parameter("list", 5, ParameterDescriptor(), true), 5) << "ignored";
}

TEST_F(Parameters, AFaultInAFileFailsTheNodesThatItNamesOnly)
{
  const TemporaryFile file(
    "/ns/node:\n  ros__parameters:\n    list: [1, x]\n/ns/other: {ros__parameters: {a: 2}}\n");
  context = make_context({"--ros-args", "--params-file", file.path().c_str()});
  EXPECT_EQ(
    thrown_text<RCLInvalidROSArgsError>([&] { make_node(); }),
    "the parameters of node '/ns/node' cannot be read: " + file.path() +
      ":3:15: the elements of a sequence must have one type: string after integer");
  EXPECT_NO_THROW(make_node(options().use_global_arguments(false)));
  const auto other = std::make_shared<Node>("other", "/ns", options());
  EXPECT_EQ(other->declare_parameter("a", 1), 2);
}

TEST_F(Parameters, AnEmptyArrayFitsEachDeclarationOfAnArray)
{
  const TemporaryFile file("/**: {ros__parameters: {given: []}}\n");
  for (const std::vector<const char *> & arguments :
       {std::vector<const char *>{"--ros-args", "--params-file", file.path().c_str()},
        std::vector<const char *>{"--ros-args", "-p", "given:=[]"}}) {
    context = make_context(arguments);
    const auto declared = [&](auto value) {
      value.resize(2);
      return make_node()->declare_parameter("given", value).empty();
    };
    EXPECT_TRUE(declared(std::vector<std::string>()));
    EXPECT_TRUE(declared(std::vector<std::int64_t>()));
    EXPECT_TRUE(declared(std::vector<double>()));
    EXPECT_TRUE(declared(std::vector<bool>()));
    EXPECT_TRUE(declared(std::vector<std::uint8_t>()));
    EXPECT_TRUE(make_node()->declare_parameter<std::vector<double>>("given").empty());
    thrown_text<InvalidParameterTypeException>([&] { make_node()->declare_parameter("given", 1); });
    EXPECT_EQ(
      make_node(options().automatically_declare_parameters_from_overrides(true))
        ->get_parameter("given")
        .get_type(),
      PARAMETER_STRING_ARRAY);
  }
}

TEST_F(Parameters, BytesComeFromFiles)
{
  const TemporaryFile file("/**: {ros__parameters: {key: !!binary AAECAw==}}\n");
  context = make_context({"--ros-args", "--params-file", file.path().c_str()});
  EXPECT_EQ(
    make_node()->declare_parameter("key", std::vector<std::uint8_t>()),
    (std::vector<std::uint8_t>{0, 1, 2, 3}));
}

// As in a dumped file, which also has the parameters that the library declares.
TEST_F(Parameters, OwnParametersMayBeDeclaredFromOverrides)
{
  const auto with = [&](const char * name, const ParameterValue & value) {
    auto given = options().automatically_declare_parameters_from_overrides(true);
    given.parameter_overrides().emplace_back(name, value);
    return make_node(given);
  };
  auto first = make_node();
  for (const std::string & name : first->list_parameters({}, 0).names) {
    SCOPED_TRACE(name);
    const auto node = with(name.c_str(), first->get_parameter(name).get_parameter_value());
    EXPECT_EQ(node->get_parameter(name), first->get_parameter(name));
  }
  first.reset();
  const auto silent = with("start_type_description_service", ParameterValue(false));
  EXPECT_FALSE(silent->get_service_names_and_types_by_node("node", "/ns")
                 .contains("/ns/node/get_type_description"));
  EXPECT_EQ(
    thrown_text<InvalidParameterTypeException>(
      [&] { with("start_type_description_service", ParameterValue(1)); }),
    "parameter 'start_type_description_service' has another type: expected bool, found integer");
}

TEST_F(Parameters, DeclaredFromOverrides)
{
  auto node = make_node(
    options().append_parameter_override("a.b", 1).automatically_declare_parameters_from_overrides(
      true));
  EXPECT_EQ(node->get_parameter("a.b").as_int(), 1);
  EXPECT_TRUE(node->describe_parameter("a.b").dynamic_typing);
  EXPECT_TRUE(node->set_parameter(Parameter("a.b", "text")).successful);
}
