// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What the engine's readers and writers have in common.

#ifndef CYCLONEDDS__ENDPOINT_IMPL_HPP_
#define CYCLONEDDS__ENDPOINT_IMPL_HPP_

#include <atomic>
#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
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

/// A DDS reader or writer with its listener. Ended by drop().
class EndpointImpl
{
public:
  virtual ~EndpointImpl() = default;
  EndpointImpl(const EndpointImpl &) = delete;
  EndpointImpl & operator=(const EndpointImpl &) = delete;

  const EndpointPtr & description() const { return description_; }
  std::size_t matched_count() const { return matched_count_.load(std::memory_order_acquire); }
  std::vector<EndpointPtr> matched() const;

  /// The engine's thread found a peer; tells the listener if its type differs, once per peer.
  void compare_type(const EndpointPtr & remote);

  /// The engine's thread calls this: does what is due. Returns when to call it again.
  virtual std::chrono::steady_clock::time_point check_time()
  {
    return std::chrono::steady_clock::time_point::max();
  }

  /// The engine's thread calls this while the program ends. A blocked write fails if its readers no
  /// longer answer.
  virtual void end_blocked_write() {}

  /// End it: on return the listener is not called any more. The DDS entity ends now or, inside a
  /// listener, on the participant's thread.
  static void drop(std::shared_ptr<EndpointImpl> endpoint);
  /// Delete the DDS entity; waits for a running listener call. A writer whose last samples are not
  /// acknowledged is left to the participant instead, which waits for its readers. Idempotent.
  void end();

protected:
  EndpointImpl(
    std::shared_ptr<ParticipantImpl> participant, EndpointKind kind,
    const EndpointOptions & options, EndpointListener & listener);

  /// Create topic and entity with the callbacks set in `callbacks`, which it deletes; throws
  /// rmw::error. To be called last in a constructor, as end() first in a destructor: callbacks come
  /// between the two.
  void create(const EndpointOptions & options, dds_listener_t * callbacks);

  /// Call `function` as a listener: never two at once, never after the end. Users whom it notifies
  /// are called behind the lock that sees to that.
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
        report(e);  // it must not unwind into Cyclone
      }
    }
    hand_over(this);
  }

  template <typename Status>
  void on_matched(dds_instance_handle_t peer, const Status & status);
  template <typename Status>
  void on_incompatible_qos(const Status & status);
  static void set_common_callbacks(dds_listener_t * callbacks);

  /// The listener has dropped us; inside call().
  bool closed() const { return closed_; }

  /// A peer was (un)matched; inside call().
  virtual void peer_changed(dds_instance_handle_t, const EndpointPtr & /* null: gone */) {}

  const std::shared_ptr<ParticipantImpl> participant_;
  EndpointListener & listener_;
  EndpointPtr description_;
  dds_entity_t entity_ = 0;  // none if the participant is alone
  const ddsi_sertype * type_ = nullptr;

private:
  // Recursive, since a listener may drop its own endpoint.
  std::recursive_mutex call_mutex_;
  bool closed_ = false;

  std::atomic<std::size_t> matched_count_{0};
  mutable std::mutex matched_mutex_;
  std::map<dds_instance_handle_t, EndpointPtr> matched_;

  void report(const std::exception & exception) const;

  base::ReportOnce<Gid, GidHash> reported_types_;
  rmw_incompatible_type_status_t incompatible_type_{};
};

}  // namespace rmw::detail

#endif  // CYCLONEDDS__ENDPOINT_IMPL_HPP_
