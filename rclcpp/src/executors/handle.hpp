// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The executor's share in the ownership of an entity.
#ifndef RCLCPP__EXECUTORS__HANDLE_HPP_
#define RCLCPP__EXECUTORS__HANDLE_HPP_

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>

namespace rclcpp::executors::detail
{

/// Counts the references to one entity that threads are releasing. Outlives the entity while there
/// are any.
class References
{
public:
  void add() noexcept { count_.fetch_add(1, std::memory_order_relaxed); }
  void remove() noexcept
  {
    if (count_.fetch_sub(1, std::memory_order_acq_rel) == (entity_gone | 1)) {
      delete this;
    }
  }
  /// Called once at the end of the entity.
  void end() noexcept
  {
    if (count_.fetch_or(entity_gone, std::memory_order_acq_rel) == 0) {
      delete this;
    }
  }
  /// A reference that remove() has subtracted is also released for the caller.
  long count() const noexcept { return count_.load(std::memory_order_acquire); }

private:
  static constexpr long entity_gone = 1L << 32;
  std::atomic<long> count_{0};
};

/// A reference of the executor that must be released without the lock, since it may be the last
/// one.
class Release
{
public:
  Release() = default;
  /// `counted` may be null.
  Release(std::shared_ptr<void> reference, References * counted) noexcept
  : reference_(std::move(reference)), counted_(counted)
  {
    if (counted_) {
      counted_->add();
    }
  }
  Release(Release && other) noexcept
  : reference_(std::move(other.reference_)), counted_(std::exchange(other.counted_, nullptr))
  {
  }
  Release & operator=(Release && other) noexcept
  {
    reset();
    reference_ = std::move(other.reference_);
    counted_ = std::exchange(other.counted_, nullptr);
    return *this;
  }
  ~Release() { reset(); }

  bool is_uncounted() const noexcept { return reference_ && !counted_; }
  /// From now on it is counted, which it was not.
  void count(References & references) noexcept
  {
    counted_ = &references;
    counted_->add();
  }
  void reset() noexcept
  {
    reference_.reset();
    if (counted_) {
      std::exchange(counted_, nullptr)->remove();
    }
  }
  explicit operator bool() const noexcept { return reference_ != nullptr; }

private:
  std::shared_ptr<void> reference_;
  References * counted_ = nullptr;
};

/// While callbacks of an entity run, the executor holds one reference to it, however many threads
/// run them. Otherwise it holds none, except for counted references that threads are releasing at
/// the moment. Therefore "no other reference" means that no user has the entity and no callback of
/// it may begin. This holds for every std::shared_ptr, of the library or of a user.
/// docs/explanation/design/handle.md explains why it compares use_count().
///
/// begin() and end() are guarded by the lock of the entity's core.
class Handle
{
public:
  Handle() = default;
  Handle(const Handle &) = delete;
  Handle & operator=(const Handle &) = delete;
  ~Handle() { leaving_->end(); }

  void set_owner(const std::shared_ptr<void> & owner) { owner_ = owner; }

  /// Call before a thread runs a callback, until end(). Returns false if the entity was destroyed.
  bool begin() noexcept
  {
    if (running_ == 0) {
      kept_ = owner_.lock();
    }
    running_ += kept_ ? 1 : 0;
    return kept_ != nullptr;
  }

  /// Returns the executor's reference if no thread needs it. `is_alone` means that it is not
  /// counted, since no other thread begins before the caller has released it; Core ensures that.
  [[nodiscard]] Release end(bool is_alone = false) noexcept
  {
    return --running_ == 0 ? Release(std::move(kept_), is_alone ? nullptr : leaving_) : Release();
  }

  /// Returns true if no user has a reference. Call between begin() and end(), without the lock.
  /// Waits while the answer depends on a thread that has released its reference and not yet
  /// subtracted it.
  bool is_dropped() const noexcept
  {
    for (int turn = 0;; ++turn) {
      const long leaving =
        leaving_->count();  // before the other count, which only decreases in the meantime
      const long references = kept_.use_count();
      if (references == 1 || references > 1 + leaving) {
        return references == 1;
      }
      if (turn >= 64) {  // that thread may have a lower priority
        std::this_thread::sleep_for(std::chrono::microseconds(20));
      }
    }
  }

  const std::weak_ptr<void> & owner() const noexcept { return owner_; }
  References & leaving() const noexcept { return *leaving_; }

  /// Call between begin() and end(), without the lock.
  const std::shared_ptr<void> & kept() const noexcept { return kept_; }

private:
  std::weak_ptr<void> owner_;
  std::shared_ptr<void> kept_;  // null unless callbacks run
  int running_ = 0;             // threads between begin() and end()
  References * const leaving_ = new References;
};

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__HANDLE_HPP_
