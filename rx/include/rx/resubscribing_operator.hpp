// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The base of operators that subscribe to one source after another: concat, repeat, retry,
// on_error_resume_next. Use it too to add such an operator.

#ifndef RX__RESUBSCRIBING_OPERATOR_HPP_
#define RX__RESUBSCRIBING_OPERATOR_HPP_

#include <atomic>
#include <concepts>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>

#include "rx/combining_operator.hpp"
#include "rx/detail/nesting.hpp"
#include "rx/detail/released_early.hpp"
#include "rx/schedulers/current_thread.hpp"
#include "rx/serialized_observer.hpp"

namespace rx
{

// The decision of a resubscribing operator after its current source has ended.
class next_source
{
public:
  // Ends the stream as the source ended.
  static next_source none() { return {kind::end, {}}; }
  // Subscribes to the next source at once.
  static next_source now() { return {kind::go_on, {}}; }
  // Subscribes to the next source after a delay.
  static next_source after(duration delay) { return {kind::go_on, delay}; }

  // True if there is a next source; delay() says when to subscribe to it.
  bool at_all() const noexcept { return kind_ == kind::go_on; }
  // Returns the time to wait before the next source is subscribed to.
  duration delay() const noexcept { return delay_; }

private:
  enum class kind
  {
    end,
    go_on
  };
  next_source(kind k, duration d) : kind_(k), delay_(d) {}
  kind kind_;
  duration delay_;
};

// Base of an operator that is subscribed to one source at a time and passes its items on. The
// derived class provides
//   template <class T> using emits = …;   type of its items, given those of the source in front
//   template <class Source, class Start> void subscribe(const Source & source, Start && start);
//                                       calls start(s) once, with the next source
//   next_source on_completed();         by default none
//   next_source on_error(const std::exception_ptr &);      by default none
// The derived class may also provide
//   void on_item();                     called before those two if an item has passed since
//   bool nothing() const;               true: completes without a subscription
//   environment clock;                  makes it timed (the user's or none); for after()
//   static constexpr const char * reported_as;     its name: the errors 1, 10, 100, … after which
//                                       it subscribes again are reported
//   duration first_delay() const;       of the first subscription, made in that environment,
//                                       which the source is then offered
// It is copied for each subscription; its functions never overlap and may throw: that becomes the
// stream's error. It and the sources in it are destroyed when the stream is over and no thread is
// in the source's functions any longer. Sources that end
// at once are subscribed to in a loop, not in each other's stack frames; but if the next source
// leads to this stream again it is nested in it, and beyond a depth of 4,096 is an
// rx::nesting_error. make_operator() makes an operator of it. Cost: one allocation a subscription
// of the whole; an item: as serialized_observer.
struct resubscribing_operator
{
};

namespace detail
{

template <class T, class Out, class Op, class Source>
class resubscribing_state final
: public fed_observer<T, Out, schedulable>,
  public std::enable_shared_from_this<resubscribing_state<T, Out, Op, Source>>
{
public:
  static constexpr bool reports_errors = requires { Op::reported_as; };

  resubscribing_state(Out out, Op op, Source source, environment worker, environment of_out)
  : fed_observer<T, Out, schedulable>(std::move(out)),
    env(std::move(of_out)),
    parts_(std::in_place, parts{std::move(op), std::move(source)}),
    worker_(std::move(worker))
  {
  }

  void begin()
  {
    const auto own = parts_.use();
    if (depth_ > deepest_nesting) {
      this->error(nested_too_deep());
      return;
    }
    if constexpr (requires { own->op.nothing(); }) {
      if (own->op.nothing()) {
        this->completed();
        return;
      }
    }
    if constexpr (requires { own->op.first_delay(); }) {
      worker_->schedule(
        this->shared_from_this(), saturated_add(worker_.now(), own->op.first_delay()),
        duration::zero());
    } else {
      subscribe_to_next();
    }
  }

  void run() noexcept override { subscribe_to_next(); }
  void scheduler_ended() noexcept override { this->completed(); }

  template <class U>
  bool item(U && item) noexcept
  {
    try {
      if constexpr (requires(Op & op) { op.on_item(); }) {
        item_passed_ = true;
      }
      if constexpr (std::is_same_v<std::remove_cvref_t<U>, T>) {
        return this->next(std::forward<U>(item));
      } else {
        return this->next(static_cast<T>(std::forward<U>(item)));
      }
    } catch (...) {
      this->error(std::current_exception());
      return false;
    }
  }

  // The current source has ended with an error, or without one (nullptr).
  void ended(const std::exception_ptr & error) noexcept
  {
    try {
      const next_source next = decide(error);
      if constexpr (reports_errors) {
        if (error && next.at_all()) {
          report_attempt(error);
        }
      }
      if (!next.at_all()) {
        error ? this->error(error) : this->completed();
      } else if (next.delay() > duration::zero()) {
        if (worker_ && !this->disposed()) {
          worker_->schedule(
            this->shared_from_this(), saturated_add(worker_.now(), next.delay()), duration::zero());
        }
      } else {
        subscribe_to_next();
      }
    } catch (...) {  // the user's function
      this->error(std::current_exception());
    }
  }

  environment env;

protected:
  void released() noexcept override
  {
    dispose_current();
    if (worker_) {
      worker_->cancel(*this);
    }
    parts_.release();
  }

private:
  struct parts
  {
    Op op;
    Source source;
  };
  struct input
  {
    template <class U>
    bool on_next(U && i) noexcept
    {
      return state->item(std::forward<U>(i));
    }
    void on_error(const std::exception_ptr & error) noexcept { state->ended(error); }
    void on_completed() noexcept { state->ended(nullptr); }
    void on_never() noexcept { state->never(); }
    environment env() const { return state->env; }

    std::shared_ptr<resubscribing_state> state;
    // The functions of the source may refer to what the operator's functions have captured, and a
    // thread may be in one of them when the whole is over.
    typename released_early<parts>::in_use keeps_parts;
  };

  void report_attempt(const std::exception_ptr & error) noexcept
  {
    if (is_reported_count(++failures_)) {
      report(
        stream_report::kind::failed_attempt,
        [this] {
          return std::string(Op::reported_as) + " subscribes again after an error" +
                 (failures_ == 1 ? "" : ", the " + std::to_string(failures_) + "th");
        },
        error, env.name());
    }
  }

  next_source decide(const std::exception_ptr & error)
  {
    const auto own = parts_.use();
    if (!own) {
      return next_source::none();
    }
    if constexpr (requires { own->op.on_item(); }) {
      if (std::exchange(item_passed_, false)) {
        own->op.on_item();
      }
    }
    if (error) {
      if constexpr (requires { own->op.on_error(error); }) {
        return own->op.on_error(error);
      }
    } else if constexpr (requires { own->op.on_completed(); }) {
      return own->op.on_completed();
    }
    return next_source::none();
  }

  // The thread that finds no other thread in the loop runs it, so a source that ends within its
  // start() does not nest.
  void subscribe_to_next() noexcept
  {
    if (wanted_.fetch_add(1, std::memory_order_acq_rel) != 0) {
      return;
    }
    do {
      const auto own = parts_.use();
      if (!own || this->disposed()) {
        continue;
      }
      try {
        const nesting inner(depth_);
        trampoline here;  // for a source that is left to current_thread
        own->op.subscribe(std::as_const(own->source), [this](auto && source) {
          set(std::forward<decltype(source)>(source).start(
            input{this->shared_from_this(), parts_.use()}));
        });
      } catch (...) {
        this->error(std::current_exception());
      }
    } while (wanted_.fetch_sub(1, std::memory_order_acq_rel) != 1);
  }

  void set(subscription stream)
  {
    weak_subscription next(std::move(stream));
    {
      std::lock_guard lock(mutex_);
      std::swap(current_, next);
    }
    if (this->disposed()) {
      dispose_current();
    }
  }
  void dispose_current() noexcept
  {
    weak_subscription current;
    {
      std::lock_guard lock(mutex_);
      std::swap(current, current_);
    }
    current.dispose();
  }

  released_early<parts> parts_;
  const environment worker_;
  const unsigned depth_ = nesting_depth + 1;
  bool item_passed_ = false;  // since the last end of a source
  std::uint64_t failures_ = 0;
  std::atomic<int> wanted_{0};
  std::mutex mutex_;  // guards current_
  weak_subscription current_;
};

template <class Source, class Op>
struct resubscribing_source
{
  using value_type = typename Op::template emits<typename Source::value_type>;

  template <class Out>
  subscription start(Out && out) const
  {
    using state_type = resubscribing_state<value_type, std::remove_cvref_t<Out>, Op, Source>;
    const environment of_out = env_of(out);
    environment of_source = env_of(source);
    environment worker;
    if constexpr (requires { op.clock; }) {
      worker = choose_environment(op.clock, of_source, of_out).worker();
    }
    std::shared_ptr<const stream_name> name = of_source.name();
    environment offered = offer(std::move(of_source), of_out);
    if constexpr (requires { op.first_delay(); }) {
      offered = worker;
    }
    if (name) {
      offered = offered.named(std::move(name));
    }
    auto state = std::make_shared<state_type>(
      std::forward<Out>(out), op, source, std::move(worker), std::move(offered));
    state->begin();
    return state;
  }
  environment env() const
  {
    environment found = env_of(source);
    if constexpr (requires { op.first_delay(); }) {
      return found ? found : op.clock;
    }
    return found;
  }

  Source source;
  Op op;
};

template <class Op>
struct resubscribing : operator_of<Op>
{
  explicit resubscribing(Op o) : op(std::move(o)) {}

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using pipe = std::remove_cvref_t<Observable>;
    return make_observable(resubscribing_source<typename pipe::source_type, Op>{
      std::forward<Observable>(source).source(), op});
  }

  Op op;
};

}  // namespace detail

// Returns the operator, for `source | op`, that runs `op` on its source. It owns a copy of `op` and
// may be used for any number of sources, by several threads.
template <std::derived_from<resubscribing_operator> Op>
auto make_operator(Op op)
{
  return detail::resubscribing<Op>{std::move(op)};
}

}  // namespace rx

#endif  // RX__RESUBSCRIBING_OPERATOR_HPP_
