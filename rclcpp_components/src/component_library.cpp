// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Opens libraries and finds classes in them.
#include "component_library.hpp"

#include <dlfcn.h>

#include <exception>

#include "base/escaped.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp_components/component_manager.hpp"

namespace rclcpp_components
{

std::unique_ptr<class_loader::ClassLoader> open_library(const std::string & path)
{
  std::unique_ptr<class_loader::ClassLoader> loader;
  try {
    loader = std::make_unique<class_loader::ClassLoader>(path);
  } catch (const std::exception & error) {
    throw ComponentManagerException("Failed to load library: " + std::string(error.what()));
  }
  // Static objects of the library, and code that others have a pointer to, live until the end of
  // the process, even if the library is closed.
  if (void * handle = dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE)) {
    dlclose(handle);
  }
  return loader;
}

std::shared_ptr<NodeFactory> make_factory(
  class_loader::ClassLoader & loader, const std::string & plugin, const rclcpp::Logger & logger)
{
  static const std::string factory_of = "rclcpp_components::NodeFactoryTemplate<";
  std::string text;
  for (const std::string & name : loader.getAvailableClasses<NodeFactory>()) {
    const std::string component =
      name.starts_with(factory_of)
        ? name.substr(factory_of.size(), name.size() - factory_of.size() - 1)
        : name;
    if (component == plugin || name == plugin) {
      return loader.createInstance<NodeFactory>(name);
    }
    text += (text.empty() ? "'" : ", '") + component + "'";
  }
  RCLCPP_ERROR(
    logger,
    "'%s' registers no class '%s', but %s; expected the name in RCLCPP_COMPONENTS_REGISTER_NODE to "
    "be "
    "that in CMakeLists.txt",
    loader.getLibraryPath().c_str(), base::escaped(plugin).c_str(),
    text.empty() ? "none" : text.c_str());
  return nullptr;
}

}  // namespace rclcpp_components
