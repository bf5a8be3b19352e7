// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of the readers and writers of all engines.

#ifndef ENGINE__ENDPOINT_BASE_HPP_
#define ENGINE__ENDPOINT_BASE_HPP_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/report_once.hpp"
#include "graph_impl.hpp"
#include "rmw/buffer.hpp"
#include "rmw/deferred_notifications.hpp"
#include "rmw/listener.hpp"
#include "rmw/mismatch.hpp"
#include "rmw/sample.hpp"
#include "thread_sanitizer.h"

namespace rmw::detail
{

class ParticipantBase;

/// Returns the kind of the endpoints that one of `kind` communicates with.
inline EndpointKind other_side(EndpointKind kind)
{
  return kind == EndpointKind::writer ? EndpointKind::reader : EndpointKind::writer;
}

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

/// A reader or writer with its listener. drop() ends it.
class EndpointBase
{
public:
  virtual ~EndpointBase() = default;
  EndpointBase(const EndpointBase &) = delete;
  EndpointBase & operator=(const EndpointBase &) = delete;

  const EndpointPtr & description() const { return description_; }
  std::size_t matched_count() const { return matched_count_.load(std::memory_order_acquire); }
  std::vector<EndpointPtr> matched() const;
  /// Returns true if a sample may reach a reader, also one that announces itself to nobody.
  virtual bool may_have_readers() const { return matched_count() != 0; }

  /// Compares type and QoS with a new peer; called by the engine's thread. Notifies the listener
  /// of another type. Returns true once per peer that report_mismatch() should describe.
  bool compare(const EndpointPtr & remote);
  /// Describes the mismatch to the listener. Returns false if a node's name is not known, unless
  /// `is_final`.
  bool report_mismatch(const EndpointPtr & remote, bool is_final);
  /// Describes to the listener new mismatches of policies that ROS 2 does not have; called by the
  /// engine's thread.
  virtual void report_policies() {}

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

  /// Ends the endpoint: when it returns, the listener is not called any longer. The engine's entity
  /// ends now or, inside a listener, on the participant's thread.
  static void drop(std::shared_ptr<EndpointBase> endpoint);
  /// Ends the engine's entity and waits for a running listener call. Idempotent.
  virtual void end() = 0;

  virtual std::shared_ptr<ParticipantBase> participant() const = 0;

protected:
  EndpointBase(EndpointPtr description, EndpointListener & listener)
  : listener_(listener), description_(std::move(description))
  {
  }

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
        report(e);  // exceptions must not unwind into the engine
      }
    }
    hand_over(this);
  }

  /// Returns true if the listener has dropped this endpoint; call it inside call().
  bool closed() const { return closed_; }

  /// Adds a matched peer, or removes it if `peer` is null; call it inside call(). `handle` is the
  /// engine's number of the peer.
  void set_matched(std::uint64_t handle, const EndpointPtr & peer);
  /// Returns true if the peer of that number is matched.
  bool has_matched(std::uint64_t handle) const;

  /// Gives the endpoint its GID; call it once, before the first match.
  void set_gid(const Gid & gid);

  EndpointListener & listener_;
  EndpointPtr description_;
  // Guards closed_ and members of derived classes; held while the listener runs, which may drop its
  // own endpoint.
  std::recursive_mutex call_mutex_;
  std::atomic<std::size_t> matched_count_{0};

  Mismatch mismatch_with(const Endpoint & remote) const;
  /// Returns false for a kind of mismatch that does not exist in the engine.
  virtual bool knows_mismatch(MismatchKind) const { return true; }

private:
  bool closed_ = false;

  mutable std::mutex matched_mutex_;  // guards matched_
  std::map<std::uint64_t, EndpointPtr> matched_;

  void report(const std::exception & exception) const;

  base::ReportOnce<Gid, GidHash> reported_peers_;
  rmw_incompatible_type_status_t incompatible_type_{};
};

/// The sending functions of a writer; see rmw::Writer.
class Sender
{
public:
  Sender() = default;
  virtual ~Sender() = default;
  Sender(const Sender &) = delete;
  Sender & operator=(const Sender &) = delete;

  virtual Buffer allocate(std::size_t size) { return Buffer(size); }
  virtual void write(Buffer && buffer, std::int64_t source_timestamp_ns) = 0;
  virtual void write(const Sample & sample, std::int64_t source_timestamp_ns) = 0;
  /// Writes like a listener call: never after the end of the endpoint.
  virtual void write_unless_ended(const Sample & sample) = 0;
  virtual bool wait_for_acked(std::chrono::nanoseconds timeout) = 0;
  virtual bool assert_liveliness() = 0;
};

/// Returns a counted reference to the bytes of a sample, for an engine that is not written in C++;
/// release_bytes() ends it, on any thread.
void * retain_bytes(const Sample & sample) noexcept;
void release_bytes(void * reference) noexcept;

/// Returns true for the header of XCDR1. Receivers treat any other one as a broken packet, and a
/// reliable writer of DDS would repeat it for ever.
bool is_cdr(std::span<const std::byte> sample);

}  // namespace rmw::detail

#endif  // ENGINE__ENDPOINT_BASE_HPP_
