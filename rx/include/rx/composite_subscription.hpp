// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A group of subscriptions and teardown functions that end together; for users and create().

#ifndef RX__COMPOSITE_SUBSCRIPTION_HPP_
#define RX__COMPOSITE_SUBSCRIPTION_HPP_

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
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

// The members in the order in which they were added. A few are searched one by one; of many those
// with the same hash are a list, so adding and removing take constant time however many there are.
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
        if (members_.size() == members_.capacity()) {
          make_room(released);
        }
        const std::uint32_t hash = hash_of(member);
        members_.push_back({weak_subscription(std::move(member)), hash, none});
        if (!buckets_.empty()) {
          link(members_.size() - 1);
        }
        return;
      }
    }
    member.dispose();
  }
  // With `once`, removes only one of several equal members.
  void remove(const subscription & member, bool once = false)
  {
    std::vector<weak_subscription> removed;  // released without the lock
    std::lock_guard lock(mutex_);
    if (buckets_.empty()) {
      for (std::size_t i = 0; i < members_.size() && (!once || removed.empty());) {
        if (members_[i].stream.refers_to(member)) {
          removed.push_back(std::move(members_[i].stream));
          members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
          ++i;
        }
      }
      return;
    }
    for (index * at = &bucket_of(hash_of(member)); *at != none && (!once || removed.empty());) {
      entry & e = members_[*at];
      if (e.stream.refers_to(member)) {
        removed.push_back(std::exchange(e.stream, {}));
        *at = std::exchange(e.next, vacant);
      } else {
        at = &e.next;
      }
    }
  }
  void clear() noexcept
  {
    std::vector<entry> members;
    std::vector<index> buckets;
    {
      std::lock_guard lock(mutex_);
      members.swap(members_);
      buckets.swap(buckets_);
    }
    for (const entry & member : members) {  // user code runs without our lock
      member.stream.dispose();
    }
  }

private:
  using index = std::uint32_t;
  static constexpr index none = ~index{0};
  static constexpr index vacant = none - 1;  // its member was removed; the place is used no more
  static constexpr std::size_t few = 16;

  struct entry
  {
    weak_subscription stream;
    std::uint32_t hash;
    index next;  // with the same hash
  };

  static std::uint32_t hash_of(const subscription & member) noexcept
  {
    // Addresses differ in few bits; the multiplication spreads these over the upper ones.
    return static_cast<std::uint32_t>((member.address() * std::uint64_t{0x9E3779B97F4A7C15}) >> 32);
  }
  index & bucket_of(std::uint32_t hash) noexcept { return buckets_[hash & (buckets_.size() - 1)]; }
  void link(std::size_t place) noexcept
  {
    index & first = bucket_of(members_[place].hash);
    members_[place].next = std::exchange(first, static_cast<index>(place));
  }

  // Closes the gaps. If most of the places are in use then, forgets what has ended; if they are
  // still, grows, so that it has to look again only much later. Moves into `released` what must not
  // be destroyed with the lock held.
  void make_room(std::vector<subscription> & released)
  {
    buckets_.clear();  // first: if there is no memory below, members are searched one by one
    std::erase_if(members_, [](const entry & member) { return member.next == vacant; });
    if (2 * members_.size() > members_.capacity()) {
      released.reserve(members_.size());
      std::erase_if(members_, [&](const entry & member) {
        released.push_back(member.stream.get());
        return !released.back().is_subscribed();
      });
    }
    if (2 * members_.size() > members_.capacity()) {
      members_.reserve(2 * members_.capacity());
    }
    if (members_.capacity() > few) {
      buckets_.resize(std::bit_ceil(members_.capacity()), none);
      for (std::size_t place = members_.size(); place-- > 0;) {
        link(place);
      }
    }
  }

  std::mutex mutex_;  // guards members_ and buckets_
  std::vector<entry> members_;
  std::vector<index> buckets_;  // the first of each list; none while there are few members
  std::atomic<bool> done_{false};
};

}  // namespace detail

// Returns a subscription that calls a function once, at the first dispose(). An exception of the
// function goes to on_unhandled_error.
template <class F>
  requires std::is_invocable_v<F &>
subscription make_subscription(F f)
{
  return subscription(std::make_shared<detail::teardown<F>>(std::move(f)));
}

// A group of subscriptions that are disposed together. Copies refer to the same group. Thread-safe.
// A member that is added to a disposed group is disposed at once. A group does not keep a stream
// alive.
class composite_subscription
{
public:
  // Creates an empty group that is subscribed.
  composite_subscription() : group_(std::make_shared<detail::group>()) {}

  // Adds a subscription or a function to call once. Returns the member, for remove().
  subscription add(subscription member) const
  {
    group_->add(member);
    return member;
  }
  // Adds a function that is called once when the group is disposed. Returns its subscription.
  template <class F>
    requires std::is_invocable_v<F &>
  subscription add(F teardown) const
  {
    return add(make_subscription(std::move(teardown)));
  }
  // Removes a member without disposing it.
  void remove(const subscription & member) const { group_->remove(member); }
  // Removes only one entry of a member that was added several times.
  void remove_one(const subscription & member) const { group_->remove(member, true); }
  // Disposes the members; the group stays usable.
  void clear() const noexcept { group_->clear(); }

  // Disposes the members, now and later added ones. Thread-safe.
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
