// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Clients and services of types that are known by name, and the list of types that the program
// contains.
#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "message/named_types.hpp"
#include "rclcpp/create_generic_client.hpp"
#include "rclcpp/detail/message/message.hpp"
#include "rclcpp/detail/service_type.hpp"
#include "rclcpp/detail/type_support_handles.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/generic_client.hpp"
#include "rclcpp/generic_service.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_graph_interface.hpp"
#include "rclcpp/typesupport_helpers.hpp"
#include "rmw/names.hpp"

namespace rclcpp
{

namespace detail
{
namespace
{

struct Types
{
  std::mutex mutex;  // guards the members below
  std::map<std::string, const ServiceType *> added;
  // Types without structs in the program. If their messages are registered (register_type), they
  // get a new entry: endpoints may still use the previous one.
  std::multimap<std::string, ServiceType> named;
  std::vector<std::shared_ptr<rcpputils::SharedLibrary>> libraries;  // with the types in `added`
};

Types & types()
{
  static Types & instance = *new Types;  // clients and services refer to them
  return instance;
}

const ServiceType & with_functions(const ServiceType & type)
{
  if (!type.request.decode) {
    throw exceptions::InvalidServiceTypeError(
      std::string("neither the program nor a prefix of AMENT_PREFIX_PATH has the structs of ") +
      "service type '" + type.name +
      "': register it with rclcpp::register_service_type<>(), or use SerializedMessage");
  }
  return type;
}

// Returns whether a node offers the service with that type.
bool is_offered(
  const node_interfaces::NodeBaseInterface & node_base,
  const node_interfaces::NodeGraphInterface & graph, const std::string & service,
  const std::string & type)
{
  const std::string name = node_base.resolve_topic_or_service_name(service, true);
  const std::string requests = rmw::dds_topic_name(rmw::TopicKind::request, name);
  const std::string request_type = rmw::dds_type_name(type + "_Request");
  const auto servers = graph.get_subscriptions_info_by_topic(requests, true);
  return std::any_of(servers.begin(), servers.end(), [&](const TopicEndpointInfo & server) {
    return server.topic_type() == request_type;
  });
}

// Throws unless the structs or the description of the type are known, or the service exists: a
// client of a type that does not exist would wait for ever.
const ServiceType & existing(
  const ServiceType & type, const node_interfaces::NodeBaseInterface & node_base,
  const node_interfaces::NodeGraphInterface * graph, const std::string & service)
{
  const bool is_known = type.request.decode || type.request.type->description;
  if (!is_known && !(graph && is_offered(node_base, *graph, service, type.name))) {
    throw exceptions::InvalidServiceTypeError(
      std::string("service type '") + type.name +
      "' is not known: neither the program nor a prefix of AMENT_PREFIX_PATH has it, and no node "
      "offers '" +
      service +
      "' with it; expected one of a package that is built and sourced, or that was registered with "
      "rclcpp::register_service_type<>()");
  }
  return type;
}

// Returns the type from the type support library of its package, which stays loaded; null if there
// is none.
const ServiceType * load(const std::string & name)
{
  try {
    const auto library = get_typesupport_library(name, type_support_identifier);
    const auto * const handle =
      get_service_typesupport_handle(name, type_support_identifier, *library);
    std::lock_guard lock(types().mutex);
    types().libraries.push_back(library);
    return static_cast<const ServiceType *>(handle->data);
  } catch (const std::runtime_error &) {
    return nullptr;
  }
}

const ServiceType * find_added(const std::string & name)
{
  std::lock_guard lock(types().mutex);
  const auto added = types().added.find(name);
  return added == types().added.end() ? nullptr : added->second;
}

}  // namespace

bool add_service_type(const ServiceType & type)
{
  std::lock_guard lock(types().mutex);
  types().added.emplace(type.name, &type);
  return true;
}

const ServiceType & find_service_type(const std::string & name)
{
  if (!is_type_name(name)) {
    throw exceptions::InvalidServiceTypeError(
      "'" + name + "' is not a service type: expected the form package/srv/Name");
  }
  if (const ServiceType * const added = find_added(name)) {
    return *added;
  }
  const ServiceMessage request{&named_type(name + "_Request"), nullptr};
  const ServiceMessage response{&named_type(name + "_Response"), nullptr};
  // A type that was registered at run time takes precedence over a library.
  if (!request.type->description && !response.type->description) {
    if (const ServiceType * const loaded = load(name)) {
      add_service_type(*loaded);
      return *find_added(name);
    }
  }
  const char * const event_hash = named_type(name + "_Event").hash;
  const char * const hash = named_type(name).hash;
  std::lock_guard lock(types().mutex);
  const auto [first, last] = types().named.equal_range(name);
  for (auto entry = first; entry != last; ++entry) {
    const ServiceType & type = entry->second;
    if (
      type.request.type == request.type && type.response.type == response.type &&
      type.hash == hash) {
      return type;
    }
  }
  const auto made =
    types().named.emplace(name, ServiceType{nullptr, request, response, event_hash, hash});
  made->second.name = made->first.c_str();
  return made->second;
}

}  // namespace detail

GenericClient::GenericClient(
  node_interfaces::NodeBaseInterface * node_base,
  node_interfaces::NodeGraphInterface::SharedPtr node_graph, const std::string & service_name,
  const std::string & service_type, const QoS & qos)
: ClientBase(
    node_base,
    detail::existing(
      detail::find_service_type(service_type), *node_base, node_graph.get(), service_name),
    service_name, qos),
  type_(detail::find_service_type(service_type))
{
}

GenericClient::FutureAndRequestId GenericClient::async_send_request(const Request request)
{
  auto pending = std::make_unique<detail::PendingFuture<SharedResponse>>();
  Future future = pending->promise.get_future();
  const std::int64_t id = send(borrowed(request), std::move(pending));
  return {std::move(future), id};
}

GenericClient::FutureAndRequestId GenericClient::async_send_request(
  const SerializedMessage & request)
{
  auto pending = std::make_unique<detail::PendingFuture<SharedResponse>>();
  Future future = pending->promise.get_future();
  const std::int64_t id = send(request, std::move(pending));
  return {std::move(future), id};
}

bool GenericClient::take_response(Response response_out, rmw_request_id_t & request_header_out)
{
  (void)detail::with_functions(type_);
  return take_type_erased_response(response_out, request_header_out);
}

std::shared_ptr<void> GenericClient::create_response()
{
  const detail::TypeSupport & response = *detail::with_functions(type_).response.type;
  return {response.create(response), detail::Destroy{&response}};
}

std::shared_ptr<void> GenericClient::borrowed(Request request) const
{
  (void)detail::with_functions(type_);
  return {std::shared_ptr<void>(), request};
}

GenericClient::SharedPtr create_generic_client(
  std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
  std::shared_ptr<node_interfaces::NodeGraphInterface> node_graph,
  std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
  const std::string & service_name, const std::string & service_type, const QoS & qos,
  CallbackGroup::SharedPtr group)
{
  auto client = std::make_shared<GenericClient>(
    node_base.get(), std::move(node_graph), service_name, service_type, qos);
  node_services->add_client(client, std::move(group));
  return client;
}

GenericService::GenericService(
  node_interfaces::NodeBaseInterface * node_base, const std::string & service_name,
  const std::string & service_type, GenericServiceCallback any_callback, const QoS & qos)
: ServiceBase(
    node_base,
    any_callback.is_serialized() ? detail::find_service_type(service_type)
                                 : detail::with_functions(detail::find_service_type(service_type)),
    service_name, qos, any_callback.take_handler(), any_callback.is_serialized()),
  type_(detail::find_service_type(service_type)),
  serialized_(any_callback.is_serialized())
{
}

bool GenericService::take_request(SharedRequest request_out, rmw_request_id_t & request_id_out)
{
  (void)detail::with_functions(type_);
  return take_type_erased_request(request_out.get(), request_id_out);
}

std::shared_ptr<void> GenericService::create(const detail::ServiceMessage & message) const
{
  if (serialized_) {
    return std::make_shared<SerializedMessage>();
  }
  return {message.type->create(*message.type), detail::Destroy{message.type}};
}

std::shared_ptr<void> GenericService::create_request()
{
  return create(type_.request);
}

std::shared_ptr<void> GenericService::create_response()
{
  return create(type_.response);
}

void GenericService::send_response(rmw_request_id_t & req_id, SharedResponse & response)
{
  if (serialized_ && response) {
    respond(req_id, *std::static_pointer_cast<SerializedMessage>(response));
  } else {
    respond(req_id, response);
  }
}

}  // namespace rclcpp
