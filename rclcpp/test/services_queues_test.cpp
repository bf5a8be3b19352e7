// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Pending requests and the queues of requests and responses: removal, taking, depth and reports.
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "rclcpp/serialization.hpp"
#include "services_test.hpp"

using services_test::add;
using services_test::AddTwoInts;
using services_test::numbers;
using services_test::occurrences;
using services_test::OneNode;
using services_test::patience;
using services_test::Services;
using namespace std::chrono_literals;

namespace
{

TEST_P(Services, RequestsCanBeRemoved)
{
  auto service = there->create_service<AddTwoInts>(
    "add", [](std::shared_ptr<rmw_request_id_t>, std::shared_ptr<AddTwoInts::Request>) {});
  auto client = ready_client<AddTwoInts>("add");
  auto future = client->async_send_request(numbers(1, 1));
  EXPECT_EQ(executor->spin_until_future_complete(future, 50ms), rclcpp::FutureReturnCode::TIMEOUT);
  EXPECT_TRUE(client->remove_pending_request(future));
  EXPECT_FALSE(client->remove_pending_request(future));
  EXPECT_THROW(future.get(), std::future_error);
  const auto before = std::chrono::system_clock::now();
  auto shared = client->async_send_request(
    numbers(1, 1),
    [](rclcpp::Client<AddTwoInts>::SharedFuture) { FAIL() << "no answer was given"; });
  std::vector<std::int64_t> pruned;
  EXPECT_EQ(client->prune_requests_older_than(before, &pruned), 0u);
  EXPECT_EQ(client->prune_requests_older_than(std::chrono::system_clock::now() + 1s, &pruned), 1u);
  EXPECT_EQ(pruned, std::vector<std::int64_t>{shared.request_id});
  auto a = client->async_send_request(numbers(1, 1));
  auto b = client->async_send_request(numbers(1, 1));
  EXPECT_EQ(client->prune_pending_requests(), 2u);
  EXPECT_EQ(client->statistics().pending, 0u);
  client.reset();
  EXPECT_THROW(b.get(), std::future_error);
}

TEST_P(Services, AnAnswerToARemovedRequestIsNotKept)
{
  auto service = there->create_service<AddTwoInts>("add", &add);
  // Only the service is spun.
  auto group = here->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  auto client = here->create_client<AddTwoInts>("add", rclcpp::ServicesQoS(), group);
  ASSERT_TRUE(client->wait_for_service(patience));
  std::atomic<int> answered{0};
  client->set_on_new_response_callback([&](std::size_t n) { answered += static_cast<int>(n); });
  std::vector<rclcpp::Client<AddTwoInts>::FutureAndRequestId> sent;
  for (int i = 1; i <= 5; ++i) {
    sent.push_back(client->async_send_request(numbers(i, 0)));
  }
  ASSERT_TRUE(spin_until([&] { return answered == 5; }));
  EXPECT_TRUE(client->remove_pending_request(sent[1]));
  AddTwoInts::Response response;
  rmw_request_id_t header;
  ASSERT_TRUE(client->take_response(response, header));
  EXPECT_EQ(response.sum, 1);
  ASSERT_TRUE(client->take_response(response, header));
  EXPECT_EQ(response.sum, 3);
  EXPECT_EQ(client->prune_pending_requests(), 4u);
  EXPECT_FALSE(client->take_response(response, header));
  // An executor that is added later finds requests that are still pending.
  auto wanted = client->async_send_request(numbers(6, 0));
  ASSERT_TRUE(spin_until([&] { return answered == 6; }));
  executor->add_callback_group(group, here->get_node_base_interface());
  ASSERT_TRUE(complete(wanted));
  EXPECT_EQ(wanted.get()->sum, 6);
}

TEST_P(Services, TakenByHand)
{
  auto service = there->create_service<AddTwoInts>("add", &add);
  auto client = ready_client<AddTwoInts>("add");
  AddTwoInts::Request request;
  rmw_request_id_t header;
  EXPECT_FALSE(service->take_request(request, header));
  auto future = client->async_send_request(numbers(8, 9));
  ASSERT_TRUE(test::eventually([&] { return service->take_request(request, header); }));
  EXPECT_EQ(request.b, 9);
  AddTwoInts::Response response;
  response.sum = 17;
  service->send_response(header, response);
  AddTwoInts::Response taken;
  ASSERT_TRUE(test::eventually([&] { return client->take_response(taken, header); }));
  EXPECT_EQ(taken.sum, 17);
  EXPECT_EQ(header.sequence_number, future.request_id);
  client->handle_response(
    std::make_shared<rmw_request_id_t>(header), std::make_shared<AddTwoInts::Response>(taken));
  EXPECT_EQ(future.get()->sum, 17);
}

// Not in ROS 2: whatever the callback takes, and for the client whatever the request was.
TEST_P(Services, TakenByHandAsBytes)
{
  auto service = there->create_service<AddTwoInts>("add", &add);
  auto client = ready_client<AddTwoInts>("add");
  rclcpp::SerializedMessage bytes;
  rmw_request_id_t header;
  EXPECT_FALSE(service->take_serialized_request(bytes, header));
  EXPECT_FALSE(client->take_serialized_response(bytes, header));
  auto future = client->async_send_request(numbers(8, 9));
  ASSERT_TRUE(test::eventually([&] { return service->take_serialized_request(bytes, header); }));
  AddTwoInts::Request request;
  rclcpp::Serialization<AddTwoInts::Request>().deserialize_message(&bytes, &request);
  EXPECT_EQ(request.b, 9);
  EXPECT_EQ(service->statistics().delivered, 1u);
  AddTwoInts::Response response;
  response.sum = 17;
  service->send_response(header, response);
  ASSERT_TRUE(test::eventually([&] { return client->take_serialized_response(bytes, header); }));
  AddTwoInts::Response taken;
  rclcpp::Serialization<AddTwoInts::Response>().deserialize_message(&bytes, &taken);
  EXPECT_EQ(taken.sum, 17);
  EXPECT_EQ(header.sequence_number, future.request_id);
  EXPECT_EQ(client->statistics().delivered, 1u);
  EXPECT_EQ(client->statistics().pending, 1u) << "it is still to be completed";
}

TEST_P(Services, CallbackOnNewRequestsAndResponses)
{
  auto service = there->create_service<AddTwoInts>("add", &add);
  auto client = ready_client<AddTwoInts>("add");
  std::atomic<std::size_t> requests{0};
  std::atomic<std::size_t> responses{0};
  EXPECT_THROW(service->set_on_new_request_callback(nullptr), std::invalid_argument);
  EXPECT_THROW(client->set_on_new_response_callback(nullptr), std::invalid_argument);
  // Waiting items are reported at once, later ones as they arrive.
  auto future = client->async_send_request(numbers(1, 1));
  const auto end = std::chrono::steady_clock::now() + patience;
  while (service->statistics().waiting == 0 && std::chrono::steady_clock::now() < end) {
    std::this_thread::yield();
  }
  service->set_on_new_request_callback([&](std::size_t count) { requests += count; });
  client->set_on_new_response_callback([&](std::size_t count) { responses += count; });
  EXPECT_EQ(requests.load(), 1u);
  EXPECT_EQ(responses.load(), 0u);
  ASSERT_TRUE(complete(future));
  auto next = client->async_send_request(numbers(1, 1));
  ASSERT_TRUE(complete(next));
  EXPECT_EQ(requests.load(), 2u);
  EXPECT_EQ(responses.load(), 2u);
  service->clear_on_new_request_callback();
  client->clear_on_new_response_callback();
  auto last = client->async_send_request(numbers(1, 1));
  ASSERT_TRUE(complete(last));
  EXPECT_EQ(requests.load(), 2u);
  EXPECT_EQ(responses.load(), 2u);
}

TEST_F(OneNode, AFullQueueDropsTheOldestAndReportsIt)
{
  auto service = here->create_service<AddTwoInts>("add", &add);
  auto client = here->create_client<AddTwoInts>("add");
  int called = 0;
  for (int i = 0; i < 1005; ++i) {
    client->async_send_request(
      numbers(i, 0), [&](rclcpp::Client<AddTwoInts>::SharedFuture) { ++called; });
  }
  EXPECT_EQ(service->statistics().waiting, 1000u);
  EXPECT_EQ(service->statistics().dropped, 5u);
  testing::internal::CaptureStderr();
  ASSERT_TRUE(spin_until([&] { return called == 1000; }));
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_EQ(occurrences(log, "'/add'"), 1u) << log;
  EXPECT_EQ(client->prune_pending_requests(), 5u);
}

TEST_P(Services, TheDepthOfTheQosBoundsRequests)
{
  auto service = there->create_service<AddTwoInts>("add", &add, rclcpp::QoS(2));
  auto client = ready_client<AddTwoInts>("add");
  std::vector<std::int64_t> sums;
  for (int i = 1; i <= 5; ++i) {
    client->async_send_request(numbers(i, 0), [&](rclcpp::Client<AddTwoInts>::SharedFuture future) {
      sums.push_back(future.get()->sum);
    });
  }
  const auto end = std::chrono::steady_clock::now() + patience;
  while (service->statistics().received < 5 && std::chrono::steady_clock::now() < end) {
    std::this_thread::yield();
  }
  ASSERT_TRUE(spin_until([&] { return sums.size() == 2; }));
  EXPECT_EQ(sums, (std::vector<std::int64_t>{4, 5})) << "the newest";
  EXPECT_EQ(service->statistics().dropped, 3u);
}

TEST_P(Services, TheDepthOfTheQosBoundsResponses)
{
  auto service = there->create_service<AddTwoInts>("add", &add);
  auto group = here->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  auto client = here->create_client<AddTwoInts>("add", rclcpp::ServicesQoS().keep_last(2), group);
  ASSERT_TRUE(client->wait_for_service(patience));
  std::atomic<int> arrived{0};
  client->set_on_new_response_callback([&](std::size_t n) { arrived += static_cast<int>(n); });
  std::vector<std::int64_t> sums;
  for (int i = 1; i <= 5; ++i) {
    client->async_send_request(numbers(i, 0), [&](rclcpp::Client<AddTwoInts>::SharedFuture future) {
      sums.push_back(future.get()->sum);
    });
  }
  ASSERT_TRUE(spin_until([&] { return arrived == 5; }));
  EXPECT_EQ(client->statistics().dropped, 3u);
  executor->add_callback_group(group, here->get_node_base_interface());
  ASSERT_TRUE(spin_until([&] { return sums.size() == 2; }));
  EXPECT_EQ(sums, (std::vector<std::int64_t>{4, 5}));
  EXPECT_EQ(client->statistics().pending, 3u);
}

TEST_F(OneNode, ACallbackGetsOnlyUnreportedRequests)
{
  auto service = here->create_service<AddTwoInts>("add", &add);
  auto client = here->create_client<AddTwoInts>("add");
  std::vector<std::size_t> totals(3);
  const auto add_to = [&](std::size_t which) {
    return [&totals, which](std::size_t count) { totals[which] += count; };
  };
  const auto send = [&] { client->async_send_request(numbers(1, 1)); };
  service->set_on_new_request_callback(add_to(0));
  send();
  service->set_on_new_request_callback(add_to(1));
  send();
  service->clear_on_new_request_callback();
  send();
  send();
  service->set_on_new_request_callback(add_to(2));
  EXPECT_EQ(totals, (std::vector<std::size_t>{1, 1, 2}));
}

}  // namespace
