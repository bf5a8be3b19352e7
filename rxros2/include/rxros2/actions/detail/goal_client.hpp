// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The action client that the goals of one send_goal share; it decides which goals may be sent.

#ifndef RXROS2__ACTIONS__DETAIL__GOAL_CLIENT_HPP_
#define RXROS2__ACTIONS__DETAIL__GOAL_CLIENT_HPP_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rclcpp/node_interfaces/node_logging_interface.hpp"
#include "rclcpp_action/client.hpp"
#include "rosidl_runtime_cpp/traits.hpp"
#include "rxros2/actions/goal_update.hpp"
#include "rxros2/nodes/detail/node_streams.hpp"
#include "rxros2/nodes/detail/wait_report.hpp"

namespace rxros2::detail
{

/// A node, and the other interfaces that actions need.
struct action_node
{
  template <node_pointer P>
  explicit action_node(const P & of) : node(of), logging(of->get_node_logging_interface())
  {
  }

  weak_node node;
  std::weak_ptr<rclcpp::node_interfaces::NodeLoggingInterface> logging;
};

/// A goal of a goal_client. Called without a lock, on any thread.
class waiting_goal
{
public:
  /// Called when its turn has come: no earlier goal is being canceled.
  virtual void proceed() noexcept = 0;
  /// Called when there is a server.
  virtual void send() noexcept = 0;
  /// Returns false if it need not be sent.
  virtual bool looks_for_server() const noexcept = 0;

protected:
  ~waiting_goal() = default;
};

/// Thread-safe. Running goals hold the client, and the client holds the waiting goals.
template <typename ActionT>
class goal_client final : public rx::schedulable,
                          public std::enable_shared_from_this<goal_client<ActionT>>
{
public:
  using client_type = rclcpp_action::Client<ActionT>;
  using goal_pointer = std::shared_ptr<waiting_goal>;

  /// Throws what rclcpp_action throws.
  goal_client(
    const weak_node & weak, const node_access & node,
    const rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr & logging,
    const std::string & action, goal_options with)
  : name(action),
    options(std::move(with)),
    streams(node_streams::of(node)),
    time(streams->scheduler(node, options.callback_group)),
    node_(weak),
    steady_(streams->scheduler(node, options.callback_group, RCL_STEADY_TIME))
  {
    auto created = std::make_shared<ending_client>(node, logging, name, time->at_end_of_entity());
    node.waitables->add_waitable(created, options.callback_group);
    client_ = std::move(created);
  }

  client_type & client() const noexcept { return *client_; }

  /// Sends a goal. One thread at a time: an installed rclcpp_action creates goal ids without a
  /// lock, and its server throws if a goal has the id of another.
  void send(
    const typename ActionT::Goal & goal, const typename client_type::SendGoalOptions & options)
  {
    std::lock_guard lock(sending_);
    client_->async_send_goal(goal, options);
  }

  /// Calls proceed() when all goals that are being canceled now have ended; at once if there are
  /// none.
  void queue(const goal_pointer & goal)
  {
    {
      std::lock_guard lock(mutex_);
      if (!canceling_.empty()) {
        queued_.push_back({goal, canceled_});
        return;
      }
    }
    goal->proceed();
  }

  /// Marks a goal as being canceled: goals that are queued from now on wait for its end_cancel().
  void begin_cancel(const waiting_goal & goal)
  {
    std::lock_guard lock(mutex_);
    numbers_[&goal] = ++canceled_;
    canceling_.insert(canceled_);
  }
  void end_cancel(const waiting_goal & goal) noexcept
  {
    std::vector<goal_pointer> next;
    {
      std::lock_guard lock(mutex_);
      const auto entry = numbers_.find(&goal);
      if (entry == numbers_.end()) {
        return;
      }
      canceling_.erase(entry->second);
      numbers_.erase(entry);
      while (!queued_.empty() &&
             (canceling_.empty() || queued_.front().behind < *canceling_.begin())) {
        next.push_back(std::move(queued_.front().goal));
        queued_.pop_front();
      }
    }
    for (const goal_pointer & item : next) {
      item->proceed();
    }
  }

  /// Calls send() as soon as there is a server.
  void look_for_server(const goal_pointer & goal)
  {
    if (client_->action_server_is_ready()) {
      goal->send();
      return;
    }
    {
      std::lock_guard lock(mutex_);
      looking_.push_back(goal);
    }
    look_again();
  }

  // The task that looks for the server.
  void run() noexcept override
  {
    std::vector<goal_pointer> looking;
    std::vector<goal_pointer> sent;  // their last references are released without the lock
    {
      std::lock_guard lock(mutex_);
      looking.swap(looking_);
      for (goal_pointer & item : looking) {
        (item->looks_for_server() ? looking_ : sent).push_back(std::move(item));
      }
      if (looking_.empty()) {
        ++absences_;  // the next goal that waits begins a wait of its own
        return;
      }
      looking = looking_;
    }
    bool ready = false;
    try {
      ready = client_->action_server_is_ready();
    } catch (...) {  // the context is shut down, which ends the goals
    }
    if (!ready) {
      std::optional<rx::duration> waited;
      {
        std::lock_guard lock(mutex_);
        waited = absence_.due(absences_, steady_->now());
      }
      if (waited) {
        report_missing_action_server(
          node_, name, rosidl_generator_traits::name<typename ActionT::Impl::SendGoalService>(),
          *waited);
      }
      look_again();
      return;
    }
    {
      std::lock_guard lock(mutex_);
      ++absences_;
    }
    for (const goal_pointer & goal : looking) {
      goal->send();
    }
    look_again();  // for a goal that arrived meanwhile
  }
  void dispose() noexcept override
  {
    disposed_ = true;
    std::vector<goal_pointer> looking;
    std::lock_guard lock(mutex_);
    looking.swap(looking_);
  }
  bool disposed() const noexcept override { return disposed_; }

  const std::string name;
  const goal_options options;
  const std::shared_ptr<node_streams> streams;
  const std::shared_ptr<node_scheduler> time;

private:
  /// A goal, and the last of the cancellations that it waits for.
  struct waiting_turn
  {
    goal_pointer goal;
    std::uint64_t behind;
  };

  /// A client that holds `end`, see node_scheduler::at_end_of_entity().
  class ending_client final : public client_type
  {
  public:
    ending_client(
      const node_access & node,
      const rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr & logging,
      const std::string & name, std::shared_ptr<const void> end)
    : client_type(node.base, node.graph, logging, name), end_(std::move(end))
    {
    }

  private:
    const std::shared_ptr<const void> end_;
  };

  void look_again()
  {
    {
      std::lock_guard lock(mutex_);
      if (looking_.empty()) {
        return;
      }
    }
    steady_->cancel(*this);
    steady_->schedule(this->shared_from_this(), steady_->now() + look_every, {});
  }

  static constexpr rx::duration look_every = std::chrono::milliseconds(10);

  const weak_node node_;
  const std::shared_ptr<node_scheduler> steady_;
  std::shared_ptr<client_type> client_;
  std::mutex sending_;  // held while a goal is sent
  std::atomic<bool> disposed_ = false;
  std::mutex mutex_;  // guards the members below
  std::vector<goal_pointer> looking_;
  wait_report absence_;         // of a server
  std::uint64_t absences_ = 0;  // number of those that have ended
  std::uint64_t canceled_ = 0;  // number of cancellations so far; also the number of the latest
  std::unordered_map<const waiting_goal *, std::uint64_t> numbers_;  // of the current cancellations
  std::set<std::uint64_t> canceling_;                                // the same numbers, sorted
  std::deque<waiting_turn> queued_;
};

}  // namespace rxros2::detail

#endif  // RXROS2__ACTIONS__DETAIL__GOAL_CLIENT_HPP_
