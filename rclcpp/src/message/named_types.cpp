// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "message/named_types.hpp"

#include <deque>
#include <map>
#include <mutex>
#include <stdexcept>

#include "rclcpp/named_type.hpp"

namespace rclcpp
{
namespace
{

// The types of one name. Another hash or description makes another version, because endpoints may
// still use the previous one. A version that returns is used again.
struct Named
{
  struct Version
  {
    std::string hash;
    detail::TypeSupport type{};
  };
  std::deque<Version> versions;
  const Version * current = nullptr;
};

struct NamedTypes
{
  std::mutex mutex;  // guards by_name
  std::map<std::string, Named> by_name;
};

// Never destroyed: messages and static endpoints may refer to the types.
NamedTypes & named_types()
{
  static auto * const types = new NamedTypes;
  return *types;
}

void use_version(
  const std::string & name, Named & named, const std::string & hash,
  const cdr::struct_description * description)
{
  for (const Named::Version & version : named.versions) {
    if (version.hash == hash && version.type.description == description) {
      named.current = &version;
      return;
    }
  }
  Named::Version & added = named.versions.emplace_back();
  added.hash = hash;
  added.type.name = name.c_str();
  added.type.hash = added.hash.c_str();
  added.type.description = description;
  named.current = &added;
}

}  // namespace

namespace detail
{

bool is_type_name(const std::string & name)
{
  const std::size_t first = name.find('/');
  const std::size_t second = first == std::string::npos ? first : name.find('/', first + 1);
  return first != 0 && second != std::string::npos && second != first + 1 &&
         second + 1 != name.size() && name.find('/', second + 1) == std::string::npos;
}

const detail::TypeSupport & named_type(const std::string & name)
{
  std::lock_guard lock(named_types().mutex);
  const auto entry = named_types().by_name.try_emplace(name).first;
  if (!entry->second.current) {
    use_version(entry->first, entry->second, "", nullptr);
  }
  return entry->second.current->type;
}

}  // namespace detail

namespace
{

void add_type(
  const std::string & name, const std::string & hash, const cdr::struct_description * description)
{
  if (!detail::is_type_name(name)) {
    throw std::invalid_argument("'" + name + "' is not a type: expected the form package/msg/Name");
  }
  constexpr std::string_view prefix = "RIHS01_";
  if (
    hash.size() != prefix.size() + 64 || !hash.starts_with(prefix) ||
    hash.find_first_not_of("0123456789abcdef", prefix.size()) != std::string::npos) {
    throw std::invalid_argument(
      "type " + name + ": '" + hash + "' is not a type hash: expected RIHS01_ and 64 of 0-9a-f");
  }
  std::lock_guard lock(named_types().mutex);
  const auto entry = named_types().by_name.try_emplace(name).first;
  const Named::Version * const current = entry->second.current;
  if (!current || current->hash != hash || (description && !current->type.description)) {
    use_version(entry->first, entry->second, hash, description);
  }
}

}  // namespace

void register_type(const cdr::struct_description & type, const std::string & hash)
{
  add_type(type.name, hash, &type);
}

void register_service_hash(const std::string & type, const std::string & hash)
{
  add_type(type, hash, nullptr);
}

}  // namespace rclcpp
