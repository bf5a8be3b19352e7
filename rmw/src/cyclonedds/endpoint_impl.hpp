// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of Cyclone DDS's readers and writers.

#ifndef CYCLONEDDS__ENDPOINT_IMPL_HPP_
#define CYCLONEDDS__ENDPOINT_IMPL_HPP_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cyclonedds/cyclone.hpp"
#include "cyclonedds/participant_impl.hpp"
#include "engine/endpoint_base.hpp"
#include "rmw/listener.hpp"

namespace rmw::detail
{

/// A DDS reader or writer with its listener.
class EndpointImpl : public EndpointBase
{
public:
  void report_policies() override;

  /// Deletes the DDS entity and waits for a running listener call. A writer whose last samples are
  /// not acknowledged is passed to the participant, which waits for its readers.
  void end() override;

  std::shared_ptr<ParticipantBase> participant() const override { return participant_; }

protected:
  ~EndpointImpl() override;
  EndpointImpl(
    std::shared_ptr<ParticipantImpl> participant, EndpointKind kind,
    const EndpointOptions & options, EndpointListener & listener);

  /// Creates topic and entity with the callbacks in `callbacks`, and deletes those; throws
  /// rmw::error. Call it last in a constructor, and end() first in a destructor: callbacks come
  /// between the two.
  void create(const EndpointOptions & options, dds_listener_t * callbacks);

  template <typename Status>
  void on_matched(dds_instance_handle_t peer, const Status & status);
  template <typename Status>
  void on_incompatible_qos(const Status & status);
  static void set_common_callbacks(dds_listener_t * callbacks);

  /// Called inside call() when a peer was matched or unmatched.
  virtual void peer_changed(dds_instance_handle_t, const EndpointPtr & /* null: gone */) {}

  const std::shared_ptr<ParticipantImpl> participant_;
  /// The process's shared memory for large samples; null if this endpoint uses none.
  shared_memory::Pool * const shared_memory_;
  dds_entity_t entity_ = 0;  // none if the participant is alone
  const ddsi_sertype * type_ = nullptr;

private:
  /// Sends to the mailbox of the peer's process from now on, or until now. Call it inside call().
  void follow_mailbox(dds_instance_handle_t peer, const EndpointPtr & endpoint);

  // The processes of the matched peers that have shared memory; used inside call().
  std::map<dds_instance_handle_t, shared_memory::Announcement> receivers_;
  std::vector<std::string> odd_policies_;  // those that report_policies() will describe
};

}  // namespace rmw::detail

#endif  // CYCLONEDDS__ENDPOINT_IMPL_HPP_
