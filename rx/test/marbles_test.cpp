// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/testing/marbles.hpp, the marble diagrams of tests.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "operators_test.hpp"

namespace
{

TEST(TestScheduler, ExpectsDiagrams)
{
  rx::testing::test_scheduler t;
  auto upper = [](char c) { return static_cast<char>(std::toupper(c)); };
  t.expect(t.cold("--a-b|").map(upper)).to_be("--A-B|");
  t.expect(t.cold("--a-b|").map(upper)).to_be("- - A-B |");
  t.expect(t.cold("-a---")).to_be("-a");
  t.expect(
     t.cold<double>("-a-b|", {{'a', 1.5}, {'b', 2.5}}).map([](double d) { return d * 2; }),
     {{'x', 3.0}, {'y', 5.0}})
    .to_be("-x-y|");
  const auto hot = t.hot("-a-b-c-d|");
  t.clock()->advance_by(t.frames(2));
  t.expect(hot.debounce(t.frames(1))).to_be("--b-c-(d|)");
  try {
    t.expect(t.cold("-a|")).to_be("-b|");
    FAIL() << "a wrong diagram was accepted";
  } catch (const rx::testing::unexpected_marbles & e) {
    EXPECT_EQ(std::string(e.what()), "expected -b|\n  but got -a|");
  }
}

// Returns the message of to_be() for a stream that differs, with RX_TEST_DRAWINGS set.
std::string message_of_to_be(const char * folder)
{
  rx::testing::test_scheduler t;
  setenv("RX_TEST_DRAWINGS", folder, 1);
  std::string text;
  try {
    t.expect(t.cold("-a(b<)-X")).to_be("-a-(bc)|");
  } catch (const rx::testing::unexpected_marbles & e) {
    text = e.what();
  }
  unsetenv("RX_TEST_DRAWINGS");
  return text;
}

TEST(TestScheduler, DrawsUnexpectedDiagrams)
{
  const std::string begin = "expected -a-(bc)|\n  but got -a(b<)-X";
  EXPECT_EQ(message_of_to_be(""), begin);
  EXPECT_EQ(
    message_of_to_be("/proc/nowhere")
      .rfind(begin + "\n  not drawn: /proc/nowhere/unexpected_marbles_", 0),
    0u);
  const std::string first = message_of_to_be(testing::TempDir().c_str());
  const std::string words = begin + "\n  drawn in ";
  ASSERT_EQ(first.rfind(words, 0), 0u) << first;
  const std::string second = message_of_to_be(testing::TempDir().c_str());
  EXPECT_NE(second, first);  // a file for each
  std::remove(second.substr(std::min(second.size(), words.size())).c_str());
  const std::string path = first.substr(words.size());
  std::stringstream svg;
  svg << std::ifstream(path).rdbuf();
  const auto count = [text = svg.str()](const std::string & what) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) {
      ++found;
    }
    return found;
  };
  EXPECT_EQ(count("<circle "), 6u);
  EXPECT_EQ(count("class=\"differs\""), 3u);  // in frames 2, 3 and 4
  EXPECT_EQ(count("frame 2, 2 ms"), 2u);
  EXPECT_EQ(count("&lt;"), 1u);
  EXPECT_EQ(count("class=\"error\""), 1u);
  std::remove(path.c_str());
}

TEST(Marbles, ExpectRunsOperatorsOfTime)
{
  rx::testing::test_scheduler t;
  auto keys = t.hot("--a-b----|");
  t.expect(keys | debounce(t.frames(3))).to_be("-------b-|");
}

TEST(Marbles, BadDiagrams)
{
  marbles m;
  EXPECT_THROW(static_cast<void>(m.cold("-(a")), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(m.cold("-a)")), std::invalid_argument);
  EXPECT_EQ(m.of(m.cold("- a - (bc) |")), "-a-(bc)|");
}

}  // namespace
