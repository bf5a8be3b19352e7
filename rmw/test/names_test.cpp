// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Names: ROS 2's texts and positions, and the mapping to DDS in both directions; user data texts.

#include "rmw/names.hpp"

#include <gtest/gtest.h>

#include "rmw/endpoint.hpp"
#include "rmw/user_data.hpp"

namespace
{

using rmw::NameFault;
using rmw::TopicKind;

struct Case
{
  std::string name;
  const char * reason;  // null: valid
  std::size_t index;
};

void check(std::optional<NameFault> (*validate)(std::string_view), const Case & expected)
{
  SCOPED_TRACE("'" + expected.name + "'");
  const auto fault = validate(expected.name);
  ASSERT_EQ(fault.has_value(), expected.reason != nullptr);
  if (fault) {
    EXPECT_STREQ(fault->reason, expected.reason);
    EXPECT_EQ(fault->index, expected.index);
  }
}

TEST(Names, FullTopicName)
{
  const char * characters = "a topic name has letters, digits, '_' and '/', nothing else";
  for (const Case & c : std::vector<Case>{
         {"/chatter", nullptr, 0},
         {"/a/b__c/_d9", nullptr, 0},
         {"/" + std::string(246, 'x'), nullptr, 0},
         {"", "a topic needs a name, this one is empty", 0},
         {"chatter", "a full topic name begins with '/'", 0},
         {"/", "a topic name ends in a word, not in '/'", 0},
         {"/a/", "a topic name ends in a word, not in '/'", 2},
         {"/a b", characters, 2},
         {"/a~", characters, 2},
         {"/caf\xc3\xa9", characters, 4},
         {"/a//b", "between two '/' of a topic name there is a word", 3},
         {"/a/7b", "no word of a topic name begins with a digit", 3},
         {"/" + std::string(247, 'x'), "a topic name has at most 247 characters", 246}}) {
    check(rmw::validate_full_topic_name, c);
  }
}

TEST(Names, NodeName)
{
  for (const Case & c : std::vector<Case>{
         {"talker", nullptr, 0},
         {"_talker_2", nullptr, 0},
         {std::string(255, 'x'), nullptr, 0},
         {"", "a node needs a name, this one is empty", 0},
         {"talker!", "a node name has letters, digits and '_', nothing else", 6},
         {"a/b", "a node name has letters, digits and '_', nothing else", 1},
         {"2talker", "a node name does not begin with a digit", 0},
         {std::string(256, 'x'), "a node name has at most 255 characters", 254}}) {
    check(rmw::validate_node_name, c);
  }
}

TEST(Names, Namespace)
{
  for (const Case & c : std::vector<Case>{
         {"/", nullptr, 0},
         {"/robot/arm", nullptr, 0},
         {"/" + std::string(244, 'x'), nullptr, 0},
         {"", "a namespace has at least '/', this one is empty", 0},
         {"robot", "a namespace begins with '/'", 0},
         {"/robot/", "a namespace other than '/' ends in a word", 6},
         {"/ro bot", "a namespace has letters, digits, '_' and '/', nothing else", 3},
         {"/a//b", "between two '/' of a namespace there is a word", 3},
         {"/1a", "no word of a namespace begins with a digit", 1},
         {"/" + std::string(245, 'x'), "a namespace has at most 245 characters", 244}}) {
    check(rmw::validate_namespace, c);
  }
}

TEST(Names, TopicNameAsUsersWriteIt)
{
  const char * substitution = "the name in '{}' has only letters, digits and '_'";
  const char * unmatched = "each '{' of a topic name has its '}', and each '}' its '{'";
  for (const Case & c : std::vector<Case>{
         {"chatter", nullptr, 0},
         {"/chatter", nullptr, 0},
         {"~/chatter", nullptr, 0},
         {"~", nullptr, 0},
         {"{node}/a", nullptr, 0},
         {"a/{ns}_b", nullptr, 0},
         {"", "a topic needs a name, this one is empty", 0},
         {"7a", "no word of a topic name begins with a digit", 0},
         {"a/7", "no word of a topic name begins with a digit", 2},
         {"a/", "a topic name ends in a word, not in '/'", 1},
         {"a b", "a topic name has letters, digits, '_', '/', '~', '{' and '}', nothing else", 1},
         {"a~", "'~' is only allowed at the beginning of a topic name", 1},
         {"~a", "'~' must be followed by '/' in a topic name", 1},
         {"a{b", unmatched, 1},
         {"a}b", unmatched, 1},
         {"{a/b}", substitution, 2},
         {"{{a}}", substitution, 1},
         {"{a b}", substitution, 2},
         {"{7a}", "the name in '{}' does not begin with a digit", 1}}) {
    check(rmw::validate_topic_name, c);
  }
}

TEST(Names, FaultIsShownUnderTheName)
{
  EXPECT_EQ(
    rmw::describe("/a b", *rmw::validate_full_topic_name("/a b")),
    "a topic name has letters, digits, '_' and '/', nothing else:\n"
    "  '/a b'\n"
    "     ^\n");
}

TEST(Names, DdsTopicsBothWays)
{
  struct Mapping
  {
    TopicKind kind;
    const char * ros;
    const char * dds;
  };
  for (const Mapping & m :
       {Mapping{TopicKind::topic, "/ns/foo", "rt/ns/foo"},
        Mapping{TopicKind::request, "/ns/foo", "rq/ns/fooRequest"},
        Mapping{TopicKind::reply, "/ns/foo", "rr/ns/fooReply"}}) {
    EXPECT_EQ(rmw::dds_topic_name(m.kind, m.ros), m.dds);
    const auto back = rmw::ros_topic_name(m.dds);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->kind, m.kind);
    EXPECT_EQ(back->name, m.ros);
  }
  EXPECT_EQ(rmw::dds_topic_name(TopicKind::topic, "/foo", true), "/foo");
  EXPECT_EQ(rmw::dds_topic_name(TopicKind::request, "/foo", true), "/fooRequest");
  for (const char * foreign :
       {"", "rt", "ros_discovery_info", "rx/foo", "rq/foo", "rr/fooRequest"}) {
    EXPECT_FALSE(rmw::ros_topic_name(foreign)) << foreign;
  }
}

TEST(Names, ATopicWithAnInvalidNameIsNoTopicOfRos)
{
  for (const std::string & odd :
       {std::string("rt/my-topic"), std::string("rt/"), std::string("rt/a b"),
        std::string("rt/a//b"), std::string("rt/1st"), std::string("rt/a\nb"),
        std::string("rq/my-serviceRequest"), std::string("rr/Reply"),
        "rt/" + std::string(300, 'x')}) {
    EXPECT_FALSE(rmw::ros_topic_name(odd)) << odd;
  }
  EXPECT_EQ(rmw::shown_topic("rt/my-topic"), "rt/my-topic");
  EXPECT_EQ(rmw::shown_topic("rt/a\n[ERROR] b"), "rt/a\\n[ERROR] b");
  EXPECT_EQ(rmw::shown_type("pkg::msg::dds_::\x1b[2JName_"), "pkg/msg/\\x1b[2JName");
}

TEST(Names, DdsTypesBothWays)
{
  for (const auto & [ros, dds] : std::vector<std::pair<const char *, const char *>>{
         {"std_msgs/msg/String", "std_msgs::msg::dds_::String_"},
         {"pkg/srv/Add_Request", "pkg::srv::dds_::Add_Request_"},
         {"pkg/action/Fib_FeedbackMessage", "pkg::action::dds_::Fib_FeedbackMessage_"}}) {
    EXPECT_EQ(rmw::dds_type_name(ros), dds);
    EXPECT_EQ(rmw::ros_type_name(dds), ros);
  }
  EXPECT_EQ(rmw::ros_service_type_name("pkg::srv::dds_::Add_Request_"), "pkg/srv/Add");
  EXPECT_EQ(rmw::ros_service_type_name("pkg::srv::dds_::Add_Response_"), "pkg/srv/Add");
  EXPECT_FALSE(rmw::ros_service_type_name("std_msgs::msg::dds_::String_"));
  for (const char * foreign :
       {"", "_", "dds_::", "dds_:", "String", "std_msgs::msg::dds_::String"}) {
    EXPECT_FALSE(rmw::ros_type_name(foreign)) << foreign;
  }
}

TEST(Names, Hidden)
{
  EXPECT_TRUE(rmw::is_hidden_name("/fib/_action/status"));
  EXPECT_TRUE(rmw::is_hidden_name("_ros2cli_1"));
  EXPECT_FALSE(rmw::is_hidden_name("/a_b/c_"));
}

TEST(UserData, EntriesAndValues)
{
  const std::string text =
    rmw::user_data_entry("serviceid", "1.2") + rmw::user_data_entry("typehash", "a;b");
  EXPECT_EQ(text, "serviceid=1.2;typehash=a;;b;");
  EXPECT_EQ(rmw::user_data_value(text, "serviceid"), "1.2");
  EXPECT_EQ(rmw::user_data_value(text, "typehash"), "a;b");
  EXPECT_FALSE(rmw::user_data_value(text, "clientid"));
  EXPECT_EQ(rmw::user_data_value(std::string("enclave=/;\0\0", 12), "enclave"), "/");
}

TEST(UserData, MalformedTextHasNoValues)
{
  for (const char * text :
       {"a", "a=", "a=1", "=1;", "a=;", "a b=1;", "a=1;b", "a=1;b=2", "a=1;;"}) {
    EXPECT_FALSE(rmw::user_data_value(text, "a")) << text;
  }
}

TEST(UserData, TypeHash)
{
  EXPECT_TRUE(rmw::is_type_hash("RIHS01_" + std::string(64, 'a')));
  EXPECT_FALSE(rmw::is_type_hash("RIHS01_" + std::string(64, 'A')));
  EXPECT_FALSE(rmw::is_type_hash("RIHS01_" + std::string(63, 'a')));
  EXPECT_FALSE(rmw::is_type_hash("RIHS02_" + std::string(64, 'a')));
}

TEST(Gid, Text)
{
  const rmw::Gid gid{0x01, 0x10, 0xab, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x01, 0xc1};
  EXPECT_EQ(rmw::to_string(gid), "01.10.ab.00.00.00.00.00.00.00.00.00.00.00.01.c1");
}

}  // namespace
