// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Governance and permissions documents of DDS Security, and the rule that decides.

#ifndef SECURITY__RULES_HPP_
#define SECURITY__RULES_HPP_

#include <cstdint>
#include <ctime>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace rmw::detail
{

/// Ranges of domain ids, including both ends.
class DomainSet
{
public:
  void add(std::uint32_t first, std::uint32_t last) { ranges_.emplace(first, last); }
  void add(const DomainSet & other) { ranges_.insert(other.ranges_.begin(), other.ranges_.end()); }
  bool contains(std::uint32_t domain) const;
  /// Returns text such as "0 and 5 to 7".
  std::string text() const;

private:
  std::set<std::pair<std::uint32_t, std::uint32_t>> ranges_;
};

/// Returns the domains for which a governance document has rules. Throws security_error with `file`
/// and the line that is not understood.
DomainSet governed_domains(const std::string & xml, const std::string & file);

enum class Direction
{
  publish,
  subscribe
};

struct TopicPattern
{
  std::string pattern;  ///< an fnmatch() pattern of DDS topic names
  int line;
};

/// An <allow_rule> or <deny_rule>.
struct Rule
{
  bool allows = false;
  int line = 0;
  DomainSet domains;
  std::vector<TopicPattern> publish, subscribe;
};

/// A <grant>: the permissions of one subject. Lines are those of the XML text, from 1.
struct Grant
{
  std::string name, subject;
  std::time_t not_before = 0, not_after = 0;
  std::vector<Rule> rules;
  bool allows_by_default = false;
  int default_line = 0;
};

/// Returns the grants of a permissions document. Throws as governed_domains().
std::vector<Grant> read_permissions(const std::string & xml, const std::string & file);

/// The rule that decides about a topic, and its matching line; neither if the default decides.
struct Verdict
{
  bool allowed;
  const Rule * rule = nullptr;
  const TopicPattern * pattern = nullptr;
};
/// Returns the first rule of the domain that names the topic.
Verdict decide(
  const Grant & grant, std::uint32_t domain, Direction direction, const std::string & dds_topic);

/// Returns true if a rule allows anything in the domain, which is required for joining it.
bool may_join(const Grant & grant, std::uint32_t domain);

}  // namespace rmw::detail

#endif  // SECURITY__RULES_HPP_
