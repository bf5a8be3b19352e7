// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "bag/definition.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>

namespace bag
{
namespace
{

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 17> primitives = {
  "bool",  "byte",   "char",  "float32", "float64", "int8",    "uint8",    "int16", "uint16",
  "int32", "uint32", "int64", "uint64",  "string",  "wstring", "duration", "time"};

std::optional<std::string> source_of(const std::string & type)
{
  const std::size_t slash = type.find('/');
  const std::size_t last = type.rfind('/');
  const char * const prefixes = std::getenv("AMENT_PREFIX_PATH");
  if (slash == std::string::npos || last == slash || prefixes == nullptr) {
    return std::nullopt;
  }
  // Peers choose the names of types, so these are never used as paths.
  const auto is_name = [](std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char letter) {
      return std::isalnum(letter) != 0 || letter == '_';
    });
  };
  const std::string_view all = type;
  if (!is_name(all.substr(0, slash)) || !is_name(all.substr(last + 1))) {
    return std::nullopt;
  }
  std::istringstream paths(prefixes);
  for (std::string prefix; std::getline(paths, prefix, ':');) {
    std::ifstream file(
      fs::path(prefix) / "share" / type.substr(0, slash) / "msg" / (type.substr(last + 1) + ".msg"),
      std::ios::binary);
    if (file) {
      return std::string(std::istreambuf_iterator<char>(file), {});
    }
  }
  return std::nullopt;
}

/// Returns the type of a field in a line of a definition; empty for constants, comments,
/// primitives.
std::string field_type(const std::string & line, const std::string & package)
{
  std::istringstream words(line.substr(0, line.find('#')));
  std::string type;
  std::string name;
  if (!(words >> type >> name) || name.find('=') != std::string::npos) {
    return "";
  }
  type.erase(std::min(type.find_first_of("[<"), type.size()));
  if (std::find(primitives.begin(), primitives.end(), type) != primitives.end()) {
    return "";
  }
  const std::size_t slash = type.find('/');
  if (slash == std::string::npos) {
    return (type == "Header" ? "std_msgs" : package) + "/msg/" + type;
  }
  return type.substr(0, slash) + "/msg/" + type.substr(type.rfind('/') + 1);
}

/// Adds the type and the types in it. Returns false if one is missing.
bool collect(const std::string & type, std::map<std::string, std::string> & definitions)
{
  if (definitions.contains(type)) {
    return true;
  }
  const auto source = source_of(type);
  if (!source) {
    return false;
  }
  definitions[type] = *source;
  std::istringstream lines(*source);
  for (std::string line; std::getline(lines, line);) {
    // The '<' of a bounded string, "string<=10", ends its name.
    const std::string inner = field_type(line, type.substr(0, type.find('/')));
    if (!inner.empty() && !collect(inner, definitions)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::string find_definition(const std::string & type)
{
  std::map<std::string, std::string> definitions;
  if (!collect(type, definitions)) {
    return "";
  }
  std::string text = definitions.extract(type).mapped();
  for (const auto & [name, source] : definitions) {
    const std::size_t slash = name.find('/');
    text += "\n" + std::string(80, '=') + "\nMSG: " + name.substr(0, slash) +
            name.substr(name.rfind('/')) + "\n" + source;
  }
  return text;
}

}  // namespace bag
