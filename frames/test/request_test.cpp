// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Requests: notified only by the insertion that brings the missing data.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "frames/buffer.hpp"

namespace
{
// Blocks of memory in use; the tests have one thread.
std::ptrdiff_t blocks = 0;
}  // namespace

void * operator new(std::size_t size)
{
  ++blocks;
  if (void * const memory = std::malloc(size)) {
    return memory;
  }
  throw std::bad_alloc();
}
void * operator new(std::size_t size, std::align_val_t alignment)
{
  ++blocks;
  const auto multiple = static_cast<std::size_t>(alignment);
  if (
    void * const memory =
      std::aligned_alloc(multiple, (size + multiple - 1) / multiple * multiple)) {
    return memory;
  }
  throw std::bad_alloc();
}
void operator delete(void * memory) noexcept
{
  blocks -= memory ? 1 : 0;
  std::free(memory);
}
void operator delete(void * memory, std::size_t) noexcept
{
  operator delete(memory);
}
void operator delete(void * memory, std::align_val_t) noexcept
{
  operator delete(memory);
}
void operator delete(void * memory, std::size_t, std::align_val_t) noexcept
{
  operator delete(memory);
}

namespace
{

using frames::Answer;
using frames::Buffer;
using frames::Error;
using frames::Time;
using frames::Transform;

struct Waiting : frames::Request
{
  void ready(const Answer & answer) noexcept override { answers.push_back(answer); }

  std::vector<Answer> answers;
};

void put(Buffer & buffer, const char * parent, const char * child, Time stamp, double x = 0)
{
  buffer.insert({parent, child, stamp, {{x, 0, 0}, {}}});
}

struct Requests : testing::Test
{
  std::shared_ptr<Waiting> wait(const char * target, const char * source, Time time)
  {
    auto request = std::make_shared<Waiting>();
    const auto answer = buffer.lookup_or_wait(target, source, time, request);
    EXPECT_FALSE(answer) << buffer.explain(*answer);
    return request;
  }

  Buffer buffer{1000};
};

TEST_F(Requests, GetAKnownTransformAtOnce)
{
  put(buffer, "map", "base", 10, 1);
  auto request = std::make_shared<Waiting>();
  const auto answer = buffer.lookup_or_wait("map", "base", 10, request);
  ASSERT_TRUE(answer);
  EXPECT_TRUE(*answer);
  EXPECT_FALSE(buffer.cancel(*request));
  EXPECT_EQ(request.use_count(), 1);
}

TEST_F(Requests, WaitUntilTheirTimeIsCovered)
{
  put(buffer, "map", "base", 10, 1);
  const auto request = wait("map", "base", 20);
  put(buffer, "map", "base", 15, 2);
  put(buffer, "map", "other", 100);
  EXPECT_TRUE(request->answers.empty());
  put(buffer, "map", "base", 25, 3);
  ASSERT_EQ(request->answers.size(), 1U);
  EXPECT_DOUBLE_EQ(request->answers[0].transform.translation.x, 2.5);
  EXPECT_EQ(request.use_count(), 1);
  put(buffer, "map", "base", 30, 3);
  EXPECT_EQ(request->answers.size(), 1U);
}

TEST_F(Requests, WaitForFramesThatAreNotYetPublished)
{
  const auto request = wait("map", "laser", 0);
  EXPECT_FALSE(buffer.has_frame("laser"));
  put(buffer, "base", "laser", 10, 1);
  EXPECT_TRUE(request->answers.empty());
  put(buffer, "odom", "base", 10, 1);
  EXPECT_TRUE(request->answers.empty());
  put(buffer, "map", "odom", 10, 1);
  ASSERT_EQ(request->answers.size(), 1U);
  EXPECT_EQ(request->answers[0].stamp, 10);
}

TEST_F(Requests, WaitForBothSidesOfAChain)
{
  put(buffer, "map", "left", 10, 1);
  put(buffer, "map", "right", 10, 2);
  const auto request = wait("left", "right", 20);
  put(buffer, "map", "right", 20, 2);
  EXPECT_TRUE(request->answers.empty());
  put(buffer, "map", "left", 20, 1);
  ASSERT_EQ(request->answers.size(), 1U);
  EXPECT_DOUBLE_EQ(request->answers[0].transform.translation.x, 1);
}

TEST_F(Requests, WaitWithAFixedFrame)
{
  put(buffer, "map", "base", 10, 10);
  auto request = std::make_shared<Waiting>();
  EXPECT_FALSE(buffer.lookup_or_wait("base", 30, "ball", 20, "map", request));
  put(buffer, "map", "ball", 20, 1);
  EXPECT_TRUE(request->answers.empty());
  put(buffer, "map", "base", 30, 30);
  ASSERT_EQ(request->answers.size(), 1U);
  EXPECT_DOUBLE_EQ(request->answers[0].transform.translation.x, -29);
}

TEST_F(Requests, WaitForOutOfOrderDataUntilItWouldBeTooOld)
{
  put(buffer, "map", "base", 2000, 1);
  const auto served = wait("map", "base", 1500);
  const auto lost = wait("map", "base", 1200);
  put(buffer, "map", "base", 2001, 1);
  put(buffer, "map", "base", 1400, 1);
  EXPECT_EQ(served->answers.size(), 1U);
  EXPECT_TRUE(served->answers[0]);
  EXPECT_TRUE(lost->answers.empty());
  put(buffer, "map", "base", 2300, 1);
  ASSERT_EQ(lost->answers.size(), 1U);
  EXPECT_EQ(lost->answers[0].error, Error::backward_extrapolation);
  auto too_late = std::make_shared<Waiting>();
  const auto answer = buffer.lookup_or_wait("map", "base", 1299, too_late);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->error, Error::backward_extrapolation);
}

TEST_F(Requests, AreServedByAStaticTransform)
{
  const auto later = wait("map", "base", 50);
  const auto latest = wait("map", "base", 0);
  buffer.insert({"map", "base", 0, {{7, 0, 0}, {}}, true});
  ASSERT_EQ(later->answers.size(), 1U);
  ASSERT_EQ(latest->answers.size(), 1U);
  EXPECT_DOUBLE_EQ(later->answers[0].transform.translation.x, 7);
}

TEST_F(Requests, CanBeCancelled)
{
  const auto request = wait("map", "base", 20);
  EXPECT_EQ(request.use_count(), 2);
  EXPECT_TRUE(buffer.cancel(*request));
  EXPECT_FALSE(buffer.cancel(*request));
  EXPECT_EQ(request.use_count(), 1);
  put(buffer, "map", "base", 20);
  EXPECT_TRUE(request->answers.empty());
}

TEST_F(Requests, AreNotifiedWhenTheBufferIsCleared)
{
  put(buffer, "map", "base", 10);
  const auto request = wait("map", "base", 20);
  buffer.clear();
  ASSERT_EQ(request->answers.size(), 1U);
  EXPECT_EQ(request->answers[0].error, Error::cleared);
  EXPECT_EQ(
    buffer.explain(request->answers[0]),
    "no transform from frame [base] to frame [map]: the buffer was cleared while the request "
    "waited; request it again");
}

TEST_F(Requests, AreReleasedWithTheBuffer)
{
  auto request = std::make_shared<Waiting>();
  {
    Buffer other;
    EXPECT_FALSE(other.lookup_or_wait("map", "base", 20, request));
  }
  EXPECT_TRUE(request->answers.empty());
  EXPECT_EQ(request.use_count(), 1);
}

TEST_F(Requests, LeaveNoUnpublishedNamesBehind)
{
  put(buffer, "map", "base", 10);
  auto request = std::make_shared<Waiting>();
  const auto name = [](int number) { return "scan_" + std::to_string(number); };
  const auto wait_and_end = [&](int first) {
    for (int i = first; i < first + 100; ++i) {
      EXPECT_FALSE(buffer.lookup_or_wait("map", name(i), 1, request));
      EXPECT_TRUE(buffer.cancel(*request));
      EXPECT_FALSE(buffer.lookup_or_wait(name(i), 1, name(-i - 1), 2, "nobody", request));
      EXPECT_TRUE(buffer.cancel(*request));
      buffer.wait_for_change(name(i), name(-i - 1), request);
      EXPECT_TRUE(buffer.cancel(*request));
      EXPECT_FALSE(buffer.lookup_or_wait("map", name(i), 1, request));
      buffer.clear();
      EXPECT_EQ(
        buffer.explain(request->answers.back()),
        "no transform from frame [" + name(i) +
          "] to frame [map]: the buffer was cleared while the request waited; request it again");
      buffer.wait_for_change("base", name(i), request);
      put(buffer, "map", "base", 10 + i);
      EXPECT_EQ(
        buffer.explain(request->answers.back()),
        "source_frame \"" + name(i) +
          "\" does not exist: no transform names it; check its publisher");
      request->answers.clear();
    }
  };
  wait_and_end(0);
  const std::ptrdiff_t before = blocks;
  wait_and_end(1000);
  EXPECT_LE(blocks, before + 20);  // the ring of base grows
  EXPECT_EQ(buffer.frames().size(), 2U);
}

TEST_F(Requests, OfOneNameWaitForTheSameFrame)
{
  const auto first = wait("map", "laser", 0);
  const auto second = wait("map", "laser", 0);
  EXPECT_TRUE(buffer.cancel(*first));
  put(buffer, "map", "laser", 10, 7);
  EXPECT_TRUE(first->answers.empty());
  ASSERT_EQ(second->answers.size(), 1U);
  EXPECT_DOUBLE_EQ(second->answers[0].transform.translation.x, 7);
  EXPECT_TRUE(buffer.has_frame("laser"));
}

TEST_F(Requests, ManyAreServedInTheOrderOfTheirTimes)
{
  std::string order;
  struct Named : frames::Request
  {
    Named(std::string & o, char n) : order(o), name(n) {}
    void ready(const Answer &) noexcept override { order += name; }
    std::string & order;
    char name;
  };
  put(buffer, "map", "base", 1);
  for (const auto & [name, time] : {std::pair('c', 30), {'a', 10}, {'b', 20}, {'d', 40}}) {
    buffer.lookup_or_wait("map", "base", time, std::make_shared<Named>(order, name));
  }
  put(buffer, "map", "base", 30);
  EXPECT_EQ(order, "abc");
  put(buffer, "map", "base", 40);
  EXPECT_EQ(order, "abcd");
}

TEST_F(Requests, MayWaitAgainFromWithin)
{
  struct Following : frames::Request, std::enable_shared_from_this<Following>
  {
    explicit Following(Buffer & b) : buffer(b) {}
    void ready(const Answer & answer) noexcept override
    {
      stamps.push_back(answer.stamp);
      EXPECT_FALSE(buffer.lookup_or_wait("map", "base", answer.stamp + 10, shared_from_this()));
    }
    Buffer & buffer;
    std::vector<Time> stamps;
  };
  auto request = std::make_shared<Following>(buffer);
  EXPECT_FALSE(buffer.lookup_or_wait("map", "base", 10, request));
  put(buffer, "map", "base", 5);
  put(buffer, "map", "base", 15);
  put(buffer, "map", "base", 25);
  EXPECT_EQ(request->stamps, (std::vector<Time>{10, 20}));
  EXPECT_TRUE(buffer.cancel(*request));
}

TEST_F(Requests, ForChangesAreNotifiedByAnyNewTransformOfTheChain)
{
  const auto put_static = [this](const char * parent, const char * child, double x) {
    buffer.insert({parent, child, 0, {{x, 0, 0}, {}}, true});
  };
  put_static("map", "base", 1);
  put_static("base", "laser", 1);
  auto request = std::make_shared<Waiting>();
  buffer.wait_for_change("map", "laser", request);
  put_static("map", "base", 1);  // the same again
  put_static("map", "other", 1);
  EXPECT_TRUE(request->answers.empty());
  put_static("map", "base", 2);
  ASSERT_EQ(request->answers.size(), 1U);
  EXPECT_DOUBLE_EQ(request->answers[0].transform.translation.x, 3);
  buffer.wait_for_change("map", "nobody", request);
  put(buffer, "map", "nobody", 10, 5);
  ASSERT_EQ(request->answers.size(), 2U);
  EXPECT_DOUBLE_EQ(request->answers[1].transform.translation.x, 5);
}

// A chain that is found to be cut at the same frame again must not be retried for ever.
TEST_F(Requests, ForTheLatestTransformKeepWaitingWhileTheChainIsIncomplete)
{
  put(buffer, "map", "base", 10);
  put(buffer, "map", "base", 20);
  put(buffer, "map", "arm", 5);
  put(buffer, "base", "arm", 15);  // the latest common time of base and arm is before
  const auto request = wait("world", "arm", 0);
  put(buffer, "base", "arm", 18);
  EXPECT_TRUE(request->answers.empty());
  put(buffer, "world", "map", 15);
  put(buffer, "world", "map", 20);
  EXPECT_EQ(request->answers.size(), 1U);
}

}  // namespace
