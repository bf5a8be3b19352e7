// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// One goal of an action client, whatever its type; the base of ClientGoalHandle.
#ifndef RCLCPP_ACTION__DETAIL__CLIENT_GOAL_HPP_
#define RCLCPP_ACTION__DETAIL__CLIENT_GOAL_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "rclcpp/detail/block_pool.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp_action/types.hpp"
#include "rclcpp_action/visibility_control.hpp"

namespace rclcpp_action::detail
{

class ClientCore;

/// Thread-safe. Its callbacks run without a lock.
class RCLCPP_ACTION_PUBLIC ClientGoal : public rclcpp::detail::BlockAllocated
{
public:
  virtual ~ClientGoal();
  ClientGoal(const ClientGoal &) = delete;
  ClientGoal & operator=(const ClientGoal &) = delete;

protected:
  ClientGoal(const GoalUUID & id, std::weak_ptr<ClientCore> client);

  enum class Phase : std::uint8_t
  {
    pending,    // not answered
    accepting,  // the goal response callback runs
    accepted,
    forgotten,  // its callbacks were stopped; the result still completes the future
    done        // has its result, or will never have one
  };

  // How many feedback messages that overtake the goal response are kept: the oldest go first.
  static constexpr std::size_t early_feedback_depth = 10;

  // The client's part: these are called by ClientCore, without a lock.
  virtual void call_feedback(const std::shared_ptr<const void> & message) = 0;
  /// Completes the future and calls back, once; null: a default result.
  virtual void complete(std::int8_t code, std::shared_ptr<void> result_response) = 0;
  /// There will be no result: the future throws UnawareGoalHandleError.
  virtual void invalidate(const char * why) = 0;
  virtual bool is_feedback_wanted() const = 0;
  virtual bool is_result_wanted() const = 0;

  const GoalUUID id_;
  const std::weak_ptr<ClientCore> client_;
  // The numbers of its requests, 0 before they are sent.
  std::atomic<std::int64_t> goal_request_{0};
  std::atomic<std::int64_t> result_request_{0};

  mutable std::mutex mutex_;  // guards what follows, and what derived classes say
  Phase phase_ = Phase::pending;
  std::int8_t status_ = GoalStatus::STATUS_UNKNOWN;
  builtin_interfaces::msg::Time stamp_;
  bool result_requested_ = false;
  std::vector<std::shared_ptr<const void>> early_feedback_;

private:
  friend class ClientCore;
};

/// Who waits for the answer to a goal request: the future and the callback. Destroyed unanswered if
/// the client gives the request up.
class GoalAnswer
{
public:
  virtual ~GoalAnswer() = default;
  /// On the executor's thread, without a lock. `accepted`: the goal's handle may be given out.
  virtual void answer(bool accepted) = 0;
};

}  // namespace rclcpp_action::detail

#endif  // RCLCPP_ACTION__DETAIL__CLIENT_GOAL_HPP_
