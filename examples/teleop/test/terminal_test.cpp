// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests of the input and output of the demo at a terminal.
#include "terminal.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include "canvas.hpp"

namespace teleop_demo
{

namespace
{

TEST(KeyDecoder, KnowsBothSpellingsOfArrows)
{
  KeyDecoder decoder;
  EXPECT_EQ(
    decoder.feed("\x1b[A\x1b[B\x1bOC\x1bOD"),
    (std::vector<Key>{Key::up, Key::down, Key::right, Key::left}));
}

TEST(KeyDecoder, JoinsSequencesThatComeInPieces)
{
  KeyDecoder decoder;
  EXPECT_TRUE(decoder.feed("\x1b").empty());
  EXPECT_TRUE(decoder.feed("[").empty());
  EXPECT_EQ(decoder.feed("A "), (std::vector<Key>{Key::up, Key::space}));
}

TEST(KeyDecoder, SkipsWhatItDoesNotKnow)
{
  KeyDecoder decoder;
  // Delete, F5, ctrl-up (an arrow with parameters), a letter, a lone escape before a known key.
  EXPECT_EQ(decoder.feed("\x1b[3~\x1b[15~\x1b[1;5Axw"), (std::vector<Key>{Key::up, Key::w}));
  EXPECT_EQ(decoder.feed("\x1bq"), (std::vector<Key>{Key::quit}));
}

TEST(SingleKeys, RestoresTheTerminal)
{
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_GE(master, 0);
  ASSERT_EQ(grantpt(master) | unlockpt(master), 0);
  const int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
  ASSERT_GE(slave, 0);
  const auto echoes = [&] {
    termios now{};
    tcgetattr(slave, &now);
    return (now.c_lflag & (ICANON | ECHO)) == (ICANON | ECHO);
  };
  ASSERT_TRUE(echoes());
  {
    const SingleKeys single(slave);
    EXPECT_FALSE(echoes());
  }
  EXPECT_TRUE(echoes());
  close(slave);
  close(master);
}

TEST(Text, WidthCountsCharactersNotBytesOrColours)
{
  EXPECT_EQ(width("key → \x1b[1mbold\x1b[0m"), 10u);
}

TEST(Canvas, DrawsBrailleDots)
{
  Canvas canvas(2, 1, true);
  canvas.dot(0, 0);
  canvas.dot(3, 3);
  EXPECT_EQ(canvas.lines(), (std::vector<std::string>{"⠁⢀"}));
  canvas.mark(0, 0, "x");
  EXPECT_EQ(canvas.lines(), (std::vector<std::string>{"x⢀"}));
}

TEST(Canvas, IgnoresWhatIsOutside)
{
  Canvas canvas(3, 2, false);
  canvas.line(-5, 0, 1, 0);
  canvas.dot(0, 7);
  EXPECT_EQ(canvas.lines(), (std::vector<std::string>{"** ", "   "}));
}

TEST(Bar, FillsFromTheMiddle)
{
  EXPECT_EQ(bar(0, 1, 7, false), "...|...");
  EXPECT_EQ(bar(1, 1, 7, false), "...|###");
  EXPECT_EQ(bar(-0.34, 1, 7, false), "..#|...");
  EXPECT_EQ(bar(9, 1, 7, false), "...|###");
}

}  // namespace

}  // namespace teleop_demo
