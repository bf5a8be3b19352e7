// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The fields in which two samples differ, tolerances, and bytes that are not a message.

#include "cdr/differences.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <string>
#include <vector>

#include "cdr/codec.hpp"
#include "randomizer.hpp"
#include "reference.hpp"
#include "structs.hpp"

namespace
{

template <typename T>
std::vector<cdr::difference> find(
  const T & first, const T & second, const cdr::tolerances & how = {})
{
  return cdr::differences(cdr::encode(first), cdr::encode(second), cdr::description<T>, how);
}

/// Returns "path: first, second" for each difference.
template <typename T>
std::vector<std::string> texts(const T & first, const T & second, const cdr::tolerances & how = {})
{
  std::vector<std::string> all;
  for (const cdr::difference & each : find(first, second, how)) {
    all.push_back(each.path + ": " + cdr::to_text(each.first) + ", " + cdr::to_text(each.second));
  }
  return all;
}

using Texts = std::vector<std::string>;

TEST(Differences, NameTheFieldAndBothValues)
{
  demo::JointState one;
  one.header.stamp.sec = 5;
  one.header.frame_id = "base";
  one.name = {"hip", "knee"};
  one.position = {0.1, 0.25};
  demo::JointState other = one;
  EXPECT_EQ(texts(one, other), Texts{});
  other.header.stamp.sec = -6;
  other.header.frame_id = "b";
  other.name[1] = "toe";
  other.position[0] = 0.30000000000000004;
  EXPECT_EQ(
    texts(one, other), (Texts{
                         "header.stamp.sec: 5, -6", "header.frame_id: \"base\", \"b\"",
                         "name[1]: \"knee\", \"toe\"", "position[0]: 0.1, 0.30000000000000004"}));
}

TEST(Differences, ALengthIsOneDifferenceAndLaterOnesAreFound)
{
  demo::Everything one;
  one.header_list.resize(3);
  one.wide_list = {u"a", u"b"};
  one.text_list = {"x"};
  one.last = 7;
  demo::Everything other = one;
  other.header_list.resize(1);
  other.header_list[0].frame_id = "map";
  other.wide_list = {u"a\u00e9\u20ac\U0001F916"};
  other.text_list = {};
  other.last = std::numeric_limits<std::uint64_t>::max();
  other.flags[2] = true;
  EXPECT_EQ(
    texts(one, other),
    (Texts{
      "flags[2]: false, true", "len(text_list): 1, 0", "len(wide_list): 2, 1",
      "wide_list[0]: \"a\", \"a\u00e9\u20ac\U0001F916\"", "len(header_list): 3, 1",
      "header_list[0].frame_id: \"\", \"map\"", "last: 7, 18446744073709551615"}));
}

TEST(Differences, NumbersMayDifferByATolerance)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  demo::Vector3 one{1e6, 1e-9, nan};
  demo::Vector3 other{1e6 + 0.5, 0, nan};
  EXPECT_EQ(find(one, other).size(), 2u);
  EXPECT_EQ(find(one, other, {.number = 1e-6}).size(), 0u);
  EXPECT_EQ(texts(one, other, {.number = 1e-8}), Texts{"x: 1e+06, 1000000.5"});
  one.z = infinite;
  EXPECT_EQ(find(one, other, {.number = 1}).size(), 1u);
  other.z = infinite;
  EXPECT_EQ(find(one, other, {.number = 1}).size(), 0u);
  demo::Point32 small{0.1f, 0, 0};
  EXPECT_EQ(texts(small, demo::Point32{}), Texts{"x: 0.1, 0"});
}

TEST(Differences, FieldsAreIgnoredByTheirNamesWithoutIndices)
{
  demo::Everything one;
  one.headers[1].stamp.sec = 3;
  one.padded_list.resize(2);
  one.last = 1;
  const std::vector<std::string> ignored{"headers.stamp", "padded_list"};
  EXPECT_EQ(texts(one, demo::Everything{}, {.ignored = ignored}), Texts{"last: 1, 0"});
}

TEST(Differences, AnotherByteOrderIsNoDifference)
{
  randomizer random(5);
  for (int i = 0; i < 50; ++i) {
    demo::Everything message;
    random.fill(message);
    for (const std::endian order : {std::endian::little, std::endian::big}) {
      const auto sample = reference_encoder(order).sample(message);
      EXPECT_EQ(
        cdr::differences(cdr::encode(message), sample, cdr::description<demo::Everything>).size(),
        0u);
    }
  }
}

TEST(Differences, BytesThatAreNoMessageAreAnError)
{
  const auto whole = cdr::encode(demo::Text{"text"});
  auto cut = whole;
  cut.resize(cut.size() - 2);
  for (const bool is_first : {true, false}) {
    try {
      cdr::differences(
        is_first ? cut : whole, is_first ? whole : cut, cdr::description<demo::Text>);
      FAIL() << "no error";
    } catch (const cdr::error & error) {
      EXPECT_NE(std::string(error.what()).find("demo/msg/Text: 'data'"), std::string::npos)
        << error.what();
    }
  }
}

TEST(Differences, LongTextsAreCut)
{
  EXPECT_EQ(cdr::to_text(std::string(61, 'a')), '"' + std::string(60, 'a') + "…\"");
}

}  // namespace
