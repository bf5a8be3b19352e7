// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Components of two libraries, composed by hand.
#include <gtest/gtest.h>

#include "program.hpp"

namespace
{

TEST(Examples, ComponentsOfTwoLibrariesAreComposed)
{
  Program compose({"components/compose", THERMOMETER, MEAN}, Program::With::pipes);
  EXPECT_EQ(compose.finish(), 0);
  EXPECT_EQ(compose.output(), "22.5 degrees\n22.5 degrees\n22.5 degrees\n");
}

}  // namespace
