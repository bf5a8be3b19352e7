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
class WriterImpl;
}

/// Sends samples to the matched readers of *other* participants, and keeps them for late ones
/// (TRANSIENT_LOCAL).
/**
 * Made by Participant::create_writer, and keeps that participant alive. All members are thread
 * safe. Destruction waits for a running listener call (unless it happens inside one) and afterwards
 * none is made.
 */
class Writer
{
public:
  explicit Writer(std::shared_ptr<detail::WriterImpl> impl);
  ~Writer();
  Writer(const Writer &) = delete;
  Writer & operator=(const Writer &) = delete;

  /// Send. The bytes are not copied (but by the network). `source_timestamp_ns` 0 = now.
  /**
   * Returns when the sample is handed to the network and to readers elsewhere in this process,
   * whose listeners run inside this call. With KEEP_ALL it blocks while readers that must
   * acknowledge are too far behind; with KEEP_LAST it never waits for readers. Throws rmw::error
   * naming the topic if the middleware refuses.
   */
  void write(Buffer && buffer, std::int64_t source_timestamp_ns = 0);
  /// The same for a sample that others may hold too (forwarding). Allocates one small header; the
  /// bytes are shared.
  void write(const Sample & sample, std::int64_t source_timestamp_ns = 0);
  /// The same, but soon and on the engine's own thread, so that a listener may call it: this does
  /// not block. Not sent if the writer is destroyed before; failures are logged.
  void write_later(Buffer && buffer);

  Gid gid() const noexcept;
  /// What the middleware uses: no SYSTEM_DEFAULT or BEST_AVAILABLE left; depth 0 for KEEP_ALL.
  const rmw_qos_profile_t & actual_qos() const noexcept;
  /// As announced to others.
  const std::shared_ptr<const Endpoint> & endpoint() const noexcept;
  /// Readers matched now; an atomic load, for the publisher's "is there anyone to encode for".
  std::size_t matched_count() const noexcept;
  std::vector<std::shared_ptr<const RemoteReader>> matched_readers() const;

  /// Wait until all matched reliable readers have acknowledged all that was written; false on
  /// timeout. max() waits for ever; a negative timeout too, as in ROS 2.
  bool wait_for_acked(std::chrono::nanoseconds timeout);
  /// Say "alive" on behalf of a MANUAL_BY_TOPIC writer; false if the middleware refuses. Once
  /// liveliness was lost, only writing brings it back (a trait of Cyclone DDS 0.10).
  bool assert_liveliness();

private:
  std::shared_ptr<detail::WriterImpl> impl_;
};

}  // namespace rmw

#endif  // RMW__WRITER_HPP_
