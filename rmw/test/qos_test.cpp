// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// QoS: resolution, best-available, ROS 2's compatibility table, texts.

#include "rmw/qos.hpp"

#include <gtest/gtest.h>

#include "rmw/error.hpp"
#include "rmw/qos_profiles.h"
#include "rmw/qos_string_conversions.h"

namespace
{

constexpr rmw_time_t infinite = RMW_DURATION_INFINITE;

bool same(const rmw_time_t & a, const rmw_time_t & b)
{
  return a.sec == b.sec && a.nsec == b.nsec;
}

TEST(Resolve, SystemDefaultBecomesTheDefaultOfTheMiddleware)
{
  const auto qos = rmw::resolve(rmw_qos_profile_system_default, "/t");
  EXPECT_EQ(qos.history, RMW_QOS_POLICY_HISTORY_KEEP_LAST);
  EXPECT_EQ(qos.depth, 1u);
  EXPECT_EQ(qos.reliability, RMW_QOS_POLICY_RELIABILITY_RELIABLE);
  EXPECT_EQ(qos.durability, RMW_QOS_POLICY_DURABILITY_VOLATILE);
  EXPECT_EQ(qos.liveliness, RMW_QOS_POLICY_LIVELINESS_AUTOMATIC);
  EXPECT_TRUE(same(qos.deadline, infinite));
  EXPECT_TRUE(same(qos.lifespan, infinite));
  EXPECT_TRUE(same(qos.liveliness_lease_duration, infinite));
}

TEST(Resolve, KeepsGivenValues)
{
  rmw_qos_profile_t profile = rmw_qos_profile_rosout_default;
  profile.deadline = {1, 500000000};
  const auto qos = rmw::resolve(profile, "/t");
  EXPECT_EQ(qos.depth, 1000u);
  EXPECT_EQ(qos.durability, RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL);
  EXPECT_TRUE(same(qos.lifespan, {10, 0}));
  EXPECT_TRUE(same(qos.deadline, {1, 500000000}));
  profile.history = RMW_QOS_POLICY_HISTORY_KEEP_ALL;
  EXPECT_EQ(rmw::resolve(profile, "/t").depth, 0u);
}

TEST(Resolve, RefusesUnknownPoliciesByName)
{
  const auto message = [](const rmw_qos_profile_t & profile) -> std::string {
    try {
      rmw::resolve(profile, "/scan");
    } catch (const rmw::error & e) {
      return e.what();
    }
    return "";
  };
  rmw_qos_profile_t profile = rmw_qos_profile_default;
  profile.reliability = RMW_QOS_POLICY_RELIABILITY_UNKNOWN;
  EXPECT_EQ(message(profile), "topic '/scan': QoS reliability is unknown");
  profile = rmw_qos_profile_default;
  profile.durability = RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE;
  EXPECT_EQ(message(profile), "topic '/scan': QoS durability is best_available");
  profile = rmw_qos_profile_default;
  profile.history = RMW_QOS_POLICY_HISTORY_UNKNOWN;
  EXPECT_EQ(message(profile), "topic '/scan': QoS history is unknown");
  profile = rmw_qos_profile_default;
  profile.liveliness = RMW_QOS_POLICY_LIVELINESS_UNKNOWN;
  EXPECT_EQ(message(profile), "topic '/scan': QoS liveliness is unknown");
  profile = rmw_qos_profile_default;
  profile.depth = std::size_t{1} << 31;
  EXPECT_EQ(message(profile), "topic '/scan': QoS depth 2147483648 is above 2147483647");
}

TEST(BestAvailable, ASubscriptionRequestsPoliciesThatAllPublishersOffer)
{
  rmw_qos_profile_t strong = rmw_qos_profile_default;
  strong.durability = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
  strong.deadline = {1, 0};
  rmw_qos_profile_t weak = rmw_qos_profile_sensor_data;
  weak.deadline = {3, 0};

  const auto resolve = [](const std::vector<rmw_qos_profile_t> & publishers) {
    return rmw::resolve(
      rmw::resolve_best_available_subscription(rmw_qos_profile_best_available, publishers), "/t");
  };
  const auto none = resolve({});
  EXPECT_EQ(none.reliability, RMW_QOS_POLICY_RELIABILITY_RELIABLE);
  EXPECT_EQ(none.durability, RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL);
  EXPECT_EQ(none.liveliness, RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC);
  const auto one = resolve({strong});
  EXPECT_EQ(one.reliability, RMW_QOS_POLICY_RELIABILITY_RELIABLE);
  EXPECT_EQ(one.durability, RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL);
  EXPECT_TRUE(same(one.deadline, {1, 0}));
  const auto both = resolve({strong, weak});
  EXPECT_EQ(both.reliability, RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT);
  EXPECT_EQ(both.durability, RMW_QOS_POLICY_DURABILITY_VOLATILE);
  EXPECT_EQ(both.liveliness, RMW_QOS_POLICY_LIVELINESS_AUTOMATIC);
  EXPECT_TRUE(same(both.deadline, {3, 0}));
  // The resolved profile matches all of them.
  for (const auto & publisher : {strong, weak}) {
    EXPECT_EQ(rmw::check_compatibility(publisher, both).type, RMW_QOS_COMPATIBILITY_OK);
  }
  // A publisher without a deadline: none can be requested.
  const auto endless = resolve({strong, rmw_qos_profile_default});
  EXPECT_TRUE(same(endless.deadline, infinite));
}

TEST(BestAvailable, APublisherOffersPoliciesThatAllSubscriptionsRequest)
{
  rmw_qos_profile_t manual = rmw_qos_profile_default;
  manual.liveliness = RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC;
  manual.liveliness_lease_duration = {2, 0};
  const std::vector<rmw_qos_profile_t> subscriptions = {rmw_qos_profile_sensor_data, manual};
  const auto qos = rmw::resolve(
    rmw::resolve_best_available_publisher(rmw_qos_profile_best_available, subscriptions), "/t");
  EXPECT_EQ(qos.reliability, RMW_QOS_POLICY_RELIABILITY_RELIABLE);
  EXPECT_EQ(qos.durability, RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL);
  EXPECT_EQ(qos.liveliness, RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC);
  EXPECT_TRUE(same(qos.liveliness_lease_duration, {2, 0}));
  const auto service =
    rmw::resolve(rmw::resolve_best_available_service(rmw_qos_profile_best_available), "/s");
  EXPECT_EQ(service.reliability, RMW_QOS_POLICY_RELIABILITY_RELIABLE);
  EXPECT_EQ(service.durability, RMW_QOS_POLICY_DURABILITY_VOLATILE);
}

struct Pair
{
  const char * name;
  void (*change)(rmw_qos_profile_t & publisher, rmw_qos_profile_t & subscription);
  rmw_qos_compatibility_type_t type;
  rmw_qos_policy_kind_t policy;
  const char * reason;
};

const Pair pairs[] = {
  {"equal", [](auto &, auto &) {}, RMW_QOS_COMPATIBILITY_OK, RMW_QOS_POLICY_INVALID, ""},
  {"best effort to reliable",
   [](auto & p, auto &) { p.reliability = RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT; },
   RMW_QOS_COMPATIBILITY_ERROR, RMW_QOS_POLICY_RELIABILITY,
   "ERROR: reliability: the publisher offers best_effort and the subscription requires "
   "reliable;"},
  {"reliable to best effort",
   [](auto &, auto & s) { s.reliability = RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT; },
   RMW_QOS_COMPATIBILITY_OK, RMW_QOS_POLICY_INVALID, ""},
  {"volatile to transient local",
   [](auto &, auto & s) { s.durability = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL; },
   RMW_QOS_COMPATIBILITY_ERROR, RMW_QOS_POLICY_DURABILITY,
   "ERROR: durability: the publisher offers volatile and the subscription requires "
   "transient_local;"},
  {"transient local to volatile",
   [](auto & p, auto &) { p.durability = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL; },
   RMW_QOS_COMPATIBILITY_OK, RMW_QOS_POLICY_INVALID, ""},
  {"no deadline to deadline", [](auto &, auto & s) { s.deadline = {1, 0}; },
   RMW_QOS_COMPATIBILITY_ERROR, RMW_QOS_POLICY_DEADLINE,
   "ERROR: deadline: the subscription requires one and the publisher offers none;"},
  {"longer deadline",
   [](auto & p, auto & s) {
     p.deadline = {2, 0};
     s.deadline = {1, 0};
   },
   RMW_QOS_COMPATIBILITY_ERROR, RMW_QOS_POLICY_DEADLINE,
   "ERROR: deadline: the publisher offers a longer one than the subscription requires;"},
  {"shorter deadline",
   [](auto & p, auto & s) {
     p.deadline = {1, 0};
     s.deadline = {2, 0};
   },
   RMW_QOS_COMPATIBILITY_OK, RMW_QOS_POLICY_INVALID, ""},
  {"infinite is no deadline", [](auto &, auto & s) { s.deadline = RMW_DURATION_INFINITE; },
   RMW_QOS_COMPATIBILITY_OK, RMW_QOS_POLICY_INVALID, ""},
  {"automatic to manual",
   [](auto & p, auto & s) {
     p.liveliness = RMW_QOS_POLICY_LIVELINESS_AUTOMATIC;
     s.liveliness = RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC;
   },
   RMW_QOS_COMPATIBILITY_ERROR, RMW_QOS_POLICY_LIVELINESS,
   "ERROR: liveliness: the publisher offers automatic and the subscription requires "
   "manual_by_topic;"},
  {"longer lease",
   [](auto & p, auto & s) {
     p.liveliness_lease_duration = {2, 0};
     s.liveliness_lease_duration = {1, 0};
   },
   RMW_QOS_COMPATIBILITY_ERROR, RMW_QOS_POLICY_LIVELINESS,
   "ERROR: liveliness lease duration: the publisher offers a longer one than the subscription "
   "requires;"},
  {"history, depth and lifespan never matter",
   [](auto & p, auto & s) {
     p.history = RMW_QOS_POLICY_HISTORY_KEEP_ALL;
     p.lifespan = {1, 0};
     s.depth = 3;
   },
   RMW_QOS_COMPATIBILITY_OK, RMW_QOS_POLICY_INVALID, ""},
  {"two errors",
   [](auto & p, auto & s) {
     p.reliability = RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT;
     s.durability = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
   },
   RMW_QOS_COMPATIBILITY_ERROR, RMW_QOS_POLICY_RELIABILITY,
   "ERROR: reliability: the publisher offers best_effort and the subscription requires reliable;"
   "ERROR: durability: the publisher offers volatile and the subscription requires "
   "transient_local;"},
  {"system default publisher to reliable",
   [](auto & p, auto &) { p.reliability = RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT; },
   RMW_QOS_COMPATIBILITY_WARNING, RMW_QOS_POLICY_RELIABILITY,
   "WARNING: reliability: cannot compare system_default of the publisher with reliable of the "
   "subscription;"},
  {"volatile to unknown durability",
   [](auto &, auto & s) { s.durability = RMW_QOS_POLICY_DURABILITY_UNKNOWN; },
   RMW_QOS_COMPATIBILITY_WARNING, RMW_QOS_POLICY_DURABILITY,
   "WARNING: durability: cannot compare volatile of the publisher with unknown of the "
   "subscription;"}};

TEST(Compatibility, Table)
{
  for (const Pair & pair : pairs) {
    SCOPED_TRACE(pair.name);
    // Resolved, so that only the test case itself leaves something undecided.
    rmw_qos_profile_t publisher = rmw::resolve(rmw_qos_profile_default, "/t");
    rmw_qos_profile_t subscription = publisher;
    pair.change(publisher, subscription);
    const auto result = rmw::check_compatibility(publisher, subscription);
    EXPECT_EQ(result.type, pair.type);
    EXPECT_EQ(result.policy, pair.policy);
    EXPECT_EQ(result.reason, pair.reason);
  }
}

TEST(Texts, BothWays)
{
  for (const auto value :
       {RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT, RMW_QOS_POLICY_RELIABILITY_RELIABLE,
        RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT, RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE}) {
    EXPECT_EQ(rmw_qos_reliability_policy_from_str(rmw_qos_reliability_policy_to_str(value)), value);
  }
  EXPECT_STREQ(
    rmw_qos_durability_policy_to_str(RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL), "transient_local");
  EXPECT_EQ(rmw_qos_history_policy_from_str("keep_all"), RMW_QOS_POLICY_HISTORY_KEEP_ALL);
  EXPECT_EQ(
    rmw_qos_liveliness_policy_from_str("manual_by_topic"),
    RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC);
  EXPECT_EQ(rmw_qos_policy_kind_from_str("deadline"), RMW_QOS_POLICY_DEADLINE);
  EXPECT_EQ(rmw_qos_history_policy_from_str(nullptr), RMW_QOS_POLICY_HISTORY_UNKNOWN);
  EXPECT_EQ(rmw_qos_reliability_policy_from_str("RELIABLE"), RMW_QOS_POLICY_RELIABILITY_UNKNOWN);
  EXPECT_EQ(rmw_qos_durability_policy_to_str(RMW_QOS_POLICY_DURABILITY_UNKNOWN), nullptr);
  EXPECT_STREQ(rmw::policy_name(RMW_QOS_POLICY_DURABILITY), "DURABILITY");
}

TEST(Time, NanosecondsBothWays)
{
  EXPECT_EQ(rmw_time_total_nsec({1, 5}), 1000000005);
  EXPECT_EQ(rmw_time_total_nsec({0, 2500000000}), 2500000000);
  EXPECT_EQ(rmw_time_total_nsec(infinite), INT64_MAX);
  EXPECT_EQ(rmw_time_total_nsec({UINT64_MAX, UINT64_MAX}), INT64_MAX);
  EXPECT_EQ(rmw_time_total_nsec({9223372036, 854775808}), INT64_MAX);
  EXPECT_TRUE(same(rmw_time_from_nsec(INT64_MAX), infinite));
  EXPECT_TRUE(same(rmw_time_from_nsec(-1), infinite));
  EXPECT_TRUE(same(rmw_time_from_nsec(1500000000), {1, 500000000}));
  EXPECT_TRUE(rmw_time_equal({0, 1000000000}, {1, 0}));
}

}  // namespace
