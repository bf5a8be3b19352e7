// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Publishers and subscriptions on Zenoh.

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "rmw/names.hpp"
#include "rmw/reader.hpp"
#include "rmw/time.h"
#include "rmw/user_data.hpp"
#include "rmw/writer.hpp"
#include "zenoh/deadline.hpp"
#include "zenoh/endpoint_impl.hpp"

namespace rmw::zenoh
{
namespace
{

std::string creation_of(EndpointKind kind, const EndpointOptions & options)
{
  return std::string("cannot create a ") +
         (kind == EndpointKind::writer ? "publisher" : "subscription") + " of topic '" +
         shown_topic(options.topic) + "' with type '" + shown_type(options.type) + "'";
}

// Zenoh has one kind of topic: a name that does not follow ROS 2's conventions is one of them, too.
std::string dds_name(const EndpointOptions & options)
{
  return ros_topic_name(options.topic) ? options.topic
                                       : dds_topic_name(TopicKind::topic, options.topic);
}

// Returns the hash of the type; of a type that this program knows by name only, the hash that the
// peers of the topic announce. Zenoh's keys contain it.
std::string hash_for(
  const ParticipantImpl & participant, EndpointKind kind, const EndpointOptions & options)
{
  if (!options.type_hash.empty()) {
    return options.type_hash;
  }
  std::string announced = hash_of_peers(participant, kind, dds_name(options), options.type);
  if (!announced.empty()) {
    return announced;
  }
  if (kind == EndpointKind::writer) {
    report_unknown_hash(
      "messages on topic '" + shown_topic(options.topic) + "'", shown_type(options.type));
  }
  return unknown_hash;
}

EndpointPtr describe_endpoint(
  const ParticipantImpl & participant, EndpointKind kind, const EndpointOptions & options)
{
  auto description = std::make_shared<Endpoint>();
  description->kind = kind;
  description->participant = participant.gid();
  description->topic = dds_name(options);
  participant.check_permitted(kind, description->topic);
  description->type = options.type;
  description->user_data = no_shared_memory();
  description->type_hash = hash_for(participant, kind, options);
  description->qos = participant.resolve_qos(kind, options);
  description->lifespan = std::chrono::nanoseconds(rmw_time_total_nsec(description->qos.lifespan));
  return description;
}

EntityNames names_for(
  const ParticipantImpl & participant, const Endpoint & description,
  const EndpointOptions & options)
{
  EntityNames names = participant.names_of(options.node, creation_of(description.kind, options));
  const auto topic = ros_topic_name(description.topic);
  names.name = topic ? topic->name : options.topic;
  names.type_name = description.type;
  names.type_hash = description.type_hash;
  return names;
}

class WriterImpl final : public EndpointImpl, public detail::Sender
{
public:
  WriterImpl(
    std::shared_ptr<ParticipantImpl> participant, const EndpointOptions & options,
    WriterListener & listener)
  : EndpointImpl(
      participant, describe_endpoint(*participant, EndpointKind::writer, options), listener),
    listener_(listener),
    deadline_(description_->qos.deadline)
  {
    const EntityNames names = names_for(*participant_, *description_, options);
    const rxros2_zenoh_entity entity = participant_->make_entity(
      RXROS2_ZENOH_PUBLISHER, options.node->id(), names, description_->qos);
    open(entity, creation_of(EndpointKind::writer, options), [&](rxros2_zenoh_fault * fault) {
      rxros2_zenoh_publisher * publisher = nullptr;
      const bool is_made =
        library().create_publisher(participant_->session(), &entity, &publisher, fault);
      publisher_ = Publisher(publisher);
      return is_made;
    });
  }
  ~WriterImpl() override { end(); }

  void write(Buffer && buffer, std::int64_t source_timestamp_ns) override
  {
    write(Sample(std::move(buffer)), source_timestamp_ns);
  }

  void write(const Sample & sample, std::int64_t source_timestamp_ns) override
  {
    write_to(*publisher_, sample, source_timestamp_ns);
  }

  void write_unless_ended(const Sample & sample) override
  {
    // A write that waits for space must not keep call() from others, such as new matches.
    std::shared_ptr<rxros2_zenoh_publisher> publisher;
    call([&] { publisher = publisher_; });
    if (publisher) {
      write_to(*publisher, sample, 0);
    }
  }

  // Programs that announce no tokens get samples, too.
  bool may_have_readers() const override
  {
    return matched_count() != 0 || library().has_readers(publisher_.get());
  }
  bool wait_for_acked(std::chrono::nanoseconds) override { return true; }
  bool assert_liveliness() override { return true; }

  Deadline::Clock::time_point check_time() override { return report_missed(deadline_, listener_); }

private:
  void close() override { publisher_.reset(); }

  void write_to(
    const rxros2_zenoh_publisher & publisher, const Sample & sample,
    std::int64_t source_timestamp_ns)
  {
    const auto operation = [this] { return "cannot write on topic '" + description_->topic + "'"; };
    if (!detail::is_cdr(sample.bytes())) {
      throw error(
        operation() +
        ": the sample does not begin with the 4-byte header of CDR (0, 0 or 1, any, any)");
    }
    participant_->note_write();
    restart(deadline_);
    rxros2_zenoh_info info{};
    info.source_time = source_timestamp_ns == 0 ? now_ns() : source_timestamp_ns;
    std::copy(description_->gid.begin(), description_->gid.end(), info.gid);
    const rxros2_zenoh_payload payload = to_payload(sample, sample.bytes());
    std::lock_guard lock(write_mutex_);
    info.sequence_number = sequence_number_ + 1;
    checked(operation, [&](rxros2_zenoh_fault * fault) {
      return library().publish(&publisher, &payload, &info, fault);
    });
    ++sequence_number_;  // not that of a sample that was refused, which readers would count as lost
  }

  WriterListener & listener_;
  Deadline deadline_;
  std::mutex write_mutex_;  // guards sequence_number_: samples leave in the order of their numbers
  std::int64_t sequence_number_ = 0;
  // Shared with a write on the sending thread, which may last longer than the endpoint.
  std::shared_ptr<rxros2_zenoh_publisher> publisher_;
};

class ReaderImpl final : public EndpointImpl
{
public:
  ReaderImpl(
    std::shared_ptr<ParticipantImpl> participant, const EndpointOptions & options,
    ReaderListener & listener)
  : EndpointImpl(
      participant, describe_endpoint(*participant, EndpointKind::reader, options), listener),
    listener_(listener),
    deadline_(description_->qos.deadline)
  {
    const EntityNames names = names_for(*participant_, *description_, options);
    const rxros2_zenoh_entity entity = participant_->make_entity(
      RXROS2_ZENOH_SUBSCRIPTION, options.node->id(), names, description_->qos);
    open(entity, creation_of(EndpointKind::reader, options), [&](rxros2_zenoh_fault * fault) {
      rxros2_zenoh_subscription * subscription = nullptr;
      const bool is_made = library().create_subscription(
        participant_->session(), &entity,
        [](void * self, const rxros2_zenoh_sample * sample) {
          static_cast<ReaderImpl *>(self)->on_sample(*sample);
        },
        this, &subscription, fault);
      subscription_.reset(subscription);
      return is_made;
    });
  }
  ~ReaderImpl() override { end(); }

  Deadline::Clock::time_point check_time() override { return report_missed(deadline_, listener_); }

private:
  // The most writers without an announcement whose numbers are remembered; peers can send any
  // number of GIDs.
  static constexpr std::size_t most_unannounced = 64;

  // Numbers that are further apart say nothing about lost samples; peers can send any number.
  static constexpr std::int64_t longest_jump = 1 << 24;

  // A writer, and the number of its last sample.
  struct Source
  {
    EndpointPtr writer;
    std::int64_t last_sequence_number = 0;
  };

  void close() override { subscription_.reset(); }

  void on_sample(const rxros2_zenoh_sample & received)
  {
    call([&] {
      restart(deadline_);
      Buffer buffer(received.size);
      copy_parts(received, buffer.bytes().data());
      info_.source_timestamp_ns = received.info.source_time;
      info_.received_timestamp_ns = now_ns();
      info_.sequence_number =
        static_cast<std::uint64_t>(std::max<std::int64_t>(received.info.sequence_number, 0));
      const EndpointPtr & writer = note_source(to_gid(received.info.gid));
      if (info_.writer != writer) {
        info_.writer = writer;
      }
      listener_.on_sample(Sample(std::move(buffer)), info_);
    });
  }

  // Returns the writer of that GID; also one whose announcement is still on the way, or that
  // announces itself to nobody.
  Source & source_of(const Gid & gid)
  {
    if (const auto entry = sources_.find(gid); entry != sources_.end()) {
      return entry->second;
    }
    if (const auto entry = unannounced_.find(gid); entry != unannounced_.end()) {
      return entry->second;
    }
    if (unannounced_.size() >= most_unannounced) {
      unannounced_.erase(unannounced_.begin());
    }
    return unannounced_[gid] = {unannounced_endpoint(EndpointKind::writer, gid)};
  }

  // Counts the samples of the writer that did not arrive, and returns it.
  const EndpointPtr & note_source(const Gid & gid)
  {
    Source & source = source_of(gid);
    const auto number = static_cast<std::int64_t>(info_.sequence_number);
    const std::int64_t last = source.last_sequence_number;
    if (last == 0 || number - last > longest_jump || last - number > longest_jump) {
      source.last_sequence_number = number;  // counting begins, or begins anew
    } else if (number > last) {
      source.last_sequence_number = number;
      if (const auto missing = static_cast<std::size_t>(number - last - 1)) {
        lost_.total_count += missing;
        lost_.total_count_change = missing;
        listener_.on_sample_lost(lost_);
      }
    }
    return source.writer;
  }

  void matches_changed(const EndpointPtr & writer, bool exists) override
  {
    if (exists) {
      const auto known = unannounced_.find(writer->gid);
      const bool is_known = known != unannounced_.end();
      sources_[writer->gid] = {writer, is_known ? known->second.last_sequence_number : 0};
      if (is_known) {
        unannounced_.erase(known);
      }
    } else {
      sources_.erase(writer->gid);
    }
    liveliness_.alive_count = static_cast<std::int32_t>(sources_.size());
    liveliness_.alive_count_change = exists ? 1 : -1;
    listener_.on_liveliness_changed(liveliness_);
  }

  // Used only inside call().
  ReaderListener & listener_;
  Deadline deadline_;
  std::unordered_map<Gid, Source, GidHash> sources_;      // matched
  std::unordered_map<Gid, Source, GidHash> unannounced_;  // not matched yet, or never
  SampleInfo info_;
  rmw_message_lost_status_t lost_{};
  rmw_liveliness_changed_status_t liveliness_{};
  Subscription subscription_;
};

}  // namespace

std::unique_ptr<Reader> ParticipantImpl::create_reader(
  const EndpointOptions & options, ReaderListener & listener)
{
  auto impl = std::make_shared<ReaderImpl>(
    std::static_pointer_cast<ParticipantImpl>(shared_from_this()), options, listener);
  add(impl);
  watch_deadline(impl);
  return std::make_unique<Reader>(std::move(impl));
}

std::unique_ptr<Writer> ParticipantImpl::create_writer(
  const EndpointOptions & options, WriterListener & listener)
{
  auto impl = std::make_shared<WriterImpl>(
    std::static_pointer_cast<ParticipantImpl>(shared_from_this()), options, listener);
  add(impl);
  watch_deadline(impl);
  detail::Sender & sender = *impl;
  return std::make_unique<Writer>(std::move(impl), sender);
}

}  // namespace rmw::zenoh
