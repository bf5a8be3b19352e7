// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Computes when a deadline is due and how many periods were missed.
#include "queue/deadline.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

#include "base/clock.hpp"
#include "base/saturated.hpp"
#include "executors/core.hpp"
#include "queue/deadline_thread.hpp"

namespace rclcpp::queue
{

namespace engine = executors::detail;

namespace
{

// Saturates to the range of the fields in ROS 2's events.
std::int32_t counted(std::int64_t periods)
{
  return static_cast<std::int32_t>(
    std::min<std::int64_t>(periods, std::numeric_limits<std::int32_t>::max()));
}

}  // namespace

Deadline::Deadline(std::int64_t period_ns, std::function<void(std::int32_t, std::int32_t)> missed)
: EventHandlerBase(
    static_cast<engine::Entity &>(*this), static_cast<rclcpp::detail::NotifiesReady &>(*this)),
  period_ns_(period_ns),
  missed_(std::move(missed))
{
}

// Becomes ready, on the thread of deadlines, when the next period has passed.
class Deadline::Watch final : public engine::ClockedEntity
{
public:
  explicit Watch(std::weak_ptr<Deadline> deadline) : deadline_(std::move(deadline)) {}
  ~Watch() override { leave(); }

  const std::shared_ptr<DeadlineThread> thread = DeadlineThread::get();

private:
  bool execute_one() override
  {
    if (const auto deadline = deadline_.lock()) {
      std::int64_t next_ns;
      {
        std::lock_guard lock(deadline->mutex_);
        next_ns = deadline->count();
      }
      arm(*this, next_ns);
      deadline->ready_callback.notify();
    }
    return true;
  }

  const std::weak_ptr<Deadline> deadline_;
};

Deadline::~Deadline() = default;

void Deadline::start(std::int64_t now_ns) noexcept
{
  std::shared_ptr<Watch> watch;
  {
    std::lock_guard lock(mutex_);
    started_ = true;
    counted_to_ns_ = now_ns;
    watch = watch_;
  }
  const std::int64_t next_ns = base::add_saturated(now_ns, period_ns_);
  arm(*this, next_ns);
  notify_watcher();
  if (watch) {
    arm(*watch, next_ns);
  }
}

void Deadline::set_ready_callback(std::function<void(std::size_t)> callback)
{
  NotifiesReady::set_ready_callback(std::move(callback));
  std::lock_guard setting(setting_mutex_);
  std::int64_t next_ns = 0;
  {
    std::lock_guard lock(mutex_);
    if (watch_) {
      return;
    }
  }
  const auto watch = std::make_shared<Watch>(weak_from_this());
  watch->thread->add(watch);
  {
    std::lock_guard lock(mutex_);
    watch_ = watch;
    if (started_) {
      next_ns = count();
    }
  }
  if (next_ns != 0) {
    arm(*watch, next_ns);
  }
}

void Deadline::clear_ready_callback()
{
  NotifiesReady::clear_ready_callback();
  std::shared_ptr<Watch> watch;  // destroyed after unlocking
  std::lock_guard setting(setting_mutex_);
  std::lock_guard lock(mutex_);
  watch.swap(watch_);
}

void Deadline::arm(engine::ClockedEntity & timer, std::int64_t due_ns) noexcept
{
  engine::CoreLock(timer).arm(timer, due_ns, engine::TimeBase::steady);
}

bool Deadline::has_item(engine::Due & next) const noexcept
{
  {
    std::lock_guard lock(mutex_);
    if (!started_) {
      return false;
    }
    if (untaken_ > 0) {
      return true;
    }
  }
  const engine::CoreLock lock(*this);
  const std::int64_t at =
    std::max(due, base::add_saturated(last_ns_.load(std::memory_order_relaxed), period_ns_));
  next.steady = std::min(next.steady, at);
  return at <= base::steady_now();
}

std::shared_ptr<void> Deadline::take_data()
{
  const Missed missed = take();
  return missed.change > 0 ? std::make_shared<Missed>(missed) : nullptr;
}

void Deadline::execute(const std::shared_ptr<void> & data)
{
  if (data) {
    const auto missed = std::static_pointer_cast<Missed>(data);
    missed_(missed->total, missed->change);
  }
}

bool Deadline::execute_one()
{
  const Missed missed = take();
  if (missed.change > 0) {
    missed_(missed.total, missed.change);
  }
  return true;
}

// Counts the periods that have passed; returns when the next one ends.
std::int64_t Deadline::count() noexcept
{
  const std::int64_t since = std::max(counted_to_ns_, last_ns_.load(std::memory_order_relaxed));
  const std::int64_t periods = std::max<std::int64_t>(0, (base::steady_now() - since) / period_ns_);
  counted_to_ns_ = since + periods * period_ns_;
  total_ += periods;
  untaken_ += periods;
  return base::add_saturated(counted_to_ns_, period_ns_);
}

rclcpp::detail::Arrivals Deadline::arrivals() noexcept
{
  std::lock_guard lock(mutex_);
  if (started_) {
    count();
  }
  return {static_cast<std::uint64_t>(total_), static_cast<std::size_t>(untaken_)};
}

Deadline::Missed Deadline::take()
{
  Missed missed{};
  std::int64_t next_ns;
  {
    std::lock_guard lock(mutex_);
    if (!started_) {
      return missed;
    }
    next_ns = count();
    missed.change = counted(std::exchange(untaken_, 0));
    missed.total = counted(total_);
  }
  arm(*this, next_ns);
  notify_watcher();
  return missed;
}

}  // namespace rclcpp::queue
