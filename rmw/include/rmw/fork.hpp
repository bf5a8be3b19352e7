// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Whether this process is a child that was forked while its parent used the middleware.

#ifndef RMW__FORK_HPP_
#define RMW__FORK_HPP_

#include <new>
#include <string>
#include <utility>

namespace rmw
{

/// True in a child of fork() whose parent had a participant at that moment. The threads of the
/// middleware are missing there, its locks may be held for ever, and its sockets and sequence
/// numbers are the parent's: nothing that was made before may be used or destroyed, and nothing can
/// be made. Any thread; takes no lock.
bool is_forked_copy() noexcept;

/// Returns how many forks lie between this process and the first of its ancestors that loaded this
/// library. A thread that was started at another count does not exist here. Any thread; takes no
/// lock.
unsigned count_forks() noexcept;

/// "`what` was made before this process was forked, …": the reason in the errors of a forked copy.
std::string made_before_fork(const std::string & what);

/// Throws rmw::error, with that reason, in a forked copy.
void refuse_forked_copy(const std::string & what);

/// Leaves `pointer`, a smart pointer, as it is for ever: what it owns must not be destroyed in a
/// forked copy.
template <typename Pointer>
void leak(Pointer & pointer) noexcept
{
  static_cast<void>(new (std::nothrow) Pointer(std::move(pointer)));
}

}  // namespace rmw

#endif  // RMW__FORK_HPP_
