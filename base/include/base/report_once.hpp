// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reports something once per peer, although peers come and go for ever.
#ifndef BASE__REPORT_ONCE_HPP_
#define BASE__REPORT_ONCE_HPP_

#include <algorithm>
#include <cstddef>
#include <functional>
#include <mutex>
#include <unordered_set>

namespace base
{

/// A set of peers that were reported, by key, as long as they exist: others are removed from time
/// to time. Holds at most twice the number of reported peers that exist, or 64. Thread-safe.
template <typename Key, typename Hash = std::hash<Key>>
class ReportOnce
{
public:
  /// Returns true the first time for each peer. `exists(key)` returns whether another peer still
  /// exists; it is called from time to time, with the lock held, and must not use this object.
  template <typename Exists>
  bool first(const Key & peer, const Exists & exists)
  {
    std::lock_guard lock(mutex_);
    if (peers_.size() >= sweep_at_ && !peers_.contains(peer)) {
      std::erase_if(peers_, [&](const Key & known) { return !exists(known); });
      sweep_at_ = std::max(least, 2 * peers_.size());
    }
    return peers_.insert(peer).second;
  }

  /// Returns the number of stored peers.
  std::size_t size() const
  {
    std::lock_guard lock(mutex_);
    return peers_.size();
  }

private:
  static constexpr std::size_t least = 64;

  mutable std::mutex mutex_;  // guards the members below
  std::unordered_set<Key, Hash> peers_;
  std::size_t sweep_at_ = least;
};

}  // namespace base

#endif  // BASE__REPORT_ONCE_HPP_
