// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What a node knows of the others, for Python.
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "node.hpp"

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

// Node's name, its namespace, type, type hash (empty if it is not told), gid, QoS.
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
  std::vector<endpoint> found;
  for (const rclcpp::TopicEndpointInfo & info : infos) {
    const auto * const gid = reinterpret_cast<const std::byte *>(info.endpoint_gid().data());
    found.push_back(
      {info.node_name(),
       info.node_namespace(),
       info.topic_type(),
       hash_text(info.topic_type_hash()),
       {gid, gid + info.endpoint_gid().size()},
       values_of(info.qos_profile())});
  }
  return found;
}

nb::list to_tuples(const std::vector<endpoint> & endpoints)
{
  nb::list tuples;
  for (const endpoint & each : endpoints) {
    tuples.append(nb::make_tuple(
      each.node_name, each.node_namespace, each.type, each.type_hash,
      nb::bytes(each.gid.data(), each.gid.size()), each.qos));
  }
  return tuples;
}

using graph = rclcpp::node_interfaces::NodeGraphInterface;

// A query about one node, by its name and namespace.
template <typename Query>
void bind_by_node(nb::class_<node> & cls, const char * name, Query query)
{
  cls.def(
    name,
    [query](const node & self, const std::string & of, const std::string & name_space) {
      return query(*self.get()->get_node_graph_interface(), of, name_space);
    },
    nb::arg("name"), nb::arg("namespace"), nb::call_guard<nb::gil_scoped_release>());
}

template <typename Count>
void bind_count(nb::class_<node> & cls, const char * name, Count count)
{
  cls.def(
    name,
    [count](const node & self, const std::string & of) { return (self.get().get()->*count)(of); },
    nb::arg("name"), nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace

void bind_graph(nb::class_<node> & cls)
{
  using released = nb::call_guard<nb::gil_scoped_release>;
  cls.def("graph_changed", &node::graph_changed, released())
    .def(
      "topics",
      [](const node & self, bool no_demangle) {
        return self.get()->get_node_graph_interface()->get_topic_names_and_types(no_demangle);
      },
      nb::arg("no_demangle") = false, released())
    .def(
      "services", [](const node & self) { return self.get()->get_service_names_and_types(); },
      released())
    .def(
      "nodes", [](const node & self) { return self.get()->get_node_names(); }, released())
    .def(
      "nodes_with_enclaves",
      [](const node & self) {
        return self.get()->get_node_graph_interface()->get_node_names_with_enclaves();
      },
      released())
    .def(
      "publishers_of",
      [](const node & self, const std::string & topic, bool no_mangle) {
        std::vector<endpoint> found;
        {
          const nb::gil_scoped_release ungiled;
          found = endpoints_of(self.get()->get_publishers_info_by_topic(topic, no_mangle));
        }
        return to_tuples(found);
      },
      nb::arg("topic"), nb::arg("no_mangle") = false)
    .def(
      "subscriptions_of",
      [](const node & self, const std::string & topic, bool no_mangle) {
        std::vector<endpoint> found;
        {
          const nb::gil_scoped_release ungiled;
          found = endpoints_of(self.get()->get_subscriptions_info_by_topic(topic, no_mangle));
        }
        return to_tuples(found);
      },
      nb::arg("topic"), nb::arg("no_mangle") = false);
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
}

}  // namespace rxros2_python
