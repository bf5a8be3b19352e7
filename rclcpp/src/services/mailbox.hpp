// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The queue of a client or service, into which peers of this process and the DDS receive threads put
// requests or responses.
#ifndef RCLCPP__SERVICES__MAILBOX_HPP_
#define RCLCPP__SERVICES__MAILBOX_HPP_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>

#include "base/pi_mutex.hpp"
#include "rclcpp/detail/ready_callback.hpp"
#include "rclcpp/executors/detail/entity.hpp"
#include "rclcpp/intra_process/message_type.hpp"
#include "rclcpp/qos.hpp"
#include "rmw/endpoint.hpp"
#include "rmw/sample.hpp"
#include "rmw/types.h"

namespace rclcpp::services
{

/// A request or a response on its way.
struct Call
{
  std::shared_ptr<void> message;                      // a struct that nobody else has, or null
  const intra_process::MessageType * type = nullptr;  // of the struct
  rmw::Sample sample;  // if there is no struct; with room for the request's id
  rmw_request_id_t id{};
  rmw::Gid sender{};            // from another participant, else zero
  std::int64_t arrival_ns = 0;  // steady clock
};

/// How many calls a queue holds: as many as the QoS depth says, without limit for keep_all. Few know the depth of the default
/// profile, 10, and a dropped call leaves a client waiting: with it the queue holds `by_default`.
std::size_t queue_length(const QoS & qos, std::size_t by_default);

/// Bounded FIFO: full, it drops the oldest. Any number of threads may push and pop. No lock is held
/// while a message is destroyed, nor while the executor is told. Shared with the peers of this
/// process, which may still push while its owner goes: what comes after close() is discarded.
class Mailbox
{
public:
  /// Tells `entity` when the first call arrives; it must call close() before it dies.
  Mailbox(executors::detail::Entity & entity, std::size_t limit);

  /// Keep a reference meanwhile: who hears of it may drop the owner.
  void push(Call && call) noexcept;

  /// The oldest call, and when the one behind it arrived (intra_process::never: there is none).
  /// False if empty.
  bool pop(Call & call, std::int64_t & next_arrival_ns) noexcept;

  /// Forgets the waiting calls with these sequence numbers, which ascend.
  void discard(std::span<const std::int64_t> sequences);

  /// `callback` hears how many calls arrive. Throws as ReadyCallback::set().
  void set_on_new(std::function<void(std::size_t)> callback);
  void clear_on_new() { on_new_.clear(); }

  /// Discards all calls. Afterwards nobody is told any more.
  void close() noexcept;

  struct Counters
  {
    std::uint64_t received = 0;
    std::uint64_t dropped = 0;
    std::size_t waiting = 0;
  };
  Counters counters() const;

private:
  const std::size_t limit_;
  mutable base::PiMutex mutex_;  // guards the queue
  std::deque<Call> calls_;
  Counters counters_;
  bool closed_ = false;

  // Another lock than the queue's: an executor thread woken by ready() takes a call at once.
  base::PiMutex entity_mutex_;
  executors::detail::Entity * entity_;

  rclcpp::detail::ReadyCallback on_new_;
};

}  // namespace rclcpp::services

#endif  // RCLCPP__SERVICES__MAILBOX_HPP_
