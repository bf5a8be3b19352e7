// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A service's callback in any of the forms that ROS 2 accepts, called in one way.
#ifndef RCLCPP__ANY_SERVICE_CALLBACK_HPP_
#define RCLCPP__ANY_SERVICE_CALLBACK_HPP_

#include <functional>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "rmw/types.h"

namespace rclcpp
{

template <typename ServiceT>
class Service;

namespace detail
{

/// Holds one callback of a service whose handle, request and response are these types.
///
/// Accepted, all parameters being shared pointers (by value or const reference):
///   (Request, Response)                the response is sent when the callback returns
///   (rmw_request_id_t, Request, Response)   the same, and told which request it is
///   (rmw_request_id_t, Request)        deferred: somebody calls send_response() later
///   (Handle, rmw_request_id_t, Request)     the same, and told by which service
/// as functions, functors, lambdas, std::function and std::bind with placeholders. A null function
/// pointer or std::function: std::invalid_argument.
template <typename HandleT, typename RequestT, typename ResponseT>
class ServiceCallback
{
public:
  using Handle = std::shared_ptr<HandleT>;
  using Header = std::shared_ptr<rmw_request_id_t>;
  using Request = std::shared_ptr<RequestT>;
  using Response = std::shared_ptr<ResponseT>;

  template <typename CallbackT>
  void set(CallbackT && callback)
  {
    using F = std::decay_t<CallbackT>;
    if constexpr (std::is_pointer_v<F> || requires { callback.operator bool(); }) {
      if (!static_cast<bool>(callback)) {
        throw std::invalid_argument("the callback of a service cannot be null");
      }
    }
    // In this order, since std::bind takes more arguments than it wants.
    if constexpr (std::is_invocable_v<F &, Request, Response>) {
      call_ = [f = F(std::forward<CallbackT>(callback))](
                const Handle &, const Header &, Request request,
                const Response & response) mutable {
        f(std::move(request), response);
        return true;
      };
    } else if constexpr (std::is_invocable_v<F &, Header, Request>) {
      call_ = [f = F(std::forward<CallbackT>(callback))](
                const Handle &, const Header & header, Request request, const Response &) mutable {
        f(header, std::move(request));
        return false;
      };
    } else if constexpr (std::is_invocable_v<F &, Header, Request, Response>) {
      call_ = [f = F(std::forward<CallbackT>(callback))](
                const Handle &, const Header & header, Request request,
                const Response & response) mutable {
        f(header, std::move(request), response);
        return true;
      };
    } else {
      static_assert(
        std::is_invocable_v<F &, Handle, Header, Request>,
        "the callback of a service must take (shared_ptr<Request>, shared_ptr<Response>), "
        "(shared_ptr<rmw_request_id_t>, shared_ptr<Request>, shared_ptr<Response>), "
        "(shared_ptr<rmw_request_id_t>, shared_ptr<Request>), or "
        "(shared_ptr<Service>, shared_ptr<rmw_request_id_t>, shared_ptr<Request>)");
      takes_handle_ = true;
      call_ = [f = F(std::forward<CallbackT>(callback))](
                const Handle & handle, const Header & header, Request request,
                const Response &) mutable {
        f(handle, header, std::move(request));
        return false;
      };
    }
  }

  /// Whether the callback is given the service, which it then has a share in.
  bool takes_handle() const { return takes_handle_; }

  /// True if `response` is to be sent now, false if somebody sends one later.
  bool call(
    const Handle & handle, const Header & header, Request request, const Response & response)
  {
    if (!call_) {
      throw std::runtime_error("a service got a request, but has no callback");
    }
    return call_(handle, header, std::move(request), response);
  }

private:
  bool takes_handle_ = false;
  std::function<bool(const Handle &, const Header &, Request, const Response &)> call_;
};

}  // namespace detail

/// See detail::ServiceCallback for what it accepts.
template <typename ServiceT>
class AnyServiceCallback
: public detail::ServiceCallback<
    Service<ServiceT>, typename ServiceT::Request, typename ServiceT::Response>
{
public:
  /// The response to send, null if it is deferred.
  std::shared_ptr<typename ServiceT::Response> dispatch(
    const std::shared_ptr<Service<ServiceT>> & service_handle,
    const std::shared_ptr<rmw_request_id_t> & request_header,
    std::shared_ptr<typename ServiceT::Request> request)
  {
    auto response = std::make_shared<typename ServiceT::Response>();
    const bool now = this->call(service_handle, request_header, std::move(request), response);
    return now ? response : nullptr;
  }
};

}  // namespace rclcpp

#endif  // RCLCPP__ANY_SERVICE_CALLBACK_HPP_
