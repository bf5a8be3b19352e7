// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Two participants of one process, with a writer of the one and a reader of the other.

#ifndef PUBSUB_TEST_HPP_
#define PUBSUB_TEST_HPP_

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>

#include "support.hpp"

namespace pubsub_test
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

inline rmw_qos_profile_t keep_last(std::size_t depth)
{
  rmw_qos_profile_t qos = rmw_qos_profile_default;
  qos.depth = depth;
  return qos;
}

inline rmw_qos_profile_t transient_local(std::size_t depth)
{
  rmw_qos_profile_t qos = keep_last(depth);
  qos.durability = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
  return qos;
}

}  // namespace pubsub_test

#endif  // PUBSUB_TEST_HPP_
