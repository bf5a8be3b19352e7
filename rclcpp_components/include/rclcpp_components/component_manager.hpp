// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ComponentManager: the node of a container, which loads and unloads components on request.
#ifndef RCLCPP_COMPONENTS__COMPONENT_MANAGER_HPP_
#define RCLCPP_COMPONENTS__COMPONENT_MANAGER_HPP_

#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "composition_interfaces/srv/list_nodes.hpp"
#include "composition_interfaces/srv/load_node.hpp"
#include "composition_interfaces/srv/unload_node.hpp"
#include "rclcpp/executor.hpp"
#include "rclcpp/node_options.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_components/node_factory.hpp"
#include "rclcpp_components/visibility_control.hpp"

namespace class_loader
{
class ClassLoader;
}

namespace rclcpp_components
{

/// Thrown if a component cannot be loaded. The requester gets the text, which gives the reason.
class ComponentManagerException : public std::runtime_error
{
public:
  /// Creates the error with the text `error_desc`.
  explicit ComponentManagerException(const std::string & error_desc)
  : std::runtime_error(error_desc)
  {
  }
};

/// Loads components into this process with the services ~/_container/load_node, unload_node and
/// list_nodes, and owns them.
///
/// Threads: a thread of the manager, which starts when the manager's node is first spun, handles
/// load and unload requests one after another. Therefore a constructor may wait for callbacks of
/// the container's executor, other components continue in the meantime, and list requests are
/// answered. That thread calls the virtual functions of loading and unloading; a program that calls
/// them itself must not be in two of them at the same time. The manager must be owned by a
/// std::shared_ptr, which is held while such a request is handled.
///
/// Errors: an error of one component never ends the container. If a library is missing or a
/// constructor throws, the response has success = false, and the error is logged. If a callback of
/// a component throws, the component is unloaded and a fatal error is logged with its name: its
/// state is unknown, and the graph shows other nodes that it is gone.
///
/// Libraries stay loaded, since objects that they created may be used elsewhere. Unloading removes
/// a component from its executor, waits for its running callbacks, and destroys it.
class ComponentManager : public rclcpp::Node
{
public:
  /// The service type of ~/_container/load_node.
  using LoadNode = composition_interfaces::srv::LoadNode;
  /// The service type of ~/_container/unload_node.
  using UnloadNode = composition_interfaces::srv::UnloadNode;
  /// The service type of ~/_container/list_nodes.
  using ListNodes = composition_interfaces::srv::ListNodes;

  /// The class name of a component, and the path of its library.
  using ComponentResource = std::pair<std::string, std::string>;

  /// `executor` runs the components; set_executor() may set it later.
  RCLCPP_COMPONENTS_PUBLIC
  explicit ComponentManager(
    std::weak_ptr<rclcpp::Executor> executor =
      std::weak_ptr<rclcpp::executors::MultiThreadedExecutor>(),
    std::string node_name = "ComponentManager",
    const rclcpp::NodeOptions & node_options =
      rclcpp::NodeOptions().start_parameter_services(false).start_parameter_event_publisher(false));

  /// Removes the components from their executor, waits for their running callbacks, and destroys
  /// them.
  RCLCPP_COMPONENTS_PUBLIC
  ~ComponentManager() override;

  /// Returns the components that a package has registered in the ament index, in its order. Throws
  /// ComponentManagerException if there are none, if the package name is invalid, or if its entry
  /// is not a regular file of at most 1 MiB with lines 'class;library' and libraries inside of the
  /// prefix. Peers get the text of the exception, so it quotes nothing of the file.
  RCLCPP_COMPONENTS_PUBLIC
  virtual std::vector<ComponentResource> get_component_resources(
    const std::string & package_name,
    const std::string & resource_index = "rclcpp_components") const;

  /// Loads the library, once in the life of the manager, and returns the factory of the class; null
  /// if the library does not have it. Throws ComponentManagerException if it cannot be loaded. The
  /// factory must not outlive the manager.
  RCLCPP_COMPONENTS_PUBLIC
  virtual std::shared_ptr<rclcpp_components::NodeFactory> create_component_factory(
    const ComponentResource & resource);

  /// Sets the executor of components that are loaded from now on.
  RCLCPP_COMPONENTS_PUBLIC
  virtual void set_executor(const std::weak_ptr<rclcpp::Executor> executor);

protected:
  /// Returns the options for the component's constructor: names, remap rules, log level and
  /// parameters of the request, and its extra arguments. Those are the boolean options of that name
  /// of NodeOptions: use_intra_process_comms (true by default, as all components are in one
  /// process), enable_rosout, enable_topic_statistics, start_parameter_services,
  /// start_parameter_event_publisher, use_clock_thread, enable_logger_service; and
  /// forward_global_arguments: the container's own arguments apply to the component too. Other
  /// arguments log a warning. Throws ComponentManagerException.
  RCLCPP_COMPONENTS_PUBLIC
  virtual rclcpp::NodeOptions create_node_options(const std::shared_ptr<LoadNode::Request> request);

  /// Adds the component of that id in node_wrappers_ to an executor.
  RCLCPP_COMPONENTS_PUBLIC
  virtual void add_node_to_executor(std::uint64_t node_id);
  /// Undoes add_node_to_executor(); callbacks may still be running after it.
  RCLCPP_COMPONENTS_PUBLIC
  virtual void remove_node_from_executor(std::uint64_t node_id);

  /// Handles a load request.
  RCLCPP_COMPONENTS_PUBLIC
  virtual void on_load_node(
    const std::shared_ptr<rmw_request_id_t> request_header,
    const std::shared_ptr<LoadNode::Request> request, std::shared_ptr<LoadNode::Response> response);
  /// Handles an unload request.
  RCLCPP_COMPONENTS_PUBLIC
  virtual void on_unload_node(
    const std::shared_ptr<rmw_request_id_t> request_header,
    const std::shared_ptr<UnloadNode::Request> request,
    std::shared_ptr<UnloadNode::Response> response);
  /// Handles a list request; called by a thread of the executor that has the manager's node.
  RCLCPP_COMPONENTS_PUBLIC
  virtual void on_list_nodes(
    const std::shared_ptr<rmw_request_id_t> request_header,
    const std::shared_ptr<ListNodes::Request> request,
    std::shared_ptr<ListNodes::Response> response);

  /// ROS 2's older name of on_load_node(), which it calls.
  [[deprecated("Use on_load_node() instead")]] RCLCPP_COMPONENTS_PUBLIC virtual void OnLoadNode(
    const std::shared_ptr<rmw_request_id_t> request_header,
    const std::shared_ptr<LoadNode::Request> request, std::shared_ptr<LoadNode::Response> response)
  {
    on_load_node(request_header, request, response);
  }
  /// ROS 2's older name of on_unload_node(), which it calls.
  [[deprecated("Use on_unload_node() instead")]] RCLCPP_COMPONENTS_PUBLIC virtual void OnUnloadNode(
    const std::shared_ptr<rmw_request_id_t> request_header,
    const std::shared_ptr<UnloadNode::Request> request,
    std::shared_ptr<UnloadNode::Response> response)
  {
    on_unload_node(request_header, request, response);
  }
  /// ROS 2's older name of on_list_nodes(), which it calls.
  [[deprecated("Use on_list_nodes() instead")]] RCLCPP_COMPONENTS_PUBLIC virtual void OnListNodes(
    const std::shared_ptr<rmw_request_id_t> request_header,
    const std::shared_ptr<ListNodes::Request> request,
    std::shared_ptr<ListNodes::Response> response)
  {
    on_list_nodes(request_header, request, response);
  }

  /// The executor that runs the components; it may be destroyed before the manager.
  std::weak_ptr<rclcpp::Executor> executor_;

  /// The id of the next component.
  std::uint64_t unique_id_{1};
  /// The loaded libraries, by path.
  std::map<std::string, std::unique_ptr<class_loader::ClassLoader>> loaders_;
  /// The components that list_nodes lists. Only the thread that loads and unloads changes it, in
  /// the virtual functions, or a derived class while its node is not spun.
  std::map<std::uint64_t, rclcpp_components::NodeInstanceWrapper> node_wrappers_;

  /// The server of ~/_container/load_node.
  rclcpp::Service<LoadNode>::SharedPtr loadNode_srv_;
  /// The server of ~/_container/unload_node.
  rclcpp::Service<UnloadNode>::SharedPtr unloadNode_srv_;
  /// The server of ~/_container/list_nodes.
  rclcpp::Service<ListNodes>::SharedPtr listNodes_srv_;

private:
  class Loading;

  template <typename ServiceT>
  using Handler = void (ComponentManager::*)(
    std::shared_ptr<rmw_request_id_t>, std::shared_ptr<typename ServiceT::Request>,
    std::shared_ptr<typename ServiceT::Response>);
  template <typename ServiceT>
  typename rclcpp::Service<ServiceT>::SharedPtr serve(
    const char * name, std::size_t depth, Handler<ServiceT> handler,
    const rclcpp::CallbackGroup::SharedPtr & group);

  void load(const std::shared_ptr<LoadNode::Request> & request, LoadNode::Response & response);
  void unload(std::uint64_t node_id, UnloadNode::Response & response);
  void end_component(std::uint64_t id, const std::exception_ptr & exception);

  std::unique_ptr<Loading> loading_;
};

}  // namespace rclcpp_components

#endif  // RCLCPP_COMPONENTS__COMPONENT_MANAGER_HPP_
