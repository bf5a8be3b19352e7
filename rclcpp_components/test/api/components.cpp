// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Group: Components (rclcpp_components)
#include "api.hpp"
#include "class_loader/class_loader.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_components/component_manager.hpp"
#include "rclcpp_components/component_manager_isolated.hpp"
#include "rclcpp_components/register_node_macro.hpp"

using rclcpp_components::ComponentManager;
using rclcpp_components::ComponentManagerException;
using rclcpp_components::ComponentManagerIsolated;
using rclcpp_components::NodeFactory;
using rclcpp_components::NodeInstanceWrapper;
using NodeFactoryTemplate = rclcpp_components::NodeFactoryTemplate<rclcpp::Node>;
using NodeBasePtr = rclcpp::node_interfaces::NodeBaseInterface::SharedPtr;
using Resource = ComponentManager::ComponentResource;
using WeakExecutor = std::weak_ptr<rclcpp::Executor>;

/// Uses the functions for classes that derive from the manager.
class Protected : public ComponentManager
{
public:
  using ComponentManager::add_node_to_executor;
  using ComponentManager::create_node_options;
  using ComponentManager::executor_;
  using ComponentManager::listNodes_srv_;
  using ComponentManager::loaders_;
  using ComponentManager::loadNode_srv_;
  using ComponentManager::node_wrappers_;
  using ComponentManager::on_list_nodes;
  using ComponentManager::on_load_node;
  using ComponentManager::on_unload_node;
  using ComponentManager::remove_node_from_executor;
  using ComponentManager::unique_id_;
  using ComponentManager::unloadNode_srv_;
};
using Header = std::shared_ptr<rmw_request_id_t>;
using LoadNode = ComponentManager::LoadNode;
using UnloadNode = ComponentManager::UnloadNode;
using ListNodes = ComponentManager::ListNodes;

namespace example
{
class Component : public rclcpp::Node
{
public:
  explicit Component(const rclcpp::NodeOptions & options) : Node("component", options) {}
};
}  // namespace example

HEADER("rclcpp_components/component_manager.hpp");
TYPE(rclcpp_components::ComponentManagerException);
CONSTRUCTOR(ComponentManagerException, (const std::string &));
TYPE(rclcpp_components::ComponentManager);
CONSTRUCTOR(ComponentManager, ());
CONSTRUCTOR(ComponentManager, (WeakExecutor, std::string, const rclcpp::NodeOptions &));
METHOD(
  std::vector<Resource>, const ComponentManager, get_component_resources,
  (const std::string &, const std::string &));
METHOD(
  std::shared_ptr<NodeFactory>, ComponentManager, create_component_factory, (const Resource &));
METHOD(void, ComponentManager, set_executor, (const WeakExecutor));
METHOD(rclcpp::NodeOptions, Protected, create_node_options, (std::shared_ptr<LoadNode::Request>));
METHOD(void, Protected, add_node_to_executor, (std::uint64_t));
METHOD(void, Protected, remove_node_from_executor, (std::uint64_t));
METHOD(
  void, Protected, on_load_node,
  (const Header, std::shared_ptr<LoadNode::Request>, std::shared_ptr<LoadNode::Response>));
METHOD(
  void, Protected, on_unload_node,
  (const Header, std::shared_ptr<UnloadNode::Request>, std::shared_ptr<UnloadNode::Response>));
METHOD(
  void, Protected, on_list_nodes,
  (const Header, std::shared_ptr<ListNodes::Request>, std::shared_ptr<ListNodes::Response>));
FIELD(WeakExecutor, Protected, executor_);
FIELD(std::uint64_t, Protected, unique_id_);
USE(loaders_, auto & loaders = api::some<Protected>().loaders_; loaders["a"].reset());
USE(node_wrappers_, NodeInstanceWrapper wrapper = api::some<Protected>().node_wrappers_[1]);
FIELD(rclcpp::Service<LoadNode>::SharedPtr, Protected, loadNode_srv_);
FIELD(rclcpp::Service<UnloadNode>::SharedPtr, Protected, unloadNode_srv_);
FIELD(rclcpp::Service<ListNodes>::SharedPtr, Protected, listNodes_srv_);
DIFFERENT(
  on_load_node, "is called by a thread of the manager, as on_unload_node; see the header",
  (void)&Protected::on_load_node);
DIFFERENT(
  spin, "goes on when a callback of a component throws: the component is unloaded",
  (void)&rclcpp::Executor::spin);
DIFFERENT(
  use_intra_process_comms, "of a component is true unless the request says otherwise",
  (void)rclcpp::NodeOptions().use_intra_process_comms());

HEADER("rclcpp_components/component_manager_isolated.hpp");
TYPE(rclcpp_components::ComponentManagerIsolated<>);
CONSTRUCTOR(ComponentManagerIsolated<>, (WeakExecutor));
TYPE(rclcpp_components::ComponentManagerIsolated<rclcpp::executors::MultiThreadedExecutor>);

HEADER("rclcpp_components/node_factory.hpp");
TYPE(rclcpp_components::NodeFactory);
METHOD(NodeInstanceWrapper, NodeFactory, create_node_instance, (const rclcpp::NodeOptions &));

HEADER("rclcpp_components/node_factory_template.hpp");
TYPE(rclcpp_components::NodeFactoryTemplate<rclcpp::Node>);

HEADER("rclcpp_components/node_instance_wrapper.hpp");
TYPE(rclcpp_components::NodeInstanceWrapper);
TYPE(NodeInstanceWrapper::NodeBaseInterfaceGetter);
CONSTRUCTOR(NodeInstanceWrapper, ());
CONSTRUCTOR(
  NodeInstanceWrapper, (std::shared_ptr<void>, NodeInstanceWrapper::NodeBaseInterfaceGetter));
METHOD(const std::shared_ptr<void>, const NodeInstanceWrapper, get_node_instance, ());
METHOD(NodeBasePtr, NodeInstanceWrapper, get_node_base_interface, ());

HEADER("rclcpp_components/register_node_macro.hpp");
USE(RCLCPP_COMPONENTS_REGISTER_NODE, );
RCLCPP_COMPONENTS_REGISTER_NODE(example::Component)

HEADER("rclcpp_components/visibility_control.hpp");
USE(RCLCPP_COMPONENTS_PUBLIC, struct RCLCPP_COMPONENTS_PUBLIC Visible{}; (void)Visible());
