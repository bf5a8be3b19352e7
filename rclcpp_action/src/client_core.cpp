// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The path of a goal from its request to its result, in the client.
#include "client_core.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>

#include "rclcpp/extension/endpoints.hpp"
#include "rclcpp/extension/memory.hpp"
#include "rclcpp/extension/types.hpp"
#include "rclcpp/logging.hpp"

namespace rclcpp_action::detail
{

using action_msgs::msg::GoalStatusArray;

ClientGoal::ClientGoal(const GoalUUID & id, std::weak_ptr<ClientCore> client)
: id_(id), client_(std::move(client))
{
}

ClientGoal::~ClientGoal()
{
  if (const auto client = client_.lock()) {
    client->dropped(id_);
  }
}

// The waiting requests of the three clients. They refer to the core weakly, because it owns the
// clients.

class ClientCore::PendingGoal final : public rclcpp::extension::PendingRequest,
                                      public rclcpp::extension::BlockAllocated
{
public:
  PendingGoal(std::weak_ptr<ClientCore> core, const GoalUUID & id) : core_(std::move(core)), id_(id)
  {
  }
  void complete(std::shared_ptr<void> response) override
  {
    if (const auto core = core_.lock()) {
      core->goal_answered(id_, response.get());
    }
  }

private:
  const std::weak_ptr<ClientCore> core_;
  const GoalUUID id_;
};

class ClientCore::PendingResult final : public rclcpp::extension::PendingRequest,
                                        public rclcpp::extension::BlockAllocated
{
public:
  PendingResult(std::weak_ptr<ClientCore> core, Goal goal, bool is_probe)
  : core_(std::move(core)), goal_(std::move(goal)), is_probe_(is_probe)
  {
  }
  void complete(std::shared_ptr<void> response) override
  {
    if (const auto core = core_.lock()) {
      if (is_probe_) {
        core->probe_answered(goal_, std::move(response));
      } else {
        core->result_arrived(goal_, std::move(response));
      }
    }
  }

private:
  const std::weak_ptr<ClientCore> core_;
  const Goal goal_;
  const bool is_probe_;
};

class ClientCore::PendingCancel final : public rclcpp::extension::PendingRequest
{
public:
  PendingCancel(std::weak_ptr<ClientCore> core, std::shared_ptr<Cancel> cancel)
  : core_(std::move(core)), cancel_(std::move(cancel))
  {
  }
  void complete(std::shared_ptr<void> response) override
  {
    if (const auto core = core_.lock()) {
      core->cancel_answered(cancel_, std::move(response));
    }
  }

private:
  const std::weak_ptr<ClientCore> core_;
  const std::shared_ptr<Cancel> cancel_;
};

ClientCore::ClientCore(
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node, rclcpp::Logger its_logger,
  const ActionType & type, std::string name)
: logger(std::move(its_logger)), node_(std::move(node)), type_(type), name_(std::move(name))
{
}

void ClientCore::open(const rcl_action_client_options_t & options)
{
  const std::weak_ptr<ClientCore> weak = weak_from_this();
  const auto & cancel_type = rclcpp::extension::service_type<action_msgs::srv::CancelGoal>;
  goal_client_ = std::make_shared<RequestClient>(
    *node_, type_.send_goal, name_ + "/_action/send_goal", to_qos(options.goal_service_qos));
  cancel_client_ = std::make_shared<RequestClient>(
    *node_, cancel_type, name_ + "/_action/cancel_goal", to_qos(options.cancel_service_qos));
  result_client_ = std::make_shared<RequestClient>(
    *node_, type_.get_result, name_ + "/_action/get_result", to_qos(options.result_service_qos));

  rclcpp::SubscriptionOptions shared;  // messages of a server in this process are not copied
  shared.use_intra_process_comm = rclcpp::IntraProcessSetting::Enable;
  shared.event_callbacks.matched_callback = [](rclcpp::MatchedInfo &) {};
  feedback_ = std::make_shared<FeedbackSubscription>(
    *node_, type_.feedback, name_ + "/_action/feedback", to_qos(options.feedback_topic_qos), shared,
    [weak](const rclcpp::extension::Message & message) {
      const auto core = weak.lock();
      return core && core->is_feedback_for_us(message);
    },
    [weak](rclcpp::extension::Message & message) {
      if (const auto core = weak.lock()) {
        core->feedback_arrived(message);
      }
    });
  // If one server leaves while another one comes, the number of matches does not change.
  shared.event_callbacks.matched_callback = [weak](rclcpp::MatchedInfo & info) {
    const auto left = static_cast<std::int64_t>(info.total_count_change) -
                      static_cast<std::int64_t>(info.current_count_change);
    const auto core = left > 0 ? weak.lock() : nullptr;
    if (core) {
      core->server_left();
    }
  };
  rclcpp::AnySubscriptionCallback<GoalStatusArray> on_status;
  on_status.set([weak](std::shared_ptr<const GoalStatusArray> message) {
    if (const auto core = weak.lock()) {
      core->status_arrived(*message);
    }
  });
  status_ = std::make_shared<rclcpp::Subscription<GoalStatusArray>>(
    node_.get(), name_ + "/_action/status", to_qos(options.status_topic_qos), std::move(on_status),
    shared);
  const auto on_matched = [changes = changes_](std::size_t) { changes->happened(); };
  feedback_->set_on_new_qos_event_callback(on_matched, RCL_SUBSCRIPTION_MATCHED);
  status_->set_on_new_qos_event_callback(on_matched, RCL_SUBSCRIPTION_MATCHED);

  std::function<void()> on_overdue = [weak] {
    if (const auto core = weak.lock()) {
      core->answers_overdue();
    }
  };
  overdue_timer_ = std::make_shared<rclcpp::WallTimer<std::function<void()>>>(
    std::chrono::seconds(1), std::move(on_overdue), node_->get_context(), false);
}

void ClientCore::close()
{
  GoalMap<Entry> goals;
  std::unordered_set<std::shared_ptr<Cancel>> cancels;
  {
    std::lock_guard lock(mutex_);
    closed_ = true;
    goals.swap(goals_);
    cancels.swap(cancels_);
    deadlines_.clear();
  }
  overdue_timer_->cancel();
  for (auto & [id, entry] : goals) {
    if (const Goal goal = entry.goal.lock()) {
      goal->invalidate("the action client was destroyed");
    }
  }
  goal_client_->prune_pending_requests();
  result_client_->prune_pending_requests();
  cancel_client_->prune_pending_requests();
}

void ClientCore::send_goal(
  const Goal & goal, std::shared_ptr<void> request, std::shared_ptr<GoalAnswer> answer,
  std::chrono::nanoseconds timeout)
{
  const GoalUUID id = goal->id_;
  Entry entry{goal, std::move(answer)};
  bool is_new;
  {
    std::lock_guard lock(mutex_);
    is_new = goals_.try_emplace(id, std::move(entry)).second;
  }
  if (!is_new) {
    throw std::invalid_argument(
      "action '" + name_ + "': goal id " + to_string(id) +
      " is that of a goal which has not ended; expected a new id");
  }
  try {
    goal->goal_request_ =
      goal_client_->send(std::move(request), std::make_unique<PendingGoal>(weak_from_this(), id));
    limit_answer(id, timeout);
  } catch (...) {
    take_unanswered(id, entry);
    throw;
  }
}

void ClientCore::goal_answered(const GoalUUID & id, void * response)
{
  std::shared_ptr<GoalAnswer> answer;
  Goal goal;
  const bool accepted = type_.accepted(response);
  {
    std::lock_guard lock(mutex_);
    const auto entry = goals_.find(id);
    if (entry == goals_.end() || !entry->second.answer) {
      return;  // the goal was given up
    }
    goal = entry->second.goal.lock();
    answer = std::move(entry->second.answer);
    forget_deadline(entry->second);
    if (!accepted) {
      goals_.erase(entry);
    }
  }
  if (accepted) {
    accept(goal, *answer, response);
  } else {
    goal->invalidate("the goal was rejected");
    answer->answer(false);
  }
}

void ClientCore::accept(const Goal & goal, GoalAnswer & answer, void * response)
{
  {
    std::lock_guard lock(goal->mutex_);
    goal->phase_ = ClientGoal::Phase::accepting;
    goal->stamp_ = type_.stamp(response);
    if (goal->stamp_.sec < 0) {  // it comes from another process, and rclcpp::Time cannot hold it
      goal->stamp_ = builtin_interfaces::msg::Time();
    }
    goal->status_ = std::max<std::int8_t>(goal->status_, GoalStatus::STATUS_ACCEPTED);
  }
  AllCalled callbacks;
  callbacks.call([&] { answer.answer(true); });
  end_accepting(goal, callbacks);
  if (goal->is_result_wanted()) {
    request_result(goal);
  }
  callbacks.rethrow();
}

// Delivers feedback that arrived earlier first.
void ClientCore::end_accepting(const Goal & goal, AllCalled & callbacks)
{
  for (;;) {
    std::shared_ptr<const void> early;
    {
      std::lock_guard lock(goal->mutex_);
      if (goal->phase_ != ClientGoal::Phase::accepting) {
        return;
      }
      if (goal->early_feedback_.empty()) {
        goal->phase_ = ClientGoal::Phase::accepted;
        return;
      }
      early = std::move(goal->early_feedback_.front());
      goal->early_feedback_.erase(goal->early_feedback_.begin());
    }
    callbacks.call([&] { goal->call_feedback(early); });
  }
}

// Returns the goal id of a feedback message; nullopt if the message is too short. From another
// process only the id after the CDR header is read until it is known whether the rest is needed.
std::optional<GoalUUID> ClientCore::id_in_feedback(const rclcpp::extension::Message & message) const
{
  if (message.get()) {
    return type_.id_in_feedback(message.get());
  }
  constexpr std::size_t header = 4;
  const auto bytes = message.sample().bytes();
  GoalUUID id;
  if (bytes.size() < header + id.size()) {
    return std::nullopt;
  }
  std::memcpy(id.data(), bytes.data() + header, id.size());
  return id;
}

bool ClientCore::is_feedback_for_us(const rclcpp::extension::Message & message) const
{
  const std::optional<GoalUUID> id = id_in_feedback(message);
  if (!id) {
    RCLCPP_ERROR_ONCE(
      logger,
      "dropped a malformed feedback message of action '%s': it has %zu bytes, which is too few for "
      "a goal's id. More are not logged.",
      name_.c_str(), message.sample().bytes().size());
    return false;
  }
  std::lock_guard lock(mutex_);
  return goals_.contains(*id);
}

void ClientCore::feedback_arrived(rclcpp::extension::Message & message)
{
  const Goal goal = find(*id_in_feedback(message));
  if (!goal || !goal->is_feedback_wanted()) {
    return;
  }
  std::shared_ptr<const void> feedback;
  if (message.get()) {
    feedback = message.take_shared();
  } else {
    const std::shared_ptr<void> decoded = rclcpp::extension::make_shared_message(type_.feedback);
    try {
      type_.feedback.decode(message.sample().bytes(), decoded.get());
    } catch (const std::exception & error) {
      RCLCPP_ERROR_ONCE(
        logger, "dropped a malformed feedback message of action '%s': %s. More are not logged.",
        name_.c_str(), error.what());
      return;
    }
    feedback = decoded;
  }
  {
    std::shared_ptr<const void> oldest;
    std::lock_guard lock(goal->mutex_);
    if (
      goal->phase_ == ClientGoal::Phase::pending || goal->phase_ == ClientGoal::Phase::accepting) {
      auto & early = goal->early_feedback_;
      early.push_back(std::move(feedback));
      if (early.size() > ClientGoal::early_feedback_depth) {
        oldest = std::move(early.front());
        early.erase(early.begin());
      }
      return;
    }
    if (goal->phase_ != ClientGoal::Phase::accepted) {
      return;
    }
  }
  goal->call_feedback(feedback);
}

void ClientCore::request_result(const Goal & goal)
{
  {
    std::lock_guard lock(goal->mutex_);
    if (std::exchange(goal->result_requested_, true)) {
      return;
    }
  }
  try {
    goal->result_request_ = ask_for_result(goal, false);
  } catch (const std::exception & error) {
    forget(goal->id_);
    goal->invalidate(error.what());
  }
}

std::int64_t ClientCore::ask_for_result(const Goal & goal, bool is_probe)
{
  auto request = rclcpp::extension::make_shared_message(*type_.get_result.request.type);
  type_.id_in_result_request(request.get()) = goal->id_;
  return result_client_->send(
    std::move(request), std::make_unique<PendingResult>(weak_from_this(), goal, is_probe));
}

void ClientCore::result_arrived(const Goal & goal, std::shared_ptr<void> response)
{
  forget(goal->id_);
  const std::int8_t code = type_.status(response.get());
  goal->complete(code, std::move(response));
}

void ClientCore::status_arrived(const GoalStatusArray & message)
{
  // The goals that are in use are among the youngest, which are at the end.
  std::size_t left;
  {
    std::lock_guard lock(mutex_);
    left = goals_.size();
  }
  const auto & list = message.status_list;
  for (auto status = list.rbegin(); left != 0 && status != list.rend(); ++status) {
    if (const Goal goal = find(status->goal_info.goal_id.uuid)) {
      --left;
      std::lock_guard lock(goal->mutex_);
      if (goal->phase_ != ClientGoal::Phase::done) {
        goal->status_ = status->status;
      }
    }
  }
}

void ClientCore::send_cancel(std::shared_ptr<CancelRequest> request, CancelAnswer answer)
{
  auto cancel =
    std::make_shared<Cancel>(Cancel{request->goal_info.goal_id.uuid, std::move(answer)});
  {
    std::lock_guard lock(mutex_);
    cancels_.insert(cancel);
  }
  try {
    cancel_client_->send(
      std::move(request), std::make_unique<PendingCancel>(weak_from_this(), cancel));
  } catch (const std::exception &) {
    std::lock_guard lock(mutex_);
    cancels_.erase(cancel);  // `cancel` keeps it alive until the lock is released
    throw;
  }
}

void ClientCore::cancel_answered(
  const std::shared_ptr<Cancel> & cancel, std::shared_ptr<void> response)
{
  {
    std::lock_guard lock(mutex_);
    if (cancels_.erase(cancel) == 0) {
      return;
    }
  }
  cancel->answer(std::static_pointer_cast<CancelResponse>(std::move(response)));
}

bool ClientCore::is_known(const ClientGoal & goal) const
{
  if (goal.client_.owner_before(weak_from_this()) || weak_from_this().owner_before(goal.client_)) {
    return false;
  }
  std::lock_guard lock(goal.mutex_);
  return goal.phase_ == ClientGoal::Phase::accepting || goal.phase_ == ClientGoal::Phase::accepted;
}

ClientCore::Goal ClientCore::find(const GoalUUID & id) const
{
  std::lock_guard lock(mutex_);
  const auto entry = goals_.find(id);
  return entry == goals_.end() ? nullptr : entry->second.goal.lock();
}

void ClientCore::forget(const GoalUUID & id)
{
  decltype(goals_)::node_type forgotten;  // destroyed without the lock
  std::lock_guard lock(mutex_);
  forgotten = goals_.extract(id);
  if (forgotten) {
    forget_deadline(forgotten.mapped());
  }
}

void ClientCore::dropped(const GoalUUID & id)
{
  decltype(goals_)::node_type forgotten;
  std::lock_guard lock(mutex_);
  if (const auto entry = goals_.find(id); entry != goals_.end() && entry->second.goal.expired()) {
    forget_deadline(entry->second);
    forgotten = goals_.extract(entry);
  }
}

}  // namespace rclcpp_action::detail
