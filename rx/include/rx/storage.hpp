// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Storage for the items of an operator: an optional item and a queue. Both belong to one
// subscription, so a copy is empty; an operator can thus be copied even if its items cannot.

#ifndef RX__STORAGE_HPP_
#define RX__STORAGE_HPP_

#include <cstddef>
#include <new>
#include <optional>
#include <utility>

namespace rx
{

// A std::optional that a copy does not take over. Not thread-safe.
template <class T>
class optional_item : public std::optional<T>
{
public:
  using std::optional<T>::operator=;
  optional_item() = default;
  // Creates an empty one.
  optional_item(const optional_item &) noexcept : std::optional<T>() {}
  // Takes over the item.
  optional_item(optional_item &&) = default;
  optional_item & operator=(const optional_item &) = delete;
  // Takes over the item.
  optional_item & operator=(optional_item &&) = default;
};

// A queue that owns its items; it allocates only while it grows, and never shrinks. Not
// thread-safe. Moving a T must not throw, at least not when the queue grows. Member functions that
// read an item require that there is one.
template <class T>
class fifo
{
public:
  fifo() = default;
  // Creates an empty queue.
  fifo(const fifo &) noexcept : fifo() {}
  // Takes over the items; the other queue becomes empty.
  fifo(fifo && other) noexcept
  : slots_(std::exchange(other.slots_, nullptr)),
    capacity_(std::exchange(other.capacity_, 0)),
    first_(std::exchange(other.first_, 0)),
    size_(std::exchange(other.size_, 0))
  {
  }
  fifo & operator=(const fifo &) = delete;
  // Exchanges the items.
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

  // Returns true if there is no item.
  bool empty() const noexcept { return size_ == 0; }
  // Returns the number of items.
  std::size_t size() const noexcept { return size_; }

  // Appends an item. If that throws (out of memory, or the copy of the item), the queue is as
  // before.
  template <class U>
  void push(U && item)
  {
    if (size_ == capacity_) {
      grow();
    }
    ::new (static_cast<void *>(slots_[at(size_)].bytes)) T(std::forward<U>(item));
    ++size_;
  }
  // Returns the oldest item.
  T & front() noexcept { return (*this)[0]; }
  // Removes and returns the oldest item.
  T pop()
  {
    T item = std::move(front());
    drop();
    return item;
  }
  // Destroys the oldest item.
  void drop() noexcept
  {
    front().~T();
    first_ = at(1);
    --size_;
  }
  // Destroys all items; keeps the memory for later ones.
  void clear() noexcept
  {
    while (!empty()) {
      drop();
    }
  }

  // Returns item number i, counted from the oldest.
  T & operator[](std::size_t i) noexcept { return slots_[at(i)].item(); }
  // Returns item number i, counted from the oldest.
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

}  // namespace rx

#endif  // RX__STORAGE_HPP_
