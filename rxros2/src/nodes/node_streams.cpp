// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of a node's streams, and the registry that finds it.

#include "rxros2/nodes/detail/node_streams.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <utility>

#include "nodes/stream_reports.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/parameter.hpp"
#include "rxros2/nodes/detail/shutdown_callback.hpp"

namespace rxros2::detail
{

namespace
{

using rclcpp::node_interfaces::NodeBaseInterface;

template <typename Base>
void end_with_node(Base & base)
{
  if constexpr (nodes_tell_of_their_end<Base>) {
    base.add_on_destruction_callback([&base] { node_streams::end(base); });
  }
}

/// The node_streams of all nodes of one context, which owns it from one init() to the next.
class stream_registry : public std::enable_shared_from_this<stream_registry>
{
public:
  std::shared_ptr<node_streams> of(const node_access & node)
  {
    bool first = false;
    std::shared_ptr<node_streams> streams, former;
    watch_shutdown(*node.base->get_context());
    {
      std::lock_guard lock(mutex_);
      if (const auto entry = entries_.find(node.base.get());
          entry != entries_.end() && !entry->second.node.expired()) {
        return entry->second.streams;
      }
    }
    auto created = std::make_shared<node_streams>(node);  // throws for a wrong parameter
    {
      std::lock_guard lock(mutex_);
      entry & node_entry = entries_[node.base.get()];
      if (node_entry.node.expired()) {  // no entry, or that of an earlier node at this address
        former = std::move(node_entry.streams);
        node_entry = {node.waitables, std::move(created)};
        first = true;
      }
      streams = node_entry.streams;
    }
    if (former) {
      former->end();
    }
    if (first) {
      log_stream_reports();
      forget_ended();
      end_with_node(*node.base);
    }
    return streams;
  }

  std::shared_ptr<node_streams> take(NodeBaseInterface & base)
  {
    std::lock_guard lock(mutex_);
    const auto entry = entries_.find(&base);
    if (entry == entries_.end()) {
      return nullptr;
    }
    auto streams = std::move(entry->second.streams);
    entries_.erase(entry);
    return streams;
  }

private:
  struct entry
  {
    node_life node;
    std::shared_ptr<node_streams> streams;
  };

  /// The end of nodes that could not report it (an installed rclcpp) is noticed when another node
  /// starts.
  void forget_ended()
  {
    std::vector<std::shared_ptr<node_streams>> ended;
    {
      std::lock_guard lock(mutex_);
      std::erase_if(entries_, [&ended](auto & entry) {
        if (entry.second.node.expired()) {
          ended.push_back(std::move(entry.second.streams));
          return true;
        }
        return false;
      });
    }
    for (const auto & streams : ended) {
      streams->end();
    }
  }

  void watch_shutdown(rclcpp::Context & context)
  {
    std::call_once(watching_, [&] {
      context.add_pre_shutdown_callback([registry = weak_from_this()] {
        if (const auto alive = registry.lock()) {
          for (const auto & streams : alive->all()) {
            streams->end_coroutines();
          }
        }
      });
      shutdown_.emplace(context, [registry = weak_from_this()] {
        if (const auto alive = registry.lock()) {
          alive->end_all();
        }
      });
    });
  }

  std::vector<std::shared_ptr<node_streams>> all()
  {
    std::vector<std::shared_ptr<node_streams>> all;
    std::lock_guard lock(mutex_);
    for (const auto & [base, streams] : entries_) {
      all.push_back(streams.streams);
    }
    return all;
  }

  void end_all()
  {
    for (const auto & streams : all()) {
      streams->end();
    }
  }

  std::mutex mutex_;  // guards entries_
  std::once_flag watching_;
  std::optional<shutdown_callback> shutdown_;
  std::unordered_map<NodeBaseInterface *, entry> entries_;
};

}  // namespace

node_streams::node_streams(const node_access & node) : node_streams(node, policy_override(node))
{
}

node_streams::node_streams(
  const node_access & node, std::optional<stream_error_policy> policy_override)
: node_(node.waitables),
  node_name_(node.base->get_fully_qualified_name()),
  context_(node.base->get_context()),
  is_policy_overridden_(policy_override.has_value()),
  policy_(policy_override.value_or(stream_error_policy::log))
{
}

void node_streams::set_policy(stream_error_policy policy) noexcept
{
  if (!is_policy_overridden_) {
    policy_.store(policy, std::memory_order_release);
  }
}

std::optional<stream_error_policy> node_streams::policy_override(const node_access & node)
{
  const auto & overrides = node.parameters->get_parameter_overrides();
  const auto given = overrides.find("rxros2.on_stream_error");
  if (given == overrides.end()) {
    return std::nullopt;
  }
  const std::string value = rclcpp::to_string(given->second);
  if (value == "log") {
    return stream_error_policy::log;
  }
  if (value == "shutdown") {
    return stream_error_policy::shutdown;
  }
  if (value == "raise") {
    return stream_error_policy::raise;
  }
  throw std::invalid_argument(
    std::string("parameter 'rxros2.on_stream_error' of node '") +
    node.base->get_fully_qualified_name() + "' is '" + value +
    "'; expected log, shutdown or raise");
}

std::shared_ptr<node_streams> node_streams::of(const node_access & node)
{
  return node.base->get_context()->get_sub_context<stream_registry>()->of(node);
}

void node_streams::check_context(
  const node_access & node, const char * kind, const std::string & name)
{
  const auto context = node.base->get_context();
  if (!context->is_valid() && context->shutdown_reason() != "signal handler") {
    throw std::runtime_error(
      std::string(kind) + " '" + name + "': the context of node '" +
      node.base->get_fully_qualified_name() +
      "' was shut down before the stream was subscribed to");
  }
}

void node_streams::end(NodeBaseInterface & base) noexcept
{
  if (const auto streams = base.get_context()->get_sub_context<stream_registry>()->take(base)) {
    streams->end();
  }
}

// A program that is interrupted while it starts, or that ends by an exception, has not forgotten to
// spin.
void node_streams::report_never_spun() noexcept
{
  const auto context = context_.lock();
  const bool is_asked_to_end = !context || !context->is_valid();
  const bool is_new = std::chrono::steady_clock::now() - created_ < std::chrono::seconds(1);
  if ((is_asked_to_end && is_new) || std::uncaught_exceptions() > 0) {
    return;
  }
  bool waits = false;
  std::vector<std::shared_ptr<node_bound>> bound;  // released without the lock
  {
    std::lock_guard lock(mutex_);
    if (ended_) {
      return;
    }
    for (const auto & [group, scheduler] : schedulers_) {
      if (scheduler->was_spun()) {
        return;
      }
      waits = waits || scheduler->has_tasks();
    }
    for (const auto & [key, weak] : bound_) {
      bound.push_back(weak.lock());
    }
  }
  for (const auto & stream : bound) {
    waits = waits || (stream && stream->needs_executor());
  }
  if (waits) {
    try {
      RCLCPP_WARN(
        rclcpp::get_logger(logger_name(node_name_)),
        "node '%s' ends, and no executor has ever spun it: its streams got nothing. Call "
        "rclcpp::spin(node), or add it to an executor that spins, before the end of main()",
        node_name_.c_str());
    } catch (...) {  // out of memory for the text
    }
  }
}

void node_streams::end() noexcept
{
  report_never_spun();
  decltype(bound_) bound;
  decltype(owned_) owned;
  decltype(schedulers_) schedulers;
  decltype(shared_) shared;
  {
    std::lock_guard lock(mutex_);
    if (ended_.exchange(true)) {
      return;
    }
    bound.swap(bound_);
    owned.swap(owned_);
    schedulers.swap(schedulers_);
    shared.swap(shared_);
  }
  for (const auto & [key, weak] : bound) {
    if (const auto stream = weak.lock()) {
      stream->node_ended();
    }
  }
  for (const auto & [group, scheduler] : schedulers) {
    scheduler->close();
  }
  all_ended_ = true;
  for (const auto & stream : owned) {
    stream.dispose();
  }
}

void node_streams::end_coroutines() noexcept
{
  std::vector<std::shared_ptr<node_scheduler>> schedulers;
  {
    std::lock_guard lock(mutex_);
    for (const auto & [group, scheduler] : schedulers_) {
      schedulers.push_back(scheduler);
    }
  }
  for (const auto & scheduler : schedulers) {
    scheduler->end_coroutines();
  }
}

std::shared_ptr<node_scheduler> node_streams::scheduler(
  const node_access & node, rclcpp::CallbackGroup::SharedPtr group, rcl_clock_type_t clock)
{
  if (!group) {
    group = node.base->get_default_callback_group();
  }
  const std::pair<const rclcpp::CallbackGroup *, rcl_clock_type_t> key(group.get(), clock);
  {
    std::lock_guard lock(mutex_);
    if (const auto entry = schedulers_.find(key); entry != schedulers_.end()) {
      return entry->second;
    }
  }
  // Created without the lock, because an installed rclcpp locks the clock meanwhile.
  auto time = clock == RCL_ROS_TIME
                ? shared<wait_clock>(
                    [&node] { return std::make_shared<wait_clock>(node.clock->get_clock()); })
                : std::make_shared<wait_clock>(std::make_shared<rclcpp::Clock>(clock));
  std::lock_guard lock(mutex_);
  auto & scheduler = schedulers_[key];
  if (!scheduler) {
    scheduler = node_scheduler::create(node, group, std::move(time), weak_from_this());
    if (ended_) {
      scheduler->close();
    }
  }
  return scheduler;
}

void node_streams::add(const std::shared_ptr<node_bound> & stream)
{
  {
    std::lock_guard lock(mutex_);
    if (!ended_) {
      bound_.insert_or_assign(stream.get(), stream);
      return;
    }
  }
  stream->node_ended();
}

void node_streams::remove(const node_bound & stream) noexcept
{
  std::lock_guard lock(mutex_);
  bound_.erase(&stream);
}

void node_streams::own(rx::subscription stream)
{
  std::vector<rx::subscription> over;  // the user's pipes: destroyed without the lock
  {
    std::lock_guard lock(mutex_);
    if (owned_.size() >= sweep_at_) {
      const auto running = std::partition(
        owned_.begin(), owned_.end(), [](const rx::subscription & e) { return e.is_subscribed(); });
      over.assign(std::make_move_iterator(running), std::make_move_iterator(owned_.end()));
      owned_.erase(running, owned_.end());
      sweep_at_ = 2 * owned_.size() + 1;
    }
    if (!ended_) {
      owned_.push_back(std::move(stream));
      return;
    }
  }
  stream.dispose();
}

std::shared_ptr<void> node_streams::find_shared(std::type_index type)
{
  std::lock_guard lock(mutex_);
  const auto entry = shared_.find(type);
  return entry == shared_.end() ? nullptr : entry->second;
}

std::shared_ptr<void> node_streams::keep_shared(std::type_index type, std::shared_ptr<void> created)
{
  std::lock_guard lock(mutex_);
  return ended_ ? created : shared_.emplace(type, created).first->second;
}

rx::environment environment_of(
  const weak_node & node, rclcpp::CallbackGroup::SharedPtr group, rcl_clock_type_t clock)
{
  const auto access = node.lock();
  return access
           ? rx::environment(node_streams::of(*access)->scheduler(*access, std::move(group), clock))
           : rx::environment();
}

std::uint64_t jumps_of(const rx::environment & time) noexcept
{
  const auto * const of_node = time ? dynamic_cast<const node_scheduler *>(&*time) : nullptr;
  return of_node ? of_node->time().jumps() : 0;
}

rx::environment in_steady_time(const rx::environment & place)
{
  auto * const of_node = place ? dynamic_cast<node_scheduler *>(&*place) : nullptr;
  return of_node ? rx::environment(of_node->in_steady_time()) : place;
}

std::function<void(rx::subscription)> owned_by(const weak_node & node)
{
  return [node](rx::subscription running) {
    if (const auto access = node.lock()) {
      node_streams::of(*access)->own(std::move(running));
    }
  };
}

}  // namespace rxros2::detail
