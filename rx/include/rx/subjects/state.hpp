// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common core of the subjects: one observer in, many out. rx/subjects/ and share use it.

#ifndef RX__SUBJECTS__STATE_HPP_
#define RX__SUBJECTS__STATE_HPP_

#include <atomic>
#include <concepts>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "rx/composite_subscription.hpp"
#include "rx/detail/one_of.hpp"
#include "rx/detail/serializer.hpp"
#include "rx/environment.hpp"
#include "rx/serialized_observer.hpp"
#include "rx/subscription.hpp"

namespace rx::detail
{

class subject_core;

// One subscribed observer. Only the thread that holds the subject's serializer calls, drops and
// removes it.
class subject_member : public lifetime, public std::enable_shared_from_this<subject_member>
{
public:
  explicit subject_member(std::weak_ptr<subject_core> subject) : subject_(std::move(subject)) {}

  // End the observer's stream with an error, or without one.
  virtual void fail(const std::exception_ptr & error) noexcept = 0;
  virtual void complete() noexcept = 0;
  virtual void drop() noexcept = 0;  // destroys the observer

  bool disposed() const noexcept override { return ended.load(std::memory_order_acquire); }
  bool kept_by_source() const noexcept override { return true; }
  inline void dispose() noexcept override;

  std::atomic<bool> ended{false};

private:
  friend subject_core;

  const std::weak_ptr<subject_core> subject_;
  // Used while the member waits to be dropped:
  std::shared_ptr<subject_member> self_;
  subject_member * next_ended_ = nullptr;
  // Used only by the holder of the serializer:
  bool listed_ = false;
  bool off_list_ = false;  // but still in the list
};

// A subscribed observer of items of type T.
template <class T>
class subject_node : public subject_member
{
public:
  using subject_member::subject_member;

  // Deliver an item. Return false if the observer ended its stream.
  virtual bool next(const T & item) noexcept = 0;
  virtual bool next(T && item) noexcept = 0;
};

// A subscribed observer of type Out.
template <class T, class Out>
class subject_node_of final : public subject_node<T>
{
public:
  subject_node_of(std::weak_ptr<subject_core> subject, Out out)
  : subject_node<T>(std::move(subject))
  {
    ::new (&bytes_) Out(std::move(out));
  }
  ~subject_node_of() override { drop(); }

  bool next(const T & item) noexcept override
  {
    if constexpr (std::copy_constructible<T>) {
      return out().on_next(item);
    } else {
      return false;
    }
  }
  bool next(T && item) noexcept override { return out().on_next(std::move(item)); }
  void fail(const std::exception_ptr & error) noexcept override { out().on_error(error); }
  void complete() noexcept override { out().on_completed(); }
  void drop() noexcept override
  {
    if (!std::exchange(dropped_, true)) {
      out().~Out();
    }
  }

private:
  Out & out() noexcept { return *std::launder(reinterpret_cast<Out *>(&bytes_)); }

  alignas(Out) std::byte bytes_[sizeof(Out)];
  bool dropped_ = false;
};

struct unsubscribed_event
{
};
struct abandoned_event
{
};

// The memory of a plain subject: it keeps nothing for late subscribers.
template <class T>
struct no_memory
{
  static constexpr bool after_end =
    false;  // true: subscribers after the end get the remembered items too
  static constexpr bool until_end = false;  // true: items are held back until the end
  void remember(const T &) {}
  bool replay(subject_node<T> &) { return true; }
};

// The holder of the serializer owns the list of observers: items, subscriptions and removals that
// arrive while another thread is in an observer wait in its queue. So observers are called without
// a lock and without a snapshot of the list, in the order of their subscription, and each item
// reaches all of them before the next.
//
// This base class holds the part that does not depend on the item type, so that a program contains
// it once.
class subject_core
{
public:
  using member_ptr = std::shared_ptr<subject_member>;

  virtual ~subject_core()
  {
    for (const member_ptr & member : members_) {
      member->ended.store(true, std::memory_order_release);
      member->drop();
    }
    drop_ended();
  }

  // Removes an observer that has just been marked as ended. Thread-safe.
  void remove(member_ptr member) noexcept
  {
    drop_later(std::move(member));
    notify();
  }

  // Returns the subscription that ends with the subject, and ends it without notifying its
  // observers. Thread-safe.
  composite_subscription lifetime(const std::shared_ptr<subject_core> & self)
  {
    composite_subscription mine;
    bool ended_before = false;
    {
      std::lock_guard lock(lifetime_mutex_);
      if (lifetime_) {
        return *lifetime_;
      }
      mine = lifetime_.emplace();
      ended_before = over();
    }
    if (ended_before) {
      mine.dispose();
    } else {
      mine.add([core = std::weak_ptr(self)] {
        if (const auto subject = core.lock()) {
          subject->end_silently();
        }
      });
    }
    return mine;
  }

  // True if an observer is subscribed. Thread-safe.
  bool has_observers() const noexcept { return count_.load(std::memory_order_acquire) > 0; }
  bool over() const noexcept { return over_.load(std::memory_order_acquire); }

  // The last handle was destroyed: no item can come, but a thread may still be downstream, in an
  // observer that has dropped the handle. Whichever of the two is done last deletes this object.
  void orphan() noexcept
  {
    orphaned_.store(true, std::memory_order_release);
    changed_.store(true, std::memory_order_release);
    notify();
    release_share();
  }

protected:
  virtual void end_silently() noexcept = 0;
  // Called after changed_ was set: this thread or the holder will call settle().
  virtual void notify() noexcept = 0;

  // Only the holder of the serializer calls the functions below.

  // Delivers the remembered items before the end; returns false if the observer ended its stream.
  virtual bool deliver_last(subject_member &) noexcept { return true; }

  void deliver_end(std::exception_ptr error, bool silent = false) noexcept
  {
    if (over_.load(std::memory_order_relaxed)) {
      return;
    }
    error_ = std::move(error);
    over_.store(true, std::memory_order_release);
    for (const member_ptr & member : take_members()) {
      const bool more = !silent && !member->ended.load(std::memory_order_acquire) &&
                        (error_ || deliver_last(*member));
      if (!member->ended.exchange(true, std::memory_order_acq_rel) && more) {
        notify_end(*member);
      }
      member->drop();
    }
    std::optional<composite_subscription> ended_too;
    {
      std::lock_guard lock(lifetime_mutex_);
      ended_too = lifetime_;
    }
    if (ended_too) {
      ended_too->dispose();
    }
  }

  // The last producer was destroyed: drops all observers, including later ones.
  void deliver_abandoned() noexcept
  {
    if (over_.load(std::memory_order_relaxed)) {
      return;
    }
    abandoned_ = true;
    for (const member_ptr & member : take_members()) {
      member->ended.store(true, std::memory_order_release);
      member->drop();
    }
  }

  // Adds an observer to the list of those that get items.
  void list(member_ptr member)
  {
    members_.push_back(member);
    member->listed_ = true;
    count_.fetch_add(1, std::memory_order_release);
  }

  // Queues a member for settle(), which drops it. Thread-safe.
  void drop_later(member_ptr member) noexcept
  {
    subject_member * const m = member.get();
    m->self_ = std::move(member);
    m->next_ended_ = ended_.load(std::memory_order_relaxed);
    while (!ended_.compare_exchange_weak(
      m->next_ended_, m, std::memory_order_release, std::memory_order_relaxed)) {
    }
    changed_.store(true, std::memory_order_release);
  }

  void notify_end(subject_member & member) noexcept
  {
    if (error_) {
      member.fail(error_);
    } else {
      member.complete();
    }
  }

  // For the serializer. Returns false if this object may be deleted.
  bool settle() noexcept
  {
    while (changed_.exchange(false, std::memory_order_acq_rel)) {
      drop_ended();
      if (given_up()) {
        release_share();
        return false;
      }
    }
    return true;
  }
  bool unsettled() const noexcept { return changed_.load(std::memory_order_acquire); }
  bool given_up() const noexcept { return orphaned_.load(std::memory_order_acquire); }

  std::atomic<bool> over_{false};
  std::atomic<bool> changed_{false};  // an observer has ended or the last handle was destroyed
  std::atomic<bool> orphaned_{false};
  std::atomic<std::size_t> count_{0};
  std::vector<member_ptr> members_;
  std::exception_ptr error_;  // the error of the end; null if it completed
  bool abandoned_ = false;    // used only by the holder

private:
  std::vector<member_ptr> take_members() noexcept
  {
    std::vector<member_ptr> members = std::exchange(members_, {});
    dropped_ = 0;
    count_.store(0, std::memory_order_release);
    for (const member_ptr & member : members) {
      member->listed_ = false;
    }
    return members;
  }

  // The cost depends on the number of ended observers only: the list of the others is scanned once
  // half of the list has ended.
  void drop_ended() noexcept
  {
    subject_member * const ended = ended_.exchange(nullptr, std::memory_order_acquire);
    for (subject_member * m = ended; m; m = m->next_ended_) {
      if (m->listed_ && !std::exchange(m->off_list_, true)) {
        ++dropped_;
        count_.fetch_sub(1, std::memory_order_release);
      }
    }
    // the last observer gets items as rvalues
    while (!members_.empty() && members_.back()->off_list_) {
      members_.pop_back();
      --dropped_;
    }
    if (2 * dropped_ > members_.size()) {
      std::erase_if(members_, [](const member_ptr & m) { return m->off_list_; });
      dropped_ = 0;
    }
    for (subject_member * m = ended; m;) {
      const member_ptr member = std::move(m->self_);
      m = m->next_ended_;
      member->drop();  // runs user code
    }
  }

  // Called by the holder, who then keeps the lock for ever, and by orphan(). The second call
  // deletes this object.
  void release_share() noexcept
  {
    if (share_released_.exchange(true, std::memory_order_acq_rel)) {
      delete this;
    }
  }

  std::mutex lifetime_mutex_;                       // guards lifetime_
  std::optional<composite_subscription> lifetime_;  // created on first use
  std::atomic<subject_member *> ended_{nullptr};    // those that wait to be dropped
  std::size_t dropped_ = 0;                         // number of dropped entries in members_
  std::atomic<bool> share_released_{false};
};

void subject_member::dispose() noexcept
{
  if (!ended.exchange(true, std::memory_order_acq_rel)) {
    if (auto subject = subject_.lock()) {
      subject->remove(shared_from_this());
    }
  }
}

// The state of a subject of items of type T with the given memory.
template <class T, class Memory>
class subject_state final : public subject_core
{
public:
  using node_ptr = std::shared_ptr<subject_node<T>>;

  explicit subject_state(Memory memory = {}) : memory_(std::move(memory)) {}

  // Creates a state whose last handle may be destroyed from within its own observers.
  static std::shared_ptr<subject_state> make(Memory memory = {})
  {
    subject_core * state = new subject_state(std::move(memory));
    return std::static_pointer_cast<subject_state>(
      std::shared_ptr<subject_core>(state, [](subject_core * s) { s->orphan(); }));
  }

  // Subscribes an observer. Thread-safe.
  template <class Out>
  static subscription add(const std::shared_ptr<subject_state> & self, Out && out)
  {
    node_ptr node =
      std::make_shared<subject_node_of<T, std::remove_cvref_t<Out>>>(self, std::forward<Out>(out));
    self->put(event(std::in_place_index<3>, node));
    return node;
  }

  // Delivers an item. Returns false if the subject has ended.
  template <class U>
  bool next(U && item) noexcept
  {
    return !over() && serializer_.next(*this, std::forward<U>(item));
  }
  // End the subject with an error, or without one. Thread-safe.
  void error(const std::exception_ptr & e) noexcept { put(event(std::in_place_index<1>, e)); }
  void completed() noexcept { put(event(std::in_place_index<2>)); }
  void end_silently() noexcept override { put(event(std::in_place_index<4>)); }
  void abandon() noexcept { put(event(std::in_place_index<5>)); }

  Memory & memory() noexcept { return memory_; }

private:
  using event =
    one_of<T, std::exception_ptr, completed_event, node_ptr, unsubscribed_event, abandoned_event>;

  friend serializer<event>;

  void put(event && e) noexcept { serializer_.put(*this, std::move(e)); }
  void notify() noexcept override { serializer_.notify(*this); }

  // The interface that the serializer calls.

  bool ended() const noexcept { return over(); }

  void deliver(event && e) noexcept
  {
    if (T * item = e.template get_if<0>()) {
      deliver_item(std::move(*item));
    } else if (auto * node = e.template get_if<3>()) {
      deliver_subscription(std::move(*node));
    } else if (auto * error = e.template get_if<1>()) {
      deliver_end(std::move(*error));
    } else if (e.template get_if<5>()) {
      deliver_abandoned();
    } else {
      deliver_end(nullptr, e.template get_if<4>() != nullptr);
    }
  }

  bool deliver_last(subject_member & member) noexcept override
  {
    if constexpr (Memory::until_end) {
      return memory_.replay(static_cast<subject_node<T> &>(member));
    } else {
      return true;
    }
  }

  template <class U>
  void deliver_item(U && item) noexcept
  {
    if (over_.load(std::memory_order_relaxed)) {
      return;
    }
    try {
      memory_.remember(std::as_const(item));
    } catch (...) {
      deliver_end(std::current_exception());
      return;
    }
    if constexpr (Memory::until_end) {
      return;
    }
    const std::size_t n = members_.size();
    for (std::size_t i = 0; i < n; ++i) {
      auto & node = static_cast<subject_node<T> &>(*members_[i]);
      if (node.ended.load(std::memory_order_acquire)) {
        continue;
      }
      bool more;
      if constexpr (!std::copy_constructible<T>) {
        more = node.next(static_cast<T &&>(item));
      } else if constexpr (std::is_lvalue_reference_v<U>) {
        more = node.next(std::as_const(item));
      } else {
        more = i + 1 == n ? node.next(std::forward<U>(item)) : node.next(std::as_const(item));
      }
      if (!more && !node.ended.exchange(true, std::memory_order_acq_rel)) [[unlikely]] {
        drop_later(members_[i]);
      }
    }
  }

  void deliver_subscription(node_ptr node) noexcept
  {
    if (node->ended.load(std::memory_order_acquire)) {
      node->drop();
      return;
    }
    bool more = true;
    try {
      const bool over = over_.load(std::memory_order_relaxed);
      if (over ? Memory::after_end && !(Memory::until_end && error_) : !Memory::until_end) {
        more = memory_.replay(*node);
      }
      if (more && !over_.load(std::memory_order_relaxed)) {
        if (abandoned_) {
          node->ended.store(true, std::memory_order_release);
          node->drop();
          return;
        }
        if (!std::copy_constructible<T> && count_.load(std::memory_order_relaxed) > 0) {
          throw std::logic_error(
            "rx::subject: items that cannot be copied can have only one observer");
        }
        list(node);
        return;
      }
    } catch (...) {
      node->fail(std::current_exception());
      more = false;
    }
    if (more) {
      notify_end(*node);
    }
    node->ended.store(true, std::memory_order_release);
    node->drop();
  }

  Memory memory_;
  serializer<event> serializer_;
};

// The reference that producers hold to a subject. With its last copy the observers are dropped,
// even if pipes still refer to the state in order to subscribe to it.
template <class T, class Memory>
class subject_feed
{
  using state_type = subject_state<T, Memory>;

public:
  explicit subject_feed(Memory memory = {}) : state_(state_type::make(std::move(memory))) {}

  state_type * operator->() const noexcept { return state_.get(); }
  const std::shared_ptr<state_type> & state() const noexcept { return state_; }

private:
  std::shared_ptr<state_type> state_;
  std::shared_ptr<void> fed_{nullptr, [state = state_](void *) mutable {
                               state->abandon();
                               state.reset();
                             }};
};

// The stream of a subject.
template <class T, class Memory>
struct subject_source
{
  using value_type = T;

  template <class Out>
  subscription start(Out && out) const
  {
    return subject_state<T, Memory>::add(state, std::forward<Out>(out));
  }

  std::shared_ptr<subject_state<T, Memory>> state;
};

}  // namespace rx::detail

#endif  // RX__SUBJECTS__STATE_HPP_
