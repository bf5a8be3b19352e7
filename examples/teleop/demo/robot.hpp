// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The simulated robot: what an event should do to its velocity, and where velocities take it.
#ifndef TELEOP__DEMO__ROBOT_HPP_
#define TELEOP__DEMO__ROBOT_HPP_

#include <cmath>

#include "../events.hpp"

namespace teleop_demo
{

struct Velocity
{
  double linear = 0;   // m/s
  double angular = 0;  // rad/s
};

inline bool same(const Velocity & a, const Velocity & b)
{
  return std::abs(a.linear - b.linear) < 1e-9 && std::abs(a.angular - b.angular) < 1e-9;
}

// Parameters that velocity_publisher is started with.
struct Limits
{
  double frequency = 10.0;  // Hz
  double min_linear = 0.10, max_linear = 1.00;
  double min_angular = 0.20, max_angular = 2.00;
};

// One step of a velocity by a tenth of its range, never nearer to zero than the least the robot can
// do.
inline double step(double velocity, double least, double most, double direction)
{
  const double next = velocity + direction * (most - least) / 10.0;
  if (std::abs(next) > most) {
    return std::copysign(most, next);
  }
  return std::abs(next) < least ? direction * least : next;
}

// The velocity that velocity_publisher should compute; the demo compares /cmd_vel with it.
inline Velocity after(const Velocity & now, int event, const Limits & limits)
{
  const auto linear = [&](double direction) {
    return Velocity{step(now.linear, limits.min_linear, limits.max_linear, direction), now.angular};
  };
  const auto angular = [&](double direction) {
    return Velocity{
      now.linear, step(now.angular, limits.min_angular, limits.max_angular, direction)};
  };
  switch (event) {
    case events::space:
    case events::button0_down:
    case events::button1_down:
      return {};
    case events::up:
    case events::axis_up:
      return linear(1);
    case events::down:
    case events::axis_down:
      return linear(-1);
    case events::left:
    case events::axis_left:
      return angular(1);
    case events::right:
    case events::axis_right:
      return angular(-1);
    default:
      return now;
  }
}

struct Pose
{
  double x = 0, y = 0;  // m
  double heading = 0;   // rad, anticlockwise from the x axis
};

// Where a differential drive is after `seconds` at a velocity: it goes along an arc.
inline Pose moved(const Pose & from, const Velocity & velocity, double seconds)
{
  const double turn = velocity.angular * seconds;
  // The chord of the arc; sin(t/2)/(t/2) tends to 1 as the turn vanishes.
  const double half = turn / 2;
  const double chord =
    velocity.linear * seconds * (std::abs(half) < 1e-9 ? 1.0 : std::sin(half) / half);
  return {
    from.x + chord * std::cos(from.heading + half), from.y + chord * std::sin(from.heading + half),
    from.heading + turn};
}

}  // namespace teleop_demo

#endif  // TELEOP__DEMO__ROBOT_HPP_
