// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Clients and services of one process: the API, local and between two contexts.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <future>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "cdr/description.hpp"
#include "pubsub_support.hpp"
#include "rclcpp/named_type.hpp"
#include "rclcpp/serialization.hpp"
#include "rmw/environment.hpp"
#include "rmw/names.hpp"
#include "rmw/participant.hpp"
#include "rmw/request.hpp"
#include "service_msgs/msg/service_event_info.hpp"
#include "services_support.hpp"
#include "std_srvs/srv/trigger.hpp"

using pubsub_test::patience;
using services_test::add;
using services_test::AddTwoInts;
using services_test::initialized_context;
using services_test::numbers;
using std_srvs::srv::Trigger;
using namespace std::chrono_literals;

namespace
{

class OneNode : public pubsub_test::PubSub
{
protected:
  template <typename Future>
  bool complete(Future & future)
  {
    return executor->spin_until_future_complete(future, patience) ==
           rclcpp::FutureReturnCode::SUCCESS;
  }
  template <typename Condition>
  bool spin_until(Condition condition)
  {
    return pubsub_test::spin_until(*executor, condition);
  }

  std::shared_ptr<rclcpp::Node> here = make_node("here");
};

// Client and server of one context (false), which match locally, or of two (true), over DDS.
class Services : public OneNode, public testing::WithParamInterface<bool>
{
protected:
  ~Services() override { other_context->shutdown("test is over"); }

  template <typename ServiceT>
  typename rclcpp::Client<ServiceT>::SharedPtr ready_client(const std::string & name)
  {
    auto client = here->create_client<ServiceT>(name);
    EXPECT_TRUE(client->wait_for_service(patience));
    return client;
  }

  std::shared_ptr<rclcpp::Context> other_context = initialized_context();
  std::shared_ptr<rclcpp::Node> there =
    make_node("there", false, GetParam() ? other_context : nullptr);
};

INSTANTIATE_TEST_SUITE_P(Services, Services, testing::Bool(), [](const auto & info) {
  return info.param ? "TwoContexts" : "OneContext";
});

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
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!service->take_serialized_request(bytes, header)) {
    ASSERT_LT(std::chrono::steady_clock::now(), end);
    std::this_thread::yield();
  }
  AddTwoInts::Request request;
  rclcpp::Serialization<AddTwoInts::Request>().deserialize_message(&bytes, &request);
  EXPECT_EQ(request.b, 9);
  EXPECT_EQ(service->statistics().delivered, 1u);
  AddTwoInts::Response response;
  response.sum = 17;
  service->send_response(header, response);
  while (!client->take_serialized_response(bytes, header)) {
    ASSERT_LT(std::chrono::steady_clock::now(), end);
    std::this_thread::yield();
  }
  AddTwoInts::Response taken;
  rclcpp::Serialization<AddTwoInts::Response>().deserialize_message(&bytes, &taken);
  EXPECT_EQ(taken.sum, 17);
  EXPECT_EQ(header.sequence_number, future.request_id);
  EXPECT_EQ(client->statistics().delivered, 1u);
  EXPECT_EQ(client->statistics().pending, 1u) << "it is still to be completed";
}

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

TEST_P(Services, TwoKindsOfGenericClient)
{
  auto service = there->create_service<AddTwoInts>("add", &add);
  auto client = here->create_generic_client("add", "example_interfaces/srv/AddTwoInts");
  ASSERT_TRUE(client->wait_for_service(patience));
  // Structs.
  AddTwoInts::Request request = *numbers(3, 4);
  auto future = client->async_send_request(&request);
  ASSERT_TRUE(complete(future));
  EXPECT_EQ(std::static_pointer_cast<AddTwoInts::Response>(future.get())->sum, 7);
  std::int64_t sum = 0;
  auto shared = client->async_send_request(
    static_cast<void *>(&request), [&](rclcpp::GenericClient::SharedFuture done) {
      sum = std::static_pointer_cast<AddTwoInts::Response>(done.get())->sum;
    });
  ASSERT_TRUE(complete(shared));
  EXPECT_EQ(sum, 7);
  // Bytes.
  rclcpp::SerializedMessage bytes;
  rclcpp::Serialization<AddTwoInts::Request>().serialize_message(&request, &bytes);
  auto answer = client->async_send_request(bytes);
  ASSERT_TRUE(complete(answer));
  AddTwoInts::Response response;
  const auto got = std::static_pointer_cast<rclcpp::SerializedMessage>(answer.get());
  rclcpp::Serialization<AddTwoInts::Response>().deserialize_message(got.get(), &response);
  EXPECT_EQ(response.sum, 7);
  EXPECT_THROW(client->async_send_request(rclcpp::SerializedMessage()), std::invalid_argument);
  EXPECT_THROW(client->async_send_request(nullptr), std::invalid_argument);
  EXPECT_EQ(client->statistics().pending, 0u);
}

TEST_P(Services, TwoKindsOfGenericService)
{
  const auto of_structs = there->create_generic_service(
    "structs", "example_interfaces/srv/AddTwoInts",
    [](std::shared_ptr<void> request, std::shared_ptr<void> response) {
      add(
        std::static_pointer_cast<AddTwoInts::Request>(request),
        std::static_pointer_cast<AddTwoInts::Response>(response));
    });
  const auto of_bytes = there->create_generic_service(
    "bytes", "example_interfaces/srv/AddTwoInts",
    [](
      std::shared_ptr<rclcpp::GenericService> service, std::shared_ptr<rmw_request_id_t> header,
      std::shared_ptr<rclcpp::SerializedMessage> request) {
      AddTwoInts::Request numbers;
      rclcpp::Serialization<AddTwoInts::Request>().deserialize_message(request.get(), &numbers);
      AddTwoInts::Response response;
      response.sum = numbers.a + numbers.b;
      std::shared_ptr<void> out = service->create_response();
      rclcpp::Serialization<AddTwoInts::Response>().serialize_message(
        &response, static_cast<rclcpp::SerializedMessage *>(out.get()));
      service->send_response(*header, out);
    });
  for (const char * name : {"structs", "bytes"}) {
    auto client = ready_client<AddTwoInts>(name);
    auto future = client->async_send_request(numbers(30, 12));
    ASSERT_TRUE(complete(future)) << name;
    EXPECT_EQ(future.get()->sum, 42) << name;
  }
}

TEST_P(Services, AGenericClientOfATypeThatDoesNotExistIsRefused)
{
  EXPECT_THROW(
    here->create_generic_client("echo", "no_such_package/srv/NoSuchType"),
    rclcpp::exceptions::InvalidServiceTypeError);
}

TEST_P(Services, TypesWithoutStructs)
{
  const std::string type = "made_package/srv/Made";
  using cdr::field_description;
  static const field_description text{
    "text", nullptr, 0, 0, cdr::kind::string, cdr::collection::none, false};
  static const cdr::struct_description request{"made_package/srv/Made_Request", &text, 1, 5};
  static const cdr::struct_description response{"made_package/srv/Made_Response", &text, 1, 5};
  const std::string hash = "RIHS01_" + std::string(64, 'a');
  rclcpp::register_type(request, hash);
  rclcpp::register_type(response, hash);
  const auto service = there->create_generic_service(
    "echo", type,
    [](
      std::shared_ptr<rclcpp::SerializedMessage> request,
      std::shared_ptr<rclcpp::SerializedMessage> response) { *response = *request; });
  const auto client = here->create_generic_client("echo", type);
  ASSERT_TRUE(client->wait_for_service(patience));
  std_srvs::srv::Trigger::Response some;
  some.message = "any bytes";
  rclcpp::SerializedMessage bytes;
  rclcpp::Serialization<Trigger::Response>().serialize_message(&some, &bytes);
  auto future = client->async_send_request(bytes);
  ASSERT_TRUE(complete(future));
  const auto got = std::static_pointer_cast<rclcpp::SerializedMessage>(future.get());
  Trigger::Response back;
  rclcpp::Serialization<Trigger::Response>().deserialize_message(got.get(), &back);
  EXPECT_EQ(back.message, "any bytes");
  EXPECT_THROW(client->async_send_request(&some), rclcpp::exceptions::InvalidServiceTypeError);
  EXPECT_THROW(client->create_response(), rclcpp::exceptions::InvalidServiceTypeError);
  EXPECT_THROW(
    there->create_generic_service(
      "echo", type, [](std::shared_ptr<void>, std::shared_ptr<void>) {}),
    rclcpp::exceptions::InvalidServiceTypeError);
  for (const char * wrong : {"", "NoPackage", "a/b", "/srv/C", "a/srv/", "a/b/c/D"}) {
    EXPECT_THROW(
      here->create_generic_client("echo", wrong), rclcpp::exceptions::InvalidServiceTypeError)
      << wrong;
  }
}

TEST_P(Services, IntrospectionOfBothSides)
{
  using Event = AddTwoInts::Event;
  using Info = service_msgs::msg::ServiceEventInfo;
  auto service = there->create_service<AddTwoInts>("add", &add);
  auto client = ready_client<AddTwoInts>("add");
  std::vector<Event> events;
  auto subscription = here->create_subscription<Event>(
    "add/_service_event", 100, [&](const Event & event) { events.push_back(event); });
  const auto configure = [&](rcl_service_introspection_state_t state) {
    client->configure_introspection(here->get_clock(), rclcpp::SystemDefaultsQoS(), state);
    service->configure_introspection(there->get_clock(), rclcpp::SystemDefaultsQoS(), state);
  };
  const auto call = [&](std::size_t expected) {
    events.clear();
    auto future = client->async_send_request(numbers(2, 3));
    EXPECT_TRUE(complete(future));
    EXPECT_TRUE(spin_until([&] { return events.size() >= expected; }));
    std::sort(events.begin(), events.end(), [](const Event & a, const Event & b) {
      return a.info.event_type < b.info.event_type;
    });
  };
  call(0);
  EXPECT_EQ(subscription->get_publisher_count(), 0u);

  configure(RCL_SERVICE_INTROSPECTION_METADATA);
  ASSERT_TRUE(spin_until([&] { return subscription->get_publisher_count() == 2; }));
  call(4);
  ASSERT_EQ(events.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(events[i].info.event_type, i);  // REQUEST_SENT … RESPONSE_RECEIVED
    EXPECT_EQ(
      std::memcmp(
        events[i].info.client_gid.data(), client->create_request_header()->writer_guid, 8),
      0);
    EXPECT_EQ(events[i].info.client_gid, events[0].info.client_gid);
    EXPECT_EQ(events[i].info.sequence_number, 2);
    EXPECT_GT(events[i].info.stamp.sec, 0);
    EXPECT_TRUE(events[i].request.empty());
    EXPECT_TRUE(events[i].response.empty());
  }

  configure(RCL_SERVICE_INTROSPECTION_CONTENTS);
  ASSERT_TRUE(spin_until([&] { return subscription->get_publisher_count() == 2; }));
  call(4);
  ASSERT_EQ(events.size(), 4u);
  for (const Event & event : events) {
    const bool of_request = event.info.event_type == Info::REQUEST_SENT ||
                            event.info.event_type == Info::REQUEST_RECEIVED;
    ASSERT_EQ(event.request.size(), of_request ? 1u : 0u);
    ASSERT_EQ(event.response.size(), of_request ? 0u : 1u);
    EXPECT_EQ(of_request ? event.request[0].b - 3 : event.response[0].sum - 5, 0);
  }

  configure(RCL_SERVICE_INTROSPECTION_OFF);
  ASSERT_TRUE(spin_until([&] { return subscription->get_publisher_count() == 0; }));
  call(0);
  EXPECT_TRUE(events.empty());
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

bool contains_all(const std::string & log, std::initializer_list<const char *> parts)
{
  return std::all_of(parts.begin(), parts.end(), [&](const char * part) {
    return log.find(part) != std::string::npos;
  });
}

TEST_P(Services, PeersThatDoNotFitAreReportedAndNotReady)
{
  auto service = there->create_service<AddTwoInts>("add", &add);
  testing::internal::CaptureStderr();
  auto client = here->create_client<AddTwoInts>("add", rclcpp::ServicesQoS().best_effort());
  auto other = here->create_client<Trigger>("add");
  EXPECT_FALSE(client->wait_for_service(100ms));
  std::string log;
  EXPECT_TRUE(spin_until([&] {
    log += testing::internal::GetCapturedStderr();
    testing::internal::CaptureStderr();
    return contains_all(
      log,
      {"[here]: New server discovered on service '/add', requesting incompatible QoS. No requests",
       "[there]: New client discovered on service '/add', offering incompatible QoS. No requests",
       "[here]: Incompatible type of service '/add', no calls will be answered by it: the client "
       "of "
       "node /here has type 'std_srvs/srv/Trigger', the server of node /there",
       "[there]: Incompatible type of service '/add', no calls will be received from it: the "
       "client "
       "of node /here"});
  }))
    << log;
  testing::internal::GetCapturedStderr();
  EXPECT_FALSE(other->service_is_ready());
  EXPECT_EQ(
    client->get_request_publisher_actual_qos().reliability(),
    rclcpp::ReliabilityPolicy::BestEffort);
  EXPECT_EQ(
    service->get_request_subscription_actual_qos().reliability(),
    rclcpp::ReliabilityPolicy::Reliable);
  EXPECT_EQ(service->get_response_publisher_actual_qos().depth(), 10u);
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

std::size_t occurrences(const std::string & text, const std::string & of)
{
  std::size_t count = 0;
  for (auto at = text.find(of); at != std::string::npos; at = text.find(of, at + 1)) {
    ++count;
  }
  return count;
}

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
