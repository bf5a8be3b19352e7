// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// trace_registry: the counters of all named stages of the process, and their events that are to be
// shown.

#ifndef TRACING__TRACE_REGISTRY_HPP_
#define TRACING__TRACE_REGISTRY_HPP_

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rxros2/tracing/detail/ticks.hpp"
#include "rxros2/tracing/trace.hpp"

namespace rxros2::detail
{

/// An event of a stage that is to be shown.
struct marble
{
  const stage_record * stage;
  std::int64_t at;  // in ticks
  char kind;        // subscribed, next, error, completed: the first letter
  std::string text;
};

/// The events since the last report.
struct marble_batch
{
  std::vector<marble> marbles;
  std::uint64_t left_out = 0;  ///< events that were dropped for lack of room
};

/// All names of the process, and the edges between them. Thread-safe.
class trace_registry
{
public:
  static trace_registry & instance();

  /// Returns the record of a name; a new one has the place.
  stage_record * find(const std::string & name, const stage_place & place);
  /// Lends counters to one end of one subscription. A returned counter continues with the next
  /// subscription, so there are never more than the maximum of simultaneous subscriptions.
  stage_counts * lend(stage_record & record);
  void give_back(stage_record & record, stage_counts * counts) noexcept;
  /// Adds an edge of the graph.
  void connect(const stage_record & from, const stage_record & to);

  std::vector<trace::stage_statistics> statistics();
  void reset();

  /// Keeps a marble for the next report, if there is a viewer; the stage's next one follows some
  /// time later.
  void keep(stage_record & record, std::int64_t at, char kind, std::string text);
  /// Call this when the first viewer appears, and with false when the last one disappears.
  void listen(bool anybody);
  /// Removes and returns the marbles that wait for a report.
  marble_batch take_marbles();

  const tick_scale & scale() const { return scale_; }

private:
  /// A name, with the counters that its subscriptions borrow.
  struct stage : stage_record
  {
    using stage_record::stage_record;

    std::deque<stage_counts> counts;  // their addresses must not change
    std::vector<stage_counts *> unused;
    std::uint64_t in_before = 0;  // the counts at the last reset
    std::uint64_t out_before = 0;
    std::int64_t total_before = 0;
  };

  const tick_scale scale_{};
  std::mutex mutex_;  // guards the members below
  std::map<std::string, std::unique_ptr<stage>> stages_;
  std::set<std::pair<std::string, std::string>> edges_;  // from, to
  marble_batch waiting_;
  std::atomic<bool> listened_{false};
};

}  // namespace rxros2::detail

#endif  // TRACING__TRACE_REGISTRY_HPP_
