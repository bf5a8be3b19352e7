// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Domains: the configuration for each discovery range, sharing in a process, errors, threads.

#include "cyclonedds/domain.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "child.hpp"
#include "support.hpp"

namespace
{

using namespace test;
using rmw::DiscoveryRange;

std::string configuration(DiscoveryRange range, std::vector<std::string> peers = {})
{
  rmw::ParticipantOptions options;
  options.discovery_range = range;
  options.static_peers = std::move(peers);
  return rmw::detail::generated_configuration(options, true);
}

bool has(const std::string & text, const std::string & part)
{
  return text.find(part) != std::string::npos;
}

TEST(Configuration, ByDiscoveryRange)
{
  const std::string subnet = configuration(DiscoveryRange::subnet);
  EXPECT_FALSE(has(subnet, "AllowMulticast")) << subnet;
  EXPECT_TRUE(has(subnet, "<ParticipantIndex>auto</ParticipantIndex>")) << subnet;
  EXPECT_FALSE(has(subnet, "<Peers>")) << subnet;

  const std::string localhost = configuration(DiscoveryRange::localhost);
  EXPECT_TRUE(has(localhost, "<AllowMulticast>false</AllowMulticast>")) << localhost;
  EXPECT_TRUE(has(localhost, "<Peer address=\"127.0.0.1\"/>")) << localhost;

  const std::string off = configuration(DiscoveryRange::off);
  EXPECT_TRUE(has(off, "<AllowMulticast>false</AllowMulticast>")) << off;
  EXPECT_TRUE(has(off, "<ParticipantIndex>none</ParticipantIndex>")) << off;
  EXPECT_TRUE(has(off, "ros_discovery_off_" + std::to_string(getpid()))) << off;

  EXPECT_EQ(
    configuration(DiscoveryRange::system_default),
    "<CycloneDDS><Domain><Internal><WriterLingerDuration>0s</WriterLingerDuration></Internal>"
    "</Domain></CycloneDDS>");
}

TEST(Configuration, LargeDatagramsOnlyWhereNoNetworkIsReached)
{
  EXPECT_TRUE(has(configuration(DiscoveryRange::localhost), "<FragmentSize>65000B"));
  EXPECT_TRUE(has(configuration(DiscoveryRange::off), "<FragmentSize>65000B"));
  EXPECT_FALSE(has(configuration(DiscoveryRange::subnet), "FragmentSize"));
  const std::string with_peers = configuration(DiscoveryRange::localhost, {"192.168.0.2"});
  EXPECT_FALSE(has(with_peers, "FragmentSize")) << with_peers;
  EXPECT_TRUE(has(with_peers, "<Peer address=\"192.168.0.2\"/>")) << with_peers;
}

TEST(Configuration, PortsEndWithTheLastOne)
{
  rmw::ParticipantOptions options;
  options.domain_id = 232;
  const std::string last = rmw::detail::generated_configuration(options, true);
  EXPECT_TRUE(has(last, "<MaxAutoParticipantIndex>62<")) << last;
  options.domain_id = 0;
  const std::string first = rmw::detail::generated_configuration(options, true);
  EXPECT_TRUE(has(first, "<MaxAutoParticipantIndex>119<")) << first;
}

TEST(Configuration, SmallReceiveBuffersAreReportedWithTheRemedy)
{
  const auto warning = rmw::detail::receive_buffer_warning(212992);  // the kernel's default
  ASSERT_TRUE(warning);
  EXPECT_TRUE(has(*warning, "212992")) << *warning;
  EXPECT_TRUE(has(*warning, "sysctl -w net.core.rmem_max=16777216")) << *warning;
  EXPECT_FALSE(rmw::detail::receive_buffer_warning(4 << 20));
  EXPECT_FALSE(rmw::detail::receive_buffer_warning(0));
}

// Collects log messages while it exists.
class Log
{
public:
  Log()
  {
    rmw::set_log_sink([this](rmw_log_severity_t severity, std::string_view line) {
      std::lock_guard lock(mutex_);
      text_ += std::to_string(severity) + " " + std::string(line) + "\n";
    });
  }
  ~Log() { rmw::set_log_sink(nullptr); }
  std::string text()
  {
    std::lock_guard lock(mutex_);
    return text_;
  }

private:
  std::mutex mutex_;
  std::string text_;
};

TEST(Domain, EachRangeWorksWithinAProcess)
{
  for (const auto range :
       {DiscoveryRange::off, DiscoveryRange::localhost, DiscoveryRange::subnet,
        DiscoveryRange::system_default}) {
    auto options = rmw::read_environment().options;
    options.discovery_range = range;
    // Also participants with a wider range, so that the test stays isolated.
    options.engine_configuration =
      "<CycloneDDS><Domain><General><Interfaces><NetworkInterface address=\"127.0.0.1\"/>"
      "</Interfaces></General></Domain></CycloneDDS>";
    auto here = rmw::Participant::create(options);
    auto there = rmw::Participant::create(options);
    auto node = here->graph().add_node("/", "n");
    EXPECT_TRUE(eventually([&] { return there->graph().node_names().size() == 1; }));
    EXPECT_EQ(there->domain_id(), options.domain_id);
  }
}

// Returns the file of Cyclone DDS in this process; empty if it is a part of another library.
std::string engine_library()
{
  std::ifstream maps("/proc/self/maps");
  std::string line;
  while (std::getline(maps, line)) {
    if (has(line, "/libddsc.so")) {
      return line.substr(line.find('/'));
    }
  }
  return "";
}

TEST(Child, DISABLED_library_order)
{
  Log log;
  for (int i = 0; i < 2; ++i) {
    rmw::Participant::create(rmw::read_environment().options);
  }
  const std::string warning = "the loader finds Cyclone DDS before RxROS2";
  const std::string text = log.text();
  const std::size_t first = text.find(warning);
  EXPECT_EQ(first != std::string::npos, Child::argument() == "engine first") << text;
  EXPECT_EQ(first == std::string::npos ? first : text.find(warning, first + 1), std::string::npos);
  Child::wait_for_end_of_input();
}

TEST(Domain, AnEngineThatTheLoaderFindsFirstIsReported)
{
  const std::string engine = engine_library();
  if (engine.empty()) {
    GTEST_SKIP() << "the engine is a part of another library";
  }
  EXPECT_EQ(Child("library_order", "engine last").finish(), 0);
  ASSERT_EQ(setenv("LD_PRELOAD", engine.c_str(), 1), 0);
  Child child("library_order", "engine first");
  unsetenv("LD_PRELOAD");
  EXPECT_EQ(child.finish(), 0);
}

TEST(Domain, SettingsOfTheFirstContextCount)
{
  auto options = rmw::read_environment().options;
  auto first = rmw::Participant::create(options);
  Log log;
  options.discovery_range = DiscoveryRange::off;
  auto second = rmw::Participant::create(options);
  EXPECT_TRUE(has(log.text(), "already in use in this process")) << log.text();
  auto node = first->graph().add_node("/", "n");
  EXPECT_TRUE(eventually([&] { return second->graph().node_names().size() == 1; }));
}

TEST(Domain, SeveralInAProcessDoNotMix)
{
  auto options = rmw::read_environment().options;
  auto here = rmw::Participant::create(options);
  options.domain_id = second_domain();
  auto other = rmw::Participant::create(options);
  options.domain_id = rmw::read_environment().options.domain_id;
  auto there = rmw::Participant::create(options);
  auto node = here->graph().add_node("/", "n");
  EXPECT_TRUE(eventually([&] { return there->graph().node_names().size() == 1; }));
  EXPECT_TRUE(other->graph().node_names().empty());
}

TEST(Domain, UsersConfigurationComesLast)
{
  auto options = rmw::read_environment().options;
  options.domain_id = second_domain();
  options.engine_configuration =
    "<CycloneDDS><Domain><Discovery><MaxAutoParticipantIndex>0</MaxAutoParticipantIndex>"
    "</Discovery></Domain></CycloneDDS>";
  Log log;
  auto context = rmw::Participant::create(options);
  EXPECT_TRUE(has(log.text(), "none of the well-known ports is free")) << log.text();
}

TEST(Domain, ConfigurationThatMakesNoSenseIsRefusedWithTheReason)
{
  auto options = rmw::read_environment().options;
  options.domain_id = second_domain();
  options.engine_configuration = "<CycloneDDS><Domain><Nonsense/></Domain></CycloneDDS>";
  try {
    rmw::Participant::create(options);
    FAIL() << "was accepted";
  } catch (const rmw::error & e) {
    EXPECT_TRUE(has(e.what(), "domain " + std::to_string(options.domain_id))) << e.what();
    EXPECT_TRUE(has(e.what(), "Nonsense")) << e.what();
    EXPECT_TRUE(has(e.what(), "CYCLONEDDS_URI")) << e.what();
  }
  // And nothing remains that would run with other settings.
  options.engine_configuration.clear();
  EXPECT_NO_THROW(rmw::Participant::create(options));
}

TEST(Network, GarbageIsSurvivedAndDoesNotFloodTheLog)
{
  auto options = rmw::read_environment().options;
  options.domain_id = second_domain();  // where the garbage affects no other test
  Log log;
  auto context = rmw::Participant::create(options);
  const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
  ASSERT_GE(socket, 0);
  std::mt19937 random(1);
  for (int packet = 0; packet < 500; ++packet) {
    // Half of it looks like RTPS: a header, and submessages with wrong lengths.
    std::vector<unsigned char> bytes(20 + random() % 200);
    for (auto & byte : bytes) {
      byte = static_cast<unsigned char>(random());
    }
    if (packet % 2 == 0) {
      const unsigned char header[] = {'R', 'T', 'P', 'S', 2, 1, 1, 16, 1,  2,
                                      3,   4,   5,   6,   7, 8, 9, 10, 11, 12};
      std::copy_n(header, sizeof(header), bytes.begin());
      if (bytes.size() > 23) {
        const unsigned char kinds[] = {0x06, 0x07, 0x08, 0x12, 0x13, 0x15, 0x16};
        bytes[20] = kinds[random() % sizeof(kinds)];
        bytes[23] = 0;
      }
    }
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (std::uint32_t port = 0; port < 8; ++port) {
      to.sin_port = htons(static_cast<std::uint16_t>(7410 + 250 * options.domain_id + port));
      ::sendto(
        socket, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr *>(&to), sizeof(to));
    }
  }
  ::close(socket);
  auto other = rmw::Participant::create(options);
  auto node = other->graph().add_node("/", "n");
  EXPECT_TRUE(eventually([&] { return context->graph().node_names().size() == 1; }));
  EXPECT_TRUE(eventually([&] { return !log.text().empty(); }));
  const std::string text = log.text();
  const auto lines = std::count(text.begin(), text.end(), '\n');
  EXPECT_LE(lines, 60);
}

TEST(Threads, LeaveSignalsToTheProgram)
{
  auto context = participant();
  std::size_t threads = 0;
  for (const auto & task : std::filesystem::directory_iterator("/proc/self/task")) {
    if (task.path().filename() == std::to_string(getpid())) {
      continue;
    }
    std::ifstream status(task.path() / "status");
    std::string name;
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("Name:")) {
        name = line;
      }
      if (line.starts_with("SigBlk:")) {
        const std::uint64_t blocked = std::stoull(line.substr(7), nullptr, 16);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGALRM, SIGCHLD}) {
          EXPECT_TRUE(blocked >> (signal - 1) & 1) << name << ", signal " << signal;
        }
        ++threads;
      }
    }
  }
  EXPECT_GE(threads, 6u);
}

}  // namespace
