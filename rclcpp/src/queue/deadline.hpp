// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The deadline of a publisher or subscription: one timer for local and remote messages.
#ifndef RCLCPP__QUEUE__DEADLINE_HPP_
#define RCLCPP__QUEUE__DEADLINE_HPP_

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>

#include "base/pi_mutex.hpp"
#include "executors/clocked_entity.hpp"
#include "rclcpp/detail/ready_callback.hpp"
#include "rclcpp/event_handler.hpp"

namespace rclcpp::queue
{

/// Calls back, on the executor of its callback group, for each period without a message, from the
/// first message on. A thread of the library notifies its ready callback, whether or not an
/// executor spins.
class Deadline final : public executors::detail::ClockedEntity,
                       public rclcpp::detail::NotifiesReady,
                       public EventHandlerBase,
                       public std::enable_shared_from_this<Deadline>
{
public:
  /// `missed(total, change)` gets the number of periods missed so far, and since the last call;
  /// both saturate at their maximum.
  Deadline(
    std::int64_t period_ns, std::function<void(std::int32_t total, std::int32_t change)> missed);
  ~Deadline() override;

  /// Records a message that was published or arrived at `now_ns` (steady clock). Thread-safe; takes
  /// a lock only the first time.
  void message(std::int64_t now_ns) noexcept
  {
    // Stamps of several threads may overtake each other by a negligible time.
    if (last_ns_.exchange(now_ns, std::memory_order_relaxed) == none) [[unlikely]] {
      start(now_ns);
    }
  }

  // For wait sets, which have no executor that watches the time.
  bool has_item(executors::detail::Due & next) const noexcept override;
  std::shared_ptr<void> take_data() override;
  void execute(const std::shared_ptr<void> & data) override;

  void set_ready_callback(std::function<void(std::size_t)> callback) override;
  void clear_ready_callback() override;

private:
  class Watch;

  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();

  struct Missed
  {
    std::int32_t total;
    std::int32_t change;
  };

  bool execute_one() override;
  Missed take();
  rclcpp::detail::Arrivals arrivals() noexcept override;
  void start(std::int64_t now_ns) noexcept;
  std::int64_t count() noexcept;  // call with the lock held
  static void arm(executors::detail::ClockedEntity & timer, std::int64_t due_ns) noexcept;

  const std::int64_t period_ns_;
  const std::function<void(std::int32_t, std::int32_t)> missed_;
  std::atomic<std::int64_t> last_ns_{none};
  mutable base::PiMutex mutex_;  // guards the members below
  bool started_ = false;
  std::int64_t counted_to_ns_ = 0;  // periods up to here are counted
  std::int64_t total_ = 0;
  std::int64_t untaken_ = 0;  // number of these
  std::shared_ptr<Watch> watch_;

  std::mutex setting_mutex_;  // held while the watch is created or destroyed
};

}  // namespace rclcpp::queue

#endif  // RCLCPP__QUEUE__DEADLINE_HPP_
