// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rmw::Reader, the receiving end of a topic.

#ifndef RMW__READER_HPP_
#define RMW__READER_HPP_

#include <cstddef>
#include <memory>
#include <vector>

#include "rmw/endpoint.hpp"

namespace rmw
{

namespace detail
{
class ReaderImpl;
}

/// Receives the samples of the writers of *other* participants and hands them to its ReaderListener
/// as they arrive.
/**
 * One exception: what transient_local writers have kept for a late reader comes from one after the
 * other; it is handed over in order of source time, 5 ms after the first such sample if one writer
 * is matched then, else 50 ms after it, and so is all that arrives in between.
 * Samples of writers of its own participant never arrive: local delivery is rclcpp's.
 * Made by Participant::create_reader, and keeps that participant alive. All members are thread safe
 * and do not block. Destruction waits for a running listener call (unless it happens inside one)
 * and afterwards none is made.
 */
class Reader
{
public:
  explicit Reader(std::shared_ptr<detail::ReaderImpl> impl);
  ~Reader();
  Reader(const Reader &) = delete;
  Reader & operator=(const Reader &) = delete;

  Gid gid() const noexcept;
  /// What the middleware uses: no SYSTEM_DEFAULT or BEST_AVAILABLE left; depth 0 for KEEP_ALL.
  const rmw_qos_profile_t & actual_qos() const noexcept;
  /// As announced to others.
  const std::shared_ptr<const Endpoint> & endpoint() const noexcept;
  /// Writers matched now; an atomic load.
  std::size_t matched_count() const noexcept;
  std::vector<std::shared_ptr<const RemoteWriter>> matched_writers() const;

private:
  std::shared_ptr<detail::ReaderImpl> impl_;
};

}  // namespace rmw

#endif  // RMW__READER_HPP_
