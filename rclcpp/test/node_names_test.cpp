// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Expansion, remapping and validation of names, and how errors show the position.
#include <gtest/gtest.h>

#include "node/names.hpp"
#include "node_support.hpp"
#include "rclcpp/exceptions/exceptions.hpp"

using namespace rclcpp;          // NOLINT
using namespace rclcpp::detail;  // NOLINT
using node_test::thrown_text;

namespace
{

std::string expand(const std::string & name, const std::string & node_namespace = "/ns")
{
  return expand_name(name, "node", node_namespace, NameKind::topic);
}

Arguments rules(std::vector<std::string> rules)
{
  std::vector<std::string> arguments = {"program", "--ros-args"};
  for (std::string & rule : rules) {
    arguments.push_back("-r");
    arguments.push_back(std::move(rule));
  }
  return parse_arguments(arguments);
}

std::string resolve(
  const std::string & name, const std::vector<std::string> & global,
  const std::vector<std::string> & local = {}, NameKind kind = NameKind::topic)
{
  return resolve_name(name, "node", "/ns", kind, rules(local), rules(global));
}

std::string topic_error(const std::string & name)
{
  return thrown_text<exceptions::InvalidTopicNameError>([&] { resolve(name, {}); });
}

}  // namespace

TEST(Names, Expansion)
{
  EXPECT_EQ(expand("/chatter"), "/chatter");
  EXPECT_EQ(expand("chatter"), "/ns/chatter");
  EXPECT_EQ(expand("a/b"), "/ns/a/b");
  EXPECT_EQ(expand("~"), "/ns/node");
  EXPECT_EQ(expand("~/x"), "/ns/node/x");
  EXPECT_EQ(expand("{node}/x"), "/ns/node/x");
  EXPECT_EQ(expand("/{node}/x"), "/node/x");
  EXPECT_EQ(expand("{ns}/x"), "/ns/x");
  EXPECT_EQ(expand("{namespace}/x"), "/ns/x");
  EXPECT_EQ(expand("~/{node}"), "/ns/node/node");
  EXPECT_EQ(expand("chatter", "/"), "/chatter");
  EXPECT_EQ(expand("~/x", "/"), "/node/x");
}

TEST(Names, ErrorsShowThePosition)
{
  EXPECT_EQ(
    topic_error("bad topic"),
    "Invalid topic name: a topic name has letters, digits, '_', '/', '~', '{' and '}', nothing "
    "else:\n  'bad topic'\n      ^\n");
  for (const char * name :
       {"", "a b", "a/", "1a", "/a/1b", "a~", "~a", "{", "}", "{a", "{a{b}}", "{1}", "a?",
        "{other}"}) {
    SCOPED_TRACE(name);
    const std::string text = topic_error(name);
    EXPECT_EQ(text.find("Invalid topic name: "), 0u) << text;
    EXPECT_NE(text.find(std::string("'") + name + "'\n"), std::string::npos) << text;
    EXPECT_EQ(text.substr(text.size() - 2), "^\n") << text;
  }
  EXPECT_NE(topic_error("{other}").find("unknown substitution '{other}'"), std::string::npos);
  thrown_text<exceptions::InvalidTopicNameError>([] { expand("/"); });
  thrown_text<exceptions::InvalidTopicNameError>([] { resolve(std::string(300, 'a'), {}); });
  const std::string service = thrown_text<exceptions::InvalidServiceNameError>(
    [] { resolve("a b", {}, {}, NameKind::service); });
  EXPECT_EQ(service.find("Invalid service name: "), 0u);
}

// As in ROS 2: the namespace begins with a slash.
TEST(Names, ANamespaceBehindASlashIsNoValidName)
{
  for (const char * name : {"chatter/{ns}/invalid", "/a/{ns}/x", "/{namespace}/x", "~/{ns}"}) {
    EXPECT_NE(topic_error(name).find("between two '/'"), std::string::npos) << name;
  }
  EXPECT_EQ(resolve("{ns}/chatter", {}), "/ns/chatter");
}

TEST(Names, TheExceptionHasNameAndIndex)
{
  try {
    resolve("ab c", {});
    FAIL();
  } catch (const exceptions::NameValidationError & error) {
    EXPECT_EQ(error.name_type, "topic name");
    EXPECT_EQ(error.name, "ab c");
    EXPECT_EQ(error.invalid_index, 2u);
  }
}

TEST(Names, RemappingExpandsBothSides)
{
  EXPECT_EQ(resolve("chatter", {"chatter:=/other"}), "/other");
  EXPECT_EQ(resolve("chatter", {"/ns/chatter:=other"}), "/ns/other");
  EXPECT_EQ(resolve("/ns/node/x", {"~/x:=~/y"}), "/ns/node/y");
  EXPECT_EQ(resolve("chatter", {"/chatter:=/other"}), "/ns/chatter");
}

TEST(Names, FirstRuleWinsOnceAndLocalOnesComeFirst)
{
  EXPECT_EQ(resolve("a", {"a:=b", "a:=c", "b:=d"}), "/ns/b");
  EXPECT_EQ(resolve("a", {"a:=global"}, {"a:=local"}), "/ns/local");
  EXPECT_EQ(resolve("a", {"a:=global", "local:=x"}, {"a:=local"}), "/ns/local");
  EXPECT_EQ(resolve("a", {"a:=global"}, {"b:=local"}), "/ns/global");
}

TEST(Names, RulesOfANodeAndOfAKind)
{
  EXPECT_EQ(resolve("a", {"other:a:=b"}), "/ns/a");
  EXPECT_EQ(resolve("a", {"node:a:=b"}), "/ns/b");
  EXPECT_EQ(resolve("a", {"rosservice://a:=b"}), "/ns/a");
  EXPECT_EQ(resolve("a", {"rostopic://a:=b"}), "/ns/b");
  EXPECT_EQ(resolve("a", {"rosservice://a:=b"}, {}, NameKind::service), "/ns/b");
  EXPECT_EQ(resolve("a", {"rostopic://a:=b"}, {}, NameKind::service), "/ns/a");
  EXPECT_EQ(resolve("a", {"__node:=a", "__ns:=/x"}), "/ns/a");
}

TEST(Names, NodeAndNamespace)
{
  const Arguments none;
  const Arguments global = rules({"__node:=renamed", "renamed:__ns:=/moved", "__ns:=/all"});
  EXPECT_EQ(remapped_node_name("node", none, global), "renamed");
  EXPECT_EQ(remapped_namespace("renamed", none, global), "/moved");
  EXPECT_EQ(remapped_namespace("other", none, global), "/all");
  EXPECT_EQ(remapped_node_name("node", rules({"__node:=mine"}), global), "mine");
  EXPECT_EQ(remapped_node_name("node", none, none), std::nullopt);
}
