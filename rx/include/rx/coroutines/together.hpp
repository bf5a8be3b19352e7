// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// when_all, when_any, wait_for, soft_wait_for, with_scope: concurrent tasks that never outlive
// their parent.

#ifndef RX__COROUTINES__TOGETHER_HPP_
#define RX__COROUTINES__TOGETHER_HPP_

#include <cstddef>
#include <exception>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "rx/coroutines/sleep.hpp"
#include "rx/coroutines/start.hpp"
#include "rx/coroutines/task.hpp"
#include "rx/error.hpp"

namespace rx
{

namespace detail
{

// The children of one task, which run in its environment. The end of a child wakes the parent.
class family : public std::enable_shared_from_this<family>
{
public:
  explicit family(coroutine & parent) : parent_(parent.shared_from_this()) {}

  // Starts a child; call it on the parent's environment. `result(value)` is called there with the
  // child's result.
  template <class T, class Result>
  void start(task<T> body, Result result)
  {
    std::list<std::weak_ptr<coroutine>>::iterator place;
    {
      std::lock_guard lock(mutex_);
      place = children_.emplace(children_.end());
    }
    auto begun = std::make_shared<started_task<T, birth<T, Result>>>(
      parent_->env(), std::move(body),
      birth<T, Result>{shared_from_this(), place, std::move(result), nullptr});
    bool orphaned;
    {
      std::lock_guard lock(mutex_);
      *place = begun;
      orphaned = cancelled_;
    }
    begun->begin();
    if (orphaned) {
      begun->cancel();
    }
  }

  // Cancels the children, including those that are started later.
  void cancel() noexcept
  {
    for (const auto & child : cancelled_children()) {
      child->cancel();
    }
  }
  void abandon() noexcept
  {
    for (const auto & child : cancelled_children()) {
      child->abandon();
    }
  }
  bool cancelled() const noexcept
  {
    std::lock_guard lock(mutex_);
    return cancelled_;
  }
  bool empty() const noexcept
  {
    std::lock_guard lock(mutex_);
    return children_.empty();
  }

  // Returns the first exception of a child, except `cancelled` after cancel().
  std::exception_ptr error() const noexcept
  {
    std::lock_guard lock(mutex_);
    return error_;
  }
  void throw_error() const
  {
    if (const auto e = error()) {
      std::rethrow_exception(e);
    }
  }

private:
  template <class T, class Result>
  struct birth
  {
    template <class Promise>
    void take(Promise & promise) noexcept
    {
      try {
        if constexpr (std::is_void_v<T>) {
          promise.take();
          result(nothing());
        } else {
          result(promise.take());
        }
      } catch (...) {
        error = std::current_exception();
      }
    }
    void ended() noexcept { of->ended(place, std::move(error)); }

    std::shared_ptr<family> of;
    std::list<std::weak_ptr<coroutine>>::iterator place;
    Result result;
    std::exception_ptr error;
  };

  static bool is_cancellation(const std::exception_ptr & error) noexcept
  {
    try {
      std::rethrow_exception(error);
    } catch (const rx::cancelled &) {
      return true;
    } catch (...) {
      return false;
    }
  }

  void ended(std::list<std::weak_ptr<coroutine>>::iterator place, std::exception_ptr error) noexcept
  {
    {
      std::lock_guard lock(mutex_);
      children_.erase(place);
      if (error && !error_ && !(cancelled_ && is_cancellation(error))) {
        error_ = std::move(error);
      }
    }
    parent_->wake();
  }

  // Returns the living children. Children that are started later are cancelled at their start.
  std::vector<std::shared_ptr<coroutine>> cancelled_children() noexcept
  {
    std::vector<std::shared_ptr<coroutine>> running;
    std::lock_guard lock(mutex_);
    cancelled_ = true;
    for (const auto & child : children_) {
      if (auto alive = child.lock()) {
        running.push_back(std::move(alive));
      }
    }
    return running;
  }

  const std::shared_ptr<coroutine> parent_;
  mutable std::mutex mutex_;  // guards the members below; not held while user code runs
  std::list<std::weak_ptr<coroutine>> children_;
  std::exception_ptr error_;
  bool cancelled_ = false;
};

// Lives in the parent's frame; its destruction destroys the children that still exist.
class family_in_frame
{
public:
  family_in_frame() : of_(std::make_shared<family>(*coroutine::current())) {}
  family_in_frame(const family_in_frame &) = delete;
  family_in_frame & operator=(const family_in_frame &) = delete;
  ~family_in_frame() { of_->abandon(); }
  family * operator->() const noexcept { return of_.get(); }

private:
  const std::shared_ptr<family> of_;
};

// co_await all_ended(family, look): waits until no child is left. If the parent is cancelled or a
// child has thrown, all children are cancelled. look() is called each time a child may have ended.
template <class Look>
class all_ended final : public await_point
{
public:
  all_ended(family_in_frame & of, Look look) : of_(of), look_(std::move(look)) {}

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> frame) noexcept
  {
    coroutine::current()->wait(*this, frame);
  }
  bool ready(coroutine & task) noexcept override
  {
    look_(task);
    if ((task.cancelled() || of_->error()) && !of_->cancelled()) {
      of_->cancel();
    }
    return of_->empty();
  }
  void await_resume() const
  {
    if (coroutine::current()->cancelled()) {
      throw rx::cancelled();
    }
  }

private:
  family_in_frame & of_;
  Look look_;
};

template <class Look>
all_ended<Look> awaited(all_ended<Look> a)
{
  return a;
}

inline void look_at_nothing(coroutine &) noexcept
{
}

template <class... T, std::size_t... I>
task<std::tuple<value_of_task<T>...>> all_of(std::index_sequence<I...>, task<T>... tasks)
{
  using results = std::tuple<std::optional<value_of_task<T>>...>;
  const auto into = std::make_shared<results>();
  family_in_frame children;
  (children->start(
     std::move(tasks),
     [into](auto && value) { std::get<I>(*into) = std::forward<decltype(value)>(value); }),
   ...);
  co_await all_ended(children, &look_at_nothing);
  children->throw_error();
  co_return std::tuple<value_of_task<T>...>(std::move(*std::get<I>(*into))...);
}

template <class... T, std::size_t... I>
task<std::variant<value_of_task<T>...>> any_of(std::index_sequence<I...>, task<T>... tasks)
{
  using result = std::variant<value_of_task<T>...>;
  const auto into = std::make_shared<std::optional<result>>();
  family_in_frame children;
  (children->start(
     std::move(tasks),
     [into](auto && value) {
       if (!*into) {
         into->emplace(std::in_place_index<I>, std::forward<decltype(value)>(value));
       }
     }),
   ...);
  co_await all_ended(children, [&](coroutine &) {
    if (*into && !children->cancelled()) {
      children->cancel();
    }
  });
  if (!*into) {
    children->throw_error();
  }
  co_return std::move(**into);
}

}  // namespace detail

// co_await when_all(tasks…): runs the tasks concurrently and returns their results as a tuple
// (rx::nothing for void). If one task throws, the others are cancelled, and its exception is thrown
// once they have ended. Cost: one allocation, and three per task.
//
//   auto after = [](duration span, int value) -> task<int> {
//     co_await sleep_for(span);
//     co_return value;
//   };
//   from_task([&] { return when_all(after(20ms, 1), after(10ms, 2)); }, m.env());  // -> (1, 2) |
template <class... T>
task<std::tuple<detail::value_of_task<T>...>> when_all(task<T>... tasks)
{
  return detail::all_of(std::index_sequence_for<T...>(), std::move(tasks)...);
}

// co_await when_any(tasks…): returns (or throws) the result of the first task to end, as a variant
// whose index is the task's position. The others are cancelled and have ended when this returns.
// Cost: that of when_all.
//
//   auto after = [](duration span, int value) -> task<int> {
//     co_await sleep_for(span);
//     co_return value;
//   };
//   auto winner = from_task([&] { return when_any(after(20ms, 1), after(10ms, 2)); }, m.env());
//   winner | map([](auto result) { return result.index(); });  // -> 1 |
template <class... T>
  requires(sizeof...(T) > 0)
task<std::variant<detail::value_of_task<T>...>> when_any(task<T>... tasks)
{
  return detail::any_of(std::index_sequence_for<T...>(), std::move(tasks)...);
}

// co_await soft_wait_for(task, limit): returns the task's result, or nothing if the task has not
// ended in time; the task is then cancelled and has ended when this returns. duration::max() means
// no limit; with a limit that is not positive the task is cancelled at its first wait. Cost: that
// of when_all.
//
//   auto after = [](duration span) -> task<int> {
//     co_await sleep_for(span);
//     co_return 7;
//   };
//   from_task([&] { return soft_wait_for(after(20ms), 10ms); }, m.env());  // -> nothing |
//   from_task([&] { return soft_wait_for(after(20ms), 30ms); }, m.env());  // -> 7 |
template <class T>
task<std::optional<detail::value_of_task<T>>> soft_wait_for(task<T> work, duration limit)
{
  const auto into = std::make_shared<std::optional<detail::value_of_task<T>>>();
  const time_point due = saturated_add(detail::coroutine::current()->env().now(), limit);
  detail::alarm alarm;
  detail::family_in_frame children;
  children->start(std::move(work), [into](auto && value) {
    into->emplace(std::forward<decltype(value)>(value));
  });
  co_await detail::all_ended(children, [&](detail::coroutine & task) {
    if (!children->empty() && !children->cancelled() && alarm.rung(task, due)) {
      children->cancel();
    }
  });
  children->throw_error();
  co_return std::move(*into);
}

// co_await wait_for(task, limit): returns the task's result; throws timeout_error if the task has
// not ended in time. Otherwise like soft_wait_for.
//
//   from_task([&] { return wait_for([]() -> task<> { co_await sleep_for(1s); }(), 10ms); },
//     m.env());
//   // -> X rx::wait_for: the task did not end in time
template <class T>
task<T> wait_for(task<T> work, duration limit)
{
  auto result = co_await soft_wait_for(std::move(work), limit);
  if (!result) {
    throw timeout_error("rx::wait_for: the task did not end in time");
  }
  if constexpr (!std::is_void_v<T>) {
    co_return std::move(*result);
  }
}

// Starts tasks that end with the block in which they were started; see with_scope.
class task_scope
{
public:
  // Starts `child` on the scope's environment. Allowed until with_scope() has returned.
  void start(task<void> child) const
  {
    of_->start(std::move(child), [](nothing) {});
  }
  // start(f) starts f() and keeps f until that task has ended.
  template <class F>
    requires task_function<F>
  void start(F f) const
  {
    start(make_task(std::move(f)));
  }
  // Cancels all children, including later ones. with_scope() then returns without throwing.
  void cancel() const noexcept { of_->cancel(); }

  // Used by with_scope.
  explicit task_scope(std::shared_ptr<detail::family> of) : of_(std::move(of)) {}

private:
  std::shared_ptr<detail::family> of_;
};

// co_await with_scope(f): calls the coroutine f(task_scope), which may start tasks in the scope.
// Returns once f and all of these tasks have ended. If one of them throws, the others are cancelled
// and its exception is thrown; if the awaiting task is cancelled, all are.
//
//   co_await rx::with_scope([&](rx::task_scope scope) -> rx::task<> {
//     scope.start(blink_the_lamp());
//     co_await drive_to(goal);
//     scope.cancel();
//   });
//
// f itself lives until then, with its captures. Cost: that of when_all.
//
//   std::string log;
//   auto blink = [&]() -> task<> {
//     while (true) {
//       log += '*';
//       co_await sleep_for(10ms);
//     }
//   };
//   auto drive = [&](task_scope scope) -> task<> {
//     scope.start(blink());
//     co_await sleep_for(25ms);
//     scope.cancel();
//   };
//   start(m.env(), with_scope(drive));
//   m.clock()->advance_by(1s);
//   log;  // -> ***
template <class F>
task<void> with_scope(F f)
{
  detail::family_in_frame children;
  children->start(f(task_scope(children->shared_from_this())), [](nothing) {});
  co_await detail::all_ended(children, &detail::look_at_nothing);
  children->throw_error();
}

}  // namespace rx

#endif  // RX__COROUTINES__TOGETHER_HPP_
