// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// RxCpp's test kit, for tests that were written for it: virtual time that counts in ticks of one
// millisecond. New tests should use rx/testing/marbles.hpp, which does the same with diagrams.

#ifndef RXCPP__RX_TEST_HPP_
#define RXCPP__RX_TEST_HPP_

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

#include "rx/operators/materialize.hpp"
#include "rx/schedulers/virtual_time.hpp"
#include "rxcpp/rx.hpp"

namespace rx
{

namespace notifications
{

// The ticks at which a testable observable was subscribed to and unsubscribed from.
class subscription
{
public:
  static constexpr long never = std::numeric_limits<long>::max();

  explicit subscription(long subscribed, long ended = never)
  : subscribed_(subscribed), ended_(ended)
  {
  }
  long subscribe() const noexcept { return subscribed_; }
  long unsubscribe() const noexcept { return ended_; }

  friend bool operator==(const subscription &, const subscription &) = default;
  friend std::ostream & operator<<(std::ostream & to, const subscription & s)
  {
    to << s.subscribed_ << '-';
    return s.ended_ == never ? to : to << s.ended_;
  }

private:
  long subscribed_;
  long ended_;
};

// An item, error or completion and its tick. Two errors always compare equal, because exceptions
// cannot be compared.
template <class T>
class recorded
{
public:
  using value_type = T;

  recorded(long tick, notification<T> what) : tick_(tick), what_(std::move(what)) {}
  long time() const noexcept { return tick_; }
  const notification<T> & value() const noexcept { return what_; }

  template <class U>
  friend bool operator==(const recorded<U> & a, const recorded<U> & b);
  friend std::ostream & operator<<(std::ostream & to, const recorded & r)
  {
    to << r.tick_ << ": ";
    if constexpr (requires(const T & item) { to << item; }) {
      return to << r.what_;
    } else {
      return to
             << (r.what_.is_on_next()    ? "on_next(…)"
                 : r.what_.is_on_error() ? "on_error(…)"
                                         : "on_completed()");
    }
  }

private:
  long tick_;
  notification<T> what_;
};

template <class T>
bool operator==(const recorded<T> & a, const recorded<T> & b)
{
  return a.tick_ == b.tick_ && a.what_.is_on_next() == b.what_.is_on_next() &&
         a.what_.is_on_error() == b.what_.is_on_error() &&
         (!a.what_.is_on_next() || a.what_.value() == b.what_.value());
}

}  // namespace notifications

namespace detail
{

inline time_point time_of_tick(long tick)
{
  return time_point(std::chrono::milliseconds(tick));
}
inline long tick_of(time_point when)
{
  return static_cast<long>(
    std::chrono::floor<std::chrono::milliseconds>(when.time_since_epoch()).count());
}

// Runs every task at a whole tick, at least one tick later.
class ticking final : public scheduler
{
public:
  explicit ticking(environment clock) : clock_(std::move(clock)) {}

  time_point now() const noexcept override { return clock_.now(); }
  using scheduler::schedule;
  void schedule(std::shared_ptr<schedulable> work, time_point due, duration period) override
  {
    const time_point next = saturated_add(now(), std::chrono::milliseconds(1));
    if (due <= next) {
      due = next;
    } else if (due != time_point::max()) {
      due = time_point(std::chrono::floor<std::chrono::milliseconds>(due.time_since_epoch()));
    }
    clock_->schedule(std::move(work), std::max(due, next), period);
  }
  void cancel(schedulable & work) noexcept override { clock_->cancel(work); }
  bool any_thread() const noexcept override { return false; }
  bool is_current() const noexcept override { return true; }
  std::shared_ptr<scheduler> worker() override
  {
    return std::make_shared<ticking>(clock_.worker());
  }

private:
  const environment clock_;
};

// The messages of a testable observable, and the record of its subscriptions.
template <class T>
class test_stream : public std::enable_shared_from_this<test_stream<T>>
{
public:
  test_stream(schedulers::worker on, std::vector<notifications::recorded<T>> messages)
  : messages_(std::move(messages)), on_(std::move(on))
  {
  }

  // The ticks of the messages are those of the clock.
  void run_hot()
  {
    hot_ = true;
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      on_.schedule(
        time_of_tick(messages_[i].time()),
        [weak = this->weak_from_this(), i](const schedulers::schedulable &) {
          if (const auto self = weak.lock()) {
            const auto observers = self->observers_;
            for (const auto & [n, to] : observers) {
              self->deliver(to, i);
            }
          }
        });
    }
  }

  void subscribed_by(subscriber<T> to)
  {
    const std::size_t n = subscriptions_.size();
    subscriptions_.emplace_back(tick_of(on_.now()));
    to.add([self = this->shared_from_this(), n] {
      self->observers_.erase(n);
      auto & mine = self->subscriptions_[n];
      mine = notifications::subscription(mine.subscribe(), tick_of(self->on_.now()));
    });
    if (hot_) {
      observers_.emplace(n, std::move(to));
      return;
    }
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      on_.schedule(
        on_.now() + std::chrono::milliseconds(messages_[i].time()),
        [self = this->shared_from_this(), to, i](const schedulers::schedulable &) {
          self->deliver(to, i);
        });
    }
  }

  const std::vector<notifications::recorded<T>> & messages() const { return messages_; }
  const std::vector<notifications::subscription> & subscriptions() const { return subscriptions_; }

private:
  void deliver(subscriber<T> to, std::size_t i) const
  {
    if (to.is_subscribed()) {
      messages_[i].value().accept(to);
    }
  }

  const std::vector<notifications::recorded<T>> messages_;
  const schedulers::worker on_;
  bool hot_ = false;
  std::map<std::size_t, subscriber<T>> observers_;
  std::vector<notifications::subscription> subscriptions_;
};

template <class T>
struct test_source
{
  using value_type = T;

  template <class Out>
  subscription start(Out && out) const
  {
    auto subscribe = [stream = stream](subscriber<T> to) { stream->subscribed_by(std::move(to)); };
    return create_source<T, decltype(subscribe)>{std::move(subscribe)}.start(
      std::forward<Out>(out));
  }

  std::shared_ptr<test_stream<T>> stream;
};

}  // namespace detail

namespace test
{

// A stream of given messages that records its subscriptions.
template <class T>
class testable_observable : public observable<T, detail::test_source<T>>
{
public:
  explicit testable_observable(std::shared_ptr<detail::test_stream<T>> stream)
  : observable<T, detail::test_source<T>>(detail::test_source<T>{std::move(stream)})
  {
  }

  std::vector<notifications::subscription> subscriptions() const
  {
    return this->source().stream->subscriptions();
  }
  std::vector<notifications::recorded<T>> messages() const
  {
    return this->source().stream->messages();
  }
};

// The messages that a subscriber has received.
template <class T>
class testable_observer
{
public:
  using recorded_type = notifications::recorded<T>;

  std::vector<recorded_type> messages() const { return *messages_; }

private:
  template <class>
  friend class testable_subscriber;
  std::shared_ptr<std::vector<recorded_type>> messages_ =
    std::make_shared<std::vector<recorded_type>>();
};

// A subscriber that records its messages and their ticks.
template <class T>
class testable_subscriber : public subscriber<T>
{
public:
  explicit testable_subscriber(environment clock, testable_observer<T> observer = {})
  : subscriber<T>(make_subscriber<T>(
      record(clock, observer, [](T item) { return notification<T>::on_next(std::move(item)); }),
      record(
        clock, observer, [](const std::exception_ptr & e) { return notification<T>::on_error(e); }),
      record(clock, observer, [] { return notification<T>::on_completed(); }))),
    observer_(observer)
  {
  }
  const testable_observer<T> & get_observer() const noexcept { return observer_; }

private:
  template <class What>
  static auto record(environment clock, testable_observer<T> observer, What what)
  {
    return [clock = std::move(clock), log = observer.messages_, what](auto &&... arg)
      requires std::is_invocable_v<const What &, decltype(arg)...>
    { log->emplace_back(detail::tick_of(clock.now()), what(std::forward<decltype(arg)>(arg)...)); };
  }

  testable_observer<T> observer_;
};

}  // namespace test

namespace schedulers
{

// RxCpp's test scheduler, which is also a coordination. Copies are the same scheduler. Not
// thread-safe.
class test : public environment
{
public:
  static constexpr long created_time = 100;
  static constexpr long subscribed_time = 200;
  static constexpr long unsubscribed_time = 1000;

  explicit test(std::shared_ptr<virtual_time> clock = std::make_shared<virtual_time>())
  : environment(std::make_shared<rx::detail::ticking>(environment(clock))),
    state_(std::make_shared<state>(state{std::move(clock)}))
  {
  }

  // Creates messages: on.next(210, 2), on.completed(250), …
  template <class T>
  struct messages
  {
    using recorded_type = notifications::recorded<T>;
    using subscription_type = notifications::subscription;

    template <class U>
    static recorded_type next(long tick, U && item)
    {
      return {tick, notification<T>::on_next(std::forward<U>(item))};
    }
    static recorded_type completed(long tick) { return {tick, notification<T>::on_completed()}; }
    template <class E>
    static recorded_type error(long tick, E && e)
    {
      return {tick, notification<T>::on_error(util::make_error_ptr(std::forward<E>(e)))};
    }
    static subscription_type subscribe(long subscribed, long ended)
    {
      return subscription_type(subscribed, ended);
    }
  };

private:
  struct state
  {
    std::shared_ptr<virtual_time> clock;
    bool running = false;
  };

public:
  // A worker in virtual time; it runs tasks only in start().
  class test_worker : public worker
  {
  public:
    test_worker(
      const environment & ticks, composite_subscription lifetime, std::shared_ptr<state> of)
    : worker(ticks, std::move(lifetime)), state_(std::move(of))
    {
    }

    long clock() const { return rx::detail::tick_of(now()); }
    bool is_enabled() const noexcept { return state_->running; }

    using worker::schedule;
    template <class F>
    void schedule_absolute(long tick, F f) const
    {
      at(rx::detail::time_of_tick(tick), std::move(f));
    }
    template <class F>
    void schedule_relative(long ticks, F f) const
    {
      at(now() + std::chrono::milliseconds(ticks), std::move(f));
    }

    // Runs scheduled tasks until none is left or stop() is called.
    void start() const
    {
      state_->running = true;
      while (state_->running && state_->clock->next_due() != time_point::max()) {
        state_->clock->advance_to(state_->clock->next_due());
      }
      state_->running = false;
    }
    void stop() const noexcept { state_->running = false; }
    void advance_to(long tick) const { state_->clock->advance_to(rx::detail::time_of_tick(tick)); }
    void advance_by(long ticks) const
    {
      state_->clock->advance_by(std::chrono::milliseconds(ticks));
    }
    void sleep(long ticks) const { state_->clock->pass(std::chrono::milliseconds(ticks)); }

    // Calls make_source() at one tick, subscribes to its result at another, unsubscribes at a
    // third, and returns the subscriber, whose get_observer() has the messages.
    template <class T, class F>
    rx::test::testable_subscriber<T> start(
      F make_source, long created, long subscribed, long unsubscribed) const
    {
      auto to = make_subscriber<T>();
      const auto source = std::make_shared<std::optional<decltype(make_source())>>();
      schedule_absolute(created, [=](const schedulable &) { source->emplace(make_source()); });
      schedule_absolute(subscribed, [=](const schedulable &) { (*source)->subscribe(to); });
      schedule_absolute(unsubscribed, [=](const schedulable &) { to.unsubscribe(); });
      start();
      return to;
    }
    template <class T, class F>
    auto start(F make_source, long unsubscribed = unsubscribed_time) const
    {
      return start<T>(std::move(make_source), created_time, subscribed_time, unsubscribed);
    }
    template <class F>
    auto start(F make_source, long created, long subscribed, long unsubscribed) const
    {
      using T = typename decltype(make_source())::value_type;
      return start<T>(std::move(make_source), created, subscribed, unsubscribed);
    }
    template <class F>
    auto start(F make_source, long unsubscribed = unsubscribed_time) const
    {
      return start(std::move(make_source), created_time, subscribed_time, unsubscribed);
    }

    template <class T>
    rx::test::testable_subscriber<T> make_subscriber() const
    {
      return rx::test::testable_subscriber<T>(*this);
    }

  private:
    template <class F>
    void at(time_point when, F f) const
    {
      if constexpr (std::is_same_v<F, schedulable>) {
        f.schedule(when);
      } else {
        schedule(when, std::move(f));
      }
    }

    std::shared_ptr<state> state_;
  };

  test_worker create_worker(composite_subscription lifetime = {}) const
  {
    return {*this, std::move(lifetime), state_};
  }
  long clock() const { return rx::detail::tick_of(now()); }
  bool is_enabled() const noexcept { return state_->running; }
  time_point to_time_point(long tick) const { return rx::detail::time_of_tick(tick); }

  // A hot observable emits at the given ticks, with or without subscribers; a cold one emits to
  // each subscriber at the given ticks after its subscription.
  template <class T>
  rx::test::testable_observable<T> make_hot_observable(
    std::vector<notifications::recorded<T>> messages) const
  {
    auto stream =
      std::make_shared<rx::detail::test_stream<T>>(create_worker(), std::move(messages));
    stream->run_hot();
    return rx::test::testable_observable<T>(std::move(stream));
  }
  template <class T>
  rx::test::testable_observable<T> make_cold_observable(
    std::vector<notifications::recorded<T>> messages) const
  {
    return rx::test::testable_observable<T>(
      std::make_shared<rx::detail::test_stream<T>>(create_worker(), std::move(messages)));
  }
  template <class T>
  auto make_hot_observable(std::initializer_list<notifications::recorded<T>> messages) const
  {
    return make_hot_observable(std::vector<notifications::recorded<T>>(messages));
  }
  template <class T>
  auto make_cold_observable(std::initializer_list<notifications::recorded<T>> messages) const
  {
    return make_cold_observable(std::vector<notifications::recorded<T>>(messages));
  }

private:
  std::shared_ptr<state> state_;
};

inline test make_test()
{
  return test();
}

}  // namespace schedulers

namespace rxt = test;

}  // namespace rx

#endif  // RXCPP__RX_TEST_HPP_
