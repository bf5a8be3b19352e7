// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// create: a stream whose function feeds a subscriber. Also subscriber<T> itself.

#ifndef RX__SOURCES__CREATE_HPP_
#define RX__SOURCES__CREATE_HPP_

#include <atomic>
#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

#include "rx/composite_subscription.hpp"
#include "rx/observable.hpp"
#include "rx/serialized_observer.hpp"

namespace rx
{

namespace detail
{

// The state to which a subscriber<T> refers.
template <class T>
class subscriber_state : public lifetime
{
public:
  virtual bool next_copy(const T & item) noexcept = 0;
  virtual bool next_move(T && item) noexcept = 0;
  virtual void fail(const std::exception_ptr & error) noexcept = 0;
  virtual void complete() noexcept = 0;

  composite_subscription teardown;
  std::atomic<bool> ends_with_teardown{false};
  environment env;
};

template <class T, class Out>
class serialized_subscriber final : public serialized_observer<T, Out, subscriber_state<T>>
{
public:
  using serialized_observer<T, Out, subscriber_state<T>>::serialized_observer;
  // if it was dropped without an end
  ~serialized_subscriber() override { this->teardown.dispose(); }

  bool kept_by_source() const noexcept override { return true; }
  bool next_copy(const T & item) noexcept override
  {
    if constexpr (std::copy_constructible<T>) {
      return this->next(item);
    } else {
      return false;
    }
  }
  bool next_move(T && item) noexcept override { return this->next(std::move(item)); }
  void fail(const std::exception_ptr & error) noexcept override { this->error(error); }
  void complete() noexcept override { this->completed(); }

protected:
  void released() noexcept override { this->teardown.dispose(); }
};

}  // namespace detail

// A handle of one subscribed observer, for a source to feed. Copies refer to the same observer.
// Thread-safe: items do not overlap (see serialized_observer), and nothing is delivered after the
// end.
template <class T>
class subscriber
{
public:
  // The type of the items.
  using value_type = T;

  // Used by create().
  explicit subscriber(std::shared_ptr<detail::subscriber_state<T>> state) : state_(std::move(state))
  {
  }

  // Delivers an item. Returns false if the stream is over and needs no more items.
  bool on_next(const T & item) const noexcept
    requires std::copy_constructible<T>
  {
    return state_->next_copy(item);
  }
  // Passes an item on. Returns false once the stream is over.
  bool on_next(T && item) const noexcept { return state_->next_move(std::move(item)); }
  // Ends the stream with an error.
  void on_error(const std::exception_ptr & error) const noexcept { state_->fail(error); }
  // Ends the stream without an error.
  void on_completed() const noexcept { state_->complete(); }

  // Returns true until the stream is over.
  bool is_subscribed() const noexcept { return !state_->disposed(); }
  // Ends the stream without a further call of the observer.
  void dispose() const noexcept { state_->dispose(); }
  // The name that RxCpp has for dispose().
  void unsubscribe() const noexcept { dispose(); }

  // Adds a subscription or function to dispose or call once when the stream ends, for whatever
  // reason.
  template <class X>
  auto add(X teardown) const
  {
    return state_->teardown.add(std::move(teardown));
  }
  // Returns the subscription to which add() adds. Disposing it ends the stream.
  composite_subscription get_subscription() const
  {
    if (!state_->ends_with_teardown.exchange(true, std::memory_order_acq_rel)) {
      state_->teardown.add([state = std::weak_ptr(state_)] {
        if (const auto of = state.lock()) {
          of->dispose();
        }
      });
    }
    return state_->teardown;
  }

  // Returns the environment that the subscriber offers to its source; may be empty.
  environment env() const { return state_->env; }

  // RxCpp's names; each returns this subscriber.
  const subscriber & get_observer() const noexcept { return *this; }
  // Returns this subscriber.
  const subscriber & get_subscriber() const noexcept { return *this; }
  // Returns this subscriber; its type is already the same for all streams of T.
  subscriber as_dynamic() const { return *this; }
  // Removes a member that add() added, without disposing it.
  void remove(const subscription & member) const { state_->teardown.remove(member); }

private:
  std::shared_ptr<detail::subscriber_state<T>> state_;
};

// make_subscriber<T>([subscription,] [on_next [, on_error] [, on_completed]]) returns a subscriber
// that calls functions, with the arguments of subscribe(). Use it to feed a pipe's end by hand, and
// for source.subscribe(subscriber).
//
//   std::string seen;
//   just(1, 2).subscribe(make_subscriber<int>([&](int i) { seen += std::to_string(i); }, [&] {
//     seen += '|'; }));
//   seen;  // -> 12|
template <class T, class... Args>
subscriber<T> make_subscriber(Args &&... args)
{
  auto observer = detail::make_observer<T>::from(std::forward<Args>(args)...);
  return subscriber<T>(
    std::make_shared<detail::serialized_subscriber<T, decltype(observer)>>(std::move(observer)));
}
template <class T, class... Args>
subscriber<T> make_subscriber(composite_subscription until, Args &&... args)
{
  auto created = make_subscriber<T>(std::forward<Args>(args)...);
  created.add(until);
  until.add([created] { created.dispose(); });
  return created;
}
// RxCpp's form for lift(): the new subscriber ends together with `with`.
template <class T, class Other, class Next, class... Others>
subscriber<T> make_subscriber(subscriber<Other> with, Next && next, Others &&... others)
{
  return make_subscriber<T>(
    with.get_subscription(), std::forward<Next>(next), std::forward<Others>(others)...);
}

namespace detail
{

template <class X>
concept is_teardown = !std::is_void_v<X> && (std::is_convertible_v<X, subscription> ||
                                             std::is_invocable_v<std::add_lvalue_reference_t<X>>);

template <class T, class F>
struct create_source
{
  static_assert(
    std::is_invocable_v<const F &, subscriber<T>>,
    "rx::create<T>: the function must take an rx::subscriber<T>");
  using value_type = T;

  template <class Out>
  subscription start(Out && out) const
  {
    environment env = env_of(out);
    auto state =
      std::make_shared<serialized_subscriber<T, std::remove_cvref_t<Out>>>(std::forward<Out>(out));
    state->env = std::move(env);
    try {
      using result = std::invoke_result_t<const F &, subscriber<T>>;
      if constexpr (is_teardown<result>) {
        state->teardown.add(f(subscriber<T>(state)));
      } else {
        f(subscriber<T>(state));
      }
    } catch (...) {
      state->error(std::current_exception());
    }
    return state;
  }

  F f;
};

}  // namespace detail

namespace sources
{

// create<T>(f) calls f(subscriber<T>) for each subscription. f feeds the subscriber, at once or
// later, from any thread.
//
//   create<int>([](rx::subscriber<int> s) { s.on_next(1); s.on_completed(); })   1-|
//
// A subscription or function that f returns, or passes to s.add(), is disposed when the stream
// ends, for whatever reason. An exception of f becomes the stream's error. Cost: two allocations
// per subscription; per item one virtual call and two atomic operations, no lock, no heap.
//
//   create<int>([](subscriber<int> s) {
//     s.on_next(1);
//     s.on_completed();
//   });  // -> 1 |
template <class T, class F>
auto create(F f)
{
  return make_observable(detail::create_source<T, F>{std::move(f)});
}

}  // namespace sources
}  // namespace rx

#endif  // RX__SOURCES__CREATE_HPP_
