// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The receiving side of shared memory: the slots of other processes.

#ifndef SHARED_MEMORY__PUBLISHERS_HPP_
#define SHARED_MEMORY__PUBLISHERS_HPP_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/pi_mutex.hpp"
#include "rmw/shared_memory.hpp"
#include "shared_memory/control.hpp"
#include "shared_memory/fork_state.hpp"

namespace rmw::detail::shared_memory
{

/// The files of a publishing process, with the slots that this process holds.
class Publisher;
/// A slot that Publishers::hold() has claimed, before its place is known.
struct Claim;

/// A sample in a slot of another process, which is held until Publishers::release().
struct HeldSlot
{
  Publisher * publisher = nullptr;
  std::uint32_t index = 0;
  const std::byte * data = nullptr;  ///< null if it cannot be mapped: use Publishers::read()
};

/// The processes whose slots this process can read. Thread-safe; lives until the process ends.
class Publishers
{
public:
  using Clock = std::chrono::steady_clock;

  /// Files and maps of a publisher stay for so long after the last match and the last sample, in
  /// case that a reader comes back.
  static constexpr std::chrono::seconds idle_time{5};

  static Publishers & instance();

  /// Called for each match of a reader with a writer of another process. The first one opens the
  /// files of that process and registers this process in them; from then on its writers send
  /// descriptors. If that is impossible, they continue to send whole samples.
  void add_match(const Announcement & publisher);
  /// Called at the end of each match. Returns true after the last one: then the thread of a
  /// participant must call do_periodic_work().
  bool remove_match(const Announcement & publisher);
  /// Closes and unmaps what has been idle for long, or belongs to a process that has ended. Returns
  /// the time of the next call: never, until remove_match() returns true.
  Clock::time_point do_periodic_work(Clock::time_point now);
  /// Called when the thread of a participant has ended. Closes and unmaps what is idle, because no
  /// other thread may come to it.
  void remove_participant();

  /// Returns the sample of a descriptor, which may come from anybody. Nothing if the slot has been
  /// reused or does not exist. The caller holds the slot on success.
  std::optional<HeldSlot> hold(const Descriptor & descriptor);
  void release(const HeldSlot & slot) noexcept;
  /// Copies the sample in a slot that is held. Returns false if that is impossible.
  bool read(const HeldSlot & slot, std::span<std::byte> bytes) const;

  void fill(SharedMemoryStatistics & statistics) const;

  Publishers(const Publishers &) = delete;
  Publishers & operator=(const Publishers &) = delete;

private:
  Publishers() = default;

  static constexpr std::chrono::milliseconds work_interval{500};

  // A publisher with the number of its matches; without the publisher if it could not be opened.
  struct Entry
  {
    std::unique_ptr<Publisher> publisher;
    std::size_t matches = 0;
    std::optional<Clock::time_point> idle_since;  // as far as the periodic work has seen it
  };
  const std::byte * map(Publisher & publisher, const Claim & claim);
  bool drop_unused(Clock::time_point now, bool at_once);

  void before_fork() noexcept;
  void after_fork() noexcept;
  void become_fork() noexcept;

  ForkState fork_state_;
  // Held while a publisher is opened or closed, so that no two threads open the same one and no
  // fork gets files that it does not know. Locked before mutex_.
  base::PiMutex open_mutex_;
  // Guards the members up to the counters, and the publishers. Each delivery takes it, so nothing
  // is opened, mapped or unmapped meanwhile.
  base::PiMutex mutex_;
  std::unordered_map<std::uint64_t, Entry> entries_;  // by cookie
  bool is_watched_ = false;                           // a thread does the periodic work
  std::atomic<std::uint64_t> received_{0};
  std::atomic<std::uint64_t> lost_{0};
};

}  // namespace rmw::detail::shared_memory

#endif  // SHARED_MEMORY__PUBLISHERS_HPP_
