// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Finds type support libraries by type name.
#include "rclcpp/typesupport_helpers.hpp"

#include <filesystem>
#include <stdexcept>

#include "ament_index_cpp/get_search_paths.hpp"
#include "rclcpp/detail/type_support_handles.hpp"

namespace rclcpp
{
namespace
{

struct TypeName
{
  std::string package;
  std::string kind;  // "msg", "srv", … or empty
  std::string name;
};

TypeName parse(const std::string & type)
{
  const std::size_t first = type.find('/');
  const std::size_t last = type.rfind('/');
  if (first == std::string::npos || first == 0 || last + 1 == type.size()) {
    throw std::runtime_error(
      "'" + type + "' is no type: expected the form package/msg/Name or package/srv/Name");
  }
  return {
    type.substr(0, first), first == last ? "" : type.substr(first + 1, last - first - 1),
    type.substr(last + 1)};
}

template <typename Handle>
const Handle * handle_of(
  const std::string & type, const char * usual_kind, const char * function,
  const std::string & typesupport_identifier, rcpputils::SharedLibrary & library)
{
  const TypeName parts = parse(type);
  const std::string symbol = typesupport_identifier + "__" + function + "__" + parts.package +
                             "__" + (parts.kind.empty() ? usual_kind : parts.kind) + "__" +
                             parts.name;
  if (!library.has_symbol(symbol)) {
    throw std::runtime_error(
      "type " + type + ": " + library.get_library_path() + " has no " + symbol +
      "; expected a type of the package that the library was loaded for");
  }
  return reinterpret_cast<const Handle * (*)()>(library.get_symbol(symbol))();
}

}  // namespace

std::shared_ptr<rcpputils::SharedLibrary> get_typesupport_library(
  const std::string & type, const std::string & typesupport_identifier)
{
  const std::string package = parse(type).package;
  // One library serves both identifiers.
  const bool known = typesupport_identifier == detail::type_support_identifier ||
                     typesupport_identifier == "rosidl_typesupport_introspection_cpp";
  const std::string identifier = known ? detail::type_support_identifier : typesupport_identifier;
  const std::filesystem::path file = std::filesystem::path("lib") / "rxros2_typesupport" /
                                     ("lib" + package + "__" + identifier + ".so");
  for (const std::string & prefix : ament_index_cpp::get_search_paths()) {
    const std::filesystem::path path = prefix / file;
    if (std::filesystem::exists(path)) {
      return std::make_shared<rcpputils::SharedLibrary>(path);
    }
  }
  throw std::runtime_error(
    "type " + type + ": no prefix of AMENT_PREFIX_PATH has " + file.string() +
    "; expected that of a workspace in which package '" + package +
    "' was built on RxROS2, and the identifier rosidl_typesupport_cpp or "
    "rosidl_typesupport_introspection_cpp");
}

const rosidl_message_type_support_t * get_message_typesupport_handle(
  const std::string & type, const std::string & typesupport_identifier,
  rcpputils::SharedLibrary & library)
{
  return handle_of<rosidl_message_type_support_t>(
    type, "msg", "get_message_type_support_handle", typesupport_identifier, library);
}

const rosidl_service_type_support_t * get_service_typesupport_handle(
  const std::string & type, const std::string & typesupport_identifier,
  rcpputils::SharedLibrary & library)
{
  return handle_of<rosidl_service_type_support_t>(
    type, "srv", "get_service_type_support_handle", typesupport_identifier, library);
}

const rosidl_message_type_support_t * get_typesupport_handle(
  const std::string & type, const std::string & typesupport_identifier,
  rcpputils::SharedLibrary & library)
{
  return get_message_typesupport_handle(type, typesupport_identifier, library);
}

}  // namespace rclcpp
