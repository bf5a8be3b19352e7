// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Service<ServiceT>: answers the requests of clients; made by Node::create_service.
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
#include "rclcpp/detail/brought_along.hpp"
#include "rclcpp/detail/service_type.hpp"
#include "rclcpp/executors/detail/entity.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rmw/types.h"

namespace rclcpp
{

class SerializedMessage;

/// What happened to the requests of one service since it was made.
struct ServiceStatistics
{
  std::uint64_t received = 0;   ///< put into the queue
  std::uint64_t delivered = 0;  ///< given to the callback or taken
  std::uint64_t answered = 0;   ///< responses sent
  std::uint64_t dropped = 0;    ///< oldest of a full queue
  std::uint64_t malformed = 0;  ///< not decodable
  std::size_t waiting = 0;      ///< in the queue now
};

/// All of a service that does not depend on the type; the base of Service and GenericService.
///
/// All functions are thread-safe. Requests of clients in this process and in others wait in one
/// queue, in order of arrival; it holds as many as the QoS depth says, but 1000 where that is the
/// default 10, since a dropped request leaves its client waiting; the first drop is logged.
/// Callbacks run on a thread of the executor that has the callback group, with no lock held.
/// Dropping the last pointer discards what waits; no callback begins after it. A malformed request
/// is dropped, counted, and logged once for each client. Keeps its node's part in the ROS graph
/// alive.
class RCLCPP_PUBLIC ServiceBase : public executors::detail::Entity
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(ServiceBase)

  /// `service` is expanded and remapped. `serialized`: the handler takes and returns
  /// SerializedMessages. Throws exceptions::InvalidServiceNameError, rmw::error.
  ServiceBase(
    node_interfaces::NodeBaseInterface * node_base, const detail::ServiceType & type,
    const std::string & service, const QoS & qos, detail::RequestHandler handler,
    bool serialized = false);
  ~ServiceBase() override;

  /// Fully qualified.
  const char * get_service_name();
  /// As the middleware uses it: no policy is left to a default.
  QoS get_response_publisher_actual_qos() const;
  QoS get_request_subscription_actual_qos() const;

  /// Takes the oldest request instead of the executor. False if none waits. `request_out` is a
  /// struct of the request.
  bool take_type_erased_request(void * request_out, rmw_request_id_t & request_id_out);
  /// The same as bytes; not in ROS 2.
  bool take_serialized_request(SerializedMessage & request_out, rmw_request_id_t & request_id_out);
  /// Runs the callback and, unless it defers that, sends the response, as the executor does.
  /// `request` is what create_request() makes.
  virtual void handle_request(
    std::shared_ptr<rmw_request_id_t> request_header, std::shared_ptr<void> request);
  virtual std::shared_ptr<void> create_request() = 0;
  virtual std::shared_ptr<rmw_request_id_t> create_request_header();

  /// Calls `callback` with the number of new requests, in the thread that brings them; at once with
  /// those that wait. It must be short. Throws std::invalid_argument for an empty one.
  void set_on_new_request_callback(std::function<void(std::size_t)> callback);
  /// Afterwards it does not run any more.
  void clear_on_new_request_callback();

  ServiceStatistics statistics() const;

  /// For wait sets: sets whether one has this service and returns what was set before.
  bool exchange_in_use_by_wait_set_state(bool in_use_state);
  bool has_item(executors::detail::Due & due) const noexcept override;

protected:
  /// Answers a request. Never waits for discovery; a client that is gone gets nothing. A struct
  /// that only `response` owns travels to a local client without a copy.
  /// Throws std::invalid_argument for null, cdr::error if a bound is exceeded, rmw::error.
  void respond(const rmw_request_id_t & request_id, std::shared_ptr<void> response);
  /// The same with bytes.
  void respond(const rmw_request_id_t & request_id, const SerializedMessage & response);

  /// See configure_introspection() of the derived class.
  void set_introspection(
    Clock::SharedPtr clock, const QoS & qos, rcl_service_introspection_state_t state);

private:
  struct Impl;

  bool execute_one() final;

  std::unique_ptr<Impl> impl_;
};

/// See ServiceBase for threads and lifetime, AnyServiceCallback for the forms of the callback.
template <typename ServiceT>
class Service : public ServiceBase, public std::enable_shared_from_this<Service<ServiceT>>
{
  static_assert(
    detail::RosService<ServiceT>,
    "ServiceT is no ROS service: include its generated header, e.g. std_srvs/srv/trigger.hpp");

public:
  using Request = typename ServiceT::Request;
  using Response = typename ServiceT::Response;
  using CallbackType =
    std::function<void(const std::shared_ptr<Request>, std::shared_ptr<Response>)>;
  using CallbackWithHeaderType = std::function<void(
    const std::shared_ptr<rmw_request_id_t>, const std::shared_ptr<Request>,
    std::shared_ptr<Response>)>;

  RCLCPP_SMART_PTR_DEFINITIONS(Service)

  Service(
    node_interfaces::NodeBaseInterface * node_base, const std::string & service_name,
    AnyServiceCallback<ServiceT> any_callback, const QoS & qos)
  : ServiceBase(
      node_base, detail::service_type<ServiceT>, service_name, qos, any_callback.take_handler())
  {
    register_service_type<ServiceT>();
  }

  /// See take_type_erased_request().
  bool take_request(Request & request_out, rmw_request_id_t & request_id_out)
  {
    return take_type_erased_request(&request_out, request_id_out);
  }

  std::shared_ptr<void> create_request() override { return std::make_shared<Request>(); }

  /// For deferred responses; any thread. The response is not changed, and may be used again.
  /// Errors: ServiceBase::respond().
  void send_response(rmw_request_id_t & req_id, Response & response)
  {
    respond(req_id, std::shared_ptr<void>(std::shared_ptr<void>(), &response));
  }

  /// From now on, what this service receives and sends is published on <service>/_service_event
  /// (ServiceT::Event), stamped by `clock`. Throws std::invalid_argument for a null clock, else as
  /// create_publisher.
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
