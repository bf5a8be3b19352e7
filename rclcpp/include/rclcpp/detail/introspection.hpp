// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Describes a message in the form of rosidl_typesupport_introspection_cpp: the offset of each field
// in the struct, and functions for its elements. Only the sources of type support libraries include
// it; no program compiles it.
#ifndef RCLCPP__DETAIL__INTROSPECTION_HPP_
#define RCLCPP__DETAIL__INTROSPECTION_HPP_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string>
#include <string_view>

#include "cdr/description.hpp"
#include "rclcpp/detail/message/type_support.hpp"
#include "rclcpp/detail/service_type.hpp"
#include "rclcpp/detail/type_support_handles.hpp"
#include "rosidl_runtime_cpp/message_initialization.hpp"
#include "rosidl_typesupport_introspection_cpp/field_types.hpp"
#include "rosidl_typesupport_introspection_cpp/message_introspection.hpp"
#include "rosidl_typesupport_introspection_cpp/service_introspection.hpp"

namespace rclcpp::detail
{

inline constexpr char introspection_identifier[] = "rosidl_typesupport_introspection_cpp";

using rosidl_typesupport_introspection_cpp::MessageMember;
using rosidl_typesupport_introspection_cpp::MessageMembers;
using rosidl_typesupport_introspection_cpp::ServiceMembers;

template <typename T>
const rosidl_message_type_support_t * message_handle(const char * identifier);

/// The element functions of a field that is an array or a sequence.
template <typename Collection>
struct Elements
{
  using Element = typename Collection::value_type;

  static std::size_t size(const void * field)
  {
    return static_cast<const Collection *>(field)->size();
  }
  static void fetch(const void * field, std::size_t index, void * value)
  {
    *static_cast<Element *>(value) = (*static_cast<const Collection *>(field))[index];
  }
  static void assign(void * field, std::size_t index, const void * value)
  {
    (*static_cast<Collection *>(field))[index] = *static_cast<const Element *>(value);
  }
  // Null if elements have no address (std::vector<bool>).
  static constexpr auto get_const() -> const void * (*)(const void *, std::size_t)
  {
    if constexpr (requires(Collection & field) { static_cast<Element *>(&field[0]); }) {
      return [](const void * field, std::size_t index) -> const void * {
        return &(*static_cast<const Collection *>(field))[index];
      };
    } else {
      return nullptr;
    }
  }
  static constexpr auto get() -> void * (*)(void *, std::size_t)
  {
    if constexpr (requires(Collection & field) { static_cast<Element *>(&field[0]); }) {
      return [](void * field, std::size_t index) -> void * {
        return &(*static_cast<Collection *>(field))[index];
      };
    } else {
      return nullptr;
    }
  }
  // Null for arrays.
  static constexpr auto resize() -> void (*)(void *, std::size_t)
  {
    if constexpr (requires(Collection & field) { field.resize(0); }) {
      return [](void * field, std::size_t size) { static_cast<Collection *>(field)->resize(size); };
    } else {
      return nullptr;
    }
  }
};

inline std::uint8_t introspection_type_of(const cdr::field_description & field)
{
  namespace types = rosidl_typesupport_introspection_cpp;
  switch (field.type) {
    case cdr::kind::boolean:
      return types::ROS_TYPE_BOOLEAN;
    case cdr::kind::int8:
      return types::ROS_TYPE_INT8;
    case cdr::kind::uint8:
      return field.octet ? types::ROS_TYPE_OCTET : types::ROS_TYPE_UINT8;
    case cdr::kind::int16:
      return types::ROS_TYPE_INT16;
    case cdr::kind::uint16:
      return types::ROS_TYPE_UINT16;
    case cdr::kind::int32:
      return types::ROS_TYPE_INT32;
    case cdr::kind::uint32:
      return types::ROS_TYPE_UINT32;
    case cdr::kind::int64:
      return types::ROS_TYPE_INT64;
    case cdr::kind::uint64:
      return types::ROS_TYPE_UINT64;
    case cdr::kind::float32:
      return types::ROS_TYPE_FLOAT;
    case cdr::kind::float64:
      return types::ROS_TYPE_DOUBLE;
    case cdr::kind::string:
      return types::ROS_TYPE_STRING;
    case cdr::kind::wstring:
      return types::ROS_TYPE_WSTRING;
    case cdr::kind::structure:
      break;
  }
  return types::ROS_TYPE_MESSAGE;
}

template <typename F>
concept Collection = requires { typename F::value_type; } && !requires { typename F::traits_type; };

/// Returns the type support handle of the struct that a field is or contains; null for other kinds.
template <typename F>
const rosidl_message_type_support_t * handle_inside()
{
  if constexpr (Collection<F>) {
    return handle_inside<typename F::value_type>();
  } else if constexpr (RosMessage<F>) {
    return message_handle<F>(introspection_identifier);
  } else {
    return nullptr;
  }
}

/// The parts of a field's introspection that its C++ type determines: element functions and nested
/// handle.
struct FieldIntrospection
{
  const rosidl_message_type_support_t * (*inside)();
  MessageMember functions;
};

template <typename F>
constexpr FieldIntrospection field_introspection()
{
  MessageMember member{};
  if constexpr (Collection<F>) {
    member.size_function = &Elements<F>::size;
    member.get_const_function = Elements<F>::get_const();
    member.get_function = Elements<F>::get();
    member.fetch_function = &Elements<F>::fetch;
    member.assign_function = &Elements<F>::assign;
    member.resize_function = Elements<F>::resize();
  }
  return {&handle_inside<F>, member};
}

inline MessageMember introspection_of(
  const cdr::field_description & field, const FieldIntrospection & type, std::size_t offset)
{
  MessageMember member = type.functions;
  member.name_ = field.name;
  member.type_id_ = introspection_type_of(field);
  member.string_upper_bound_ = field.string_bound;
  member.members_ = type.inside();
  member.is_array_ = field.collection != cdr::collection::none;
  member.array_size_ = field.length;
  member.is_upper_bound_ = field.collection == cdr::collection::sequence && field.length != 0;
  member.offset_ = static_cast<std::uint32_t>(offset);
  return member;
}

/// Returns the offset of a member, which is the value of a pointer to member in the Itanium C++
/// ABI.
template <typename T, typename F>
std::size_t offset_of(F T::*member)
{
  static_assert(sizeof(member) == sizeof(std::ptrdiff_t));
  return std::bit_cast<std::size_t>(member);
}

/// Splits "package/kind/Name" into the namespace "package::kind" and the type "Name".
struct IntrospectionName
{
  explicit IntrospectionName(std::string_view name)
  {
    const std::size_t first = name.find('/');
    const std::size_t last = name.rfind('/');
    space = std::string(name.substr(0, first)) +
            "::" + std::string(name.substr(first + 1, last - first - 1));
    type = name.substr(last + 1);
  }

  std::string space;
  std::string type;
};

/// Returns the introspection of T, created by the first call.
template <RosMessage T>
const MessageMembers & message_introspection()
{
  constexpr std::size_t count = cdr::fields<T>::count;
  static const IntrospectionName name(cdr::fields<T>::name);
  static const std::array<MessageMember, count> members =
    cdr::fields<T>::apply([]<typename... F>(F T::*... field) {
      static constexpr FieldIntrospection types[] = {field_introspection<F>()...};
      const std::size_t offsets[] = {offset_of(field)...};
      std::array<MessageMember, count> made;
      for (std::size_t i = 0; i < count; ++i) {
        made[i] = introspection_of(cdr::description<T>.fields[i], types[i], offsets[i]);
      }
      return made;
    });
  // Assigned by name: later releases of rosidl have more members.
  static const MessageMembers all = [] {
    MessageMembers message_members{};
    message_members.message_namespace_ = name.space.c_str();
    message_members.message_name_ = name.type.c_str();
    message_members.member_count_ = count;
    message_members.size_of_ = sizeof(T);
    message_members.members_ = members.data();
    message_members.init_function =
      [](void * memory, rosidl_runtime_cpp::MessageInitialization initialization) {
        new (memory) T(initialization);
      };
    message_members.fini_function = [](void * message) { static_cast<T *>(message)->~T(); };
    return message_members;
  }();
  return all;
}

/// Returns the handle of T for that identifier, rclcpp's or introspection's; null for others.
template <typename T>
const rosidl_message_type_support_t * message_handle(const char * identifier)
{
  using Handle = rosidl_message_type_support_t;
  constexpr auto find = [](const Handle *, const char * other) { return message_handle<T>(other); };
  if (std::strcmp(identifier, type_support_identifier) == 0) {
    static constexpr Handle handle{type_support_identifier, &type_support<T>, find};
    return &handle;
  }
  if (std::strcmp(identifier, introspection_identifier) == 0) {
    static const Handle handle{introspection_identifier, &message_introspection<T>(), find};
    return &handle;
  }
  return nullptr;
}

/// Returns the handle of the service S in the same way.
template <typename S>
const rosidl_service_type_support_t * service_handle(const char * identifier)
{
  using Handle = rosidl_service_type_support_t;
  constexpr auto find = [](const Handle *, const char * other) { return service_handle<S>(other); };
  if (std::strcmp(identifier, type_support_identifier) == 0) {
    static constexpr Handle handle{type_support_identifier, &service_type<S>, find};
    return &handle;
  }
  if (std::strcmp(identifier, introspection_identifier) == 0) {
    static const IntrospectionName name(rosidl_interfaces::service<S>::name);
    static const ServiceMembers members = [] {
      ServiceMembers service_members{};
      service_members.service_namespace_ = name.space.c_str();
      service_members.service_name_ = name.type.c_str();
      service_members.request_members_ = &message_introspection<typename S::Request>();
      service_members.response_members_ = &message_introspection<typename S::Response>();
      return service_members;
    }();
    static const Handle handle{introspection_identifier, &members, find};
    return &handle;
  }
  return nullptr;
}

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__INTROSPECTION_HPP_
