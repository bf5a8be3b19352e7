// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A system of nodes as topologies/*.txt describe it.
#ifndef BENCHMARKS__COMMON__TOPOLOGY_HPP_
#define BENCHMARKS__COMMON__TOPOLOGY_HPP_

#include <chrono>
#include <cstddef>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace benchmarks
{

struct Topology
{
  struct Publisher
  {
    std::string topic;
    std::string type;       // "stamped4_int32"
    std::size_t bytes = 0;  // of a stamped_vector
    std::chrono::nanoseconds period{};
  };
  struct Node
  {
    std::string name;
    int executor = 0;
    std::vector<Publisher> publishers;
    std::vector<std::string> subscriptions;  // topics
  };

  bool by_reference = false;  // publish(const T &), which copies; else publish(unique_ptr<T>)
  std::vector<Node> nodes;

  // Throws std::runtime_error naming file, line and what was expected.
  static Topology read(const std::string & file)
  {
    std::ifstream in(file);
    if (!in) {
      throw std::runtime_error(file + ": cannot be read");
    }
    Topology topology;
    int number = 0;
    for (std::string text; std::getline(in, text);) {
      ++number;
      try {
        topology.add_line(text);
      } catch (const std::exception & error) {
        throw std::runtime_error(file + ":" + std::to_string(number) + ": " + error.what());
      }
    }
    topology.check(file);
    return topology;
  }

  // The publisher of a topic; there is one.
  const Publisher & publisher_of(const std::string & topic) const
  {
    for (const Node & node : nodes) {
      for (const Publisher & publisher : node.publishers) {
        if (publisher.topic == topic) {
          return publisher;
        }
      }
    }
    throw std::runtime_error("nobody publishes '" + topic + "'");
  }

private:
  void add_line(const std::string & text)
  {
    std::istringstream words(text);
    std::string word;
    if (!(words >> word) || word[0] == '#') {
      return;
    }
    if (word == "publish") {
      std::string by, how;
      words >> by >> how;
      if (by != "by" || (how != "reference" && how != "unique")) {
        throw std::runtime_error("expected 'publish by reference' or 'publish by unique'");
      }
      by_reference = how == "reference";
      return;
    }
    Node node;
    node.name = word;
    std::string on;
    if (!(words >> on >> node.executor) || on != "on") {
      throw std::runtime_error("expected '<node> on <executor>', found '" + text + "'");
    }
    std::string list;
    while (words >> word) {
      if (word == "publishes" || word == "subscribes") {
        list = word;
      } else if (list == "publishes") {
        node.publishers.push_back(publisher(word));
      } else if (list == "subscribes") {
        node.subscriptions.push_back(word);
      } else {
        throw std::runtime_error("expected 'publishes' or 'subscribes', found '" + word + "'");
      }
    }
    nodes.push_back(std::move(node));
  }

  // "topic(type[:bytes]@10ms)" or "…@64Hz".
  static Publisher publisher(const std::string & word)
  {
    Publisher made;
    std::istringstream in(word);
    std::string type, unit;
    double amount = 0;
    if (
      !std::getline(in, made.topic, '(') || !std::getline(in, type, '@') || !(in >> amount) ||
      !std::getline(in, unit) || amount <= 0 || (unit != "ms)" && unit != "Hz)")) {
      throw std::runtime_error(
        "expected 'topic(type@10ms)' or 'topic(type@64Hz)', found '" + word + "'");
    }
    const std::size_t colon = type.find(':');
    made.type = type.substr(0, colon);
    if (colon != std::string::npos) {
      made.bytes = std::stoul(type.substr(colon + 1));
    }
    const double seconds = unit == "ms)" ? amount / 1e3 : 1 / amount;
    made.period = std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
    return made;
  }

  void check(const std::string & file) const
  {
    std::map<std::string, int> publishers;
    for (const Node & node : nodes) {
      for (const Publisher & publisher : node.publishers) {
        if (++publishers[publisher.topic] > 1) {
          throw std::runtime_error(file + ": two publishers of '" + publisher.topic + "'");
        }
      }
    }
    for (const Node & node : nodes) {
      for (const std::string & topic : node.subscriptions) {
        if (publishers.count(topic) == 0) {
          throw std::runtime_error(
            file + ": nobody publishes '" + topic + "', which " + node.name + " subscribes to");
        }
      }
    }
  }
};

}  // namespace benchmarks

#endif  // BENCHMARKS__COMMON__TOPOLOGY_HPP_
