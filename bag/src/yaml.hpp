// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A YAML parser for the files of recordings, which returns a tree.
#ifndef BAG__YAML_HPP_
#define BAG__YAML_HPP_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bag::detail
{

struct YamlNode
{
  enum class Kind
  {
    nothing,
    scalar,
    sequence,
    mapping
  };

  Kind kind = Kind::nothing;
  std::string scalar;
  bool quoted = false;
  std::vector<YamlNode> items;  ///< of a sequence; of a mapping keys and values alternate

  /// Returns the value of a key of a mapping; an empty node if the key is missing or this is not a
  /// mapping.
  const YamlNode & operator[](std::string_view key) const;
};

/// Replaces aliases by copies of their anchors' nodes. Throws std::runtime_error with the problem
/// and the line. Rejects trees deeper than 32, and trees with far more nodes than a recording's
/// metadata has.
YamlNode parse_yaml(std::string_view text);

/// Returns a scalar that parsers read as this text. A byte that is not UTF-8, or belongs to a
/// character that YAML does not allow, is read as the character with its number.
std::string yaml_text(std::string_view text);

}  // namespace bag::detail

#endif  // BAG__YAML_HPP_
