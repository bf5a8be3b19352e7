// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// autostart(): a pipe that runs even if nobody subscribes to it. Operators that end a program's
// pipe, such as publish_to_topic, use it.

#ifndef RX__AUTOSTART_HPP_
#define RX__AUTOSTART_HPP_

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "rx/environment.hpp"
#include "rx/observable.hpp"
#include "rx/operators/share.hpp"
#include "rx/schedulers/current_thread.hpp"
#include "rx/subscription.hpp"

namespace rx
{

namespace detail
{

// Decides when an autostart pipe starts and who owns the started stream. Independent of the pipe's
// type.
class autostart_control
{
public:
  using owner_type = std::function<void(subscription)>;

  explicit autostart_control(owner_type owner) : owner_(std::move(owner)) {}
  autostart_control(const autostart_control &) = delete;
  autostart_control & operator=(const autostart_control &) = delete;

  // A subscriber is about to join, so the pipe need not start by itself.
  void claim() noexcept { started_.store(true, std::memory_order_release); }

  // A subscriber has joined. If the pipe had started by itself, that subscriber owns the stream
  // from now on.
  void claimed() noexcept
  {
    subscription own;
    {
      std::lock_guard lock(mutex_);
      claimed_ = true;
      own = std::exchange(own_, {});
    }
    own.dispose();
  }

  void start() noexcept
  {
    if (started_.exchange(true, std::memory_order_acq_rel)) {
      return;
    }
    try {
      trampoline scope;
      subscription own = begin();
      bool late;
      {
        std::lock_guard lock(mutex_);
        late = claimed_;
        own_ = late ? subscription() : own;
      }
      if (late) {
        own.dispose();
      } else {
        owner_(std::move(own));
      }
    } catch (...) {  // out of memory, or thrown by the owner
      report_unhandled(std::current_exception());
    }
  }

protected:
  ~autostart_control() = default;

private:
  // Subscribes to the pipe without an observer.
  virtual subscription begin() = 0;

  std::atomic<bool> started_{false};
  std::mutex mutex_;  // guards claimed_ and own_
  bool claimed_ = false;
  subscription own_;  // the stream that start() began, until a subscriber claims it
  owner_type owner_;
};

// The state that all copies of one autostart pipe share. Destroying the last copy starts the pipe
// if nothing else has started it.
template <class Source>
class autostart_state final : public autostart_control
{
public:
  autostart_state(Source source, owner_type owner, std::shared_ptr<const stream_name> sink)
  : autostart_control(std::move(owner)), shared(std::move(source)), sink_(std::move(sink))
  {
  }
  ~autostart_state() { start(); }

  const share_source<Source> shared;

private:
  subscription begin() override
  {
    return shared.start(
      function_observer(no_function{}, unhandled{name_of(shared), sink_}, no_function{}));
  }

  const std::shared_ptr<const stream_name> sink_;
};

// Starts the pipe in the scheduler's next turn if a copy of it still exists and nobody has
// subscribed.
class autostart_task final : public schedulable
{
public:
  explicit autostart_task(std::weak_ptr<autostart_control> pipe) : pipe_(std::move(pipe)) {}

  void run() noexcept override
  {
    if (auto pipe = pipe_.lock()) {
      pipe->start();
    }
  }
  void dispose() noexcept override {}
  bool disposed() const noexcept override { return pipe_.expired(); }

private:
  std::weak_ptr<autostart_control> pipe_;
};

template <class Source>
class autostart_source
{
public:
  using value_type = typename Source::value_type;

  explicit autostart_source(std::shared_ptr<autostart_state<Source>> state)
  : state_(std::move(state))
  {
  }

  template <class Out>
  subscription start(Out && out) const
  {
    state_->claim();
    subscription started = state_->shared.start(std::forward<Out>(out));
    state_->claimed();
    return started;
  }
  environment env() const { return state_->shared.env(); }

private:
  std::shared_ptr<autostart_state<Source>> state_;
};

// A pipe that may be left without a subscriber.
template <class T, class Source>
class autostarted : public observable<T, Source>
{
public:
  explicit autostarted(Source source) : observable<T, Source>(std::move(source)) {}
};

}  // namespace detail

// Returns a pipe of the same items that starts by itself at the first of these events:
//  - somebody subscribes to it, or to something piped from it;
//  - its last copy (or the last copy of something piped from it) is destroyed without a
//    subscription;
//  - the next turn of `env`, if you pass one (unless the source is to run in current_thread).
// The source is subscribed to once; subscribers that join while it runs share it (see share). If
// the stream starts without a subscriber, `owner(subscription)` receives it and must keep it as
// long as it is to run. `owner` is called at most once, on the thread that starts the stream. A
// later subscriber takes the stream over: it then ends with its last subscriber. The name of `env`,
// if it has one, is that of the pipe's end in reports.
template <any_observable Observable>
auto autostart(Observable && pipe, environment env, std::function<void(subscription)> owner)
{
  using source_type = typename std::remove_cvref_t<Observable>::source_type;
  const bool on_this_thread = pipe.env() == current_thread();
  auto state = std::make_shared<detail::autostart_state<source_type>>(
    std::forward<Observable>(pipe).source(), std::move(owner), env.name());
  if (env && !on_this_thread) {
    env->schedule(std::make_shared<detail::autostart_task>(state));
  }
  using source = detail::autostart_source<source_type>;
  return detail::autostarted<typename source::value_type, source>(source(std::move(state)));
}

}  // namespace rx

#endif  // RX__AUTOSTART_HPP_
