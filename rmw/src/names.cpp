// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Validates ROS names and maps them to DDS names.

#include "rmw/names.hpp"

#include <algorithm>
#include <cstdint>

#include "base/escaped.hpp"

namespace rmw
{
namespace
{

constexpr std::size_t max_topic_length = 255 - 8;  // prefix and suffix need space
constexpr std::size_t max_namespace_length = max_topic_length - 2;
constexpr std::size_t max_node_name_length = 255;

// The C library's function depends on the locale.
bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}
bool is_alnum(char c)
{
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_word(char c)
{
  return is_alnum(c) || c == '_';
}

// The reasons differ between topics and namespaces only in their text.
struct PathReasons
{
  const char * empty;
  const char * not_absolute;
  const char * ends_with_slash;
  const char * characters;
  const char * repeated_slash;
  const char * digit;
  const char * too_long;
  std::size_t max_length;
};

constexpr PathReasons topic_reasons = {
  "a topic needs a name, this one is empty",
  "a full topic name begins with '/'",
  "a topic name ends in a word, not in '/'",
  "a topic name has letters, digits, '_' and '/', nothing else",
  "between two '/' of a topic name there is a word",
  "no word of a topic name begins with a digit",
  "a topic name has at most 247 characters",
  max_topic_length};

constexpr PathReasons namespace_reasons = {
  "a namespace has at least '/', this one is empty",
  "a namespace begins with '/'",
  "a namespace other than '/' ends in a word",
  "a namespace has letters, digits, '_' and '/', nothing else",
  "between two '/' of a namespace there is a word",
  "no word of a namespace begins with a digit",
  "a namespace has at most 245 characters",
  max_namespace_length};

// ROS 2 checks in this order; users see the first error.
std::optional<NameFault> validate_path(std::string_view name, const PathReasons & reasons)
{
  if (name.empty()) {
    return NameFault{reasons.empty, 0};
  }
  if (name.front() != '/') {
    return NameFault{reasons.not_absolute, 0};
  }
  if (name.back() == '/') {
    return NameFault{reasons.ends_with_slash, name.size() - 1};
  }
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (!is_word(name[i]) && name[i] != '/') {
      return NameFault{reasons.characters, i};
    }
  }
  for (std::size_t i = 0; i + 1 < name.size(); ++i) {
    if (name[i] == '/') {
      if (name[i + 1] == '/') {
        return NameFault{reasons.repeated_slash, i + 1};
      }
      if (is_digit(name[i + 1])) {
        return NameFault{reasons.digit, i + 1};
      }
    }
  }
  if (name.size() > reasons.max_length) {
    return NameFault{reasons.too_long, reasons.max_length - 1};
  }
  return std::nullopt;
}

bool remove_suffix(std::string_view & text, std::string_view suffix)
{
  if (!text.ends_with(suffix)) {
    return false;
  }
  text.remove_suffix(suffix.size());
  return true;
}

std::string replace_all(std::string_view text, std::string_view from, std::string_view to)
{
  std::string out;
  for (std::size_t at; (at = text.find(from)) != std::string_view::npos;) {
    out.append(text.substr(0, at)).append(to);
    text.remove_prefix(at + from.size());
  }
  return out.append(text);
}

}  // namespace

std::optional<NameFault> validate_full_topic_name(std::string_view name)
{
  return validate_path(name, topic_reasons);
}

std::optional<NameFault> validate_namespace(std::string_view name)
{
  return name == "/" ? std::nullopt : validate_path(name, namespace_reasons);
}

std::optional<NameFault> validate_node_name(std::string_view name)
{
  if (name.empty()) {
    return NameFault{"a node needs a name, this one is empty", 0};
  }
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (!is_word(name[i])) {
      return NameFault{"a node name has letters, digits and '_', nothing else", i};
    }
  }
  if (is_digit(name.front())) {
    return NameFault{"a node name does not begin with a digit", 0};
  }
  if (name.size() > max_node_name_length) {
    return NameFault{"a node name has at most 255 characters", max_node_name_length - 1};
  }
  return std::nullopt;
}

std::optional<NameFault> validate_topic_name(std::string_view name)
{
  constexpr const char * digit = "no word of a topic name begins with a digit";
  constexpr const char * substitution_characters =
    "what stands in '{}' has letters, digits and '_', nothing else";
  constexpr const char * unmatched = "each '{' of a topic name has its '}', and each '}' its '{'";

  if (name.empty()) {
    return NameFault{"a topic needs a name, this one is empty", 0};
  }
  if (is_digit(name.front())) {
    return NameFault{digit, 0};
  }
  if (name.back() == '/') {
    return NameFault{"a topic name ends in a word, not in '/'", name.size() - 1};
  }
  std::optional<std::size_t> brace;  // the position of the open one
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (is_word(c)) {
      if (brace && *brace + 1 == i && is_digit(c)) {
        return NameFault{"what stands in '{}' does not begin with a digit", i};
      }
    } else if (c == '}') {
      if (!brace) {
        return NameFault{unmatched, i};
      }
      brace.reset();
    } else if (c == '~') {
      if (i != 0) {
        return NameFault{"'~' stands at the beginning of a topic name or nowhere", i};
      }
    } else if (brace) {
      return NameFault{substitution_characters, i};
    } else if (c == '{') {
      brace = i;
    } else if (c != '/') {
      return NameFault{
        "a topic name has letters, digits, '_', '/', '~', '{' and '}', nothing else", i};
    }
  }
  if (brace) {
    return NameFault{unmatched, *brace};
  }
  if (name.size() > 1 && name[0] == '~' && name[1] != '/') {
    return NameFault{"after '~' a topic name goes on with '/'", 1};
  }
  for (std::size_t i = 0; i + 1 < name.size(); ++i) {
    if (name[i] == '/' && is_digit(name[i + 1])) {
      return NameFault{digit, i + 1};
    }
  }
  return std::nullopt;
}

std::string describe(std::string_view name, const NameFault & fault)
{
  std::string text = fault.reason;
  text.append(":\n  '").append(name).append("'\n   ").append(fault.index, ' ').append("^\n");
  return text;
}

std::string dds_topic_name(TopicKind kind, std::string_view name, bool avoid_conventions)
{
  std::string out;
  if (!avoid_conventions) {
    out = kind == TopicKind::topic ? "rt" : kind == TopicKind::request ? "rq" : "rr";
  }
  out.append(name);
  if (kind != TopicKind::topic) {
    out.append(kind == TopicKind::request ? "Request" : "Reply");
  }
  return out;
}

std::optional<RosTopicName> ros_topic_name(std::string_view dds_name)
{
  if (dds_name.size() < 3 || dds_name[0] != 'r' || dds_name[2] != '/') {
    return std::nullopt;
  }
  std::string_view name = dds_name.substr(2);
  TopicKind kind = TopicKind::topic;
  switch (dds_name[1]) {
    case 't':
      break;
    case 'q':
      kind = TopicKind::request;
      break;
    case 'r':
      kind = TopicKind::reply;
      break;
    default:
      return std::nullopt;
  }
  if (
    kind != TopicKind::topic &&
    !remove_suffix(name, kind == TopicKind::request ? "Request" : "Reply")) {
    return std::nullopt;
  }
  // Programs without ROS may use its prefixes too.
  if (validate_full_topic_name(name)) {
    return std::nullopt;
  }
  return RosTopicName{kind, std::string(name)};
}

std::string dds_type_name(std::string_view ros_type)
{
  const std::size_t slash = ros_type.rfind('/');
  if (slash == std::string_view::npos) {
    return "dds_::" + std::string(ros_type) + "_";
  }
  return replace_all(ros_type.substr(0, slash + 1), "/", "::") +
         "dds_::" + std::string(ros_type.substr(slash + 1)) + "_";
}

std::optional<std::string> ros_type_name(std::string_view dds_type)
{
  constexpr std::string_view marker = "dds_::";
  const std::size_t at = dds_type.find(marker);
  if (at == std::string_view::npos || !remove_suffix(dds_type, "_")) {
    return std::nullopt;
  }
  if (dds_type.size() < at + marker.size()) {
    return std::nullopt;
  }
  return replace_all(dds_type.substr(0, at), "::", "/").append(dds_type.substr(at + marker.size()));
}

std::optional<std::string> ros_service_type_name(std::string_view dds_type)
{
  if (!remove_suffix(dds_type, "_Request_") && !remove_suffix(dds_type, "_Response_")) {
    return std::nullopt;
  }
  return ros_type_name(std::string(dds_type) + "_");
}

bool is_hidden_name(std::string_view name)
{
  return name.starts_with('_') || name.find("/_") != std::string_view::npos;
}

std::string shown_topic(const std::string & dds_name)
{
  const auto topic = ros_topic_name(dds_name);
  return topic ? topic->name : base::escaped(dds_name);
}

std::string shown_type(const std::string & dds_type)
{
  return base::escaped(ros_type_name(dds_type).value_or(dds_type));
}

}  // namespace rmw
