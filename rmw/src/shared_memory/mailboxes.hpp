// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The sending side of datagrams through shared memory: the mailboxes of other processes.

#ifndef SHARED_MEMORY__MAILBOXES_HPP_
#define SHARED_MEMORY__MAILBOXES_HPP_

#include <sys/uio.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/pi_mutex.hpp"
#include "rmw/shared_memory.hpp"
#include "shared_memory/control.hpp"
#include "shared_memory/fork_state.hpp"
#include "shared_memory/mailbox.hpp"

namespace rmw::detail::shared_memory
{

/// An inbox of this process in a mailbox of another one. Thread-safe.
class Outlet
{
public:
  enum class Result
  {
    sent,
    full,       // The datagram is dropped, as by a full socket.
    impossible  // There is no memory for the inbox.
  };

  /// Returns null if the process has no mailbox in this domain that can be reached, or no free
  /// inbox.
  static std::shared_ptr<Outlet> open(const Announcement & receiver, std::uint32_t domain);
  ~Outlet();
  Outlet(const Outlet &) = delete;
  Outlet & operator=(const Outlet &) = delete;

  std::span<const Address> addresses() const;
  /// Returns true if its process receives.
  bool is_received() const { return shared_memory::is_received(*header_); }
  /// Adds a datagram, which consists of `pieces`. Waits for space, but on average not longer than a
  /// socket takes for a datagram, and never longer than some milliseconds.
  Result send(std::span<const iovec> pieces, std::size_t size);
  /// Closes the file in a fork. The lock on it must end with the parent.
  void close_file() const;

private:
  Outlet() = default;

  bool find_mailbox(const Announcement & receiver, std::uint32_t domain);
  bool open_file(const Announcement & receiver, std::int32_t number, std::uint32_t domain);
  bool take_inbox();
  Result add(std::span<const iovec> pieces, std::size_t size);
  bool reserve(std::size_t end);
  bool wait_for_space();

  // Set by open().
  int file_ = -1;
  MailboxHeader * header_ = nullptr;
  std::size_t index_ = 0;
  std::byte * inbox_ = nullptr;
  std::size_t address_count_ = 0;

  base::PiMutex mutex_;  // guards the members below, and what this process writes in the mailbox
  std::uint64_t head_ = 0;
  std::uint64_t origin_ = 0;
  std::chrono::nanoseconds patience_{0};  // the time for which senders may still wait for space
  std::size_t reserved_ = 0;              // bytes of the inbox for which there is memory
};

/// The mailboxes to which this process can send. Thread-safe; lives until the process ends.
class Mailboxes
{
public:
  static Mailboxes & instance();

  /// Called for each match of an endpoint in a DDS domain with one of another process. The first
  /// one opens the mailbox of that process. If that is impossible, everything goes by the network.
  void add_match(const Announcement & receiver, std::uint32_t domain);
  /// Called at the end of each match.
  void remove_match(const Announcement & receiver, std::uint32_t domain);

  /// Sends a datagram to the mailbox of the process at an address. Returns false if there is none:
  /// then the network must take it. A datagram for a full mailbox is dropped, as by a full socket.
  bool send(const Address & to, std::span<const iovec> pieces, std::size_t size);

  void fill(SharedMemoryStatistics & statistics) const;

  Mailboxes(const Mailboxes &) = delete;
  Mailboxes & operator=(const Mailboxes &) = delete;

private:
  Mailboxes() = default;

  // The cookie of a process, and a domain.
  using Key = std::pair<std::uint64_t, std::uint32_t>;
  // A process with the number of its matches; without an outlet if it could not be opened.
  struct Entry
  {
    std::shared_ptr<Outlet> outlet;
    std::size_t matches = 0;
  };
  struct AddressHash
  {
    std::size_t operator()(const Address & address) const;
  };

  void forget(const std::shared_ptr<Outlet> & outlet);
  void before_fork() noexcept;
  void after_fork() noexcept;
  void become_fork() noexcept;

  ForkState fork_state_;
  // Held while an outlet is opened, so that no two threads open the same one. Locked before mutex_.
  std::mutex open_mutex_;
  base::PiMutex mutex_;  // guards the members below; each datagram takes it
  std::map<Key, Entry> entries_;
  std::unordered_map<Address, std::shared_ptr<Outlet>, AddressHash> outlets_;
  std::vector<std::weak_ptr<Outlet>> all_outlets_;  // also those that only a sender still has
  std::atomic<std::uint64_t> sent_{0};
  std::atomic<std::uint64_t> dropped_{0};
};

}  // namespace rmw::detail::shared_memory

#endif  // SHARED_MEMORY__MAILBOXES_HPP_
