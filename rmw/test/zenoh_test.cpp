// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Topics, services and the graph over Zenoh. Participants of this process communicate through a
// router of their own, so that they meet no other program.

#include <arpa/inet.h>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <future>
#include <limits>
#include <optional>
#include <set>

#include "child.hpp"
#include "rmw/client.hpp"
#include "rmw/deferred_notifications.hpp"
#include "rmw/service.hpp"
#include "rmw/zenoh.hpp"
#include "rxros2_zenoh.h"
#include "service_events.hpp"
#include "support.hpp"

namespace
{

using namespace test;

// Returns a TCP port that no program uses now.
int free_port()
{
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  EXPECT_EQ(bind(descriptor, reinterpret_cast<sockaddr *>(&address), size), 0);
  EXPECT_EQ(getsockname(descriptor, reinterpret_cast<sockaddr *>(&address), &size), 0);
  close(descriptor);
  return ntohs(address.sin_port);
}

const std::string & router_address()
{
  static const std::string address = "tcp/127.0.0.1:" + std::to_string(free_port());
  return address;
}

rmw::ParticipantOptions zenoh_options(const std::string & router = router_address())
{
  rmw::ParticipantOptions options = rmw::read_environment().options;
  options.engine = rmw::Engine::zenoh;
  options.engine_configuration.clear();
  options.discovery_range = rmw::DiscoveryRange::system_default;
  options.engine_overrides =
    "connect/endpoints=[\"" + router + "\"];listen/endpoints=[\"tcp/127.0.0.1:0\"]";
  return options;
}

rmw_qos_profile_t latched(std::size_t depth)
{
  rmw_qos_profile_t qos = rmw_qos_profile_default;
  qos.durability = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
  qos.depth = depth;
  return qos;
}

class Zenoh : public testing::Test
{
protected:
  static void SetUpTestSuite()
  {
    router = new rmw::ZenohRouter(
      {"", "listen/endpoints=[\"" + router_address() + "\"];connect/endpoints=[]", {}});
  }
  static void TearDownTestSuite() { delete std::exchange(router, nullptr); }

  // Returns options of an endpoint of a node.
  static rmw::EndpointOptions of(
    const rmw::NodeHandle & node, const std::string & topic,
    const rmw_qos_profile_t & qos = rmw_qos_profile_default)
  {
    rmw::EndpointOptions out = options(topic, qos);
    out.node = &node;
    return out;
  }

  static inline rmw::ZenohRouter * router = nullptr;

  std::shared_ptr<rmw::Participant> talking = rmw::Participant::create(zenoh_options());
  std::shared_ptr<rmw::Participant> listening = rmw::Participant::create(zenoh_options());
  std::unique_ptr<rmw::NodeHandle> talker = talking->graph().add_node("/robot", "talker");
  std::unique_ptr<rmw::NodeHandle> listener = listening->graph().add_node("/", "listener");
};

TEST_F(Zenoh, TheRouterSeesBothSessions)
{
  EXPECT_TRUE(eventually([] { return router->connected() >= 2; }));
}

TEST_F(Zenoh, SamplesArriveInOrderWithTheirInfo)
{
  Collector collector;
  WriterEvents events;
  const auto writer = talking->create_writer(of(*talker, "/chatter"), events);
  talker->add_writer(writer->gid());
  const auto reader = listening->create_reader(of(*listener, "/chatter"), collector);
  ASSERT_TRUE(
    eventually([&] { return writer->matched_count() == 1 && reader->matched_count() == 1; }));
  EXPECT_TRUE(eventually([&] { return collector.matched().current_count == 1; }));
  EXPECT_EQ(reader->matched_writers().front()->gid, writer->gid());
  for (int i = 0; i < 100; ++i) {
    writer->write(buffer("text " + std::to_string(i)), 1000 + i);
  }
  ASSERT_TRUE(collector.wait_for(100));
  const auto items = collector.items();
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(text(items[i].sample), "text " + std::to_string(i));
    EXPECT_EQ(items[i].info.source_timestamp_ns, 1000 + i);
    EXPECT_EQ(items[i].info.sequence_number, 1u + i);
    EXPECT_EQ(items[i].info.writer->gid, writer->gid());
    EXPECT_GT(items[i].info.received_timestamp_ns, 1000 + i);
  }
  EXPECT_EQ(collector.lost(), 0u);
  EXPECT_TRUE(writer->wait_for_acked(1s));
}

TEST_F(Zenoh, LargeSamplesAndSharedOnesArrive)
{
  Collector collector;
  WriterEvents events;
  const auto writer = talking->create_writer(of(*talker, "/large", keep_all()), events);
  const auto reader = listening->create_reader(of(*listener, "/large", keep_all()), collector);
  ASSERT_TRUE(eventually([&] { return writer->matched_count() == 1; }));
  std::string large(5 << 20, 'x');
  for (std::size_t i = 0; i < large.size(); i += 1000) {
    large[i] = static_cast<char>('a' + i % 26);
  }
  const rmw::Sample sample{buffer(large)};
  writer->write(sample);
  writer->write(sample);
  writer->write(buffer(""));
  ASSERT_TRUE(collector.wait_for(3));
  EXPECT_EQ(collector.texts(), (std::vector<std::string>{large, large, ""}));
}

TEST_F(Zenoh, ALateReaderGetsTheHistory)
{
  WriterEvents events;
  const auto writer = talking->create_writer(of(*talker, "/map", latched(3)), events);
  Collector arrived;
  const auto last = talking->create_writer(of(*talker, "/last"), events);
  const auto last_reader = listening->create_reader(of(*listener, "/last"), arrived);
  ASSERT_TRUE(eventually([&] { return last->matched_count() == 1; }));
  ASSERT_TRUE(eventually([&] { return listening->graph().count_publishers("/map") == 1; }));
  for (const char * letter : {"a", "b", "c", "d", "e"}) {
    writer->write(buffer(letter));
  }
  // While a connection is new, Zenoh sends everything; a sample on its way would reach the reader.
  last->write(buffer("last"));
  ASSERT_TRUE(arrived.wait_for(1));
  Collector collector;
  const auto reader = listening->create_reader(of(*listener, "/map", latched(10)), collector);
  ASSERT_TRUE(collector.wait_for(3));
  writer->write(buffer("f"));
  ASSERT_TRUE(collector.wait_for(4));
  EXPECT_EQ(collector.texts(), (std::vector<std::string>{"c", "d", "e", "f"}));
  Collector volatile_collector;
  const auto late = listening->create_reader(of(*listener, "/map"), volatile_collector);
  ASSERT_TRUE(eventually([&] { return writer->matched_count() == 2; }));
  EXPECT_EQ(volatile_collector.size(), 0u);
}

TEST_F(Zenoh, TheHistoryOfTheOwnSessionDoesNotComeFromZenoh)
{
  WriterEvents events;
  const auto own = talking->create_writer(of(*talker, "/own", latched(3)), events);
  own->write(buffer("own"));
  const auto other = listening->create_writer(of(*listener, "/own", latched(3)), events);
  other->write(buffer("other"));
  ASSERT_TRUE(eventually([&] { return talking->graph().count_publishers("/own") == 2; }));
  // Both histories are queried; that of the own session is answered first, as it needs no network.
  for (int i = 0; i < 5; ++i) {
    Collector collector;
    const auto reader = talking->create_reader(of(*talker, "/own", latched(3)), collector);
    ASSERT_TRUE(collector.wait_for(1));
    EXPECT_EQ(collector.texts(), std::vector<std::string>{"other"});
  }
}

TEST_F(Zenoh, AnEndpointThatEndsIsNotMatchedAnyMore)
{
  Collector collector;
  WriterEvents events;
  auto writer = talking->create_writer(of(*talker, "/brief"), events);
  auto reader = listening->create_reader(of(*listener, "/brief"), collector);
  ASSERT_TRUE(
    eventually([&] { return writer->matched_count() == 1 && reader->matched_count() == 1; }));
  writer.reset();
  EXPECT_TRUE(eventually([&] {
    return collector.matched().total_count == 1 && collector.matched().current_count == 0;
  }));
  EXPECT_EQ(reader->matched_count(), 0u);
  EXPECT_EQ(listening->graph().count_publishers("/brief"), 0u);
}

TEST_F(Zenoh, PoliciesThatDdsRefusesCommunicate)
{
  rmw_qos_profile_t best_effort = rmw_qos_profile_sensor_data;
  Collector collector;
  WriterEvents events;
  const auto writer = talking->create_writer(of(*talker, "/mixed", best_effort), events);
  const auto reader = listening->create_reader(of(*listener, "/mixed"), collector);
  ASSERT_TRUE(eventually([&] { return writer->matched_count() == 1; }));
  writer->write(buffer("text"));
  EXPECT_TRUE(collector.wait_for(1));
  EXPECT_TRUE(collector.incompatible_qos().empty());
}

TEST_F(Zenoh, AnotherTypeIsReported)
{
  Collector collector;
  WriterEvents events;
  rmw::EndpointOptions other = of(*talker, "/typed");
  other.type = "std_msgs::msg::dds_::Int32_";
  other.type_hash[10] ^= 1;
  const auto writer = talking->create_writer(other, events);
  talker->add_writer(writer->gid());
  const auto reader = listening->create_reader(of(*listener, "/typed"), collector);
  listener->add_reader(reader->gid());
  ASSERT_TRUE(eventually([&] { return !collector.mismatches().empty(); }));
  EXPECT_NE(collector.mismatches().front().find("/robot/talker"), std::string::npos)
    << collector.mismatches().front();
  EXPECT_EQ(collector.incompatible_types(), 1);
  EXPECT_EQ(reader->matched_count(), 0u);
}

TEST_F(Zenoh, TheGraphShowsNodesTopicsAndTheirQos)
{
  WriterEvents events;
  Collector collector;
  rmw::Graph & graph = listening->graph();
  // Before it has an endpoint, whose token alone would show the node, too.
  ASSERT_TRUE(eventually([&] {
    const auto names = graph.node_names();
    return std::find(names.begin(), names.end(), rmw::NodeName{"/robot", "talker", "/"}) !=
           names.end();
  }));
  rmw_qos_profile_t qos = latched(7);
  qos.deadline = {1, 500};
  const auto writer = talking->create_writer(of(*talker, "/shown", qos), events);
  talker->add_writer(writer->gid());
  ASSERT_TRUE(eventually([&] { return graph.count_publishers("/shown") == 1; }));
  const auto infos = graph.publishers_info_by_topic("/shown");
  ASSERT_EQ(infos.size(), 1u);
  EXPECT_EQ(infos[0].node_name, "talker");
  EXPECT_EQ(infos[0].node_namespace, "/robot");
  EXPECT_EQ(infos[0].endpoint->type, string_type);
  EXPECT_EQ(infos[0].endpoint->type_hash, string_hash);
  EXPECT_EQ(infos[0].endpoint->gid, writer->gid());
  EXPECT_EQ(infos[0].endpoint->qos.depth, 7u);
  EXPECT_EQ(infos[0].endpoint->qos.durability, RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL);
  EXPECT_EQ(infos[0].endpoint->qos.deadline.sec, 1u);
  EXPECT_EQ(infos[0].endpoint->qos.deadline.nsec, 500u);
  EXPECT_EQ(
    graph.publisher_names_and_types_by_node("/robot", "talker"),
    (rmw::NamesAndTypes{{"/shown", {"std_msgs/msg/String"}}}));
  talker.reset();
  EXPECT_TRUE(eventually([&] {
    const auto left = graph.node_names();
    return std::none_of(
      left.begin(), left.end(), [](const rmw::NodeName & name) { return name.name == "talker"; });
  }));
}

TEST_F(Zenoh, ACallIsAnsweredByEachServer)
{
  ServiceEvents requests;
  ServiceEvents other_requests;
  ClientEvents responses;
  auto second = listening->graph().add_node("/", "second");
  rmw::Client client(*talking, *talker, service_options("/add"), responses);
  EXPECT_FALSE(client.available());
  rmw::Service service(*listening, *listener, service_options("/add"), requests);
  ASSERT_TRUE(eventually([&] { return client.available(); }));
  client.send(message(5), 1);
  ASSERT_TRUE(requests.wait_for(1));
  {
    std::lock_guard lock(requests.mutex);
    EXPECT_EQ(requests.requests[0].value, 5);
    EXPECT_EQ(requests.requests[0].id, (rmw::RequestId{client.id(), 1}));
  }
  const auto first = requests.requests[0];
  EXPECT_EQ(service.kept(), 1u);
  service.reply(message(6), first.id, first.peer);
  ASSERT_TRUE(eventually([&] { return responses.received().count(1) == 1; }));
  EXPECT_EQ(responses.received().find(1)->second, 6);
  EXPECT_EQ(service.kept(), 0u);
  service.reply(message(7), first.id, first.peer);  // nobody waits for it

  rmw::Service other(*listening, *second, service_options("/add"), other_requests);
  ASSERT_TRUE(eventually([&] { return talking->graph().count_services("/add") == 2; }));
  client.send(message(8), 2);
  ASSERT_TRUE(requests.wait_for(2));
  ASSERT_TRUE(other_requests.wait_for(1));
  const auto to_first = requests.requests[1];
  const auto to_other = other_requests.requests[0];
  other.reply(message(1), to_other.id, to_other.peer);
  service.reply(message(2), to_first.id, to_first.peer);
  ASSERT_TRUE(eventually([&] { return responses.received().count(2) == 2; }));
}

TEST_F(Zenoh, TheGraphShowsServicesAndClients)
{
  ServiceEvents requests;
  ClientEvents responses;
  auto client =
    std::make_unique<rmw::Client>(*talking, *talker, service_options("/sum"), responses);
  auto service =
    std::make_unique<rmw::Service>(*listening, *listener, service_options("/sum"), requests);
  ASSERT_TRUE(eventually([&] {
    return talking->graph().count_services("/sum") == 1 &&
           listening->graph().count_clients("/sum") == 1;
  }));
  const rmw::NamesAndTypes expected{{"/sum", {"example_interfaces/srv/AddTwoInts"}}};
  EXPECT_EQ(talking->graph().service_names_and_types_by_node("/", "listener"), expected);
  EXPECT_EQ(listening->graph().client_names_and_types_by_node("/robot", "talker"), expected);
  EXPECT_EQ(listening->graph().service_names_and_types_by_node("/", "listener"), expected);
  service.reset();
  EXPECT_TRUE(eventually([&] { return !client->available(); }));
  EXPECT_TRUE(eventually([&] { return talking->graph().count_services("/sum") == 0; }));
}

TEST_F(Zenoh, AListenerMayEndItsOwnReader)
{
  struct Once : rmw::ReaderListener
  {
    void on_sample(rmw::Sample &&, const rmw::SampleInfo &) noexcept override
    {
      ++calls;
      reader.reset();
    }
    std::atomic<int> calls{0};
    std::unique_ptr<rmw::Reader> reader;
  };
  Once once;
  WriterEvents events;
  const auto writer = talking->create_writer(of(*talker, "/once"), events);
  once.reader = listening->create_reader(of(*listener, "/once"), once);
  ASSERT_TRUE(eventually([&] { return writer->matched_count() == 1; }));
  for (int i = 0; i < 10; ++i) {
    writer->write(buffer("text"));
  }
  ASSERT_TRUE(eventually([&] { return once.calls == 1 && writer->matched_count() == 0; }));
  EXPECT_EQ(once.calls, 1);
}

TEST_F(Zenoh, EndpointsNeedANode)
{
  WriterEvents events;
  EXPECT_THROW(talking->create_writer(options("/lonely"), events), rmw::error);
}

TEST_F(Zenoh, TypesWithoutAHashReachEachOther)
{
  Collector collector;
  WriterEvents events;
  rmw::EndpointOptions unknown = of(*talker, "/unknown");
  unknown.type_hash.clear();
  const auto writer = talking->create_writer(unknown, events);
  unknown.node = listener.get();
  const auto reader = listening->create_reader(unknown, collector);
  ASSERT_TRUE(eventually([&] { return writer->matched_count() == 1; }));
  writer->write(buffer("text"));
  EXPECT_TRUE(collector.wait_for(1));

  ServiceEvents requests;
  ClientEvents responses;
  rmw::ServiceOptions service_of_unknown = service_options("/unknown");
  service_of_unknown.service_hash.clear();
  rmw::Client client(*talking, *talker, service_of_unknown, responses);
  rmw::Service service(*listening, *listener, service_of_unknown, requests);
  ASSERT_TRUE(eventually([&] { return client.available(); }));
  client.send(message(5), 1);
  EXPECT_TRUE(requests.wait_for(1));
}

TEST_F(Zenoh, AReaderThatKnowsNoHashGetsTheMessagesOfALaterPublisher)
{
  Collector collector;
  WriterEvents events;
  rmw::EndpointOptions unknown = of(*listener, "/later");
  unknown.type_hash.clear();
  const auto reader = listening->create_reader(unknown, collector);
  const auto writer = talking->create_writer(of(*talker, "/later"), events);
  ASSERT_TRUE(
    eventually([&] { return writer->matched_count() == 1 && reader->matched_count() == 1; }));
  writer->write(buffer("text"));
  EXPECT_TRUE(collector.wait_for(1));
}

TEST_F(Zenoh, AReaderThatKnowsNoHashTakesThatOfThePublisher)
{
  WriterEvents events;
  const auto writer = talking->create_writer(of(*talker, "/generic"), events);
  ASSERT_TRUE(eventually([&] { return listening->graph().count_publishers("/generic") == 1; }));
  Collector collector;
  rmw::EndpointOptions unknown = of(*listener, "/generic");
  unknown.type_hash.clear();
  const auto reader = listening->create_reader(unknown, collector);
  ASSERT_TRUE(eventually([&] { return writer->matched_count() == 1; }));
  writer->write(buffer("text"));
  EXPECT_TRUE(collector.wait_for(1));
}

TEST_F(Zenoh, MissedDeadlinesAreReportedOnBothSides)
{
  struct Reading : Collector
  {
    void on_deadline_missed(const rmw_requested_deadline_missed_status_t & status) noexcept override
    {
      missed = status.total_count;
    }
    std::atomic<int> missed{0};
  };
  struct Writing : WriterEvents
  {
    void on_deadline_missed(const rmw_offered_deadline_missed_status_t & status) noexcept override
    {
      missed = status.total_count;
    }
    std::atomic<int> missed{0};
  };
  Reading reading;
  Writing writing;
  rmw_qos_profile_t qos = rmw_qos_profile_default;
  qos.deadline = {0, 20'000'000};
  const auto writer = talking->create_writer(of(*talker, "/due", qos), writing);
  const auto reader = listening->create_reader(of(*listener, "/due", qos), reading);
  ASSERT_TRUE(eventually([&] { return writer->matched_count() == 1; }));
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(writing.missed, 0);  // a deadline begins with the first sample
  writer->write(buffer("text"));
  ASSERT_TRUE(reading.wait_for(1));
  EXPECT_TRUE(eventually([&] { return reading.missed >= 2 && writing.missed >= 2; }));
}

TEST_F(Zenoh, TopicsWithoutTheConventionsOfRosMatch)
{
  Collector collector;
  WriterEvents events;
  rmw::EndpointOptions bare = of(*talker, "/bare");
  bare.topic = "/bare";
  const auto writer = talking->create_writer(bare, events);
  bare.node = listener.get();
  const auto reader = listening->create_reader(bare, collector);
  ASSERT_TRUE(eventually([&] { return writer->matched_count() == 1; }));
  writer->write(buffer("text"));
  EXPECT_TRUE(collector.wait_for(1));
}

TEST_F(Zenoh, ALongDeadlineEndsNever)
{
  rmw_qos_profile_t qos = rmw_qos_profile_default;
  qos.deadline = {9223372035, 0};
  WriterEvents events;
  const auto writer = talking->create_writer(of(*talker, "/long", qos), events);
  writer->write(buffer("text"));
  Collector collector;
  const auto reader = listening->create_reader(of(*listener, "/long"), collector);
  EXPECT_TRUE(eventually([&] { return writer->matched_count() == 1; }));
}

TEST_F(Zenoh, ManyEndpointsEndWhileSamplesArrive)
{
  WriterEvents events;
  const auto writer = talking->create_writer(of(*talker, "/busy"), events);
  std::atomic<bool> stop{false};
  std::thread publishing([&] {
    while (!stop) {
      writer->write(buffer("text"));
    }
  });
  for (int i = 0; i < 50; ++i) {
    Collector collector;
    const auto reader = listening->create_reader(of(*listener, "/busy"), collector);
    EXPECT_TRUE(collector.wait_for(3));
  }
  stop = true;
  publishing.join();
}

// A session without a participant: it announces nothing.
class Stranger
{
public:
  Stranger()
  {
    void * const handle = dlopen("librxros2_zenoh.so", RTLD_NOW | RTLD_NOLOAD);
    const auto api = reinterpret_cast<decltype(&rxros2_zenoh_api)>(
      handle ? dlsym(handle, "rxros2_zenoh_api") : nullptr);
    functions_ = api ? api(RXROS2_ZENOH_ABI) : nullptr;
    if (!functions_) {
      throw rmw::error("the library of the participants is not loaded");
    }
    const rmw::ParticipantOptions settings = zenoh_options();
    rxros2_zenoh_options options{};
    options.range = RXROS2_ZENOH_RANGE_DEFAULT;
    options.overrides = text(settings.engine_overrides);
    rxros2_zenoh_fault fault{};
    if (!functions_->open(&options, &session_, &fault)) {
      throw rmw::error(fault.text);
    }
  }
  ~Stranger()
  {
    functions_->destroy_publisher(publisher_);
    functions_->destroy_subscription(subscription_);
    functions_->close(session_);
  }
  Stranger(const Stranger &) = delete;
  Stranger & operator=(const Stranger &) = delete;

  // Publishes on a topic of strings.
  void publish(std::string_view topic, std::int64_t number, std::uint8_t gid_byte)
  {
    if (!publisher_) {
      const rxros2_zenoh_entity entity = make_entity(RXROS2_ZENOH_PUBLISHER, topic);
      rxros2_zenoh_fault fault{};
      ASSERT_TRUE(functions_->create_publisher(session_, &entity, &publisher_, &fault))
        << fault.text;
    }
    static constexpr std::uint8_t bytes[] = {0, 1, 0, 0, 'a', 0, 0, 0};
    const rxros2_zenoh_payload payload{bytes, sizeof(bytes), nullptr, [](void *) {}};
    rxros2_zenoh_info info{number, 1000, {}};
    std::fill(std::begin(info.gid), std::end(info.gid), gid_byte);
    rxros2_zenoh_fault fault{};
    ASSERT_TRUE(functions_->publish(publisher_, &payload, &info, &fault)) << fault.text;
  }

  // Subscribes to a topic of strings.
  void subscribe(std::string_view topic)
  {
    const rxros2_zenoh_entity entity = make_entity(RXROS2_ZENOH_SUBSCRIPTION, topic);
    rxros2_zenoh_fault fault{};
    ASSERT_TRUE(functions_->create_subscription(
      session_, &entity,
      [](void * self, const rxros2_zenoh_sample *) { ++static_cast<Stranger *>(self)->received; },
      this, &subscription_, &fault))
      << fault.text;
  }
  std::atomic<int> received{0};

private:
  static rxros2_zenoh_text text(std::string_view text) { return {text.data(), text.size()}; }
  static rxros2_zenoh_entity make_entity(rxros2_zenoh_kind kind, std::string_view topic)
  {
    rxros2_zenoh_entity entity{};
    entity.kind = kind;
    entity.domain = zenoh_options().domain_id;
    entity.name = text(topic);
    entity.type_name = text(string_type);
    entity.type_hash = text(string_hash);
    entity.qos = {1, 2, 1, 1, 10, {}, {}, {}};
    return entity;
  }

  const rxros2_zenoh_functions * functions_ = nullptr;
  rxros2_zenoh_session * session_ = nullptr;
  rxros2_zenoh_publisher * publisher_ = nullptr;
  rxros2_zenoh_subscription * subscription_ = nullptr;
};

TEST_F(Zenoh, AProgramWithoutTokensIsPublishedTo)
{
  WriterEvents events;
  const auto writer = talking->create_writer(of(*talker, "/silent"), events);
  const auto keeping = talking->create_writer(of(*talker, "/silent", latched(1)), events);
  EXPECT_FALSE(writer->may_have_readers());
  EXPECT_TRUE(keeping->may_have_readers());  // late ones
  {
    // A subscription of the same session gets the samples of the process without Zenoh.
    Collector collector;
    const auto own = talking->create_reader(of(*talker, "/silent"), collector);
    EXPECT_FALSE(writer->may_have_readers());
  }
  Stranger stranger;
  stranger.subscribe("/silent");
  EXPECT_TRUE(eventually([&] { return writer->may_have_readers(); }));
  EXPECT_EQ(writer->matched_count(), 0u);
  EXPECT_TRUE(eventually([&] {
    writer->write(buffer("text"));
    return stranger.received > 0;
  }));
}

TEST_F(Zenoh, ASampleOfAPublisherWithoutATokenHasItsGid)
{
  Collector collector;
  const auto reader = listening->create_reader(of(*listener, "/early"), collector);
  Stranger stranger;
  ASSERT_TRUE(eventually([&] {
    stranger.publish("/early", 1, 7);
    return collector.size() != 0;
  }));
  stranger.publish("/early", 5, 7);
  stranger.publish("/early", 1, 8);
  ASSERT_TRUE(eventually([&] {
    const auto items = collector.items();
    return items.back().info.writer->gid.front() == 8;
  }));
  const auto items = collector.items();
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    EXPECT_EQ(items[i].info.writer->gid.front(), 7);
    EXPECT_EQ(items[i].info.writer->gid.back(), 7);
    EXPECT_EQ(items[i].info.writer, items[0].info.writer);
  }
  EXPECT_EQ(collector.lost(), 3u);
  EXPECT_EQ(reader->matched_count(), 0u);
}

TEST_F(Zenoh, AForgedNumberDoesNotHideLaterLosses)
{
  Collector collector;
  const auto reader = listening->create_reader(of(*listener, "/forged"), collector);
  Stranger stranger;
  ASSERT_TRUE(eventually([&] {
    stranger.publish("/forged", 1, 7);
    return collector.size() != 0;
  }));
  stranger.publish("/forged", std::numeric_limits<std::int64_t>::max(), 7);
  stranger.publish("/forged", 2, 7);
  stranger.publish("/forged", 5, 7);
  ASSERT_TRUE(eventually([&] { return collector.items().back().info.sequence_number == 5; }));
  EXPECT_EQ(collector.lost(), 2u);
}

TEST_F(Zenoh, ASampleThatIsTooLargeIsRefusedAndNotLost)
{
  rmw::ParticipantOptions options = zenoh_options();
  options.engine_overrides += ";transport/link/rx/max_message_size=100000";
  const auto limited = rmw::Participant::create(options);
  const auto node = limited->graph().add_node("/", "limited");
  WriterEvents events;
  Collector collector;
  const auto writer = limited->create_writer(of(*node, "/large"), events);
  const auto reader = listening->create_reader(of(*listener, "/large"), collector);
  ASSERT_TRUE(
    eventually([&] { return writer->matched_count() == 1 && reader->matched_count() == 1; }));
  writer->write(buffer("before"));
  try {
    writer->write(buffer(std::string(200'000, 'x')));
    FAIL() << "a message was accepted that Zenoh drops";
  } catch (const rmw::error & fault) {
    const std::string text = fault.what();
    EXPECT_NE(text.find("/large"), std::string::npos) << text;
    EXPECT_NE(text.find("200004 bytes"), std::string::npos) << text;
  }
  writer->write(buffer("after"));
  ASSERT_TRUE(collector.wait_for(2));
  EXPECT_EQ(collector.texts(), (std::vector<std::string>{"before", "after"}));
  EXPECT_EQ(collector.lost(), 0u);
}

// Subscribes to /stuck and does not return from its first sample until the standard input ends.
TEST(Child, DISABLED_stops_at_its_first_sample)
{
  struct Blocking : rmw::ReaderListener
  {
    void on_sample(rmw::Sample &&, const rmw::SampleInfo &) noexcept override { ended.wait(); }
    std::shared_future<void> ended;
  };
  std::promise<void> end;
  Blocking blocking;
  blocking.ended = end.get_future().share();
  const auto participant = rmw::Participant::create(zenoh_options(test::Child::argument()));
  const auto node = participant->graph().add_node("/", "blocking");
  rmw::EndpointOptions endpoint = test::options("/stuck", keep_all());
  endpoint.node = node.get();
  const auto reader = participant->create_reader(endpoint, blocking);
  test::Child::wait_for_end_of_input();
  end.set_value();
}

// Returns the warnings during some work, and waits until there are `count` of them.
std::vector<std::string> lines_while(const std::function<void()> & work, std::size_t count = 0)
{
  std::mutex mutex;  // guards `lines`
  std::vector<std::string> lines;
  rmw::set_log_sink([&](rmw_log_severity_t severity, std::string_view line) {
    if (severity >= RMW_LOG_SEVERITY_WARN) {
      std::lock_guard lock(mutex);
      lines.emplace_back(line);
    }
  });
  work();
  EXPECT_TRUE(eventually([&] {
    std::lock_guard lock(mutex);
    return lines.size() >= count;
  }));
  rmw::set_log_sink({});
  return lines;
}

TEST_F(Zenoh, NodesAreAnnouncedWhileALaterWriteWaitsForSpace)
{
  WriterEvents events;
  const auto writer = talking->create_writer(of(*talker, "/stuck", keep_all()), events);
  test::Child child("stops_at_its_first_sample", router_address());
  ASSERT_TRUE(eventually([&] { return writer->matched_count() == 1; }));
  const std::string large(1 << 20, 'x');
  for (int i = 0; i < 64; ++i) {
    writer->write_later(buffer(large));
  }
  // Further ones wait, but not without limit.
  const auto lines = lines_while(
    [&] {
      for (int i = 0; i < 1100; ++i) {
        writer->write_later(buffer("text"));
      }
    },
    1);
  EXPECT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find("1000 others wait"), std::string::npos) << lines[0];
  const auto late = talking->graph().add_node("/", "late");
  // After a minute Zenoh would close the connection.
  EXPECT_TRUE(eventually(
    [&] {
      const auto names = listening->graph().node_names();
      return std::any_of(
        names.begin(), names.end(), [](const rmw::NodeName & name) { return name.name == "late"; });
    },
    30s));
}

TEST_F(Zenoh, ARouterIsWaitedForAsRequested)
{
  rmw::ParticipantOptions options = zenoh_options();
  for (const int checks : {-1, 0, 1, 3}) {
    options.router_checks = checks;
    EXPECT_TRUE(lines_while([&] { rmw::Participant::create(options); }).empty()) << checks;
  }
  options.engine_overrides =
    "connect/endpoints=[\"tcp/127.0.0.1:" + std::to_string(free_port()) + "\"]";
  options.router_checks = -1;
  EXPECT_TRUE(lines_while([&] { rmw::Participant::create(options); }).empty());
  options.router_checks.reset();
  EXPECT_EQ(lines_while([&] { rmw::Participant::create(options); }).size(), 1u);
  options.router_checks = 3;
  const auto begin = std::chrono::steady_clock::now();
  const auto lines = lines_while([&] {
    const rmw::DeferredNotifications deferred;  // as in rclcpp, and yet the wait is reported
    rmw::Participant::create(options);
  });
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 2s);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_NE(lines[0].find("ZENOH_ROUTER_CHECK_ATTEMPTS=3"), std::string::npos) << lines[0];
  EXPECT_NE(lines[1].find("rxros2 zenohd"), std::string::npos) << lines[1];
  int checks = 0;
  options.router_checks = 0;
  options.keeps_waiting = [&] { return ++checks < 3; };
  lines_while([&] { rmw::Participant::create(options); }, 1);
  EXPECT_EQ(checks, 3);
  options.keeps_waiting = nullptr;
  rmw::set_zenoh_wait_check([] { throw std::runtime_error("interrupted"); });
  lines_while([&] { EXPECT_THROW(rmw::Participant::create(options), std::runtime_error); }, 1);
  rmw::set_zenoh_wait_check(nullptr);
  options.discovery_range = rmw::DiscoveryRange::off;
  EXPECT_TRUE(lines_while([&] { rmw::Participant::create(options); }).empty());
}

// A participant that ends after main().
struct StaticParticipant
{
  ~StaticParticipant()
  {
    writer.reset();
    node.reset();
    participant.reset();
    std::puts("the participant has ended");
    std::fflush(stdout);
  }
  WriterEvents events;
  std::shared_ptr<rmw::Participant> participant;
  std::unique_ptr<rmw::NodeHandle> node;
  std::unique_ptr<rmw::Writer> writer;
};

TEST(Child, DISABLED_exits_with_a_static_participant)
{
  static StaticParticipant holder;
  rmw::ParticipantOptions options = zenoh_options();
  options.discovery_range = rmw::DiscoveryRange::localhost;
  holder.participant = rmw::Participant::create(options);
  holder.node = holder.participant->graph().add_node("/", "static_node");
  rmw::EndpointOptions endpoint = test::options("/static");
  endpoint.node = holder.node.get();
  holder.writer = holder.participant->create_writer(endpoint, holder.events);
  holder.writer->write(buffer("text"));
}

TEST(ZenohProcess, AStaticParticipantEndsWithoutAMessage)
{
  std::string path(4096, '\0');
  const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
  ASSERT_GT(size, 0);
  path.resize(static_cast<std::size_t>(size));
  const std::string command = "'" + path +
                              "' --gtest_also_run_disabled_tests --gtest_brief=1 "
                              "--gtest_filter=Child.DISABLED_exits_with_a_static_participant 2>&1";
  FILE * const output = popen(command.c_str(), "r");
  ASSERT_NE(output, nullptr);
  std::string text;
  for (int c = std::fgetc(output); c != EOF; c = std::fgetc(output)) {
    text += static_cast<char>(c);
  }
  EXPECT_EQ(pclose(output), 0) << text;
  EXPECT_NE(text.find("the participant has ended"), std::string::npos) << text;
  EXPECT_EQ(text.find("internal error"), std::string::npos) << text;
  EXPECT_EQ(text.find("panic"), std::string::npos) << text;
}

TEST_F(Zenoh, WrongSettingsAreRefused)
{
  rmw::ParticipantOptions options = zenoh_options();
  options.engine_configuration = "/nowhere/zenoh.json5";
  try {
    rmw::Participant::create(options);
    FAIL() << "a file that does not exist was accepted";
  } catch (const rmw::error & fault) {
    EXPECT_NE(std::string(fault.what()).find("/nowhere/zenoh.json5"), std::string::npos);
  }
  EXPECT_THROW(
    rmw::ZenohRouter({"", "listen/endpoints=[\"" + router_address() + "\"]", {}}), rmw::error);
}

}  // namespace
