// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The path of a goal from its request to the expiry of its result, in the server.
#include "server_core.hpp"

#include <chrono>
#include <exception>
#include <string>
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
  info.stamp.sec = goal.stamp_sec;
  info.stamp.nanosec = goal.stamp_nanosec;
  return info;
}

}  // namespace

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
  callbacks_(std::move(callbacks)),
  goals_(options.result_timeout.nanoseconds)
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
    clock_, std::chrono::nanoseconds(goals_.result_timeout()),
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
  const RequestIds waiting = goals_.close();
  {
    std::lock_guard lock(mutex_);
    closed_ = true;
  }
  arm(0);
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
  const GoalUUID & id = type_.id_in_goal_request(request.get());
  const Goal goal = goals_.add(id);
  const Time now = clock_->now();
  if (!goal) {
    RCLCPP_DEBUG(
      logger_, "action '%s': goal %s is known already, or the context shuts down: rejected",
      name_.c_str(), to_string(id).c_str());
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
  goal->handle = handle;
  const bool in_time =
    goals_.accept(goal, response != GoalResponse::ACCEPT_AND_DEFER, nanoseconds(now));
  status_due_ = true;
  answer_goal(header, true, now);
  if (!in_time) {  // the shutdown came in the meantime, too late to end it with the others
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
  const RequestIds waiting = goals_.remove(goal);
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

void ServerCore::cancel_requested(
  const rmw_request_id_t & header, const CancelGoal::Request & request)
{
  auto response = std::make_shared<CancelGoal::Response>();
  const auto candidates = goals_.cancel_candidates(
    request.goal_info.goal_id.uuid, nanoseconds(request.goal_info.stamp), response->return_code);
  AllCalled
    callbacks;  // a callback that throws rejects its goal; the others are called nevertheless
  for (const Goal & goal : candidates) {
    auto handle = goal->handle.lock();
    auto answer = CancelResponse::REJECT;
    if (handle) {
      callbacks.call([&] { answer = callbacks_->handle_cancel(std::move(handle)); });
    }
    if (answer == CancelResponse::ACCEPT && goal->change(GoalStatus::STATUS_CANCELING)) {
      response->goals_canceling.push_back(info_of(*goal));
    }
  }
  if (!response->goals_canceling.empty()) {
    response->return_code = CancelGoal::Response::ERROR_NONE;
    publish_status();
  }
  respond(*cancel_service_, header, std::move(response));
  callbacks.rethrow();
}

void ServerCore::result_requested(const rmw_request_id_t & header, void * request)
{
  auto response = goals_.ask_result(type_.id_in_result_request(request), header);
  if (!response) {
    return;  // it is answered when the goal ends
  }
  respond(
    *result_service_, header,
    *response ? std::move(*response) : make_result(GoalStatus::STATUS_UNKNOWN));
}

void ServerCore::ended(const Goal & goal, std::shared_ptr<void> response)
{
  if (!response) {
    response = make_result(goal->status.load());
  }
  const std::int64_t now = clock_->now().nanoseconds();
  RequestIds waiting;
  if (goals_.end(goal, response, now, waiting)) {
    arm(now);
  }
  for (const rmw_request_id_t & header : waiting) {
    respond(*result_service_, header, response);
  }
  publish_status();
  if (!waiting.empty()) {
    goals_.fetched(goal);
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

void ServerCore::abort_or_cancel(const Goal & goal, DroppedGoalPolicy policy)
{
  if (goal->drop(policy == DroppedGoalPolicy::abort_as_lyrical)) {
    ended(goal, nullptr);
  }
}

void ServerCore::shut_down()
{
  for (const Goal & goal : goals_.shut_down()) {
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
  publish_status(std::unique_lock(mutex_));
}

void ServerCore::publish_status(std::unique_lock<std::mutex> lock)
{
  status_changed_ = true;
  if (publishing_status_ || closed_) {
    return;
  }
  publishing_status_ = true;
  while (std::exchange(status_changed_, false)) {
    status_due_ = false;
    matched_while_publishing_ = false;
    lock.unlock();
    bool sent = false;
    try {
      auto message = std::make_unique<GoalStatusArray>();
      goals_.with_listed([&](const ServerGoals & goals) {
        message->status_list.reserve(goals.size());
        for (const Goal & goal : goals) {
          GoalStatus & status = message->status_list.emplace_back();
          status.goal_info = info_of(*goal);
          status.status = goal->status.load(std::memory_order_acquire);
        }
      });
      sent = status_->publish(std::move(message));
    } catch (const std::exception & error) {
      RCLCPP_WARN(
        logger_, "action '%s': cannot publish the status: %s", name_.c_str(), error.what());
    }
    lock.lock();
    status_unsent_ = !sent;
    status_changed_ = status_changed_ || (status_unsent_ && matched_while_publishing_);
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
  std::unique_lock lock(mutex_);
  if (publishing_status_) {
    matched_while_publishing_ = true;
  } else if (status_unsent_) {
    publish_status(std::move(lock));
  }
}

void ServerCore::arm(std::int64_t now)
{
  std::lock_guard lock(mutex_);
  if (const auto left = goals_.until_expiry(now)) {
    rclcpp::extension::exchange_period(expire_timer_, std::chrono::nanoseconds(*left));
    expire_timer_->reset();
  } else {
    expire_timer_->cancel();
  }
}

void ServerCore::count_anew()
{
  const std::int64_t now = clock_->now().nanoseconds();
  goals_.count_anew(now);
  arm(now);
}

void ServerCore::expire()
{
  const std::int64_t now = clock_->now().nanoseconds();
  goals_.count_from_start(now);  // the start of simulated time is not a lapse of time
  goals_.expire(now);
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
