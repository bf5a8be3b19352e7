// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A binary heap of pointers whose elements store their index, so that each of them can be moved or
// removed.
#ifndef BASE__INDEXED_HEAP_HPP_
#define BASE__INDEXED_HEAP_HPP_

#include <cstddef>
#include <utility>
#include <vector>

namespace base
{

/// `T::*Place` holds the index of the element, or `nowhere`. Before(a, b) means that a is removed
/// first. Not thread-safe. Only reserve() allocates.
template <typename T, typename Before, std::size_t T::*Place>
class IndexedHeap
{
public:
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  bool empty() const { return items_.empty(); }
  std::size_t size() const { return items_.size(); }
  std::size_t capacity() const { return items_.capacity(); }
  T * top() const { return items_.front(); }
  static bool contains(const T & item) { return item.*Place != nowhere; }

  /// Reserves capacity for `count` elements, growing by doubling.
  void reserve(std::size_t count)
  {
    if (count > items_.capacity()) {
      items_.reserve(count > 2 * items_.capacity() ? count : 2 * items_.capacity());
    }
  }

  void push(T & item)
  {
    items_.push_back(&item);
    item.*Place = items_.size() - 1;
    up(item.*Place);
  }

  void erase(T & item)
  {
    const std::size_t hole = item.*Place;
    T * last = items_.back();
    items_.pop_back();
    item.*Place = nowhere;
    if (last != &item) {
      items_[hole] = last;
      last->*Place = hole;
      update(*last);
    }
  }

  /// Restores the heap after the order of `item` has changed.
  void update(T & item)
  {
    up(item.*Place);
    down(item.*Place);
  }

private:
  void up(std::size_t i)
  {
    while (i > 0) {
      const std::size_t parent = (i - 1) / 2;
      if (!Before()(*items_[i], *items_[parent])) {
        return;
      }
      swap(i, parent);
      i = parent;
    }
  }

  void down(std::size_t i)
  {
    for (;;) {
      std::size_t child = 2 * i + 1;
      if (child >= items_.size()) {
        return;
      }
      if (child + 1 < items_.size() && Before()(*items_[child + 1], *items_[child])) {
        ++child;
      }
      if (!Before()(*items_[child], *items_[i])) {
        return;
      }
      swap(i, child);
      i = child;
    }
  }

  void swap(std::size_t a, std::size_t b)
  {
    std::swap(items_[a], items_[b]);
    items_[a]->*Place = a;
    items_[b]->*Place = b;
  }

  std::vector<T *> items_;
};

}  // namespace base

#endif  // BASE__INDEXED_HEAP_HPP_
