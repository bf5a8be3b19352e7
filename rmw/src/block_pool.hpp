// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Memory blocks for serialized samples, reused across threads.

#ifndef BLOCK_POOL_HPP_
#define BLOCK_POOL_HPP_

#include <cstddef>

#include "rmw/fork.hpp"

namespace rmw::detail
{

/// One thread usually creates a sample and another one frees it, which makes malloc's thread caches
/// useless; and for samples of megabytes, fresh pages cost more than the copy into them. Therefore
/// freed blocks are kept in lists by size class, each with its own lock: at most 64 small blocks
/// per class and 64 MiB of large ones in total. Thread-safe; lives until the process ends. A fork
/// uses the heap instead, because a thread that it does not have may hold a lock for ever.
class BlockPool
{
public:
  static BlockPool & instance();

  /// Returns at least `size` bytes, aligned for any type, and sets `size` to the real size. Throws
  /// std::bad_alloc.
  void * allocate(std::size_t & size);
  /// Returns a block; `size` is the size that allocate() returned.
  void release(void * block, std::size_t size) noexcept;

private:
  BlockPool() = default;
  struct Class;
  Class * classes();
  bool is_usable() const noexcept { return forks_ == count_forks(); }

  const unsigned forks_ = count_forks();
};

}  // namespace rmw::detail

#endif  // BLOCK_POOL_HPP_
