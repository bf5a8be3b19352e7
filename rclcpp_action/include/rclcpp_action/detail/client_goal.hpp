// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// One goal of an action client, of any type; the base of ClientGoalHandle.
#ifndef RCLCPP_ACTION__DETAIL__CLIENT_GOAL_HPP_
#define RCLCPP_ACTION__DETAIL__CLIENT_GOAL_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "rclcpp/extension/memory.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp_action/types.hpp"
#include "rclcpp_action/visibility_control.hpp"

namespace rclcpp_action::detail
{

class ClientCore;

/// The state of a goal at its client. Thread-safe. Its callbacks run without a lock.
class RCLCPP_ACTION_PUBLIC ClientGoal : public rclcpp::extension::BlockAllocated
{
public:
  virtual ~ClientGoal();
  ClientGoal(const ClientGoal &) = delete;
  ClientGoal & operator=(const ClientGoal &) = delete;

protected:
  ClientGoal(const GoalUUID & id, std::weak_ptr<ClientCore> client);

  enum class Phase : std::uint8_t
  {
    pending,    // the goal request is not answered
    accepting,  // the goal response callback runs
    accepted,
    forgotten,  // its callbacks were stopped; the result still completes the future
    done        // it has its result, or will never have one
  };

  // The number of feedback messages kept that overtake the goal response; the oldest are dropped
  // first.
  static constexpr std::size_t early_feedback_depth = 10;

  // Functions of the client: ClientCore calls them without a lock.
  virtual void call_feedback(const std::shared_ptr<const void> & message) = 0;
  /// Completes the future and calls back, once; null means a default result.
  virtual void complete(std::int8_t code, std::shared_ptr<void> result_response) = 0;
  /// Makes the future throw UnawareGoalHandleError: there will be no result.
  virtual void invalidate(const char * why) = 0;
  virtual bool is_feedback_wanted() const = 0;
  virtual bool is_result_wanted() const = 0;

  const GoalUUID id_;
  const std::weak_ptr<ClientCore> client_;
  // The numbers of its requests; 0 before they are sent.
  std::atomic<std::int64_t> goal_request_{0};
  std::atomic<std::int64_t> result_request_{0};

  mutable std::mutex mutex_;  // guards the members below and those of derived classes
  Phase phase_ = Phase::pending;
  std::int8_t status_ = GoalStatus::STATUS_UNKNOWN;
  builtin_interfaces::msg::Time stamp_;
  bool result_requested_ = false;
  std::vector<std::shared_ptr<const void>> early_feedback_;

private:
  friend class ClientCore;
};

/// The future and the callback that wait for the answer to a goal request. Destroyed without an
/// answer if the client gives the request up.
class GoalAnswer
{
public:
  virtual ~GoalAnswer() = default;
  /// Answers on the executor's thread, without a lock. `accepted`: the goal's handle may be passed
  /// on.
  virtual void answer(bool accepted) = 0;
};

}  // namespace rclcpp_action::detail

#endif  // RCLCPP_ACTION__DETAIL__CLIENT_GOAL_HPP_
