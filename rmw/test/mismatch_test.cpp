// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Endpoints that do not fit: how each side describes the peer, the difference and the cure.

#include <unistd.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cyclonedds/cyclone.hpp"
#include "cyclonedds/sertype.hpp"
#include "pubsub_test.hpp"
#include "thread_sanitizer.h"

namespace
{

using namespace pubsub_test;

// Announces a writer and a reader as those of two nodes.
class Mismatch : public Pubsub
{
protected:
  std::unique_ptr<rmw::NodeHandle> talker = here->graph().add_node("/arm", "talker");
  std::unique_ptr<rmw::NodeHandle> listener = there->graph().add_node("/", "listener");
  std::unique_ptr<rmw::Writer> out;
  std::unique_ptr<rmw::Reader> in;

  void create(const rmw::EndpointOptions & offer, const rmw::EndpointOptions & request)
  {
    out = here->create_writer(offer, events);
    talker->add_writer(out->gid());
    in = there->create_reader(request, collector);
    listener->add_reader(in->gid());
  }
  bool both_are_described()
  {
    return eventually(
      [&] { return !collector.mismatches().empty() && !events.mismatches().empty(); });
  }
  // The place of both participants: this process.
  const std::string process = " (this process)";
};

TEST_F(Mismatch, OfTypesIsDescribedToBothSidesWithNodesTypesAndCure)
{
  rmw::EndpointOptions other = options("/chatter");
  other.type = "std_msgs::msg::dds_::Int32_";
  other.type_hash = "";
  create(options("/chatter"), other);
  ASSERT_TRUE(both_are_described());
  EXPECT_EQ(
    collector.mismatches().front(),
    "Incompatible type on topic '/chatter', no messages will be received from it: the publisher of "
    "node /arm/talker" +
      process +
      " has type 'std_msgs/msg/String', the subscription of node /listener has "
      "'std_msgs/msg/Int32'; use one type in both, or another name for one of them");
  EXPECT_EQ(
    events.mismatches().front(),
    "Incompatible type on topic '/chatter', no messages will be sent to it: the publisher of node "
    "/arm/talker has type 'std_msgs/msg/String', the subscription of node /listener" +
      process + " has 'std_msgs/msg/Int32'; use one type in both, or another name for one of them");
  EXPECT_EQ(collector.incompatible_types(), 1);
  EXPECT_EQ(events.incompatible_types(), 1);
  EXPECT_EQ(out->matched_count(), 0u);
}

TEST_F(Mismatch, OfDefinitionsIsDescribedWithBothHashes)
{
  rmw::EndpointOptions other = options("/chatter");
  other.type_hash = "RIHS01_" + std::string(64, '0');
  create(options("/chatter"), other);
  ASSERT_TRUE(both_are_described());
  EXPECT_EQ(
    collector.mismatches(),
    std::vector<std::string>{
      "Incompatible type on topic '/chatter', messages may not be decodable: the publisher of node "
      "/arm/talker" +
      process + " has the definition " + string_hash +
      " of 'std_msgs/msg/String', the subscription of node /listener has " + other.type_hash +
      "; build both with the same version of the package that defines it"});
  EXPECT_EQ(collector.incompatible_types(), 1);
}

TEST_F(Mismatch, OfQosIsDescribedWithBothValuesOfEachPolicy)
{
  rmw_qos_profile_t offered = rmw_qos_profile_sensor_data;
  offered.deadline = {2, 0};
  rmw_qos_profile_t requested = transient_local(1);
  requested.deadline = {0, 500'000'000};
  create(options("/chatter", offered), options("/chatter", requested));
  ASSERT_TRUE(both_are_described());
  EXPECT_EQ(
    collector.mismatches(),
    std::vector<std::string>{
      "New publisher discovered on topic '/chatter', offering incompatible QoS. No messages will "
      "be received from it. Last incompatible policy: RELIABILITY_QOS_POLICY: the publisher of "
      "node /arm/talker" +
      process +
      " offers reliability best_effort and durability volatile and a deadline of 2 s, the "
      "subscription of node /listener requires reliability reliable and durability transient_local "
      "and a deadline of at most 0.5 s; let the publisher offer reliability reliable and "
      "durability transient_local and a deadline of at most 0.5 s, or the subscription require "
      "reliability best_effort and durability volatile and a deadline of 2 s"});
  EXPECT_NE(
    events.mismatches().front().find(
      "New subscription discovered on topic '/chatter', requesting incompatible QoS. No messages "
      "will be sent to it."),
    std::string::npos)
    << events.mismatches().front();
}

TEST_F(Mismatch, IsDescribedOnceForEachPeer)
{
  rmw::EndpointOptions other = options("/chatter");
  other.type = "std_msgs::msg::dds_::Int32_";
  create(options("/chatter"), other);
  Collector second;
  const auto in2 = there->create_reader(other, second);
  listener->add_reader(in2->gid());
  // Each endpoint is notified by its own participant, in any order.
  ASSERT_TRUE(eventually([&] {
    return events.mismatches().size() >= 2 && collector.mismatches().size() >= 1 &&
           second.mismatches().size() >= 1;
  }));
  EXPECT_EQ(events.mismatches().size(), 2u);
  EXPECT_EQ(collector.mismatches().size(), 1u);
  EXPECT_EQ(second.mismatches().size(), 1u);
}

// A peer may end before its node is announced.
TEST_F(Mismatch, IsDescribedWithoutANodeIfThePeerEnds)
{
  rmw::EndpointOptions other = options("/chatter");
  other.type = "std_msgs::msg::dds_::Int32_";
  out = here->create_writer(options("/chatter"), events);
  talker->add_writer(out->gid());
  in = there->create_reader(other, collector);
  ASSERT_TRUE(eventually([&] { return events.incompatible_types() == 1; }));
  in.reset();
  ASSERT_TRUE(eventually([&] { return events.mismatches().size() == 1; }));
  EXPECT_NE(
    events.mismatches().front().find("the subscription of an unknown node (this process, "),
    std::string::npos)
    << events.mismatches().front();
}

TEST_F(Mismatch, NoneIsReportedForPeersThatFit)
{
  create(options("/chatter"), options("/chatter", rmw_qos_profile_sensor_data));
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 1; }));
  rmw::EndpointOptions unknown = options("/chatter");
  unknown.type_hash = "";  // of ROS 2 Humble
  Collector older;
  const auto in2 = there->create_reader(unknown, older);
  listener->add_reader(in2->gid());
  ASSERT_TRUE(eventually([&] { return out->matched_count() == 2; }));
  EXPECT_TRUE(events.mismatches().empty());
  EXPECT_TRUE(collector.mismatches().empty());
  EXPECT_TRUE(older.mismatches().empty());
}

// A program without ROS 2: a participant of the engine with any QoS.
class Foreign : public Mismatch
{
protected:
  using Change = std::function<void(dds_qos_t *)>;
  WriterEvents own_events;
  Collector second;

  Foreign()
  : participant_(
      dds_create_participant(rmw::read_environment().options.domain_id, nullptr, nullptr))
  {
  }
  ~Foreign() override
  {
    for (const ddsi_sertype * type : types_) {
      rmw::detail::hand_over(type);
    }
    dds_delete(participant_);
  }

  std::string gid_of(dds_entity_t entity)
  {
    dds_guid_t guid;
    dds_get_guid(entity, &guid);
    return rmw::to_string(rmw::detail::gid_of(guid));
  }
  dds_entity_t foreign_writer(const Change & change, const std::string & topic = "rt/chatter")
  {
    return create(topic, change, [this](dds_entity_t dds_topic, const dds_qos_t * qos) {
      return dds_create_writer(participant_, dds_topic, qos, nullptr);
    });
  }
  dds_entity_t foreign_reader(const Change & change, const std::string & topic = "rt/chatter")
  {
    return create(topic, change, [this](dds_entity_t dds_topic, const dds_qos_t * qos) {
      return dds_create_reader(participant_, dds_topic, qos, nullptr);
    });
  }
  // Returns "a program without ROS 2 (process 17 on robot, 01.10.…)".
  std::string program(dds_entity_t entity)
  {
    char host[256] = {};
    gethostname(host, sizeof(host) - 1);
    return "a program without ROS 2 (process " + std::to_string(getpid()) + " on " + host + ", " +
           gid_of(entity) + ")";
  }

private:
  template <typename Create>
  dds_entity_t create(const std::string & topic, const Change & change, const Create & create)
  {
    ddsi_sertype * type = rmw::detail::create_sertype(string_type);
    const dds_entity_t dds_topic =
      dds_create_topic_sertype(participant_, topic.c_str(), &type, nullptr, nullptr, nullptr);
    types_.push_back(type);
    rmw::detail::DdsQos qos;
    dds_qset_reliability(qos.get(), DDS_RELIABILITY_RELIABLE, DDS_INFINITY);
    change(qos.get());
    const dds_entity_t entity = create(dds_topic, qos.get());
    EXPECT_GT(entity, 0) << dds_strretcode(-entity);
    dds_delete(dds_topic);
    return entity;
  }

  const dds_entity_t participant_;
  std::vector<const ddsi_sertype *> types_;
};

// The engine reports it inside the creation of an endpoint if it has met the peer before.
TEST_F(Foreign, PolicyThatRosDoesNotHaveIsDescribedOnceToEachEndpointThatItConcerns)
{
  const auto exclusive = [](dds_qos_t * qos) { dds_qset_ownership(qos, DDS_OWNERSHIP_EXCLUSIVE); };
  const dds_entity_t peer = foreign_writer(exclusive);
  ASSERT_TRUE(eventually([&] { return there->graph().count_publishers("/chatter") == 1; }));
  const auto own = there->create_writer(options("/chatter"), own_events);
  in = reader();
  const auto in2 = there->create_reader(options("/chatter"), second);
  const std::vector<std::string> expected{
    "New publisher discovered on topic '/chatter', offering incompatible QoS. No messages will be "
    "received from it. Last incompatible policy: OWNERSHIP_QOS_POLICY: the publisher of " +
    program(peer) + " sets this policy, which ROS 2 does not have; let it use the default"};
  EXPECT_TRUE(
    eventually([&] { return !collector.mismatches().empty() && !second.mismatches().empty(); }));

  // The participant's thread describes later peers later.
  Collector later;
  const dds_entity_t other = foreign_writer(exclusive, "rt/later");
  ASSERT_TRUE(eventually([&] { return there->graph().count_publishers("/later") == 1; }));
  const auto later_in = there->create_reader(options("/later"), later);
  ASSERT_TRUE(eventually([&] { return !later.mismatches().empty(); }));
  EXPECT_NE(later.mismatches().front().find(program(other)), std::string::npos)
    << later.mismatches().front();
  EXPECT_EQ(collector.mismatches(), expected);
  EXPECT_EQ(second.mismatches(), expected);
  EXPECT_EQ(own_events.mismatches(), std::vector<std::string>{});
}

// The engine may report it before the participant's thread has read of the peer.
TEST_F(Foreign, PolicyOfANewPeerIsDescribedWithIt)
{
  for (int i = 0; i < 20; ++i) {
    Collector events_in;
    const std::string topic = "/new" + std::to_string(i);
    const auto reader = there->create_reader(options(topic), events_in);
    const dds_entity_t peer = foreign_writer(
      [](dds_qos_t * qos) { dds_qset_ownership(qos, DDS_OWNERSHIP_EXCLUSIVE); }, "rt" + topic);
    ASSERT_TRUE(eventually([&] { return !events_in.mismatches().empty(); }));
    EXPECT_NE(events_in.mismatches().front().find(program(peer)), std::string::npos)
      << events_in.mismatches().front();
  }
}

TEST_F(Foreign, DurabilityThatRosDoesNotHaveIsDescribed)
{
  out = writer();
  talker->add_writer(out->gid());
  const dds_entity_t peer =
    foreign_reader([](dds_qos_t * qos) { dds_qset_durability(qos, DDS_DURABILITY_TRANSIENT); });
  EXPECT_TRUE(eventually([&] { return !events.mismatches().empty(); }));
  EXPECT_EQ(
    events.mismatches(),
    std::vector<std::string>{
      "New subscription discovered on topic '/chatter', requesting incompatible QoS. No messages "
      "will be sent to it. Last incompatible policy: DURABILITY_QOS_POLICY: the publisher of node "
      "/arm/talker offers durability volatile, the subscription of " +
      program(peer) +
      " requires a durability that ROS 2 does not have (transient or persistent); let the "
      "subscription require durability volatile"});
}

TEST_F(Foreign, LivelinessThatRosDoesNotHaveIsDescribed)
{
  const auto by_participant = [](dds_qos_t * qos) {
    dds_qset_liveliness(qos, DDS_LIVELINESS_MANUAL_BY_PARTICIPANT, DDS_INFINITY);
  };
  out = writer();
  talker->add_writer(out->gid());
  foreign_reader(by_participant);
  EXPECT_TRUE(eventually([&] { return !events.mismatches().empty(); }));
  ASSERT_EQ(events.mismatches().size(), 1u);
  const std::string requested = events.mismatches().front();
  EXPECT_NE(
    requested.find(
      " requires a liveliness that ROS 2 does not have (manual_by_participant); let the "
      "subscription require liveliness automatic"),
    std::string::npos)
    << requested;

  rmw_qos_profile_t by_topic = rmw_qos_profile_default;
  by_topic.liveliness = RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC;
  foreign_writer(by_participant, "rt/strict");
  in = reader(by_topic, "/strict");
  listener->add_reader(in->gid());
  EXPECT_TRUE(eventually([&] { return !collector.mismatches().empty(); }));
  ASSERT_EQ(collector.mismatches().size(), 1u);
  const std::string offered = collector.mismatches().front();
  EXPECT_NE(
    offered.find(" offers a liveliness that ROS 2 does not have (manual_by_participant), the "),
    std::string::npos)
    << offered;
  EXPECT_TRUE(
    offered.ends_with(" requires liveliness manual_by_topic; let the publisher offer liveliness "
                      "manual_by_topic"))
    << offered;
}

TEST_F(Foreign, ValuesThatRosDoesNotHaveAreNotReportedIfTheyFit)
{
  foreign_writer([](dds_qos_t * qos) {
    dds_qset_durability(qos, DDS_DURABILITY_TRANSIENT);
    dds_qset_liveliness(qos, DDS_LIVELINESS_MANUAL_BY_PARTICIPANT, DDS_INFINITY);
  });
  in = reader(transient_local(1));
  ASSERT_TRUE(eventually([&] { return collector.matched().current_count == 1; }));
  EXPECT_TRUE(collector.mismatches().empty());
}

}  // namespace
