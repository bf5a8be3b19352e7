// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// connectable_observable: the type that publish, replay and multicast return.

#ifndef RX__CONNECTABLE_OBSERVABLE_HPP_
#define RX__CONNECTABLE_OBSERVABLE_HPP_

#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "rx/composite_subscription.hpp"
#include "rx/observable.hpp"
#include "rx/operators/share.hpp"
#include "rx/single_assignment_subscription.hpp"
#include "rx/subjects/subject.hpp"

namespace rx
{

namespace detail
{

// One run of the source. The run is over when the source has destroyed its observer, which holds
// the only reference to `fed`.
template <class Subject>
class connected final : public lifetime
{
public:
  explicit connected(const std::shared_ptr<const Subject> & fed) : fed_(fed) {}

  void dispose() noexcept override { source.dispose(); }
  bool disposed() const noexcept override { return fed_.expired(); }

  single_assignment_subscription source;

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

// The source, the subject and the connection between them. All copies share it.
template <class Source, class Subject>
class connection
{
public:
  using value_type = typename Source::value_type;

  connection(Source source, Subject s) : subject(std::move(s)), source_(std::move(source)) {}

  template <class Out>
  subscription add(Out && out)
  {
    return subject.get_observable().source().start(std::forward<Out>(out));
  }

  // Returns the running connection, or starts a new one.
  subscription connect()
  {
    auto fed = std::make_shared<const Subject>(subject);
    auto created = std::make_shared<connected<Subject>>(fed);
    subscription former = created;  // released without the lock
    {
      std::lock_guard lock(mutex_);
      if (current_.is_subscribed()) {
        return current_;
      }
      // the subject has ended, so no subscriber would receive an item
      if (!subject.is_subscribed()) {
        return {};
      }
      std::swap(current_, former);
    }
    trampoline here;
    created->source.set(source_.start(connected_input<Subject>{std::move(fed)}));
    return created;
  }

  // A subscriber of ref_count() or connect_forever() joins. Returns true if it is the first.
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

  // Called by the first subscriber of ref_count(), which may have been disposed while it connects.
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
  std::mutex mutex_;  // guards the members below
  subscription current_;
  std::size_t count_ = 0;
};

// The interface of a connection of any source and subject type.
template <class T>
class dynamic_connection
{
public:
  virtual ~dynamic_connection() = default;

  template <class Out>
  subscription add(Out && out)
  {
    return add_dynamic(dynamic_observer<T>(std::forward<Out>(out)));
  }
  virtual subscription connect() = 0;
  virtual bool join() = 0;
  virtual void leave() noexcept = 0;
  virtual void connect_while_wanted() = 0;
  virtual environment env() const = 0;

protected:
  virtual subscription add_dynamic(dynamic_observer<T> && out) = 0;
};

template <class Connection>
class dynamic_connection_of final : public dynamic_connection<typename Connection::value_type>
{
  using T = typename Connection::value_type;

public:
  explicit dynamic_connection_of(std::shared_ptr<Connection> of) : of_(std::move(of)) {}
  subscription connect() override { return of_->connect(); }
  bool join() override { return of_->join(); }
  void leave() noexcept override { of_->leave(); }
  void connect_while_wanted() override { of_->connect_while_wanted(); }
  environment env() const override { return of_->env(); }

protected:
  subscription add_dynamic(dynamic_observer<T> && out) override { return of_->add(std::move(out)); }

private:
  const std::shared_ptr<Connection> of_;
};

// `Source` is the stream that is subscribed to: the subject, or a pipe built on it.
template <class Source, class Connection>
struct counted_source
{
  using value_type = typename Source::value_type;

  template <class Out>
  subscription start(Out && out) const
  {
    const bool first = state->join();
    membership in(state);
    subscription member = source.start(
      share_member<Connection, std::remove_cvref_t<Out>>(std::move(in), std::forward<Out>(out)));
    if (first && member.is_subscribed()) {
      try {
        state->connect_while_wanted();
      } catch (...) {
        member.dispose();  // the next subscriber is the first again
        throw;
      }
    }
    return member;
  }
  environment env() const { return state->env(); }

  Source source;
  std::shared_ptr<Connection> state;
};

template <class Source, class Connection>
struct forever_source
{
  using value_type = typename Source::value_type;

  template <class Out>
  subscription start(Out && out) const
  {
    const bool first = state->join();
    subscription member;
    try {
      member = source.start(std::forward<Out>(out));
      if (first) {
        state->connect();
      }
    } catch (...) {
      member.dispose();
      state->leave();  // the next subscriber may be the first again
      throw;
    }
    return member;
  }
  environment env() const { return state->env(); }

  Source source;
  std::shared_ptr<Connection> state;
};

template <class T, class Connection>
struct multicast_source
{
  using value_type = T;
  using connection_type = Connection;

  template <class Out>
  subscription start(Out && out) const
  {
    if (!state) [[unlikely]] {
      out.on_error(unassigned());
      return {};
    }
    return state->add(std::forward<Out>(out));
  }
  environment env() const { return state ? state->env() : environment(); }

  // Returns the connection; throws std::logic_error if there is none yet.
  const std::shared_ptr<Connection> & connected() const
  {
    if (!state) {
      std::rethrow_exception(unassigned());
    }
    return state;
  }

  std::shared_ptr<Connection> state;

private:
  static std::exception_ptr unassigned()
  {
    return std::make_exception_ptr(
      std::logic_error("rx::connectable_observable: used before a stream was assigned to it"));
  }
};

}  // namespace detail

// A stream whose subscribers get the items of a subject, which emits nothing before connect().
// Copies share the subject and the connection. Thread-safe. connectable_observable<T> hides the
// type of the pipe and may be empty until you assign one to it.
template <class T, class Source>
class [[nodiscard(
  "a connectable stream runs only once connect() is called on it: keep it, and connect() "
  "it")]] connectable_observable : public observable<T, Source>
{
  using base = observable<T, Source>;

public:
  // Used by publish, replay and multicast.
  explicit connectable_observable(Source source) : base(std::move(source)) {}

  // Creates an empty one, for members that are assigned later. Using it throws std::logic_error.
  connectable_observable()
    requires std::is_same_v<Source, detail::dynamic_connectable_source<T>>
  : base(Source())
  {
  }
  // Hides the type of the pipe.
  template <class Other>
    requires(
      std::is_same_v<Source, detail::dynamic_connectable_source<T>> &&
      !std::is_same_v<Other, Source>)
  connectable_observable(const connectable_observable<T, Other> & other)
  : base(Source(std::make_shared<detail::dynamic_connection_of<typename Other::connection_type>>(
      other.source().connected())))
  {
  }
  // Returns the same stream with the type of its pipe hidden.
  connectable_observable<T> as_dynamic() const { return *this; }

  // Subscribes the subject to the source, unless it is already subscribed or has ended. Returns the
  // connection; dispose it to disconnect. The overload adds the connection to `until`.
  subscription connect() const { return this->source().connected()->connect(); }
  // Connects as connect() and adds the connection to `until`: disposing `until` disconnects.
  subscription connect(const composite_subscription & until) const
  {
    subscription created = connect();
    until.add(created);
    return created;
  }

  // The operators of these names, in the fluent spelling.
  auto ref_count() const { return ref_count_of(*this); }
  // Returns `made`, a stream that is built on this one, with ref_count's connection: the first
  // subscriber connects, the last one disconnects.
  template <class Observable>
  auto ref_count_of(const Observable & created) const
  {
    using counted =
      detail::counted_source<typename Observable::source_type, typename Source::connection_type>;
    return make_observable(counted{created.source(), this->source().connected()});
  }
  // Connects when the first observer subscribes, and stays connected after the last one has left.
  auto connect_forever() const
  {
    using forever = detail::forever_source<Source, typename Source::connection_type>;
    return make_observable(forever{this->source(), this->source().connected()});
  }
};

}  // namespace rx

#endif  // RX__CONNECTABLE_OBSERVABLE_HPP_
