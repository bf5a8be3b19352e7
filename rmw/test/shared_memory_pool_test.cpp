// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The pool of slots: limits, a system without memory, stale bits, slots that nobody needs.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "rmw/log.hpp"
#include "shared_memory/control.hpp"
#include "shared_memory/pool.hpp"
#include "shared_memory/sent_descriptors.hpp"
#include "support.hpp"

namespace
{
// If it is not 0, signals interrupt each reservation of more bytes than this.
std::atomic<off_t> uninterrupted{0};
}  // namespace

// Takes the place of the C library's function. In older kernels a signal makes a reservation of
// shared memory fail, and the kernel undoes what it has done.
extern "C" int posix_fallocate(int file, off_t begin, off_t size)
{
  static std::atomic<int> interruptions{0};
  const off_t most = uninterrupted.load();
  if (most != 0 && size > most) {
    return ++interruptions < 10000 ? EINTR : ENOSPC;  // so that a caller without end fails
  }
  interruptions = 0;
  return fallocate(file, 0, begin, size) == 0 ? 0 : errno;
}

namespace
{

using namespace test;
namespace sm = rmw::detail::shared_memory;
using Clock = sm::Pool::Clock;

constexpr std::size_t kibibyte = 1024;
constexpr std::size_t mebibyte = kibibyte * kibibyte;
// The size of a sample that fills a slot of the smallest class.
constexpr std::size_t small_size = 60 * kibibyte;
constexpr std::size_t small_capacity = 64 * kibibyte;

// A pool of its own, whose data file may be too small: then the system has no memory for it.
class OwnPool
{
public:
  explicit OwnPool(std::uint64_t limit, std::uint64_t data_size = sm::most_slots * sm::slot_stride)
  : control_file_(memfd_create("rxros2", MFD_CLOEXEC | MFD_ALLOW_SEALING)),
    data_file_(memfd_create("rxros2", MFD_CLOEXEC | MFD_ALLOW_SEALING))
  {
    EXPECT_EQ(ftruncate(control_file_, sizeof(sm::Control)), 0);
    EXPECT_EQ(ftruncate(data_file_, static_cast<off_t>(data_size)), 0);
    for (const int file : {control_file_, data_file_}) {
      EXPECT_EQ(fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW), 0);
    }
    void * map =
      mmap(nullptr, sizeof(sm::Control), PROT_READ | PROT_WRITE, MAP_SHARED, control_file_, 0);
    EXPECT_NE(map, MAP_FAILED);
    control_ = new (map) sm::Control;
    control_->cookie = 1;
    control_->version = sm::layout_version;
    pool_ = std::make_unique<sm::Pool>(
      control_file_, data_file_, control_, sm::MemoryLimit{limit, "the limit of a test"});
  }
  ~OwnPool()
  {
    munmap(control_, sizeof(sm::Control));
    close(control_file_);
    close(data_file_);
  }
  OwnPool(const OwnPool &) = delete;
  OwnPool & operator=(const OwnPool &) = delete;

  sm::Pool * operator->() { return pool_.get(); }
  sm::Pool & operator*() { return *pool_; }
  sm::Control & control() { return *control_; }
  int data_file() const { return data_file_; }
  rmw::SharedMemoryStatistics statistics() const
  {
    rmw::SharedMemoryStatistics out;
    pool_->fill(out);
    return out;
  }

private:
  int control_file_;
  int data_file_;
  sm::Control * control_ = nullptr;
  std::unique_ptr<sm::Pool> pool_;
};

TEST(Pool, AHugeSizeIsRefused)
{
  LogLines lines;
  OwnPool pool(mebibyte);
  for (const std::size_t size : {SIZE_MAX, SIZE_MAX - 8, SIZE_MAX - 14, 2 * mebibyte}) {
    EXPECT_FALSE(pool->allocate(size)) << size;
  }
  EXPECT_EQ(lines.count("too large for shared memory (at most 1 MiB, the limit of a test)"), 1);
}

TEST(Pool, AStaleBitMakesOnlyItsSlotUselessAndIsCleared)
{
  OwnPool pool(mebibyte);
  pool.control().slot[0].readers = 1u << 5;
  pool.control().slot[1023].readers = 1u << 6;
  const auto slot = pool->allocate(small_size);
  ASSERT_TRUE(slot);
  EXPECT_EQ(slot->index, 1u);
  EXPECT_EQ(pool->held_slots(), 2u);
  pool->do_periodic_work(Clock::now());
  EXPECT_EQ(pool->held_slots(), 0u);
}

TEST(Pool, AReaderWithALockKeepsItsBitsUntilItEnds)
{
  OwnPool pool(mebibyte);
  const auto slot = pool->allocate(small_size);
  ASSERT_TRUE(slot);
  const auto reader = sm::open_control(pool->announcement());
  ASSERT_TRUE(reader.control) << reader.reason;
  ASSERT_TRUE(sm::lock_index(reader.file, 7, false));
  reader.control->reader_cookies[7] = 12345;
  reader.control->slot[slot->index].readers = 1u << 7;
  pool->release(slot->index);
  Clock::time_point now = Clock::now();
  pool->do_periodic_work(now);
  EXPECT_EQ(pool->held_slots(), 1u);
  EXPECT_TRUE(pool->reader_bit(12345));
  munmap(reader.control, sizeof(sm::Control));
  close(reader.file);
  pool->do_periodic_work(now + 1s);
  EXPECT_EQ(pool->held_slots(), 0u);
  EXPECT_FALSE(pool->reader_bit(12345));
}

TEST(Pool, ASlotIsReusedAtOnceWhenAllItsReceiversHaveTheSample)
{
  OwnPool pool(mebibyte);
  const auto slot = pool->allocate(small_size).value();
  sm::SlotState & state = pool.control().slot[slot.index];
  const auto expect_another = [&](const char * reason) {
    const auto begin = Clock::now();
    const std::uint32_t index = pool->allocate(small_size).value().index;
    EXPECT_TRUE(index != slot.index || Clock::now() - begin > 90ms) << reason;
  };
  state.received = 0b01;
  pool->release(slot.index, 0b11);
  expect_another("one descriptor is on its way");
  state.received = 0b11;
  const auto next = pool->allocate(small_size).value();
  EXPECT_EQ(next.index, slot.index);
  EXPECT_NE(next.generation, slot.generation);
  EXPECT_EQ(state.received, 0u) << "nobody has received the next sample";
  state.received = UINT64_MAX;
  pool->release(next.index);
  expect_another("the receivers are not known");
}

TEST(Pool, AReusableSlotIsFoundAmongOthers)
{
  OwnPool pool(mebibyte);
  std::vector<sm::Slot> slots;
  for (int i = 0; i < 3; ++i) {
    slots.push_back(pool->allocate(small_size).value());
  }
  const auto begin = Clock::now();
  pool->release(slots[0].index);
  pool->release(slots[1].index, 0);
  pool->release(slots[2].index);
  const std::uint32_t index = pool->allocate(small_size).value().index;
  EXPECT_TRUE(index == slots[1].index || Clock::now() - begin > 90ms);
}

TEST(Pool, TheSlotThatWasReleasedLastIsReusedFirst)
{
  OwnPool pool(mebibyte);
  std::vector<sm::Slot> slots;
  for (int i = 0; i < 5; ++i) {
    slots.push_back(pool->allocate(small_size).value());
  }
  for (const auto & slot : slots) {
    pool->release(slot.index, 0);
  }
  // A reader is still at work with the last sample, and holds an early one for long.
  pool.control().slot[slots[4].index].readers = 1;
  pool.control().slot[slots[1].index].readers = 1;
  EXPECT_EQ(pool->allocate(small_size).value().index, slots[3].index);
  pool.control().slot[slots[4].index].readers = 0;
  EXPECT_EQ(pool->allocate(small_size).value().index, slots[4].index);
  EXPECT_EQ(pool->allocate(small_size).value().index, slots[2].index);
  EXPECT_EQ(pool->allocate(small_size).value().index, slots[0].index);
  EXPECT_EQ(pool.statistics().slots, 5u);
}

TEST(Pool, AllReleasedSlotsAreCheckedBeforeASampleIsRefused)
{
  constexpr std::uint32_t count = 10;
  OwnPool pool(count * small_capacity);
  LogLines lines;
  for (std::uint32_t i = 0; i < count; ++i) {
    ASSERT_TRUE(pool->allocate(small_size));
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    pool.control().slot[i].readers = 1;
    pool->release(i);
  }
  EXPECT_FALSE(pool->allocate(small_size));
  EXPECT_FALSE(pool->allocate(small_size));
  EXPECT_EQ(lines.count("used up (0 MiB of 0 MiB, the limit of a test)"), 1);
  pool.control().slot[count - 1].readers = 0;
  std::optional<sm::Slot> slot;
  EXPECT_TRUE(eventually([&] { return (slot = pool->allocate(small_size)).has_value(); }));
  ASSERT_TRUE(slot);
  EXPECT_EQ(slot->index, count - 1);
}

TEST(Pool, ASystemWithoutMemoryCostsNoFreeSlotAndIsAskedAgainLater)
{
  LogLines lines;
  OwnPool pool(100 * mebibyte, mebibyte);
  const auto slot = pool->allocate(small_size);
  ASSERT_TRUE(slot);
  pool->release(slot->index);
  const auto start = Clock::now();
  EXPECT_FALSE(pool->allocate(mebibyte / 2));
  EXPECT_EQ(pool.statistics().slots, 1u);
  EXPECT_EQ(pool.statistics().bytes, small_capacity);
  // Now there is memory.
  const OwnPool other(mebibyte);
  ASSERT_GE(dup2(other.data_file(), pool.data_file()), 0);
  const auto early = pool->allocate(mebibyte / 2);
  EXPECT_FALSE(early && Clock::now() - start < 4s);
  EXPECT_EQ(lines.count("the system has no more memory for it (Operation not permitted)"), 1);
  EXPECT_EQ(lines.count("used up"), 0);
  EXPECT_TRUE(eventually([&] { return pool->allocate(mebibyte / 2).has_value(); }));
}

TEST(Pool, SignalsThatInterruptReservationsStopNoWriter)
{
  LogLines lines;
  OwnPool pool(100 * mebibyte);
  uninterrupted = mebibyte / 2;
  EXPECT_TRUE(pool->allocate(16 * mebibyte)) << "the memory is to be reserved in pieces";
  uninterrupted = 1;
  EXPECT_FALSE(pool->allocate(8 * mebibyte)) << "then DDS carries the sample";
  uninterrupted = 0;
  EXPECT_EQ(lines.count("signals interrupt the kernel before it can reserve more"), 1);
  EXPECT_EQ(pool.statistics().slots, 1u);
  struct stat status
  {
  };
  ASSERT_EQ(fstat(pool.data_file(), &status), 0);
  EXPECT_LT(status.st_blocks * 512, static_cast<off_t>(24 * mebibyte));
}

TEST(Pool, UnusedSlotsAreGivenBackAndSomeAreKeptForLonger)
{
  OwnPool pool(100 * mebibyte);
  EXPECT_EQ(pool->do_periodic_work(Clock::now()), Clock::time_point::max());
  std::vector<sm::Slot> slots;
  for (int i = 0; i < 12; ++i) {
    slots.push_back(pool->allocate(mebibyte).value());
  }
  Clock::time_point now = Clock::now() + 4s;
  for (const auto & slot : slots) {
    pool->release(slot.index);
  }
  pool->do_periodic_work(now);
  EXPECT_EQ(pool.statistics().slots, 12u);
  now += 3s;
  while (pool->do_periodic_work(now) <= now) {
  }
  EXPECT_EQ(pool.statistics().slots, 2u);
  now += 40s;
  pool->do_periodic_work(now);
  EXPECT_EQ(pool.statistics().slots, 2u);
  now += 40s;
  pool->do_periodic_work(now);
  EXPECT_EQ(pool.statistics().slots, 0u);
  EXPECT_EQ(pool.statistics().bytes, 0u);
  EXPECT_EQ(pool->do_periodic_work(now), Clock::time_point::max());
}

TEST(Pool, ASlotIsNewIfNoThreadDoesThePeriodicWork)
{
  OwnPool pool(100 * mebibyte);
  auto slot = pool->allocate(mebibyte);
  ASSERT_TRUE(slot);
  EXPECT_TRUE(slot->is_new);
  EXPECT_NE(pool->do_periodic_work(Clock::now()), Clock::time_point::max());
  slot = pool->allocate(mebibyte);
  ASSERT_TRUE(slot);
  EXPECT_FALSE(slot->is_new);
  pool->add_participant();
  pool->add_participant();
  pool->remove_participant();
  slot = pool->allocate(mebibyte);
  ASSERT_TRUE(slot);
  EXPECT_TRUE(slot->is_new);
  pool->release(slot->index);
  EXPECT_EQ(pool.statistics().slots, 3u);
  pool->remove_participant();
  EXPECT_EQ(pool.statistics().slots, 2u) << "the last participant gives free slots back";
}

TEST(Pool, TheLimitIsRespectedAndSlotsAreEnlarged)
{
  OwnPool pool(10 * mebibyte);
  std::vector<sm::Slot> slots;
  while (const auto slot = pool->allocate(2 * mebibyte)) {
    slots.push_back(*slot);
    ASSERT_LT(slots.size(), 6u);
  }
  EXPECT_GE(slots.size(), 4u);
  EXPECT_EQ(pool.statistics().refused, 1u);
  for (const auto & slot : slots) {
    pool->release(slot.index);
  }
  const auto larger = pool->allocate(3 * mebibyte);
  ASSERT_TRUE(larger);
  larger->data[3 * mebibyte - 1] = std::byte{1};
  pool->release(larger->index);
  EXPECT_LE(pool.statistics().bytes, 10 * mebibyte);
}

TEST(Pool, AParticipantFreesTheSlotsOfADeadReaderWhileNothingIsPublished)
{
  sm::Pool * const pool = sm::Pool::instance();
  ASSERT_TRUE(pool);
  const auto slot = pool->allocate(mebibyte);
  ASSERT_TRUE(slot);
  const auto reader = sm::open_control(pool->announcement());
  ASSERT_TRUE(reader.control) << reader.reason;
  ASSERT_TRUE(sm::lock_index(reader.file, 9, false));
  reader.control->reader_cookies[9] = 54321;
  reader.control->slot[slot->index].readers |= std::uint64_t{1} << 9;
  pool->release(slot->index);
  munmap(reader.control, sizeof(sm::Control));
  close(reader.file);
  const auto context = participant();
  EXPECT_TRUE(eventually([&] { return pool->held_slots() == 0; }));
}

// Each thread writes into its slots what nobody else may overwrite.
TEST(Pool, ThreadsShareALimitWhileSlotsAreMadeAndGivenBack)
{
  OwnPool pool(8 * mebibyte);
  std::vector<std::thread> threads;
  for (unsigned number = 0; number < 4; ++number) {
    threads.emplace_back([&pool, number] {
      for (unsigned i = 0; i < 200; ++i) {
        const std::size_t size = (64 + (i * 37 + number * 101) % 2000) * kibibyte;
        if (const auto slot = pool->allocate(size)) {
          const auto mark = static_cast<std::byte>(number + 1);
          slot->data[0] = slot->data[size - 1] = mark;
          std::this_thread::yield();
          EXPECT_EQ(slot->data[0], mark);
          EXPECT_EQ(slot->data[size - 1], mark);
          pool->release(slot->index);
        }
        EXPECT_LE(pool.statistics().bytes, 8 * mebibyte);
        pool->do_periodic_work(Clock::now() + (i % 10 == 0 ? 100s : 0s));
      }
    });
  }
  for (std::thread & thread : threads) {
    thread.join();
  }
  Clock::time_point now = Clock::now();
  for (int i = 0; i < 100 && pool.statistics().slots != 0; ++i) {
    now += 100s;
    pool->do_periodic_work(now);
  }
  EXPECT_EQ(pool.statistics().slots, 0u);
  EXPECT_EQ(pool.statistics().bytes, 0u);
  // Nothing has been lost: the whole limit can be used.
  EXPECT_TRUE(pool->allocate(7 * mebibyte));
}

// Adds samples of these numbers to `sent`, each in a slot of its own; returns their slots.
std::vector<sm::Slot> send(
  OwnPool & pool, sm::SentDescriptors & sent, const std::vector<std::uint64_t> & numbers)
{
  std::vector<sm::Slot> out;
  for (const std::uint64_t number : numbers) {
    out.push_back(pool->allocate(small_size).value());
    sent.add({number, out.back().generation, 0b11, out.back().index});
  }
  return out;
}

TEST(SentDescriptors, SamplesInARowAreReceived)
{
  OwnPool pool(100 * mebibyte);
  sm::SentDescriptors sent;
  const auto slots = send(pool, sent, {5, 6, 7, 8});
  EXPECT_EQ(sent.received(*pool).last, 0u);
  pool.control().slot[slots[1].index].received = 0b11;
  pool.control().slot[slots[2].index].received = 0b11;
  pool.control().slot[slots[3].index].received = 0b01;  // not yet by the second process
  const auto run = sent.received(*pool);
  EXPECT_EQ(run.first, 6u) << "sample 5 may be missing in a reader";
  EXPECT_EQ(run.last, 7u);
  sent.forget_until(run.last);
  EXPECT_EQ(sent.received(*pool).last, 0u);
  pool.control().slot[slots[3].index].received = 0b11;
  EXPECT_EQ(sent.received(*pool).first, 8u);
}

TEST(SentDescriptors, ASampleThatTravelledOtherwiseInterruptsTheRow)
{
  OwnPool pool(100 * mebibyte);
  sm::SentDescriptors sent;
  for (const sm::Slot & slot : send(pool, sent, {1, 2, 4, 5})) {
    pool.control().slot[slot.index].received = 0b11;
  }
  EXPECT_EQ(sent.received(*pool).first, 4u);
}

TEST(SentDescriptors, ASlotThatWasReusedOrSentTwiceDoesNotCount)
{
  OwnPool pool(100 * mebibyte);
  sm::SentDescriptors sent;
  const auto slots = send(pool, sent, {1, 2});
  for (const sm::Slot & slot : slots) {
    pool.control().slot[slot.index].received = 0b11;
  }
  sent.forget_slot(slots[1].index, slots[1].generation);
  EXPECT_EQ(sent.received(*pool).last, 0u);
  send(pool, sent, {3});
  ++pool.control().slot[slots[0].index].generation;
  sent.forget_until(0);
  EXPECT_EQ(sent.received(*pool).last, 0u);
}

TEST(SentDescriptors, TheOldestOfManyIsForgotten)
{
  OwnPool pool(100 * mebibyte);
  sm::SentDescriptors sent;
  std::vector<std::uint64_t> numbers(40);
  std::iota(numbers.begin(), numbers.end(), 1);
  for (const sm::Slot & slot : send(pool, sent, numbers)) {
    pool.control().slot[slot.index].received = 0b11;
  }
  const auto run = sent.received(*pool);
  EXPECT_EQ(run.last, 40u);
  EXPECT_EQ(run.first, 25u);
}

TEST(Pool, AControlGroupLimitsTheMemory)
{
  const std::filesystem::path root =
    std::filesystem::path(testing::TempDir()) / ("groups" + std::to_string(getpid()));
  std::filesystem::create_directories(root / "a/b");
  EXPECT_EQ(sm::control_group_limit("0::/a/b\n", root.string()), std::nullopt);
  std::ofstream(root / "a/b/memory.max") << "max\n";
  EXPECT_EQ(sm::control_group_limit("0::/a/b\n", root.string()), std::nullopt);
  std::ofstream(root / "a/memory.max") << "536870912\n";
  EXPECT_EQ(sm::control_group_limit("4:memory:/x\n0::/a/b\n", root.string()), 536870912u);
  EXPECT_EQ(sm::control_group_limit("0::/", root.string()), std::nullopt);
  EXPECT_EQ(sm::control_group_limit("4:memory:/a\n", root.string()), std::nullopt);
  std::ofstream(root / "memory.max") << "1000\n";
  EXPECT_EQ(sm::control_group_limit("0::/a/b\n", root.string()), 1000u);
  EXPECT_EQ(sm::control_group_limit("0::/", root.string()), 1000u);
  std::filesystem::remove_all(root);
  EXPECT_GT(sm::memory_limit().bytes, 0u);
}

TEST(PoolDeathTest, APoolThatCannotBeCreatedSaysWhyOnce)
{
  testing::GTEST_FLAG(death_test_style) = "threadsafe";  // in a process without a pool
  const auto create = [] {
    rmw::set_log_sink([](rmw_log_severity_t, std::string_view line) {
      std::cerr << '[' << line << ']' << std::endl;
    });
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = mebibyte;
    setrlimit(RLIMIT_FSIZE, &limit);
    const bool exists = sm::Pool::instance() || sm::Pool::instance();
    std::_Exit(exists ? 1 : 0);
  };
  EXPECT_EXIT(
    create(), testing::ExitedWithCode(0),
    "^\\[there is no shared memory for large messages: the size of files is limited \\(ulimit -f\\)"
    "\\]\n$");
}

}  // namespace
