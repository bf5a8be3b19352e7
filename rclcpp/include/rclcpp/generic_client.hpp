// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// GenericClient: calls a service whose type is known by its name only; made by
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

/// See ClientBase. A request is either a struct, given by address, and then the response is one; or
/// (not in ROS 2) bytes, and then the response points to a SerializedMessage.
///
/// Structs need a type that the program has: one of which it makes a Client or Service somewhere,
/// or named to register_service_type<ServiceT>(). Bytes work with every type.
class RCLCPP_PUBLIC GenericClient : public ClientBase
{
public:
  using Request = void *;
  using Response = void *;
  using SharedResponse = std::shared_ptr<void>;

  using Promise = std::promise<SharedResponse>;
  using SharedPromise = std::shared_ptr<Promise>;
  using Future = std::future<SharedResponse>;
  using SharedFuture = std::shared_future<SharedResponse>;
  using CallbackType = std::function<void(SharedFuture)>;

  using FutureAndRequestId = detail::UniqueFutureAndRequestId<SharedResponse>;
  using SharedFutureAndRequestId = detail::FutureAndRequestId<SharedFuture>;

  RCLCPP_SMART_PTR_DEFINITIONS(GenericClient)

  /// `service_type`: "std_srvs/srv/SetBool". Throws exceptions::InvalidServiceTypeError if it has
  /// another form; else as ClientBase.
  GenericClient(
    node_interfaces::NodeBaseInterface * node_base, node_interfaces::NodeGraphInterface::SharedPtr,
    const std::string & service_name, const std::string & service_type, const QoS & qos);

  /// As Client::async_send_request(). The struct is copied or encoded before this returns.
  /// Throws exceptions::InvalidServiceTypeError if the program does not have the type.
  FutureAndRequestId async_send_request(const Request request);
  FutureAndRequestId async_send_request(const SerializedMessage & request);
  template <typename CallbackT>
  requires std::is_invocable_v < std::decay_t<CallbackT>
  &, SharedFuture >
       SharedFutureAndRequestId async_send_request(const Request request, CallbackT && callback)
  {
    return send_with_callback(borrowed(request), std::forward<CallbackT>(callback));
  }
  template <typename CallbackT>
  requires std::is_invocable_v < std::decay_t<CallbackT>
  &, SharedFuture > SharedFutureAndRequestId async_send_request(
                      const SerializedMessage & request, CallbackT && callback)
  {
    return send_with_callback(request, std::forward<CallbackT>(callback));
  }

  using ClientBase::remove_pending_request;
  bool remove_pending_request(const FutureAndRequestId & future)
  {
    return remove_pending_request(future.request_id);
  }
  bool remove_pending_request(const SharedFutureAndRequestId & future)
  {
    return remove_pending_request(future.request_id);
  }

  /// See take_type_erased_response().
  bool take_response(Response response_out, rmw_request_id_t & request_header_out);

  /// A struct of the response. Throws exceptions::InvalidServiceTypeError if the program does not
  /// have the type.
  std::shared_ptr<void> create_response() override;

private:
  /// Checked for null, not owned.
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
