// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// VirtualTime: a thread whose clocks stand still while it works, and jump where it would wait.
// Only here, not in ROS 2.
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

/// What a program on VirtualTime has around it instead of a network. Called on its thread; must not
/// throw.
class RCLCPP_PUBLIC VirtualWorld
{
public:
  enum class Endpoint
  {
    publisher,
    subscription,
    client,
    service
  };
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  virtual ~VirtualWorld() = default;

  /// When the next thing happens that does not come from the program; `never`: nothing does.
  virtual std::int64_t next() noexcept = 0;
  /// It is that time, and all clocks say so: what happens may publish messages, or end the context.
  virtual void happen() noexcept = 0;
  /// The program waits for ever and nothing is going to happen: the context must end here. With a
  /// timer it never does: then happen() ends the context.
  virtual void end() noexcept = 0;

  /// The program has made something. Names as they are after remapping; of messages and of services
  /// the type as in "std_msgs/msg/String". `fields`: of a message, and it lives as long as the
  /// program; null for a service, and for a type that is known by its name only.
  virtual void made(
    Endpoint endpoint, const std::string & name, const std::string & type,
    const cdr::struct_description * fields) noexcept;
  /// The program has published; as it would be on the wire, valid during the call.
  virtual void published(
    const std::string & topic, const std::string & type,
    std::span<const std::byte> sample) noexcept;
  /// The program has asked for what another run may do otherwise, such as a device: `what` says it
  /// to people, by name.
  virtual void unrepeatable(const std::string & what) noexcept;
};

/// While it lives, the thread that made it has a time of its own: programs of one thread run in it
/// as fast as they compute, and always in the same order.
/**
 *  Clocks of all kinds, stamps, timers and timeouts of that thread say now(). That does not move
 *  while callbacks run. Where the thread would sleep (executors that have nothing to do, wait sets,
 *  Clock::sleep_for(), Rate, wait_for_service(), …) the time jumps to what comes first: what it
 *  waits for, or the world's next event; at the same instant what it waits for, such as a timer.
 *
 *  Nothing is sent: what is published reaches the subscriptions of the same context, and
 *  world.published(). A context that is initialised on such a thread looks for nobody. Parameter
 *  use_sim_time changes nothing, since the node's clock moves already. A MultiThreadedExecutor has
 *  one thread. Other threads live in the system's time: what they do comes when it comes.
 *  std::chrono's clocks and std::this_thread::sleep_for() are the system's.
 *
 *  A thread has at most one: std::logic_error. `world` must outlive it.
 */
class RCLCPP_PUBLIC VirtualTime
{
public:
  /// `begin_ns`: since 1970.
  VirtualTime(VirtualWorld & world, std::int64_t begin_ns);
  ~VirtualTime();
  VirtualTime(const VirtualTime &) = delete;
  VirtualTime & operator=(const VirtualTime &) = delete;

  /// The calling thread's; null if it has none.
  static VirtualTime * current() noexcept;

  std::int64_t now() const noexcept { return now_ns_; }
  VirtualWorld & world() const noexcept { return world_; }
  /// As a thread that sleeps until then, or until the world's next event.
  void wait(std::int64_t until_ns) noexcept;
  /// Numbers that look random, from the same first one in each VirtualTime. Ids of goals are made
  /// of them.
  std::uint64_t random() noexcept;

private:
  VirtualWorld & world_;
  std::int64_t now_ns_;
  std::uint64_t random_state_ = 0;
};

}  // namespace rclcpp

#endif  // RCLCPP__VIRTUAL_TIME_HPP_
