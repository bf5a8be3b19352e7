// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Services and their peers: the graph, several servers, peers that do not fit, malformed samples.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "captured_stderr.hpp"
#include "rmw/environment.hpp"
#include "rmw/names.hpp"
#include "rmw/participant.hpp"
#include "rmw/request.hpp"
#include "services_test.hpp"
#include "std_srvs/srv/trigger.hpp"

using services_test::add;
using services_test::AddTwoInts;
using services_test::initialized_context;
using services_test::numbers;
using services_test::occurrences;
using services_test::OneNode;
using services_test::patience;
using services_test::Services;
using namespace std::chrono_literals;
using std_srvs::srv::Trigger;

namespace
{

TEST_P(Services, AreInTheGraph)
{
  auto service = there->create_service<AddTwoInts>("~/add", &add);
  auto client = ready_client<AddTwoInts>("there/add");
  const auto graph = here->get_node_graph_interface();
  const std::map<std::string, std::vector<std::string>> expected = {
    {"/there/add", {"example_interfaces/srv/AddTwoInts"}}};
  // The node's name may arrive after its endpoints.
  ASSERT_TRUE(spin_until([&] {
    try {
      return graph->get_service_names_and_types_by_node("there", "/").contains("/there/add");
    } catch (const std::exception &) {
      return false;
    }
  }));
  EXPECT_TRUE(here->get_service_names_and_types().contains("/there/add"));
  EXPECT_EQ(
    graph->get_service_names_and_types_by_node("there", "/").at("/there/add"),
    expected.at("/there/add"));
  EXPECT_EQ(graph->get_client_names_and_types_by_node("here", "/"), expected);
  EXPECT_EQ(here->count_services("/there/add"), 1u);
  EXPECT_EQ(here->count_clients("/there/add"), 1u);
  ASSERT_TRUE(spin_until([&] { return there->count_clients("/there/add") == 1; }));
  client.reset();
  service.reset();
  EXPECT_EQ(here->count_clients("/there/add"), 0u);
  ASSERT_TRUE(spin_until([&] { return here->count_services("/there/add") == 0; }));
}

bool contains_all(const std::string & log, std::initializer_list<const char *> parts)
{
  return std::all_of(parts.begin(), parts.end(), [&](const char * part) {
    return log.find(part) != std::string::npos;
  });
}

TEST_P(Services, PeersThatDoNotFitAreReportedAndNotReady)
{
  auto service = there->create_service<AddTwoInts>("add", &add);
  const test::CapturedStderr log;
  auto client = here->create_client<AddTwoInts>("add", rclcpp::ServicesQoS().best_effort());
  auto other = here->create_client<Trigger>("add");
  EXPECT_FALSE(client->wait_for_service(100ms));
  EXPECT_TRUE(spin_until([&] {
    return contains_all(
      log.text(),
      {"[here]: New server discovered on service '/add', requesting incompatible QoS. No requests",
       "[there]: New client discovered on service '/add', offering incompatible QoS. No requests",
       "[here]: Incompatible type of service '/add', no calls will be answered by it: the client "
       "of "
       "node /here has type 'std_srvs/srv/Trigger', the server of node /there",
       "[there]: Incompatible type of service '/add', no calls will be received from it: the "
       "client "
       "of node /here"});
  }))
    << log.text();
  EXPECT_FALSE(other->service_is_ready());
  EXPECT_EQ(
    client->get_request_publisher_actual_qos().reliability(),
    rclcpp::ReliabilityPolicy::BestEffort);
  EXPECT_EQ(
    service->get_request_subscription_actual_qos().reliability(),
    rclcpp::ReliabilityPolicy::Reliable);
  EXPECT_EQ(service->get_response_publisher_actual_qos().depth(), 10u);
}

TEST_F(OneNode, AWaitForAServiceEndsAtShutdown)
{
  auto client = here->create_client<AddTwoInts>("add");
  std::atomic<bool> waiting{false};
  std::thread waiter([&] {
    waiting = true;
    EXPECT_FALSE(client->wait_for_service());
  });
  while (!waiting) {
    std::this_thread::yield();
  }
  context->shutdown("the test wants it");
  waiter.join();
}

TEST_F(OneNode, LocalAndRemoteServersBothAnswer)
{
  const auto remote = initialized_context();
  const auto there = make_node("there", false, remote);
  auto local_service = here->create_service<AddTwoInts>("add", &add);
  auto remote_service = there->create_service<AddTwoInts>("add", &add);
  auto client = here->create_client<AddTwoInts>("add");
  ASSERT_TRUE(spin_until([&] { return there->count_clients("add") == 1; }));
  ASSERT_TRUE(spin_until([&] { return here->count_services("add") == 2; }));
  // Both directions are matched after both were queried.
  ASSERT_TRUE(spin_until([&] {
    client->async_send_request(numbers(1, 1), [](rclcpp::Client<AddTwoInts>::SharedFuture) {});
    return remote_service->statistics().answered > 0;
  }));
  for (int i = 0; i < 50; ++i) {
    auto future = client->async_send_request(numbers(i, 1));
    ASSERT_TRUE(complete(future));
    EXPECT_EQ(future.get()->sum, i + 1);
  }
  ASSERT_TRUE(spin_until([&] {
    return local_service->statistics().answered + remote_service->statistics().answered ==
           client->statistics().received + client->statistics().ignored;
  }));
  EXPECT_GT(client->statistics().ignored, 0u);
  remote->shutdown("test is over");
}

// A participant that does not belong to rclcpp.
struct Raw : rmw::ReaderListener, rmw::WriterListener
{
  Raw(rmw::TopicKind reads, rmw::TopicKind writes)
  {
    const auto options = [](rmw::TopicKind kind) {
      const bool request = kind == rmw::TopicKind::request;
      return rmw::EndpointOptions{
        rmw::dds_topic_name(kind, "/add"),
        rmw::dds_type_name(
          std::string("example_interfaces/srv/AddTwoInts") + (request ? "_Request" : "_Response")),
        "", rmw_qos_profile_services_default, ""};
    };
    participant = rmw::Participant::create(rmw::read_environment().options);
    reader = participant->create_reader(options(reads), *this);
    writer = participant->create_writer(options(writes), *this);
  }
  void on_matched(const rmw_matched_status_t &) noexcept override {}
  void on_incompatible_qos(const rmw::IncompatibleQosStatus &) noexcept override {}
  void on_incompatible_type(const rmw_incompatible_type_status_t &) noexcept override {}
  void on_sample(rmw::Sample && sample, const rmw::SampleInfo &) noexcept override
  {
    std::lock_guard lock(mutex);
    samples.push_back(std::move(sample));
  }
  bool matched() const { return reader->matched_count() == 1 && writer->matched_count() == 1; }
  std::size_t received()
  {
    std::lock_guard lock(mutex);
    return samples.size();
  }
  // Writes the id, then `body` in 8-byte words, cut to `size` bytes in total.
  void write(const rmw::RequestId & id, const std::vector<std::int64_t> & body, std::size_t size)
  {
    std::vector<std::byte> bytes(20 + 8 * body.size());
    bytes[1] = std::byte{1};
    rmw::write_request_id(bytes, id);
    std::memcpy(bytes.data() + 20, body.data(), 8 * body.size());
    rmw::Buffer buffer(std::min(size, bytes.size()));
    std::memcpy(buffer.bytes().data(), bytes.data(), buffer.size());
    writer->write(std::move(buffer));
  }
  std::shared_ptr<rmw::Participant> participant;
  std::mutex mutex;
  std::vector<rmw::Sample> samples;
  std::unique_ptr<rmw::Reader> reader;
  std::unique_ptr<rmw::Writer> writer;
};

TEST_F(OneNode, MalformedRequestsAreDroppedCountedAndLoggedOncePerClient)
{
  auto service = here->create_service<AddTwoInts>("add", &add);
  Raw peer(rmw::TopicKind::reply, rmw::TopicKind::request);
  ASSERT_TRUE(spin_until([&] { return peer.matched(); }));
  testing::internal::CaptureStderr();
  for (std::size_t size = 4; size < 36; ++size) {
    peer.write({5, static_cast<std::int64_t>(size)}, {1, 2}, size);
  }
  peer.write({5, 99}, {1, 2}, 36);
  ASSERT_TRUE(spin_until([&] { return peer.received() == 1; }));
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_EQ(rmw::read_request_id(peer.samples[0].bytes()), (rmw::RequestId{5, 99}));
  EXPECT_EQ(service->statistics().malformed, 32u);
  EXPECT_EQ(service->statistics().answered, 1u);
  EXPECT_EQ(occurrences(log, "could not read a sample of type"), 1u) << log;
}

TEST_F(OneNode, MalformedAndStrangeResponsesAreDropped)
{
  auto client = here->create_client<AddTwoInts>("add");
  Raw peer(rmw::TopicKind::request, rmw::TopicKind::reply);
  ASSERT_TRUE(client->wait_for_service(patience));
  auto future = client->async_send_request(numbers(1, 2));
  ASSERT_TRUE(spin_until([&] { return peer.received() == 1; }));
  const rmw::RequestId id = rmw::read_request_id(peer.samples[0].bytes()).value();
  EXPECT_EQ(id.sequence, future.request_id);
  testing::internal::CaptureStderr();
  peer.write({id.client + 1, id.sequence}, {7}, 28);  // for another client
  peer.write({id.client, id.sequence + 5}, {8}, 28);  // not requested
  peer.write(id, {9}, 24);                            // truncated
  ASSERT_TRUE(spin_until([&] { return client->statistics().malformed == 1; }));
  EXPECT_EQ(client->statistics().pending, 1u);
  peer.write(id, {10}, 28);
  peer.write(id, {11}, 28);  // a second time
  ASSERT_TRUE(complete(future));
  EXPECT_EQ(future.get()->sum, 10);
  ASSERT_TRUE(spin_until([&] { return client->statistics().ignored == 2; }));
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_EQ(occurrences(log, "could not read a sample of type"), 1u) << log;
}

}  // namespace
