// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// detail::ForkWatch, which notifies participants of a fork in the child.

#ifndef FORK_HPP_
#define FORK_HPP_

#include <atomic>

namespace rmw::detail
{

/// A member of each participant: while one exists, a fork makes a forked copy. Each child sets
/// `flag` to false, so that a hot path which reads the flag anyway detects the fork at no cost.
/// Throws rmw::error in a forked copy.
class ForkWatch
{
public:
  explicit ForkWatch(std::atomic<bool> & flag);
  ~ForkWatch();
  ForkWatch(const ForkWatch &) = delete;
  ForkWatch & operator=(const ForkWatch &) = delete;

private:
  std::atomic<bool> & flag_;
};

}  // namespace rmw::detail

#endif  // FORK_HPP_
