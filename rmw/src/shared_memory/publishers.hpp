// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The receiving side of shared memory: the slots of other processes.

#ifndef SHARED_MEMORY__PUBLISHERS_HPP_
#define SHARED_MEMORY__PUBLISHERS_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/pi_mutex.hpp"
#include "rmw/fork.hpp"
#include "rmw/shared_memory.hpp"
#include "shared_memory/control.hpp"

namespace rmw::detail::shared_memory
{

/// The files of a publishing process, with the slots that this process holds.
class Publisher;

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
  static Publishers & instance();

  /// Called for each match of a reader with a writer of another process. The first one opens the
  /// files of that process and registers this process in them; from then on its writers send
  /// descriptors. If that is impossible, they continue to send whole samples.
  void add_match(const Announcement & publisher);
  /// Called at the end of each match. After the last one and the last sample, nothing of the
  /// other process is mapped any longer.
  void remove_match(const Announcement & publisher);

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

  // A publisher with the number of its matches; without the publisher if it could not be opened.
  struct Entry
  {
    std::unique_ptr<Publisher> publisher;
    std::size_t matches = 0;
  };
  /// Removes a publisher without matches and held slots, and returns it; else null.
  std::unique_ptr<Publisher> take_if_unused(std::uint64_t cookie);

  void before_fork() noexcept;
  void after_fork() noexcept;
  void become_fork() noexcept;
  bool is_fork() const { return forks_ != count_forks(); }

  const unsigned forks_ = count_forks();
  base::PiMutex mutex_;  // guards the members up to the counters, and the publishers
  std::unordered_map<std::uint64_t, Entry> entries_;  // by cookie
  bool has_closed_files_ = false;                     // in a fork
  std::atomic<std::uint64_t> received_{0};
  std::atomic<std::uint64_t> lost_{0};
};

}  // namespace rmw::detail::shared_memory

#endif  // SHARED_MEMORY__PUBLISHERS_HPP_
