// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// YAML as a tree, as far as recordings have it.
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
  std::vector<YamlNode> items;  ///< of a sequence; of a mapping keys and values in turn

  /// Of a mapping; nothing if it has no such key, or this is no mapping.
  const YamlNode & operator[](std::string_view key) const;
};

/// Throws std::runtime_error, which says what is wrong and in which line. Aliases are refused, and
/// so are trees deeper than 32, or of far more nodes than a recording's metadata has.
YamlNode parse_yaml(std::string_view text);

/// As a scalar that is read as this text, whatever it is; a byte that is no UTF-8, or of a
/// character that YAML does not allow, is read as the character of its number.
std::string yaml_text(std::string_view text);

}  // namespace bag::detail

#endif  // BAG__YAML_HPP_
