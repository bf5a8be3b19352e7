// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// traced: names a part of a pipe; trace: counts what named parts do, and shows it as a table, a
// graph, JSON, or live to rxros2 view.

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
#include "rxros2/detail/marble_text.hpp"
#include "rxros2/detail/ticks.hpp"

namespace rxros2
{

namespace trace
{

/// What the stages of one name did while tracing was on, in all their subscriptions together.
struct stage_statistics
{
  std::string name;
  std::string place;  ///< 'file:line' of the call of traced() that was subscribed to first
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
 *  functions here.
 *
 *  While it is on, and rclcpp's default context is initialized when a stage is subscribed to, a
 *  hidden node of its own, with a thread of its own, reports to who listens: rxros2 view. Nobody
 *  does: it sleeps. */
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

/// What one end of one subscription counts. Items of one stream never overlap, so one thread at a
/// time writes it, without the price of a read-modify-write; any thread reads.
struct alignas(64) stage_counts
{
  std::atomic<std::uint64_t> in{0};
  std::atomic<std::uint64_t> out{0};
  std::atomic<std::int64_t> total{0};  // times are in ticks
  std::atomic<std::int64_t> longest{0};
};

/// All that is known of one name; never destroyed.
struct stage_record
{
  stage_record(std::string n, std::string p) : name(std::move(n)), place(std::move(p)) {}

  const std::string name;
  const std::string place;
  std::atomic<std::uint64_t> subscriptions{0};
  std::atomic<std::uint64_t> errors{0};
  std::atomic<std::uint64_t> completed{0};
  std::atomic<std::int64_t> entered{0};
  /// When an item is to be shown again: never while nobody looks, and not all of many.
  std::atomic<std::int64_t> next_marble{INT64_MAX};
};

/// One end of a stage in one subscription; of none if tracing is off: then it does nothing.
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
    if (began != 0 && now > began) {  // 0: a source, nothing goes in
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
    } catch (...) {  // no memory: it is not shown
    }
  }
  void keep(std::int64_t now, std::string text);
  void give_back() noexcept;

  stage_record * stage_;
  stage_counts * counts_ = nullptr;
};

/// Where traced() was called; std::source_location, which not all supported compilers have.
struct stage_place
{
  const char * file;
  int line;
};

/// Nothing if tracing is off.
stage_record * find_stage(const std::string & name, const stage_place & place);

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
    end.enter();
    return out.on_next(std::forward<U>(item));
  }
  void on_error(const std::exception_ptr & error) noexcept { out.on_error(error); }
  void on_completed() noexcept { out.on_completed(); }
  rx::environment env() const { return rx::detail::env_of(out); }

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
  rx::environment env() const { return rx::detail::env_of(out); }

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
  rx::environment env() const { return rx::detail::env_of(source); }

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
  rx::environment env() const { return rx::detail::env_of(source); }

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
 *  what can be shown. Cost: off, a branch at each end of the stage; on, two looks at the
 *  processor's counter and some additions, less than 50 ns; a lock for at most 30 items a
 *  second, and only while rxros2 view shows them.
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

#endif  // RXROS2__TRACE_HPP_
