// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What the teleop demo knows about a drive: counts, latencies, velocities and the path; the monitor
// node feeds it.
#ifndef TELEOP__DEMO__TRACKER_HPP_
#define TELEOP__DEMO__TRACKER_HPP_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "robot.hpp"

namespace teleop_demo
{

struct Latency
{
  std::size_t count = 0;
  double p50 = 0, p99 = 0, max = 0;  // ms
};

// Statistics of any values; all are zero if there are none.
Latency latency_of(std::vector<double> milliseconds);

// Times are nanoseconds of one steady clock. One thread.
class Tracker
{
public:
  explicit Tracker(const Limits & limits) : limits_(limits) {}

  // An event arrived at `now`; `age` is the time since it happened at the device (known for the
  // keyboard only).
  void on_keyboard(int event, std::int64_t now, std::int64_t age);
  void on_joystick(int event, std::int64_t now);
  void on_command(const Velocity & velocity, std::int64_t now);

  // Forgets counts, latencies and path, not what the velocity should be: called when everything is
  // connected.
  void begin(std::int64_t now);

  struct Sample
  {
    double time;  // s since begin()
    Velocity velocity;
    Pose pose;
  };
  struct Counts
  {
    std::size_t keyboard = 0, joystick = 0;  // messages
    std::size_t keys = 0;  // of the keyboard's, those that are a key the robot obeys
    std::size_t commands = 0;
    std::size_t missing_commands =
      0;  // sampling instants between the first and the last command without one
  };

  const Counts & counts() const { return counts_; }
  const Limits & limits() const { return limits_; }
  const std::vector<Sample> & samples() const { return samples_; }
  Velocity velocity() const { return commanded_.value_or(Velocity{}); }
  Velocity expected() const { return expected_; }
  // True if the last command is what the events so far ask for.
  bool is_as_expected() const { return same(velocity(), expected_); }
  double rate() const;         // Hz, of the commands
  double longest_gap() const;  // s, between two commands
  double distance() const;     // m
  Latency key_to_keyboard() const { return latency_of(key_to_keyboard_); }
  // Until the first command that shows the key's effect. Keys without an effect, or undone before
  // the next command, have none.
  Latency key_to_command() const { return latency_of(key_to_command_); }
  std::int64_t last_event() const { return last_event_; }
  int last_key() const { return last_key_; }

private:
  void on_event(int event, std::int64_t now, std::optional<std::int64_t> happened);

  // An event whose effect has not been seen on /cmd_vel yet.
  struct Pending
  {
    Velocity velocity;
    std::optional<std::int64_t> happened;
  };

  Limits limits_;
  Velocity expected_;
  std::optional<Velocity> commanded_;
  std::deque<Pending> pending_;
  Counts counts_;
  std::vector<double> key_to_keyboard_, key_to_command_;  // ms
  std::vector<Sample> samples_;
  std::int64_t begin_ = 0, last_event_ = 0, first_command_ = 0, last_command_ = 0, longest_gap_ = 0;
  int last_key_ = events::none;
};

}  // namespace teleop_demo

#endif  // TELEOP__DEMO__TRACKER_HPP_
