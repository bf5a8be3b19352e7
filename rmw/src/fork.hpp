// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// detail::ForkWatch, through which what runs in this process hears of a fork in the child.

#ifndef FORK_HPP_
#define FORK_HPP_

#include <atomic>

namespace rmw::detail
{

/// A part of what makes the middleware run in this process: as long as one exists, a fork makes a
/// forked copy. `flag` is set to false in each child, which costs a reader that looks at it anyway
/// nothing. Throws rmw::error in a forked copy.
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
