// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Counts the calls of operator new in this program; for benchmarks and for tests that claim "no
// heap".

#ifndef COUNT_ALLOCATIONS_HPP_
#define COUNT_ALLOCATIONS_HPP_

long allocations() noexcept;

#endif  // COUNT_ALLOCATIONS_HPP_
