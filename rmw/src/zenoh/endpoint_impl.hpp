// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// zenoh::EndpointImpl, the common part of publishers, subscriptions, clients and services on Zenoh.

#ifndef ZENOH__ENDPOINT_IMPL_HPP_
#define ZENOH__ENDPOINT_IMPL_HPP_

#include <memory>
#include <span>

#include "engine/endpoint_base.hpp"
#include "zenoh/deadline.hpp"
#include "zenoh/library.hpp"
#include "zenoh/participant_impl.hpp"

namespace rmw::zenoh
{

/// An endpoint that matches the peers whose type has the same name and hash: Zenoh compares no QoS.
class EndpointImpl : public detail::EndpointBase
{
public:
  /// Matches a peer of the graph, unless it has gone or does not fit. Thread-safe.
  void peer_appeared(const EndpointPtr & peer);
  /// Ends the match of a peer that has left the graph. Thread-safe.
  void peer_vanished(const EndpointPtr & peer);

  std::shared_ptr<detail::ParticipantBase> participant() const override { return participant_; }
  void end() final;

protected:
  EndpointImpl(
    std::shared_ptr<ParticipantImpl> participant, const EndpointPtr & description,
    EndpointListener & listener);

  /// Sets the GID that `entity` will have, creates the engine's part by `create`, and announces it.
  /// Throws rmw::error. Call it last in a constructor, and end() first in a destructor.
  template <typename Create>
  void open(const rxros2_zenoh_entity & entity, const std::string & operation, Create && create)
  {
    set_identity(entity, operation);
    checked(operation, create);
    announce(entity, operation);
  }

  /// Destroys the engine's part, which waits for its callbacks.
  virtual void close() = 0;
  /// Called inside call() after a match began or ended.
  virtual void matches_changed(const EndpointPtr & /* peer */, bool /* exists */) {}

  /// Notes a sample for the deadline, if there is one.
  void restart(Deadline & deadline)
  {
    if (deadline.exists() && deadline.note_sample(Deadline::Clock::now())) {
      participant_->check_time_soon();
    }
  }
  /// Reports the missed periods to the listener. Returns the time of the next check.
  template <typename Listener>
  Deadline::Clock::time_point report_missed(Deadline & deadline, Listener & listener)
  {
    if (const std::int32_t missed = deadline.count_missed(Deadline::Clock::now()); missed > 0) {
      call([&] { listener.on_deadline_missed({deadline.total(), missed}); });
    }
    return deadline.next();
  }

  bool knows_mismatch(MismatchKind kind) const override { return kind != MismatchKind::qos; }

  const std::shared_ptr<ParticipantImpl> participant_;

private:
  void set_identity(const rxros2_zenoh_entity & entity, const std::string & operation);
  void announce(const rxros2_zenoh_entity & entity, const std::string & operation);

  Token token_;
  bool ended_ = false;
  rmw_matched_status_t matched_{};  // used inside call()
};

/// Returns the description of an endpoint of a peer whose announcement has not arrived, or never
/// will: it has no more than the GID.
EndpointPtr unannounced_endpoint(EndpointKind kind, const Gid & gid);

/// Stands in keys and tokens for the hash of a type whose definition is not known. Subscriptions
/// with it receive messages of every definition.
inline constexpr const char * unknown_hash = "TypeHashNotSupported";

/// Returns the hash of the type that the other side of a DDS topic announces; empty if none does.
std::string hash_of_peers(
  const ParticipantImpl & participant, EndpointKind kind, const std::string & topic,
  const std::string & type);

/// Warns, once for each type, that only programs without its definition take part in `data`.
void report_unknown_hash(const std::string & data, const std::string & type);

/// Copies the bytes of a received sample to `to`.
void copy_parts(const rxros2_zenoh_sample & sample, std::byte * to);

/// Returns the payload of `bytes`, which are a part of `sample`.
rxros2_zenoh_payload to_payload(const Sample & sample, std::span<const std::byte> bytes);

}  // namespace rmw::zenoh

#endif  // ZENOH__ENDPOINT_IMPL_HPP_
