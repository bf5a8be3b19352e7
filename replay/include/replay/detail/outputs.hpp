// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What expect_outputs says.

#ifndef REPLAY__DETAIL__OUTPUTS_HPP_
#define REPLAY__DETAIL__OUTPUTS_HPP_

#include <string>

#include "replay/replay.hpp"

namespace replay::detail
{

/// Empty if all is as it was; else what is not, for people. Writes `golden` if this process was
/// called with --accept.
std::string look_at_outputs(
  const std::string & bag, const std::string & golden, const Program & program,
  const Options & options);

}  // namespace replay::detail

#endif  // REPLAY__DETAIL__OUTPUTS_HPP_
