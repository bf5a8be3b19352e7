// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Publishers and readers of shared memory are killed at random moments: a reader that lives loses
// nothing, nothing is torn, and nothing stays behind. STRESS_MESSAGES is the number of messages.

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "child.hpp"
#include "numbered_samples.hpp"
#include "rmw/shared_memory.hpp"
#include "shared_memory/pool.hpp"
#include "support.hpp"

namespace
{

using namespace test;
namespace sm = rmw::detail::shared_memory;
using Clock = std::chrono::steady_clock;

constexpr std::size_t size = 65536;

// Counts what is lost or torn, and holds the last samples.
class Checking : public rmw::ReaderListener
{
public:
  void on_sample(rmw::Sample && sample, const rmw::SampleInfo & info) noexcept override
  {
    const auto number = number_in(sample.bytes());
    torn += number ? 0 : 1;
    std::lock_guard lock(mutex_);
    std::uint32_t & last = last_[info.writer->gid];
    if (number) {
      lost += last != 0 && *number != last + 1 ? 1 : 0;
      last = *number;
    }
    held_.push_back(std::move(sample));
    if (held_.size() > 5) {
      held_.pop_front();
    }
    ++received;
  }
  void release()
  {
    std::lock_guard lock(mutex_);
    held_.clear();
  }

  std::atomic<std::uint64_t> received = 0;
  std::atomic<std::uint64_t> lost = 0;
  std::atomic<std::uint64_t> torn = 0;

private:
  std::mutex mutex_;  // guards the members below
  std::map<rmw::Gid, std::uint32_t> last_;
  std::deque<rmw::Sample> held_;
};

// Sets `stop` when the parent has ended, in a thread of its own.
class ParentWatch
{
public:
  ParentWatch()
  : thread_([this] {
      Child::wait_for_end_of_input();
      stop = true;
    })
  {
  }
  ~ParentWatch() { thread_.join(); }
  ParentWatch(const ParentWatch &) = delete;
  ParentWatch & operator=(const ParentWatch &) = delete;

  std::atomic<bool> stop = false;

private:
  std::thread thread_;
};

TEST(Child, DISABLED_writer)
{
  ParentWatch parent;
  auto context = participant();
  WriterEvents events;
  auto writer = context->create_writer(options("/to_parent", keep_all()), events);
  while (writer->matched_count() == 0 && !parent.stop) {
    std::this_thread::sleep_for(1ms);
  }
  for (std::uint32_t number = 1; !parent.stop; ++number) {
    publish(*writer, size, number);
  }
}

// Ends at the first sample that is torn. If it is foreign, the writes of its publishers are split.
TEST(Child, DISABLED_reader)
{
  ParentWatch parent;
  const std::string kind = Child::argument();
  if (kind.ends_with("foreign")) {
    setenv("RXROS2_SHARED_MEMORY", "off", 1);
  }
  auto context = participant();
  rmw_qos_profile_t qos = keep_all();
  qos.reliability = kind.starts_with("reliable") ? RMW_QOS_POLICY_RELIABILITY_RELIABLE
                                                 : RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT;
  Checking of_parent;
  Checking of_children;
  auto reader = context->create_reader(options("/from_parent", qos), of_parent);
  auto other_reader = context->create_reader(options("/to_parent", qos), of_children);
  while (of_parent.torn == 0 && of_children.torn == 0 && !parent.stop) {
    std::this_thread::sleep_for(10ms);
  }
  if (of_parent.torn != 0 || of_children.torn != 0) {
    std::cerr << "a sample was torn" << std::endl;
    _exit(1);  // the parent sees it
  }
}

// The lines of /proc/self/maps about control files and slots.
std::vector<std::string> maps()
{
  std::ifstream file("/proc/self/maps");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (line.find("/memfd:rxros2 ") != std::string::npos) {
      lines.push_back(line);
    }
  }
  return lines;
}

TEST(SharedMemoryStress, ProcessesAreKilledAtAnyTime)
{
  const char * const variable = std::getenv("STRESS_MESSAGES");
  const std::uint64_t messages = variable ? std::stoull(variable) : 2000;
  std::mt19937 random(1);
  Checking received;
  WriterEvents events;
  auto context = participant();
  auto reader = context->create_reader(options("/to_parent", keep_all()), received);
  auto writer = context->create_writer(options("/from_parent", rmw_qos_profile_default), events);
  std::array<std::unique_ptr<Child>, 4> children;
  const auto start = [&](std::size_t i) {
    // A dead reliable reader stops its publishers until they know it, so there are few.
    const std::string reliability = random() % 16 == 0 ? "reliable" : "best_effort";
    const std::string memory = random() % 4 == 0 ? ", foreign" : "";
    children[i] = std::make_unique<Child>(i < 2 ? "writer" : "reader", reliability + memory);
  };
  for (std::size_t i = 0; i < children.size(); ++i) {
    start(i);
  }
  std::uint64_t kills = 0;
  std::uint32_t number = 0;
  auto progress = Clock::now();
  std::uint64_t seen = 0;
  while (received.received < messages && Clock::now() - progress < 60s) {
    const auto until = Clock::now() + std::chrono::milliseconds(300 + random() % 1200);
    while (Clock::now() < until && received.received < messages) {
      publish(*writer, size, ++number);
      std::this_thread::sleep_for(2ms);
    }
    if (received.received != seen) {
      seen = received.received;
      progress = Clock::now();
    }
    const std::size_t i = random() % children.size();
    children[i]->crash();
    EXPECT_EQ(children[i]->finish(), SIGKILL) << "it ended before it was killed";
    ++kills;
    start(i);
  }
  EXPECT_GE(received.received, messages) << "no message for a minute";
  EXPECT_EQ(received.lost, 0u);
  EXPECT_EQ(received.torn, 0u);
  for (auto & child : children) {
    child->crash();
  }
  const auto killed = Clock::now();
  EXPECT_TRUE(eventually([] { return sm::Pool::instance()->held_slots() == 0; }));
  const std::chrono::duration<double> freed = Clock::now() - killed;
  // Only the own control file and the own slots are left. The last samples may still be arriving.
  EXPECT_TRUE(eventually([&] {
    received.release();
    return maps().size() == 1 + rmw::shared_memory_statistics().slots;
  }))
    << testing::PrintToString(maps()) << ", own slots: " << rmw::shared_memory_statistics().slots
    << ", matched writers: " << reader->matched_writers().size();
  const std::chrono::duration<double> unmapped = Clock::now() - killed;
  const auto statistics = rmw::shared_memory_statistics();
  std::cout << received.received << " messages, " << statistics.received << " in slots, "
            << statistics.lost << " too late, " << kills << " kills; slots of dead readers free "
            << "after " << freed.count() << " s, dead publishers unmapped after "
            << unmapped.count() << " s\n";
  EXPECT_GT(statistics.received, messages / 10);
}

}  // namespace
