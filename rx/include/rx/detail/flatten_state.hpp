// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The state machine of flat_map, concat_map, switch_map and exhaust_map: the running inner streams
// and the waiting items.

#ifndef RX__DETAIL__FLATTEN_STATE_HPP_
#define RX__DETAIL__FLATTEN_STATE_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "rx/combining_operator.hpp"
#include "rx/detail/nesting.hpp"
#include "rx/detail/only_current.hpp"
#include "rx/detail/released_early.hpp"
#include "rx/schedulers/current_thread.hpp"
#include "rx/serialized_observer.hpp"
#include "rx/single_assignment_subscription.hpp"
#include "rx/stage.hpp"
#include "rx/storage.hpp"

namespace rx::detail
{

enum class flattening
{
  merge,      // the inner streams run concurrently, up to a maximum; further items wait
  switch_to,  // an item ends the inner stream of the previous one
  exhaust     // items that arrive while an inner stream runs are dropped
};

// Returns the stream of a user's function: an observable, or the result of an own stream_of()
// (rx::task), which runs on `env` and keeps `keep` alive as long as it runs.
template <class X>
auto as_stream(X && result, const environment & env, const std::shared_ptr<const void> & keep)
{
  if constexpr (is_pipe<std::remove_cvref_t<X>>) {
    return std::forward<X>(result);
  } else {
    return stream_of(std::forward<X>(result), env, keep);
  }
}

// Satisfied by the results that as_stream() takes.
template <class X>
concept is_inner_stream =
  is_pipe<std::remove_cvref_t<X>> ||
  requires(X && result, const environment & env, const std::shared_ptr<const void> & keep) {
    stream_of(std::forward<X>(result), env, keep);
  };

// One thread at a time creates and starts inner streams, without a lock: the thread that delivers
// an outer item or ends an inner stream, unless another thread is already doing that and will do
// this too. So inner streams that end at once do not nest on the stack, and the user's function is
// never entered twice at once.
template <class T, class Outer, class F, class Out, flattening Kind>
class flatten_state final
: public serialized_observer<
    std::conditional_t<Kind == flattening::switch_to, inner_item<T>, T>,
    std::conditional_t<Kind == flattening::switch_to, only_current<Out>, Out>>,
  public std::enable_shared_from_this<flatten_state<T, Outer, F, Out, Kind>>
{
  static constexpr bool switching = Kind == flattening::switch_to;
  using base = serialized_observer<
    std::conditional_t<switching, inner_item<T>, T>,
    std::conditional_t<switching, only_current<Out>, Out>>;

public:
  flatten_state(Out out, F f, std::size_t max, environment of_out, environment for_inner)
  : base(wrap(std::move(out), generation_)),
    env(std::move(of_out)),
    f_(std::in_place, std::move(f)),
    max_(max),
    for_inner_(std::move(for_inner))
  {
  }

  // Returns false to an inner stream that has been replaced.
  template <class U>
  bool inner_next(std::uint64_t generation, U && item)
  {
    if constexpr (switching) {
      return !stale(generation) && this->next(arriving_inner<U>{generation, std::forward<U>(item)});
    } else {
      return this->next(std::forward<U>(item));
    }
  }
  void inner_error(std::uint64_t generation, const std::exception_ptr & error) noexcept
  {
    if (!stale(generation)) {
      this->error(error);
    }
  }

  template <class U>
  bool outer_next(U && item)
  {
    if constexpr (Kind == flattening::exhaust) {  // an item that is dropped is not copied
      std::lock_guard lock(mutex_);
      if (this->disposed() || active_ > 0 || !waiting_.empty()) {
        return !this->disposed();
      }
    }
    // copied here, because items are only moved with the lock held
    Outer held(std::forward<U>(item));
    std::vector<weak_subscription> former;
    fifo<Outer> skipped;
    {
      std::lock_guard lock(mutex_);
      if (this->disposed()) {
        return false;
      }
      if constexpr (switching) {
        generation_.fetch_add(1, std::memory_order_acq_rel);
        former = take_running();
        std::swap(skipped, waiting_);
        active_ = 0;
      }
      waiting_.push(std::move(held));
    }
    for (const weak_subscription & stream : former) {
      stream.dispose();
    }
    start_waiting();
    return !this->disposed();
  }
  void outer_completed() noexcept
  {
    bool over;
    {
      std::lock_guard lock(mutex_);
      outer_completed_ = true;
      over = active_ == 0 && waiting_.empty();
    }
    if (over) {
      this->completed();
    }
  }

  void inner_completed(std::uint64_t generation, std::size_t which) noexcept
  {
    weak_subscription ended;
    bool over;
    {
      std::lock_guard lock(mutex_);
      if (stale(generation) || this->disposed()) {
        return;
      }
      inner & i = inners_[which];
      if (std::exchange(i.started, false)) {
        ended = std::exchange(i.stream, {});
        free_.push_back(which);
      } else {
        i.ended = true;
      }
      --active_;
      over = outer_completed_ && active_ == 0 && waiting_.empty();
    }
    if (over) {
      this->completed();
    } else {
      start_waiting();
    }
  }

  // Returns false if the stream has failed.
  bool begin()
  {
    if (depth_ > deepest_nesting) {
      this->error(nested_too_deep());
    }
    return !this->disposed();
  }

  bool kept_by_source() const noexcept override { return true; }

  environment env;
  single_assignment_subscription source;

protected:
  void released() noexcept override
  {
    source.dispose();
    std::vector<weak_subscription> running;
    fifo<Outer> waiting;
    {
      std::lock_guard lock(mutex_);
      running = take_running();
      std::swap(waiting, waiting_);
    }
    for (const weak_subscription & stream : running) {
      stream.dispose();
    }
    f_.release();
  }

private:
  struct inner
  {
    weak_subscription stream;
    bool started = false;
    bool ended = false;
  };

  static auto wrap(Out out, const std::atomic<std::uint64_t> & generation)
  {
    if constexpr (switching) {
      return only_current<Out>{std::move(out), &generation};
    } else {
      return out;
    }
  }

  bool stale(std::uint64_t generation) const noexcept
  {
    return switching && generation != generation_.load(std::memory_order_acquire);
  }

  // Call it with the lock held.
  std::vector<weak_subscription> take_running()
  {
    std::vector<weak_subscription> running;
    for (std::size_t k = 0; k < inners_.size(); ++k) {
      if (std::exchange(inners_[k].started, false)) {
        running.push_back(std::exchange(inners_[k].stream, {}));
        free_.push_back(k);
      }
    }
    return running;
  }

  void start_waiting() noexcept
  {
    std::unique_lock lock(mutex_);
    if (starting_) {
      return;
    }
    starting_ = true;
    try {
      while (!waiting_.empty() && active_ < max_ && !this->disposed()) {
        ++active_;
        if (free_.empty()) {
          free_.push_back(inners_.size());
          inners_.emplace_back();
        }
        const std::size_t which = free_.back();
        free_.pop_back();
        inners_[which] = {};
        const std::uint64_t generation = generation_.load(std::memory_order_relaxed);
        weak_subscription stream = start_first(lock, generation, which);
        lock.lock();
        const bool ended = inners_[which].ended;
        if (ended || this->disposed() || stale(generation)) {
          free_.push_back(which);
          lock.unlock();  // to destroy the stream, too: this may be the last reference
          if (!ended) {
            stream.dispose();
          }
          stream = {};
          lock.lock();
        } else {
          inners_[which].stream = std::move(stream);
          inners_[which].started = true;
        }
      }
    } catch (...) {  // thrown by the user's function
      if (!lock.owns_lock()) {
        lock.lock();
      }
      starting_ = false;
      lock.unlock();
      this->error(std::current_exception());
      return;
    }
    starting_ = false;
  }

  struct input
  {
    template <class U>
    bool on_next(U && i) noexcept
    {
      return state->inner_next(generation, std::forward<U>(i));
    }
    void on_error(const std::exception_ptr & e) noexcept { state->inner_error(generation, e); }
    void on_completed() noexcept { state->inner_completed(generation, which); }
    environment env() const { return state->for_inner_; }

    std::shared_ptr<flatten_state> state;
    std::uint64_t generation;
    std::size_t which;
    std::shared_ptr<const void> function;  // the inner stream's functions may refer to its captures
  };

  // Creates and starts the inner stream of the first waiting item. The lock is held and is released
  // before the item reaches user code.
  weak_subscription start_first(
    std::unique_lock<std::mutex> & lock, std::uint64_t generation, std::size_t which)
  {
    Outer item = waiting_.pop();
    lock.unlock();
    const auto f = f_.use();
    if (!f) {  // disposed meanwhile
      return {};
    }
    const nesting here(depth_);
    trampoline runs_current_thread;  // for a stream on current_thread
    auto stream = as_stream(call_with_item(**f, std::move(item)), for_inner_, f->keep());
    return weak_subscription(std::move(stream).source().start(
      input{this->shared_from_this(), generation, which, f->keep()}));
  }

  // Tasks and inner streams refer to the function's captures until they end, which may be after the
  // end of the whole stream, because a thread may still be in one of them. So they share the
  // function.
  class shared_function
  {
  public:
    explicit shared_function(F f) : f_(std::make_shared<F>(std::move(f))) {}
    F & operator*() const noexcept { return *f_; }
    const std::shared_ptr<F> & keep() const noexcept { return f_; }

  private:
    std::shared_ptr<F> f_;
  };
  released_early<shared_function> f_;
  const std::size_t max_;
  const environment for_inner_;
  const unsigned depth_ = nesting_depth + 1;
  std::atomic<std::uint64_t> generation_{0};
  // Guards the members below. It is not held while inner streams are created, started, fed or
  // disposed.
  std::mutex mutex_;
  fifo<Outer> waiting_;
  std::vector<inner> inners_;
  std::vector<std::size_t> free_;  // free indices of inners_
  std::size_t active_ = 0;
  bool starting_ = false;
  bool outer_completed_ = false;
};

template <class State>
struct flatten_input
{
  template <class U>
  bool on_next(U && item) noexcept
  {
    try {
      return state->outer_next(std::forward<U>(item));
    } catch (...) {  // thrown while copying the item
      state->error(std::current_exception());
      return false;
    }
  }
  void on_error(const std::exception_ptr & error) noexcept { state->error(error); }
  void on_completed() noexcept { state->outer_completed(); }
  environment env() const { return state->env; }

  std::shared_ptr<State> state;
};

}  // namespace rx::detail

#endif  // RX__DETAIL__FLATTEN_STATE_HPP_
