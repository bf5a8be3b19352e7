// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// See count_allocations.hpp. In a file of its own, because compilers distrust an operator new that
// they can inline.

#include "count_allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace
{

std::atomic<long> count{0};

}  // namespace

long allocations() noexcept
{
  return count.load(std::memory_order_relaxed);
}

void * operator new(std::size_t size)
{
  count.fetch_add(1, std::memory_order_relaxed);
  if (void * p = std::malloc(size)) {
    return p;
  }
  throw std::bad_alloc();
}
void operator delete(void * p) noexcept
{
  std::free(p);
}
void operator delete(void * p, std::size_t) noexcept
{
  std::free(p);
}
