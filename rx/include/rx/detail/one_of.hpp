// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// One value of several types, or none: what waits in rx's queues.

#ifndef RX__DETAIL__ONE_OF_HPP_
#define RX__DETAIL__ONE_OF_HPP_

#include <algorithm>
#include <cstddef>
#include <new>
#include <utility>

namespace rx::detail
{

template <std::size_t I, class First, class... More>
struct nth : nth<I - 1, More...>
{
};
template <class First, class... More>
struct nth<0, First, More...>
{
  using type = First;
};

// What std::variant<std::monostate, T...> and std::get_if are for, as far as rx needs it, for a
// tenth of what the compiler spends on those: every pipe has several, each of another type. Moves
// leave the other as it is. The types move without throwing.
template <class... T>
class one_of
{
public:
  one_of() = default;  // none
  template <std::size_t I, class... Args>
  explicit one_of(std::in_place_index_t<I>, Args &&... args)
  {
    ::new (static_cast<void *>(bytes_)) typename nth<I, T...>::type(std::forward<Args>(args)...);
    index_ = I;
  }
  one_of(one_of && other) noexcept : index_(other.index_)
  {
    std::size_t i = 0;
    static_cast<void>(
      ((i++ == index_ &&
        (::new (static_cast<void *>(bytes_)) T(std::move(other.template as<T>())), true)) ||
       ...));
  }
  one_of & operator=(one_of &&) = delete;
  ~one_of()
  {
    std::size_t i = 0;
    static_cast<void>(((i++ == index_ && (as<T>().~T(), true)) || ...));
  }

  explicit operator bool() const noexcept { return index_ != sizeof...(T); }
  std::size_t index() const noexcept { return index_; }  // sizeof...(T): none

  // The value of the I-th type, or nullptr.
  template <std::size_t I>
  auto * get_if() noexcept
  {
    return index_ == I ? &as<typename nth<I, T...>::type>() : nullptr;
  }

private:
  template <class U>
  U & as() noexcept
  {
    return *std::launder(reinterpret_cast<U *>(bytes_));
  }

  alignas(T...) std::byte bytes_[std::max({sizeof(T)...})];
  std::size_t index_ = sizeof...(T);
};

}  // namespace rx::detail

#endif  // RX__DETAIL__ONE_OF_HPP_
