// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The messages between an action client and server: each of them with plain services and topics.
#include <atomic>
#include <limits>
#include <map>
#include <optional>

#include "action_support.hpp"
#include "rcl/error_handling.h"
#include "rcl_action/graph.h"
#include "rcl_action/wait.h"

using namespace action_test;  // NOLINT(build/namespaces)
using SendGoal = Fibonacci::Impl::SendGoalService;
using GetResult = Fibonacci::Impl::GetResultService;
using FeedbackMessage = Fibonacci::Impl::FeedbackMessage;
using StatusArray = Fibonacci::Impl::GoalStatusMessage;

namespace
{

GoalUUID id_of(std::uint8_t number)
{
  GoalUUID id{};
  id[0] = number;
  id[15] = 0xff;
  return id;
}

/// A client of plain services.
struct PlainClient
{
  explicit PlainClient(Host & host)
  : send_goal(host.node->create_client<SendGoal>("fibonacci/_action/send_goal")),
    get_result(host.node->create_client<GetResult>("fibonacci/_action/get_result")),
    cancel_goal(host.node->create_client<CancelService>("fibonacci/_action/cancel_goal"))
  {
    EXPECT_TRUE(send_goal->wait_for_service(patience));
    EXPECT_TRUE(get_result->wait_for_service(patience));
    EXPECT_TRUE(cancel_goal->wait_for_service(patience));
  }

  SendGoal::Response::SharedPtr send(const GoalUUID & id, int order = 1)
  {
    auto request = std::make_shared<SendGoal::Request>();
    request->goal_id.uuid = id;
    request->goal.order = order;
    return get(send_goal->async_send_request(request).share());
  }
  std::shared_future<GetResult::Response::SharedPtr> ask(const GoalUUID & id)
  {
    auto request = std::make_shared<GetResult::Request>();
    request->goal_id.uuid = id;
    return get_result->async_send_request(request).share();
  }
  CancelService::Response::SharedPtr cancel(
    const GoalUUID & id,
    const builtin_interfaces::msg::Time & stamp = builtin_interfaces::msg::Time())
  {
    auto request = std::make_shared<CancelService::Request>();
    request->goal_info.goal_id.uuid = id;
    request->goal_info.stamp = stamp;
    return get(cancel_goal->async_send_request(request).share());
  }

  rclcpp::Client<SendGoal>::SharedPtr send_goal;
  rclcpp::Client<GetResult>::SharedPtr get_result;
  rclcpp::Client<CancelService>::SharedPtr cancel_goal;
};

class Protocol : public testing::Test
{
protected:
  // Its time stands still unless the test moves it.
  void set_time(std::int64_t seconds)
  {
    rcl_clock_t * const clock = host.node->get_clock()->get_clock_handle();
    ASSERT_EQ(rcl_enable_ros_time_override(clock), RCL_RET_OK);
    ASSERT_EQ(rcl_set_ros_time_override(clock, RCL_S_TO_NS(seconds)), RCL_RET_OK);
  }

  Host host{"server"};
  Host other{"client"};
};

TEST_F(Protocol, AKnownGoalIdIsRejectedWithoutACallback)
{
  GoalServer server(host);
  PlainClient client(other);
  const auto first = client.send(id_of(1));
  EXPECT_TRUE(first->accepted);
  EXPECT_GT(rclcpp::Time(first->stamp).nanoseconds(), 0);
  EXPECT_FALSE(client.send(id_of(1))->accepted);
  EXPECT_EQ(server.asked, 1);
  const auto goal = server.goals.get();
  goal->succeed(result_of({}));
  EXPECT_FALSE(client.send(id_of(1))->accepted);  // as long as the result is kept
  EXPECT_TRUE(client.send(id_of(2))->accepted);
  EXPECT_FALSE(client.send(id_of(3), -1)->accepted);
  EXPECT_TRUE(client.send(id_of(3), 1)->accepted);  // a rejected goal is not known
}

TEST_F(Protocol, AResultBeforeDuringAfterAndAfterItsTime)
{
  set_time(50);
  auto options = rcl_action_server_get_default_options();
  options.result_timeout.nanoseconds = RCL_S_TO_NS(2);
  GoalServer server(host, "fibonacci", options);
  PlainClient client(other);
  EXPECT_EQ(get(client.ask(id_of(1)))->status, GoalStatus::STATUS_UNKNOWN);  // before
  ASSERT_TRUE(client.send(id_of(1))->accepted);
  const auto during = client.ask(id_of(1));
  const auto again = client.ask(id_of(1));
  auto goal = server.goals.get();
  goal->succeed(result_of({3}));
  EXPECT_EQ(get(during)->status, GoalStatus::STATUS_SUCCEEDED);
  EXPECT_EQ(get(again)->result.sequence, std::vector<int>{3});
  EXPECT_EQ(get(client.ask(id_of(1)))->result.sequence, std::vector<int>{3});  // after
  set_time(51);
  ASSERT_TRUE(client.send(id_of(2))->accepted);
  auto second = server.goals.get();
  second->abort(result_of({4}));
  set_time(52);
  while (get(client.ask(id_of(1)))->status != GoalStatus::STATUS_UNKNOWN) {
  }
  EXPECT_EQ(get(client.ask(id_of(2)))->status, GoalStatus::STATUS_ABORTED);
  set_time(53);
  while (get(client.ask(id_of(2)))->status != GoalStatus::STATUS_UNKNOWN) {
  }
  EXPECT_TRUE(client.send(id_of(1))->accepted);  // it is no longer known
}

TEST_F(Protocol, WithoutATimeAResultIsKeptUntilItIsFetched)
{
  auto options = rcl_action_server_get_default_options();
  options.result_timeout.nanoseconds = 0;
  GoalServer server(host, "fibonacci", options);
  PlainClient client(other);
  ASSERT_TRUE(client.send(id_of(1))->accepted);
  server.goals.get()->succeed(result_of({3}));
  EXPECT_EQ(get(client.ask(id_of(1)))->status, GoalStatus::STATUS_SUCCEEDED);
  EXPECT_EQ(get(client.ask(id_of(1)))->status, GoalStatus::STATUS_UNKNOWN);
  ASSERT_TRUE(client.send(id_of(2))->accepted);
  const auto waiting = client.ask(id_of(2));
  // It has arrived when a later one is answered.
  EXPECT_EQ(get(client.ask(id_of(9)))->status, GoalStatus::STATUS_UNKNOWN);
  server.goals.get()->succeed(result_of({4}));
  EXPECT_EQ(get(waiting)->status, GoalStatus::STATUS_SUCCEEDED);
  while (get(client.ask(id_of(2)))->status != GoalStatus::STATUS_UNKNOWN) {
  }
}

TEST_F(Protocol, AResultExpiresWhenTimeIsSetBack)
{
  set_time(50);
  auto options = rcl_action_server_get_default_options();
  options.result_timeout.nanoseconds = RCL_S_TO_NS(4);
  GoalServer server(host, "fibonacci", options);
  PlainClient client(other);
  for (const std::uint8_t i : {1, 2}) {
    ASSERT_TRUE(client.send(id_of(i))->accepted);
    server.goals.get()->succeed(result_of({i}));
    set_time(52);
  }
  set_time(10);
  ASSERT_TRUE(client.send(id_of(3))->accepted);
  server.goals.get()->succeed(result_of({3}));
  for (const std::uint8_t i : {1, 2, 3}) {
    EXPECT_EQ(get(client.ask(id_of(i)))->status, GoalStatus::STATUS_SUCCEEDED);
  }
  set_time(13);
  for (const std::uint8_t i : {1, 2, 3}) {
    EXPECT_EQ(get(client.ask(id_of(i)))->status, GoalStatus::STATUS_SUCCEEDED);
  }
  set_time(14);  // 4 s after the jump
  for (const std::uint8_t i : {1, 2, 3}) {
    while (get(client.ask(id_of(i)))->status != GoalStatus::STATUS_UNKNOWN) {
    }
  }
}

TEST_F(Protocol, AResultExpiresThoughSimulatedTimeBegins)
{
  auto options = rcl_action_server_get_default_options();
  options.result_timeout.nanoseconds = RCL_S_TO_NS(100);
  GoalServer server(host, "fibonacci", options);
  PlainClient client(other);
  const auto end_one = [&](std::uint8_t number) {
    ASSERT_TRUE(client.send(id_of(number))->accepted);
    server.goals.get()->succeed(result_of({}));
  };
  end_one(1);  // in system time
  set_time(0);
  end_one(2);       // before simulated time has started
  set_time(1'000);  // which is not a lapse of time
  EXPECT_EQ(get(client.ask(id_of(1)))->status, GoalStatus::STATUS_SUCCEEDED);
  EXPECT_EQ(get(client.ask(id_of(2)))->status, GoalStatus::STATUS_SUCCEEDED);
  for (int time = 1'100; get(client.ask(id_of(1)))->status != GoalStatus::STATUS_UNKNOWN ||
                         get(client.ask(id_of(2)))->status != GoalStatus::STATUS_UNKNOWN;
       time += 100) {
    ASSERT_LE(time, 1'500);
    set_time(time);
    EXPECT_EQ(get(client.ask(id_of(9)))->status, GoalStatus::STATUS_UNKNOWN);
  }
}

TEST_F(Protocol, AResultIsKeptForEverByTheLongestTime)
{
  set_time(50);
  auto options = rcl_action_server_get_default_options();
  options.result_timeout.nanoseconds = std::numeric_limits<std::int64_t>::max();
  GoalServer server(host, "fibonacci", options);
  PlainClient client(other);
  ASSERT_TRUE(client.send(id_of(1))->accepted);
  server.goals.get()->succeed(result_of({}));
  for (const std::int64_t time : {51, 50 * 365 * 86'400, 10}) {
    set_time(time);
    EXPECT_EQ(get(client.ask(id_of(1)))->status, GoalStatus::STATUS_SUCCEEDED);
  }
}

TEST_F(Protocol, CancelRequests)
{
  using Response = CancelService::Response;
  const GoalUUID nobody{};
  std::atomic<bool> willing{true};
  set_time(100);
  GoalServer server(host);
  server.on_cancel = [&](const std::shared_ptr<ServerGoal> &) {
    return willing ? rclcpp_action::CancelResponse::ACCEPT : rclcpp_action::CancelResponse::REJECT;
  };
  PlainClient client(other);
  const auto stamp = [](int seconds) {
    builtin_interfaces::msg::Time time;
    time.sec = seconds;
    return time;
  };
  const auto ids = [](const Response & response) {
    std::vector<GoalUUID> list;
    for (const auto & info : response.goals_canceling) {
      list.push_back(info.goal_id.uuid);
    }
    return list;
  };
  std::map<int, std::shared_ptr<ServerGoal>> goals;
  const auto send = [&](int number, int order) {
    set_time(100 + number);
    ASSERT_TRUE(client.send(id_of(static_cast<std::uint8_t>(number)), order)->accepted);
    goals[number] = server.goals.get();
  };
  using Ids = std::vector<GoalUUID>;

  // Nothing to cancel.
  EXPECT_EQ(client.cancel(nobody)->return_code, Response::ERROR_NONE);
  EXPECT_EQ(client.cancel(nobody, stamp(200))->return_code, Response::ERROR_NONE);
  EXPECT_EQ(client.cancel(id_of(1))->return_code, Response::ERROR_UNKNOWN_GOAL_ID);
  EXPECT_EQ(client.cancel(id_of(1), stamp(200))->return_code, Response::ERROR_NONE);

  for (int i = 1; i <= 6; ++i) {
    send(i, i == 2 ? 0 : 1);  // the second is deferred
  }
  // The user rejects it.
  willing = false;
  auto response = client.cancel(id_of(1));
  EXPECT_EQ(response->return_code, Response::ERROR_REJECTED);
  EXPECT_TRUE(response->goals_canceling.empty());
  EXPECT_EQ(client.cancel(nobody)->return_code, Response::ERROR_REJECTED);
  willing = true;

  // One by its id, with its stamp of acceptance; a second time.
  response = client.cancel(id_of(2));
  EXPECT_EQ(response->return_code, Response::ERROR_NONE);
  EXPECT_EQ(ids(*response), Ids{id_of(2)});
  EXPECT_EQ(response->goals_canceling.at(0).stamp, stamp(102));
  EXPECT_EQ(client.cancel(id_of(2))->return_code, Response::ERROR_GOAL_TERMINATED);
  EXPECT_TRUE(goals[2]->is_canceling());

  // By the stamp, which counts; with an id beside it; with an unknown one.
  response = client.cancel(nobody, stamp(101));
  EXPECT_EQ(ids(*response), Ids{id_of(1)});
  response = client.cancel(id_of(5), stamp(103));
  EXPECT_EQ(ids(*response), (Ids{id_of(3), id_of(5)}));
  response = client.cancel(id_of(77), stamp(104));
  EXPECT_EQ(response->return_code, Response::ERROR_NONE);
  EXPECT_EQ(ids(*response), Ids{id_of(4)});

  // One that has ended, one that was dropped, all.
  goals[3]->canceled(result_of({}));
  EXPECT_EQ(client.cancel(id_of(3))->return_code, Response::ERROR_GOAL_TERMINATED);
  send(7, 1);
  goals[6].reset();
  response = client.cancel(nobody);
  EXPECT_EQ(response->return_code, Response::ERROR_NONE);
  EXPECT_EQ(ids(*response), Ids{id_of(7)});
  EXPECT_EQ(client.cancel(nobody)->return_code, Response::ERROR_NONE);
  EXPECT_TRUE(client.cancel(nobody)->goals_canceling.empty());
}

TEST_F(Protocol, TheStatusTopic)
{
  GoalServer server(host);
  const auto received = std::make_shared<Mail<StatusArray>>();
  Mail<StatusArray> & statuses = *received;
  const auto early = other.node->create_subscription<StatusArray>(
    "fibonacci/_action/status", rclcpp_action::DefaultActionStatusQoS().keep_last(1000),
    [received](const StatusArray & message) { received->put(message); });
  PlainClient client(other);
  while (early->get_publisher_count() == 0) {
    std::this_thread::yield();
  }
  const auto states = [](const StatusArray & message) {
    std::vector<int> list;
    for (const auto & status : message.status_list) {
      list.push_back(status.status);
    }
    return list;
  };
  using List = std::vector<int>;
  ASSERT_TRUE(client.send(id_of(1), 0)->accepted);
  EXPECT_EQ(states(statuses.get()), List{GoalStatus::STATUS_ACCEPTED});
  const auto first = server.goals.get();
  first->execute();
  EXPECT_EQ(states(statuses.get()), List{GoalStatus::STATUS_EXECUTING});
  const auto second_stamp = client.send(id_of(2))->stamp;
  auto message = statuses.get();
  EXPECT_EQ(states(message), (List{2, 2}));
  EXPECT_EQ(message.status_list[1].goal_info.goal_id.uuid, id_of(2));
  EXPECT_EQ(message.status_list[1].goal_info.stamp, second_stamp);
  const auto second = server.goals.get();
  first->succeed(result_of({}));
  EXPECT_EQ(states(statuses.get()), (List{GoalStatus::STATUS_SUCCEEDED, 2}));
  ASSERT_EQ(client.cancel(id_of(2))->goals_canceling.size(), 1U);
  EXPECT_EQ(states(statuses.get()), (List{4, GoalStatus::STATUS_CANCELING}));
  second->canceled(result_of({}));
  EXPECT_EQ(states(statuses.get()), (List{4, GoalStatus::STATUS_CANCELED}));

  // A late subscription gets the last list.
  const auto late = std::make_shared<Mail<StatusArray>>();  // a callback may outlive the test
  const auto subscription = other.node->create_subscription<StatusArray>(
    "fibonacci/_action/status", rclcpp_action::DefaultActionStatusQoS(),
    [late](const StatusArray & message) { late->put(message); });
  EXPECT_EQ(states(late->get()), (List{4, 5}));

  // The list has the last 20 ended goals, and all others.
  for (int i = 3; i <= 150; ++i) {
    GoalUUID id{};
    id[1] = static_cast<std::uint8_t>(i);
    ASSERT_TRUE(client.send(id)->accepted);
    const auto goal = server.goals.get();
    statuses.get();
    goal->abort(result_of({}));
    message = statuses.get();
  }
  EXPECT_EQ(message.status_list.size(), 20U);
  EXPECT_EQ(message.status_list.back().goal_info.goal_id.uuid[1], 150);
  EXPECT_TRUE(statuses.empty());
}

// Once for a goal that ends in it; feedback from it does not precede the status.
TEST_F(Protocol, TheStatusIsPublishedWhenHandleAcceptedReturns)
{
  Mail<bool> go_on;
  GoalServer server(
    host, "fibonacci", rcl_action_server_get_default_options(),
    [&](const std::shared_ptr<ServerGoal> & goal) {
      if (goal->get_goal()->order > 1) {
        goal->publish_feedback(feedback_of({1}));
        go_on.get();
      }
      goal->succeed(result_of({}));
    });
  Mail<StatusArray> statuses;
  const auto subscription = other.node->create_subscription<StatusArray>(
    "fibonacci/_action/status", rclcpp_action::DefaultActionStatusQoS().keep_last(1000),
    [&](const StatusArray & message) { statuses.put(message); });
  PlainClient client(other);
  while (subscription->get_publisher_count() == 0) {
    std::this_thread::yield();
  }
  const auto last = [&] { return statuses.get().status_list.back().status; };
  ASSERT_TRUE(client.send(id_of(1), 1)->accepted);
  EXPECT_EQ(last(), GoalStatus::STATUS_SUCCEEDED);
  ASSERT_TRUE(client.send(id_of(2), 2)->accepted);
  EXPECT_EQ(last(), GoalStatus::STATUS_EXECUTING);
  EXPECT_TRUE(statuses.empty());
  go_on.put(true);
  EXPECT_EQ(last(), GoalStatus::STATUS_SUCCEEDED);
  EXPECT_TRUE(statuses.empty());
}

// Status that no other process subscribed to has not been sent there.
TEST_F(Protocol, TheStatusReachesLateSubscriptions)
{
  GoalServer server(host);
  const auto client = host.make_client();
  ASSERT_TRUE(client->wait_for_action_server(patience));
  const auto first = get(client->async_send_goal(goal_of(1)));
  server.goals.get()->succeed(result_of({}));
  for (const auto & qos : {rclcpp::QoS(1), rclcpp::QoS(rclcpp_action::DefaultActionStatusQoS())}) {
    const auto second = get(client->async_send_goal(goal_of(2)));
    const auto running = server.goals.get();
    Mail<StatusArray> statuses;
    const auto subscription = other.node->create_subscription<StatusArray>(
      "fibonacci/_action/status", qos, [&](const StatusArray & message) { statuses.put(message); });
    const auto last = [&] { return statuses.get().status_list.back(); };
    auto status = last();
    // The second subscription may first get a message that was sent to the previous one.
    while (status.goal_info.goal_id.uuid != second->get_goal_id()) {
      status = last();
    }
    EXPECT_EQ(status.status, GoalStatus::STATUS_EXECUTING);
    running->abort(result_of({}));
    EXPECT_EQ(last().status, GoalStatus::STATUS_ABORTED);
  }
}

// The functions of rcl_action that list the actions.
TEST_F(Protocol, TheGraphInC)
{
  GoalServer server(host);
  const auto client = other.make_client();
  ASSERT_TRUE(client->wait_for_action_server(patience));
  const auto is_known = [&] {
    try {
      const auto topics =
        host.node->get_node_graph_interface()->get_subscriber_names_and_types_by_node(
          "client", "/");
      return topics.find("/fibonacci/_action/feedback") != topics.end();
    } catch (const std::runtime_error &) {  // the node does not exist yet
      return false;
    }
  };
  while (!is_known()) {
    std::this_thread::yield();
  }
  const rcl_node_t * const node = host.node->get_node_base_interface()->get_rcl_node_handle();
  rcl_allocator_t allocator = rcl_get_default_allocator();
  const auto answer = [&](const auto & ask) {
    auto found = rcl_get_zero_initialized_names_and_types();
    EXPECT_EQ(ask(&found), RCL_RET_OK);
    std::map<std::string, std::vector<std::string>> actions;
    for (std::size_t i = 0; i < found.names.size; ++i) {
      const rcutils_string_array_t & types = found.types[i];
      actions[found.names.data[i]].assign(types.data, types.data + types.size);
    }
    EXPECT_EQ(rcl_names_and_types_fini(&found), RCL_RET_OK);
    return actions;
  };
  const std::map<std::string, std::vector<std::string>> one{
    {"/fibonacci", {"test_msgs/action/Fibonacci"}}};
  const auto all = [&](auto * found) {
    return rcl_action_get_names_and_types(node, &allocator, found);
  };
  const auto servers_of = [&](const char * name) {
    return [&, name](auto * found) {
      return rcl_action_get_server_names_and_types_by_node(node, &allocator, name, "/", found);
    };
  };
  const auto clients_of = [&](const char * name) {
    return [&, name](auto * found) {
      return rcl_action_get_client_names_and_types_by_node(node, &allocator, name, "/", found);
    };
  };
  EXPECT_EQ(answer(all), one);
  EXPECT_EQ(answer(servers_of("server")), one);
  EXPECT_EQ(answer(clients_of("server")).size(), 0U);
  EXPECT_EQ(answer(servers_of("client")).size(), 0U);
  EXPECT_EQ(answer(clients_of("client")), one);

  auto none = rcl_get_zero_initialized_names_and_types();
  EXPECT_EQ(servers_of("nobody")(&none), RCL_RET_NODE_NAME_NON_EXISTENT);
  EXPECT_EQ(servers_of(nullptr)(&none), RCL_RET_INVALID_ARGUMENT);
  EXPECT_EQ(all(static_cast<rcl_names_and_types_t *>(nullptr)), RCL_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rcl_action_get_names_and_types(nullptr, &allocator, &none), RCL_RET_NODE_INVALID);
  ASSERT_EQ(all(&none), RCL_RET_OK);
  EXPECT_EQ(all(&none), RCL_RET_INVALID_ARGUMENT);  // in use
  EXPECT_EQ(rcl_names_and_types_fini(&none), RCL_RET_OK);
  rcl_reset_error();
}

/// A server of plain services and topics that answers when the test says so.
struct PlainServer
{
  explicit PlainServer(Host & host)
  : feedback(host.node->create_publisher<FeedbackMessage>("fibonacci/_action/feedback", 10)),
    status(host.node->create_publisher<StatusArray>(
      "fibonacci/_action/status", rclcpp_action::DefaultActionStatusQoS())),
    send_goal(host.node->create_service<SendGoal>(
      "fibonacci/_action/send_goal",
      [this](
        const std::shared_ptr<rmw_request_id_t> & header,
        const SendGoal::Request::SharedPtr & request) { goals.put({header, request}); })),
    get_result(host.node->create_service<GetResult>(
      "fibonacci/_action/get_result",
      [this](
        const std::shared_ptr<rmw_request_id_t> & header,
        const GetResult::Request::SharedPtr & request) { results.put({header, request}); })),
    cancel_goal(host.node->create_service<CancelService>(
      "fibonacci/_action/cancel_goal",
      [this](
        const std::shared_ptr<rmw_request_id_t> & header,
        const CancelService::Request::SharedPtr & request) { cancels.put({header, request}); }))
  {
  }

  template <typename S>
  using Request = std::pair<std::shared_ptr<rmw_request_id_t>, typename S::Request::SharedPtr>;

  void answer(const Request<SendGoal> & request, bool accepted)
  {
    SendGoal::Response response;
    response.accepted = accepted;
    response.stamp.sec = 7;
    send_goal->send_response(*request.first, response);
  }
  void end(const Request<GetResult> & request, std::int8_t status)
  {
    GetResult::Response response;
    response.status = status;
    get_result->send_response(*request.first, response);
  }

  Mail<Request<SendGoal>> goals;
  Mail<Request<GetResult>> results;
  Mail<Request<CancelService>> cancels;
  rclcpp::Publisher<FeedbackMessage>::SharedPtr feedback;
  rclcpp::Publisher<StatusArray>::SharedPtr status;
  rclcpp::Service<SendGoal>::SharedPtr send_goal;
  rclcpp::Service<GetResult>::SharedPtr get_result;
  rclcpp::Service<CancelService>::SharedPtr cancel_goal;
};

TEST_F(Protocol, FeedbackThatOvertakesTheGoalResponseWaitsForIt)
{
  PlainServer server(host);
  const auto client = other.make_client();
  ASSERT_TRUE(client->wait_for_action_server(patience));
  std::vector<int> order;
  Mail<bool> done;
  Client::SendGoalOptions options;
  options.goal_response_callback = [&](const auto &) { order.push_back(-1); };
  options.feedback_callback = [&](const auto &, const auto & feedback) {
    order.push_back(feedback->sequence[0]);
    if (feedback->sequence[0] == 100) {
      done.put(true);
    }
  };
  const auto future = client->async_send_goal(goal_of(1), options);
  const auto request = server.goals.get();
  // Another client of the same node gets the messages last, because it was created last.
  Mail<int> seen;
  const auto last = other.node->create_subscription<FeedbackMessage>(
    "fibonacci/_action/feedback", 10,
    [&](const FeedbackMessage & message) { seen.put(message.feedback.sequence[0]); });
  while (last->get_publisher_count() == 0 || server.feedback->get_subscription_count() < 2) {
    std::this_thread::yield();
  }
  const auto publish = [&](int value) {
    FeedbackMessage message;
    message.goal_id = request.second->goal_id;
    message.feedback.sequence = {value};
    server.feedback->publish(message);
  };
  for (int i = 1; i <= 13; ++i) {
    publish(i);
    EXPECT_EQ(seen.get(), i);
  }
  server.answer(request, true);
  EXPECT_EQ(get(future)->get_goal_stamp(), rclcpp::Time(7, 0, RCL_ROS_TIME));
  publish(100);
  EXPECT_TRUE(done.get());
  EXPECT_EQ(seen.get(), 100);  // nothing calls back after it
  // The last ten, then the messages after the response.
  EXPECT_EQ(order, (std::vector<int>{-1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 100}));
}

// However many messages come: they use no queue capacity, and nothing waits behind them.
TEST_F(Protocol, FeedbackOfOtherGoalsDisplacesNoFeedback)
{
  PlainServer server(host);
  const auto client = other.make_client();
  ASSERT_TRUE(client->wait_for_action_server(patience));
  Mail<bool> is_held, go_on;
  std::vector<int> values;
  Mail<Client::WrappedResult> done;
  Client::SendGoalOptions options;
  options.goal_response_callback = [&](const auto &) {
    is_held.put(true);
    go_on.get();
  };
  options.feedback_callback = [&](const auto &, const auto & feedback) {
    values.push_back(feedback->sequence[0]);
  };
  options.result_callback = [&](const Client::WrappedResult & result) { done.put(result); };
  const auto future = client->async_send_goal(goal_of(1), options);
  const auto request = server.goals.get();
  while (server.feedback->get_subscription_count() == 0) {
    std::this_thread::yield();
  }
  server.answer(request, true);
  is_held.get();  // nothing takes items out of the queues now
  const auto publish = [&](const unique_identifier_msgs::msg::UUID & id, int value) {
    FeedbackMessage message;
    message.goal_id = id;
    message.feedback.sequence = {value};
    server.feedback->publish(message);
  };
  for (int i = 0; i < 10; ++i) {
    publish(request.second->goal_id, i);
    for (int j = 0; j < 1000; ++j) {
      unique_identifier_msgs::msg::UUID id;
      id.uuid = id_of(static_cast<std::uint8_t>(j));
      publish(id, -1);
    }
  }
  go_on.put(true);
  const auto asked = server.results.get();
  server.end(asked, GoalStatus::STATUS_SUCCEEDED);
  EXPECT_EQ(done.get().code, ResultCode::SUCCEEDED);
  EXPECT_EQ(values, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

// Programs spin once per message; ROS 2's own tests do.
TEST_F(Protocol, TheStatusIsAnItemOfTheExecutor)
{
  const auto context = make_context();
  rclcpp::NodeOptions options;
  options.context(context).start_parameter_services(false).start_parameter_event_publisher(false);
  const auto node = std::make_shared<rclcpp::Node>("spinning", options.enable_rosout(false));
  const auto client = rclcpp_action::create_client<Fibonacci>(node, "fibonacci");
  rclcpp::ExecutorOptions executor_options;
  executor_options.context = context;
  rclcpp::executors::SingleThreadedExecutor executor(executor_options);
  executor.add_node(node);
  PlainServer server(host);
  ASSERT_TRUE(client->wait_for_action_server(patience));
  executor.spin_some();
  const auto future = client->async_send_goal(goal_of(1));
  const auto request = server.goals.get();
  server.answer(request, true);
  ASSERT_EQ(
    executor.spin_until_future_complete(future, patience), rclcpp::FutureReturnCode::SUCCESS);
  const auto goal = future.get();
  StatusArray message;
  message.status_list.resize(1);
  message.status_list[0].goal_info.goal_id = request.second->goal_id;
  for (const std::int8_t state : {GoalStatus::STATUS_EXECUTING, GoalStatus::STATUS_CANCELING}) {
    message.status_list[0].status = state;
    server.status->publish(message);
    while (goal->get_status() != state) {
      executor.spin_once();
    }
  }
}

TEST_F(Protocol, AStampOutsideOfTheRangeOfTimeIsIgnored)
{
  PlainServer server(host);
  const auto client = other.make_client();
  ASSERT_TRUE(client->wait_for_action_server(std::chrono::hours::max()));
  ASSERT_TRUE(client->wait_for_action_server(std::chrono::duration<double>(1e300)));
  const auto future = client->async_send_goal(goal_of(1));
  const auto request = server.goals.get();
  SendGoal::Response response;
  response.accepted = true;
  response.stamp.sec = -7;
  server.send_goal->send_response(*request.first, response);
  EXPECT_EQ(get(future)->get_goal_stamp(), rclcpp::Time(0, 0, RCL_ROS_TIME));
}

TEST_F(Protocol, AnAbandonedGoalIsCanceled)
{
  PlainServer server(host);
  const auto client = other.make_client();
  ASSERT_TRUE(client->wait_for_action_server(patience));
  Client::SendGoalOptions options;
  options.goal_response_timeout = 20ms;
  const auto future = client->async_send_goal(goal_of(1), options);
  const auto request = server.goals.get();
  EXPECT_EQ(get(future), nullptr);
  EXPECT_EQ(server.cancels.get().second->goal_info.goal_id, request.second->goal_id);
  server.answer(request, true);  // it is no longer pending
}

TEST_F(Protocol, AllRequestsToAServerThatDiesAreAnswered)
{
  std::optional<PlainServer> server(std::in_place, host);
  const auto client = other.make_client();
  ASSERT_TRUE(client->wait_for_action_server(patience));
  const auto goal_future = client->async_send_goal(goal_of(1));
  server->answer(server->goals.get(), true);
  const auto goal = get(goal_future);
  const auto result = client->async_get_result(goal);
  const auto cancel = client->async_cancel_goal(goal);
  const auto unanswered = client->async_send_goal(goal_of(2));
  (void)server->goals.get();
  (void)server->results.get();
  (void)server->cancels.get();
  server.reset();
  EXPECT_EQ(get(result).code, ResultCode::UNKNOWN);
  EXPECT_EQ(get(unanswered), nullptr);
  EXPECT_EQ(get(cancel)->return_code, CancelService::Response::ERROR_UNKNOWN_GOAL_ID);
  EXPECT_THROW(client->async_get_result(goal), rclcpp_action::exceptions::UnknownGoalHandleError);
}

// The remaining server is queried, and knows some of the goals.
TEST_F(Protocol, AServerThatDiesBesideAnother)
{
  std::optional<PlainServer> dying(std::in_place, host);
  const auto client = other.make_client();
  ASSERT_TRUE(client->wait_for_action_server(patience));
  const auto lost_future = client->async_send_goal(goal_of(1));
  dying->answer(dying->goals.get(), true);
  const auto lost = get(lost_future);
  const auto lost_result = client->async_get_result(lost);
  const auto lost_cancel = client->async_cancel_goal(lost);
  const auto unanswered = client->async_send_goal(goal_of(1));
  (void)dying->goals.get();
  (void)dying->results.get();
  (void)dying->cancels.get();

  Host third("third");
  GoalServer living(third);
  while (client->action_server_is_ready() &&
         other.node->count_publishers("/fibonacci/_action/status") < 2) {
    std::this_thread::yield();
  }
  // The client has matched it when its goal arrives there.
  std::shared_future<ClientGoal::SharedPtr> kept_future;
  while (living.goals.empty()) {
    kept_future = client->async_send_goal(goal_of(1));
    (void)dying->goals.get();
    if (kept_future.wait_for(100ms) == std::future_status::ready) {
      break;
    }
  }
  const auto kept = get(kept_future);
  ASSERT_NE(kept, nullptr);
  const auto served = living.goals.get();
  const auto kept_result = client->async_get_result(kept);
  dying.reset();
  EXPECT_EQ(get(lost_result).code, ResultCode::UNKNOWN);
  EXPECT_EQ(get(unanswered), nullptr);
  EXPECT_EQ(get(lost_cancel)->return_code, CancelService::Response::ERROR_UNKNOWN_GOAL_ID);
  served->succeed(result_of({8}));
  EXPECT_EQ(get(kept_result).code, ResultCode::SUCCEEDED);
}

}  // namespace
