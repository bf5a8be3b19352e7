// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// traced: names a part of a pipe. trace: counts the items of named parts, and shows the counts as a
// table, a graph, JSON, or live in rxros2 view.

#ifndef RXROS2__TRACING__TRACE_HPP_
#define RXROS2__TRACING__TRACE_HPP_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rx/observable.hpp"
#include "rxros2/tracing/detail/marble_text.hpp"
#include "rxros2/tracing/detail/ticks.hpp"

namespace rxros2
{

namespace trace
{

/// The counters of the stages of one name, for all their subscriptions while tracing was on.
struct stage_statistics
{
  /// The name of the stages.
  std::string name;
  /// The place 'file:line' of the traced() call that was subscribed to first.
  std::string place;
  /// The number of subscriptions.
  std::uint64_t subscriptions = 0;
  /// The number of items that arrived.
  std::uint64_t in = 0;
  /// The number of items that it emitted; fewer than `in` if it drops or collects items.
  std::uint64_t out = 0;
  /// The number of streams that ended with an error.
  std::uint64_t errors = 0;
  /// The number of streams that ended without an error.
  std::uint64_t completed = 0;
  /// The mean time from the last item in to each item out.
  std::chrono::nanoseconds mean{};
  /// The longest time from the last item in to an item out.
  std::chrono::nanoseconds longest{};
  /// The named stages that subscribe to it, directly or through unnamed stages.
  std::vector<std::string> feeds;
};

/// Returns whether tracing is on. It is on at the start if the environment variable RXROS2_TRACE is
/// set to anything but 0.
/** A stage checks this when it is subscribed to. At the end of the process a table is printed to
 * stderr; if the variable is a file name that ends in .svg, .dot or .json, that file is written
 * instead. All functions here are thread-safe.
 *
 * While tracing is on, and rclcpp's default context is initialized when a stage is subscribed to,
 * a hidden node with its own thread reports to subscribers such as rxros2 view. Without a
 * subscriber it sleeps. */
bool enabled() noexcept;
/// Turns tracing on or off, for stages that are subscribed to later.
void enable(bool on = true) noexcept;

/// Returns the counters of all names, sorted by name.
std::vector<stage_statistics> statistics();
/// Sets all counters to 0; running stages continue to count.
void reset() noexcept;

/// Returns a table for humans, one line per stage.
std::string table();
/// Returns the graph of the named stages as SVG, for a browser: boxes with the numbers of emitted
/// and dropped items, red if there were errors. A tooltip shows all counters.
std::string svg();
/// Returns the same graph for Graphviz.
std::string dot();
/// Returns a JSON array of objects with the fields of stage_statistics; times are in nanoseconds.
std::string json();

}  // namespace trace

namespace detail
{

/// The counters of one end of one subscription. Items of one stream never overlap, so only one
/// thread at a time writes them, without the cost of a read-modify-write; any thread reads them.
struct alignas(64) stage_counts
{
  std::atomic<std::uint64_t> in{0};
  std::atomic<std::uint64_t> out{0};
  std::atomic<std::int64_t> total{0};  // in ticks, as `longest`
  std::atomic<std::int64_t> longest{0};
};

/// The record of one name; never destroyed.
struct stage_record
{
  stage_record(std::string n, std::string p) : name(std::move(n)), place(std::move(p)) {}

  const std::string name;
  const std::string place;
  std::atomic<std::uint64_t> subscriptions{0};
  std::atomic<std::uint64_t> errors{0};
  std::atomic<std::uint64_t> completed{0};
  std::atomic<std::int64_t> entered{0};
  /// The time from which the next item may be shown: never without a viewer, and only some of many
  /// items.
  std::atomic<std::int64_t> next_marble{INT64_MAX};
};

/// One end of a stage in one subscription. Does nothing if tracing is off.
class stage_end
{
public:
  explicit stage_end(stage_record * stage);
  stage_end(stage_end && other) noexcept
  : stage_(std::exchange(other.stage_, nullptr)), counts_(std::exchange(other.counts_, nullptr))
  {
  }
  stage_end & operator=(stage_end &&) = delete;
  ~stage_end()
  {
    if (counts_) {
      give_back();
    }
  }

  void enter() noexcept
  {
    if (counts_) {
      add(counts_->in, std::uint64_t{1});
      stage_->entered.store(ticks(), std::memory_order_relaxed);
    }
  }
  template <typename U>
  void leave(const U & item) noexcept
  {
    if (!counts_) {
      return;
    }
    add(counts_->out, std::uint64_t{1});
    const std::int64_t now = ticks();
    const std::int64_t began = stage_->entered.load(std::memory_order_relaxed);
    if (began != 0 && now > began) {  // 0: a source, which has no items in
      add(counts_->total, now - began);
      if (now - began > counts_->longest.load(std::memory_order_relaxed)) {
        counts_->longest.store(now - began, std::memory_order_relaxed);
      }
    }
    if (now >= stage_->next_marble.load(std::memory_order_relaxed)) {
      show(now, [&] { return marble_text(item); });
    }
  }
  void fail(const std::exception_ptr & error) noexcept;
  void complete() noexcept;

private:
  template <typename T>
  static void add(std::atomic<T> & count, T more) noexcept
  {
    count.store(count.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
  }
  template <typename Text>
  void show(std::int64_t now, const Text & text) noexcept
  {
    try {
      keep(now, text());
    } catch (...) {  // out of memory: it is not shown
    }
  }
  void keep(std::int64_t now, std::string text);
  void give_back() noexcept;

  stage_record * stage_;
  stage_counts * counts_ = nullptr;
};

/// The position of a traced() call. Replaces std::source_location, which not all supported
/// compilers have.
struct stage_place
{
  const char * file;
  int line;
};

/// Returns the record of that name, or null if tracing is off.
stage_record * find_stage(const std::string & name, const stage_place & place);

/// During its lifetime, streams that this thread subscribes to feed that stage.
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
    end.enter();
    return out.on_next(std::forward<U>(item));
  }
  void on_error(const std::exception_ptr & error) noexcept { out.on_error(error); }
  void on_completed() noexcept { out.on_completed(); }
  rx::environment env() const { return rx::env_of(out); }

  Out out;
  stage_end end;
};

template <typename Out>
struct stage_exit
{
  template <typename U>
  bool on_next(U && item) noexcept
  {
    end.leave(item);
    return out.on_next(std::forward<U>(item));
  }
  void on_error(const std::exception_ptr & error) noexcept
  {
    end.fail(error);
    out.on_error(error);
  }
  void on_completed() noexcept
  {
    end.complete();
    out.on_completed();
  }
  rx::environment env() const { return rx::env_of(out); }

  Out out;
  stage_end end;
};

template <typename Source>
struct entered_source
{
  using value_type = typename Source::value_type;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    return source.start(stage_entry<std::remove_cvref_t<Out>>{
      std::forward<Out>(out), stage_end(find_stage(name, place))});
  }
  rx::environment env() const { return rx::env_of(source); }

  Source source;
  std::string name;
  stage_place place;
};

template <typename Source>
struct left_source
{
  using value_type = typename Source::value_type;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    stage_record * const stage = find_stage(name, place);
    const subscribing_stage scope(stage);
    return source.start(
      stage_exit<std::remove_cvref_t<Out>>{std::forward<Out>(out), stage_end(stage)});
  }
  rx::environment env() const { return rx::env_of(source); }

  Source source;
  std::string name;
  stage_place place;
};

template <typename Op>
struct traced_operator
{
  template <typename Observable>
  auto operator()(Observable && source) const
  {
    using source_type = typename std::remove_cvref_t<Observable>::source_type;
    auto entered = rx::make_observable(
      entered_source<source_type>{std::forward<Observable>(source).source(), name, place});
    auto behind = std::move(entered) | op;
    using behind_type = typename decltype(behind)::source_type;
    return rx::make_observable(left_source<behind_type>{std::move(behind).source(), name, place});
  }

  std::string name;
  Op op;
  stage_place place;
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

/// source | traced(name, op) is source | op. While tracing is on, its items, errors and times are
/// counted under that name.
/**
 *     scans | traced("scans") | traced("near", filter(is_near)) | traced("steer", map(steer)) | …
 *
 *     stage  subscriptions  in    out   dropped  errors  completed  mean µs  longest µs
 *     near               1  1200   310      890       0          0      0.4         3.1
 *
 * traced(name) alone counts the items that pass. `op` is one operator, or several: [](auto s) {
 * return s | a | b; }. Stages of the same name are counted together. See rxros2::trace to turn
 * tracing on and to show the result. Cost when off: one branch at each end of the stage. Cost when
 * on: two reads of the processor's counter and some additions, less than 50 ns; a lock for at most
 * 30 items per second, and only while rxros2 view shows them.
 *
 *     rxros2::trace::enable();
 *     just(1, 2, 3) | traced("odd", filter([](int i) { return i % 2 == 1; }));  // -> 1 3 |
 *     rxros2::trace::statistics().at(0).out;  // -> 2
 */
template <typename Op>
auto traced(
  std::string name, Op op, const char * file = __builtin_FILE(), int line = __builtin_LINE())
{
  return detail::traced_operator<Op>{std::move(name), std::move(op), {file, line}};
}
inline auto traced(
  std::string name, const char * file = __builtin_FILE(), int line = __builtin_LINE())
{
  return detail::traced_operator<detail::same>{std::move(name), {}, {file, line}};
}

}  // namespace operators
}  // namespace rxros2

#endif  // RXROS2__TRACING__TRACE_HPP_
