// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// GenericService: answers requests of a type known by its name only; made by
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

/// Takes callbacks in the forms of detail::to_request_handler(), either with std::shared_ptr<void>,
/// which point to structs of request and response, or (not in ROS 2) with
/// std::shared_ptr<SerializedMessage>.
class GenericServiceCallback
{
public:
  template <typename CallbackT>
  void set(CallbackT && callback)
  {
    // One that takes bytes cannot be called with void, while one that takes void could with bytes.
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

  bool is_serialized() const { return serialized_; }
  /// For the service, which keeps it from now on.
  detail::RequestHandler take_handler() { return std::move(handler_); }

private:
  detail::RequestHandler handler_;
  bool serialized_ = false;
};

/// See ServiceBase; about types, GenericClient.
class RCLCPP_PUBLIC GenericService : public ServiceBase,
                                     public std::enable_shared_from_this<GenericService>
{
public:
  using Request = void *;
  using Response = void *;
  using SharedRequest = std::shared_ptr<void>;
  using SharedResponse = std::shared_ptr<void>;
  using CallbackType = std::function<void(const SharedRequest, SharedResponse)>;
  using CallbackWithHeaderType = std::function<void(
    const std::shared_ptr<rmw_request_id_t>, const SharedRequest, SharedResponse)>;

  RCLCPP_SMART_PTR_DEFINITIONS(GenericService)

  /// `service_type`: "std_srvs/srv/SetBool". Throws exceptions::InvalidServiceTypeError if it has
  /// another form, or if the callback takes structs and the program does not have the type; else as
  /// ServiceBase.
  GenericService(
    node_interfaces::NodeBaseInterface * node_base, const std::string & service_name,
    const std::string & service_type, GenericServiceCallback any_callback, const QoS & qos);

  /// See take_type_erased_request(). `request_out`: a struct.
  bool take_request(SharedRequest request_out, rmw_request_id_t & request_id_out);

  /// What the callback takes: a struct or a SerializedMessage.
  std::shared_ptr<void> create_request() override;
  std::shared_ptr<void> create_response();

  /// For deferred responses, of the kind that create_response() makes; any thread. Errors:
  /// ServiceBase::respond().
  void send_response(rmw_request_id_t & req_id, SharedResponse & response);

private:
  std::shared_ptr<void> create(const detail::ServiceMessage & message) const;

  const detail::ServiceType & type_;
  const bool serialized_;
};

}  // namespace rclcpp

#endif  // RCLCPP__GENERIC_SERVICE_HPP_
