// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Merges overrides, and selects those of a node.
#include "parameters/parameter_overrides.hpp"

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string_view>

namespace rclcpp::detail
{

namespace
{

struct UseFlags
{
  std::mutex mutex;  // guards by_rule
  std::map<std::string, std::weak_ptr<std::atomic<bool>>> by_rule;
};

// Never destroyed: a static context may parse arguments while the process ends.
UseFlags & use_flags()
{
  static auto & flags = *new UseFlags;
  return flags;
}

// Removes "/part" from the front.
std::string_view take_part(std::string_view & path)
{
  const std::size_t end = std::min(path.find('/', 1), path.size());
  const std::string_view part = path.substr(0, end);
  path.remove_prefix(end);
  return part;
}

// Matches "/a/*/b" and "/**" against "/a/x/b", part by part; both begin with '/'. Only the last
// "**" that was passed ever needs to match more parts, so that many of them take no more time than
// one.
bool parts_match(std::string_view key, std::string_view name)
{
  std::optional<std::string_view> key_behind_stars;
  std::string_view name_behind_stars;
  for (;;) {
    std::string_view key_rest = key;
    const std::string_view key_part = key.empty() ? key : take_part(key_rest);
    if (key_part == "/**") {
      key_behind_stars = key = key_rest;
      name_behind_stars = name;
      continue;
    }
    if (key.empty() && name.empty()) {
      return true;
    }
    if (!key.empty() && !name.empty()) {
      std::string_view name_rest = name;
      const std::string_view name_part = take_part(name_rest);
      if (key_part == "/*" || key_part == name_part) {
        key = key_rest;
        name = name_rest;
        continue;
      }
    }
    if (!key_behind_stars || name_behind_stars.empty()) {
      return false;
    }
    take_part(name_behind_stars);
    key = *key_behind_stars;
    name = name_behind_stars;
  }
}

// `from` takes precedence.
void merge(NodeParameterOverrides & into, const NodeParameterOverrides & from)
{
  for (const auto & [name, value] : from.parameters) {
    const auto [entry, is_new] = into.parameters.try_emplace(name, value);
    if (!is_new) {
      if (entry->second.declared) {
        *entry->second.declared = true;  // it fits, although another one takes precedence
      }
      entry->second = value;
    }
  }
  if (into.fault.empty()) {
    into.fault = from.fault;
  }
}

}  // namespace

UseFlag use_flag_of(const std::string & rule)
{
  UseFlags & flags = use_flags();
  std::lock_guard<std::mutex> lock(flags.mutex);
  std::erase_if(flags.by_rule, [](const auto & known) { return known.second.expired(); });
  UseFlag flag = flags.by_rule[rule].lock();
  if (!flag) {
    flag = std::make_shared<std::atomic<bool>>(false);
    flags.by_rule[rule] = flag;
  }
  return flag;
}

NodeParameterOverrides & entry_of_node(ParameterOverrides & overrides, const std::string & node_key)
{
  const std::string key = node_key.starts_with('/') ? node_key : "/" + node_key;
  for (NodeParameterOverrides & node : overrides) {
    if (node.node == key) {
      return node;
    }
  }
  return overrides.emplace_back(NodeParameterOverrides{key});
}

void merge_overrides(ParameterOverrides & overrides, const ParameterOverrides & more)
{
  for (const NodeParameterOverrides & node : more) {
    merge(entry_of_node(overrides, node.node), node);
  }
}

bool key_matches(const std::string & key, const std::string & fully_qualified_name)
{
  return key.starts_with('/') && fully_qualified_name.starts_with('/') &&
         parts_match(key, fully_qualified_name);
}

NodeParameterOverrides overrides_of_node(
  const ParameterOverrides & overrides, const std::string & fully_qualified_name)
{
  NodeParameterOverrides merged{fully_qualified_name};
  for (const NodeParameterOverrides & node : overrides) {
    if (key_matches(node.node, fully_qualified_name)) {
      merge(merged, node);
    }
  }
  return merged;
}

}  // namespace rclcpp::detail
