// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What publishers and subscriptions must know of a message type, as data; made from the generated
// list of fields, for types of the user's own also from their TypeAdapter.
#ifndef RCLCPP__INTRA_PROCESS__MESSAGE_TYPE_HPP_
#define RCLCPP__INTRA_PROCESS__MESSAGE_TYPE_HPP_

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "cdr/codec.hpp"
#include "rclcpp/type_adapter.hpp"

namespace rclcpp::intra_process
{

/// Name, hash and operations of one struct that carries messages: a ROS message, or a type of the
/// user's own that is adapted to one. Immutable; lives as long as the program, but for those with
/// an allocator (allocated_type.hpp), which live as long as their messages and endpoints.
///
/// All but name and hash is null for a type that is known by name only (generic publishers and
/// subscriptions).
struct MessageType
{
  const char * name;  ///< "std_msgs/msg/String"; of an adapted type that of its ROS message
  const char * hash;  ///< "RIHS01_…"; empty if unknown
  const std::type_info * cpp_type;

  // Memory; the first argument is this object.
  void * (*create)(const MessageType & self);
  void * (*copy)(const MessageType & self, const void * message);
  void (*destroy)(const MessageType & self, void * message) noexcept;
  void (*assign)(void * message, const void * from);  // null: a type that cannot be assigned
  void (*move)(void * message, void * from);          // the same

  // Of ROS messages. These throw cdr::error, which names type, field and offset.
  std::size_t (*encoded_size)(const void * message);
  void (*encode)(const void * message, std::span<std::byte> out);
  void (*decode)(std::span<const std::byte> in, void * message);
  const cdr::struct_description * description;

  // Of adapted types: the ROS message, and the user's conversions. Null for ROS messages.
  const MessageType * ros = nullptr;
  void (*to_ros)(const void * message, void * ros_message) = nullptr;
  void (*from_ros)(const void * ros_message, void * message) = nullptr;

  // Of types with an allocator: the same type without, and whether both have the same allocator.
  const MessageType * plain = nullptr;
  bool (*same_allocator)(const MessageType & self, const MessageType & other) = nullptr;

  // Of messages that queues hold by value: the type of what the subscription's user handles.
  const MessageType * outside = nullptr;
};

/// True if both stand for the same C++ struct, also when two shared libraries have their own
/// MessageType of it.
inline bool same_struct(const MessageType & a, const MessageType & b) noexcept
{
  return &a == &b || (a.cpp_type && b.cpp_type && *a.cpp_type == *b.cpp_type);
}

/// True if a message of the one can be destroyed as one of the other; both are of the same struct.
inline bool same_memory(const MessageType & a, const MessageType & b) noexcept
{
  return &a == &b || (a.same_allocator ? a.same_allocator(a, b) : !b.same_allocator);
}

template <typename T>
concept RosMessage = cdr::described<T> && requires
{
  cdr::fields<T>::hash;
};

/// What create_publisher and create_subscription accept as MessageT.
template <typename T>
concept Publishable = RosMessage<typename TypeAdapter<T>::ros_message_type>;

namespace detail
{
template <typename T>
struct Operations
{
  static void * create(const MessageType &) { return new T(); }
  static void * copy(const MessageType &, const void * message)
  {
    return new T(*static_cast<const T *>(message));
  }
  static void destroy(const MessageType &, void * message) noexcept
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

template <typename Adapter>
struct Conversions
{
  using Custom = typename Adapter::custom_type;
  using Ros = typename Adapter::ros_message_type;
  static void to_ros(const void * message, void * ros_message)
  {
    Adapter::convert_to_ros_message(
      *static_cast<const Custom *>(message), *static_cast<Ros *>(ros_message));
  }
  static void from_ros(const void * ros_message, void * message)
  {
    Adapter::convert_to_custom(
      *static_cast<const Ros *>(ros_message), *static_cast<Custom *>(message));
  }
};
}  // namespace detail

/// Of a ROS message.
template <RosMessage T>
inline constexpr MessageType message_type{
  cdr::fields<T>::name,
  cdr::fields<T>::hash,
  &typeid(T),
  &detail::Operations<T>::create,
  &detail::Operations<T>::copy,
  &detail::Operations<T>::destroy,
  detail::Operations<T>::assign(),
  detail::Operations<T>::move(),
  &detail::Operations<T>::encoded_size,
  &detail::Operations<T>::encode,
  &detail::Operations<T>::decode,
  &cdr::description<T>};

/// Of the user's type of a TypeAdapter.
template <typename Adapter>
inline constexpr MessageType adapted_type{
  cdr::fields<typename Adapter::ros_message_type>::name,
  cdr::fields<typename Adapter::ros_message_type>::hash,
  &typeid(typename Adapter::custom_type),
  &detail::Operations<typename Adapter::custom_type>::create,
  &detail::Operations<typename Adapter::custom_type>::copy,
  &detail::Operations<typename Adapter::custom_type>::destroy,
  detail::Operations<typename Adapter::custom_type>::assign(),
  detail::Operations<typename Adapter::custom_type>::move(),
  nullptr,
  nullptr,
  nullptr,
  &cdr::description<typename Adapter::ros_message_type>,
  &message_type<typename Adapter::ros_message_type>,
  &detail::Conversions<Adapter>::to_ros,
  &detail::Conversions<Adapter>::from_ros};

/// Owns nothing if the type lives as long as the program.
using MessageTypePtr = std::shared_ptr<const MessageType>;

inline MessageTypePtr immortal(const MessageType & type) noexcept
{
  return MessageTypePtr(MessageTypePtr(), &type);
}

/// The two structs of one endpoint: the one the user handles, and the ROS message; the same if he
/// handles that.
struct Forms
{
  MessageTypePtr own;
  MessageTypePtr ros;
};

}  // namespace rclcpp::intra_process

#endif  // RCLCPP__INTRA_PROCESS__MESSAGE_TYPE_HPP_
