// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Converts the codec's description of a struct to ROS 2's type description.
#include "message/type_descriptions.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>

#include "type_description_interfaces/msg/field_type.hpp"

namespace rclcpp::detail
{

namespace
{

using type_description_interfaces::msg::FieldType;
using type_description_interfaces::msg::IndividualTypeDescription;

struct KnownTypes
{
  std::mutex mutex;  // guards by_hash
  std::unordered_map<std::string_view, const cdr::struct_description *> by_hash;
};

// Never destroyed: static objects may create endpoints.
KnownTypes & known_types()
{
  static auto * const types = new KnownTypes;
  return *types;
}

// Returns the type id of a single value.
std::uint8_t type_id_of(const cdr::field_description & field)
{
  switch (field.type) {
    case cdr::kind::boolean:
      return FieldType::FIELD_TYPE_BOOLEAN;
    case cdr::kind::int8:
      return FieldType::FIELD_TYPE_INT8;
    case cdr::kind::uint8:
      return field.octet ? FieldType::FIELD_TYPE_BYTE : FieldType::FIELD_TYPE_UINT8;
    case cdr::kind::int16:
      return FieldType::FIELD_TYPE_INT16;
    case cdr::kind::uint16:
      return FieldType::FIELD_TYPE_UINT16;
    case cdr::kind::int32:
      return FieldType::FIELD_TYPE_INT32;
    case cdr::kind::uint32:
      return FieldType::FIELD_TYPE_UINT32;
    case cdr::kind::int64:
      return FieldType::FIELD_TYPE_INT64;
    case cdr::kind::uint64:
      return FieldType::FIELD_TYPE_UINT64;
    case cdr::kind::float32:
      return FieldType::FIELD_TYPE_FLOAT;
    case cdr::kind::float64:
      return FieldType::FIELD_TYPE_DOUBLE;
    case cdr::kind::string:
      return field.string_bound == 0 ? FieldType::FIELD_TYPE_STRING
                                     : FieldType::FIELD_TYPE_BOUNDED_STRING;
    case cdr::kind::wstring:
      return field.string_bound == 0 ? FieldType::FIELD_TYPE_WSTRING
                                     : FieldType::FIELD_TYPE_BOUNDED_WSTRING;
    case cdr::kind::structure:
      return FieldType::FIELD_TYPE_NESTED_TYPE;
  }
  return FieldType::FIELD_TYPE_NOT_SET;
}

// Returns the offset that a collection adds to the id of its element type.
std::uint8_t collection_offset(const cdr::field_description & field)
{
  constexpr int array = FieldType::FIELD_TYPE_INT8_ARRAY - FieldType::FIELD_TYPE_INT8;
  constexpr int bounded = FieldType::FIELD_TYPE_INT8_BOUNDED_SEQUENCE - FieldType::FIELD_TYPE_INT8;
  constexpr int unbounded =
    FieldType::FIELD_TYPE_INT8_UNBOUNDED_SEQUENCE - FieldType::FIELD_TYPE_INT8;
  switch (field.collection) {
    case cdr::collection::array:
      return array;
    case cdr::collection::sequence:
      return field.length == 0 ? unbounded : bounded;
    case cdr::collection::none:
      break;
  }
  return 0;
}

// Adds nested structs to `referenced`.
IndividualTypeDescription describe(
  const cdr::struct_description & type,
  std::map<std::string_view, IndividualTypeDescription> & referenced)
{
  IndividualTypeDescription description;
  description.type_name = type.name;
  for (std::size_t i = 0; i < type.count; ++i) {
    const cdr::field_description & field = type.fields[i];
    auto & described = description.fields.emplace_back();
    described.name = field.name;
    described.type.type_id =
      static_cast<std::uint8_t>(type_id_of(field) + collection_offset(field));
    described.type.capacity = field.length;
    described.type.string_capacity = field.string_bound;
    if (field.structure) {
      described.type.nested_type_name = field.structure->name;
      if (!referenced.contains(field.structure->name)) {
        IndividualTypeDescription nested = describe(*field.structure, referenced);
        referenced.emplace(field.structure->name, std::move(nested));
      }
    }
  }
  return description;
}

// Collects the type and all nested structs.
void collect(const cdr::struct_description & type, std::set<std::string_view> & names)
{
  if (names.insert(type.name).second) {
    for (std::size_t i = 0; i < type.count; ++i) {
      if (type.fields[i].structure) {
        collect(*type.fields[i].structure, names);
      }
    }
  }
}

// Returns the content of <prefix>/share/<package>/<kind>/<name>.<kind> in the first prefix that has
// it.
std::optional<std::string> definition_of(const std::string & type_name)
{
  const auto kind_at = type_name.find('/') + 1;
  const std::string kind = type_name.substr(kind_at, type_name.find('/', kind_at) - kind_at);
  const char * const path = std::getenv("AMENT_PREFIX_PATH");
  std::istringstream prefixes(path ? path : "");
  for (std::string prefix; std::getline(prefixes, prefix, ':');) {
    std::ifstream file(prefix + "/share/" + type_name + '.' + kind, std::ios::binary);
    if (!prefix.empty() && file) {
      return std::string(std::istreambuf_iterator<char>(file), {});
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<type_description_interfaces::msg::TypeSource> type_sources(
  const cdr::struct_description & type)
{
  std::set<std::string_view> names;
  collect(type, names);
  std::vector<type_description_interfaces::msg::TypeSource> sources;
  for (const std::string_view name : names) {
    auto & source = sources.emplace_back();
    source.type_name = name;
    const auto kind_at = name.find('/') + 1;
    if (
      name.find('_', name.rfind('/')) != std::string_view::npos) {  // no definition has such a name
      source.encoding = "implicit";
    } else if (auto text = definition_of(source.type_name)) {
      source.encoding = name.substr(kind_at, name.find('/', kind_at) - kind_at);
      source.raw_file_contents = std::move(*text);
    } else {
      sources.pop_back();
    }
  }
  return sources;
}

void know_type(const detail::TypeSupport & type)
{
  if (type.description && *type.hash != '\0') {
    std::lock_guard lock(known_types().mutex);
    known_types().by_hash.try_emplace(type.hash, type.description);
  }
}

const cdr::struct_description * find_type(std::string_view hash)
{
  std::lock_guard lock(known_types().mutex);
  const auto entry = known_types().by_hash.find(hash);
  return entry == known_types().by_hash.end() ? nullptr : entry->second;
}

type_description_interfaces::msg::TypeDescription describe_type(
  const cdr::struct_description & type)
{
  type_description_interfaces::msg::TypeDescription description;
  std::map<std::string_view, IndividualTypeDescription> referenced;  // sorted by name
  description.type_description = describe(type, referenced);
  for (auto & [name, nested] : referenced) {
    description.referenced_type_descriptions.push_back(std::move(nested));
  }
  return description;
}

}  // namespace rclcpp::detail
