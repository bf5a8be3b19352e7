// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The mailboxes for which other threads than the receive thread may receive.

#ifndef SHARED_MEMORY__TURNS_HPP_
#define SHARED_MEMORY__TURNS_HPP_

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/pi_mutex.hpp"
#include "shared_memory/fork_state.hpp"
#include "shared_memory/mailbox.hpp"

namespace rmw::detail::shared_memory
{

/// A mailbox whose datagrams other threads may receive. It exists until the last turn has ended.
struct TurnOffer
{
  std::shared_ptr<Mailbox> mailbox;
  /// Passes one datagram on; returns false if there is none. Called with the turn.
  std::function<bool()> receive_one;
  pid_t thread;  // the receive thread
};

/// The offers of this process. Thread-safe.
class Turns
{
public:
  static Turns & instance();

  void offer(const std::shared_ptr<const TurnOffer> & offer);
  /// Ends the offer for new turns. If this thread sleeps in its turn, because a signal handler
  /// closes the domain, ends that turn, too. Call it after Mailbox::stop().
  void withdraw(const Mailbox & mailbox) noexcept;

  /// Takes the turn on this thread; returns null if it must not receive.
  std::shared_ptr<const TurnOffer> begin() noexcept;
  void end(const TurnOffer & offer) noexcept;

  void add_listener() noexcept;
  void remove_listener() noexcept { listeners_.fetch_sub(1, std::memory_order_relaxed); }
  bool has_listeners() const noexcept { return listeners_.load(std::memory_order_seq_cst) != 0; }

private:
  Turns() = default;

  base::PiMutex mutex_;  // guards offers_
  std::vector<std::shared_ptr<const TurnOffer>> offers_;
  std::atomic<std::uint32_t> listeners_{0};
  const ForkState fork_state_{};
};

}  // namespace rmw::detail::shared_memory

#endif  // SHARED_MEMORY__TURNS_HPP_
