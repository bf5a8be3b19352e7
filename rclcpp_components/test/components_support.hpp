// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of the container tests: requests to a container.
#ifndef COMPONENTS_SUPPORT_HPP_
#define COMPONENTS_SUPPORT_HPP_

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "composition_interfaces/srv/list_nodes.hpp"
#include "composition_interfaces/srv/load_node.hpp"
#include "composition_interfaces/srv/unload_node.hpp"
#include "eventually.hpp"
#include "rclcpp/rclcpp.hpp"

namespace components_test
{

using composition_interfaces::srv::ListNodes;
using composition_interfaces::srv::LoadNode;
using composition_interfaces::srv::UnloadNode;
using test::eventually;
using test::patience;

inline std::shared_ptr<LoadNode::Request> load_request(
  const std::string & plugin, const std::string & package = "test_components")
{
  auto request = std::make_shared<LoadNode::Request>();
  request->package_name = package;
  request->plugin_name =
    plugin.find("::") == std::string::npos ? "test_components::" + plugin : plugin;
  return request;
}

template <typename ServiceT>
auto send(rclcpp::Client<ServiceT> & client, std::shared_ptr<typename ServiceT::Request> request)
{
  if (!client.wait_for_service(patience)) {
    throw std::runtime_error("there is no container");
  }
  return client.async_send_request(std::move(request)).future.share();
}

/// A node that sends requests to a container; its thread spins it.
class Requester
{
public:
  explicit Requester(const std::string & container = "/ComponentManager")
  : node_(std::make_shared<rclcpp::Node>("requester")),
    load_(node_->create_client<LoadNode>(container + "/_container/load_node")),
    unload_(node_->create_client<UnloadNode>(container + "/_container/unload_node")),
    list_(node_->create_client<ListNodes>(container + "/_container/list_nodes")),
    thread_([this] {
      executor_.add_node(node_);
      executor_.spin();
    })
  {
  }
  ~Requester()
  {
    executor_.cancel();
    thread_.join();
  }

  const rclcpp::Node::SharedPtr & node() const { return node_; }

  auto send_load(std::shared_ptr<LoadNode::Request> request)
  {
    return send(*load_, std::move(request));
  }
  LoadNode::Response::SharedPtr load(std::shared_ptr<LoadNode::Request> request)
  {
    return answer(send_load(std::move(request)));
  }
  LoadNode::Response::SharedPtr load(const std::string & plugin)
  {
    return load(load_request(plugin));
  }
  UnloadNode::Response::SharedPtr unload(std::uint64_t id)
  {
    auto request = std::make_shared<UnloadNode::Request>();
    request->unique_id = id;
    return answer(send(*unload_, request));
  }
  ListNodes::Response::SharedPtr list()
  {
    return answer(send(*list_, std::make_shared<ListNodes::Request>()));
  }

  template <typename Response>
  static Response answer(const std::shared_future<Response> & future)
  {
    if (future.wait_for(patience) != std::future_status::ready) {
      throw std::runtime_error("the container did not answer");
    }
    return future.get();
  }

private:
  const rclcpp::Node::SharedPtr node_;
  const rclcpp::Client<LoadNode>::SharedPtr load_;
  const rclcpp::Client<UnloadNode>::SharedPtr unload_;
  const rclcpp::Client<ListNodes>::SharedPtr list_;
  rclcpp::executors::SingleThreadedExecutor executor_;
  std::thread thread_;
};

inline rclcpp::Parameter parameter_of(
  const Requester & requester, const std::string & node, const std::string & name)
{
  const auto client = std::make_shared<rclcpp::AsyncParametersClient>(requester.node(), node);
  if (!client->wait_for_service(patience)) {
    throw std::runtime_error("there is no node " + node);
  }
  return Requester::answer(client->get_parameters({name})).at(0);
}

inline rcl_interfaces::msg::Parameter argument(
  const std::string & name, const rclcpp::ParameterValue & value)
{
  return rclcpp::Parameter(name, value).to_parameter_msg();
}

}  // namespace components_test

#endif  // COMPONENTS_SUPPORT_HPP_
