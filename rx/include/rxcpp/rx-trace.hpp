// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// RxCpp's header for tracers. Pipes here are folded into one function and call no tracer: a program
// with a tracer compiles, but the tracer is never called, and a compiler warning says so.

#ifndef RXCPP__RX_TRACE_HPP_
#define RXCPP__RX_TRACE_HPP_

#include "rxcpp/rx.hpp"

#pragma message( \
  "rxcpp/rx-trace.hpp: no stream calls a tracer here; use tap(), or traced() of rxros2")

namespace rx
{

struct trace_noop
{
};
struct trace_tag
{
};

}  // namespace rx

#endif  // RXCPP__RX_TRACE_HPP_
