// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The black box of bag/ for Python.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bag/black_box.hpp"
#include "bag_topic.hpp"
#include "gil.hpp"
#include "handle.hpp"
#include "notifier.hpp"
#include "rclcpp/logging.hpp"

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

/// The events of one kind since somebody listens: errors as texts, or paths of recordings.
/// Thread-safe.
class box_events
{
public:
  explicit box_events(bool of_errors) : of_errors_(of_errors) {}

  bool of_errors() const { return of_errors_; }

  void add(const std::string & text)
  {
    {
      const std::lock_guard lock(mutex_);
      if (texts_.size() == most) {
        texts_.erase(texts_.begin());
      }
      texts_.push_back(text);
    }
    source_.announce();
  }
  void end()
  {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    source_.announce();
  }

  /// Returns the events since the last call, and whether there will be no more.
  std::tuple<std::vector<std::string>, bool> take()
  {
    source_.taking();
    const std::lock_guard lock(mutex_);
    return {std::exchange(texts_, {}), ended_};
  }
  void listen(std::shared_ptr<notifier> to, std::int64_t key)
  {
    source_.listen(std::move(to), key);
  }
  void close() { source_.listen(nullptr, 0); }

private:
  static constexpr std::size_t most = 1000;  // beyond that the oldest are dropped

  const bool of_errors_;
  source source_;
  std::mutex mutex_;  // guards the members below
  std::vector<std::string> texts_;
  bool ended_ = false;
};

/// The listeners of a black box. Thread-safe; uses nothing of Python.
class box_listeners
{
public:
  std::shared_ptr<box_events> add(bool of_errors)
  {
    auto events = std::make_shared<box_events>(of_errors);
    const std::lock_guard lock(mutex_);
    if (ended_) {
      events->end();
    } else {
      listeners_.push_back(events);
    }
    return events;
  }
  /// Notifies the listeners of that kind. Returns whether there was one.
  bool notify(bool of_errors, const std::string & text)
  {
    bool has_listener = false;
    for (const auto & each : present()) {
      if (each->of_errors() == of_errors) {
        each->add(text);
        has_listener = true;
      }
    }
    return has_listener;
  }
  void end()
  {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    for (const auto & each : present()) {
      each->end();
    }
  }

private:
  std::vector<std::shared_ptr<box_events>> present()
  {
    std::vector<std::shared_ptr<box_events>> listeners;
    const std::lock_guard lock(mutex_);
    std::erase_if(listeners_, [](const auto & each) { return each.expired(); });
    for (const auto & each : listeners_) {
      if (auto kept = each.lock()) {
        listeners.push_back(std::move(kept));
      }
    }
    return listeners;
  }

  std::mutex mutex_;  // guards the members below
  std::vector<std::weak_ptr<box_events>> listeners_;
  bool ended_ = false;
};

/// A black box. Thread-safe. A forked child, which does not have its thread, cannot use it.
class black_box
{
public:
  black_box(
    const std::string & folder, double duration, double after, std::uint64_t size,
    std::size_t queue, const std::string & compression, int level)
  {
    const auto nanoseconds = [](double seconds) {
      return std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
    };
    const bag::BlackBoxOptions options{
      nanoseconds(duration), nanoseconds(after), size, queue, to_compression(compression), level};
    bag::BlackBoxEvents events{
      [listeners = listeners_](const bag::Error & error) {
        if (!listeners->notify(true, error.what())) {
          RCLCPP_ERROR(
            rclcpp::get_logger("rxros2"), "black box without a listener of errors(): %s",
            error.what());
        }
      },
      [listeners = listeners_](const std::filesystem::path & path) {
        listeners->notify(false, path.string());
      }};
    box_.set(std::make_shared<bag::BlackBox>(folder, options, std::move(events)));
  }

  std::shared_ptr<bag::BlackBox> get() const { return box_.get(); }
  std::shared_ptr<box_events> events(bool of_errors) const { return listeners_->add(of_errors); }
  void finish() const
  {
    if (const auto box = box_.if_open()) {
      box->finish();
      listeners_->end();
    }
  }

private:
  const std::shared_ptr<box_listeners> listeners_ = std::make_shared<box_listeners>();
  handle<bag::BlackBox> box_{"black box"};
};

}  // namespace

void bind_black_box(nb::module_ & module)
{
  using released = nb::call_guard<gil_released>;
  nb::class_<box_events>(module, "BagBlackBoxEvents")
    .def("listen", &box_events::listen, nb::arg("notifier").none(), nb::arg("key"), released())
    .def("take", &box_events::take)
    .def("close", &box_events::close, released());
  nb::class_<black_box>(module, "BagBlackBox")
    .def(
      nb::init<
        const std::string &, double, double, std::uint64_t, std::size_t, const std::string &,
        int>(),
      nb::arg("folder"), nb::kw_only(), nb::arg("duration"), nb::arg("after"), nb::arg("size"),
      nb::arg("queue"), nb::arg("compression"), nb::arg("level"), released())
    .def(
      "add_topic",
      [](
        const black_box & self, const std::string & name, const std::string & type,
        const std::string & hash, const std::string & format, const std::string & definition,
        const std::string & encoding, const std::vector<qos_values> & qos) {
        return self.get()->add_topic(
          bag_topic(name, type, hash, format, definition, encoding, qos));
      },
      nb::arg("name"), nb::arg("type"), nb::arg("hash"), nb::arg("format"), nb::arg("definition"),
      nb::arg("encoding"), nb::arg("qos"), released())
    .def(
      "write",
      [](
        const black_box & self, std::size_t topic, std::int64_t log_time, std::int64_t publish_time,
        nb::handle sample) {
        const auto box = self.get();
        return with_bytes(sample, [&](const rclcpp::SerializedMessage & message) {
          const rcl_serialized_message_t & raw = message.get_rcl_serialized_message();
          const std::span bytes(raw.buffer, raw.buffer_length);
          return box->write(topic, log_time, publish_time, std::as_bytes(bytes));
        });
      },
      nb::arg("topic"), nb::arg("log_time"), nb::arg("publish_time"), nb::arg("sample"))
    .def(
      "save", [](const black_box & self, std::int64_t time) { self.get()->save(time); },
      nb::arg("log_time"), released())
    .def("finish", &black_box::finish, released())
    .def(
      "recovered_recording",
      [](const black_box & self) { return self.get()->recovered_recording().string(); })
    .def("events", &black_box::events, nb::arg("of_errors"))
    .def(
      "statistics",
      [](const black_box & self) {
        const bag::BlackBoxStatistics now = self.get()->statistics();
        return std::tuple(now.received, now.dropped, now.waiting, now.saved);
      },
      released());
}

}  // namespace rxros2_python
