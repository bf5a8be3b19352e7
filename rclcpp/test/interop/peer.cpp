// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A ROS 2 process at the end of a test driver's pipe: does what the lines of its input say, answers
// and reports each event with one line of JSON, and ends with its input. peer.py is the other end.
//
//   node NAME [NAMESPACE]              a node; publishers and subscriptions belong to the newest one
//   nodes COUNT                        many nodes; says what CPU time that took and what memory they hold
//   pub TYPE TOPIC [POLICY=VALUE…]     TYPE: string, image (1 MB) or polygon (nested messages)
//   sub TYPE TOPIC [POLICY=VALUE…]     events: message, matched, incompatible_qos, …
//   unpub TOPIC, unsub TOPIC
//   send TOPIC FIRST LAST [PERIOD_MS]  messages that carry these numbers
//   acked TOPIC MS                     whether all were acknowledged within that time
//   service NAME, client NAME          of example_interfaces/AddTwoInts; events: request, response
//   ready NAME                         whether the client has a server
//   call NAME A B                      as soon as there is a server
//   declare PARAMETER INTEGER
//   graph                              node names
//   count TOPIC                        numbers of publishers and subscriptions
//   publishers TOPIC                   their nodes
//
// Policies and what messages hold: see peer_lines.hpp.

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
#include "geometry_msgs/msg/polygon_stamped.hpp"
#include "peer_lines.hpp"
#include "rclcpp/rclcpp.hpp"
#include "sensor_msgs/msg/image.hpp"
#include "std_msgs/msg/string.hpp"

namespace
{

using example_interfaces::srv::AddTwoInts;
using geometry_msgs::msg::PolygonStamped;
using sensor_msgs::msg::Image;
using std_msgs::msg::String;
using peer::event;
using peer::in_quotes;
using peer::number;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

void fill(String & message, int n) { peer::fill_string(message, n); }
void fill(Image & message, int n) { peer::fill_image(message, n); }
void fill(PolygonStamped & message, int n) { peer::fill_polygon(message, n); }

int number_of(const String & message) { return std::stoi(message.data); }
int number_of(const Image & message) { return message.header.stamp.sec; }
int number_of(const PolygonStamped & message) { return message.header.stamp.sec; }

rclcpp::QoS qos_of(const peer::Policies & policies)
{
  const auto ms = [](int value) { return rclcpp::Duration(milliseconds(value)); };
  rclcpp::QoS qos(static_cast<std::size_t>(policies.depth));
  if (policies.keep_all) {
    qos.keep_all();
  }
  if (policies.best_effort) {
    qos.best_effort();
  }
  if (policies.transient_local) {
    qos.transient_local();
  }
  if (policies.manual_liveliness) {
    qos.liveliness(rclcpp::LivelinessPolicy::ManualByTopic);
  }
  if (policies.deadline_ms) {
    qos.deadline(ms(*policies.deadline_ms));
  }
  if (policies.lease_ms) {
    qos.liveliness_lease_duration(ms(*policies.lease_ms));
  }
  return qos;
}

struct Out
{
  std::shared_ptr<rclcpp::PublisherBase> base;
  std::function<void(int)> publish;
};

/// Everything that the input asked for.
class Peer
{
public:
  void run(const std::string & line)
  {
    peer::answer(line, [this](const std::string & command, std::istream & words) {
      return execute(command, words);
    });
  }
  void spin() { executor_.spin(); }
  void stop() { executor_.cancel(); }

private:
  std::string execute(const std::string & command, std::istream & words)
  {
    std::string topic;
    if (command == "node") {
      std::string name, name_space;
      words >> name >> name_space;
      add_node(name, name_space);
    } else if (command == "nodes") {
      int count = 0;
      words >> count;
      const std::clock_t begin = std::clock();
      for (int i = 0; i < count; ++i) {
        add_node("node_" + std::to_string(i), "");
      }
      const long long cpu = (std::clock() - begin) * 1000 / CLOCKS_PER_SEC;
      return ", " + number("cpu_ms", cpu) + ", " + number("rss_kb", resident_kb());
    } else if (command == "pub" || command == "sub") {
      std::string type;
      words >> type >> topic;
      const rclcpp::QoS qos = qos_of(peer::read_policies(words));
      const bool pub = command == "pub";
      if (type == "string") {
        pub ? add_publisher<String>(topic, qos) : add_subscription<String>(topic, qos);
      } else if (type == "image") {
        pub ? add_publisher<Image>(topic, qos) : add_subscription<Image>(topic, qos);
      } else if (type == "polygon") {
        pub ? add_publisher<PolygonStamped>(topic, qos)
            : add_subscription<PolygonStamped>(topic, qos);
      } else {
        throw std::invalid_argument("no such type: " + type);
      }
    } else if (command == "unpub") {
      words >> topic;
      publishers_.erase(topic);
    } else if (command == "unsub") {
      words >> topic;
      subscriptions_.erase(topic);
    } else if (command == "send") {
      int first = 0, last = 0, period = 0;
      words >> topic >> first >> last >> period;
      const Out & out = publishers_.at(topic);
      auto due = steady_clock::now();
      const auto begin = due;
      for (int n = first; n <= last; ++n) {
        std::this_thread::sleep_until(due);
        out.publish(n);
        due += milliseconds(period);
      }
      const auto took = std::chrono::duration_cast<milliseconds>(steady_clock::now() - begin);
      return ", " + number("ms", took.count());
    } else if (command == "acked") {
      int ms = 0;
      words >> topic >> ms;
      const bool all = publishers_.at(topic).base->wait_for_all_acked(milliseconds(ms));
      return std::string(", \"all\": ") + (all ? "true" : "false");
    } else if (command == "graph") {
      std::string names;
      for (const auto & name : newest().get_node_names()) {
        names += (names.empty() ? "" : ", ") + in_quotes(name);
      }
      return ", \"nodes\": [" + names + "]";
    } else if (command == "count") {
      words >> topic;
      return ", " + number("publishers", static_cast<long long>(newest().count_publishers(topic))) +
             ", " +
             number("subscriptions", static_cast<long long>(newest().count_subscribers(topic)));
    } else if (command == "service") {
      words >> topic;
      services_[topic] = newest().create_service<AddTwoInts>(
        topic, [topic](
                 std::shared_ptr<AddTwoInts::Request> request,
                 std::shared_ptr<AddTwoInts::Response> response) {
          event("request", topic, number("a", request->a));
          response->sum = request->a + request->b;
        });
    } else if (command == "client") {
      words >> topic;
      clients_[topic] = newest().create_client<AddTwoInts>(topic);
    } else if (command == "ready") {
      words >> topic;
      return std::string(", \"ready\": ") +
             (clients_.at(topic)->service_is_ready() ? "true" : "false");
    } else if (command == "call") {
      auto request = std::make_shared<AddTwoInts::Request>();
      words >> topic >> request->a >> request->b;
      if (!clients_.at(topic)->wait_for_service(std::chrono::seconds(30))) {
        throw std::runtime_error("no such service");
      }
      clients_.at(topic)->async_send_request(
        request, [topic](rclcpp::Client<AddTwoInts>::SharedFuture response) {
          event("response", topic, number("sum", response.get()->sum));
        });
    } else if (command == "declare") {
      std::int64_t value = 0;
      words >> topic >> value;
      newest().declare_parameter(topic, value);
    } else if (command == "publishers") {
      words >> topic;
      std::string names;
      for (const auto & info : newest().get_publishers_info_by_topic(topic)) {
        names += (names.empty() ? "" : ", ") +
                 in_quotes((info.node_namespace() == "/" ? "" : info.node_namespace()) + "/" +
                           info.node_name());
      }
      return ", \"nodes\": [" + names + "]";
    } else {
      throw std::invalid_argument("no such command");
    }
    return {};
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

  rclcpp::Node & newest() { return *nodes_.at(nodes_.size() - 1); }

  void add_node(const std::string & name, const std::string & name_space)
  {
    nodes_.push_back(std::make_shared<rclcpp::Node>(name, name_space));
    executor_.add_node(nodes_.back());
  }

  template<typename T>
  void add_publisher(const std::string & topic, const rclcpp::QoS & qos)
  {
    rclcpp::PublisherOptions options;
    options.event_callbacks.matched_callback = [topic](rclcpp::MatchedInfo & info) {
      event("pub_matched", topic, number("count", static_cast<long long>(info.current_count)));
    };
    options.event_callbacks.incompatible_qos_callback =
      [topic](rclcpp::QOSOfferedIncompatibleQoSInfo & info) {
        event(
          "pub_incompatible_qos", topic,
          "\"policy\": " + in_quotes(rclcpp::qos_policy_name_from_kind(info.last_policy_kind)));
      };
    options.event_callbacks.incompatible_type_callback = [topic](rclcpp::IncompatibleTypeInfo &) {
      event("pub_incompatible_type", topic, "");
    };
    auto publisher = newest().create_publisher<T>(topic, qos, options);
    publishers_[topic] = {publisher, [publisher](int n) {
                            auto message = std::make_unique<T>();
                            fill(*message, n);
                            publisher->publish(std::move(message));
                          }};
  }

  template<typename T>
  void add_subscription(const std::string & topic, const rclcpp::QoS & qos)
  {
    rclcpp::SubscriptionOptions options;
    options.event_callbacks.matched_callback = [topic](rclcpp::MatchedInfo & info) {
      event("sub_matched", topic, number("count", static_cast<long long>(info.current_count)));
    };
    options.event_callbacks.incompatible_qos_callback =
      [topic](rclcpp::QOSRequestedIncompatibleQoSInfo & info) {
        event(
          "sub_incompatible_qos", topic,
          "\"policy\": " + in_quotes(rclcpp::qos_policy_name_from_kind(info.last_policy_kind)));
      };
    options.event_callbacks.incompatible_type_callback = [topic](rclcpp::IncompatibleTypeInfo &) {
      event("sub_incompatible_type", topic, "");
    };
    options.event_callbacks.message_lost_callback = [topic](rclcpp::QOSMessageLostInfo & info) {
      event("lost", topic, number("count", static_cast<long long>(info.total_count)));
    };
    subscriptions_[topic] = newest().create_subscription<T>(
      topic, qos,
      [topic](const T & message) {
        T expected;
        fill(expected, number_of(message));
        if (message == expected) {
          event("message", topic, number("n", number_of(message)));
        } else {
          event("bad_message", topic, number("n", number_of(message)));
        }
      },
      options);
  }

  rclcpp::executors::SingleThreadedExecutor executor_;
  std::vector<rclcpp::Node::SharedPtr> nodes_;
  std::map<std::string, Out> publishers_;
  std::map<std::string, std::shared_ptr<void>> subscriptions_;
  std::map<std::string, rclcpp::Service<AddTwoInts>::SharedPtr> services_;
  std::map<std::string, rclcpp::Client<AddTwoInts>::SharedPtr> clients_;
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
