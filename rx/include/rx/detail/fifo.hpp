// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What operators keep items in: an optional one and a queue. Both belong to one subscription, so a copy is empty: thus an
// operator can be copied although it is for items that cannot.

#ifndef RX__DETAIL__FIFO_HPP_
#define RX__DETAIL__FIFO_HPP_

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace rx::detail
{

template <class T>
class kept : public std::optional<T>
{
public:
  using std::optional<T>::operator=;
  kept() = default;
  kept(const kept &) noexcept : std::optional<T>() {}
  kept(kept &&) = default;
  kept & operator=(const kept &) = delete;
  kept & operator=(kept &&) = default;
};

// Of one thread; allocates only while it grows.
template <class T>
class fifo
{
public:
  fifo() = default;
  fifo(const fifo &) noexcept : fifo() {}
  fifo(fifo &&) = default;
  fifo & operator=(const fifo &) = delete;
  fifo & operator=(fifo &&) = default;

  bool empty() const noexcept { return size_ == 0; }
  std::size_t size() const noexcept { return size_; }

  template <class U>
  void push(U && item)
  {
    if (size_ == slots_.size()) {
      grow();
    }
    slots_[at(size_)].emplace(std::forward<U>(item));
    ++size_;
  }
  T & front() noexcept { return *slots_[first_]; }
  T pop()
  {
    T item = std::move(*slots_[first_]);
    drop();
    return item;
  }
  void drop() noexcept
  {
    slots_[first_].reset();
    first_ = at(1);
    --size_;
  }
  void clear() noexcept
  {
    while (!empty()) {
      drop();
    }
  }

  T & operator[](std::size_t i) noexcept { return *slots_[at(i)]; }
  const T & operator[](std::size_t i) const noexcept { return *slots_[at(i)]; }

private:
  std::size_t at(std::size_t i) const noexcept { return (first_ + i) & (slots_.size() - 1); }

  void grow()  // to the next power of two
  {
    std::vector<std::optional<T>> bigger(slots_.empty() ? 4 : 2 * slots_.size());
    for (std::size_t i = 0; i < size_; ++i) {
      bigger[i] = std::move(slots_[at(i)]);
    }
    slots_ = std::move(bigger);
    first_ = 0;
  }

  std::vector<std::optional<T>> slots_;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace rx::detail

#endif  // RX__DETAIL__FIFO_HPP_
