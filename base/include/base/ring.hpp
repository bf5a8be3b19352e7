// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A bounded first-in first-out queue in one block of memory.
#ifndef BASE__RING_HPP_
#define BASE__RING_HPP_

#include <algorithm>
#include <cstddef>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

namespace base
{

/// A ring buffer for at most `limit` items that grows by doubling up to the limit and never
/// shrinks. Item 0 is the oldest. T is default-constructible, and its moves do not throw: a slot
/// without an item holds a moved-from T, or the value that the user left there. Not thread-safe.
template <typename T>
class Ring
{
public:
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

  Ring() = default;
  /// Allocates `reserved` slots at once, or `limit` if that is less. Throws std::bad_alloc.
  explicit Ring(std::size_t limit, std::size_t reserved)
  : limit_(limit), places_(std::min(limit, reserved))
  {
  }

  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  std::size_t limit() const noexcept { return limit_; }

  T & operator[](std::size_t index) noexcept { return places_[place(index)]; }
  const T & operator[](std::size_t index) const noexcept { return places_[place(index)]; }
  T & front() noexcept { return places_[first_]; }
  const T & front() const noexcept { return places_[first_]; }

  /// Makes room for one more item. Returns false if there are `limit` items, or no memory for more.
  bool make_room() noexcept { return size_ < places_.size() || grow(); }

  /// Appends the slot after the last item and returns it with its previous value. There must be
  /// room.
  T & append() noexcept { return places_[place(size_++)]; }
  void push_back(T && item) noexcept { append() = std::move(item); }

  /// Removes the first item; its slot keeps the value for reuse. Must not be empty.
  void drop_front() noexcept
  {
    first_ = first_ + 1 == places_.size() ? 0 : first_ + 1;
    --size_;
  }
  T pop_front() noexcept
  {
    T item = std::move(front());
    drop_front();
    return item;
  }

  /// Moves the items for which `matches` is true, in their order, to the end of `out`. Rethrows
  /// exceptions of `matches` and `out.push_back`; then the item being moved is lost and the rest
  /// stay.
  template <typename Matches, typename Out>
  void extract_if(const Matches & matches, Out & out)
  {
    for (std::size_t left = size_; left > 0; --left) {
      T item = pop_front();
      if (matches(std::as_const(item))) {
        out.push_back(std::move(item));
      } else {
        push_back(std::move(item));
      }
    }
  }

  void swap(Ring & other) noexcept
  {
    std::swap(limit_, other.limit_);
    places_.swap(other.places_);
    std::swap(first_, other.first_);
    std::swap(size_, other.size_);
  }

private:
  std::size_t place(std::size_t index) const noexcept
  {
    const std::size_t at = first_ + index;
    return at < places_.size() ? at : at - places_.size();
  }

  bool grow() noexcept
  {
    if (places_.size() >= limit_) {
      return false;
    }
    try {
      std::vector<T> larger(
        places_.size() > limit_ / 2 ? limit_ : std::max<std::size_t>(1, 2 * places_.size()));
      for (std::size_t i = 0; i < size_; ++i) {
        larger[i] = std::move((*this)[i]);
      }
      places_.swap(larger);
      first_ = 0;
      return true;
    } catch (const std::bad_alloc &) {
      return false;
    } catch (const std::length_error &) {
      return false;
    }
  }

  std::size_t limit_ = 0;
  std::vector<T> places_;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace base

#endif  // BASE__RING_HPP_
