// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The ring of one frame's transforms.

#include "edge.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace frames
{

namespace
{

constexpr auto acquire = std::memory_order_acquire;
constexpr auto relaxed = std::memory_order_relaxed;
constexpr auto release = std::memory_order_release;

/// Returns the time in ns from the first time to the second, which is not earlier; it never
/// overflows.
double distance(Time from, Time to) noexcept
{
  return static_cast<double>(static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from));
}

}  // namespace

Sample Edge::Slot::load() const noexcept
{
  const auto value = [this](std::size_t i) { return values_[i].load(acquire); };
  return {
    stamp(),
    parent_.load(acquire),
    {{value(0), value(1), value(2)}, {value(3), value(4), value(5), value(6)}}};
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

/// During its lifetime, readers know that their data may be torn.
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
  // The directory of an edge without chunks; never written.
  static const Directory * const empty = [] {
    auto created =
      std::make_unique<Directory>(Directory{0, std::make_unique<std::atomic<Chunk *>[]>(1)});
    created->chunks[0].store(new Chunk(), relaxed);
    return created.release();
  }();
  directory_.store(empty, relaxed);
}

std::uint64_t Edge::View::first_from(Time time, std::uint64_t low) const noexcept
{
  for (std::uint64_t high = end; low < high;) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (at(middle).stamp() < time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

Edge::View Edge::view() const noexcept
{
  const Directory & directory = *directory_.load(acquire);
  const std::uint64_t begin = begin_.load(acquire);
  return {directory, begin, end_.load(acquire), cutoff_.load(acquire)};
}

bool Edge::is_empty() const noexcept
{
  return begin_.load(acquire) >= end_.load(acquire);
}

Sample Edge::newest() const noexcept
{
  const Kind kind = kind_.load(acquire);
  if (kind == Kind::none || is_empty()) {
    return {};
  }
  return {kind == Kind::fixed ? 0 : newest_stamp(), newest_parent_.load(acquire), {}};
}

Found Edge::find(Time time, Sample & sample, Time & available) const noexcept
{
  const Kind kind = kind_.load(acquire);
  if (kind == Kind::none) {
    return Found::no_edge;
  }
  const View view = this->view();
  if (view.begin >= view.end) {  // greater: torn
    return Found::empty;
  }
  available = newest_stamp();
  if (kind == Kind::fixed || time == 0 || time == available) {
    sample = view.at(view.end - 1).load();
    return Found::yes;
  }
  if (view.end - view.begin == 1 || view.at(view.end - 2).stamp() < view.cutoff) {
    return Found::only_one;
  }
  return time > available ? Found::future : find_between(view, time, sample, available);
}

Found Edge::find_between(
  const View & view, Time time, Sample & sample, Time & available) const noexcept
{
  // Most lookups are near the newest transform: search backwards in growing steps, then by
  // bisection.
  std::uint64_t older = view.begin, newer = view.end - 1;
  for (std::uint64_t step = 1; newer - view.begin > step; step *= 2) {
    if (view.at(newer - step).stamp() <= time) {
      older = newer - step;
      break;
    }
    newer -= step;
  }
  while (newer - older > 1) {
    const std::uint64_t middle = older + (newer - older) / 2;
    (view.at(middle).stamp() <= time ? older : newer) = middle;
  }
  sample = view.at(older).load();
  if (sample.stamp > time || sample.stamp < view.cutoff) {
    available = view.at(std::min(view.first(), view.end - 1)).stamp();
    return Found::past;
  }
  if (sample.stamp == time) {
    // If several have the oldest stamp, the first one is used, as in tf2; otherwise the last one.
    std::uint64_t first = older;
    while (first != view.begin && view.at(first - 1).stamp() == time) {
      --first;
    }
    if (first != older && (first == view.begin || view.at(first - 1).stamp() < view.cutoff)) {
      sample = view.at(first).load();
    }
    return Found::yes;
  }
  const Sample next = view.at(newer).load();
  if (next.parent == sample.parent) {
    sample.transform = interpolate(
      sample.transform, next.transform,
      distance(sample.stamp, time) / distance(sample.stamp, next.stamp));
  }
  return Found::yes;
}

std::optional<Time> Edge::first_after(Time time) const noexcept
{
  const View view = this->view();
  if (time >= newest_stamp() || view.begin >= view.end) {
    return std::nullopt;
  }
  const std::uint64_t found = view.first_from(std::max(time + 1, view.cutoff), view.begin);
  return view.at(std::min(found, view.end - 1)).stamp();
}

std::size_t Edge::size() const noexcept
{
  return view().size();
}

Time Edge::oldest_stamp() const noexcept
{
  const View view = this->view();
  return view.at(view.first()).stamp();
}

Edge::Slot & Edge::slot(std::uint64_t position) noexcept
{
  return const_cast<Slot &>(view().at(position));
}

Inserted Edge::insert(const Sample & sample, Duration length)
{
  if (kind_.load(relaxed) != Kind::moving) {
    const Writing writing(*this);
    drop_all();
    kind_.store(Kind::moving, release);
  }
  const std::uint64_t begin = begin_.load(relaxed);
  const std::uint64_t end = end_.load(relaxed);
  const Time newest = newest_stamp_.load(relaxed);
  const bool is_newest = begin == end || sample.stamp > newest;
  std::uint64_t place = end;
  if (!is_newest) {
    const Time oldest = oldest_kept(newest, length);
    keep_from(oldest);
    if (sample.stamp < oldest) {
      return Inserted::too_old;
    }
    while (place != begin && slot(place - 1).stamp() > sample.stamp) {
      --place;
    }
    for (std::uint64_t i = place; i != begin && slot(i - 1).stamp() == sample.stamp; --i) {
      const Sample same = slot(i - 1).load();
      if (same.parent == sample.parent && same.transform == sample.transform) {
        return Inserted::duplicate;
      }
    }
  }
  make_room();
  const Writing writing(*this);
  for (std::uint64_t i = end; i != place; --i) {
    slot(i).store(slot(i - 1).load());
  }
  (place == end ? (*last_chunk_.load(relaxed))[end & (chunk_size - 1)] : slot(place)).store(sample);
  end_.store(end + 1, release);
  if (begin != end) {
    cutoff_.store(oldest_kept(newest, length), release);
  }
  if (place == end) {
    newest_stamp_.store(sample.stamp, release);
    newest_parent_.store(sample.parent, release);
  }
  return Inserted::kept;
}

void Edge::set_static(const Sample & sample)
{
  const Writing writing(*this);
  drop_all();
  kind_.store(Kind::fixed, release);
  make_room();
  const std::uint64_t end = end_.load(relaxed);
  slot(end).store(sample);
  end_.store(end + 1, release);
  newest_stamp_.store(sample.stamp, release);
  newest_parent_.store(sample.parent, release);
}

void Edge::clear()
{
  if (kind_.load(relaxed) == Kind::moving) {
    const Writing writing(*this);
    drop_all();
  }
}

void Edge::keep_from(Time cutoff)
{
  if (cutoff_.load(relaxed) != cutoff) {
    const Writing writing(*this);
    cutoff_.store(cutoff, release);
  }
}

/// Makes room for one more transform at the end, and drops chunks that are no longer used.
void Edge::make_room()
{
  const std::uint64_t end = end_.load(relaxed);
  if (end % chunk_size != 0) {
    return;
  }
  std::uint64_t begin = begin_.load(relaxed);
  while (begin != end && slot(begin + chunk_size - 1).stamp() < cutoff_.load(relaxed)) {
    begin += chunk_size;
  }
  if (begin != begin_.load(relaxed)) {
    const Writing writing(*this);
    drop_until(begin);
  }
  if (end >> chunk_bits == chunks_end_) {
    add_chunk();
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
  last_chunk_.store(free_.back(), relaxed);
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
  cutoff_.store(std::numeric_limits<Time>::min(), release);
}

}  // namespace frames
