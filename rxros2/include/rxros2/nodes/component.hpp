// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// RXROS2_COMPONENT: a pipe that component containers can load.

#ifndef RXROS2__NODES__COMPONENT_HPP_
#define RXROS2__NODES__COMPONENT_HPP_

#include <any>
#include <cctype>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "class_loader/class_loader.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/node_options.hpp"
#include "rclcpp_components/node_factory.hpp"

namespace rxros2::detail
{

/// Returns the node name of a component: "my_package::LightSensor" is "light_sensor".
inline std::string node_name_of(const std::string & component)
{
  std::string name;
  for (const char c : component.substr(component.rfind(':') + 1)) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isupper(letter) && !name.empty() && name.back() != '_') {
      name += '_';
    }
    name += static_cast<char>(std::tolower(letter));
  }
  return name;
}

/// A node and the result of its pipe function, which is destroyed first.
struct PipeComponent
{
  rclcpp::Node::SharedPtr node;
  std::any kept;
};

}  // namespace rxros2::detail

namespace rxros2
{

/// Creates a component: a node with the pipe that `assemble` adds to it. RXROS2_COMPONENT registers
/// it.
/** The node has the name of the component's last part. `assemble` gets the node as a shared
 * pointer; its result, such as a subscription, is kept as long as the component and destroyed
 * before the node. Throws what `assemble` throws.
 *     const auto count = [](const rclcpp::Node::SharedPtr & own) {
 *       from_timer(own, 1ms) | map(to_count) | publish_to_topic<Int32>(own, "counts");
 *     };
 *     const rclcpp::NodeOptions options;
 *     auto component = rxros2::make_component("my_package::FastCounter", options, count);
 *     executor.add_node(component.get_node_base_interface());
 *     component.get_node_base_interface()->get_name();  // -> fast_counter
 *     from_topic<Int32>(node, "counts") | take(2);  // -> {data: 1} {data: 2} |
 */
template <typename Assemble>
rclcpp_components::NodeInstanceWrapper make_component(
  const std::string & component, const rclcpp::NodeOptions & options, Assemble && assemble)
{
  const auto component_with_pipe = std::make_shared<detail::PipeComponent>();
  component_with_pipe->node =
    std::make_shared<rclcpp::Node>(detail::node_name_of(component), options);
  if constexpr (std::is_void_v<std::invoke_result_t<Assemble, rclcpp::Node::SharedPtr>>) {
    std::forward<Assemble>(assemble)(component_with_pipe->node);
  } else {
    component_with_pipe->kept = std::forward<Assemble>(assemble)(component_with_pipe->node);
  }
  return {component_with_pipe, [](const std::shared_ptr<void> & it) {
            return static_cast<detail::PipeComponent *>(it.get())->node->get_node_base_interface();
          }};
}

}  // namespace rxros2

#define RXROS2_COMPONENT_NUMBERED_AGAIN(number, name, ...)                                         \
  namespace                                                                                        \
  {                                                                                                \
  struct RxROS2PipeFactory##number : rclcpp_components::NodeFactory                                \
  {                                                                                                \
    rclcpp_components::NodeInstanceWrapper create_node_instance(                                   \
      const rclcpp::NodeOptions & options) override                                                \
    {                                                                                              \
      return rxros2::make_component(#name, options, __VA_ARGS__);                                  \
    }                                                                                              \
  };                                                                                               \
  const auto rxros2_pipe_factory_##number =                                                        \
    class_loader::impl::registerPlugin<RxROS2PipeFactory##number, rclcpp_components::NodeFactory>( \
      #name, "rclcpp_components::NodeFactory");                                                    \
  }
#define RXROS2_COMPONENT_NUMBERED(number, ...) RXROS2_COMPONENT_NUMBERED_AGAIN(number, __VA_ARGS__)

/// Makes a pipe a component. Use it at file scope in a shared library:
///
///   RXROS2_COMPONENT(my_package::Mean, [](const rclcpp::Node::SharedPtr & node) {
///     from_topic<Float64>(node, "temperature") | buffer(10) | map(mean_of) |
///       publish_to_topic<Float64>(node, "mean");
///   })
///
/// CMake and containers identify the component by `name`; a class of that name is not needed. Its
/// node has the name's last part, mean, unless the loader chooses another name. The function's
/// result, such as a subscription, is kept as long as the component. An exception is reported to
/// the caller of the load request. Needs rclcpp_components (target rclcpp_components::component);
/// not part of rxros2.hpp.
#define RXROS2_COMPONENT(name, ...) RXROS2_COMPONENT_NUMBERED(__COUNTER__, name, __VA_ARGS__)

#endif  // RXROS2__NODES__COMPONENT_HPP_
