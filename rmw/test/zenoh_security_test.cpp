// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Secured sessions of Zenoh: TLS with the certificates of a keystore, and permissions.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "rmw/client.hpp"
#include "rmw/log.hpp"
#include "rmw/service.hpp"
#include "rmw/zenoh.hpp"
#include "security_test.hpp"
#include "service_events.hpp"

namespace
{

using namespace security_test;

sockaddr_in loopback(int port)
{
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

int port_of(int descriptor)
{
  sockaddr_in address{};
  socklen_t size = sizeof(address);
  EXPECT_EQ(getsockname(descriptor, reinterpret_cast<sockaddr *>(&address), &size), 0);
  return ntohs(address.sin_port);
}

// Forwards the connections to a port of this host, and counts them.
class Relay
{
public:
  explicit Relay(int port) : port_(port)
  {
    const sockaddr_in address = loopback(0);
    EXPECT_EQ(bind(listener_, reinterpret_cast<const sockaddr *>(&address), sizeof(address)), 0);
    EXPECT_EQ(listen(listener_, 16), 0);
    accepting_ = std::thread([this] { accept_all(); });
  }
  // The programs at the ends must have ended.
  ~Relay()
  {
    shutdown(listener_, SHUT_RDWR);
    accepting_.join();
    close(listener_);
  }
  Relay(const Relay &) = delete;
  Relay & operator=(const Relay &) = delete;

  std::string address() const { return "tls/127.0.0.1:" + std::to_string(port_of(listener_)); }
  int connections() const { return connections_; }

private:
  void accept_all()
  {
    std::vector<std::thread> threads;
    for (int client = 0; (client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
      ++connections_;
      threads.emplace_back([this, client] { forward(client); });
    }
    for (std::thread & thread : threads) {
      thread.join();
    }
  }

  // Forwards in both directions until one side closes.
  void forward(int client) const
  {
    const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback(port_);
    pollfd ends[] = {{client, POLLIN, 0}, {server, POLLIN, 0}};
    bool is_open =
      connect(server, reinterpret_cast<const sockaddr *>(&address), sizeof(address)) == 0;
    while (is_open && poll(ends, 2, -1) > 0) {
      for (int i = 0; i < 2; ++i) {
        char bytes[4096];
        if (ends[i].revents != 0) {
          const ssize_t count = recv(ends[i].fd, bytes, sizeof(bytes), 0);
          is_open =
            is_open && count > 0 &&
            send(ends[1 - i].fd, bytes, static_cast<std::size_t>(count), MSG_NOSIGNAL) == count;
        }
      }
    }
    close(client);
    close(server);
  }

  const int port_;
  const int listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  std::atomic<int> connections_{0};
  std::thread accepting_;
};

// Returns an endpoint for TLS that no program uses now.
std::string free_address()
{
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = loopback(0);
  EXPECT_EQ(bind(descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof(address)), 0);
  const int port = port_of(descriptor);
  close(descriptor);
  return "tls/127.0.0.1:" + std::to_string(port);
}

// Returns settings of Zenoh that allow everything to peers whose certificate names one of these.
std::string settings_for(const std::vector<std::string> & enclaves)
{
  std::string names;
  for (const std::string & enclave : enclaves) {
    names += (names.empty() ? "\"" : ", \"") + enclave + "\"";
  }
  return "{access_control: {enabled: true, default_permission: \"deny\", rules: [{id: \"all\", "
         "permission: \"allow\", flows: [\"ingress\", \"egress\"], key_exprs: [\"**\", "
         "\"**/@adv/**\", \"@ros2_lv/**\"], messages: [\"put\", \"query\", \"reply\", "
         "\"declare_subscriber\", \"declare_queryable\", \"liveliness_token\", "
         "\"declare_liveliness_subscriber\", \"liveliness_query\"]}], subjects: [{id: \"known\", "
         "cert_common_names: [" +
         names + "]}], policies: [{rules: [\"all\"], subjects: [\"known\"]}]}}";
}

struct SecuredZenoh : testing::Test
{
  Keystore keystore{domain()};
  std::string address = free_address();

  void SetUp() override
  {
    add(keystore, "/router");
    add(keystore, "/talker");
    add(keystore, "/listener");
  }

  // Adds an enclave with settings of Zenoh; it knows the three enclaves of the test.
  static void add(
    Keystore & to, const std::string & enclave, std::optional<Permissions> permissions = {})
  {
    const fs::path folder = permissions ? to.add(enclave, *permissions) : to.add(enclave);
    const std::string settings = settings_for({"/router", "/talker", "/listener"});
    write_text(folder / "zenoh_session.json5", settings);
    write_text(folder / "zenoh_router.json5", settings);
  }

  std::unique_ptr<rmw::ZenohRouter> route()
  {
    rmw::ZenohRouterOptions options;
    options.overrides = "listen/endpoints=[\"" + address + "\"];connect/endpoints=[]";
    options.secured_as = {"/router", keystore.folder("/router")};
    return std::make_unique<rmw::ZenohRouter>(options);
  }

  rmw::ParticipantOptions options_of(const Keystore & of, const std::string & enclave) const
  {
    rmw::ParticipantOptions options = rmw::read_environment().options;
    options.engine = rmw::Engine::zenoh;
    options.engine_configuration.clear();
    options.discovery_range = rmw::DiscoveryRange::system_default;
    options.engine_overrides = "connect/endpoints=[\"" + address +
                               "\"];listen/endpoints=[\"tls/0.0.0.0:0\",\"tls/127.0.0.1:0\"]";
    options.enclave = enclave;
    options.secured_as = {enclave, of.folder(enclave)};
    return options;
  }
  std::shared_ptr<rmw::Participant> join(const std::string & enclave) const
  {
    return rmw::Participant::create(options_of(keystore, enclave));
  }
};

rmw::EndpointOptions of(const rmw::NodeHandle & node, const std::string & topic)
{
  rmw::EndpointOptions out = options(topic);
  out.node = &node;
  return out;
}

TEST_F(SecuredZenoh, EnclavesOfAKeystoreCommunicateOverTls)
{
  const auto router = route();
  const auto talking = join("/talker");
  const auto listening = join("/listener");
  const auto talker = talking->graph().add_node("/", "talker");
  const auto listener = listening->graph().add_node("/", "listener");
  Collector collector;
  WriterEvents events;
  const auto writer = talking->create_writer(of(*talker, "/chatter"), events);
  const auto reader = listening->create_reader(of(*listener, "/chatter"), collector);
  ASSERT_TRUE(
    eventually([&] { return writer->matched_count() == 1 && reader->matched_count() == 1; }));
  writer->write(buffer("text"));
  ASSERT_TRUE(collector.wait_for(1));
  EXPECT_EQ(collector.texts().front(), "text");
}

TEST_F(SecuredZenoh, AnEnclaveOfAnotherAuthorityIsRefusedAndReportedOnce)
{
  const auto router = route();
  Keystore other(domain());
  add(other, "/talker");
  LogLines lines;
  Relay relay(std::stoi(address.substr(address.rfind(':') + 1)));
  rmw::ParticipantOptions options = options_of(other, "/talker");
  options.engine_overrides =
    "connect/endpoints=[\"" + relay.address() +
    "\"];listen/endpoints=[];connect/retry={period_init_ms:50,period_max_ms:50,"
    "period_increase_factor:1}";
  const auto stranger = rmw::Participant::create(options);
  const auto listening = join("/listener");
  ASSERT_TRUE(eventually([&] { return lines.count("invalid peer certificate") >= 1; }));
  // All attempts but the last one have been refused then.
  const int before = relay.connections();
  ASSERT_TRUE(eventually([&] { return relay.connections() >= before + 3; }));
  EXPECT_EQ(lines.count("invalid peer certificate"), 1);
  EXPECT_EQ(router->connected(), 1u);
}

TEST_F(SecuredZenoh, AProgramWithoutACertificateIsNotMet)
{
  const auto router = route();
  const fs::path folder = keystore.folder("/talker");
  rmw::ParticipantOptions options = options_of(keystore, "/talker");
  options.secured_as = {};
  const auto setting = [](const std::string & name, const fs::path & file) {
    return ";transport/link/tls/" + name + "=\"" + file.string() + "\"";
  };
  options.engine_overrides =
    "connect/endpoints=[\"" + address +
    "\"];listen/endpoints=[];transport/link/tls/verify_name_on_connect=false" +
    setting("root_ca_certificate", folder / "identity_ca.cert.pem");
  {
    LogLines lines;
    const auto stranger = rmw::Participant::create(options);
    EXPECT_TRUE(eventually([&] { return lines.count("peer sent no certificates") == 1; }));
    EXPECT_EQ(router->connected(), 0u);
  }
  // The same program with a certificate is met, so that nothing else keeps it away.
  options.engine_overrides += ";transport/link/tls/enable_mtls=true" +
                              setting("connect_certificate", folder / "cert.pem") +
                              setting("connect_private_key", folder / "key.pem");
  const auto known = rmw::Participant::create(options);
  EXPECT_TRUE(eventually([&] { return router->connected() == 1; }));
}

TEST_F(SecuredZenoh, AnEndpointWithoutPermissionIsRefusedWithTheRule)
{
  add(
    keystore, "/talker",
    Permissions{
      .subject = "/talker",
      .domains = domain_id(domain()),
      .publish = "<topic>rt/chatter</topic>",
      .subscribe = "<topic>rt/state</topic>"});
  const auto talking = join("/talker");
  const auto node = talking->graph().add_node("/", "talker");
  Collector collector;
  WriterEvents events;
  EXPECT_NO_THROW(talking->create_writer(of(*node, "/chatter"), events));
  EXPECT_NO_THROW(talking->create_reader(of(*node, "/state"), collector));
  const std::string written = denial([&] { talking->create_writer(of(*node, "/secret"), events); });
  EXPECT_TRUE(has(written, "enclave '/talker' may not publish topic '/secret'")) << written;
  EXPECT_TRUE(has(written, "permissions.p7s")) << written;
  const std::string read =
    denial([&] { talking->create_reader(of(*node, "/chatter"), collector); });
  EXPECT_TRUE(has(read, "may not subscribe to topic '/chatter'")) << read;
  ClientEvents responses;
  const std::string called =
    denial([&] { rmw::Client(*talking, *node, service_options("/add"), responses); });
  EXPECT_TRUE(has(called, "may not call service '/add'")) << called;
  ServiceEvents requests;
  const std::string served =
    denial([&] { rmw::Service(*talking, *node, service_options("/add"), requests); });
  EXPECT_TRUE(has(served, "may not serve service '/add'")) << served;
}

TEST_F(SecuredZenoh, AnInvalidEnclaveOpensNoSession)
{
  const auto fault = [&](const std::string & enclave) { return denial([&] { join(enclave); }); };
  add(
    keystore, "/expired",
    Permissions{
      .subject = "/expired", .domains = domain_id(domain()), .not_after = "2021-01-01T00:00:00"});
  EXPECT_TRUE(has(fault("/expired"), "enclave '/expired' cannot join domain"));
  EXPECT_TRUE(has(fault("/expired"), "expired on 2021"));
  add(
    keystore, "/elsewhere",
    Permissions{.subject = "/elsewhere", .domains = domain_id(domain() == 9 ? 8 : 9)});
  EXPECT_TRUE(has(fault("/elsewhere"), "allows anything in domain"));
  add(keystore, "/mixed");
  fs::copy_file(
    keystore.folder("/talker") / "key.pem", keystore.folder("/mixed") / "key.pem",
    fs::copy_options::overwrite_existing);
  EXPECT_TRUE(has(fault("/mixed"), "key.pem"));
}

TEST_F(SecuredZenoh, AnUnencryptedEndpointIsRefused)
{
  rmw::ParticipantOptions options = options_of(keystore, "/talker");
  options.engine_overrides = "connect/endpoints=[\"tcp/127.0.0.1:1\"]";
  try {
    rmw::Participant::create(options);
    FAIL() << "an endpoint without TLS was accepted";
  } catch (const rmw::error & fault) {
    EXPECT_TRUE(has(fault.what(), "'tcp/127.0.0.1:1'")) << fault.what();
  }
}

}  // namespace
