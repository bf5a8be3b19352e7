// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// task<T>: a coroutine that runs on an environment. The other headers of this folder define what it
// can await.

#ifndef RX__COROUTINES__TASK_HPP_
#define RX__COROUTINES__TASK_HPP_

#include <atomic>
#include <coroutine>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

#include "rx/environment.hpp"
#include "rx/stage.hpp"

namespace rx
{

template <class T = void>
class [[nodiscard(
  "a task does nothing until it is awaited or started: co_await it, or pass it to start()")]] task;

// Thrown by every co_await of a task that has been cancelled. Do not catch it: it ends the task, as
// the caller of cancel() expects. A co_await during its propagation throws it again at once.
class cancelled : public std::exception
{
public:
  // Returns "the task was cancelled".
  const char * what() const noexcept override { return "the task was cancelled"; }
};

// Stands for the result of a task<void> where a value is needed.
using nothing = std::monostate;

// True for task<T>, false for every other type.
template <class>
inline constexpr bool is_task = false;
template <class T>
inline constexpr bool is_task<task<T>> = true;

namespace detail
{

template <class T>
using value_of_task = std::conditional_t<std::is_void_v<T>, nothing, T>;

class coroutine;

// The point at which a suspended task waits. It lives in the task's frame and is used on the task's
// own environment only.
class await_point
{
public:
  // Returns true if the task may continue. Called before the task suspends and after each wake(),
  // which may be spurious.
  virtual bool ready(coroutine & here) noexcept = 0;

protected:
  ~await_point() = default;
};

// One started task with all the tasks that it awaits in turn; a scheduler runs it. Only this class
// resumes frames, so a frame never runs on two threads, and never within the call of a source,
// except through wake().
class coroutine : public schedulable, public std::enable_shared_from_this<coroutine>
{
public:
  explicit coroutine(environment env) : env_(std::move(env)) {}

  const environment & env() const noexcept { return env_; }
  bool cancelled() const noexcept { return cancelled_.load(std::memory_order_acquire); }

  // Returns the task whose code the calling thread is executing, or nullptr.
  static coroutine *& current() noexcept
  {
    thread_local coroutine * running = nullptr;
    return running;
  }

  // Starts with the frame in the next turn of the environment. Call it once.
  void start(std::coroutine_handle<> first)
  {
    next_ = first;
    // The end_watch is parked in the scheduler for as long as the task runs: the scheduler keeps
    // the task alive and notifies it when the scheduler ends.
    watch_ = std::make_shared<end_watch>(shared_from_this());
    env_->schedule(watch_, time_point::max(), duration::zero());
    env_->schedule(shared_from_this());
  }

  // Checks again whether the task may continue. On the task's own environment, outside any task, it
  // continues at once, within this call; otherwise in the next turn of the environment. Thread-safe
  // if the environment's schedule() is. The caller must hold a reference of its own.
  void wake() noexcept { wake(current() == nullptr && env_->is_current()); }

  // Like wake(), but the task never continues within this call.
  void wake_later() noexcept { wake(false); }

  // Makes each later co_await of the task throw `cancelled`. Thread-safe.
  void cancel() noexcept
  {
    cancelled_.store(true, std::memory_order_release);
    wake_later();
  }

  // Cancels the task and runs it on within this call, so that it ends: each co_await throws. If
  // another thread runs it, that thread goes on with it. The caller must be on the task's
  // environment, or the environment must not run the task meanwhile.
  void finish() noexcept
  {
    const auto self = shared_from_this();  // the frame may hold the last reference
    cancelled_.store(true, std::memory_order_release);
    state s = state_.load(std::memory_order_acquire);
    for (;;) {
      const bool waits = s == state::parked || s == state::scheduled;
      if (!waits && s != state::running) {
        return;
      }
      if (state_.compare_exchange_weak(
            s, waits ? state::running : state::running_woken, std::memory_order_acq_rel)) {
        if (waits) {
          if (!point_) {  // it has not begun, and does not begin to end
            end(false);
            return;
          }
          yielding_ = false;
          go();
        }
        return;
      }
    }
  }

  // For await points. Suspends the task at `point`; with `yielding`, other tasks get a turn even if
  // the point is ready.
  void wait(await_point & point, std::coroutine_handle<> frame, bool yielding = false) noexcept
  {
    point_ = &point;
    next_ = frame;
    yielding_ = yielding;
  }
  // For task<T>: sets the frame that runs next.
  void go_on_with(std::coroutine_handle<> frame) noexcept { next_ = frame; }
  void finished() noexcept { finished_ = true; }

  // Returns true if an await that is ready may continue at once; every so often it returns false,
  // so that other tasks get a turn.
  bool may_go_on() noexcept { return --awaits_left_ > 0; }

  void run() noexcept override
  {
    state expected = state::scheduled;
    if (state_.compare_exchange_strong(expected, state::running, std::memory_order_acq_rel)) {
      go();
    }
  }
  void scheduler_ended() noexcept override { abandon(); }
  void dispose() noexcept override { cancel(); }
  bool disposed() const noexcept override
  {
    return state_.load(std::memory_order_acquire) == state::ended;
  }

  // Destroys the frame where it is suspended; if it is running, as soon as it suspends.
  // Thread-safe.
  void abandon() noexcept
  {
    const auto self = shared_from_this();  // the frame may hold the last reference
    state s = state_.load(std::memory_order_acquire);
    for (;;) {
      if (s == state::ended || s == state::abandoned) {
        return;
      }
      const bool is_running = s == state::running || s == state::running_woken;
      if (state_.compare_exchange_weak(
            s, is_running ? state::abandoned : state::ended, std::memory_order_acq_rel)) {
        if (!is_running) {
          end(false);
        }
        return;
      }
    }
  }

protected:
  // Called once when the task has returned or thrown (true), or when its frame is to be destroyed
  // before that (false). Called by the thread that ran the task last, or by the thread that ended
  // its scheduler.
  virtual void ended(bool by_itself) noexcept = 0;
  // Called before the environment ends; see schedulable::scheduler_ending().
  virtual void ending() noexcept {}

private:
  enum class state : unsigned char
  {
    parked,
    scheduled,
    running,
    running_woken,
    abandoned,  // while running
    ended
  };

  class end_watch final : public schedulable
  {
  public:
    explicit end_watch(std::shared_ptr<coroutine> owner) : owner_(std::move(owner)) {}
    void run() noexcept override {}
    void scheduler_ending() noexcept override { owner_->ending(); }
    void scheduler_ended() noexcept override { owner_->abandon(); }
    void dispose() noexcept override { owner_->abandon(); }
    bool disposed() const noexcept override { return owner_->disposed(); }

  private:
    const std::shared_ptr<coroutine> owner_;
  };

  // This writes the state even if it stays the same: the thread that takes over the state then sees
  // everything that happened before the wake-up. Only reading the state could miss a task that is
  // about to park, which in turn would miss the event.
  void wake(bool at_once) noexcept
  {
    state s = state_.load(std::memory_order_relaxed);
    state next;
    do {
      switch (s) {
        case state::parked:
          next = at_once ? state::running : state::scheduled;
          break;
        case state::running:
          next = state::running_woken;
          break;
        case state::scheduled:
        case state::running_woken:
          next = s;
          break;
        default:
          return;
      }
    } while (
      !state_.compare_exchange_weak(s, next, std::memory_order_acq_rel, std::memory_order_relaxed));
    if (s == state::parked) {
      at_once ? go() : env_->schedule(shared_from_this());
    }
  }

  // Runs the task until it waits or ends. The state must be `running`.
  void go() noexcept
  {
    coroutine * const outer = std::exchange(current(), this);
    awaits_left_ = awaits_a_turn;
    const bool over = advance();
    current() = outer;
    if (over) {
      end(finished_);
    }
  }

  // Returns false if the task is parked or scheduled; another thread may already run it.
  bool advance() noexcept
  {
    for (;;) {
      while (next_ && (!point_ || (!yielding_ && point_->ready(*this)))) {
        point_ = nullptr;
        // Frames do not resume each other, because that would nest on the stack without
        // optimisation. Each stores the next frame here instead.
        std::exchange(next_, nullptr).resume();
      }
      if (finished_) {
        state_.store(state::ended, std::memory_order_release);
        return true;
      }
      if (std::exchange(yielding_, false)) {
        state s = state::running;
        while (!state_.compare_exchange_weak(s, state::scheduled, std::memory_order_acq_rel)) {
          if (s == state::abandoned) {
            return true;
          }
        }
        env_->schedule(shared_from_this());
        return false;
      }
      state s = state::running;
      if (state_.compare_exchange_strong(s, state::parked, std::memory_order_acq_rel)) {
        return false;
      }
      if (s == state::abandoned) {
        return true;
      }
      state_.compare_exchange_strong(s, state::running, std::memory_order_acq_rel);
    }
  }

  void end(bool by_itself) noexcept
  {
    state_.store(state::ended, std::memory_order_release);
    if (const auto watch = std::exchange(watch_, nullptr)) {
      env_->cancel(*watch);
    }
    ended(by_itself);
  }

  static constexpr int awaits_a_turn = 64;

  const environment env_;
  std::atomic<bool> cancelled_{false};
  std::atomic<state> state_{state::scheduled};
  std::coroutine_handle<> next_;
  await_point * point_ = nullptr;
  bool yielding_ = false;
  bool finished_ = false;
  int awaits_left_ = awaits_a_turn;
  std::shared_ptr<end_watch> watch_;
};

// Returns the task that the calling thread is in, for functions that work only there. Throws
// std::logic_error outside a task.
inline coroutine & current_task(const char * function)
{
  coroutine * const running = coroutine::current();
  if (!running) {
    throw std::logic_error(std::string("rx: ") + function + " called outside an rx::task");
  }
  return *running;
}

// Base of the awaiters of tasks: it implements cancellation and fairness. The derived class has
// `bool has_come(coroutine &)`, which is not called again once it has returned true, and take(),
// which returns the result of the co_await.
template <class Derived>
class awaiter : public await_point
{
public:
  bool await_ready() noexcept
  {
    coroutine & task = *coroutine::current();
    return task.cancelled() || ((came_ = self().has_come(task)) && task.may_go_on());
  }
  void await_suspend(std::coroutine_handle<> frame) noexcept
  {
    coroutine::current()->wait(*this, frame, came_);
  }
  decltype(auto) await_resume()
  {
    if (!came_) {
      throw cancelled();
    }
    return self().take();
  }
  bool ready(coroutine & task) noexcept override
  {
    return came_ || (came_ = self().has_come(task)) || task.cancelled();
  }

protected:
  ~awaiter() = default;

private:
  Derived & self() noexcept { return static_cast<Derived &>(*this); }

  // remembered, so that an event is not lost if the task is cancelled meanwhile
  bool came_ = false;
};

// Satisfied by everything that task<T> can await: awaited(x), found in the namespace of x's type,
// returns the awaiter.
template <class X>
concept awaitable = requires(X && x) { awaited(std::move(x)); };

class promise_base
{
public:
  std::suspend_always initial_suspend() const noexcept { return {}; }

  class at_the_end
  {
  public:
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> frame) const noexcept
    {
      coroutine & task = *coroutine::current();
      if (const auto caller = frame.promise().caller) {
        task.go_on_with(caller);
      } else {
        task.finished();
      }
    }
    void await_resume() const noexcept {}
  };
  at_the_end final_suspend() const noexcept { return {}; }

  template <class X>
    requires(
      awaitable<std::remove_cvref_t<X>> &&
      !(is_task<std::remove_cvref_t<X>> && std::is_lvalue_reference_v<X>))
  decltype(auto) await_transform(X && x);

  template <class Awaited>
  RX_MISTAKE("rx: a task can be awaited only once. Write co_await std::move(task)")
  std::suspend_never await_transform(const task<Awaited> &)
  {
    return {};
  }
  template <class Awaited>
    requires(!awaitable<std::remove_cvref_t<Awaited>>)
  RX_MISTAKE(
    "rx: co_await takes a task, a stream, listener.next() or a wait such as rx::sleep_for(100ms). "
    "Wrap a callback in rx::create, call a coroutine: co_await work()")
  std::suspend_never await_transform(const Awaited &)
  {
    return {};
  }

  std::coroutine_handle<> caller;  // empty for the outermost frame of the coroutine
};

}  // namespace detail

// A function that can wait without blocking a thread. To write one, return task<T> and use co_await
// or co_return.
//
//   rx::task<double> distance(rx::observable<Range> sonar)
//   {
//     Range first = co_await sonar;              the next item of a stream
//     co_await rx::sleep_for(100ms);             in the environment's time
//     co_return first.range;
//   }
//
// It does nothing until it is awaited or started on an environment (rx::run, rx::start,
// rx::from_task, with_scope …). All its code runs there, never on two threads at once; an awaited
// task runs as a part of its caller. A task can co_await tasks, observables (the next item) and the
// waits of the other headers in this folder. Each co_await is a point where the task can be
// cancelled (rx::cancelled); after 64 that need not wait, other work gets a turn. The co_await
// throws what the awaited task throws. Arguments are copied or moved into the task, but references
// are not kept alive: take arguments by value, and pass a lambda with captures uncalled to
// rx::start and similar functions, which keep it until its coroutine ends. Cost: one allocation per
// call, two more if it is started; an await allocates nothing itself.
template <class T>
class [[nodiscard(
  "a task does nothing until it is awaited or started: co_await it, or pass it to start()")]] task
{
public:
  class promise_type;
  // The type of the result.
  using value_type = T;

  // Takes over the coroutine; the other task becomes empty.
  task(task && other) noexcept : frame_(std::exchange(other.frame_, nullptr)) {}
  // Destroys the own coroutine and takes over the other one.
  task & operator=(task && other) noexcept
  {
    if (this != &other) {
      destroy();
      frame_ = std::exchange(other.frame_, nullptr);
    }
    return *this;
  }
  ~task() { destroy(); }

  // Returns the coroutine frame; for functions that start the task.
  std::coroutine_handle<promise_type> frame() const noexcept { return frame_; }

private:
  explicit task(std::coroutine_handle<promise_type> frame) : frame_(frame) {}
  void destroy() noexcept
  {
    if (frame_) {
      std::exchange(frame_, nullptr).destroy();
    }
  }

  std::coroutine_handle<promise_type> frame_;
};

namespace detail
{

// The awaiter of a task: the awaited task runs as a part of its caller.
template <class T>
class call
{
public:
  explicit call(task<T> callee) : callee_(std::move(callee)) {}
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> frame) noexcept
  {
    callee_.frame().promise().caller = frame;
    coroutine::current()->go_on_with(callee_.frame());
  }
  T await_resume() { return callee_.frame().promise().take(); }

private:
  task<T> callee_;
};

template <class T>
class value_promise : public promise_base
{
public:
  template <class U>
    requires std::is_convertible_v<U, T>
  void return_value(U && value)
  {
    result_.template emplace<1>(std::forward<U>(value));
  }
  void unhandled_exception() noexcept { result_.template emplace<2>(std::current_exception()); }
  T take()
  {
    if (auto * error = std::get_if<2>(&result_)) {
      std::rethrow_exception(*error);
    }
    return std::move(std::get<1>(result_));
  }

private:
  std::variant<std::monostate, T, std::exception_ptr> result_;
};

template <>
class value_promise<void> : public promise_base
{
public:
  void return_void() const noexcept {}
  void unhandled_exception() noexcept { error_ = std::current_exception(); }
  void take()
  {
    if (error_) {
      std::rethrow_exception(error_);
    }
  }

private:
  std::exception_ptr error_;
};

}  // namespace detail

// The promise type that the compiler requires of a coroutine's return type.
template <class T>
class task<T>::promise_type : public detail::value_promise<T>
{
public:
  // Returns the task that owns the coroutine. The compiler calls it.
  task get_return_object() noexcept
  {
    return task(std::coroutine_handle<promise_type>::from_promise(*this));
  }
};

// Used by co_await of a task: returns the awaiter.
template <class T>
detail::call<T> awaited(task<T> callee)
{
  return detail::call<T>(std::move(callee));
}

namespace detail
{

template <class X>
  requires(
    awaitable<std::remove_cvref_t<X>> &&
    !(is_task<std::remove_cvref_t<X>> && std::is_lvalue_reference_v<X>))
decltype(auto) promise_base::await_transform(X && x)
{
  using awaited_type = std::remove_cvref_t<X>;
  return awaited(awaited_type(std::forward<X>(x)));
}

}  // namespace detail

// A task with a receiver of its end, for functions like start() of your own. Create it with
// std::make_shared and call begin() once. Its scheduler keeps it alive while it runs; dispose()
// cancels it, on any thread. Once the task has returned or thrown, take(promise) of the receiver is
// called on its environment: promise.take() returns the result, or throws the exception. Then,
// after the frame is destroyed, ended() is called. If the task is destroyed before it returns, only
// ended() is called, on any thread. Both must not throw.
template <class T, class Receiver>
class started_task final : public detail::coroutine
{
public:
  // Creates a task that will run on `env`, which must not be empty.
  started_task(environment env, task<T> body, Receiver receiver)
  : coroutine(std::move(env)), body_(std::in_place, std::move(body)), receiver_(std::move(receiver))
  {
  }

  // Runs the task in the next turn of its environment. Thread-safe if the environment's schedule()
  // is, and throws what that throws.
  void begin() { this->start(body_->frame()); }

protected:
  /// Notifies the receiver of the result, if the task ended by itself.
  void ended(bool by_itself) noexcept override
  {
    if (by_itself) {
      receiver_->take(body_->frame().promise());
    }
    body_.reset();
    receiver_->ended();
    receiver_.reset();
  }
  // A receiver with `finishes_before_end` lets the task handle its cancellation before the
  // environment ends.
  void ending() noexcept override
  {
    if constexpr (requires { Receiver::finishes_before_end; }) {
      this->finish();
    }
  }

private:
  std::optional<task<T>> body_;
  std::optional<Receiver> receiver_;
};

}  // namespace rx

#endif  // RX__COROUTINES__TASK_HPP_
