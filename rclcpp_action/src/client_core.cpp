// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The path of a goal from its request to its result, in the client.
#include "client_core.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <utility>

#include "rclcpp/clock.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/extension/endpoints.hpp"
#include "rclcpp/extension/entities.hpp"
#include "rclcpp/extension/memory.hpp"
#include "rclcpp/extension/types.hpp"
#include "rclcpp/logging.hpp"

namespace rclcpp_action::detail
{

using action_msgs::msg::GoalStatusArray;

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

void ClientCore::Changes::happened()
{
  std::lock_guard lock(mutex);
  ++count;
  changed.notify_all();
}

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
    if (timeout > std::chrono::nanoseconds::zero() && timeout < longest_wait) {
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
  } catch (...) {
    take_unanswered(id, entry);
    throw;
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

void ClientCore::set_introspection(
  const rclcpp::Clock::SharedPtr & clock, const rclcpp::QoS & qos,
  rcl_service_introspection_state_t state)
{
  goal_client_->set_introspection(clock, qos, state);
  cancel_client_->set_introspection(clock, qos, state);
  result_client_->set_introspection(clock, qos, state);
}

bool ClientCore::is_server_ready() const
{
  return node_->get_context()->is_valid() && goal_client_->service_is_ready() &&
         result_client_->service_is_ready() && cancel_client_->service_is_ready() &&
         feedback_->get_publisher_count() != 0 && status_->get_publisher_count() != 0;
}

bool ClientCore::wait_for_server(std::chrono::nanoseconds timeout)
{
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const bool for_ever = timeout.count() < 0 || timeout >= Clock::time_point::max() - start;
  const auto left = [&] {
    return for_ever ? std::chrono::nanoseconds(-1)
                    : std::max<std::chrono::nanoseconds>(
                        start + timeout - Clock::now(), std::chrono::nanoseconds::zero());
  };
  const auto context = node_->get_context();
  const rclcpp::OnShutdownCallbackHandle on_shutdown =
    context->add_on_shutdown_callback([changes = changes_] { changes->happened(); });
  const std::shared_ptr<void> registered(
    nullptr, [&](void *) { context->remove_on_shutdown_callback(on_shutdown); });
  bool ready = false;
  for (;;) {
    std::uint64_t seen;
    {
      std::lock_guard lock(changes_->mutex);
      seen = changes_->count;
    }
    // Each service wakes by itself; the publishers of the topics are counted as changes.
    const bool services = goal_client_->wait_for_service(left()) &&
                          result_client_->wait_for_service(left()) &&
                          cancel_client_->wait_for_service(left());
    ready = is_server_ready();
    if (ready || !services || !context->is_valid()) {
      break;
    }
    std::unique_lock lock(changes_->mutex);
    const auto changed = [&] { return changes_->count != seen; };
    if (for_ever) {
      changes_->changed.wait(lock, changed);
    } else if (!changes_->changed.wait_until(lock, start + timeout, changed)) {
      break;
    }
  }
  return ready;
}

Entities ClientCore::entities() const
{
  Entities entities{goal_client_, result_client_, cancel_client_,
                    feedback_,    status_,        rclcpp::extension::entity_of(overdue_timer_)};
  add_events(entities, *feedback_);
  add_events(entities, *status_);
  return entities;
}

std::shared_ptr<Taken> ClientCore::take(EntityType type)
{
  switch (type) {
    case EntityType::GoalClient:
      return goal_client_->take();
    case EntityType::ResultClient:
      return result_client_->take();
    case EntityType::CancelClient:
      return cancel_client_->take();
    case EntityType::FeedbackSubscription:
      return detail::take(feedback_);
    case EntityType::StatusSubscription:
      return detail::take(status_);
  }
  return nullptr;
}

void ClientCore::set_on_ready(std::function<void(std::size_t, int)> callback)
{
  if (!callback) {
    goal_client_->clear_on_new_response_callback();
    result_client_->clear_on_new_response_callback();
    cancel_client_->clear_on_new_response_callback();
    feedback_->clear_on_new_message_callback();
    status_->clear_on_new_message_callback();
    return;
  }
  const auto of = [&](EntityType type) {
    return [callback, id = static_cast<int>(type)](std::size_t count) { callback(count, id); };
  };
  goal_client_->set_on_new_response_callback(of(EntityType::GoalClient));
  result_client_->set_on_new_response_callback(of(EntityType::ResultClient));
  cancel_client_->set_on_new_response_callback(of(EntityType::CancelClient));
  feedback_->set_on_new_message_callback(of(EntityType::FeedbackSubscription));
  status_->set_on_new_message_callback(of(EntityType::StatusSubscription));
}

rclcpp::GuardCondition & ClientCore::guard_condition()
{
  rclcpp::GuardCondition::SharedPtr guard_condition;
  {
    std::lock_guard lock(mutex_);
    if (guard_condition_) {
      return *guard_condition_;
    }
    guard_condition = std::make_shared<rclcpp::GuardCondition>(node_->get_context());
    guard_condition_ = guard_condition;
  }
  set_on_ready([guard_condition](std::size_t, int) { guard_condition->trigger(); });
  return *guard_condition;
}

bool ClientCore::has_item() const
{
  using rclcpp::extension::has_item;
  return has_item(*goal_client_) || has_item(*result_client_) || has_item(*cancel_client_) ||
         has_item(*feedback_) || has_item(*status_);
}

}  // namespace rclcpp_action::detail
