// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Topics, services and the graph over Zenoh. Participants of this process communicate through a
// router of their own, so that they meet no other program.

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <set>

#include "rmw/client.hpp"
#include "rmw/service.hpp"
#include "rmw/zenoh.hpp"
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

rmw::ParticipantOptions zenoh_options()
{
  rmw::ParticipantOptions options = rmw::read_environment().options;
  options.engine = rmw::Engine::zenoh;
  options.engine_configuration.clear();
  options.discovery_range = rmw::DiscoveryRange::system_default;
  options.engine_overrides =
    "connect/endpoints=[\"" + router_address() + "\"];listen/endpoints=[\"tcp/127.0.0.1:0\"]";
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
      {"", "listen/endpoints=[\"" + router_address() + "\"];connect/endpoints=[]"});
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
  rmw_qos_profile_t all = rmw_qos_profile_default;
  all.history = RMW_QOS_POLICY_HISTORY_KEEP_ALL;
  const auto writer = talking->create_writer(of(*talker, "/large", all), events);
  const auto reader = listening->create_reader(of(*listener, "/large", all), collector);
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
  // While a connection is new, Zenoh sends everything: then the reader would get more.
  ASSERT_TRUE(eventually([&] { return listening->graph().count_publishers("/map") == 1; }));
  for (const char * letter : {"a", "b", "c", "d", "e"}) {
    writer->write(buffer(letter));
  }
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
  rmw_qos_profile_t qos = latched(7);
  qos.deadline = {1, 500};
  const auto writer = talking->create_writer(of(*talker, "/shown", qos), events);
  talker->add_writer(writer->gid());
  rmw::Graph & graph = listening->graph();
  ASSERT_TRUE(eventually([&] { return graph.count_publishers("/shown") == 1; }));
  const auto names = graph.node_names();
  EXPECT_NE(
    std::find(names.begin(), names.end(), rmw::NodeName{"/robot", "talker", "/"}), names.end());
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

TEST_F(Zenoh, AProgramWithoutTokensIsPublishedTo)
{
  WriterEvents events;
  const auto writer = talking->create_writer(of(*talker, "/silent"), events);
  EXPECT_EQ(writer->matched_count(), 0u);
  EXPECT_TRUE(writer->may_have_readers());
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
    rmw::ZenohRouter({"", "listen/endpoints=[\"" + router_address() + "\"]"}), rmw::error);
}

}  // namespace
