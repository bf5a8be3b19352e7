// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Deleters of std::unique_ptr for objects that were created by an allocator.
#ifndef RCLCPP__ALLOCATOR__ALLOCATOR_DELETER_HPP_
#define RCLCPP__ALLOCATOR__ALLOCATOR_DELETER_HPP_

#include <memory>
#include <optional>
#include <stdexcept>
#include <type_traits>

namespace rclcpp::allocator
{

/// Destroys an object and returns its memory to a copy of the allocator that created it. The memory
/// of the allocator must outlive the deleter; the allocator object need not. Without an allocator
/// the deleter uses a default-constructed one.
template <typename Allocator>
class AllocatorDeleter
{
  template <typename T>
  using Rebound = typename std::allocator_traits<Allocator>::template rebind_alloc<T>;
  template <typename T>
  using Traits = std::allocator_traits<Rebound<T>>;

public:
  AllocatorDeleter() = default;
  /// Copies the allocator; null means no allocator.
  explicit AllocatorDeleter(Allocator * allocator) { set_allocator(allocator); }
  template <typename Other>
  // NOLINTNEXTLINE(google-explicit-constructor): deleters convert
  AllocatorDeleter(const AllocatorDeleter<Other> & other)
  {
    if (const Other * allocator = other.get_allocator()) {
      allocator_.emplace(*allocator);
    }
  }
  /// Copies the allocator.
  AllocatorDeleter(const AllocatorDeleter &) = default;
  /// Replaces the allocator with a copy of the other one, if there is one.
  AllocatorDeleter & operator=(const AllocatorDeleter & other)
  {
    set_allocator(other.get_allocator());
    return *this;
  }

  /// Destroys the object and deallocates its memory.
  template <typename T>
  void operator()(T * object)
  {
    Rebound<T> memory = allocator_ ? Rebound<T>(*allocator_) : make_default<T>();
    Traits<T>::destroy(memory, object);
    Traits<T>::deallocate(memory, object, 1);
  }

  /// Returns the deleter's copy of the allocator, or null if it has none.
  Allocator * get_allocator() const { return allocator_ ? &*allocator_ : nullptr; }
  /// Copies the allocator; null removes the current one.
  void set_allocator(const Allocator * allocator)
  {
    allocator_.reset();
    if (allocator) {
      allocator_.emplace(*allocator);
    }
  }

private:
  template <typename T>
  static Rebound<T> make_default()
  {
    if constexpr (std::is_default_constructible_v<Rebound<T>>) {
      return Rebound<T>();
    } else {
      throw std::logic_error("rclcpp::allocator::AllocatorDeleter has no allocator");
    }
  }

  mutable std::optional<Allocator> allocator_;  // get_allocator() const gives a mutable one
};

/// The deleter for messages of an allocator: std::default_delete<T> for the standard allocator.
template <typename Alloc, typename T>
using Deleter = std::conditional_t<
  std::is_same_v<
    typename std::allocator_traits<Alloc>::template rebind_alloc<T>, std::allocator<T>>,
  std::default_delete<T>, AllocatorDeleter<Alloc>>;

template <typename Alloc, typename T>
/// Copies the allocator into the deleter. Throws std::invalid_argument if one of them is null.
void set_allocator_for_deleter(AllocatorDeleter<T> * deleter, Alloc * allocator)
{
  if (!deleter || !allocator) {
    throw std::invalid_argument(
      "Argument was NULL to set_allocator_for_deleter");  // programs compare this text
  }
  deleter->set_allocator(allocator);
}
/// Throws std::runtime_error: the overload for deleters that cannot hold an allocator.
template <typename Alloc, typename T, typename DeleterT>
void set_allocator_for_deleter(DeleterT *, Alloc *)
{
  throw std::runtime_error("set_allocator_for_deleter: this kind of deleter takes no allocator");
}
/// Does nothing: std::default_delete has no allocator.
template <typename Alloc, typename T>
void set_allocator_for_deleter(std::default_delete<T> *, Alloc *)
{
}
/// Does nothing: std::default_delete fits std::allocator.
template <typename T, typename U>
void set_allocator_for_deleter(std::default_delete<T> *, std::allocator<U> *)
{
}

}  // namespace rclcpp::allocator

#endif  // RCLCPP__ALLOCATOR__ALLOCATOR_DELETER_HPP_
