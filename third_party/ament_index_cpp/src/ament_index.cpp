// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The ament index: each resource is a file,
// <prefix>/share/ament_index/resource_index/<type>/<name>.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "ament_index_cpp/get_package_prefix.hpp"
#include "ament_index_cpp/get_package_share_directory.hpp"
#include "ament_index_cpp/get_packages_with_prefixes.hpp"
#include "ament_index_cpp/get_resource.hpp"
#include "ament_index_cpp/get_resources.hpp"
#include "ament_index_cpp/get_search_paths.hpp"
#include "ament_index_cpp/has_resource.hpp"

namespace ament_index_cpp
{

namespace
{

std::filesystem::path folder_of(const std::string & prefix, const std::string & resource_type)
{
  return std::filesystem::path(prefix) / "share/ament_index/resource_index" / resource_type;
}

void check(const char * kind, const std::string & name)
{
  if (name.empty()) {
    throw std::runtime_error(
      std::string("ament_index_cpp: the ") + kind + " is empty; expected a name");
  }
}

}  // namespace

std::list<std::string> get_search_paths()
{
  const char * variable = std::getenv("AMENT_PREFIX_PATH");
  if (!variable || !*variable) {
    throw std::runtime_error(
      "AMENT_PREFIX_PATH is not set or empty; expected the prefixes of packages: "
      "source setup.bash");
  }
  std::list<std::string> paths;
  std::istringstream prefixes(variable);
  for (std::string prefix; std::getline(prefixes, prefix, ':');) {
    std::error_code ignored;
    if (!prefix.empty() && std::filesystem::is_directory(prefix, ignored)) {
      paths.push_back(prefix);
    }
  }
  return paths;
}

bool has_resource(
  const std::string & resource_type, const std::string & resource_name, std::string * prefix_path)
{
  check("type of a resource", resource_type);
  check("name of a resource", resource_name);
  for (const std::string & prefix : get_search_paths()) {
    std::error_code ignored;
    const std::filesystem::path file = folder_of(prefix, resource_type) / resource_name;
    if (std::filesystem::is_regular_file(file, ignored)) {
      if (prefix_path) {
        *prefix_path = prefix;
      }
      return true;
    }
  }
  return false;
}

bool get_resource(
  const std::string & resource_type, const std::string & resource_name, std::string & content,
  std::string * prefix_path)
{
  std::string prefix;
  if (!has_resource(resource_type, resource_name, &prefix)) {
    return false;
  }
  std::ifstream file(folder_of(prefix, resource_type) / resource_name, std::ios::binary);
  if (!file) {
    return false;
  }
  content.assign(std::istreambuf_iterator<char>(file), {});
  if (prefix_path) {
    *prefix_path = prefix;
  }
  return true;
}

std::map<std::string, std::string> get_resources(const std::string & resource_type)
{
  check("type of resources", resource_type);
  std::map<std::string, std::string> resources;
  for (const std::string & prefix : get_search_paths()) {
    std::error_code error;
    std::filesystem::directory_iterator entries(folder_of(prefix, resource_type), error);
    if (error) {
      continue;
    }
    for (const std::filesystem::directory_entry & entry : entries) {
      std::string name = entry.path().filename().string();
      if (name.front() != '.' && !entry.is_directory(error)) {
        resources.emplace(std::move(name), prefix);  // the first prefix keeps its place
      }
    }
  }
  return resources;
}

std::map<std::string, std::string> get_packages_with_prefixes()
{
  return get_resources("packages");
}

PackageNotFoundError::PackageNotFoundError(const std::string & name)
: std::out_of_range("package '" + name + "' is in no prefix of AMENT_PREFIX_PATH"),
  package_name(name)
{
}

PackageNotFoundError::PackageNotFoundError(const PackageNotFoundError & other) = default;

PackageNotFoundError::~PackageNotFoundError() = default;

std::string get_package_prefix(const std::string & package_name)
{
  check("name of a package", package_name);
  std::string prefix;
  if (!has_resource("packages", package_name, &prefix)) {
    throw PackageNotFoundError(package_name);
  }
  return prefix;
}

std::string get_package_share_directory(const std::string & package_name)
{
  return get_package_prefix(package_name) + "/share/" + package_name;
}

}  // namespace ament_index_cpp
