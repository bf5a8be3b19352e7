// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Shows an object with files and locks whether it is still in the process that created it.

#ifndef SHARED_MEMORY__FORK_STATE_HPP_
#define SHARED_MEMORY__FORK_STATE_HPP_

#include <utility>

#include "rmw/fork.hpp"

namespace rmw::detail::shared_memory
{

/// A member of an object that lives until the process ends.
class ForkState
{
public:
  bool is_fork() const { return forks_ != count_forks(); }

  /// Returns true once in a fork, which must close its copies of the object's files: the locks on
  /// them must end with the parent. A fork of a fork has none. Call it in the handler of fork().
  bool begin_fork()
  {
    // The handler of count_forks() may have run before or after this one.
    return count_forks() <= forks_ + 1 && !std::exchange(has_begun_, true);
  }

private:
  const unsigned forks_ = count_forks();
  bool has_begun_ = false;
};

}  // namespace rmw::detail::shared_memory

#endif  // SHARED_MEMORY__FORK_STATE_HPP_
