// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A pool of small memory blocks that one thread allocates and another frees, such as the control
// blocks of messages and the objects of calls and goals.
#ifndef RCLCPP__DETAIL__BLOCK_POOL_HPP_
#define RCLCPP__DETAIL__BLOCK_POOL_HPP_

#include <bit>
#include <cstddef>
#include <new>

#include "rclcpp/visibility_control.hpp"

namespace rclcpp::detail
{

inline constexpr std::size_t smallest_block = 64;
inline constexpr std::size_t largest_block = 512;

/// Returns the size class of an object: index of the block size 64, 128, 256 or 512 bytes that fits
/// it.
constexpr std::size_t block_class(std::size_t bytes)
{
  return bytes <= smallest_block
           ? 0
           : static_cast<std::size_t>(std::bit_width((bytes - 1) / smallest_block));
}
inline constexpr std::size_t block_classes = block_class(largest_block) + 1;

/// Returns a block that is aligned for any type. Each thread caches a few blocks per class and
/// exchanges them with other threads in batches, so that a pipeline of threads stops allocating
/// after a while. Blocks are never returned to the system. Throws std::bad_alloc.
RCLCPP_PUBLIC void * allocate_block(std::size_t block_class);
/// Returns a block to the cache of the calling thread.
RCLCPP_PUBLIC void free_block(void * block, std::size_t block_class) noexcept;

/// A standard allocator over these blocks. Larger objects use the heap.
template <typename T>
struct BlockAllocator
{
  using value_type = T;

  BlockAllocator() noexcept = default;
  template <typename U>
  // NOLINTNEXTLINE(google-explicit-constructor): allocators convert
  BlockAllocator(const BlockAllocator<U> &) noexcept
  {
  }

  T * allocate(std::size_t count)
  {
    static_assert(alignof(T) <= alignof(std::max_align_t));
    return static_cast<T *>(
      count == 1 && fits ? allocate_block(block_class(bytes)) : ::operator new(count * bytes));
  }
  void deallocate(T * block, std::size_t count) noexcept
  {
    if (count == 1 && fits) {
      free_block(block, block_class(bytes));
    } else {
      ::operator delete(block);
    }
  }

  template <typename U>
  bool operator==(const BlockAllocator<U> &) const noexcept
  {
    return true;
  }

private:
  static constexpr std::size_t bytes =
    sizeof(T);  // NOLINT(bugprone-sizeof-expression): T may be a pointer
  static constexpr bool fits = bytes <= largest_block;
};

/// Base class that makes `new` take objects from the block pool.
struct BlockAllocated
{
  static void * operator new(std::size_t bytes)
  {
    return bytes <= largest_block ? allocate_block(block_class(bytes)) : ::operator new(bytes);
  }
  static void operator delete(void * block, std::size_t bytes) noexcept
  {
    if (bytes <= largest_block) {
      free_block(block, block_class(bytes));
    } else {
      ::operator delete(block);
    }
  }
};

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__BLOCK_POOL_HPP_
