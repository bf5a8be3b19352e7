// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The callbacks of readers and writers.

#ifndef RMW__LISTENER_HPP_
#define RMW__LISTENER_HPP_

#include <cstdint>
#include <memory>
#include <string>

#include "rmw/endpoint.hpp"
#include "rmw/events_statuses/events_statuses.h"
#include "rmw/mismatch.hpp"
#include "rmw/sample.hpp"

namespace rmw
{

/// The metadata of a received sample.
struct SampleInfo
{
  std::int64_t source_timestamp_ns = 0;    ///< the writer's clock, since the epoch
  std::int64_t received_timestamp_ns = 0;  ///< this host's system clock, since the epoch
  std::uint64_t sequence_number =
    0;  ///< of the writer, from 1; 0 = unknown (writer in this process)
  /// Never null. A writer that discovery does not know has an all-zero GID.
  std::shared_ptr<const RemoteWriter> writer;
};

/// A peer whose QoS is incompatible with the endpoint's.
struct IncompatibleQosStatus
{
  rmw_qos_incompatible_event_status_t status;  ///< for the user's event
  const char * topic;                          ///< DDS name
  const char *
    policy;  ///< "RELIABILITY", "DURABILITY", … or the DDS name of a policy that ROS 2 has not
};

/// A peer on the same topic that does not communicate with the endpoint, in words for a log.
struct MismatchReport
{
  MismatchKind kind;  ///< never none
  /// One line with the topic, the nodes and values of both sides, and the cure.
  std::string text;
};

/// The common part of both listeners.
/**
 * Threads of the engine call all callbacks: DDS's receive and discovery threads, the participant's
 * engine thread, and, for a writer in another participant of the same process, the thread that
 * calls Writer::write. A lock keeps calls of one endpoint from overlapping; users are notified
 * after its release, by DeferredNotifications. The listener may be called before
 * create_reader/create_writer has returned. It must be short, must not block or throw, must not
 * write (except for Writer::write_later and Participant::call_later), and must not create
 * endpoints. A callback may destroy an endpoint or the last reference to a participant: the engine
 * finishes that on its own thread. A listener must live until its Reader or Writer is destroyed;
 * after that it is not called.
 */
class EndpointListener
{
public:
  virtual ~EndpointListener() = default;
  /// Reports that a peer was matched, or that a matched peer has gone.
  virtual void on_matched(const rmw_matched_status_t &) noexcept {}
  /// Reports a peer on the same topic that does not match because of a QoS policy.
  virtual void on_incompatible_qos(const IncompatibleQosStatus &) noexcept {}
  /// Reports a peer on the same topic whose type has another name or hash. The middleware does not
  /// match different names; it does match equal names with different hashes, so samples of such a
  /// peer may not decode.
  virtual void on_incompatible_type(const rmw_incompatible_type_status_t &) noexcept {}
  /// Describes a peer with another type or an incompatible QoS policy, once: as soon as the names
  /// of both nodes are known, or 2 s later.
  virtual void on_mismatch(const MismatchReport &) noexcept {}
};

/// The callbacks of a reader.
class ReaderListener : public EndpointListener
{
public:
  /// Receives a sample. It is not checked, except that it has at least the 4 bytes of a CDR header.
  /// `info` is valid during the call; the shared_ptr in it may be copied.
  virtual void on_sample(Sample && sample, const SampleInfo & info) noexcept = 0;
  /// Reports that samples of a matched writer did not arrive, or that the middleware dropped them.
  virtual void on_sample_lost(const rmw_message_lost_status_t &) noexcept {}
  /// Reports that a matched writer became alive or lost its liveliness.
  virtual void on_liveliness_changed(const rmw_liveliness_changed_status_t &) noexcept {}
  /// Reports that no sample came within the deadline of the QoS.
  virtual void on_deadline_missed(const rmw_requested_deadline_missed_status_t &) noexcept {}
};

/// The callbacks of a writer.
class WriterListener : public EndpointListener
{
public:
  /// Reports that the writer did not assert its liveliness within its lease duration.
  virtual void on_liveliness_lost(const rmw_liveliness_lost_status_t &) noexcept {}
  /// Reports that no sample was written within the deadline of the QoS.
  virtual void on_deadline_missed(const rmw_offered_deadline_missed_status_t &) noexcept {}
};

/// Returns true in a callback of a listener, where writing and creating endpoints is not allowed.
bool inside_listener() noexcept;

}  // namespace rmw

#endif  // RMW__LISTENER_HPP_
