// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The header's name in RxROS2's first releases and documentation; the same as rxros2/rxros2.hpp.

#ifndef RXROS_RXROS2_H_
#define RXROS_RXROS2_H_

#include "rxros2/rxros2.hpp"

#endif  // RXROS_RXROS2_H_
