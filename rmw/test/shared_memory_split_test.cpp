// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Large samples for readers of both kinds: those that read shared memory get a descriptor, and the
// others the whole sample.

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "shared_memory/mailbox.hpp"
#include "shared_memory_side.hpp"

namespace
{

using namespace test;

TEST(Child, DISABLED_reader)
{
  answer(keep_all(), 0);
}

TEST(Child, DISABLED_best_effort_reader)
{
  answer(rmw_qos_profile_sensor_data, 0);
}

TEST(Child, DISABLED_late_reader)
{
  answer(transient_local(100), 0);
}

// Announces no shared memory.
TEST(Child, DISABLED_foreign_reader)
{
  setenv("RXROS2_SHARED_MEMORY", "off", 1);
  answer(keep_all(), 0);
}

TEST(Child, DISABLED_foreign_late_reader)
{
  setenv("RXROS2_SHARED_MEMORY", "off", 1);
  answer(transient_local(100), 0);
}

// Its readers come and go. At the end it answers how many descriptors they have received, which
// they cannot read.
TEST(Child, DISABLED_joining_readers)
{
  setenv("RXROS2_SHARED_MEMORY", "off", 1);
  auto context = participant();
  WriterEvents events;
  auto answers = context->create_writer(options("/answers", keep_all()), events);
  ASSERT_TRUE(eventually([&] { return answers->matched_count() == 1; }));
  for (int i = 0; i < 60; ++i) {
    Collector listener;
    auto reader = context->create_reader(options("/large", rmw_qos_profile_sensor_data), listener);
    EXPECT_TRUE(listener.wait_for(1));
  }
  answers->write(buffer("1 0 " + std::to_string(rmw::shared_memory_statistics().lost)));
  Child::wait_for_end_of_input();
}

// Has a reader of each kind. Only the able one answers.
TEST(Child, DISABLED_both_readers)
{
  struct : rmw::ReaderListener
  {
    void on_sample(rmw::Sample &&, const rmw::SampleInfo &) noexcept override {}
  } other;
  rmw::EndpointOptions foreign = options("/large", keep_all());
  foreign.shared_memory = false;
  auto context = participant();
  auto reader = context->create_reader(foreign, other);
  answer(keep_all(), 0);
}

// An answer of a child.
struct Answer
{
  std::uint32_t number = 0;  // 0: the sample was torn
  std::size_t size = 0;
  std::uint64_t in_slots = 0;  // samples that the child had received in slots by then
};

std::vector<Answer> answers_of(Side & side)
{
  std::vector<Answer> out;
  for (const std::string & text : side.answers.texts()) {
    std::istringstream words(text);
    Answer answer;
    words >> answer.number >> answer.size >> answer.in_slots;
    out.push_back(answer);
  }
  return out;
}

// Returns how often each of the numbers 0 (torn) to `count` was answered.
std::vector<int> counts_of(Side & side, std::size_t count)
{
  std::vector<int> counts(count + 1);
  for (const Answer & answer : answers_of(side)) {
    ++counts.at(answer.number);
  }
  return counts;
}

// Returns the numbers that were not answered exactly `times` times.
std::vector<std::uint32_t> wrong_counts(Side & side, std::uint32_t count, int times)
{
  const std::vector<int> counts = counts_of(side, count);
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i <= count; ++i) {
    if (counts[i] != (i == 0 ? 0 : times)) {
      out.push_back(i);
    }
  }
  return out;
}

bool is_matched(const Side & side, std::size_t readers)
{
  return eventually([&] { return side.writer->matched_count() == readers; });
}

// Waits until so many readers can read slots: they open them after the match.
bool are_able(const Side & side, std::ptrdiff_t count)
{
  return eventually([&] {
    const auto readers = side.writer->matched_readers();
    return std::count_if(readers.begin(), readers.end(), [&](const auto & reader) {
             return rmw::why_no_shared_memory(*side.writer->endpoint(), *reader).empty();
           }) == count;
  });
}

// Returns how many samples each reader had received in slots when it answered `number`, sorted.
std::vector<std::uint64_t> in_slots_at(Side & side, std::uint32_t number)
{
  std::vector<std::uint64_t> out;
  for (const Answer & answer : answers_of(side)) {
    if (answer.number == number) {
      out.push_back(answer.in_slots);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Publishes samples 1 to the returned number. Expects an answer of each reader to each of them, and
// that at the end all are received in slots by `able` readers, and none by `foreign` ones.
std::uint32_t expect_split(Side & side, std::size_t able, std::size_t foreign)
{
  const std::size_t readers = able + foreign;
  EXPECT_TRUE(is_matched(side, readers));
  EXPECT_TRUE(are_able(side, static_cast<std::ptrdiff_t>(able)));
  // A reader that has just been matched requests what it has missed, and gets that whole.
  std::uint32_t number = 0;
  std::vector<std::uint64_t> before;
  EXPECT_TRUE(eventually([&] {
    publish(*side.writer, mebibyte, ++number);
    EXPECT_TRUE(side.answers.wait_for(number * readers));
    before = in_slots_at(side, number);
    return std::count(before.begin(), before.end(), 0u) == static_cast<std::ptrdiff_t>(foreign);
  }));
  for (int i = 0; i < 5; ++i) {
    publish(*side.writer, mebibyte, ++number);
  }
  EXPECT_TRUE(side.answers.wait_for(number * readers));
  for (std::uint64_t & in_slots : before) {
    in_slots += in_slots == 0 ? 0 : 5;
  }
  EXPECT_EQ(in_slots_at(side, number), before);
  EXPECT_EQ(wrong_counts(side, number, static_cast<int>(readers)), std::vector<std::uint32_t>());
  EXPECT_TRUE(side.writer->wait_for_acked(10s));
  return number;
}

TEST(SplitWrites, AForeignReaderGetsWholeSamplesAndTheOthersSlots)
{
  Side side;
  const Child child("reader");
  ASSERT_TRUE(side.wait_for_slots());
  Child foreign("foreign_reader");
  std::uint32_t number = expect_split(side, 1, 1);
  foreign.finish();
  ASSERT_TRUE(is_matched(side, 1));
  const std::uint64_t in_slots = answers_of(side).back().in_slots;
  ASSERT_TRUE(side.wait_for_slots());
  publish(*side.writer, mebibyte, ++number);
  ASSERT_TRUE(side.answers.wait_for(2 * number - 1));
  EXPECT_GT(answers_of(side).back().in_slots, in_slots);
}

TEST(SplitWrites, EachReaderOfManyGetsEachSampleOnce)
{
  Side side;
  const Child first("reader");
  const Child second("reader");
  const Child foreign("foreign_reader");
  const Child other_foreign("foreign_reader");
  expect_split(side, 2, 2);
}

TEST(SplitWrites, AProcessWithBothKindsGetsWholeSamples)
{
  Side side;
  const Child child("both_readers");
  ASSERT_TRUE(is_matched(side, 2));
  ASSERT_TRUE(are_able(side, 1));
  for (std::uint32_t i = 1; i <= 5; ++i) {
    publish(*side.writer, mebibyte, i);
  }
  ASSERT_TRUE(side.answers.wait_for(5));
  EXPECT_EQ(answers_of(side).back().in_slots, 0u);
  EXPECT_EQ(wrong_counts(side, 5, 1), std::vector<std::uint32_t>());
}

TEST(SplitWrites, BestEffortReadersOfBothKinds)
{
  Side side(rmw_qos_profile_sensor_data);
  const Child child("best_effort_reader");
  const Variable off("RXROS2_SHARED_MEMORY", "off");
  const Child foreign("best_effort_reader");
  ASSERT_TRUE(is_matched(side, 2));
  ASSERT_TRUE(side.wait_for_slots());
  // The network may lose some of them, but what arrives is whole.
  std::uint32_t count = 0;
  const auto received = [&](bool in_slots) {
    const auto answers = answers_of(side);
    return std::count_if(answers.begin(), answers.end(), [&](const Answer & answer) {
      return (answer.in_slots > 0) == in_slots;
    });
  };
  EXPECT_TRUE(eventually([&] {
    publish(*side.writer, mebibyte, ++count);
    std::this_thread::sleep_for(20ms);
    return received(true) >= 10 && received(false) >= 10;
  }));
  for (const Answer & answer : answers_of(side)) {
    EXPECT_NE(answer.number, 0u) << "torn";
  }
}

// Returns how many of the samples 1 to `count` were not answered by one of two readers.
std::size_t unanswered(Side & side, std::size_t count)
{
  eventually([&] { return side.answers.size() >= 2 * count; }, 5s);
  const std::vector<int> counts = counts_of(side, count);
  EXPECT_EQ(counts[0], 0) << "torn";
  std::size_t out = 0;
  for (std::size_t i = 1; i <= count; ++i) {
    EXPECT_LE(counts[i], 2) << i;
    out += static_cast<std::size_t>(2 - counts[i]);
  }
  return out;
}

// The addresses of the able readers are missing while a sample is written in both forms.
TEST(SplitWrites, SmallSamplesOfAnotherThreadReachAllReaders)
{
  Side side(rmw_qos_profile_sensor_data);
  const Child child("best_effort_reader");
  const Variable off("RXROS2_SHARED_MEMORY", "off");
  const Child foreign("best_effort_reader");
  ASSERT_TRUE(is_matched(side, 2));
  ASSERT_TRUE(are_able(side, 1));
  constexpr std::size_t count = 6000;
  std::atomic<std::uint32_t> sent = 0;
  const auto publish_all = [&](std::size_t size, std::chrono::microseconds pause) {
    for (std::uint32_t number = ++sent; number <= count; number = ++sent) {
      publish(*side.writer, size, number);
      std::this_thread::sleep_for(pause);
    }
  };
  std::thread other([&] { publish_all(64, 200us); });
  publish_all(70000, 1000us);
  other.join();
  EXPECT_LE(unanswered(side, count), count / 500);
}

// Packets to a multicast address and others are received by two threads.
TEST(SplitWrites, SmallSamplesDoNotOvertakeLargeOnes)
{
  const Variable range("ROS_AUTOMATIC_DISCOVERY_RANGE", "SUBNET");
  const Variable interface("CYCLONEDDS_URI", multicast);
  Side side(rmw_qos_profile_sensor_data);
  const Child child("best_effort_reader");
  const Variable off("RXROS2_SHARED_MEMORY", "off");
  const Child foreign("best_effort_reader");
  ASSERT_TRUE(is_matched(side, 2));
  ASSERT_TRUE(are_able(side, 1));
  constexpr std::uint32_t count = 400;
  for (std::uint32_t i = 1; i <= count; i += 2) {
    publish(*side.writer, 70000, i);
    publish(*side.writer, 64, i + 1);
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_LE(unanswered(side, count), count / 20);
}

TEST(SplitWrites, AReaderThatJoinsGetsNoDescriptor)
{
  const Variable range("ROS_AUTOMATIC_DISCOVERY_RANGE", "SUBNET");
  const Variable interface("CYCLONEDDS_URI", multicast);
  Side side(rmw_qos_profile_sensor_data);
  const Child first("best_effort_reader");
  const Child second("best_effort_reader");
  ASSERT_TRUE(is_matched(side, 2));
  ASSERT_TRUE(are_able(side, 2));
  const Child joining("joining_readers");
  std::vector<Answer> last;
  EXPECT_TRUE(eventually([&] {
    publish(*side.writer, 70000, 2);
    std::this_thread::sleep_for(3ms);
    last = answers_of(side);
    std::erase_if(last, [](const Answer & answer) { return answer.size != 0; });
    return !last.empty();
  }));
  ASSERT_EQ(last.size(), 1u);
  EXPECT_EQ(last[0].in_slots, 0u) << "descriptors";
}

// The first samples, which travel as datagrams, fill its mailbox, so most of its descriptors find
// no place there. It requests these samples, and no other reader gets them again.
TEST(SplitWrites, ALostDescriptorIsRequested)
{
  constexpr std::uint32_t count = 400;
  constexpr std::uint32_t without_slot = rmw::detail::shared_memory::inbox_size / 65000 + 10;
  rmw_qos_profile_t qos = rmw_qos_profile_default;
  qos.depth = count;
  Side side(qos);
  Child slow("reader");
  const Child foreign("foreign_reader");
  ASSERT_TRUE(is_matched(side, 2));
  ASSERT_TRUE(side.wait_for_slots());
  slow.send(SIGSTOP);
  for (std::uint32_t i = 1; i <= count; ++i) {
    publish(*side.writer, i <= without_slot ? 65000 : 65536, i);
  }
  EXPECT_TRUE(side.answers.wait_for(count));  // of the other
  slow.send(SIGCONT);
  ASSERT_TRUE(side.answers.wait_for(2 * count));
  EXPECT_EQ(wrong_counts(side, count, 2), std::vector<std::uint32_t>());
  EXPECT_LT(answers_of(side).back().in_slots, count - without_slot) << "no descriptor was lost";
}

TEST(SplitWrites, ReadersComeAndGoWhileThreadsPublish)
{
  Side side;
  const Child child("reader");
  ASSERT_TRUE(side.wait_for_slots());
  std::atomic<bool> stop = false;
  std::atomic<std::uint32_t> sent = 0;
  const auto publish_until_stop = [&] {
    while (!stop) {
      publish(*side.writer, 70000, ++sent);
      std::this_thread::sleep_for(1ms);
    }
  };
  std::thread first(publish_until_stop);
  std::thread second(publish_until_stop);
  for (int i = 0; i < 3; ++i) {
    Child other(i % 2 == 0 ? "foreign_reader" : "reader");
    EXPECT_TRUE(is_matched(side, 2));
    std::this_thread::sleep_for(200ms);
    if (i < 2) {
      other.finish();
    } else {
      other.crash();
    }
    EXPECT_TRUE(is_matched(side, 1));
  }
  stop = true;
  first.join();
  second.join();
  EXPECT_TRUE(side.writer->wait_for_acked(20s));
  // The child that stays gets all; those that came and went some of them.
  std::vector<int> counts;
  eventually([&] {
    counts = counts_of(side, sent);
    return std::count(counts.begin() + 1, counts.end(), 0) == 0;
  });
  EXPECT_EQ(counts[0], 0) << "torn";
  EXPECT_EQ(std::count(counts.begin() + 1, counts.end(), 0), 0) << "lost of " << sent;
  EXPECT_GT(rmw::shared_memory_statistics().sent, sent / 2);
}

TEST(SplitWrites, AForeignReaderThatJoinsAtAnyTimeLosesNothing)
{
  Side side(transient_local(1000));
  const Child child("late_reader");
  ASSERT_TRUE(side.wait_for_slots());
  std::atomic<bool> stop = false;
  std::uint32_t sent = 0;
  std::thread publisher([&] {
    while (!stop && sent < 400) {
      publish(*side.writer, 70000, ++sent);
      std::this_thread::sleep_for(1ms);
    }
  });
  std::this_thread::sleep_for(20ms);
  const Child foreign("foreign_late_reader");
  EXPECT_TRUE(eventually([&] { return side.writer->matched_count() == 2; }));
  std::this_thread::sleep_for(100ms);
  stop = true;
  publisher.join();
  // Each sample from both readers, and none twice.
  ASSERT_TRUE(side.answers.wait_for(2 * sent));
  EXPECT_EQ(wrong_counts(side, sent, 2), std::vector<std::uint32_t>());
}

TEST(SplitWrites, ALateReaderGetsTheHistory)
{
  Side side(transient_local(10));
  const Child first("late_reader");
  ASSERT_TRUE(side.publish_five());
  const Child second("late_reader");
  ASSERT_TRUE(side.answers.wait_for(10));
  const Child foreign("foreign_late_reader");
  ASSERT_TRUE(side.answers.wait_for(15));
  for (const std::string & text : side.answers.texts()) {
    EXPECT_FALSE(text.starts_with("torn"));
  }
}

// A late reader that the writer does not know yet could receive the packets, too.
TEST(SplitWrites, ALatchedSampleIsNotMulticast)
{
  const Variable range("ROS_AUTOMATIC_DISCOVERY_RANGE", "SUBNET");
  const Variable interface("CYCLONEDDS_URI", multicast);
  for (const std::size_t foreign_readers : {0u, 1u}) {
    Side side(transient_local(100));
    const Child first("late_reader");
    const Child second("late_reader");
    const auto foreign =
      foreign_readers == 0 ? nullptr : std::make_unique<Child>("foreign_late_reader");
    const std::uint32_t number = expect_split(side, 2, foreign_readers);
    const Child late("late_reader");
    const std::size_t readers = 3 + foreign_readers;
    ASSERT_TRUE(side.answers.wait_for(number * readers));
    EXPECT_EQ(wrong_counts(side, number, static_cast<int>(readers)), std::vector<std::uint32_t>());
  }
}

}  // namespace
