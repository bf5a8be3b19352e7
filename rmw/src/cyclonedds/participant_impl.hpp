// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// detail::ParticipantImpl, a DDS participant with its discovery thread.

#ifndef CYCLONEDDS__PARTICIPANT_IMPL_HPP_
#define CYCLONEDDS__PARTICIPANT_IMPL_HPP_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cyclonedds/cyclone.hpp"
#include "cyclonedds/domain.hpp"
#include "engine/participant_base.hpp"
#include "rmw/listener.hpp"
#include "rmw/participant.hpp"
#include "security/rules.hpp"
#include "shared_memory/pool.hpp"

namespace rmw::detail
{

/// A living reader answers within milliseconds, and again after each progress; one whose process
/// gets no CPU time needs longer. A writer that ends waits for so long at most, as in ROS 2, and a
/// write that is blocked at the end for so long after the last answer.
inline constexpr std::chrono::nanoseconds patience_with_readers = std::chrono::seconds(1);

/// Owns the DDS participant. Its thread also waits for the acknowledgements of dropped writers.
class ParticipantImpl final : public ParticipantBase
{
public:
  explicit ParticipantImpl(const ParticipantOptions & options);
  ~ParticipantImpl() override;

  std::unique_ptr<Reader> create_reader(
    const EndpointOptions & options, ReaderListener & listener) override;
  std::unique_ptr<Writer> create_writer(
    const EndpointOptions & options, WriterListener & listener) override;
  std::unique_ptr<ClientBase> create_client(
    Participant & participant, NodeHandle & node, const ServiceOptions & options,
    ClientListener & listener) override;
  std::unique_ptr<ServiceBase> create_service(
    Participant & participant, NodeHandle & node, const ServiceOptions & options,
    ServiceListener & listener) override;

  /// Returns the process's shared memory for large samples; null if such an endpoint uses none.
  shared_memory::Pool * shared_memory_of(EndpointKind kind, const EndpointOptions & options) const;
  /// Returns the word for the reason why an endpoint uses none.
  std::string absence_of_shared_memory(const EndpointOptions & options) const;
  dds_entity_t participant() const { return participant_; }
  dds_entity_t publisher() const { return publisher_; }
  dds_entity_t subscriber() const { return subscriber_; }
  /// Returns a GID for an endpoint that does not exist in the engine (ParticipantOptions::alone).
  Gid make_endpoint_gid();

  /// Returns the `code` of a creation; if the enclave's permissions rejected it, throws
  /// security_error with the rule.
  dds_return_t permitted(
    dds_return_t code, Direction direction, const std::string & dds_topic) const;

  /// Returns the description of a remote endpoint from discovery, or unknown_endpoint(); never
  /// null. Unread discovery data are read first: a match or a sample may arrive before our thread
  /// has read them.
  EndpointPtr remote(dds_instance_handle_t handle);
  /// Reads the discovery data that our thread has not read yet. Thread-safe.
  void read_ahead();

  /// Takes over a dropped writer with samples that are not acknowledged. The participant's thread
  /// deletes it when they are, at the latest after patience_with_readers.
  void linger(dds_entity_t writer, const ddsi_sertype * type);

private:
  // A writer that waits for acknowledgements before it is deleted.
  struct Lingering
  {
    dds_entity_t writer;
    Clock::time_point since;
  };

  void create_participant(dds_qos_t * qos);
  void create_discovery_readers();
  /// Creates the topic by which participants announce their nodes, with its writer and reader.
  void create_announcements();
  void create_waitset();
  void wake() override;
  void wait(Clock::time_point until) override;
  void follow_peers() override;
  Clock::time_point do_periodic_work() override;
  void end_writers() override { end_lingering(); }
  void read_discovery();
  void read_participants();
  void read_endpoints(dds_entity_t reader, EndpointKind kind);
  void read_announcements();
  void announce();
  /// Deletes the lingering writers that need not be waited for any longer. Returns true if none is
  /// left.
  bool end_lingering();

  Domain domain_;
  dds_entity_t participant_ = 0;
  dds_entity_t publisher_ = 0;
  dds_entity_t subscriber_ = 0;
  dds_entity_t participants_reader_ = 0;
  dds_entity_t writers_reader_ = 0;
  dds_entity_t readers_reader_ = 0;
  dds_entity_t announcements_writer_ = 0;
  dds_entity_t announcements_reader_ = 0;
  dds_entity_t guard_ = 0;
  dds_entity_t waitset_ = 0;
  const ddsi_sertype * announcements_type_ = nullptr;
  shared_memory::Pool * shared_memory_ = nullptr;
  bool delivers_asynchronously_ = false;  // through a queue with a thread of its own
  std::atomic<std::uint32_t> next_endpoint_{0};

  std::mutex discovery_mutex_;  // held while built-in topics are taken and applied, in order

  std::vector<Lingering> lingering_;  // guarded by tasks_mutex_

  // Used by the participant's thread.
  dds_time_t last_announcement_ = 0;
  dds_duration_t announcement_pause_ = 0;  // until the next announcement
};

/// Throws rmw::error "… : reason" if `code` is an error.
dds_entity_t check(dds_return_t code, const std::string & operation);

}  // namespace rmw::detail

#endif  // CYCLONEDDS__PARTICIPANT_IMPL_HPP_
