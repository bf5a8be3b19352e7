// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// look_at_outputs: the check of expect_outputs, for test frameworks other than GoogleTest.

#ifndef REPLAY__OUTPUTS_HPP_
#define REPLAY__OUTPUTS_HPP_

#include <string>

#include "replay/replay.hpp"

namespace replay
{

/// Returns true if this process was called with --accept.
bool is_accepting();

/// Returns an empty text if the outputs have not changed, otherwise a description of the
/// differences. `accept`: writes `golden` instead. Otherwise like expect_outputs().
std::string look_at_outputs(
  const std::string & bag, const std::string & golden, const Program & program,
  const Options & options, bool accept);

}  // namespace replay

#endif  // REPLAY__OUTPUTS_HPP_
