// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Helpers for code that works with custom allocators.
#ifndef RCLCPP__ALLOCATOR__ALLOCATOR_COMMON_HPP_
#define RCLCPP__ALLOCATOR__ALLOCATOR_COMMON_HPP_

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <memory>
#include <stdexcept>
#include <type_traits>

#include "rcl/allocator.h"
#include "rclcpp/allocator/allocator_deleter.hpp"

namespace rclcpp::allocator
{

/// The traits of Alloc for objects of type T.
template <typename T, typename Alloc>
using AllocRebind = typename std::allocator_traits<Alloc>::template rebind_traits<T>;

namespace detail
{
template <typename Alloc>
Alloc & retyped(void * untyped_allocator)
{
  if (!untyped_allocator) {
    throw std::runtime_error("a retyped allocation needs an allocator, but it is null");
  }
  return *static_cast<Alloc *>(untyped_allocator);
}

// Memory blocks for C code, which frees and resizes without passing the size. The size is stored in
// front of the block.
template <typename Alloc>
struct SizedBlocks
{
  struct alignas(std::max_align_t) Unit
  {
    std::byte bytes[sizeof(std::max_align_t)];
  };
  using Traits = AllocRebind<Unit, Alloc>;
  using Units = typename Traits::allocator_type;

  static std::size_t units(std::size_t size)
  {
    return 1 + size / sizeof(Unit) + (size % sizeof(Unit) != 0);
  }

  // Returns null if there is no memory: exceptions must not pass through C code.
  static void * allocate(std::size_t size, void * state) noexcept
  {
    try {
      Units memory(*static_cast<Alloc *>(state));
      Unit * const first = std::to_address(Traits::allocate(memory, units(size)));
      std::memcpy(first, &size, sizeof(size));
      return first + 1;
    } catch (...) {
      return nullptr;
    }
  }
  static void * zero_allocate(std::size_t count, std::size_t size, void * state) noexcept
  {
    if (size != 0 && count > std::numeric_limits<std::size_t>::max() / size) {
      return nullptr;
    }
    void * const block = allocate(count * size, state);
    return block ? std::memset(block, 0, count * size) : nullptr;
  }
  static void deallocate(void * block, void * state) noexcept
  {
    if (block) {
      Unit * const first = static_cast<Unit *>(block) - 1;
      Units memory(*static_cast<Alloc *>(state));
      Traits::deallocate(memory, first, units(size_of(block)));
    }
  }
  static void * reallocate(void * block, std::size_t size, void * state) noexcept
  {
    void * const moved = allocate(size, state);
    if (moved && block) {
      std::memcpy(moved, block, std::min(size, size_of(block)));
      deallocate(block, state);
    }
    return moved;
  }

  static std::size_t size_of(const void * block)
  {
    std::size_t size = 0;
    std::memcpy(&size, static_cast<const Unit *>(block) - 1, sizeof(size));
    return size;
  }
};
}  // namespace detail

/// Returns memory for `size` objects of the allocator's type; they are not constructed. Throws
/// std::runtime_error if the allocator is null, and rethrows what the allocator throws; so do the
/// functions below.
template <typename Alloc>
void * retyped_allocate(std::size_t size, void * untyped_allocator)
{
  return std::to_address(
    std::allocator_traits<Alloc>::allocate(detail::retyped<Alloc>(untyped_allocator), size));
}

/// Returns zeroed memory from an allocator of bytes.
template <typename Alloc>
void * retyped_zero_allocate(
  std::size_t number_of_elem, std::size_t size_of_elem, void * untyped_allocator)
{
  const std::size_t size = number_of_elem * size_of_elem;
  return std::memset(retyped_allocate<Alloc>(size, untyped_allocator), 0, size);
}

/// Frees the memory of one T.
template <typename T, typename Alloc>
void retyped_deallocate(void * untyped_pointer, void * untyped_allocator)
{
  std::allocator_traits<Alloc>::deallocate(
    detail::retyped<Alloc>(untyped_allocator), static_cast<T *>(untyped_pointer), 1);
}

/// Frees the memory of one T and allocates `size` objects. The old size is unknown, so the content
/// is not kept. C code that needs the content uses get_rcl_allocator().
template <typename T, typename Alloc>
void * retyped_reallocate(void * untyped_pointer, std::size_t size, void * untyped_allocator)
{
  retyped_deallocate<T, Alloc>(untyped_pointer, untyped_allocator);
  return retyped_allocate<Alloc>(size, untyped_allocator);
}

/// Returns an allocator for C code that takes its memory from `allocator`, which must outlive it.
/// Its functions return null where `allocator` throws. For std::allocator<void> this is rcl's
/// default allocator.
template <typename T, typename Alloc>
rcl_allocator_t get_rcl_allocator([[maybe_unused]] Alloc & allocator)
{
  rcl_allocator_t result = rcl_get_default_allocator();
  if constexpr (!std::is_same_v<Alloc, std::allocator<void>>) {
    using Blocks = detail::SizedBlocks<Alloc>;
    result.allocate = &Blocks::allocate;
    result.zero_allocate = &Blocks::zero_allocate;
    result.deallocate = &Blocks::deallocate;
    result.reallocate = &Blocks::reallocate;
    result.state = &allocator;
  }
  return result;
}

}  // namespace rclcpp::allocator

#endif  // RCLCPP__ALLOCATOR__ALLOCATOR_COMMON_HPP_
