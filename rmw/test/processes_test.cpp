// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Between processes, where samples cross the network: sizes, losses, raw peers, many processes.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "child.hpp"
#include "rmw/error.hpp"
#include "rmw/fork.hpp"
#include "rmw/log.hpp"
#include "support.hpp"

namespace
{

using namespace test;

rmw_qos_profile_t transient_local()
{
  rmw_qos_profile_t qos = rmw_qos_profile_default;
  qos.durability = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
  return qos;
}

/* The other side. */

// Sends samples back, from its own thread.
TEST(Child, DISABLED_echo)
{
  auto context = participant();
  WriterEvents events;
  Collector collector;
  auto out = context->create_writer(options("/back", keep_all()), events);
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 1; }));
  auto in = context->create_reader(options("/there", keep_all()), collector);
  std::atomic<bool> stop = false;
  std::thread sender([&] {
    for (std::size_t sent = 0; !stop; ++sent) {
      while (!stop && !collector.wait_for(sent + 1, 50ms)) {
      }
      if (!stop) {
        out->write(collector.items()[sent].sample);
      }
    }
  });
  Child::wait_for_end_of_input();
  stop = true;
  sender.join();
}

TEST(Child, DISABLED_node)
{
  auto context = participant();
  auto node = context->graph().add_node("/", Child::argument());
  Child::wait_for_end_of_input();
}

TEST(Child, DISABLED_writers)
{
  auto context = participant();
  auto node = context->graph().add_node("/", "peer");
  WriterEvents events;
  std::vector<std::unique_ptr<rmw::Writer>> writers;
  for (int i = 0; i < 10; ++i) {
    writers.push_back(context->create_writer(options("/topic_" + std::to_string(i)), events));
  }
  Child::wait_for_end_of_input();
}

// Reports how many samples it lost.
TEST(Child, DISABLED_count_losses)
{
  auto context = participant();
  WriterEvents events;
  Collector collector;
  auto out = context->create_writer(options("/losses", transient_local()), events);
  auto in = context->create_reader(options("/flood", rmw_qos_profile_sensor_data), collector);
  std::atomic<bool> stop = false;
  std::thread sender([&] {
    std::size_t reported = 1;  // 0 is reported once the first sample is here
    while (!stop) {
      std::this_thread::sleep_for(5ms);
      if (collector.size() > 0 && collector.lost() != reported) {
        reported = collector.lost();
        out->write(buffer(std::to_string(reported)));
      }
    }
  });
  Child::wait_for_end_of_input();
  stop = true;
  sender.join();
}

/* This side. */

struct Echo : testing::Test
{
  std::shared_ptr<rmw::Participant> context = participant();
  WriterEvents events;
  Collector collector;
  std::unique_ptr<rmw::Writer> out = context->create_writer(options("/there", keep_all()), events);
  std::unique_ptr<rmw::Reader> in = context->create_reader(options("/back", keep_all()), collector);
  Child child{"echo"};

  void SetUp() override
  {
    ASSERT_TRUE(eventually([&] { return out->matched_count() == 1 && in->matched_count() == 1; }));
  }
};

TEST_F(Echo, EverySampleInOrderWithItsNumber)
{
  for (int i = 1; i <= 500; ++i) {
    out->write(buffer(std::to_string(i)));
  }
  ASSERT_TRUE(collector.wait_for(500));
  const auto items = collector.items();
  for (std::size_t i = 0; i < 500; ++i) {
    ASSERT_EQ(text(items[i].sample), std::to_string(i + 1));
    ASSERT_EQ(items[i].info.sequence_number, i + 1);
  }
  EXPECT_EQ(collector.lost(), 0u);
  EXPECT_EQ(items[0].info.writer->gid, in->matched_writers().at(0)->gid);
  EXPECT_GT(items[0].info.received_timestamp_ns, items[0].info.source_timestamp_ns);
  EXPECT_EQ(child.finish(), 0);
}

TEST_F(Echo, SizesAroundEveryLimit)
{
  const std::byte header[4] = {std::byte{0}, std::byte{1}, std::byte{0}, std::byte{0}};
  // Sizes around padding, one datagram, one fragment, and large ones.
  std::size_t count = 0;
  for (const std::size_t size :
       {4ul, 5ul, 6ul, 7ul, 8ul, 1343ul, 1345ul, 14719ul, 14721ul, 64999ul, 65001ul, 65535ul,
        65537ul, 1ul << 20, (1ul << 20) + 1, 16ul << 20}) {
    SCOPED_TRACE(size);
    rmw::Buffer big(size);
    auto bytes = big.bytes();
    std::copy_n(header, 4, bytes.begin());
    for (std::size_t i = 4; i < size; ++i) {
      bytes[i] = static_cast<std::byte>(i * 2654435761u >> 24);
    }
    const std::vector<std::byte> expected(bytes.begin(), bytes.end());
    out->write(std::move(big));
    ASSERT_TRUE(collector.wait_for(++count));
    const rmw::Sample back = collector.items().back().sample;
    ASSERT_GE(back.bytes().size(), size);
    ASSERT_LE(back.bytes().size(), size + 3);
    ASSERT_TRUE(std::equal(expected.begin(), expected.end(), back.bytes().begin()));
    for (const std::byte padding : back.bytes().subspan(size)) {
      EXPECT_EQ(padding, std::byte{0});
    }
  }
}

TEST_F(Echo, CrashOfThePeerIsNoticedWhenItsLeaseEnds)
{
  child.crash();
  EXPECT_TRUE(eventually([&] { return out->matched_count() == 0; }));
  EXPECT_TRUE(eventually([&] { return in->matched_count() == 0; }));
}

// Reads this number of topics until it is ended or killed.
TEST(Child, DISABLED_read)
{
  auto context = participant();
  Collector collector;
  std::vector<std::unique_ptr<rmw::Reader>> readers;
  for (int i = std::atoi(Child::argument().c_str()); i > 0; --i) {
    readers.push_back(
      context->create_reader(options("/read_" + std::to_string(i), keep_all()), collector));
  }
  Child::wait_for_end_of_input();
}

// Each writer would wait a second for acknowledgements that never come, one after another.
TEST(End, DoesNotWaitForReadersThatWereKilled)
{
  constexpr int count = 12;
  auto context = participant();
  WriterEvents events;
  std::vector<std::unique_ptr<rmw::Writer>> writers;
  for (int i = count; i > 0; --i) {
    writers.push_back(
      context->create_writer(options("/read_" + std::to_string(i), keep_all()), events));
  }
  Child child("read", std::to_string(count));
  ASSERT_TRUE(eventually([&] {
    return std::all_of(writers.begin(), writers.end(), [](const auto & writer) {
      return writer->matched_count() == 1;
    });
  }));
  child.crash();
  for (const auto & writer : writers) {
    writer->write(buffer("to nobody"));
  }
  const auto begin = std::chrono::steady_clock::now();
  writers.clear();
  context.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, count * 1s);
}

// Its reader's process was killed, and the lease ends much later.
TEST_F(Echo, AWriteThatWaitsForRoomIsAbortedAtTheEnd)
{
  std::mutex mutex;
  std::string log;
  rmw::set_log_sink([&](rmw_log_severity_t, std::string_view line) {
    std::lock_guard lock(mutex);
    log += line;
  });
  child.crash();
  std::atomic<int> written{0};
  std::atomic<bool> stop{false};
  std::thread writing([&] {
    while (!stop) {
      out->write(buffer(std::string(100'000, 'x')));
      ++written;
    }
  });
  int before = -1;
  EXPECT_TRUE(eventually([&] {
    std::this_thread::sleep_for(100ms);  // the same number twice: the write probably waits
    return std::exchange(before, written.load()) == written;
  }));
  // If the thread only got no time on a busy machine, one of its next writes waits.
  context->end_blocked_writes();
  EXPECT_TRUE(eventually([&] {
    std::lock_guard lock(mutex);
    return log.find("'/there': the last messages before the end are discarded") !=
           std::string::npos;
  }));
  stop = true;
  writing.join();
  EXPECT_EQ(out->matched_count(), 1u) << "the lease has ended already";
  rmw::set_log_sink({});
}

TEST_F(Echo, MessagesWrittenBeforeTheEndArrive)
{
  constexpr std::size_t count = 300;
  for (std::size_t i = 0; i < count; ++i) {
    out->write(buffer(std::to_string(i) + std::string(20'000, 'x')));
  }
  out.reset();
  ASSERT_TRUE(collector.wait_for(count));
  EXPECT_TRUE(eventually([&] { return context->graph().count_publishers("/there") == 0; }));
}

TEST_F(Echo, AStoppedReaderGetsMessagesWrittenBeforeTheEnd)
{
  child.send(SIGSTOP);
  out->write(buffer("last"));
  out.reset();
  child.send(SIGCONT);
  EXPECT_TRUE(collector.wait_for(1));
}

#if !defined(__SANITIZE_THREAD__)  // it cannot follow a fork of several threads
// Returns the status of a forked child, which is killed if it hangs.
int status_of(pid_t forked)
{
  int status = -1;
  if (!eventually([&] { return waitpid(forked, &status, WNOHANG) == forked; })) {
    kill(forked, SIGKILL);
    waitpid(forked, &status, 0);
  }
  return status;
}

TEST_F(Echo, AForkedChildCanNeitherUseNorEndEntitiesOfItsParent)
{
  const pid_t forked = fork();
  if (forked == 0) {
    int faults = 0;
    try {
      out->write(buffer("of the child"));
      ++faults;
    } catch (const rmw::error & error) {
      faults += std::string(error.what()).find("forked") == std::string::npos ? 1 : 0;
    }
    try {
      participant();
      ++faults;
    } catch (const rmw::error &) {
    }
    out.reset();
    in.reset();
    context.reset();
    _exit(faults);
  }
  EXPECT_EQ(status_of(forked), 0);
  EXPECT_FALSE(rmw::is_forked_copy());
  out->write(buffer("of the parent"));
  ASSERT_TRUE(collector.wait_for(1));
  EXPECT_EQ(collector.texts(), std::vector<std::string>{"of the parent"});
  EXPECT_EQ(child.finish(), 0);
}

// A thread of the parent may hold a lock of the graph or of the engine during the fork.
TEST(Nodes, AForkedChildWithdrawsNothing)
{
  auto context = participant();
  auto node = context->graph().add_node("/", "parent");
  Collector collector;
  auto in = context->create_reader(options("/kept", rmw_qos_profile_default), collector);
  std::atomic<bool> done = false;
  std::thread busy([&] {
    while (!done) {
      node->add_reader(in->gid());
      node->remove_reader(in->gid());
    }
  });
  for (int i = 0; i < 50 && !HasFailure(); ++i) {
    const pid_t forked = fork();
    if (forked == 0) {
      node->remove_both(in->gid(), in->gid());
      node->remove_reader(in->gid());
      node->remove_writer(in->gid());
      node.reset();
      _exit(0);
    }
    EXPECT_EQ(status_of(forked), 0);
  }
  done = true;
  busy.join();
}
#endif

TEST(Losses, AreCounted)
{
  auto context = participant();
  WriterEvents events;
  Collector losses;
  auto out = context->create_writer(options("/flood", rmw_qos_profile_sensor_data), events);
  auto in = context->create_reader(options("/losses", transient_local()), losses);
  Child child("count_losses");
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 1 && in->matched_count() == 1; }));
  ASSERT_TRUE(eventually([&] {
    out->write(buffer("first"));  // counting starts here
    return losses.size() > 0;
  }));
  // While it is stopped, more samples come than any socket holds.
  child.send(SIGSTOP);
  for (int i = 0; i < 1000; ++i) {
    out->write(buffer(std::string(64 << 10, 'x')));
  }
  child.send(SIGCONT);
  EXPECT_TRUE(eventually([&] {
    out->write(buffer("last"));
    return losses.texts().back() != "0";
  }));
}

// One participant of a process fetches the endpoints of a peer for all of them.
TEST(Nodes, AParticipantThatEndsEarlyHidesNoPeer)
{
  Child child("writers");
  ASSERT_TRUE(eventually(
    [context = participant()] { return context->graph().count_publishers("/topic_9") == 1; }));
  for (int round = 0; round < 100 && !HasFailure(); ++round) {
    auto context = participant();
    auto other = participant();
    std::this_thread::sleep_for(round % 10 * 500us);  // somewhere in the discovery of the peer
    other.reset();
    EXPECT_TRUE(eventually([&] { return context->graph().count_publishers("/topic_9") == 1; }))
      << "round " << round;
  }
  EXPECT_EQ(child.finish(), 0);
}

// The peer acknowledges nothing: that would take a second each time.
TEST(Nodes, AreNotAnnouncedToTheEnd)
{
  Child child("node", "stands_still");
  bool at_once = false;
  for (int attempt = 0; attempt < 30 && !at_once; ++attempt) {  // a busy machine needs a second
    auto context = participant();
    ASSERT_TRUE(eventually([&] { return context->graph().node_names().size() == 1; }));
    std::this_thread::sleep_for(200ms);  // until it knows our writer
    child.send(SIGSTOP);
    auto node = context->graph().add_node("/", "goes");
    std::this_thread::sleep_for(100ms);  // until that is announced
    node.reset();
    const auto begin = std::chrono::steady_clock::now();
    context.reset();
    at_once = std::chrono::steady_clock::now() - begin < 900ms;
    child.send(SIGCONT);
  }
  EXPECT_TRUE(at_once);
  EXPECT_EQ(child.finish(), 0);
}

TEST(ManyProcesses, AllSeeEachOther)
{
  auto context = participant();
  std::vector<std::unique_ptr<Child>> children;
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  constexpr std::size_t count = 8;  // they are too slow for more
#else
  constexpr std::size_t count = 44;  // ROS 2's own limit is 33
#endif
  for (std::size_t i = 0; i < count; ++i) {
    children.push_back(std::make_unique<Child>("node", "node_" + std::to_string(i)));
  }
  EXPECT_TRUE(eventually([&] { return context->graph().node_names().size() == count; }, 300s))
    << [&] {
         std::string seen;
         for (const auto & node : context->graph().node_names()) {
           seen += node.name + " ";
         }
         return seen;
       }();
  for (auto & child : children) {
    child->send(SIGKILL);  // 44 clean ends take long on a small machine
  }
}

TEST(ManyProcesses, MoreThanThereArePorts)
{
  // As if a domain had only one port: the next process takes any port, and still finds the first.
  const std::string domain = std::to_string(rmw::read_environment().options.domain_id);
  setenv("ROS_DOMAIN_ID", std::to_string(second_domain()).c_str(), 1);
  setenv(
    "CYCLONEDDS_URI",
    "<CycloneDDS><Domain><Discovery><MaxAutoParticipantIndex>1</MaxAutoParticipantIndex>"
    "</Discovery></Domain></CycloneDDS>",
    1);
  auto context = participant();
  Child second("node", "second");
  Child third("node", "third");
  EXPECT_TRUE(eventually([&] { return context->graph().node_names().size() == 2; }));
  EXPECT_EQ(second.finish(), 0);
  EXPECT_EQ(third.finish(), 0);
  unsetenv("CYCLONEDDS_URI");
  setenv("ROS_DOMAIN_ID", domain.c_str(), 1);
}

}  // namespace
