// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The graph that a node sees, for Python.
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "gil.hpp"
#include "handle.hpp"
#include "node.hpp"
#include "notifier.hpp"
#include "rmw/graph.hpp"
#include "rmw/names.hpp"
#include "rmw/participant.hpp"
#include "rmw/shared_memory.hpp"

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

// The node's name and namespace, the type, its hash (empty if it is not announced), the gid, the
// QoS profile.
struct endpoint
{
  std::string node_name;
  std::string node_namespace;
  std::string type;
  std::string type_hash;
  std::vector<std::byte> gid;
  qos_values qos;
};

std::string hash_text(const rosidl_type_hash_t & hash)
{
  if (hash.version != 1) {
    return "";
  }
  std::string text = "RIHS01_";
  for (const std::uint8_t byte : hash.value) {
    constexpr char digits[] = "0123456789abcdef";
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

std::vector<endpoint> endpoints_of(const std::vector<rclcpp::TopicEndpointInfo> & infos)
{
  std::vector<endpoint> endpoints;
  for (const rclcpp::TopicEndpointInfo & info : infos) {
    const auto * const gid = reinterpret_cast<const std::byte *>(info.endpoint_gid().data());
    endpoints.push_back(
      {info.node_name(),
       info.node_namespace(),
       info.topic_type(),
       hash_text(info.topic_type_hash()),
       {gid, gid + info.endpoint_gid().size()},
       values_of(info.qos_profile())});
  }
  return endpoints;
}

nb::list to_tuples(const std::vector<endpoint> & endpoints)
{
  nb::list tuples;
  for (const endpoint & each : endpoints) {
    tuples.append(nb::make_tuple(
      text_of(each.node_name), text_of(each.node_namespace), text_of(each.type), each.type_hash,
      nb::bytes(each.gid.data(), each.gid.size()), each.qos));
  }
  return tuples;
}

// Two endpoints of a topic, and why large messages between them do not use shared memory; an empty
// reason if they do.
struct pair_without_memory
{
  rmw::Gid publisher;
  rmw::Gid subscription;
  std::string reason;
};

std::vector<pair_without_memory> pairs_of(rclcpp::Node & of, const std::string & topic)
{
  const rmw::Graph & all = of.get_node_base_interface()->participant().graph();
  const std::string name = rmw::dds_topic_name(rmw::TopicKind::topic, topic);
  std::vector<pair_without_memory> pairs;
  for (const auto & writer : all.endpoints(rmw::EndpointKind::writer, name)) {
    for (const auto & reader : all.endpoints(rmw::EndpointKind::reader, name)) {
      pairs.push_back({writer->gid, reader->gid, rmw::why_no_shared_memory(*writer, *reader)});
    }
  }
  return pairs;
}

// Convert names and types of other processes. Call them with the GIL.
nb::object to_texts(const std::vector<std::string> & names)
{
  nb::list texts;
  for (const std::string & each : names) {
    texts.append(text_of(each));
  }
  return texts;
}

nb::object to_texts(const std::map<std::string, std::vector<std::string>> & names_and_types)
{
  nb::dict texts;
  for (const auto & [name, types] : names_and_types) {
    texts[text_of(name)] = to_texts(types);
  }
  return texts;
}

nb::object to_texts(const std::vector<std::tuple<std::string, std::string, std::string>> & names)
{
  nb::list texts;
  for (const auto & [name, name_space, enclave] : names) {
    texts.append(nb::make_tuple(text_of(name), text_of(name_space), text_of(enclave)));
  }
  return texts;
}

// Runs the query without the GIL and converts the result.
template <typename Query>
nb::object texts_of(const Query & query)
{
  const auto names = [&] {
    const gil_released ungiled;
    return query();
  }();
  return to_texts(names);
}

using graph = rclcpp::node_interfaces::NodeGraphInterface;

// Binds a query about one node, by its name and namespace.
template <typename Query>
void bind_by_node(nb::class_<node> & cls, const char * name, Query query)
{
  cls.def(
    name,
    [query](const node & self, const std::string & of, const std::string & name_space) {
      return texts_of(
        [&] { return query(*self.get()->get_node_graph_interface(), of, name_space); });
    },
    nb::arg("name"), nb::arg("namespace"));
}

template <typename Count>
void bind_count(nb::class_<node> & cls, const char * name, Count count)
{
  cls.def(
    name,
    [count](const node & self, const std::string & of) { return (self.get().get()->*count)(of); },
    nb::arg("name"), nb::call_guard<gil_released>());
}

// A thread that waits for changes of a node's graph and announces them.
class graph_watch
{
public:
  graph_watch(const node & owner, std::shared_ptr<source> announced)
  : node_(owner.get()),
    graph_(node_->get_node_graph_interface()),
    thread_([this, announced = std::move(announced), event = graph_->get_graph_event()] {
      const auto context = node_->get_node_base_interface()->get_context();
      while (!ended_ && context->is_valid()) {
        graph_->wait_for_graph_change(event, std::chrono::nanoseconds::max());
        event->check_and_clear();
        announced->announce();
      }
    })
  {
  }
  ~graph_watch()
  {
    ended_ = true;
    graph_->notify_graph_change();
    thread_.join();
  }
  graph_watch(const graph_watch &) = delete;
  graph_watch & operator=(const graph_watch &) = delete;

private:
  const rclcpp::Node::SharedPtr node_;
  const rclcpp::node_interfaces::NodeGraphInterface::SharedPtr graph_;
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

// Ready when the graph of a node has changed. Thread-safe.
class graph_events
{
public:
  explicit graph_events(const node & owner)
  {
    watch_.set(std::make_shared<graph_watch>(owner, source_));
  }
  ~graph_events()
  {
    const gil_released released;
    close();
  }

  void close()
  {
    if (watch_.take()) {
      source_->listen(nullptr, 0);
    }
  }
  void listen(std::shared_ptr<notifier> to, std::int64_t key)
  {
    source_->listen(std::move(to), key);
  }
  void taking() { source_->taking(); }

private:
  const std::shared_ptr<source> source_ = std::make_shared<source>();
  handle<graph_watch> watch_{"watch of the graph"};
};

}  // namespace

void bind_graph(nb::module_ & module, nb::class_<node> & cls)
{
  using released = nb::call_guard<gil_released>;
  cls.def("graph_changed", &node::graph_changed, released())
    .def(
      "topics",
      [](const node & self, bool no_demangle) {
        return texts_of([&] {
          return self.get()->get_node_graph_interface()->get_topic_names_and_types(no_demangle);
        });
      },
      nb::arg("no_demangle") = false)
    .def(
      "services",
      [](const node & self) {
        return texts_of([&] { return self.get()->get_service_names_and_types(); });
      })
    .def(
      "nodes",
      [](const node & self) { return texts_of([&] { return self.get()->get_node_names(); }); })
    .def(
      "nodes_with_enclaves",
      [](const node & self) {
        return texts_of(
          [&] { return self.get()->get_node_graph_interface()->get_node_names_with_enclaves(); });
      })
    .def(
      "publishers_of",
      [](const node & self, const std::string & topic, bool no_mangle) {
        std::vector<endpoint> endpoints;
        {
          const gil_released ungiled;
          endpoints = endpoints_of(self.get()->get_publishers_info_by_topic(topic, no_mangle));
        }
        return to_tuples(endpoints);
      },
      nb::arg("topic"), nb::arg("no_mangle") = false)
    .def(
      "subscriptions_of",
      [](const node & self, const std::string & topic, bool no_mangle) {
        std::vector<endpoint> endpoints;
        {
          const gil_released ungiled;
          endpoints = endpoints_of(self.get()->get_subscriptions_info_by_topic(topic, no_mangle));
        }
        return to_tuples(endpoints);
      },
      nb::arg("topic"), nb::arg("no_mangle") = false)
    .def(
      "without_shared_memory",
      [](const node & self, const std::string & topic) {
        std::vector<pair_without_memory> pairs;
        {
          const gil_released ungiled;
          pairs = pairs_of(*self.get(), topic);
        }
        nb::list tuples;
        for (const pair_without_memory & pair : pairs) {
          tuples.append(nb::make_tuple(
            nb::bytes(pair.publisher.data(), pair.publisher.size()),
            nb::bytes(pair.subscription.data(), pair.subscription.size()), pair.reason));
        }
        return tuples;
      },
      nb::arg("topic"));
  bind_by_node(cls, "publishers_by_node", [](const graph & g, const auto & name, const auto & ns) {
    return g.get_publisher_names_and_types_by_node(name, ns);
  });
  bind_by_node(
    cls, "subscriptions_by_node", [](const graph & g, const auto & name, const auto & ns) {
      return g.get_subscriber_names_and_types_by_node(name, ns);
    });
  bind_by_node(cls, "services_by_node", [](const graph & g, const auto & name, const auto & ns) {
    return g.get_service_names_and_types_by_node(name, ns);
  });
  bind_by_node(cls, "clients_by_node", [](const graph & g, const auto & name, const auto & ns) {
    return g.get_client_names_and_types_by_node(name, ns);
  });
  bind_count(cls, "count_publishers", &rclcpp::Node::count_publishers);
  bind_count(cls, "count_subscribers", &rclcpp::Node::count_subscribers);
  bind_count(cls, "count_services", &rclcpp::Node::count_services);
  bind_count(cls, "count_clients", &rclcpp::Node::count_clients);
  nb::class_<graph_events>(module, "GraphEvents")
    .def(nb::init<const node &>(), nb::arg("node"), released())
    .def("close", &graph_events::close, released())
    .def("listen", &graph_events::listen, nb::arg("notifier").none(), nb::arg("key"), released())
    .def("taking", &graph_events::taking);
}

}  // namespace rxros2_python
