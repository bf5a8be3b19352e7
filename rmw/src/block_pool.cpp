// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Size classes and free lists of the block pool.

#include "block_pool.hpp"

#include <atomic>
#include <bit>
#include <mutex>
#include <new>

#include "base/pi_mutex.hpp"

namespace rmw::detail
{
namespace
{

constexpr std::size_t smallest = 256;
constexpr std::size_t largest = std::size_t{64} << 20;
constexpr std::size_t large_from = 64 << 10;
constexpr std::size_t small_blocks_kept = 64;
constexpr std::size_t large_bytes_kept = std::size_t{64} << 20;

// Four classes between a power of two and the next: at most a quarter is wasted (and never touched,
// so for large blocks not even resident).
struct SizeClass
{
  std::size_t index;
  std::size_t bytes;
};

SizeClass class_of(std::size_t size)
{
  if (size <= smallest) {
    return {0, smallest};
  }
  const std::size_t power = std::bit_floor(size - 1);  // power < size <= 2 * power
  const std::size_t step = power / 4;
  const std::size_t quarter = (size - power + step - 1) / step;  // 1…4
  const std::size_t octave = std::countr_zero(power) - std::countr_zero(smallest);
  return {4 * octave + quarter, power + quarter * step};
}

constexpr std::size_t class_count = 4 * (26 - 8) + 1;
static_assert((std::size_t{1} << 26) == largest && (1 << 8) == smallest);

struct FreeBlock
{
  FreeBlock * next;
};

}  // namespace

struct BlockPool::Class
{
  base::PiMutex mutex;  // guards the members below; publishers of any priority take it
  FreeBlock * first = nullptr;
  std::size_t count = 0;
};

namespace
{
std::atomic<std::size_t> large_bytes{0};

// With AddressSanitizer each block comes from the heap, so that a use after free is detected.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool reuse = false;
#else
constexpr bool reuse = true;
#endif
}  // namespace

BlockPool & BlockPool::instance()
{
  // Never destroyed: samples may outlive everything else.
  static BlockPool * pool = new BlockPool;
  return *pool;
}

BlockPool::Class * BlockPool::classes()
{
  static Class * const table = new Class[class_count];
  return table;
}

void * BlockPool::allocate(std::size_t & size)
{
  if (!reuse || size > largest || !is_usable()) {
    return ::operator new(size);
  }
  const SizeClass size_class = class_of(size);
  size = size_class.bytes;
  Class & list = classes()[size_class.index];
  {
    std::lock_guard lock(list.mutex);
    if (FreeBlock * block = list.first) {
      list.first = block->next;
      --list.count;
      if (size >= large_from) {
        large_bytes.fetch_sub(size, std::memory_order_relaxed);
      }
      return block;
    }
  }
  return ::operator new(size);
}

void BlockPool::release(void * block, std::size_t size) noexcept
{
  if (!reuse || size > largest || !is_usable()) {
    ::operator delete(block);
    return;
  }
  if (size >= large_from) {
    if (large_bytes.fetch_add(size, std::memory_order_relaxed) + size > large_bytes_kept) {
      large_bytes.fetch_sub(size, std::memory_order_relaxed);
      ::operator delete(block);
      return;
    }
  }
  Class & list = classes()[class_of(size).index];
  {
    std::lock_guard lock(list.mutex);
    if (size >= large_from || list.count < small_blocks_kept) {
      list.first = new (block) FreeBlock{list.first};
      ++list.count;
      return;
    }
  }
  ::operator delete(block);
}

}  // namespace rmw::detail
