// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The parser of --ros-args and parameter files: accepted input, and error texts.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>

#include "context/arguments.hpp"
#include "node_support.hpp"
#include "parameters/yaml_parameters.hpp"
#include "rclcpp/exceptions/exceptions.hpp"

using namespace rclcpp;          // NOLINT
using namespace rclcpp::detail;  // NOLINT
using node_test::TemporaryFile;
using node_test::thrown_text;

namespace
{

Arguments parse(std::vector<std::string> arguments)
{
  arguments.insert(arguments.begin(), "program");
  return parse_arguments(arguments);
}

std::string error_of(const std::vector<std::string> & arguments)
{
  return thrown_text<exceptions::RCLInvalidROSArgsError>([&] { parse(arguments); });
}

std::string yaml_error(const std::string & text)
{
  ParameterOverrides overrides;
  return thrown_text<YamlError>([&] { read_parameters(text, "file.yaml", overrides); });
}

std::map<std::string, ParameterValue> parameters_of(
  const std::string & yaml, const std::string & node)
{
  ParameterOverrides overrides;
  read_parameters(yaml, "file.yaml", overrides);
  const NodeParameterOverrides of_node = overrides_of_node(overrides, node);
  EXPECT_EQ(of_node.fault, "");
  std::map<std::string, ParameterValue> parameters;
  for (const auto & [name, given] : of_node.parameters) {
    if (given.fault.empty()) {
      parameters.emplace(name, given.value);
    }
  }
  return parameters;
}

// Returns the error in the section of that node; empty if there is none.
std::string fault_of(const std::string & yaml, const std::string & node)
{
  ParameterOverrides overrides;
  read_parameters(yaml, "file.yaml", overrides);
  return overrides_of_node(overrides, node).fault;
}

}  // namespace

TEST(Arguments, NothingWithoutRosArgs)
{
  const Arguments arguments = parse({"-r", "x", "--flag"});
  EXPECT_TRUE(arguments.remap_rules.empty());
  EXPECT_EQ(arguments.non_ros, (std::vector<std::string>{"program", "-r", "x", "--flag"}));
  EXPECT_TRUE(parse_arguments({}).non_ros.empty());
}

TEST(Arguments, ScopeEndsAtDoubleDashAndMayRecur)
{
  const Arguments arguments = parse(
    {"a", "--ros-args", "-r", "x:=y", "--ros-args", "--", "b", "--ros-args", "-r", "u:=v", "--"});
  ASSERT_EQ(arguments.remap_rules.size(), 2u);
  EXPECT_EQ(arguments.remap_rules[0].match, "x");
  EXPECT_EQ(arguments.remap_rules[1].replacement, "v");
  EXPECT_EQ(arguments.non_ros, (std::vector<std::string>{"program", "a", "b"}));
}

TEST(Arguments, UnknownFlagsAreKept)
{
  const Arguments arguments = parse({"--ros-args", "--foo", "bar", "--enable-nothing"});
  EXPECT_EQ(arguments.unknown, (std::vector<std::string>{"--foo", "bar", "--enable-nothing"}));
}

TEST(Arguments, RemapRules)
{
  const Arguments arguments = parse(
    {"--ros-args", "-r", "chatter:=/other", "--remap", "talker:__ns:=/demo", "-r", "__node:=me",
     "-r", "__name:=me2", "-r", "rostopic://~/a/b:=rostopic://c", "-r", "n:rosservice:///s:=t"});
  ASSERT_EQ(arguments.remap_rules.size(), 6u);
  const auto & rules = arguments.remap_rules;
  EXPECT_EQ(rules[0].kind, RemapRule::Kind::topic_and_service);
  EXPECT_EQ(rules[0].replacement, "/other");
  EXPECT_EQ(rules[1].kind, RemapRule::Kind::node_namespace);
  EXPECT_EQ(rules[1].node, "talker");
  EXPECT_EQ(rules[2].kind, RemapRule::Kind::node_name);
  EXPECT_EQ(rules[3].kind, RemapRule::Kind::node_name);
  EXPECT_EQ(rules[4].kind, RemapRule::Kind::topic);
  EXPECT_EQ(rules[4].match, "~/a/b");
  EXPECT_EQ(rules[4].replacement, "c");
  EXPECT_EQ(rules[5].kind, RemapRule::Kind::service);
  EXPECT_EQ(rules[5].node, "n");
  EXPECT_EQ(rules[5].match, "/s");
}

TEST(Arguments, MalformedRulesNameArgumentPositionAndGrammar)
{
  const std::string error = error_of({"x", "--ros-args", "-r", "a:=b", "-r", "chatter"});
  EXPECT_EQ(
    error,
    "invalid ROS argument 5, '-r chatter': ':=' is missing; expected [node:]name:=new_name, "
    "[node:]__node:=new_name or [node:]__ns:=/new_namespace");
  for (const char * rule :
       {":=b",
        "a:=",
        "a b:=c",
        "a:=b c",
        "1a:=b",
        "a:=1b",
        "a//b:=c",
        "a/:=c",
        "a__b:=c",
        "/:=c",
        "a:=/",
        "__node:=/a",
        "__node:=a/b",
        "__ns:=relative",
        "__ns:=/a//b",
        "1n:a:=b",
        ":a:=b",
        "*:=b",
        "/**:=c",
        "a:=/\\1",
        "a:=~x",
        "a:b:c:=d",
        "n:=rostopic://x y"}) {
    SCOPED_TRACE(rule);
    const std::string text = error_of({"--ros-args", "-r", rule});
    EXPECT_NE(text.find("invalid ROS argument 2"), std::string::npos) << text;
    EXPECT_NE(text.find(rule), std::string::npos) << text;
    EXPECT_NE(text.find("; expected "), std::string::npos) << text;
  }
  EXPECT_NE(error_of({"--ros-args", "-r"}).find("nothing follows it"), std::string::npos);
  EXPECT_NE(error_of({"--ros-args", "-r", "a*:=b"}).find("not implemented"), std::string::npos);
}

TEST(Arguments, BareRuleOutsideIsDeprecatedButCounts)
{
  const Arguments arguments = parse({"chatter:=/other", "x:=1:=", "key:=a value"});
  ASSERT_EQ(arguments.remap_rules.size(), 1u);
  ASSERT_EQ(arguments.warnings.size(), 1u);
  EXPECT_NE(arguments.warnings[0].find("deprecated"), std::string::npos);
  EXPECT_EQ(arguments.non_ros, (std::vector<std::string>{"program", "x:=1:=", "key:=a value"}));
}

TEST(Arguments, ParametersAreTypedAsInRos2)
{
  const auto value = [](const std::string & text) {
    const Arguments arguments = parse({"--ros-args", "-p", "x:=" + text});
    return arguments.parameter_overrides.at(0).parameters.at("x").value;
  };
  for (const char * text :
       {"Y", "y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"}) {
    EXPECT_TRUE(value(text).get<bool>()) << text;
  }
  for (const char * text :
       {"N", "n", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"}) {
    EXPECT_FALSE(value(text).get<bool>()) << text;
  }
  EXPECT_EQ(value("42").get<std::int64_t>(), 42);
  EXPECT_EQ(value("-7").get<std::int64_t>(), -7);
  EXPECT_EQ(value("0x10").get<std::int64_t>(), 16);
  EXPECT_EQ(value("010").get<std::int64_t>(), 8);
  EXPECT_EQ(value("9223372036854775807").get<std::int64_t>(), INT64_MAX);
  EXPECT_EQ(value("9223372036854775808").get<double>(), 9223372036854775808.0);
  EXPECT_EQ(value("1.5").get<double>(), 1.5);
  EXPECT_EQ(value("1e3").get<double>(), 1000.0);
  EXPECT_TRUE(std::isnan(value(".nan").get<double>()));
  EXPECT_EQ(value("-.inf").get<double>(), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(value("hello").get<std::string>(), "hello");
  EXPECT_EQ(value("'42'").get<std::string>(), "42");
  EXPECT_EQ(value("\"yes\"").get<std::string>(), "yes");
  EXPECT_EQ(value("!!str 42").get<std::string>(), "42");
  EXPECT_EQ(value("''").get<std::string>(), "");
  EXPECT_EQ(value("1.2.3").get<std::string>(), "1.2.3");
  EXPECT_EQ(value("a:=b").get<std::string>(), "a:=b");
  EXPECT_EQ(value("[1, 2]").get<std::vector<std::int64_t>>(), (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(value("[1.0, 2.5]").get<std::vector<double>>(), (std::vector<double>{1.0, 2.5}));
  EXPECT_EQ(value("[yes, no]").get<std::vector<bool>>(), (std::vector<bool>{true, false}));
  EXPECT_EQ(
    value("[a, 'b c']").get<std::vector<std::string>>(), (std::vector<std::string>{"a", "b c"}));
}

TEST(Arguments, NamesOfParameters)
{
  const Arguments arguments = parse(
    {"--ros-args", "-p", "/velocity_publisher/frequency:=10.0", "-p", "talker:a.b:=1", "--param",
     "/ns/n:c:=2"});
  ASSERT_EQ(arguments.parameter_overrides.size(), 3u);
  EXPECT_EQ(arguments.parameter_overrides[0].node, "/**");
  EXPECT_TRUE(
    arguments.parameter_overrides[0].parameters.contains("/velocity_publisher/frequency"));
  EXPECT_EQ(arguments.parameter_overrides[1].node, "/talker");
  EXPECT_EQ(arguments.parameter_overrides[2].node, "/ns/n");
}

TEST(Arguments, MalformedParameters)
{
  for (const char * rule :
       {"x", ":=1", "x:=", ":x:=1", "a b:=1", "x:=[1, a]", "x:=[1, 2.0]", "x:=[[1]]", "x:={a: 1}",
        "x:=[1", "x:=*a", "x:=&a [*a]", "x:='a", "x:=1\n--- 2"}) {
    SCOPED_TRACE(rule);
    const std::string text = error_of({"--ros-args", "-p", rule});
    EXPECT_NE(text.find("invalid ROS argument 2"), std::string::npos) << text;
    EXPECT_NE(text.find("[node:]name:=value"), std::string::npos) << text;
  }
  EXPECT_NE(error_of({"--ros-args", "-p", "x:=[1, a]"}).find("1:5"), std::string::npos);
}

TEST(Arguments, LogLevels)
{
  const Arguments arguments =
    parse({"--ros-args", "--log-level", "debug", "--log-level", "rclcpp.a:=WARN"});
  ASSERT_EQ(arguments.log_levels.size(), 2u);
  EXPECT_EQ(arguments.log_levels[0], (std::pair<std::string, int>{"", 10}));
  EXPECT_EQ(arguments.log_levels[1], (std::pair<std::string, int>{"rclcpp.a", 30}));
  EXPECT_NE(
    error_of({"--ros-args", "--log-level", "loud"}).find("'loud' is not a level; expected LEVEL"),
    std::string::npos);
  error_of({"--ros-args", "--log-level", ":=WARN"});
  error_of({"--ros-args", "--log-level", "a:="});
}

TEST(Arguments, SwitchesAndTheRest)
{
  const Arguments arguments = parse(
    {"--ros-args", "--disable-stdout-logs", "--disable-rosout-logs", "--enable-rosout-logs",
     "--disable-external-lib-logs", "-e", "/robot/arm", "--log-file-name", "x", "--log-config-file",
     "y"});
  EXPECT_FALSE(arguments.stdout_logs);
  EXPECT_TRUE(arguments.rosout_logs);
  EXPECT_FALSE(arguments.external_lib_logs);
  EXPECT_EQ(arguments.enclave, "/robot/arm");
  EXPECT_EQ(arguments.log_file_name, "x");
  EXPECT_EQ(arguments.log_config_file, "y");
  EXPECT_NE(error_of({"--ros-args", "-e", "relative"}).find("absolute path"), std::string::npos);
}

TEST(ParameterFiles, NodesNamespacesAndNesting)
{
  const std::string yaml =
    "/**:\n"
    "  ros__parameters:\n"
    "    a: 1\n"
    "    nested: {deeper: {b: 2}}\n"
    "/ns:\n"
    "  node:\n"
    "    ros__parameters: {a: 3, list: [u, w]}\n"
    "other:\n"
    "  ros__parameters: {a: 4}\n";
  auto parameters = parameters_of(yaml, "/ns/node");
  EXPECT_EQ(parameters.at("a").get<std::int64_t>(), 3);
  EXPECT_EQ(parameters.at("nested.deeper.b").get<std::int64_t>(), 2);
  EXPECT_EQ(parameters.at("list").get<std::vector<std::string>>().size(), 2u);
  EXPECT_EQ(parameters_of(yaml, "/other").at("a").get<std::int64_t>(), 4);
  EXPECT_EQ(parameters_of(yaml, "/ns/other").at("a").get<std::int64_t>(), 1);
}

TEST(ParameterFiles, Wildcards)
{
  const auto matches = [](const std::string & key, const std::string & node) {
    ParameterOverrides overrides;
    entry_of_node(overrides, key).parameters.emplace("x", ParameterValue(1));
    return !overrides_of_node(overrides, node).parameters.empty();
  };
  EXPECT_TRUE(matches("/**", "/n"));
  EXPECT_TRUE(matches("/**", "/a/b/n"));
  EXPECT_TRUE(matches("/*", "/n"));
  EXPECT_FALSE(matches("/*", "/a/n"));
  EXPECT_TRUE(matches("/*/n", "/a/n"));
  EXPECT_FALSE(matches("/*/n", "/n"));
  EXPECT_TRUE(matches("/**/n", "/n"));
  EXPECT_TRUE(matches("/**/n", "/a/b/n"));
  EXPECT_FALSE(matches("/**/n", "/a/b/m"));
  EXPECT_TRUE(matches("/a/**", "/a/b/c"));
  EXPECT_TRUE(matches("/a/**/c/*", "/a/b/c/d"));
  EXPECT_FALSE(matches("/a/**", "/b"));
  EXPECT_FALSE(matches("/n", "/nn"));
  EXPECT_TRUE(matches("n", "/n"));
}

TEST(ParameterFiles, OrderIsThatOfFirstAppearance)
{
  const TemporaryFile file("/**: {ros__parameters: {x: 1}}\n/n: {ros__parameters: {x: 2}}\n");
  const auto value = [](const Arguments & arguments) {
    return overrides_of_node(arguments.parameter_overrides, "/n")
      .parameters.at("x")
      .value.get<std::int64_t>();
  };
  // -p writes into /**, which the file mentioned before /n
  EXPECT_EQ(value(parse({"--ros-args", "--params-file", file.path(), "-p", "x:=3"})), 2);
  EXPECT_EQ(value(parse({"--ros-args", "--params-file", file.path(), "-p", "n:x:=3"})), 3);
}

// These errors concern the whole file.
TEST(ParameterFiles, ErrorsNameFileLineAndColumn)
{
  EXPECT_NE(yaml_error("ros__parameters: {a: 1}\n").find("file.yaml:1:1: "), std::string::npos);
  EXPECT_NE(yaml_error("[1]\n").find("expected a mapping of node names"), std::string::npos);
  EXPECT_NE(yaml_error("text\n").find("expected a mapping of node names"), std::string::npos);
  EXPECT_NE(yaml_error("[a]: {ros__parameters: {}}").find("file.yaml:1:1: "), std::string::npos);
  EXPECT_NE(yaml_error("a: {b: {\n").find("not YAML"), std::string::npos);
  EXPECT_NE(yaml_error("\ta: 1\n").find("file.yaml:1:1: not YAML"), std::string::npos);
}

TEST(ParameterFiles, AFaultConcernsTheNodesOfItsSectionAlone)
{
  const auto expect = [](const std::string & section, const std::string & fault) {
    SCOPED_TRACE(section);
    const std::string yaml =
      "good: {ros__parameters: {a: 1}}\n" + section + "\nlast: {ros__parameters: {b: 2}}\n";
    EXPECT_EQ(parameters_of(yaml, "/good").at("a").get<std::int64_t>(), 1);
    EXPECT_EQ(parameters_of(yaml, "/last").at("b").get<std::int64_t>(), 2);
    const std::string found = fault_of(yaml, "/bad");
    EXPECT_NE(found.find(fault), std::string::npos) << found;
  };
  expect(
    "bad:\n  ros__parameters:\n    a: [1, x]\n    c: 3",
    "file.yaml:4:12: the elements of a sequence must have one type: string after integer");
  expect(
    "bad:\n  ros__parameters:\n    a:",
    "file.yaml:4:7: the value is missing (an empty string is written '')");
  expect("bad: 1", "file.yaml:2:6: expected a mapping with ros__parameters");
  expect("bad:", "file.yaml:2:5: expected a mapping with ros__parameters");
  expect("bad: [{a: [b, {c: d}]}]", "file.yaml:2:6: expected a mapping with ros__parameters");
  expect("bad: {ros__parameters: 1}", "file.yaml:2:24: expected parameters");
  expect("bad: {ros__parameters: {a: &x 1, b: *x}}", "file.yaml:2:37: an alias");
  expect("bad: {ros__parameters: {a: &x {b: 1}, <<: *x}}", "file.yaml:2:43: an alias");
  expect("bad: {ros__parameters: {a: [&x 1, *x]}}", "file.yaml:2:35: aliases");
  expect("bad: {ros__parameters: {a: [[1, [2]], 3]}}", "file.yaml:2:29: a sequence may hold only");
  expect("bad: {ros__parameters: {[1]: [2], {b: c}: 3}}", "2:25: expected the name of a parameter");
  expect("bad: {ros__parameters: {a: !!int x}}", "file.yaml:2:28: expected an integer");
  expect("bad: {ros__parameters: {a: !!float x}}", "file.yaml:2:28: expected a number");
  expect("bad: {ros__parameters: {a: !!bool x}}", "file.yaml:2:28: expected a boolean");
  expect("bad: {ros__parameters: {a: !!binary x}}", "file.yaml:2:28: expected base64");
  EXPECT_EQ(fault_of("ns: {bad: 1, good: {ros__parameters: {}}}\n", "/ns/good"), "");
  EXPECT_NE(fault_of("ns: {bad: 1, good: {ros__parameters: {}}}\n", "/ns/bad"), "");
  EXPECT_NE(fault_of("/**: {ros__parameters: {a: }}\n", "/any/node"), "");
}

// ROS 2 reads these files too.
TEST(ParameterFiles, EmptyFilesAreAccepted)
{
  for (const char * const text :
       {"", "\n\n", "# a comment\n", "---\n", "---\n...\n---\n# nothing\n", "{}", "n: {}",
        "n: {ros__parameters: {}}"}) {
    EXPECT_TRUE(parameters_of(text, "/n").empty()) << text;
    const TemporaryFile file(text);
    EXPECT_EQ(
      parse({"--ros-args", "--params-file", file.path()}).warnings, std::vector<std::string>());
  }
}

TEST(ParameterFiles, DocumentsCountAsOneFile)
{
  const auto parameters = parameters_of(
    "n: {ros__parameters: {a: 1, b: 2}}\n---\nn: {ros__parameters: {b: 3}}\n...\n---\n", "/n");
  EXPECT_EQ(parameters.at("a").get<std::int64_t>(), 1);
  EXPECT_EQ(parameters.at("b").get<std::int64_t>(), 3);
}

TEST(ParameterFiles, AnEmptySequenceIsReadAndFitsEachArray)
{
  EXPECT_TRUE(parameters_of("n: {ros__parameters: {a: []}}", "/n")
                .at("a")
                .get<std::vector<std::string>>()
                .empty());
  EXPECT_TRUE(parse_parameter_value("[]").get<std::vector<std::string>>().empty());
}

// As if the sequence did not exist; the parameter of the sequence has no value.
TEST(ParameterFiles, MappingsInSequencesAreRead)
{
  const std::string yaml =
    "n:\n  ros__parameters:\n    x:\n      - interfaces: [a]\n      - 5\n      - [7]\n"
    "      - {y: {z: 2}, interfaces: [b]}\n    after: 1\n";
  const auto parameters = parameters_of(yaml, "/n");
  EXPECT_EQ(parameters.size(), 3u);
  EXPECT_EQ(parameters.at("after").get<std::int64_t>(), 1);
  EXPECT_EQ(parameters.at("x.y.z").get<std::int64_t>(), 2);
  EXPECT_EQ(
    parameters.at("x.interfaces").get<std::vector<std::string>>(), std::vector<std::string>{"b"});
  ParameterOverrides overrides;
  read_parameters(yaml, "file.yaml", overrides);
  EXPECT_EQ(
    overrides_of_node(overrides, "/n").parameters.at("x").fault.find("file.yaml:4:7: "), 0u);
}

TEST(ParameterFiles, TagsDetermineTheType)
{
  const auto parameters = parameters_of(
    "n: {ros__parameters: {s: !!str 5, f: !!float 5, i: !!int '5', b: !!bool 'on', own: !own 5,\n"
    "  bytes: !!binary aGVs bG8=, none: !!binary '', text: null}}",
    "/n");
  EXPECT_EQ(parameters.at("s").get<std::string>(), "5");
  EXPECT_EQ(parameters.at("f").get<double>(), 5.0);
  EXPECT_EQ(parameters.at("i").get<std::int64_t>(), 5);
  EXPECT_TRUE(parameters.at("b").get<bool>());
  EXPECT_EQ(parameters.at("own").get<std::int64_t>(), 5);
  EXPECT_EQ(
    parameters.at("bytes").get<std::vector<std::uint8_t>>(),
    (std::vector<std::uint8_t>{'h', 'e', 'l', 'l', 'o'}));
  EXPECT_TRUE(parameters.at("none").get<std::vector<std::uint8_t>>().empty());
  EXPECT_EQ(parameters.at("text").get<std::string>(), "null") << "as in ROS 2";
  for (const char * const text :
       {"!!binary a", "!!binary ab=c", "!!binary '===='", "!!binary a-_="}) {
    thrown_text<YamlError>([&] { parse_parameter_value(text); });
  }
}

TEST(ParameterFiles, AFaultIsAWarningUntilItsNodeIsCreated)
{
  const TemporaryFile file("other: {ros__parameters: {a: [1, x], b: [2, y]}}\n");
  const Arguments arguments = parse({"--ros-args", "--params-file", file.path()});
  ASSERT_EQ(arguments.warnings.size(), 1u);
  EXPECT_NE(arguments.warnings[0].find("'/other'"), std::string::npos);
  EXPECT_NE(arguments.warnings[0].find(file.path() + ":1:34: "), std::string::npos)
    << arguments.warnings[0];
}

TEST(ParameterFiles, HostileFilesAreBounded)
{
  std::string text = "n: {ros__parameters: ";
  for (int i = 0; i < 2000; ++i) {
    text += "{a: ";
  }
  EXPECT_EQ(yaml_error(text).find("file.yaml:2:1: not YAML"), 0u) << "it is never closed";
  std::string namespaces;
  for (int i = 0; i < 2000; ++i) {
    namespaces += "{a: ";
  }
  EXPECT_EQ(yaml_error(namespaces).find("file.yaml:2:1: not YAML"), 0u);

  std::string deep = "n: {ros__parameters: ";
  std::string key = "/n";
  std::string deep_namespaces = "n: ";
  std::string lists = "n: {ros__parameters: {a: ";
  for (int i = 0; i < 100; ++i) {
    deep += "{a: ";
    deep_namespaces += "{a: ";
    key += "/a";
    lists += "[{b: ";
  }
  const std::string good = "\ngood: {ros__parameters: {a: 1}}";
  deep += "1" + std::string(101, '}') + good;
  deep_namespaces += "1" + std::string(100, '}') + good;
  lists += "1";
  for (int i = 0; i < 100; ++i) {
    lists += "}]";
  }
  lists += "}}" + good;
  for (const std::string & yaml : {deep, deep_namespaces, lists}) {
    EXPECT_EQ(parameters_of(yaml, "/good").size(), 1u);
  }
  EXPECT_NE(fault_of(deep, "/n").find("nested too deeply"), std::string::npos);
  EXPECT_NE(fault_of(lists, "/n").find("nested too deeply"), std::string::npos);

  EXPECT_NE(
    error_of({"--ros-args", "--params-file", "/dev/zero"}).find("larger than"), std::string::npos);
}

TEST(ParameterFiles, EveryTruncationIsReadOrRefused)
{
  const std::string yaml =
    "/**:\n  ros__parameters:\n    a: [1, 2]\n    b: {c: 'x', d: \"\\u00e9\"}\n    e: !!str 5\n";
  for (std::size_t length = 0; length < yaml.size(); ++length) {
    ParameterOverrides overrides;
    try {
      read_parameters(yaml.substr(0, length), "file.yaml", overrides);
    } catch (const YamlError & error) {
      EXPECT_EQ(std::string(error.what()).find("file.yaml:"), 0u);
    }
  }
}

TEST(ParameterFiles, RandomDamageIsReadOrRefused)
{
  const std::string yaml =
    "/**:\n  ros__parameters:\n    a: [1, 2]\n    b: {c: 'x', d: \"\\u00e9\"}\n    e: !!str 5\n"
    "/ns:\n  n: {ros__parameters: {f: .inf, g: 0x1F, h: [yes, no]}}\n";
  const std::string characters =
    "{}[]:,&*!|>'\"%@`#-?\\ \t\n\0\xff"
    "a1.";
  std::minstd_rand random(1);
  for (int round = 0; round < 5000; ++round) {
    std::string damaged = yaml;
    for (unsigned changes = random() % 4 + 1; changes > 0; --changes) {
      const std::size_t position = random() % damaged.size();
      switch (random() % 3) {
        case 0:
          damaged[position] = characters[random() % characters.size()];
          break;
        case 1:
          damaged.insert(position, 1, characters[random() % characters.size()]);
          break;
        default:
          damaged.erase(position, random() % 5);
      }
    }
    ParameterOverrides overrides;
    try {
      read_parameters(damaged, "file.yaml", overrides);
      overrides_of_node(overrides, "/ns/n");
    } catch (const YamlError & error) {
      EXPECT_EQ(std::string(error.what()).find("file.yaml:"), 0u);
    }
    try {
      parse({"--ros-args", "-p", damaged.substr(0, 20), "-r", damaged.substr(20, 12)});
    } catch (const exceptions::RCLInvalidROSArgsError &) {
    }
  }
}

TEST(ParameterFiles, UnreadableFile)
{
  const std::string text = error_of({"--ros-args", "--params-file", "/proc/not/there.yaml"});
  EXPECT_NE(text.find("/proc/not/there.yaml"), std::string::npos);
  EXPECT_NE(text.find("No such file"), std::string::npos) << text;
  EXPECT_NE(error_of({"--ros-args", "--params-file", "/tmp"}).find("/tmp"), std::string::npos);
  const TemporaryFile broken("\n[1]\n");
  EXPECT_NE(
    error_of({"--ros-args", "--params-file", broken.path()}).find(broken.path() + ":2:1: "),
    std::string::npos);
}

// With exponential time in the number of stars, this would not end.
TEST(Arguments, ManyStarsInAKeyTakeNoTime)
{
  std::string key;
  std::string name;
  for (int i = 0; i < 100; ++i) {
    key += "/**/a";
    name += "/a/b";
  }
  EXPECT_FALSE(key_matches(key + "/c", name));
  EXPECT_TRUE(key_matches(key + "/**", name));
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size);

TEST(Arguments, FuzzingCorpus)
{
  std::size_t files = 0;
  for (const auto & entry : std::filesystem::directory_iterator(RCLCPP_ARGUMENTS_CORPUS)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    SCOPED_TRACE(entry.path());
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(text.data()), text.size());
    ++files;
  }
  EXPECT_GT(files, 10u);
}
