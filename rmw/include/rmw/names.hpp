// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ROS names: validation as ROS 2 words it, and the mapping to and from DDS topic and type names.

#ifndef RMW__NAMES_HPP_
#define RMW__NAMES_HPP_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rmw
{

/// What is wrong with a name, in ROS 2's words, and the index of the offending character.
struct NameFault
{
  const char * reason;
  std::size_t index;
};

/// Each returns nullopt if the name is valid. All are pure functions.
/// "/ns/topic", after expansion: what goes on the wire.
std::optional<NameFault> validate_full_topic_name(std::string_view name);
/// "talker".
std::optional<NameFault> validate_node_name(std::string_view name);
/// "/" or "/ns".
std::optional<NameFault> validate_namespace(std::string_view name);
/// "topic", "/topic", "~/topic", "{node}/topic": what users write, before expansion.
std::optional<NameFault> validate_topic_name(std::string_view name);

/// "a topic name has …:\n  '/a b'\n     ^": name and position as ROS 2's exceptions show them.
std::string describe(std::string_view name, const NameFault & fault);

/// What a DDS topic carries, told by its prefix.
enum class TopicKind
{
  topic,
  request,
  reply
};

/// "/chatter" → "rt/chatter", "/add" → "rq/addRequest" or "rr/addReply".
/// `avoid_conventions`: no prefix (the suffix of a service stays).
std::string dds_topic_name(TopicKind kind, std::string_view name, bool avoid_conventions = false);

struct RosTopicName
{
  TopicKind kind;
  std::string name;
};
/// The reverse; nullopt for a topic that follows none of the conventions, or whose name is no valid
/// name of ROS ("rt/my-topic"): nobody could ask for it by that.
std::optional<RosTopicName> ros_topic_name(std::string_view dds_name);

/// "std_msgs/msg/String" → "std_msgs::msg::dds_::String_"; also "pkg/srv/Name_Request".
std::string dds_type_name(std::string_view ros_type);
/// The reverse; nullopt for a type that is not ROS's.
std::optional<std::string> ros_type_name(std::string_view dds_type);

/// "pkg::srv::dds_::Name_Request_" or "…_Response_" → "pkg/srv/Name".
std::optional<std::string> ros_service_type_name(std::string_view dds_type);

/// For messages to users: the ROS name, or the DDS name if it follows none of the conventions;
/// escaped.
std::string shown_topic(const std::string & dds_name);
std::string shown_type(const std::string & dds_type);

/// True if some token of the name begins with '_' (a convention of tools).
bool is_hidden_name(std::string_view name);

}  // namespace rmw

#endif  // RMW__NAMES_HPP_
