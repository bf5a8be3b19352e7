// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The topics of a recording and its messages.

#ifndef BAG__TOPIC_HPP_
#define BAG__TOPIC_HPP_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace bag
{

/// The policy that decides how many messages are stored. The numbers of all policies are those of
/// rmw.
enum class History
{
  system_default = 0,
  keep_last = 1,
  keep_all = 2,
  unknown = 3
};
/// Whether lost samples are sent again.
enum class Reliability
{
  system_default = 0,
  reliable = 1,
  best_effort = 2,
  unknown = 3,
  best_available = 4
};
/// Whether late subscribers get earlier samples.
enum class Durability
{
  system_default = 0,
  transient_local = 1,
  volatile_ = 2,
  unknown = 3,
  best_available = 4
};
/// How a publisher shows that it is alive.
enum class Liveliness
{
  system_default = 0,
  automatic = 1,
  manual_by_node = 2,
  manual_by_topic = 3,
  unknown = 4,
  best_available = 5
};

/// An infinite duration, in nanoseconds.
inline constexpr std::int64_t infinite = std::numeric_limits<std::int64_t>::max();

/// The quality of service that a publisher offered.
struct Qos
{
  /// The history: the newest `depth` messages or all.
  History history = History::keep_last;
  /// The number of stored messages, with History::keep_last.
  std::size_t depth = 10;
  /// The reliability: `reliable` retransmits lost messages.
  Reliability reliability = Reliability::reliable;
  /// The durability: `transient_local` stores messages for late subscriptions.
  Durability durability = Durability::volatile_;
  /// The longest expected time between two messages, in ns.
  std::int64_t deadline = infinite;
  /// The age at which a message expires, in ns.
  std::int64_t lifespan = infinite;
  /// The way in which the publisher proves that it is alive.
  Liveliness liveliness = Liveliness::automatic;
  /// The time without a sign of life after which the publisher counts as not alive, in ns.
  std::int64_t liveliness_lease_duration = infinite;
  /// True if the topic's name in DDS has no ROS 2 prefix.
  bool avoid_ros_namespace_conventions = false;

  /// Returns true if all policies are equal.
  friend bool operator==(const Qos &, const Qos &) = default;
};

/// A topic of a recording.
struct Topic
{
  std::string name;  ///< such as "/scan"
  std::string type;  ///< such as "std_msgs/msg/String"; empty if the file does not contain it
  std::string hash;  ///< type hash "RIHS01_…"; empty if unknown
  std::string format = "cdr";       ///< encoding of its messages
  std::string definition;           ///< of the type and all types in it; empty if unknown
  std::string definition_encoding;  ///< "ros2msg" or "ros2idl"; empty if unknown
  std::vector<Qos> qos;             ///< one for each publisher
  std::uint64_t count = 0;          ///< number of its messages in the recording
};

/// A message of a recording, as it was on the wire.
struct Message
{
  std::size_t topic = 0;            ///< index in the reader's topics
  std::int64_t log_time = 0;        ///< ns since 1970: when the recorder received it
  std::int64_t publish_time = 0;    ///< ns since 1970: when it was sent; log_time if unknown
  std::uint32_t sequence = 0;       ///< the recorder's sequence number; often 0
  std::span<const std::byte> data;  ///< the encoded message; not owned
};

}  // namespace bag

#endif  // BAG__TOPIC_HPP_
