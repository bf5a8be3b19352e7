// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The transforms of one child frame to its parent: a sorted ring that readers read without a lock.

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

/// The oldest stamp that is kept beside `newest`.
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

/// What an edge has at a time.
enum class Found : std::uint8_t
{
  yes,
  no_edge,   ///< no transform ever came: a root
  empty,     ///< those that came were cleared
  only_one,  ///< of another time
  future,    ///< asked for more than the newest
  past,      ///< asked for more than the oldest
};

/// One writer at a time, who holds the buffer's lock; readers check, after they have read, that
/// sequence() is even and what it was before (see Reading).
/** What a reader reads meanwhile may be torn, but is memory that lives as long as the edge. All of
 *  it is atomic: stores release and loads acquire, so a reader that sees one store of a writer also
 *  sees that the sequence was odd. */
class alignas(64) Edge
{
public:
  Edge();

  std::uint64_t sequence(std::memory_order order) const noexcept { return sequence_.load(order); }

  // Readers.

  bool is_static() const noexcept { return kind_.load(std::memory_order_acquire) == Kind::fixed; }
  bool is_empty() const noexcept;
  /// The newest one's; a static one has the stamp 0. Parent null: there is none.
  Sample newest() const noexcept;
  Found find(Time time, Sample & found, Time & available) const noexcept;
  /// The first stamp after `time`; nothing: none.
  std::optional<Time> first_after(Time time) const noexcept;
  std::size_t size() const noexcept;
  Time oldest_stamp() const noexcept;
  Time newest_stamp() const noexcept { return newest_stamp_.load(std::memory_order_acquire); }

  /// Has the cache bring what an insertion writes; before the lock.
  void prefetch_next() const noexcept
  {
    if (Chunk * const chunk = last_chunk_.load(std::memory_order_relaxed)) {
      const Slot & next = (*chunk)[end_.load(std::memory_order_relaxed) & (chunk_size - 1)];
      __builtin_prefetch(&next, 1);
      __builtin_prefetch(&next + 1, 1);
    }
  }

  // Writers.

  Inserted insert(const Sample & sample, Duration length);
  void set_static(const Sample & sample);
  /// Static ones stay.
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

  // The ring grows by chunks, so that nothing is copied and nothing that a reader may see is freed.
  static constexpr unsigned chunk_bits = 5;
  static constexpr std::uint64_t chunk_size = 1U << chunk_bits;
  using Chunk = std::array<Slot, chunk_size>;

  struct Directory
  {
    std::uint64_t mask;
    std::unique_ptr<std::atomic<Chunk *>[]> chunks;
  };

  class Writing;

  /// What a reader sees of the ring: positions only grow, and those in [begin, end) can be read.
  struct View
  {
    const Slot & at(std::uint64_t position) const noexcept
    {
      const std::uint64_t chunk = (position >> chunk_bits) & directory.mask;
      return (
        *directory.chunks[chunk].load(std::memory_order_acquire))[position & (chunk_size - 1)];
    }
    /// The first in [low, end) whose stamp is not less than `time`; end: none.
    std::uint64_t first_from(Time time, std::uint64_t low) const noexcept;
    /// The first that is kept.
    std::uint64_t first() const noexcept { return first_from(cutoff, begin); }
    std::size_t size() const noexcept { return begin < end ? end - first() : 0; }

    const Directory & directory;
    std::uint64_t begin;
    std::uint64_t end;  // less than begin: torn
    Time cutoff;
  };
  View view() const noexcept;
  Found find_between(const View & view, Time time, Sample & found, Time & available) const noexcept;

  Slot & slot(std::uint64_t position) noexcept;
  void keep_from(Time cutoff);
  void make_room();
  void add_chunk();
  void drop_until(std::uint64_t begin);
  void drop_all();

  // What most lookups and insertions need is on one cache line.
  std::atomic<std::uint64_t> sequence_{0};
  std::atomic<Kind> kind_{Kind::none};
  std::atomic<std::uint64_t> begin_{0};  // of a chunk; with what is too old already
  std::atomic<std::uint64_t> end_{0};
  std::atomic<Time> cutoff_{0};  // what is older is no longer kept
  std::atomic<Time> newest_stamp_{0};
  std::atomic<Frame *> newest_parent_{nullptr};
  std::atomic<const Directory *> directory_{nullptr};

  std::atomic<Chunk *> last_chunk_{nullptr};  // that of the position end_ - 1
  std::uint64_t chunks_end_ = 0;              // chunks below it, from that of begin_ on, are there
  std::vector<Chunk *> free_;
  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::vector<std::unique_ptr<Directory>> directories_;  // the last one is used
};

/// What one lookup has read: whether all of it was there at one moment.
class Reading
{
public:
  enum class Lock : bool
  {
    none,
    held
  };

  explicit Reading(Lock lock) noexcept : locked_(lock == Lock::held) {}

  /// Before reading from an edge.
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

  /// After all has been read.
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
  std::array<Visited, 128> visited_;  // of longer chains the lock is taken
};

}  // namespace frames

#endif  // FRAMES__SRC__EDGE_HPP_
