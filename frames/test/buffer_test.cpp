// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The answers of a buffer: times, chains, errors and their texts.

#include "frames/buffer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace
{

using frames::Answer;
using frames::Buffer;
using frames::Error;
using frames::Inserted;
using frames::Insertion;
using frames::Time;
using frames::Transform;

constexpr Time second = 1'000'000'000;

Transform at(double x, double y = 0, double z = 0)
{
  return {{x, y, z}, {}};
}
Transform turned(double angle)  // around z
{
  return {{}, {0, 0, std::sin(angle / 2), std::cos(angle / 2)}};
}

Inserted put(
  Buffer & buffer, const char * parent, const char * child, double stamp, const Transform & t)
{
  return buffer.insert({parent, child, static_cast<Time>(stamp * second), t});
}
Inserted put_static(Buffer & buffer, const char * parent, const char * child, const Transform & t)
{
  return buffer.insert({parent, child, 0, t, true});
}

std::string text(const Buffer & buffer, const Answer & answer)
{
  return buffer.explain(answer);
}

TEST(Buffer, InterpolatesBetweenTwoStampsAndNeverBeyond)
{
  Buffer buffer;
  put(buffer, "map", "base", 1, at(10));
  put(buffer, "map", "base", 2, at(20));
  EXPECT_DOUBLE_EQ(buffer.lookup("map", "base", second + second / 4).transform.translation.x, 12.5);
  EXPECT_DOUBLE_EQ(buffer.lookup("map", "base", second).transform.translation.x, 10);
  EXPECT_DOUBLE_EQ(buffer.lookup("map", "base", 2 * second).transform.translation.x, 20);
  EXPECT_DOUBLE_EQ(buffer.lookup("base", "map", 2 * second).transform.translation.x, -20);

  const Answer later = buffer.lookup("map", "base", 2 * second + 1);
  EXPECT_EQ(later.error, Error::forward_extrapolation);
  EXPECT_EQ(
    text(buffer, later),
    "no transform from frame [base] to frame [map] at time 2.000000001 s: the newest data of frame "
    "[base] has time 2.000000000 s; wait for newer data or ask for time 0, the latest");
  const Answer earlier = buffer.lookup("map", "base", second - 1);
  EXPECT_EQ(earlier.error, Error::backward_extrapolation);
  EXPECT_EQ(
    text(buffer, earlier),
    "no transform from frame [base] to frame [map] at time 0.999999999 s: the oldest data of frame "
    "[base] has time 1.000000000 s; ask for a later time or keep data for longer");
}

TEST(Buffer, TurnsOnTheShorterArcAtConstantSpeed)
{
  Buffer buffer;
  put(buffer, "map", "base", 1, turned(0));
  Transform other = turned(1.2);
  other.rotation = {// the same rotation
                    -other.rotation.x, -other.rotation.y, -other.rotation.z, -other.rotation.w};
  put(buffer, "map", "base", 2, other);
  const auto q = buffer.lookup("map", "base", second + second / 3).transform.rotation;
  EXPECT_NEAR(2 * std::atan2(q.z, q.w), 0.4, 1e-8);
}

TEST(Buffer, OneTransformHoldsAtItsStampOnly)
{
  Buffer buffer;
  put(buffer, "map", "base", 1, at(10));
  EXPECT_TRUE(buffer.lookup("map", "base", second));
  const Answer other = buffer.lookup("map", "base", 2 * second);
  EXPECT_EQ(other.error, Error::no_data_for_extrapolation);
  EXPECT_EQ(
    text(buffer, other),
    "no transform from frame [base] to frame [map] at time 2.000000000 s: the only data of frame "
    "[base] has time 1.000000000 s; wait for more data or ask for that time");
}

TEST(Buffer, TheLatestTimeIsThatOfTheWholeChain)
{
  Buffer buffer;
  put(buffer, "map", "odom", 1, at(1));
  put(buffer, "map", "odom", 3, at(3));
  put(buffer, "odom", "base", 2, at(10));
  put_static(buffer, "base", "laser", at(100));
  put(buffer, "map", "other", 9, at(0));
  const Answer latest = buffer.lookup("map", "laser");
  EXPECT_EQ(latest.stamp, 2 * second);
  EXPECT_DOUBLE_EQ(latest.transform.translation.x, 112);
  EXPECT_EQ(buffer.lookup("base", "laser").stamp, 0);
  EXPECT_DOUBLE_EQ(buffer.lookup("base", "laser").transform.translation.x, 100);
  EXPECT_DOUBLE_EQ(buffer.lookup("base", "laser", 77 * second).transform.translation.x, 100);
}

TEST(Buffer, NeedsNoDataAboveTheCommonParent)
{
  Buffer buffer;
  put(buffer, "map", "body", 1, at(1));
  put(buffer, "body", "left", 5, at(0, 1));
  put(buffer, "body", "right", 5, at(0, -1));
  EXPECT_DOUBLE_EQ(buffer.lookup("left", "right", 5 * second).transform.translation.y, -2);
  EXPECT_EQ(buffer.lookup("map", "right", 5 * second).error, Error::no_data_for_extrapolation);
}

TEST(Buffer, KeepsItsLengthOfDataTime)
{
  Buffer buffer(2 * second);
  put(buffer, "map", "base", 1, at(1));
  put(buffer, "map", "base", 2, at(2));
  put(buffer, "map", "base", 3.5, at(3.5));
  EXPECT_TRUE(buffer.lookup("map", "base", second));  // pruned by the newest before
  put(buffer, "map", "base", 3.6, at(3.6));
  EXPECT_EQ(buffer.lookup("map", "base", second).error, Error::backward_extrapolation);
  EXPECT_EQ(put(buffer, "map", "base", 1.5, at(0)), Inserted::too_old);
  EXPECT_EQ(put(buffer, "map", "base", 1.7, at(1.7)), Inserted::kept);
  EXPECT_DOUBLE_EQ(buffer.lookup("map", "base", 17 * second / 10).transform.translation.x, 1.7);
  EXPECT_EQ(buffer.frames()[0].size, 4U);
}

TEST(Buffer, ManyTransformsOutOfOrderAreSorted)
{
  Buffer buffer(1000 * second);
  for (int i = 0; i < 1000; ++i) {
    const int stamp = 1 + (i * 379) % 1000;  // each value once
    EXPECT_EQ(put(buffer, "map", "base", stamp, at(stamp)), Inserted::kept);
    EXPECT_EQ(put(buffer, "map", "base", stamp, at(stamp)), Inserted::duplicate);
  }
  for (int i = 1; i < 1000; ++i) {
    const Time half = i * second + second / 2;
    ASSERT_DOUBLE_EQ(buffer.lookup("map", "base", half).transform.translation.x, i + 0.5);
  }
  EXPECT_EQ(put(buffer, "map", "base", 500, at(-1)), Inserted::kept);  // the later of one stamp
  EXPECT_DOUBLE_EQ(buffer.lookup("map", "base", 500 * second).transform.translation.x, -1);
}

TEST(Buffer, RejectsInvalidTransforms)
{
  Buffer buffer;
  EXPECT_EQ(put(buffer, "a", "a", 1, at(1)), Inserted::same_frame);
  EXPECT_EQ(put(buffer, "a", "/a", 1, at(1)), Inserted::same_frame);
  EXPECT_EQ(put(buffer, "", "a", 1, at(1)), Inserted::no_parent);
  EXPECT_EQ(put(buffer, "a", "/", 1, at(1)), Inserted::no_child);
  EXPECT_EQ(
    put(buffer, "a", "b", 1, at(std::numeric_limits<double>::quiet_NaN())), Inserted::not_a_number);
  EXPECT_EQ(put(buffer, "a", "b", 1, {{}, {0, 0, 0, 0}}), Inserted::no_rotation);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double value : {infinity, -infinity}) {
    EXPECT_EQ(put(buffer, "a", "b", 1, at(value)), Inserted::not_a_number);
    EXPECT_EQ(put(buffer, "a", "b", 1, {{0, value, -value}, {}}), Inserted::not_a_number);
    EXPECT_EQ(put(buffer, "a", "b", 1, {{}, {value, 0, 0, 1}}), Inserted::not_a_number);
  }
  // their squares underflow or overflow
  for (const double value : {1e200, -1e155, 1e-155, 1e-200, 5e-324}) {
    EXPECT_EQ(put(buffer, "a", "b", 1, {{}, {value, 0, 0, 0}}), Inserted::no_rotation) << value;
  }
  EXPECT_TRUE(buffer.frames().empty());
  EXPECT_EQ(put(buffer, "/a", "/b", 1, {{3, 0, 0}, {0, 0, 2, 0}}), Inserted::kept);
  EXPECT_EQ(buffer.lookup("a", "b").transform, (Transform{{3, 0, 0}, {0, 0, 1, 0}}));
  EXPECT_TRUE(buffer.has_frame("b"));
  EXPECT_FALSE(buffer.has_frame("/b"));
}

TEST(Buffer, KeepsExtremeDoubles)
{
  Buffer buffer;
  EXPECT_EQ(put(buffer, "a", "b", 1, {{1e308, 1e308, 0}, {0, 0, 1e150, 0}}), Inserted::kept);
  EXPECT_EQ(buffer.lookup("a", "b").transform, (Transform{{1e308, 1e308, 0}, {0, 0, 1, 0}}));
  EXPECT_EQ(put(buffer, "a", "c", 1, {{5e-324, 0, 0}, {0, 1e-150, 0, 0}}), Inserted::kept);
  EXPECT_EQ(buffer.lookup("a", "c").transform, (Transform{{5e-324, 0, 0}, {0, 1, 0, 0}}));
}

TEST(Buffer, AcceptsAnyTimeAndLength)
{
  constexpr Time first = std::numeric_limits<Time>::min();
  constexpr Time last = std::numeric_limits<Time>::max() - 1;
  Buffer everything(std::numeric_limits<frames::Duration>::max());
  for (const Time time : {Time{-5}, first, last, Time{5}}) {
    EXPECT_EQ(everything.insert({"a", "b", time, at(1)}), Inserted::kept) << time;
  }
  EXPECT_EQ(everything.insert({"a", "b", -2, at(1)}), Inserted::too_old);
  EXPECT_EQ(everything.lookup("a", "b").stamp, last);
  EXPECT_TRUE(everything.lookup("a", "b", 5));
  EXPECT_TRUE(everything.lookup("a", "b", 1'000));
  EXPECT_EQ(everything.next_stamp("a", "b", 5), last);

  Buffer nothing(-7);
  EXPECT_EQ(nothing.length(), 0);
  EXPECT_EQ(nothing.insert({"a", "b", 10, at(1)}), Inserted::kept);
  EXPECT_EQ(nothing.insert({"a", "b", 9, at(1)}), Inserted::too_old);
  EXPECT_TRUE(nothing.lookup("a", "b", 10));
}

// Only as far as a lookup follows it, because the text is made with the lock held.
TEST(Insert, NamesAreBoundedAndKnownFramesGoOn)
{
  frames::Buffer buffer;
  for (std::size_t i = 1; i < frames::Buffer::most_frames; ++i) {
    ASSERT_EQ(put(buffer, "map", ("f" + std::to_string(i)).c_str(), 1, at(1)), Inserted::kept);
  }
  EXPECT_EQ(buffer.frames().size(), frames::Buffer::most_frames);
  EXPECT_EQ(put(buffer, "map", "new", 1, at(1)), Inserted::too_many_frames);
  EXPECT_EQ(put(buffer, "new", "f1", 2, at(1)), Inserted::too_many_frames);
  EXPECT_FALSE(buffer.has_frame("new"));
  EXPECT_EQ(put(buffer, "f2", "f1", 2, at(2)), Inserted::kept);
  EXPECT_TRUE(buffer.lookup("map", "f1", second));
}

TEST(Insert, RejectsNewNamesThatAreTooLong)
{
  frames::Buffer buffer;
  const std::string longest(frames::Buffer::longest_name, 'f');
  const std::string too_long = longest + 'f';
  EXPECT_EQ(put(buffer, "map", longest.c_str(), 1, at(1)), Inserted::kept);
  EXPECT_EQ(put(buffer, "map", too_long.c_str(), 1, at(1)), Inserted::name_too_long);
  EXPECT_EQ(put(buffer, too_long.c_str(), "laser", 1, at(1)), Inserted::name_too_long);
  EXPECT_FALSE(buffer.has_frame("laser"));
}

TEST(Buffer, ExplainsChainsOfAnyLength)
{
  Buffer buffer;
  for (int i = 0; i < 20'000; ++i) {
    put(buffer, ("f" + std::to_string(i)).c_str(), ("f" + std::to_string(i + 1)).c_str(), 1, at(1));
  }
  const auto answer = buffer.lookup("f0", "f20000", second);
  EXPECT_EQ(answer.error, frames::Error::lookup);
  EXPECT_NE(buffer.explain(answer).find("more than 1000 frames apart"), std::string::npos);
}

TEST(Buffer, UnknownNamesAreErrors)
{
  Buffer buffer;
  put(buffer, "map", "base", 1, at(1));
  const Answer none = buffer.lookup("map", "arm");
  EXPECT_EQ(none.error, Error::lookup);
  EXPECT_EQ(
    text(buffer, none),
    "source_frame \"arm\" does not exist: no transform names it; check its publisher");
  EXPECT_EQ(buffer.lookup("", "base").error, Error::invalid_argument);
  EXPECT_EQ(
    text(buffer, buffer.lookup("/map", "base")),
    "target_frame \"/map\" is not a frame name; expected no '/' at its beginning");
  EXPECT_EQ(
    text(buffer, buffer.lookup("arm", "")),
    "source_frame \"\" is not a frame name; expected a name that is not empty");
  EXPECT_EQ(
    text(buffer, buffer.lookup("arm", second, "base", second, "")),
    "fixed_frame \"\" is not a frame name; expected a name that is not empty");
  EXPECT_TRUE(buffer.lookup("nobody", "nobody"));  // as in tf2
  EXPECT_EQ(buffer.lookup("map", 1, "base", 1, "arm").error, Error::lookup);
}

TEST(Buffer, TwoTreesAreAnErrorThatNamesBoth)
{
  Buffer buffer;
  put(buffer, "map", "base", 1, at(1));
  put(buffer, "world", "arm", 1, at(1));
  for (const Time time : {Time{0}, second}) {
    const Answer none = buffer.lookup("base", "arm", time);
    EXPECT_EQ(none.error, Error::connectivity);
    EXPECT_EQ(
      text(buffer, none),
      "no transform from frame [arm] to frame [base]: the frames are in two separate trees; "
      "publish a transform that connects them");
  }
}

TEST(Buffer, ALoopIsAnErrorThatNamesItsFrames)
{
  Buffer buffer;
  put(buffer, "b", "a", 1, at(1));
  put(buffer, "c", "b", 1, at(1));
  put(buffer, "a", "c", 1, at(1));
  put(buffer, "map", "base", 1, at(1));
  const Answer none = buffer.lookup("map", "a", second);
  EXPECT_EQ(none.error, Error::lookup);
  EXPECT_EQ(
    text(buffer, none),
    "no transform from frame [a] to frame [map]: the frames form a loop, child -> parent: "
    "a -> b -> c -> a; stop the publisher of one of these transforms");
  EXPECT_EQ(buffer.lookup("map", "a").error, Error::lookup);
}

TEST(Buffer, AChainOfAThousandFramesIsNoLoop)
{
  Buffer buffer;
  for (int i = 0; i < 1001; ++i) {
    put(buffer, ("f" + std::to_string(i + 1)).c_str(), ("f" + std::to_string(i)).c_str(), 1, at(1));
  }
  EXPECT_DOUBLE_EQ(buffer.lookup("f1000", "f0", second).transform.translation.x, 1000);
  EXPECT_EQ(buffer.lookup("f1001", "f0", second).error, Error::lookup);
}

TEST(Buffer, AFrameMayChangeItsParentAndErrorsSaySo)
{
  Buffer buffer;
  put(buffer, "map", "box", 1, at(1));
  put(buffer, "map", "box", 2, at(2));
  put(buffer, "world", "gripper", 2, at(0));
  put(buffer, "world", "gripper", 4, at(0));
  put(buffer, "gripper", "box", 3, at(30));
  put(buffer, "gripper", "box", 4, at(40));
  EXPECT_DOUBLE_EQ(buffer.lookup("map", "box", 2 * second + second / 2).transform.translation.x, 2);
  EXPECT_DOUBLE_EQ(
    buffer.lookup("world", "box", 3 * second + second / 2).transform.translation.x, 35);
  const Answer none = buffer.lookup("map", "box", 4 * second);
  EXPECT_EQ(none.error, Error::connectivity);
  EXPECT_NE(
    text(buffer, none)
      .find("; the parent of [box] was [map] before time 3.000000000 s, now it is [gripper]"),
    std::string::npos)
    << text(buffer, none);
}

TEST(Buffer, TheLastInsertionDecidesWhetherAFrameIsStatic)
{
  Buffer buffer;
  put(buffer, "map", "base", 1, at(1));
  put(buffer, "map", "base", 2, at(2));
  put_static(buffer, "map", "base", at(7));
  EXPECT_DOUBLE_EQ(buffer.lookup("map", "base", 9 * second).transform.translation.x, 7);
  put(buffer, "map", "base", 3, at(3));
  EXPECT_EQ(buffer.lookup("map", "base", second).error, Error::no_data_for_extrapolation);
  EXPECT_DOUBLE_EQ(buffer.lookup("map", "base", 3 * second).transform.translation.x, 3);
}

TEST(Buffer, AFixedFrameJoinsTwoTimes)
{
  Buffer buffer;
  for (int i = 1; i <= 3; ++i) {
    put(buffer, "map", "base", i, at(10 * i));
    put(buffer, "map", "ball", i, at(i, i));
  }
  // The position of the ball at 1 s, seen from the base at 3 s, if the map stands still.
  const Answer moved = buffer.lookup("base", 3 * second, "ball", second, "map");
  EXPECT_DOUBLE_EQ(moved.transform.translation.x, 1 - 30);
  EXPECT_DOUBLE_EQ(moved.transform.translation.y, 1);
  EXPECT_EQ(moved.stamp, 3 * second);
  EXPECT_EQ(
    buffer.lookup("base", 4 * second, "ball", second, "map").error, Error::forward_extrapolation);
}

TEST(Buffer, ClearRemovesAllButStaticTransforms)
{
  Buffer buffer;
  put(buffer, "map", "base", 1, at(1));
  put_static(buffer, "base", "laser", at(7));
  buffer.clear();
  EXPECT_TRUE(buffer.lookup("base", "laser", second));
  EXPECT_EQ(buffer.lookup("map", "laser", second).error, Error::no_data_for_extrapolation);
  EXPECT_EQ(buffer.lookup("map", "laser").error, Error::connectivity);
  put(buffer, "map", "base", 0.5, at(5));  // time went back
  EXPECT_DOUBLE_EQ(buffer.lookup("map", "laser", second / 2).transform.translation.x, 12);
}

TEST(Buffer, NextStampGoesThroughTheStampsOfTheWholeChain)
{
  Buffer buffer;
  for (const double stamp : {1.0, 2.0, 4.0}) {
    put(buffer, "map", "odom", stamp, at(1));
  }
  for (const double stamp : {1.5, 2.0, 3.0, 5.0}) {
    put(buffer, "odom", "base", stamp, at(1));
  }
  put_static(buffer, "base", "laser", at(1));
  std::string stamps;
  for (auto next = buffer.next_stamp("map", "laser", 0); next;
       next = buffer.next_stamp("map", "laser", *next)) {
    stamps += std::to_string(*next / (second / 10)) + " ";
  }
  EXPECT_EQ(stamps, "10 15 20 30 40 ");
}

}  // namespace
