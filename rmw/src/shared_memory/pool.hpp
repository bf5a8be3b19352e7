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
#include "rmw/fork.hpp"
#include "rmw/shared_memory.hpp"
#include "shared_memory/control.hpp"

namespace rmw::detail::shared_memory
{

/// A slot that this process fills or has sent.
struct Slot
{
  std::byte * data = nullptr;  ///< where the sample begins
  std::uint32_t index = 0;
  std::uint64_t generation = 0;
  bool is_new = false;  ///< then periodic work is due again
};

/// All slots of this process, for all its writers. Thread-safe; lives until the process ends.
/**
 * A slot is reserved memory in one sparse file. It belongs to a sample until release(), then it is
 * kept in the list of its size class, oldest first. It is reused when no reader process holds it
 * and its pause is over: a descriptor that is still on its way finds its sample.
 */
class Pool
{
public:
  using Clock = std::chrono::steady_clock;

  /// Smaller samples travel by DDS, which is as fast for them.
  static constexpr std::size_t smallest_sample = std::size_t{64} << 10;

  /// Returns the pool, which the first call creates; null if that is impossible here. A fork has
  /// no pool.
  static Pool * instance();

  Pool(int control_file, int data_file, Control * control, std::uint64_t limit);
  Pool(const Pool &) = delete;
  Pool & operator=(const Pool &) = delete;

  const Announcement & announcement() const { return announcement_; }

  /// Returns a slot for `size` bytes (and 3 bytes of padding). Nothing if the sample is too large,
  /// if the limit is reached, or if the system has no memory.
  std::optional<Slot> allocate(std::size_t size);
  /// Returns a slot whose sample is not needed here. It is not reused during a pause, unless there
  /// are many such slots.
  void release(std::uint32_t index) noexcept;
  /// Frees the bits of reader processes that have ended, and gives back the memory of slots that
  /// were not used for seconds. Returns the time of the next call. Call it while slots exist.
  Clock::time_point do_periodic_work();

  /// Returns a number that changes when a reader process comes or goes.
  std::uint32_t attachments() const
  {
    return control_->attachments.load(std::memory_order_acquire);
  }
  /// Returns true if the process with this cookie can read the slots.
  bool is_attached(std::uint64_t reader_cookie) const;

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
    std::uint32_t next = none;  // in the list of its size class, or of busy slots
    Clock::time_point released;
    Clock::time_point reusable;
  };
  struct List
  {
    std::uint32_t first = none;
    std::uint32_t last = none;
    std::uint64_t bytes = 0;
    std::uint32_t count = 0;
  };
  // Four classes between a power of two and the next.
  static constexpr std::size_t class_count = 4 * 14 + 1;

  static std::size_t class_of(std::uint64_t size);
  static std::uint64_t capacity_of(std::size_t size_class);

  void push(List & list, std::uint32_t index);
  std::uint32_t pop(List & list);
  bool has_readers(std::uint32_t index) const;
  std::uint32_t take_free(std::size_t begin, std::size_t end, Clock::time_point now, bool at_once);
  void give_back_smaller(std::size_t size_class, std::unique_lock<base::PiMutex> & lock);
  std::uint32_t make(
    std::size_t size_class, Clock::time_point now, std::unique_lock<base::PiMutex> & lock);
  std::byte * reserve(std::uint32_t index, std::uint64_t capacity);
  void punch(std::uint32_t index);
  void give_back(
    const std::vector<std::uint32_t> & indices, std::unique_lock<base::PiMutex> & lock);
  bool begin_use(std::uint32_t index);
  void recheck_busy(std::uint32_t count);
  void update_counts();
  void free_dead_readers();
  void report_limit();

  const int control_file_;
  const int data_file_;
  Control * const control_;
  const std::uint64_t limit_;
  const unsigned forks_ = count_forks();
  Announcement announcement_;

  std::mutex work_mutex_;  // guards periodic work, which one thread does at a time
  base::PiMutex mutex_;    // guards the members below up to the counters
  std::vector<Entry> entries_;
  std::array<List, class_count> free_;
  List busy_;  // released here, but held by readers when they were last checked
  std::vector<std::uint32_t> unused_;
  std::uint64_t bytes_ = 0;
  Clock::time_point no_memory_until_;
  bool reported_ = false;

  std::atomic<std::uint64_t> sent_{0};
  std::atomic<std::uint64_t> refused_{0};
  std::atomic<std::uint64_t> slot_count_{0};
  std::atomic<std::uint64_t> byte_count_{0};
};

}  // namespace rmw::detail::shared_memory

#endif  // SHARED_MEMORY__POOL_HPP_
