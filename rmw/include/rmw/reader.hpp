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
class EndpointBase;
}

/// Receives the samples of the writers of *other* participants and passes them to its
/// ReaderListener as they arrive.
/**
 * One exception: the histories of several transient_local writers arrive one after another at a
 * late reader. They are passed on in the order of source time, 5 ms after the first such sample if
 * one writer is matched then, otherwise 50 ms after it, together with everything that arrives in
 * between. Samples of writers of its own participant never arrive: rclcpp delivers locally. Created
 * by Participant::create_reader; keeps that participant alive. All members are thread-safe and do
 * not block. The destructor waits for a running listener call (unless it runs inside one); no call
 * follows it.
 */
class Reader
{
public:
  /// Used by Participant::create_reader().
  explicit Reader(std::shared_ptr<detail::EndpointBase> endpoint);
  ~Reader();
  Reader(const Reader &) = delete;
  Reader & operator=(const Reader &) = delete;

  /// Returns the identity in the domain.
  Gid gid() const noexcept;
  /// Returns the QoS that the middleware uses: without SYSTEM_DEFAULT and BEST_AVAILABLE; depth 0
  /// for KEEP_ALL.
  const rmw_qos_profile_t & actual_qos() const noexcept;
  /// Returns the endpoint as it is announced to others.
  const std::shared_ptr<const Endpoint> & endpoint() const noexcept;
  /// Returns the number of matched writers; an atomic load.
  std::size_t matched_count() const noexcept;
  /// Returns a snapshot of the matched writers.
  std::vector<std::shared_ptr<const RemoteWriter>> matched_writers() const;

private:
  std::shared_ptr<detail::EndpointBase> endpoint_;
};

}  // namespace rmw

#endif  // RMW__READER_HPP_
