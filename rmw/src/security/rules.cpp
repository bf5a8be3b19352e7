// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// TinyXML-2 reads the XML; it comes from documents whose signature was verified.

#include "security/rules.hpp"

#include <fnmatch.h>
#include <tinyxml2.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "rmw/security.hpp"

namespace rmw::detail
{
namespace
{

using Element = tinyxml2::XMLElement;

/// One document during reading; creates errors with its position.
class Document
{
public:
  Document(const std::string & xml, std::string file) : file_(std::move(file))
  {
    if (xml_.Parse(xml.data(), xml.size()) != tinyxml2::XML_SUCCESS) {
      refuse(xml_.ErrorLineNum(), "is not XML");
    }
  }

  [[noreturn]] void refuse(int line, const std::string & fault) const
  {
    throw security_error(
      "the text of '" + file_ + "' " + fault + " (line " + std::to_string(line) + " of it)");
  }
  [[noreturn]] void refuse(const Element & element, const std::string & fault) const
  {
    refuse(element.GetLineNum(), std::string("has a <") + element.Name() + "> " + fault);
  }

  /// Returns the element at the end of a path of names from the root; never null.
  const Element & at(std::initializer_list<const char *> path) const
  {
    const tinyxml2::XMLNode * node = &xml_;
    for (const char * name : path) {
      const Element * next = node->FirstChildElement(name);
      if (!next) {
        refuse(node->GetLineNum(), std::string("has no <") + name + ">");
      }
      node = next;
    }
    return *node->ToElement();
  }

  const Element & child(const Element & parent, const char * name) const
  {
    const Element * element = parent.FirstChildElement(name);
    if (!element) {
      refuse(parent, std::string("without <") + name + ">");
    }
    return *element;
  }

  std::string text(const Element & element) const
  {
    const char * text = element.GetText();
    if (!text) {
      refuse(element, "that is empty");
    }
    std::string_view view(text);
    constexpr const char * blanks = " \t\r\n";
    view.remove_prefix(std::min(view.find_first_not_of(blanks), view.size()));
    view.remove_suffix(view.size() - (view.find_last_not_of(blanks) + 1));
    return std::string(view);
  }

  std::uint32_t number(const Element & element) const
  {
    unsigned value = 0;
    if (element.QueryUnsignedText(&value) != tinyxml2::XML_SUCCESS) {
      refuse(element, "that is not a number");
    }
    return value;
  }

  DomainSet domains(const Element & parent) const
  {
    DomainSet set;
    const Element & domains = child(parent, "domains");
    for (const Element * e = domains.FirstChildElement(); e; e = e->NextSiblingElement()) {
      if (std::string_view(e->Name()) == "id") {
        set.add(number(*e), number(*e));
      } else if (std::string_view(e->Name()) == "id_range") {
        const Element * last = e->FirstChildElement("max");  // without it there is no end
        set.add(number(child(*e, "min")), last ? number(*last) : UINT32_MAX);
      } else {
        refuse(*e, "where <id> or <id_range> is expected");
      }
    }
    return set;
  }

  /// Parses "2026-11-23T09:00:00", in UTC unless "Z" or "+01:00" follows.
  std::time_t time(const Element & element) const
  {
    std::tm parts{};
    int seconds_end = 0;
    const std::string value = text(element);
    if (
      std::sscanf(
        value.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d%n", &parts.tm_year, &parts.tm_mon, &parts.tm_mday,
        &parts.tm_hour, &parts.tm_min, &parts.tm_sec, &seconds_end) != 6) {
      refuse(element, "that is not a time such as 2026-11-23T09:00:00");
    }
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    std::time_t time = timegm(&parts);
    char sign = 0;
    int hours = 0;
    int minutes = 0;
    if (std::sscanf(value.c_str() + seconds_end, "%c%2d:%2d", &sign, &hours, &minutes) == 3) {
      time -= (sign == '-' ? -1 : 1) * (hours * 3600L + minutes * 60L);
    }
    return time;
  }

  std::vector<TopicPattern> topics(const Element & rule, const char * direction) const
  {
    std::vector<TopicPattern> patterns;
    for (const Element * criteria = rule.FirstChildElement(direction); criteria;
         criteria = criteria->NextSiblingElement(direction)) {
      for (const Element * topics = criteria->FirstChildElement("topics"); topics;
           topics = topics->NextSiblingElement("topics")) {
        for (const Element * topic = topics->FirstChildElement("topic"); topic;
             topic = topic->NextSiblingElement("topic")) {
          patterns.push_back({text(*topic), topic->GetLineNum()});
        }
      }
    }
    return patterns;
  }

private:
  tinyxml2::XMLDocument xml_;
  std::string file_;
};

}  // namespace

bool DomainSet::contains(std::uint32_t domain) const
{
  return std::any_of(ranges_.begin(), ranges_.end(), [domain](const auto & range) {
    return range.first <= domain && domain <= range.second;
  });
}

std::string DomainSet::text() const
{
  std::string out;
  std::size_t left = ranges_.size();
  for (const auto & [first, last] : ranges_) {
    out += left == ranges_.size() ? "" : left == 1 ? " and " : ", ";
    --left;
    out += std::to_string(first);
    if (last == UINT32_MAX) {
      out += " and above";
    } else if (last != first) {
      out += " to " + std::to_string(last);
    }
  }
  return out.empty() ? "none" : out;
}

DomainSet governed_domains(const std::string & xml, const std::string & file)
{
  const Document document(xml, file);
  DomainSet all;
  const Element & rules = document.at({"dds", "domain_access_rules"});
  for (const Element * rule = rules.FirstChildElement("domain_rule"); rule;
       rule = rule->NextSiblingElement("domain_rule")) {
    all.add(document.domains(*rule));
  }
  return all;
}

std::vector<Grant> read_permissions(const std::string & xml, const std::string & file)
{
  const Document document(xml, file);
  std::vector<Grant> grants;
  const Element & permissions = document.at({"dds", "permissions"});
  for (const Element * element = permissions.FirstChildElement("grant"); element;
       element = element->NextSiblingElement("grant")) {
    Grant grant;
    const char * name = element->Attribute("name");
    grant.name = name ? name : "";
    grant.subject = document.text(document.child(*element, "subject_name"));
    const Element & validity = document.child(*element, "validity");
    grant.not_before = document.time(document.child(validity, "not_before"));
    grant.not_after = document.time(document.child(validity, "not_after"));
    for (const Element * rule = element->FirstChildElement(); rule;
         rule = rule->NextSiblingElement()) {
      const std::string_view kind = rule->Name();
      if (kind == "allow_rule" || kind == "deny_rule") {
        grant.rules.push_back(
          {kind == "allow_rule", rule->GetLineNum(), document.domains(*rule),
           document.topics(*rule, "publish"), document.topics(*rule, "subscribe")});
      }
    }
    const Element & otherwise = document.child(*element, "default");
    grant.allows_by_default = document.text(otherwise) == "ALLOW";
    grant.default_line = otherwise.GetLineNum();
    grants.push_back(std::move(grant));
  }
  return grants;
}

Verdict decide(
  const Grant & grant, std::uint32_t domain, Direction direction, const std::string & dds_topic)
{
  for (const Rule & rule : grant.rules) {
    if (!rule.domains.contains(domain)) {
      continue;
    }
    for (const TopicPattern & topic :
         direction == Direction::publish ? rule.publish : rule.subscribe) {
      if (fnmatch(topic.pattern.c_str(), dds_topic.c_str(), 0) == 0) {
        return {rule.allows, &rule, &topic};
      }
    }
  }
  return {grant.allows_by_default, nullptr, nullptr};
}

bool may_join(const Grant & grant, std::uint32_t domain)
{
  return grant.allows_by_default ||
         std::any_of(grant.rules.begin(), grant.rules.end(), [domain](const Rule & rule) {
           return rule.allows && rule.domains.contains(domain);
         });
}

}  // namespace rmw::detail
