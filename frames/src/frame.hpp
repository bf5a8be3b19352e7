// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A frame and its name, and the table of all frames, whose readers are lock-free.

#ifndef FRAMES__SRC__FRAME_HPP_
#define FRAMES__SRC__FRAME_HPP_

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edge.hpp"
#include "frames/request.hpp"

namespace frames
{

namespace detail
{

/// A list of hooks in the order of their times.
struct HookList
{
  Hook * first = nullptr;
  Hook * last = nullptr;

  /// Searches from the end, because most requests wait for newer times than the others.
  void add(Hook & hook) noexcept
  {
    Hook * before = last;
    while (before && before->time > hook.time) {
      before = before->previous;
    }
    hook.list = this;
    hook.previous = before;
    hook.next = before ? before->next : first;
    (hook.previous ? hook.previous->next : first) = &hook;
    (hook.next ? hook.next->previous : last) = &hook;
  }
  void remove(Hook & hook) noexcept
  {
    (hook.previous ? hook.previous->next : first) = hook.next;
    (hook.next ? hook.next->previous : last) = hook.previous;
    hook.list = nullptr;
  }
};

}  // namespace detail

class Frame
{
public:
  explicit Frame(std::string_view n, std::size_t h) : name(n), hash(h) {}

  /// Prefetches the data that an insertion needs.
  void prefetch() const noexcept
  {
    __builtin_prefetch(&edge);
    __builtin_prefetch(reinterpret_cast<const char *>(&edge) + 64);
    __builtin_prefetch(&later);
  }

  const std::string name;
  const std::size_t hash;
  Edge edge;

  // Guarded by the buffer's lock.
  bool known = false;        ///< true: a transform has named it; false: only requests have
  std::size_t requests = 0;  ///< number of waiting requests that name it
  detail::HookList later;    ///< hooks that wait for a transform of their time or newer
  detail::HookList earlier;  ///< hooks that wait for a transform of their time or older
  detail::HookList changes;  ///< hooks that wait for any transform
  const Frame * former_parent = nullptr;
  Time parent_changed = 0;
};

/// The frames that transforms have named. One thread at a time adds frames, and none is ever
/// removed: readers take no lock.
class FrameTable
{
public:
  FrameTable() { enlarge(64); }

  Frame * find(std::string_view name) const noexcept
  {
    const std::size_t hash = std::hash<std::string_view>()(name);
    const Slots & slots = *slots_.load(std::memory_order_acquire);
    for (std::size_t i = hash;; ++i) {
      Frame * const frame = slots.frames[i & slots.mask].load(std::memory_order_acquire);
      if (!frame || (frame->hash == hash && frame->name == name)) {
        return frame;
      }
    }
  }

  /// Adds a frame whose name is not in the table.
  Frame & add(std::unique_ptr<Frame> added)
  {
    if (4 * frames_.size() > 3 * slots_.load(std::memory_order_relaxed)->mask) {
      enlarge(2 * (slots_.load(std::memory_order_relaxed)->mask + 1));
    }
    Frame & frame = *frames_.emplace_back(std::move(added));
    frame.known = true;
    place(*slots_.load(std::memory_order_relaxed), frame);
    return frame;
  }

  /// Call it only while no other thread adds a frame.
  const std::vector<std::unique_ptr<Frame>> & all() const noexcept { return frames_; }

private:
  struct Slots
  {
    std::size_t mask;
    std::unique_ptr<std::atomic<Frame *>[]> frames;
  };

  static void place(const Slots & slots, Frame & frame) noexcept
  {
    std::size_t i = frame.hash;
    while (slots.frames[i & slots.mask].load(std::memory_order_relaxed)) {
      ++i;
    }
    slots.frames[i & slots.mask].store(&frame, std::memory_order_release);
  }

  void enlarge(std::size_t size)
  {
    auto larger =
      std::make_unique<Slots>(Slots{size - 1, std::make_unique<std::atomic<Frame *>[]>(size)});
    for (const auto & frame : frames_) {
      place(*larger, *frame);
    }
    slots_.store(larger.get(), std::memory_order_release);
    all_slots_.push_back(std::move(larger));
  }

  std::vector<std::unique_ptr<Frame>> frames_;
  std::atomic<const Slots *> slots_{nullptr};
  // the last one is in use; readers may still use the others
  std::vector<std::unique_ptr<Slots>> all_slots_;
};

}  // namespace frames

#endif  // FRAMES__SRC__FRAME_HPP_
