// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Small blocks that are allocated in one thread and freed in another, as the control blocks of
// messages are.
#ifndef RCLCPP__MESSAGE__BLOCK_POOL_HPP_
#define RCLCPP__MESSAGE__BLOCK_POOL_HPP_

#include <cstddef>
#include <new>

namespace rclcpp::detail
{

inline constexpr std::size_t block_size = 64;

/// A block of block_size bytes, aligned for any type. Each thread keeps a few, and exchanges them
/// with the others in batches, so that a pipeline of threads stops allocating after a while. Blocks
/// are never given back to the system. Throws std::bad_alloc.
void * allocate_block();
void free_block(void * block) noexcept;

/// Standard allocator over these blocks, for objects that fit.
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
    static_assert(sizeof(T) <= block_size && alignof(T) <= alignof(std::max_align_t));
    if (count != 1) {
      throw std::bad_alloc();
    }
    return static_cast<T *>(allocate_block());
  }
  void deallocate(T * block, std::size_t) noexcept { free_block(block); }

  template <typename U>
  bool operator==(const BlockAllocator<U> &) const noexcept
  {
    return true;
  }
};

}  // namespace rclcpp::detail

#endif  // RCLCPP__MESSAGE__BLOCK_POOL_HPP_
