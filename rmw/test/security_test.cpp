// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Secured participants: which ones communicate, and what others can do.

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <random>
#include <sstream>
#include <utility>

#include "child.hpp"
#include "security_test.hpp"

namespace
{

using namespace security_test;

// Another enclave of the keystore in its argument, which sends received texts back.
TEST(Child, DISABLED_wheels)
{
  rmw::ParticipantOptions wheels = rmw::read_environment().options;
  wheels.secured_as = {"/base/wheels", fs::path(Child::argument()) / "enclaves/base/wheels"};
  const auto participant = rmw::Participant::create(wheels);
  WriterEvents events;
  const auto out = participant->create_writer(options("/echo"), events);
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 1; }));
  Collector collector;
  const auto in = participant->create_reader(options("/joints"), collector);
  ASSERT_TRUE(collector.wait_for(1));
  out->write(buffer(collector.texts().front()));
  Child::wait_for_end_of_input();
}

TEST_F(Secured, EnclavesOfAKeystoreHearEachOther)
{
  const std::string both = "<topic>ros_discovery_info</topic>";
  const std::string joints = "<topic>rt/joints</topic>";
  const std::string echo = "<topic>rt/echo</topic>";
  keystore.add("/arm", {"/arm", domain_id(domain()), both + joints, both + echo});
  keystore.add("/base/wheels", {"/base/wheels", domain_id(domain()), both + echo, both + joints});
  const auto arm = join("/arm");
  Collector collector;
  WriterEvents events;
  const auto in = arm->create_reader(options("/echo"), collector);
  const auto out = arm->create_writer(options("/joints"), events);
  Child wheels("wheels", keystore.root().string());
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 1; }));
  out->write(buffer("elbow"));
  ASSERT_TRUE(collector.wait_for(1));
  EXPECT_EQ(collector.texts().front(), "elbow");
  EXPECT_EQ(wheels.finish(), 0);
}

// An unsecured process of the same domain, whose participants only communicate with each other. It
// creates the file in its argument once they do.
TEST(Child, DISABLED_stranger)
{
  const auto one = participant();
  const auto other = participant();
  Collector collector;
  WriterEvents events;
  const auto out = one->create_writer(options("/joints"), events);
  const auto in = other->create_reader(options("/joints"), collector);
  std::atomic<bool> stop = false;
  std::thread sender([&] {
    while (!stop) {
      out->write(buffer("forged"));
      std::this_thread::sleep_for(5ms);  // the rate
    }
  });
  EXPECT_TRUE(collector.wait_for(20));
  write_text(std::getenv("CHILD_ARGUMENT"), "ready");
  Child::wait_for_end_of_input();
  stop = true;
  sender.join();
  for (const std::string & text : collector.texts()) {
    EXPECT_EQ(text, "forged");
  }
  EXPECT_EQ(out->matched_count(), 1u);
  EXPECT_EQ(one->graph().endpoints(rmw::EndpointKind::writer, "rt/joints").size(), 1u);
}

TEST_F(Secured, StrangersCanNeitherReceiveNorDiscoverNorSend)
{
  keystore.add("/arm");
  const auto arm = join("/arm");
  const auto also_arm = join("/arm");
  Collector collector;
  WriterEvents events;
  const auto in = also_arm->create_reader(options("/joints"), collector);
  const auto out = arm->create_writer(options("/joints"), events);
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 1; }));

  const fs::path ready = keystore.root() / "stranger_is_ready";
  Child stranger("stranger", ready.string());
  ASSERT_TRUE(eventually([&] { return fs::exists(ready); }));
  for (int i = 0; i < 50; ++i) {
    out->write(buffer("true"));
    ASSERT_TRUE(collector.wait_for(i + 1));
  }
  EXPECT_EQ(stranger.finish(), 0);
  EXPECT_EQ(collector.texts(), std::vector<std::string>(50, "true"));
  EXPECT_EQ(out->matched_count(), 1u);
  EXPECT_EQ(in->matched_count(), 1u);
}

// Another process of the enclave, which sends all received texts back.
TEST(Child, DISABLED_echo)
{
  rmw::ParticipantOptions arm = rmw::read_environment().options;
  arm.secured_as = {"/arm", fs::path(Child::argument()) / "enclaves/arm"};
  const auto participant = rmw::Participant::create(arm);
  WriterEvents events;
  const auto out = participant->create_writer(options("/echo"), events);
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 1; }));
  struct Echo : Collector
  {
    rmw::Writer & out;
    explicit Echo(rmw::Writer & to) : out(to) {}
    void on_sample(rmw::Sample && sample, const rmw::SampleInfo &) noexcept override
    {
      out.write(buffer(text(sample)));
    }
  } echo(*out);
  const auto in = participant->create_reader(options("/joints"), echo);
  Child::wait_for_end_of_input();
}

// Copies the domain's datagrams on this host's loopback, as an attacker in the network could.
class Eavesdropper
{
public:
  Eavesdropper()
  {
    sockaddr_ll loopback{};
    loopback.sll_family = AF_PACKET;
    loopback.sll_protocol = htons(ETH_P_IP);
    loopback.sll_ifindex = static_cast<int>(if_nametoindex("lo"));
    socket_ =
      ::socket(AF_PACKET, SOCK_DGRAM | SOCK_CLOEXEC, 0);  // receives nothing until it is bound
    const int size = 8 << 20;
    setsockopt(socket_, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size));
    hear_this_domain_only();
    if (bind(socket_, reinterpret_cast<sockaddr *>(&loopback), sizeof(loopback)) != 0) {
      close(std::exchange(socket_, -1));
    }
  }
  ~Eavesdropper() { close(socket_); }
  Eavesdropper(const Eavesdropper &) = delete;
  Eavesdropper & operator=(const Eavesdropper &) = delete;

  bool listens() const { return socket_ >= 0; }

  struct Datagram
  {
    sockaddr_in to{};
    std::vector<unsigned char> bytes;
  };
  /// Returns the datagrams since the last call.
  std::vector<Datagram> take()
  {
    std::vector<Datagram> out;
    std::vector<unsigned char> packet(65536);
    sockaddr_ll from{};
    socklen_t size = sizeof(from);
    ssize_t got = 0;
    while ((got = recvfrom(
              socket_, packet.data(), packet.size(), MSG_DONTWAIT,
              reinterpret_cast<sockaddr *>(&from), &size)) >= 0) {
      const std::size_t header = 4 * std::size_t(packet[0] & 15);
      const std::size_t begin = header + 8;
      if (
        from.sll_pkttype == PACKET_OUTGOING || packet[9] != IPPROTO_UDP ||
        static_cast<std::size_t>(got) < begin + 20 || std::memcmp(&packet[begin], "RTPS", 4) != 0) {
        continue;
      }
      Datagram each;
      each.to.sin_family = AF_INET;
      std::memcpy(&each.to.sin_addr, &packet[16], 4);
      std::memcpy(&each.to.sin_port, &packet[header + 2], 2);
      each.bytes.assign(packet.begin() + begin, packet.begin() + got);
      out.push_back(std::move(each));
    }
    return out;
  }

private:
  // Filtered by the kernel: packets of other tests would fill the socket's buffer.
  void hear_this_domain_only()
  {
    const std::uint32_t first_port = 7400 + 250 * domain();
    std::array<sock_filter, 6> program{{
      BPF_STMT(BPF_LDX | BPF_B | BPF_MSH, 0),  // X: the length of the IP header
      BPF_STMT(BPF_LD | BPF_H | BPF_IND, 2),   // the destination port
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, first_port, 0, 2),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, first_port + 250, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, 65536),
      BPF_STMT(BPF_RET | BPF_K, 0),
    }};
    const sock_fprog all{static_cast<unsigned short>(program.size()), program.data()};
    setsockopt(socket_, SOL_SOCKET, SO_ATTACH_FILTER, &all, sizeof(all));
  }

  int socket_ = -1;
};

TEST_F(Secured, ReplayedTruncatedOrModifiedMessagesHaveNoEffect)
{
  Eavesdropper eavesdropper;
  if (!eavesdropper.listens()) {
    GTEST_SKIP() << "may not listen to packets here";
  }
  keystore.add("/arm");
  const auto arm = join("/arm");
  Collector collector;
  WriterEvents events;
  const auto in = arm->create_reader(options("/echo"), collector);
  const auto out = arm->create_writer(options("/joints"), events);
  Child echo("echo", keystore.root().string());
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 1; }));
  std::vector<std::string> sent;
  const auto exchange = [&] {
    for (int i = 0; i < 50; ++i) {
      sent.push_back("true " + std::to_string(sent.size()));
      out->write(buffer(sent.back()));
      ASSERT_TRUE(collector.wait_for(sent.size()));
    }
  };
  exchange();
  const auto heard = eavesdropper.take();
  ASSERT_GT(heard.size(), 100u);
  for (const auto & each : heard) {
    const std::string bytes(each.bytes.begin(), each.bytes.end());
    EXPECT_FALSE(has(bytes, "true ")) << "a payload in clear text";
    EXPECT_FALSE(has(bytes, "joints")) << "a topic's name in clear text";
  }
  const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  std::mt19937 random(1);
  const auto send = [socket](const Eavesdropper::Datagram & each) {
    sendto(
      socket, each.bytes.data(), each.bytes.size(), 0, reinterpret_cast<const sockaddr *>(&each.to),
      sizeof(each.to));
  };
  for (auto each : heard) {
    send(each);
    auto changed = each;
    changed.bytes[20 + random() % (changed.bytes.size() - 20)] ^= 1 << (random() % 8);
    send(changed);
    each.bytes.resize(20 + random() % (each.bytes.size() - 20));
    send(each);
  }
  exchange();
  close(socket);
  EXPECT_EQ(collector.texts(), sent);
  EXPECT_EQ(echo.finish(), 0);
}

// Cyclone's plugin applies the permissions of the first one to all.
TEST_F(Secured, OneProcessAndDomainHasOneEnclave)
{
  keystore.add("/arm");
  keystore.add("/leg");
  Keystore other(domain());
  other.add("/thief");
  rmw::ParticipantOptions thief = rmw::read_environment().options;
  thief.secured_as = {"/thief", other.folder("/thief")};
  const auto join_as_thief = [&] { rmw::Participant::create(thief); };
  const std::string arm_is_there =
    "enclave '/arm' of '" + keystore.folder("/arm").string() + "' is there in this process";
  {
    const auto arm = join("/arm");
    const std::string unsecured = denial([] { participant(); });
    EXPECT_TRUE(has(unsecured, "an unsecured context cannot join domain")) << unsecured;
    EXPECT_TRUE(has(unsecured, arm_is_there)) << unsecured;
    EXPECT_TRUE(has(fault("/leg"), arm_is_there));
    EXPECT_TRUE(has(denial(join_as_thief), arm_is_there));
    thief.domain_id = second_domain();
    EXPECT_TRUE(has(denial(join_as_thief), "has no rule for domain"));
    thief.domain_id = domain();
  }
  EXPECT_NO_THROW(join("/leg"));
  EXPECT_NO_THROW(join_as_thief());
  const auto unsecured = participant();
  EXPECT_TRUE(has(fault("/arm"), "an unsecured context is there in this process"));
}

// Nodes of ROS 2 notice the end of a secured participant only when its lease is over.
TEST_F(Secured, ThatANodeEndsIsAnnouncedThoughItsParticipantEndsToo)
{
  keystore.add("/arm");
  const auto observer = join("/arm");
  Collector collector;
  rmw_qos_profile_t qos = rmw_qos_profile_default;
  qos.durability = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
  rmw::EndpointOptions announcements = options("/unused", qos);
  announcements.topic = "ros_discovery_info";
  announcements.type = "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_";
  announcements.type_hash.clear();
  const auto in = observer->create_reader(announcements, collector);
  const auto last_has_node = [&collector] {
    const auto texts = collector.texts();
    return !texts.empty() && has(texts.back(), "elbow");
  };
  auto arm = join("/arm");
  auto node = arm->graph().add_node("/", "elbow");
  ASSERT_TRUE(eventually(last_has_node));
  node.reset();
  arm.reset();
  EXPECT_TRUE(eventually([&] { return !last_has_node(); }));
}

TEST_F(Secured, KeepsTransientLocalMessagesForLateReaders)
{
  keystore.add("/arm");
  const auto arm = join("/arm");
  Collector collector;
  WriterEvents events;
  rmw_qos_profile_t qos = rmw_qos_profile_default;
  qos.durability = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
  const auto out = arm->create_writer(options("/pose", qos), events);
  out->write(buffer("folded"));
  const auto late = join("/arm");
  const auto in = late->create_reader(options("/pose", qos), collector);
  ASSERT_TRUE(collector.wait_for(1));
  EXPECT_EQ(collector.texts().front(), "folded");
}

// "KEYSTORE ENCLAVE": sends each received text back, with its name in front.
TEST(Child, DISABLED_repeater)
{
  std::istringstream words(Child::argument());
  std::string root;
  std::string enclave;
  words >> root >> enclave;
  rmw::ParticipantOptions as = rmw::read_environment().options;
  as.secured_as = {enclave, fs::path(root) / "enclaves" / enclave.substr(1)};
  const auto participant = rmw::Participant::create(as);
  WriterEvents events;
  const auto out = participant->create_writer(options("/echo"), events);
  struct Repeater : Collector
  {
    rmw::Writer & out;
    const std::string & name;
    Repeater(rmw::Writer & to, const std::string & of) : out(to), name(of) {}
    void on_sample(rmw::Sample && sample, const rmw::SampleInfo &) noexcept override
    {
      out.write(buffer(name + " " + text(sample)));
    }
  } repeater(*out, enclave);
  const auto in = participant->create_reader(options("/joints"), repeater);
  Child::wait_for_end_of_input();
}

// Cyclone reads the list once, when a participant is created.
TEST_F(Secured, ARevokedPeerIsStillReceivedByEarlierProcesses)
{
  const fs::path arm_folder = keystore.add("/arm");
  keystore.add("/leg");
  const fs::path thief_folder = keystore.add("/thief");
  const auto heard_from = [](const std::vector<std::string> & texts, const std::string & name) {
    return std::count_if(texts.begin(), texts.end(), [&](const std::string & text) {
      return text.starts_with(name + " ");
    });
  };
  // Writes until the legs have sent 20 of them back; returns the other peers that it received by
  // then.
  const auto exchange = [&](rmw::Participant & arm, std::size_t peers) {
    Collector collector;
    WriterEvents events;
    const auto in = arm.create_reader(options("/echo"), collector);
    const auto out = arm.create_writer(options("/joints"), events);
    Child leg("repeater", keystore.root().string() + " /leg");
    Child thief("repeater", keystore.root().string() + " /thief");
    EXPECT_TRUE(eventually([&] { return out->matched_count() == peers; }));
    const auto enough = [&](const std::string & name) {
      return eventually([&] {
        out->write(buffer("elbow"));
        return heard_from(collector.texts(), name) >= 20;
      });
    };
    EXPECT_TRUE(enough("/leg"));
    if (peers == 2) {
      EXPECT_TRUE(enough("/thief"));
      revoke(thief_folder, arm_folder, keystore.authority());
      const auto before = heard_from(collector.texts(), "/thief");
      EXPECT_TRUE(eventually([&] {
        out->write(buffer("elbow"));
        return heard_from(collector.texts(), "/thief") >= before + 20;
      }));
    }
    return heard_from(collector.texts(), "/thief");
  };
  {
    const auto arm = join("/arm");
    EXPECT_GE(exchange(*arm, 2), 40);
  }
  const auto arm = join("/arm");
  EXPECT_EQ(exchange(*arm, 1), 0);
}

}  // namespace
