// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// connectable_observable: what publish, replay and multicast return.

#ifndef RX__CONNECTABLE_OBSERVABLE_HPP_
#define RX__CONNECTABLE_OBSERVABLE_HPP_

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

#include "rx/composite_subscription.hpp"
#include "rx/observable.hpp"
#include "rx/operators/share.hpp"
#include "rx/subjects/subject.hpp"
#include "rx/upstream.hpp"

namespace rx
{

namespace detail
{

// One run of the source. It is over when the source has destroyed its observer, which is what `fed` keeps.
template <class Subject>
class connected final : public lifetime
{
public:
  explicit connected(const std::shared_ptr<const Subject> & fed) : fed_(fed) {}

  void dispose() noexcept override { source.dispose(); }
  bool disposed() const noexcept override { return fed_.expired(); }

  upstream source;

private:
  const std::weak_ptr<const Subject> fed_;
};

template <class Subject>
struct connected_input
{
  template <class U>
  bool on_next(U && item) noexcept
  {
    return fed->on_next(std::forward<U>(item));
  }
  void on_error(const std::exception_ptr & error) noexcept { fed->on_error(error); }
  void on_completed() noexcept { fed->on_completed(); }

  std::shared_ptr<const Subject> fed;
};

// The source, the subject and the connection between them, which all copies share.
template <class Source, class Subject>
class connection
{
public:
  connection(Source source, Subject s) : subject(std::move(s)), source_(std::move(source)) {}

  // The running connection, or a new one.
  subscription connect()
  {
    auto fed = std::make_shared<const Subject>(subject);
    auto made = std::make_shared<connected<Subject>>(fed);
    {
      std::lock_guard lock(mutex_);
      if (current_.is_subscribed()) {
        return current_;
      }
      current_ = made;
    }
    trampoline here;
    made->source.set(source_.start(connected_input<Subject>{std::move(fed)}));
    return made;
  }

  // A subscriber of ref_count() or connect_forever() comes; true if it is the first.
  bool join()
  {
    std::lock_guard lock(mutex_);
    return count_++ == 0;
  }
  void leave() noexcept
  {
    subscription last;
    {
      std::lock_guard lock(mutex_);
      if (--count_ > 0) {
        return;
      }
      last = std::exchange(current_, {});
    }
    last.dispose();
  }

  // By the first of ref_count(): it may have been disposed while it connects.
  void connect_while_wanted()
  {
    connect();
    subscription unwanted;
    {
      std::lock_guard lock(mutex_);
      if (count_ == 0) {
        unwanted = std::exchange(current_, {});
      }
    }
    unwanted.dispose();
  }

  environment env() const { return env_of(source_); }

  const Subject subject;

private:
  const Source source_;
  std::mutex mutex_;
  subscription current_;
  std::size_t count_ = 0;
};

template <class Source, class Subject>
struct counted_source
{
  using value_type = typename Source::value_type;
  using connection_type = connection<Source, Subject>;

  template <class Out>
  subscription start(Out && out) const
  {
    const bool first = state->join();
    subscription member = state->subject.get_observable().source().start(
      share_member<connection_type, std::remove_cvref_t<Out>>(state, std::forward<Out>(out)));
    if (first && member.is_subscribed()) {
      state->connect_while_wanted();
    }
    return member;
  }
  environment env() const { return state->env(); }

  std::shared_ptr<connection_type> state;
};

template <class Source, class Subject>
struct forever_source
{
  using value_type = typename Source::value_type;

  template <class Out>
  subscription start(Out && out) const
  {
    const bool first = state->join();
    subscription member = state->subject.get_observable().source().start(std::forward<Out>(out));
    if (first) {
      state->connect();
    }
    return member;
  }
  environment env() const { return state->env(); }

  std::shared_ptr<connection<Source, Subject>> state;
};

template <class Source, class Subject>
struct multicast_source
{
  using value_type = typename Source::value_type;

  template <class Out>
  subscription start(Out && out) const
  {
    return state->subject.get_observable().source().start(std::forward<Out>(out));
  }
  environment env() const { return state->env(); }

  std::shared_ptr<connection<Source, Subject>> state;
};

}  // namespace detail

// Subscribers get what the subject emits, which is nothing before connect(). Copies share subject and connection. Any
// thread.
template <class Source, class Subject>
class connectable_observable
: public observable<typename Source::value_type, detail::multicast_source<Source, Subject>>
{
  using source_type_ = detail::multicast_source<Source, Subject>;
  using base = observable<typename Source::value_type, source_type_>;

public:
  connectable_observable(Source source, Subject subject)
  : base(source_type_{
      std::make_shared<detail::connection<Source, Subject>>(std::move(source), std::move(subject))})
  {
  }

  // Subscribes the subject to the source, unless it is already; dispose what is returned to disconnect.
  subscription connect() const { return this->source().state->connect(); }
  subscription connect(const composite_subscription & until) const
  {
    subscription made = connect();
    until.add(made);
    return made;
  }

  // See the operators of these names.
  auto ref_count() const
  {
    return make_observable(detail::counted_source<Source, Subject>{this->source().state});
  }
  auto connect_forever() const
  {
    return make_observable(detail::forever_source<Source, Subject>{this->source().state});
  }
};

}  // namespace rx

#endif  // RX__CONNECTABLE_OBSERVABLE_HPP_
