// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Which threads may receive, and for which mailbox.

#include "shared_memory/turns.hpp"

#include <errno.h>
#include <sched.h>
#include <sys/resource.h>

#include <chrono>
#include <mutex>
#include <optional>

#include "rmw/deferred_notifications.hpp"
#include "rmw/listener.hpp"
#include "rmw/receive_turn.hpp"

namespace rmw::detail::shared_memory
{

namespace
{

using Clock = std::chrono::steady_clock;

// The settings of a thread in the kernel's scheduler.
struct Scheduling
{
  // Returns that of a thread of this process, 0 being the calling one; nothing if the system does
  // not say.
  static std::optional<Scheduling> of(pid_t thread) noexcept
  {
    Scheduling out;
    sched_param parameters{};
    CPU_ZERO(&out.cpus);
    errno = 0;  // -1 is a nice value, too
    out.policy = sched_getscheduler(thread);
    out.nice = getpriority(PRIO_PROCESS, static_cast<id_t>(thread));
    if (
      out.policy < 0 || errno != 0 || sched_getparam(thread, &parameters) != 0 ||
      sched_getaffinity(thread, sizeof(out.cpus), &out.cpus) != 0) {
      return std::nullopt;
    }
    out.priority = parameters.sched_priority;
    return out;
  }

  bool operator==(const Scheduling & other) const noexcept
  {
    return policy == other.policy && nice == other.nice && priority == other.priority &&
           CPU_EQUAL(&cpus, &other.cpus);
  }

  int policy = 0;
  int nice = 0;
  int priority = 0;  // of a real-time policy
  cpu_set_t cpus;
};

// The turn of this thread, and whether it sleeps.
[[gnu::tls_model("initial-exec")]] thread_local constinit const Mailbox * own_turn = nullptr;
[[gnu::tls_model("initial-exec")]] thread_local constinit bool sleeps = false;

// Whether this thread may receive for `offer`. The scheduling may change at any time, and is looked
// at ten times a second.
struct Permission
{
  const TurnOffer * offer = nullptr;
  Clock::time_point until;
  bool permitted = false;
};
[[gnu::tls_model("initial-exec")]] thread_local constinit Permission permission;

// A thread of another priority would receive for others with it, and one that is bound to a busy
// CPU would let them wait.
bool is_permitted(const TurnOffer & offer) noexcept
{
  const Clock::time_point now = Clock::now();
  if (permission.offer != &offer || now >= permission.until) {
    const auto own = Scheduling::of(0);
    permission = {
      &offer, now + std::chrono::milliseconds(100), own && own == Scheduling::of(offer.thread)};
  }
  return permission.permitted;
}

}  // namespace

Turns & Turns::instance()
{
  static auto * instance = new Turns;
  return *instance;
}

void Turns::offer(const std::shared_ptr<const TurnOffer> & offer)
{
  std::lock_guard lock(mutex_);
  offers_.push_back(offer);
}

void Turns::withdraw(const Mailbox & mailbox) noexcept
{
  std::shared_ptr<const TurnOffer> last;  // released without the lock
  {
    std::lock_guard lock(mutex_);
    std::erase_if(offers_, [&](auto & offer) {
      return offer->mailbox.get() == &mailbox && ((last = offer), true);
    });
  }
  if (last && own_turn == &mailbox && sleeps) {
    end(*last);
  }
}

// With several domains nothing says whose messages the thread waits for.
std::shared_ptr<const TurnOffer> Turns::begin() noexcept
{
  // In a listener the engine has called this thread, perhaps with locks.
  if (
    fork_state_.is_fork() || has_listeners() || inside_listener() ||
    DeferredNotifications::is_active()) {
    return nullptr;
  }
  std::lock_guard lock(mutex_);
  if (
    offers_.size() != 1 || !offers_.front()->mailbox->has_no_turn() ||
    !is_permitted(*offers_.front()) || !offers_.front()->mailbox->begin_turn()) {
    return nullptr;
  }
  own_turn = offers_.front()->mailbox.get();
  return offers_.front();
}

void Turns::end(const TurnOffer & offer) noexcept
{
  if (own_turn == offer.mailbox.get()) {
    own_turn = nullptr;
    offer.mailbox->end_turn();
  }
}

void Turns::add_listener() noexcept
{
  listeners_.fetch_add(1, std::memory_order_seq_cst);
  if (fork_state_.is_fork()) {
    return;
  }
  std::lock_guard lock(mutex_);
  for (const auto & offer : offers_) {
    offer->mailbox->interrupt_turn();
  }
}

}  // namespace rmw::detail::shared_memory

namespace rmw
{

using detail::shared_memory::sleeps;
using detail::shared_memory::Turns;

ReceiveTurn::ReceiveTurn() noexcept : offer_(Turns::instance().begin())
{
}

ReceiveTurn::~ReceiveTurn()
{
  if (offer_) {
    Turns::instance().end(*offer_);
  }
}

ReceiveTurn::operator bool() const noexcept
{
  return offer_ && !offer_->mailbox->is_stopped() && !Turns::instance().has_listeners();
}

std::optional<ReceiveTurn::Bell> ReceiveTurn::begin_sleep() noexcept
{
  std::uint32_t seen = 0;
  if (!offer_->mailbox->begin_sleep(seen)) {
    return std::nullopt;
  }
  sleeps = true;
  return Bell{reinterpret_cast<const std::uint32_t *>(&offer_->mailbox->bell()), seen};
}

void ReceiveTurn::end_sleep() noexcept
{
  sleeps = false;
  offer_->mailbox->end_sleep();
}

bool ReceiveTurn::receive_one() noexcept
{
  return offer_->receive_one();
}

void ReceiveTurn::add_listener() noexcept
{
  Turns::instance().add_listener();
}

void ReceiveTurn::remove_listener() noexcept
{
  Turns::instance().remove_listener();
}

}  // namespace rmw
