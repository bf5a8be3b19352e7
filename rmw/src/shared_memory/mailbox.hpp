// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Datagrams between processes of one host through shared memory: the layout and the receiving side.

#ifndef SHARED_MEMORY__MAILBOX_HPP_
#define SHARED_MEMORY__MAILBOX_HPP_

#include <pthread.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "shared_memory/control.hpp"

namespace rmw::detail::shared_memory
{

/// An address of a socket, in the form of RTPS.
struct Address
{
  std::int32_t kind = 0;
  std::uint32_t port = 0;
  std::array<unsigned char, 16> bytes{};

  bool operator==(const Address &) const = default;
};

/// The most processes that can send to one mailbox; others send by the network.
inline constexpr std::size_t most_senders = 64;
/// The most addresses of one mailbox.
inline constexpr std::size_t most_addresses = 8;
/// The bytes of an inbox: as many as a well configured socket keeps.
inline constexpr std::size_t inbox_size = std::size_t{4} << 20;
/// The largest datagram, as of UDP.
inline constexpr std::size_t largest_datagram = 65507;
/// A datagram begins with its size, and the next one at a multiple of this.
inline constexpr std::size_t datagram_alignment = 8;
/// In place of a size: the next datagram begins at the beginning of the inbox.
inline constexpr std::uint32_t skip_mark = UINT32_MAX;

/// The shared state of an inbox, a ring of bytes that one process writes and the owner reads.
/**
 * `head` and `tail` count bytes and never decrease. The place of byte n is (n - origin) modulo
 * inbox_size. The sender moves the origin when the inbox is empty, so that rare datagrams use the
 * same few lines of the processor's caches.
 */
struct InboxState
{
  alignas(64) std::atomic<std::uint64_t> head;  ///< written by the sender
  std::atomic<std::uint64_t> origin;            ///< written by the sender before `head`
  alignas(64) std::atomic<std::uint64_t> tail;  ///< written by the owner
  std::atomic<std::uint32_t> is_unreadable;     ///< 1 if the owner has no memory to map it
};

/// The thread that a sender must wake.
enum class Sleeper : std::uint32_t
{
  none,
  receiving_thread,
  other_thread,  // that receives while it has nothing else to do
};

/// The beginning of the file of a mailbox; the inboxes follow. All bytes are zero at the beginning.
/// Senders map the first page for reading. They can write the rest, so neither side relies on it
/// for its own memory safety.
struct MailboxHeader
{
  std::uint64_t cookie;  ///< the identity of the owner's process
  std::uint32_t version;
  std::uint32_t domain;   ///< DDS domain
  std::uint64_t network;  ///< the network namespace in which the addresses are valid
  std::uint32_t address_count;
  std::array<Address, most_addresses> addresses;
  /// Locked by the receiving thread as long as it exists. The kernel notes the end of its process.
  pthread_mutex_t receiving;
  /// The bits of the inboxes with new datagrams.
  alignas(4096) std::atomic<std::uint64_t> rung;
  /// Which thread of the owner sleeps, or is about to: a sender then changes its bell, and wakes
  /// it.
  std::atomic<Sleeper> sleeper;
  /// The words on which they sleep; see bell_of().
  std::array<std::atomic<std::uint32_t>, 2> bells;
  std::array<InboxState, most_senders> inboxes;
};
inline constexpr std::size_t inboxes_offset = sizeof(MailboxHeader);  // whole pages
inline constexpr std::size_t mailbox_size = inboxes_offset + most_senders * inbox_size;

/// Maps bytes of a file without memory for them: not even a process that locks all its memory
/// (`mlockall`) gets more than it touches. Returns null on failure.
std::byte * map_lazily(int file, std::size_t begin, std::size_t size, int protection);

/// Returns the bytes that a datagram of `size` bytes takes in an inbox.
constexpr std::size_t space_of(std::size_t size)
{
  return (sizeof(std::uint32_t) + size + datagram_alignment - 1) / datagram_alignment *
         datagram_alignment;
}

/// An inbox with more bytes than this is full, for datagrams of all sizes: otherwise small ones
/// would take the space that a large one needs.
inline constexpr std::size_t full_inbox = inbox_size - 2 * space_of(largest_datagram);

/// Returns a number of the network namespace of this thread; 0 if it is unknown.
std::uint64_t own_network();

/// Wakes the thread that sleeps, if one does, after a change of `rung`.
void wake(MailboxHeader & header);

/// Returns true if the receiving thread of the mailbox exists.
bool is_received(const MailboxHeader & header);

/// The datagrams that other processes of this host send to this one in a DDS domain, in place of
/// its UDP socket for data.
/**
 * One thread at a time has the *turn* to receive. It belongs to the receiving thread, and while
 * that one sleeps any thread may take it that would sleep, too (the pattern Leader/Followers): so a
 * message for it wakes one thread instead of two.
 */
class Mailbox
{
public:
  /// Returns null if it is impossible here; then everything travels by the network.
  static std::unique_ptr<Mailbox> create(
    std::uint64_t cookie, std::uint32_t domain, std::span<const Address> addresses);
  ~Mailbox();
  Mailbox(const Mailbox &) = delete;
  Mailbox & operator=(const Mailbox &) = delete;

  int file() const { return file_; }

  /// Begins and ends to receive on this thread, which has the turn first. Senders use the mailbox
  /// only in between.
  void begin_receiving();
  void end_receiving();

  /// Copies the next datagram to `buffer` and returns its size, at most that of `buffer`. Returns 0
  /// if none has arrived, and after stop(), although there may be more. Needs the turn.
  std::size_t take(std::span<std::byte> buffer);
  /// Leaves the turn to others, sleeps until there are datagrams that they do not take, and takes
  /// the turn. Returns false after stop(). Call it on the receiving thread, with the turn.
  bool wait();
  /// Ends wait() for ever, and the turns of others. Thread-safe.
  void stop();

  /// Takes the turn if nobody has it, for another thread than the receiving one.
  bool begin_turn();
  bool has_no_turn() const { return !has_turn_.load(std::memory_order_relaxed); }
  /// Returns false if datagrams have arrived, and after stop(). Otherwise this other thread, which
  /// has the turn, may sleep on the futex `bell()` while it has the value `seen`.
  bool begin_sleep(std::uint32_t & seen);
  void end_sleep();
  /// Wakes the other thread that sleeps in its turn, if one does. Thread-safe.
  void interrupt_turn();
  /// Gives the turn back, and wakes the receiving thread if there are datagrams.
  void end_turn();
  const std::atomic<std::uint32_t> & bell() const;
  bool is_stopped() const { return stopped_.load(std::memory_order_relaxed); }

private:
  struct Inbox
  {
    const std::byte * bytes = nullptr;  // mapped at the first datagram
    std::uint64_t tail = 0;
  };

  Mailbox(int file, MailboxHeader * header) : file_(file), header_(header) {}

  std::size_t take_from(std::size_t index, std::span<std::byte> buffer);
  bool has_work() const;
  void leave_turn();

  const int file_;
  MailboxHeader * const header_;
  // The next three members belong to the thread that has the turn.
  std::array<Inbox, most_senders> inboxes_;
  std::uint64_t rung_ = 0;            // inboxes that are to be read
  unsigned next_ = 0;                 // the inbox from which the next datagram is taken
  std::atomic<bool> has_turn_{true};  // some thread has it
  std::atomic<bool> stopped_{false};
};

}  // namespace rmw::detail::shared_memory

#endif  // SHARED_MEMORY__MAILBOX_HPP_
