// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The files that a message enters on its way, as docs/architecture.md lists them.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <example_interfaces/srv/add_two_ints.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <regex>
#include <sstream>
#include <std_msgs/msg/int64.hpp>
#include <string>
#include <utility>
#include <vector>

#include "entered_files.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rx/operators/map.hpp"
#include "rxros2/topics/from_topic.hpp"
#include "rxros2/topics/publish_to_topic.hpp"

using example_interfaces::srv::AddTwoInts;
using std_msgs::msg::Int64;
using Names = std::vector<std::string>;

namespace
{

const std::filesystem::path root = RXROS2_SOURCE_DIR;

std::string page()
{
  std::ifstream file(root / "docs/architecture.md");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Returns the names in `…` and *…* of the first line that contains `key`, after `key`.
Names names_after(const std::string & key)
{
  const std::string text = page();
  const auto begin = text.find(key);
  EXPECT_NE(begin, std::string::npos) << "the page has no line with: " << key;
  if (begin == std::string::npos) {
    return {};
  }
  const auto line = text.substr(begin + key.size(), text.find('\n', begin) - begin - key.size());
  Names names;
  const std::regex name("[`*]([\\w/.]+)[`*]");
  for (std::sregex_iterator match(line.begin(), line.end(), name), end; match != end; ++match) {
    names.push_back((*match)[1]);
  }
  return names;
}

/// Returns the name of a file on the page: a header and its source have the same one.
std::string name_of(const std::string & path)
{
  std::string name = std::filesystem::path(path).replace_extension().string();
  for (const std::string room : {"rclcpp", "rxros2", "rx", "cdr"}) {
    for (const std::string & folder : {room + "/include/" + room + "/", room + "/src/"}) {
      if (name.starts_with(folder)) {
        name.replace(0, folder.size(), room == "rclcpp" ? "" : room + "/");
      }
    }
  }
  return name;
}

/// Returns the names of the files that `program` enters, in the order of first entry, without those
/// that the page omits.
Names walk(const std::function<void()> & program)
{
  const Names omitted = names_after("Omitted are ");
  Names names;
  for (const std::string & file :
       test::entered_files(root, std::filesystem::path(RXROS2_BINARY_DIR), program)) {
    const std::string name = name_of(file);
    const bool leads_no_further =
      name.starts_with("rxros2/test/") || name.starts_with("build/") ||
      std::any_of(omitted.begin(), omitted.end(), [&](const std::string & folder) {
        return name.starts_with(folder);
      });
    if (!leads_no_further && std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(name);
    }
  }
  return names;
}

/// Checks that the page has a row with this title and number of files, and lists them in this
/// order.
void expect_documented(const std::string & title, const Names & walk)
{
  EXPECT_EQ(names_after("| " + title + ": " + std::to_string(walk.size()) + " |"), walk);
}

struct SpinningNode
{
  SpinningNode()
  {
    rclcpp::init(0, nullptr);
    node = std::make_shared<rclcpp::Node>("walks");
    executor = std::make_unique<rclcpp::executors::SingleThreadedExecutor>();
    executor->add_node(node);
  }

  rclcpp::Node::SharedPtr node;
  std::unique_ptr<rclcpp::executors::SingleThreadedExecutor> executor;
};

/// Walks with the last of some messages: the first ones create objects, and the executor still runs
/// tasks that start the nodes and pipes.
void publish_to_callback(
  const std::string & from, const std::string & to, SpinningNode & spinning,
  rclcpp::Node & subscribing_node)
{
  const auto publisher = spinning.node->create_publisher<Int64>(from, 10);
  constexpr int last = 100;
  int count = 0;
  const auto start = spinning.node->create_wall_timer(std::chrono::milliseconds(1), [&] {
    if (count == 0 && publisher->get_subscription_count() > 0) {
      publisher->publish(Int64());
    }
  });
  const auto subscription =
    subscribing_node.create_subscription<Int64>(to, 10, [&](Int64::UniquePtr) {
      if (++count == last) {
        test::end_walk();
        spinning.executor->cancel();
        return;
      }
      start->cancel();
      if (count < last - 1) {
        publisher->publish(Int64());
        return;
      }
      auto message = std::make_unique<Int64>();
      test::begin_walk();
      publisher->publish(std::move(message));
    });
  spinning.executor->spin();
}

const std::string in_process = "publish → callback in process";

Names without_in_process(Names names)
{
  const Names documented = names_after("| " + in_process);
  std::erase_if(names, [&](const std::string & name) {
    return std::find(documented.begin(), documented.end(), name) != documented.end();
  });
  return names;
}

}  // namespace

TEST(Walk, FromPublishToTheCallback)
{
  if (!test::can_trace()) {
    GTEST_SKIP() << "this system permits no tracing";
  }
  expect_documented(in_process, walk([] {
                      SpinningNode spinning;
                      publish_to_callback("topic", "topic", spinning, *spinning.node);
                    }));
}

// The engine passes a message of another participant of this process to its reader in the thread of
// the writer; from another process, it calls the same functions in its receive thread.
TEST(Walk, OverDds)
{
  if (!test::can_trace()) {
    GTEST_SKIP() << "this system permits no tracing";
  }
  const Names names = walk([] {
    SpinningNode spinning;
    const auto context = std::make_shared<rclcpp::Context>();
    context->init(0, nullptr);
    const auto other =
      std::make_shared<rclcpp::Node>("other", rclcpp::NodeOptions().context(context));
    spinning.executor->add_node(other);
    publish_to_callback("topic", "topic", spinning, *other);
  });
  expect_documented("over DDS adds", without_in_process(names));
}

TEST(Walk, ThroughAPipe)
{
  if (!test::can_trace()) {
    GTEST_SKIP() << "this system permits no tracing";
  }
  const Names names = walk([] {
    SpinningNode spinning;
    rxros2::observable::from_topic<Int64>(spinning.node, "in") |
      rx::operators::map([](const auto & message) { return *message; }) |
      rxros2::operators::publish_to_topic<Int64>(spinning.node, "out");
    publish_to_callback("in", "out", spinning, *spinning.node);
  });
  expect_documented("`from_topic`, `map`, `publish_to_topic` add", without_in_process(names));
}

TEST(Walk, OfACallAndItsResponse)
{
  if (!test::can_trace()) {
    GTEST_SKIP() << "this system permits no tracing";
  }
  const Names names = walk([] {
    SpinningNode spinning;
    const auto service = spinning.node->create_service<AddTwoInts>(
      "add", [](
               const std::shared_ptr<AddTwoInts::Request> request,
               std::shared_ptr<AddTwoInts::Response> response) { response->sum = request->a; });
    const auto client = spinning.node->create_client<AddTwoInts>("add");
    client->async_send_request(
      std::make_shared<AddTwoInts::Request>(), [&](rclcpp::Client<AddTwoInts>::SharedFuture) {
        auto request = std::make_shared<AddTwoInts::Request>();
        test::begin_walk();
        client->async_send_request(
          std::move(request), [&](rclcpp::Client<AddTwoInts>::SharedFuture) {
            test::end_walk();
            spinning.executor->cancel();
          });
      });
    spinning.executor->spin();
  });
  expect_documented("a service call and its response", names);
}
