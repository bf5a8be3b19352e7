// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// RCLCPP_COMPONENTS_REGISTER_NODE: makes a class of a shared library a component.
#ifndef RCLCPP_COMPONENTS__REGISTER_NODE_MACRO_HPP_
#define RCLCPP_COMPONENTS__REGISTER_NODE_MACRO_HPP_

#include "class_loader/class_loader.hpp"
#include "rclcpp_components/node_factory_template.hpp"

/// Registers a class as a component. Use it once per class, at file scope outside of all
/// namespaces, in one source of the shared library:
///
///   RCLCPP_COMPONENTS_REGISTER_NODE(my_package::Camera)
///
/// The argument is the component's name: PLUGIN in CMake, plugin_name in a load request. It must
/// not contain a comma. NodeFactoryTemplate lists the requirements on the class.
#define RCLCPP_COMPONENTS_REGISTER_NODE(NodeClass) \
  CLASS_LOADER_REGISTER_CLASS(                     \
    rclcpp_components::NodeFactoryTemplate<NodeClass>, rclcpp_components::NodeFactory)

#endif  // RCLCPP_COMPONENTS__REGISTER_NODE_MACRO_HPP_
