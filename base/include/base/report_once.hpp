// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// For what is reported once of each peer, although peers come and go for ever.
#ifndef BASE__REPORT_ONCE_HPP_
#define BASE__REPORT_ONCE_HPP_

#include <algorithm>
#include <cstddef>
#include <functional>
#include <mutex>
#include <unordered_set>

namespace base
{

/// Remembers peers by their key as long as they exist: those that are gone are forgotten now and
/// then. Holds at most twice as many as exist of those that were reported, or 64. Thread-safe.
template <typename Key, typename Hash = std::hash<Key>>
class ReportOnce
{
public:
  /// True the first time for each peer. `exists(key)` says which of the others are still there; it
  /// is asked now and then, with the lock held, and must not use this object.
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

  /// How many are remembered.
  std::size_t size() const
  {
    std::lock_guard lock(mutex_);
    return peers_.size();
  }

private:
  static constexpr std::size_t least = 64;

  mutable std::mutex mutex_;
  std::unordered_set<Key, Hash> peers_;
  std::size_t sweep_at_ = least;
};

}  // namespace base

#endif  // BASE__REPORT_ONCE_HPP_
