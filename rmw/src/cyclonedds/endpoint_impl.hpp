// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of the engine's readers and writers.

#ifndef CYCLONEDDS__ENDPOINT_IMPL_HPP_
#define CYCLONEDDS__ENDPOINT_IMPL_HPP_

#include <atomic>
#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/report_once.hpp"
#include "cyclonedds/cyclone.hpp"
#include "cyclonedds/participant_impl.hpp"
#include "rmw/deferred_notifications.hpp"
#include "rmw/listener.hpp"
#include "thread_sanitizer.hpp"

namespace rmw::detail
{

/// Marks that this thread is inside a listener of the engine, where entities cannot be deleted.
class ListenerScope
{
public:
  ListenerScope() { ++depth(); }
  ~ListenerScope() { --depth(); }
  ListenerScope(const ListenerScope &) = delete;
  ListenerScope & operator=(const ListenerScope &) = delete;

  static bool inside() { return depth() != 0; }

private:
  static int & depth();
};

/// A DDS reader or writer with its listener. drop() ends it.
class EndpointImpl
{
public:
  virtual ~EndpointImpl() = default;
  EndpointImpl(const EndpointImpl &) = delete;
  EndpointImpl & operator=(const EndpointImpl &) = delete;

  const EndpointPtr & description() const { return description_; }
  std::size_t matched_count() const { return matched_count_.load(std::memory_order_acquire); }
  std::vector<EndpointPtr> matched() const;

  /// Compares type and QoS with a new peer; called by the engine's thread. Notifies the listener
  /// of another type. Returns true once per peer that report_mismatch() should describe.
  bool compare(const EndpointPtr & remote);
  /// Describes the mismatch to the listener. Returns false if a node's name is not known, unless
  /// `is_final`.
  bool report_mismatch(const EndpointPtr & remote, bool is_final);
  /// Describes to the listener new mismatches of policies that ROS 2 does not have; called by the
  /// engine's thread.
  void report_policies();

  /// Does the work that is due, on the engine's thread. Returns the time of the next call.
  virtual std::chrono::steady_clock::time_point check_time()
  {
    return std::chrono::steady_clock::time_point::max();
  }

  /// Called by the engine's thread while the program ends. A blocked write fails if its readers no
  /// longer answer.
  virtual void end_blocked_write() {}

  /// Returns true for the topics of requests and responses.
  static bool is_of_service(const std::string & dds_topic);

  /// Ends the endpoint: when it returns, the listener is not called any longer. The DDS entity ends
  /// now or, inside a listener, on the participant's thread.
  static void drop(std::shared_ptr<EndpointImpl> endpoint);
  /// Deletes the DDS entity and waits for a running listener call. A writer whose last samples are
  /// not acknowledged is passed to the participant, which waits for its readers. Idempotent.
  void end();

protected:
  EndpointImpl(
    std::shared_ptr<ParticipantImpl> participant, EndpointKind kind,
    const EndpointOptions & options, EndpointListener & listener);

  /// Creates topic and entity with the callbacks in `callbacks`, and deletes those; throws
  /// rmw::error. Call it last in a constructor, and end() first in a destructor: callbacks come
  /// between the two.
  void create(const EndpointOptions & options, dds_listener_t * callbacks);

  /// Calls `function` as a listener: never two at once, never after the end. Users that it notifies
  /// are called after the lock is released.
  template <typename Function>
  void call(Function && function)
  {
    take_over(this);
    ListenerScope scope;
    const DeferredNotifications deferred;
    {
      std::lock_guard lock(call_mutex_);
      try {
        if (!closed_) {
          function();
        }
      } catch (const std::exception & e) {
        report(e);  // exceptions must not unwind into Cyclone
      }
    }
    hand_over(this);
  }

  template <typename Status>
  void on_matched(dds_instance_handle_t peer, const Status & status);
  template <typename Status>
  void on_incompatible_qos(const Status & status);
  static void set_common_callbacks(dds_listener_t * callbacks);

  /// Returns true if the listener has dropped this endpoint; call it inside call().
  bool closed() const { return closed_; }

  /// Called inside call() when a peer was matched or unmatched.
  virtual void peer_changed(dds_instance_handle_t, const EndpointPtr & /* null: gone */) {}

  const std::shared_ptr<ParticipantImpl> participant_;
  /// The process's shared memory for large samples; null if this endpoint uses none.
  shared_memory::Pool * const shared_memory_;
  EndpointListener & listener_;
  EndpointPtr description_;
  dds_entity_t entity_ = 0;  // none if the participant is alone
  const ddsi_sertype * type_ = nullptr;

private:
  // Guards the members up to the next atomic; held while the listener runs, which may drop its own
  // endpoint.
  std::recursive_mutex call_mutex_;
  bool closed_ = false;
  std::vector<std::string> odd_policies_;  // those that report_policies() will describe

  std::atomic<std::size_t> matched_count_{0};
  mutable std::mutex matched_mutex_;  // guards matched_
  std::map<dds_instance_handle_t, EndpointPtr> matched_;

  void report(const std::exception & exception) const;
  Mismatch mismatch_with(const Endpoint & remote) const;

  base::ReportOnce<Gid, GidHash> reported_peers_;
  rmw_incompatible_type_status_t incompatible_type_{};
};

}  // namespace rmw::detail

#endif  // CYCLONEDDS__ENDPOINT_IMPL_HPP_
