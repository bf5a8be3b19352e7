// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests of the small examples as processes: they talk to each other, and Ctrl-C ends each with
// status 0.
#include <gtest/gtest.h>

#include <iterator>
#include <regex>

#include "program.hpp"

namespace
{

using namespace std::chrono_literals;

void expect_end_on_ctrl_c(Program & program)
{
  kill(program.pid(), SIGINT);
  EXPECT_EQ(program.finish(), 0) << program.output();
}

TEST(Examples, TheListenerHearsTheTalker)
{
  Program listener({"talker_listener/listener"}, Program::With::pipes);
  Program talker({"talker_listener/talker"}, Program::With::pipes);
  EXPECT_TRUE(talker.await("[talker]: Publishing: 'Hello, robot 1'")) << talker.output();
  EXPECT_TRUE(listener.await("[listener]: I heard: 'Hello, robot ")) << listener.output();
  expect_end_on_ctrl_c(talker);
  expect_end_on_ctrl_c(listener);
}

TEST(Examples, T1AndT2SendEachOtherAMebibyte)
{
  Program t1({"t1_t2/t1"}, Program::With::pipes);
  Program t2({"t1_t2/t2"}, Program::With::pipes);
  // Number, length, age in nanoseconds: of ten messages in each direction the length is right and
  // the age is one.
  const std::regex line("\\[T[12]\\]: ([0-9]+): 1048576 bytes, ([0-9]+) ns old\n");
  for (Program * program : {&t1, &t2}) {
    ASSERT_TRUE(program->await("sends")) << program->output();
    const auto count = [&] {
      const std::string & output = program->output();
      return std::distance(
        std::sregex_iterator(output.begin(), output.end(), line), std::sregex_iterator());
    };
    const auto deadline = std::chrono::steady_clock::now() + 60s;
    while (count() < 10 && std::chrono::steady_clock::now() < deadline) {
      program->await("never printed", 1s);
    }
    EXPECT_GE(count(), 10) << program->output();
  }
  expect_end_on_ctrl_c(t2);
  expect_end_on_ctrl_c(t1);
}

// Each message has one address from the node that makes it to the last that receives it.
TEST(Examples, PipelinesHandOnTheSameObject)
{
  const std::regex line("(sent|received|begins|passes) +([0-9]+) at (0x[0-9a-f]+)");
  for (const char * name : {"intra_process/two_node_pipeline", "intra_process/cyclic_pipeline"}) {
    Program program({name}, Program::With::pipes);
    ASSERT_TRUE(program.await("received")) << program.output();
    ASSERT_TRUE(program.await(name[14] == 't' ? "received 1 " : "received 42 "))
      << program.output();
    const std::string output = program.output();
    std::string address;
    int received = 0;
    for (auto it = std::sregex_iterator(output.begin(), output.end(), line);
         it != std::sregex_iterator(); ++it) {
      const std::string what = (*it)[1];
      if (what == "received") {
        EXPECT_EQ((*it)[3], address) << output;
        ++received;
      }
      address = (*it)[3];
    }
    EXPECT_GE(received, 2) << output;
    expect_end_on_ctrl_c(program);
  }
}

// Each line of `lines` follows the one before it somewhere in the output.
void expect_in_order(const std::string & output, const std::vector<std::string> & lines)
{
  std::size_t from = 0;
  for (const std::string & line : lines) {
    const std::size_t found = output.find(line, from);
    ASSERT_NE(found, std::string::npos) << "no '" << line << "' in\n" << output.substr(from);
    from = found + line.size();
  }
}

TEST(Examples, ExecutorsAndWaitSets)
{
  const std::pair<const char *, std::vector<std::string>> programs[] = {
    {"executors/multi_threaded_groups",
     {"plan 1 begins", "steering", "plan 1 ends", "plan 2 begins", "steering", "plan 2 ends"}},
    {"executors/wait_set", {"took 1\n", "took 2\n", "took 3\n", "stopped"}},
    {"executors/timer_cancel_reset", {"call 3", "cancelled", "reset", "call 4", "call 5"}},
    {"executors/deferred_reply",
     {"1 requests wait", "2 requests wait", "answer: measured 1", "answer: measured 2"}}};
  for (const auto & [name, lines] : programs) {
    Program program({name}, Program::With::pipes);
    EXPECT_TRUE(program.await(lines.back())) << name << "\n" << program.output();
    EXPECT_EQ(program.finish(), 0) << program.output();
    expect_in_order(program.output(), lines);
  }
}

TEST(Examples, TheServiceAnswersTheQuickRequestFirst)
{
  Program server({"services/service_server"}, Program::With::pipes);
  ASSERT_TRUE(server.await("serving /light")) << server.output();
  Program client({"services/service_client"}, Program::With::pipes);
  EXPECT_TRUE(client.await("the light is on")) << client.output();
  EXPECT_EQ(client.finish(), 0) << client.output();
  expect_in_order(client.output(), {"the light is off", "the light is on"});
  expect_end_on_ctrl_c(server);
}

TEST(Examples, NodesBlinkUntilCtrlC)
{
  for (const char * name : {"nodes/node_by_class", "nodes/node_by_create_node"}) {
    Program program({name}, Program::With::pipes);
    EXPECT_TRUE(program.await("lamp: {data: false}")) << program.output();
    expect_in_order(program.output(), {"lamp: {data: true}", "lamp: {data: false}"});
    expect_end_on_ctrl_c(program);
  }
}

}  // namespace
