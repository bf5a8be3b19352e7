// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// detail::ReportedPeers, for what is to be told once of each remote endpoint.

#ifndef REPORTED_PEERS_HPP_
#define REPORTED_PEERS_HPP_

#include <algorithm>
#include <cstddef>
#include <unordered_set>

#include "rmw/endpoint.hpp"

namespace rmw::detail
{

/// Remembers endpoints while they exist: endpoints come and go for ever, so those that are gone are forgotten now and then.
/// Holds at most twice as many as exist of those that were told, or 64. Not thread-safe.
class ReportedPeers
{
public:
  /// True the first time. `exists(gid)` says which of the others are still there; asked once in a while.
  template <typename Exists>
  bool insert(const Gid & peer, const Exists & exists)
  {
    if (peers_.size() >= sweep_at_) {
      std::erase_if(peers_, [&](const Gid & known) { return !exists(known); });
      sweep_at_ = std::max(least, 2 * peers_.size());
    }
    return peers_.insert(peer).second;
  }
  std::size_t size() const { return peers_.size(); }

private:
  static constexpr std::size_t least = 64;

  std::unordered_set<Gid, GidHash> peers_;
  std::size_t sweep_at_ = least;
};

}  // namespace rmw::detail

#endif  // REPORTED_PEERS_HPP_
