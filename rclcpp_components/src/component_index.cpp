// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reads and checks one file of the ament index.
#include "component_index.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>
#include <system_error>

#include "base/escaped.hpp"
#include "rclcpp_components/component_manager.hpp"

namespace rclcpp_components
{

namespace
{

namespace fs = std::filesystem;

constexpr std::string_view space = " \t\r";
constexpr std::size_t most_bytes = 1 << 20;

class Descriptor
{
public:
  // Without O_NONBLOCK, opening a FIFO would wait for a writer.
  explicit Descriptor(const fs::path & path)
  : number_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC))
  {
  }
  Descriptor(const Descriptor &) = delete;
  Descriptor & operator=(const Descriptor &) = delete;
  ~Descriptor()
  {
    if (number_ >= 0) {
      ::close(number_);
    }
  }

  int number() const { return number_; }

private:
  const int number_;
};

[[noreturn]] void refuse(const fs::path & file, const std::string & text)
{
  throw ComponentManagerException(
    "'" + base::escaped(file.string()) +
    "' is not a list of components: expected a regular file of " + "at most " +
    std::to_string(most_bytes) + " bytes, found " + text);
}

/// Returns the content of the file; nullopt if it does not exist.
std::optional<std::string> read(const fs::path & file)
{
  const Descriptor descriptor(file);
  if (descriptor.number() < 0) {
    // Skip a prefix that cannot be entered; another one may have the file.
    if (errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == ELOOP) {
      return std::nullopt;
    }
    refuse(file, std::generic_category().message(errno));
  }
  struct stat status
  {
  };
  if (::fstat(descriptor.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
    refuse(file, "something else");
  }
  std::string content(most_bytes + 1, '\0');  // one more byte, as the file may grow in the meantime
  std::size_t size = 0;
  for (;;) {
    const ssize_t count = ::read(descriptor.number(), content.data() + size, content.size() - size);
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      refuse(file, std::generic_category().message(errno));
    }
    size += static_cast<std::size_t>(count);
    if (size > most_bytes) {
      refuse(file, "a larger one");
    }
    if (count == 0) {
      content.resize(size);
      return content;
    }
  }
}

bool is_named_below(const fs::path & path, const fs::path & folder)
{
  const fs::path relative = path.lexically_normal().lexically_relative(folder.lexically_normal());
  return !relative.empty() && *relative.begin() != ".." && *relative.begin() != ".";
}

/// Returns true if `path` is below `folder`, by name or with all links of its folder resolved: a
/// prefix may have several names. The library itself may be a link to the build folder.
bool is_below(const fs::path & path, const fs::path & folder)
{
  if (is_named_below(path, folder)) {
    return true;
  }
  std::error_code error;
  const fs::path real_parent = fs::weakly_canonical(path.parent_path(), error);
  const fs::path real_folder = error ? fs::path() : fs::weakly_canonical(folder, error);
  return !error && is_named_below(real_parent / path.filename(), real_folder);
}

}  // namespace

bool is_package_name(std::string_view name)
{
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_allowed = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !name.empty() && name.size() <= NAME_MAX && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(), is_allowed);
}

std::vector<std::pair<std::string, std::string>> read_component_index(
  const std::string & index, const std::string & package)
{
  if (!is_package_name(package)) {
    throw ComponentManagerException(
      "'" + base::escaped(package, 100) +
      "' is not a valid package name: expected a letter, then letters, digits, '_' and '-'");
  }
  const char * const variable = std::getenv("AMENT_PREFIX_PATH");
  std::istringstream prefixes(variable ? variable : "");
  std::optional<std::string> content;
  fs::path prefix;
  fs::path file;
  for (std::string text; !content && std::getline(prefixes, text, ':');) {
    if (!text.empty()) {
      prefix = text;
      file = prefix / "share/ament_index/resource_index" / index / package;
      content = read(file);
    }
  }
  if (!content) {
    throw ComponentManagerException("Could not find requested resource in ament index");
  }

  std::vector<std::pair<std::string, std::string>> resources;
  std::istringstream lines(*content);
  std::size_t number = 0;
  const auto invalid = [&](const std::string & expected) {
    return ComponentManagerException(
      "Invalid resource entry in line " + std::to_string(number) + " of '" +
      base::escaped(file.string()) + "': expected " + expected);
  };
  for (std::string line; std::getline(lines, line);) {
    ++number;
    line.erase(line.find_last_not_of(space) + 1);
    if (line.empty()) {
      continue;
    }
    const std::size_t semicolon = line.find(';');
    if (semicolon == std::string::npos || line.find(';', semicolon + 1) != std::string::npos) {
      throw invalid("'namespace::Class;path of its library'");
    }
    const fs::path library =
      prefix / line.substr(semicolon + 1);  // or the path itself, if absolute
    if (!is_below(library, prefix)) {
      throw invalid("a library inside of the prefix '" + base::escaped(prefix.string()) + "'");
    }
    resources.emplace_back(line.substr(0, semicolon), library.string());
  }
  return resources;
}

}  // namespace rclcpp_components
