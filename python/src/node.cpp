// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "node.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <poll.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <mutex>
#include <span>
#include <stdexcept>
#include <unordered_set>
#include <utility>
#include <variant>

#include "gil.hpp"
#include "python_api.hpp"
#include "rclcpp/virtual_time.hpp"
#include "rmw/time.h"

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

// From this size on, copying costs more than a separate object.
constexpr std::size_t worth_sharing = 4096;

// Bytes of the middleware that arrays can be views of.
struct sample
{
  std::variant<rclcpp::SerializedMessage, rmw::Sample> message;
};

std::span<const std::byte> bytes_of(const rclcpp::SerializedMessage & message)
{
  const rcl_serialized_message_t & raw = message.get_rcl_serialized_message();
  return {reinterpret_cast<const std::byte *>(raw.buffer), raw.buffer_length};
}

std::span<const std::byte> bytes_of(const rmw::Sample & message)
{
  return message.bytes();
}

std::span<const std::byte> sample_bytes(PyObject * self)
{
  return std::visit(
    [](const auto & message) { return bytes_of(message); }, nb::inst_ptr<sample>(self)->message);
}

int get_buffer(PyObject * self, Py_buffer * view, int flags)
{
  const std::span<const std::byte> bytes = sample_bytes(self);
  return PyBuffer_FillInfo(
    view, self, const_cast<std::byte *>(bytes.data()), static_cast<Py_ssize_t>(bytes.size()), 1,
    flags);
}

template <typename Message>
nb::object bytes_or_sample(Message && message)
{
  const std::span<const std::byte> bytes = bytes_of(message);
  if (bytes.size() < worth_sharing) {
    return nb::steal(PyBytes_FromStringAndSize(
      reinterpret_cast<const char *>(bytes.data()), static_cast<Py_ssize_t>(bytes.size())));
  }
  return nb::cast(sample{std::move(message)});
}

nb::object to_bytes(PyObject * self)
{
  return nb::steal(PyBytes_FromObject(self));
}

// Calls `ask` with bytes of the same content. Null if there is not enough memory.
template <typename F>
PyObject * as_bytes(PyObject * self, F ask)
{
  const nb::object bytes = to_bytes(self);
  return bytes ? ask(bytes.ptr()) : nullptr;
}

Py_ssize_t length(PyObject * self)
{
  return static_cast<Py_ssize_t>(sample_bytes(self).size());
}

PyObject * item(PyObject * self, Py_ssize_t index)
{
  const std::span<const std::byte> bytes = sample_bytes(self);
  if (index < 0 || index >= static_cast<Py_ssize_t>(bytes.size())) {
    PyErr_SetString(PyExc_IndexError, "index out of range");
    return nullptr;
  }
  return PyLong_FromLong(std::to_integer<long>(bytes[static_cast<std::size_t>(index)]));
}

PyObject * subscript(PyObject * self, PyObject * key)
{
  const std::span<const std::byte> bytes = sample_bytes(self);
  const auto size = static_cast<Py_ssize_t>(bytes.size());
  if (!PySlice_Check(key)) {
    const Py_ssize_t index = PyNumber_AsSsize_t(key, PyExc_IndexError);
    if (index == -1 && PyErr_Occurred() != nullptr) {
      return nullptr;
    }
    return item(self, index < 0 ? index + size : index);
  }
  Py_ssize_t start = 0;
  Py_ssize_t stop = 0;
  Py_ssize_t step = 0;
  if (PySlice_Unpack(key, &start, &stop, &step) != 0) {
    return nullptr;
  }
  const Py_ssize_t count = PySlice_AdjustIndices(size, &start, &stop, step);
  PyObject * const slice = PyBytes_FromStringAndSize(nullptr, count);
  if (slice != nullptr) {
    char * const to = bytes_data(slice);
    for (Py_ssize_t i = 0; i < count; ++i) {
      to[i] = static_cast<char>(bytes[static_cast<std::size_t>(start + i * step)]);
    }
  }
  return slice;
}

int contains(PyObject * self, PyObject * part)
{
  const nb::object bytes = to_bytes(self);
  return bytes ? PySequence_Contains(bytes.ptr(), part) : -1;
}

PyObject * concat(PyObject * self, PyObject * other)
{
  return as_bytes(self, [&](PyObject * bytes) { return PySequence_Concat(bytes, other); });
}

PyObject * compare(PyObject * self, PyObject * other, int operation)
{
  Py_buffer view;
  if (PyObject_CheckBuffer(other) == 0) {
    Py_RETURN_NOTIMPLEMENTED;
  }
  if (PyObject_GetBuffer(other, &view, PyBUF_SIMPLE) != 0) {
    PyErr_Clear();
    Py_RETURN_NOTIMPLEMENTED;
  }
  const std::span<const std::byte> ours = sample_bytes(self);
  const auto size = static_cast<std::size_t>(view.len);
  const int begins = std::memcmp(ours.data(), view.buf, std::min(ours.size(), size));
  PyBuffer_Release(&view);
  const int order = begins != 0 ? begins : (ours.size() > size) - (ours.size() < size);
  Py_RETURN_RICHCOMPARE(order, 0, operation);
}

Py_hash_t hash(PyObject * self)
{
  const nb::object bytes = to_bytes(self);
  return bytes ? PyObject_Hash(bytes.ptr()) : -1;
}

PyObject * repr(PyObject * self)
{
  return as_bytes(self, [](PyObject * bytes) { return PyObject_Repr(bytes); });
}

// Looks up attributes of the object, then those of bytes: hex(), find(), decode().
PyObject * attribute(PyObject * self, PyObject * name)
{
  PyObject * const own = PyObject_GenericGetAttr(self, name);
  if (own != nullptr || PyErr_ExceptionMatches(PyExc_AttributeError) == 0) {
    return own;
  }
  PyErr_Clear();
  if (PyObject_HasAttr(reinterpret_cast<PyObject *>(&PyBytes_Type), name) == 0) {
    return PyObject_GenericGetAttr(self, name);  // raises the error of this type
  }
  return as_bytes(self, [&](PyObject * bytes) { return PyObject_GetAttr(bytes, name); });
}

// The interface of bytes, so that samples of every size are used alike.
PyType_Slot sample_slots[] = {
  {Py_bf_getbuffer, reinterpret_cast<void *>(get_buffer)},
  {Py_sq_length, reinterpret_cast<void *>(length)},
  {Py_sq_item, reinterpret_cast<void *>(item)},
  {Py_sq_contains, reinterpret_cast<void *>(contains)},
  {Py_sq_concat, reinterpret_cast<void *>(concat)},
  {Py_mp_length, reinterpret_cast<void *>(length)},
  {Py_mp_subscript, reinterpret_cast<void *>(subscript)},
  {Py_tp_richcompare, reinterpret_cast<void *>(compare)},
  {Py_tp_hash, reinterpret_cast<void *>(hash)},
  {Py_tp_repr, reinterpret_cast<void *>(repr)},
  {Py_tp_getattro, reinterpret_cast<void *>(attribute)},
  {0, nullptr}};

// Returns the same text, valid until the program ends, because log lines may be written later.
// There are as many texts as places in the program that log.
const char * kept(const std::string & text)
{
  static std::mutex mutex;  // guards the texts
  static auto & texts = *new std::unordered_set<std::string>;
  const std::lock_guard lock(mutex);
  return texts.insert(text).first->c_str();
}

}  // namespace

runtime::runtime(
  const std::vector<std::string> & arguments, std::optional<std::size_t> domain,
  bool use_shared_memory, const std::string & engine)
{
  std::vector<const char *> argv{"python"};
  for (const std::string & each : arguments) {
    argv.push_back(each.c_str());
  }
  rclcpp::InitOptions options;
  options.shutdown_on_signal = false;  // Python handles Ctrl-C
  options.use_shared_memory(use_shared_memory).engine(engine);
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

/// A waitable without work: executing it ends the executor's wait.
class runtime::wake_up final : public rclcpp::Waitable
{
public:
  explicit wake_up(const rclcpp::Context::SharedPtr & context) : guard_(context) {}

  void trigger() { guard_.trigger(); }

  void add_to_wait_set(rcl_wait_set_t & wait_set) override { guard_.add_to_wait_set(wait_set); }
  bool is_ready(const rcl_wait_set_t &) override { return true; }
  std::shared_ptr<void> take_data() override { return nullptr; }
  void execute(const std::shared_ptr<void> &) override {}
  std::size_t get_number_of_ready_guard_conditions() override { return 1; }

private:
  rclcpp::GuardCondition guard_;
};

runtime::runtime() : context(rclcpp::contexts::get_global_default_context()), is_replay_(true)
{
  rclcpp::ExecutorOptions executor_options;
  executor_options.context = context;
  executor = std::make_unique<rclcpp::executors::SingleThreadedExecutor>(executor_options);
  host_ = std::make_shared<rclcpp::Node>(
    "_replay_python", rclcpp::NodeOptions()
                        .start_parameter_services(false)
                        .start_parameter_event_publisher(false)
                        .enable_rosout(false)
                        .use_global_arguments(false));
  wake_up_ = std::make_shared<wake_up>(context);
  host_->get_node_waitables_interface()->add_waitable(wake_up_);
  executor->add_node(host_);
}

void runtime::look_again()
{
  if (wake_up_ && context->is_valid()) {
    wake_up_->trigger();
  }
}

bool runtime::wait_in_replay(int file, std::chrono::nanoseconds timeout)
{
  rclcpp::VirtualTime & time = *rclcpp::VirtualTime::current();
  const std::int64_t until =
    timeout.count() < 0 ? rclcpp::VirtualWorld::never : time.now() + timeout.count();
  const bool was_valid = context->is_valid();
  for (;;) {
    if (context->is_valid()) {
      executor->spin_all(std::chrono::nanoseconds(0));
    }
    pollfd polled{file, POLLIN, 0};
    if (::poll(&polled, 1, 0) > 0) {
      return true;
    }
    if (time.now() >= until || was_valid != context->is_valid()) {
      return false;
    }
    if (was_valid) {
      executor->spin_once(
        std::chrono::nanoseconds(until == rclcpp::VirtualWorld::never ? -1 : until - time.now()));
    } else if (until == rclcpp::VirtualWorld::never) {
      throw std::runtime_error(
        "the program waits for an event that will not come: the replay has ended; expected the "
        "program to end, too");
    } else {
      time.wait(until);
    }
    const gil_acquired gil;
    if (PyErr_CheckSignals() != 0) {
      throw nb::python_error();
    }
  }
}

runtime::~runtime()
{
  if (is_replay_) {
    executor->remove_node(host_);
    return;
  }
  if (fork_check_.forked()) {
    new rclcpp::Context::SharedPtr(std::move(context));
    executor.release();
    new std::thread(std::move(thread_));
    return;
  }
  context->shutdown("the last node was closed");
  executor->cancel();
  thread_.join();
}

node::node(
  std::shared_ptr<runtime> with, const std::string & name, const std::string & name_space,
  const node_options & options)
{
  std::vector<rclcpp::Parameter> overrides;
  for (const packed & each : options.parameter_overrides) {
    overrides.push_back(
      rclcpp::Parameter::from_parameter_msg(unpack<rcl_interfaces::msg::Parameter>(each)));
  }
  const auto created = std::make_shared<rclcpp::Node>(
    name, name_space,
    rclcpp::NodeOptions()
      .context(with->context)
      .arguments(options.arguments)
      .use_global_arguments(options.use_global_arguments)
      .enable_rosout(options.enable_rosout)
      .rosout_qos(options.rosout_qos ? make_qos(*options.rosout_qos) : rclcpp::RosoutQoS())
      .enable_logger_service(options.enable_logger_service)
      .start_parameter_services(options.start_parameter_services)
      .allow_undeclared_parameters(options.allow_undeclared_parameters)
      .automatically_declare_parameters_from_overrides(options.declare_parameters_from_overrides)
      .parameter_overrides(overrides));
  group_.set(created->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false));
  with->executor->add_node(created);
  runtime_.set(std::move(with));
  node_.set(created);
}

node::~node()
{
  const gil_released released;
  close();
}

void node::close()
{
  // The thread that takes the node closes all; other threads that close it have nothing to do.
  if (const auto closed = node_.take()) {
    if (const auto with = runtime_.take()) {
      with->executor->remove_node(closed);
    }
    group_.take();
  }
}

bool node::graph_changed()
{
  const auto kept = get();
  if (!graph_event_) {
    graph_event_ = kept->get_graph_event();
    return true;
  }
  return graph_event_->check_and_clear();
}

rclcpp::QoS make_qos(const qos_values & values)
{
  const auto & [history, depth, reliability, durability, deadline, lifespan, liveliness, lease] =
    values;
  rclcpp::QoS qos(rclcpp::QoSInitialization(static_cast<rmw_qos_history_policy_t>(history), depth));
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

qos_values values_of(const rclcpp::QoS & qos)
{
  const rmw_qos_profile_t & profile = qos.get_rmw_qos_profile();
  const auto nanoseconds = [](const rmw_time_t & time) {
    const std::int64_t total = rmw_time_total_nsec(time);
    return total == std::numeric_limits<std::int64_t>::max() ? 0 : total;  // infinite is none
  };
  return {
    profile.history,
    profile.depth,
    profile.reliability,
    profile.durability,
    nanoseconds(profile.deadline),
    nanoseconds(profile.lifespan),
    profile.liveliness,
    nanoseconds(profile.liveliness_lease_duration)};
}

nb::object to_python(rclcpp::SerializedMessage && message)
{
  return bytes_or_sample(std::move(message));
}

nb::object to_python(rmw::Sample && message)
{
  return bytes_or_sample(std::move(message));
}

void bind_node(nb::module_ & module)
{
  using released = nb::call_guard<gil_released>;
  nb::class_<sample>(module, "Sample", nb::type_slots(sample_slots))
    .def("__reduce__", [](nb::handle self) {  // pickling and copying produce bytes
      const nb::object bytes = to_bytes(self.ptr());
      if (!bytes) {
        throw nb::python_error();
      }
      const nb::handle type(reinterpret_cast<PyObject *>(&PyBytes_Type));
      return nb::make_tuple(type, nb::make_tuple(bytes));
    });
  nb::class_<runtime>(module, "Context")
    .def(
      nb::new_([](
                 const std::vector<std::string> & arguments, std::optional<std::size_t> domain,
                 bool use_shared_memory, const std::string & engine) {
        const auto replayed = runtime::of_replay();
        return replayed ? replayed
                        : std::make_shared<runtime>(arguments, domain, use_shared_memory, engine);
      }),
      nb::arg("arguments"), nb::arg("domain").none(), nb::arg("use_shared_memory") = true,
      nb::arg("engine") = "", released())
    .def("is_valid", &runtime::is_valid)
    .def("domain_id", [](const runtime & self) { return self.context->get_domain_id(); })
    .def(
      "shutdown",
      [](const runtime & self, const std::string & reason) {
        return !self.forked() && self.is_valid() && self.context->shutdown(reason);
      },
      nb::arg("reason"), released());
  nb::class_<node> cls(module, "Node");
  cls
    .def(
      "__init__",
      [](
        node * self, std::shared_ptr<runtime> context, const std::string & name,
        const std::string & name_space, std::vector<std::string> arguments,
        bool use_global_arguments, bool enable_rosout, bool enable_logger_service,
        bool start_parameter_services, bool allow_undeclared_parameters,
        bool declare_parameters_from_overrides, std::vector<packed> parameter_overrides,
        std::optional<qos_values> rosout_qos) {
        const gil_released ungiled;
        new (self) node(
          std::move(context), name, name_space,
          {std::move(arguments), use_global_arguments, enable_rosout, enable_logger_service,
           start_parameter_services, allow_undeclared_parameters, declare_parameters_from_overrides,
           std::move(parameter_overrides), rosout_qos});
      },
      nb::arg("context"), nb::arg("name"), nb::arg("namespace"), nb::arg("arguments"),
      nb::kw_only(), nb::arg("use_global_arguments") = true, nb::arg("enable_rosout") = true,
      nb::arg("enable_logger_service") = false, nb::arg("start_parameter_services") = true,
      nb::arg("allow_undeclared_parameters") = false,
      nb::arg("declare_parameters_from_overrides") = false,
      nb::arg("parameter_overrides") = std::vector<packed>(), nb::arg("rosout_qos") = nb::none())
    .def("close", &node::close, released())
    .def(
      "name", [](const node & self) { return std::string(self.get()->get_fully_qualified_name()); })
    .def(
      "resolve",
      [](const node & self, const std::string & name, bool service, bool only_expand) {
        return self.get()->get_node_base_interface()->resolve_topic_or_service_name(
          name, service, only_expand);
      },
      nb::arg("name"), nb::arg("service"), nb::arg("only_expand"), released())
    .def(
      "now", [](const node & self) { return self.get()->now().nanoseconds(); }, released())
    .def(
      "logger_name",
      [](const node & self) { return std::string(self.get()->get_logger().get_name()); },
      released());
  bind_graph(module, cls);
  bind_parameters(module, cls);
  module.def(
    "log",
    [](
      const std::string & name, int severity, const std::string & text,
      const std::string & function, const std::string & file, std::size_t line,
      const std::string & ancestor) {
      // a logger leads to the /rosout of its ancestor as long as it is held
      const rclcpp::Logger logger =
        name.starts_with(ancestor + ".")
          ? rclcpp::get_logger(ancestor).get_child(name.substr(ancestor.size() + 1))
          : rclcpp::get_logger(name);
      const auto level = static_cast<rclcpp::Logger::Level>(severity);
      if (logger.is_enabled(level)) {
        const rcutils_log_location_t location{kept(function), kept(file), line};
        rcutils_log(&location, severity, logger.get_name(), "%s", text.c_str());
      }
    },
    nb::arg("name"), nb::arg("severity"), nb::arg("text"), nb::arg("function"), nb::arg("file"),
    nb::arg("line"), nb::arg("ancestor") = "", released());
  module.def(
    "set_logger_level",
    [](const std::string & name, int level) {
      rclcpp::get_logger(name).set_level(static_cast<rclcpp::Logger::Level>(level));
    },
    nb::arg("name"), nb::arg("level"), released());
  module.def(
    "logger_level",
    [](const std::string & name) {
      return static_cast<int>(rclcpp::get_logger(name).get_effective_level());
    },
    nb::arg("name"), released());
}

}  // namespace rxros2_python
