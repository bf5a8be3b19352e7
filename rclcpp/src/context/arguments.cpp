// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The parser of --ros-args.
#include "context/arguments.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string_view>

#include "parameters/yaml_parameters.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/parameter_value.hpp"
#include "rmw/names.hpp"

namespace rclcpp::detail
{

namespace
{

constexpr std::string_view assign = ":=";
constexpr std::string_view remap_grammar =
  "[node:]name:=new_name, [node:]__node:=new_name or [node:]__ns:=/new_namespace";
constexpr std::string_view parameter_grammar = "[node:]name:=value, with the value in YAML";
constexpr std::string_view level_grammar =
  "LEVEL or logger:=LEVEL, with LEVEL one of UNSET, DEBUG, INFO, WARN, ERROR, FATAL";

// The reason why an argument is malformed; caught where its position on the command line is known.
struct Malformed
{
  std::string reason;
};

bool is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

// Tests for a token of the rule grammar: starts with a letter or a single underscore, then also
// digits, no doubled underscore.
bool is_token(std::string_view text)
{
  if (text.empty() || is_digit(text.front()) || text.find("__") != std::string_view::npos) {
    return false;
  }
  return std::all_of(
    text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

void check_no_wildcard(std::string_view text)
{
  if (text.find('*') != std::string_view::npos || text.find('\\') != std::string_view::npos) {
    throw Malformed{
      "wildcards (* and **) and back references (\\1) are not implemented for rules, in ROS 2 "
      "neither"};
  }
}

// Accepts "name", "/name", "~/name" and "~", where names consist of tokens.
void check_rule_name(std::string_view name, const char * which)
{
  check_no_wildcard(name);
  std::string_view rest = name;
  if (rest == "~" || rest == "/") {
    if (rest == "/") {
      throw Malformed{std::string(which) + " '/' is not the name of a topic or service"};
    }
    return;
  }
  if (rest.starts_with("~/")) {
    rest.remove_prefix(2);
  } else if (rest.starts_with('/')) {
    rest.remove_prefix(1);
  }
  for (;;) {
    const std::size_t slash = rest.find('/');
    const std::string_view token = rest.substr(0, slash);
    if (!is_token(token)) {
      throw Malformed{
        std::string(which) + " '" + std::string(name) + "' is not a name: " +
        (token.empty() ? std::string("a part of it is empty")
                       : "'" + std::string(token) +
                           "' must begin with a letter or _ and go on "
                           "with letters, digits and single _")};
    }
    if (slash == std::string_view::npos) {
      return;
    }
    rest.remove_prefix(slash + 1);
  }
}

// Removes "node:" from the front unless it is the scheme of a URL.
std::string take_node_prefix(std::string_view & text)
{
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || text.substr(colon).starts_with("://")) {
    return {};
  }
  std::string node(text.substr(0, colon));
  text.remove_prefix(colon + 1);
  return node;
}

bool take_prefix(std::string_view & text, std::string_view prefix)
{
  if (!text.starts_with(prefix)) {
    return false;
  }
  text.remove_prefix(prefix.size());
  return true;
}

std::pair<std::string_view, std::string_view> split_assignment(std::string_view text)
{
  const std::size_t position = text.find(assign);
  if (position == std::string_view::npos) {
    throw Malformed{"':=' is missing"};
  }
  return {text.substr(0, position), text.substr(position + assign.size())};
}

RemapRule parse_remap_rule(std::string_view text)
{
  auto [match, replacement] = split_assignment(text);
  RemapRule rule;
  rule.node = take_node_prefix(match);
  if (match.size() + assign.size() + replacement.size() != text.size() && !is_token(rule.node)) {
    throw Malformed{"'" + rule.node + "' before ':' is not the name of a node"};
  }
  if (match.empty()) {
    throw Malformed{"there is no name before ':='"};
  }
  if (replacement.empty()) {
    throw Malformed{"there is no value after ':='"};
  }
  if (match == "__node" || match == "__name") {
    rule.kind = RemapRule::Kind::node_name;
    if (!is_token(replacement)) {
      throw Malformed{"'" + std::string(replacement) + "' is not the name of a node"};
    }
  } else if (match == "__ns") {
    rule.kind = RemapRule::Kind::node_namespace;
    check_no_wildcard(replacement);
    if (const auto fault = rmw::validate_namespace(replacement)) {
      throw Malformed{
        "'" + std::string(replacement) + "' is not a namespace: " + fault->reason +
        ", at character " + std::to_string(fault->index + 1)};
    }
  } else {
    if (take_prefix(match, "rostopic://")) {
      rule.kind = RemapRule::Kind::topic;
      take_prefix(replacement, "rostopic://");
    } else if (take_prefix(match, "rosservice://")) {
      rule.kind = RemapRule::Kind::service;
      take_prefix(replacement, "rosservice://");
    }
    check_rule_name(match, "the name");
    check_rule_name(replacement, "the new name");
  }
  rule.match = match;
  rule.replacement = replacement;
  rule.used = use_flag_of("-r " + std::string(text));
  return rule;
}

void parse_parameter_rule(std::string_view text, ParameterOverrides & overrides)
{
  auto [name, value] = split_assignment(text);
  const std::size_t before = name.size();
  const std::string node = take_node_prefix(name);
  if (name.size() != before && node.empty()) {
    throw Malformed{"the name of the node before ':' is missing"};
  }
  if (name.empty() || name.find_first_of(" \t\n:") != std::string_view::npos) {
    throw Malformed{"'" + std::string(name) + "' is not the name of a parameter"};
  }
  try {
    ParameterOverride parsed = parse_parameter_value(std::string(value));
    parsed.declared = use_flag_of("-p " + std::string(text));
    entry_of_node(overrides, node.empty() ? "/**" : node)
      .parameters.insert_or_assign(std::string(name), std::move(parsed));
  } catch (const YamlError & error) {
    throw Malformed{std::string("the value is not usable: ") + error.what()};
  }
}

std::pair<std::string, int> parse_level(std::string_view text)
{
  constexpr std::array<std::pair<std::string_view, int>, 6> levels = {
    {{"UNSET", 0}, {"DEBUG", 10}, {"INFO", 20}, {"WARN", 30}, {"ERROR", 40}, {"FATAL", 50}}};
  std::string logger;
  if (text.find(assign) != std::string_view::npos) {
    const auto [name, level] = split_assignment(text);
    if (name.empty()) {
      throw Malformed{"the name of the logger before ':=' is missing"};
    }
    logger = name;
    text = level;
  }
  std::string upper(text);
  for (char & c : upper) {
    if (c >= 'a' && c <= 'z') {
      c = static_cast<char>(c - 'a' + 'A');
    }
  }
  for (const auto & [name, value] : levels) {
    if (upper == name) {
      return {logger, value};
    }
  }
  throw Malformed{"'" + std::string(text) + "' is not a level"};
}

std::string parse_enclave(std::string_view text)
{
  if (const auto fault = rmw::validate_namespace(text)) {
    throw Malformed{
      std::string("not an absolute path of names: ") + fault->reason + ", at character " +
      std::to_string(fault->index + 1)};
  }
  return std::string(text);
}

struct Flag
{
  std::string_view long_name;
  std::string_view short_name;  // empty: none
  std::string_view grammar;
  std::function<void(Arguments &, const std::string &)> apply;
};

const std::vector<Flag> & flags_with_operand()
{
  static const std::vector<Flag> flags = {
    {"--remap", "-r", remap_grammar,
     [](Arguments & arguments, const std::string & text) {
       arguments.remap_rules.push_back(parse_remap_rule(text));
     }},
    {"--param", "-p", parameter_grammar,
     [](Arguments & arguments, const std::string & text) {
       parse_parameter_rule(text, arguments.parameter_overrides);
     }},
    {"--params-file", "", "the path of a YAML file",
     [](Arguments & arguments, const std::string & text) {
       try {
         ParameterOverrides sections;
         read_parameter_file(text, sections);
         ParameterFile & file = arguments.parameter_files.emplace_back(text);
         for (const NodeParameterOverrides & section : sections) {
           file.sections.push_back(section.node);
         }
         merge_overrides(arguments.parameter_overrides, sections);
       } catch (const YamlError & error) {
         throw Malformed{error.what()};
       }
     }},
    {"--log-level", "", level_grammar,
     [](Arguments & arguments, const std::string & text) {
       arguments.log_levels.push_back(parse_level(text));
     }},
    {"--log-config-file", "", "the path of a file",
     [](Arguments & arguments, const std::string & text) { arguments.log_config_file = text; }},
    {"--log-file-name", "", "the beginning of the name of the log file",
     [](Arguments & arguments, const std::string & text) { arguments.log_file_name = text; }},
    {"--enclave", "-e", "an absolute path such as /robot/arm",
     [](Arguments & arguments, const std::string & text) {
       arguments.enclave = parse_enclave(text);
     }},
  };
  return flags;
}

// Parses --enable-X and --disable-X.
bool parse_switch(std::string_view text, Arguments & arguments)
{
  const bool enable = take_prefix(text, "--enable-");
  if (!enable && !take_prefix(text, "--disable-")) {
    return false;
  }
  if (text == "stdout-logs") {
    arguments.stdout_logs = enable;
  } else if (text == "rosout-logs") {
    arguments.rosout_logs = enable;
  } else if (text == "external-lib-logs") {
    arguments.external_lib_logs = enable;
  } else {
    return false;
  }
  return true;
}

[[noreturn]] void throw_malformed(
  std::size_t position, const std::string & what, const std::string & reason,
  std::string_view grammar)
{
  throw exceptions::RCLInvalidROSArgsError(
    "invalid ROS argument " + std::to_string(position) + ", '" + what + "': " + reason +
    "; expected " + std::string(grammar));
}

// Parses a rule without -r outside of --ros-args: the syntax of ROS 2 before Eloquent.
bool parse_deprecated_rule(const std::string & text, Arguments & arguments)
{
  if (text.find(assign) == std::string::npos) {
    return false;
  }
  try {
    arguments.remap_rules.push_back(parse_remap_rule(text));
  } catch (const Malformed &) {
    return false;  // an argument of the program
  }
  arguments.warnings.push_back(
    "the remap rule '" + text + "' without --ros-args -r is deprecated; write --ros-args -r " +
    text);
  return true;
}

// Returns the first names, with commas.
std::string list_of(const std::vector<std::string> & names)
{
  constexpr std::size_t most = 5;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
    list += (i == 0 ? "" : ", ") + names[i];
  }
  return list + (names.size() > most ? " and others" : "");
}

}  // namespace

Arguments parse_arguments(const std::vector<std::string> & argv)
{
  Arguments arguments;
  bool in_ros_arguments = false;
  for (std::size_t i = 0; i < argv.size(); ++i) {
    const std::string & argument = argv[i];
    if (!in_ros_arguments) {
      if (argument == "--ros-args") {
        in_ros_arguments = true;
      } else if (i == 0 || !parse_deprecated_rule(argument, arguments)) {
        arguments.non_ros.push_back(argument);
      }
      continue;
    }
    if (argument == "--ros-args" || parse_switch(argument, arguments)) {
      continue;
    }
    if (argument == "--") {
      in_ros_arguments = false;
      continue;
    }
    const auto & flags = flags_with_operand();
    const auto flag = std::find_if(flags.begin(), flags.end(), [&](const Flag & known) {
      return argument == known.long_name ||
             (!known.short_name.empty() && argument == known.short_name);
    });
    if (flag == flags.end()) {
      arguments.unknown.push_back(argument);
      continue;
    }
    if (i + 1 == argv.size()) {
      throw_malformed(i, argument, "nothing follows it", flag->grammar);
    }
    ++i;
    try {
      flag->apply(arguments, argv[i]);
    } catch (const Malformed & malformed) {
      throw_malformed(i - 1, argument + " " + argv[i], malformed.reason, flag->grammar);
    }
  }
  for (const NodeParameterOverrides & node : arguments.parameter_overrides) {
    if (!node.fault.empty()) {
      arguments.warnings.push_back("no node '" + node.node + "' can be created: " + node.fault);
    }
  }
  return arguments;
}

ParameterFile::ParameterFile(const std::string & path)
: path(path),
  fits(use_flag_of("--params-file " + path)),
  nearly_fits(use_flag_of("--params-file " + path + " nearly"))
{
}

void add_node(const Arguments & arguments, const std::string & fully_qualified_name)
{
  *arguments.have_node = true;
  const auto last_part = [](const std::string & name) { return name.substr(name.rfind('/') + 1); };
  for (const ParameterFile & file : arguments.parameter_files) {
    for (const std::string & section : file.sections) {
      if (key_matches(section, fully_qualified_name)) {
        *file.fits = true;
      } else if (last_part(section) == last_part(fully_qualified_name)) {
        *file.nearly_fits = true;
      }
    }
  }
}

std::vector<std::string> unused_rules(const Arguments & arguments)
{
  std::vector<std::string> unused;
  if (!*arguments.have_node) {
    return unused;
  }
  for (const NodeParameterOverrides & node : arguments.parameter_overrides) {
    for (const auto & [name, given] : node.parameters) {
      if (given.declared && !*given.declared) {
        const bool of_all = node.node == "/**";
        unused.push_back(
          "'-p " + (of_all ? "" : node.node.substr(1) + ":") + name +
          ":=" + rclcpp::to_string(given.value) + "' of the command line had no effect: no node " +
          (of_all ? "" : "'" + node.node + "' ") + "has declared a parameter '" + name +
          "'. Check the name with 'rxros2 param list'");
      }
    }
  }
  for (const ParameterFile & file : arguments.parameter_files) {
    if (
      !*file.fits && (file.sections.size() == 1 || *file.nearly_fits) &&
      !*arguments.nodes_are_loaded) {
      unused.push_back(
        "'--params-file " + file.path + "' of the command line had no effect: it has no section " +
        "for a node of this process, but for " + list_of(file.sections) +
        ". Write the full name of the node, with its namespace, or /** for every node");
    }
  }
  // Launch files give rules such as /tf:=tf to all nodes: they put a global name into a namespace.
  const auto moves_into_namespace = [](const RemapRule & rule) {
    return rule.match == "/" + rule.replacement;
  };
  for (const RemapRule & rule : arguments.remap_rules) {
    if (!*rule.used && !moves_into_namespace(rule)) {
      const bool is_of_node =
        rule.kind == RemapRule::Kind::node_name || rule.kind == RemapRule::Kind::node_namespace;
      const std::string match = rule.kind == RemapRule::Kind::node_name        ? "__node"
                                : rule.kind == RemapRule::Kind::node_namespace ? "__ns"
                                : rule.kind == RemapRule::Kind::topic ? "rostopic://" + rule.match
                                : rule.kind == RemapRule::Kind::service
                                  ? "rosservice://" + rule.match
                                  : rule.match;
      const std::string of_node = rule.node.empty() ? "" : " of node '" + rule.node + "'";
      unused.push_back(
        "'-r " + (rule.node.empty() ? "" : rule.node + ":") + match + ":=" + rule.replacement +
        "' of the command line had no effect: " +
        (is_of_node ? "there was no node '" + rule.node + "'"
                    : "no topic or service" + of_node + " had the name '" + rule.match + "'") +
        ". Check the name with 'rxros2 node info'");
    }
  }
  return unused;
}

}  // namespace rclcpp::detail
