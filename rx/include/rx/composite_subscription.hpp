// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A group of subscriptions and teardown functions that end together; used by users and by create().

#ifndef RX__COMPOSITE_SUBSCRIPTION_HPP_
#define RX__COMPOSITE_SUBSCRIPTION_HPP_

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "rx/error.hpp"
#include "rx/subscription.hpp"

namespace rx
{

namespace detail
{

// A function that runs once, when it is disposed.
template <class F>
class teardown final : public lifetime
{
public:
  explicit teardown(F f) : f_(std::in_place, std::move(f)) {}

  void dispose() noexcept override
  {
    if (!done_.exchange(true, std::memory_order_acq_rel)) {
      try {
        (*f_)();
      } catch (...) {
        report_unhandled(std::current_exception());
      }
      f_.reset();  // what it captured is needed no longer, even if handles remain
    }
  }
  bool disposed() const noexcept override { return done_.load(std::memory_order_acquire); }

private:
  std::optional<F> f_;
  std::atomic<bool> done_{false};
};

class group final : public lifetime
{
public:
  void dispose() noexcept override
  {
    if (!done_.exchange(true, std::memory_order_acq_rel)) {
      clear();
    }
  }
  bool disposed() const noexcept override { return done_.load(std::memory_order_acquire); }

  void add(subscription member)
  {
    std::vector<subscription> released;  // without the lock, since it may run user code
    {
      std::lock_guard lock(mutex_);
      if (!disposed()) {
        if (members_.size() == members_.capacity()) {  // forget what has ended instead of growing
          forget_ended(released);
          if (2 * members_.size() > members_.capacity()) {  // most live: look again much later
            members_.reserve(2 * members_.capacity());
          }
        }
        members_.emplace_back(std::move(member));
        return;
      }
    }
    member.dispose();
  }
  // With `once`, one of several equal members only.
  void remove(const subscription & member, bool once = false)
  {
    std::vector<weak_subscription> removed;  // released without the lock
    std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < members_.size() && (!once || removed.empty());) {
      if (members_[i].refers_to(member)) {
        removed.push_back(std::move(members_[i]));
        members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
  }
  void clear() noexcept
  {
    std::vector<weak_subscription> members;
    {
      std::lock_guard lock(mutex_);
      members.swap(members_);
    }
    for (const weak_subscription & member : members) {  // user code runs without our lock
      member.dispose();
    }
  }

private:
  // Moves into `released` what must not be destroyed with the lock held.
  void forget_ended(std::vector<subscription> & released)
  {
    released.reserve(members_.size());
    std::erase_if(members_, [&](weak_subscription & m) {
      released.push_back(m.get());
      return !released.back().is_subscribed();
    });
  }

  std::mutex mutex_;
  std::vector<weak_subscription> members_;
  std::atomic<bool> done_{false};
};

}  // namespace detail

// A subscription made of a function that is called once, by whoever disposes it first. What the
// function throws goes to on_unhandled_error.
template <class F>
requires std::is_invocable_v<F &> subscription make_subscription(F f)
{
  return subscription(std::make_shared<detail::teardown<F>>(std::move(f)));
}

// A group of subscriptions that are disposed together. Copies refer to the same group; any thread.
// What is added to a group that has been disposed is disposed at once. A group does not keep a
// stream alive.
class composite_subscription
{
public:
  composite_subscription() : group_(std::make_shared<detail::group>()) {}

  // Returns what was added, to be given to remove().
  subscription add(subscription member) const
  {
    group_->add(member);
    return member;
  }
  // Adds a function that is called once when the group is disposed. Returns its subscription.
  template <class F>
  requires std::is_invocable_v<F &> subscription add(F teardown)
  const { return add(make_subscription(std::move(teardown))); }
  // Removes a member without disposing it.
  void remove(const subscription & member) const { group_->remove(member); }
  // If it was added several times, only one of them.
  void remove_one(const subscription & member) const { group_->remove(member, true); }
  // Disposes the members; the group stays usable.
  void clear() const noexcept { group_->clear(); }

  // Disposes the members and the group: a member that is added later is disposed at once.
  void dispose() const noexcept { group_->dispose(); }
  // The name that RxCpp has for dispose().
  void unsubscribe() const noexcept { dispose(); }
  // Returns true until the group is disposed. Thread-safe.
  bool is_subscribed() const noexcept { return !group_->disposed(); }
  // Returns the group as one subscription, whose dispose() disposes the members.
  operator subscription() const { return subscription(group_); }

private:
  std::shared_ptr<detail::group> group_;
};

}  // namespace rx

#endif  // RX__COMPOSITE_SUBSCRIPTION_HPP_
