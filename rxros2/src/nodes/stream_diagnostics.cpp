// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The failed streams of a node in /diagnostics.

#include "nodes/stream_diagnostics.hpp"

#include <chrono>
#include <cstdint>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "rclcpp/create_generic_publisher.hpp"
#include "rclcpp/create_timer.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/serialized_message.hpp"

namespace rxros2::detail
{

namespace
{

/// Writes little-endian CDR. The message is encoded here, so that this library needs the type only
/// by name.
class cdr_writer
{
public:
  void byte(std::uint8_t value) { bytes_.push_back(value); }
  void number(std::uint32_t value)
  {
    while ((bytes_.size() - header) % 4 != 0) {
      byte(0);
    }
    for (int shift = 0; shift < 32; shift += 8) {
      byte(static_cast<std::uint8_t>(value >> shift));
    }
  }
  void text(const std::string & value)
  {
    number(static_cast<std::uint32_t>(value.size() + 1));
    bytes_.insert(bytes_.end(), value.begin(), value.end());
    byte(0);
  }

  rclcpp::SerializedMessage message() const
  {
    rclcpp::SerializedMessage encoded(bytes_.size());
    auto & raw = encoded.get_rcl_serialized_message();
    std::memcpy(raw.buffer, bytes_.data(), bytes_.size());
    raw.buffer_length = bytes_.size();
    return encoded;
  }

private:
  static constexpr std::size_t header = 4;
  std::vector<std::uint8_t> bytes_{0, 1, 0, 0};
};

class stream_diagnostics
{
public:
  explicit stream_diagnostics(const node_access & node)
  : prefix_(std::string(node.base->get_fully_qualified_name()) + ": "), clock_(node.clock)
  {
  }

  /// Adds the stream; a stream of the same name is replaced.
  void add(failed_stream stream)
  {
    constexpr std::size_t most = 100;  // a node may fail under ever new names
    std::lock_guard lock(mutex_);
    if (streams_.size() < most || streams_.contains(stream.name)) {
      std::string name = stream.name;
      streams_.insert_or_assign(std::move(name), std::move(stream));
    }
  }

  /// Creates the publisher and the timer. Throws what rclcpp throws.
  static void begin(const std::shared_ptr<stream_diagnostics> & self, const node_access & node)
  {
    {
      std::lock_guard lock(self->mutex_);
      if (std::exchange(self->begun_, true)) {
        return;
      }
    }
    auto publisher = rclcpp::create_generic_publisher(
      node.topics, "/diagnostics", "diagnostic_msgs/msg/DiagnosticArray", rclcpp::QoS(10));
    auto timer = rclcpp::create_wall_timer(
      std::chrono::seconds(1),
      [weak = std::weak_ptr(self)] {
        if (const auto alive = weak.lock()) {
          try {
            alive->publish();
          } catch (const std::exception &) {  // an installed rclcpp throws after the shutdown
          }
        }
      },
      nullptr, node.base.get(), node.timers.get());
    std::lock_guard lock(self->mutex_);
    self->publisher_ = std::move(publisher);
    self->timer_ = std::move(timer);
  }

  void publish()
  {
    rclcpp::GenericPublisher::SharedPtr publisher;
    cdr_writer out;
    {
      std::lock_guard lock(mutex_);
      publisher = publisher_;
      write(out);
    }
    if (publisher) {
      publisher->publish(out.message());
    }
  }

private:
  static constexpr std::uint8_t error_level = 2;  // diagnostic_msgs/msg/DiagnosticStatus.ERROR

  // With the mutex.
  void write(cdr_writer & out) const
  {
    const std::int64_t now = clock_->get_clock()->now().nanoseconds();
    constexpr std::int64_t second = 1'000'000'000;
    out.number(static_cast<std::uint32_t>(now / second));
    out.number(static_cast<std::uint32_t>(now % second));
    out.text("");  // frame_id
    out.number(static_cast<std::uint32_t>(streams_.size()));
    for (const auto & [name, stream] : streams_) {
      out.byte(error_level);
      out.text(prefix_ + name);
      out.text(stream.error);
      out.text("");  // hardware_id
      out.number(2);
      out.text("topic");
      out.text(stream.topic);
      out.text("stage");
      out.text(stream.stage);
    }
  }

  const std::string prefix_;
  const rclcpp::node_interfaces::NodeClockInterface::SharedPtr clock_;
  std::mutex mutex_;  // guards the members below
  bool begun_ = false;
  std::map<std::string, failed_stream> streams_;
  rclcpp::GenericPublisher::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace

void show_in_diagnostics(
  node_streams & streams, const node_access & node, failed_stream stream) noexcept
{
  try {
    const auto diagnostics = streams.shared<stream_diagnostics>(
      [&node] { return std::make_shared<stream_diagnostics>(node); });
    diagnostics->add(std::move(stream));
    stream_diagnostics::begin(diagnostics, node);
    diagnostics->publish();
  } catch (const std::exception & error) {
    RCLCPP_DEBUG(
      rclcpp::get_logger("rxros2"),
      "cannot publish the failed streams of node '%s' in /diagnostics: %s",
      node.base->get_fully_qualified_name(), error.what());
  }
}

}  // namespace rxros2::detail
