// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A growing block of bytes that is not zeroed.
#ifndef BAG__BUFFER_HPP_
#define BAG__BUFFER_HPP_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>

namespace bag::detail
{

static_assert(std::endian::native == std::endian::little, "bag copies MCAP's numbers as they are");

class Buffer
{
public:
  std::byte * data() noexcept { return data_.get(); }
  const std::byte * data() const noexcept { return data_.get(); }
  std::size_t size() const noexcept { return size_; }
  std::size_t capacity() const noexcept { return capacity_; }
  std::span<const std::byte> bytes() const noexcept { return {data(), size_}; }
  void clear() noexcept { size_ = 0; }

  /// New bytes are uninitialised.
  void resize(std::size_t size)
  {
    if (size > capacity_) {
      const std::size_t capacity = std::max(size, capacity_ + capacity_ / 2);
      auto grown = std::make_unique_for_overwrite<std::byte[]>(capacity);
      if (size_ != 0) {
        std::memcpy(grown.get(), data(), size_);
      }
      data_ = std::move(grown);
      capacity_ = capacity;
    }
    size_ = size;
  }

  /// Appends `count` uninitialised bytes and returns a pointer to them.
  std::byte * extend(std::size_t count)
  {
    const std::size_t size = size_;
    resize(size + count);
    return data() + size;
  }

  void put(const void * bytes, std::size_t count)
  {
    if (count != 0) {
      std::memcpy(extend(count), bytes, count);
    }
  }
  template <typename T>
    requires std::is_integral_v<T>
  void put(T value)
  {
    put(&value, sizeof(value));
  }
  /// Appends the length and the text.
  void put_text(std::string_view text)
  {
    put(static_cast<std::uint32_t>(text.size()));
    put(text.data(), text.size());
  }
  template <typename T>
  void set(std::size_t at, T value)
  {
    std::memcpy(data() + at, &value, sizeof(value));
  }

private:
  std::unique_ptr<std::byte[]> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace bag::detail

#endif  // BAG__BUFFER_HPP_
