// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Writers and readers of two participants in one process: delivery, QoS, matching, destruction.

#include <gtest/gtest.h>

#include <atomic>

#include "support.hpp"

namespace
{

using namespace test;

struct Pubsub : testing::Test
{
  std::shared_ptr<rmw::Participant> here = participant();
  std::shared_ptr<rmw::Participant> there = participant();
  Collector collector;
  WriterEvents events;

  std::unique_ptr<rmw::Reader> reader(
    const rmw_qos_profile_t & qos = rmw_qos_profile_default, const char * topic = "/chatter")
  {
    return there->create_reader(options(topic, qos), collector);
  }
  std::unique_ptr<rmw::Writer> writer(
    const rmw_qos_profile_t & qos = rmw_qos_profile_default, const char * topic = "/chatter")
  {
    return here->create_writer(options(topic, qos), events);
  }
};

TEST_F(Pubsub, delivers_bytes_with_their_source)
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

}  // namespace
