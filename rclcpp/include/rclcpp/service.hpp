// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Service<ServiceT>: answers the requests of clients; created by Node::create_service.
#ifndef RCLCPP__SERVICE_HPP_
#define RCLCPP__SERVICE_HPP_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "rcl/service_introspection.h"
#include "rclcpp/any_service_callback.hpp"
#include "rclcpp/clock.hpp"
#include "rclcpp/detail/service_type.hpp"
#include "rclcpp/detail/transitive_includes.hpp"
#include "rclcpp/executors/detail/entity.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rmw/types.h"

namespace rclcpp
{

class SerializedMessage;

/// The request statistics of one service since its creation.
struct ServiceStatistics
{
  std::uint64_t received = 0;   ///< requests put into the queue
  std::uint64_t delivered = 0;  ///< requests passed to the callback or taken
  std::uint64_t answered = 0;   ///< responses sent
  std::uint64_t dropped = 0;    ///< oldest requests of a full queue
  std::uint64_t malformed = 0;  ///< requests that could not be decoded
  std::size_t waiting = 0;      ///< requests in the queue now
};

/// The type-independent part of a service; the base of Service and GenericService.
///
/// All functions are thread-safe. Requests of clients in this process and in others wait in one
/// queue, in order of arrival. The queue holds the QoS depth; the default depth of 10 means 1000,
/// since a dropped request leaves its client waiting. A full queue drops its oldest request; the
/// first drop is logged. Callbacks run on a thread of the executor that has the callback group,
/// with no lock held. Destroying the service discards waiting requests; no callback begins after
/// it. A malformed request is dropped, counted, and logged once per client. The service keeps the
/// graph entry of its node alive.
class RCLCPP_PUBLIC ServiceBase : public executors::detail::Entity
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(ServiceBase)

  /// Creates the service. `service` is expanded and remapped. With `serialized`, the handler takes
  /// and returns SerializedMessages. Throws exceptions::InvalidServiceNameError, rmw::error.
  ServiceBase(
    node_interfaces::NodeBaseInterface * node_base, const detail::ServiceType & type,
    const std::string & service, const QoS & qos, detail::RequestHandler handler,
    bool serialized = false);
  ~ServiceBase() override;

  /// Returns the fully qualified service name.
  const char * get_service_name();
  /// Returns the QoS of the response publisher as the middleware uses it, without default policies.
  QoS get_response_publisher_actual_qos() const;
  /// Returns the QoS of the request subscription as the middleware uses it.
  QoS get_request_subscription_actual_qos() const;

  /// Takes the oldest request in place of the executor. Returns false if no request waits.
  /// `request_out` is a struct of the request.
  bool take_type_erased_request(void * request_out, rmw_request_id_t & request_id_out);
  /// Takes the oldest request as bytes. Not in ROS 2.
  bool take_serialized_request(SerializedMessage & request_out, rmw_request_id_t & request_id_out);
  /// Runs the callback and sends the response unless the callback defers it, as the executor does.
  /// `request` comes from create_request().
  virtual void handle_request(
    std::shared_ptr<rmw_request_id_t> request_header, std::shared_ptr<void> request);
  /// Returns a new request struct.
  virtual std::shared_ptr<void> create_request() = 0;
  /// Returns a new request id.
  virtual std::shared_ptr<rmw_request_id_t> create_request_header();

  /// Sets a callback that gets the number of new requests, on the thread that brings them. If
  /// requests already wait, it is called at once with their number. It must be short. Throws
  /// std::invalid_argument for an empty callback.
  void set_on_new_request_callback(std::function<void(std::size_t)> callback);
  /// Removes the callback. It does not run after this returns.
  void clear_on_new_request_callback();

  /// Returns a snapshot of the counters.
  ServiceStatistics statistics() const;

  /// Marks the service as used by a wait set and returns the previous mark.
  bool exchange_in_use_by_wait_set_state(bool in_use_state);
  /// Implements the executor's check whether a request waits.
  bool has_item(executors::detail::Due & due) const noexcept override;

protected:
  /// Sends the response to a request. Never waits for discovery; a client that has gone gets
  /// nothing. A struct that only `response` owns reaches a local client without a copy (zero-copy).
  /// Throws std::invalid_argument for null, cdr::error if a bound is exceeded, rmw::error.
  void respond(const rmw_request_id_t & request_id, std::shared_ptr<void> response);
  /// Sends the response as bytes.
  void respond(const rmw_request_id_t & request_id, const SerializedMessage & response);

  /// Implements configure_introspection() of the derived classes.
  void set_introspection(
    Clock::SharedPtr clock, const QoS & qos, rcl_service_introspection_state_t state);

private:
  struct Impl;

  bool execute_one() final;

  std::unique_ptr<Impl> impl_;
};

/// A service of the type ServiceT. ServiceBase describes threads and lifetime, AnyServiceCallback
/// the forms of the callback.
template <typename ServiceT>
class Service : public ServiceBase, public std::enable_shared_from_this<Service<ServiceT>>
{
  static_assert(
    detail::RosService<ServiceT>,
    "ServiceT is not a ROS service: include its generated header, e.g. std_srvs/srv/trigger.hpp");

public:
  /// The request message of the service.
  using Request = typename ServiceT::Request;
  /// The response message of the service.
  using Response = typename ServiceT::Response;
  /// A callback that fills in the response.
  using CallbackType =
    std::function<void(const std::shared_ptr<Request>, std::shared_ptr<Response>)>;
  /// A callback that also gets the id of the request.
  using CallbackWithHeaderType = std::function<void(
    const std::shared_ptr<rmw_request_id_t>, const std::shared_ptr<Request>,
    std::shared_ptr<Response>)>;

  RCLCPP_SMART_PTR_DEFINITIONS(Service)

  /// Creates the service. Call Node::create_service() instead.
  Service(
    node_interfaces::NodeBaseInterface * node_base, const std::string & service_name,
    AnyServiceCallback<ServiceT> any_callback, const QoS & qos)
  : ServiceBase(
      node_base, detail::service_type<ServiceT>, service_name, qos, any_callback.take_handler())
  {
    register_service_type<ServiceT>();
  }

  /// Takes the oldest request; see take_type_erased_request().
  bool take_request(Request & request_out, rmw_request_id_t & request_id_out)
  {
    return take_type_erased_request(&request_out, request_id_out);
  }

  std::shared_ptr<void> create_request() override { return std::make_shared<Request>(); }

  /// Sends a deferred response; may be called from any thread. The response is not changed and may
  /// be reused. Throws as ServiceBase::respond().
  void send_response(rmw_request_id_t & req_id, Response & response)
  {
    respond(req_id, std::shared_ptr<void>(std::shared_ptr<void>(), &response));
  }

  /// Publishes all requests and responses of this service from now on as ServiceT::Event on
  /// `<service>/_service_event`, with stamps from `clock`. Throws std::invalid_argument for a null
  /// clock, otherwise as create_publisher().
  void configure_introspection(
    Clock::SharedPtr clock, const QoS & qos_service_event_pub,
    rcl_service_introspection_state_t introspection_state)
  {
    set_introspection(std::move(clock), qos_service_event_pub, introspection_state);
  }

private:
  RCLCPP_DISABLE_COPY(Service)
};

}  // namespace rclcpp

#endif  // RCLCPP__SERVICE_HPP_
