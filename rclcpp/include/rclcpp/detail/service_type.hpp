// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The properties of a service type as data, for clients and services. They come from the generated
// lists of fields.
#ifndef RCLCPP__DETAIL__SERVICE_TYPE_HPP_
#define RCLCPP__DETAIL__SERVICE_TYPE_HPP_

#include <cstddef>
#include <span>
#include <string>

#include "cdr/codec.hpp"
#include "rclcpp/detail/message/type_support.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rmw/request.hpp"

namespace rosidl_interfaces
{
template <typename T>
struct service;
}

namespace rclcpp::detail
{

/// The request or response type of a service.
struct ServiceMessage
{
  const detail::TypeSupport * type;
  /// Decodes a sample in which the request id follows the CDR header. Throws cdr::error. Null for a
  /// type that is known by name only.
  void (*decode)(std::span<const std::byte> sample, void * message);
};

/// A service type. Immutable; lives as long as the program.
struct ServiceType
{
  const char * name;  ///< "std_srvs/srv/SetBool"
  ServiceMessage request;
  ServiceMessage response;
  const char * event_hash;  ///< of the event message; empty if unknown
  const char * hash;        ///< of the service; empty if unknown
};

template <typename T>
void decode_behind_request_id(std::span<const std::byte> sample, void * message)
{
  cdr::reader in(sample);
  in.take(1, rmw::request_header_size);
  cdr::decode_body(in, *static_cast<T *>(message));
}

template <typename S>
concept RosService =
  detail::RosMessage<typename S::Request> && detail::RosMessage<typename S::Response> &&
  requires { rosidl_interfaces::service<S>::name; };

/// Returns the hash of S::Event; empty if S has no event.
template <typename S>
constexpr const char * event_hash()
{
  if constexpr (requires { cdr::fields<typename S::Event>::hash; }) {
    return cdr::fields<typename S::Event>::hash;
  } else {
    return "";
  }
}

/// Returns the hash of S; empty if its generated code has none.
template <typename S>
constexpr const char * service_hash()
{
  if constexpr (requires { rosidl_interfaces::service<S>::hash; }) {
    return rosidl_interfaces::service<S>::hash;
  } else {
    return "";
  }
}

template <RosService S>
inline constexpr ServiceType service_type{
  rosidl_interfaces::service<S>::name,
  {&detail::type_support<typename S::Request>, &decode_behind_request_id<typename S::Request>},
  {&detail::type_support<typename S::Response>, &decode_behind_request_id<typename S::Response>},
  event_hash<S>(),
  service_hash<S>()};

/// Registers the type under its name, for generic clients and services. Returns true.
RCLCPP_PUBLIC bool add_service_type(const ServiceType & type);
/// Returns the type of that name. It has functions if it was registered or the type support library
/// of its package is found. The reference is valid for ever. Throws
/// exceptions::InvalidServiceTypeError unless the name is "package/srv/Name".
RCLCPP_PUBLIC const ServiceType & find_service_type(const std::string & name);

/// Registers the type of S before main() in each program that uses this variable.
template <RosService S>
inline const bool service_type_added = add_service_type(service_type<S>);

}  // namespace rclcpp::detail

namespace rclcpp
{

/// Lets generic clients and services of this program handle structs of ServiceT if no type support
/// library of its package is found. A program that creates a Client or Service of the type anywhere
/// does not need it. Not in ROS 2.
template <typename ServiceT>
void register_service_type()
{
  (void)detail::service_type_added<ServiceT>;
}

}  // namespace rclcpp

#endif  // RCLCPP__DETAIL__SERVICE_TYPE_HPP_
