// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Matches local publishers and subscriptions, and builds the routes for publishing.
#include "local/topic.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/clock.hpp"
#include "rmw/deferred_notifications.hpp"
#include "rmw/mismatch.hpp"
#include "rmw/qos.hpp"
#include "rmw/time.h"

namespace rclcpp::local
{
namespace
{

// Compares all properties that matching uses.
bool same_offer(const rmw_qos_profile_t & a, const rmw_qos_profile_t & b)
{
  return a.reliability == b.reliability && a.durability == b.durability &&
         a.liveliness == b.liveliness && rmw_time_equal(a.deadline, b.deadline) &&
         rmw_time_equal(a.liveliness_lease_duration, b.liveliness_lease_duration);
}

bool same_type(const std::type_info * a, const std::type_info * b)
{
  return a == b || (a && b && *a == *b);
}

rmw_matched_status_t matched_status(std::int32_t change)
{
  const auto came = static_cast<std::size_t>(std::max(change, 0));
  return {came, came, 0, change};
}

// Describes one writer that is alive or not, added (1) or removed (-1).
rmw_liveliness_changed_status_t liveliness_status(bool alive, std::int32_t change)
{
  return {0, 0, alive ? change : 0, alive ? 0 : change};
}

}  // namespace

// For Matcher.
static Mismatch mismatch_of(const LocalWriter & writer, const LocalReader & reader)
{
  return compare(writer.endpoint->type, reader.endpoint->type, {{writer.qos, reader.qos}});
}

Topic::Topic(std::string name) : name_(std::move(name)), snapshot_(new Snapshot)
{
}

Topic::~Topic()
{
  delete snapshot_.load();
}

void Topic::add(LocalWriter & writer)
{
  const rmw::DeferredNotifications deferred;
  std::lock_guard lock(mutex_);
  bool is_new = false;
  writer.kind = use_kind(writer, nullptr, is_new);
  writer.adapted_kind = use_kind(writer, writer.adapted, is_new);
  endpoints_.add(writer);
  if (is_new) {
    replace(make_snapshot());
  }
  endpoints_.compare_all(writer, [this](const auto &... pair) { meet(pair...); });
}

void Topic::add(LocalReader & reader)
{
  const rmw::DeferredNotifications deferred;
  std::lock_guard lock(mutex_);
  endpoints_.add(reader);
  if (reader.qos.durability == RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL) {
    replay(reader, make_snapshot());
  } else {
    replace(make_snapshot());
  }
  endpoints_.compare_all(reader, [this](const auto &... pair) { meet(pair...); });
}

void Topic::remove(LocalWriter & writer)
{
  const rmw::DeferredNotifications deferred;
  std::lock_guard lock(mutex_);
  endpoints_.remove(writer);
  --kinds_[writer.kind].writers;
  --kinds_[writer.adapted_kind].writers;
  endpoints_.for_each_match(writer, [&](const LocalReader & reader) { part(writer, reader); });
}

void Topic::remove(LocalReader & reader)
{
  const rmw::DeferredNotifications deferred;
  std::lock_guard lock(mutex_);
  endpoints_.remove(reader);
  replace(make_snapshot());
  endpoints_.for_each_match(reader, [&](const LocalWriter & writer) { part(writer, reader); });
}

void Topic::set_alive(LocalWriter & writer, bool alive)
{
  const rmw::DeferredNotifications deferred;
  std::lock_guard lock(mutex_);
  if (writer.alive == alive || !endpoints_.contains(writer)) {
    return;
  }
  writer.alive = alive;
  const std::int32_t change = alive ? 1 : -1;
  endpoints_.for_each_match(writer, [&](const LocalReader & reader) {
    reader.listener.on_liveliness_changed({0, 0, change, -change});
  });
}

std::size_t Topic::count_readers(const LocalWriter & writer, bool by_pointer_only) const
{
  std::lock_guard lock(mutex_);
  std::size_t count = 0;
  endpoints_.for_each_match(writer, [&](const LocalReader & reader) {
    count += !by_pointer_only || (writer.intra_process && reader.intra_process) ? 1 : 0;
  });
  return count;
}

std::size_t Topic::count_writers(const LocalReader & reader) const
{
  std::lock_guard lock(mutex_);
  std::size_t count = 0;
  endpoints_.for_each_match(reader, [&](const LocalWriter &) { ++count; });
  return count;
}

std::size_t Topic::use_kind(
  const LocalWriter & writer, const std::type_info * adapted, bool & is_new)
{
  auto entry = std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind & kind) {
    return kind.type == writer.endpoint->type && kind.intra_process == writer.intra_process &&
           same_offer(kind.qos, writer.qos) && same_type(kind.adapted, adapted);
  });
  if (entry == kinds_.end()) {
    is_new = true;
    // The slot of a kind without publishers is reused, so that the list does not grow for ever.
    entry = std::find_if(
      kinds_.begin(), kinds_.end(), [](const Kind & kind) { return kind.writers == 0; });
    Kind kind{writer.endpoint->type, writer.qos, writer.intra_process, adapted};
    if (entry == kinds_.end()) {
      entry = kinds_.insert(entry, std::move(kind));
    } else {
      *entry = std::move(kind);
    }
  }
  ++entry->writers;
  return static_cast<std::size_t>(entry - kinds_.begin());
}

std::unique_ptr<Snapshot> Topic::make_snapshot() const
{
  auto snapshot = std::make_unique<Snapshot>();
  snapshot->routes.resize(kinds_.size());
  for (const LocalReader * reader : endpoints_.all_b()) {
    snapshot->queues.push_back(reader->queue);
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      const Kind & kind = kinds_[i];
      if (compare(kind.type, reader->endpoint->type, {{kind.qos, reader->qos}})) {
        continue;
      }
      Route & route = snapshot->routes[i];
      const bool as_published = !kind.adapted || same_type(kind.adapted, reader->adapted);
      Readers & readers = as_published ? route.as_published : route.as_ros;
      // A reader that converts the message when it takes it does not need its own copy before.
      const bool converts = !same_type(as_published ? kind.adapted : nullptr, reader->adapted);
      using Buffer = IntraProcessBufferType;
      auto & list = !kind.intra_process || !reader->intra_process     ? readers.isolated
                    : converts || reader->buffer == Buffer::SharedPtr ? readers.sharing
                    : reader->buffer == Buffer::Value                 ? readers.by_value
                                                                      : readers.owning;
      list.push_back(reader->queue.get());
    }
  }
  return snapshot;
}

void Topic::replace(std::unique_ptr<Snapshot> snapshot)
{
  retired_.emplace_back();
  retired_.back().snapshot.reset(snapshot_.exchange(snapshot.release()));
  reclaim();
  turn_.store(1 - turn_.load(std::memory_order_relaxed), std::memory_order_relaxed);
}

void Topic::reclaim()
{
  for (std::size_t i = 0; i < 2; ++i) {
    // A publisher that registers after this sees the current snapshot.
    if (at_work_[i].load() == 0) {
      for (Retired & retired : retired_) {
        retired.seen_idle[i] = true;
      }
    }
  }
  std::erase_if(
    retired_, [](const Retired & retired) { return retired.seen_idle[0] && retired.seen_idle[1]; });
}

// Replays the histories of the publishers to the late reader, in the order of publishing. Their
// locks are held until the reader is in the routes: it gets each message exactly once, from a
// history or from a publisher.
void Topic::replay(const LocalReader & reader, std::unique_ptr<Snapshot> snapshot)
{
  std::vector<std::unique_lock<base::PiMutex>> locks;
  std::vector<const queue::Item *> items;
  endpoints_.for_each_match(reader, [&](const LocalWriter & writer) {
    if (writer.history) {
      locks.emplace_back(writer.history->mutex);
      for (const queue::Item & item : writer.history->items) {
        items.push_back(&item);
      }
    }
  });
  std::stable_sort(items.begin(), items.end(), [](const queue::Item * a, const queue::Item * b) {
    return a->source_ns < b->source_ns;
  });
  for (const queue::Item * kept : items) {
    queue::Item item = kept->alias();
    item.arrival_ns = base::steady_now();
    item.from_intra_process = item.from_intra_process && reader.intra_process;
    reader.queue->push(std::move(item));
  }
  replace(std::move(snapshot));
}

void Topic::meet(
  const LocalWriter & writer, const LocalReader & reader, const Mismatch & mismatch) const
{
  const rmw::Mismatch difference = rmw::compare(*writer.endpoint, *reader.endpoint);
  if (difference.kind != rmw::MismatchKind::none) {
    const rmw::MismatchSide offer{*writer.endpoint, "node " + writer.node};
    const rmw::MismatchSide request{*reader.endpoint, "node " + reader.node};
    // The first topic of an action describes the mismatch for all of them.
    if (std::string text = rmw::describe(difference, offer, request); !text.empty()) {
      writer.listener.on_mismatch({difference.kind, std::move(text)});
      reader.listener.on_mismatch({difference.kind, rmw::describe(difference, request, offer)});
    }
  }
  if (
    difference.kind == rmw::MismatchKind::type ||
    difference.kind == rmw::MismatchKind::definition) {
    writer.listener.on_incompatible_type({1, 1});
    reader.listener.on_incompatible_type({1, 1});
  }
  if (mismatch.type) {
    return;
  }
  if (mismatch) {
    const rmw_qos_policy_kind_t policy = mismatch.qos.policy;
    const rmw::IncompatibleQosStatus status{
      {1, 1, policy}, name_.c_str(), rmw::policy_name(policy)};
    writer.listener.on_incompatible_qos(status);
    reader.listener.on_incompatible_qos(status);
    return;
  }
  writer.listener.on_matched(matched_status(1));
  reader.listener.on_matched(matched_status(1));
  reader.listener.on_liveliness_changed(liveliness_status(writer.alive, 1));
}

void Topic::part(const LocalWriter & writer, const LocalReader & reader)
{
  writer.listener.on_matched(matched_status(-1));
  reader.listener.on_matched(matched_status(-1));
  reader.listener.on_liveliness_changed(liveliness_status(writer.alive, -1));
}

}  // namespace rclcpp::local
