// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Clients and services of the engine: request ids, availability, waiting responses, rejections. Two
// participants of this process communicate over DDS.

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <map>

#include "cyclonedds/request_clients.hpp"
#include "rmw/client.hpp"
#include "rmw/service.hpp"
#include "rmw/user_data.hpp"
#include "service_events.hpp"
#include "support.hpp"

namespace
{

using namespace test;

rmw::EndpointOptions endpoint_options(
  rmw::TopicKind kind, const std::string & name, const std::string & user_data)
{
  const bool request = kind == rmw::TopicKind::request;
  return {
    rmw::dds_topic_name(kind, name),
    request ? "example_interfaces::srv::dds_::AddTwoInts_Request_"
            : "example_interfaces::srv::dds_::AddTwoInts_Response_",
    "", rmw_qos_profile_services_default, user_data};
}

class Service : public testing::Test
{
protected:
  std::shared_ptr<rmw::Participant> ours = participant();
  std::unique_ptr<rmw::NodeHandle> our_node = ours->graph().add_node("/", "server");
  std::shared_ptr<rmw::Participant> theirs = participant();
  std::unique_ptr<rmw::NodeHandle> their_node = theirs->graph().add_node("/", "client");
  ServiceEvents requests;
  WriterEvents writer_events;

  std::unique_ptr<rmw::Service> make_service()
  {
    return std::make_unique<rmw::Service>(*ours, *our_node, service_options("/add"), requests);
  }
  std::unique_ptr<rmw::Client> make_client(ClientEvents & events)
  {
    return std::make_unique<rmw::Client>(*theirs, *their_node, service_options("/add"), events);
  }
  std::unique_ptr<rmw::Writer> request_writer(const std::string & user_data)
  {
    auto writer = theirs->create_writer(
      endpoint_options(rmw::TopicKind::request, "/add", user_data), writer_events);
    EXPECT_TRUE(eventually([&] { return writer->matched_count() == 1; }));
    return writer;
  }
};

TEST(RequestId, AsOnTheWire)
{
  // AddTwoInts(2, 3), request 42 of client 0x1122334455667788, little endian.
  rmw::Buffer buffer(36);
  std::fill(buffer.bytes().begin(), buffer.bytes().end(), std::byte{0});
  buffer.bytes()[1] = std::byte{1};
  rmw::write_request_id(buffer.bytes(), {0x1122334455667788u, 42});
  const std::uint8_t expected[20] = {0,    1,    0,    0, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33,
                                     0x22, 0x11, 0x2a, 0, 0,    0,    0,    0,    0,    0};
  EXPECT_EQ(std::memcmp(buffer.bytes().data(), expected, 20), 0);
  EXPECT_EQ(rmw::read_request_id(buffer.bytes()), (rmw::RequestId{0x1122334455667788u, 42}));
  buffer.bytes()[1] = std::byte{0};  // big endian
  rmw::write_request_id(buffer.bytes(), {1, -2});
  EXPECT_EQ(buffer.bytes()[4], std::byte{0});
  EXPECT_EQ(buffer.bytes()[11], std::byte{1});
  EXPECT_EQ(rmw::read_request_id(buffer.bytes()), (rmw::RequestId{1, -2}));
  for (std::size_t size = 4; size < 20; ++size) {
    EXPECT_EQ(rmw::read_request_id(buffer.bytes().first(size)), std::nullopt);
  }
}

TEST(RequestId, FastDdsIsRecognizedByItsVendorId)
{
  EXPECT_FALSE(rmw::sends_request_ids({0x01, 0x0f, 1, 2, 3}));
  EXPECT_TRUE(rmw::sends_request_ids({0x01, 0x10, 1, 2, 3}));
  EXPECT_TRUE(rmw::sends_request_ids({}));
  EXPECT_TRUE(rmw::sends_request_ids(participant()->gid()));
}

// A request may be taken before its writer is matched, and after its end.
TEST(RequestClients, AreForgottenWithTheirWriters)
{
  const auto writer = [](std::uint8_t number) {
    const auto endpoint = std::make_shared<rmw::Endpoint>();
    endpoint->gid = rmw::Gid{1, 2, number};
    return endpoint;
  };
  const auto early = writer(1);
  const auto late = writer(2);
  const auto there = writer(3);
  const auto number_of = [](const auto & endpoint) {
    return rmw::detail::RequestClients::number_of(endpoint->gid);
  };
  rmw::detail::RequestClients clients;
  clients.add(*early);
  clients.add(*late);
  clients.add(rmw::Endpoint());  // it is unknown now
  clients.update({there}, {early, there});
  EXPECT_NE(clients.find(number_of(early)), nullptr);
  EXPECT_EQ(clients.find(number_of(late)), nullptr);
  EXPECT_NE(clients.find(number_of(there)), nullptr);
  EXPECT_EQ(clients.find(rmw::detail::RequestClients::number_of({})), nullptr);
  clients.update({early}, {early, there});
  EXPECT_NE(clients.find(number_of(early)), nullptr);
  EXPECT_EQ(clients.find(number_of(there)), nullptr) << "its match ended";
  clients.update({}, {early});
  EXPECT_EQ(clients.find(number_of(early)), nullptr);
}

TEST_F(Service, CallsAndAnswersReachThoseTheyAreFor)
{
  ClientEvents events;
  ClientEvents other_events;
  auto service = make_service();
  auto client = make_client(events);
  auto other = make_client(other_events);
  EXPECT_NE(client->id(), other->id());
  ASSERT_TRUE(eventually([&] { return client->available() && other->available(); }));
  EXPECT_TRUE(client->has_servers());
  client->send(message(1), 7);
  other->send(message(2), 7);
  client->send(message(3), 8);
  ASSERT_TRUE(requests.wait_for(3));
  for (const auto & request : requests.requests) {
    EXPECT_NE(request.peer, 0u);
    service->reply(message(request.value + 100), request.id, request.peer);
  }
  ASSERT_TRUE(eventually([&] { return events.received().size() == 2; }));
  ASSERT_TRUE(eventually([&] { return other_events.received().size() == 1; }));
  EXPECT_EQ(events.received(), (std::multimap<std::int64_t, int>{{7, 101}, {8, 103}}));
  EXPECT_EQ(other_events.received(), (std::multimap<std::int64_t, int>{{7, 102}}));
  EXPECT_EQ(service->kept(), 0u);
  service.reset();
  ASSERT_TRUE(eventually([&] { return !client->available() && !client->has_servers(); }));
}

TEST_F(Service, BothEndpointsAnnounceOneId)
{
  ClientEvents events;
  auto service = make_service();
  auto client = make_client(events);
  for (const auto & [participant, key] :
       {std::pair{ours, "serviceid"}, std::pair{theirs, "clientid"}}) {
    std::vector<std::string> ids;
    for (const auto & topic : {"rq/addRequest", "rr/addReply"}) {
      for (const auto kind : {rmw::EndpointKind::reader, rmw::EndpointKind::writer}) {
        for (const auto & endpoint : participant->graph().endpoints(kind, topic)) {
          if (endpoint->participant == participant->gid()) {
            EXPECT_TRUE(
              rmw::is_type_hash(rmw::user_data_value(endpoint->user_data, "typehash").value()));
            ids.push_back(rmw::user_data_value(endpoint->user_data, key).value());
          }
        }
      }
    }
    ASSERT_EQ(ids.size(), 2u) << key;
    EXPECT_EQ(ids[0], ids[1]);
    EXPECT_FALSE(ids[0].empty());
  }
}

TEST_F(Service, AvailableOnceBothHalvesOfOneServerAreMatched)
{
  ClientEvents events;
  auto client = make_client(events);
  Collector collector;
  auto reader = ours->create_reader(
    endpoint_options(rmw::TopicKind::request, "/add", "serviceid=a;"), collector);
  ASSERT_TRUE(eventually([&] { return client->has_servers(); }));
  EXPECT_FALSE(client->available());
  auto stranger = ours->create_writer(
    endpoint_options(rmw::TopicKind::reply, "/add", "serviceid=b;"), writer_events);
  ASSERT_TRUE(eventually([&] { return stranger->matched_count() == 1; }));
  auto writer = ours->create_writer(
    endpoint_options(rmw::TopicKind::reply, "/add", "serviceid=a;"), writer_events);
  ASSERT_TRUE(eventually([&] { return client->available(); }));
  EXPECT_TRUE(eventually([&] { return events.changes >= 3; }));
  writer.reset();
  EXPECT_TRUE(eventually([&] { return !client->available(); }));
  // Servers that announce no id count as one.
  reader = ours->create_reader(endpoint_options(rmw::TopicKind::request, "/add", ""), collector);
  EXPECT_TRUE(eventually([&] { return client->available(); }));
}

// Also for a client that announces no id, such as Rust's ros2-client: its two endpoints have the
// participant in common.
class AnyClient : public Service, public testing::WithParamInterface<const char *>
{
};
INSTANTIATE_TEST_SUITE_P(Ids, AnyClient, testing::Values("clientid=half;", ""));

TEST_P(AnyClient, AResponseWaitsForItsReaderWithoutBlockingOthers)
{
  auto service = make_service();
  auto writer = request_writer(GetParam());
  writer->write(message(1, {77, 1}));
  ASSERT_TRUE(requests.wait_for(1));
  const auto half = requests.requests[0];
  service->reply(message(101), half.id, half.peer);
  service->reply(message(102), {77, 2}, half.peer);
  EXPECT_EQ(service->kept(), 2u);

  ClientEvents events;
  auto client = make_client(events);
  ASSERT_TRUE(eventually([&] { return client->available(); }));
  client->send(message(5), 1);
  ASSERT_TRUE(requests.wait_for(2));
  service->reply(message(105), requests.requests[1].id, requests.requests[1].peer);
  ASSERT_TRUE(eventually([&] { return events.received().size() == 1; }));
  EXPECT_EQ(service->kept(), 2u);

  Collector collector;
  auto reader =
    theirs->create_reader(endpoint_options(rmw::TopicKind::reply, "/add", GetParam()), collector);
  ASSERT_TRUE(collector.wait_for(2));
  EXPECT_EQ(rmw::read_request_id(collector.items()[0].sample.bytes()), (rmw::RequestId{77, 1}));
  EXPECT_EQ(value_of(collector.items()[1].sample), 102);
  EXPECT_EQ(service->kept(), 0u);
  // From now on responses are sent at once.
  service->reply(message(103), {77, 3}, half.peer);
  ASSERT_TRUE(collector.wait_for(3));
}

TEST_F(Service, WaitingResponsesAreRemovedWithTheirClient)
{
  auto service = make_service();
  auto writer = request_writer("clientid=half;");
  writer->write(message(1, {77, 1}));
  ASSERT_TRUE(requests.wait_for(1));
  const auto request = requests.requests[0];
  service->reply(message(101), request.id, request.peer);
  EXPECT_EQ(service->kept(), 1u);
  writer.reset();
  ASSERT_TRUE(eventually([&] { return service->kept() == 0; }));
  service->reply(
    message(102), request.id, request.peer);  // there is no client, and nothing is sent
  EXPECT_EQ(service->kept(), 0u);
}

TEST_F(Service, WaitingResponsesAreBounded)
{
  std::mutex mutex;
  std::vector<std::string> lines;
  rmw::set_log_sink([&](rmw_log_severity_t, std::string_view line) {
    std::lock_guard lock(mutex);
    lines.emplace_back(line);
  });
  auto service = make_service();
  auto writer = request_writer("clientid=half;");
  writer->write(message(1, {77, 1}));
  ASSERT_TRUE(requests.wait_for(1));
  for (std::int64_t i = 0; i < 3 * static_cast<int>(rmw::Service::kept_per_client); ++i) {
    service->reply(message(1), {77, i}, requests.requests[0].peer);
  }
  EXPECT_EQ(service->kept(), rmw::Service::kept_per_client);
  rmw::set_log_sink({});
  std::lock_guard lock(mutex);
  EXPECT_EQ(
    std::count_if(
      lines.begin(), lines.end(),
      [](const std::string & line) { return line.find("service '/add'") != std::string::npos; }),
    1);
}

// A sender may invent any number of clients.
TEST_F(Service, WaitingResponsesOfAllClientsAreBounded)
{
  auto service = make_service();
  constexpr std::size_t clients = 12;
  std::vector<std::unique_ptr<rmw::Writer>> writers;
  for (std::size_t i = 0; i < clients; ++i) {
    writers.push_back(request_writer("clientid=half" + std::to_string(i) + ";"));
    writers.back()->write(message(1, {77, static_cast<std::int64_t>(i)}));
    ASSERT_TRUE(requests.wait_for(i + 1));
  }
  const auto reply = [&](std::size_t client, std::size_t bytes) {
    const auto & request = requests.requests[client];
    rmw::Buffer response(bytes);
    std::copy_n(message(1).bytes().begin(), 28, response.bytes().begin());
    service->reply(std::move(response), request.id, request.peer);
  };
  for (std::size_t i = 0; i < clients * rmw::Service::kept_per_client; ++i) {
    reply(i % clients, 28);
  }
  EXPECT_EQ(service->kept(), rmw::Service::kept_in_all);
  for (int i = 0; i < 3; ++i) {
    reply(0, rmw::Service::kept_bytes_in_all / 2);
  }
  EXPECT_EQ(service->kept(), 2u);
  reply(0, 2 * rmw::Service::kept_bytes_in_all);
  EXPECT_EQ(service->kept(), 1u);  // a single one may be larger
  writers.clear();
  EXPECT_TRUE(eventually([&] { return service->kept() == 0; }));
}

TEST_F(Service, AClientWithoutAnIdIsAnsweredAtOnce)
{
  auto service = make_service();
  Collector collector;
  auto reader =
    theirs->create_reader(endpoint_options(rmw::TopicKind::reply, "/add", ""), collector);
  ASSERT_TRUE(eventually([&] { return collector.matched().current_count == 1; }));
  auto writer = request_writer("");
  writer->write(message(1, {9, 9}));
  ASSERT_TRUE(requests.wait_for(1));
  service->reply(message(101), requests.requests[0].id, requests.requests[0].peer);
  ASSERT_TRUE(collector.wait_for(1));
  EXPECT_EQ(rmw::read_request_id(collector.items()[0].sample.bytes()), (rmw::RequestId{9, 9}));
}

TEST_F(Service, SamplesTooShortAreRefused)
{
  ClientEvents events;
  auto service = make_service();
  auto client = make_client(events);
  auto writer = request_writer("clientid=x;");
  writer->write(buffer("too short"));
  writer->write(message(4, {1, 1}));
  ASSERT_TRUE(requests.wait_for(1));
  EXPECT_EQ(requests.malformed.load(), 1);
  auto replier =
    ours->create_writer(endpoint_options(rmw::TopicKind::reply, "/add", ""), writer_events);
  ASSERT_TRUE(eventually([&] { return replier->matched_count() == 1; }));
  replier->write(buffer("too short"));
  replier->write(message(5, {client->id(), 1}));
  ASSERT_TRUE(eventually([&] { return events.received().size() == 1; }));
  EXPECT_EQ(events.malformed.load(), 1);
}

template <typename Events>
std::vector<std::string> mismatches_of(Events & events)
{
  std::lock_guard lock(events.mutex);
  return events.mismatches;
}

bool contains(const std::string & text, const std::string & part)
{
  return text.find(part) != std::string::npos;
}

TEST_F(Service, AnotherQosIsReportedToBothSides)
{
  auto service = make_service();
  ClientEvents events;
  rmw::ServiceOptions options = service_options("/add");
  options.qos.reliability = RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT;
  rmw::Client careless(*theirs, *their_node, options, events);
  ASSERT_TRUE(
    eventually([&] { return !mismatches_of(events).empty() && !mismatches_of(requests).empty(); }));
  const std::string text = mismatches_of(requests).front();
  EXPECT_TRUE(contains(
    text,
    "New client discovered on service '/add', offering incompatible QoS. No requests will be "
    "received from it. Last incompatible policy: RELIABILITY_QOS_POLICY: the client of node "
    "/client (this process) offers reliability best_effort, the server of node /server requires "
    "reliability reliable; "))
    << text;
  EXPECT_FALSE(careless.available());
}

// The requests and the responses have other types, which is one cause.
TEST_F(Service, AnotherTypeIsReportedToBothSidesOnce)
{
  auto service = make_service();
  rmw::ServiceOptions options = service_options("/add");
  options.request_type = "std_srvs/srv/SetBool_Request";
  options.response_type = "std_srvs/srv/SetBool_Response";
  ClientEvents events;
  rmw::Client other(*theirs, *their_node, options, events);
  ASSERT_TRUE(
    eventually([&] { return !mismatches_of(events).empty() && !mismatches_of(requests).empty(); }));
  const std::string text = mismatches_of(events).front();
  EXPECT_TRUE(contains(
    text,
    "Incompatible type of service '/add', no calls will be answered by it: the client of node "
    "/client has type 'std_srvs/srv/SetBool', the server of node /server (this process) has "))
    << text;
  // A later mismatch comes after both endpoints of the first one.
  options.service = "/other";
  rmw::Client later(*theirs, *their_node, options, events);
  ServiceEvents later_events;
  rmw::Service later_service(*ours, *our_node, service_options("/other"), later_events);
  ASSERT_TRUE(eventually([&] { return !mismatches_of(later_events).empty(); }));
  EXPECT_EQ(mismatches_of(requests).size(), 1u);
  EXPECT_FALSE(other.available());
}

// An action has three services and two topics with types of its own.
TEST_F(Service, AnotherTypeOfAnActionIsReportedOnce)
{
  const auto part = [](const std::string & action, const std::string & name, const char * type) {
    rmw::ServiceOptions options = service_options("/dock/_action/" + name);
    options.request_type = "example_interfaces/action/" + action + type + "_Request";
    options.response_type = "example_interfaces/action/" + action + type + "_Response";
    return options;
  };
  const auto send = [&](const std::string & action) {
    return part(action, "send_goal", "_SendGoal");
  };
  const auto result = [&](const std::string & action) {
    return part(action, "get_result", "_GetResult");
  };
  ClientEvents events;
  rmw::Service results(*ours, *our_node, result("Fibonacci"), requests);
  rmw::Client asks(*theirs, *their_node, result("Dock"), events);
  rmw::Service goals(*ours, *our_node, send("Fibonacci"), requests);
  rmw::Client sends(*theirs, *their_node, send("Dock"), events);
  ASSERT_TRUE(
    eventually([&] { return !mismatches_of(events).empty() && !mismatches_of(requests).empty(); }));
  EXPECT_EQ(mismatches_of(events).size(), 1u);
  EXPECT_TRUE(contains(
    mismatches_of(events).front(),
    "Incompatible type of action '/dock', no goals will be accepted by it: the client of node "
    "/client has type 'example_interfaces/action/Dock', the server of node /server (this process) "
    "has "))
    << mismatches_of(events).front();
}

TEST_F(Service, EndedWithCallsInFlight)
{
  ClientEvents events;
  for (int i = 0; i < 20; ++i) {
    auto service = make_service();
    auto client = make_client(events);
    ASSERT_TRUE(eventually([&] { return client->available(); }));
    const std::size_t before = [&] {
      std::lock_guard lock(requests.mutex);
      return requests.requests.size();
    }();
    for (int k = 0; k < 10; ++k) {
      client->send(message(1), k);
    }
    ASSERT_TRUE(requests.wait_for(before + 1));
    (i % 2 == 0 ? static_cast<void>(client.reset()) : static_cast<void>(service.reset()));
  }
}

}  // namespace
