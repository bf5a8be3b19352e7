// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A shared library of components, as class_loader opens it.
#ifndef COMPONENT_LIBRARY_HPP_
#define COMPONENT_LIBRARY_HPP_

#include <memory>
#include <string>

#include "class_loader/class_loader.hpp"
#include "rclcpp_components/node_factory.hpp"

namespace rclcpp_components
{

/// Opens a library; it stays in the process until its end. Throws ComponentManagerException.
std::unique_ptr<class_loader::ClassLoader> open_library(const std::string & path);

/// Creates the factory of a class. Returns null and logs an error if the library does not register
/// that class. The factory must not outlive the loader.
std::shared_ptr<NodeFactory> make_factory(
  class_loader::ClassLoader & loader, const std::string & plugin, const rclcpp::Logger & logger);

}  // namespace rclcpp_components

#endif  // COMPONENT_LIBRARY_HPP_
