// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A header of RxCpp's by its name; see rxcpp/rx.hpp.
#include "rxcpp/rx.hpp"
