// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// RxCpp's header and namespace, for programs written for it: rxcpp is another name of rx.

#ifndef RXCPP__RX_HPP_
#define RXCPP__RX_HPP_

#include "rx/rx.hpp"

namespace rx
{
namespace rxu = util;
namespace rxs = sources;
namespace rxo = operators;
namespace rxsub = subjects;
namespace rxsc = schedulers;
}  // namespace rx

namespace rxcpp = rx;

#endif  // RXCPP__RX_HPP_
