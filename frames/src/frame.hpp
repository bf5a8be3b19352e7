// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A frame by its name, and the table of all of them, which is read without a lock.

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

/// Hooks in the order of their times.
struct HookList
{
  Hook * first = nullptr;
  Hook * last = nullptr;

  /// From the end: most wait for what is newer than what others wait for.
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

  /// Has the cache bring what an insertion needs of it.
  void prefetch() const noexcept
  {
    __builtin_prefetch(&edge);
    __builtin_prefetch(reinterpret_cast<const char *>(&edge) + 64);
    __builtin_prefetch(&later);
  }

  const std::string name;
  const std::size_t hash;
  Edge edge;

  // In the buffer's lock.
  bool known = false;        ///< some transform named it; else only requests do
  std::size_t requests = 0;  ///< that wait and name it
  detail::HookList later;    ///< wait for a transform of their time or newer
  detail::HookList earlier;  ///< wait for one of their time or older
  detail::HookList changes;  ///< wait for any
  const Frame * former_parent = nullptr;
  Time parent_changed = 0;
};

/// The frames that transforms have named. Added by one thread at a time, and never removed: readers
/// take no lock.
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

  /// One of a name that is not in it.
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

  /// For who adds, or shuts out who does.
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
  std::vector<std::unique_ptr<Slots>> all_slots_;  // the last is used; readers may be in others
};

}  // namespace frames

#endif  // FRAMES__SRC__FRAME_HPP_
