// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The deadline of a publisher or subscription: one timer, fed by local and by remote messages
// alike.
#ifndef RCLCPP__INTRA_PROCESS__DEADLINE_HPP_
#define RCLCPP__INTRA_PROCESS__DEADLINE_HPP_

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>

#include "executors/clocked_entity.hpp"
#include "executors/pi_mutex.hpp"
#include "rclcpp/detail/ready_callback.hpp"
#include "rclcpp/event_handler.hpp"

namespace rclcpp::intra_process
{

/// Calls back, and tells its ready callback, on the executor of its callback group, for each period without a message, from the
/// first message on.
class Deadline final : public executors::detail::ClockedEntity,
                       public rclcpp::detail::NotifiesReady,
                       public EventHandlerBase
{
public:
  /// `missed(total, change)`: periods missed so far, and since the last call; each stays at the largest value.
  Deadline(
    std::int64_t period_ns, std::function<void(std::int32_t total, std::int32_t change)> missed);

  /// A message was published or arrived at `now_ns` (steady clock). Any thread; takes no lock but
  /// the first time.
  void message(std::int64_t now_ns) noexcept
  {
    // Stamps of several threads may overtake each other by less than matters here.
    if (last_ns_.exchange(now_ns, std::memory_order_relaxed) == none) [[unlikely]] {
      start(now_ns);
    }
  }

  // For wait sets, which have no executor that watches the time.
  bool has_item(executors::detail::Due & next) const noexcept override;
  std::shared_ptr<void> take_data() override;
  void execute(const std::shared_ptr<void> & data) override;

private:
  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();

  struct Missed
  {
    std::int32_t total;
    std::int32_t change;
  };

  bool execute_one() override;
  Missed take();
  std::size_t waiting() const noexcept override { return 0; }
  void start(std::int64_t now_ns) noexcept;
  void arm_at(std::int64_t due_ns) noexcept;

  const std::int64_t period_ns_;
  const std::function<void(std::int32_t, std::int32_t)> missed_;
  std::atomic<std::int64_t> last_ns_{none};
  executors::detail::PiMutex mutex_;  // guards what follows
  std::int64_t counted_to_ns_ = 0;  // periods up to here are counted
  std::int32_t total_ = 0;
};

}  // namespace rclcpp::intra_process

#endif  // RCLCPP__INTRA_PROCESS__DEADLINE_HPP_
