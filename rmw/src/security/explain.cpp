// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The files are read again for explanations: nothing of them is kept in normal operation.

#include "security/explain.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string_view>

#include "rmw/names.hpp"
#include "security/certificates.hpp"

namespace rmw::detail
{
namespace
{

std::string in_quotes(const std::filesystem::path & path)
{
  return "'" + path.string() + "'";
}

std::string governance_text(const Enclave & enclave)
{
  return signed_text(enclave.folder / "governance.p7s", enclave.folder / "permissions_ca.cert.pem");
}

std::vector<Grant> grants_of(const Enclave & enclave)
{
  const std::filesystem::path file = enclave.folder / "permissions.p7s";
  return read_permissions(
    signed_text(file, enclave.folder / "permissions_ca.cert.pem"), file.string());
}

/// Removes blanks, which names may or may not have after their commas.
std::string squeezed(std::string text)
{
  std::erase(text, ' ');
  return text;
}

const Grant & grant_of(const Enclave & enclave, const std::vector<Grant> & grants)
{
  const std::string subject = certificate_subject(enclave.folder);
  const auto entry = std::find_if(grants.begin(), grants.end(), [&subject](const Grant & grant) {
    return squeezed(grant.subject) == squeezed(subject);
  });
  if (entry == grants.end()) {
    const std::string whose = grants.empty() ? "no subject" : "'" + grants.front().subject + "'";
    throw security_error(
      in_quotes(enclave.folder / "permissions.p7s") + " grants permissions to " + whose +
      ", but the certificate beside it is of '" + subject +
      "'; 'rxros2 security create_permission' writes those of this enclave");
  }
  return *entry;
}

std::string text_of(std::time_t time)
{
  std::array<char, 32> text{};
  std::tm parts{};
  gmtime_r(&time, &parts);
  std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &parts);
  return text.data();
}

/// Throws security_error with the error of the permissions as a whole.
void check_permissions(const Enclave & enclave, std::uint32_t domain)
{
  const std::vector<Grant> grants = grants_of(enclave);
  const Grant & grant = grant_of(enclave, grants);
  const std::string file = in_quotes(enclave.folder / "permissions.p7s");
  const std::time_t now = std::time(nullptr);
  if (now > grant.not_after) {
    throw security_error(
      "the permissions in " + file + " expired on " + text_of(grant.not_after) +
      "; 'rxros2 security create_permission' creates new ones");
  }
  if (now < grant.not_before) {
    throw security_error(
      "the permissions in " + file + " are valid only from " + text_of(grant.not_before) +
      " on; check the clock of this machine");
  }
  if (!may_join(grant, domain)) {
    DomainSet allowed;
    for (const Rule & rule : grant.rules) {
      if (rule.allows) {
        allowed.add(rule.domains);
      }
    }
    throw security_error(
      "no rule of " + file + " allows anything in domain " + std::to_string(domain) +
      " (they are for " + allowed.text() + "); set ROS_DOMAIN_ID to one of these, or write the " +
      "permissions again with this ROS_DOMAIN_ID");
  }
}

/// Cyclone's plugins reject governance and permissions that name a domain above this one.
void check_domain(std::uint32_t domain)
{
  constexpr std::uint32_t last = 230;
  if (domain > last) {
    throw security_error(
      "Cyclone DDS secures the domains 0 to " + std::to_string(last) +
      "; set ROS_DOMAIN_ID to one of these, and make the keystore again with it");
  }
}

void check_governance(const Enclave & enclave, std::uint32_t domain)
{
  const std::filesystem::path file = enclave.folder / "governance.p7s";
  const DomainSet domains = governed_domains(governance_text(enclave), file.string());
  if (!domains.contains(domain)) {
    throw security_error(
      in_quotes(file) + " has no rule for domain " + std::to_string(domain) + ", only for " +
      domains.text() +
      "; set ROS_DOMAIN_ID to one of these, or make the keystore again with this ROS_DOMAIN_ID");
  }
}

/// Returns the line of the file for a line of the signed text in it.
int line_in_file(const std::filesystem::path & file, const std::string & text, int line)
{
  std::ifstream stream(file);
  const std::string whole{std::istreambuf_iterator<char>(stream), {}};
  const std::string first = text.substr(0, text.find_first_of("\r\n"));
  const std::size_t begin = first.empty() ? std::string::npos : whole.find(first);
  if (begin == std::string::npos) {
    return line;
  }
  return line + static_cast<int>(std::count(whole.begin(), whole.begin() + begin, '\n'));
}

struct Denied
{
  std::string what;    ///< "publish topic '/scan'"
  std::string policy;  ///< the permission in a policy file
};

std::string element(const std::string & kind, const std::string & verb, const std::string & name)
{
  return "<" + kind + "s " + verb + "=\"ALLOW\"><" + kind + ">" + name + "</" + kind + "></" +
         kind + "s>";
}

Denied in_ros_words(Direction direction, const std::string & dds_topic)
{
  const bool publishes = direction == Direction::publish;
  const auto name = ros_topic_name(dds_topic);
  if (!name) {
    return {
      std::string(publishes ? "publish" : "subscribe to") + " the DDS topic '" + dds_topic + "'",
      dds_topic == "ros_discovery_info" ? "which every enclave of ROS 2 needs" : ""};
  }
  constexpr std::string_view action_part = "/_action/";
  if (const auto at = name->name.find(action_part); at != std::string::npos) {
    const std::string action = name->name.substr(0, at);
    const std::string part = name->name.substr(at + action_part.size());
    const bool serves = (name->kind == TopicKind::request) != publishes;
    const bool executes = name->kind == TopicKind::topic ? publishes : serves;
    return {
      std::string(executes ? "execute" : "call") + " action '" + action + "' (its " + part + ")",
      element("action", executes ? "execute" : "call", action)};
  }
  if (name->kind == TopicKind::topic) {
    return {
      std::string(publishes ? "publish" : "subscribe to") + " topic '" + name->name + "'",
      element("topic", publishes ? "publish" : "subscribe", name->name)};
  }
  const bool serves = (name->kind == TopicKind::request) != publishes;
  return {
    std::string(serves ? "serve" : "call") + " service '" + name->name + "'",
    element("service", serves ? "reply" : "request", name->name)};
}

std::string not_joined(const Enclave & enclave, std::uint32_t domain, const std::string & why)
{
  return "enclave '" + enclave.name + "' cannot join domain " + std::to_string(domain) + ": " + why;
}

}  // namespace

std::string why_not_joined(
  const Enclave & enclave, std::uint32_t domain, const std::string & engine)
{
  std::string why = engine;
  if (engine.find("Could not load") != std::string::npos) {
    why +=
      "; it is a plugin of Cyclone DDS: in Debian's package libddsc0debian, or of a Cyclone DDS "
      "that was built with ENABLE_SECURITY";
  }
  try {
    check_identity(enclave.folder);
    check_domain(domain);
    check_governance(enclave, domain);
    check_permissions(enclave, domain);
  } catch (const security_error & fault) {
    why = fault.what();
  }
  return not_joined(enclave, domain, why);
}

Grant valid_grant(const Enclave & enclave, std::uint32_t domain)
{
  try {
    check_identity(enclave.folder);
    check_key(enclave.folder);
    check_permissions(enclave, domain);
    return grant_of(enclave, grants_of(enclave));
  } catch (const security_error & fault) {
    throw security_error(not_joined(enclave, domain, fault.what()));
  }
}

std::string why_denied(
  const Enclave & enclave, std::uint32_t domain, Direction direction, const std::string & dds_topic)
{
  const Denied denied = in_ros_words(direction, dds_topic);
  const std::string denial = "enclave '" + enclave.name + "' may not " + denied.what +
                             " in domain " + std::to_string(domain) + ": ";
  const std::filesystem::path file = enclave.folder / "permissions.p7s";
  try {
    const std::string text = signed_text(file, enclave.folder / "permissions_ca.cert.pem");
    const std::vector<Grant> grants = read_permissions(text, file.string());
    const Grant & grant = grant_of(enclave, grants);
    const Verdict verdict = decide(grant, domain, direction, dds_topic);
    const auto place = [&file, &text](int line) {
      return in_quotes(file) + " (line " + std::to_string(line_in_file(file, text, line)) + ")";
    };
    if (verdict.pattern) {
      return denial + (verdict.allowed ? "the engine says so, although " : "") + "'" +
             verdict.pattern->pattern + "' of " + place(verdict.pattern->line) +
             (verdict.allowed ? " allows it" : " denies it");
    }
    const std::string what_to_do = denied.policy.empty() ? ""
                                   : denied.policy[0] == '<'
                                     ? "; " + denied.policy +
                                         " in its policy, and 'rxros2 security create_permission', "
                                         "would allow it"
                                     : "; it is a topic " + denied.policy;
    return denial + "no rule of " + place(grant.default_line) + " allows it" + what_to_do;
  } catch (const security_error & fault) {
    return denial + fault.what();
  }
}

std::chrono::system_clock::time_point permissions_end(const Enclave & enclave)
{
  return std::chrono::system_clock::from_time_t(grant_of(enclave, grants_of(enclave)).not_after);
}

}  // namespace rmw::detail
