// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// publisher and subscription for Python, of types that are known by name.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "codec.hpp"
#include "handle.hpp"
#include "node.hpp"
#include "notifier.hpp"

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

/// Ready when its number of subscriptions has changed.
class publisher
{
public:
  publisher(
    const node & owner, const std::string & topic, const std::string & type, const qos_values & qos)
  {
    rclcpp::PublisherOptions options;
    options.event_callbacks.matched_callback = [source = source_](const rclcpp::MatchedInfo &) {
      source->announce();
    };
    publisher_.set(owner.get()->create_generic_publisher(topic, type, make_qos(qos), options));
  }
  ~publisher()
  {
    const nb::gil_scoped_release released;
    close();
  }

  void close()
  {
    source_->listen(nullptr, 0);
    publisher_.take();
  }

  std::shared_ptr<rclcpp::GenericPublisher> get() const { return publisher_.get(); }

  void publish(const codec & how, nb::handle message) const { publish_bytes(how.encode(message)); }

  void publish_bytes(nb::handle bytes) const
  {
    const std::shared_ptr<rclcpp::GenericPublisher> kept = get();
    with_bytes(bytes, [&](const rclcpp::SerializedMessage & sample) { kept->publish(sample); });
  }

  void listen_matched(std::shared_ptr<notifier> to, std::int64_t key)
  {
    source_->listen(std::move(to), key);
  }
  void taking_matched() { source_->taking(); }

private:
  const std::shared_ptr<source> source_ = std::make_shared<source>();
  handle<rclcpp::GenericPublisher> publisher_{"publisher"};
};

/// Ready when a message waits in rclcpp's queue, which is bounded by the QoS's depth. No executor
/// has it: the loop takes from it.
class subscription
{
public:
  subscription(
    const node & owner, const std::string & topic, const std::string & type, const qos_values & qos)
  {
    rclcpp::SubscriptionOptions options;
    options.callback_group = owner.taken_by_hand();
    options.event_callbacks.matched_callback = [](const rclcpp::MatchedInfo &) {};
    subscription_.set(owner.get()->create_generic_subscription(
      topic, type, make_qos(qos), [](std::shared_ptr<const rclcpp::SerializedMessage>) {},
      options));
  }
  ~subscription()
  {
    const nb::gil_scoped_release released;
    close();
  }

  void close()
  {
    if (const auto kept = subscription_.take()) {
      kept->clear_on_new_message_callback();
      kept->clear_on_new_qos_event_callback(RCL_SUBSCRIPTION_MATCHED);
      source_->listen(nullptr, 0);
      matching_->listen(nullptr, 0);
    }
  }

  std::shared_ptr<rclcpp::GenericSubscription> get() const { return subscription_.get(); }

  void listen(std::shared_ptr<notifier> to, std::int64_t key)
  {
    source_->listen(std::move(to), key);
    get()->set_on_new_message_callback([source = source_](std::size_t) { source->announce(); });
  }

  /// Announces that the number of publishers changed.
  void listen_matched(std::shared_ptr<notifier> to, std::int64_t key)
  {
    matching_->listen(std::move(to), key);
    if (const auto kept = subscription_.if_open()) {
      kept->set_on_new_qos_event_callback(
        [source = matching_](std::size_t) { source->announce(); }, RCL_SUBSCRIPTION_MATCHED);
    }
  }
  void taking_matched() { matching_->taking(); }

  /// What waits, oldest first, at most `most`; the rest is announced again. Without a codec as bytes.
  /// What is no message of the type is dropped and counted, and the first logged.
  nb::list take(const codec * how, std::size_t most)
  {
    std::vector<rclcpp::SerializedMessage> samples;
    {
      const nb::gil_scoped_release released;
      source_->taking();
      if (const auto kept = subscription_.if_open()) {
        rclcpp::MessageInfo info;
        for (rclcpp::SerializedMessage sample;
             samples.size() != most && kept->take_serialized(sample, info);) {
          samples.push_back(std::move(sample));
          sample = rclcpp::SerializedMessage();
        }
      }
    }
    if (samples.size() == most) {
      source_->announce();
    }
    nb::list messages;
    for (rclcpp::SerializedMessage & sample : samples) {
      nb::object bytes = to_python(std::move(sample));
      if (how == nullptr) {
        messages.append(bytes);
        continue;
      }
      try {
        messages.append(how->decode(bytes));
      } catch (nb::python_error & error) {
        if (!error.matches(PyExc_ValueError)) {  // CdrError is one
          throw;
        }
        const auto kept = subscription_.if_open();
        if (malformed_++ == 0 && kept) {
          RCLCPP_WARN(
            rclcpp::get_logger("rxros2"),
            "%s: a malformed sample was dropped, others will be too: %s", kept->get_topic_name(),
            nb::str(error.value()).c_str());
        }
      }
    }
    return messages;
  }

  /// Waiting, received, dropped, malformed.
  std::tuple<std::size_t, std::uint64_t, std::uint64_t, std::uint64_t> statistics() const
  {
    const rclcpp::SubscriptionStatistics found = get()->statistics();
    return {found.waiting, found.received, found.dropped, found.malformed + malformed_};
  }

private:
  const std::shared_ptr<source> source_ = std::make_shared<source>();
  const std::shared_ptr<source> matching_ = std::make_shared<source>();
  handle<rclcpp::GenericSubscription> subscription_{"subscription"};
  std::atomic<std::uint64_t> malformed_{0};
};

}  // namespace

void bind_topics(nb::module_ & module)
{
  using released = nb::call_guard<nb::gil_scoped_release>;
  nb::class_<notifier>(module, "Notifier")
    .def(nb::init<>())
    .def("fileno", &notifier::fileno)
    .def("take", &notifier::take)
    .def("rest", &notifier::rest);
  nb::class_<publisher>(module, "Publisher")
    .def(
      nb::init<const node &, const std::string &, const std::string &, const qos_values &>(),
      nb::arg("node"), nb::arg("topic"), nb::arg("type"), nb::arg("qos"), released())
    .def("close", &publisher::close, released())
    .def("topic", [](const publisher & self) { return std::string(self.get()->get_topic_name()); })
    .def(
      "matched", [](const publisher & self) { return self.get()->get_subscription_count(); },
      released())
    .def("publish", &publisher::publish, nb::arg("codec"), nb::arg("message"))
    .def("publish_bytes", &publisher::publish_bytes, nb::arg("sample"))
    .def(
      "listen_matched", &publisher::listen_matched, nb::arg("notifier").none(), nb::arg("key"),
      released())
    .def("taking_matched", &publisher::taking_matched);
  nb::class_<subscription>(module, "Subscription")
    .def(
      nb::init<const node &, const std::string &, const std::string &, const qos_values &>(),
      nb::arg("node"), nb::arg("topic"), nb::arg("type"), nb::arg("qos"), released())
    .def("close", &subscription::close, released())
    .def(
      "topic", [](const subscription & self) { return std::string(self.get()->get_topic_name()); })
    .def(
      "matched", [](const subscription & self) { return self.get()->get_publisher_count(); },
      released())
    .def("listen", &subscription::listen, nb::arg("notifier"), nb::arg("key"), released())
    .def(
      "listen_matched", &subscription::listen_matched, nb::arg("notifier").none(), nb::arg("key"),
      released())
    .def("taking_matched", &subscription::taking_matched)
    .def("take", &subscription::take, nb::arg("codec").none(), nb::arg("most"))
    .def("statistics", &subscription::statistics, released());
}

}  // namespace rxros2_python
