// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The recorded drive gives the velocities that it gave: velocity_publisher, on virtual time.
#include <cstdlib>
#include <string>

#include "replay/expect_outputs.hpp"

int velocity_publisher(int argc, char ** argv);  // its main(), see CMakeLists.txt

// snippet test
TEST(RecordedDrive, GivesTheSameVelocities)
{
  const std::string folder = std::getenv("TELEOP_RECORDINGS");
  replay::expect_outputs(
    folder + "/two_curves.mcap", folder + "/two_curves.golden.mcap", velocity_publisher);
}
// end
