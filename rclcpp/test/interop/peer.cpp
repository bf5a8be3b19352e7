// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A ROS 2 process that a test controls by a pipe (peer.py): it executes the commands in the lines
// of its input, answers and reports each event with one line of JSON, and ends with its input. It
// uses only rclcpp's public API: the live suite (../live) also compiles it on an installed ROS 2.
//
//   node NAME [NAMESPACE]              a node, to which the next endpoints belong
//   nodes COUNT                        many nodes; answers with their CPU time and memory
//   unnode NAME                        removes a node that has no endpoints
//   pub TYPE[/WAY] TOPIC [POLICY=VALUE…]   TYPE: string, image (1 MB), polygon, point, clock
//   sub TYPE[/WAY] TOPIC [POLICY=VALUE…]   events: message, pub_matched, sub_incompatible_qos, …
//   unpub TOPIC, unsub TOPIC
//   send TOPIC FIRST LAST [PERIOD_MS]  messages that carry these numbers
//   take TOPIC                         takes the messages of a polled subscription; events: message
//   acked TOPIC MS                     whether all were acknowledged within that time
//   assert TOPIC                       asserts the liveliness of the publisher
//   say TOPIC TEXT, hear TOPIC         std_msgs/String of any text; events: text
//   service NAME, client NAME          of example_interfaces/AddTwoInts; events: request, response
//   idle_service NAME                  a service that takes no requests
//   unservice NAME, unclient NAME
//   ready NAME                         whether the client has a server
//   call NAME A B                      waits for a server first
//   calls NAME COUNT                   one after the other; answers with the microseconds of each
//   declare PARAMETER INTEGER
//   parameter get NODE NAME, set NODE NAME TYPE VALUE, list NODE, describe NODE NAME
//   parameter events                   of all nodes; events: parameters
//   now                                the time of the newest node's clock
//   timer NAME MS                      on that clock; events: timer
//   graph                              node names
//   topics, services, services NODE    names and types
//   count TOPIC                        numbers of publishers and subscriptions
//   publishers TOPIC                   their nodes
//   endpoints TOPIC                    all information about them
//   watch_graph, graph_changed MS      whether it has changed since, or does within that time
//
// See peer_lines.hpp for policies and the content of messages, and peer_endpoints.hpp for the ways
// to publish and take.

#include <chrono>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "example_interfaces/srv/add_two_ints.hpp"
#include "peer_endpoints.hpp"
#include "peer_graph.hpp"
#include "peer_lines.hpp"
#include "rclcpp/rclcpp.hpp"

namespace
{

using example_interfaces::srv::AddTwoInts;
using peer::event;
using peer::in_quotes;
using peer::number;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr auto patience = std::chrono::seconds(30);

template <typename T>
T read(std::istream & words)
{
  T out{};
  words >> out;
  return out;
}

const char * truth(bool value)
{
  return value ? "true" : "false";
}

/// Returns the result of a future that the executor completes.
template <typename Future>
auto value_of(Future future, const char * what)
{
  if (future.wait_for(patience) != std::future_status::ready) {
    throw std::runtime_error(std::string("no answer: ") + what);
  }
  return future.get();
}

/// The state that the input commands create.
class Peer
{
public:
  void run(const std::string & line)
  {
    peer::answer(line, [this](const std::string & name, std::istream & words) {
      const auto command = commands_.find(name);
      if (command == commands_.end()) {
        throw std::invalid_argument("no such command");
      }
      return (this->*command->second)(words);
    });
  }
  void spin() { executor_.spin(); }
  void stop() { executor_.cancel(); }

private:
  // Each returns the content of its answer, which begins with a comma.
  using Words = std::istream;
  using Command = std::string (Peer::*)(Words & words);

  rclcpp::Node & newest() { return *nodes_.at(nodes_.size() - 1); }

  /* Nodes */

  void add_node(const std::string & name, const std::string & name_space)
  {
    nodes_.push_back(std::make_shared<rclcpp::Node>(name, name_space));
    executor_.add_node(nodes_.back());
  }

  std::string node(Words & words)
  {
    const auto name = read<std::string>(words);
    add_node(name, read<std::string>(words));
    return {};
  }

  std::string nodes(Words & words)
  {
    const int count = read<int>(words);
    const std::clock_t begin = std::clock();
    for (int i = 0; i < count; ++i) {
      add_node("node_" + std::to_string(i), "");
    }
    const long long cpu = (std::clock() - begin) * 1000 / CLOCKS_PER_SEC;
    return ", " + number("cpu_ms", cpu) + ", " + number("rss_kb", resident_kb());
  }

  static long long resident_kb()
  {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("VmRSS:")) {
        return std::stoll(line.substr(6));
      }
    }
    throw std::runtime_error("no VmRSS in /proc/self/status");
  }

  std::string unnode(Words & words)
  {
    const auto name = read<std::string>(words);
    for (auto node = nodes_.begin(); node != nodes_.end(); ++node) {
      if ((*node)->get_name() == name) {
        executor_.remove_node(*node);
        nodes_.erase(node);
        return {};
      }
    }
    throw std::invalid_argument("no such node");
  }

  /* Topics */

  std::string pub(Words & words)
  {
    return with_endpoint(words, [this](auto * type, auto & topic, auto & qos, auto & way) {
      using T = std::remove_pointer_t<decltype(type)>;
      publishers_[topic] = peer::make_publisher<T>(newest(), topic, qos, way);
    });
  }

  std::string sub(Words & words)
  {
    return with_endpoint(words, [this](auto * type, auto & topic, auto & qos, auto & way) {
      using T = std::remove_pointer_t<decltype(type)>;
      subscriptions_[topic] = peer::make_subscription<T>(newest(), topic, qos, way);
    });
  }

  template <typename Make>
  std::string with_endpoint(Words & words, Make && make)
  {
    auto type = read<std::string>(words);
    const auto topic = read<std::string>(words);
    const rclcpp::QoS qos = peer::qos_of(peer::read_policies(words));
    std::string way;
    if (const auto slash = type.find('/'); slash != std::string::npos) {
      way = type.substr(slash + 1);
      type.resize(slash);
    }
    peer::with_type(type, [&](auto * pointer) { make(pointer, topic, qos, way); });
    return {};
  }

  /// ROS 2's executors share the entities that they wait for, so these live until the executor
  /// wakes.
  std::string dropped()
  {
    newest().get_node_base_interface()->get_notify_guard_condition().trigger();
    return {};
  }

  std::string unpub(Words & words)
  {
    publishers_.erase(read<std::string>(words));
    return dropped();
  }

  std::string unsub(Words & words)
  {
    subscriptions_.erase(read<std::string>(words));
    return dropped();
  }

  std::string send(Words & words)
  {
    const peer::Out & out = publishers_.at(read<std::string>(words));
    const int first = read<int>(words), last = read<int>(words), period = read<int>(words);
    auto due = steady_clock::now();
    const auto began = due;
    const long long began_us = peer::now_us();
    for (int n = first; n <= last; ++n) {
      std::this_thread::sleep_until(due);
      out.publish(n);
      due += milliseconds(period);
    }
    const auto took = std::chrono::duration_cast<milliseconds>(steady_clock::now() - began);
    return ", " + number("ms", took.count()) + ", " + number("began_us", began_us);
  }

  std::string take(Words & words)
  {
    const peer::In & in = subscriptions_.at(read<std::string>(words));
    long long count = 0;
    while (in.take()) {
      ++count;
    }
    return ", " + number("count", count);
  }

  std::string acked(Words & words)
  {
    const auto & publisher = publishers_.at(read<std::string>(words)).base;
    const bool all = publisher->wait_for_all_acked(milliseconds(read<int>(words)));
    return std::string(", \"all\": ") + truth(all);
  }

  std::string assert_alive(Words & words)
  {
    const bool done = publishers_.at(read<std::string>(words)).base->assert_liveliness();
    return std::string(", \"done\": ") + truth(done);
  }

  std::string say(Words & words)
  {
    const auto topic = read<std::string>(words);
    std_msgs::msg::String message;
    std::getline(words >> std::ws, message.data);
    auto & speaker = speakers_[topic];
    if (!speaker) {
      speaker = newest().create_publisher<std_msgs::msg::String>(topic, 10);
    }
    speaker->publish(message);
    return {};
  }

  std::string hear(Words & words)
  {
    const auto topic = read<std::string>(words);
    const auto report = [topic](const std_msgs::msg::String & message) {
      event("text", topic, "\"text\": " + in_quotes(message.data));
    };
    listeners_[topic] = newest().create_subscription<std_msgs::msg::String>(topic, 10, report);
    return {};
  }

  /* Services */

  std::string service(Words & words)
  {
    const auto name = read<std::string>(words);
    const auto serve = [name](
                         std::shared_ptr<AddTwoInts::Request> request,
                         std::shared_ptr<AddTwoInts::Response> response) {
      event("request", name, number("a", request->a));
      response->sum = request->a + request->b;
    };
    services_[name] = newest().create_service<AddTwoInts>(name, serve);
    return {};
  }

  std::string idle_service(Words & words)
  {
    const auto name = read<std::string>(words);
    const auto group =
      newest().create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
    const auto serve =
      [](std::shared_ptr<AddTwoInts::Request>, std::shared_ptr<AddTwoInts::Response>) {};
    services_[name] =
      newest().create_service<AddTwoInts>(name, serve, rclcpp::ServicesQoS(), group);
    return {};
  }

  std::string client(Words & words)
  {
    const auto name = read<std::string>(words);
    clients_[name] = newest().create_client<AddTwoInts>(name);
    return {};
  }

  std::string unservice(Words & words)
  {
    services_.erase(read<std::string>(words));
    return dropped();
  }

  std::string unclient(Words & words)
  {
    clients_.erase(read<std::string>(words));
    return dropped();
  }

  std::string ready(Words & words)
  {
    const bool ready = clients_.at(read<std::string>(words))->service_is_ready();
    return std::string(", \"ready\": ") + truth(ready);
  }

  rclcpp::Client<AddTwoInts> & ready_client(const std::string & name)
  {
    auto & client = *clients_.at(name);
    if (!client.wait_for_service(patience)) {
      throw std::runtime_error("no such service");
    }
    return client;
  }

  std::string call(Words & words)
  {
    const auto name = read<std::string>(words);
    auto request = std::make_shared<AddTwoInts::Request>();
    words >> request->a >> request->b;
    ready_client(name).async_send_request(
      request, [name](rclcpp::Client<AddTwoInts>::SharedFuture response) {
        event("response", name, number("sum", response.get()->sum));
      });
    return {};
  }

  std::string calls(Words & words)
  {
    const auto name = read<std::string>(words);
    auto & client = ready_client(name);
    std::vector<long long> took;
    for (int count = read<int>(words); count > 0; --count) {
      auto request = std::make_shared<AddTwoInts::Request>();
      request->a = count;
      request->b = 1;
      const long long begin = peer::now_us();
      const auto response = value_of(client.async_send_request(request).share(), name.c_str());
      took.push_back(peer::now_us() - begin);
      if (response->sum != count + 1) {
        throw std::runtime_error("a wrong sum: " + std::to_string(response->sum));
      }
    }
    return ", \"us\": " + peer::list(took, [](long long us) { return std::to_string(us); });
  }

  /* Parameters */

  std::string declare(Words & words)
  {
    const auto name = read<std::string>(words);
    newest().declare_parameter(name, read<std::int64_t>(words));
    return {};
  }

  rclcpp::AsyncParametersClient & parameters_of(const std::string & node)
  {
    auto & client = parameter_clients_[node];
    if (!client) {
      client = std::make_shared<rclcpp::AsyncParametersClient>(nodes_.back(), node);
    }
    if (!client->wait_for_service(patience)) {
      throw std::runtime_error("no parameter services of " + node);
    }
    return *client;
  }

  static rclcpp::ParameterValue parameter_value(const std::string & type, Words & words)
  {
    if (type == "integer") {
      return rclcpp::ParameterValue(read<std::int64_t>(words));
    }
    if (type == "double") {
      return rclcpp::ParameterValue(read<double>(words));
    }
    if (type == "string") {
      return rclcpp::ParameterValue(read<std::string>(words));
    }
    if (type == "bool") {
      return rclcpp::ParameterValue(read<std::string>(words) == "true");
    }
    throw std::invalid_argument("no such type of a parameter: " + type);
  }

  std::string parameter(Words & words)
  {
    const auto what = read<std::string>(words);
    if (what == "events") {
      parameter_events_ = rclcpp::AsyncParametersClient::on_parameter_event(
        newest(), [](const rcl_interfaces::msg::ParameterEvent & change) {
          const auto name = [](const auto & parameter) { return in_quotes(parameter.name); };
          event(
            "parameters", change.node,
            "\"new\": " + peer::list(change.new_parameters, name) +
              ", \"changed\": " + peer::list(change.changed_parameters, name) +
              ", \"deleted\": " + peer::list(change.deleted_parameters, name));
        });
      return {};
    }
    auto & client = parameters_of(read<std::string>(words));
    if (what == "list") {
      auto found = value_of(client.list_parameters({}, 0), "list_parameters").names;
      return ", \"names\": " + peer::names(found);
    }
    const auto name = read<std::string>(words);
    if (what == "get") {
      const auto found = value_of(client.get_parameters({name}), "get_parameters");
      return ", \"values\": " + peer::list(found, [](const rclcpp::Parameter & parameter) {
               return in_quotes(parameter.get_type_name() + " " + parameter.value_to_string());
             });
    }
    if (what == "describe") {
      const auto found = value_of(client.describe_parameters({name}), "describe_parameters");
      return ", \"descriptors\": " + peer::list(found, [](const auto & descriptor) {
               return "{" + number("type", descriptor.type) +
                      ", \"read_only\": " + truth(descriptor.read_only) +
                      ", \"dynamic_typing\": " + truth(descriptor.dynamic_typing) +
                      ", \"description\": " + in_quotes(descriptor.description) + "}";
             });
    }
    if (what == "set") {
      const auto type = read<std::string>(words);
      const rclcpp::Parameter wanted(name, parameter_value(type, words));
      const auto result = value_of(client.set_parameters({wanted}), "set_parameters").at(0);
      return std::string(", \"successful\": ") + truth(result.successful) +
             ", \"reason\": " + in_quotes(result.reason);
    }
    throw std::invalid_argument("no such thing to do with parameters: " + what);
  }

  /* Time */

  std::string now(Words &)
  {
    return ", " + number("ns", newest().now().nanoseconds()) +
           ", \"simulated\": " + truth(newest().get_clock()->ros_time_is_active());
  }

  std::string timer(Words & words)
  {
    const auto name = read<std::string>(words);
    const milliseconds period(read<int>(words));
    const auto clock = newest().get_clock();
    timers_.push_back(rclcpp::create_timer(nodes_.back(), clock, period, [name, clock] {
      event("timer", name, number("ns", clock->now().nanoseconds()));
    }));
    return {};
  }

  /* Graph */

  std::string graph(Words &) { return ", \"nodes\": " + peer::names(newest().get_node_names()); }

  std::string topics(Words &)
  {
    return ", \"topics\": " + peer::names_and_types(newest().get_topic_names_and_types());
  }

  std::string services(Words & words)
  {
    std::string node;
    const auto found =
      words >> node ? newest().get_service_names_and_types_by_node(
                        peer::namespace_and_name(node).second, peer::namespace_and_name(node).first)
                    : newest().get_service_names_and_types();
    return ", \"services\": " + peer::names_and_types(found);
  }

  std::string count(Words & words)
  {
    const auto topic = read<std::string>(words);
    return ", " + number("publishers", static_cast<long long>(newest().count_publishers(topic))) +
           ", " +
           number("subscriptions", static_cast<long long>(newest().count_subscribers(topic)));
  }

  std::string publishers(Words & words)
  {
    const auto found = newest().get_publishers_info_by_topic(read<std::string>(words));
    return ", \"nodes\": " + peer::list(found, [](const rclcpp::TopicEndpointInfo & info) {
             return in_quotes(peer::full_name(info));
           });
  }

  std::string endpoints(Words & words)
  {
    const auto topic = read<std::string>(words);
    return ", \"publishers\": " +
           peer::list(newest().get_publishers_info_by_topic(topic), peer::endpoint) +
           ", \"subscriptions\": " +
           peer::list(newest().get_subscriptions_info_by_topic(topic), peer::endpoint);
  }

  std::string watch_graph(Words &)
  {
    graph_event_ = newest().get_graph_event();
    graph_event_->check_and_clear();
    return {};
  }

  std::string graph_changed(Words & words)
  {
    newest().wait_for_graph_change(graph_event_, milliseconds(read<int>(words)));
    return std::string(", \"changed\": ") + truth(graph_event_->check_and_clear());
  }

  static inline const std::map<std::string, Command> commands_{
    {"node", &Peer::node},
    {"nodes", &Peer::nodes},
    {"unnode", &Peer::unnode},
    {"pub", &Peer::pub},
    {"sub", &Peer::sub},
    {"unpub", &Peer::unpub},
    {"unsub", &Peer::unsub},
    {"send", &Peer::send},
    {"take", &Peer::take},
    {"acked", &Peer::acked},
    {"assert", &Peer::assert_alive},
    {"say", &Peer::say},
    {"hear", &Peer::hear},
    {"service", &Peer::service},
    {"idle_service", &Peer::idle_service},
    {"client", &Peer::client},
    {"unservice", &Peer::unservice},
    {"unclient", &Peer::unclient},
    {"ready", &Peer::ready},
    {"call", &Peer::call},
    {"calls", &Peer::calls},
    {"declare", &Peer::declare},
    {"parameter", &Peer::parameter},
    {"now", &Peer::now},
    {"timer", &Peer::timer},
    {"graph", &Peer::graph},
    {"topics", &Peer::topics},
    {"services", &Peer::services},
    {"count", &Peer::count},
    {"publishers", &Peer::publishers},
    {"endpoints", &Peer::endpoints},
    {"watch_graph", &Peer::watch_graph},
    {"graph_changed", &Peer::graph_changed},
  };

  rclcpp::executors::SingleThreadedExecutor executor_;
  std::vector<rclcpp::Node::SharedPtr> nodes_;
  std::map<std::string, peer::Out> publishers_;
  std::map<std::string, peer::In> subscriptions_;
  std::map<std::string, rclcpp::Publisher<std_msgs::msg::String>::SharedPtr> speakers_;
  std::map<std::string, rclcpp::SubscriptionBase::SharedPtr> listeners_;
  std::map<std::string, rclcpp::Service<AddTwoInts>::SharedPtr> services_;
  std::map<std::string, rclcpp::Client<AddTwoInts>::SharedPtr> clients_;
  std::map<std::string, std::shared_ptr<rclcpp::AsyncParametersClient>> parameter_clients_;
  rclcpp::SubscriptionBase::SharedPtr parameter_events_;
  std::vector<rclcpp::TimerBase::SharedPtr> timers_;
  rclcpp::Event::SharedPtr graph_event_;
};

}  // namespace

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  {
    Peer peer;
    std::thread spinner([&] { peer.spin(); });
    for (std::string line; rclcpp::ok() && std::getline(std::cin, line);) {
      peer.run(line);
    }
    peer.stop();
    spinner.join();
  }
  rclcpp::shutdown();
}
