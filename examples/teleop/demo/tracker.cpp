// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What the teleop demo knows about a drive (tracker.hpp).
#include "tracker.hpp"

#include <algorithm>
#include <cmath>

namespace teleop_demo
{

Latency latency_of(std::vector<double> values)
{
  if (values.empty()) {
    return {};
  }
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {
    // Nearest rank: the least value that at least this share of all does not exceed.
    return values
      [static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size()))) - 1];
  };
  return {values.size(), at(0.50), at(0.99), values.back()};
}

void Tracker::begin(std::int64_t now)
{
  begin_ = last_event_ = now;
  counts_ = {};
  key_to_keyboard_.clear();
  key_to_command_.clear();
  samples_.clear();
  first_command_ = last_command_ = longest_gap_ = 0;
}

void Tracker::on_keyboard(int event, std::int64_t now, std::int64_t age)
{
  ++counts_.keyboard;
  if (event == events::none) {
    return;
  }
  ++counts_.keys;
  last_key_ = event;
  key_to_keyboard_.push_back(static_cast<double>(age) / 1e6);
  on_event(event, now, now - age);
}

void Tracker::on_joystick(int event, std::int64_t now)
{
  ++counts_.joystick;
  if (event != events::neutral) {
    on_event(event, now, std::nullopt);
  }
}

void Tracker::on_event(int event, std::int64_t now, std::optional<std::int64_t> happened)
{
  last_event_ = now;
  const Velocity next = after(expected_, event, limits_);
  if (same(next, expected_)) {
    return;
  }
  expected_ = next;
  if (same(next, velocity())) {
    // Back to what was last commanded before a command showed anything: nothing left to be seen.
    pending_.clear();
  } else {
    pending_.push_back({next, happened});
  }
}

void Tracker::on_command(const Velocity & velocity, std::int64_t now)
{
  ++counts_.commands;
  if (first_command_ == 0) {
    first_command_ = now;
  } else {
    longest_gap_ = std::max(longest_gap_, now - last_command_);
  }
  // Until now the robot followed the previous command.
  Pose pose;
  if (!samples_.empty()) {
    pose = moved(
      samples_.back().pose, samples_.back().velocity,
      static_cast<double>(now - last_command_) / 1e9);
  }
  samples_.push_back({static_cast<double>(now - begin_) / 1e9, velocity, pose});
  last_command_ = now;
  commanded_ = velocity;

  const double periods =
    static_cast<double>(last_command_ - first_command_) / 1e9 * limits_.frequency;
  const auto instants = static_cast<std::size_t>(std::lround(periods)) + 1;
  counts_.missing_commands = instants > counts_.commands ? instants - counts_.commands : 0;

  // The newest event with this effect, and with it all before: their effects are in it.
  const auto shown = std::find_if(pending_.rbegin(), pending_.rend(), [&](const Pending & pending) {
    return same(pending.velocity, velocity);
  });
  for (auto i = pending_.rend() - shown; i > 0; --i) {
    if (pending_.front().happened) {
      key_to_command_.push_back(static_cast<double>(now - *pending_.front().happened) / 1e6);
    }
    pending_.pop_front();
  }
}

double Tracker::rate() const
{
  const auto span = static_cast<double>(last_command_ - first_command_) / 1e9;
  return counts_.commands > 1 && span > 0 ? static_cast<double>(counts_.commands - 1) / span : 0.0;
}

double Tracker::longest_gap() const
{
  return static_cast<double>(longest_gap_) / 1e9;
}

double Tracker::distance() const
{
  double metres = 0;
  for (std::size_t i = 1; i < samples_.size(); ++i) {
    metres += std::abs(samples_[i - 1].velocity.linear) * (samples_[i].time - samples_[i - 1].time);
  }
  return metres;
}

}  // namespace teleop_demo
