// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The public functions of an action client; client_core.cpp has the implementation.
#include "rclcpp_action/client.hpp"

#include <pthread.h>
#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <system_error>

#include "client_core.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/virtual_time.hpp"

namespace rclcpp_action
{

ClientBase::ClientBase(
  const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr & node_base,
  const rclcpp::node_interfaces::NodeGraphInterface::SharedPtr & node_graph,
  const rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr & node_logging,
  const std::string & action_name, const detail::ActionType & type,
  const rcl_action_client_options_t & options)
: node_graph_(node_graph),
  core_(std::make_shared<detail::ClientCore>(
    node_base, node_logging->get_logger().get_child("rclcpp_action"), type,
    detail::resolve_action_name(*node_base, action_name)))
{
  detail::make_endpoints(action_name, [&] { core_->open(options); });
}

ClientBase::~ClientBase()
{
  core_->close();
}

bool ClientBase::action_server_is_ready() const
{
  return core_->is_server_ready();
}

bool ClientBase::wait_for_action_server_nanoseconds(std::chrono::nanoseconds timeout)
{
  if (node_graph_.expired()) {
    throw rclcpp::exceptions::InvalidNodeError();
  }
  return core_->wait_for_server(timeout);
}

void ClientBase::configure_introspection(
  rclcpp::Clock::SharedPtr clock, const rclcpp::QoS & qos_service_event_pub,
  rcl_service_introspection_state_t introspection_state)
{
  core_->set_introspection(clock, qos_service_event_pub, introspection_state);
}

std::size_t ClientBase::prune_pending_requests()
{
  return core_->prune();
}

std::size_t ClientBase::get_number_of_ready_subscriptions()
{
  return 2;
}
std::size_t ClientBase::get_number_of_ready_clients()
{
  return 3;
}
std::size_t ClientBase::get_number_of_ready_guard_conditions()
{
  return 1;
}

ClientBase::Entities ClientBase::get_entities() const
{
  return core_->entities();
}

void ClientBase::add_to_wait_set(rcl_wait_set_t & wait_set)
{
  core_->guard_condition().add_to_wait_set(wait_set);
  if (core_->has_item()) {
    core_->guard_condition().trigger();
  }
}

bool ClientBase::is_ready(const rcl_wait_set_t &)
{
  return core_->has_item();
}

std::shared_ptr<void> ClientBase::take_data()
{
  // The order is: answer of a goal, feedback, result.
  for (const EntityType type :
       {EntityType::GoalClient, EntityType::CancelClient, EntityType::FeedbackSubscription,
        EntityType::StatusSubscription, EntityType::ResultClient}) {
    if (auto taken = core_->take(type)) {
      return taken;
    }
  }
  return nullptr;
}

std::shared_ptr<void> ClientBase::take_data_by_entity_id(std::size_t id)
{
  return core_->take(static_cast<EntityType>(id));
}

void ClientBase::execute(const std::shared_ptr<void> & data)
{
  if (data) {
    (*std::static_pointer_cast<detail::Taken>(data))();
  }
}

void ClientBase::set_on_ready_callback(std::function<void(std::size_t, int)> callback)
{
  if (!callback) {
    throw std::invalid_argument("set_on_ready_callback: the callback cannot be called");
  }
  core_->set_on_ready(std::move(callback));
}

void ClientBase::clear_on_ready_callback()
{
  core_->set_on_ready(nullptr);
}

rclcpp::Logger ClientBase::get_logger() const
{
  return core_->logger;
}

namespace
{

// Random ids are fetched in batches per thread, because a system call takes longer than the ids.
struct RandomIds
{
  std::array<GoalUUID, 16> ids;
  std::size_t left = 0;
};
RandomIds & random_ids()
{
  static thread_local RandomIds ids;
  return ids;
}

}  // namespace

GoalUUID ClientBase::generate_goal_id()
{
  if (auto * const time = rclcpp::VirtualTime::current()) {
    const std::array<std::uint64_t, 2> numbers{time->random(), time->random()};
    GoalUUID id;
    static_assert(sizeof(id) == sizeof(numbers));
    std::memcpy(id.data(), numbers.data(), sizeof(id));
    return id;
  }
  // A process must not share them with its forked child, in which only this thread continues.
  [[maybe_unused]] static const int at_fork =
    pthread_atfork(nullptr, nullptr, [] { random_ids().left = 0; });
  RandomIds & random = random_ids();
  if (random.left == 0) {
    // The kernel returns so few bytes completely or not at all.
    constexpr std::size_t size = sizeof(random.ids);
    while (::getrandom(random.ids.data(), size, 0) != static_cast<ssize_t>(size)) {
      if (errno != EINTR) {
        throw std::system_error(errno, std::generic_category(), "goal id: getrandom");
      }
    }
    random.left = random.ids.size();
  }
  return random.ids[--random.left];
}

const std::shared_ptr<detail::ClientCore> & ClientBase::core() const
{
  return core_;
}

namespace
{
// Turns errors of the middleware or the encoding into RCLError, as in ROS 2.
template <typename Send>
void or_rcl_error(const Send & send)
{
  try {
    send();
  } catch (const std::runtime_error & error) {
    throw rclcpp::exceptions::RCLError(error.what());
  }
}
}  // namespace

void ClientBase::send_goal(
  const std::shared_ptr<detail::ClientGoal> & goal, std::shared_ptr<void> request,
  std::shared_ptr<detail::GoalAnswer> answer, std::chrono::nanoseconds timeout)
{
  or_rcl_error([&] { core_->send_goal(goal, std::move(request), std::move(answer), timeout); });
}

void ClientBase::request_result(const std::shared_ptr<detail::ClientGoal> & goal)
{
  core_->request_result(goal);
}

void ClientBase::refuse_null(const void * goal_handle, const char * function)
{
  if (!goal_handle) {
    throw std::invalid_argument(
      std::string(function) +
      "(): expected a goal handle, found a null pointer; the goal was rejected, or its future was "
      "not looked at");
  }
}

bool ClientBase::is_known(const detail::ClientGoal & goal) const
{
  return core_->is_known(goal);
}

std::shared_ptr<detail::ClientGoal> ClientBase::find_goal(const GoalUUID & goal_id) const
{
  return core_->find(goal_id);
}

void ClientBase::forget(const GoalUUID & goal_id)
{
  core_->forget(goal_id);
}

void ClientBase::send_cancel(std::shared_ptr<CancelRequest> request, CancelAnswer answer)
{
  or_rcl_error([&] { core_->send_cancel(std::move(request), std::move(answer)); });
}

}  // namespace rclcpp_action
