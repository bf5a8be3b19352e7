// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Detects that this process was forked while its parent used the middleware.

#ifndef RMW__FORK_HPP_
#define RMW__FORK_HPP_

#include <new>
#include <string>
#include <utility>

namespace rmw
{

/// Returns true in a child of fork() whose parent had a participant at that moment. The threads of
/// the middleware do not exist there, its locks may be held for ever, and its sockets and sequence
/// numbers belong to the parent. Therefore existing objects must not be used or destroyed, and none
/// can be created. Thread-safe; takes no lock.
bool is_forked_copy() noexcept;

/// Returns the number of forks between this process and its first ancestor that loaded this
/// library. A thread that was started at another count does not exist here. Thread-safe; takes no
/// lock.
unsigned count_forks() noexcept;

/// Returns the error text for using `subject` in a forked copy: "`subject` was created before this
/// process was forked, …".
std::string fork_error_text(const std::string & subject);

/// Throws rmw::error with that reason in a forked copy.
void refuse_forked_copy(const std::string & subject);

/// Leaks the object of a smart pointer, which must not be destroyed in a forked copy.
template <typename Pointer>
void leak(Pointer & pointer) noexcept
{
  static_cast<void>(new (std::nothrow) Pointer(std::move(pointer)));
}

}  // namespace rmw

#endif  // RMW__FORK_HPP_
