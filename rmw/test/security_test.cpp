// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Secured participants: which ones communicate, and the error for each fault of a keystore.

#include "rmw/security.hpp"

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
#include <ctime>
#include <functional>
#include <random>
#include <sstream>
#include <utility>

#include "child.hpp"
#include "keystore.hpp"
#include "support.hpp"

namespace
{

using namespace test;

std::uint32_t domain()
{
  return rmw::read_environment().options.domain_id;
}

/// Returns the text of the security_error that `call` throws; fails the test if there is none.
std::string denial(const std::function<void()> & call)
{
  try {
    call();
  } catch (const rmw::security_error & fault) {
    return fault.what();
  }
  ADD_FAILURE() << "nothing was denied";
  return "";
}

bool has(const std::string & text, const std::string & part)
{
  return text.find(part) != std::string::npos;
}

struct Secured : testing::Test
{
  Keystore keystore{domain()};

  std::shared_ptr<rmw::Participant> join(const std::string & enclave)
  {
    rmw::ParticipantOptions options = rmw::read_environment().options;
    options.enclave = enclave;
    options.secured_as = {enclave, keystore.folder(enclave)};
    return rmw::Participant::create(options);
  }
  /// Waits until no participant of the test is left: a thread of the discovery that looks at one at
  /// this moment destroys it a little later, and the next test has another enclave.
  void TearDown() override
  {
    EXPECT_TRUE(eventually([] {
      try {
        participant();
        return true;
      } catch (const rmw::security_error &) {
        return false;
      }
    }));
  }
  /// Returns the reason why the enclave cannot join.
  std::string fault(const std::string & enclave)
  {
    return denial([&] { join(enclave); });
  }
};

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

TEST_F(Secured, AForbiddenTopicNamesTheRule)
{
  const fs::path folder = keystore.add(
    "/arm", {.subject = "/arm",
             .domains = domain_id(domain()),
             .publish = "<topic>ros_discovery_info</topic><topic>rt/joints</topic>",
             .subscribe = "<topic>ros_discovery_info</topic><topic>rt/*</topic>",
             .deny = "<deny_rule>\n<domains>" + domain_id(domain()) +
                     "</domains>\n<subscribe>\n<topics>\n<topic>rt/secret*</topic>\n</topics>\n"
                     "</subscribe>\n</deny_rule>\n"});
  const auto arm = join("/arm");
  Collector collector;
  WriterEvents events;
  EXPECT_NO_THROW(arm->create_writer(options("/joints"), events));
  EXPECT_NO_THROW(arm->create_reader(options("/camera"), collector));

  const std::string none = denial([&] { arm->create_writer(options("/camera"), events); });
  EXPECT_TRUE(has(none, "enclave '/arm' may not publish topic '/camera'")) << none;
  EXPECT_TRUE(has(none, "no rule of '" + (folder / "permissions.p7s").string())) << none;
  EXPECT_TRUE(has(none, R"(<topics publish="ALLOW"><topic>/camera</topic></topics>)")) << none;

  const std::string denied =
    denial([&] { arm->create_reader(options("/secret_plan"), collector); });
  EXPECT_TRUE(has(denied, "may not subscribe to topic '/secret_plan'")) << denied;
  EXPECT_TRUE(has(denied, "'rt/secret*' of")) << denied;
  const std::string line = "(line ";
  const int number = std::atoi(denied.c_str() + denied.find(line) + line.size());
  std::ifstream file(folder / "permissions.p7s");
  std::string text;
  for (int i = 0; i < number; ++i) {
    std::getline(file, text);
  }
  EXPECT_TRUE(has(text, "rt/secret*")) << "line " << number << " is: " << text;
}

TEST_F(Secured, AForbiddenServiceOrActionIsNamedAsOne)
{
  keystore.add(
    "/arm", {.subject = "/arm",
             .domains = domain_id(domain()),
             .publish = "<topic>ros_discovery_info</topic>",
             .subscribe = "<topic>ros_discovery_info</topic>"});
  const auto arm = join("/arm");
  Collector collector;
  WriterEvents events;
  const auto dds = [](const char * topic) {
    rmw::EndpointOptions out = options("/unused");
    out.topic = topic;
    return out;
  };
  const auto write = [&](const char * topic) {
    return denial([&] { arm->create_writer(dds(topic), events); });
  };
  const auto read = [&](const char * topic) {
    return denial([&] { arm->create_reader(dds(topic), collector); });
  };
  EXPECT_TRUE(has(write("rq/gripRequest"), "may not call service '/grip'"));
  EXPECT_TRUE(has(read("rr/gripReply"), "may not call service '/grip'"));
  EXPECT_TRUE(has(write("rr/gripReply"), "may not serve service '/grip'"));
  EXPECT_TRUE(has(read("rq/gripRequest"), R"(<services reply="ALLOW"><service>/grip</service>)"));
  EXPECT_TRUE(has(write("rq/lift/_action/send_goalRequest"), "may not call action '/lift'"));
  EXPECT_TRUE(has(read("rt/lift/_action/feedback"), "may not call action '/lift'"));
  EXPECT_TRUE(has(write("rt/lift/_action/status"), "may not execute action '/lift'"));
  EXPECT_TRUE(
    has(read("rq/lift/_action/get_resultRequest"), R"(<actions execute="ALLOW"><action>/lift<)"));
}

TEST_F(Secured, EachFaultOfAnEnclaveHasItsSentence)
{
  const Keystore other(domain());
  const std::string here = domain_id(domain());
  const std::uint32_t elsewhere = (domain() + 1) % 200;
  const auto identity = [&](const fs::path & folder, const Identity & who) {
    write_certificate(folder / "cert.pem", who);
    write_key(folder / "key.pem", who);
  };
  const auto permissions = [&](const fs::path & folder, const Permissions & what) {
    write_signed(folder / "permissions.p7s", what.xml(), keystore.authority());
  };
  struct Case
  {
    const char * sentence;
    std::function<void(const fs::path & folder)> spoil;
  };
  const Case cases[] = {
    {"/cert.pem' expired on",
     [&](const fs::path & f) {
       identity(f, make_identity("/arm", &keystore.authority(), -20 * day, -10 * day));
     }},
    {"/cert.pem' is valid only from",
     [&](const fs::path & f) {
       identity(f, make_identity("/arm", &keystore.authority(), 10 * day, 20 * day));
     }},
    {"/cert.pem' was not issued by the authority of",
     [&](const fs::path & f) { identity(f, make_identity("/arm", &other.authority())); }},
    {"/key.pem' is not the private key of the certificate",
     [&](const fs::path & f) { write_key(f / "key.pem", make_identity("/arm")); }},
    {"/cert.pem' is not a certificate",
     [](const fs::path & f) { write_text(f / "cert.pem", "no certificate\n"); }},
    {"/key.pem' is not a private key",
     [](const fs::path & f) { write_text(f / "key.pem", "no key\n"); }},
    {"/identity_ca.cert.pem' is not a certificate",
     [](const fs::path & f) { write_text(f / "identity_ca.cert.pem", "no certificate\n"); }},
    {"/governance.p7s' is not a signed document",
     [](const fs::path & f) { write_text(f / "governance.p7s", "<dds/>\n"); }},
    {"/governance.p7s' was not signed by the authority",
     [&](const fs::path & f) {
       write_signed(f / "governance.p7s", governance(here), other.authority());
     }},
    {"/permissions.p7s' was not signed by the authority",
     [&](const fs::path & f) {
       write_signed(f / "permissions.p7s", Permissions{"/arm", here}.xml(), other.authority());
     }},
    {"/permissions.p7s' was changed after it was signed",
     [](const fs::path & f) {
       std::string text = read_text(f / "permissions.p7s");
       text.replace(text.find("2060"), 4, "2070");
       write_text(f / "permissions.p7s", text);
     }},
    {"/governance.p7s' has no rule for domain",
     [&](const fs::path & f) {
       write_signed(f / "governance.p7s", governance(domain_id(elsewhere)), keystore.authority());
     }},
    {"allows anything in domain",
     [&](const fs::path & f) { permissions(f, {"/arm", domain_id(elsewhere)}); }},
    {"expired on 2021-01-01 00:00:00 UTC",
     [&](const fs::path & f) {
       permissions(f, {.subject = "/arm", .domains = here, .not_after = "2021-01-01T00:00:00"});
     }},
    {"valid only from 2050-01-01 00:00:00 UTC",
     [&](const fs::path & f) {
       permissions(f, {.subject = "/arm", .domains = here, .not_before = "2050-01-01T00:00:00"});
     }},
    {"grants permissions to 'CN=/leg', but the certificate beside it is of 'CN=/arm'",
     [&](const fs::path & f) { permissions(f, {"/leg", here}); }},
    {"is not XML",
     [&](const fs::path & f) {
       write_signed(f / "permissions.p7s", "<dds><permissions>\n", keystore.authority());
     }},
  };
  for (const Case & c : cases) {
    SCOPED_TRACE(c.sentence);
    const fs::path folder = keystore.add("/arm");
    c.spoil(folder);
    const std::string text = fault("/arm");
    EXPECT_TRUE(
      text.starts_with("enclave '/arm' cannot join domain " + std::to_string(domain()) + ": "))
      << text;
    EXPECT_TRUE(has(text, c.sentence)) << text;
    fs::remove_all(folder);
  }
  keystore.add("/arm");
  EXPECT_NO_THROW(join("/arm"));
}

TEST_F(Secured, ADomainThatIsNeverSecuredIsCalledSo)
{
  Keystore last(231);
  rmw::ParticipantOptions options = rmw::read_environment().options;
  options.domain_id = 231;
  options.secured_as = {"/arm", last.add("/arm")};
  const std::string text = denial([&] { rmw::Participant::create(options); });
  EXPECT_TRUE(has(text, "cannot join domain 231: Cyclone DDS secures the domains 0 to 230"))
    << text;
}

/// Puts a revocation list with the certificate of the enclave in `whose` into the folder of another
/// or the same enclave; it expires after so many seconds.
void revoke(
  const fs::path & whose, const fs::path & into, const Identity & authority, long end = 90 * day)
{
  const std::unique_ptr<BIO, int (*)(BIO *)> file(
    BIO_new_file((whose / "cert.pem").c_str(), "r"), BIO_free);
  const std::unique_ptr<X509, void (*)(X509 *)> certificate(
    PEM_read_bio_X509(file.get(), nullptr, nullptr, nullptr), X509_free);
  const std::unique_ptr<X509_CRL, void (*)(X509_CRL *)> list(X509_CRL_new(), X509_CRL_free);
  X509_CRL_set_issuer_name(list.get(), X509_get_subject_name(authority.certificate.get()));
  const std::unique_ptr<ASN1_TIME, void (*)(ASN1_TIME *)> from(
    X509_gmtime_adj(nullptr, -day), ASN1_TIME_free);
  const std::unique_ptr<ASN1_TIME, void (*)(ASN1_TIME *)> to(
    X509_gmtime_adj(nullptr, end), ASN1_TIME_free);
  X509_CRL_set1_lastUpdate(list.get(), from.get());
  X509_CRL_set1_nextUpdate(list.get(), to.get());
  X509_REVOKED * const entry = X509_REVOKED_new();
  X509_REVOKED_set_serialNumber(entry, X509_get_serialNumber(certificate.get()));
  X509_REVOKED_set_revocationDate(entry, from.get());
  X509_CRL_add0_revoked(list.get(), entry);
  X509_CRL_sign(list.get(), authority.key.get(), EVP_sha256());
  write_pem(into / "crl.pem", [&](BIO * bio) { return PEM_write_bio_X509_CRL(bio, list.get()); });
}

TEST_F(Secured, ARevokedCertificateIsNamed)
{
  const fs::path folder = keystore.add("/arm");
  revoke(folder, folder, keystore.authority());
  const std::string text = fault("/arm");
  EXPECT_TRUE(has(text, "cert.pem' was revoked (by '" + (folder / "crl.pem").string())) << text;
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

/// Sets the variables; the destructor unsets them.
struct Environment : Secured
{
  std::vector<std::string> warnings;

  Environment() { clear(); }
  ~Environment() override { clear(); }
  static void clear()
  {
    for (const char * name :
         {"ROS_SECURITY_ENABLE", "ROS_SECURITY_STRATEGY", "ROS_SECURITY_KEYSTORE",
          "ROS_SECURITY_ENCLAVE_OVERRIDE"}) {
      unsetenv(name);
    }
  }
  void enable(const char * strategy)
  {
    setenv("ROS_SECURITY_ENABLE", "true", 1);
    setenv("ROS_SECURITY_STRATEGY", strategy, 1);
    setenv("ROS_SECURITY_KEYSTORE", keystore.root().c_str(), 1);
  }
  rmw::Enclave find(const std::string & enclave)
  {
    warnings.clear();
    return rmw::find_enclave(rmw::read_security_settings(warnings), enclave, warnings);
  }
  bool warned(const std::string & part)
  {
    return std::any_of(
      warnings.begin(), warnings.end(), [&](const std::string & w) { return has(w, part); });
  }
};

TEST_F(Environment, OffUnlessExactlyTrue)
{
  keystore.add("/arm");
  EXPECT_FALSE(find("/arm"));
  EXPECT_TRUE(warnings.empty());
  enable("Enforce");
  for (const char * value : {"", "false", "yes"}) {
    setenv("ROS_SECURITY_ENABLE", value, 1);
    EXPECT_FALSE(find("/arm")) << value;
    EXPECT_TRUE(warnings.empty()) << value;
  }
  for (const char * value : {"True", "TRUE", "1"}) {
    setenv("ROS_SECURITY_ENABLE", value, 1);
    EXPECT_FALSE(find("/arm")) << value;
    EXPECT_TRUE(warned("expected 'true'")) << value;
  }
}

TEST_F(Environment, FindsTheEnclaveExactly)
{
  const fs::path folder = keystore.add("/base/wheels");
  enable("Enforce");
  EXPECT_EQ(find("/base/wheels").folder, folder);
  EXPECT_TRUE(warnings.empty());
  const std::string missing = denial([&] { find("/base"); });
  EXPECT_TRUE(has(missing, "has no such enclave, only /base/wheels")) << missing;
  EXPECT_TRUE(has(denial([&] { find("/base/wheels/left"); }), "has no such enclave"));
}

TEST_F(Environment, TheRootEnclaveIsTheFolderItself)
{
  keystore.add("/arm");
  const Identity root = make_identity("/", &keystore.authority());
  enable("Enforce");
  EXPECT_TRUE(has(denial([&] { find("/"); }), "only /arm"));
  for (const auto & entry : fs::directory_iterator(keystore.folder("/arm"))) {
    fs::copy(entry.path(), keystore.root() / "enclaves" / entry.path().filename());
  }
  EXPECT_EQ(find("/").folder, keystore.root() / "enclaves");
}

TEST_F(Environment, TheOverrideCountsForEveryContext)
{
  const fs::path folder = keystore.add("/arm");
  enable("Enforce");
  setenv("ROS_SECURITY_ENCLAVE_OVERRIDE", "/arm", 1);
  EXPECT_EQ(find("/somebody").folder, folder);
  EXPECT_EQ(find("/somebody").name, "/arm");
  setenv("ROS_SECURITY_ENCLAVE_OVERRIDE", "arm", 1);
  const std::string text = denial([&] { find("/somebody"); });
  EXPECT_TRUE(has(text, "(of ROS_SECURITY_ENCLAVE_OVERRIDE)")) << text;
  EXPECT_TRUE(has(text, "absolute path")) << text;
}

TEST_F(Environment, PermissiveContinuesUnsecuredAndLogsIt)
{
  enable("Permissive");
  EXPECT_FALSE(find("/arm"));
  EXPECT_TRUE(warned("continues unsecured"));
  enable("enforce");
  EXPECT_FALSE(find("/arm"));
  EXPECT_TRUE(warned("expected 'Enforce' or 'Permissive'"));
}

TEST_F(Environment, EnforceRefusesEachMissingFile)
{
  enable("Enforce");
  const fs::path folder = keystore.add("/arm");
  for (const char * file :
       {"identity_ca.cert.pem", "permissions_ca.cert.pem", "governance.p7s", "permissions.p7s"}) {
    fs::rename(folder / file, folder / "away");
    std::string text = denial([&] { find("/arm"); });
    EXPECT_TRUE(has(text, std::string("/") + file + "' is missing")) << text;
    fs::create_symlink("../../nowhere", folder / file);
    text = denial([&] { find("/arm"); });
    EXPECT_TRUE(has(text, "is a link to '../../nowhere', where nothing is")) << text;
    fs::remove(folder / file);
    fs::rename(folder / "away", folder / file);
  }
  EXPECT_TRUE(find("/arm"));
}

TEST_F(Environment, AMissingKeystoreIsDistinguished)
{
  enable("Enforce");
  unsetenv("ROS_SECURITY_KEYSTORE");
  EXPECT_TRUE(has(denial([&] { find("/arm"); }), "ROS_SECURITY_KEYSTORE is not set"));
  setenv("ROS_SECURITY_KEYSTORE", "/proc/nowhere/keys", 1);
  EXPECT_TRUE(has(denial([&] { find("/arm"); }), "'/proc/nowhere/keys' is not a keystore"));
}

TEST_F(Environment, WarnsOfAnOpenKeyAndOfACertificateThatEnds)
{
  enable("Enforce");
  const fs::path folder = keystore.add("/arm");
  fs::permissions(folder / "key.pem", fs::perms::group_read, fs::perm_options::add);
  find("/arm");
  EXPECT_TRUE(warned("open to others than its owner (mode 640)"));
  const Identity ending = make_identity("/arm", &keystore.authority(), -day, 10 * day + 3600);
  write_certificate(folder / "cert.pem", ending);
  write_key(folder / "key.pem", ending);
  find("/arm");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(warned("of enclave '/arm' ends in 10 days; 'rxros2 security renew /arm'"));
  write_certificate(
    folder / "identity_ca.cert.pem", make_identity("authority", nullptr, -day, 3600));
  find("/arm");
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_TRUE(warned("/identity_ca.cert.pem' ends in 0 days; 'rxros2 security renew --authority'"));
}

TEST_F(Environment, WarnsOfPermissionsAndOfAListThatEnd)
{
  enable("Enforce");
  std::array<char, 32> end{};
  const std::time_t soon = std::time(nullptr) + 20 * day + 3600;
  std::strftime(end.data(), end.size(), "%Y-%m-%dT%H:%M:%S", std::gmtime(&soon));
  const fs::path folder = keystore.add(
    "/arm", {.subject = "/arm", .domains = domain_id(domain()), .not_after = end.data()});
  find("/arm");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(
    warned("the permissions of enclave '/arm' end in 20 days; 'rxros2 security renew /arm' makes "
           "new ones"));
  revoke(folder, folder, keystore.authority(), 5 * day + 3600);
  find("/arm");
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_TRUE(
    warned("/crl.pem' ends in 5 days; 'rxros2 security renew --authority' makes a new one"));
}

}  // namespace
