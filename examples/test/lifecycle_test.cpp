// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The lifecycle camera and who brings it up, as processes.
#include <gtest/gtest.h>

#include "program.hpp"

namespace
{

TEST(Examples, ACameraIsBroughtUpAndTakenDown)
{
  Program camera({"lifecycle/camera"}, Program::With::pipes);
  Program bring_up({"lifecycle/bring_up", "/camera"}, Program::With::pipes);
  EXPECT_EQ(bring_up.finish(), 0);
  EXPECT_EQ(bring_up.output(), "/camera is inactive\n/camera is active\n");
  Program again({"lifecycle/bring_up", "/camera"}, Program::With::pipes);
  EXPECT_EQ(again.finish(), 1);
  EXPECT_EQ(
    again.output(), "not brought up: transition 'configure' of node '/camera' did not succeed\n");
  kill(camera.pid(), SIGINT);
  EXPECT_EQ(camera.finish(), 0);
  EXPECT_TRUE(camera.output().starts_with("configured: 640 pixels\nactive\n")) << camera.output();
  EXPECT_NE(camera.output().find("shut down\n"), std::string::npos) << camera.output();
}

}  // namespace
