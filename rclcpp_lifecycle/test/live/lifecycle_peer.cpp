// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A process with a lifecycle node, or with clients of one, that a test controls by a pipe
// (peer.py), as rclcpp/test/interop/peer.cpp. It uses only ROS 2's public API: the live suite also
// compiles it on an installed ROS 2.
//
//   node NAME [NAMESPACE]       a lifecycle node; events: callback (which, previous, state)
//   returns CALLBACK RESULT     success, failure, error, throw; else success
//   hold CALLBACK MS            the time for which the callback runs
//   trigger LABEL               configure …, by the node's functions; says the state after it
//   state                       the state of the node
//   publish TEXT                by its publisher "text"; answers whether it is activated
//   hear TOPIC                  std_msgs/String of any text; events: text
//   ask NODE                    a plain node with clients of NODE; events: transition
//   ready                       whether all services of NODE are available
//   change ID [LABEL]           answers whether it succeeded
//   begin_change ID [LABEL]     does not wait for the answer; events: changed
//   get, states, transitions, graph

#include <atomic>
#include <chrono>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "lifecycle_msgs/msg/transition_event.hpp"
#include "lifecycle_msgs/srv/change_state.hpp"
#include "lifecycle_msgs/srv/get_available_states.hpp"
#include "lifecycle_msgs/srv/get_available_transitions.hpp"
#include "lifecycle_msgs/srv/get_state.hpp"
#include "peer_lines.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "std_msgs/msg/string.hpp"

namespace
{

using lifecycle_msgs::msg::TransitionEvent;
using lifecycle_msgs::srv::ChangeState;
using lifecycle_msgs::srv::GetAvailableStates;
using lifecycle_msgs::srv::GetAvailableTransitions;
using lifecycle_msgs::srv::GetState;
using peer::in_quotes;
using rclcpp_lifecycle::State;
using std_msgs::msg::String;

constexpr auto patience = std::chrono::seconds(30);

/// Returns the response; throws if there is none.
template <typename FutureAndIdT>
auto wait(FutureAndIdT && answer)
{
  if (answer.future.wait_for(patience) != std::future_status::ready) {
    throw std::runtime_error("no answer");
  }
  return answer.future.get();
}

/// Behaves in its callbacks as configured by the input.
class Managed : public rclcpp_lifecycle::LifecycleNode
{
public:
  Managed(const std::string & name, const std::string & name_space)
  : LifecycleNode(name, name_space), publisher(create_publisher<String>("text", 10))
  {
  }

  CallbackReturn on_configure(const State & previous) override
  {
    return act("configure", previous);
  }
  CallbackReturn on_cleanup(const State & previous) override { return act("cleanup", previous); }
  CallbackReturn on_shutdown(const State & previous) override { return act("shutdown", previous); }
  CallbackReturn on_activate(const State & previous) override
  {
    LifecycleNode::on_activate(previous);
    return act("activate", previous);
  }
  CallbackReturn on_deactivate(const State & previous) override
  {
    LifecycleNode::on_deactivate(previous);
    return act("deactivate", previous);
  }
  CallbackReturn on_error(const State & previous) override { return act("error", previous); }

  void print(
    std::map<std::string, std::string> & what, const std::string & name, const std::string & value)
  {
    std::lock_guard lock(mutex);
    what[name] = value;
  }

  std::map<std::string, std::string> results;
  std::map<std::string, std::string> holds;
  rclcpp_lifecycle::LifecyclePublisher<String>::SharedPtr publisher;

private:
  CallbackReturn act(const std::string & name, const State & previous)
  {
    std::string result;
    int hold = 0;
    {
      std::lock_guard lock(mutex);
      result = results[name];
      hold = holds[name].empty() ? 0 : std::stoi(holds[name]);
    }
    peer::event(
      "callback", name,
      "\"previous\": " + in_quotes(previous.label()) +
        ", \"state\": " + in_quotes(get_current_state().label()));
    std::this_thread::sleep_for(std::chrono::milliseconds(hold));
    if (result == "throw") {
      throw std::runtime_error("as requested");
    }
    return result == "failure" ? CallbackReturn::FAILURE
           : result == "error" ? CallbackReturn::ERROR
                               : CallbackReturn::SUCCESS;
  }

  std::mutex mutex;
};

class Process
{
public:
  Process() : executor_(rclcpp::ExecutorOptions(), 2) {}
  ~Process()
  {
    executor_.cancel();
    if (spinning_.joinable()) {
      spinning_.join();
    }
  }

  std::string execute(const std::string & command, std::istream & words)
  {
    std::string first;
    std::string second;
    words >> first >> second;
    if (command == "node") {
      node_ = std::make_shared<Managed>(first, second);
      spin(node_->get_node_base_interface());
    } else if (command == "returns") {
      node_->print(node_->results, first, second);
    } else if (command == "hold") {
      node_->print(node_->holds, first, second);
    } else if (command == "trigger") {
      return state(trigger(first));
    } else if (command == "state") {
      return state(node_->get_current_state());
    } else if (command == "publish") {
      String message;
      message.data = first;
      node_->publisher->publish(message);
      return std::string(", \"active\": ") + (node_->publisher->is_activated() ? "true" : "false");
    } else if (command == "hear") {
      subscription_ = plain_node()->create_subscription<String>(
        first, 10, [first](const String::ConstSharedPtr message) {
          peer::event("text", first, "\"text\": " + in_quotes(message->data));
        });
    } else if (command == "ask") {
      ask(first);
    } else if (command == "ready") {
      return std::string(", \"ready\": ") + (ready() ? "true" : "false");
    } else if (command == "change") {
      auto answer = change_->async_send_request(transition(first, second));
      return std::string(", \"success\": ") + (wait(answer)->success ? "true" : "false");
    } else if (command == "begin_change") {
      change_->async_send_request(
        transition(first, second), [](rclcpp::Client<ChangeState>::SharedFuture answer) {
          peer::event(
            "changed", "",
            std::string("\"success\": ") + (answer.get()->success ? "true" : "false"));
        });
    } else if (command == "get") {
      auto answer = get_->async_send_request(std::make_shared<GetState::Request>());
      return state(wait(answer)->current_state);
    } else if (command == "states") {
      auto answer = states_->async_send_request(std::make_shared<GetAvailableStates::Request>());
      std::string all;
      const auto response = wait(answer);
      for (const auto & each : response->available_states) {
        all += (all.empty() ? "" : ", ") + in_quotes(std::to_string(each.id) + " " + each.label);
      }
      return ", \"states\": [" + all + "]";
    } else if (command == "transitions") {
      return descriptions(*transitions_);
    } else if (command == "graph") {
      return descriptions(*graph_);
    } else {
      throw std::invalid_argument("no such command");
    }
    return "";
  }

private:
  template <typename StateT>
  static std::string state(const StateT & state)
  {
    if constexpr (requires { state.label(); }) {
      return ", \"state\": " + in_quotes(state.label());
    } else {
      return ", \"state\": " + in_quotes(state.label) + ", " + peer::number("id", state.id);
    }
  }

  const State & trigger(const std::string & label)
  {
    return label == "configure"    ? node_->configure()
           : label == "cleanup"    ? node_->cleanup()
           : label == "activate"   ? node_->activate()
           : label == "deactivate" ? node_->deactivate()
                                   : node_->shutdown();
  }

  rclcpp::Node::SharedPtr plain_node()
  {
    if (!plain_) {
      plain_ = std::make_shared<rclcpp::Node>("supervisor");
      spin(plain_->get_node_base_interface());
    }
    return plain_;
  }

  void ask(const std::string & name)
  {
    auto node = plain_node();
    change_ = node->create_client<ChangeState>(name + "/change_state");
    get_ = node->create_client<GetState>(name + "/get_state");
    states_ = node->create_client<GetAvailableStates>(name + "/get_available_states");
    transitions_ =
      node->create_client<GetAvailableTransitions>(name + "/get_available_transitions");
    graph_ = node->create_client<GetAvailableTransitions>(name + "/get_transition_graph");
    events_ = node->create_subscription<TransitionEvent>(
      name + "/transition_event", 100, [name](const TransitionEvent::ConstSharedPtr event) {
        peer::event(
          "transition", name,
          "\"start\": " + in_quotes(event->start_state.label) +
            ", \"goal\": " + in_quotes(event->goal_state.label) +
            ", \"transition\": " + in_quotes(event->transition.label));
      });
  }

  bool ready() const
  {
    return change_->service_is_ready() && get_->service_is_ready() && states_->service_is_ready() &&
           transitions_->service_is_ready() && graph_->service_is_ready() &&
           events_->get_publisher_count() > 0;
  }

  static ChangeState::Request::SharedPtr transition(
    const std::string & id, const std::string & label)
  {
    auto request = std::make_shared<ChangeState::Request>();
    request->transition.id = static_cast<std::uint8_t>(std::stoi(id));
    request->transition.label = label;
    return request;
  }

  static std::string descriptions(rclcpp::Client<GetAvailableTransitions> & client)
  {
    auto answer = client.async_send_request(std::make_shared<GetAvailableTransitions::Request>());
    std::string all;
    const auto response = wait(answer);
    for (const auto & each : response->available_transitions) {
      std::ostringstream text;
      text << int{each.transition.id} << ' ' << each.transition.label << ' '
           << int{each.start_state.id} << ' ' << each.start_state.label << ' '
           << int{each.goal_state.id} << ' ' << each.goal_state.label;
      all += (all.empty() ? "" : ", ") + in_quotes(text.str());
    }
    return ", \"transitions\": [" + all + "]";
  }

  void spin(const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr & node)
  {
    executor_.add_node(node);
    if (!spinning_.joinable()) {
      spinning_ = std::thread([this] { executor_.spin(); });
    }
  }

  std::shared_ptr<Managed> node_;
  rclcpp::Node::SharedPtr plain_;
  rclcpp::Subscription<String>::SharedPtr subscription_;
  rclcpp::Subscription<TransitionEvent>::SharedPtr events_;
  rclcpp::Client<ChangeState>::SharedPtr change_;
  rclcpp::Client<GetState>::SharedPtr get_;
  rclcpp::Client<GetAvailableStates>::SharedPtr states_;
  rclcpp::Client<GetAvailableTransitions>::SharedPtr transitions_;
  rclcpp::Client<GetAvailableTransitions>::SharedPtr graph_;
  rclcpp::executors::MultiThreadedExecutor executor_;
  std::thread spinning_;
};

}  // namespace

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  {
    Process process;
    for (std::string line; std::getline(std::cin, line);) {
      peer::answer(line, [&](const std::string & command, std::istream & words) {
        return process.execute(command, words);
      });
    }
  }
  rclcpp::shutdown();
}
