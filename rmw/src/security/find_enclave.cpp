// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Finds an enclave, and checks that all its files exist and are readable.

#include "rmw/security.hpp"

#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <ratio>
#include <system_error>

#include "security/certificates.hpp"
#include "security/explain.hpp"

namespace rmw
{
namespace
{

namespace fs = std::filesystem;

std::string variable(const char * name)
{
  const char * value = std::getenv(name);
  return value ? value : "";
}

/// Returns true for the word of ROS 2 in other letter case, which was surely meant.
bool nearly(const std::string & value, const char * word)
{
  return value != word && strcasecmp(value.c_str(), word) == 0;
}

/// Returns the reason why a file of an enclave cannot be read; nullopt if it can.
std::optional<std::string> unreadable(const fs::path & file)
{
  std::error_code none;
  const fs::file_status link = fs::symlink_status(file, none);
  if (link.type() == fs::file_type::not_found) {
    return "'" + file.string() + "' is missing";
  }
  if (link.type() == fs::file_type::symlink && !fs::exists(file, none)) {
    return "'" + file.string() + "' is a link to '" + fs::read_symlink(file, none).string() +
           "', where nothing is";
  }
  if (!fs::is_regular_file(file, none)) {
    return "'" + file.string() + "' is not a file";
  }
  if (access(file.c_str(), R_OK) != 0) {
    return "'" + file.string() +
           "' cannot be read: " + std::error_code(errno, std::generic_category()).message();
  }
  return std::nullopt;
}

constexpr std::array enclave_files{"identity_ca.cert.pem",    "cert.pem",       "key.pem",
                                   "permissions_ca.cert.pem", "governance.p7s", "permissions.p7s"};

/// Returns the enclaves of the keystore for an error text; a few of them if there are many.
std::string enclaves_of(const fs::path & enclaves)
{
  constexpr std::size_t most = 8;
  std::vector<std::string> names;
  std::error_code none;
  for (auto entry = fs::recursive_directory_iterator(enclaves, none);
       !none && entry != fs::recursive_directory_iterator(); entry.increment(none)) {
    if (entry->path().filename() == "key.pem") {
      names.push_back("/" + entry->path().parent_path().lexically_relative(enclaves).string());
    }
  }
  std::sort(names.begin(), names.end());
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
    text += (i == 0 ? "" : ", ") + names[i];
  }
  return text + (names.size() > most ? " and others" : "");
}

/// Throws security_error if the settings of Zenoh for the enclave cannot be read.
void check_zenoh_file(
  const fs::path & keystore, const fs::path & folder, const std::string & name, EnclaveUse use)
{
  if (use == EnclaveUse::dds) {
    return;
  }
  const bool is_router = use == EnclaveUse::zenoh_router;
  const fs::path file = folder / (is_router ? "zenoh_router.json5" : "zenoh_session.json5");
  if (const auto fault = unreadable(file)) {
    throw security_error(
      *fault + ", which Zenoh needs; 'rxros2 security generate_zenoh -k " + keystore.string() +
      (is_router ? " --router " + name : "") + "' makes it");
  }
}

/// Returns keystore/enclaves/NAME if all files of the enclave can be read. Throws security_error.
fs::path folder_of(const fs::path & keystore, const std::string & name, EnclaveUse use)
{
  if (keystore.empty()) {
    throw security_error("ROS_SECURITY_KEYSTORE is not set; set it to the keystore's folder");
  }
  if (!name.starts_with('/')) {
    throw security_error("an enclave is named by an absolute path such as /robot/arm");
  }
  const fs::path enclaves = fs::absolute(keystore) / "enclaves";
  fs::path folder = name == "/" ? enclaves : enclaves / name.substr(1);
  const std::string how_to_make =
    "'rxros2 security create_enclave " + keystore.string() + " " + name + "' makes it";
  std::error_code none;
  if (!fs::is_directory(enclaves, none)) {
    throw security_error(
      "'" + keystore.string() + "' is not a keystore, since there is no folder '" +
      enclaves.string() + "'; 'rxros2 security create_keystore " + keystore.string() +
      "' makes one");
  }
  if (!fs::exists(folder / "key.pem", none) && !fs::exists(folder / "cert.pem", none)) {
    const std::string others = enclaves_of(enclaves);
    throw security_error(
      "the keystore '" + keystore.string() + "' has no such enclave" +
      (others.empty() ? "; " : ", only " + others + " (chosen by --ros-args --enclave NAME); ") +
      how_to_make);
  }
  for (const char * file : enclave_files) {
    if (const auto fault = unreadable(folder / file)) {
      throw security_error(*fault + "; " + how_to_make + " again");
    }
  }
  check_zenoh_file(keystore, folder, name, use);
  return folder;
}

void warn_of_key(const fs::path & key, std::vector<std::string> & warnings)
{
  struct stat status;
  if (stat(key.c_str(), &status) != 0 || (status.st_mode & (S_IRWXG | S_IRWXO)) == 0) {
    return;
  }
  std::string mode(3, '0');
  for (int digit = 0; digit < 3; ++digit) {
    mode[2 - digit] = static_cast<char>('0' + ((status.st_mode >> (3 * digit)) & 7));
  }
  warnings.push_back(
    "the private key '" + key.string() + "' is open to others than its owner (mode " + mode +
    "); 'chmod 600 " + key.string() + "' closes it");
}

/// Warns if `subject` expires soon, at `end()`; `command` creates a new one.
template <typename End>
void warn_of_end(
  const std::string & subject, const End & end, const std::string & command,
  std::vector<std::string> & warnings)
{
  using days = std::chrono::duration<std::int64_t, std::ratio<86400>>;
  try {
    const auto left = std::chrono::floor<days>(end() - std::chrono::system_clock::now());
    if (left >= days(0) && left < days(30)) {
      warnings.push_back(
        subject + " in " + std::to_string(left.count()) + " days; 'rxros2 security " + command);
    }
  } catch (const security_error &) {
    // The participant will not be created, and that error gives the reason.
  }
}

void warn_of_ends(const Enclave & enclave, std::vector<std::string> & warnings)
{
  const std::string name = "enclave '" + enclave.name + "'";
  const std::string renew = "renew " + enclave.name;
  warn_of_end(
    "the certificate of " + name + " ends",
    [&] { return detail::certificate_end(enclave.folder / "cert.pem"); },
    renew + "' makes a new one", warnings);
  warn_of_end(
    "the permissions of " + name + " end", [&] { return detail::permissions_end(enclave); },
    renew + "' makes new ones", warnings);
  for (const char * authority : {"identity_ca.cert.pem", "permissions_ca.cert.pem"}) {
    const fs::path file = enclave.folder / authority;
    warn_of_end(
      "the certificate of the authority '" + file.string() + "' ends",
      [&] { return detail::certificate_end(file); }, "renew --authority' makes a new one",
      warnings);
  }
  std::error_code none;
  if (const fs::path list = enclave.folder / "crl.pem"; fs::exists(list, none)) {
    warn_of_end(
      "the list of revoked certificates '" + list.string() + "' ends",
      [&] { return detail::revocation_list_end(list); }, "renew --authority' makes a new one",
      warnings);
  }
}

}  // namespace

SecuritySettings read_security_settings(std::vector<std::string> & warnings)
{
  SecuritySettings settings;
  const std::string enable = variable("ROS_SECURITY_ENABLE");
  settings.enabled = enable == "true";
  if (nearly(enable, "true") || enable == "1") {
    warnings.push_back(
      "ROS_SECURITY_ENABLE is '" + enable + "', which does not enable security; expected 'true'");
  }
  if (!settings.enabled) {
    return settings;
  }
  const std::string strategy = variable("ROS_SECURITY_STRATEGY");
  settings.enforced = strategy == "Enforce";
  if (nearly(strategy, "Enforce")) {
    warnings.push_back(
      "ROS_SECURITY_STRATEGY is '" + strategy +
      "', which does not enforce security; expected 'Enforce' or 'Permissive'");
  }
  settings.keystore = variable("ROS_SECURITY_KEYSTORE");
  settings.enclave_override = variable("ROS_SECURITY_ENCLAVE_OVERRIDE");
  return settings;
}

Enclave find_enclave(
  const SecuritySettings & settings, const std::string & enclave,
  std::vector<std::string> & warnings, EnclaveUse use)
{
  if (!settings.enabled) {
    return {};
  }
  const bool overridden = !settings.enclave_override.empty();
  const std::string & name = overridden ? settings.enclave_override : enclave;
  Enclave result;
  try {
    result = {name, folder_of(settings.keystore, name, use)};
  } catch (const security_error & fault) {
    const std::string origin = overridden ? " (of ROS_SECURITY_ENCLAVE_OVERRIDE)" : "";
    const std::string text = "enclave '" + name + "'" + origin + " cannot be used: " + fault.what();
    if (settings.enforced) {
      throw security_error(text);
    }
    warnings.push_back(
      text + ". ROS_SECURITY_STRATEGY is not 'Enforce': this process continues unsecured");
    return {};
  }
  warn_of_key(result.folder / "key.pem", warnings);
  warn_of_ends(result, warnings);
  return result;
}

}  // namespace rmw
