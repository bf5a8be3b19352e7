// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// VirtualTime: the clocks of a thread stand still while it works and jump where it would wait. Not
// in ROS 2.
#ifndef RCLCPP__VIRTUAL_TIME_HPP_
#define RCLCPP__VIRTUAL_TIME_HPP_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "cdr/description.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// The environment of a program on VirtualTime in place of the network. Called on the program's
/// thread; must not throw.
class RCLCPP_PUBLIC VirtualWorld
{
public:
  /// The kinds of endpoints of a program.
  enum class Endpoint
  {
    publisher,
    subscription,
    client,
    service
  };
  /// The time of an event that does not happen.
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  virtual ~VirtualWorld() = default;

  /// Returns the time of the next event that does not come from the program; `never` if there is
  /// none.
  virtual std::int64_t next_event() noexcept = 0;
  /// Runs the next event when all clocks show its time: it may publish messages or end the context.
  virtual void run_next_event() noexcept = 0;
  /// Must end the context: the program waits for ever and no event is left. A program with a timer
  /// never gets here; run_next_event() must end its context.
  virtual void end() noexcept = 0;

  /// Reports that the program has created an entity. Names are those after remapping; the type of
  /// messages and services is in the form "std_msgs/msg/String". `fields` describes a message and
  /// lives as long as the program; null for a service and for a type that is known by name only.
  virtual void on_created(
    Endpoint endpoint, const std::string & name, const std::string & type,
    const cdr::struct_description * fields) noexcept;
  /// Reports a published message, as it would be on the wire; valid during the call.
  virtual void on_published(
    const std::string & topic, const std::string & type,
    std::span<const std::byte> sample) noexcept;
  /// Reports that the program has used something that may behave differently in another run, such
  /// as a device. `what` describes it for the replay's report.
  virtual void on_nondeterminism(const std::string & what) noexcept;
};

/// Gives the thread that creates it its own time, as long as it lives: a program with one thread
/// runs as fast as it computes, and always in the same order.
/**
 *  All clocks, stamps, timers and timeouts of that thread show now(). It does not advance while
 *  callbacks run. Where the thread would sleep (idle executors, wait sets, Clock::sleep_for(),
 *  Rate, wait_for_service(), …), the time jumps to the earlier of the end of the sleep and the next
 *  event of the world. If both have the same time, the end of the sleep, such as a timer, comes
 *  first.
 *
 *  Nothing is sent: a published message reaches the subscriptions of the same context, and
 *  world.on_published(). A context that is initialised on such a thread starts no discovery. The
 *  parameter use_sim_time has no effect, since the node's clock is already virtual. A
 *  MultiThreadedExecutor has one thread. Other threads run in system time, so their order is not
 *  deterministic. std::chrono's clocks and std::this_thread::sleep_for() show system time.
 *
 *  A thread has at most one; a second one throws std::logic_error. `world` must outlive it.
 *  docs/explanation/design/virtual-time.md explains why the time belongs to a thread.
 */
class RCLCPP_PUBLIC VirtualTime
{
public:
  /// `begin_ns` counts from 1970.
  VirtualTime(VirtualWorld & world, std::int64_t begin_ns);
  ~VirtualTime();
  VirtualTime(const VirtualTime &) = delete;
  VirtualTime & operator=(const VirtualTime &) = delete;

  /// Returns the VirtualTime of the calling thread; null if it has none.
  static VirtualTime * current() noexcept;

  /// Returns the time of the thread in ns.
  std::int64_t now() const noexcept { return now_ns_; }
  /// Returns the environment.
  VirtualWorld & world() const noexcept { return world_; }
  /// Advances the time as a thread that sleeps until then, or until the next event of the world.
  void wait(std::int64_t until_ns) noexcept;
  /// Returns pseudo-random numbers, the same sequence in each VirtualTime. Goal ids use them.
  std::uint64_t random() noexcept;

private:
  VirtualWorld & world_;
  std::int64_t now_ns_;
  std::uint64_t random_state_ = 0;
};

}  // namespace rclcpp

#endif  // RCLCPP__VIRTUAL_TIME_HPP_
