// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The exit code of a process whose stream has failed.

#ifndef NODES__EXIT_CODE_HPP_
#define NODES__EXIT_CODE_HPP_

namespace rxros2::detail
{

/// Makes the process end with exit code 1 where it would end with 0, by a return from main() or by
/// std::exit(). Thread-safe.
void exit_with_failure() noexcept;

}  // namespace rxros2::detail

#endif  // NODES__EXIT_CODE_HPP_
