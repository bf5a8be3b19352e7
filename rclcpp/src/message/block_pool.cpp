// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The pool of small blocks. Each class has a list per thread, and a list of full batches that all
// threads share.
#include "rclcpp/detail/block_pool.hpp"

#include <array>
#include <mutex>
#include <utility>

#include "base/pi_mutex.hpp"
#include "rmw/fork.hpp"

namespace rclcpp::detail
{
namespace
{

constexpr std::size_t batch = 32;

// With AddressSanitizer each block comes from the heap, so that a use after free is detected.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool reuse = false;
#else
constexpr bool reuse = true;
#endif

constexpr std::size_t size_of(std::size_t block_class)
{
  return smallest_block << block_class;
}
static_assert(size_of(block_class(65)) == 128 && size_of(block_class(128)) == 128);
static_assert(size_of(block_classes - 1) == largest_block);

// Links a free block to the next of its list; the first block of a batch also to the next batch.
struct Free
{
  Free * next;
  Free * next_batch;
};
static_assert(sizeof(Free) <= smallest_block);

// Never destroyed: messages may outlive every static object.
struct Shared
{
  base::PiMutex mutex;  // guards the batches
  std::array<Free *, block_classes> batches{};
  // In a fork, a thread that does not exist there may hold the mutex for ever.
  const unsigned forks = rmw::count_forks();
  bool is_usable() const noexcept { return forks == rmw::count_forks(); }
};
Shared & shared()
{
  static Shared & instance = *new Shared;
  return instance;
}

void give_batch(Free * first, std::size_t block_class) noexcept
{
  Shared & pool = shared();
  if (!pool.is_usable()) {
    while (first) {
      ::operator delete(std::exchange(first, first->next));
    }
    return;
  }
  std::lock_guard lock(pool.mutex);
  first->next_batch = pool.batches[block_class];
  pool.batches[block_class] = first;
}

Free * take_batch(std::size_t block_class) noexcept
{
  Shared & pool = shared();
  if (!pool.is_usable()) {
    return nullptr;
  }
  std::lock_guard lock(pool.mutex);
  Free * first = pool.batches[block_class];
  if (first) {
    pool.batches[block_class] = first->next_batch;
  }
  return first;
}

// Two lists, so that a thread which allocates and frees alternately at the border of a batch does
// not exchange a batch each time.
struct List
{
  Free * list = nullptr;
  std::size_t count = 0;
  Free * spare = nullptr;  // a full batch
};
struct Local
{
  std::array<List, block_classes> lists;
  bool watched = false;  // the end of the thread will return the lists
  bool ended = false;
};
// In the few bytes that the C library reserves for libraries: accessed without a function call.
[[gnu::tls_model("initial-exec")]] thread_local constinit Local local;

struct AtThreadEnd
{
  ~AtThreadEnd()
  {
    local.ended = true;
    for (std::size_t i = 0; i < block_classes; ++i) {
      List & mine = local.lists[i];
      if (mine.list) {
        give_batch(mine.list, i);
      }
      if (mine.spare) {
        give_batch(mine.spare, i);
      }
      mine = List();
    }
  }
};

void watch_thread_end()
{
  static thread_local AtThreadEnd at_thread_end;
  (void)at_thread_end;
  local.watched = true;
}

}  // namespace

void * allocate_block(std::size_t block_class)
{
  if (!reuse) {
    return ::operator new(size_of(block_class));
  }
  List & mine = local.lists[block_class];
  if (!mine.list) [[unlikely]] {
    if (local.ended) {
      return ::operator new(size_of(block_class));
    }
    if (!local.watched) {
      watch_thread_end();
    }
    if (mine.spare) {
      mine.list = mine.spare;
      mine.spare = nullptr;
    } else {
      mine.list = take_batch(block_class);
    }
    // The batch of a thread that ended may be smaller: the count is only an upper bound.
    mine.count = mine.list ? batch : 0;
    if (!mine.list) {
      return ::operator new(size_of(block_class));
    }
  }
  Free * const block = mine.list;
  mine.list = block->next;
  --mine.count;
  return block;
}

void free_block(void * memory, std::size_t block_class) noexcept
{
  if (!reuse) {
    ::operator delete(memory);
    return;
  }
  if (!local.watched && !local.ended) [[unlikely]] {
    watch_thread_end();
  }
  if (local.ended) [[unlikely]] {
    give_batch(::new (memory) Free{nullptr, nullptr}, block_class);
    return;
  }
  List & mine = local.lists[block_class];
  Free * const block = ::new (memory) Free{mine.list, nullptr};
  mine.list = block;
  if (++mine.count == batch) {
    if (mine.spare) {
      give_batch(mine.spare, block_class);
    }
    mine.spare = mine.list;
    mine.list = nullptr;
    mine.count = 0;
  }
}

}  // namespace rclcpp::detail
