// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The properties of a message type as data, for publishers, subscriptions and services. They come
// from the generated list of fields, and for adapted types also from the TypeAdapter (adapted.hpp).
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

/// Name, hash and operations of a struct that carries messages: a ROS message, or a user type that
/// is adapted to one. Immutable; lives as long as the program. Types with an allocator
/// (allocated.hpp) live as long as their messages and endpoints.
///
/// For a type that is known by name only (generic publishers and subscriptions), everything but
/// name and hash is null.
struct TypeSupport
{
  const char * name;  ///< "std_msgs/msg/String"; for an adapted type the name of its ROS message
  const char * hash;  ///< "RIHS01_…"; empty if unknown
  const std::type_info * cpp_type;

  // Memory operations; the first argument is this object.
  void * (*create)(const TypeSupport & self);
  void * (*copy)(const TypeSupport & self, const void * message);
  void (*destroy)(const TypeSupport & self, void * message) noexcept;
  void (*assign)(void * message, const void * from);  // null if the type cannot be assigned
  void (*move)(void * message, void * from);          // null if the type cannot be moved

  // Operations of ROS messages. They throw cdr::error with type, field and offset.
  std::size_t (*encoded_size)(const void * message);
  void (*encode)(const void * message, std::span<std::byte> out);
  void (*decode)(std::span<const std::byte> in, void * message);
  // Large sequences of the message read `in` while `views` exists.
  void (*decode_in_place)(
    std::span<const std::byte> in, void * message, cdr::sequence_views & views);
  const cdr::struct_description * description;

  // Operations of adapted types: the ROS message on the wire and the user's conversions. Null for
  // ROS messages.
  const TypeSupport * wire = nullptr;
  void (*to_ros)(const void * message, void * ros_message) = nullptr;
  void (*from_ros)(const void * ros_message, void * message) = nullptr;

  // For types with an allocator: the same type without one, and a comparison of the allocators.
  const TypeSupport * plain = nullptr;
  bool (*same_allocator)(const TypeSupport & self, const TypeSupport & other) = nullptr;

  // For messages that queues hold by value: the type that the subscription's callback takes.
  const TypeSupport * callback_type = nullptr;
};

/// Returns true if both describe the same C++ struct, even if two shared libraries each have a
/// TypeSupport of it.
inline bool same_struct(const TypeSupport & a, const TypeSupport & b) noexcept
{
  return &a == &b || (a.cpp_type && b.cpp_type && *a.cpp_type == *b.cpp_type);
}

/// Returns true if a message of type `a` can be destroyed as one of type `b`; both have the same
/// struct.
inline bool same_memory(const TypeSupport & a, const TypeSupport & b) noexcept
{
  return &a == &b || (a.same_allocator ? a.same_allocator(a, b) : !b.same_allocator);
}

template <typename T>
concept RosMessage = cdr::described<T> && requires { cdr::fields<T>::hash; };

/// The operations of TypeSupport for T.
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
  static void decode_in_place(
    std::span<const std::byte> in, void * message, cdr::sequence_views & views)
  {
    cdr::decode(in, *static_cast<T *>(message), views);
  }
};

/// The type support of the ROS message T.
template <RosMessage T>
inline constexpr TypeSupport type_support{
  cdr::fields<T>::name,    cdr::fields<T>::hash,   &typeid(T),
  &Operations<T>::create,  &Operations<T>::copy,   &Operations<T>::destroy,
  Operations<T>::assign(), Operations<T>::move(),  &Operations<T>::encoded_size,
  &Operations<T>::encode,  &Operations<T>::decode, &Operations<T>::decode_in_place,
  &cdr::description<T>};

/// A pointer to a type; it owns nothing if the type lives as long as the program.
using TypeSupportPtr = std::shared_ptr<const TypeSupport>;

inline TypeSupportPtr immortal(const TypeSupport & type) noexcept
{
  return TypeSupportPtr(TypeSupportPtr(), &type);
}

/// The two structs of an endpoint: the struct that its user handles, and the ROS message on the
/// wire. They differ only if the user's type is adapted.
struct MessageTypes
{
  TypeSupportPtr user;
  TypeSupportPtr wire;
};

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__MESSAGE__TYPE_SUPPORT_HPP_
