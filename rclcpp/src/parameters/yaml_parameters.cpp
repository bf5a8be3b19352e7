// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reads parameters from YAML with libyaml's events: no tree is built, and each error has its line
// and column.
#include "parameters/yaml_parameters.hpp"

#include <yaml.h>

#include <cerrno>
#include <clocale>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace rclcpp::detail
{

namespace
{

// Parameters are nested a few levels deep. A deeper file is broken or hostile, and the parser
// recurses.
constexpr int max_depth = 64;

// No parameter file is this large; the limit also stops files that never end.
constexpr std::size_t most_bytes = 16 << 20;

constexpr const char * parameters_key = "ros__parameters";

struct Event
{
  yaml_event_t raw{};

  Event() = default;
  Event(const Event &) = delete;
  Event & operator=(const Event &) = delete;
  ~Event() { yaml_event_delete(&raw); }
};

// Valid YAML that is not expected at its place. The rest of the text can be read.
class Refusal : public YamlError
{
public:
  using YamlError::YamlError;
};

// Reads the events of one text and turns errors into exceptions with a position.
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
      throw YamlError(
        at(parser_.problem_mark) +
        ": not YAML: " + (parser_.problem != nullptr ? parser_.problem : "unreadable"));
    }
    const yaml_event_type_t type = event.raw.type;
    if (type == YAML_MAPPING_START_EVENT || type == YAML_SEQUENCE_START_EVENT) {
      ++depth_;
    } else if (type == YAML_MAPPING_END_EVENT || type == YAML_SEQUENCE_END_EVENT) {
      --depth_;
    }
  }

  void expect(Event & event, yaml_event_type_t type, const char * what)
  {
    next(event);
    if (event.raw.type != type) {
      refuse(event, std::string("expected ") + what);
    }
  }

  // Returns the number of open mappings and sequences.
  int depth() const { return depth_; }

  // Skips to the end of the collections that were opened since then.
  void leave_to(int depth)
  {
    Event event;
    while (depth_ > depth) {
      next(event);
    }
  }

  [[noreturn]] void refuse(const Event & event, const std::string & reason) const
  {
    throw Refusal(at(event.raw.start_mark) + ": " + reason);
  }

  // Returns "source:line:column".
  std::string at(const yaml_mark_t & mark) const
  {
    return source_ + std::to_string(mark.line + 1) + ":" + std::to_string(mark.column + 1);
  }
  std::string at(const Event & event) const { return at(event.raw.start_mark); }

private:
  std::string source_;  // "path:" or empty
  yaml_parser_t parser_{};
  int depth_ = 0;
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

bool parse_bool(const std::string & text, bool & value)
{
  value = one_of(text, {"Y", "y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"});
  return value ||
         one_of(text, {"N", "n", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"});
}

// Decodes a text in base64; blanks and line ends are ignored.
bool parse_base64(const std::string & text, std::vector<std::uint8_t> & bytes)
{
  static constexpr std::string_view digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::uint32_t bits = 0;
  std::size_t count = 0;
  std::size_t padding = 0;
  for (const char c : text) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      continue;
    }
    const std::size_t digit = c == '=' ? 0 : digits.find(c);
    padding += c == '=' ? 1 : 0;
    if (digit == std::string_view::npos || (padding > 0 && c != '=')) {
      return false;
    }
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    if (++count % 4 == 0) {
      for (const int shift : {16, 8, 0}) {
        bytes.push_back(static_cast<std::uint8_t>(bits >> shift & 0xff));
      }
    }
  }
  if (count % 4 != 0 || padding > 2) {
    return false;
  }
  bytes.resize(bytes.size() - padding);
  return true;
}

// Parses a text as the type of its tag. Returns false if the text does not have that type.
template <typename Value, typename Parse>
bool parse_tagged(const std::string & text, Parse parse, ParameterValue & value)
{
  Value parsed{};
  if (!parse(text, parsed)) {
    return false;
  }
  value = ParameterValue(parsed);
  return true;
}

// Returns the type of a scalar as ROS 2 sees it. Differences from YAML's core schema: yes, on and
// 010 are values, null is a text. Tags that are not YAML's own are ignored.
ParameterValue parse_scalar(const Reader & reader, const Event & event)
{
  const std::string text = text_of(event);
  const auto & scalar = event.raw.data.scalar;
  const std::string_view tag =
    scalar.tag == nullptr ? "" : reinterpret_cast<const char *>(scalar.tag);
  ParameterValue value;
  if (tag == YAML_STR_TAG) {
    return ParameterValue(text);
  }
  if (tag == "tag:yaml.org,2002:binary") {
    if (!parse_tagged<std::vector<std::uint8_t>>(text, parse_base64, value)) {
      reader.refuse(event, "expected base64 after !!binary");
    }
    return value;
  }
  if (tag == YAML_BOOL_TAG) {
    if (!parse_tagged<bool>(text, parse_bool, value)) {
      reader.refuse(event, "expected a boolean, as !!bool says");
    }
    return value;
  }
  if (tag == YAML_INT_TAG) {
    if (!parse_tagged<std::int64_t>(text, parse_integer, value)) {
      reader.refuse(event, "expected an integer of 64 bits, as !!int says");
    }
    return value;
  }
  if (tag == YAML_FLOAT_TAG) {
    if (!parse_tagged<double>(text, parse_double, value)) {
      reader.refuse(event, "expected a number, as !!float says");
    }
    return value;
  }
  if (scalar.style != YAML_PLAIN_SCALAR_STYLE) {
    return ParameterValue(text);
  }
  if (text.empty()) {
    reader.refuse(event, "the value is missing (an empty string is written '')");
  }
  if (
    parse_tagged<bool>(text, parse_bool, value) ||
    parse_tagged<std::int64_t>(text, parse_integer, value) ||
    parse_tagged<double>(text, parse_double, value)) {
    return value;
  }
  return ParameterValue(text);
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

// Appends a scalar of a sequence.
void append_element(
  const Reader & reader, const Event & event, std::vector<ParameterValue> & elements)
{
  if (event.raw.type == YAML_ALIAS_EVENT) {
    reader.refuse(event, "aliases are not allowed in parameters");
  }
  if (event.raw.type != YAML_SCALAR_EVENT) {
    reader.refuse(event, "a sequence may hold only booleans, integers, doubles or strings");
  }
  elements.push_back(parse_scalar(reader, event));
  const ParameterType type = elements.back().get_type();
  if (type == PARAMETER_BYTE_ARRAY) {
    reader.refuse(event, "a sequence may hold only booleans, integers, doubles or strings");
  }
  if (type != elements.front().get_type()) {
    reader.refuse(
      event, "the elements of a sequence must have one type: " + to_string(type) + " after " +
               to_string(elements.front().get_type()));
  }
}

// Without elements it has no type; NodeParametersInterface gives it the type of the declaration.
ParameterValue to_value(const std::vector<ParameterValue> & elements)
{
  switch (elements.empty() ? PARAMETER_STRING : elements.front().get_type()) {
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

void note_fault(NodeParameterOverrides & node, const Refusal & refusal)
{
  if (node.fault.empty()) {
    node.fault = refusal.what();
  }
}

// Reads the parameters of one section into the entry of its nodes.
class Section
{
public:
  Section(Reader & reader, NodeParameterOverrides & node) : reader_(reader), node_(node) {}

  // Called after the start of the mapping below ros__parameters; nested names are joined with dots.
  void parse(const Event & start, const std::string & prefix, int depth)
  {
    if (depth > max_depth) {
      reader_.refuse(start, "nested too deeply");
    }
    const int open = reader_.depth();
    for (;;) {
      Event key;
      reader_.next(key);
      if (key.raw.type == YAML_MAPPING_END_EVENT) {
        return;
      }
      std::optional<std::string> name;
      skip_if_refused(open, [&] {
        if (key.raw.type != YAML_SCALAR_EVENT || key.raw.data.scalar.length == 0) {
          reader_.refuse(key, "expected the name of a parameter");
        }
        name = prefix.empty() ? text_of(key) : prefix + "." + text_of(key);
      });
      Event value;
      reader_.next(value);
      if (name) {
        skip_if_refused(open, [&] { parse_value(value, *name, depth); });
      }
      reader_.leave_to(open);
    }
  }

private:
  template <typename Function>
  void skip_if_refused(int open, Function function)
  {
    try {
      function();
    } catch (const Refusal & refusal) {
      note_fault(node_, refusal);
      reader_.leave_to(open);
    }
  }

  void parse_value(const Event & value, const std::string & name, int depth)
  {
    switch (value.raw.type) {
      case YAML_SCALAR_EVENT:
        set(name, {parse_scalar(reader_, value), reader_.at(value)});
        break;
      case YAML_SEQUENCE_START_EVENT:
        parse_sequence(value, name, depth);
        break;
      case YAML_MAPPING_START_EVENT:
        parse(value, name, depth + 1);
        break;
      default:
        reader_.refuse(
          value, "an alias as the value of parameter '" + name +
                   "': aliases are not allowed in parameters");
    }
  }

  // Reads mappings inside of a sequence as ROS 2 does: as if the sequence did not exist.
  void parse_sequence(const Event & start, const std::string & name, int depth)
  {
    std::vector<ParameterValue> elements;
    bool has_mappings = false;
    Event event;
    for (reader_.next(event); event.raw.type != YAML_SEQUENCE_END_EVENT; reader_.next(event)) {
      if (event.raw.type == YAML_MAPPING_START_EVENT) {
        has_mappings = true;
        parse(event, name, depth + 1);
      } else if (!has_mappings) {
        append_element(reader_, event, elements);
      } else {
        reader_.leave_to(depth_of_elements(event));
      }
    }
    ParameterOverride value(to_value(elements), reader_.at(start));
    if (has_mappings) {
      value.fault = value.origin + ": a sequence with mappings is not a parameter value; " +
                    "expected booleans, integers, doubles or strings";
    }
    set(name, std::move(value));
  }

  // Returns the number of open collections between two elements of a sequence; `element` has just
  // begun.
  int depth_of_elements(const Event & element) const
  {
    return reader_.depth() - (element.raw.type == YAML_SEQUENCE_START_EVENT ? 1 : 0);
  }

  void set(const std::string & name, ParameterOverride value)
  {
    node_.parameters.insert_or_assign(name, std::move(value));
  }

  Reader & reader_;
  NodeParameterOverrides & node_;
};

// Called after the start of a mapping of nodes and namespaces, whose own path is `path`.
void parse_nodes(
  Reader & reader, const Event & start, const std::string & path, int depth,
  ParameterOverrides & overrides)
{
  if (depth > max_depth) {
    reader.refuse(start, "nested too deeply");
  }
  const int open = reader.depth();
  Event key;
  for (reader.next(key); key.raw.type != YAML_MAPPING_END_EVENT; reader.next(key)) {
    if (key.raw.type != YAML_SCALAR_EVENT || key.raw.data.scalar.length == 0) {
      reader.refuse(key, "expected the name of a node or namespace");
    }
    const std::string name = text_of(key);
    if (name == parameters_key && path.empty()) {
      reader.refuse(
        key, "ros__parameters must stand below the name of a node; /** means all nodes");
    }
    const std::string node = name == parameters_key ? path
                             : name.front() == '/'  ? path + name
                                                    : path + "/" + name;
    Event value;
    reader.next(value);
    try {
      if (value.raw.type != YAML_MAPPING_START_EVENT) {
        reader.refuse(
          value,
          name == parameters_key
            ? "expected parameters: a mapping of names to values"
            : "expected a mapping with ros__parameters below node or namespace '" + name + "'");
      }
      if (name == parameters_key) {
        Section(reader, entry_of_node(overrides, node)).parse(value, "", depth + 1);
      } else {
        parse_nodes(reader, value, node, depth + 1, overrides);
      }
    } catch (const Refusal & refusal) {  // other nodes are not affected
      note_fault(entry_of_node(overrides, node), refusal);
      reader.leave_to(open);
    }
  }
}

}  // namespace

void read_parameters(
  const std::string & text, const std::string & source, ParameterOverrides & overrides)
{
  // All or nothing: a text that is not YAML may only be detected at its end.
  ParameterOverrides read;
  Reader reader(text, source + ":");
  Event event;
  reader.expect(event, YAML_STREAM_START_EVENT, "YAML");
  for (reader.next(event); event.raw.type != YAML_STREAM_END_EVENT; reader.next(event)) {
    reader.next(event);  // the content of the document
    const bool is_empty = event.raw.type == YAML_SCALAR_EVENT &&
                          event.raw.data.scalar.length == 0 &&
                          event.raw.data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    if (event.raw.type == YAML_MAPPING_START_EVENT) {
      parse_nodes(reader, event, "", 0, read);
    } else if (!is_empty) {
      reader.refuse(event, "expected a mapping of node names, with ros__parameters below each");
    }
    reader.expect(event, YAML_DOCUMENT_END_EVENT, "the end of the document");
  }
  merge_overrides(overrides, read);
}

void read_parameter_file(const std::string & path, ParameterOverrides & overrides)
{
  const auto fail = [&](const std::string & why) {
    throw YamlError(path + ": cannot be read: " + why);
  };
  // It may be a pipe.
  const std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(
    std::fopen(path.c_str(), "rbe"), std::fclose);
  if (!file) {
    fail(std::generic_category().message(errno));
  }
  std::string text;
  char buffer[1 << 14];
  for (;;) {
    const std::size_t count = std::fread(buffer, 1, sizeof(buffer), file.get());
    if (count == 0) {
      break;
    }
    text.append(buffer, count);
    if (text.size() > most_bytes) {
      fail(
        "it is larger than " + std::to_string(most_bytes) + " bytes, which no parameters can be");
    }
  }
  if (std::ferror(file.get()) != 0) {
    fail(std::generic_category().message(errno));
  }
  read_parameters(text, path, overrides);
}

ParameterValue parse_parameter_value(const std::string & text)
{
  Reader reader(text, "");
  Event event;
  reader.expect(event, YAML_STREAM_START_EVENT, "YAML");
  reader.next(event);
  if (event.raw.type == YAML_STREAM_END_EVENT) {
    reader.refuse(event, "the value is missing (an empty string is written '')");
  }
  reader.next(event);
  ParameterValue value;
  if (event.raw.type == YAML_SCALAR_EVENT) {
    value = parse_scalar(reader, event);
  } else if (event.raw.type == YAML_SEQUENCE_START_EVENT) {
    std::vector<ParameterValue> elements;
    for (reader.next(event); event.raw.type != YAML_SEQUENCE_END_EVENT; reader.next(event)) {
      append_element(reader, event, elements);
    }
    value = to_value(elements);
  } else {
    reader.refuse(
      event, "expected a boolean, integer, double, string or a sequence of one of them");
  }
  reader.expect(event, YAML_DOCUMENT_END_EVENT, "the end of the value");
  reader.expect(event, YAML_STREAM_END_EVENT, "only one value");
  return value;
}

}  // namespace rclcpp::detail
