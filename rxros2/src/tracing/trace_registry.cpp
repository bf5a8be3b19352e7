// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// trace_registry: the counters of all named stages of the process, and their events that are to be
// shown.

#include "tracing/trace_registry.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace rxros2::detail
{

namespace
{

constexpr std::size_t most_marbles = 1000;  // maximum number that wait for a report
constexpr std::chrono::milliseconds between_marbles(33);

}  // namespace

trace_registry & trace_registry::instance()
{
  // Never destroyed: streams may still count while the process ends.
  static trace_registry * const registry = new trace_registry;
  return *registry;
}

stage_record * trace_registry::find(const std::string & name, const stage_place & place)
{
  const std::lock_guard lock(mutex_);
  auto & record = stages_[name];
  if (!record) {
    record =
      std::make_unique<stage>(name, std::string(place.file) + ":" + std::to_string(place.line));
    record->next_marble = listened_ ? 0 : INT64_MAX;
  }
  return record.get();
}

stage_counts * trace_registry::lend(stage_record & record)
{
  const std::lock_guard lock(mutex_);
  stage & lender = static_cast<stage &>(record);
  if (lender.unused.empty()) {
    lender.unused.reserve(lender.counts.size() + 1);  // so that give_back() needs no memory
    return &lender.counts.emplace_back();
  }
  stage_counts * const borrowed = lender.unused.back();
  lender.unused.pop_back();
  return borrowed;
}

void trace_registry::give_back(stage_record & record, stage_counts * counts) noexcept
{
  const std::lock_guard lock(mutex_);
  static_cast<stage &>(record).unused.push_back(counts);
}

void trace_registry::connect(const stage_record & from, const stage_record & to)
{
  const std::lock_guard lock(mutex_);
  edges_.emplace(from.name, to.name);
}

std::vector<trace::stage_statistics> trace_registry::statistics()
{
  const std::lock_guard lock(mutex_);
  std::vector<trace::stage_statistics> all;
  for (const auto & [name, record] : stages_) {
    trace::stage_statistics & stage_statistics = all.emplace_back();
    stage_statistics.name = name;
    stage_statistics.place = record->place;
    stage_statistics.subscriptions = record->subscriptions;
    stage_statistics.errors = record->errors;
    stage_statistics.completed = record->completed;
    stage_statistics.in = 0 - record->in_before;
    stage_statistics.out = 0 - record->out_before;
    std::int64_t total = -record->total_before;
    std::int64_t longest = 0;
    for (const stage_counts & counts : record->counts) {
      stage_statistics.in += counts.in;
      stage_statistics.out += counts.out;
      total += counts.total;
      longest = std::max(longest, counts.longest.load());
    }
    stage_statistics.longest = scale_.duration(longest);
    if (stage_statistics.out > 0) {
      stage_statistics.mean =
        scale_.duration(total / static_cast<std::int64_t>(stage_statistics.out));
    }
    for (auto edge = edges_.lower_bound({name, ""}); edge != edges_.end() && edge->first == name;
         ++edge) {
      stage_statistics.feeds.push_back(edge->second);
    }
  }
  return all;
}

void trace_registry::reset()
{
  const std::lock_guard lock(mutex_);
  for (const auto & [name, record] : stages_) {
    record->subscriptions = record->errors = record->completed = 0;
    record->in_before = record->out_before = 0;
    record->total_before = 0;
    for (stage_counts & counts : record->counts) {
      record->in_before += counts.in;  // a concurrent writer would not see a reset to 0
      record->out_before += counts.out;
      record->total_before += counts.total;
      counts.longest = 0;
    }
  }
}

void trace_registry::keep(stage_record & record, std::int64_t at, char kind, std::string text)
{
  if (!listened_) {
    return;
  }
  const std::lock_guard lock(mutex_);
  if (kind == 'n') {
    record.next_marble = at + scale_.count(between_marbles);
  }
  if (listened_ && waiting_.marbles.size() < most_marbles) {
    waiting_.marbles.push_back({&record, at, kind, std::move(text)});
  } else {
    ++waiting_.left_out;
  }
}

void trace_registry::listen(bool anybody)
{
  const std::lock_guard lock(mutex_);
  listened_ = anybody;
  waiting_ = {};
  for (const auto & [name, record] : stages_) {
    record->next_marble = anybody ? 0 : INT64_MAX;
  }
}

marble_batch trace_registry::take_marbles()
{
  const std::lock_guard lock(mutex_);
  return std::exchange(waiting_, {});
}

}  // namespace rxros2::detail
