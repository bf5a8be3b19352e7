// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// share, share_replay: one subscription to the source for all subscribers.

#ifndef RX__OPERATORS__SHARE_HPP_
#define RX__OPERATORS__SHARE_HPP_

#include <atomic>
#include <concepts>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

#include "rx/detail/checked.hpp"
#include "rx/single_assignment_subscription.hpp"
#include "rx/stage.hpp"
#include "rx/subjects/last_items.hpp"
#include "rx/subjects/state.hpp"

namespace rx
{

template <class Source>
auto make_observable(Source source);

namespace detail
{

// One run of the source, from the first subscriber to the last.
class share_session
{
public:
  explicit share_session(std::weak_ptr<subject_core> observers) : observers_(std::move(observers))
  {
  }

  // False: it is over. `observers` are those to join; the caller, who may hold a lock, lets go of
  // them without it, since this may be the last reference.
  bool join(std::shared_ptr<subject_core> & observers)
  {
    observers = observers_.lock();
    std::lock_guard lock(mutex_);
    if (over_ || !observers || observers->over()) {
      return false;
    }
    ++count_;
    return true;
  }
  void leave() noexcept
  {
    {
      std::lock_guard lock(mutex_);
      if (--count_ > 0) {
        return;
      }
      over_ = true;
    }
    source.dispose();
  }

  single_assignment_subscription source;

private:
  // The source's side (share_input) keeps them: when the source drops it without an end, the
  // observers are dropped, too.
  const std::weak_ptr<subject_core> observers_;
  std::mutex mutex_;  // guards the members below
  std::size_t count_ = 0;
  bool over_ = false;
};

// Leaves a joined session, also after an exception.
template <class Session>
class membership
{
public:
  explicit membership(std::shared_ptr<Session> joined) noexcept : session_(std::move(joined)) {}
  membership(membership &&) noexcept = default;
  membership & operator=(membership &&) = delete;
  ~membership()
  {
    if (session_) {
      session_->leave();
    }
  }

private:
  std::shared_ptr<Session> session_;
};

// An observer of a session. Its destruction, at the end of its stream, leaves the session.
template <class Session, class Out>
class share_member
{
public:
  share_member(membership<Session> in, Out out) : out_(std::move(out)), in_(std::move(in)) {}

  template <class U>
  bool on_next(U && item) noexcept
  {
    return out_.on_next(std::forward<U>(item));
  }
  void on_error(const std::exception_ptr & error) noexcept { out_.on_error(error); }
  void on_completed() noexcept { out_.on_completed(); }
  environment env() const { return env_of(out_); }

private:
  Out out_;
  membership<Session> in_;
};

template <class T, class Memory>
struct share_input
{
  template <class U>
  bool on_next(U && item) noexcept
  {
    return observers->next(std::forward<U>(item));
  }
  void on_error(const std::exception_ptr & error) noexcept { observers->error(error); }
  void on_completed() noexcept { observers->completed(); }
  environment env() const { return of_first; }

  std::shared_ptr<subject_state<T, Memory>> observers;
  environment of_first;  // the subscriber whose environment the source may use
};

// `Memory` is what late subscribers get (no_memory or last_items); each session begins with a copy
// of it.
template <class Source, class Memory = no_memory<typename Source::value_type>>
class share_source
{
public:
  using value_type = typename Source::value_type;

  explicit share_source(Source source, Memory memory = {})
  : state_(std::make_shared<state>(std::move(source), std::move(memory)))
  {
  }

  template <class Out>
  subscription start(Out && out) const
  {
    using subject = subject_state<value_type, Memory>;
    std::shared_ptr<share_session> session;
    std::shared_ptr<share_session> former;  // these two are released without the lock
    std::shared_ptr<subject_core> former_observers;
    std::shared_ptr<subject_core> joined;
    bool first = false;
    {
      std::lock_guard lock(state_->mutex);
      session = state_->current;
      first = !session || !session->join(former_observers);
      if (first) {
        former = session;
        joined = subject::make(state_->memory);
        session = state_->current = std::make_shared<share_session>(joined);
        session->join(joined);
      } else {
        joined = std::move(former_observers);
      }
    }
    const auto observers = std::static_pointer_cast<subject>(std::move(joined));
    membership in(session);
    environment of_first = first ? env_of(out) : environment();
    subscription member = subject::add(
      observers,
      share_member<share_session, std::remove_cvref_t<Out>>(std::move(in), std::forward<Out>(out)));
    if (first) {
      start_or_fail(*observers, [&] {
        session->source.set(
          state_->source.start(share_input<value_type, Memory>{observers, std::move(of_first)}));
      });
    }
    return member;
  }
  environment env() const { return env_of(state_->source); }

private:
  struct state
  {
    state(Source s, Memory m) : source(std::move(s)), memory(std::move(m)) {}
    const Source source;
    const Memory memory;
    std::mutex mutex;  // guards current
    std::shared_ptr<share_session> current;
  };
  std::shared_ptr<state> state_;
};

struct share
{
  template <class T>
  static constexpr bool accepts = std::copy_constructible<T>;

  RX_REJECT(
    share, (!accepts<Item>),
    "rx::share, share_replay: an Item of this stream cannot be copied, and each subscriber gets "
    "one. Map it to a std::shared_ptr first")

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using source_type = typename std::remove_cvref_t<Observable>::source_type;
    return make_observable(share_source<source_type>(std::forward<Observable>(source).source()));
  }
};

struct share_replay
{
  template <class T>
  static constexpr bool accepts = std::copy_constructible<T>;

  RX_REJECT(
    share_replay, (!accepts<Item>),
    "rx::share, share_replay: an Item of this stream cannot be copied, and each subscriber gets "
    "one. Map it to a std::shared_ptr first")

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using source_type = typename std::remove_cvref_t<Observable>::source_type;
    using memory = last_items<typename source_type::value_type>;
    return make_observable(share_source<source_type, memory>(
      std::forward<Observable>(source).source(), memory(count, {}, {})));
  }

  std::size_t count;
};

}  // namespace detail

namespace operators
{

// source.share() lets all subscribers of it and of its copies share one subscription to the source.
//
//   source         1--2--3--4--|
//   first          1--2--3--4--|
//   second            ^--3--4--|
//
// Subscribes to the source with the first subscriber and disposes that subscription with the last.
// The next subscriber starts the source again, even after its end, like share() of RxJS. It is not
// publish() | ref_count(), which is the definition of share in Rx.NET, RxJava and RxPY: there all
// subscribers use one subject for ever, so a subscriber after the end of the source gets only that
// end. The items must be copyable. Cost: that of a subject: per item two atomic operations and one
// virtual call per subscriber; per subscription one allocation, and a few more for the first one.
//
//   int runs = 0;
//   auto shared = m.cold("-1-2|") | finally([&] { ++runs; }) | share();
//   std::string first;
//   shared.subscribe([&](char c) { first += c; });
//   shared;  // -> 1 2 |
//   first;  // -> 12
//   runs;  // -> 1
inline auto share()
{
  return detail::share{};
}

// source.share_replay(n) is share() whose late subscribers first get the last n items.
//
//   source              1--2--3--4--|
//   first               1--2--3--4--|
//   second (n = 1)         ^2-3--4--|
//
// The items are forgotten with the last subscriber and at the end of the source. n = 0 is share().
// Cost: that of share, and per item one copy into a ring that grows to n.
//
//   auto shared = m.cold("-1-2-3|") | share_replay(1);
//   shared.subscribe();
//   m.clock()->advance_by(3ms);
//   m.of(shared);  // -> 2-3|
template <std::integral N>
auto share_replay(N count)
{
  return detail::share_replay{
    detail::not_negative(count, "rx::share_replay: the number of items is negative")};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__SHARE_HPP_
