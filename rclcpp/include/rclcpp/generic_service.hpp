// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// GenericService: answers requests of a type that is known by name only; created by
// Node::create_generic_service.
#ifndef RCLCPP__GENERIC_SERVICE_HPP_
#define RCLCPP__GENERIC_SERVICE_HPP_

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "rclcpp/any_service_callback.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rclcpp/service.hpp"

namespace rclcpp
{

class GenericService;

/// The callback of a generic service, in one of the forms of detail::to_request_handler(). Its
/// parameters are std::shared_ptr<void>, which point to the structs of request and response, or
/// (not in ROS 2) std::shared_ptr<SerializedMessage>.
class GenericServiceCallback
{
public:
  template <typename CallbackT>
  /// Stores the callback and replaces an earlier one. Throws std::invalid_argument if it is null.
  void set(CallbackT && callback)
  {
    // Test for void first: callbacks that take void also accept bytes, but not the other way round.
    using F = std::decay_t<CallbackT> &;
    using Void = std::shared_ptr<void>;
    using Header = std::shared_ptr<rmw_request_id_t>;
    using Handle = std::shared_ptr<GenericService>;
    constexpr bool takes_structs =
      std::is_invocable_v<F, Void, Void> || std::is_invocable_v<F, Header, Void, Void> ||
      std::is_invocable_v<F, Header, Void> || std::is_invocable_v<F, Handle, Header, Void>;
    using Message = std::conditional_t<takes_structs, void, SerializedMessage>;
    serialized_ = !takes_structs;
    handler_ = detail::to_request_handler<GenericService, Message, Message>(
      std::forward<CallbackT>(callback));
  }

  /// Returns true if the callback takes bytes.
  bool is_serialized() const { return serialized_; }
  /// Moves the handler into the service, which keeps it from then on.
  detail::RequestHandler take_handler() { return std::move(handler_); }

private:
  detail::RequestHandler handler_;
  bool serialized_ = false;
};

/// A service for a type that is known by name only. ServiceBase describes threads and lifetime,
/// GenericClient the types.
class RCLCPP_PUBLIC GenericService : public ServiceBase,
                                     public std::enable_shared_from_this<GenericService>
{
public:
  /// A pointer to a request struct.
  using Request = void *;
  /// A pointer to a response struct.
  using Response = void *;
  /// A shared request: a struct or a SerializedMessage.
  using SharedRequest = std::shared_ptr<void>;
  /// A shared response: a struct or a SerializedMessage.
  using SharedResponse = std::shared_ptr<void>;
  /// A callback that fills in the response.
  using CallbackType = std::function<void(const SharedRequest, SharedResponse)>;
  /// A callback that also gets the id of the request.
  using CallbackWithHeaderType = std::function<void(
    const std::shared_ptr<rmw_request_id_t>, const SharedRequest, SharedResponse)>;

  RCLCPP_SMART_PTR_DEFINITIONS(GenericService)

  /// Creates the service. `service_type` is a name such as "std_srvs/srv/SetBool". Throws
  /// exceptions::InvalidServiceTypeError if it has another form, or if the callback takes structs
  /// and the program does not contain the type; otherwise as ServiceBase.
  GenericService(
    node_interfaces::NodeBaseInterface * node_base, const std::string & service_name,
    const std::string & service_type, GenericServiceCallback any_callback, const QoS & qos);

  /// Takes the oldest request; see take_type_erased_request(). `request_out` is a struct.
  bool take_request(SharedRequest request_out, rmw_request_id_t & request_id_out);

  /// Returns a new request of the callback's kind: a struct or a SerializedMessage.
  std::shared_ptr<void> create_request() override;
  /// Returns a new response of the callback's kind: a struct or a SerializedMessage.
  std::shared_ptr<void> create_response();

  /// Sends a deferred response of the kind that create_response() returns; may be called from any
  /// thread. Throws as ServiceBase::respond().
  void send_response(rmw_request_id_t & req_id, SharedResponse & response);

private:
  std::shared_ptr<void> create(const detail::ServiceMessage & message) const;

  const detail::ServiceType & type_;
  const bool serialized_;
};

}  // namespace rclcpp

#endif  // RCLCPP__GENERIC_SERVICE_HPP_
