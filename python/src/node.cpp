// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "node.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

// Above this, copying costs more than an object of its own.
constexpr std::size_t large = 4096;

// Bytes of the middleware that arrays can be views of.
struct sample
{
  rclcpp::SerializedMessage message;
};

int get_buffer(PyObject * self, Py_buffer * view, int flags)
{
  const rcl_serialized_message_t & raw =
    nb::inst_ptr<sample>(self)->message.get_rcl_serialized_message();
  return PyBuffer_FillInfo(
    view, self, raw.buffer, static_cast<Py_ssize_t>(raw.buffer_length), 1, flags);
}

PyType_Slot sample_slots[] = {
  {Py_bf_getbuffer, reinterpret_cast<void *>(get_buffer)}, {0, nullptr}};

}  // namespace

runtime::runtime(const std::vector<std::string> & arguments, std::optional<std::size_t> domain)
{
  std::vector<const char *> argv{"python"};
  for (const std::string & each : arguments) {
    argv.push_back(each.c_str());
  }
  rclcpp::InitOptions options;
  options.shutdown_on_signal = false;  // Ctrl-C is Python's
  if (domain) {
    options.set_domain_id(*domain);
  }
  context->init(static_cast<int>(argv.size()), argv.data(), options);
  rclcpp::ExecutorOptions executor_options;
  executor_options.context = context;
  executor = std::make_unique<rclcpp::executors::SingleThreadedExecutor>(executor_options);
  thread_ = std::thread([this] {
    while (context->is_valid()) {
      try {
        executor->spin();
        break;  // canceled, or the context was shut down
      } catch (const std::exception & error) {
        RCLCPP_ERROR(rclcpp::get_logger("rxros2"), "in the executor's thread: %s", error.what());
      }
    }
  });
}

runtime::~runtime()
{
  context->shutdown("the last node was closed");
  executor->cancel();
  thread_.join();
}

node::node(
  const std::string & name, const std::string & name_space,
  const std::vector<std::string> & arguments, std::optional<std::size_t> domain, const node * with)
{
  const std::shared_ptr<runtime> shared =
    with == nullptr ? std::make_shared<runtime>(arguments, domain) : with->runtime_.get();
  const auto made = std::make_shared<rclcpp::Node>(
    name, name_space, rclcpp::NodeOptions().context(shared->context));
  group_.set(made->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false));
  shared->executor->add_node(made);
  runtime_.set(shared);
  node_.set(made);
}

node::~node()
{
  const nb::gil_scoped_release released;
  close();
}

void node::close()
{
  if (const auto closed = node_.take()) {
    runtime_.get()->executor->remove_node(closed);
    group_.take();
  }
  runtime_.take();
}

rclcpp::QoS make_qos(const qos_values & values)
{
  const auto & [history, depth, reliability, durability, deadline, lifespan, liveliness, lease] =
    values;
  rclcpp::QoS qos(depth);
  qos.history(static_cast<rmw_qos_history_policy_t>(history));
  qos.reliability(static_cast<rmw_qos_reliability_policy_t>(reliability));
  qos.durability(static_cast<rmw_qos_durability_policy_t>(durability));
  qos.liveliness(static_cast<rmw_qos_liveliness_policy_t>(liveliness));
  if (deadline != 0) {
    qos.deadline(rclcpp::Duration::from_nanoseconds(deadline));
  }
  if (lifespan != 0) {
    qos.lifespan(rclcpp::Duration::from_nanoseconds(lifespan));
  }
  if (lease != 0) {
    qos.liveliness_lease_duration(rclcpp::Duration::from_nanoseconds(lease));
  }
  return qos;
}

nb::object to_python(rclcpp::SerializedMessage && message)
{
  const rcl_serialized_message_t & raw = message.get_rcl_serialized_message();
  if (raw.buffer_length < large) {
    return nb::steal(PyBytes_FromStringAndSize(
      reinterpret_cast<const char *>(raw.buffer), static_cast<Py_ssize_t>(raw.buffer_length)));
  }
  return nb::cast(sample{std::move(message)});
}

void bind_node(nb::module_ & module)
{
  using released = nb::call_guard<nb::gil_scoped_release>;
  nb::class_<sample>(module, "Sample", nb::type_slots(sample_slots));
  nb::class_<node>(module, "Node")
    .def(
      nb::init<
        const std::string &, const std::string &, const std::vector<std::string> &,
        std::optional<std::size_t>, const node *>(),
      nb::arg("name"), nb::arg("namespace"), nb::arg("arguments"), nb::arg("domain").none(),
      nb::arg("share").none(), released())
    .def("close", &node::close, released())
    .def(
      "name", [](const node & self) { return std::string(self.get()->get_fully_qualified_name()); })
    .def(
      "topics", [](const node & self) { return self.get()->get_topic_names_and_types(); },
      released())
    .def(
      "services", [](const node & self) { return self.get()->get_service_names_and_types(); },
      released())
    .def(
      "nodes", [](const node & self) { return self.get()->get_node_names(); }, released())
    .def(
      "count_publishers",
      [](const node & self, const std::string & topic) {
        return self.get()->count_publishers(topic);
      },
      nb::arg("topic"), released())
    .def(
      "count_subscribers",
      [](const node & self, const std::string & topic) {
        return self.get()->count_subscribers(topic);
      },
      nb::arg("topic"), released())
    .def(
      "now", [](const node & self) { return self.get()->now().nanoseconds(); }, released())
    .def(
      "log",
      [](const node & self, int severity, const std::string & text) {
        const rclcpp::Logger logger = self.get()->get_logger();
        if (severity >= 50) {
          RCLCPP_FATAL(logger, "%s", text.c_str());
        } else if (severity >= 40) {
          RCLCPP_ERROR(logger, "%s", text.c_str());
        } else if (severity >= 30) {
          RCLCPP_WARN(logger, "%s", text.c_str());
        } else if (severity >= 20) {
          RCLCPP_INFO(logger, "%s", text.c_str());
        } else {
          RCLCPP_DEBUG(logger, "%s", text.c_str());
        }
      },
      nb::arg("severity"), nb::arg("text"), released());
}

}  // namespace rxros2_python
