// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The goals of an action server, with the rules for their states, cancel requests, results and the
// expiry of results. It sends nothing. The Python package uses this table too, so it needs no
// message.
#ifndef GOAL_TABLE_HPP_
#define GOAL_TABLE_HPP_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "goal_map.hpp"
#include "rclcpp/extension/memory.hpp"
#include "rmw/types.h"

namespace rclcpp_action
{
class ServerGoalHandleBase;
}

namespace rclcpp_action::detail
{

/// The states of a goal, numbered as in action_msgs/msg/GoalStatus.
struct GoalState
{
  static constexpr std::int8_t unknown = 0, accepted = 1, executing = 2, canceling = 3,
                               succeeded = 4, canceled = 5, aborted = 6;
};

/// The return codes of action_msgs/srv/CancelGoal.
struct CancelCode
{
  static constexpr std::int8_t none = 0, rejected = 1, unknown_goal = 2, goal_terminated = 3;
};

constexpr bool is_allowed(std::int8_t from, std::int8_t to)
{
  switch (to) {
    case GoalState::executing:
      return from == GoalState::accepted;
    case GoalState::canceling:
      return from == GoalState::accepted || from == GoalState::executing;
    case GoalState::succeeded:
    case GoalState::aborted:
      return from == GoalState::executing || from == GoalState::canceling;
    case GoalState::canceled:
      return from == GoalState::canceling;
    default:
      return false;
  }
}

struct ServerGoal;
using ServerGoals = std::list<
  std::shared_ptr<ServerGoal>, rclcpp::extension::BlockAllocator<std::shared_ptr<ServerGoal>>>;
using RequestIds =
  std::vector<rmw_request_id_t, rclcpp::extension::BlockAllocator<rmw_request_id_t>>;

/// One goal; its handle and the table share it. The base lets Python's objects share it too:
/// without it, each pointer that Python passes would hold a Python object.
struct ServerGoal : std::enable_shared_from_this<ServerGoal>
{
  explicit ServerGoal(const GoalId & goal_id) : id(goal_id) {}

  /// Makes the change if the state machine allows it; of several threads one succeeds.
  bool change(std::int8_t to) noexcept
  {
    std::int8_t from = status.load(std::memory_order_relaxed);
    while (is_allowed(from, to)) {
      if (status.compare_exchange_weak(from, to, std::memory_order_acq_rel)) {
        return true;
      }
    }
    return false;
  }

  /// Ends a goal that is not executed any longer. CANCELED means that a client requested it, so
  /// with `aborts` an executing goal becomes ABORTED. Returns false if it had ended.
  bool drop(bool aborts) noexcept
  {
    std::int8_t executing = GoalState::executing;
    if (aborts && status.compare_exchange_strong(executing, GoalState::aborted)) {
      return true;
    }
    (void)change(GoalState::canceling);
    return change(GoalState::canceled);
  }

  bool is_active() const noexcept
  {
    const std::int8_t now = status.load(std::memory_order_acquire);
    return now >= GoalState::accepted && now <= GoalState::canceling;
  }

  bool is_cancelable() const noexcept
  {
    return is_allowed(status.load(std::memory_order_acquire), GoalState::canceling);
  }

  /// Returns why change() was refused, as the end of a sentence about the goal.
  std::string refusal(std::int8_t to) const
  {
    constexpr const char * names[] = {"UNKNOWN",   "ACCEPTED", "EXECUTING", "CANCELING",
                                      "SUCCEEDED", "CANCELED", "ABORTED"};
    std::string expected;
    for (std::int8_t from = GoalState::accepted; from <= GoalState::canceling; ++from) {
      if (is_allowed(from, to)) {
        expected += (expected.empty() ? "" : " or ") + std::string(names[from]);
      }
    }
    return std::string("cannot become ") + names[to] + ": it is " + names[status.load()] +
           "; expected " + expected;
  }

  /// Returns the time of acceptance in nanoseconds.
  std::int64_t stamp() const { return std::int64_t{stamp_sec} * 1'000'000'000 + stamp_nanosec; }

  const GoalId id;
  /// UNKNOWN while the user decides whether to accept it.
  std::atomic<std::int8_t> status{GoalState::unknown};
  /// The server ended it because the context shut down: calls of the user have no effect.
  std::atomic<bool> ended_by_shutdown{false};

  // Set before the goal is accepted, and not changed after that.
  std::int32_t stamp_sec = 0;  // the time of acceptance, of the node's clock
  std::uint32_t stamp_nanosec = 0;
  std::weak_ptr<ServerGoalHandleBase> handle;

  // Guarded by the table's mutex.
  std::shared_ptr<void> result;  // the response; null while the goal is active
  RequestIds waiting;            // for the result
  std::int64_t ended_ns = 0;
  bool is_known = true;  // false once it was removed
  bool is_listed = false;
  ServerGoals::iterator listed;
  ServerGoals::iterator ended;
};

/// Thread-safe. No goal is destroyed while its lock is held. `now` is in nanoseconds of the clock
/// that results follow.
class GoalTable
{
public:
  using Goal = std::shared_ptr<ServerGoal>;

  /// Results are kept for that many nanoseconds after the goal's end. Without a retention time,
  /// they are kept until one client has fetched them, but not for ever.
  explicit GoalTable(std::int64_t result_timeout)
  : until_fetched_(result_timeout <= 0),
    result_timeout_(
      until_fetched_ ? longest_until_fetched : std::min(result_timeout, longest_result_timeout))
  {
  }

  std::int64_t result_timeout() const { return result_timeout_; }

  std::size_t size() const
  {
    std::lock_guard lock(mutex_);
    return goals_.size();
  }

  /// Adds a goal that a client sent. Returns null if it is to be rejected: its id is known, or the
  /// server ends.
  Goal add(const GoalId & id)
  {
    Goal goal =
      std::allocate_shared<ServerGoal>(rclcpp::extension::BlockAllocator<ServerGoal>(), id);
    std::lock_guard lock(mutex_);
    return !closed_ && !shut_down_ && goals_.emplace(id, goal).second ? goal : nullptr;
  }

  /// Marks the goal as accepted. Returns false if shut_down() came before, too late to return it.
  bool accept(const Goal & goal, bool executes, std::int64_t stamp)
  {
    std::lock_guard lock(mutex_);
    goal->stamp_sec = static_cast<std::int32_t>(stamp / 1'000'000'000);
    goal->stamp_nanosec = static_cast<std::uint32_t>(stamp % 1'000'000'000);
    goal->status.store(executes ? GoalState::executing : GoalState::accepted);
    goal->listed = listed_.insert(listed_.end(), goal);
    goal->is_listed = true;
    return !shut_down_;
  }

  /// Removes a goal, as one that was not accepted. Returns the requests for its result, which is
  /// unknown.
  RequestIds remove(const Goal & goal)
  {
    std::lock_guard lock(mutex_);
    if (goal->result) {
      (void)remove_ended(goal);  // the caller's pointer keeps it alive
    } else if (std::exchange(goal->is_known, false)) {
      goals_.erase(goal->id);
      if (std::exchange(goal->is_listed, false)) {
        listed_.erase(goal->listed);
      }
    }
    return std::exchange(goal->waiting, {});
  }

  /// Returns false for a goal that was removed, and for all goals after close().
  bool knows(const Goal & goal) const
  {
    std::lock_guard lock(mutex_);
    return goal->is_known && !closed_;
  }

  /// Returns the goals that a cancel request selects and that can be canceled; `code` is the answer
  /// if none of them will be. Only goals that are not canceling and have not ended count.
  std::vector<Goal> cancel_candidates(
    const GoalId & id, std::int64_t stamp, std::int8_t & code) const
  {
    std::vector<Goal> candidates;
    std::lock_guard lock(mutex_);
    if (id != GoalId{} && stamp == 0) {
      const auto entry = goals_.find(id);
      if (entry == goals_.end() || entry->second->status.load() == GoalState::unknown) {
        code = CancelCode::unknown_goal;
      } else if (!entry->second->is_cancelable()) {
        code = CancelCode::goal_terminated;
      } else {
        code = CancelCode::rejected;
        candidates.push_back(entry->second);
      }
      return candidates;
    }
    for (const Goal & goal : listed_) {
      const bool named = stamp == 0 || goal->stamp() <= stamp || goal->id == id;
      if (named && goal->is_cancelable()) {
        candidates.push_back(goal);
      }
    }
    code = candidates.empty() ? CancelCode::none : CancelCode::rejected;
    return candidates;
  }

  /// Stores the response of a goal that has ended; the first one counts. Sets `waiting` to the
  /// requests that wait for it. Returns true if there is no other result, so that its expiry is the
  /// next.
  bool end(
    const Goal & goal, std::shared_ptr<void> response, std::int64_t now, RequestIds & waiting)
  {
    std::lock_guard lock(mutex_);
    if (closed_ || !goal->is_known || goal->result) {
      return false;
    }
    goal->result = std::move(response);
    waiting.swap(goal->waiting);
    goal->ended_ns = now;
    goal->ended = ended_.insert(ended_.end(), goal);
    if (first_listed_ended_ == ended_.end()) {
      first_listed_ended_ = goal->ended;
    }
    if (++listed_ended_ > most_listed_ended) {
      unlist(**first_listed_ended_++);
    }
    return ended_.size() == 1;
  }

  /// Called after a client has got the result from end().
  void fetched(const Goal & goal)
  {
    if (until_fetched_) {
      Goal unneeded;
      std::lock_guard lock(mutex_);
      unneeded = remove_ended(goal);
    }
  }

  /// Handles a request for a result. Returns null if the request waits; otherwise the response,
  /// which is null for an unknown goal.
  std::optional<std::shared_ptr<void>> ask_result(
    const GoalId & id, const rmw_request_id_t & request)
  {
    Goal unneeded;
    std::lock_guard lock(mutex_);
    const auto entry = goals_.find(id);
    if (entry == goals_.end() || closed_) {
      return nullptr;
    }
    const Goal goal = entry->second;
    if (!goal->result) {
      goal->waiting.push_back(request);
      return std::nullopt;
    }
    if (until_fetched_) {
      unneeded = remove_ended(goal);
    }
    return goal->result;
  }

  /// Calls `use` with the goals of the status topic, in the order of acceptance, with the lock
  /// held.
  template <typename Use>
  void with_listed(Use use) const
  {
    std::lock_guard lock(mutex_);
    use(listed_);
  }

  /// Forgets the results whose time is over.
  void expire(std::int64_t now)
  {
    ServerGoals expired;  // destroyed without the lock
    std::lock_guard lock(mutex_);
    while (!ended_.empty() && now - ended_.front()->ended_ns >= result_timeout_) {
      expired.push_back(remove_ended(Goal(ended_.front())));
    }
  }

  /// Returns the time after which expire() is due; null if it is not. On a busy server the results
  /// expire in batches, so some expire a little late.
  std::optional<std::int64_t> until_expiry(std::int64_t now) const
  {
    std::lock_guard lock(mutex_);
    if (ended_.empty() || closed_) {
      return std::nullopt;
    }
    const std::int64_t passed = std::max<std::int64_t>(now - ended_.front()->ended_ns, 0);
    return std::max(result_timeout_ - passed, result_timeout_ / 32);
  }

  /// Restarts the retention time of all results.
  void count_anew(std::int64_t now)
  {
    std::lock_guard lock(mutex_);
    for (const Goal & goal : ended_) {
      goal->ended_ns = now;
    }
  }

  /// Restarts the retention time of the results of time 0, for clocks that may start only later.
  void count_from_start(std::int64_t now)
  {
    std::lock_guard lock(mutex_);
    for (auto goal = ended_.begin(); goal != ended_.end() && (*goal)->ended_ns == 0; ++goal) {
      (*goal)->ended_ns = now;
    }
  }

  /// Rejects further goals. Returns those that have not ended.
  std::vector<Goal> shut_down()
  {
    std::vector<Goal> active;
    std::lock_guard lock(mutex_);
    shut_down_ = true;
    std::copy_if(listed_.begin(), listed_.end(), std::back_inserter(active), [](const Goal & goal) {
      return goal->is_active();
    });
    return active;
  }

  /// Rejects further goals and requests. Returns the requests that wait for a result.
  RequestIds close()
  {
    RequestIds waiting;
    std::lock_guard lock(mutex_);
    closed_ = true;
    for (const auto & [id, goal] : goals_) {
      waiting.insert(waiting.end(), goal->waiting.begin(), goal->waiting.end());
      goal->waiting.clear();
    }
    return waiting;
  }

private:
  static constexpr std::int64_t longest_until_fetched = 10'000'000'000;
  // 146 years, which can be added to any current time.
  static constexpr std::int64_t longest_result_timeout =
    std::numeric_limits<std::int64_t>::max() / 2;
  // The number of ended goals that the status topic lists.
  static constexpr std::size_t most_listed_ended = 20;

  // Call with mutex_ held:
  void unlist(ServerGoal & goal)
  {
    if (std::exchange(goal.is_listed, false)) {
      listed_.erase(goal.listed);
      --listed_ended_;
    }
  }
  Goal remove_ended(const Goal & goal)
  {
    if (!std::exchange(goal->is_known, false)) {
      return nullptr;  // taken by another thread
    }
    const auto entry = goals_.find(goal->id);
    Goal removed = std::move(entry->second);
    goals_.erase(entry);
    if (first_listed_ended_ == removed->ended) {
      ++first_listed_ended_;
    }
    ended_.erase(removed->ended);
    unlist(*removed);
    return removed;
  }

  const bool until_fetched_;
  const std::int64_t result_timeout_;

  mutable std::mutex mutex_;  // guards the members below
  bool closed_ = false;
  bool shut_down_ = false;
  GoalMap<Goal> goals_;
  ServerGoals listed_;  // on the status topic, in the order of acceptance
  ServerGoals ended_;   // in the order of their ends
  ServerGoals::iterator first_listed_ended_ = ended_.end();
  std::size_t listed_ended_ = 0;
};

}  // namespace rclcpp_action::detail

#endif  // GOAL_TABLE_HPP_
