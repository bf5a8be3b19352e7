// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The transforms of one child frame to its parent: a sorted ring with lock-free readers.

#ifndef FRAMES__SRC__EDGE_HPP_
#define FRAMES__SRC__EDGE_HPP_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "frames/buffer.hpp"

namespace frames
{

/// Returns the oldest stamp that is kept together with `newest`.
constexpr Time oldest_kept(Time newest, Duration length) noexcept
{
  Time oldest = 0;
  return __builtin_sub_overflow(newest, length, &oldest) ? std::numeric_limits<Time>::min()
                                                         : oldest;
}

struct Sample
{
  Time stamp = 0;
  Frame * parent = nullptr;
  Transform transform;
};

/// The result of a search in an edge for a time.
enum class Found : std::uint8_t
{
  yes,
  no_edge,   ///< no transform was ever inserted: a root
  empty,     ///< the inserted transforms were cleared
  only_one,  ///< one transform, of another time
  future,    ///< later than the newest
  past,      ///< earlier than the oldest
};

/// One writer at a time, who holds the buffer's lock. Readers check after reading that sequence()
/// is even and unchanged (see Reading).
/** Data read during a write may be torn, but its memory lives as long as the edge. All of it is
 * atomic: stores release and loads acquire, so a reader that sees one store of a writer also sees
 * that the sequence was odd. docs/explanation/design/seqlock.md has the reasons. */
class alignas(64) Edge
{
public:
  Edge();

  std::uint64_t sequence(std::memory_order order) const noexcept { return sequence_.load(order); }

  // Functions for readers.

  bool is_static() const noexcept { return kind_.load(std::memory_order_acquire) == Kind::fixed; }
  bool is_empty() const noexcept;
  /// Returns the newest transform; a static one has the stamp 0. A null parent means that there is
  /// none.
  Sample newest() const noexcept;
  Found find(Time time, Sample & sample, Time & available) const noexcept;
  /// Returns the first stamp after `time`, or nothing.
  std::optional<Time> first_after(Time time) const noexcept;
  std::size_t size() const noexcept;
  Time oldest_stamp() const noexcept;
  Time newest_stamp() const noexcept { return newest_stamp_.load(std::memory_order_acquire); }

  /// Prefetches the cache lines that an insertion writes; called before the lock is taken.
  void prefetch_next() const noexcept
  {
    if (Chunk * const chunk = last_chunk_.load(std::memory_order_relaxed)) {
      const Slot & next = (*chunk)[end_.load(std::memory_order_relaxed) & (chunk_size - 1)];
      __builtin_prefetch(&next, 1);
      __builtin_prefetch(&next + 1, 1);
    }
  }

  // Functions for writers.

  Inserted insert(const Sample & sample, Duration length);
  void set_static(const Sample & sample);
  /// Removes all transforms but static ones.
  void clear();

private:
  enum class Kind : std::uint8_t
  {
    none,
    moving,
    fixed
  };

  class Slot
  {
  public:
    Time stamp() const noexcept { return stamp_.load(std::memory_order_acquire); }
    Sample load() const noexcept;
    void store(const Sample & sample) noexcept;

  private:
    std::atomic<Time> stamp_{0};
    std::atomic<Frame *> parent_{nullptr};
    std::array<std::atomic<double>, 7> values_{};
  };

  // The ring grows by chunks, so that nothing is copied and no memory that a reader may see is
  // freed.
  static constexpr unsigned chunk_bits = 5;
  static constexpr std::uint64_t chunk_size = 1U << chunk_bits;
  using Chunk = std::array<Slot, chunk_size>;

  struct Directory
  {
    std::uint64_t mask;
    std::unique_ptr<std::atomic<Chunk *>[]> chunks;
  };

  class Writing;

  /// A reader's view of the ring: positions only grow, and those in [begin, end) can be read.
  struct View
  {
    const Slot & at(std::uint64_t position) const noexcept
    {
      const std::uint64_t chunk = (position >> chunk_bits) & directory.mask;
      return (
        *directory.chunks[chunk].load(std::memory_order_acquire))[position & (chunk_size - 1)];
    }
    /// Returns the first position in [low, end) whose stamp is not less than `time`, or end.
    std::uint64_t first_from(Time time, std::uint64_t low) const noexcept;
    /// Returns the first position that is kept.
    std::uint64_t first() const noexcept { return first_from(cutoff, begin); }
    std::size_t size() const noexcept { return begin < end ? end - first() : 0; }

    const Directory & directory;
    std::uint64_t begin;
    std::uint64_t end;  // less than begin: torn
    Time cutoff;
  };
  View view() const noexcept;
  Found find_between(
    const View & view, Time time, Sample & sample, Time & available) const noexcept;

  Slot & slot(std::uint64_t position) noexcept;
  void keep_from(Time cutoff);
  void make_room();
  void add_chunk();
  void drop_until(std::uint64_t begin);
  void drop_all();

  // The members that most lookups and insertions need share one cache line.
  std::atomic<std::uint64_t> sequence_{0};
  std::atomic<Kind> kind_{Kind::none};
  std::atomic<std::uint64_t> begin_{0};  // of a chunk; includes transforms that are too old
  std::atomic<std::uint64_t> end_{0};
  std::atomic<Time> cutoff_{0};  // older transforms are no longer kept
  std::atomic<Time> newest_stamp_{0};
  std::atomic<Frame *> newest_parent_{nullptr};
  std::atomic<const Directory *> directory_{nullptr};

  std::atomic<Chunk *> last_chunk_{nullptr};  // the chunk of position end_ - 1
  std::uint64_t chunks_end_ = 0;              // the chunks below it, from that of begin_ on, exist
  std::vector<Chunk *> free_;
  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::vector<std::unique_ptr<Directory>> directories_;  // the last one is in use
};

/// The reads of one lookup; checks whether they are consistent.
class Reading
{
public:
  enum class Lock : bool
  {
    none,
    held
  };

  explicit Reading(Lock lock) noexcept : locked_(lock == Lock::held) {}

  /// Call it before reading from an edge.
  void enter(const Edge & edge) noexcept
  {
    if (locked_ || torn_) {
      return;
    }
    for (int i = 0; i < spins; ++i) {
      const std::uint64_t now = edge.sequence(std::memory_order_acquire);
      if (now % 2 == 0) {
        if (size_ == visited_.size()) {
          break;
        }
        visited_[size_++] = {&edge, now};
        return;
      }
    }
    torn_ = true;
  }

  /// Call it after all reads; returns true if they belong to one moment.
  bool consistent() const noexcept
  {
    bool same = !torn_;
    for (std::size_t i = 0; i < size_ && same; ++i) {
      same = visited_[i].edge->sequence(std::memory_order_relaxed) == visited_[i].sequence;
    }
    return same;
  }

private:
  static constexpr int spins = 50;

  struct Visited
  {
    const Edge * edge;
    std::uint64_t sequence;
  };

  const bool locked_;
  bool torn_ = false;
  std::size_t size_ = 0;
  std::array<Visited, 128> visited_;  // longer chains take the lock
};

}  // namespace frames

#endif  // FRAMES__SRC__EDGE_HPP_
