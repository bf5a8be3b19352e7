// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Services of types that are known at run time: generic clients and services, and introspection.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "cdr/description.hpp"
#include "rclcpp/named_type.hpp"
#include "rclcpp/serialization.hpp"
#include "service_msgs/msg/service_event_info.hpp"
#include "services_test.hpp"
#include "std_srvs/srv/trigger.hpp"

using services_test::add;
using services_test::AddTwoInts;
using services_test::numbers;
using services_test::patience;
using services_test::Services;
using std_srvs::srv::Trigger;

namespace
{

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

TEST_P(Services, AGenericClientOfATypeThatOnlyTheServerHas)
{
  const std::string type = "far_package/srv/Far";
  const auto echo = [](
                      std::shared_ptr<rclcpp::SerializedMessage> request,
                      std::shared_ptr<rclcpp::SerializedMessage> response) {
    *response = *request;
  };
  const auto service = there->create_generic_service("echo", type, echo);
  const auto is_found = [&] { return here->get_service_names_and_types().contains("/echo"); };
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!is_found() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  const auto client = here->create_generic_client("echo", type);
  ASSERT_TRUE(client->wait_for_service(patience));
  Trigger::Response some;
  some.message = "any bytes";
  rclcpp::SerializedMessage bytes;
  rclcpp::Serialization<Trigger::Response>().serialize_message(&some, &bytes);
  auto future = client->async_send_request(bytes);
  ASSERT_TRUE(complete(future));
  EXPECT_EQ(
    std::static_pointer_cast<rclcpp::SerializedMessage>(future.get())->size(), bytes.size());
  EXPECT_THROW(client->async_send_request(&some), rclcpp::exceptions::InvalidServiceTypeError);
  EXPECT_THROW(
    here->create_generic_client("echo", "far_package/srv/Near"),
    rclcpp::exceptions::InvalidServiceTypeError);
  EXPECT_THROW(
    here->create_generic_client("other", type), rclcpp::exceptions::InvalidServiceTypeError);
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
  // As of a peer, before the definition is known.
  rclcpp::register_service_hash(request.name, hash);
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

}  // namespace
