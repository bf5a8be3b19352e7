// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Environment variables: their effects, and the errors of invalid values.

#include "rmw/environment.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace
{

struct Variables : testing::Test
{
  Variables()
  {
    for (const char * name :
         {"ROS_DOMAIN_ID", "ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_STATIC_PEERS",
          "ROS_LOCALHOST_ONLY", "CYCLONEDDS_URI", "RMW_IMPLEMENTATION", "RXROS2_DISCOVERY_GIDS",
          "RXROS2_SHARED_MEMORY", "ZENOH_SESSION_CONFIG_URI", "ZENOH_CONFIG_OVERRIDE",
          "ZENOH_ROUTER_CHECK_ATTEMPTS"}) {
      unsetenv(name);
    }
  }
  static void set(const char * name, const char * value) { setenv(name, value, 1); }
  static std::string failure()
  {
    try {
      rmw::read_environment();
    } catch (const rmw::environment_error & e) {
      return e.what();
    }
    return "";
  }
};

TEST_F(Variables, UnsetMeansDomain0OnTheSubnet)
{
  const auto environment = rmw::read_environment();
  EXPECT_EQ(environment.options.domain_id, 0u);
  EXPECT_EQ(environment.options.discovery_range, rmw::DiscoveryRange::subnet);
  EXPECT_TRUE(environment.options.static_peers.empty());
  EXPECT_EQ(environment.options.enclave, "/");
  EXPECT_EQ(environment.options.gid_generation, rmw::GidGeneration::iron_and_later);
  EXPECT_TRUE(environment.options.engine_configuration.empty());
  EXPECT_TRUE(environment.warnings.empty());
}

TEST_F(Variables, EmptyIsUnset)
{
  for (const char * name :
       {"ROS_DOMAIN_ID", "ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_STATIC_PEERS", "ROS_LOCALHOST_ONLY",
        "CYCLONEDDS_URI", "RMW_IMPLEMENTATION", "RXROS2_DISCOVERY_GIDS", "RXROS2_SHARED_MEMORY"}) {
    set(name, "");
  }
  const auto environment = rmw::read_environment();
  EXPECT_EQ(environment.options.domain_id, 0u);
  EXPECT_TRUE(environment.warnings.empty());
}

TEST_F(Variables, DomainId)
{
  for (const auto & [text, id] : std::vector<std::pair<const char *, std::uint32_t>>{
         {"0", 0}, {"42", 42}, {"232", 232}, {"0x1f", 31}, {"010", 8}}) {
    set("ROS_DOMAIN_ID", text);
    EXPECT_EQ(rmw::read_environment().options.domain_id, id) << text;
  }
}

TEST_F(Variables, AnInvalidDomainIdIsReportedWithTheExpectedRange)
{
  for (const char * text :
       {"12abc", "abc", "-1", "+1", " 1", "1 ", "233", "99999999999999999999", "0x", "08", "1.0"}) {
    set("ROS_DOMAIN_ID", text);
    EXPECT_EQ(
      failure(), "ROS_DOMAIN_ID is '" + std::string(text) + "'; expected an integer from 0 to 232");
  }
}

TEST_F(Variables, TheProgramsDomainIdWins)
{
  set("ROS_DOMAIN_ID", "bad");
  EXPECT_EQ(rmw::read_environment(7).options.domain_id, 7u);
  EXPECT_THROW(rmw::read_environment(233), rmw::environment_error);
}

TEST_F(Variables, DiscoveryRange)
{
  using enum rmw::DiscoveryRange;
  for (const auto & [text, range] : std::vector<std::pair<const char *, rmw::DiscoveryRange>>{
         {"OFF", off},
         {"LOCALHOST", localhost},
         {"SUBNET", subnet},
         {"SYSTEM_DEFAULT", system_default}}) {
    set("ROS_AUTOMATIC_DISCOVERY_RANGE", text);
    EXPECT_EQ(rmw::read_environment().options.discovery_range, range) << text;
  }
  set("ROS_AUTOMATIC_DISCOVERY_RANGE", "localhost");
  EXPECT_EQ(
    failure(),
    "ROS_AUTOMATIC_DISCOVERY_RANGE is 'localhost'; expected OFF, LOCALHOST, SUBNET or "
    "SYSTEM_DEFAULT");
}

TEST_F(Variables, StaticPeers)
{
  set("ROS_STATIC_PEERS", "192.168.0.2;robot.local;;");
  EXPECT_EQ(
    rmw::read_environment().options.static_peers,
    (std::vector<std::string>{"192.168.0.2", "robot.local"}));
  set("ROS_STATIC_PEERS", "a b");
  EXPECT_EQ(
    failure(), "ROS_STATIC_PEERS is 'a b'; expected host names or addresses, separated by ';'");
  set("ROS_STATIC_PEERS", "\"/><Evil/>");
  EXPECT_NE(failure(), "");
  set("ROS_STATIC_PEERS", std::string(256, 'x').c_str());
  EXPECT_NE(failure(), "");
}

TEST_F(Variables, StaticPeersAreIgnoredWhenOff)
{
  set("ROS_STATIC_PEERS", "192.168.0.2");
  set("ROS_AUTOMATIC_DISCOVERY_RANGE", "OFF");
  const auto environment = rmw::read_environment();
  EXPECT_TRUE(environment.options.static_peers.empty());
  EXPECT_EQ(environment.warnings.size(), 1u);
}

TEST_F(Variables, LocalhostOnlyIsHonouredAndDeprecated)
{
  set("ROS_LOCALHOST_ONLY", "1");
  set("ROS_AUTOMATIC_DISCOVERY_RANGE", "SUBNET");
  set("ROS_STATIC_PEERS", "192.168.0.2");
  const auto environment = rmw::read_environment();
  EXPECT_EQ(environment.options.discovery_range, rmw::DiscoveryRange::localhost);
  EXPECT_TRUE(environment.options.static_peers.empty());
  EXPECT_EQ(environment.warnings.size(), 3u);
  set("ROS_LOCALHOST_ONLY", "0");
  EXPECT_EQ(rmw::read_environment().options.discovery_range, rmw::DiscoveryRange::subnet);
  set("ROS_LOCALHOST_ONLY", "true");
  EXPECT_EQ(failure(), "ROS_LOCALHOST_ONLY is 'true'; expected 0 or 1");
}

TEST_F(Variables, AnotherMiddlewareIsRequested)
{
  set("RMW_IMPLEMENTATION", "rmw_cyclonedds_cpp");
  EXPECT_TRUE(rmw::read_environment().warnings.empty());
  set("RMW_IMPLEMENTATION", "rmw_fastrtps_cpp");
  EXPECT_EQ(rmw::read_environment().options.engine, rmw::Engine::cyclonedds);
  ASSERT_EQ(rmw::read_environment().warnings.size(), 1u);
  EXPECT_NE(rmw::read_environment().warnings[0].find("rmw_fastrtps_cpp"), std::string::npos);
}

TEST_F(Variables, ZenohIsRequested)
{
  set("CYCLONEDDS_URI", "file:///etc/cyclone.xml");
  set("ZENOH_SESSION_CONFIG_URI", "/etc/zenoh.json5");
  set("ZENOH_CONFIG_OVERRIDE", "mode=\"client\"");
  EXPECT_EQ(rmw::read_environment().options.engine, rmw::Engine::cyclonedds);
  EXPECT_EQ(rmw::read_environment().options.engine_overrides, "");
  set("RMW_IMPLEMENTATION", "rmw_zenoh_cpp");
  const auto environment = rmw::read_environment();
  EXPECT_EQ(environment.options.engine, rmw::Engine::zenoh);
  EXPECT_EQ(environment.options.engine_configuration, "/etc/zenoh.json5");
  EXPECT_EQ(environment.options.engine_overrides, "mode=\"client\"");
  EXPECT_TRUE(environment.warnings.empty());
  EXPECT_FALSE(environment.options.router_checks);
}

TEST_F(Variables, ChecksForARouterOfZenoh)
{
  set("ZENOH_ROUTER_CHECK_ATTEMPTS", "many");
  EXPECT_EQ(failure(), "");  // on DDS it means nothing
  set("RMW_IMPLEMENTATION", "rmw_zenoh_cpp");
  for (const char * text : {"many", "1.5", "3 ", "99999999999999999999"}) {
    set("ZENOH_ROUTER_CHECK_ATTEMPTS", text);
    EXPECT_EQ(
      failure(), "ZENOH_ROUTER_CHECK_ATTEMPTS is '" + std::string(text) + "'; expected an integer");
  }
  for (const std::int64_t number : {-1, 0, 10}) {
    set("ZENOH_ROUTER_CHECK_ATTEMPTS", std::to_string(number).c_str());
    EXPECT_EQ(rmw::read_environment().options.router_checks, number);
  }
}

TEST_F(Variables, TheEngineOfTheProgramIsStronger)
{
  set("CYCLONEDDS_URI", "file:///etc/cyclone.xml");
  set("ZENOH_SESSION_CONFIG_URI", "/etc/zenoh.json5");
  set("RMW_IMPLEMENTATION", "rmw_zenoh_cpp");
  const auto dds = rmw::read_environment(std::nullopt, rmw::Engine::cyclonedds);
  EXPECT_EQ(dds.options.engine, rmw::Engine::cyclonedds);
  EXPECT_EQ(dds.options.engine_configuration, "file:///etc/cyclone.xml");
  EXPECT_TRUE(dds.warnings.empty());
  set("RMW_IMPLEMENTATION", "rmw_fastrtps_cpp");
  const auto zenoh = rmw::read_environment(std::nullopt, rmw::Engine::zenoh);
  EXPECT_EQ(zenoh.options.engine, rmw::Engine::zenoh);
  EXPECT_EQ(zenoh.options.engine_configuration, "/etc/zenoh.json5");
  EXPECT_TRUE(zenoh.warnings.empty());
}

TEST_F(Variables, NamesOfEngines)
{
  EXPECT_EQ(rmw::parse_engine("dds"), rmw::Engine::cyclonedds);
  EXPECT_EQ(rmw::parse_engine("rmw_cyclonedds_cpp"), rmw::Engine::cyclonedds);
  EXPECT_EQ(rmw::parse_engine("zenoh"), rmw::Engine::zenoh);
  EXPECT_EQ(rmw::parse_engine("rmw_zenoh_cpp"), rmw::Engine::zenoh);
  try {
    rmw::parse_engine("fastdds", "InitOptions: engine");
    ADD_FAILURE();
  } catch (const rmw::environment_error & error) {
    EXPECT_STREQ(
      error.what(),
      "InitOptions: engine is 'fastdds'; expected dds (or rmw_cyclonedds_cpp) or zenoh (or "
      "rmw_zenoh_cpp)");
  }
}

TEST_F(Variables, GenerationOfGids)
{
  set("RXROS2_DISCOVERY_GIDS", "24");
  EXPECT_EQ(rmw::read_environment().options.gid_generation, rmw::GidGeneration::humble_and_earlier);
  set("RXROS2_DISCOVERY_GIDS", "8");
  EXPECT_EQ(
    failure(), "RXROS2_DISCOVERY_GIDS is '8'; expected 16 (ROS 2 Iron and later) or 24 (Humble)");
}

TEST_F(Variables, SharedMemoryIsOnUnlessItIsSwitchedOff)
{
  EXPECT_TRUE(rmw::read_environment().options.shared_memory);
  set("RXROS2_SHARED_MEMORY", "on");
  EXPECT_TRUE(rmw::read_environment().options.shared_memory);
  set("RXROS2_SHARED_MEMORY", "off");
  EXPECT_FALSE(rmw::read_environment().options.shared_memory);
  set("RXROS2_SHARED_MEMORY", "0");
  EXPECT_EQ(failure(), "RXROS2_SHARED_MEMORY is '0'; expected on or off");
}

TEST_F(Variables, EngineConfigurationIsPassedOn)
{
  set("CYCLONEDDS_URI", "file:///etc/cyclone.xml");
  EXPECT_EQ(rmw::read_environment().options.engine_configuration, "file:///etc/cyclone.xml");
}

}  // namespace
