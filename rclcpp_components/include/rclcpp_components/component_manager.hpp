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

/// Why a component was not loaded. The text says what is wrong, and is what the requester is told.
class ComponentManagerException : public std::runtime_error
{
public:
  explicit ComponentManagerException(const std::string & error_desc)
  : std::runtime_error(error_desc)
  {
  }
};

/// Loads components into this process, by the services ~/_container/load_node, unload_node and
/// list_nodes, and holds them.
///
/// Threads: load and unload requests are served one after the other by a thread of the manager,
/// which begins when the manager's node is first spun. So a constructor may wait for what the
/// container's executor brings, other components go on meanwhile, and lists are answered. The
/// virtual functions of loading and unloading are called by that thread; a program that calls them
/// itself must not be in two of them at a time. The manager must be owned by a std::shared_ptr,
/// which is held while such a request is served.
///
/// Errors: nothing that goes wrong with one component ends the container. A library that is missing
/// or a constructor that throws is an answer with success = false, and a line in the log. A
/// component one of whose callbacks throws is unloaded, with a line of level fatal that names it:
/// what the callback left undone is not known, and others see from the graph that it is gone.
///
/// Libraries stay in the process, since what they made may be used elsewhere. A component that is
/// unloaded is taken from its executor, then its callbacks that run are waited for, then it is
/// destroyed.
class ComponentManager : public rclcpp::Node
{
public:
  using LoadNode = composition_interfaces::srv::LoadNode;
  using UnloadNode = composition_interfaces::srv::UnloadNode;
  using ListNodes = composition_interfaces::srv::ListNodes;

  /// A class of components, and the path of its library.
  using ComponentResource = std::pair<std::string, std::string>;

  /// `executor` runs the components; it may be given later, by set_executor().
  RCLCPP_COMPONENTS_PUBLIC
  explicit ComponentManager(
    std::weak_ptr<rclcpp::Executor> executor =
      std::weak_ptr<rclcpp::executors::MultiThreadedExecutor>(),
    std::string node_name = "ComponentManager",
    const rclcpp::NodeOptions & node_options =
      rclcpp::NodeOptions().start_parameter_services(false).start_parameter_event_publisher(false));

  /// Takes the components from their executor, waits for their callbacks that run, destroys them.
  RCLCPP_COMPONENTS_PUBLIC
  ~ComponentManager() override;

  /// The components that a package has registered in the ament index, in its order. Throws
  /// ComponentManagerException if it has none, if that is no name of a package, or if its entry is
  /// not a regular file of at most 1 MiB, one line of 'class;library' each, with libraries inside
  /// of the prefix. Peers get the text of the exception, so it quotes nothing of the file.
  RCLCPP_COMPONENTS_PUBLIC
  virtual std::vector<ComponentResource> get_component_resources(
    const std::string & package_name,
    const std::string & resource_index = "rclcpp_components") const;

  /// Loads the library, once in the life of the manager. Null if it has no such class. Throws
  /// ComponentManagerException if it cannot be loaded. The factory must not outlive the manager.
  RCLCPP_COMPONENTS_PUBLIC
  virtual std::shared_ptr<rclcpp_components::NodeFactory> create_component_factory(
    const ComponentResource & resource);

  /// For the components that are loaded from now on.
  RCLCPP_COMPONENTS_PUBLIC
  virtual void set_executor(const std::weak_ptr<rclcpp::Executor> executor);

protected:
  /// What the component's constructor is given: names, remap rules, log level and parameters of the
  /// request, and its extra arguments, which are the boolean options of that name of NodeOptions:
  /// use_intra_process_comms (true unless said otherwise, as here all are in one process),
  /// enable_rosout, enable_topic_statistics, start_parameter_services,
  /// start_parameter_event_publisher, use_clock_thread, enable_logger_service; and
  /// forward_global_arguments: the container's own arguments count for the component too. Others
  /// are warned of. Throws ComponentManagerException.
  RCLCPP_COMPONENTS_PUBLIC
  virtual rclcpp::NodeOptions create_node_options(const std::shared_ptr<LoadNode::Request> request);

  /// For the component of that id in node_wrappers_.
  RCLCPP_COMPONENTS_PUBLIC
  virtual void add_node_to_executor(uint64_t node_id);
  /// Takes add_node_to_executor() back; callbacks may still be running afterwards.
  RCLCPP_COMPONENTS_PUBLIC
  virtual void remove_node_from_executor(uint64_t node_id);

  RCLCPP_COMPONENTS_PUBLIC
  virtual void on_load_node(
    const std::shared_ptr<rmw_request_id_t> request_header,
    const std::shared_ptr<LoadNode::Request> request, std::shared_ptr<LoadNode::Response> response);
  RCLCPP_COMPONENTS_PUBLIC
  virtual void on_unload_node(
    const std::shared_ptr<rmw_request_id_t> request_header,
    const std::shared_ptr<UnloadNode::Request> request,
    std::shared_ptr<UnloadNode::Response> response);
  /// Called by a thread of the executor that has the manager's node.
  RCLCPP_COMPONENTS_PUBLIC
  virtual void on_list_nodes(
    const std::shared_ptr<rmw_request_id_t> request_header,
    const std::shared_ptr<ListNodes::Request> request,
    std::shared_ptr<ListNodes::Response> response);

  [[deprecated("Use on_load_node() instead")]] RCLCPP_COMPONENTS_PUBLIC virtual void OnLoadNode(
    const std::shared_ptr<rmw_request_id_t> request_header,
    const std::shared_ptr<LoadNode::Request> request, std::shared_ptr<LoadNode::Response> response)
  {
    on_load_node(request_header, request, response);
  }
  [[deprecated("Use on_unload_node() instead")]] RCLCPP_COMPONENTS_PUBLIC virtual void OnUnloadNode(
    const std::shared_ptr<rmw_request_id_t> request_header,
    const std::shared_ptr<UnloadNode::Request> request,
    std::shared_ptr<UnloadNode::Response> response)
  {
    on_unload_node(request_header, request, response);
  }
  [[deprecated("Use on_list_nodes() instead")]] RCLCPP_COMPONENTS_PUBLIC virtual void OnListNodes(
    const std::shared_ptr<rmw_request_id_t> request_header,
    const std::shared_ptr<ListNodes::Request> request,
    std::shared_ptr<ListNodes::Response> response)
  {
    on_list_nodes(request_header, request, response);
  }

  std::weak_ptr<rclcpp::Executor> executor_;

  /// Of the next component.
  uint64_t unique_id_{1};
  std::map<std::string, std::unique_ptr<class_loader::ClassLoader>> loaders_;
  /// What is listed. Changed by the thread that loads and unloads only, in the virtual functions; or
  /// by a derived class while its node is not spun.
  std::map<uint64_t, rclcpp_components::NodeInstanceWrapper> node_wrappers_;

  rclcpp::Service<LoadNode>::SharedPtr loadNode_srv_;
  rclcpp::Service<UnloadNode>::SharedPtr unloadNode_srv_;
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
