// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// traced: names a part of a pipe; trace: counts what named parts do, and shows it as a table, a
// graph, or JSON.

#ifndef RXROS2__TRACE_HPP_
#define RXROS2__TRACE_HPP_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rx/observable.hpp"

namespace rxros2
{

namespace trace
{

/// What the stages of one name did while tracing was on, in all their subscriptions together.
struct stage_statistics
{
  std::string name;
  std::uint64_t subscriptions = 0;
  std::uint64_t in = 0;      ///< items that came
  std::uint64_t out = 0;     ///< items that it emitted: fewer than came if it drops or gathers
  std::uint64_t errors = 0;  ///< streams that ended in an error
  std::uint64_t completed = 0;
  std::chrono::nanoseconds mean{};  ///< from the last item in to each item out
  std::chrono::nanoseconds longest{};
  std::vector<std::string>
    feeds;  ///< the named stages that it is subscribed to by, directly or through unnamed ones
};

/// On from the beginning if the environment variable RXROS2_TRACE is set to anything but 0.
/** Stages look at it when they are subscribed to. At the end of the process a table is printed to
 * stderr; if the variable is
 *  a file name that ends in .svg, .dot or .json, that is written instead. Any thread, as all
 *  functions here. */
bool enabled() noexcept;
void enable(bool on = true) noexcept;

/// In the order of the names.
std::vector<stage_statistics> statistics();
/// All counts to 0; stages that run go on counting.
void reset() noexcept;

/// For humans: one line a stage.
std::string table();
/// The graph of the named stages, for a browser: boxes with what came out and what was dropped, red
/// if there were errors; all counts where the pointer rests.
std::string svg();
/// The same for Graphviz.
std::string dot();
/// An array of objects with the fields of stage_statistics; times in nanoseconds.
std::string json();

}  // namespace trace

namespace detail
{

/// The counters of one name; never destroyed.
struct stage_record
{
  explicit stage_record(std::string n) : name(std::move(n)) {}

  void enter() noexcept
  {
    in.fetch_add(1, std::memory_order_relaxed);
    entered.store(now(), std::memory_order_relaxed);
  }
  void leave() noexcept;

  static std::int64_t now() noexcept
  {
    return std::chrono::steady_clock::now().time_since_epoch().count();
  }

  const std::string name;
  std::atomic<std::uint64_t> subscriptions{0};
  std::atomic<std::uint64_t> in{0};
  std::atomic<std::uint64_t> out{0};
  std::atomic<std::uint64_t> errors{0};
  std::atomic<std::uint64_t> completed{0};
  std::atomic<std::int64_t> entered{0};
  std::atomic<std::int64_t> total{0};
  std::atomic<std::int64_t> longest{0};
};

/// Nothing if tracing is off.
stage_record * find_stage(const std::string & name);

/// While it lives, what this thread subscribes to feeds that stage.
class subscribing_stage
{
public:
  explicit subscribing_stage(stage_record * stage);
  ~subscribing_stage();
  subscribing_stage(const subscribing_stage &) = delete;
  subscribing_stage & operator=(const subscribing_stage &) = delete;

private:
  stage_record * const before_;
};

template <typename Out>
struct stage_entry
{
  template <typename U>
  bool on_next(U && item) noexcept
  {
    if (record) {
      record->enter();
    }
    return out.on_next(std::forward<U>(item));
  }
  void on_error(const std::exception_ptr & error) noexcept { out.on_error(error); }
  void on_completed() noexcept { out.on_completed(); }
  rx::environment env() const { return rx::detail::env_of(out); }

  Out out;
  stage_record * record;
};

template <typename Out>
struct stage_exit
{
  template <typename U>
  bool on_next(U && item) noexcept
  {
    if (record) {
      record->leave();
    }
    return out.on_next(std::forward<U>(item));
  }
  void on_error(const std::exception_ptr & error) noexcept
  {
    if (record) {
      record->errors.fetch_add(1, std::memory_order_relaxed);
    }
    out.on_error(error);
  }
  void on_completed() noexcept
  {
    if (record) {
      record->completed.fetch_add(1, std::memory_order_relaxed);
    }
    out.on_completed();
  }
  rx::environment env() const { return rx::detail::env_of(out); }

  Out out;
  stage_record * record;
};

template <typename Source>
struct entered_source
{
  using value_type = typename Source::value_type;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    return source.start(
      stage_entry<std::remove_cvref_t<Out>>{std::forward<Out>(out), find_stage(name)});
  }
  rx::environment env() const { return rx::detail::env_of(source); }

  Source source;
  std::string name;
};

template <typename Source>
struct left_source
{
  using value_type = typename Source::value_type;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    stage_record * const record = find_stage(name);
    const subscribing_stage scope(record);
    return source.start(stage_exit<std::remove_cvref_t<Out>>{std::forward<Out>(out), record});
  }
  rx::environment env() const { return rx::detail::env_of(source); }

  Source source;
  std::string name;
};

template <typename Op>
struct traced_operator
{
  template <typename Observable>
  auto operator()(Observable && source) const
  {
    using source_type = typename std::remove_cvref_t<Observable>::source_type;
    auto entered = rx::make_observable(
      entered_source<source_type>{std::forward<Observable>(source).source(), name});
    auto behind = std::move(entered) | op;
    using behind_type = typename decltype(behind)::source_type;
    return rx::make_observable(left_source<behind_type>{std::move(behind).source(), name});
  }

  std::string name;
  Op op;
};

struct same
{
  template <typename Observable>
  auto operator()(Observable && source) const
  {
    return std::forward<Observable>(source);
  }
};

}  // namespace detail

namespace operators
{

/// source | traced(name, op) is source | op, whose items, errors and times are counted under that
/// name while tracing is on.
/**
 *     scans | traced("scans") | traced("near", filter(is_near)) | traced("steer", map(steer)) | …
 *
 *     stage  subscriptions  in    out   dropped  errors  completed  mean µs  longest µs
 *     near               1  1200   310      890       0          0      0.4         3.1
 *
 *  traced(name) alone counts what passes. `op` is an operator or several: [](auto s) { return s | a
 *  | b; }. Stages of one name are counted together. See rxros2::trace for how to turn it on and
 *  what can be shown. Cost: off, a branch at each end of the stage; on, two looks at the clock and
 *  some atomic additions; never a lock.
 *
 *     rxros2::trace::enable();
 *     just(1, 2, 3) | traced("odd", filter([](int i) { return i % 2 == 1; }));  // -> 1 3 |
 *     rxros2::trace::statistics().at(0).out;  // -> 2
 */
template <typename Op>
auto traced(std::string name, Op op)
{
  return detail::traced_operator<Op>{std::move(name), std::move(op)};
}
inline auto traced(std::string name)
{
  return detail::traced_operator<detail::same>{std::move(name), {}};
}

}  // namespace operators
}  // namespace rxros2

#endif  // RXROS2__TRACE_HPP_
