// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rmw::Writer, the sending end of a topic.

#ifndef RMW__WRITER_HPP_
#define RMW__WRITER_HPP_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "rmw/buffer.hpp"
#include "rmw/endpoint.hpp"
#include "rmw/sample.hpp"

namespace rmw
{

namespace detail
{
class EndpointBase;
class Sender;
}  // namespace detail

/// Sends samples to the matched readers of *other* participants, and keeps them for late ones
/// (TRANSIENT_LOCAL).
/**
 * Created by Participant::create_writer; keeps that participant alive. All members are thread-safe.
 * The destructor waits for a running listener call (unless it runs inside one); no call follows it.
 */
class Writer
{
public:
  /// Used by Participant::create_writer().
  Writer(std::shared_ptr<detail::EndpointBase> endpoint, detail::Sender & sender);
  ~Writer();
  Writer(const Writer &) = delete;
  Writer & operator=(const Writer &) = delete;

  /// Returns a buffer of `size` bytes that this writer sends without another copy.
  /**
   * A large buffer is shared memory if all matched readers can read it now. The readers of other
   * processes then see the bytes themselves. Otherwise it is an ordinary Buffer. Throws as Buffer
   * does.
   */
  Buffer allocate(std::size_t size);
  /// Sends the bytes; only the network copies them. `source_timestamp_ns` 0 = now.
  /**
  * Returns when the sample is passed to the network and to readers elsewhere in this process, whose
  * listeners run inside this call. With KEEP_ALL it blocks while readers that must acknowledge have
  * too large a backlog (backpressure); with KEEP_LAST it never waits for readers. Throws rmw::error
  * with the topic if the middleware rejects the sample.
   */
  void write(Buffer && buffer, std::int64_t source_timestamp_ns = 0);
  /// Sends a sample that others may hold too (forwarding). Allocates one small header; the bytes
  /// are shared (zero-copy).
  void write(const Sample & sample, std::int64_t source_timestamp_ns = 0);
  /// Sends soon on the engine's own thread, so that a listener may call it: this does not block.
  /// Not sent if the writer is destroyed before; failures are logged.
  void write_later(Buffer && buffer);

  /// Returns the identity in the domain.
  Gid gid() const noexcept;
  /// Returns the QoS that the middleware uses: without SYSTEM_DEFAULT and BEST_AVAILABLE; depth 0
  /// for KEEP_ALL.
  const rmw_qos_profile_t & actual_qos() const noexcept;
  /// Returns the endpoint as it is announced to others.
  const std::shared_ptr<const Endpoint> & endpoint() const noexcept;
  /// Returns the number of matched readers; an atomic load, so that publishers encode only if it is
  /// needed.
  std::size_t matched_count() const noexcept;
  /// Returns false if no sample would reach a reader now. On Zenoh programs without ROS 2 may read
  /// that announce themselves to nobody: there it is always true.
  bool may_have_readers() const noexcept;
  /// Returns a snapshot of the matched readers.
  std::vector<std::shared_ptr<const RemoteReader>> matched_readers() const;

  /// Waits until all matched reliable readers have acknowledged all samples; returns false on
  /// timeout. max() waits for ever, as does a negative timeout (as in ROS 2). Zenoh has no
  /// acknowledgements: there it returns true at once.
  bool wait_for_acked(std::chrono::nanoseconds timeout);
  /// Asserts the liveliness of a MANUAL_BY_TOPIC writer; returns false if the middleware rejects
  /// it. After liveliness was lost, only writing restores it (a property of Cyclone DDS 0.10).
  bool assert_liveliness();

private:
  std::shared_ptr<detail::EndpointBase> endpoint_;
  detail::Sender & sender_;  // of the endpoint
};

}  // namespace rmw

#endif  // RMW__WRITER_HPP_
