// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Large samples between processes through shared memory: who gets it, bounds, deaths, foreign
// readers, descriptors from strangers.

#include <gtest/gtest.h>
#include <linux/capability.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "child.hpp"
#include "cyclonedds/cyclone.hpp"
#include "numbered_samples.hpp"
#include "rmw/client.hpp"
#include "rmw/service.hpp"
#include "rmw/shared_memory.hpp"
#include "rmw/user_data.hpp"
#include "shared_memory/control.hpp"
#include "shared_memory/pool.hpp"
#include "shared_memory/publishers.hpp"
#include "shared_memory_side.hpp"
#include "support.hpp"

namespace
{

using namespace test;
namespace sm = rmw::detail::shared_memory;

TEST(Child, DISABLED_reader)
{
  answer(keep_all(), 0);
}

TEST(Child, DISABLED_holder)
{
  answer(keep_all(), 5);
}

TEST(Child, DISABLED_two_readers)
{
  struct : rmw::ReaderListener
  {
    void on_sample(rmw::Sample &&, const rmw::SampleInfo &) noexcept override {}
  } other;
  auto context = participant();
  auto reader = context->create_reader(options("/large", keep_all()), other);
  answer(keep_all(), 0);
}

TEST(Child, DISABLED_best_effort_reader)
{
  rmw_qos_profile_t qos = rmw_qos_profile_sensor_data;
  answer(qos, 0);
}

// Cannot open further files when it is matched.
TEST(Child, DISABLED_reader_without_descriptors)
{
  auto context = participant();
  WriterEvents events;
  auto answers = context->create_writer(options("/answers", keep_all()), events);
  ASSERT_TRUE(eventually([&] { return answers->matched_count() == 1; }));
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  rlimit low = limit;
  low.rlim_cur = 3;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &low), 0);
  Answering listener;
  auto reader = context->create_reader(options("/large", keep_all()), listener);
  ASSERT_TRUE(eventually([&] { return listener.is_matched(); }));
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  listener.run(*answers, 0);
}

rmw::ServiceOptions service_options()
{
  return {"/large", "test/srv/Large_Request",        "test/srv/Large_Response", "",
          "",       rmw_qos_profile_services_default};
}

// The request id is between the header and the content.
void fill_call(rmw::Buffer & buffer, std::uint32_t number)
{
  fill(buffer.bytes(), 0);
  fill(buffer.bytes().subspan(rmw::request_header_size), number);
}
std::optional<std::uint32_t> number_in_call(const rmw::Sample & sample)
{
  return number_in(sample.bytes().subspan(rmw::request_header_size));
}

// Answers each request of the number n with a response of the same size and the number n + 1,000 *
// the count of requests that were received in slots.
void serve()
{
  struct Requests : rmw::ServiceListener
  {
    struct Request
    {
      rmw::Sample sample;
      rmw::RequestId id;
      std::uint64_t peer;
    };
    void on_request(
      rmw::Sample && sample, const rmw::RequestId & id, std::uint64_t peer,
      const rmw::SampleInfo &) noexcept override
    {
      std::lock_guard lock(mutex);
      waiting.push_back({std::move(sample), id, peer});
    }
    void on_malformed(const rmw::SampleInfo &) noexcept override {}
    void on_incompatible(const std::string &) noexcept override {}
    std::mutex mutex;  // guards waiting
    std::vector<Request> waiting;
  } requests;
  auto context = participant();
  const auto node = context->graph().add_node("/", "server");
  rmw::Service service(*context, *node, service_options(), requests);
  std::atomic<bool> stop = false;
  std::thread thread([&] {
    while (!stop) {
      std::vector<Requests::Request> waiting;
      {
        std::lock_guard lock(requests.mutex);
        waiting.swap(requests.waiting);
      }
      for (const auto & request : waiting) {
        rmw::Buffer response = service.allocate(request.sample.bytes().size());
        const auto received = static_cast<std::uint32_t>(rmw::shared_memory_statistics().received);
        fill_call(response, number_in_call(request.sample).value_or(0) + 1000 * received);
        service.reply(std::move(response), request.id, request.peer);
      }
      std::this_thread::sleep_for(1ms);
    }
  });
  Child::wait_for_end_of_input();
  stop = true;
  thread.join();
}

TEST(Child, DISABLED_server)
{
  serve();
}

TEST(Child, DISABLED_foreign_server)
{
  setenv("RXROS2_SHARED_MEMORY", "off", 1);
  serve();
}

// Sanitizers make mlockall() do nothing.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define HAS_LOCKED_MEMORY

// Returns a number of bytes in /proc/self/status.
std::size_t status_bytes(const std::string & name)
{
  std::ifstream file("/proc/self/status");
  std::string word;
  std::size_t kibibytes = 0;
  while (file >> word) {
    if (word == name + ":") {
      file >> kibibytes;
      return kibibytes << 10;
    }
  }
  ADD_FAILURE() << name;
  return 0;
}

// Makes RLIMIT_MEMLOCK count for this thread and those that it starts, also for root.
void give_up_unlimited_locks()
{
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2]{};
  ASSERT_EQ(syscall(SYS_capget, &header, data), 0);
  data[0].effective &= ~(1u << CAP_IPC_LOCK);
  ASSERT_EQ(syscall(SYS_capset, &header, data), 0);
}

// Locks everything that is mapped from now on, at most `bytes`.
void lock_memory(std::size_t bytes)
{
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 256 << 10);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_MEMLOCK, &limit), 0);
  limit.rlim_cur = status_bytes("VmLck") + bytes;
  ASSERT_LE(limit.rlim_cur, limit.rlim_max) << "ulimit -l is too low for this test";
  ASSERT_EQ(setrlimit(RLIMIT_MEMLOCK, &limit), 0);
  ASSERT_EQ(mlockall(MCL_FUTURE), 0);
  ASSERT_EQ(
    mmap(nullptr, bytes + mebibyte, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), MAP_FAILED);
}

TEST(Child, DISABLED_locked_reader)
{
  give_up_unlimited_locks();
  auto context = participant();
  WriterEvents events;
  auto answers = context->create_writer(options("/answers", keep_all()), events);
  ASSERT_TRUE(eventually([&] { return answers->matched_count() == 1; }));
  lock_memory(mebibyte * 9 / 2);  // three slots, and not enough for a copy
  Answering listener;
  auto reader = context->create_reader(options("/large", keep_all()), listener);
  listener.run(*answers, 0);
  EXPECT_GT(status_bytes("VmLck"), mebibyte) << "the slots are locked";
}

TEST(Child, DISABLED_locked_writer)
{
  give_up_unlimited_locks();
  auto context = participant();
  WriterEvents events;
  auto writer = context->create_writer(options("/from_child", keep_all()), events);
  const auto wait_for_slots = [&] {
    return eventually([&] {
      rmw::Buffer buffer = writer->allocate(mebibyte);
      return sm::Pool::instance()->contains(
        reinterpret_cast<std::uintptr_t>(buffer.bytes().data()));
    });
  };
  ASSERT_TRUE(wait_for_slots());
  std::this_thread::sleep_for(150ms);  // the pause of that slot
  constexpr std::size_t bytes = 5 * mebibyte;
  lock_memory(bytes);
  {
    std::vector<rmw::Buffer> buffers;
    buffers.push_back(writer->allocate(mebibyte));  // in that slot
    const std::size_t locked = status_bytes("VmLck");
    const std::size_t resident = status_bytes("RssShmem");
    buffers.push_back(writer->allocate(mebibyte));
    // A new slot costs its own pages, and none of the others in its file.
    EXPECT_GE(status_bytes("VmLck") - locked, mebibyte);
    EXPECT_LE(status_bytes("VmLck") - locked, mebibyte * 3 / 2);
    EXPECT_LE(status_bytes("RssShmem") - resident, mebibyte * 3 / 2);
    try {
      while (rmw::shared_memory_statistics().refused == 0) {
        buffers.push_back(writer->allocate(mebibyte));
      }
    } catch (const std::bad_alloc &) {
      // Ordinary memory is locked, too.
    }
    EXPECT_EQ(rmw::shared_memory_statistics().refused, 1u);
    EXPECT_LE(status_bytes("VmLck"), locked + bytes);
  }
  munlockall();
  for (std::uint32_t i = 1; i <= 3; ++i) {
    publish(*writer, mebibyte, i);
  }
  Child::wait_for_end_of_input();
}
#endif

TEST(SharedMemory, SamplesAreReceivedInTheSlot)
{
  const std::uint64_t sent_before = rmw::shared_memory_statistics().sent;
  Side side;
  const Child child("reader");
  ASSERT_TRUE(side.wait_for_slots());
  const std::size_t sizes[] = {
    sm::Pool::smallest_sample - 1, sm::Pool::smallest_sample, 100001, mebibyte, 3 * mebibyte + 2};
  std::vector<std::string> expected;
  std::size_t in_slots = 0;
  for (std::uint32_t i = 0; i < std::size(sizes); ++i) {
    publish(*side.writer, sizes[i], i + 1);
    in_slots += sizes[i] >= sm::Pool::smallest_sample ? 1 : 0;
    ASSERT_TRUE(side.answers.wait_for(i + 1));
    EXPECT_EQ(
      side.answers.texts().back(),
      std::to_string(i + 1) + " " + std::to_string(sizes[i]) + " " + std::to_string(in_slots));
  }
  EXPECT_EQ(rmw::shared_memory_statistics().sent - sent_before, in_slots);
  const auto readers = side.writer->matched_readers();
  EXPECT_EQ(rmw::why_no_shared_memory(*side.writer->endpoint(), *readers.at(0)), "");
}

TEST(SharedMemory, AllSamplesArriveInOrderWhileTheyGrow)
{
  const std::uint64_t sent_before = rmw::shared_memory_statistics().sent;
  Side side;
  const Child child("holder");
  ASSERT_TRUE(side.wait_for_slots());
  constexpr std::uint32_t count = 300;
  for (std::uint32_t i = 1; i <= count; ++i) {
    publish(*side.writer, 70000 + i * 4000, i);
  }
  ASSERT_TRUE(side.answers.wait_for(count));
  const auto texts = side.answers.texts();
  for (std::uint32_t i = 1; i <= count; ++i) {
    EXPECT_TRUE(texts[i - 1].starts_with(std::to_string(i) + " ")) << texts[i - 1];
  }
  EXPECT_GT(rmw::shared_memory_statistics().sent - sent_before, count / 2);
  EXPECT_LT(rmw::shared_memory_statistics().bytes, 400 * mebibyte);
}

// It waits neither until no descriptor can be on its way any longer, nor for acknowledgements.
TEST(SharedMemory, AWriterWhoseReadersKeepUpUsesFewSlots)
{
  sm::Pool::instance()->add_participant();
  sm::Pool::instance()->remove_participant();  // gives back what earlier tests used
  enum class Way
  {
    buffer,
    sample,
    best_effort
  };
  for (const Way way : {Way::buffer, Way::sample, Way::best_effort}) {
    const bool reliable = way != Way::best_effort;
    Side side(reliable ? keep_all() : rmw_qos_profile_sensor_data);
    const Child child(reliable ? "reader" : "best_effort_reader");
    ASSERT_TRUE(side.wait_for_slots());
    for (std::uint32_t i = 1; i <= 50; ++i) {
      const std::size_t answered = side.answers.size();
      if (way == Way::sample) {
        rmw::Buffer buffer = side.writer->allocate(mebibyte);
        fill(buffer.bytes(), i);
        side.writer->write(rmw::Sample(std::move(buffer)));
      } else {
        publish(*side.writer, mebibyte, i);
      }
      // The network may lose a sample.
      eventually([&] { return side.answers.size() > answered; }, reliable ? 20s : 200ms);
    }
    EXPECT_GE(side.answers.size(), reliable ? 50u : 10u);
    EXPECT_LE(rmw::shared_memory_statistics().slots, 4u) << static_cast<int>(way);
  }
}

// The buffer is older than one of the readers.
TEST(SharedMemory, AReaderThatIsStoppedHasAcknowledgedNothing)
{
  Side side;
  const Child running("reader");
  ASSERT_TRUE(side.wait_for_slots());
  publish(*side.writer, mebibyte, 1);
  ASSERT_TRUE(side.answers.wait_for(1));
  rmw::Buffer old = side.writer->allocate(mebibyte);
  ASSERT_TRUE(Side::is_in_slot(old));
  Child stopped("reader");
  ASSERT_TRUE(eventually([&] { return side.writer->matched_count() == 2; }));
  // Until it has received a sample in a slot.
  std::uint32_t number = 1;
  std::size_t answers = 1;
  ASSERT_TRUE(eventually([&] {
    publish(*side.writer, mebibyte, ++number);
    answers += 2;
    EXPECT_TRUE(side.answers.wait_for(answers));
    return !side.answers.texts().back().ends_with(" 0");
  }));
  ASSERT_TRUE(side.writer->wait_for_acked(10s));
  stopped.send(SIGSTOP);
  side.writer->allocate(mebibyte);  // examines the readers
  fill(old.bytes(), ++number);
  side.writer->write(std::move(old));
  ASSERT_TRUE(side.answers.wait_for(answers + 1));
  side.writer->allocate(mebibyte);  // acknowledges
  EXPECT_FALSE(side.writer->wait_for_acked(0ns));
  stopped.send(SIGCONT);
  EXPECT_TRUE(side.answers.wait_for(answers + 2));
  EXPECT_TRUE(side.writer->wait_for_acked(10s));
}

// Returns how often a slot was used for the next sample within its pause. It is written `shares`
// times as a sample, or once as a buffer for 0.
int count_early_reuses(Side & side, std::size_t shares)
{
  int reuses = 0;
  int in_time = 0;
  for (std::uint32_t i = 1; in_time < 10 && i < 1000; ++i) {
    rmw::Buffer first = side.writer->allocate(mebibyte);
    EXPECT_TRUE(Side::is_in_slot(first));
    fill(first.bytes(), i);
    const std::byte * const place = first.bytes().data();
    const auto begin = std::chrono::steady_clock::now();
    const std::size_t answered = side.answers.size();
    if (shares == 0) {
      side.writer->write(std::move(first));
    } else {
      const rmw::Sample sample(std::move(first));
      for (std::size_t share = 0; share != shares; ++share) {
        side.writer->write(sample);
      }
    }
    EXPECT_TRUE(side.answers.wait_for(answered + std::max<std::size_t>(shares, 1)));
    EXPECT_TRUE(side.writer->wait_for_acked(10s));
    // A reader answers while it still holds the slot.
    std::vector<rmw::Buffer> others;
    bool is_reused = false;
    for (int tries = 0; tries != 20 && !is_reused; ++tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(tries == 0 ? 0 : 1));
      others.push_back(side.writer->allocate(mebibyte));
      is_reused = others.back().bytes().data() == place;
    }
    if (std::chrono::steady_clock::now() - begin < 90ms) {
      ++in_time;
      reuses += is_reused ? 1 : 0;
    }
  }
  EXPECT_EQ(in_time, 10) << "this machine is too slow for this test";
  return reuses;
}

TEST(SharedMemory, ASlotIsReusedAtOnceOnlyIfItsReceiversAreKnown)
{
  {
    Side side;
    const Child child("two_readers");
    ASSERT_TRUE(eventually([&] { return side.writer->matched_count() == 2; }));
    ASSERT_TRUE(side.wait_for_slots());
    EXPECT_EQ(count_early_reuses(side, 0), 0) << "two readers in one process";
  }
  Side side;
  const Child child("reader");
  ASSERT_TRUE(side.wait_for_slots());
  EXPECT_EQ(count_early_reuses(side, 2), 0) << "published twice";
  EXPECT_GT(count_early_reuses(side, 1), 0) << "published once as a sample";
  EXPECT_GT(count_early_reuses(side, 0), 0) << "published as a buffer";
}

// UBSan looks at memory through a pipe, which needs the descriptors that the reader lacks.
#ifndef __SANITIZE_ADDRESS__
TEST(SharedMemory, AReaderThatCannotOpenTheMemoryGetsWholeSamples)
{
  const std::uint64_t sent_before = rmw::shared_memory_statistics().sent;
  Side side;
  const Child child("reader_without_descriptors");
  ASSERT_TRUE(eventually([&] { return side.writer->matched_count() == 1; }));
  for (std::uint32_t i = 1; i <= 5; ++i) {
    publish(*side.writer, mebibyte, i);
  }
  ASSERT_TRUE(side.answers.wait_for(5));
  EXPECT_EQ(side.answers.texts().back(), "5 " + std::to_string(mebibyte) + " 0");
  EXPECT_EQ(rmw::shared_memory_statistics().sent, sent_before);
  const auto readers = side.writer->matched_readers();
  EXPECT_EQ(
    rmw::why_no_shared_memory(*side.writer->endpoint(), *readers.at(0)),
    "the subscription's process could not open the publisher's memory");
}
#endif

#ifdef HAS_LOCKED_MEMORY
// It maps more slots one after another than it may lock at a time.
TEST(SharedMemory, AReaderThatLocksItsMemoryUnmapsWhatItDoesNotHold)
{
  Side side;
  Child child("locked_reader");
  ASSERT_TRUE(side.wait_for_slots());
  constexpr std::uint32_t count = 10;
  std::vector<rmw::Buffer> buffers;  // each in its own slot
  for (std::uint32_t i = 1; i <= count; ++i) {
    buffers.push_back(side.writer->allocate(mebibyte));
    fill(buffers.back().bytes(), i);
  }
  for (std::uint32_t i = 1; i <= count; ++i) {
    side.writer->write(std::move(buffers[i - 1]));
    ASSERT_TRUE(side.answers.wait_for(i));
    const std::string number = std::to_string(i);
    ASSERT_EQ(side.answers.texts().back(), number + " " + std::to_string(mebibyte) + " " + number);
  }
  EXPECT_EQ(child.finish(), 0);
}

TEST(SharedMemory, AWriterThatLocksItsMemoryUsesSlotsUpToItsLimit)
{
  Collector large;
  auto context = participant();
  auto reader = context->create_reader(options("/from_child", keep_all()), large);
  Child child("locked_writer");
  ASSERT_TRUE(large.wait_for(3));
  for (const auto & item : large.items()) {
    EXPECT_TRUE(number_in(item.sample.bytes()));
  }
  EXPECT_EQ(child.finish(), 0);
}
#endif

TEST(SharedMemory, AKilledReaderHoldsNoSlot)
{
  Side side;
  Child child("holder");
  ASSERT_TRUE(side.publish_five());
  EXPECT_GE(sm::Pool::instance()->held_slots(), 5u);
  child.crash();
  EXPECT_TRUE(eventually([] { return sm::Pool::instance()->held_slots() == 0; }));
}

TEST(SharedMemory, AReaderKilledBeforeTheLastParticipantEndsHoldsNoSlot)
{
  {
    Side side;
    Child child("holder");
    ASSERT_TRUE(side.publish_five());
    EXPECT_GE(sm::Pool::instance()->held_slots(), 5u);
    child.crash();
  }
  EXPECT_EQ(sm::Pool::instance()->held_slots(), 0u);
  EXPECT_EQ(rmw::shared_memory_statistics().slots, 0u);
}

TEST(SharedMemory, AStoppedReaderIsNotTakenForDead)
{
  Side side;
  Child child("holder");
  ASSERT_TRUE(side.publish_five());
  child.send(SIGSTOP);
  for (int i = 0; i < 15; ++i) {
    std::this_thread::sleep_for(100ms);
    side.writer->allocate(mebibyte);
  }
  EXPECT_GE(sm::Pool::instance()->held_slots(), 5u);
  child.send(SIGCONT);
  publish(*side.writer, mebibyte, 6);
  ASSERT_TRUE(side.answers.wait_for(6));
  EXPECT_TRUE(side.answers.texts().back().starts_with("6 "));
}

TEST(SharedMemory, AKilledWriterLeavesItsSamplesReadable)
{
  // The roles are exchanged: the child publishes.
  Collector large;
  auto context = participant();
  auto reader = context->create_reader(options("/from_child", keep_all()), large);
  Child child("writer");
  ASSERT_TRUE(large.wait_for(3));
  child.crash();
  for (const auto & item : large.items()) {
    EXPECT_TRUE(number_in(item.sample.bytes()));
  }
  EXPECT_GE(rmw::shared_memory_statistics().received, 3u);
}

TEST(Child, DISABLED_writer)
{
  auto context = participant();
  WriterEvents events;
  auto writer = context->create_writer(options("/from_child", keep_all()), events);
  ASSERT_TRUE(eventually([&] {
    rmw::Buffer buffer = writer->allocate(mebibyte);
    return Side::is_in_slot(buffer);
  }));
  for (std::uint32_t i = 1; i <= 3; ++i) {
    publish(*writer, mebibyte, i);
  }
  Child::wait_for_end_of_input();
}

TEST(SharedMemory, ABestEffortReaderGetsSamplesAtANormalRate)
{
  Side side(rmw_qos_profile_sensor_data);
  const Child child("best_effort_reader");
  ASSERT_TRUE(side.wait_for_slots());
  // The network may lose some of them, but what arrives is whole.
  std::uint32_t count = 0;
  EXPECT_TRUE(eventually([&] {
    publish(*side.writer, mebibyte, ++count);
    std::this_thread::sleep_for(20ms);
    return side.answers.size() >= 10;
  }));
  for (const std::string & text : side.answers.texts()) {
    EXPECT_FALSE(text.starts_with("torn"));
  }
}

TEST(SharedMemory, TheBufferOfAnotherWriterIsSentAsAWhole)
{
  Side side;
  const Child child("reader");
  ASSERT_TRUE(side.wait_for_slots());
  WriterEvents events;
  auto other = side.context->create_writer(options("/large", keep_all()), events);
  ASSERT_TRUE(eventually([&] { return other->matched_count() == 1; }));
  rmw::Buffer buffer = side.writer->allocate(mebibyte);
  fill(buffer.bytes(), 7);
  other->write(std::move(buffer));
  ASSERT_TRUE(side.answers.wait_for(1));
  EXPECT_EQ(side.answers.texts().back(), "7 " + std::to_string(mebibyte) + " 0");
}

// A client of the server in a child.
class Calling : public rmw::ClientListener
{
public:
  void on_response(rmw::Sample && response, std::int64_t, const rmw::SampleInfo &) noexcept override
  {
    std::lock_guard lock(mutex_);
    responses_.push_back(std::move(response));
  }
  void on_malformed(const rmw::SampleInfo &) noexcept override {}
  void on_incompatible(const std::string &) noexcept override {}

  // Returns the number of the response.
  std::optional<std::uint32_t> call(rmw::Client & client, std::size_t size, std::uint32_t number)
  {
    rmw::Buffer request = client.allocate(size);
    fill_call(request, number);
    client.send(std::move(request), number);
    EXPECT_TRUE(eventually([&] {
      std::lock_guard lock(mutex_);
      return !responses_.empty();
    }));
    std::lock_guard lock(mutex_);
    const rmw::Sample response = responses_.back();
    EXPECT_EQ(responses_.size(), 1u);
    EXPECT_EQ(response.bytes().size(), size);
    responses_.clear();
    return number_in_call(response);
  }

private:
  std::mutex mutex_;  // guards responses_
  std::vector<rmw::Sample> responses_;
};

TEST(SharedMemory, RequestsAndResponsesAreReceivedInSlots)
{
  auto context = participant();
  const auto node = context->graph().add_node("/", "client");
  Calling listener;
  rmw::Client client(*context, *node, service_options(), listener);
  const Child child("server");
  ASSERT_TRUE(eventually([&] { return client.available(); }));
  ASSERT_TRUE(eventually([&] {
    rmw::Buffer buffer = client.allocate(mebibyte);
    return Side::is_in_slot(buffer);
  }));
  const std::uint64_t sent = rmw::shared_memory_statistics().sent;
  const std::uint64_t received = rmw::shared_memory_statistics().received;
  EXPECT_EQ(listener.call(client, 1000, 1), 1u);
  EXPECT_EQ(listener.call(client, mebibyte, 2), 1002u);
  EXPECT_EQ(listener.call(client, 100000, 3), 2003u);
  EXPECT_EQ(listener.call(client, 1000, 4), 2004u);
  EXPECT_EQ(rmw::shared_memory_statistics().sent - sent, 2u);
  EXPECT_EQ(rmw::shared_memory_statistics().received - received, 2u);
}

TEST(SharedMemory, AServerWithoutItGetsWholeRequests)
{
  auto context = participant();
  const auto node = context->graph().add_node("/", "client");
  Calling listener;
  rmw::Client client(*context, *node, service_options(), listener);
  const Child child("foreign_server");
  ASSERT_TRUE(eventually([&] { return client.available(); }));
  for (std::uint32_t i = 1; i <= 3; ++i) {
    EXPECT_EQ(listener.call(client, mebibyte, i), i);
  }
}

TEST(SharedMemory, ASampleIsForwardedInItsSlot)
{
  Side side;
  const Child child("reader");
  ASSERT_TRUE(side.wait_for_slots());
  rmw::Buffer buffer = side.writer->allocate(mebibyte);
  fill(buffer.bytes(), 8);
  const rmw::Sample sample(std::move(buffer));
  side.writer->write(sample);
  side.writer->write(sample);
  ASSERT_TRUE(side.answers.wait_for(2));
  EXPECT_EQ(side.answers.texts().back(), "8 " + std::to_string(mebibyte) + " 2");
}

TEST(SharedMemory, AShortenedBufferIsSentWhole)
{
  Side side;
  const Child child("reader");
  ASSERT_TRUE(side.wait_for_slots());
  WriterEvents events;
  auto other = side.context->create_writer(options("/large", keep_all()), events);
  ASSERT_TRUE(eventually([&] { return other->matched_count() == 1; }));
  for (rmw::Writer * writer : {side.writer.get(), other.get()}) {
    rmw::Buffer buffer = side.writer->allocate(mebibyte);
    fill(buffer.bytes(), 9);
    buffer.shrink(20);
    writer->write(std::move(buffer));
  }
  ASSERT_TRUE(side.answers.wait_for(2));
  EXPECT_EQ(side.answers.texts(), std::vector<std::string>(2, "9 20 0"));
}

// Reads its own slots as another process would.
TEST(SharedMemory, AForkKeepsItsSamplesAndCanForkAgain)
{
  auto * pool = sm::Pool::instance();
  auto & publishers = sm::Publishers::instance();
  const auto slot = pool->allocate(mebibyte);
  ASSERT_TRUE(slot);
  fill({slot->data, mebibyte}, 7);
  sm::Descriptor descriptor;
  descriptor.cookie = pool->announcement().cookie;
  descriptor.generation = slot->generation;
  descriptor.slot = slot->index;
  descriptor.size = mebibyte;
  publishers.add_match(pool->announcement());
  const auto held = publishers.hold(descriptor);
  ASSERT_TRUE(held);
  const std::span<const std::byte> bytes(held->data, mebibyte);
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const pid_t pid = fork();
  if (pid == 0) {
    close(pipe_ends[1]);
    char end = 0;
    bool right = read(pipe_ends[0], &end, 1) == 0;
    right = right && number_in(bytes) == 7u;
    const pid_t grandchild = fork();
    if (grandchild == 0) {
      _exit(right && number_in(bytes) == 7u ? 0 : 1);
    }
    int status = 0;
    waitpid(grandchild, &status, 0);
    _exit(status == 0 ? 0 : 1);
  }
  EXPECT_EQ(number_in(bytes), 7u);
  EXPECT_EQ(pool->held_slots(), 1u);
  publishers.release(*held);
  EXPECT_EQ(pool->held_slots(), 0u);
  fill({slot->data, mebibyte}, 8);  // as the publisher does with its next sample
  close(pipe_ends[1]);
  int status = 0;
  ASSERT_EQ(waitpid(pid, &status, 0), pid);
  EXPECT_EQ(status, 0);
  close(pipe_ends[0]);
  const auto next = publishers.hold(descriptor);
  ASSERT_TRUE(next);
  EXPECT_EQ(number_in({next->data, mebibyte}), 8u) << "the copy was for the first sample only";
  publishers.release(*next);
  publishers.remove_match(pool->announcement());
  pool->release(slot->index);
}

// Reads the slots of this process as another process would.
class OwnSlots : public ::testing::Test
{
protected:
  OwnSlots()
  {
    // Participants of earlier tests may have left something.
    publishers.remove_participant();
  }
  ~OwnSlots() override { publishers.remove_participant(); }

  sm::Descriptor make_sample(std::size_t size, std::uint32_t number)
  {
    const auto slot = pool->allocate(size).value();
    fill({slot.data, size}, number);
    sm::Descriptor descriptor;
    descriptor.cookie = pool->announcement().cookie;
    descriptor.generation = slot.generation;
    descriptor.slot = slot.index;
    descriptor.size = static_cast<std::uint32_t>(size);
    return descriptor;
  }

  sm::Pool * pool = sm::Pool::instance();
  sm::Publishers & publishers = sm::Publishers::instance();
};

TEST_F(OwnSlots, AReaderThatComesBackSoonFindsItsMaps)
{
  const sm::Announcement announcement = pool->announcement();
  const sm::Descriptor sample = make_sample(mebibyte, 7);
  publishers.add_match(announcement);
  const auto attached = pool->attachments();
  const auto first = publishers.hold(sample).value();
  publishers.release(first);
  const auto begin = sm::Publishers::Clock::now();
  EXPECT_TRUE(publishers.remove_match(announcement));
  EXPECT_LT(publishers.do_periodic_work(begin), begin + 1s);
  EXPECT_LT(publishers.do_periodic_work(begin + sm::Publishers::idle_time - 1ms), begin + 6s);
  EXPECT_EQ(pool->attachments(), attached);
  EXPECT_TRUE(pool->reader_bit(announcement.cookie));
  publishers.add_match(announcement);
  const auto second = publishers.hold(sample).value();
  EXPECT_EQ(second.data, first.data);
  EXPECT_EQ(number_in({second.data, mebibyte}), 7u);
  // While a sample is held it stays for as long as it takes.
  EXPECT_TRUE(publishers.remove_match(announcement));
  for (int i = 1; i < 10; ++i) {
    EXPECT_LT(publishers.do_periodic_work(begin + 10s * i), begin + 10s * i + 1s);
  }
  EXPECT_EQ(number_in({second.data, mebibyte}), 7u);
  publishers.release(second);
  EXPECT_LT(publishers.do_periodic_work(begin + 100s), begin + 101s);
  EXPECT_EQ(pool->attachments(), attached);
  EXPECT_EQ(
    publishers.do_periodic_work(begin + 100s + sm::Publishers::idle_time),
    sm::Publishers::Clock::time_point::max());
  EXPECT_NE(pool->attachments(), attached);
  EXPECT_FALSE(pool->reader_bit(announcement.cookie));
  pool->release(sample.slot);
}

TEST_F(OwnSlots, NothingStaysWithoutAThreadThatWouldClose)
{
  const sm::Announcement announcement = pool->announcement();
  const sm::Descriptor sample = make_sample(mebibyte, 8);
  publishers.add_match(announcement);
  const auto held = publishers.hold(sample).value();
  publishers.remove_match(announcement);
  publishers.remove_participant();
  EXPECT_TRUE(pool->reader_bit(announcement.cookie));
  EXPECT_EQ(number_in({held.data, mebibyte}), 8u);
  publishers.release(held);
  EXPECT_FALSE(pool->reader_bit(announcement.cookie));
  publishers.add_match(announcement);
  publishers.remove_match(announcement);
  EXPECT_TRUE(pool->reader_bit(announcement.cookie));
  publishers.remove_participant();
  EXPECT_FALSE(pool->reader_bit(announcement.cookie));
  pool->release(sample.slot);
}

TEST_F(OwnSlots, AReaderHasReceivedWhatItHasFound)
{
  const sm::Descriptor sample = make_sample(mebibyte, 9);
  const auto opened = sm::open_control(pool->announcement());
  ASSERT_TRUE(opened.control) << opened.reason;
  const sm::SlotState & state = opened.control->slot[sample.slot];
  opened.control->slot[sample.slot].received = UINT64_MAX;  // by a reader before it
  publishers.add_match(pool->announcement());
  const std::uint64_t bit = pool->reader_bit(pool->announcement().cookie);
  ASSERT_NE(bit, 0u);
  EXPECT_EQ(state.received, ~bit);
  sm::Descriptor other = sample;
  ++other.generation;
  EXPECT_FALSE(publishers.hold(other));
  EXPECT_EQ(state.received, ~bit);
  publishers.release(publishers.hold(sample).value());
  EXPECT_EQ(state.received, UINT64_MAX);
  publishers.remove_match(pool->announcement());
  munmap(opened.control, sizeof(sm::Control));
  close(opened.file);
  pool->release(sample.slot);
}

TEST_F(OwnSlots, ThreadsHoldOneSampleAtATime)
{
  const sm::Announcement announcement = pool->announcement();
  publishers.add_match(announcement);
  for (std::uint32_t round = 0; round < 50; ++round) {
    // The size changes each time, so that the slot is mapped again.
    const std::size_t size = mebibyte + round % 5 * 300000;
    const sm::Descriptor sample = make_sample(size, round);
    std::atomic<int> right = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        publishers.add_match(announcement);
        for (int repeat = 0; repeat < 3; ++repeat) {
          const auto held = publishers.hold(sample).value();
          right += held.data && number_in({held.data, 4096}) == round ? 1 : 0;
          publishers.release(held);
        }
        publishers.remove_match(announcement);
      });
    }
    for (std::thread & thread : threads) {
      thread.join();
    }
    EXPECT_EQ(right, 12);
    EXPECT_EQ(pool->held_slots(), 0u);
    pool->release(sample.slot);
  }
  publishers.remove_match(announcement);
}

TEST(SharedMemory, NothingIsAnnouncedWhenItIsOff)
{
  auto chosen = rmw::read_environment().options;
  chosen.shared_memory = false;
  auto context = rmw::Participant::create(chosen);
  WriterEvents events;
  auto writer = context->create_writer(options("/large"), events);
  EXPECT_FALSE(sm::announcement_in(writer->endpoint()->user_data));
  rmw::Buffer buffer = writer->allocate(mebibyte);
  EXPECT_FALSE(Side::is_in_slot(buffer));
  EXPECT_EQ(
    rmw::why_no_shared_memory(*writer->endpoint(), *writer->endpoint()),
    "it is switched off for the publisher");
}

TEST(SharedMemory, OneWriterCanSwitchItOff)
{
  Side side;
  rmw::EndpointOptions without = options("/large", keep_all());
  without.shared_memory = false;
  WriterEvents events;
  auto other = side.context->create_writer(without, events);
  const Child child("reader");
  ASSERT_TRUE(side.wait_for_slots());
  ASSERT_TRUE(eventually([&] { return other->matched_count() == 1; }));
  publish(*other, mebibyte, 1);
  ASSERT_TRUE(side.answers.wait_for(1));
  EXPECT_EQ(side.answers.texts().back(), "1 " + std::to_string(mebibyte) + " 0");
  publish(*side.writer, mebibyte, 2);
  ASSERT_TRUE(side.answers.wait_for(2));
  EXPECT_EQ(side.answers.texts().back(), "2 " + std::to_string(mebibyte) + " 1");
  const auto reader = other->matched_readers().at(0);
  EXPECT_EQ(
    rmw::why_no_shared_memory(*other->endpoint(), *reader), "it is switched off for the publisher");
  EXPECT_EQ(rmw::why_no_shared_memory(*side.writer->endpoint(), *reader), "");
}

TEST(SharedMemory, OneReaderCanSwitchItOff)
{
  Side side;
  rmw::EndpointOptions without = options("/large", keep_all());
  without.shared_memory = false;
  auto context = participant();
  Collector received;
  auto reader = context->create_reader(without, received);
  const Child child("reader");
  ASSERT_TRUE(eventually([&] { return side.writer->matched_count() == 2; }));
  publish(*side.writer, mebibyte, 1);
  ASSERT_TRUE(side.answers.wait_for(1));
  ASSERT_TRUE(received.wait_for(1));
  EXPECT_EQ(
    rmw::why_no_shared_memory(*side.writer->endpoint(), *reader->endpoint()),
    "it is switched off for the subscription");
}

TEST(SharedMemory, AProcessThatDeliversAsynchronouslyReadsNone)
{
  auto chosen = rmw::read_environment().options;
  chosen.engine_configuration =
    "<CycloneDDS><Domain><Internal><SynchronousDeliveryPriorityThreshold>1"
    "</SynchronousDeliveryPriorityThreshold></Internal></Domain></CycloneDDS>";
  auto context = rmw::Participant::create(chosen);
  WriterEvents events;
  auto writer = context->create_writer(options("/large", keep_all()), events);
  Collector received;
  auto reader = context->create_reader(options("/large", keep_all()), received);
  EXPECT_TRUE(sm::announcement_in(writer->endpoint()->user_data));
  EXPECT_FALSE(sm::announcement_in(reader->endpoint()->user_data))
    << "a slot that is acknowledged in the queue of its delivery would be reused";
  EXPECT_EQ(
    rmw::why_no_shared_memory(*writer->endpoint(), *reader->endpoint()),
    "the subscription gets its samples later than they are acknowledged "
    "(SynchronousDeliveryPriorityThreshold in its CYCLONEDDS_URI)");
  rmw::EndpointOptions without = options("/large", keep_all());
  without.shared_memory = false;
  auto other = context->create_reader(without, received);
  EXPECT_EQ(
    rmw::why_no_shared_memory(*writer->endpoint(), *other->endpoint()),
    "it is switched off for the subscription");
}

TEST(SharedMemory, TheReasonOfAnEndpointWithoutItIsNamed)
{
  const auto reason = [](const std::string & user_data) {
    rmw::Endpoint writer;
    writer.user_data = user_data;
    return rmw::why_no_shared_memory(writer, writer);
  };
  EXPECT_EQ(reason(""), "the publisher offers none");
  EXPECT_EQ(reason("shm=off;"), "it is switched off for the publisher");
  EXPECT_EQ(reason("typehash=1;shm=secured;"), "the publisher has a security enclave");
  EXPECT_EQ(reason("shm=missing;"), "the system provides none to the publisher");
  const std::string other = std::to_string(sm::layout_version + 1);
  EXPECT_EQ(reason("shm=" + other + ":1:1:1;"), "the publisher runs another version of RxROS2");
}

TEST(SharedMemory, AnotherProcessUnderTheAnnouncedNumbersIsRecognized)
{
  const auto own = sm::Pool::instance()->announcement();
  EXPECT_EQ(
    sm::announcement_in(rmw::user_data_entry("shm", sm::to_string(own))), std::optional(own));
  sm::Announcement other = own;
  other.cookie ^= 1;
  EXPECT_NE(sm::open_control(other).reason, "");
  other = own;
  other.control_descriptor = 0;
  EXPECT_NE(sm::open_control(other).reason, "");
  other.process = 1 << 30;
  EXPECT_NE(sm::open_control(other).reason, "");
  const auto is_valid = [](const std::string & text) {
    return sm::announcement_in(rmw::user_data_entry("shm", text)).has_value();
  };
  const std::string version = std::to_string(sm::layout_version);
  EXPECT_TRUE(is_valid(version + ":1:1:1"));
  for (const char * rest : {"", ":2:3", ":2:3:0", "0:1:1:1", ":-1:1:1", ":1:1:1x"}) {
    EXPECT_FALSE(is_valid(version + rest)) << rest;
  }
  EXPECT_FALSE(is_valid(""));
}

TEST(SharedMemory, DescriptorsOfStrangersFindNothing)
{
  Collector large;
  auto context = participant();
  auto reader = context->create_reader(options("/from_child", keep_all()), large);
  const Child child("writer");
  ASSERT_TRUE(large.wait_for(3));
  const auto announcement = sm::announcement_in(reader->matched_writers().at(0)->user_data).value();
  auto & publishers = sm::Publishers::instance();
  sm::Descriptor descriptor;
  descriptor.cookie = announcement.cookie;
  descriptor.generation = 1;
  descriptor.size = mebibyte;
  // The first sample is still there.
  std::size_t valid = 0;
  for (std::uint64_t generation = 0; generation < 64; ++generation) {
    descriptor.generation = generation;
    if (const auto slot = publishers.hold(descriptor)) {
      ++valid;
      // This way is for a process that cannot map further memory.
      std::vector<std::byte> copy(mebibyte);
      EXPECT_TRUE(publishers.read(*slot, copy));
      EXPECT_TRUE(std::equal(copy.begin(), copy.end(), slot->data));
      publishers.release(*slot);
      for (const std::uint32_t size : {0u, 3u, 0x40000000u, 0xffffffffu}) {
        sm::Descriptor forged = descriptor;
        forged.size = size;
        EXPECT_FALSE(publishers.hold(forged)) << size;
      }
      for (const std::uint32_t index : {500u, 1023u, 1024u, 0xffffffffu}) {
        sm::Descriptor forged = descriptor;
        forged.slot = index;
        EXPECT_FALSE(publishers.hold(forged)) << index;
      }
      sm::Descriptor forged = descriptor;
      forged.cookie ^= 1;
      EXPECT_FALSE(publishers.hold(forged));
    }
  }
  EXPECT_EQ(valid, 1u);
}

}  // namespace

// Each run checks the fuzzer's stored inputs, and many changes of them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size);

TEST(SharedMemory, FuzzingCorpus)
{
  std::mt19937 random(1);
  std::size_t files = 0;
  for (const auto & entry : std::filesystem::directory_iterator(RMW_SHARED_MEMORY_CORPUS)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::vector<char> input(std::istreambuf_iterator<char>(file), {});
    for (int i = 0; i < 10000; ++i) {
      std::vector<std::uint8_t> changed(input.begin(), input.end());
      for (int change = 0; change < i % 4; ++change) {
        changed[random() % changed.size()] = static_cast<std::uint8_t>(random());
      }
      EXPECT_EQ(LLVMFuzzerTestOneInput(changed.data(), changed.size()), 0);
    }
    ++files;
  }
  EXPECT_GT(files, 5u) << RMW_SHARED_MEMORY_CORPUS;
}
