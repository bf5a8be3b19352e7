// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// TimeSource: follows use_sim_time, receives /clock and moves the attached clocks.
#include "rclcpp/time_source.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "node/clock_thread.hpp"
#include "node/names.hpp"
#include "pubsub/announced_subscription.hpp"
#include "rclcpp/callback_group.hpp"
#include "rclcpp/create_subscription.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/timer.hpp"
#include "rmw/fork.hpp"
#include "rosgraph_msgs/msg/clock.hpp"
#include "time/virtual_wait.hpp"

namespace rclcpp
{

namespace
{
constexpr const char * use_sim_time = "use_sim_time";
// The time of the machine after which a node reports that no /clock has arrived.
constexpr std::chrono::seconds patience_for_clock(3);
}  // namespace

class TimeSource::Impl : public std::enable_shared_from_this<TimeSource::Impl>
{
public:
  Impl(const QoS & qos, bool use_clock_thread) : qos_(qos), use_clock_thread_(use_clock_thread) {}

  void attach_node(
    node_interfaces::NodeBaseInterface::SharedPtr node_base,
    node_interfaces::NodeTopicsInterface::SharedPtr node_topics,
    node_interfaces::NodeParametersInterface::SharedPtr node_parameters)
  {
    detach_node();  // from the previous node
    if (!node_parameters->has_parameter(use_sim_time)) {
      node_parameters->declare_parameter(use_sim_time, ParameterValue(false));
    }
    const Parameter parameter = node_parameters->get_parameter(use_sim_time);
    if (parameter.get_type() != PARAMETER_BOOL) {
      throw std::invalid_argument("Invalid type for parameter 'use_sim_time', should be 'bool'");
    }
    const bool simulated = parameter.as_bool();
    // ROS 2's nodes observe use_sim_time on this topic, RxROS2's by the callbacks below.
    auto announced = std::make_unique<detail::AnnouncedSubscription>(
      node_base, "/parameter_events", detail::type_support<rcl_interfaces::msg::ParameterEvent>,
      ParameterEventsQoS());
    {
      std::lock_guard<std::mutex> lock(mutex_);
      announced_ = std::move(announced);
      node_base_ = std::move(node_base);
      node_topics_ = std::move(node_topics);
      node_parameters_ = node_parameters;
    }
    const std::weak_ptr<Impl> weak = weak_from_this();
    auto on_set = node_parameters->add_on_set_parameters_callback(
      [weak](const std::vector<Parameter> & parameters) {
        const std::shared_ptr<Impl> impl = weak.lock();
        rcl_interfaces::msg::SetParametersResult result;
        result.successful = true;
        for (const Parameter & changed : parameters) {
          if (changed.get_name() != use_sim_time) {
            continue;
          }
          if (changed.get_type() != PARAMETER_BOOL) {
            result.successful = false;
            result.reason = "'use_sim_time' must be a bool";
          } else if (changed.as_bool() && impl && impl->has_other_clocks()) {
            result.successful = false;
            result.reason =
              "'use_sim_time' cannot be true: a clock that is not of type RCL_ROS_TIME is attached";
          }
        }
        return result;
      });
    auto post_set = node_parameters->add_post_set_parameters_callback(
      [weak](const std::vector<Parameter> & parameters) {
        for (const Parameter & changed : parameters) {
          if (changed.get_name() == use_sim_time) {
            if (const std::shared_ptr<Impl> impl = weak.lock()) {
              impl->follow(changed.as_bool());
            }
          }
        }
      });
    {
      std::lock_guard<std::mutex> lock(mutex_);
      on_set_ = std::move(on_set);
      post_set_ = std::move(post_set);
    }
    follow(simulated);
  }

  void detach_node()
  {
    if (rmw::is_forked_copy()) {
      return;  // the members leave everything unchanged
    }
    follow(false);
    // Destroyed without the lock.
    node_interfaces::NodeBaseInterface::SharedPtr node_base;
    node_interfaces::NodeTopicsInterface::SharedPtr node_topics;
    node_interfaces::NodeParametersInterface::SharedPtr node_parameters;
    node_interfaces::OnSetParametersCallbackHandle::SharedPtr on_set;
    node_interfaces::PostSetParametersCallbackHandle::SharedPtr post_set;
    std::unique_ptr<detail::AnnouncedSubscription> announced;
    std::lock_guard<std::mutex> lock(mutex_);
    announced.swap(announced_);
    on_set.swap(on_set_);
    post_set.swap(post_set_);
    node_base.swap(node_base_);
    node_topics.swap(node_topics_);
    node_parameters.swap(node_parameters_);
  }

  void attach_clock(Clock::SharedPtr clock)
  {
    std::optional<std::int64_t> time;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (clock->get_clock_type() != RCL_ROS_TIME && simulated_) {
        throw std::invalid_argument(
          "ros_time_is_active is set but the clock is not of type RCL_ROS_TIME: it cannot follow "
          "/clock");
      }
      if (clock->get_clock_type() != RCL_ROS_TIME) {
        other_clocks_.push_back(clock);  // it cannot be moved
        return;
      }
      clocks_.push_back(clock);
      if (simulated_) {
        time = last_time_;
      }
    }
    if (time) {
      detail::set_ros_time_override(*clock, *time);
      detail::enable_ros_time_override(*clock);
    }
  }

  void detach_clock(const Clock::SharedPtr & clock)
  {
    std::lock_guard<std::mutex> lock(mutex_);
    std::erase(clocks_, clock);
    std::erase(other_clocks_, clock);
  }

  bool has_other_clocks()
  {
    std::lock_guard<std::mutex> lock(mutex_);
    return !other_clocks_.empty();
  }

  // Starts or ends the use of simulated time. On a VirtualTime the clocks move without /clock.
  void follow(bool wanted)
  {
    const bool simulated = wanted && !detail::is_virtual();
    std::vector<Clock::SharedPtr> clocks;
    std::int64_t time = 0;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (simulated == simulated_ || !node_base_) {
        return;
      }
      simulated_ = simulated;
      clocks = clocks_;
      time = last_time_;
    }
    for (const Clock::SharedPtr & clock : clocks) {
      if (simulated) {
        detail::set_ros_time_override(*clock, time);
        detail::enable_ros_time_override(*clock);
      } else {
        detail::disable_ros_time_override(*clock);
      }
    }
    if (simulated) {
      subscribe();
    } else {
      unsubscribe();
    }
  }

  bool uses_clock_thread()
  {
    std::lock_guard<std::mutex> lock(mutex_);
    return use_clock_thread_;
  }

  void set_use_clock_thread(bool use_clock_thread)
  {
    bool subscribed = false;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      subscribed = subscription_ != nullptr && use_clock_thread_ != use_clock_thread;
      use_clock_thread_ = use_clock_thread;
    }
    if (subscribed) {
      unsubscribe();
      subscribe();
    }
  }

  bool on_clock_thread()
  {
    std::lock_guard<std::mutex> lock(mutex_);
    return thread_ != nullptr;
  }

private:
  void subscribe()
  {
    node_interfaces::NodeBaseInterface::SharedPtr node_base;
    node_interfaces::NodeTopicsInterface::SharedPtr node_topics;
    bool use_clock_thread = false;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      node_base = node_base_;
      node_topics = node_topics_;
      use_clock_thread = use_clock_thread_;
    }
    std::shared_ptr<detail::ClockThread> thread;
    SubscriptionOptions options;
    if (use_clock_thread) {
      thread = detail::ClockThread::get(node_base->get_context());
      options.callback_group =
        node_base->create_callback_group(CallbackGroupType::MutuallyExclusive, false);
      thread->add(options.callback_group, node_base);
    }
    auto subscription = rclcpp::create_subscription<rosgraph_msgs::msg::Clock>(
      node_topics, "/clock", qos_,
      [weak = weak_from_this()](const rosgraph_msgs::msg::Clock & message) {
        if (const std::shared_ptr<Impl> impl = weak.lock()) {
          // not through Time, which throws for negative seconds: the message comes from the network
          impl->on_clock(
            RCL_S_TO_NS(static_cast<std::int64_t>(message.clock.sec)) + message.clock.nanosec);
        }
      },
      options);
    const auto watch = std::make_shared<Watch>(
      patience_for_clock,
      [weak = weak_from_this()] {
        if (const std::shared_ptr<Impl> impl = weak.lock()) {
          impl->report_missing_clock();
        }
      },
      node_base->get_context());
    node_interfaces::NodeTimersInterface(node_base).add_timer(watch, options.callback_group);
    std::lock_guard<std::mutex> lock(mutex_);
    subscription_ = std::move(subscription);
    group_ = std::move(options.callback_group);
    thread_ = std::move(thread);
    if (last_time_ == 0) {
      watch_ = watch;
    }
  }

  void unsubscribe()
  {
    std::shared_ptr<SubscriptionBase> subscription;
    CallbackGroup::SharedPtr group;
    std::shared_ptr<detail::ClockThread> thread;
    std::shared_ptr<Watch> watch;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      watch = std::move(watch_);
      subscription = std::move(subscription_);
      group = std::move(group_);
      thread = std::move(thread_);
    }
  }

  void on_clock(std::int64_t time)
  {
    std::vector<Clock::SharedPtr> clocks;
    std::shared_ptr<Watch> watch;  // destroyed without the lock
    {
      std::lock_guard<std::mutex> lock(mutex_);
      watch = std::move(watch_);
      last_time_ = time;
      if (!simulated_) {
        return;
      }
      clocks = clocks_;
    }
    // without the lock: jump callbacks may call anything
    for (const Clock::SharedPtr & clock : clocks) {
      detail::set_ros_time_override(*clock, time);
    }
  }

  // No message of /clock has arrived in time: a node whose time stands still says so, once.
  void report_missing_clock()
  {
    std::shared_ptr<Watch> watch;
    std::shared_ptr<SubscriptionBase> subscription;
    node_interfaces::NodeBaseInterface::SharedPtr node_base;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      watch = std::move(watch_);
      subscription = subscription_;
      node_base = node_base_;
    }
    if (!watch || !subscription || !node_base) {
      return;
    }
    const std::size_t publishers = subscription->get_publisher_count();
    RCLCPP_WARN(
      get_logger(detail::logger_name(node_base->get_fully_qualified_name())),
      "node '%s' uses simulated time (its parameter use_sim_time is true), but no message has "
      "arrived on %s for %ld s (%s): its clock stands still and its timers do not fire. Start the "
      "simulator or 'rxros2 bag play --clock', or set use_sim_time to false",
      node_base->get_fully_qualified_name(), subscription->get_topic_name(),
      static_cast<long>(patience_for_clock.count()),
      publishers == 0   ? "nobody publishes it"
      : publishers == 1 ? "it has 1 publisher"
                        : (std::to_string(publishers) + " publishers").c_str());
  }

  using Watch = WallTimer<std::function<void()>>;

  const QoS qos_;
  std::mutex
    mutex_;  // guards the members below; not held while clocks, nodes or callbacks are called
  bool use_clock_thread_;
  bool simulated_ = false;
  std::int64_t last_time_ = 0;
  std::vector<Clock::SharedPtr> clocks_;
  std::vector<Clock::SharedPtr> other_clocks_;  // clocks that are not of type RCL_ROS_TIME
  node_interfaces::NodeBaseInterface::SharedPtr node_base_;
  node_interfaces::NodeTopicsInterface::SharedPtr node_topics_;
  node_interfaces::NodeParametersInterface::SharedPtr node_parameters_;
  node_interfaces::OnSetParametersCallbackHandle::SharedPtr on_set_;
  node_interfaces::PostSetParametersCallbackHandle::SharedPtr post_set_;
  std::unique_ptr<detail::AnnouncedSubscription> announced_;
  std::shared_ptr<detail::ClockThread> thread_;
  CallbackGroup::SharedPtr group_;
  std::shared_ptr<SubscriptionBase> subscription_;
  std::shared_ptr<Watch> watch_;  // fires unless /clock arrives before; null afterwards
};

TimeSource::TimeSource(std::shared_ptr<Node> node, const QoS & qos, bool use_clock_thread)
: TimeSource(qos, use_clock_thread)
{
  attachNode(std::move(node));
}

TimeSource::TimeSource(const QoS & qos, bool use_clock_thread)
: impl_(std::make_shared<Impl>(qos, use_clock_thread))
{
}

TimeSource::~TimeSource()
{
  impl_->detach_node();
}

void TimeSource::attachNode(std::shared_ptr<Node> node)
{
  if (!node) {
    throw std::invalid_argument("TimeSource::attachNode: the node is null");
  }
  set_use_clock_thread(node->get_node_options().use_clock_thread());
  attachNode(
    node->get_node_base_interface(), node->get_node_topics_interface(),
    node->get_node_logging_interface(), node->get_node_parameters_interface());
}

void TimeSource::attachNode(
  node_interfaces::NodeBaseInterface::SharedPtr node_base,
  node_interfaces::NodeTopicsInterface::SharedPtr node_topics,
  node_interfaces::NodeLoggingInterface::SharedPtr,
  node_interfaces::NodeParametersInterface::SharedPtr node_parameters)
{
  impl_->attach_node(std::move(node_base), std::move(node_topics), std::move(node_parameters));
}

void TimeSource::attachNode(
  node_interfaces::NodeBaseInterface::SharedPtr node_base,
  node_interfaces::NodeTopicsInterface::SharedPtr node_topics,
  std::shared_ptr<node_interfaces::NodeGraphInterface>,
  std::shared_ptr<node_interfaces::NodeServicesInterface>,
  node_interfaces::NodeLoggingInterface::SharedPtr,
  std::shared_ptr<node_interfaces::NodeClockInterface>,
  node_interfaces::NodeParametersInterface::SharedPtr node_parameters)
{
  impl_->attach_node(std::move(node_base), std::move(node_topics), std::move(node_parameters));
}

void TimeSource::detachNode()
{
  impl_->detach_node();
}
void TimeSource::attachClock(Clock::SharedPtr clock)
{
  if (!clock) {
    throw std::invalid_argument("TimeSource::attachClock: the clock is null");
  }
  impl_->attach_clock(std::move(clock));
}
void TimeSource::detachClock(Clock::SharedPtr clock)
{
  impl_->detach_clock(clock);
}
bool TimeSource::get_use_clock_thread()
{
  return impl_->uses_clock_thread();
}
void TimeSource::set_use_clock_thread(bool use_clock_thread)
{
  impl_->set_use_clock_thread(use_clock_thread);
}
bool TimeSource::clock_thread_is_joinable()
{
  return impl_->on_clock_thread();
}

}  // namespace rclcpp
