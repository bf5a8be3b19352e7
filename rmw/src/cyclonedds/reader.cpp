// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Receiving: samples are taken as they arrive, on the thread that brings them.

#include "rmw/reader.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "cyclonedds/endpoint_impl.hpp"
#include "cyclonedds/inside.h"
#include "cyclonedds/payload.hpp"
#include "rmw/names.hpp"

namespace rmw::detail
{

class ReaderImpl final : public EndpointImpl
{
  using Clock = std::chrono::steady_clock;

  // The time that a late reader waits for the histories of further writers, from the first such
  // sample on: the first value for their discovery if one is matched, the second for their samples
  // if several are.
  static constexpr std::chrono::milliseconds one_wait{5};
  static constexpr std::chrono::milliseconds several_wait{50};

public:
  ReaderImpl(
    std::shared_ptr<ParticipantImpl> participant, const EndpointOptions & options,
    ReaderListener & listener)
  : EndpointImpl(std::move(participant), EndpointKind::reader, options, listener),
    listener_(listener),
    takes_history_(description_->qos.durability == RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL)
  {
    dds_listener_t * callbacks = dds_create_listener(static_cast<EndpointImpl *>(this));
    set_common_callbacks(callbacks);
    dds_lset_data_available(
      callbacks, [](dds_entity_t reader, void * self) { of(self).on_data(reader); });
    dds_lset_liveliness_changed(
      callbacks, [](dds_entity_t, const dds_liveliness_changed_status_t status, void * self) {
        of(self).on_liveliness(status);
      });
    dds_lset_requested_deadline_missed(
      callbacks,
      [](dds_entity_t, const dds_requested_deadline_missed_status_t status, void * self) {
        of(self).on_deadline(status);
      });
    create(options, callbacks);
    if (entity_ != 0 && is_of_service(options.topic) && wants_only_new_samples(description_->qos)) {
      rmw_keep_first_samples(entity_, type_);
    }
  }
  ~ReaderImpl() override
  {
    end();
    for (const auto & [handle, source] : sources_) {
      forget_publisher(source);
    }
  }

  bool takes_history() const { return takes_history_; }

  Clock::time_point check_time() override
  {
    Clock::time_point next = Clock::time_point::max();
    call([&] {
      const Clock::time_point now = Clock::now();
      if (now >= first_until_) {
        may_come_twice_ = false;
        first_ = {};
      } else if (!first_.empty()) {
        next = first_until_;
      }
      if (history_.empty()) {
        return;
      }
      if (!history_is_of_several_ && matched_count() > 1) {
        history_is_of_several_ = true;
        history_until_ += several_wait - one_wait;
      }
      if (now < history_until_) {
        next = std::min(next, history_until_);
      } else {
        hand_on_history();
      }
    });
    return next;
  }

private:
  // A writer of samples, and the progress of its history.
  struct Source
  {
    dds_instance_handle_t handle = 0;
    EndpointPtr writer;
    std::uint64_t last_sequence_number = 0;
    bool kept_for_order = false;
    // the writer's process, if its shared memory can be read
    std::optional<shared_memory::Announcement> publisher;
  };

  static bool wants_only_new_samples(const rmw_qos_profile_t & qos)
  {
    return qos.reliability == RMW_QOS_POLICY_RELIABILITY_RELIABLE &&
           qos.durability == RMW_QOS_POLICY_DURABILITY_VOLATILE;
  }

  static ReaderImpl & of(void * self)
  {
    return static_cast<ReaderImpl &>(*static_cast<EndpointImpl *>(self));
  }

  void on_data(dds_entity_t reader)
  {
    call([&] {
      constexpr std::size_t batch = 16;
      ddsi_serdata * samples[batch];
      dds_sample_info_t infos[batch];
      dds_return_t count = 0;
      do {
        count = dds_takecdr(reader, samples, batch, infos, DDS_ANY_STATE);
        for (dds_return_t i = 0; i < count; ++i) {
          Sample sample(taken(samples[i]));
          if (infos[i].valid_data && !closed()) {
            deliver(std::move(sample), infos[i]);
          }
        }
      } while (count == static_cast<dds_return_t>(batch));
    });
  }

  void deliver(Sample && sample, const dds_sample_info_t & dds_info)
  {
    if (PayloadAccess::get(sample)->place == PayloadPlace::lost) {
      return;  // the gap in the sequence numbers counts it
    }
    Source & source = source_of(dds_info.publication_handle);
    info_.source_timestamp_ns = dds_info.source_timestamp;
    info_.received_timestamp_ns = dds_time();
    info_.sequence_number = PayloadAccess::get(sample)->sequence_number;
    if (info_.writer != source.writer) {
      info_.writer = source.writer;
    }
    if (may_come_twice_ && came_before(*PayloadAccess::get(sample))) {
      return;
    }
    if (info_.sequence_number != 0) {
      const std::uint64_t last = std::exchange(source.last_sequence_number, info_.sequence_number);
      if (last != 0 && info_.sequence_number > last + 1) {
        const std::uint64_t missing = info_.sequence_number - last - 1;
        lost_.total_count += missing;
        lost_.total_count_change = missing;
        listener_.on_sample_lost(lost_);
      }
    }
    // A writer's clock may be behind ours for ever: only its first samples count as old.
    const bool old = info_.source_timestamp_ns < created_ && !source.kept_for_order;
    if (takes_history_ && (!history_.empty() || old)) {
      source.kept_for_order = true;
      keep_for_order(std::move(sample));
    } else {
      listener_.on_sample(std::move(sample), info_);
    }
  }

  // Returns true if a sample of this process is already known. Cyclone passes one twice to a late
  // reader, with the history and alone, if it is written while the reader takes the history.
  bool came_before(const Payload & sample)
  {
    if (sample.latched_number == 0) {
      return false;
    }
    if (first_.empty()) {
      may_come_twice_ = Clock::now() < first_until_;
      if (!may_come_twice_) {
        return false;
      }
      participant_->check_time_soon();
    }
    return !first_.insert(sample.latched_number).second;
  }

  // Collects the histories of several writers, which arrive one after another.
  void keep_for_order(Sample && sample)
  {
    if (history_.empty()) {
      history_is_of_several_ = false;
      history_until_ = Clock::now() + one_wait;
      participant_->check_time_soon();
    }
    history_.emplace_back(std::move(sample), info_);
  }

  void hand_on_history()
  {
    std::stable_sort(history_.begin(), history_.end(), [](const auto & a, const auto & b) {
      return a.second.source_timestamp_ns < b.second.source_timestamp_ns;
    });
    for (auto & [sample, info] : std::exchange(history_, {})) {
      if (closed()) {
        return;
      }
      listener_.on_sample(std::move(sample), info);
    }
  }

  // Samples come in series of one writer, so that a lookup is rarely necessary.
  Source & source_of(dds_instance_handle_t handle)
  {
    if (last_source_ && last_source_->handle == handle) {
      return *last_source_;
    }
    const auto entry = sources_.find(handle);
    if (entry != sources_.end()) {
      last_source_ = &entry->second;
      return *last_source_;
    }
    // The match has not been reported yet, or has already ended.
    if (unmatched_source_.handle != handle) {
      unmatched_source_ = {};
      unmatched_source_.handle = handle;
      unmatched_source_.writer = participant_->remote(handle);
    }
    return unmatched_source_;
  }

  void peer_changed(dds_instance_handle_t handle, const EndpointPtr & writer) override
  {
    last_source_ = nullptr;
    if (!writer) {
      if (const auto source = sources_.find(handle); source != sources_.end()) {
        forget_publisher(source->second);
        sources_.erase(source);
      }
      return;
    }
    Source & source = sources_[handle];
    forget_publisher(source);
    source.publisher.reset();
    if (unmatched_source_.handle == handle) {
      source = unmatched_source_;
    }
    source.handle = handle;
    source.writer = writer;
    if (shared_memory_) {
      const auto publisher = shared_memory::announcement_in(writer->user_data);
      if (publisher && publisher->cookie != shared_memory_->announcement().cookie) {
        shared_memory::Publishers::instance().add_match(*publisher);
        source.publisher = publisher;
      }
    }
  }

  void forget_publisher(const Source & source) const
  {
    if (source.publisher && shared_memory::Publishers::instance().remove_match(*source.publisher)) {
      participant_->check_time_soon();  // for the periodic work
    }
  }

  void on_liveliness(const dds_liveliness_changed_status_t & status)
  {
    call([&] {
      rmw_liveliness_changed_status_t out{};
      out.alive_count = static_cast<std::int32_t>(status.alive_count);
      out.not_alive_count = static_cast<std::int32_t>(status.not_alive_count);
      out.alive_count_change = status.alive_count_change;
      out.not_alive_count_change = status.not_alive_count_change;
      listener_.on_liveliness_changed(out);
    });
  }

  void on_deadline(const dds_requested_deadline_missed_status_t & status)
  {
    call([&] {
      listener_.on_deadline_missed(
        {static_cast<std::int32_t>(status.total_count), status.total_count_change});
    });
  }

  // Used only inside call().
  ReaderListener & listener_;
  const bool takes_history_;
  std::map<dds_instance_handle_t, Source> sources_;
  Source unmatched_source_;
  Source * last_source_ = nullptr;
  SampleInfo info_;
  rmw_message_lost_status_t lost_{};
  const dds_time_t created_ = dds_time();
  std::set<std::uint64_t> first_;         // the numbers of latched samples of this process
  bool may_come_twice_ = takes_history_;  // until first_until_
  const Clock::time_point first_until_ = Clock::now() + std::chrono::seconds(1);
  std::vector<std::pair<Sample, SampleInfo>> history_;
  Clock::time_point history_until_;
  bool history_is_of_several_ = false;
};

std::unique_ptr<Reader> ParticipantImpl::create_reader(
  const EndpointOptions & options, ReaderListener & listener)
{
  auto impl = std::make_shared<ReaderImpl>(
    std::static_pointer_cast<ParticipantImpl>(shared_from_this()), options, listener);
  add_local(impl);
  if (impl->takes_history()) {
    watch_time(impl);
  }
  return std::make_unique<Reader>(std::move(impl));
}

}  // namespace rmw::detail
