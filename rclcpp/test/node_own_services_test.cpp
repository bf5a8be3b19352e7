// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The built-in services of each node: parameter services and events with the classes that use them,
// type descriptions, logger levels. Servers are in one context; clients are in the same one and in
// another one, which they reach over DDS.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <thread>

#include "node_support.hpp"
#include "rcl_interfaces/srv/describe_parameters.hpp"
#include "rcl_interfaces/srv/get_logger_levels.hpp"
#include "rcl_interfaces/srv/get_parameter_types.hpp"
#include "rcl_interfaces/srv/get_parameters.hpp"
#include "rcl_interfaces/srv/set_logger_levels.hpp"
#include "rcl_interfaces/srv/set_parameters.hpp"
#include "rclcpp/parameter_events_filter.hpp"
#include "rclcpp/rclcpp.hpp"
#include "type_description_interfaces/srv/get_type_description.hpp"

using namespace rclcpp;                // NOLINT
using namespace std::chrono_literals;  // NOLINT
using node_test::eventually;
using node_test::make_context;
using node_test::TemporaryFile;
using node_test::thrown_text;
using rcl_interfaces::msg::ParameterDescriptor;
using rcl_interfaces::msg::ParameterEvent;

namespace
{

NodeOptions in(const Context::SharedPtr & context)
{
  return NodeOptions().context(context);
}

std::unique_ptr<executors::SingleThreadedExecutor> make_executor(const Context::SharedPtr & context)
{
  ExecutorOptions options;
  options.context = context;
  return std::make_unique<executors::SingleThreadedExecutor>(options);
}

// A node that a thread spins.
class Server
{
public:
  explicit Server(const Context::SharedPtr & context, NodeOptions options = NodeOptions())
  : node(std::make_shared<Node>("server", "/ns", options.context(context))),
    executor_(make_executor(context))
  {
    executor_->add_node(node);
    thread_ = std::thread([this] { executor_->spin(); });
  }
  ~Server()
  {
    executor_->cancel();
    thread_.join();
  }

  const Node::SharedPtr node;

private:
  std::unique_ptr<executors::SingleThreadedExecutor> executor_;
  std::thread thread_;
};

// The parameter is true if clients are in the server's context.
class OwnServices : public testing::TestWithParam<bool>
{
protected:
  Node::SharedPtr make_client_node()
  {
    auto node = std::make_shared<Node>("client", "/ns", in(GetParam() ? context : make_context()));
    return node;
  }

  // Sends one request and waits for the response.
  template <typename Service>
  typename Service::Response::SharedPtr ask(
    const std::string & name, typename Service::Request::SharedPtr request)
  {
    if (!client_node) {
      client_node = make_client_node();
    }
    const auto client = client_node->create_client<Service>(name);
    EXPECT_TRUE(client->wait_for_service(node_test::patience));
    auto future = client->async_send_request(request);
    EXPECT_EQ(
      spin_until_future_complete(client_node, future, node_test::patience),
      FutureReturnCode::SUCCESS);
    return future.get();
  }

  const Context::SharedPtr context = make_context();
  Node::SharedPtr client_node;
};

INSTANTIATE_TEST_SUITE_P(From, OwnServices, testing::Bool(), [](const auto & info) {
  return info.param ? "TheSameContext" : "AnotherContext";
});

ParameterDescriptor dynamic()
{
  ParameterDescriptor descriptor;
  descriptor.dynamic_typing = true;
  return descriptor;
}

const std::vector<std::string> default_parameters = {
  "qos_overrides./parameter_events.publisher.depth",
  "qos_overrides./parameter_events.publisher.durability",
  "qos_overrides./parameter_events.publisher.history",
  "qos_overrides./parameter_events.publisher.reliability",
  "start_type_description_service",
  "use_sim_time"};

}  // namespace

TEST_P(OwnServices, ParametersAreReadAndSet)
{
  Server server(context);
  server.node->declare_parameter("a.number", 1);
  server.node->declare_parameter("a.text", "x");
  server.node->declare_parameter("loose", ParameterValue(true), dynamic());
  ParameterDescriptor fixed;
  fixed.read_only = true;
  fixed.description = "does not change";
  server.node->declare_parameter("fixed", 2.5, fixed);

  const auto node = make_client_node();
  SyncParametersClient client(node, "server");  // in the client's namespace
  ASSERT_TRUE(client.wait_for_service(node_test::patience));
  EXPECT_TRUE(client.service_is_ready());

  EXPECT_EQ(client.get_parameter<int>("a.number"), 1);
  EXPECT_EQ(client.get_parameter("a.text", std::string("other")), "x");
  EXPECT_EQ(client.get_parameter("missing", 7), 7);
  EXPECT_EQ(
    thrown_text<std::runtime_error>([&] { client.get_parameter<int>("missing"); }),
    "Parameter 'missing' is not set");
  EXPECT_TRUE(client.get_parameters({"a.number", "missing"}).empty());
  EXPECT_TRUE(client.has_parameter("fixed"));
  EXPECT_FALSE(client.has_parameter("missing"));
  EXPECT_EQ(
    client.get_parameter_types({"a.number", "fixed", "loose"}),
    (std::vector<ParameterType>{PARAMETER_INTEGER, PARAMETER_DOUBLE, PARAMETER_BOOL}));
  const auto descriptors = client.describe_parameters({"fixed"});
  ASSERT_EQ(descriptors.size(), 1u);
  EXPECT_EQ(descriptors[0].name, "fixed");
  EXPECT_EQ(descriptors[0].description, "does not change");
  EXPECT_TRUE(descriptors[0].read_only);
  EXPECT_TRUE(client.describe_parameters({"missing"}).empty());

  const auto results = client.set_parameters(
    {Parameter("a.number", 5), Parameter("fixed", 3.0), Parameter("missing", 1),
     Parameter("a.text", 1), Parameter("", 1)});
  ASSERT_EQ(results.size(), 5u);
  EXPECT_TRUE(results[0].successful);
  EXPECT_EQ(results[1].reason, "parameter 'fixed' cannot be set because it is read-only");
  EXPECT_EQ(results[2].reason, "parameter 'missing' is not declared: declare it before it is set");
  EXPECT_EQ(
    results[3].reason, "parameter 'a.text': it is declared as string, which integer does not fit");
  EXPECT_FALSE(results[4].successful);
  EXPECT_EQ(server.node->get_parameter("a.number").as_int(), 5);

  EXPECT_EQ(
    client.set_parameters_atomically({Parameter("a.number", 6), Parameter("missing", 1)}).reason,
    "One or more parameters were not declared before setting");
  EXPECT_EQ(server.node->get_parameter("a.number").as_int(), 5);
  EXPECT_TRUE(client.set_parameters_atomically({Parameter("a.number", 6), Parameter("a.text", "y")})
                .successful);
  EXPECT_EQ(server.node->get_parameter("a.text").as_string(), "y");

  EXPECT_FALSE(client.delete_parameters({"a.text"})[0].successful);
  EXPECT_TRUE(client.delete_parameters({"loose"})[0].successful);
  EXPECT_FALSE(server.node->has_parameter("loose"));

  const auto list = client.list_parameters({"a"}, 0);
  EXPECT_EQ(list.names, (std::vector<std::string>{"a.number", "a.text"}));
  EXPECT_EQ(list.prefixes, std::vector<std::string>{"a"});
}

TEST_P(OwnServices, ParametersOfADefaultNode)
{
  Server server(context);
  const auto node = make_client_node();
  AsyncParametersClient client(node, "/ns/server");
  ASSERT_TRUE(client.wait_for_service(node_test::patience));
  std::atomic<bool> called{false};
  const auto names = client.list_parameters({}, 0, [&](const auto &) { called = true; });
  ASSERT_EQ(
    spin_until_future_complete(node, names, node_test::patience), FutureReturnCode::SUCCESS);
  EXPECT_EQ(names.get().names, default_parameters);
  EXPECT_TRUE(called);
  const auto values = client.get_parameters(default_parameters);
  ASSERT_EQ(
    spin_until_future_complete(node, values, node_test::patience), FutureReturnCode::SUCCESS);
  EXPECT_EQ(
    to_string(values.get()),
    R"({"qos_overrides./parameter_events.publisher.depth": {"type": "integer", "value": "1000"}, )"
    R"("qos_overrides./parameter_events.publisher.durability": )"
    R"({"type": "string", "value": "volatile"}, )"
    R"("qos_overrides./parameter_events.publisher.history": )"
    R"({"type": "string", "value": "keep_last"}, )"
    R"("qos_overrides./parameter_events.publisher.reliability": )"
    R"({"type": "string", "value": "reliable"}, )"
    R"("start_type_description_service": {"type": "bool", "value": "true"}, )"
    R"("use_sim_time": {"type": "bool", "value": "false"}})");
}

TEST_P(OwnServices, SimulatedTimeIsSwitchedByParameter)
{
  Server server(context);
  const auto node = make_client_node();
  SyncParametersClient client(node, "/ns/server");
  ASSERT_TRUE(client.wait_for_service(node_test::patience));
  EXPECT_FALSE(client.set_parameters({Parameter("use_sim_time", 1)})[0].successful);
  EXPECT_FALSE(server.node->get_clock()->ros_time_is_active());
  EXPECT_TRUE(client.set_parameters({Parameter("use_sim_time", true)})[0].successful);
  EXPECT_TRUE(server.node->get_clock()->ros_time_is_active());
}

// A peer gets a rejection or success that agrees with the value and the event; the node continues.
TEST_P(OwnServices, AnExceptionOfACallbackIsAnAnswer)
{
  Server server(context);
  server.node->declare_parameter("a", 1);
  server.node->declare_parameter("b", 1);
  std::string kind;
  bool is_exception = true;
  const auto act = [&](const std::string & own_kind) {
    if (kind == own_kind && is_exception) {
      server.node->get_parameter("misspelled");  // ROS 2 treats it as an error of the request
    }
    if (kind == own_kind) {
      throw 5;
    }
  };
  const auto pre =
    server.node->add_pre_set_parameters_callback([&](std::vector<Parameter> &) { act("pre"); });
  const auto on = server.node->add_on_set_parameters_callback([&](const std::vector<Parameter> &) {
    act("on");
    rcl_interfaces::msg::SetParametersResult result;
    result.successful = true;
    return result;
  });
  const auto post = server.node->add_post_set_parameters_callback(
    [&](const std::vector<Parameter> &) { act("post"); });
  const auto node = make_client_node();
  std::atomic<int> events{0};
  ParameterEventHandler handler(node);
  const auto count = handler.add_parameter_event_callback([&](const ParameterEvent & event) {
    for (const auto & changed : event.changed_parameters) {
      events += changed.name == "a" ? 1 : 0;
    }
  });
  SyncParametersClient client(node, "server");
  ASSERT_TRUE(client.wait_for_service(node_test::patience));
  ASSERT_TRUE(eventually([&] { return server.node->count_subscribers("/parameter_events") >= 1; }));
  int value = 1;
  int changes = 0;
  for (const char * const own_kind : {"pre", "on", "post", "none"}) {
    for (const bool exception : {true, false}) {
      for (const bool atomically : {false, true}) {
        SCOPED_TRACE(own_kind);
        kind = own_kind;
        is_exception = exception;
        const std::vector<Parameter> parameters = {Parameter("a", ++value), Parameter("b", value)};
        const auto results =
          atomically
            ? std::vector{client.set_parameters_atomically(parameters, node_test::patience)}
            : client.set_parameters(parameters, node_test::patience);
        ASSERT_EQ(results.size(), atomically ? 1u : 2u);
        const bool changed = kind == "post" || kind == "none";
        for (const auto & result : results) {
          EXPECT_EQ(result.successful, changed) << result.reason;
          EXPECT_EQ(result.reason.empty(), changed);
        }
        EXPECT_EQ(server.node->get_parameter("a").as_int() == value, changed);
        EXPECT_EQ(server.node->get_parameter("b").as_int() == value, changed);
        changes += changed ? 1 : 0;
      }
    }
  }
  EXPECT_TRUE(eventually([&] {
    spin_some(node);
    return events >= changes;
  }));
  EXPECT_EQ(events, changes);
}

TEST_P(OwnServices, FilesAreLoaded)
{
  const TemporaryFile file(R"(
/**:
  ros__parameters: {everywhere: 1}
/ns/server:
  ros__parameters: {group: {text: loaded}}
/other:
  ros__parameters: {unknown: 2}
)");
  EXPECT_EQ(
    std::to_string(parameters_from_map(parameter_map_from_yaml_file(file.path(), "/ns/server"))),
    R"({"everywhere": {"type": "integer", "value": "1"}, )"
    R"("group.text": {"type": "string", "value": "loaded"}})");
  const ParameterMap all = parameter_map_from_yaml_file(file.path());
  EXPECT_EQ(all.size(), 3u);
  EXPECT_EQ(parameters_from_map(all).size(), 3u);
  EXPECT_EQ(parameters_from_map(all, "/other").size(), 2u);  // and everywhere
  EXPECT_NE(
    thrown_text<exceptions::RCLError>([] {
      parameter_map_from_yaml_file("/proc/no/file");
    }).find("/proc/no/file"),
    std::string::npos);

  Server server(context, NodeOptions().allow_undeclared_parameters(true));
  const auto node = make_client_node();
  SyncParametersClient client(node, "server");
  ASSERT_TRUE(client.wait_for_service(node_test::patience));
  EXPECT_EQ(client.load_parameters(file.path()).size(), 2u);
  EXPECT_EQ(server.node->get_parameter("group.text").as_string(), "loaded");
  SyncParametersClient stranger(node, "/stranger");
  const TemporaryFile nothing("/other: {ros__parameters: {unknown: 2}}");
  EXPECT_EQ(
    thrown_text<exceptions::InvalidParametersException>(
      [&] { stranger.load_parameters(nothing.path()); }),
    "there are no parameters of node '/stranger'");
}

TEST_P(OwnServices, WithoutAServerCallsEnd)
{
  const auto node = make_client_node();
  SyncParametersClient client(node, "nobody");
  EXPECT_FALSE(client.service_is_ready());
  EXPECT_FALSE(client.wait_for_service(1ms));
  EXPECT_TRUE(client.get_parameters({"a"}, 1ms).empty());
  EXPECT_TRUE(client.set_parameters({Parameter("a", 1)}, 1ms).empty());
  EXPECT_EQ(
    thrown_text<std::runtime_error>([&] { client.list_parameters({}, 0, 1ms); }),
    "no answer from service 'list_parameters' within the timeout");
  thrown_text<std::runtime_error>(
    [&] { client.set_parameters_atomically({Parameter("a", 1)}, 1ms); });
  const Node without("without", in(context).start_parameter_services(false));
  EXPECT_FALSE(AsyncParametersClient(node, "/without").service_is_ready());
}

TEST_P(OwnServices, TheLongestTimeoutIsForEver)
{
  const auto node = make_client_node();
  AsyncParametersClient client(node, "/late");
  std::atomic_bool waits{false};
  std::thread starter([&] {
    EXPECT_TRUE(eventually([&] { return waits.load(); }));
    const auto late = std::make_shared<Node>("late", in(context));
    EXPECT_TRUE(eventually([&] { return !waits.load(); }));
  });
  waits = true;
  EXPECT_TRUE(client.wait_for_service(std::chrono::nanoseconds::max()));
  waits = false;
  starter.join();
}

// Requests that a typed client never sends.
TEST_P(OwnServices, NonsenseIsRefused)
{
  Server server(context);
  server.node->declare_parameter("a", 1);
  auto request = std::make_shared<rcl_interfaces::srv::SetParameters::Request>();
  request->parameters.resize(1);
  request->parameters[0].name = "a";
  request->parameters[0].value.type = 77;
  const auto response =
    ask<rcl_interfaces::srv::SetParameters>("/ns/server/set_parameters", request);
  ASSERT_EQ(response->results.size(), 1u);
  EXPECT_FALSE(response->results[0].successful);
  EXPECT_NE(response->results[0].reason.find("77"), std::string::npos);
}

TEST_P(OwnServices, AnAnswerIsNotMuchLargerThanWhatTheNodeHas)
{
  using rcl_interfaces::srv::DescribeParameters;
  using rcl_interfaces::srv::GetParameters;
  using rcl_interfaces::srv::GetParameterTypes;
  Server server(context, NodeOptions().allow_undeclared_parameters(true));
  ParameterDescriptor descriptor;
  descriptor.description = std::string(10'000, 'd');
  server.node->declare_parameter("large", std::string(10'000, 'v'), descriptor);
  server.node->declare_parameter("small", 1);
  const auto sizes = [&](const std::vector<std::string> & names) {
    auto values = std::make_shared<GetParameters::Request>();
    values->names = names;
    auto types = std::make_shared<GetParameterTypes::Request>();
    types->names = names;
    auto descriptors = std::make_shared<DescribeParameters::Request>();
    descriptors->names = names;
    return std::vector<std::size_t>{
      ask<GetParameters>("/ns/server/get_parameters", values)->values.size(),
      ask<GetParameterTypes>("/ns/server/get_parameter_types", types)->types.size(),
      ask<DescribeParameters>("/ns/server/describe_parameters", descriptors)->descriptors.size()};
  };
  const auto all = [](std::size_t count) { return std::vector<std::size_t>(3, count); };
  const node_test::CapturedLog log;
  EXPECT_EQ(sizes(std::vector<std::string>(1000, "small")), all(1000));
  EXPECT_EQ(sizes(std::vector<std::string>(50, "large")), all(50));
  EXPECT_EQ(sizes({"large", "none", "large"}), all(3));
  EXPECT_TRUE(log.lines().empty());
  EXPECT_EQ(sizes(std::vector<std::string>(200, "large")), (std::vector<std::size_t>{0, 200, 0}));
  EXPECT_EQ(sizes(std::vector<std::string>(100'000, "small")), all(0));
  const auto lines = log.lines();
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_TRUE(lines[0].starts_with("WARN rclcpp: get_parameters is refused: ")) << lines[0];
  EXPECT_NE(lines[0].find("expected each name once"), std::string::npos) << lines[0];
  EXPECT_NE(lines[2].find("has 100000 names; expected at most 10"), std::string::npos) << lines[2];

  auto request = std::make_shared<GetParameters::Request>();
  request->names = {"small", "large", "small"};
  const auto values = ask<GetParameters>("/ns/server/get_parameters", request)->values;
  ASSERT_EQ(values.size(), 3u);
  EXPECT_EQ(values[0].integer_value, 1);
  EXPECT_EQ(values[1].string_value.size(), 10'000u);
  EXPECT_EQ(values[2].integer_value, 1);
}

TEST_P(OwnServices, EventsTellWhatChanged)
{
  const auto watcher = make_client_node();
  std::vector<ParameterEvent> events;
  const auto subscription =
    AsyncParametersClient::on_parameter_event(watcher, [&](const ParameterEvent & event) {
      if (event.node == "/ns/server") {
        events.push_back(event);
      }
    });
  Server server(context, NodeOptions().allow_undeclared_parameters(true));
  ASSERT_TRUE(eventually([&] {
    // This subscription, and each node's own.
    return server.node->count_subscribers("/parameter_events") == 3 &&
           watcher->count_publishers("/parameter_events") == 2;
  }));
  const auto executor = make_executor(watcher->get_node_base_interface()->get_context());
  executor->add_node(watcher);
  // The two may match a little later than they are counted.
  int probe = 0;
  ASSERT_TRUE(eventually([&] {
    server.node->set_parameter(Parameter("probe", ++probe));
    executor->spin_some();
    return !events.empty() && events.back().changed_parameters.size() == 1 &&
           events.back().changed_parameters[0].value.integer_value == probe;
  }));
  events.clear();

  const auto names = [](const std::vector<rcl_interfaces::msg::Parameter> & parameters) {
    std::string names;
    for (const auto & parameter : parameters) {
      names += parameter.name + "=" + to_string(ParameterValue(parameter.value)) + " ";
    }
    return names;
  };
  server.node->declare_parameter("declared", 1);
  server.node->declare_parameter("loose", ParameterValue("l"), dynamic());
  server.node->declare_parameter("without value", PARAMETER_STRING);
  server.node->set_parameters_atomically(
    {Parameter("declared", 2), Parameter("undeclared", true), Parameter("loose")});
  EXPECT_FALSE(server.node->set_parameter(Parameter("declared", "text")).successful);
  server.node->undeclare_parameter("undeclared");
  ASSERT_TRUE(eventually([&] {
    executor->spin_some();
    return events.size() == 4;
  }));
  EXPECT_EQ(names(events[0].new_parameters), "declared=1 ");
  EXPECT_EQ(names(events[1].new_parameters), "loose=l ");
  EXPECT_EQ(names(events[2].new_parameters), "undeclared=true ");
  EXPECT_EQ(names(events[2].changed_parameters), "declared=2 ");
  EXPECT_EQ(names(events[2].deleted_parameters), "loose=l ");
  EXPECT_EQ(names(events[3].deleted_parameters), "undeclared=true ");
  EXPECT_GT(events[3].stamp.sec, 1'700'000'000);

  using Filter = ParameterEventsFilter;
  const auto event = std::make_shared<const ParameterEvent>(events[2]);
  const Filter filter(
    event, {"declared", "loose"}, {Filter::EventType::CHANGED, Filter::EventType::DELETED});
  ASSERT_EQ(filter.get_events().size(), 2u);
  EXPECT_EQ(filter.get_events()[0].first, Filter::EventType::CHANGED);
  EXPECT_EQ(filter.get_events()[0].second->name, "declared");
  EXPECT_EQ(filter.get_events()[1].first, Filter::EventType::DELETED);
  EXPECT_TRUE(Filter(event, {"loose"}, {Filter::EventType::NEW}).get_events().empty());
}

// Programs test their callbacks with events that they create.
TEST_P(OwnServices, HandlersMayBeDerivedFrom)
{
  class Handler : public ParameterEventHandler
  {
  public:
    using ParameterEventHandler::ParameterEventHandler;

    void pretend(const ParameterEvent & event) { callbacks_->event_callback(event); }
    std::size_t registered() const
    {
      return callbacks_->parameter_callbacks_.size() + callbacks_->event_callbacks_.size();
    }
  };
  Handler handler(make_client_node());
  ParameterEvent event;
  event.node = "/arm";
  event.changed_parameters.push_back(Parameter("speed", 3).to_parameter_msg());
  int sum = 0;
  auto speed = handler.add_parameter_callback(
    "speed", [&](const Parameter & p) { sum += static_cast<int>(p.as_int()); }, "/arm");
  auto speed_again =
    handler.add_parameter_callback("speed", [&](const Parameter &) { sum += 10; }, "/arm");
  auto other =
    handler.add_parameter_callback("force", [&](const Parameter &) { sum += 1000; }, "/arm");
  auto all = handler.add_parameter_event_callback([&](const ParameterEvent &) { sum += 100; });
  EXPECT_EQ(handler.registered(), 3u);
  handler.pretend(event);
  EXPECT_EQ(sum, 113);
  handler.remove_parameter_callback(speed);
  EXPECT_EQ(handler.registered(), 3u);
  handler.remove_parameter_callback(speed_again);
  handler.remove_parameter_callback(other);
  handler.remove_parameter_event_callback(all);
  EXPECT_EQ(handler.registered(), 0u);
  handler.pretend(event);
  EXPECT_EQ(sum, 113);
}

TEST_P(OwnServices, HandlerCallsBack)
{
  const auto watcher = make_client_node();
  Server server(context);
  server.node->declare_parameter("number", 0);
  ParameterEventHandler handler(watcher);
  std::vector<std::string> calls;
  const auto first = handler.add_parameter_callback(
    "number", [&](const Parameter & p) { calls.push_back("first " + p.value_to_string()); },
    "server");
  auto second = handler.add_parameter_callback(
    "number", [&](const Parameter & p) { calls.push_back("second " + p.value_to_string()); },
    "/ns/server");
  const auto own = handler.add_parameter_callback(
    "own", [&](const Parameter & p) { calls.push_back("own " + p.value_to_string()); });
  const auto event = handler.add_parameter_event_callback([&](const ParameterEvent & e) {
    EXPECT_EQ(ParameterEventHandler::get_parameters_from_event(e).size(), 1u);
    Parameter p;
    EXPECT_FALSE(ParameterEventHandler::get_parameter_from_event(e, p, "number", "/other"));
    thrown_text<std::runtime_error>(
      [&] { (void)ParameterEventHandler::get_parameter_from_event(e, "number", "/other"); });
    EXPECT_EQ(
      ParameterEventHandler::get_parameter_from_event(e, "missing", e.node).get_type(),
      PARAMETER_NOT_SET);
    calls.push_back("event of " + e.node);
  });
  const auto executor = make_executor(watcher->get_node_base_interface()->get_context());
  executor->add_node(watcher);
  int number = 0;
  // Before the two have matched, nothing arrives.
  ASSERT_TRUE(eventually([&] {
    server.node->set_parameter(Parameter("number", ++number));
    executor->spin_some();
    return std::find(calls.begin(), calls.end(), "first " + std::to_string(number)) != calls.end();
  }));
  executor->spin_some();
  const auto reports_of = [&](int value) {
    calls.clear();
    server.node->set_parameter(Parameter("number", value));
    EXPECT_TRUE(eventually([&] {
      executor->spin_some();
      return !calls.empty() && calls.back() == "event of /ns/server";
    }));
    return calls;
  };
  EXPECT_EQ(
    reports_of(1000),
    (std::vector<std::string>{"second 1000", "first 1000", "event of /ns/server"}));
  handler.remove_parameter_callback(first);
  thrown_text<std::runtime_error>([&] { handler.remove_parameter_callback(first); });
  EXPECT_EQ(reports_of(1001), (std::vector<std::string>{"second 1001", "event of /ns/server"}));
  second.reset();
  EXPECT_EQ(reports_of(1002), std::vector<std::string>{"event of /ns/server"});
  calls.clear();
  watcher->declare_parameter("own", 3);
  EXPECT_TRUE(eventually([&] {
    executor->spin_some();
    return calls == std::vector<std::string>{"own 3", "event of /ns/client"};
  }));
  handler.remove_parameter_event_callback(event);
  thrown_text<std::runtime_error>([&] { handler.remove_parameter_event_callback(event); });
}

TEST_P(OwnServices, TypesAreDescribed)
{
  using type_description_interfaces::srv::GetTypeDescription;
  Server server(context);
  const auto describe = [&](const std::string & name, const std::string & hash) {
    auto request = std::make_shared<GetTypeDescription::Request>();
    request->type_name = name;
    request->type_hash = hash;
    return ask<GetTypeDescription>("/ns/server/get_type_description", request);
  };
  const std::string event_hash = cdr::fields<ParameterEvent>::hash;
  const auto known = describe("rcl_interfaces/msg/ParameterEvent", event_hash);
  EXPECT_TRUE(known->successful) << known->failure_reason;
  const auto & description = known->type_description;
  EXPECT_EQ(description.type_description.type_name, "rcl_interfaces/msg/ParameterEvent");
  ASSERT_EQ(description.type_description.fields.size(), 5u);
  EXPECT_EQ(description.type_description.fields[2].name, "new_parameters");
  EXPECT_EQ(description.type_description.fields[2].type.type_id, 145);
  EXPECT_EQ(
    description.type_description.fields[2].type.nested_type_name, "rcl_interfaces/msg/Parameter");
  ASSERT_EQ(description.referenced_type_descriptions.size(), 3u);
  EXPECT_EQ(description.referenced_type_descriptions[0].type_name, "builtin_interfaces/msg/Time");
  const auto & value = description.referenced_type_descriptions[2];
  EXPECT_EQ(value.type_name, "rcl_interfaces/msg/ParameterValue");
  EXPECT_EQ(value.fields[5].name, "byte_array_value");
  EXPECT_EQ(value.fields[5].type.type_id, 160);  // byte[], not uint8[]

  ASSERT_EQ(known->type_sources.size(), 4u);  // AMENT_PREFIX_PATH is that of the build tree
  EXPECT_EQ(known->type_sources[2].type_name, "rcl_interfaces/msg/ParameterEvent");
  EXPECT_EQ(known->type_sources[2].encoding, "msg");
  EXPECT_NE(
    known->type_sources[2].raw_file_contents.find("Parameter[] new_parameters"), std::string::npos);
  const auto derived = describe(
    "rcl_interfaces/srv/SetParameters_Request",
    cdr::fields<rcl_interfaces::srv::SetParameters::Request>::hash);
  ASSERT_TRUE(derived->successful) << derived->failure_reason;
  ASSERT_EQ(derived->type_sources.size(), 3u);
  EXPECT_EQ(derived->type_sources[2].type_name, "rcl_interfaces/srv/SetParameters_Request");
  EXPECT_EQ(derived->type_sources[2].encoding, "implicit");

  const auto unknown = describe("pkg/msg/Unknown", "RIHS01_" + std::string(64, '0'));
  EXPECT_FALSE(unknown->successful);
  EXPECT_NE(unknown->failure_reason.find("pkg/msg/Unknown"), std::string::npos);
  const auto mistaken = describe("rcl_interfaces/msg/Log", event_hash);
  EXPECT_FALSE(mistaken->successful);
  EXPECT_NE(mistaken->failure_reason.find("rcl_interfaces/msg/ParameterEvent"), std::string::npos);

  const Node without(
    "without", in(context).append_parameter_override("start_type_description_service", false));
  EXPECT_EQ(without.count_services("/without/get_type_description"), 0u);
  EXPECT_TRUE(without.describe_parameter("start_type_description_service").read_only);
}

TEST_P(OwnServices, LoggerLevels)
{
  using rcl_interfaces::srv::GetLoggerLevels;
  using rcl_interfaces::srv::SetLoggerLevels;
  Server server(context, NodeOptions().enable_logger_service(true));
  EXPECT_TRUE(
    eventually([&] { return server.node->count_services("/ns/server/get_logger_levels") == 1; }));
  auto set = std::make_shared<SetLoggerLevels::Request>();
  set->levels.resize(2);
  set->levels[0].name = "levels.by.service";
  set->levels[0].level = 40;
  set->levels[1].name = "levels.by.service";
  set->levels[1].level = 41;
  const auto results = ask<SetLoggerLevels>("/ns/server/set_logger_levels", set)->results;
  ASSERT_EQ(results.size(), 2u);
  EXPECT_TRUE(results[0].successful);
  EXPECT_FALSE(results[1].successful);
  EXPECT_TRUE(results[1].reason.starts_with(
    "Unable to determine severity_string for severity 41 of logger 'levels.by.service'"))
    << results[1].reason;
  EXPECT_EQ(get_logger("levels.by.service.child").get_effective_level(), Logger::Level::Error);
  auto get = std::make_shared<GetLoggerLevels::Request>();
  get->names = {"levels.by.service", "levels.by.service.child", ""};
  const auto levels = ask<GetLoggerLevels>("/ns/server/get_logger_levels", get)->levels;
  ASSERT_EQ(levels.size(), 3u);
  EXPECT_EQ(levels[0].level, 40u);
  EXPECT_EQ(levels[1].level, 0u);
  EXPECT_EQ(levels[2].level, 20u);
}

// The node ends on one thread while the executor answers on another.
TEST_P(OwnServices, APeerSetsTheLevelsOfSoManyLoggersOnly)
{
  Server server(context, NodeOptions().enable_logger_service(true));
  auto request = std::make_shared<rcl_interfaces::srv::SetLoggerLevels::Request>();
  request->levels.resize(3000);
  for (std::size_t i = 0; i < request->levels.size(); ++i) {
    request->levels[i].name = "stranger" + std::to_string(i);
    request->levels[i].level = 10;
  }
  request->levels[0].name = std::string(1001, 'a');
  const auto set = [&] {
    return ask<rcl_interfaces::srv::SetLoggerLevels>("server/set_logger_levels", request)->results;
  };
  auto results = set();
  ASSERT_EQ(results.size(), 3000u);
  EXPECT_FALSE(results[0].successful) << "too long";
  EXPECT_TRUE(results[1].successful);
  EXPECT_FALSE(results[2999].successful);
  EXPECT_NE(results[2999].reason.find("at most 1000 loggers"), std::string::npos);
  EXPECT_TRUE(set()[1].successful) << "those that have one can be changed";
  for (auto & level : request->levels) {
    level.level = 0;
  }
  EXPECT_TRUE(set()[2999].successful);
  request->levels.resize(2);
  request->levels[1].level = 20;
  EXPECT_TRUE(set()[1].successful) << "there is room again";
  request->levels[1].level = 0;
  set();
}

TEST(ParameterEventHandlers, ForgetNamesOfRemovedCallbacks)
{
  struct Counted : ParameterEventHandler
  {
    using ParameterEventHandler::ParameterEventHandler;
    std::size_t count() const { return callbacks_->parameter_callbacks_.size(); }
  };
  const auto context = make_context();
  Counted handler(std::make_shared<Node>("handler", in(context)));
  const auto kept = handler.add_parameter_callback("kept", [](const Parameter &) {});
  for (int i = 0; i < 10'000; ++i) {
    handler.add_parameter_callback("p" + std::to_string(i), [](const Parameter &) {}, "/n").reset();
    ASSERT_LE(handler.count(), 70u);
  }
  EXPECT_NO_THROW(handler.remove_parameter_callback(kept));
}

TEST(ParameterEventHandlers, CallAllThoughOneThrows)
{
  const auto context = make_context();
  const auto node = std::make_shared<Node>("handler", in(context));
  node->declare_parameter("a", 1);
  ParameterEventHandler handler(node);
  int called = 0;
  const auto first = handler.add_parameter_callback("a", [&](const Parameter &) { ++called; });
  const auto second = handler.add_parameter_callback("a", [&](const Parameter &) { throw 1; });
  const auto third = handler.add_parameter_event_callback([&](const ParameterEvent &) {
    ++called;
    throw std::runtime_error("later");
  });
  const auto fourth =
    handler.add_parameter_event_callback([&](const ParameterEvent &) { ++called; });
  const auto executor = make_executor(context);
  executor->add_node(node);
  node->set_parameter(Parameter("a", 2));
  EXPECT_THROW(executor->spin_some(), int);
  EXPECT_EQ(called, 3);
}

TEST_P(OwnServices, NodesEndDuringRequests)
{
  const auto node = make_client_node();
  AsyncParametersClient client(node, "server");
  const auto executor = make_executor(context);
  std::thread spinning([&] { executor->spin(); });
  std::atomic<bool> stop{false};
  std::thread asking([&] {
    while (!stop) {
      client.list_parameters({}, 0);
      client.set_parameters({Parameter("a", 1)});
      std::this_thread::yield();
    }
  });
  for (int i = 0; i < 20; ++i) {
    auto server =
      std::make_shared<Node>("server", "/ns", in(context).allow_undeclared_parameters(true));
    executor->add_node(server);
    EXPECT_TRUE(eventually([&] { return server->has_parameter("a"); }));
    executor->remove_node(server);
  }
  stop = true;
  asking.join();
  executor->cancel();
  spinning.join();
}
