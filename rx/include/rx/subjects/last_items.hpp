// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The memory of replay subjects and share_replay, for late subscribers.

#ifndef RX__SUBJECTS__LAST_ITEMS_HPP_
#define RX__SUBJECTS__LAST_ITEMS_HPP_

#include <atomic>
#include <concepts>
#include <cstddef>
#include <utility>

#include "rx/environment.hpp"
#include "rx/storage.hpp"
#include "rx/subjects/state.hpp"

namespace rx::detail
{

// Keeps the last items, limited by number and by age.
template <class T>
class last_items
{
  static_assert(
    std::copy_constructible<T>,
    "rx::subjects::replay: the items must be copyable, since the last ones are kept");

public:
  static constexpr bool after_end = true;
  static constexpr bool until_end = false;

  last_items(std::size_t count, duration age, environment clock)
  : count_(count), age_(age), clock_(std::move(clock))
  {
  }

  // Stores an item and drops old ones.
  void remember(const T & item)
  {
    if (count_ == 0) {
      return;
    }
    forget_old();
    if (items_.size() == count_) {
      items_.drop();
    }
    items_.push(entry{clock_ ? clock_.now() : time_point(), item});
  }
  // Delivers the stored items to a new observer. Returns false if it ended its stream.
  bool replay(subject_node<T> & node)
  {
    forget_old();
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (node.ended.load(std::memory_order_acquire) || !node.next(std::as_const(items_[i].item))) {
        return false;
      }
    }
    return true;
  }

private:
  struct entry
  {
    time_point came;
    T item;
  };

  void forget_old()
  {
    if (clock_) {
      const time_point now = clock_.now();
      while (!items_.empty() && saturated_difference(now, items_.front().came) > age_) {
        items_.drop();
      }
    }
  }

  std::size_t count_;
  duration age_;
  environment clock_;  // empty: the age does not matter
  fifo<entry> items_;
};

}  // namespace rx::detail

#endif  // RX__SUBJECTS__LAST_ITEMS_HPP_
