// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What clients and services must know of a service type, as data; made from the generated lists of
// fields.
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

/// A request or response.
struct ServiceMessage
{
  const detail::TypeSupport * type;
  /// From a sample that has room for the request's id behind the CDR header. Throws cdr::error.
  /// Null for a type that is known by name only.
  void (*decode)(std::span<const std::byte> sample, void * message);
};

/// Immutable; lives as long as the program.
struct ServiceType
{
  const char * name;  ///< "std_srvs/srv/SetBool"
  ServiceMessage request;
  ServiceMessage response;
  const char * event_hash;  ///< of the message of its events; empty if unknown
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
  detail::RosMessage<typename S::Request> && detail::RosMessage<typename S::Response> && requires
{
  rosidl_interfaces::service<S>::name;
};

/// The hash of S::Event; empty if S has none.
template <typename S>
constexpr const char * event_hash()
{
  if constexpr (requires { cdr::fields<typename S::Event>::hash; }) {
    return cdr::fields<typename S::Event>::hash;
  } else {
    return "";
  }
}

template <RosService S>
inline constexpr ServiceType service_type{
  rosidl_interfaces::service<S>::name,
  {&detail::type_support<typename S::Request>, &decode_behind_request_id<typename S::Request>},
  {&detail::type_support<typename S::Response>, &decode_behind_request_id<typename S::Response>},
  event_hash<S>()};

/// Makes the type known by its name, for generic clients and services. Always true.
RCLCPP_PUBLIC bool add_service_type(const ServiceType & type);
/// The type of that name, with its functions if it was added or its package's type support library
/// is found, else without. Lives for ever.
/// Throws exceptions::InvalidServiceTypeError unless the name is "package/srv/Name".
RCLCPP_PUBLIC const ServiceType & find_service_type(const std::string & name);

/// Whoever names this has the type added before main().
template <RosService S>
inline const bool service_type_added = add_service_type(service_type<S>);

}  // namespace rclcpp::detail

namespace rclcpp
{

/// Not in ROS 2: lets generic clients and services of this program handle structs of ServiceT where
/// no type support library of its package is found. Needless if the program makes a Client or
/// Service of it anywhere.
template <typename ServiceT>
void register_service_type()
{
  (void)detail::service_type_added<ServiceT>;
}

}  // namespace rclcpp

#endif  // RCLCPP__DETAIL__SERVICE_TYPE_HPP_
