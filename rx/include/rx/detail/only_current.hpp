// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Drops items of inner streams that have been replaced, by the number of the inner stream. For
// switch_map.

#ifndef RX__DETAIL__ONLY_CURRENT_HPP_
#define RX__DETAIL__ONLY_CURRENT_HPP_

#include <atomic>
#include <cstdint>
#include <exception>
#include <utility>

namespace rx::detail
{

// An inner item and the number of its outer item. Items of a replaced stream that are still queued
// are dropped.
template <class U>
struct arriving_inner
{
  std::uint64_t generation;
  U && item;
};
template <class T>
struct inner_item
{
  template <class U>
  explicit inner_item(arriving_inner<U> && a)
  : generation(a.generation), item(std::forward<U>(a.item))
  {
  }
  std::uint64_t generation;
  T item;
};
template <class Out>
struct only_current
{
  template <class Item>
  bool on_next(Item && i) noexcept
  {
    return i.generation != current->load(std::memory_order_acquire) ||
           out.on_next(std::forward<decltype(i.item)>(i.item));
  }
  void on_error(const std::exception_ptr & error) noexcept { out.on_error(error); }
  void on_completed() noexcept { out.on_completed(); }

  Out out;
  const std::atomic<std::uint64_t> * current;
};

}  // namespace rx::detail

#endif  // RX__DETAIL__ONLY_CURRENT_HPP_
