// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// QoS: profiles as ROS 2 documents them, setters, compatibility.
#include <gtest/gtest.h>

#include "node_support.hpp"
#include "rclcpp/qos.hpp"

using namespace rclcpp;                // NOLINT
using namespace std::chrono_literals;  // NOLINT

namespace
{
void expect_profile(
  const QoS & qos, HistoryPolicy history, std::size_t depth, ReliabilityPolicy reliability,
  DurabilityPolicy durability)
{
  EXPECT_EQ(qos.history(), history);
  EXPECT_EQ(qos.depth(), depth);
  EXPECT_EQ(qos.reliability(), reliability);
  EXPECT_EQ(qos.durability(), durability);
}
}  // namespace

TEST(QoS, Profiles)
{
  using H = HistoryPolicy;
  using R = ReliabilityPolicy;
  using D = DurabilityPolicy;
  expect_profile(10, H::KeepLast, 10, R::Reliable, D::Volatile);
  expect_profile(QoS(KeepAll()), H::KeepAll, 0, R::Reliable, D::Volatile);
  expect_profile(SensorDataQoS(), H::KeepLast, 5, R::BestEffort, D::Volatile);
  expect_profile(ClockQoS(), H::KeepLast, 1, R::BestEffort, D::Volatile);
  expect_profile(ParametersQoS(), H::KeepLast, 1000, R::Reliable, D::Volatile);
  expect_profile(ServicesQoS(), H::KeepLast, 10, R::Reliable, D::Volatile);
  expect_profile(ParameterEventsQoS(), H::KeepLast, 1000, R::Reliable, D::Volatile);
  expect_profile(RosoutQoS(), H::KeepLast, 1000, R::Reliable, D::TransientLocal);
  EXPECT_EQ(RosoutQoS().lifespan(), Duration(10, 0));
  expect_profile(SystemDefaultsQoS(), H::KeepLast, 0, R::SystemDefault, D::SystemDefault);
  expect_profile(BestAvailableQoS(), H::KeepLast, 10, R::BestAvailable, D::BestAvailable);
  expect_profile(SensorDataQoS(KeepLast(1)), H::KeepLast, 1, R::BestEffort, D::Volatile);
  expect_profile(
    QoS(KeepLast(3), rmw_qos_profile_sensor_data), H::KeepLast, 3, R::BestEffort, D::Volatile);
}

TEST(QoS, PoliciesHaveRos2sNames)
{
  EXPECT_EQ(qos_policy_name_from_kind(RMW_QOS_POLICY_RELIABILITY), "RELIABILITY_QOS_POLICY");
  EXPECT_EQ(qos_policy_name_from_kind(RMW_QOS_POLICY_INVALID), "INVALID_QOS_POLICY");
}

TEST(QoS, SettersChain)
{
  const QoS qos = QoS(1)
                    .keep_all()
                    .best_effort()
                    .transient_local()
                    .deadline(Duration(1s))
                    .lifespan(Duration(2s))
                    .liveliness(LivelinessPolicy::ManualByTopic)
                    .liveliness_lease_duration(Duration(3s))
                    .avoid_ros_namespace_conventions(true);
  expect_profile(
    qos, HistoryPolicy::KeepAll, 0, ReliabilityPolicy::BestEffort,
    DurabilityPolicy::TransientLocal);
  EXPECT_EQ(qos.deadline(), Duration(1s));
  EXPECT_EQ(qos.lifespan(), Duration(2s));
  EXPECT_EQ(qos.liveliness(), LivelinessPolicy::ManualByTopic);
  EXPECT_EQ(qos.liveliness_lease_duration(), Duration(3s));
  EXPECT_TRUE(qos.avoid_ros_namespace_conventions());
  EXPECT_NE(qos, QoS(1));
  EXPECT_EQ(QoS(2), QoS(1).keep_last(2));
  EXPECT_NE(QoS(2), QoS(2).deadline(Duration(1s)));
}

TEST(QoS, ZeroDepthIsWarnedAbout)
{
  const node_test::CapturedLog log;
  const QoS qos(0);
  EXPECT_EQ(qos.depth(), 0u);
  EXPECT_LE(log.lines().size(), 1u);  // once a process
}

TEST(QoS, Compatibility)
{
  const QoS automatic = QoS(1).liveliness(LivelinessPolicy::Automatic);
  EXPECT_EQ(qos_check_compatible(automatic, automatic).compatibility, QoSCompatibility::Ok);
  EXPECT_TRUE(qos_check_compatible(automatic, automatic).reason.empty());
  const auto error = qos_check_compatible(QoS(1).best_effort(), QoS(1).reliable());
  EXPECT_EQ(error.compatibility, QoSCompatibility::Error);
  EXPECT_FALSE(error.reason.empty());
  EXPECT_EQ(
    qos_check_compatible(QoS(1), QoS(1).transient_local()).compatibility, QoSCompatibility::Error);
  EXPECT_EQ(
    qos_check_compatible(SystemDefaultsQoS(), QoS(1)).compatibility, QoSCompatibility::Warning);
}
