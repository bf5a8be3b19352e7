// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ROS names: validation with ROS 2's texts, and the mapping to and from DDS topic and type names.

#ifndef RMW__NAMES_HPP_
#define RMW__NAMES_HPP_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rmw
{

/// The error of a name, in ROS 2's text, and the index of the offending character.
struct NameFault
{
  const char * reason;  ///< ROS 2's text; a static string
  std::size_t index;    ///< the offending character, from 0
};

/// Validates "/ns/topic", after expansion: the name on the wire. This and the next functions are
/// pure, and return nullopt if the name is valid.
std::optional<NameFault> validate_full_topic_name(std::string_view name);
/// Validates "talker".
std::optional<NameFault> validate_node_name(std::string_view name);
/// Validates "/" or "/ns".
std::optional<NameFault> validate_namespace(std::string_view name);
/// Validates "topic", "/topic", "~/topic", "{node}/topic": names in programs, before expansion.
std::optional<NameFault> validate_topic_name(std::string_view name);

/// Returns "a topic name has …:\n '/a b'\n ^": name and position as ROS 2's exceptions show them.
std::string describe(std::string_view name, const NameFault & fault);

/// The content of a DDS topic, by its prefix.
enum class TopicKind
{
  topic,
  request,
  reply
};

/// Maps "/chatter" to "rt/chatter", "/add" to "rq/addRequest" or "rr/addReply". With
/// `avoid_conventions` there is no prefix (the suffix of a service stays).
std::string dds_topic_name(TopicKind kind, std::string_view name, bool avoid_conventions = false);

/// The ROS name of a DDS topic.
struct RosTopicName
{
  TopicKind kind;    ///< whether it is a topic, or the requests or replies of a service
  std::string name;  ///< fully qualified, "/chatter" or "/add"
};
/// Maps a DDS topic to its ROS name; nullopt for a topic that follows none of the conventions, or
/// whose name is not a valid ROS name ("rt/my-topic"), since no program could use it.
std::optional<RosTopicName> ros_topic_name(std::string_view dds_name);

/// Maps "std_msgs/msg/String" to "std_msgs::msg::dds_::String_"; also "pkg/srv/Name_Request".
std::string dds_type_name(std::string_view ros_type);
/// Maps a DDS type to its ROS name; nullopt for a type that is not a ROS type.
std::optional<std::string> ros_type_name(std::string_view dds_type);

/// Maps "pkg::srv::dds_::Name_Request_" or "…_Response_" to "pkg/srv/Name".
std::optional<std::string> ros_service_type_name(std::string_view dds_type);

/// Return the name for log and error texts: the ROS name, or the DDS name if it follows none of the
/// conventions; escaped.
std::string shown_topic(const std::string & dds_name);
std::string shown_type(const std::string & dds_type);

/// Returns true if a token of the name begins with '_' (a convention of tools).
bool is_hidden_name(std::string_view name);

}  // namespace rmw

#endif  // RMW__NAMES_HPP_
