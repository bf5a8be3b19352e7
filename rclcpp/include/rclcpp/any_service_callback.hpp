// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Stores a service callback in any of the forms that ROS 2 accepts and calls it through one
// interface.
#ifndef RCLCPP__ANY_SERVICE_CALLBACK_HPP_
#define RCLCPP__ANY_SERVICE_CALLBACK_HPP_

#include <functional>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "rclcpp/function_traits.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rmw/types.h"

namespace rclcpp
{

class ServiceBase;
template <typename ServiceT>
class Service;

namespace detail
{

/// Handles a request of `service`: calls the user's callback and returns the response to send, or
/// null if the callback sends it later.
using RequestHandler = std::function<std::shared_ptr<void>(
  ServiceBase * service, const std::shared_ptr<rmw_request_id_t> & header,
  std::shared_ptr<void> request)>;

/// Returns a handler that calls `callback`. HandleT, RequestT and ResponseT are the types of the
/// service. If ResponseT is void, HandleT::create_response() creates the response.
///
/// Accepted parameters, all of them shared pointers by value or const reference:
///   (Request, Response)                     the response is sent when the callback returns
///   (rmw_request_id_t, Request, Response)   the same, with the id of the request
///   (rmw_request_id_t, Request)             deferred: the program calls send_response() later
///   (Handle, rmw_request_id_t, Request)     the same, with the service
/// The callback may be a function, functor, lambda, std::function, or std::bind with placeholders.
/// Throws std::invalid_argument for a null function pointer or an empty std::function.
template <typename HandleT, typename RequestT, typename ResponseT, typename CallbackT>
RequestHandler to_request_handler(CallbackT && callback)
{
  using F = std::decay_t<CallbackT>;
  using Handle = std::shared_ptr<HandleT>;
  using Header = std::shared_ptr<rmw_request_id_t>;
  using Request = std::shared_ptr<RequestT>;
  using Response = std::shared_ptr<ResponseT>;
  if constexpr (std::is_pointer_v<F> || requires { callback.operator bool(); }) {
    if (!static_cast<bool>(callback)) {
      throw std::invalid_argument("the callback of a service cannot be null");
    }
  }
  constexpr auto make_response = []([[maybe_unused]] ServiceBase * service) -> Response {
    if constexpr (std::is_void_v<ResponseT>) {
      return static_cast<HandleT *>(service)->create_response();
    } else {
      return std::make_shared<ResponseT>();
    }
  };
  // The order matters: std::bind accepts more arguments than its function has parameters.
  if constexpr (std::is_invocable_v<F &, Request, Response>) {
    return [f = F(std::forward<CallbackT>(callback)), make_response](
             ServiceBase * service, const Header &, std::shared_ptr<void> request) mutable {
      Response response = make_response(service);
      f(std::static_pointer_cast<RequestT>(std::move(request)), response);
      return response;
    };
  } else if constexpr (std::is_invocable_v<F &, Header, Request>) {
    return [f = F(std::forward<CallbackT>(callback))](
             ServiceBase *, const Header & header, std::shared_ptr<void> request) mutable {
      f(header, std::static_pointer_cast<RequestT>(std::move(request)));
      return nullptr;
    };
  } else if constexpr (std::is_invocable_v<F &, Header, Request, Response>) {
    return [f = F(std::forward<CallbackT>(callback)), make_response](
             ServiceBase * service, const Header & header, std::shared_ptr<void> request) mutable {
      Response response = make_response(service);
      f(header, std::static_pointer_cast<RequestT>(std::move(request)), response);
      return response;
    };
  } else {
    static_assert(
      std::is_invocable_v<F &, Handle, Header, Request>,
      "the callback of a service must take (shared_ptr<Request>, shared_ptr<Response>), "
      "(shared_ptr<rmw_request_id_t>, shared_ptr<Request>, shared_ptr<Response>), "
      "(shared_ptr<rmw_request_id_t>, shared_ptr<Request>), or "
      "(shared_ptr<Service>, shared_ptr<rmw_request_id_t>, shared_ptr<Request>)");
    return [f = F(std::forward<CallbackT>(callback))](
             ServiceBase * service, const Header & header, std::shared_ptr<void> request) mutable {
      f(service ? static_cast<HandleT *>(service)->shared_from_this() : Handle(), header,
        std::static_pointer_cast<RequestT>(std::move(request)));
      return nullptr;
    };
  }
}

}  // namespace detail

/// Holds the callback of a service. detail::to_request_handler() lists the accepted forms.
template <typename ServiceT>
class AnyServiceCallback
{
public:
  template <typename CallbackT>
  /// Stores the callback and replaces an earlier one. Throws std::invalid_argument if it is null.
  void set(CallbackT && callback)
  {
    handler_ = detail::to_request_handler<
      Service<ServiceT>, typename ServiceT::Request, typename ServiceT::Response>(
      std::forward<CallbackT>(callback));
  }

  /// Calls the callback and returns the response to send, or null if the callback sends it later.
  /// Throws std::runtime_error if no callback is set.
  std::shared_ptr<typename ServiceT::Response> dispatch(
    const std::shared_ptr<Service<ServiceT>> & service_handle,
    const std::shared_ptr<rmw_request_id_t> & request_header,
    std::shared_ptr<typename ServiceT::Request> request)
  {
    if (!handler_) {
      throw std::runtime_error("a service got a request, but has no callback");
    }
    return std::static_pointer_cast<typename ServiceT::Response>(
      handler_(service_handle.get(), request_header, std::move(request)));
  }

  /// Moves the handler into the service, which keeps it from then on.
  detail::RequestHandler take_handler() { return std::move(handler_); }

private:
  detail::RequestHandler handler_;
};

}  // namespace rclcpp

#endif  // RCLCPP__ANY_SERVICE_CALLBACK_HPP_
