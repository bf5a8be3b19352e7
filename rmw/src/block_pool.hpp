// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Memory blocks for serialized samples, reused across threads.

#ifndef BLOCK_POOL_HPP_
#define BLOCK_POOL_HPP_

#include <cstddef>

namespace rmw::detail
{

/// A sample is usually made by one thread and freed by another, which makes malloc's thread caches
/// useless, and for samples of megabytes fresh pages cost more than the copy into them. So freed
/// blocks are kept in lists by size class, each with its own lock: at most 64 small blocks a class
/// and 64 MiB of large ones in all. Thread safe; lives until the process ends.
class BlockPool
{
public:
  static BlockPool & instance();

  /// At least `size` bytes, aligned for any type; the real size is put into `size`.
  /// Throws std::bad_alloc.
  void * allocate(std::size_t & size);
  /// `size` as allocate() returned it.
  void release(void * block, std::size_t size) noexcept;

private:
  BlockPool() = default;
  struct Class;
  Class * classes();
};

}  // namespace rmw::detail

#endif  // BLOCK_POOL_HPP_
