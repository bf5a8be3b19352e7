// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The deadline of a publisher or subscription: one timer, fed by local and by remote messages
// alike.
#ifndef RCLCPP__INTRA_PROCESS__DEADLINE_HPP_
#define RCLCPP__INTRA_PROCESS__DEADLINE_HPP_

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>

#include "executors/clocked_entity.hpp"
#include "rclcpp/detail/ready_callback.hpp"

namespace rclcpp::intra_process
{

/// Calls back, and tells its ready callback, on the executor of its callback group, for each period without a message, from the
/// first message on.
class Deadline final : public executors::detail::ClockedEntity,
                       public rclcpp::detail::NotifiesReady
{
public:
  /// `missed(total, change)`: periods missed so far, and since the last call.
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

private:
  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();

  bool execute_one() override;
  std::size_t waiting() const override { return 0; }
  void start(std::int64_t now_ns) noexcept;
  void arm_at(std::int64_t due_ns) noexcept;

  const std::int64_t period_ns_;
  const std::function<void(std::int32_t, std::int32_t)> missed_;
  std::atomic<std::int64_t> last_ns_{none};
  // Only the thread that executes it, or starts it, looks at these; it is armed by one at a time.
  std::int64_t counted_to_ns_ = 0;  // periods up to here are counted
  std::int32_t total_ = 0;
};

}  // namespace rclcpp::intra_process

#endif  // RCLCPP__INTRA_PROCESS__DEADLINE_HPP_
