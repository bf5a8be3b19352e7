// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The containers as programs. usage: container_test FOLDER_OF_CONTAINERS
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <future>
#include <string>
#include <vector>

#include "components_support.hpp"
#include "std_msgs/msg/empty.hpp"

namespace
{

using namespace components_test;  // NOLINT(build/namespaces)

class Program
{
public:
  explicit Program(std::vector<std::string> arguments)
  {
    arguments[0] = std::string(CONTAINERS) + "/" + arguments[0];
    std::vector<char *> argv;
    for (std::string & argument : arguments) {
      argv.push_back(argument.data());
    }
    argv.push_back(nullptr);
    pid_ = fork();
    if (pid_ == 0) {
      execv(argv[0], argv.data());
      _exit(127);
    }
  }
  ~Program()
  {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      wait();
    }
  }

  void interrupt() { kill(pid_, SIGINT); }
  /// Returns its exit code; -1 if a signal ended it.
  int wait()
  {
    int status = 0;
    waitpid(std::exchange(pid_, 0), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

private:
  pid_t pid_;
};

class ContainerProgram : public testing::TestWithParam<std::vector<std::string>>
{
};

TEST_P(ContainerProgram, LoadsAndEndsWithSIGINT)
{
  auto arguments = GetParam();
  arguments.insert(arguments.end(), {"--ros-args", "-r", "__node:=box"});
  rclcpp::init(0, nullptr);
  {
    Program program(arguments);
    Requester requester("/box");
    for (std::uint64_t id = 1; id <= 2; ++id) {
      const auto response = requester.load("Plain");
      ASSERT_TRUE(response->success) << response->error_message;
      EXPECT_EQ(response->full_node_name, "/plain") << "the container's __node is not for it";
      EXPECT_EQ(response->unique_id, id);
    }
    EXPECT_TRUE(requester.unload(1)->success);
    EXPECT_TRUE(requester.load("Fails")->success);
    EXPECT_TRUE(
      eventually([&] { return requester.list()->unique_ids == std::vector<std::uint64_t>{2}; }))
      << "what throws is unloaded";
    program.interrupt();
    EXPECT_EQ(program.wait(), 0);
  }
  rclcpp::shutdown();
}

INSTANTIATE_TEST_SUITE_P(
  Programs, ContainerProgram,
  testing::Values(
    std::vector<std::string>{"component_container"},
    std::vector<std::string>{"component_container", "--isolated", "of another release"},
    std::vector<std::string>{"component_container", "--executor-type", "events-cbg"},
    std::vector<std::string>{"component_container_mt"},
    std::vector<std::string>{"component_container_isolated"},
    std::vector<std::string>{"component_container_isolated", "--use_multi_threaded_executor"},
    std::vector<std::string>{"component_container_event"},
    std::vector<std::string>{"component_container_events_cbg", "--isolated"}));

TEST(Containers, EndAfterTheComponentThatTheyUnload)
{
  const std::string end = testing::TempDir() + "container_test_" + std::to_string(getpid());
  rclcpp::init(0, nullptr);
  {
    Program program({"component_container_mt", "--ros-args", "-r", "__node:=box"});
    Requester requester("/box");
    auto request = load_request("EndsSlowly");
    request->parameters = {argument("end", rclcpp::ParameterValue(end))};
    ASSERT_TRUE(requester.load(request)->success);
    ASSERT_TRUE(eventually([&] { return requester.list()->unique_ids.empty(); }));
    program.interrupt();
    EXPECT_EQ(program.wait(), 0);
  }
  rclcpp::shutdown();
  std::string text;
  std::ifstream(end) >> text;
  EXPECT_EQ(text, "ended") << "its destructor was not called to its end";
  std::remove(end.c_str());
}

TEST(Containers, EndAfterTheThreadThatReportsAnException)
{
  rclcpp::init(0, nullptr);
  for (const char * container : {"component_container_isolated", "component_container_mt"}) {
    Program program({container, "--ros-args", "-r", "__node:=box"});
    Requester requester("/box");
    std::promise<void> begun;
    const auto subscription = requester.node()->create_subscription<std_msgs::msg::Empty>(
      "begun", rclcpp::QoS(1).transient_local(),
      [&](const std_msgs::msg::Empty &) { begun.set_value(); });
    ASSERT_TRUE(requester.load("ThrowsSlowly")->success);
    ASSERT_EQ(begun.get_future().wait_for(patience), std::future_status::ready);
    program.interrupt();
    EXPECT_EQ(program.wait(), 0) << container;
  }
  rclcpp::shutdown();
}

TEST(Containers, ForwardTheirArgumentsIfRequested)
{
  rclcpp::init(0, nullptr);
  {
    Program program({"component_container", "--ros-args", "-r", "__node:=box", "-p", "speed:=9.0"});
    Requester requester("/box");
    auto request = load_request("Plain");
    request->node_name = "alone";
    ASSERT_TRUE(requester.load(request)->success);
    EXPECT_EQ(parameter_of(requester, "/alone", "speed").as_double(), 1.0);
    request->node_name = "like_the_container";
    request->extra_arguments = {argument("forward_global_arguments", rclcpp::ParameterValue(true))};
    ASSERT_TRUE(requester.load(request)->success);
    EXPECT_EQ(parameter_of(requester, "/like_the_container", "speed").as_double(), 9.0);
    program.interrupt();
    EXPECT_EQ(program.wait(), 0);
  }
  rclcpp::shutdown();
}

TEST(Containers, ReportErrorsInTheirArguments)
{
  EXPECT_EQ(Program({"component_container", "--executor-type", "round"}).wait(), 1);
  EXPECT_EQ(Program({"component_container", "--executor-type"}).wait(), 1);
  EXPECT_EQ(Program({"component_container", "--help"}).wait(), 0);
}

}  // namespace
