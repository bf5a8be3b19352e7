// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The begin and end events of the windows of buffer_toggle and window_toggle, as one stream.

#ifndef RX__DETAIL__TOGGLE_HPP_
#define RX__DETAIL__TOGGLE_HPP_

#include <cstdint>
#include <functional>
#include <utility>

#include "rx/operators/flat_map.hpp"
#include "rx/operators/ignore_elements.hpp"
#include "rx/operators/map.hpp"
#include "rx/operators/start_with.hpp"
#include "rx/operators/take.hpp"

namespace rx::detail
{

struct toggle_event
{
  std::uint64_t window;
  bool opens;
};

// An item of the openings begins a window; the first item or the end of closer(item) ends it.
template <class Closer>
struct toggle_of
{
  template <class U>
  auto operator()(U && opening)
  {
    const std::uint64_t window = next++;
    auto end = [window](const auto &) { return toggle_event{window, false}; };
    return std::invoke(closer, std::forward<U>(opening)) | take(1) | map<decltype(end)>(end) |
           default_if_empty<toggle_event>{{window, false}} |
           start_with<toggle_event>(toggle_event{window, true});
  }

  Closer closer;
  std::uint64_t next = 0;
};

template <class Openings, class Closer>
auto toggle_events(Openings openings, Closer closer)
{
  return std::move(openings) |
         make_flatten<flattening::merge>(toggle_of<Closer>{std::move(closer)});
}

}  // namespace rx::detail

#endif  // RX__DETAIL__TOGGLE_HPP_
