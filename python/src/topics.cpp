// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// publisher and subscription for Python, for types that are known by name.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <sched.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codec.hpp"
#include "endpoint_events.hpp"
#include "gil.hpp"
#include "handle.hpp"
#include "loan.hpp"
#include "node.hpp"
#include "notifier.hpp"
#include "rclcpp/named_type.hpp"
#include "rmw/time.h"
#include "signals_wake.hpp"

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

nb::object to_tuples(const std::optional<event_status> & status)
{
  if (!status) {
    return nb::none();
  }
  return nb::make_tuple(status->totals, status->changes, status->rest);
}

// Returns None if the middleware does not count.
nb::object counted(std::uint64_t number)
{
  return number == RMW_MESSAGE_INFO_SEQUENCE_NUMBER_UNSUPPORTED ? nb::none() : nb::cast(number);
}

// Runs Python's handlers of the signals that have arrived, in the main thread.
void run_signal_handlers()
{
  if (PyErr_CheckSignals() != 0) {
    throw nb::python_error();
  }
}

// Returns a function that wakes the executor in a replay, where a waiting loop runs the executor.
std::function<void()> wakes_replay()
{
  const auto replay = runtime::of_replay();
  if (!replay) {
    return nullptr;
  }
  return [weak = std::weak_ptr(replay)] {
    if (const auto waiting = weak.lock()) {
      waiting->look_again();
    }
  };
}

// Returns whether publishing matters even if no subscription receives it.
bool counts_unreceived(const rmw_qos_profile_t & qos)
{
  const std::int64_t deadline = rmw_time_total_nsec(qos.deadline);
  return qos.durability == RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL ||
         qos.liveliness == RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC ||
         (deadline > 0 && deadline != INT64_MAX);
}

class publisher
{
public:
  /// `events` are the kinds of rcl_publisher_event_type_t that are listened to.
  publisher(
    const node & owner, const std::string & topic, const std::string & type, const qos_values & qos,
    const std::vector<int> & events, bool use_shared_memory)
  : events_(events, true)
  {
    rclcpp::PublisherOptions options;
    options.use_shared_memory = use_shared_memory;
    rclcpp::PublisherEventCallbacks & callbacks = options.event_callbacks;
    events_.fill(RCL_PUBLISHER_OFFERED_DEADLINE_MISSED, callbacks.deadline_callback);
    events_.fill(RCL_PUBLISHER_LIVELINESS_LOST, callbacks.liveliness_callback);
    events_.fill(RCL_PUBLISHER_OFFERED_INCOMPATIBLE_QOS, callbacks.incompatible_qos_callback);
    events_.fill(RCL_PUBLISHER_INCOMPATIBLE_TYPE, callbacks.incompatible_type_callback);
    events_.fill(RCL_PUBLISHER_MATCHED, callbacks.matched_callback);
    const auto created = owner.get()->create_generic_publisher(topic, type, make_qos(qos), options);
    unreceived_counts_ = counts_unreceived(created->get_actual_qos().get_rmw_qos_profile());
    publisher_.set(created);
  }
  ~publisher()
  {
    const gil_released released;
    close();
  }

  void close()
  {
    if (const auto kept = publisher_.take()) {
      events_.end();
    }
  }

  rclcpp::GenericPublisher::SharedPtr get() const { return publisher_.get(); }

  void publish(const codec & message_codec, nb::handle message) const
  {
    if (!unreceived_counts_ && message_codec.was_large() && !has_subscription()) {
      return message_codec.check(message);
    }
    const rclcpp::GenericPublisher::SharedPtr kept = get();
    rmw::Buffer sample = message_codec.encode_sample(message, *kept);
    const gil_released released;
    kept->publish_sample(std::move(sample));
  }

  nb::object borrow(const codec & message_codec, nb::handle message, const nb::dict & lengths) const
  {
    return message_codec.borrow(message, lengths, *get());
  }

  /// Publishes a message of borrow(): without a copy of its arrays if it still fits around them.
  void publish_loan(const codec & message_codec, nb::handle message, loan & borrowed) const
  {
    if (borrowed.is_published() || borrowed.is_busy) {
      throw std::invalid_argument("the loan has been published");
    }
    const rclcpp::GenericPublisher::SharedPtr kept = get();
    borrowed.is_busy = true;
    bool fits;
    try {
      fits = message_codec.encode_loan(message, borrowed);
    } catch (...) {
      borrowed.is_busy = false;
      throw;
    }
    borrowed.is_busy = false;
    if (!fits) {
      return publish(message_codec, message);
    }
    const rmw::Sample sample = borrowed.publish();
    const gil_released released;
    kept->publish_sample(sample);
  }

  void publish_bytes(nb::handle bytes) const
  {
    const rclcpp::GenericPublisher::SharedPtr kept = get();
    with_bytes(bytes, [&](const rclcpp::SerializedMessage & sample) { kept->publish(sample); });
  }

  void listen_event(int kind, std::shared_ptr<notifier> to, std::int64_t key) const
  {
    if (const auto kept = publisher_.if_open()) {
      events_.listen(*kept, static_cast<rcl_publisher_event_type_t>(kind), std::move(to), key);
    }
  }
  std::optional<event_status> take_event(int kind) const
  {
    const auto kept = publisher_.if_open();
    return kept ? events_.take(*kept, static_cast<rcl_publisher_event_type_t>(kind)) : std::nullopt;
  }

private:
  bool has_subscription() const
  {
    const gil_released released;
    return get()->get_subscription_count() != 0;
  }

  const endpoint_events events_;
  bool unreceived_counts_ = true;
  handle<rclcpp::GenericPublisher> publisher_{"publisher"};
};

/// A subscription. Ready when a message waits in rclcpp's queue, which is bounded by the depth of
/// the QoS profile. No executor serves it: the listener takes the messages and the events.
class subscription
{
public:
  /// `events` are the kinds of rcl_subscription_event_type_t that are listened to.
  subscription(
    const node & owner, const std::string & topic, const std::string & type, const qos_values & qos,
    const std::vector<int> & events, bool ignore_local)
  : events_(events, false)
  {
    rclcpp::SubscriptionOptions options;
    rclcpp::SubscriptionEventCallbacks & callbacks = options.event_callbacks;
    events_.fill(RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED, callbacks.deadline_callback);
    events_.fill(RCL_SUBSCRIPTION_LIVELINESS_CHANGED, callbacks.liveliness_callback);
    events_.fill(RCL_SUBSCRIPTION_REQUESTED_INCOMPATIBLE_QOS, callbacks.incompatible_qos_callback);
    events_.fill(RCL_SUBSCRIPTION_MESSAGE_LOST, callbacks.message_lost_callback);
    events_.fill(RCL_SUBSCRIPTION_INCOMPATIBLE_TYPE, callbacks.incompatible_type_callback);
    events_.fill(RCL_SUBSCRIPTION_MATCHED, callbacks.matched_callback);
    options.ignore_local_publications = ignore_local;
    options.callback_group = owner.manual_group();
    subscription_.set(owner.get()->create_generic_subscription(
      topic, type, make_qos(qos), [](std::shared_ptr<const rclcpp::SerializedMessage>) {},
      options));
  }
  ~subscription()
  {
    const gil_released released;
    close();
  }

  void close()
  {
    if (const auto kept = subscription_.take()) {
      kept->clear_on_new_message_callback();
      source_->listen(nullptr, 0);
      events_.end();
    }
  }

  rclcpp::GenericSubscription::SharedPtr get() const { return subscription_.get(); }

  void listen(std::shared_ptr<notifier> to, std::int64_t key)
  {
    const bool begins = to != nullptr;
    source_->listen(std::move(to), key);
    const auto kept = subscription_.if_open();
    if (!kept) {
      return;
    }
    if (begins) {
      kept->set_on_new_message_callback([source = source_](std::size_t) { source->announce(); });
    } else {
      kept->clear_on_new_message_callback();
    }
  }

  void listen_event(int kind, std::shared_ptr<notifier> to, std::int64_t key) const
  {
    if (const auto kept = subscription_.if_open()) {
      events_.listen(*kept, static_cast<rcl_subscription_event_type_t>(kind), std::move(to), key);
    }
  }
  std::optional<event_status> take_event(int kind) const
  {
    const auto kept = subscription_.if_open();
    return kept ? events_.take(*kept, static_cast<rcl_subscription_event_type_t>(kind))
                : std::nullopt;
  }

  /// Returns the messages that wait, oldest first, at most `most`; the rest is announced again.
  /// Without a codec they are bytes; `with_info`: pairs of the message and a tuple of its
  /// information. Malformed messages are dropped and counted, and the first one is logged.
  nb::list take(const codec * message_codec, std::size_t most, bool with_info)
  {
    std::vector<std::pair<rmw::Sample, rclcpp::MessageInfo>> samples;
    {
      const gil_released released;
      source_->taking();
      if (const auto kept = subscription_.if_open()) {
        std::pair<rmw::Sample, rclcpp::MessageInfo> next;
        while (samples.size() != most && kept->take_sample(next.first, next.second)) {
          samples.push_back(std::exchange(next, {}));
        }
      }
    }
    if (samples.size() == most) {
      source_->announce();
    }
    nb::list messages;
    for (auto & [sample, info] : samples) {
      nb::object message = to_python(std::move(sample));
      if (message_codec != nullptr) {
        message = decode(*message_codec, message);
        if (!message) {
          continue;
        }
      }
      if (with_info) {
        const rmw_message_info_t & raw = info.get_rmw_message_info();
        message = nb::make_tuple(
          message,
          nb::make_tuple(
            raw.source_timestamp, raw.received_timestamp, counted(raw.publication_sequence_number),
            counted(raw.reception_sequence_number),
            nb::bytes(raw.publisher_gid.data, sizeof(raw.publisher_gid.data))));
      }
      messages.append(message);
    }
    return messages;
  }

  statistics_values statistics() const
  {
    const rclcpp::SubscriptionStatistics counts = get()->statistics();
    // rclcpp counts samples that were taken as bytes as delivered.
    const std::uint64_t malformed = malformed_.load();
    return {
      counts.received, counts.delivered - malformed, counts.dropped, counts.malformed + malformed,
      counts.waiting};
  }

private:
  // Returns null for a sample that is no message of the type.
  nb::object decode(const codec & message_codec, const nb::object & bytes)
  {
    try {
      return message_codec.decode(bytes);
    } catch (nb::python_error & error) {
      // CdrError, or an exception of a class for this content, costs only this sample.
      if (!error.matches(PyExc_Exception)) {
        throw;
      }
      const auto kept = subscription_.if_open();
      if (malformed_++ == 0 && kept) {
        RCLCPP_WARN(
          rclcpp::get_logger("rxros2"),
          "%s: a malformed sample was dropped, others will be too: %s", kept->get_topic_name(),
          nb::str(error.value()).c_str());
      }
      return nb::object();
    }
  }

  const std::shared_ptr<source> source_ = std::make_shared<source>();
  const endpoint_events events_;
  handle<rclcpp::GenericSubscription> subscription_{"subscription"};
  std::atomic<std::uint64_t> malformed_{0};
};

int get_loan_buffer(PyObject * self, Py_buffer * view, int flags)
{
  if (!nb::inst_ready(self)) {
    view->obj = nullptr;
    PyErr_SetString(PyExc_BufferError, "the loan has no memory");
    return -1;
  }
  const auto & borrowed = *nb::inst_ptr<loan>(self);
  const std::span<const std::byte> bytes = borrowed.bytes();
  return PyBuffer_FillInfo(
    view, self, const_cast<std::byte *>(bytes.data()), static_cast<Py_ssize_t>(bytes.size()),
    borrowed.is_published() ? 1 : 0, flags);
}
PyType_Slot loan_slots[] = {
  {Py_bf_getbuffer, reinterpret_cast<void *>(get_loan_buffer)}, {0, nullptr}};

}  // namespace

void bind_topics(nb::module_ & module)
{
  using released = nb::call_guard<gil_released>;
  nb::class_<loan>(module, "Loan", nb::type_slots(loan_slots));
  nb::class_<notifier>(module, "Notifier")
    .def(nb::new_([] { return std::make_shared<notifier>(wakes_replay()); }))
    .def(
      nb::new_([](int event) { return std::make_shared<notifier>(event, wakes_replay()); }),
      nb::arg("event"))
    .def("fileno", &notifier::fileno)
    .def("take", &notifier::take)
    .def(
      "rest",
      [](notifier & self, std::int64_t nanoseconds) {
        if (self.rest(std::chrono::nanoseconds(nanoseconds))) {
          const gil_released ungiled;
          sched_yield();  // lets threads run that wait for this core
        }
      },
      nb::arg("nanoseconds") = 0)
    .def("ready", &notifier::ready, nb::arg("key"))
    .def(
      "wait",
      [](notifier & self, std::int64_t nanoseconds) {
        const std::chrono::nanoseconds timeout(nanoseconds);
        bool ready;
        if (const auto replayed = runtime::of_replay()) {
          const gil_released ungiled;
          self.rest();
          ready = replayed->wait_in_replay(self.fileno(), timeout);
        } else {
          const signals_wake waking;
          run_signal_handlers();
          const gil_released ungiled;
          ready = self.wait(timeout, waking.fileno());
        }
        run_signal_handlers();
        return ready;
      },
      nb::arg("nanoseconds"));
  module.def(
    "check_compatible",
    [](const qos_values & publisher, const qos_values & subscription) {
      const auto result = rclcpp::qos_check_compatible(make_qos(publisher), make_qos(subscription));
      return std::pair(static_cast<int>(result.compatibility), result.reason);
    },
    nb::arg("publisher"), nb::arg("subscription"));
  module.def(
    "register_type",
    [](const codec & type, const std::string & hash) {
      rclcpp::register_type(type.description(), hash);
    },
    nb::arg("type"), nb::arg("hash"));
  module.def(
    "register_service_hash", &rclcpp::register_service_hash, nb::arg("type"), nb::arg("hash"));
  nb::class_<publisher>(module, "Publisher")
    .def(
      nb::init<
        const node &, const std::string &, const std::string &, const qos_values &,
        const std::vector<int> &, bool>(),
      nb::arg("node"), nb::arg("topic"), nb::arg("type"), nb::arg("qos"),
      nb::arg("events") = std::vector<int>(), nb::arg("use_shared_memory") = true, released())
    .def("close", &publisher::close, released())
    .def("topic", [](const publisher & self) { return std::string(self.get()->get_topic_name()); })
    .def("qos", [](const publisher & self) { return values_of(self.get()->get_actual_qos()); })
    .def(
      "gid",
      [](const publisher & self) {
        const rmw_gid_t & gid = self.get()->get_gid();
        return nb::bytes(gid.data, sizeof(gid.data));
      })
    .def(
      "matched", [](const publisher & self) { return self.get()->get_subscription_count(); },
      released())
    .def("publish", &publisher::publish, nb::arg("codec"), nb::arg("message").none())
    .def(
      "borrow", &publisher::borrow, nb::arg("codec"), nb::arg("message").none(), nb::arg("lengths"))
    .def(
      "publish_loan", &publisher::publish_loan, nb::arg("codec"), nb::arg("message").none(),
      nb::arg("loan"))
    .def("publish_bytes", &publisher::publish_bytes, nb::arg("sample"))
    .def(
      "assert_liveliness", [](const publisher & self) { return self.get()->assert_liveliness(); },
      released())
    .def(
      "wait_for_all_acked",
      [](const publisher & self, std::int64_t nanoseconds) {
        return self.get()->wait_for_all_acked(std::chrono::nanoseconds(nanoseconds));
      },
      nb::arg("nanoseconds"), released())
    .def(
      "listen_event", &publisher::listen_event, nb::arg("kind"), nb::arg("notifier").none(),
      nb::arg("key"), released())
    .def(
      "take_event",
      [](const publisher & self, int kind) { return to_tuples(self.take_event(kind)); },
      nb::arg("kind"));
  nb::class_<subscription>(module, "Subscription")
    .def(
      nb::init<
        const node &, const std::string &, const std::string &, const qos_values &,
        const std::vector<int> &, bool>(),
      nb::arg("node"), nb::arg("topic"), nb::arg("type"), nb::arg("qos"),
      nb::arg("events") = std::vector<int>(), nb::arg("ignore_local") = false, released())
    .def("close", &subscription::close, released())
    .def(
      "topic", [](const subscription & self) { return std::string(self.get()->get_topic_name()); })
    .def("qos", [](const subscription & self) { return values_of(self.get()->get_actual_qos()); })
    .def(
      "matched", [](const subscription & self) { return self.get()->get_publisher_count(); },
      released())
    .def("listen", &subscription::listen, nb::arg("notifier").none(), nb::arg("key"), released())
    .def(
      "listen_event", &subscription::listen_event, nb::arg("kind"), nb::arg("notifier").none(),
      nb::arg("key"), released())
    .def(
      "take_event",
      [](const subscription & self, int kind) { return to_tuples(self.take_event(kind)); },
      nb::arg("kind"))
    .def(
      "take", &subscription::take, nb::arg("codec").none(), nb::arg("most"),
      nb::arg("with_info") = false)
    .def("statistics", &subscription::statistics, released());
}

}  // namespace rxros2_python
