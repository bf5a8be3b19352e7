// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The texts of mismatches. Each names topic, nodes and values of both sides, and the cure.

#include "rmw/mismatch.hpp"

#include <optional>
#include <string_view>

#include "rmw/names.hpp"
#include "rmw/qos_string_conversions.h"

namespace rmw
{
namespace
{

// The words of a topic, or of the requests or responses of a service.
struct Words
{
  std::string name;     // fully qualified
  const char * writer;  // "publisher", "client" or "server"
  const char * reader;
  const char * data;  // "messages", "requests" or "responses"
  bool is_service = false;
};

Words words_of(const Endpoint & endpoint)
{
  const auto topic = ros_topic_name(endpoint.topic);
  if (topic && topic->kind == TopicKind::request) {
    return {topic->name, "client", "server", "requests", true};
  }
  if (topic && topic->kind == TopicKind::reply) {
    return {topic->name, "server", "client", "responses", true};
  }
  return {shown_topic(endpoint.topic), "publisher", "subscription", "messages"};
}

constexpr std::string_view action_marker = "/_action/";

// Returns the action that a type belongs to, "pkg/action/Name"; nullopt for other types.
std::optional<std::string> action_of(std::string type)
{
  if (type.find("/action/") == std::string::npos) {
    return std::nullopt;
  }
  for (const std::string_view part : {"_FeedbackMessage", "_SendGoal", "_GetResult"}) {
    if (type.ends_with(part)) {
      type.resize(type.size() - part.size());
      return type;
    }
  }
  return std::nullopt;
}

// Returns the type as users name it: that of a service for its requests and responses.
std::string user_type(const Endpoint & endpoint, const Words & words)
{
  if (words.is_service) {
    if (const auto service = ros_service_type_name(endpoint.type)) {
      return shown_type(dds_type_name(*service));
    }
  }
  return shown_type(endpoint.type);
}

// "the publisher of node /talker"
std::string side_text(const char * role, const std::string & owner)
{
  return std::string("the ") + role + " of " + owner;
}

std::string describe_types(
  const MismatchSide & writer, const MismatchSide & reader, const Words & words, bool ours_writes)
{
  std::string type = user_type(writer.endpoint, words);
  std::string other_type = user_type(reader.endpoint, words);
  const auto at = words.name.rfind(action_marker);
  const auto action = action_of(type);
  const auto other_action = action_of(other_type);
  const bool is_action = at != std::string::npos && action && other_action;
  if (words.is_service && words.writer == std::string_view("server")) {
    if (type != other_type) {
      return {};  // the endpoints of the requests report it
    }
  }
  if (is_action && words.name.substr(at + action_marker.size()) != "send_goal") {
    return {};  // an action has five topics and services
  }
  if (is_action) {
    type = *action;
    other_type = *other_action;
  }
  std::string text;
  if (is_action) {
    text = "Incompatible type of action '" + words.name.substr(0, at) + "', no goals will be " +
           (ours_writes ? "accepted by it" : "received from it");
  } else if (words.is_service) {
    text = "Incompatible type of service '" + words.name + "', no calls will be " +
           (ours_writes ? "answered by it" : "received from it");
  } else {
    text = "Incompatible type on topic '" + words.name + "', no messages will be " +
           (ours_writes ? "sent to it" : "received from it");
  }
  return text + ": " + side_text(words.writer, writer.owner) + " has type '" + type + "', " +
         side_text(words.reader, reader.owner) + " has '" + other_type +
         "'; use one type in both, or another name for one of them";
}

std::string describe_definitions(
  const MismatchSide & writer, const MismatchSide & reader, const Words & words)
{
  return std::string("Incompatible type ") + (words.is_service ? "of service '" : "on topic '") +
         words.name + "', " + words.data +
         " may not be decodable: " + side_text(words.writer, writer.owner) +
         " has the definition " + writer.endpoint.type_hash + " of '" +
         shown_type(writer.endpoint.type) + "', " + side_text(words.reader, reader.owner) +
         " has " + reader.endpoint.type_hash +
         "; build both with the same version of the package that defines it";
}

// The values that only programs without ROS 2 use; their profiles say UNKNOWN.
constexpr std::string_view foreign_durability =
  "a durability that ROS 2 does not have (transient or persistent)";
constexpr std::string_view foreign_liveliness =
  "a liveliness that ROS 2 does not have (manual_by_participant)";

bool is_foreign(std::string_view value)
{
  return value == foreign_durability || value == foreign_liveliness;
}

// Adds the policies that do not fit because one side has a value that ROS 2 does not have.
// Transient and persistent are stronger than transient_local; manual_by_participant is stronger
// than automatic and weaker than manual_by_topic.
void add_foreign_policies(
  std::vector<IncompatiblePolicy> & out, const rmw_qos_profile_t & offer,
  const rmw_qos_profile_t & request)
{
  if (
    request.durability == RMW_QOS_POLICY_DURABILITY_UNKNOWN &&
    (offer.durability == RMW_QOS_POLICY_DURABILITY_VOLATILE ||
     offer.durability == RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL)) {
    out.push_back(
      {RMW_QOS_POLICY_DURABILITY,
       std::string("durability ") + rmw_qos_durability_policy_to_str(offer.durability),
       std::string(foreign_durability), "durability: the subscription requires a foreign one"});
  }
  if (
    request.liveliness == RMW_QOS_POLICY_LIVELINESS_UNKNOWN &&
    offer.liveliness == RMW_QOS_POLICY_LIVELINESS_AUTOMATIC) {
    out.push_back(
      {RMW_QOS_POLICY_LIVELINESS, "liveliness automatic", std::string(foreign_liveliness),
       "liveliness: the subscription requires a foreign one"});
  }
  if (
    offer.liveliness == RMW_QOS_POLICY_LIVELINESS_UNKNOWN &&
    request.liveliness == RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC) {
    out.push_back(
      {RMW_QOS_POLICY_LIVELINESS, std::string(foreign_liveliness), "liveliness manual_by_topic",
       "liveliness: the publisher offers a foreign one"});
  }
}

// ROS 2's sentence, with the words of a service where it is one.
std::string qos_sentence(const Words & words, bool ours_writes, const std::string & policy)
{
  const std::string peer = ours_writes ? words.reader : words.writer;
  return "New " + peer + " discovered on " + (words.is_service ? "service '" : "topic '") +
         words.name + "', " + (ours_writes ? "requesting" : "offering") + " incompatible QoS. No " +
         words.data + " will be " + (ours_writes ? "sent to" : "received from") +
         " it. Last incompatible policy: " + policy + "_QOS_POLICY: ";
}

std::string describe_qos(
  const Mismatch & mismatch, const MismatchSide & writer, const MismatchSide & reader,
  const Words & words, bool ours_writes)
{
  std::string offered;
  std::string requested;
  std::string cure;  // nobody in ROS 2 can take over a value that ROS 2 does not have
  bool writer_can_change = true;
  bool reader_can_change = true;
  for (const IncompatiblePolicy & policy : mismatch.policies) {
    const char * const separator = offered.empty() ? "" : " and ";
    offered += separator + policy.offered;
    requested += separator + policy.requested;
    writer_can_change &= !is_foreign(policy.requested);
    reader_can_change &= !is_foreign(policy.offered);
  }
  if (writer_can_change) {
    cure = std::string("; let the ") + words.writer + " offer " + requested;
  }
  if (reader_can_change) {
    cure += (cure.empty() ? "; let the " : ", or the ") + std::string(words.reader) + " require " +
            offered;
  }
  return qos_sentence(words, ours_writes, policy_name(mismatch.policies.front().policy)) +
         side_text(words.writer, writer.owner) + " offers " + offered + ", " +
         side_text(words.reader, reader.owner) + " requires " + requested + cure;
}

}  // namespace

Mismatch compare(const Endpoint & writer, const Endpoint & reader)
{
  if (writer.type != reader.type) {
    return {MismatchKind::type, {}};
  }
  auto policies = incompatible_policies(writer.qos, reader.qos);
  add_foreign_policies(policies, writer.qos, reader.qos);
  if (!policies.empty()) {
    return {MismatchKind::qos, std::move(policies)};
  }
  const bool other_hash =
    !writer.type_hash.empty() && !reader.type_hash.empty() && writer.type_hash != reader.type_hash;
  return {other_hash ? MismatchKind::definition : MismatchKind::none, {}};
}

std::string describe(
  const Mismatch & mismatch, const MismatchSide & ours, const MismatchSide & peer)
{
  const bool ours_writes = ours.endpoint.kind == EndpointKind::writer;
  const MismatchSide & writer = ours_writes ? ours : peer;
  const MismatchSide & reader = ours_writes ? peer : ours;
  const Words words = words_of(ours.endpoint);
  switch (mismatch.kind) {
    case MismatchKind::type:
      return describe_types(writer, reader, words, ours_writes);
    case MismatchKind::definition:
      return describe_definitions(writer, reader, words);
    case MismatchKind::qos:
      return describe_qos(mismatch, writer, reader, words, ours_writes);
    case MismatchKind::none:
      break;
  }
  return {};
}

std::string describe_policy(
  const Endpoint & ours, const std::string & policy, const std::string & peer)
{
  const bool ours_writes = ours.kind == EndpointKind::writer;
  const Words words = words_of(ours);
  return qos_sentence(words, ours_writes, policy) +
         side_text(ours_writes ? words.reader : words.writer, peer) +
         (policy == "DATA_REPRESENTATION"
            ? " does not use the encoding XCDR1; let it use XCDR1, as types that are @final do"
            : " sets this policy, which ROS 2 does not have; let it use the default");
}

}  // namespace rmw
