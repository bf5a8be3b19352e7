// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Client<ServiceT>: sends requests to a service; created by Node::create_client.
#ifndef RCLCPP__CLIENT_HPP_
#define RCLCPP__CLIENT_HPP_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rcl/service_introspection.h"
#include "rcl/wait.h"
#include "rclcpp/clock.hpp"
#include "rclcpp/detail/service_type.hpp"
#include "rclcpp/detail/to_nanoseconds.hpp"
#include "rclcpp/detail/transitive_includes.hpp"
#include "rclcpp/exceptions.hpp"
#include "rclcpp/executors/detail/entity.hpp"
#include "rclcpp/expand_topic_or_service_name.hpp"
#include "rclcpp/function_traits.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/node_graph_interface.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/type_support_decl.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rmw/types.h"

namespace rclcpp
{

class SerializedMessage;

namespace node_interfaces
{
class NodeGraphInterface;  // its header may include this one
}  // namespace node_interfaces

namespace detail
{

/// A request that waits for its response. It is destroyed after complete(), or when the request is
/// given up.
class PendingRequest
{
public:
  virtual ~PendingRequest() = default;
  /// Completes the request, on the executor's thread with no lock held. `response` is the struct of
  /// the response, or a SerializedMessage if the request was one.
  virtual void complete(std::shared_ptr<void> response) = 0;
};

/// A future and the id of its request; the id is needed to give the request up. The other functions
/// are those of std::future.
template <typename FutureT>
struct FutureAndRequestId
{
  FutureT future;
  std::int64_t request_id;

  FutureAndRequestId(FutureT impl, std::int64_t req_id)
  : future(std::move(impl)), request_id(req_id)
  {
  }

  // NOLINTNEXTLINE(google-explicit-constructor): as in ROS 2
  operator FutureT &() { return future; }

  auto get() { return future.get(); }
  bool valid() const noexcept { return future.valid(); }
  void wait() const { future.wait(); }
  template <typename Rep, typename Period>
  std::future_status wait_for(const std::chrono::duration<Rep, Period> & timeout) const
  {
    return future.wait_for(timeout);
  }
  template <typename Clock, typename Duration>
  std::future_status wait_until(const std::chrono::time_point<Clock, Duration> & time) const
  {
    return future.wait_until(time);
  }
};

/// A std::future with the id of its request. share() converts it to a shared future.
template <typename ResponseT>
struct UniqueFutureAndRequestId : FutureAndRequestId<std::future<ResponseT>>
{
  using FutureAndRequestId<std::future<ResponseT>>::FutureAndRequestId;

  std::shared_future<ResponseT> share() noexcept { return this->future.share(); }
  // NOLINTNEXTLINE(google-explicit-constructor): as in ROS 2
  [[deprecated("use share()")]] operator std::shared_future<ResponseT>() { return share(); }
};

/// Completes a request by setting the value of a promise.
template <typename ResponseT>
class PendingFuture final : public PendingRequest
{
public:
  void complete(std::shared_ptr<void> response) override
  {
    promise.set_value(std::static_pointer_cast<typename ResponseT::element_type>(response));
  }
  std::promise<ResponseT> promise;
};

/// Completes a request by setting the promise of a shared future and calling a callback with that
/// future.
template <typename ResponseT, typename CallbackT>
class PendingCallback final : public PendingRequest
{
public:
  using Future = std::shared_future<ResponseT>;

  explicit PendingCallback(CallbackT callback) : callback_(std::move(callback)) {}
  void complete(std::shared_ptr<void> response) override
  {
    promise_.set_value(std::static_pointer_cast<typename ResponseT::element_type>(response));
    callback_(future);
  }

private:
  std::promise<ResponseT> promise_;
  CallbackT callback_;

public:
  const Future future{promise_.get_future()};
};

/// The same with a future that holds the request and the response.
template <typename RequestT, typename ResponseT, typename CallbackT>
class PendingCallbackWithRequest final : public PendingRequest
{
public:
  using Future = std::shared_future<std::pair<RequestT, ResponseT>>;

  PendingCallbackWithRequest(RequestT request, CallbackT callback)
  : request_(std::move(request)), callback_(std::move(callback))
  {
  }
  void complete(std::shared_ptr<void> response) override
  {
    promise_.set_value(
      {std::move(request_), std::static_pointer_cast<typename ResponseT::element_type>(response)});
    callback_(future);
  }

private:
  RequestT request_;
  std::promise<std::pair<RequestT, ResponseT>> promise_;
  CallbackT callback_;

public:
  const Future future{promise_.get_future()};
};

}  // namespace detail

/// The call statistics of one client since its creation.
struct ClientStatistics
{
  std::uint64_t sent = 0;       ///< requests
  std::uint64_t received = 0;   ///< responses put into the queue
  std::uint64_t delivered = 0;  ///< responses that completed a request or were taken
  std::uint64_t ignored =
    0;  ///< responses without a pending request: the request was answered before or given up
  std::uint64_t dropped = 0;    ///< oldest responses of a full queue; their requests stay pending
  std::uint64_t malformed = 0;  ///< responses that could not be decoded
  std::size_t waiting = 0;      ///< responses in the queue now
  std::size_t pending = 0;      ///< requests without a response now
};

/// The type-independent part of a client; the base of Client and GenericClient.
///
/// All functions are thread-safe. A request goes to each server that exists at the time, in this
/// process and in others; the first response counts. Responses wait for the executor in a queue of
/// the QoS depth; the default depth of 10 means an unbounded queue. A request waits until it is
/// answered or given up: a server may disappear. Responses run on a thread of the executor that has
/// the client's callback group, with no lock held. Therefore waiting for a response in a callback
/// of the same group, or on the executor's only thread, is a deadlock
/// (docs/how-to/call-services.md).
///
/// Destroying the client gives up all requests: futures throw std::future_error (broken promise),
/// and callbacks are not called. A malformed response is dropped, counted, and logged once per
/// server. The client keeps the graph entry of its node alive.
class RCLCPP_PUBLIC ClientBase : public executors::detail::Entity
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(ClientBase)

  /// Creates the client. `service` is expanded and remapped. Throws
  /// exceptions::InvalidServiceNameError, rmw::error.
  ClientBase(
    node_interfaces::NodeBaseInterface * node_base, const detail::ServiceType & type,
    const std::string & service, const QoS & qos);
  ~ClientBase() override;

  /// Returns the fully qualified service name.
  const char * get_service_name() const;
  /// Returns the QoS of the request publisher as the middleware uses it, without default policies.
  QoS get_request_publisher_actual_qos() const;
  /// Returns the QoS of the response subscription as the middleware uses it.
  QoS get_response_subscription_actual_qos() const;

  /// Returns true if a server is matched in both directions: it gets requests, and its responses
  /// arrive.
  bool service_is_ready() const;
  /// Waits until service_is_ready(); returns false on timeout or shutdown. A negative timeout waits
  /// for ever. Works without a spinning executor.
  template <typename RepT = std::int64_t, typename RatioT = std::milli>
  bool wait_for_service(
    std::chrono::duration<RepT, RatioT> timeout = std::chrono::duration<RepT, RatioT>(-1))
  {
    return wait_for_service_nanoseconds(rclcpp::detail::to_nanoseconds(timeout));
  }

  /// Takes the oldest response in place of the executor, and leaves its request pending. Returns
  /// false if no response waits. `response_out` is a struct of the response.
  bool take_type_erased_response(void * response_out, rmw_request_id_t & request_header_out);
  /// Takes the oldest response as bytes, whatever the type of the request was. Not in ROS 2.
  bool take_serialized_response(
    SerializedMessage & response_out, rmw_request_id_t & request_header_out);
  /// Completes the pending request with the id in `request_header`, as the executor does.
  /// `response` is a struct, or a SerializedMessage if the request was one.
  virtual void handle_response(
    std::shared_ptr<rmw_request_id_t> request_header, std::shared_ptr<void> response);
  /// Returns a new response struct.
  virtual std::shared_ptr<void> create_response() = 0;
  virtual std::shared_ptr<rmw_request_id_t>
  create_request_header();  ///< filled with the id of this client

  /// Gives up one request. Returns false if it was not pending.
  bool remove_pending_request(std::int64_t request_id);
  /// Gives up all requests and returns their number.
  std::size_t prune_pending_requests();
  /// Gives up the requests that were sent before `time_point` and returns their number. Appends
  /// their ids to `pruned_requests` unless it is null.
  template <typename AllocatorT = std::allocator<std::int64_t>>
  std::size_t prune_requests_older_than(
    std::chrono::time_point<std::chrono::system_clock> time_point,
    std::vector<std::int64_t, AllocatorT> * pruned_requests = nullptr)
  {
    const std::vector<std::int64_t> pruned = prune_older_than(time_point);
    if (pruned_requests) {
      pruned_requests->insert(pruned_requests->end(), pruned.begin(), pruned.end());
    }
    return pruned.size();
  }

  /// Sets a callback that gets the number of new responses, on the thread that brings them. If
  /// responses already wait, it is called at once with their number. It must be short. Throws
  /// std::invalid_argument for an empty callback.
  void set_on_new_response_callback(std::function<void(std::size_t)> callback);
  /// Removes the callback. It does not run after this returns.
  void clear_on_new_response_callback();

  /// Returns a snapshot of the counters.
  ClientStatistics statistics() const;

  /// Marks the client as used by a wait set and returns the previous mark.
  bool exchange_in_use_by_wait_set_state(bool in_use_state);
  /// Implements the executor's check whether a response waits.
  bool has_item(executors::detail::Due & due) const noexcept override;

protected:
  /// Sends a request and keeps `pending` until the response arrives; returns the id of the request.
  /// A struct that only `request` owns reaches a local server without a copy (zero-copy). Throws
  /// std::invalid_argument for null, cdr::error if a bound is exceeded, rmw::error.
  std::int64_t send(std::shared_ptr<void> request, std::unique_ptr<detail::PendingRequest> pending);
  /// Sends a request as bytes; the response is bytes too.
  std::int64_t send(
    const SerializedMessage & request, std::unique_ptr<detail::PendingRequest> pending);

  /// Gives up the requests that were sent before `time` and returns their ids.
  std::vector<std::int64_t> prune_older_than(std::chrono::system_clock::time_point time);

  /// Implements configure_introspection() of the derived classes.
  void set_introspection(
    Clock::SharedPtr clock, const QoS & qos, rcl_service_introspection_state_t state);

private:
  struct Impl;

  bool wait_for_service_nanoseconds(std::chrono::nanoseconds timeout);
  bool execute_one() final;

  std::unique_ptr<Impl> impl_;
};

/// A client of the service type ServiceT. ClientBase describes threads, lifetime and deadlocks.
template <typename ServiceT>
class Client : public ClientBase
{
  static_assert(
    detail::RosService<ServiceT>,
    "ServiceT is not a ROS service: include its generated header, e.g. std_srvs/srv/trigger.hpp");

public:
  /// The request message of the service.
  using Request = typename ServiceT::Request;
  /// The response message of the service.
  using Response = typename ServiceT::Response;
  /// A shared request, as async_send_request() takes it.
  using SharedRequest = typename ServiceT::Request::SharedPtr;
  /// A shared response, as the futures deliver it.
  using SharedResponse = typename ServiceT::Response::SharedPtr;

  /// The promise of a response.
  using Promise = std::promise<SharedResponse>;
  /// The promise of a pair of request and response.
  using PromiseWithRequest = std::promise<std::pair<SharedRequest, SharedResponse>>;
  /// A shared promise of a response.
  using SharedPromise = std::shared_ptr<Promise>;
  /// A shared promise of a pair of request and response.
  using SharedPromiseWithRequest = std::shared_ptr<PromiseWithRequest>;
  /// The future of a response, for one owner.
  using Future = std::future<SharedResponse>;
  /// The future of a response, which can be copied.
  using SharedFuture = std::shared_future<SharedResponse>;
  /// The future of a pair of request and response, which can be copied.
  using SharedFutureWithRequest = std::shared_future<std::pair<SharedRequest, SharedResponse>>;
  /// A callback that gets the completed future of a response.
  using CallbackType = std::function<void(SharedFuture)>;
  /// A callback that gets the completed future of a pair of request and response.
  using CallbackWithRequestType = std::function<void(SharedFutureWithRequest)>;

  /// The future and the id of a request that was sent without a callback.
  using FutureAndRequestId = detail::UniqueFutureAndRequestId<SharedResponse>;
  /// The future and the id of a request that was sent with a callback.
  using SharedFutureAndRequestId = detail::FutureAndRequestId<SharedFuture>;
  /// The future and the id of a request that was sent with a callback for request and response.
  using SharedFutureWithRequestAndRequestId = detail::FutureAndRequestId<SharedFutureWithRequest>;

  RCLCPP_SMART_PTR_DEFINITIONS(Client)

  /// Creates the client. Call Node::create_client() instead.
  Client(
    node_interfaces::NodeBaseInterface * node_base,
    std::shared_ptr<node_interfaces::NodeGraphInterface>, const std::string & service_name,
    const QoS & qos)
  : ClientBase(node_base, detail::service_type<ServiceT>, service_name, qos)
  {
    register_service_type<ServiceT>();
  }

  /// Sends a request; pass the future to spin_until_future_complete(). If you stop waiting, call
  /// remove_pending_request(); otherwise the request stays pending for ever. Throws as
  /// ClientBase::send().
  FutureAndRequestId async_send_request(SharedRequest request)
  {
    auto pending = std::make_unique<detail::PendingFuture<SharedResponse>>();
    Future future = pending->promise.get_future();
    const std::int64_t id = send(std::move(request), std::move(pending));
    return {std::move(future), id};
  }

  /// Sends a request and calls `callback` with the completed future.
  template <typename CallbackT>
    requires std::is_invocable_v<std::decay_t<CallbackT> &, SharedFuture>
  SharedFutureAndRequestId async_send_request(SharedRequest request, CallbackT && callback)
  {
    auto pending =
      std::make_unique<detail::PendingCallback<SharedResponse, std::decay_t<CallbackT>>>(
        std::forward<CallbackT>(callback));
    SharedFuture future = pending->future;
    const std::int64_t id = send(std::move(request), std::move(pending));
    return {std::move(future), id};
  }

  /// Sends a request and calls `callback` with the completed future of request and response.
  template <typename CallbackT>
    requires(
      !std::is_invocable_v<std::decay_t<CallbackT> &, SharedFuture> &&
      std::is_invocable_v<std::decay_t<CallbackT> &, SharedFutureWithRequest>)
  SharedFutureWithRequestAndRequestId async_send_request(
    SharedRequest request, CallbackT && callback)
  {
    auto pending = std::make_unique<
      detail::PendingCallbackWithRequest<SharedRequest, SharedResponse, std::decay_t<CallbackT>>>(
      request, std::forward<CallbackT>(callback));
    SharedFutureWithRequest future = pending->future;
    const std::int64_t id = send(std::move(request), std::move(pending));
    return {std::move(future), id};
  }

  /// Gives up the request of a future. Returns false if it was not pending.
  using ClientBase::remove_pending_request;
  /// Gives up the request of a future. Returns false if it was not pending.
  bool remove_pending_request(const FutureAndRequestId & future)
  {
    return remove_pending_request(future.request_id);
  }
  /// Gives up the request that was sent with a callback. Returns false if it was not pending.
  bool remove_pending_request(const SharedFutureAndRequestId & future)
  {
    return remove_pending_request(future.request_id);
  }
  /// Gives up the request that was sent with a callback for request and response. Returns false if
  /// it was not pending.
  bool remove_pending_request(const SharedFutureWithRequestAndRequestId & future)
  {
    return remove_pending_request(future.request_id);
  }

  /// Takes the oldest response; see take_type_erased_response().
  bool take_response(Response & response_out, rmw_request_id_t & request_header_out)
  {
    return take_type_erased_response(&response_out, request_header_out);
  }

  std::shared_ptr<void> create_response() override { return std::make_shared<Response>(); }

  /// Publishes all requests and responses of this client from now on as ServiceT::Event on
  /// `<service>/_service_event`, with stamps from `clock`. Throws std::invalid_argument for a null
  /// clock, otherwise as create_publisher().
  void configure_introspection(
    Clock::SharedPtr clock, const QoS & qos_service_event_pub,
    rcl_service_introspection_state_t introspection_state)
  {
    set_introspection(std::move(clock), qos_service_event_pub, introspection_state);
  }

private:
  RCLCPP_DISABLE_COPY(Client)
};

}  // namespace rclcpp

#endif  // RCLCPP__CLIENT_HPP_
