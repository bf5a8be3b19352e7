// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What publishers, subscriptions and services must know of a message type, as data; made from the
// generated list of fields, for types of the user's own also from their TypeAdapter (adapted.hpp).
#ifndef RCLCPP__DETAIL__MESSAGE__TYPE_SUPPORT_HPP_
#define RCLCPP__DETAIL__MESSAGE__TYPE_SUPPORT_HPP_

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "cdr/codec.hpp"

namespace rclcpp::detail
{

/// Name, hash and operations of one struct that carries messages: a ROS message, or a type of the
/// user's own that is adapted to one. Immutable; lives as long as the program, but for those with
/// an allocator (allocated.hpp), which live as long as their messages and endpoints.
///
/// All but name and hash is null for a type that is known by name only (generic publishers and
/// subscriptions).
struct TypeSupport
{
  const char * name;  ///< "std_msgs/msg/String"; of an adapted type that of its ROS message
  const char * hash;  ///< "RIHS01_…"; empty if unknown
  const std::type_info * cpp_type;

  // Memory; the first argument is this object.
  void * (*create)(const TypeSupport & self);
  void * (*copy)(const TypeSupport & self, const void * message);
  void (*destroy)(const TypeSupport & self, void * message) noexcept;
  void (*assign)(void * message, const void * from);  // null: a type that cannot be assigned
  void (*move)(void * message, void * from);          // the same

  // Of ROS messages. These throw cdr::error, which names type, field and offset.
  std::size_t (*encoded_size)(const void * message);
  void (*encode)(const void * message, std::span<std::byte> out);
  void (*decode)(std::span<const std::byte> in, void * message);
  const cdr::struct_description * description;

  // Of adapted types: the ROS message, which is on the wire, and the user's conversions. Null for
  // ROS messages.
  const TypeSupport * wire = nullptr;
  void (*to_ros)(const void * message, void * ros_message) = nullptr;
  void (*from_ros)(const void * ros_message, void * message) = nullptr;

  // Of types with an allocator: the same type without, and whether both have the same allocator.
  const TypeSupport * plain = nullptr;
  bool (*same_allocator)(const TypeSupport & self, const TypeSupport & other) = nullptr;

  // Of messages that queues hold by value: the type that the subscription's callback takes.
  const TypeSupport * callback_type = nullptr;
};

/// True if both stand for the same C++ struct, also when two shared libraries have their own
/// TypeSupport of it.
inline bool same_struct(const TypeSupport & a, const TypeSupport & b) noexcept
{
  return &a == &b || (a.cpp_type && b.cpp_type && *a.cpp_type == *b.cpp_type);
}

/// True if a message of the one can be destroyed as one of the other; both are of the same struct.
inline bool same_memory(const TypeSupport & a, const TypeSupport & b) noexcept
{
  return &a == &b || (a.same_allocator ? a.same_allocator(a, b) : !b.same_allocator);
}

template <typename T>
concept RosMessage = cdr::described<T> && requires
{
  cdr::fields<T>::hash;
};

/// The operations of TypeSupport on a T.
template <typename T>
struct Operations
{
  static void * create(const TypeSupport &) { return new T(); }
  static void * copy(const TypeSupport &, const void * message)
  {
    return new T(*static_cast<const T *>(message));
  }
  static void destroy(const TypeSupport &, void * message) noexcept
  {
    delete static_cast<T *>(message);
  }
  static constexpr auto assign() -> void (*)(void *, const void *)
  {
    if constexpr (std::is_copy_assignable_v<T>) {
      return [](void * message, const void * from) {
        *static_cast<T *>(message) = *static_cast<const T *>(from);
      };
    } else {
      return nullptr;
    }
  }
  static constexpr auto move() -> void (*)(void *, void *)
  {
    if constexpr (std::is_copy_assignable_v<T>) {
      return [](void * message, void * from) {
        *static_cast<T *>(message) = std::move(*static_cast<T *>(from));
      };
    } else {
      return nullptr;
    }
  }
  static std::size_t encoded_size(const void * message)
  {
    return cdr::encoded_size(*static_cast<const T *>(message));
  }
  static void encode(const void * message, std::span<std::byte> out)
  {
    cdr::encode(*static_cast<const T *>(message), out);
  }
  static void decode(std::span<const std::byte> in, void * message)
  {
    cdr::decode(in, *static_cast<T *>(message));
  }
};

/// Of a ROS message.
template <RosMessage T>
inline constexpr TypeSupport type_support{
  cdr::fields<T>::name,    cdr::fields<T>::hash,   &typeid(T),
  &Operations<T>::create,  &Operations<T>::copy,   &Operations<T>::destroy,
  Operations<T>::assign(), Operations<T>::move(),  &Operations<T>::encoded_size,
  &Operations<T>::encode,  &Operations<T>::decode, &cdr::description<T>};

/// Owns nothing if the type lives as long as the program.
using TypeSupportPtr = std::shared_ptr<const TypeSupport>;

inline TypeSupportPtr immortal(const TypeSupport & type) noexcept
{
  return TypeSupportPtr(TypeSupportPtr(), &type);
}

/// The two structs of one endpoint: what its user handles, and the ROS message that is on the wire.
/// They are the same unless the user's type is adapted.
struct MessageTypes
{
  TypeSupportPtr user;
  TypeSupportPtr wire;
};

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__MESSAGE__TYPE_SUPPORT_HPP_
