// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The ring of one frame's transforms.

#include "edge.hpp"

#include <utility>

namespace frames
{

namespace
{

constexpr auto acquire = std::memory_order_acquire;
constexpr auto relaxed = std::memory_order_relaxed;
constexpr auto release = std::memory_order_release;

}  // namespace

Sample Edge::Slot::load() const noexcept
{
  const auto value = [this](std::size_t i) { return values_[i].load(acquire); };
  return {
    stamp(), parent(), {{value(0), value(1), value(2)}, {value(3), value(4), value(5), value(6)}}};
}

void Edge::Slot::store(const Sample & sample) noexcept
{
  const auto & [t, r] = sample.transform;
  stamp_.store(sample.stamp, release);
  parent_.store(sample.parent, release);
  const std::array values{t.x, t.y, t.z, r.x, r.y, r.z, r.w};
  for (std::size_t i = 0; i < values.size(); ++i) {
    values_[i].store(values[i], release);
  }
}

/// While it lives readers know that what they read may be torn.
class Edge::Writing
{
public:
  explicit Writing(Edge & edge) noexcept : edge_(edge)
  {
    edge_.sequence_.store(edge_.sequence_.load(relaxed) + 1, relaxed);
  }
  ~Writing() { edge_.sequence_.store(edge_.sequence_.load(relaxed) + 1, release); }
  Writing(const Writing &) = delete;
  Writing & operator=(const Writing &) = delete;

private:
  Edge & edge_;
};

Edge::Edge()
{
  // Where an edge has no chunk yet; nobody writes to it.
  static const Directory * const empty = [] {
    auto made =
      std::make_unique<Directory>(Directory{0, std::make_unique<std::atomic<Chunk *>[]>(1)});
    made->chunks[0].store(new Chunk(), relaxed);
    return made.release();
  }();
  directory_.store(empty, relaxed);
}

Sample Edge::newest() const noexcept
{
  const Kind kind = kind_.load(acquire);
  const Directory & directory = *directory_.load(acquire);
  const std::uint64_t begin = begin_.load(acquire);
  const std::uint64_t end = end_.load(acquire);
  if (kind == Kind::none || begin >= end) {
    return {};
  }
  const Slot & slot = at(directory, end - 1);
  return {kind == Kind::fixed ? 0 : slot.stamp(), slot.parent(), {}};
}

Found Edge::find(Time time, Sample & found, Time & available) const noexcept
{
  const Kind kind = kind_.load(acquire);
  const Directory & directory = *directory_.load(acquire);
  const std::uint64_t begin = begin_.load(acquire);
  const std::uint64_t end = end_.load(acquire);
  if (kind == Kind::none) {
    return Found::no_edge;
  }
  if (begin >= end) {  // greater: torn
    return Found::empty;
  }
  const Slot & newest = at(directory, end - 1);
  available = newest.stamp();
  if (kind == Kind::fixed || time == 0 || time == available) {
    found = newest.load();
    return Found::yes;
  }
  if (end - begin == 1) {
    return Found::only_one;
  }
  if (time > available) {
    return Found::future;
  }
  const Slot & oldest = at(directory, begin);
  available = oldest.stamp();
  if (time <= available) {
    if (time < available) {
      return Found::past;
    }
    found = oldest.load();
    return Found::yes;
  }
  // Most ask for what is nearly the newest: in growing steps from there, then by halves.
  std::uint64_t older = begin, newer = end - 1;
  for (std::uint64_t step = 1; newer - begin > step; step *= 2) {
    if (at(directory, newer - step).stamp() <= time) {
      older = newer - step;
      break;
    }
    newer -= step;
  }
  while (newer - older > 1) {
    const std::uint64_t middle = older + (newer - older) / 2;
    (at(directory, middle).stamp() <= time ? older : newer) = middle;
  }
  found = at(directory, older).load();
  if (found.stamp != time) {
    const Sample next = at(directory, newer).load();
    if (next.parent == found.parent) {
      found.transform = interpolate(
        found.transform, next.transform,
        static_cast<double>(time - found.stamp) / static_cast<double>(next.stamp - found.stamp));
    }
  }
  return Found::yes;
}

std::optional<Time> Edge::first_after(Time time) const noexcept
{
  const Directory & directory = *directory_.load(acquire);
  std::uint64_t low = begin_.load(acquire);
  const std::uint64_t end = end_.load(acquire);
  std::uint64_t high = end;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (at(directory, middle).stamp() <= time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low >= end) {
    return std::nullopt;
  }
  return at(directory, low).stamp();
}

std::size_t Edge::size() const noexcept
{
  const std::uint64_t begin = begin_.load(acquire);
  return end_.load(acquire) - begin;
}

Time Edge::oldest_stamp() const noexcept
{
  return at(*directory_.load(acquire), begin_.load(acquire)).stamp();
}

Time Edge::newest_stamp() const noexcept
{
  return at(*directory_.load(acquire), end_.load(acquire) - 1).stamp();
}

Edge::Slot & Edge::slot(std::uint64_t position) noexcept
{
  return const_cast<Slot &>(at(*directory_.load(relaxed), position));
}

Inserted Edge::insert(const Sample & sample, Duration length)
{
  if (kind_.load(relaxed) != Kind::moving) {
    const Writing writing(*this);
    drop_all();
    kind_.store(Kind::moving, release);
  }
  const std::uint64_t end = end_.load(relaxed);
  std::uint64_t begin = begin_.load(relaxed);
  if (begin != end) {
    const Time newest = slot(end - 1).stamp();
    while (slot(begin).stamp() < newest - length) {
      ++begin;
    }
    if (begin != begin_.load(relaxed)) {
      const Writing writing(*this);
      drop_until(begin);
    }
    if (sample.stamp < newest - length) {
      return Inserted::too_old;
    }
  }
  std::uint64_t place = end;
  while (place != begin && slot(place - 1).stamp() > sample.stamp) {
    --place;
  }
  for (std::uint64_t i = place; i != begin && slot(i - 1).stamp() == sample.stamp; --i) {
    const Sample same = slot(i - 1).load();
    if (same.parent == sample.parent && same.transform == sample.transform) {
      return Inserted::duplicate;
    }
  }
  if (end >> chunk_bits == chunks_end_) {
    add_chunk();
  }
  const Writing writing(*this);
  for (std::uint64_t i = end; i != place; --i) {
    slot(i).store(slot(i - 1).load());
  }
  slot(place).store(sample);
  end_.store(end + 1, release);
  return Inserted::kept;
}

void Edge::set_static(const Sample & sample)
{
  const Writing writing(*this);
  drop_all();
  kind_.store(Kind::fixed, release);
  const std::uint64_t end = end_.load(relaxed);
  if (end >> chunk_bits == chunks_end_) {
    add_chunk();
  }
  slot(end).store(sample);
  end_.store(end + 1, release);
}

void Edge::clear()
{
  if (kind_.load(relaxed) == Kind::moving) {
    const Writing writing(*this);
    drop_all();
  }
}

void Edge::add_chunk()
{
  const std::uint64_t first = begin_.load(relaxed) >> chunk_bits;
  const Directory * directory = directory_.load(relaxed);
  if (directories_.empty() || chunks_end_ - first > directory->mask) {
    const std::uint64_t size = directories_.empty() ? 4 : 2 * (directory->mask + 1);
    auto larger = std::make_unique<Directory>(
      Directory{size - 1, std::make_unique<std::atomic<Chunk *>[]>(size)});
    Chunk * const nothing = directory->chunks[0].load(relaxed);
    for (std::uint64_t i = 0; i < size; ++i) {
      larger->chunks[i].store(nothing, relaxed);
    }
    for (std::uint64_t i = first; i != chunks_end_; ++i) {
      larger->chunks[i & larger->mask].store(
        directory->chunks[i & directory->mask].load(relaxed), relaxed);
    }
    directories_.push_back(std::move(larger));
    directory = directories_.back().get();
    directory_.store(directory, release);
  }
  if (free_.empty()) {
    chunks_.push_back(std::make_unique<Chunk>());
    free_.reserve(chunks_.size());
    free_.push_back(chunks_.back().get());
  }
  directory->chunks[chunks_end_ & directory->mask].store(free_.back(), release);
  free_.pop_back();
  ++chunks_end_;
}

void Edge::drop_until(std::uint64_t begin)
{
  const Directory & directory = *directory_.load(relaxed);
  for (std::uint64_t i = begin_.load(relaxed) >> chunk_bits; i != begin >> chunk_bits; ++i) {
    free_.push_back(directory.chunks[i & directory.mask].load(relaxed));
  }
  begin_.store(begin, release);
}

void Edge::drop_all()
{
  drop_until(chunks_end_ << chunk_bits);
  end_.store(begin_.load(relaxed), release);
}

}  // namespace frames
