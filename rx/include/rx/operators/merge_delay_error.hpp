// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// merge_delay_error: merges several streams and reports their errors when all have ended.

#ifndef RX__OPERATORS__MERGE_DELAY_ERROR_HPP_
#define RX__OPERATORS__MERGE_DELAY_ERROR_HPP_

#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "rx/error.hpp"
#include "rx/operators/flat_map.hpp"
#include "rx/operators/materialize.hpp"
#include "rx/operators/merge.hpp"
#include "rx/stage.hpp"

namespace rx
{

namespace detail
{

// Follows a merge of notifications: passes the items on and keeps the errors for the end.
struct errors_at_the_end : stage
{
  template <class N>
  using emits = typename item_of_notification<N>::type;

  template <class U, class Out>
  bool on_next(U && n, Out & out)
  {
    if (n.is_on_next()) {
      return std::forward<U>(n).accept(out);
    }
    if (n.is_on_error()) {
      failed.push_back(n.error());
    }
    return true;
  }
  template <class Out>
  void on_completed(Out & out)
  {
    if (failed.empty()) {
      out.on_completed();
    } else {
      out.on_error(std::make_exception_ptr(composite_exception(std::move(failed))));
    }
  }

  std::vector<std::exception_ptr> failed;
};

}  // namespace detail

namespace operators
{

// a.merge_delay_error(b…) is merge, but a stream that fails does not stop the others. When all have
// ended, one rx::composite_exception holds the errors of the failed streams.
//
//   a                     --1--X
//   b                     ---a----b--|
//   merge_delay_error(b)  --1a----b--X
//
// For redundant sensors: a broken one does not silence the others. The streams may be on different
// threads. Cost: that of merge, and one move per item; heap only for errors.
//
//   m.of(m.cold("-1-X") | merge_delay_error(m.cold("--a--b|")));  // -> -1a--bX
template <class First, class... More>
auto merge_delay_error(First first, More... more)
{
  return detail::after_environment(
    []<class... Observables>(Observables... others) {
      static_assert(sizeof...(Observables) > 0, "rx::merge_delay_error: nothing to merge with");
      return [... others = std::move(others)](auto && source) {
        using T = typename std::remove_cvref_t<decltype(source)>::value_type;
        static_assert(
          (std::is_same_v<typename Observables::value_type, T> && ...),
          "rx::merge_delay_error: the streams have items of different types; map them to one type "
          "first");
        return std::forward<decltype(source)>(source) | materialize() |
               merge(others | materialize()...) | detail::errors_at_the_end();
      };
    },
    std::move(first), std::move(more)...);
}

// streams.merge_delay_error(): for a stream of streams; an error of the outer stream ends it at
// once.
inline auto merge_delay_error()
{
  return [](auto && streams) {
    return std::forward<decltype(streams)>(streams) |
           flat_map([](auto stream) { return std::move(stream) | materialize(); }) |
           detail::errors_at_the_end();
  };
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__MERGE_DELAY_ERROR_HPP_
