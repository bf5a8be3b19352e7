// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// RxCpp's header of this name; see rxcpp/rx.hpp.
#include "rxcpp/rx.hpp"
