// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Goals whose server disappears or does not answer in time, and goals that the user gives up.
#include "client_core.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <utility>
#include <vector>

#include "rclcpp/clock.hpp"
#include "rclcpp/extension/entities.hpp"
#include "rclcpp/logging.hpp"

namespace rclcpp_action::detail
{

namespace
{

/// A timeout for the goal response longer than this, 146 years, means no limit.
constexpr std::chrono::nanoseconds longest_wait = std::chrono::nanoseconds::max() / 2;

// The time of this thread, which may have a rclcpp::VirtualTime.
std::chrono::steady_clock::time_point steady_now()
{
  static const auto & clock = *new rclcpp::Clock(RCL_STEADY_TIME);
  return std::chrono::steady_clock::time_point(std::chrono::nanoseconds(clock.now().nanoseconds()));
}

}  // namespace

// It is unknown which goals belonged to that server. If there is no server at all, no earlier
// request reached a living one; otherwise the remaining servers are asked.
void ClientCore::server_left()
{
  std::vector<GoalUUID> ids;
  std::vector<std::shared_ptr<Cancel>> cancels;
  {
    std::lock_guard lock(mutex_);
    ids.reserve(goals_.size());
    for (const auto & [id, entry] : goals_) {
      ids.push_back(id);
    }
    cancels.assign(cancels_.begin(), cancels_.end());
  }
  if (status_->get_publisher_count() != 0) {
    for (const GoalUUID & id : ids) {
      if (const Goal goal = find(id)) {
        try {
          ask_for_result(goal, true);
        } catch (const std::exception & error) {
          RCLCPP_WARN(
            logger, "action '%s': cannot ask for a goal: %s", name_.c_str(), error.what());
        }
      }
    }
    return;
  }
  AllCalled callbacks;
  for (const auto & cancel : cancels) {  // first: lose() searches the remaining ones
    callbacks.call([&] { cancel_unknown(cancel); });
  }
  for (const GoalUUID & id : ids) {
    callbacks.call([&] { lose(id); });
  }
  callbacks.rethrow();
}

void ClientCore::cancel_unknown(const std::shared_ptr<Cancel> & cancel)
{
  auto unknown = std::make_shared<CancelResponse>();
  unknown->return_code = CancelResponse::ERROR_UNKNOWN_GOAL_ID;
  cancel_answered(cancel, std::move(unknown));
}

void ClientCore::probe_answered(const Goal & goal, std::shared_ptr<void> response)
{
  if (type_.status(response.get()) == GoalStatus::STATUS_UNKNOWN) {
    lose(goal->id_);
    return;
  }
  bool requested;
  {
    std::lock_guard lock(goal->mutex_);
    requested = goal->result_requested_;
  }
  if (requested) {
    result_arrived(goal, std::move(response));
  }
}

void ClientCore::lose(const GoalUUID & id)
{
  Entry entry;
  Goal goal;
  std::vector<std::shared_ptr<Cancel>> cancels;
  {
    std::lock_guard lock(mutex_);
    const auto position = goals_.find(id);
    if (position == goals_.end()) {
      return;
    }
    goal = position->second.goal.lock();
    forget_deadline(position->second);
    entry = std::move(position->second);
    goals_.erase(position);
    for (const auto & cancel : cancels_) {
      if (cancel->id == id) {
        cancels.push_back(cancel);
      }
    }
  }
  AllCalled callbacks;
  for (const auto & cancel : cancels) {
    callbacks.call([&] { cancel_unknown(cancel); });
  }
  if (entry.answer) {
    goal_client_->remove_pending_request(goal->goal_request_);
    goal->invalidate("the server no longer exists");
    callbacks.call([&] { entry.answer->answer(false); });
  } else if (goal) {
    result_client_->remove_pending_request(goal->result_request_);
    callbacks.call([&] { goal->complete(GoalStatus::STATUS_UNKNOWN, nullptr); });
  }
  callbacks.rethrow();
}

void ClientCore::limit_answer(const GoalUUID & id, std::chrono::nanoseconds timeout)
{
  if (timeout <= std::chrono::nanoseconds::zero() || timeout >= longest_wait) {
    return;
  }
  const auto due = steady_now() + timeout;
  std::lock_guard lock(mutex_);
  const auto position = goals_.find(id);
  if (position != goals_.end() && position->second.answer) {
    const auto deadline = deadlines_.emplace(due, id);
    position->second.deadline = deadline;
    if (deadline == deadlines_.begin()) {
      arm();
    }
  }
}

bool ClientCore::take_unanswered(const GoalUUID & id, Entry & entry)
{
  std::lock_guard lock(mutex_);
  const auto position = goals_.find(id);
  if (position == goals_.end() || !position->second.answer) {
    return false;
  }
  forget_deadline(position->second);
  entry = std::move(position->second);
  goals_.erase(position);
  return true;
}

void ClientCore::forget_deadline(Entry & entry)
{
  if (entry.deadline) {
    deadlines_.erase(*entry.deadline);
    entry.deadline.reset();
  }
}

void ClientCore::arm()
{
  if (deadlines_.empty()) {
    overdue_timer_->cancel();
    return;
  }
  const auto left = deadlines_.begin()->first - steady_now();
  rclcpp::extension::exchange_period(
    overdue_timer_, std::max<std::chrono::nanoseconds>(left, std::chrono::nanoseconds::zero()));
  overdue_timer_->reset();
}

void ClientCore::answers_overdue()
{
  std::vector<GoalUUID> due;
  {
    const auto now = steady_now();
    std::lock_guard lock(mutex_);
    const auto end = deadlines_.upper_bound(now);
    for (auto deadline = deadlines_.begin(); deadline != end; ++deadline) {
      due.push_back(deadline->second);
      goals_.at(deadline->second).deadline.reset();
    }
    deadlines_.erase(deadlines_.begin(), end);
    arm();
  }
  AllCalled callbacks;
  for (const GoalUUID & id : due) {
    Entry entry;
    if (!take_unanswered(id, entry)) {
      continue;
    }
    const Goal goal = entry.goal.lock();  // its answer has kept it alive
    goal_client_->remove_pending_request(goal->goal_request_);
    goal->invalidate("no server answered the goal request in time");
    if (cancel_client_->service_is_ready()) {
      auto request = std::make_shared<CancelRequest>();
      request->goal_info.goal_id.uuid = id;
      try {
        send_cancel(std::move(request), [](const std::shared_ptr<CancelResponse> &) {});
      } catch (const std::exception & error) {
        RCLCPP_WARN(
          logger, "action '%s': cannot cancel a goal that has no answer: %s", name_.c_str(),
          error.what());
      }
    }
    callbacks.call([&] { entry.answer->answer(false); });
  }
  callbacks.rethrow();
}

std::size_t ClientCore::prune()
{
  std::vector<Entry> goals;
  std::unordered_set<std::shared_ptr<Cancel>> cancels;
  {
    std::lock_guard lock(mutex_);
    for (auto entry = goals_.begin(); entry != goals_.end();) {
      if (entry->second.answer) {
        forget_deadline(entry->second);
        goals.push_back(std::move(entry->second));
        entry = goals_.erase(entry);
      } else {
        ++entry;
      }
    }
    cancels.swap(cancels_);
  }
  for (const Entry & entry : goals) {
    if (const Goal goal = entry.goal.lock()) {  // always true: its answer keeps it alive
      goal_client_->remove_pending_request(goal->goal_request_);
    }
  }
  cancel_client_->prune_pending_requests();
  return goals.size() + cancels.size();
}

}  // namespace rclcpp_action::detail
