// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// GenericClient: calls a service whose type is known by name only; created by
// Node::create_generic_client.
#ifndef RCLCPP__GENERIC_CLIENT_HPP_
#define RCLCPP__GENERIC_CLIENT_HPP_

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

#include "rclcpp/client.hpp"
#include "rclcpp/serialized_message.hpp"

namespace rclcpp
{

/// A client for a service type that is known by name only; ClientBase describes threads, lifetime
/// and deadlocks. A request is either a struct, passed by address, and then the response is a
/// struct too; or (not in ROS 2) bytes, and then the response points to a SerializedMessage.
///
/// Structs need a type that the program contains: it creates a Client or Service of the type
/// anywhere, or calls register_service_type<ServiceT>(). Bytes also work with a type that only a
/// node has which offers the service already.
class RCLCPP_PUBLIC GenericClient : public ClientBase
{
public:
  /// A pointer to a request struct; the caller keeps it.
  using Request = void *;
  /// A pointer to a response struct; the caller keeps it.
  using Response = void *;
  /// A shared response: a struct, or a SerializedMessage if the request was one.
  using SharedResponse = std::shared_ptr<void>;

  /// The promise of a response.
  using Promise = std::promise<SharedResponse>;
  /// A shared promise of a response.
  using SharedPromise = std::shared_ptr<Promise>;
  /// The future of a response, for one owner.
  using Future = std::future<SharedResponse>;
  /// The future of a response, which can be copied.
  using SharedFuture = std::shared_future<SharedResponse>;
  /// A callback that gets the completed future of a response.
  using CallbackType = std::function<void(SharedFuture)>;

  /// The future and the id of a request that was sent without a callback.
  using FutureAndRequestId = detail::UniqueFutureAndRequestId<SharedResponse>;
  /// The future and the id of a request that was sent with a callback.
  using SharedFutureAndRequestId = detail::FutureAndRequestId<SharedFuture>;

  RCLCPP_SMART_PTR_DEFINITIONS(GenericClient)

  /// Creates the client. `service_type` is a name such as "std_srvs/srv/SetBool". Throws
  /// exceptions::InvalidServiceTypeError if it has another form, or if neither this program nor a
  /// node that offers the service has the type; otherwise as ClientBase.
  GenericClient(
    node_interfaces::NodeBaseInterface * node_base,
    node_interfaces::NodeGraphInterface::SharedPtr node_graph, const std::string & service_name,
    const std::string & service_type, const QoS & qos);

  /// Sends a request as Client::async_send_request(). The struct is copied or encoded before this
  /// returns. Throws exceptions::InvalidServiceTypeError if the program does not contain the type.
  FutureAndRequestId async_send_request(const Request request);
  /// Sends an encoded request; the response is a SerializedMessage, too. Works with types that the
  /// program does not contain.
  FutureAndRequestId async_send_request(const SerializedMessage & request);
  /// Sends a request struct and calls `callback` with the completed future.
  template <typename CallbackT>
    requires std::is_invocable_v<std::decay_t<CallbackT> &, SharedFuture>
  SharedFutureAndRequestId async_send_request(const Request request, CallbackT && callback)
  {
    return send_with_callback(borrowed(request), std::forward<CallbackT>(callback));
  }
  /// Sends an encoded request and calls `callback` with the completed future of an encoded
  /// response.
  template <typename CallbackT>
    requires std::is_invocable_v<std::decay_t<CallbackT> &, SharedFuture>
  SharedFutureAndRequestId async_send_request(
    const SerializedMessage & request, CallbackT && callback)
  {
    return send_with_callback(request, std::forward<CallbackT>(callback));
  }

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

  /// Takes the oldest response; see take_type_erased_response().
  bool take_response(Response response_out, rmw_request_id_t & request_header_out);

  /// Returns a new response struct. Throws exceptions::InvalidServiceTypeError if the program does
  /// not contain the type.
  std::shared_ptr<void> create_response() override;

private:
  /// Returns a pointer that does not own the request. Throws std::invalid_argument for null.
  std::shared_ptr<void> borrowed(Request request) const;

  template <typename RequestT, typename CallbackT>
  SharedFutureAndRequestId send_with_callback(RequestT && request, CallbackT && callback)
  {
    auto pending =
      std::make_unique<detail::PendingCallback<SharedResponse, std::decay_t<CallbackT>>>(
        std::forward<CallbackT>(callback));
    SharedFuture future = pending->future;
    const std::int64_t id = send(std::forward<RequestT>(request), std::move(pending));
    return {std::move(future), id};
  }

  const detail::ServiceType & type_;
};

}  // namespace rclcpp

#endif  // RCLCPP__GENERIC_CLIENT_HPP_
