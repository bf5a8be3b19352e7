// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// subscribe: the member of observable, as the end of a pipe.

#ifndef RX__OPERATORS__SUBSCRIBE_HPP_
#define RX__OPERATORS__SUBSCRIBE_HPP_

#include <tuple>
#include <utility>

namespace rx::operators
{

// source | subscribe(on_next[, on_error][, on_completed]) is source.subscribe(…) and takes the same
// arguments.
//
// subscribe<T>(…), RxCpp's spelling, is the same, because the pipe knows the type of its items.
// Cost: none of its own.
//
//   std::string got;
//   just(1, 2) | subscribe([&](int i) { got += std::to_string(i); }, [&] { got += '|'; });
//   got;  // -> 12|
template <class T = void, class... Args>
auto subscribe(Args... args)
{
  return [args = std::tuple(std::move(args)...)]<class Observable>(Observable && source) mutable {
    return std::apply(
      [&](auto &... a) { return std::forward<Observable>(source).subscribe(std::move(a)...); },
      args);
  };
}

}  // namespace rx::operators

#endif  // RX__OPERATORS__SUBSCRIBE_HPP_
