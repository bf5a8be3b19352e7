// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Receiving, on a thread that would sleep, what other processes of this host send.

#ifndef RMW__RECEIVE_TURN_HPP_
#define RMW__RECEIVE_TURN_HPP_

#include <cstdint>
#include <memory>
#include <optional>

namespace rmw
{

namespace detail::shared_memory
{
struct TurnOffer;
}

/// The turn of one thread to receive the datagrams that other processes of this host send through
/// shared memory (the pattern Leader/Followers).
/**
 * A thread that has nothing to do may take it instead of sleeping: then a message for this thread
 * wakes no other one first. It lasts as long as this object, which is not thread-safe; the thread
 * must not begin a callback of a user, or wait for another thread, before it has ended the turn.
 */
class ReceiveTurn
{
public:
  /// Takes the turn if nobody has it, and this thread may; otherwise the object is empty. It may
  /// not if it has another priority or other CPUs than the receive thread, if several DDS domains
  /// of the process use shared memory, if the process has listeners, and in a fork.
  ReceiveTurn() noexcept;
  /// Ends the turn. The receive thread continues with what has arrived.
  ~ReceiveTurn();
  ReceiveTurn(const ReceiveTurn &) = delete;
  ReceiveTurn & operator=(const ReceiveTurn &) = delete;

  /// Returns false if this thread has no turn, or must end it at once.
  explicit operator bool() const noexcept;

  /// A futex that is shared between processes, and the value that it has while nothing arrives.
  struct Bell
  {
    const std::uint32_t * word;  ///< its address
    std::uint32_t value;         ///< the thread may sleep while the word has it
  };

  /// Returns the bell on which the thread must sleep now; nothing if datagrams have arrived.
  std::optional<Bell> begin_sleep() noexcept;
  /// Call it after begin_sleep(), whatever ended the sleep.
  void end_sleep() noexcept;
  /// Passes one datagram on to its readers; returns false if there is none.
  bool receive_one() noexcept;

  /// Counts a function of a user that is called as soon as a message arrives. It must not run on a
  /// thread that has other work, so while there are such listeners nobody gets a turn. Thread-safe.
  static void add_listener() noexcept;
  /// Ends the effect of one add_listener(). Thread-safe.
  static void remove_listener() noexcept;

private:
  std::shared_ptr<const detail::shared_memory::TurnOffer> offer_;
};

}  // namespace rmw

#endif  // RMW__RECEIVE_TURN_HPP_
