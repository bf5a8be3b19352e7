// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What publishers and subscriptions must know of a message type, as data; made from the generated
// list of fields.
#ifndef RCLCPP__INTRA_PROCESS__MESSAGE_TYPE_HPP_
#define RCLCPP__INTRA_PROCESS__MESSAGE_TYPE_HPP_

#include <cstddef>
#include <span>
#include <typeinfo>

#include "cdr/codec.hpp"

namespace rclcpp::intra_process
{

/// Name, hash and operations of one message type. Immutable; lives as long as the program.
/// The functions are null for a type that is known by name only (generic publishers and
/// subscriptions).
struct MessageType
{
  const char * name;  ///< "std_msgs/msg/String"
  const char * hash;  ///< "RIHS01_…"; empty if unknown
  const std::type_info * cpp_type;
  void * (*create)();
  void * (*copy)(const void * message);
  void (*destroy)(void * message) noexcept;
  // These throw cdr::error, which names type, field and offset.
  std::size_t (*encoded_size)(const void * message);
  void (*encode)(const void * message, std::span<std::byte> out);
  void (*decode)(std::span<const std::byte> in, void * message);
};

/// True if both stand for the same C++ struct, also when two shared libraries have their own
/// MessageType of it.
inline bool same_struct(const MessageType & a, const MessageType & b) noexcept
{
  return &a == &b || (a.cpp_type && b.cpp_type && *a.cpp_type == *b.cpp_type);
}

template <typename T>
concept RosMessage = cdr::described<T> && requires
{
  cdr::fields<T>::hash;
};

namespace detail
{
template <typename T>
struct Operations
{
  static void * create() { return new T(); }
  static void * copy(const void * message) { return new T(*static_cast<const T *>(message)); }
  static void destroy(void * message) noexcept { delete static_cast<T *>(message); }
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
}  // namespace detail

template <RosMessage T>
inline constexpr MessageType message_type{
  cdr::fields<T>::name,
  cdr::fields<T>::hash,
  &typeid(T),
  &detail::Operations<T>::create,
  &detail::Operations<T>::copy,
  &detail::Operations<T>::destroy,
  &detail::Operations<T>::encoded_size,
  &detail::Operations<T>::encode,
  &detail::Operations<T>::decode};

}  // namespace rclcpp::intra_process

#endif  // RCLCPP__INTRA_PROCESS__MESSAGE_TYPE_HPP_
