// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// amb: the items of the first of several streams.

#ifndef RX__OPERATORS__AMB_HPP_
#define RX__OPERATORS__AMB_HPP_

#include <atomic>
#include <cstddef>
#include <limits>
#include <memory>

#include "rx/detail/fits.hpp"
#include "rx/operators/filter.hpp"
#include "rx/operators/merge.hpp"
#include "rx/operators/take_until.hpp"

namespace rx
{

namespace subjects
{
template <class T>
class subject;
}
namespace sources
{
template <class F>
auto defer(F f);
}

namespace detail
{

template <class T, std::size_t N>
struct amb : combining_operator
{
  template <class...>
  using emits = T;

  template <std::size_t I, class U, class Out>
  bool on_next(input<I>, U && item, Out & out, merge_control & self)
  {
    return !chosen(I, self) || emit_as<T>(std::forward<U>(item), out);
  }
  template <std::size_t I, class Out>
  bool on_completed(input<I>, Out & out, merge_control & self)
  {
    if (!chosen(I, self)) {
      return true;
    }
    out.on_completed();
    return false;
  }

  bool chosen(std::size_t index, merge_control & self)
  {
    if (winner == N) {
      winner = index;
      for (std::size_t i = 0; i < N; ++i) {
        if (i != index) {
          self.unsubscribe(i);
        }
      }
    }
    return winner == index;
  }

  std::size_t winner = N;
};

template <class... Observables>
struct first_of : converted_items<typename Observables::value_type...>
{
  explicit first_of(std::tuple<Observables...> streams) : others(std::move(streams)) {}

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    using op = amb<T, 1 + sizeof...(Observables)>;
    return combined<op, Observables...>{op(), others}(std::forward<Observable>(source));
  }

  std::tuple<Observables...> others;
};

// The race of a stream of streams: it knows the winner and notifies the others of it.
template <class Subject>
struct race
{
  static constexpr std::size_t undecided = std::numeric_limits<std::size_t>::max();

  bool won_by(std::size_t index)
  {
    std::size_t nobody = undecided;
    if (winner.compare_exchange_strong(nobody, index, std::memory_order_acq_rel)) {
      decided.on_next(index);
      return true;
    }
    return nobody == index;
  }

  std::atomic<std::size_t> winner{undecided};
  Subject decided;
};

template <class Race>
struct racing : stage
{
  racing(std::shared_ptr<Race> r, std::size_t w) : race(std::move(r)), index(w) {}

  template <class T>
  using emits = T;

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    return race->won_by(index) && out.on_next(std::forward<U>(item));
  }
  template <class Out>
  void on_error(const std::exception_ptr & error, Out & out)
  {
    if (race->won_by(index)) {
      out.on_error(error);
    }
  }
  template <class Out>
  void on_completed(Out & out)
  {
    race->won_by(index);
    out.on_completed();
  }

  std::shared_ptr<Race> race;
  std::size_t index;
};

struct first_of_stream
{
  template <class Observable>
  auto operator()(Observable && streams) const
  {
    // The type depends on Observable because the subject is defined in a header that needs this
    // one.
    using news = subjects::subject<std::enable_if_t<sizeof(Observable) != 0, std::size_t>>;
    return sources::defer([streams = std::forward<Observable>(streams)] {
      auto race = std::make_shared<detail::race<news>>();
      const auto decided = race->decided.get_observable();
      return streams | operators::take_until(decided) |
             operators::flat_map([race, decided, n = std::size_t(0)](const auto & stream) mutable {
               const std::size_t index = n++;
               auto lost = decided | operators::filter(
                                       [index](std::size_t winner) { return winner != index; });
               return stream | racing<detail::race<news>>(race, index) |
                      operators::take_until(std::move(lost));
             });
    });
  }
};

}  // namespace detail

namespace operators
{

// a.amb(b…) emits the items of the stream that is the first to emit or to end, and disposes the
// others.
//
//   a       ----1--2--|
//   b       --x--y--z--|
//   amb(b)  --x--y--z--|
//
// For redundant sources: the fastest one wins. The streams may be on different threads. Cost: that
// of a combining operator.
//
//   m.of(m.cold("----1--2--|") | amb(m.cold("--x--y--|")));  // -> --x--y--|
template <class First, class... More>
  requires detail::joinable<First, More...>
auto amb(First first, More... more)
{
  return detail::after_environment(
    []<class... Observables>(Observables... others) {
      if constexpr (sizeof...(Observables) == 0) {
        return detail::first_of_stream{};
      } else {
        return detail::first_of<Observables...>{{std::move(others)...}};
      }
    },
    std::move(first), std::move(more)...);
}
template <class First, class... More>
  requires(!detail::joinable<First, More...>)
RX_MISTAKE("rx::amb: the arguments must be streams; to add values write start_with() or end_with()")
mistaken amb(const First &, const More &...)
{
  return {};
}

// streams.amb(): for a stream of streams, the items of the first one to emit or to end.
//
//   auto streams = m.cold("ab|")
//     | map([&](char c) { return m.cold(c == 'a' ? "---1-2|" : "-3-4|"); });
//   m.of(streams | amb());  // -> --3-4|
inline auto amb()
{
  return detail::first_of_stream{};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__AMB_HPP_
