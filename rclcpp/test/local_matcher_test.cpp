// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Which endpoints of one name match, for topics (one direction) and services (two).
#include "local/matcher.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "local/topic.hpp"
#include "rmw/listener.hpp"
#include "rmw/qos_profiles.h"

namespace
{

using rclcpp::local::compare;
using rclcpp::local::Matcher;
using rclcpp::local::Mismatch;

struct Offer
{
  std::string type;
  bool reliable = true;
};
struct Wish
{
  std::string type;
  bool reliable = true;
};

rmw_qos_profile_t qos(bool reliable)
{
  rmw_qos_profile_t profile = rmw_qos_profile_default;
  profile.reliability =
    reliable ? RMW_QOS_POLICY_RELIABILITY_RELIABLE : RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT;
  return profile;
}

Mismatch mismatch_of(const Offer & offer, const Wish & wish)
{
  const rmw_qos_profile_t offered = qos(offer.reliable);
  const rmw_qos_profile_t wished = qos(wish.reliable);
  return compare(offer.type, wish.type, {{offered, wished}});
}

TEST(Matcher, ComparesTypesFirstAndThenTheQosOfEachWay)
{
  const rmw_qos_profile_t reliable = qos(true);
  const rmw_qos_profile_t best_effort = qos(false);
  EXPECT_FALSE(compare("a", "a", {{reliable, reliable}, {reliable, best_effort}}));

  const Mismatch second_way = compare("a", "a", {{reliable, reliable}, {best_effort, reliable}});
  EXPECT_TRUE(second_way);
  EXPECT_FALSE(second_way.type);
  EXPECT_EQ(second_way.qos.policy, RMW_QOS_POLICY_RELIABILITY);

  const Mismatch both = compare("a", "b", {{best_effort, reliable}});
  EXPECT_TRUE(both.type);
  EXPECT_EQ(both.qos.type, RMW_QOS_COMPATIBILITY_OK) << "not looked at";
}

TEST(Matcher, FindsTheOtherSideOfEachEndpoint)
{
  Offer sure{"a"}, unsure{"a", false}, other{"b"};
  Wish strict{"a"}, easy{"a", false};
  Matcher<Offer, Wish> matcher;
  for (Offer * offer : {&sure, &unsure, &other}) {
    matcher.add(*offer);
  }
  matcher.add(strict);
  matcher.add(easy);

  std::vector<const Wish *> wishes;
  matcher.for_each_match(unsure, [&](const Wish & wish) { wishes.push_back(&wish); });
  EXPECT_EQ(wishes, (std::vector<const Wish *>{&easy}));
  std::vector<const Offer *> offers;
  matcher.for_each_match(easy, [&](const Offer & offer) { offers.push_back(&offer); });
  EXPECT_EQ(offers, (std::vector<const Offer *>{&sure, &unsure}));

  int mismatches = 0;
  matcher.compare_all(strict, [&](const Offer &, const Wish & wish, const Mismatch & mismatch) {
    EXPECT_EQ(&wish, &strict);
    mismatches += mismatch ? 1 : 0;
  });
  EXPECT_EQ(mismatches, 2);
}

TEST(Matcher, ForgetsRemovedEndpoints)
{
  Offer offer{"a"};
  Wish wish{"a"};
  Matcher<Offer, Wish> matcher;
  matcher.add(offer);
  matcher.add(wish);
  EXPECT_TRUE(matcher.contains(offer));
  matcher.remove(offer);
  EXPECT_FALSE(matcher.contains(offer));
  matcher.for_each_match(wish, [](const Offer &) { ADD_FAILURE(); });
}

// A topic stores the common properties of publishers of one type and QoS, but not for ever.
TEST(Topic, KindsOfDestroyedPublishersTakeNoRoom)
{
  struct Silent : rmw::WriterListener
  {
  } silent;
  rclcpp::local::Topic topic("rt/topic");
  const auto writer = [&](std::uint64_t deadline, const char * type = "type") {
    auto endpoint = std::make_shared<rmw::Endpoint>();
    endpoint->type = type;
    rmw_qos_profile_t profile = qos(true);
    profile.deadline = {deadline, 0};
    return std::make_unique<rclcpp::local::LocalWriter>(
      rclcpp::local::LocalWriter{silent, endpoint, profile, true, nullptr, nullptr, "/node"});
  };
  const auto keeps = writer(0);
  topic.add(*keeps);
  const auto like_it = writer(0);
  topic.add(*like_it);
  EXPECT_EQ(like_it->kind, keeps->kind);
  topic.remove(*like_it);
  std::unique_ptr<rclcpp::local::LocalWriter> last;
  for (std::uint64_t i = 1; i <= 100; ++i) {
    auto next = writer(i, i % 2 == 0 ? "type" : "other");
    topic.add(*next);
    EXPECT_NE(next->kind, keeps->kind);
    EXPECT_LE(next->kind, 2U);  // besides the one that is removed and the one that stays
    const rclcpp::local::Topic::Reading reading(topic, next->kind);
    EXPECT_TRUE(reading.route().as_published.empty());
    if (last) {
      topic.remove(*last);
    }
    last = std::move(next);
  }
  topic.remove(*last);
  topic.remove(*keeps);
}

// Counts what a topic reports to one side.
template <typename Base>
struct Reports : Base
{
  void on_matched(const rmw_matched_status_t & status) noexcept override
  {
    matched += status.current_count_change;
  }
  void on_incompatible_type(const rmw_incompatible_type_status_t &) noexcept override
  {
    ++incompatible_types;
  }
  void on_mismatch(const rmw::MismatchReport & report) noexcept override
  {
    mismatches.push_back(report.text);
  }
  int matched = 0;
  int incompatible_types = 0;
  std::vector<std::string> mismatches;
};

struct ReaderReports : Reports<rmw::ReaderListener>
{
  void on_sample(rmw::Sample &&, const rmw::SampleInfo &) noexcept override {}
};

// As over DDS: the samples may be readable.
TEST(Topic, DefinitionsThatDifferMatchAndAreReportedToBothSides)
{
  const auto endpoint = [](rmw::EndpointKind kind, const char * hash) {
    auto result = std::make_shared<rmw::Endpoint>();
    result->kind = kind;
    result->topic = "rt/state";
    result->type = "pkg::msg::dds_::State_";
    result->type_hash = hash;
    result->qos = qos(true);
    return result;
  };
  Reports<rmw::WriterListener> writer_reports;
  ReaderReports reader_reports;
  rclcpp::local::LocalWriter writer{writer_reports, endpoint(rmw::EndpointKind::writer, "RIHS01_a"),
                                    qos(true),      true,
                                    nullptr,        nullptr,
                                    "/old"};
  rclcpp::local::LocalReader reader{
    reader_reports, nullptr, endpoint(rmw::EndpointKind::reader, "RIHS01_b"),
    qos(true),      true,    rclcpp::IntraProcessBufferType::SharedPtr,
    nullptr,        "/new"};
  rclcpp::local::Topic topic("rt/state");
  topic.add(writer);
  topic.add(reader);
  const std::string text =
    "Incompatible type on topic '/state', messages may not be decodable: the publisher of node "
    "/old "
    "has the definition RIHS01_a of 'pkg/msg/State', the subscription of node /new has RIHS01_b; "
    "build both with the same version of the package that defines it";
  EXPECT_EQ(writer_reports.mismatches, std::vector<std::string>{text});
  EXPECT_EQ(reader_reports.mismatches, std::vector<std::string>{text});
  EXPECT_EQ(writer_reports.incompatible_types, 1);
  EXPECT_EQ(reader_reports.incompatible_types, 1);
  EXPECT_EQ(writer_reports.matched, 1);
  EXPECT_EQ(reader_reports.matched, 1);
  topic.remove(reader);
  topic.remove(writer);
}

}  // namespace
