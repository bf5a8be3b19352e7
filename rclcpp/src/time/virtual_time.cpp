// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// VirtualTime: the time of one thread.
#include "rclcpp/virtual_time.hpp"

#include <algorithm>
#include <stdexcept>

#include "base/clock.hpp"

namespace rclcpp
{

namespace
{

[[gnu::tls_model("initial-exec")]] constinit thread_local VirtualTime * of_thread = nullptr;

}  // namespace

void VirtualWorld::on_created(
  Endpoint, const std::string &, const std::string &, const cdr::struct_description *) noexcept
{
}

void VirtualWorld::on_published(
  const std::string &, const std::string &, std::span<const std::byte>) noexcept
{
}

void VirtualWorld::on_nondeterminism(const std::string &) noexcept
{
}

VirtualTime::VirtualTime(VirtualWorld & world, std::int64_t begin_ns)
: world_(world), now_ns_(begin_ns)
{
  if (of_thread) {
    throw std::logic_error("this thread has a VirtualTime already");
  }
  of_thread = this;
  base::virtual_now = &now_ns_;
}

VirtualTime::~VirtualTime()
{
  base::virtual_now = nullptr;
  of_thread = nullptr;
}

VirtualTime * VirtualTime::current() noexcept
{
  return of_thread;
}

void VirtualTime::wait(std::int64_t until_ns) noexcept
{
  if (until_ns <= now_ns_) {
    return;
  }
  const std::int64_t event_ns = world_.next_event();
  if (event_ns < until_ns) {
    now_ns_ = std::max(now_ns_, event_ns);
    world_.run_next_event();
  } else if (until_ns == VirtualWorld::never) {
    world_.end();
  } else {
    now_ns_ = until_ns;
  }
}

// The finaliser of MurmurHash3 over a Weyl sequence, known as SplitMix64.
std::uint64_t VirtualTime::random() noexcept
{
  random_state_ += 0x9e3779b97f4a7c15;
  std::uint64_t mixed = random_state_;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

}  // namespace rclcpp
