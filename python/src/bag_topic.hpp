// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Converts topics and compression options of recordings between Python and bag/. Used by bag.cpp
// and black_box.cpp.

#ifndef RXROS2_PYTHON__BAG_TOPIC_HPP_
#define RXROS2_PYTHON__BAG_TOPIC_HPP_

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "bag/topic.hpp"
#include "bag/writer.hpp"
#include "node.hpp"

namespace rxros2_python
{

inline qos_values to_values(const bag::Qos & qos)
{
  const auto finite = [](std::int64_t duration) {
    return duration == bag::infinite ? 0 : duration;
  };
  // rmw's deprecated "manual by node" has no name in Python.
  const int liveliness =
    qos.liveliness == bag::Liveliness::manual_by_node ? 1 : static_cast<int>(qos.liveliness);
  return {
    static_cast<int>(qos.history),
    qos.depth,
    static_cast<int>(qos.reliability),
    static_cast<int>(qos.durability),
    finite(qos.deadline),
    finite(qos.lifespan),
    liveliness,
    finite(qos.liveliness_lease_duration)};
}

inline bag::Qos from_values(const qos_values & values)
{
  const auto or_infinite = [](std::int64_t duration) {
    return duration == 0 ? bag::infinite : duration;
  };
  const auto & [history, depth, reliability, durability, deadline, lifespan, liveliness, lease] =
    values;
  return {
    static_cast<bag::History>(history),
    depth,
    static_cast<bag::Reliability>(reliability),
    static_cast<bag::Durability>(durability),
    or_infinite(deadline),
    or_infinite(lifespan),
    static_cast<bag::Liveliness>(liveliness),
    or_infinite(lease),
    false};
}

inline bag::Topic bag_topic(
  const std::string & name, const std::string & type, const std::string & hash,
  const std::string & format, const std::string & definition, const std::string & encoding,
  const std::vector<qos_values> & qos)
{
  bag::Topic topic{name, type, hash, format, definition, encoding, {}, 0};
  for (const qos_values & each : qos) {
    topic.qos.push_back(from_values(each));
  }
  return topic;
}

/// Returns the position of `given` among the names. Throws std::invalid_argument, which names
/// `option`, if it is none of them.
template <typename... Name>
int one_of(const char * option, const std::string & given, Name... names)
{
  int result = -1;
  int place = 0;
  ((result = given == names ? place : result, ++place), ...);
  if (result < 0) {
    std::string expected;
    ((expected += (expected.empty() ? "" : ", ") + std::string(names)), ...);
    throw std::invalid_argument(
      std::string(option) + " is '" + given + "'; expected one of " + expected);
  }
  return result;
}

inline bag::Compression to_compression(const std::string & name)
{
  return static_cast<bag::Compression>(one_of("compression", name, "none", "lz4", "zstd"));
}

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__BAG_TOPIC_HPP_
