// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The action server of a serve_goals: decides which goals run, wait or are rejected.

#ifndef RXROS2__ACTIONS__DETAIL__GOAL_SERVER_HPP_
#define RXROS2__ACTIONS__DETAIL__GOAL_SERVER_HPP_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "rclcpp/context.hpp"
#include "rclcpp_action/server.hpp"
#include "rx/serialized_observer.hpp"
#include "rxros2/actions/detail/goal_client.hpp"
#include "rxros2/actions/detail/goal_work.hpp"
#include "rxros2/actions/goal_request.hpp"

namespace rxros2::detail
{

/// Runs independently of the observer of its goals. As a task it begins waiting goals and ends
/// those that are being canceled. Thread-safe; no user code is called with a lock held. The server
/// and this object hold each other until close().
template <typename ActionT>
class goal_server : public rx::schedulable,
                    public node_bound,
                    public goal_work_owner<ActionT>,
                    public std::enable_shared_from_this<goal_server<ActionT>>
{
public:
  using server_type = rclcpp_action::Server<ActionT>;
  using handle_type = rclcpp_action::ServerGoalHandle<ActionT>;
  using goal_type = typename ActionT::Goal;
  using work_type = goal_work<ActionT>;

  /// Creates the server; throws what rclcpp_action throws.
  void open(
    const node_access & node,
    const rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr & logging,
    const std::string & action, goal_server_options<ActionT> options)
  {
    using rclcpp_action::CancelResponse;
    using rclcpp_action::GoalResponse;
    action_ = action;
    logger_ = std::make_unique<rclcpp::Logger>(logging->get_logger());
    options_ = std::move(options);
    context_ = node.base->get_context();
    streams_ = node_streams::of(node);
    time_ = streams_->scheduler(node, options_.callback_group);
    streams_->add(this->shared_from_this());
    auto with = rcl_action_server_get_default_options();
    with.result_timeout.nanoseconds = options_.result_timeout.count();
    const auto self = this->shared_from_this();
    auto server = std::make_shared<ending_server>(
      node, logging, action, with,
      [self](const rclcpp_action::GoalUUID &, std::shared_ptr<const goal_type> goal) {
        return self->asked(*goal);
      },
      [self](const std::shared_ptr<handle_type> & handle) { return self->asked_to_cancel(handle); },
      [self](const std::shared_ptr<handle_type> & handle) { self->accepted(handle); },
      time_->at_end_of_entity());
    node.waitables->add_waitable(server, options_.callback_group);
    std::lock_guard lock(mutex_);
    if (!closed_) {  // otherwise it is dropped here
      server_ = std::move(server);
    }
  }

  // Runs as a task.
  void run() noexcept override
  {
    end_canceled();
    begin_next();
    {
      std::lock_guard lock(mutex_);
      if (!has_work()) {
        is_scheduled_ = false;
        return;
      }
    }
    time_->schedule(this->shared_from_this());
  }
  void scheduler_ended() noexcept override { node_ended(); }

  // Called by goals.
  rx::environment work_env() const override { return time_; }
  rclcpp::Logger logger() const override { return *logger_; }
  const std::string & action() const noexcept override { return action_; }
  void keep(const std::shared_ptr<work_type> & work) noexcept override
  {
    std::lock_guard lock(mutex_);
    const auto entry = running_.find(work->number);
    if (entry != running_.end()) {
      entry->second.kept = work;
    }
  }
  void over(const work_type & work) noexcept override
  {
    running ended;  // its last reference, released without the lock
    {
      std::lock_guard lock(mutex_);
      const auto entry = running_.find(work.number);
      if (entry == running_.end()) {
        return;
      }
      ended = std::move(entry->second);
      running_.erase(entry);
    }
    look();
  }

protected:
  virtual void emit(goal_request<ActionT> && goal) noexcept = 0;

  /// The observer is gone: aborts running goals, cancels waiting ones, removes the server.
  void close() noexcept
  {
    std::shared_ptr<server_type> server;
    std::deque<std::shared_ptr<handle_type>> waiting;
    std::vector<std::shared_ptr<handle_type>> canceled;
    std::vector<std::shared_ptr<work_type>> all;
    {
      std::lock_guard lock(mutex_);
      if (std::exchange(closed_, true)) {
        return;
      }
      server.swap(server_);
      waiting.swap(waiting_);
      canceled.swap(canceled_);
      all = works();
    }
    for (const auto & work : all) {
      work->abandon();
    }
    drop(waiting);
    if (time_) {  // otherwise it was not opened
      streams_->remove(*this);
      time_->cancel(*this);
    }
  }

private:
  /// A goal that has begun; `kept` holds it from its answer on. It counts as running until it is
  /// over.
  struct running
  {
    const handle_type * handle = nullptr;
    std::weak_ptr<work_type> work;
    std::shared_ptr<work_type> kept;
  };

  /// A server that holds `end`, see node_scheduler::at_end_of_entity().
  class ending_server final : public server_type
  {
  public:
    ending_server(
      const node_access & node,
      const rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr & logging,
      const std::string & name, const rcl_action_server_options_t & options,
      typename server_type::GoalCallback goal, typename server_type::CancelCallback cancel,
      typename server_type::AcceptedCallback accepted, std::shared_ptr<const void> end)
    : server_type(
        node.base, node.clock, logging, name, options, std::move(goal), std::move(cancel),
        std::move(accepted)),
      end_(std::move(end))
    {
    }

  private:
    const std::shared_ptr<const void> end_;
  };

  rclcpp_action::GoalResponse asked(const goal_type & goal)
  {
    using rclcpp_action::GoalResponse;
    const node_scheduler::scope scope(*time_);
    if (!allows(options_.accept, goal, "accept", "the goal is rejected")) {
      return GoalResponse::REJECT;
    }
    std::lock_guard lock(mutex_);
    // accepted() was not called, so the goal does not wait
    std::erase(admitting_, std::this_thread::get_id());
    if (closed_) {
      return GoalResponse::REJECT;
    }
    if (waiting_.empty() && has_place()) {
      admitting_.push_back(std::this_thread::get_id());
      return GoalResponse::ACCEPT_AND_EXECUTE;
    }
    return options_.when_busy == when_busy::reject ? GoalResponse::REJECT
                                                   : GoalResponse::ACCEPT_AND_DEFER;
  }

  // Called after asked(), in the same thread.
  void accepted(const std::shared_ptr<handle_type> & handle)
  {
    const node_scheduler::scope scope(*time_);
    std::shared_ptr<work_type> work;
    std::deque<std::shared_ptr<handle_type>> dropped;
    std::vector<std::shared_ptr<work_type>> to_preempt;
    bool closed;
    {
      std::lock_guard lock(mutex_);
      closed = closed_;
      if (std::erase(admitting_, std::this_thread::get_id()) > 0) {
        work = add_work(handle);
      } else if (closed) {
        dropped.push_back(handle);
      } else {
        if (options_.when_busy == when_busy::preempt) {
          dropped.swap(waiting_);
          if (!has_place()) {
            to_preempt = works();
          }
        }
        waiting_.push_back(handle);
      }
    }
    if (work) {
      closed ? work->abandon() : begin(work, *handle);
    }
    drop(dropped);
    preempt_one(to_preempt);
    look();
  }

  rclcpp_action::CancelResponse asked_to_cancel(const std::shared_ptr<handle_type> & handle)
  {
    using rclcpp_action::CancelResponse;
    const node_scheduler::scope scope(*time_);
    if (!allows(options_.may_cancel, *handle->get_goal(), "may_cancel", "the goal goes on")) {
      return CancelResponse::REJECT;
    }
    {
      std::lock_guard lock(mutex_);
      if (closed_) {
        return CancelResponse::REJECT;
      }
      canceled_.push_back(handle);
    }
    look();
    return CancelResponse::ACCEPT;
  }

  bool allows(
    const typename goal_server_options<ActionT>::goal_function & f, const goal_type & goal,
    const char * name, const char * then) const noexcept
  {
    try {
      return !f || f(goal);
    } catch (...) {
      RCLCPP_ERROR(
        *logger_, "action '%s': %s failed, %s: %s", action_.c_str(), name, then,
        rx::what(std::current_exception()).c_str());
      return false;
    }
  }

  // Ends the goals of asked_to_cancel() that are canceling now; in a reentrant group this may be
  // too early for some. The others have ended before.
  void end_canceled() noexcept
  {
    std::vector<std::shared_ptr<handle_type>> canceled;
    {
      std::lock_guard lock(mutex_);
      canceled.swap(canceled_);
    }
    std::vector<const handle_type *> canceling;
    for (const auto & handle : canceled) {
      if (handle->is_canceling()) {
        canceling.push_back(handle.get());
      } else if (handle->is_active()) {
        std::lock_guard lock(mutex_);
        canceled_.push_back(handle);
      }
    }
    if (!canceling.empty()) {
      end_canceled(std::move(canceling));
    }
  }
  // A goal that is neither waiting nor running yet is ended by begin(), which sees that it is
  // canceling. All goals are ended in one pass: a client may cancel thousands at once.
  void end_canceled(std::vector<const handle_type *> canceling) noexcept
  {
    const std::less<const handle_type *> by_address;
    std::sort(canceling.begin(), canceling.end(), by_address);
    const auto is_canceling = [&](const handle_type * handle) {
      return std::binary_search(canceling.begin(), canceling.end(), handle, by_address);
    };
    std::vector<std::shared_ptr<handle_type>> waited;
    std::vector<std::shared_ptr<work_type>> worked_on;
    {
      std::lock_guard lock(mutex_);
      const auto first = std::stable_partition(
        waiting_.begin(), waiting_.end(),
        [&](const auto & entry) { return !is_canceling(entry.get()); });
      waited.assign(first, waiting_.end());
      waiting_.erase(first, waiting_.end());
      for (const auto & [number, goal] : running_) {
        if (is_canceling(goal.handle)) {
          if (auto work = goal.work.lock()) {
            worked_on.push_back(std::move(work));
          }
        }
      }
    }
    for (const auto & handle : waited) {
      try {
        handle->canceled(std::make_shared<typename ActionT::Result>());
      } catch (const std::exception &) {  // the context has been shut down
      }
    }
    for (const auto & work : worked_on) {
      work->cancel();
    }
  }

  // Cancels goals that have not begun; only destroying their handles does that. After a shutdown,
  // the destructor of an active goal's handle in an installed ROS 2 throws, because it cannot send
  // the status; so the goals are ended before.
  void drop(std::deque<std::shared_ptr<handle_type>> & waiting) const noexcept
  {
    if (context_ && !context_->is_valid()) {
      for (const auto & handle : waiting) {
        try {
          handle->execute();
        } catch (const std::exception &) {  // it is executing now, or was canceled
        }
        try {
          handle->abort(std::make_shared<typename ActionT::Result>());
        } catch (const std::exception &) {  // it is aborted now, but the client cannot be notified
        }
      }
    }
    waiting.clear();
  }

  void begin_next() noexcept
  {
    std::shared_ptr<handle_type> handle;
    std::shared_ptr<work_type> work;
    {
      std::lock_guard lock(mutex_);
      if (closed_ || waiting_.empty() || !has_place()) {
        return;
      }
      handle = std::move(waiting_.front());
      waiting_.pop_front();
      work = add_work(handle);
    }
    try {
      handle->execute();
    } catch (const std::exception &) {  // it is canceling, or the context has been shut down
    }
    begin(work, *handle);
  }

  // Called for a new goal; has no effect if a goal is already ending for another one.
  void preempt_one(const std::vector<std::shared_ptr<work_type>> & all) noexcept
  {
    const bool is_ending =
      std::any_of(all.begin(), all.end(), [](const auto & work) { return work->is_stopping(); });
    if (!all.empty() && !is_ending) {
      all.front()->preempt();
    }
  }

  void begin(const std::shared_ptr<work_type> & work, const handle_type & handle) noexcept
  {
    if (handle.is_canceling()) {
      work->cancel();
    } else {
      emit(goal_request<ActionT>(work));
    }
  }

  // Call it with the mutex held.
  bool has_place() const
  {
    return running_.size() + admitting_.size() <
           options_.at_most.value_or(std::numeric_limits<std::size_t>::max());
  }
  bool has_work() const { return !canceled_.empty() || (!waiting_.empty() && has_place()); }
  std::shared_ptr<work_type> add_work(const std::shared_ptr<handle_type> & handle)
  {
    auto work = std::make_shared<work_type>(handle, this->shared_from_this(), ++begun_);
    running_.emplace_hint(running_.end(), work->number, running{handle.get(), work, nullptr});
    return work;
  }
  // Returns the goals, oldest first. Release them without the mutex: they may be the last
  // references.
  std::vector<std::shared_ptr<work_type>> works() const
  {
    std::vector<std::shared_ptr<work_type>> all;
    for (const auto & [number, goal] : running_) {
      if (auto work = goal.work.lock()) {
        all.push_back(std::move(work));
      }
    }
    return all;
  }

  // Schedules run() if there is something to do.
  void look() noexcept
  {
    {
      std::lock_guard lock(mutex_);
      if (closed_ || is_scheduled_ || !has_work()) {
        return;
      }
      is_scheduled_ = true;
    }
    time_->schedule(this->shared_from_this());
  }

  std::string action_;  // set by open(), like the following members
  std::unique_ptr<rclcpp::Logger> logger_;
  rclcpp::Context::SharedPtr context_;
  goal_server_options<ActionT> options_;
  std::shared_ptr<node_streams> streams_;
  std::shared_ptr<node_scheduler> time_;
  std::mutex mutex_;  // guards the members below
  std::shared_ptr<server_type> server_;
  bool closed_ = false;
  bool is_scheduled_ = false;
  // threads between asked() and accepted(), which count as running
  std::vector<std::thread::id> admitting_;
  std::uint64_t begun_ = 0;
  // by their numbers, that is, in the order of their start
  std::map<std::uint64_t, running> running_;
  std::deque<std::shared_ptr<handle_type>> waiting_;
  // with an accepted cancel request; run() ends them
  std::vector<std::shared_ptr<handle_type>> canceled_;
};

template <typename ActionT, typename Out>
class served_goals final
: public rx::serialized_observer<goal_request<ActionT>, Out, goal_server<ActionT>>
{
  using base = rx::serialized_observer<goal_request<ActionT>, Out, goal_server<ActionT>>;

public:
  explicit served_goals(Out out) : base(std::move(out)) {}

  void node_ended() noexcept override { this->completed(); }

protected:
  void emit(goal_request<ActionT> && goal) noexcept override { this->next(std::move(goal)); }
  void released() noexcept override { this->close(); }
};

}  // namespace rxros2::detail

#endif  // RXROS2__ACTIONS__DETAIL__GOAL_SERVER_HPP_
