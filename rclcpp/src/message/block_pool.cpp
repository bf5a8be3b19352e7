// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The pool of small blocks: a list per thread, and a list of full batches that all threads share.
#include "message/block_pool.hpp"

#include <mutex>

#include "base/pi_mutex.hpp"

namespace rclcpp::detail
{
namespace
{

constexpr std::size_t batch = 32;

// Of a free block: the next of its list; of the first of a batch also the next batch.
struct Free
{
  Free * next;
  Free * next_batch;
};
static_assert(sizeof(Free) <= block_size);

// Never destroyed: messages may outlive every static object.
struct Shared
{
  base::PiMutex mutex;
  Free * batches = nullptr;
};
Shared & shared()
{
  static Shared & instance = *new Shared;
  return instance;
}

void give_batch(Free * first) noexcept
{
  Shared & pool = shared();
  std::lock_guard lock(pool.mutex);
  first->next_batch = pool.batches;
  pool.batches = first;
}

Free * take_batch() noexcept
{
  Shared & pool = shared();
  std::lock_guard lock(pool.mutex);
  Free * first = pool.batches;
  if (first) {
    pool.batches = first->next_batch;
  }
  return first;
}

// Two lists, so that a thread which allocates and frees in turn at a border of batches does not
// exchange each time.
struct Local
{
  Free * list = nullptr;
  std::size_t count = 0;
  Free * spare = nullptr;  // a full batch
  bool watched = false;    // the thread's end will give the lists back
  bool ended = false;
};
thread_local constinit Local local;

struct AtThreadEnd
{
  ~AtThreadEnd()
  {
    local.ended = true;
    if (local.list) {
      give_batch(local.list);
    }
    if (local.spare) {
      give_batch(local.spare);
    }
    local.list = local.spare = nullptr;
    local.count = 0;
  }
};

void watch_thread_end()
{
  static thread_local AtThreadEnd at_thread_end;
  (void)at_thread_end;
  local.watched = true;
}

}  // namespace

void * allocate_block()
{
  if (!local.list) [[unlikely]] {
    if (local.ended) {
      return ::operator new(block_size);
    }
    if (!local.watched) {
      watch_thread_end();
    }
    if (local.spare) {
      local.list = local.spare;
      local.spare = nullptr;
    } else {
      local.list = take_batch();
    }
    // A batch of a thread that ended may be smaller: the count is only a bound for what is kept.
    local.count = local.list ? batch : 0;
    if (!local.list) {
      return ::operator new(block_size);
    }
  }
  Free * const block = local.list;
  local.list = block->next;
  --local.count;
  return block;
}

void free_block(void * memory) noexcept
{
  if (!local.watched && !local.ended) [[unlikely]] {
    watch_thread_end();
  }
  if (local.ended) [[unlikely]] {
    give_batch(::new (memory) Free{nullptr, nullptr});
    return;
  }
  Free * const block = ::new (memory) Free{local.list, nullptr};
  local.list = block;
  if (++local.count == batch) {
    if (local.spare) {
      give_batch(local.spare);
    }
    local.spare = local.list;
    local.list = nullptr;
    local.count = 0;
  }
}

}  // namespace rclcpp::detail
