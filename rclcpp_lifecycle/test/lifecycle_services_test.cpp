// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The services of a lifecycle node, and when it answers.
#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "lifecycle_msgs/srv/change_state.hpp"
#include "lifecycle_msgs/srv/get_available_states.hpp"
#include "lifecycle_msgs/srv/get_available_transitions.hpp"
#include "lifecycle_msgs/srv/get_state.hpp"
#include "lifecycle_support.hpp"

namespace
{

using namespace std::chrono_literals;
using namespace lifecycle_test;
using lifecycle_msgs::msg::Transition;
using lifecycle_msgs::srv::ChangeState;
using lifecycle_msgs::srv::GetAvailableStates;
using lifecycle_msgs::srv::GetAvailableTransitions;
using lifecycle_msgs::srv::GetState;

/// A client of the services; the calls spin its executor.
class Supervisor
{
public:
  explicit Supervisor(const rclcpp::Context::SharedPtr & context)
  : node_(std::make_shared<rclcpp::Node>("supervisor", options_in(context))),
    executor_(executor_in(context)),
    change_(node_->create_client<ChangeState>("/camera/change_state")),
    get_(node_->create_client<GetState>("/camera/get_state"))
  {
    executor_.add_node(node_);
  }

  template <typename ServiceT>
  typename ServiceT::Response call(
    rclcpp::Client<ServiceT> & client, const typename ServiceT::Request & request)
  {
    auto answer = client.async_send_request(std::make_shared<typename ServiceT::Request>(request));
    EXPECT_EQ(
      executor_.spin_until_future_complete(answer, patience), rclcpp::FutureReturnCode::SUCCESS);
    return *answer.get();
  }
  template <typename ServiceT>
  typename ServiceT::Response call(const std::string & service)
  {
    auto client = node_->create_client<ServiceT>(service);
    return call(*client, typename ServiceT::Request());
  }

  bool change(std::uint8_t id, const std::string & label = "")
  {
    ChangeState::Request request;
    request.transition.id = id;
    request.transition.label = label;
    return call(*change_, request).success;
  }
  std::string state() { return call(*get_, GetState::Request()).current_state.label; }

  /// Does not wait for the response.
  auto begin_change(const std::string & label)
  {
    auto request = std::make_shared<ChangeState::Request>();
    request->transition.label = label;
    return change_->async_send_request(request).future.share();
  }
  rclcpp::Executor & executor() { return executor_; }
  const rclcpp::Node::SharedPtr & node() { return node_; }

private:
  rclcpp::Node::SharedPtr node_;
  rclcpp::executors::SingleThreadedExecutor executor_;
  rclcpp::Client<ChangeState>::SharedPtr change_;
  rclcpp::Client<GetState>::SharedPtr get_;
};

/// Spins nodes on its own thread.
template <typename ExecutorT>
class Spinning
{
public:
  explicit Spinning(const rclcpp::Context::SharedPtr & context, LifecycleNode & node)
  : executor_(executor_in(context))
  {
    executor_.add_node(node.get_node_base_interface());
    thread_ = std::thread([this] { executor_.spin(); });
  }
  ~Spinning()
  {
    executor_.cancel();
    thread_.join();
  }

private:
  ExecutorT executor_;
  std::thread thread_;
};

class LifecycleServicesTest : public testing::Test
{
protected:
  void TearDown() override { context_->shutdown("the test ends"); }

  std::shared_ptr<LifecycleNode> make()
  {
    return std::make_shared<LifecycleNode>("camera", options_in(context_));
  }

  rclcpp::Context::SharedPtr context_ = make_context();
};

TEST_F(LifecycleServicesTest, ChangeTheStateByLabelOrNumber)
{
  auto node = make();
  Spinning<rclcpp::executors::SingleThreadedExecutor> spinning(context_, *node);
  Supervisor supervisor(context_);
  EXPECT_TRUE(supervisor.change(Transition::TRANSITION_CONFIGURE));
  EXPECT_EQ(supervisor.state(), "inactive");
  EXPECT_TRUE(supervisor.change(0, "activate"));
  EXPECT_EQ(supervisor.state(), "active");
  // the label takes precedence
  EXPECT_TRUE(supervisor.change(Transition::TRANSITION_ACTIVE_SHUTDOWN, "deactivate"));
  EXPECT_EQ(supervisor.state(), "inactive");
  CapturedLog log;
  EXPECT_FALSE(supervisor.change(Transition::TRANSITION_CLEANUP, "clean_up"));
  EXPECT_EQ(
    log.count("transition 'clean_up' of node '/camera' is refused: its state is 'inactive', where "
              "these are possible: 'cleanup' (2), 'activate' (3), 'shutdown' (6)"),
    1)
    << log.all();
  EXPECT_FALSE(supervisor.change(0));
  EXPECT_FALSE(supervisor.change(200));
  EXPECT_FALSE(supervisor.change(0, "transition_success"));
  EXPECT_EQ(supervisor.state(), "inactive");
  node->register_on_cleanup([](const State &) { return CallbackReturn::FAILURE; });
  EXPECT_FALSE(supervisor.change(Transition::TRANSITION_CLEANUP));
  EXPECT_TRUE(supervisor.change(0, "shutdown"));
  EXPECT_EQ(supervisor.state(), "finalized");
}

TEST_F(LifecycleServicesTest, ReturnTheTables)
{
  auto node = make();  // without an executor
  Supervisor supervisor(context_);
  const auto states = supervisor.call<GetAvailableStates>("/camera/get_available_states");
  ASSERT_EQ(states.available_states.size(), 11u);
  EXPECT_EQ(states.available_states[5].id, 10);
  EXPECT_EQ(states.available_states[5].label, "configuring");
  const auto graph = supervisor.call<GetAvailableTransitions>("/camera/get_transition_graph");
  ASSERT_EQ(graph.available_transitions.size(), 25u);
  EXPECT_EQ(graph.available_transitions[24].transition.id, 62);
  EXPECT_EQ(graph.available_transitions[24].start_state.label, "errorprocessing");
  EXPECT_EQ(graph.available_transitions[24].goal_state.label, "finalized");
  node->configure();
  const auto possible =
    supervisor.call<GetAvailableTransitions>("/camera/get_available_transitions");
  ASSERT_EQ(possible.available_transitions.size(), 3u);
  EXPECT_EQ(possible.available_transitions[1].transition.label, "activate");
  EXPECT_EQ(possible.available_transitions[1].goal_state.id, 13);
}

TEST_F(LifecycleServicesTest, ReturnTheStateWhileACallbackRunsInTheOnlyThread)
{
  auto node = make();
  std::promise<void> begun;
  std::promise<void> may_end;
  node->register_on_configure([&](const State &) {
    begun.set_value();
    may_end.get_future().wait();
    return CallbackReturn::SUCCESS;
  });
  Spinning<rclcpp::executors::SingleThreadedExecutor> spinning(context_, *node);
  Supervisor supervisor(context_);
  auto answer = supervisor.begin_change("configure");
  begun.get_future().wait();
  EXPECT_EQ(supervisor.state(), "configuring");
  EXPECT_EQ(
    supervisor.call<GetAvailableTransitions>("/camera/get_available_transitions")
      .available_transitions.size(),
    3u);
  may_end.set_value();
  EXPECT_EQ(
    supervisor.executor().spin_until_future_complete(answer, patience),
    rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_TRUE(answer.get()->success);
  EXPECT_EQ(supervisor.state(), "inactive");
}

TEST_F(LifecycleServicesTest, ATransitionMayWaitForTheNodesOtherCallbacks)
{
  auto node = make();
  auto server = std::make_shared<LifecycleNode>("lens", options_in(context_));
  auto client = node->create_client<GetState>("/lens/get_state");  // in the default group
  node->register_on_configure([&](const State &) {
    auto answer = client->async_send_request(std::make_shared<GetState::Request>());
    return answer.wait_for(patience) == std::future_status::ready ? CallbackReturn::SUCCESS
                                                                  : CallbackReturn::ERROR;
  });
  Spinning<rclcpp::executors::MultiThreadedExecutor> spinning(context_, *node);
  Supervisor supervisor(context_);
  EXPECT_TRUE(supervisor.change(0, "configure"));
}

TEST_F(LifecycleServicesTest, AreLeftOutIfSoWished)
{
  auto node = std::make_shared<LifecycleNode>("camera", options_in(context_), false);
  EXPECT_EQ(node->count_services("/camera/get_state"), 0u);
  EXPECT_EQ(node->count_services("/camera/change_state"), 0u);
  EXPECT_EQ(node->count_publishers("/camera/transition_event"), 1u);
  EXPECT_EQ(node->configure().label(), "inactive");
}

TEST_F(LifecycleServicesTest, AnswerAfterANewInitializationOfTheContext)
{
  auto first = make();
  context_->shutdown("test");
  context_->init(0, nullptr);
  auto second = std::make_shared<LifecycleNode>("camera", options_in(context_));
  Supervisor supervisor(context_);
  EXPECT_EQ(supervisor.state(), "unconfigured");
}

TEST_F(LifecycleServicesTest, HaveRos2sQoS)
{
  auto node = make();
  const auto publishers = node->get_publishers_info_by_topic("/camera/transition_event");
  ASSERT_EQ(publishers.size(), 1u);
  EXPECT_EQ(publishers[0].topic_type(), "lifecycle_msgs/msg/TransitionEvent");
  EXPECT_EQ(publishers[0].qos_profile().durability(), rclcpp::DurabilityPolicy::Volatile);
  EXPECT_EQ(publishers[0].qos_profile().reliability(), rclcpp::ReliabilityPolicy::Reliable);
  const auto services = node->get_service_names_and_types_by_node("camera", "/");
  EXPECT_EQ(
    services.at("/camera/get_transition_graph"),
    std::vector<std::string>{"lifecycle_msgs/srv/GetAvailableTransitions"});
  EXPECT_EQ(
    services.at("/camera/get_state"), std::vector<std::string>{"lifecycle_msgs/srv/GetState"});
}

}  // namespace
