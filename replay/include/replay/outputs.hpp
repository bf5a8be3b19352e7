// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// look_at_outputs: what expect_outputs says, for frameworks of tests other than GoogleTest.

#ifndef REPLAY__OUTPUTS_HPP_
#define REPLAY__OUTPUTS_HPP_

#include <string>

#include "replay/replay.hpp"

namespace replay
{

/// Whether this process was called with --accept.
bool is_accepting();

/// Empty if all is as it was; else what is not, for people. `accept`: writes `golden` instead. All
/// else as expect_outputs().
std::string look_at_outputs(
  const std::string & bag, const std::string & golden, const Program & program,
  const Options & options, bool accept);

}  // namespace replay

#endif  // REPLAY__OUTPUTS_HPP_
