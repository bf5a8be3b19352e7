// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Interfaces of nodes: NodeInterfaces, get_node_…_interface(), the functions that use them, and the
// related templates.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <type_traits>

#include "node_support.hpp"
#include "rclcpp/expand_topic_or_service_name.hpp"
#include "rclcpp/function_traits.hpp"
#include "rclcpp/node_interfaces/get_node_clock_interface.hpp"
#include "rclcpp/node_interfaces/get_node_graph_interface.hpp"
#include "rclcpp/node_interfaces/get_node_logging_interface.hpp"
#include "rclcpp/node_interfaces/get_node_parameters_interface.hpp"
#include "rclcpp/node_interfaces/get_node_time_source_interface.hpp"
#include "rclcpp/node_interfaces/get_node_topics_interface.hpp"
#include "rclcpp/node_interfaces/get_node_waitables_interface.hpp"
#include "rclcpp/node_interfaces/node_interfaces.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp/version.h"
#include "std_msgs/msg/string.hpp"

/// An interface of a program.
struct ClawInterface
{
  int fingers = 3;
};
RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(ClawInterface, claw)

using namespace rclcpp;                   // NOLINT
using namespace rclcpp::node_interfaces;  // NOLINT
using namespace std::chrono_literals;     // NOLINT
using node_test::thrown_text;

namespace
{

class NodeInterfacesTest : public testing::Test
{
protected:
  static NodeOptions options_of(const Context::SharedPtr & context)
  {
    NodeOptions options;
    options.context(context);
    return options;
  }

  const Context::SharedPtr context_ = node_test::make_context();
  const Node::SharedPtr node_ = std::make_shared<Node>("robot", "ns", options_of(context_));
};

// A node of a program: not a rclcpp::Node, but with its getters.
class Arm
{
public:
  explicit Arm(Node::SharedPtr node) : node_(std::move(node)) {}
  auto get_node_base_interface() { return node_->get_node_base_interface(); }
  auto get_node_timers_interface() { return node_->get_node_timers_interface(); }
  std::shared_ptr<ClawInterface> get_node_claw_interface() { return claw_; }

private:
  Node::SharedPtr node_;
  std::shared_ptr<ClawInterface> claw_ = std::make_shared<ClawInterface>();
};

std::string name_of(NodeInterfaces<NodeBaseInterface> node)
{
  return node.get_node_base_interface()->get_name();
}

}  // namespace

TEST_F(NodeInterfacesTest, HoldsTheInterfacesOfANode)
{
  NodeInterfaces<NodeBaseInterface, NodeClockInterface, NodeTopicsInterface> parts(*node_);
  EXPECT_EQ(parts.get<NodeBaseInterface>(), node_->get_node_base_interface());
  EXPECT_EQ(parts.get_node_clock_interface(), node_->get_node_clock_interface());
  const auto & fixed = parts;
  static_assert(
    std::is_same_v<
      decltype(fixed.get<NodeBaseInterface>()), std::shared_ptr<const NodeBaseInterface>>);

  EXPECT_EQ(name_of(*node_), "robot");
  EXPECT_EQ(name_of(parts), "robot");  // fewer interfaces than it has
  const NodeInterfaces<NodeBaseInterface> given(node_->get_node_base_interface());
  EXPECT_EQ(name_of(given), "robot");
  NodeInterfaces<NodeBaseInterface, NodeClockInterface> none;
  EXPECT_EQ(none.get_node_clock_interface(), nullptr);
  none = NodeInterfaces<NodeBaseInterface, NodeClockInterface>(*node_);
  EXPECT_EQ(none.get_node_clock_interface(), node_->get_node_clock_interface());

  static_assert(
    !std::is_constructible_v<NodeInterfaces<NodeGraphInterface>, decltype(parts) &>,
    "interfaces that are not there cannot be taken");
}

TEST_F(NodeInterfacesTest, ProgramsMayHaveNodesAndInterfacesOfTheirOwn)
{
  Arm arm(node_);
  NodeInterfaces<NodeBaseInterface, ClawInterface> parts(arm);
  EXPECT_EQ(parts.get_node_claw_interface()->fingers, 3);
  EXPECT_EQ(name_of(arm), "robot");
}

TEST_F(NodeInterfacesTest, FreeFunctionsTakeAnythingLikeANode)
{
  const NodeBaseInterface::SharedPtr base = node_->get_node_base_interface();
  NodeInterfaces<NodeBaseInterface> parts(*node_);
  Arm arm(node_);
  EXPECT_EQ(get_node_base_interface(*node_), base);
  EXPECT_EQ(get_node_base_interface(node_), base);
  EXPECT_EQ(get_node_base_interface(node_.get()), base);
  EXPECT_EQ(get_node_base_interface(base), base);
  EXPECT_EQ(get_node_base_interface(parts), base);
  EXPECT_EQ(get_node_base_interface(arm), base);
  EXPECT_EQ(get_node_clock_interface(node_), node_->get_node_clock_interface());
  EXPECT_EQ(get_node_graph_interface(node_), node_->get_node_graph_interface());
  EXPECT_EQ(get_node_logging_interface(node_), node_->get_node_logging_interface());
  EXPECT_EQ(get_node_parameters_interface(node_), node_->get_node_parameters_interface());
  EXPECT_EQ(get_node_time_source_interface(node_), node_->get_node_time_source_interface());
  EXPECT_EQ(get_node_timers_interface(node_), node_->get_node_timers_interface());
  EXPECT_EQ(get_node_topics_interface(node_), node_->get_node_topics_interface());
  EXPECT_EQ(get_node_waitables_interface(node_), node_->get_node_waitables_interface());
  thrown_text<std::invalid_argument>([] { get_node_base_interface(Node::SharedPtr()); });
}

TEST_F(NodeInterfacesTest, EntitiesCanBeCreatedFromInterfaces)
{
  NodeInterfaces<
    NodeBaseInterface, NodeTimersInterface, NodeTopicsInterface, NodeParametersInterface>
    parts(*node_);
  const auto clock = std::make_shared<Clock>(RCL_STEADY_TIME);
  int calls = 0;
  const auto timer = create_timer(parts, clock, Duration(0, 1000), [&calls] { ++calls; });
  const auto publisher = create_publisher<std_msgs::msg::String>(parts, "words", 1);
  EXPECT_STREQ(publisher->get_topic_name(), "/ns/words");

  ExecutorOptions options;
  options.context = context_;
  executors::SingleThreadedExecutor executor(options);
  executor.add_node(node_);
  while (calls < 2) {
    executor.spin_once();
  }
}

TEST_F(NodeInterfacesTest, ParametersAreCopied)
{
  const auto other = std::make_shared<Node>("other", options_of(context_));
  rcl_interfaces::msg::ParameterDescriptor described;
  described.description = "in metres";
  node_->declare_parameter("reach", 0.5, described);
  node_->declare_parameter("name", "left");
  other->declare_parameter("name", "right");

  copy_all_parameter_values(node_, other);
  EXPECT_EQ(other->get_parameter("reach").as_double(), 0.5);
  EXPECT_EQ(other->describe_parameter("reach").description, "in metres");
  EXPECT_EQ(other->get_parameter("name").as_string(), "right");

  copy_all_parameter_values(node_, other, true);
  EXPECT_EQ(other->get_parameter("name").as_string(), "left");
}

TEST(NodeNames, ExpandedWithoutANode)
{
  EXPECT_EQ(expand_topic_or_service_name("x", "robot", "/ns"), "/ns/x");
  EXPECT_EQ(expand_topic_or_service_name("~/x", "robot", "/"), "/robot/x");
  EXPECT_EQ(expand_topic_or_service_name("{node}/x", "robot", "/ns", true), "/ns/robot/x");
  thrown_text<exceptions::InvalidTopicNameError>(
    [] { expand_topic_or_service_name("a b", "robot", "/"); });
  thrown_text<exceptions::InvalidServiceNameError>(
    [] { expand_topic_or_service_name("a b", "robot", "/", true); });
  thrown_text<exceptions::InvalidNodeNameError>(
    [] { expand_topic_or_service_name("x", "ro bot", "/"); });
  thrown_text<exceptions::InvalidNamespaceError>(
    [] { expand_topic_or_service_name("x", "robot", "ns"); });

  EXPECT_EQ(extend_name_with_sub_namespace("x", "sub"), "sub/x");
  EXPECT_EQ(extend_name_with_sub_namespace("/x", "sub"), "/x");
  EXPECT_EQ(extend_name_with_sub_namespace("~/x", "sub"), "~/x");
  EXPECT_EQ(extend_name_with_sub_namespace("x", ""), "x");
}

namespace
{
struct Functor
{
  void member(int, const std::string &) {}
  double constant(int) const { return 0; }
};
int free_function(char) noexcept
{
  return 0;
}
}  // namespace

TEST(FunctionTraits, KnowTheArgumentsOfAnyCallable)
{
  namespace traits = rclcpp::function_traits;
  const auto lambda = [](int, double) { return true; };
  auto changing = [count = 0](std::string &) mutable { ++count; };
  using Bound = decltype(std::bind(
    &Functor::member, static_cast<Functor *>(nullptr), std::placeholders::_1,
    std::placeholders::_2));
  using BoundConstant =
    decltype(std::bind(&Functor::constant, static_cast<Functor *>(nullptr), std::placeholders::_1));
  using BoundFree = decltype(std::bind(&free_function, std::placeholders::_1));

  static_assert(traits::function_traits<decltype(lambda)>::arity == 2);
  static_assert(
    std::is_same_v<traits::function_traits<decltype(lambda)>::argument_type<1>, double>);
  static_assert(std::is_same_v<traits::function_traits<decltype(lambda)>::return_type, bool>);
  static_assert(traits::check_arguments<decltype(changing), std::string &>::value);
  static_assert(traits::check_arguments<std::function<void()>>::value);
  static_assert(traits::check_arguments<decltype(free_function), char>::value);
  static_assert(traits::check_arguments<decltype(&free_function), char>::value);
  static_assert(traits::check_arguments<Bound, int, const std::string &>::value);
  static_assert(traits::check_arguments<BoundConstant, int>::value);
  static_assert(traits::arity_comparator<1, BoundFree>::value);
  static_assert(!traits::same_arguments<Bound, decltype(lambda)>::value);
  static_assert(traits::same_arguments<decltype(lambda), std::function<void(int, double)>>::value);
  static_assert(std::is_same_v<
                traits::as_std_function<decltype(lambda)>::type, std::function<bool(int, double)>>);
  static_assert(std::is_same_v<traits::tuple_tail<std::tuple<int, char>>::type, std::tuple<char>>);
}

TEST(Version, CanBeCompared)
{
  static_assert(RCLCPP_VERSION_GTE(28, 1, 0) && RCLCPP_VERSION_GTE(27, 9, 9));
  static_assert(!RCLCPP_VERSION_GTE(28, 2, 0) && !RCLCPP_VERSION_GTE(29, 0, 0));
  EXPECT_EQ(
    std::string(RCLCPP_VERSION_STR), std::to_string(RCLCPP_VERSION_MAJOR) + "." +
                                       std::to_string(RCLCPP_VERSION_MINOR) + "." +
                                       std::to_string(RCLCPP_VERSION_PATCH));
}
