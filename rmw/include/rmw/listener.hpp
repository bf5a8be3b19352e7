// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The callbacks by which readers and writers tell their owner what happens.

#ifndef RMW__LISTENER_HPP_
#define RMW__LISTENER_HPP_

#include <cstdint>
#include <memory>
#include <string>

#include "rmw/endpoint.hpp"
#include "rmw/events_statuses/events_statuses.h"
#include "rmw/sample.hpp"

namespace rmw
{

/// What is known of a received sample beside its bytes.
struct SampleInfo
{
  std::int64_t source_timestamp_ns = 0;    ///< the writer's clock, since the epoch
  std::int64_t received_timestamp_ns = 0;  ///< this host's system clock, since the epoch
  std::uint64_t sequence_number =
    0;  ///< of the writer, from 1; 0 = unknown (writer in this process)
  /// Never null. A writer that discovery does not know (any more) has an all-zero gid.
  std::shared_ptr<const RemoteWriter> writer;
};

/// An incompatible peer: `status` for the user's event, the rest for a message.
struct IncompatibleQosStatus
{
  rmw_qos_incompatible_event_status_t status;
  const char * topic;  ///< DDS name
  const char *
    policy;  ///< "RELIABILITY", "DURABILITY", … or the DDS name of a policy that ROS 2 has not
};

/// A peer on the same topic whose type has another name or another hash. The middleware does not
/// connect different names; it does connect equal names with different hashes, so samples of such a
/// peer may not decode.
struct IncompatibleTypeStatus
{
  rmw_incompatible_type_status_t status;
  std::shared_ptr<const Endpoint> local;
  std::shared_ptr<const Endpoint> remote;
  std::string message;  ///< names topic, both types (or hashes) and the peer
};

/// Common to both listeners.
/**
 * All callbacks are called on threads of the engine: DDS's receive and discovery threads, the
 * participant's engine thread, and, for a writer in another participant of the same process, the
 * thread that calls Writer::write. Calls of one endpoint never overlap, by a lock: users are not
 * called with it, but notified behind it, by DeferredNotifications. The listener may be called
 * before create_reader/create_writer has returned. It must be short, must not block or throw, it
 * must not write (but Writer::write_later, Participant::call_later), and must not create endpoints.
 * Destroying an endpoint or the last reference to a participant in a callback is possible: the
 * engine finishes it on its own thread. A listener must live until the Reader or Writer it was
 * given to is destroyed; afterwards it is not called.
 */
class EndpointListener
{
public:
  virtual ~EndpointListener() = default;
  virtual void on_matched(const rmw_matched_status_t &) noexcept {}
  virtual void on_incompatible_qos(const IncompatibleQosStatus &) noexcept {}
  virtual void on_incompatible_type(const IncompatibleTypeStatus &) noexcept {}
};

class ReaderListener : public EndpointListener
{
public:
  /// A sample arrived. It is not checked in any way, except that it has at least the 4 bytes of a
  /// CDR header. `info` is valid during the call; the shared_ptr in it may be copied.
  virtual void on_sample(Sample && sample, const SampleInfo & info) noexcept = 0;
  /// Samples that a matched writer sent did not arrive, or the middleware dropped them.
  virtual void on_sample_lost(const rmw_message_lost_status_t &) noexcept {}
  virtual void on_liveliness_changed(const rmw_liveliness_changed_status_t &) noexcept {}
  virtual void on_deadline_missed(const rmw_requested_deadline_missed_status_t &) noexcept {}
};

class WriterListener : public EndpointListener
{
public:
  virtual void on_liveliness_lost(const rmw_liveliness_lost_status_t &) noexcept {}
  virtual void on_deadline_missed(const rmw_offered_deadline_missed_status_t &) noexcept {}
};

/// True in a callback of a listener, where nothing may be written and no endpoint be created.
bool inside_listener() noexcept;

}  // namespace rmw

#endif  // RMW__LISTENER_HPP_
