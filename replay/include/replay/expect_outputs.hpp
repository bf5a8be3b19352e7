// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// expect_outputs: a GoogleTest check that a program's outputs from a recording have not changed.

#ifndef REPLAY__EXPECT_OUTPUTS_HPP_
#define REPLAY__EXPECT_OUTPUTS_HPP_

#include <gtest/gtest.h>

#include <string>

#include "replay/outputs.hpp"
#include "replay/replay.hpp"

namespace replay
{

/// Fails the test unless the program's outputs from this recording equal those in `golden`, a
/// recording of them: topics, types, times and bytes.
/**
 *     TEST(Drive, GoesWhereItWent)
 *     {
 *       replay::expect_outputs("drive.mcap", "drive.golden.mcap", [] {
 *         rclcpp::spin(std::make_shared<Driver>());
 *       });
 *     }
 *
 * A test program that is run with --accept writes `golden` anew and passes; review the changes
 * before you keep it. A failure names the first difference (the topic, the message, its time, the
 * fields with their expected and found values) and draws the messages around it as marbles. It
 * writes the outputs beside the golden recording ("drive.golden.now.mcap") for `rxros2 bag diff`,
 * which shows all differences. It also reports everything that may make another run differ
 * (Report::warnings); a warning alone is a failure, because such a test would be flaky.
 *
 *  `golden` must end in .mcap. Options::record is ignored. Otherwise like run().
 */
inline void expect_outputs(
  const std::string & bag, const std::string & golden, const Program & program,
  const Options & options = {}, const char * file = __builtin_FILE(), int line = __builtin_LINE())
{
  const std::string difference = look_at_outputs(bag, golden, program, options, is_accepting());
  if (!difference.empty()) {
    ADD_FAILURE_AT(file, line) << difference;
  }
}

}  // namespace replay

#endif  // REPLAY__EXPECT_OUTPUTS_HPP_
