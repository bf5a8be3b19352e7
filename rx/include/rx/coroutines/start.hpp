// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// start, run, from_task: start a task from ordinary code, or as a stream.

#ifndef RX__COROUTINES__START_HPP_
#define RX__COROUTINES__START_HPP_

#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "rx/coroutines/task.hpp"
#include "rx/error.hpp"
#include "rx/observable.hpp"
#include "rx/schedulers/loop.hpp"
#include "rx/serialized_observer.hpp"
#include "rx/sources/create.hpp"

namespace rx
{

// Satisfied by a function without arguments that returns a task.
template <class F>
concept task_function = is_task<std::invoke_result_t<std::decay_t<F> &>>;

// Returns the task f(args…), and keeps f and the arguments alive as long as its coroutine. f is
// called when the task begins.
template <class F, class... Args>
std::invoke_result_t<F &, Args &...> make_task(F f, Args... args)
{
  co_return co_await f(args...);
}

namespace detail
{

// The result of a task that nothing waits for: its error goes to rx::on_unhandled_error.
struct unattended
{
  static constexpr bool finishes_before_end = true;

  std::shared_ptr<const stream_name> name;  // of the environment that the task runs on

  template <class Promise>
  void take(Promise & promise) noexcept
  {
    try {
      promise.take();
    } catch (const cancelled &) {
    } catch (...) {
      report_unhandled(std::current_exception(), name, nullptr, "coroutine");
    }
  }
  void ended() noexcept {}
};

template <class T>
class blocking_result
{
public:
  explicit blocking_result(loop & l, std::optional<value_of_task<T>> & v, std::exception_ptr & e)
  : loop_(&l), value_(&v), error_(&e)
  {
  }
  template <class Promise>
  void take(Promise & promise) noexcept
  {
    try {
      if constexpr (std::is_void_v<T>) {
        promise.take();
        value_->emplace();
      } else {
        value_->emplace(promise.take());
      }
    } catch (...) {
      *error_ = std::current_exception();
    }
  }
  void ended() noexcept { loop_->close(); }

private:
  loop * loop_;
  std::optional<value_of_task<T>> * value_;
  std::exception_ptr * error_;
};

// The subscription to a task: a serialized observer whose end cancels the task.
template <class T, class Out>
class task_observer final : public serialized_observer<T, Out>
{
public:
  using serialized_observer<T, Out>::serialized_observer;

  bool kept_by_source() const noexcept override { return true; }
  void set(const std::shared_ptr<coroutine> & begun)
  {
    task_ = begun;
    if (this->disposed()) {
      begun->cancel();
    }
  }

protected:
  void released() noexcept override
  {
    if (const auto running = task_.lock()) {
      running->cancel();
    }
  }

private:
  std::weak_ptr<coroutine> task_;  // written before the task begins
};

template <class T, class Observer>
struct task_result
{
  template <class Promise>
  void take(Promise & promise) noexcept
  {
    try {
      if constexpr (std::is_void_v<T>) {
        promise.take();
        to->next(nothing());
      } else {
        to->next(promise.take());
      }
    } catch (...) {
      to->error(std::current_exception());
    }
  }
  void ended() noexcept { to->completed(); }

  std::shared_ptr<Observer> to;
};

template <class T>
task<T> keeping(task<T> work, std::shared_ptr<const void>)
{
  co_return co_await std::move(work);
}

// A task as a function that may be called once.
template <class T>
struct once
{
  task<T> operator()() const { return std::move(*work); }

  std::shared_ptr<task<T>> work;
};

template <class F>
struct task_source
{
  using task_type = std::invoke_result_t<F &>;
  using returned = typename task_type::value_type;
  using value_type = value_of_task<returned>;

  template <class Out>
  subscription start(Out && out) const
  {
    using outlet_type = task_observer<value_type, std::remove_cvref_t<Out>>;
    using result_type = task_result<returned, outlet_type>;
    const environment worker = choose_environment(env, {}, env_of(out)).worker();
    auto state = std::make_shared<outlet_type>(std::forward<Out>(out));
    try {
      auto begun = std::make_shared<started_task<returned, result_type>>(
        worker, make_task(f), result_type{state});
      state->set(begun);
      begun->begin();
    } catch (...) {
      state->error(std::current_exception());
    }
    return state;
  }

  F f;
  environment env;
};

}  // namespace detail

// start(env, task) starts an independent task on `env`, in a turn of its own. Disposing the
// returned subscription cancels the task; dropping the subscription has no effect. An error of the
// task goes to rx::on_unhandled_error. When the environment ends (for example, its node is
// destroyed), the task is destroyed where it is suspended. Before, if the program can still run
// (a ROS context is shut down), it is cancelled and runs on until it ends. Throws
// std::invalid_argument if `env` is empty. Thread-safe if the environment's schedule() is.
//
//   std::string log;
//   start(m.env(), [&]() -> task<> {
//     log += 'a';
//     co_await sleep_for(1ms);
//     log += 'b';
//   });
//   log.size();  // -> 0
//   m.clock()->advance_by(2ms);
//   log;  // -> ab
template <class T>
subscription start(const environment & env, task<T> work)
{
  if (!env) {
    throw std::invalid_argument("rx::start: no environment given");
  }
  auto begun = std::make_shared<started_task<T, detail::unattended>>(
    env.worker(), std::move(work), detail::unattended{env.name()});
  begun->begin();
  return subscription(std::shared_ptr<detail::coroutine>(std::move(begun)));
}

// start(env, f) starts f() and keeps f, with its captures, until that task has ended.
template <class F>
  requires task_function<F>
subscription start(const environment & env, F f)
{
  return start(env, make_task(std::move(f)));
}

// run(task) runs a task on the calling thread, which sleeps while the task waits, and returns or
// throws the task's result. For main() and tests; not within a callback or another task
// (std::logic_error). Child tasks that the task started and did not wait for are destroyed at its
// end.
//
//   run([]() -> task<int> { co_return co_await just(7); });  // -> 7
template <class T>
T run(task<T> work)
{
  if (detail::coroutine::current()) {
    throw std::logic_error("rx::run: called within a task; co_await the other task instead");
  }
  const auto loop = std::make_shared<rx::loop>();
  std::optional<detail::value_of_task<T>> value;
  std::exception_ptr error;
  auto begun = std::make_shared<started_task<T, detail::blocking_result<T>>>(
    environment(loop), std::move(work), detail::blocking_result<T>(*loop, value, error));
  begun->begin();
  while (loop->run_one(time_point::max(), true)) {
  }
  if (error) {
    std::rethrow_exception(error);
  }
  if constexpr (!std::is_void_v<T>) {
    return std::move(*value);
  }
}

// run(f) runs f() in the same way.
template <class F>
  requires task_function<F>
auto run(F f)
{
  return run(make_task(std::move(f)));
}

namespace sources
{

// from_task(f[, env]) calls the coroutine f() for each subscription, emits its result
// (rx::nothing() for void) and completes. An exception of f is the stream's error. Disposing the
// subscription cancels the task.
//
//   from_task(f)   -----x|     f() returned x
//
// The task runs on `env`, otherwise on the subscriber's environment, otherwise on current_thread.
// Each subscription has its own copy of f, which may capture and lives as long as its coroutine.
// Cost: that of start, and three more allocations.
//
//   from_task([]() -> task<int> { co_return 7; });  // -> 7 |
template <class F>
auto from_task(F f, environment env = {})
{
  static_assert(
    std::is_invocable_v<F &>,
    "rx::from_task: takes a function without arguments that returns an rx::task");
  return make_observable(detail::task_source<F>{std::move(f), std::move(env)});
}

// from_task<T>(f[, env]) calls the coroutine f(subscriber<T>) -> task<>, which emits items while it
// runs. The stream completes when f returns.
//
//   from_task<int>([](rx::subscriber<int> out) -> rx::task<> {
//     for (int i = 0; out.on_next(i); ++i) {
//       co_await rx::sleep_for(100ms);
//     }
//   })                                                   0--1--2--3--
//
//   auto count = [](subscriber<int> out) -> task<> {
//     for (int i = 0; i < 3; ++i) {
//       out.on_next(i);
//       co_await sleep_for(100ms);
//     }
//   };
//   from_task<int>(count, m.env());  // -> 0 1 2 |
template <class T, class F>
auto from_task(F f, environment env = {})
{
  static_assert(
    std::is_invocable_r_v<task<void>, F &, subscriber<T>>,
    "rx::from_task<T>: takes a coroutine that is given an rx::subscriber<T> and returns "
    "rx::task<>");
  return create<T>([f = std::move(f), env = std::move(env)](subscriber<T> out) {
    out.add(from_task([f, out]() mutable { return task<void>(f(out)); }, env ? env : out.env())
              .subscribe(
                [](nothing) {}, [out](const std::exception_ptr & e) { out.on_error(e); },
                [out] { out.on_completed(); }));
  });
}

}  // namespace sources

namespace detail
{

// For flat_map and similar operators; found through the task's namespace.
template <class T>
auto stream_of(task<T> work, const environment & env, std::shared_ptr<const void> keep)
{
  return sources::from_task(
    once<T>{std::make_shared<task<T>>(keeping(std::move(work), std::move(keep)))}, env);
}

}  // namespace detail

using detail::stream_of;

}  // namespace rx

#endif  // RX__COROUTINES__START_HPP_
