// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Group: Services and clients
#include "api.hpp"
#include "rclcpp/rclcpp.hpp"
#include "std_srvs/srv/trigger.hpp"

using Trigger = std_srvs::srv::Trigger;
using ClientOf = rclcpp::Client<Trigger>;
using ServiceOf = rclcpp::Service<Trigger>;
using rclcpp::ClientBase;
using rclcpp::GenericClient;
using rclcpp::Node;
using rclcpp::ServiceBase;
using Header = std::shared_ptr<rmw_request_id_t>;

HEADER("rclcpp/client.hpp");
TYPE(rclcpp::ClientBase);
METHOD(bool, ClientBase, take_type_erased_response, (void *, rmw_request_id_t &));
METHOD(const char *, const ClientBase, get_service_name, ());
METHOD(bool, const ClientBase, service_is_ready, ());
METHOD(bool, ClientBase, wait_for_service, (std::chrono::seconds));
METHOD(std::shared_ptr<void>, ClientBase, create_response, ());
METHOD(Header, ClientBase, create_request_header, ());
METHOD(void, ClientBase, handle_response, (Header, std::shared_ptr<void>));
METHOD(rclcpp::QoS, const ClientBase, get_request_publisher_actual_qos, ());
METHOD(rclcpp::QoS, const ClientBase, get_response_subscription_actual_qos, ());
METHOD(void, ClientBase, set_on_new_response_callback, (std::function<void(std::size_t)>));
METHOD(void, ClientBase, clear_on_new_response_callback, ());
MISSING_MEMBER(ClientBase, get_client_handle, "there is no rcl below");
METHOD(bool, ClientBase, exchange_in_use_by_wait_set_state, (bool));
TYPE(rclcpp::Client<Trigger>);
TYPE(ClientOf::Request);
TYPE(ClientOf::Response);
TYPE(ClientOf::SharedRequest);
TYPE(ClientOf::SharedResponse);
TYPE(ClientOf::Promise);
TYPE(ClientOf::PromiseWithRequest);
TYPE(ClientOf::SharedPromise);
TYPE(ClientOf::SharedPromiseWithRequest);
TYPE(ClientOf::Future);
TYPE(ClientOf::SharedFuture);
TYPE(ClientOf::SharedFutureWithRequest);
TYPE(ClientOf::CallbackType);
TYPE(ClientOf::CallbackWithRequestType);
TYPE(ClientOf::FutureAndRequestId);
METHOD(ClientOf::SharedResponse, ClientOf::FutureAndRequestId, get, ());
METHOD(bool, const ClientOf::FutureAndRequestId, valid, ());
METHOD(void, const ClientOf::FutureAndRequestId, wait, ());
METHOD(std::future_status, const ClientOf::FutureAndRequestId, wait_for, (std::chrono::seconds));
METHOD(
  std::future_status, const ClientOf::FutureAndRequestId, wait_until,
  (std::chrono::steady_clock::time_point));
METHOD(ClientOf::SharedFuture, ClientOf::FutureAndRequestId, share, ());
FIELD(std::int64_t, ClientOf::FutureAndRequestId, request_id);
FIELD(ClientOf::SharedFuture, ClientOf::SharedFutureAndRequestId, future);
TYPE(ClientOf::SharedFutureAndRequestId);
TYPE(ClientOf::SharedFutureWithRequestAndRequestId);
METHOD(bool, ClientOf, take_response, (ClientOf::Response &, rmw_request_id_t &));
METHOD(ClientOf::FutureAndRequestId, ClientOf, async_send_request, (ClientOf::SharedRequest));
METHOD(
  ClientOf::SharedFutureAndRequestId, ClientOf, async_send_request,
  (ClientOf::SharedRequest, ClientOf::CallbackType));
METHOD(
  ClientOf::SharedFutureWithRequestAndRequestId, ClientOf, async_send_request,
  (ClientOf::SharedRequest, ClientOf::CallbackWithRequestType));
METHOD(bool, ClientOf, remove_pending_request, (std::int64_t));
METHOD(bool, ClientOf, remove_pending_request, (const ClientOf::FutureAndRequestId &));
METHOD(bool, ClientOf, remove_pending_request, (const ClientOf::SharedFutureAndRequestId &));
METHOD(
  bool, ClientOf, remove_pending_request, (const ClientOf::SharedFutureWithRequestAndRequestId &));
METHOD(std::size_t, ClientOf, prune_pending_requests, ());
METHOD(
  std::size_t, ClientOf, prune_requests_older_than,
  (std::chrono::system_clock::time_point, std::vector<std::int64_t> *));
METHOD(
  void, ClientOf, configure_introspection,
  (rclcpp::Clock::SharedPtr, const rclcpp::QoS &, rcl_service_introspection_state_t));

HEADER("rclcpp/service.hpp");
TYPE(rclcpp::ServiceBase);
METHOD(const char *, ServiceBase, get_service_name, ());
METHOD(bool, ServiceBase, take_type_erased_request, (void *, rmw_request_id_t &));
METHOD(std::shared_ptr<void>, ServiceBase, create_request, ());
METHOD(Header, ServiceBase, create_request_header, ());
METHOD(void, ServiceBase, handle_request, (Header, std::shared_ptr<void>));
METHOD(rclcpp::QoS, const ServiceBase, get_response_publisher_actual_qos, ());
METHOD(rclcpp::QoS, const ServiceBase, get_request_subscription_actual_qos, ());
METHOD(void, ServiceBase, set_on_new_request_callback, (std::function<void(std::size_t)>));
METHOD(void, ServiceBase, clear_on_new_request_callback, ());
DIFFERENT(
  ServiceBase,
  "holds 1000 requests, and a client all responses, where the depth of the QoS is the default 10",
  static_assert(sizeof(ServiceBase) > 0));
MISSING_MEMBER(
  ServiceBase, get_service_handle,
  "there is no rcl below; the constructors that take its handles are missing too");
METHOD(bool, ServiceBase, exchange_in_use_by_wait_set_state, (bool));
TYPE(rclcpp::Service<Trigger>);
TYPE(ServiceOf::CallbackType);
TYPE(ServiceOf::CallbackWithHeaderType);
METHOD(bool, ServiceOf, take_request, (Trigger::Request &, rmw_request_id_t &));
METHOD(void, ServiceOf, send_response, (rmw_request_id_t &, Trigger::Response &));
METHOD(
  void, ServiceOf, configure_introspection,
  (rclcpp::Clock::SharedPtr, const rclcpp::QoS &, rcl_service_introspection_state_t));

HEADER("rclcpp/any_service_callback.hpp");
TYPE(rclcpp::AnyServiceCallback<Trigger>);
METHOD(void, rclcpp::AnyServiceCallback<Trigger>, set, (ServiceOf::CallbackType));

HEADER("rclcpp/generic_client.hpp");
TYPE(rclcpp::GenericClient);
METHOD(
  GenericClient::FutureAndRequestId, GenericClient, async_send_request, (GenericClient::Request));
METHOD(
  GenericClient::SharedFutureAndRequestId, GenericClient, async_send_request,
  (GenericClient::Request, GenericClient::CallbackType));
METHOD(bool, GenericClient, take_response, (GenericClient::Response, rmw_request_id_t &));
METHOD(bool, GenericClient, remove_pending_request, (std::int64_t));
METHOD(std::size_t, GenericClient, prune_pending_requests, ());
METHOD(
  std::size_t, GenericClient, prune_requests_older_than,
  (std::chrono::system_clock::time_point, std::vector<std::int64_t> *));

HEADER("rclcpp/create_client.hpp");
USE(create_client, Node & node = api::some<Node>();
    ClientOf::SharedPtr client = rclcpp::create_client<Trigger>(
      node.get_node_base_interface(), node.get_node_graph_interface(),
      node.get_node_services_interface(), "name", rclcpp::ServicesQoS(), nullptr);
    client = node.create_client<Trigger>("name", rclcpp::ServicesQoS(), nullptr));
HEADER("rclcpp/create_service.hpp");
USE(
  create_service, Node & node = api::some<Node>();
  auto callback = [](Trigger::Request::SharedPtr, Trigger::Response::SharedPtr) {};
  ServiceOf::SharedPtr service = rclcpp::create_service<Trigger>(
    node.get_node_base_interface(), node.get_node_services_interface(), "name", callback,
    rclcpp::ServicesQoS(), nullptr);
  service = node.create_service<Trigger>("name", callback, rclcpp::ServicesQoS(), nullptr));
HEADER("rclcpp/create_generic_client.hpp");
FUNCTION(
  GenericClient::SharedPtr, rclcpp::create_generic_client,
  (rclcpp::node_interfaces::NodeBaseInterface::SharedPtr,
   rclcpp::node_interfaces::NodeGraphInterface::SharedPtr,
   rclcpp::node_interfaces::NodeServicesInterface::SharedPtr, const std::string &,
   const std::string &, const rclcpp::QoS &, rclcpp::CallbackGroup::SharedPtr));
FUNCTION(
  GenericClient::SharedPtr, rclcpp::create_generic_client,
  (Node::SharedPtr, const std::string &, const std::string &, const rclcpp::QoS &,
   rclcpp::CallbackGroup::SharedPtr));
METHOD(
  GenericClient::SharedPtr, Node, create_generic_client,
  (const std::string &, const std::string &, const rclcpp::QoS &,
   rclcpp::CallbackGroup::SharedPtr));

HEADER("rclcpp/node_interfaces/node_services_interface.hpp");
TYPE(rclcpp::node_interfaces::NodeServicesInterface);
METHOD(
  void, rclcpp::node_interfaces::NodeServicesInterface, add_client,
  (ClientBase::SharedPtr, rclcpp::CallbackGroup::SharedPtr));
METHOD(
  void, rclcpp::node_interfaces::NodeServicesInterface, add_service,
  (ServiceBase::SharedPtr, rclcpp::CallbackGroup::SharedPtr));
METHOD(
  std::string, const rclcpp::node_interfaces::NodeServicesInterface, resolve_service_name,
  (const std::string &, bool));
METHOD(
  rclcpp::node_interfaces::NodeServicesInterface::SharedPtr, Node, get_node_services_interface, ());
