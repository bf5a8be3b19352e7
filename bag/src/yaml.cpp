// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "yaml.hpp"

#include <yaml.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <utility>

namespace bag::detail
{
namespace
{

constexpr int max_depth = 32;
constexpr std::size_t bytes_per_node = 6;

[[noreturn]] void fail(const std::string & what, const yaml_mark_t & mark)
{
  throw std::runtime_error(what + " in line " + std::to_string(mark.line + 1));
}

class Parser
{
public:
  explicit Parser(std::string_view text) : max_nodes_(10'000 + text.size() / bytes_per_node)
  {
    yaml_parser_initialize(&parser_);
    yaml_parser_set_input_string(
      &parser_, reinterpret_cast<const unsigned char *>(text.data()), text.size());
  }
  ~Parser()
  {
    yaml_event_delete(&event_);
    yaml_parser_delete(&parser_);
  }
  Parser(const Parser &) = delete;
  Parser & operator=(const Parser &) = delete;

  YamlNode document()
  {
    next();  // the start of the stream
    next();
    if (event_.type != YAML_DOCUMENT_START_EVENT) {
      return {};
    }
    next();
    return node(0);
  }

private:
  void next()
  {
    yaml_event_delete(&event_);
    if (yaml_parser_parse(&parser_, &event_) == 0) {
      fail(parser_.problem != nullptr ? parser_.problem : "not valid YAML", parser_.problem_mark);
    }
  }

  /// Parses from the event that begins a node to the event that ends it.
  YamlNode node(int depth)
  {
    if (depth > max_depth) {
      fail("nested too deeply", event_.start_mark);
    }
    add_nodes(1);
    if (event_.type == YAML_ALIAS_EVENT) {
      const auto name = reinterpret_cast<const char *>(event_.data.alias.anchor);
      const auto anchor = anchors_.find(name);
      if (anchor == anchors_.end()) {
        fail("an alias of '" + std::string(name) + "', which does not exist", event_.start_mark);
      }
      add_nodes(size_of(anchor->second));
      return anchor->second;
    }
    const std::string anchor = anchor_name();
    YamlNode result = node_with_items(depth);
    if (!anchor.empty()) {
      add_nodes(size_of(result));
      anchors_[anchor] = result;
    }
    return result;
  }

  void add_nodes(std::size_t count)
  {
    nodes_ += count;
    if (nodes_ > max_nodes_) {
      fail(
        "more than " + std::to_string(max_nodes_) + " values, too many for the length of the text",
        event_.start_mark);
    }
  }

  /// Returns the number of nodes whose text takes as much memory as a copy of this one.
  static std::size_t size_of(const YamlNode & node)
  {
    std::size_t size = 1 + node.scalar.size() / bytes_per_node;
    for (const YamlNode & item : node.items) {
      size += size_of(item);
    }
    return size;
  }

  /// Returns the anchor of the node that the current event begins; empty if it has none.
  std::string anchor_name() const
  {
    const yaml_char_t * const name =
      event_.type == YAML_SCALAR_EVENT           ? event_.data.scalar.anchor
      : event_.type == YAML_SEQUENCE_START_EVENT ? event_.data.sequence_start.anchor
      : event_.type == YAML_MAPPING_START_EVENT  ? event_.data.mapping_start.anchor
                                                 : nullptr;
    return name == nullptr ? std::string() : reinterpret_cast<const char *>(name);
  }

  YamlNode node_with_items(int depth)
  {
    YamlNode result;
    if (event_.type == YAML_SCALAR_EVENT) {
      result.kind = YamlNode::Kind::scalar;
      const auto & scalar = event_.data.scalar;
      result.scalar.assign(reinterpret_cast<const char *>(scalar.value), scalar.length);
      result.quoted = scalar.style != YAML_PLAIN_SCALAR_STYLE;
      if (
        !result.quoted &&
        (result.scalar.empty() || result.scalar == "~" || result.scalar == "null")) {
        result.kind = YamlNode::Kind::nothing;
      }
      return result;
    }
    yaml_event_type_t end{};
    if (event_.type == YAML_SEQUENCE_START_EVENT) {
      result.kind = YamlNode::Kind::sequence;
      end = YAML_SEQUENCE_END_EVENT;
    } else if (event_.type == YAML_MAPPING_START_EVENT) {
      result.kind = YamlNode::Kind::mapping;
      end = YAML_MAPPING_END_EVENT;
    } else {
      fail("an unexpected end", event_.start_mark);
    }
    for (next(); event_.type != end; next()) {
      result.items.push_back(node(depth + 1));
    }
    return result;
  }

  yaml_parser_t parser_{};
  yaml_event_t event_{};
  std::map<std::string, YamlNode> anchors_;
  std::size_t nodes_ = 0;
  // A node takes some hundred bytes of memory; the metadata of recordings has at least ten bytes of
  // text per node.
  const std::size_t max_nodes_;
};

}  // namespace

const YamlNode & YamlNode::operator[](std::string_view key) const
{
  static const YamlNode nothing;
  if (kind == Kind::mapping) {
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
      if (items[i].kind == Kind::scalar && items[i].scalar == key) {
        return items[i + 1];
      }
    }
  }
  return nothing;
}

YamlNode parse_yaml(std::string_view text)
{
  return Parser(text).document();
}

namespace
{

/// Returns the length in bytes of the first character of the text if YAML may contain it unescaped;
/// 0 if not, or if it is not UTF-8.
std::size_t printable_length(std::string_view text)
{
  const auto byte = [&](std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0u;
  };
  const unsigned first = byte(0);
  if (first < 0x80) {
    return first >= 0x20 && first != 0x7f ? 1 : 0;
  }
  const std::size_t length = first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
  if (length == 0) {
    return 0;
  }
  std::uint32_t code = first & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (byte(i) >> 6 != 2) {
      return 0;
    }
    code = code << 6 | (byte(i) & 0x3f);
  }
  const bool is_printable = length == 2   ? code >= 0xa0
                            : length == 3 ? code >= 0x800 && (code < 0xd800 || code > 0xdfff) &&
                                              code < 0xfffe && code != 0xfeff
                                          : code >= 0x10000 && code <= 0x10ffff;
  return is_printable ? length : 0;
}

}  // namespace

std::string yaml_text(std::string_view text)
{
  const auto plain = [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '_' || letter == '/' || letter == '.';
  };
  static constexpr std::string_view words[] = {"true", "false", "null", "yes", "no",
                                               "on",   "off",   "y",    "n"};
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(), [](unsigned char letter) {
    return static_cast<char>(std::tolower(letter));
  });
  const bool letter_first =
    !text.empty() &&
    (std::isalpha(static_cast<unsigned char>(text[0])) != 0 || (text[0] == '/' && text.size() > 1));
  if (
    letter_first && std::all_of(text.begin(), text.end(), plain) &&
    std::find(std::begin(words), std::end(words), small) == std::end(words)) {
    return std::string(text);
  }
  static constexpr char digits[] = "0123456789abcdef";
  std::string quoted = "\"";
  while (!text.empty()) {
    const std::size_t length = printable_length(text);
    if (length == 0) {
      const auto code = static_cast<unsigned char>(text[0]);
      quoted += "\\x";
      quoted += digits[code >> 4];
      quoted += digits[code & 15];
    } else {
      quoted += text[0] == '"' || text[0] == '\\' ? "\\" : "";
      quoted += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return quoted + '"';
}

}  // namespace bag::detail
