// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "base/escaped.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

namespace
{

using base::escaped;
using namespace std::string_view_literals;  // NOLINT(build/namespaces)

TEST(Escaped, LeavesTextAsItIs)
{
  EXPECT_EQ(escaped(""), "");
  EXPECT_EQ(escaped("/robot/arm_2 'x' \\n"), "/robot/arm_2 'x' \\n");
  EXPECT_EQ(
    escaped("gr\u00fc\u00dfe \u4f60\u597d \U0001f916"), "gr\u00fc\u00dfe \u4f60\u597d \U0001f916");
}

TEST(Escaped, ShowsControlCharactersInsteadOfObeyingThem)
{
  EXPECT_EQ(
    escaped("a\n[FATAL] [1.0] [b]: \r\t\0\x1b[31m\x7f"sv),
    "a\\n[FATAL] [1.0] [b]: \\r\\t\\x00\\x1b[31m\\x7f");
  EXPECT_EQ(escaped("\u009b31m"), "\\x9b31m") << "as one character it begins a sequence too";
  EXPECT_EQ(escaped("\u2028 \u202egnp.exe\u2069"), "\\u2028 \\u202egnp.exe\\u2069");
}

TEST(Escaped, ShowsBytesThatAreNotUtf8)
{
  EXPECT_EQ(escaped("\xff\xfe"sv), "\\xff\\xfe");
  EXPECT_EQ(escaped("caf\xe9"sv), "caf\\xe9");
  EXPECT_EQ(escaped("\xe2\x82"sv), "\\xe2\\x82") << "cut";
  EXPECT_EQ(escaped("\xc0\x8a"sv), "\\xc0\\x8a") << "a newline in two bytes";
  EXPECT_EQ(escaped("\xed\xa0\x80"sv), "\\xed\\xa0\\x80") << "half of a pair";
  EXPECT_EQ(escaped("\xf4\x90\x80\x80"sv), "\\xf4\\x90\\x80\\x80") << "beyond the last character";
}

TEST(Escaped, CutsLongTexts)
{
  EXPECT_EQ(escaped("abcdef", 4), "abcd... (6 bytes)");
  EXPECT_EQ(escaped("abcd", 4), "abcd");
  EXPECT_LT(escaped(std::string(10'000'000, 'a')).size(), 1100u);
}

TEST(Escaped, IsOneLineOfUtf8ForAnyBytes)
{
  std::minstd_rand random(1);
  for (int round = 0; round < 2000; ++round) {
    std::string text(random() % 40, '\0');
    for (char & c : text) {
      c = static_cast<char>(random());
    }
    const std::string line = escaped(text);
    EXPECT_EQ(escaped(line, 4000), line) << "nothing is left to be escaped";
  }
}

}  // namespace
