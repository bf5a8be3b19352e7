// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Processes over Zenoh whose host loses its network. Each test runs in network namespaces, which
// stand for hosts; where the system allows none, it is skipped.

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "child.hpp"
#include "support.hpp"

namespace
{

using namespace test;

// The hosts are connected by their devices eth0.
constexpr const char * own_address = "10.77.0.1";
constexpr const char * other_address = "10.77.0.2";

struct Output
{
  std::string text;
  int status;
};

// Runs a command of the shell to its end.
Output run(const std::string & command)
{
  FILE * const pipe = popen((command + " 2>&1").c_str(), "r");
  if (!pipe) {
    return {"popen failed", -1};
  }
  Output out;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    out.text += static_cast<char>(c);
  }
  const int status = pclose(pipe);
  out.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return out;
}

void succeed(const std::string & command)
{
  const Output output = run(command);
  EXPECT_EQ(output.status, 0) << command << ": " << output.text;
}

// Runs the test Host.DISABLED_<name> of this program in a network namespace of its own.
void run_on_a_host(const std::string & name)
{
  std::string path(4096, '\0');
  const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
  ASSERT_GT(size, 0);
  path.resize(static_cast<std::size_t>(size));
  const std::string probe = "ip link add probe0 type veth peer name probe1 && command -v ss";
  for (const std::string root : {"", "--user --map-root-user "}) {
    const std::string enter = "unshare " + root + "--net ";
    if (run(enter + "sh -c '" + probe + "'").status == 0) {
      const std::string program = "'" + path + "' --gtest_also_run_disabled_tests ";
      const Output output = run(enter + program + "--gtest_filter=Host.DISABLED_" + name);
      EXPECT_EQ(output.status, 0) << output.text;
      return;
    }
  }
  GTEST_SKIP() << "network namespaces with veth devices are not allowed here: "
               << run("unshare --net sh -c '" + probe + "'").text;
}

rmw::ParticipantOptions options_of_hosts(bool has_static_peers)
{
  rmw::ParticipantOptions options = rmw::read_environment().options;
  options.engine = rmw::Engine::zenoh;
  options.engine_configuration.clear();
  options.engine_overrides.clear();
  // The same peers on all hosts, as in a fleet.
  options.static_peers.clear();
  options.discovery_range = rmw::DiscoveryRange::subnet;
  if (has_static_peers) {
    options.discovery_range = rmw::DiscoveryRange::localhost;
    options.static_peers = {own_address, other_address};
  }
  return options;
}

// The argument of a child: whether it has static peers, and the name of its topic.
std::string argument_of(bool has_static_peers, const std::string & topic)
{
  return (has_static_peers ? "1" : "0") + topic;
}

// Publishes numbers, 50 a second, until the parent ends this process.
void publish_numbers()
{
  const std::string argument = Child::argument();
  const auto participant = rmw::Participant::create(options_of_hosts(argument[0] == '1'));
  const auto node = participant->graph().add_node("/", "talker" + std::to_string(getpid()));
  WriterEvents events;
  rmw::EndpointOptions endpoint = options(argument.substr(1), keep_all());
  endpoint.node = node.get();
  const auto writer = participant->create_writer(endpoint, events);
  std::thread([&] {
    // A writer that waits for an unreachable host is not waited for.
    Child::wait_for_end_of_input();
    _exit(0);
  }).detach();
  eventually([&] { return writer->matched_count() != 0; });
  for (int i = 0;; ++i) {
    writer->write(buffer(std::to_string(i)));
    std::this_thread::sleep_for(20ms);
  }
}

TEST(Child, DISABLED_talks)
{
  publish_numbers();
}

// On another host: it makes the cable between the two.
TEST(Child, DISABLED_talks_from_another_host)
{
  ASSERT_EQ(unshare(CLONE_NEWNET), 0);
  const std::string parent = std::to_string(getppid());
  succeed(
    "ip link set lo up && ip link add eth0 type veth peer name eth0 netns " + parent +
    " && ip address add " + other_address + "/24 dev eth0 && ip link set eth0 up");
  ASSERT_TRUE(eventually([] { return run("ip link show eth0 | grep LOWER_UP").status == 0; }));
  publish_numbers();
}

// A reader of one talker.
struct Listener
{
  Listener(rmw::Participant & participant, const rmw::NodeHandle & node, const std::string & topic)
  {
    rmw::EndpointOptions endpoint = options(topic, keep_all());
    endpoint.node = &node;
    reader = participant.create_reader(endpoint, collector);
  }

  // Checks that none of the numbers from the first one on is missing.
  void expect_all()
  {
    const std::vector<std::string> texts = collector.texts();
    for (std::size_t i = 1; i < texts.size(); ++i) {
      ASSERT_EQ(std::stoi(texts[i]), std::stoi(texts[i - 1]) + 1);
    }
  }

  Collector collector;
  std::unique_ptr<rmw::Reader> reader;
};

// Returns the connections of this host with itself by its address of the network.
std::string local_connections_by_network()
{
  std::istringstream lines(run("ss -Htn state established").text);
  std::string matches;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(own_address);
    if (first != std::string::npos && line.find(own_address, first + 1) != std::string::npos) {
      matches += line + "\n";
    }
  }
  return matches;
}

void lose_the_network(bool has_static_peers)
{
  // These commands must never reach the network of a real host.
  ASSERT_NE(run("ip link show eth0").status, 0)
    << "this test needs a network namespace of its own, which the tests that are not disabled make";
  succeed("ip link set lo up");
  Child far("talks_from_another_host", argument_of(has_static_peers, "/far"));
  ASSERT_TRUE(eventually([] { return run("ip link show eth0").status == 0; }));
  const std::string configure =
    "ip address add " + std::string(own_address) + "/24 dev eth0 && ip link set eth0 up";
  succeed(configure);
  ASSERT_TRUE(eventually([] { return run("ip link show eth0 | grep LOWER_UP").status == 0; }));

  std::vector<std::unique_ptr<Child>> talkers;
  const auto participant = rmw::Participant::create(options_of_hosts(has_static_peers));
  const auto node = participant->graph().add_node("/", "listener");
  std::vector<std::unique_ptr<Listener>> near;
  const auto add_talker = [&] {
    const std::string topic = "/near" + std::to_string(near.size());
    near.push_back(std::make_unique<Listener>(*participant, *node, topic));
    talkers.push_back(std::make_unique<Child>("talks", argument_of(has_static_peers, topic)));
  };
  for (int i = 0; i < 4; ++i) {
    add_talker();
  }
  Listener other(*participant, *node, "/far");
  for (const auto & listener : near) {
    ASSERT_TRUE(listener->collector.wait_for(1));
  }
  ASSERT_TRUE(other.collector.wait_for(1));
  EXPECT_EQ(local_connections_by_network(), "");

  succeed("ip link set eth0 down && ip address del " + std::string(own_address) + "/24 dev eth0");
  std::this_thread::sleep_for(100ms);
  for (const auto & listener : near) {
    EXPECT_TRUE(listener->collector.wait_for(listener->collector.size() + 50, 20s));
  }
  // A process that starts now finds the others, too.
  add_talker();
  EXPECT_TRUE(near.back()->collector.wait_for(50));
  succeed(configure);
  EXPECT_TRUE(other.collector.wait_for(other.collector.size() + 50));
  for (const auto & listener : near) {
    listener->expect_all();
  }
  other.expect_all();
}

TEST(Host, DISABLED_loses_its_network)
{
  lose_the_network(false);
}

TEST(Host, DISABLED_with_static_peers_loses_its_network)
{
  lose_the_network(true);
}

TEST(ZenohNetwork, ProcessesOfAHostGoOnWithoutIt)
{
  run_on_a_host("loses_its_network");
}

TEST(ZenohNetwork, ProcessesOfAHostWithStaticPeersGoOnWithoutIt)
{
  run_on_a_host("with_static_peers_loses_its_network");
}

}  // namespace
