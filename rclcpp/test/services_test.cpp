// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Clients and services of one process: calls, callbacks and names, local and between two contexts.
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "services_test.hpp"

using services_test::add;
using services_test::AddTwoInts;
using services_test::numbers;
using services_test::OneNode;
using services_test::patience;
using services_test::Services;
using namespace std::chrono_literals;

namespace
{

TEST_P(Services, ACallByFuture)
{
  auto service = there->create_service<AddTwoInts>("add", &add);
  auto client = ready_client<AddTwoInts>("add");
  EXPECT_TRUE(client->service_is_ready());
  auto future = client->async_send_request(numbers(2, 3));
  ASSERT_TRUE(complete(future));
  EXPECT_EQ(future.get()->sum, 5);
  EXPECT_EQ(client->statistics().pending, 0u);
  EXPECT_STREQ(client->get_service_name(), "/add");
  EXPECT_STREQ(service->get_service_name(), "/add");
}

TEST_P(Services, ACallByCallback)
{
  auto service = there->create_service<AddTwoInts>("add", &add);
  auto client = ready_client<AddTwoInts>("add");
  std::int64_t sum = 0;
  auto sent = client->async_send_request(
    numbers(4, 5),
    [&](rclcpp::Client<AddTwoInts>::SharedFuture future) { sum = future.get()->sum; });
  ASSERT_TRUE(complete(sent));
  EXPECT_EQ(sum, 9);
  EXPECT_EQ(sent.get()->sum, 9);
}

TEST_P(Services, ACallByCallbackWithTheRequest)
{
  auto service = there->create_service<AddTwoInts>("add", &add);
  auto client = ready_client<AddTwoInts>("add");
  const auto request = numbers(6, 7);
  bool same = false;
  auto sent = client->async_send_request(
    request, [&](rclcpp::Client<AddTwoInts>::SharedFutureWithRequest future) {
      same = future.get().first == request && future.get().second->sum == 13;
    });
  ASSERT_TRUE(complete(sent));
  EXPECT_TRUE(same);
  EXPECT_EQ(sent.request_id, 1);
}

TEST_P(Services, AllFormsOfCallback)
{
  using Header = std::shared_ptr<rmw_request_id_t>;
  using Request = std::shared_ptr<AddTwoInts::Request>;
  using Response = std::shared_ptr<AddTwoInts::Response>;
  std::vector<std::shared_ptr<rclcpp::ServiceBase>> services;
  const auto expect_answer = [&](const char * name) {
    auto client = ready_client<AddTwoInts>(name);
    auto future = client->async_send_request(numbers(1, 2));
    ASSERT_TRUE(complete(future)) << name;
    EXPECT_EQ(future.get()->sum, 3) << name;
  };
  services.push_back(there->create_service<AddTwoInts>(
    "header", [](const Header header, const Request request, Response response) {
      EXPECT_EQ(header->sequence_number, 1);
      add(request, response);
    }));
  expect_answer("header");
  std::function<void(const Request &, const Response &)> function = add;
  services.push_back(there->create_service<AddTwoInts>("function", function));
  expect_answer("function");
  services.push_back(there->create_service<AddTwoInts>(
    "bind", std::bind(add, std::placeholders::_1, std::placeholders::_2)));
  expect_answer("bind");
  // Deferred: the code that has the header answers.
  Header kept;
  Request asked;
  auto deferring =
    there->create_service<AddTwoInts>("deferred", [&](const Header header, const Request request) {
      kept = header;
      asked = request;
    });
  auto client = ready_client<AddTwoInts>("deferred");
  auto future = client->async_send_request(numbers(20, 1));
  ASSERT_TRUE(spin_until([&] { return kept != nullptr; }));
  EXPECT_EQ(client->statistics().pending, 1u);
  AddTwoInts::Response response;
  response.sum = asked->a + asked->b;
  deferring->send_response(*kept, response);
  ASSERT_TRUE(complete(future));
  EXPECT_EQ(future.get()->sum, 21);
  services.push_back(there->create_service<AddTwoInts>(
    "handle", [](
                std::shared_ptr<rclcpp::Service<AddTwoInts>> service, const Header header,
                const Request request) {
      AddTwoInts::Response answer;
      answer.sum = request->a + request->b;
      service->send_response(*header, answer);
    }));
  expect_answer("handle");
}

TEST_P(Services, EachClientGetsItsOwnAnswers)
{
  auto service = there->create_service<AddTwoInts>("add", &add);
  std::vector<std::shared_ptr<rclcpp::Client<AddTwoInts>>> clients;
  for (int i = 0; i < 5; ++i) {
    clients.push_back(ready_client<AddTwoInts>("add"));
  }
  std::vector<rclcpp::Client<AddTwoInts>::FutureAndRequestId> futures;
  for (int i = 0; i < 20; ++i) {
    for (int k = 0; k < 5; ++k) {
      futures.push_back(clients[k]->async_send_request(numbers(100 * k, i)));
    }
  }
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(complete(futures[i])) << i;
    EXPECT_EQ(futures[i].get()->sum, 100 * (i % 5) + i / 5);
  }
  for (const auto & client : clients) {
    EXPECT_EQ(client->statistics().received, 20u);
    EXPECT_EQ(client->statistics().ignored, 0u);
  }
}

TEST_P(Services, OfTwoServersTheFirstAnswerCounts)
{
  auto first = there->create_service<AddTwoInts>("add", &add);
  auto second = there->create_service<AddTwoInts>("add", &add);
  auto client = ready_client<AddTwoInts>("add");
  ASSERT_TRUE(spin_until([&] { return here->count_services("add") == 2; }));
  int called = 0;
  for (int i = 0; i < 10; ++i) {
    auto sent = client->async_send_request(
      numbers(i, i), [&](rclcpp::Client<AddTwoInts>::SharedFuture) { ++called; });
    ASSERT_TRUE(complete(sent));
    EXPECT_EQ(sent.get()->sum, 2 * i);
  }
  EXPECT_EQ(called, 10);
}

TEST_P(Services, ARestartedServerIsUsed)
{
  auto client = here->create_client<AddTwoInts>("add");
  EXPECT_FALSE(client->wait_for_service(0s));
  EXPECT_FALSE(client->wait_for_service(1ms));
  for (int i = 0; i < 3; ++i) {
    auto service = there->create_service<AddTwoInts>("add", &add);
    ASSERT_TRUE(client->wait_for_service(patience));
    auto future = client->async_send_request(numbers(i, 1));
    ASSERT_TRUE(complete(future));
    EXPECT_EQ(future.get()->sum, i + 1);
    service.reset();
    ASSERT_TRUE(spin_until([&] { return !client->service_is_ready(); }));
  }
}

TEST_P(Services, ACallInsideACallbackDoesNotBlockOthers)
{
  // The way without a second thread: the response is deferred until another service has answered.
  auto inner = there->create_service<AddTwoInts>("inner", &add);
  auto client = ready_client<AddTwoInts>("inner");
  auto outer = there->create_service<AddTwoInts>(
    "outer",
    [&](
      std::shared_ptr<rclcpp::Service<AddTwoInts>> service,
      std::shared_ptr<rmw_request_id_t> header, std::shared_ptr<AddTwoInts::Request> request) {
      client->async_send_request(
        request, [service, header](rclcpp::Client<AddTwoInts>::SharedFuture future) {
          AddTwoInts::Response response;
          response.sum = 10 * future.get()->sum;
          service->send_response(*header, response);
        });
    });
  auto user = ready_client<AddTwoInts>("outer");
  auto future = user->async_send_request(numbers(1, 2));
  ASSERT_TRUE(complete(future));
  EXPECT_EQ(future.get()->sum, 30);
}

TEST_P(Services, AWaitInACallbackWorksIfTheClientHasItsOwnGroup)
{
  rclcpp::ExecutorOptions options;
  options.context = context;
  auto service = there->create_service<AddTwoInts>("add", &add);
  auto own = here->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
  auto client = here->create_client<AddTwoInts>("add", rclcpp::ServicesQoS(), own);
  ASSERT_TRUE(client->wait_for_service(patience));
  std::atomic<std::int64_t> sum{0};
  std::atomic<bool> done{false};
  rclcpp::TimerBase::SharedPtr timer = here->create_wall_timer(1ms, [&] {
    timer->cancel();
    auto future = client->async_send_request(numbers(5, 6));
    if (future.wait_for(patience) == std::future_status::ready) {
      sum = future.get()->sum;
    }
    done = true;
  });
  executor.reset();
  rclcpp::executors::MultiThreadedExecutor threads(options, 3);
  threads.add_node(here);
  threads.add_node(there);
  std::thread spinner([&] { threads.spin(); });
  EXPECT_TRUE(test::eventually([&] { return done.load(); }));
  threads.cancel();
  spinner.join();
  EXPECT_EQ(sum.load(), 11);
}

TEST_P(Services, DroppedInTheirOwnCallbacks)
{
  std::shared_ptr<rclcpp::Service<AddTwoInts>> service = there->create_service<AddTwoInts>(
    "add",
    [&](std::shared_ptr<AddTwoInts::Request> request, std::shared_ptr<AddTwoInts::Response> out) {
      service.reset();
      add(request, out);
    });
  auto client = ready_client<AddTwoInts>("add");
  bool called = false;
  client->async_send_request(numbers(1, 1), [&](rclcpp::Client<AddTwoInts>::SharedFuture future) {
    client.reset();
    called = future.get()->sum == 2;
  });
  ASSERT_TRUE(spin_until([&] { return called; }));
  EXPECT_EQ(service, nullptr);
  EXPECT_EQ(client, nullptr);
}

TEST_F(OneNode, LocalRequestsPassedByOwnershipAreNotCopied)
{
  const void * arrived = nullptr;
  const void * answered = nullptr;
  auto service = here->create_service<AddTwoInts>(
    "add", [&](std::shared_ptr<AddTwoInts::Request> in, std::shared_ptr<AddTwoInts::Response> out) {
      arrived = in.get();
      answered = out.get();
    });
  auto client = here->create_client<AddTwoInts>("add");
  auto request = numbers(1, 2);
  const void * address = request.get();
  auto future = client->async_send_request(std::move(request));
  ASSERT_TRUE(complete(future));
  EXPECT_EQ(arrived, address);
  EXPECT_EQ(future.get().get(), answered);
  request = numbers(1, 2);
  auto second = client->async_send_request(request);
  ASSERT_TRUE(complete(second));
  EXPECT_NE(arrived, request.get());
}

TEST_F(OneNode, NamesGroupsAndCallbacksThatAreNotValid)
{
  const auto other = make_node("other");
  const auto strange = other->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  EXPECT_THROW(
    here->create_client<AddTwoInts>("a service"), rclcpp::exceptions::InvalidServiceNameError);
  EXPECT_THROW(
    here->create_service<AddTwoInts>("1add", &add), rclcpp::exceptions::InvalidServiceNameError);
  EXPECT_THROW(
    here->create_client<AddTwoInts>("add", rclcpp::ServicesQoS(), strange), std::runtime_error);
  EXPECT_THROW(
    here->create_service<AddTwoInts>("add", &add, rclcpp::ServicesQoS(), strange),
    std::runtime_error);
  std::function<void(std::shared_ptr<AddTwoInts::Request>, std::shared_ptr<AddTwoInts::Response>)>
    nothing;
  EXPECT_THROW(here->create_service<AddTwoInts>("add", nothing), std::invalid_argument);
  auto client = here->create_client<AddTwoInts>("add");
  EXPECT_THROW(client->async_send_request(nullptr), std::invalid_argument);
  EXPECT_EQ(client->statistics().pending, 0u);
  EXPECT_EQ(here->count_services("add"), 0u);
}

TEST_F(OneNode, NamesAreExpandedAndRemapped)
{
  rclcpp::NodeOptions options;
  options.context(context).arguments({"--ros-args", "-r", "add:=sum", "-r", "__ns:=/robot"});
  auto node = std::make_shared<rclcpp::Node>("remapped", options);
  nodes.push_back(node);
  EXPECT_STREQ(node->create_service<AddTwoInts>("add", &add)->get_service_name(), "/robot/sum");
  EXPECT_STREQ(node->create_client<AddTwoInts>("~/add")->get_service_name(), "/robot/remapped/add");
  EXPECT_STREQ(
    node->create_sub_node("arm")->create_client<AddTwoInts>("x")->get_service_name(),
    "/robot/arm/x");
  EXPECT_EQ(node->get_node_services_interface()->resolve_service_name("add"), "/robot/sum");
  EXPECT_EQ(node->get_node_services_interface()->resolve_service_name("add", true), "/robot/add");
}

TEST_F(OneNode, GroupsKnowTheirClientsAndServices)
{
  auto group = here->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  auto service = rclcpp::create_service<AddTwoInts>(
    here->get_node_base_interface(), here->get_node_services_interface(), "add", &add,
    rclcpp::ServicesQoS(), group);
  auto client = rclcpp::create_client<AddTwoInts>(
    here->get_node_base_interface(), here->get_node_graph_interface(),
    here->get_node_services_interface(), "add", rclcpp::ServicesQoS(), group);
  EXPECT_EQ(group->find_service_ptrs_if([](const auto &) { return true; }), service);
  EXPECT_EQ(group->find_client_ptrs_if([](const auto &) { return true; }), client);
  EXPECT_EQ(group->size(), 2u);
  auto future = client->async_send_request(numbers(1, 2));
  ASSERT_TRUE(complete(future));
}

}  // namespace
