// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What governance and permissions documents of DDS Security say, and which rule decides.

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

/// Ranges of domain ids, both ends included.
class DomainSet
{
public:
  void add(std::uint32_t first, std::uint32_t last) { ranges_.emplace(first, last); }
  void add(const DomainSet & other) { ranges_.insert(other.ranges_.begin(), other.ranges_.end()); }
  bool contains(std::uint32_t domain) const;
  /// "0 and 5 to 7".
  std::string text() const;

private:
  std::set<std::pair<std::uint32_t, std::uint32_t>> ranges_;
};

/// The domains that a governance document has rules for. Throws security_error with the line of
/// what is not understood; `file` is named in it.
DomainSet governed_domains(const std::string & xml, const std::string & file);

enum class Direction
{
  publish,
  subscribe
};

struct TopicPattern
{
  std::string pattern;  ///< as fnmatch() has it, of DDS topic names
  int line;
};

/// <allow_rule> or <deny_rule>.
struct Rule
{
  bool allows = false;
  int line = 0;
  DomainSet domains;
  std::vector<TopicPattern> publish, subscribe;
};

/// <grant>: what one subject may do. Lines are those of the XML text, from 1.
struct Grant
{
  std::string name, subject;
  std::time_t not_before = 0, not_after = 0;
  std::vector<Rule> rules;
  bool allows_by_default = false;
  int default_line = 0;
};

/// The grants of a permissions document. Throws as governed_domains().
std::vector<Grant> read_permissions(const std::string & xml, const std::string & file);

/// The rule that decides about a topic, and its line that matches; neither if the default does.
struct Verdict
{
  bool allowed;
  const Rule * rule = nullptr;
  const TopicPattern * pattern = nullptr;
};
/// The first rule of the domain that names the topic decides.
Verdict decide(
  const Grant & grant, std::uint32_t domain, Direction direction, const std::string & dds_topic);

/// True if a rule allows anything in the domain, without which no participant may join it.
bool may_join(const Grant & grant, std::uint32_t domain);

}  // namespace rmw::detail

#endif  // SECURITY__RULES_HPP_
