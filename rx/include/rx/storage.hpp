// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Storage for items in operators: an optional item and a queue. Both belong to one subscription, so
// a copy is empty; an operator can thus be copied even if its items cannot.

#ifndef RX__DETAIL__FIFO_HPP_
#define RX__DETAIL__FIFO_HPP_

#include <cstddef>
#include <new>
#include <optional>
#include <utility>

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

// A queue for one thread; it allocates only while it grows. Moving a T must not throw, at least not
// when the queue grows.
template <class T>
class fifo
{
public:
  fifo() = default;
  fifo(const fifo &) noexcept : fifo() {}
  fifo(fifo && other) noexcept
  : slots_(std::exchange(other.slots_, nullptr)),
    capacity_(std::exchange(other.capacity_, 0)),
    first_(std::exchange(other.first_, 0)),
    size_(std::exchange(other.size_, 0))
  {
  }
  fifo & operator=(const fifo &) = delete;
  fifo & operator=(fifo && other) noexcept
  {
    std::swap(slots_, other.slots_);
    std::swap(capacity_, other.capacity_);
    std::swap(first_, other.first_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~fifo()
  {
    clear();
    delete[] slots_;
  }

  bool empty() const noexcept { return size_ == 0; }
  std::size_t size() const noexcept { return size_; }

  template <class U>
  void push(U && item)
  {
    if (size_ == capacity_) {
      grow();
    }
    ::new (static_cast<void *>(slots_[at(size_)].bytes)) T(std::forward<U>(item));
    ++size_;
  }
  T & front() noexcept { return (*this)[0]; }
  T pop()
  {
    T item = std::move(front());
    drop();
    return item;
  }
  void drop() noexcept
  {
    front().~T();
    first_ = at(1);
    --size_;
  }
  void clear() noexcept
  {
    while (!empty()) {
      drop();
    }
  }

  T & operator[](std::size_t i) noexcept { return slots_[at(i)].item(); }
  const T & operator[](std::size_t i) const noexcept { return slots_[at(i)].item(); }

private:
  struct slot
  {
    T & item() noexcept { return *std::launder(reinterpret_cast<T *>(bytes)); }

    alignas(T) std::byte bytes[sizeof(T)];
  };

  std::size_t at(std::size_t i) const noexcept { return (first_ + i) & (capacity_ - 1); }

  void grow()  // to the next power of two
  {
    fifo bigger;
    bigger.capacity_ = capacity_ == 0 ? 4 : 2 * capacity_;
    bigger.slots_ = new slot[bigger.capacity_];
    for (std::size_t i = 0; i < size_; ++i) {
      bigger.push(std::move((*this)[i]));
    }
    *this = std::move(bigger);
  }

  slot * slots_ = nullptr;
  std::size_t capacity_ = 0;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace rx::detail

#endif  // RX__DETAIL__FIFO_HPP_
