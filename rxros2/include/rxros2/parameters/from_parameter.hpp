// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// from_parameter: the values of a parameter as a stream. parameter_events: the parameter changes of
// all nodes.

#ifndef RXROS2__PARAMETERS__FROM_PARAMETER_HPP_
#define RXROS2__PARAMETERS__FROM_PARAMETER_HPP_

#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rcl_interfaces/msg/parameter_event.hpp"
#include "rclcpp/parameter.hpp"
#include "rx/observable.hpp"
#include "rx/serialized_observer.hpp"
#include "rxros2/topics/from_topic.hpp"

namespace rxros2
{

namespace detail
{

/// One subscribed observer and the callback that passes it new values. The two hold each other
/// until the stream ends.
template <typename T, typename Out>
class parameter_stream final : public rx::serialized_observer<T, Out>, public node_bound
{
public:
  parameter_stream(Out out, std::shared_ptr<node_streams> streams, std::string name)
  : rx::serialized_observer<T, Out>(std::move(out)),
    streams_(std::move(streams)),
    name_(std::move(name))
  {
  }

  /// Emits the current value, and from then on each new one. Throws what rclcpp throws.
  static void connect(const std::shared_ptr<parameter_stream> & self, const node_access & node)
  {
    node_streams::check_context(node, "parameter", self->name_);
    self->streams_->add(self);
    auto callback = node.parameters->add_post_set_parameters_callback(
      [self](const std::vector<rclcpp::Parameter> & changed) { self->look_at(changed); });
    {
      const std::lock_guard lock(self->mutex_);
      if (!self->disposed()) {  // otherwise it is dropped here, or by released()
        self->callback_ = std::move(callback);
      }
    }
    std::exception_ptr failed;
    self->feed([&](auto & observer) {  // values that are set meanwhile come after it
      try {
        return observer.on_next(
          node.parameters->get_parameter(self->name_).template get_value<T>());
      } catch (...) {  // not declared, or of another type
        failed = std::current_exception();
        return true;
      }
    });
    if (failed) {
      self->error(failed);
    }
  }

  void node_ended() noexcept override { this->completed(); }

protected:
  void released() noexcept override
  {
    streams_->remove(*this);
    decltype(callback_) dropped;
    const std::lock_guard lock(mutex_);
    dropped = std::move(callback_);
  }

private:
  void look_at(const std::vector<rclcpp::Parameter> & changed) noexcept
  {
    for (const rclcpp::Parameter & parameter : changed) {
      if (parameter.get_name() == name_) {
        try {
          this->next(parameter.get_value<T>());
        } catch (...) {  // set to another type
          this->error(std::current_exception());
        }
      }
    }
  }

  const std::shared_ptr<node_streams> streams_;
  const std::string name_;
  std::mutex mutex_;  // guards callback_
  rclcpp::node_interfaces::PostSetParametersCallbackHandle::SharedPtr callback_;
};

template <typename T>
struct parameter_source
{
  using value_type =
    std::remove_cvref_t<decltype(std::declval<const rclcpp::Parameter &>().get_value<T>())>;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    const auto access = node.lock();
    if (!access) {  // the node was destroyed
      out.on_completed();
      return {};
    }
    auto stream = std::make_shared<parameter_stream<value_type, std::remove_cvref_t<Out>>>(
      std::forward<Out>(out), node_streams::of(*access), name);
    try {
      stream->connect(stream, *access);
    } catch (...) {
      stream->error(std::current_exception());
    }
    return stream;
  }

  /// Returns the node's default group, for timed operators behind it.
  rx::environment env() const { return labelled(environment_of(node), node, {"parameter", name}); }

  weak_node node;
  std::string name;
};

}  // namespace detail

namespace observable
{

/// from_parameter<T>(node, name) emits the value of a declared parameter of this node, then each
/// value that it is set to.
/**
 *     set "gain" to                  ----2-----3----
 *     from_parameter<int>(n, "gain") 1---2-----3----|     (|: as the node or its context ends)
 *
 * T is a type of rclcpp::Parameter::get_value (bool, int, double, std::string, std::vector of them,
 * …). The first value is emitted during the subscription, the others by the thread that sets the
 * parameter, after it is set: for a `ros2 param set` that is the executor's thread. To move them to
 * a callback group, use observe_on(on_callback_group(node)). Rejected values do not appear; to
 * reject values, declare the parameter with a range or an on-set callback. Errors: rclcpp's, for a
 * parameter that is not declared or has another type. Cost of a value: the copy of get_value; no
 * lock, no thread.
 *
 *     node->declare_parameter("gain", 1);
 *     m.cold("-2-3").subscribe([node](char digit) { node->set_parameter({"gain", digit - '0'}); });
 *     from_parameter<int>(node, "gain") | take(3);  // -> 1 2 3 |
 *     from_parameter<int>(node, "offset");          // -> X parameter 'offset' is not declared
 */
template <typename T, detail::node_pointer Node>
auto from_parameter(const Node & node, const std::string & name)
{
  return rx::make_observable(detail::parameter_source<T>{detail::weak_node(node), name});
}

/// parameter_events(node) emits the parameter changes of all nodes, as
/// item<rcl_interfaces::msg::ParameterEvent>.
/** Subscribes to the topic /parameter_events; otherwise like from_topic.
 *
 *     m.cold("-").subscribe([](char) {});
 *     m.cold("-1").subscribe([node](char) { node->declare_parameter("gain", 1); });
 *     parameter_events(node)
 *       | map([](const auto & e) { return e->node + ": " + e->new_parameters.at(0).name; })
 *       | take(1);  // -> /robot: gain |
 */
template <detail::node_pointer Node>
auto parameter_events(
  const Node & node, const rclcpp::QoS & qos = rclcpp::ParameterEventsQoS(),
  const rclcpp::SubscriptionOptions & options = rclcpp::SubscriptionOptions())
{
  return from_topic<rcl_interfaces::msg::ParameterEvent>(node, "/parameter_events", qos, options);
}

}  // namespace observable
}  // namespace rxros2

#endif  // RXROS2__PARAMETERS__FROM_PARAMETER_HPP_
