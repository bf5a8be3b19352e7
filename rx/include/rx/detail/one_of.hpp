// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A value of one of several types, or none: the entries of rx's queues.

#ifndef RX__DETAIL__ONE_OF_HPP_
#define RX__DETAIL__ONE_OF_HPP_

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
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

// Replaces std::variant<std::monostate, T...> and std::get_if as far as rx needs them, for a tenth
// of their compile time: every pipe has several, each of another type. A move does not reset the
// moved-from object. A type whose move may throw is kept on the heap, so that no move throws.
template <class... T>
class one_of
{
public:
  one_of() = default;  // none
  template <std::size_t I, class... Args>
  explicit one_of(std::in_place_index_t<I>, Args &&... args)
  {
    using U = typename nth<I, T...>::type;
    if constexpr (is_boxed<U>) {
      ::new (static_cast<void *>(bytes_)) held<U>(new U(std::forward<Args>(args)...));
    } else {
      ::new (static_cast<void *>(bytes_)) U(std::forward<Args>(args)...);
    }
    index_ = I;
  }
  one_of(one_of && other) noexcept : index_(other.index_)
  {
    std::size_t i = 0;
    static_cast<void>(
      ((i++ == index_ &&
        (::new (static_cast<void *>(bytes_)) held<T>(std::move(other.template as<held<T>>())),
         true)) ||
       ...));
  }
  one_of & operator=(one_of &&) = delete;
  ~one_of()
  {
    std::size_t i = 0;
    static_cast<void>(((i++ == index_ && (destroy<held<T>>(), true)) || ...));
  }

  explicit operator bool() const noexcept { return index_ != sizeof...(T); }
  std::size_t index() const noexcept { return index_; }  // sizeof...(T): empty

  // Returns a pointer to the value of the I-th type, or nullptr.
  template <std::size_t I>
  auto * get_if() noexcept
  {
    using U = typename nth<I, T...>::type;
    if constexpr (is_boxed<U>) {
      return index_ == I ? as<held<U>>().get() : nullptr;
    } else {
      return index_ == I ? &as<U>() : nullptr;
    }
  }

private:
  template <class U>
  static constexpr bool is_boxed = !std::is_nothrow_move_constructible_v<U>;
  template <class U>
  using held = std::conditional_t<is_boxed<U>, std::unique_ptr<U>, U>;

  template <class U>
  void destroy() noexcept
  {
    as<U>().~U();
  }
  template <class U>
  U & as() noexcept
  {
    return *std::launder(reinterpret_cast<U *>(bytes_));
  }

  alignas(held<T>...) std::byte bytes_[std::max({sizeof(held<T>)...})];
  std::size_t index_ = sizeof...(T);
};

}  // namespace rx::detail

#endif  // RX__DETAIL__ONE_OF_HPP_
