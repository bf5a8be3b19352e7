// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The engine's share in the ownership of an entity.
#ifndef RCLCPP__EXECUTORS__HANDLE_HPP_
#define RCLCPP__EXECUTORS__HANDLE_HPP_

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>

namespace rclcpp::executors::detail
{

/// How many references to one entity threads are letting go. Outlives the entity while there are
/// any.
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
  /// Once, by the entity's end.
  void end() noexcept
  {
    if (count_.fetch_or(entity_gone, std::memory_order_acq_rel) == 0) {
      delete this;
    }
  }
  /// What remove() has taken off has been let go for the caller too.
  long count() const noexcept { return count_.load(std::memory_order_acquire); }

private:
  static constexpr long entity_gone = 1L << 32;
  std::atomic<long> count_{0};
};

/// A reference of the engine that is to be let go, without the lock: it may be the last one.
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

/// While callbacks of an entity run, the engine holds one reference to it, however many threads run
/// them; else it holds none, but for those that threads are just letting go, which are counted. So
/// no other reference means that no user has the entity any more, and nothing of it may begin. That
/// holds for every std::shared_ptr, made by us or by a user.
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

  /// A thread is about to run a callback, until it calls end(). False if the entity is gone.
  bool begin() noexcept
  {
    if (running_ == 0) {
      kept_ = owner_.lock();
    }
    running_ += kept_ ? 1 : 0;
    return kept_ != nullptr;
  }

  /// Returns the engine's reference if no thread needs it any more. `is_alone`: it is not counted,
  /// as no other thread begins before the caller has let it go; Core sees to that.
  [[nodiscard]] Release end(bool is_alone = false) noexcept
  {
    return --running_ == 0 ? Release(std::move(kept_), is_alone ? nullptr : leaving_) : Release();
  }

  /// From begin() to end(), without the lock: no user has a reference any more. Waits while that
  /// depends on a thread which is between letting its reference go and saying so.
  bool is_dropped() const noexcept
  {
    for (int turn = 0;; ++turn) {
      const long leaving = leaving_->count();  // before the other: meanwhile it only falls
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

  /// From begin() to end(), without the lock.
  const std::shared_ptr<void> & kept() const noexcept { return kept_; }

private:
  std::weak_ptr<void> owner_;
  std::shared_ptr<void> kept_;  // null unless callbacks run
  int running_ = 0;             // threads between begin() and end()
  References * const leaving_ = new References;
};

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__HANDLE_HPP_
