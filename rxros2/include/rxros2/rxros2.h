// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The header's name in RxROS2's first releases and documentation; the same as rxros2/rxros2.hpp.

#ifndef RXROS2_RXROS2_H_
#define RXROS2_RXROS2_H_

#include "rxros2/rxros2.hpp"

#endif  // RXROS2_RXROS2_H_
