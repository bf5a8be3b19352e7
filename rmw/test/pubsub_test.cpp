// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Writers and readers of two participants in one process: delivery, QoS, matching, destruction.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "pubsub_test.hpp"

namespace
{

using namespace pubsub_test;

TEST_F(Pubsub, DeliversBytesWithTheirSource)
{
  auto out = writer();
  auto in = reader();
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 1 && in->matched_count() == 1; }));
  const std::int64_t before = std::chrono::system_clock::now().time_since_epoch().count();
  out->write(buffer("hello"));
  ASSERT_TRUE(collector.wait_for(1));
  const auto item = collector.items().front();
  EXPECT_EQ(text(item.sample), "hello");
  EXPECT_EQ(item.info.writer->gid, out->gid());
  EXPECT_EQ(item.info.writer->type_hash, string_hash);
  EXPECT_GE(item.info.source_timestamp_ns, before);
  EXPECT_GE(item.info.received_timestamp_ns, item.info.source_timestamp_ns);
  EXPECT_TRUE(rmw::same_participant(out->gid(), here->gid()));
  EXPECT_EQ(in->matched_writers().at(0)->gid, out->gid());
  EXPECT_EQ(out->matched_readers().at(0)->gid, in->gid());
}

std::vector<std::string> numbers(int from, int to)
{
  std::vector<std::string> out;
  for (int i = from; i <= to; ++i) {
    out.push_back(std::to_string(i));
  }
  return out;
}

TEST_F(Pubsub, EverySampleInOrder)
{
  for (const auto history : {RMW_QOS_POLICY_HISTORY_KEEP_LAST, RMW_QOS_POLICY_HISTORY_KEEP_ALL}) {
    rmw_qos_profile_t qos = keep_last(1);  // taken at once, so that the depth does not matter
    qos.history = history;
    Collector all;
    auto out = writer(qos, "/ordered");
    auto in = there->create_reader(options("/ordered", qos), all);
    ASSERT_TRUE(eventually([&] { return out->matched_count() == 1; }));
    for (int i = 1; i <= 1000; ++i) {
      out->write(buffer(std::to_string(i)));
    }
    ASSERT_TRUE(all.wait_for(1000));
    EXPECT_EQ(all.texts(), numbers(1, 1000));
    EXPECT_EQ(all.lost(), 0u);
  }
}

TEST_F(Pubsub, LateReaderGetsTheLastOfATransientLocalWriter)
{
  auto out = writer(transient_local(3));
  for (int i = 1; i <= 10; ++i) {
    out->write(buffer(std::to_string(i)));
  }
  auto in = reader(transient_local(10));
  ASSERT_TRUE(collector.wait_for(3));
  out->write(buffer("11"));
  ASSERT_TRUE(collector.wait_for(4));
  EXPECT_EQ(collector.texts(), numbers(8, 11));
}

TEST_F(Pubsub, ALatchedSampleArrivesOnceAtAReaderThatMatchesMeanwhile)
{
  const rmw_qos_profile_t qos = transient_local(100);
  auto out = writer(qos, "/latched");
  std::vector<std::jthread> writing;
  for (const char * name : {"a", "b"}) {
    writing.emplace_back([&, name](const std::stop_token & stop) {
      for (int i = 0; !stop.stop_requested(); ++i) {
        out->write(buffer(name + std::to_string(i)));
      }
    });
  }
  for (int round = 0; round < 300; ++round) {
    Collector all;
    auto in = there->create_reader(options("/latched", qos), all);
    ASSERT_TRUE(all.wait_for(200));
    in.reset();
    std::vector<std::string> texts = all.texts();
    std::sort(texts.begin(), texts.end());
    const auto twice = std::adjacent_find(texts.begin(), texts.end());
    ASSERT_TRUE(twice == texts.end()) << *twice << " in round " << round;
  }
}

// Counts samples and keeps none, so that the next one may have the same address.
class Counter : public Collector
{
public:
  void on_sample(rmw::Sample &&, const rmw::SampleInfo &) noexcept override { ++count; }
  std::atomic<std::size_t> count = 0;
};

TEST_F(Pubsub, LatchedSamplesOfOneTimeAllArrive)
{
  for (const std::size_t depth : {1u, 10u}) {
    const std::string topic = "/latched_" + std::to_string(depth);
    auto out = writer(transient_local(depth), topic.c_str());
    Counter counter;
    auto in = there->create_reader(options(topic, transient_local(depth)), counter);
    ASSERT_TRUE(eventually([&] { return out->matched_count() == 1; }));
    for (int i = 0; i < 5000; ++i) {
      out->write(buffer(std::to_string(i)), 1000);
    }
    EXPECT_TRUE(eventually([&] { return counter.count == 5000; })) << counter.count;
  }
}

TEST_F(Pubsub, AWriterWithALateClockIsAwaitedOnlyOnce)
{
  auto behind = writer(transient_local(10));
  auto other = writer(transient_local(10));
  auto in = reader(transient_local(10));
  ASSERT_TRUE(
    eventually([&] { return behind->matched_count() == 1 && other->matched_count() == 1; }));
  behind->write(buffer("1"), 1000);
  ASSERT_TRUE(collector.wait_for(1));
  // If it counted as old again, it would be kept and sorted.
  behind->write(buffer("2"), 2000);
  other->write(buffer("3"), 500);
  ASSERT_TRUE(collector.wait_for(3));
  EXPECT_EQ(collector.texts(), numbers(1, 3));
}

TEST_F(Pubsub, ALateVolatileReaderGetsNoOldMessages)
{
  auto out = writer(transient_local(3));
  out->write(buffer("past"));
  auto in = reader(keep_last(10));
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 1; }));
  out->write(buffer("now"));
  ASSERT_TRUE(collector.wait_for(1));
  EXPECT_EQ(collector.texts(), std::vector<std::string>{"now"});
}

TEST_F(Pubsub, OwnParticipantIsLeftToRclcpp)
{
  auto out = writer(transient_local(10));
  Collector own;
  auto own_in = here->create_reader(options("/chatter", transient_local(10)), own);
  auto in = reader(transient_local(10));
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 1; }));
  out->write(buffer("x"));
  ASSERT_TRUE(collector.wait_for(1));
  EXPECT_EQ(own.size(), 0u);
  EXPECT_EQ(own_in->matched_count(), 0u);
  EXPECT_EQ(out->matched_count(), 1u);
}

TEST_F(Pubsub, IncompatibleQosIsReportedToBothSidesWithTopicAndPolicy)
{
  auto out = writer(rmw_qos_profile_sensor_data);
  auto in = reader();
  ASSERT_TRUE(eventually(
    [&] { return !collector.incompatible_qos().empty() && !events.incompatible_qos().empty(); }));
  EXPECT_EQ(collector.incompatible_qos().front(), "rt/chatter RELIABILITY");
  EXPECT_EQ(events.incompatible_qos().front(), "rt/chatter RELIABILITY");
  EXPECT_EQ(out->matched_count(), 0u);

  Collector durable;
  auto volatile_out = writer(keep_last(1), "/map");
  auto durable_in = there->create_reader(options("/map", transient_local(1)), durable);
  ASSERT_TRUE(eventually([&] { return !durable.incompatible_qos().empty(); }));
  EXPECT_EQ(durable.incompatible_qos().front(), "rt/map DURABILITY");
}

TEST_F(Pubsub, BytesAreSharedBetweenParticipantsOfAProcess)
{
  auto out = writer();
  auto in = reader();
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 1; }));
  rmw::Buffer big = buffer(std::string(16 << 20, 'x'));
  const std::byte * memory = big.bytes().data();
  out->write(std::move(big));
  ASSERT_TRUE(collector.wait_for(1));
  EXPECT_EQ(collector.items().front().sample.bytes().data(), memory);
}

TEST_F(Pubsub, ForwardingSharesTheBytes)
{
  auto out = writer();
  auto in = reader();
  auto forward_out = there->create_writer(options("/forwarded"), events);
  Collector end;
  auto forward_in = here->create_reader(options("/forwarded"), end);
  ASSERT_TRUE(
    eventually([&] { return out->matched_count() == 1 && forward_out->matched_count() == 1; }));
  out->write(buffer("relay"), 123);
  ASSERT_TRUE(collector.wait_for(1));
  const auto item = collector.items().front();
  EXPECT_EQ(item.info.source_timestamp_ns, 123);
  forward_out->write(item.sample);
  ASSERT_TRUE(end.wait_for(1));
  EXPECT_EQ(end.items().front().sample.bytes().data(), item.sample.bytes().data());
  EXPECT_NE(end.items().front().info.source_timestamp_ns, 123);
  EXPECT_EQ(end.items().front().info.writer->gid, forward_out->gid());
}

TEST_F(Pubsub, SampleOutlivesEverything)
{
  auto out = writer();
  auto in = reader();
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 1; }));
  out->write(buffer("kept"));
  ASSERT_TRUE(collector.wait_for(1));
  rmw::Sample kept = collector.items().front().sample;
  in.reset();
  out.reset();
  here.reset();
  there.reset();
  EXPECT_EQ(text(kept), "kept");
}

TEST_F(Pubsub, EndpointsKeepTheirParticipant)
{
  auto out = writer();
  auto in = reader();
  here.reset();
  there.reset();
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 1; }));
  out->write(buffer("still"));
  EXPECT_TRUE(collector.wait_for(1));
}

TEST_F(Pubsub, TheEndOfAWriterIsReported)
{
  auto out = writer();
  auto in = reader();
  ASSERT_TRUE(eventually([&] { return in->matched_count() == 1; }));
  out.reset();
  ASSERT_TRUE(eventually([&] { return in->matched_count() == 0; }));
  EXPECT_TRUE(in->matched_writers().empty());
  // The listener is called after the count has changed.
  ASSERT_TRUE(eventually([&] { return collector.matched().current_count_change == -1; }));
  EXPECT_EQ(collector.matched().current_count, 0u);
  EXPECT_EQ(collector.matched().total_count, 1u);
}

TEST_F(Pubsub, ActualQosHasNoDefaultsLeft)
{
  auto out = writer(rmw_qos_profile_system_default);
  EXPECT_EQ(out->actual_qos().reliability, RMW_QOS_POLICY_RELIABILITY_RELIABLE);
  EXPECT_EQ(out->actual_qos().depth, 1u);
  auto best_effort = writer(rmw_qos_profile_sensor_data, "/best");
  ASSERT_TRUE(eventually([&] { return there->graph().count_publishers("/best") == 1; }));
  auto in = reader(rmw_qos_profile_best_available, "/best");
  EXPECT_EQ(in->actual_qos().reliability, RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT);
  EXPECT_EQ(in->actual_qos().durability, RMW_QOS_POLICY_DURABILITY_VOLATILE);
  EXPECT_TRUE(eventually([&] { return in->matched_count() == 1; }));
}

TEST_F(Pubsub, AFailedCreationReportsItsCause)
{
  const auto message = [&](const rmw::EndpointOptions & bad) -> std::string {
    try {
      here->create_writer(bad, events);
    } catch (const rmw::error & e) {
      return e.what();
    }
    return "";
  };
  rmw::EndpointOptions bad = options("/chatter");
  bad.qos.reliability = RMW_QOS_POLICY_RELIABILITY_UNKNOWN;
  EXPECT_EQ(message(bad), "topic 'rt/chatter': QoS reliability is unknown");
  bad = options("/chatter");
  bad.topic = "DCPSTopic";
  EXPECT_NE(message(bad).find("'DCPSTopic'"), std::string::npos) << message(bad);
  bad.topic = "";
  EXPECT_NE(message(bad).find("empty"), std::string::npos) << message(bad);
  auto out = writer();
  EXPECT_THROW(out->write(rmw::Buffer(3)), rmw::error);
  rmw::Buffer no_cdr = buffer("x");
  no_cdr.bytes()[1] = std::byte{7};
  EXPECT_THROW(out->write(std::move(no_cdr)), rmw::error);
  EXPECT_THROW(out->write(rmw::Sample()), rmw::error);
}

TEST_F(Pubsub, AcknowledgedAndAlive)
{
  rmw_qos_profile_t qos = rmw_qos_profile_default;
  qos.liveliness = RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC;
  qos.liveliness_lease_duration = {1, 0};
  auto out = writer(qos);
  auto in = reader();
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 1; }));
  out->write(buffer("x"));
  EXPECT_TRUE(out->wait_for_acked(patience));
  EXPECT_TRUE(out->assert_liveliness());
  qos.liveliness_lease_duration = RMW_DURATION_INFINITE;
  auto immortal = writer(qos, "/immortal");
  immortal->write(buffer("x"));
  EXPECT_TRUE(immortal->assert_liveliness());
}

TEST_F(Pubsub, SeveralThreadsWrite)
{
  auto out = writer(keep_last(1000));
  auto in = reader(keep_last(1000));
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 1; }));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 250; ++i) {
        out->write(buffer("x"));
      }
    });
  }
  for (auto & thread : threads) {
    thread.join();
  }
  EXPECT_TRUE(collector.wait_for(1000));
}

// Destroys an object when the first sample arrives.
class Dropper : public rmw::ReaderListener
{
public:
  void on_sample(rmw::Sample &&, const rmw::SampleInfo &) noexcept override
  {
    EXPECT_FALSE(dropped.load());  // nothing arrives after the end
    action();
    dropped = true;
  }
  std::function<void()> action;
  std::atomic<bool> dropped = false;
};

TEST_F(Pubsub, ReaderMayBeDroppedInItsOwnCall)
{
  Dropper dropper;
  auto in = there->create_reader(options("/chatter"), dropper);
  dropper.action = [&] { in.reset(); };
  auto out = writer();
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 1; }));
  out->write(buffer("1"));
  out->write(buffer("2"));
  ASSERT_TRUE(eventually([&] { return dropper.dropped.load(); }));
  EXPECT_TRUE(eventually([&] { return out->matched_count() == 0; }));
}

TEST_F(Pubsub, LastReferenceToAParticipantMayBeDroppedInACall)
{
  Dropper dropper;
  auto in = there->create_reader(options("/chatter"), dropper);
  auto out = writer();
  dropper.action = [&] {
    there.reset();
    in.reset();
  };
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 1; }));
  out->write(buffer("1"));
  ASSERT_TRUE(eventually([&] { return dropper.dropped.load(); }));
  EXPECT_TRUE(eventually([&] { return out->matched_count() == 0; }));
}

TEST_F(Pubsub, DestructionWhileSamplesCome)
{
  auto out = writer(keep_last(1));
  std::atomic<bool> stop = false;
  std::thread sender([&] {
    while (!stop) {
      out->write(buffer("x"));
    }
  });
  // Each listener is destroyed right after its reader: sanitizers detect a later call.
  for (int i = 0; i < 50; ++i) {
    auto own = std::make_unique<Collector>();
    auto in = there->create_reader(options("/chatter", keep_last(1)), *own);
    EXPECT_TRUE(own->wait_for(3));
    in.reset();
    own.reset();
  }
  stop = true;
  sender.join();
}

TEST_F(Pubsub, ParticipantsComeAndGoWhileSamplesAreSent)
{
  auto out = writer(keep_last(1));
  std::atomic<bool> stop = false;
  std::thread sender([&] {
    while (!stop) {
      out->write(buffer("x"));
    }
  });
  for (int i = 0; i < 10; ++i) {
    Collector own;
    auto guest = participant();
    auto in = guest->create_reader(options("/chatter", keep_last(1)), own);
    EXPECT_TRUE(own.wait_for(1));
  }
  stop = true;
  sender.join();
}

TEST_F(Pubsub, LivelinessIsLostAndFound)
{
  struct Silent : rmw::WriterListener
  {
    void on_liveliness_lost(const rmw_liveliness_lost_status_t & status) noexcept override
    {
      lost = status.total_count;
    }
    std::atomic<int> lost = 0;
  } silent;
  struct Watcher : rmw::ReaderListener
  {
    void on_sample(rmw::Sample &&, const rmw::SampleInfo &) noexcept override {}
    void on_liveliness_changed(const rmw_liveliness_changed_status_t & status) noexcept override
    {
      alive = status.alive_count;
      was_alive = was_alive || status.alive_count == 1;
      not_alive = status.not_alive_count;
    }
    std::atomic<int> alive = 0;
    // on a busy machine the lease may end before the test checks
    std::atomic<bool> was_alive = false;
    std::atomic<int> not_alive = 0;
  } watcher;
  rmw_qos_profile_t qos = rmw_qos_profile_default;
  qos.liveliness = RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC;
  qos.liveliness_lease_duration = {0, 50000000};
  auto out = here->create_writer(options("/alive", qos), silent);
  auto in = there->create_reader(options("/alive", qos), watcher);
  // A watcher in the same process only sees by data that it is alive again: on a busy machine the
  // first lease may end before the reader is created.
  EXPECT_TRUE(eventually([&] {
    out->write(buffer("x"));
    return watcher.was_alive.load();
  }));
  EXPECT_TRUE(eventually([&] { return silent.lost > 0 && watcher.not_alive == 1; }));
  const int before = silent.lost;
  EXPECT_TRUE(out->assert_liveliness());
  EXPECT_TRUE(eventually([&] { return silent.lost > before; })) << "it was alive in between";
  EXPECT_TRUE(eventually([&] {
    out->write(buffer("x"));
    return watcher.alive == 1;
  }));
}

TEST_F(Pubsub, ALeaseThatIsAlmostForEverIsNotLost)
{
  struct Silent : rmw::WriterListener
  {
    void on_liveliness_lost(const rmw_liveliness_lost_status_t &) noexcept override { ++lost; }
    std::atomic<int> lost = 0;
  } silent;
  rmw_qos_profile_t qos = rmw_qos_profile_default;
  qos.liveliness = RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC;
  qos.liveliness_lease_duration = {9'223'372'036, 0};
  auto out = here->create_writer(options("/alive", qos), silent);
  for (int turn = 0; turn < 3; ++turn) {  // each looks at the leases
    EXPECT_TRUE(out->assert_liveliness());
    std::atomic<bool> looked = false;
    here->call_later([&] { looked = true; });
    EXPECT_TRUE(eventually([&] { return looked.load(); }));
  }
  EXPECT_EQ(silent.lost, 0);
}

TEST_F(Pubsub, DeadlinesAreMissedOnBothSides)
{
  struct Late : rmw::WriterListener
  {
    void on_deadline_missed(const rmw_offered_deadline_missed_status_t & status) noexcept override
    {
      missed = status.total_count;
    }
    std::atomic<int> missed = 0;
  } late;
  struct Waiting : rmw::ReaderListener
  {
    void on_sample(rmw::Sample &&, const rmw::SampleInfo &) noexcept override {}
    void on_deadline_missed(const rmw_requested_deadline_missed_status_t & status) noexcept override
    {
      missed = status.total_count;
    }
    std::atomic<int> missed = 0;
  } waiting;
  rmw_qos_profile_t qos = rmw_qos_profile_default;
  qos.deadline = {0, 20000000};
  auto out = here->create_writer(options("/due", qos), late);
  auto in = there->create_reader(options("/due", qos), waiting);
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 1; }));
  out->write(buffer("x"));
  EXPECT_TRUE(eventually([&] { return late.missed > 0 && waiting.missed > 0; }));
}

}  // namespace
