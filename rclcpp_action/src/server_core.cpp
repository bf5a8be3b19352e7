// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The path of a goal from its request to the expiry of its result, in the server.
#include "server_core.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <utility>

#include "rclcpp/extension/endpoints.hpp"
#include "rclcpp/extension/entities.hpp"
#include "rclcpp/extension/memory.hpp"
#include "rclcpp/extension/types.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/time.hpp"

namespace rclcpp_action::detail
{

using action_msgs::msg::GoalStatusArray;
using action_msgs::srv::CancelGoal;
using builtin_interfaces::msg::Time;

namespace
{

constexpr std::int64_t longest_until_fetched = 10'000'000'000;
/// The timer is armed again for later deadlines: 146 years can be added to any current time.
constexpr std::int64_t longest_result_timeout = std::numeric_limits<std::int64_t>::max() / 2;

constexpr bool is_allowed(std::int8_t from, std::int8_t to)
{
  switch (to) {
    case GoalStatus::STATUS_EXECUTING:
      return from == GoalStatus::STATUS_ACCEPTED;
    case GoalStatus::STATUS_CANCELING:
      return from == GoalStatus::STATUS_ACCEPTED || from == GoalStatus::STATUS_EXECUTING;
    case GoalStatus::STATUS_SUCCEEDED:
    case GoalStatus::STATUS_ABORTED:
      return from == GoalStatus::STATUS_EXECUTING || from == GoalStatus::STATUS_CANCELING;
    case GoalStatus::STATUS_CANCELED:
      return from == GoalStatus::STATUS_CANCELING;
    default:
      return false;
  }
}

std::int64_t nanoseconds(const Time & time)
{
  return std::int64_t{time.sec} * 1'000'000'000 + time.nanosec;
}

// Returns a callback that calls `function` with the core, and does nothing after the core's end.
template <typename Function>
auto while_alive(std::weak_ptr<ServerCore> weak, Function function)
{
  return [weak = std::move(weak), function](const auto &... arguments) {
    if (const auto core = weak.lock()) {
      function(*core, arguments...);
    }
  };
}

GoalInfo info_of(const ServerGoal & goal)
{
  GoalInfo info;
  info.goal_id.uuid = goal.id;
  info.stamp = goal.stamp;
  return info;
}

}  // namespace

bool ServerGoal::change(std::int8_t to) noexcept
{
  std::int8_t from = status.load(std::memory_order_relaxed);
  while (is_allowed(from, to)) {
    if (status.compare_exchange_weak(from, to, std::memory_order_acq_rel)) {
      return true;
    }
  }
  return false;
}

bool ServerGoal::is_active() const noexcept
{
  const std::int8_t now = status.load(std::memory_order_acquire);
  return now >= GoalStatus::STATUS_ACCEPTED && now <= GoalStatus::STATUS_CANCELING;
}

ServerCore::ServerCore(
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node, rclcpp::Clock::SharedPtr clock,
  rclcpp::Logger logger, const ActionType & type, std::string name,
  const rcl_action_server_options_t & options, std::unique_ptr<ServerCallbacks> callbacks)
: node_(std::move(node)),
  clock_(std::move(clock)),
  logger_(std::move(logger)),
  type_(type),
  name_(std::move(name)),
  options_(options),
  until_fetched_(options.result_timeout.nanoseconds <= 0),
  result_timeout_(until_fetched_ ? longest_until_fetched : options.result_timeout.nanoseconds),
  callbacks_(std::move(callbacks))
{
}

void ServerCore::open()
{
  using Header = rmw_request_id_t;
  using Request = std::shared_ptr<void>;
  const std::weak_ptr<ServerCore> weak = weak_from_this();
  goal_service_ = std::make_shared<RequestService>(
    *node_, type_.send_goal, name_ + "/_action/send_goal", to_qos(options_.goal_service_qos),
    while_alive(weak, [](ServerCore & core, const Header & header, const Request & request) {
      core.goal_requested(header, request);
    }));
  cancel_service_ = std::make_shared<RequestService>(
    *node_, rclcpp::extension::service_type<CancelGoal>, name_ + "/_action/cancel_goal",
    to_qos(options_.cancel_service_qos),
    while_alive(weak, [](ServerCore & core, const Header & header, const Request & request) {
      core.cancel_requested(header, *static_cast<CancelGoal::Request *>(request.get()));
    }));
  result_service_ = std::make_shared<RequestService>(
    *node_, type_.get_result, name_ + "/_action/get_result", to_qos(options_.result_service_qos),
    while_alive(weak, [](ServerCore & core, const Header & header, const Request & request) {
      core.result_requested(header, request.get());
    }));

  rclcpp::PublisherOptions shared;  // messages for clients in this process are not copied
  shared.use_intra_process_comm = rclcpp::IntraProcessSetting::Enable;
  feedback_ = std::make_shared<FeedbackPublisher>(
    *node_, type_.feedback, name_ + "/_action/feedback", to_qos(options_.feedback_topic_qos),
    shared);
  shared.event_callbacks.matched_callback = [](rclcpp::MatchedInfo &) {};
  status_ = std::make_shared<StatusPublisher>(
    *node_, name_ + "/_action/status", to_qos(options_.status_topic_qos), shared);
  status_->set_on_new_qos_event_callback(
    while_alive(weak, [](ServerCore & core, std::size_t) { core.status_matched(); }),
    RCL_PUBLISHER_MATCHED);

  expire_timer_ = std::make_shared<rclcpp::GenericTimer<std::function<void()>>>(
    clock_, std::chrono::nanoseconds(std::min(result_timeout_, longest_result_timeout)),
    while_alive(weak, [](ServerCore & core) { core.expire(); }), node_->get_context(), false);
  if (clock_->get_clock_type() == RCL_ROS_TIME) {
    rcl_jump_threshold_t backward{};
    backward.on_clock_change = true;
    backward.min_backward.nanoseconds = -1;
    on_jump_ = clock_->create_jump_callback(
      nullptr,
      while_alive(weak, [](ServerCore & core, const rcl_time_jump_t &) { core.count_anew(); }),
      backward);
  }
  on_pre_shutdown_ = node_->get_context()->add_pre_shutdown_callback(
    while_alive(weak, [](ServerCore & core) { core.shut_down(); }));
}

void ServerCore::close()
{
  node_->get_context()->remove_pre_shutdown_callback(on_pre_shutdown_);
  on_jump_.reset();
  RequestIds waiting;
  {
    std::lock_guard lock(mutex_);
    closed_ = true;
    for (const auto & [id, goal] : goals_) {
      waiting.insert(waiting.end(), goal->waiting.begin(), goal->waiting.end());
      goal->waiting.clear();
    }
  }
  expire_timer_->cancel();
  for (const rmw_request_id_t & header : waiting) {
    respond(*result_service_, header, make_result(GoalStatus::STATUS_UNKNOWN));
  }
}

void ServerCore::set_introspection(
  const rclcpp::Clock::SharedPtr & clock, const rclcpp::QoS & qos,
  rcl_service_introspection_state_t state)
{
  goal_service_->set_introspection(clock, qos, state);
  cancel_service_->set_introspection(clock, qos, state);
  result_service_->set_introspection(clock, qos, state);
}

void ServerCore::goal_requested(
  const rmw_request_id_t & header, const std::shared_ptr<void> & request)
{
  const Goal goal = std::allocate_shared<ServerGoal>(
    rclcpp::extension::BlockAllocator<ServerGoal>(), type_.id_in_goal_request(request.get()));
  const Time now = clock_->now();
  bool is_new;
  {
    std::lock_guard lock(mutex_);
    is_new = !closed_ && !shut_down_ && goals_.emplace(goal->id, goal).second;
  }
  if (!is_new) {
    RCLCPP_DEBUG(
      logger_, "action '%s': goal %s is known already, or the context shuts down: rejected",
      name_.c_str(), to_string(goal->id).c_str());
    answer_goal(header, false, now);
    return;
  }
  GoalResponse response;
  std::shared_ptr<ServerGoalHandleBase> handle;
  try {
    response = callbacks_->handle_goal(goal->id, request);
    if (response != GoalResponse::REJECT) {
      handle = callbacks_->make_handle(goal, weak_from_this(), request);
    }
  } catch (...) {
    reject(goal, header);
    throw;
  }
  if (!handle) {
    reject(goal, header);
    return;
  }
  bool shut_down;
  {
    std::lock_guard lock(mutex_);
    goal->stamp = now;
    goal->handle = handle;
    goal->status.store(
      response == GoalResponse::ACCEPT_AND_DEFER ? GoalStatus::STATUS_ACCEPTED
                                                 : GoalStatus::STATUS_EXECUTING);
    list(goal);
    status_due_ = true;
    shut_down = shut_down_;
  }
  answer_goal(header, true, now);
  if (shut_down) {  // the shutdown came in the meantime, too late to end it with the others
    goal->ended_by_shutdown = true;
    abort_or_cancel(goal, DroppedGoalPolicy::abort_as_lyrical);
  }
  // The status is published when this returns, and so only once for a goal that ends in it.
  try {
    callbacks_->handle_accepted(std::move(handle));
  } catch (...) {
    publish_due_status();
    throw;
  }
  publish_due_status();
}

void ServerCore::reject(const Goal & goal, const rmw_request_id_t & header)
{
  RequestIds waiting;
  {
    std::lock_guard lock(mutex_);
    goals_.erase(goal->id);
    waiting.swap(goal->waiting);
  }
  answer_goal(header, false, clock_->now());
  for (const rmw_request_id_t & rmw_request_id : waiting) {
    respond(*result_service_, rmw_request_id, make_result(GoalStatus::STATUS_UNKNOWN));
  }
}

void ServerCore::answer_goal(const rmw_request_id_t & header, bool accepted, const Time & stamp)
{
  auto response = rclcpp::extension::make_shared_message(*type_.send_goal.response.type);
  type_.accepted(response.get()) = accepted;
  type_.stamp(response.get()) = stamp;
  respond(*goal_service_, header, std::move(response));
}

std::shared_ptr<void> ServerCore::make_result(std::int8_t status) const
{
  auto response = rclcpp::extension::make_shared_message(*type_.get_result.response.type);
  type_.status(response.get()) = status;
  return response;
}

// The goal continues if its client cannot be answered.
void ServerCore::respond(
  RequestService & service, const rmw_request_id_t & header, std::shared_ptr<void> response)
{
  try {
    service.respond(header, std::move(response));
  } catch (const std::exception & error) {
    RCLCPP_WARN(logger_, "action '%s': cannot answer a client: %s", name_.c_str(), error.what());
  }
}

// Only goals that are not canceling and have not ended count.
std::vector<ServerCore::Goal> ServerCore::cancel_candidates(
  const CancelGoal::Request & request, std::int8_t & code) const
{
  const GoalUUID & id = request.goal_info.goal_id.uuid;
  const std::int64_t stamp = nanoseconds(request.goal_info.stamp);
  const bool by_id = id != GoalUUID{};
  const auto is_cancelable = [](const ServerGoal & goal) {
    const std::int8_t status = goal.status.load(std::memory_order_acquire);
    return status == GoalStatus::STATUS_ACCEPTED || status == GoalStatus::STATUS_EXECUTING;
  };
  std::vector<Goal> candidates;
  code = CancelGoal::Response::ERROR_NONE;
  std::lock_guard lock(mutex_);
  if (by_id && stamp == 0) {
    const auto entry = goals_.find(id);
    if (entry == goals_.end() || entry->second->status.load() == GoalStatus::STATUS_UNKNOWN) {
      code = CancelGoal::Response::ERROR_UNKNOWN_GOAL_ID;
    } else if (!is_cancelable(*entry->second)) {
      code = CancelGoal::Response::ERROR_GOAL_TERMINATED;
    } else {
      candidates.push_back(entry->second);
    }
    return candidates;
  }
  for (const Goal & goal : listed_) {
    const bool named = stamp == 0 || nanoseconds(goal->stamp) <= stamp || goal->id == id;
    if (named && is_cancelable(*goal)) {
      candidates.push_back(goal);
    }
  }
  return candidates;
}

void ServerCore::cancel_requested(
  const rmw_request_id_t & header, const CancelGoal::Request & request)
{
  auto response = std::make_shared<CancelGoal::Response>();
  const std::vector<Goal> candidates = cancel_candidates(request, response->return_code);
  AllCalled
    callbacks;  // a callback that throws rejects its goal; the others are called nevertheless
  for (const Goal & goal : candidates) {
    std::shared_ptr<ServerGoalHandleBase> handle;
    {
      std::lock_guard lock(mutex_);
      handle = goal->handle.lock();
    }
    auto answer = CancelResponse::REJECT;
    if (handle) {
      callbacks.call([&] { answer = callbacks_->handle_cancel(std::move(handle)); });
    }
    if (answer == CancelResponse::ACCEPT && goal->change(GoalStatus::STATUS_CANCELING)) {
      response->goals_canceling.push_back(info_of(*goal));
    }
  }
  if (!response->goals_canceling.empty()) {
    publish_status();
  } else if (!candidates.empty()) {
    response->return_code = CancelGoal::Response::ERROR_REJECTED;
  }
  respond(*cancel_service_, header, std::move(response));
  callbacks.rethrow();
}

void ServerCore::result_requested(const rmw_request_id_t & header, void * request)
{
  std::shared_ptr<void> response;
  Goal unneeded;
  {
    std::lock_guard lock(mutex_);
    const auto entry = goals_.find(type_.id_in_result_request(request));
    if (entry != goals_.end() && !closed_) {
      const Goal goal = entry->second;
      if (!goal->result) {
        goal->waiting.push_back(header);
        return;
      }
      response = goal->result;
      if (until_fetched_) {
        unneeded = remove_ended(goal);
      }
    }
  }
  respond(
    *result_service_, header,
    response ? std::move(response) : make_result(GoalStatus::STATUS_UNKNOWN));
}

void ServerCore::ended(const Goal & goal, std::shared_ptr<void> response)
{
  if (!response) {
    response = make_result(goal->status.load());
  }
  const std::int64_t now = clock_->now().nanoseconds();
  RequestIds waiting;
  {
    std::lock_guard lock(mutex_);
    if (closed_) {
      return;
    }
    goal->result = response;
    waiting.swap(goal->waiting);
    add_ended(goal, now);
  }
  for (const rmw_request_id_t & header : waiting) {
    respond(*result_service_, header, response);
  }
  publish_status();
  if (until_fetched_ && !waiting.empty()) {
    Goal unneeded;
    std::lock_guard lock(mutex_);
    unneeded = remove_ended(goal);
  }
}

void ServerCore::dropped(const Goal & goal) noexcept
{
  if (!goal->is_active()) {
    return;
  }
  try {
    const bool has_run = goal->status != GoalStatus::STATUS_ACCEPTED;
    abort_or_cancel(goal, dropped_goal_policy);
    const char * const end = goal->status == GoalStatus::STATUS_ABORTED ? "aborted" : "canceled";
    if (has_run) {
      RCLCPP_WARN(
        logger_,
        "action '%s': goal %s is %s: its last handle was destroyed before succeed(), abort() or "
        "canceled() was called",
        name_.c_str(), to_string(goal->id).c_str(), end);
    } else {  // on purpose: a server has no other way to cancel a goal that it has not executed
      RCLCPP_INFO(
        logger_, "action '%s': goal %s is %s: its last handle was destroyed before it was executed",
        name_.c_str(), to_string(goal->id).c_str(), end);
    }
  } catch (const std::exception & error) {  // thrown in the destructor of the goal's handle
    RCLCPP_ERROR(
      logger_, "action '%s': goal %s was dropped, and cannot be ended: %s", name_.c_str(),
      to_string(goal->id).c_str(), error.what());
  }
}

// Ends a goal that is not executed any longer. CANCELED means that a client requested it.
void ServerCore::abort_or_cancel(const Goal & goal, DroppedGoalPolicy policy)
{
  std::int8_t executing = GoalStatus::STATUS_EXECUTING;
  if (
    policy == DroppedGoalPolicy::abort_as_lyrical &&
    goal->status.compare_exchange_strong(executing, GoalStatus::STATUS_ABORTED)) {
    ended(goal, nullptr);
    return;
  }
  (void)goal->change(GoalStatus::STATUS_CANCELING);
  if (goal->change(GoalStatus::STATUS_CANCELED)) {
    ended(goal, nullptr);
  }
}

void ServerCore::shut_down()
{
  std::vector<Goal> active;
  {
    std::lock_guard lock(mutex_);
    shut_down_ = true;
    for (const Goal & goal : listed_) {
      if (goal->is_active()) {
        active.push_back(goal);
      }
    }
  }
  for (const Goal & goal : active) {
    goal->ended_by_shutdown = true;
    abort_or_cancel(goal, DroppedGoalPolicy::abort_as_lyrical);
  }
}

void ServerCore::publish_feedback(rclcpp::extension::UniqueMessage message)
{
  publish_due_status();
  feedback_->publish(std::move(message));
}

void ServerCore::publish_due_status()
{
  if (status_due_) {
    publish_status();
  }
}

void ServerCore::publish_status()
{
  std::unique_lock lock(mutex_);
  status_changed_ = true;
  if (publishing_status_ || closed_) {
    return;
  }
  publishing_status_ = true;
  while (std::exchange(status_changed_, false)) {
    status_unsent_ = true;
    status_due_ = false;
    auto message = std::make_unique<GoalStatusArray>();
    message->status_list.reserve(listed_.size());
    for (const Goal & goal : listed_) {
      GoalStatus & status = message->status_list.emplace_back();
      status.goal_info = info_of(*goal);
      status.status = goal->status.load(std::memory_order_acquire);
    }
    lock.unlock();
    bool sent = false;
    try {
      sent = status_->publish(std::move(message));
    } catch (const std::exception & error) {
      RCLCPP_WARN(
        logger_, "action '%s': cannot publish the status: %s", name_.c_str(), error.what());
    }
    lock.lock();
    status_unsent_ = status_unsent_ && !sent;
  }
  publishing_status_ = false;
}

void ServerCore::status_matched()
{
  if (!status_->has_remote_subscriptions()) {
    return;
  }
  rclcpp::extension::call_later(*node_, [weak = weak_from_this()] {
    if (const auto core = weak.lock()) {
      core->publish_unsent_status();
    }
  });
}

void ServerCore::publish_unsent_status()
{
  {
    std::lock_guard lock(mutex_);
    if (!status_unsent_) {
      return;
    }
  }
  publish_status();
}

void ServerCore::list(const Goal & goal)
{
  goal->listed = listed_.insert(listed_.end(), goal);
  goal->is_listed = true;
}

void ServerCore::unlist(ServerGoal & goal)
{
  if (std::exchange(goal.is_listed, false)) {
    listed_.erase(goal.listed);
    --listed_ended_;
  }
}

void ServerCore::add_ended(const Goal & goal, std::int64_t now)
{
  goal->ended_ns = now;
  goal->ended = ended_.insert(ended_.end(), goal);
  if (first_listed_ended_ == ended_.end()) {
    first_listed_ended_ = goal->ended;
  }
  if (++listed_ended_ > most_listed_ended) {
    unlist(**first_listed_ended_++);
  }
  if (ended_.size() == 1) {
    arm(now);
  }
}

ServerCore::Goal ServerCore::remove_ended(const Goal & goal)
{
  const auto entry = goals_.find(goal->id);
  if (entry == goals_.end() || entry->second != goal) {
    return nullptr;  // taken by another thread
  }
  Goal removed = std::move(entry->second);
  goals_.erase(entry);
  if (first_listed_ended_ == removed->ended) {
    ++first_listed_ended_;
  }
  ended_.erase(removed->ended);
  unlist(*removed);
  return removed;
}

void ServerCore::arm(std::int64_t now)
{
  if (ended_.empty()) {
    expire_timer_->cancel();
    return;
  }
  // On a busy server the results expire in batches, so some expire a little late.
  const ServerGoal & first = *ended_.front();
  const std::int64_t left = result_timeout_ - std::max<std::int64_t>(now - first.ended_ns, 0);
  rclcpp::extension::exchange_period(
    expire_timer_, std::chrono::nanoseconds(
                     std::min(std::max(left, result_timeout_ / 32), longest_result_timeout)));
  expire_timer_->reset();
}

// Restarts the retention time of results if the time was set back or is no longer simulated.
void ServerCore::count_anew()
{
  const std::int64_t now = clock_->now().nanoseconds();
  std::lock_guard lock(mutex_);
  for (const Goal & goal : ended_) {
    goal->ended_ns = now;
  }
  if (!closed_) {
    arm(now);
  }
}

void ServerCore::expire()
{
  const std::int64_t now = clock_->now().nanoseconds();
  ServerGoals expired;  // destroyed without the lock
  std::lock_guard lock(mutex_);
  if (!ended_.empty() && ended_.front()->ended_ns == 0) {
    // A simulated clock has started, which is not a lapse of time.
    for (const Goal & goal : ended_) {
      goal->ended_ns = goal->ended_ns == 0 ? now : goal->ended_ns;
    }
  }
  while (!ended_.empty() && now - ended_.front()->ended_ns >= result_timeout_) {
    expired.push_back(remove_ended(Goal(ended_.front())));
  }
  arm(now);
}

Entities ServerCore::entities() const
{
  Entities entities{
    goal_service_, cancel_service_, result_service_, rclcpp::extension::entity_of(expire_timer_)};
  add_events(entities, *feedback_);
  add_events(entities, *status_);
  return entities;
}

std::shared_ptr<Taken> ServerCore::take(EntityType type)
{
  switch (type) {
    case EntityType::GoalService:
      return goal_service_->take();
    case EntityType::ResultService:
      return result_service_->take();
    case EntityType::CancelService:
      return cancel_service_->take();
    case EntityType::Expired:
      if (expire_timer_->is_ready()) {
        if (const auto call = expire_timer_->call()) {
          return std::make_shared<Taken>(
            [timer = expire_timer_, call] { timer->execute_callback(call); });
        }
      }
  }
  return nullptr;
}

void ServerCore::set_on_ready(std::function<void(std::size_t, int)> callback)
{
  if (!callback) {
    goal_service_->clear_on_new_request_callback();
    result_service_->clear_on_new_request_callback();
    cancel_service_->clear_on_new_request_callback();
    return;
  }
  const auto of = [&](EntityType type) {
    return [callback, id = static_cast<int>(type)](std::size_t count) { callback(count, id); };
  };
  goal_service_->set_on_new_request_callback(of(EntityType::GoalService));
  result_service_->set_on_new_request_callback(of(EntityType::ResultService));
  cancel_service_->set_on_new_request_callback(of(EntityType::CancelService));
}

rclcpp::GuardCondition & ServerCore::guard_condition()
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

bool ServerCore::has_item() const
{
  using rclcpp::extension::has_item;
  return has_item(*goal_service_) || has_item(*cancel_service_) || has_item(*result_service_) ||
         expire_timer_->is_ready();
}

}  // namespace rclcpp_action::detail
