// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The publishing side of shared memory: the pool of slots of this process.

#ifndef SHARED_MEMORY__POOL_HPP_
#define SHARED_MEMORY__POOL_HPP_

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/pi_mutex.hpp"
#include "rmw/shared_memory.hpp"
#include "shared_memory/control.hpp"
#include "shared_memory/fork_state.hpp"

namespace rmw::detail::shared_memory
{

/// A slot that this process fills or has sent.
struct Slot
{
  std::byte * data = nullptr;  ///< where the sample begins
  std::uint32_t index = 0;
  std::uint64_t generation = 0;
  bool is_new = false;  ///< then no thread does the periodic work
};

/// The most memory that the slots may use together.
struct MemoryLimit
{
  std::uint64_t bytes = 0;
  std::string origin;  ///< where the number comes from, for log lines
};
/// Returns the limit of this process.
MemoryLimit memory_limit();
/// Returns the smallest limit of the memory of a control group (version 2) and its parents. `text`
/// is that of /proc/self/cgroup, `root` is the folder of the control groups.
std::optional<std::uint64_t> control_group_limit(
  const std::string & text, const std::string & root);

/// All slots of this process, for all its writers. Thread-safe; lives until the process ends.
/**
 * A slot is reserved memory in one sparse file. It belongs to a sample until release(), then it is
 * kept in the list of its size class. It is reused when no reader process holds it, and when each
 * of them has received its sample or its pause is over: a descriptor that is still on its way finds
 * its sample. The newest is reused first, because it is still in the processor's caches. Threads of
 * participants free the bits of reader processes that have ended, and give back the memory of
 * slots that were not used for some time. No lock is held while the system provides memory or
 * takes it back: such a slot is in no list meanwhile.
 */
class Pool
{
public:
  using Clock = std::chrono::steady_clock;

  /// Smaller samples travel by DDS, which is as fast for them.
  static constexpr std::size_t smallest_sample = std::size_t{64} << 10;

  /// For release(): any process may get the descriptor, perhaps several times.
  static constexpr std::uint64_t unknown_receivers = UINT64_MAX;

  /// Returns the pool, which the first call creates; null if that is impossible here. A fork has
  /// no pool.
  static Pool * instance();

  Pool(int control_file, int data_file, Control * control, MemoryLimit limit);
  Pool(const Pool &) = delete;
  Pool & operator=(const Pool &) = delete;

  const Announcement & announcement() const { return announcement_; }

  /// Returns a slot for `size` bytes (and 3 bytes of padding). Nothing if the sample is too large,
  /// if the limit is reached, or if the system has no memory. Logs each of these reasons once.
  std::optional<Slot> allocate(std::size_t size);
  /// Returns a slot whose sample is not needed here. `receivers` are the bits of the reader
  /// processes that may get its descriptor, each once. Until all of them have received the sample
  /// the slot is not reused during a pause, unless there are many such slots.
  void release(std::uint32_t index, std::uint64_t receivers = unknown_receivers) noexcept;

  /// Returns true if the processes with the bits `receivers` have received the sample for which
  /// allocate() returned this slot and generation. False if the slot has been reused since.
  bool was_received(std::uint32_t slot, std::uint64_t generation, std::uint64_t receivers) const;

  /// Frees the slots of reader processes that have ended, and gives unused slots back, some at each
  /// call. Returns the time of the next call: never while there are no slots, until one is new.
  Clock::time_point do_periodic_work(Clock::time_point now);
  /// Called for each participant, whose thread does the periodic work if it comes to a new slot.
  void add_participant();
  /// Called when the thread of a participant has ended: the next slot counts as new. The last one
  /// frees the slots of reader processes that have ended, and gives the free slots back.
  void remove_participant();

  /// Returns a number that changes when a reader process comes or goes.
  std::uint32_t attachments() const
  {
    return control_->attachments.load(std::memory_order_acquire);
  }
  /// Returns the bit of the process with this cookie; 0 if it cannot read the slots.
  std::uint64_t reader_bit(std::uint64_t reader_cookie) const;

  /// Lets other processes find the mailbox in this file; returns false if there are too many.
  bool add_mailbox(int file);
  void remove_mailbox(int file);

  /// Returns the number of slots that reader processes hold. For tests.
  std::size_t held_slots() const;
  /// Returns true if the address is in a slot. For tests.
  bool contains(std::uintptr_t address);

  void note_sent() { sent_.fetch_add(1, std::memory_order_relaxed); }
  void fill(SharedMemoryStatistics & statistics) const;

private:
  static constexpr std::uint32_t none = UINT32_MAX;

  // The private state of a slot.
  struct Entry
  {
    std::byte * address = nullptr;
    std::uint64_t capacity = 0;
    std::uint64_t generation = 0;
    std::uint64_t receivers = 0;
    std::uint32_t previous = none;  // in the list of its size class, or of busy slots
    std::uint32_t next = none;
    Clock::time_point released;
    Clock::time_point reusable;
  };
  // In the order in which the slots came to it, the last one last.
  struct List
  {
    std::uint32_t first = none;
    std::uint32_t last = none;
    std::uint64_t bytes = 0;
    std::uint32_t count = 0;
  };
  // Four classes between a power of two and the next.
  static constexpr std::size_t class_count = 4 * 14 + 1;

  // Why there is no slot for a sample.
  enum class Refusal
  {
    size,    // The sample is too large.
    bytes,   // The limit is reached.
    slots,   // All indices are in use.
    system,  // The system provides no memory.
    count
  };

  static std::size_t class_of(std::uint64_t size);
  static std::uint64_t capacity_of(std::size_t size_class);

  void push(List & list, std::uint32_t index);
  void remove(List & list, std::uint32_t index);
  bool has_readers(std::uint32_t index) const;
  bool is_reusable(std::uint32_t index, Clock::time_point now) const;
  std::uint32_t find_reusable(const List & list, Clock::time_point now) const;
  bool begin_use(std::uint32_t index);
  std::uint32_t take_free(std::size_t first, std::size_t end, Clock::time_point now, bool at_once);
  std::uint32_t take_to_enlarge(std::size_t size_class);
  std::uint32_t take_idle(Clock::time_point now);
  std::uint32_t take_unused();
  std::uint32_t start_making(std::uint64_t capacity, Clock::time_point now, Refusal & refusal);
  std::byte * reserve(std::uint32_t index, std::uint64_t capacity, int & error);
  void give_back(std::uint32_t index);
  void recheck_busy(std::uint32_t count);
  void free_dead_readers();
  void count_slots();
  Slot slot_of(std::uint32_t index);
  std::optional<Slot> refuse(Refusal refusal, std::uint64_t size);

  const int control_file_;
  const int data_file_;
  Control * const control_;
  const MemoryLimit limit_;
  const ForkState fork_state_;
  Announcement announcement_;

  base::PiMutex mutex_;  // guards the members below up to the counters
  std::vector<Entry> entries_;
  std::array<List, class_count> free_;
  List busy_;  // released here, but held by readers when they were last checked
  std::vector<std::uint32_t> unused_;
  std::uint64_t bytes_ = 0;
  Clock::time_point next_work_;
  bool is_watched_ = false;  // a thread does the periodic work
  std::size_t participants_ = 0;
  Clock::time_point next_try_;         // not before, because the system had no memory
  std::uint64_t failed_capacity_ = 0;  // smaller slots may be tried before
  int last_error_ = 0;                 // of the system, when it had none

  std::mutex work_mutex_;  // held by a thread that frees dead readers; guards nothing else

  std::array<std::atomic<bool>, static_cast<std::size_t>(Refusal::count)> reported_{};
  std::atomic<std::uint64_t> sent_{0};
  std::atomic<std::uint64_t> refused_{0};
  std::atomic<std::uint64_t> slot_count_{0};
  std::atomic<std::uint64_t> byte_count_{0};
};

}  // namespace rmw::detail::shared_memory

#endif  // SHARED_MEMORY__POOL_HPP_
