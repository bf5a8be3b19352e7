// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// YAML to parameters, by libyaml's events: no tree is built, and each error knows its line and
// column.
#include "node/yaml_parameters.hpp"

#include <yaml.h>

#include <cerrno>
#include <clocale>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

namespace rclcpp::detail
{

namespace
{

// Parameters nest a few levels; a file that goes deeper is broken or hostile, and we recurse.
constexpr int max_depth = 64;

constexpr const char * parameters_key = "ros__parameters";

struct Event
{
  yaml_event_t raw{};

  Event() = default;
  Event(const Event &) = delete;
  Event & operator=(const Event &) = delete;
  ~Event() { yaml_event_delete(&raw); }
};

// Pulls events of one text and turns them into errors with a position.
class Reader
{
public:
  Reader(const std::string & text, std::string source) : source_(std::move(source))
  {
    if (yaml_parser_initialize(&parser_) == 0) {
      throw std::bad_alloc();
    }
    yaml_parser_set_input_string(
      &parser_, reinterpret_cast<const unsigned char *>(text.data()), text.size());
  }
  Reader(const Reader &) = delete;
  Reader & operator=(const Reader &) = delete;
  ~Reader() { yaml_parser_delete(&parser_); }

  void next(Event & event)
  {
    yaml_event_delete(&event.raw);
    if (yaml_parser_parse(&parser_, &event.raw) == 0) {
      fail(
        parser_.problem_mark,
        std::string("not YAML: ") + (parser_.problem != nullptr ? parser_.problem : "unreadable"));
    }
    if (event.raw.type == YAML_ALIAS_EVENT) {
      fail(event, "aliases are not allowed in parameters");
    }
  }

  void expect(Event & event, yaml_event_type_t type, const char * what)
  {
    next(event);
    if (event.raw.type != type) {
      fail(event, std::string("expected ") + what);
    }
  }

  [[noreturn]] void fail(const Event & event, const std::string & reason) const
  {
    fail(event.raw.start_mark, reason);
  }

  [[noreturn]] void fail(const yaml_mark_t & mark, const std::string & reason) const
  {
    throw YamlError(
      source_ + std::to_string(mark.line + 1) + ":" + std::to_string(mark.column + 1) + ": " +
      reason);
  }

private:
  std::string source_;  // "path:" or empty
  yaml_parser_t parser_{};
};

std::string text_of(const Event & event)
{
  return std::string(
    reinterpret_cast<const char *>(event.raw.data.scalar.value), event.raw.data.scalar.length);
}

template <std::size_t size>
bool one_of(const std::string & text, const char * const (&words)[size])
{
  for (const char * word : words) {
    if (text == word) {
      return true;
    }
  }
  return false;
}

bool parse_integer(const std::string & text, std::int64_t & value)
{
  char * end = nullptr;
  errno = 0;
  value = std::strtoll(text.c_str(), &end, 0);
  return errno == 0 && end != text.c_str() && *end == '\0';
}

bool parse_double(const std::string & text, double & value)
{
  if (one_of(text, {".nan", ".NaN", ".NAN"})) {
    value = std::strtod("nan", nullptr);
    return true;
  }
  if (one_of(text, {".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"})) {
    value = std::strtod("inf", nullptr);
    return true;
  }
  if (one_of(text, {"-.inf", "-.Inf", "-.INF"})) {
    value = std::strtod("-inf", nullptr);
    return true;
  }
  // the program may have set a locale with a decimal comma
  static const locale_t c_locale = newlocale(LC_ALL_MASK, "C", nullptr);
  char * end = nullptr;
  errno = 0;
  value = strtod_l(text.c_str(), &end, c_locale);
  return errno == 0 && end != text.c_str() && *end == '\0';
}

// The type of a scalar as ROS 2 sees it (which is not quite YAML's core schema: yes, on and 010
// count).
ParameterValue typed(const Event & event)
{
  const std::string text = text_of(event);
  const auto & scalar = event.raw.data.scalar;
  const bool string_tag = scalar.tag != nullptr &&
                          std::string(reinterpret_cast<const char *>(scalar.tag)) == YAML_STR_TAG;
  if (string_tag || scalar.style != YAML_PLAIN_SCALAR_STYLE) {
    return ParameterValue(text);
  }
  if (one_of(text, {"Y", "y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"})) {
    return ParameterValue(true);
  }
  if (one_of(text, {"N", "n", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"})) {
    return ParameterValue(false);
  }
  std::int64_t integer = 0;
  if (parse_integer(text, integer)) {
    return ParameterValue(integer);
  }
  double number = 0;
  if (parse_double(text, number)) {
    return ParameterValue(number);
  }
  return ParameterValue(text);
}

ParameterValue parse_scalar(const Reader & reader, const Event & event)
{
  if (event.raw.data.scalar.length == 0 && event.raw.data.scalar.style == YAML_PLAIN_SCALAR_STYLE) {
    reader.fail(event, "the value is missing (an empty string is written '')");
  }
  return typed(event);
}

template <ParameterType type>
ParameterValue to_array(const std::vector<ParameterValue> & elements)
{
  std::vector<std::decay_t<decltype(elements[0].get<type>())>> array;
  array.reserve(elements.size());
  for (const ParameterValue & element : elements) {
    array.push_back(element.get<type>());
  }
  return ParameterValue(array);
}

// After the start of the sequence.
ParameterValue parse_sequence(Reader & reader, const Event & start)
{
  std::vector<ParameterValue> elements;
  Event event;
  for (reader.next(event); event.raw.type != YAML_SEQUENCE_END_EVENT; reader.next(event)) {
    if (event.raw.type != YAML_SCALAR_EVENT) {
      reader.fail(event, "a sequence may hold only booleans, integers, doubles or strings");
    }
    elements.push_back(parse_scalar(reader, event));
    if (elements.back().get_type() != elements.front().get_type()) {
      reader.fail(
        event,
        "the elements of a sequence must have one type: " + to_string(elements.back().get_type()) +
          " after " + to_string(elements.front().get_type()));
    }
  }
  if (elements.empty()) {
    reader.fail(start, "an empty sequence has no type; leave the parameter out");
  }
  switch (elements.front().get_type()) {
    case PARAMETER_BOOL:
      return to_array<PARAMETER_BOOL>(elements);
    case PARAMETER_INTEGER:
      return to_array<PARAMETER_INTEGER>(elements);
    case PARAMETER_DOUBLE:
      return to_array<PARAMETER_DOUBLE>(elements);
    default:
      return to_array<PARAMETER_STRING>(elements);
  }
}

// After the start of the mapping below ros__parameters; nested names are joined with dots.
void parse_values(
  Reader & reader, const Event & start, const std::string & prefix, int depth,
  std::map<std::string, ParameterValue> & parameters)
{
  if (depth > max_depth) {
    reader.fail(start, "nested too deeply");
  }
  Event key;
  for (reader.next(key); key.raw.type != YAML_MAPPING_END_EVENT; reader.next(key)) {
    if (key.raw.type != YAML_SCALAR_EVENT || key.raw.data.scalar.length == 0) {
      reader.fail(key, "expected the name of a parameter");
    }
    const std::string name = prefix.empty() ? text_of(key) : prefix + "." + text_of(key);
    Event value;
    reader.next(value);
    switch (value.raw.type) {
      case YAML_SCALAR_EVENT:
        parameters.insert_or_assign(name, parse_scalar(reader, value));
        break;
      case YAML_SEQUENCE_START_EVENT:
        parameters.insert_or_assign(name, parse_sequence(reader, value));
        break;
      case YAML_MAPPING_START_EVENT:
        parse_values(reader, value, name, depth + 1, parameters);
        break;
      default:
        reader.fail(value, "expected the value of parameter '" + name + "'");
    }
  }
}

// After the start of a mapping of nodes and namespaces, whose own path is `path`.
void parse_nodes(
  Reader & reader, const Event & start, const std::string & path, int depth,
  ParameterOverrides & overrides)
{
  if (depth > max_depth) {
    reader.fail(start, "nested too deeply");
  }
  Event key;
  for (reader.next(key); key.raw.type != YAML_MAPPING_END_EVENT; reader.next(key)) {
    if (key.raw.type != YAML_SCALAR_EVENT || key.raw.data.scalar.length == 0) {
      reader.fail(key, "expected the name of a node or namespace");
    }
    const std::string name = text_of(key);
    if (name == parameters_key && path.empty()) {
      reader.fail(key, "ros__parameters must stand below the name of a node; /** means all nodes");
    }
    Event value;
    reader.next(value);
    if (value.raw.type != YAML_MAPPING_START_EVENT) {
      reader.fail(
        value,
        name == parameters_key
          ? "expected parameters: a mapping of names to values"
          : "expected a mapping with ros__parameters below node or namespace '" + name + "'");
    }
    if (name == parameters_key) {
      parse_values(reader, value, "", depth + 1, parameters_of_node(overrides, path));
    } else {
      const bool slash = name.front() == '/';
      parse_nodes(reader, value, slash ? path + name : path + "/" + name, depth + 1, overrides);
    }
  }
}

}  // namespace

void read_parameters(
  const std::string & text, const std::string & source, ParameterOverrides & overrides)
{
  Reader reader(text, source + ":");
  Event event;
  reader.expect(event, YAML_STREAM_START_EVENT, "YAML");
  reader.next(event);
  if (event.raw.type == YAML_STREAM_END_EVENT) {
    reader.fail(event, "no parameters: the file is empty");
  }
  reader.expect(
    event, YAML_MAPPING_START_EVENT, "a mapping of node names, with ros__parameters below each");
  parse_nodes(reader, event, "", 0, overrides);
  reader.expect(event, YAML_DOCUMENT_END_EVENT, "the end of the document");
  reader.expect(event, YAML_STREAM_END_EVENT, "only one document");
}

void read_parameter_file(const std::string & path, ParameterOverrides & overrides)
{
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) {
    throw YamlError(path + ": cannot be read: " + std::generic_category().message(errno));
  }
  read_parameters(text.str(), path, overrides);
}

ParameterValue parse_parameter_value(const std::string & text)
{
  Reader reader(text, "");
  Event event;
  reader.expect(event, YAML_STREAM_START_EVENT, "YAML");
  reader.next(event);
  if (event.raw.type == YAML_STREAM_END_EVENT) {
    reader.fail(event, "the value is missing (an empty string is written '')");
  }
  reader.next(event);
  ParameterValue value;
  if (event.raw.type == YAML_SCALAR_EVENT) {
    value = parse_scalar(reader, event);
  } else if (event.raw.type == YAML_SEQUENCE_START_EVENT) {
    value = parse_sequence(reader, event);
  } else {
    reader.fail(event, "expected a boolean, integer, double, string or a sequence of one of them");
  }
  reader.expect(event, YAML_DOCUMENT_END_EVENT, "the end of the value");
  reader.expect(event, YAML_STREAM_END_EVENT, "only one value");
  return value;
}

}  // namespace rclcpp::detail
