// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Governance and permissions documents: which rule decides, and the errors of malformed ones.

#include "security/rules.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "rmw/security.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size);

namespace
{

using namespace rmw::detail;

std::string grant(const std::string & rules, const std::string & otherwise = "DENY")
{
  return "<dds><permissions><grant name=\"g\">\n<subject_name> CN=/arm </subject_name>\n"
         "<validity><not_before>2026-01-01T00:00:00</not_before>"
         "<not_after>2026-01-02T01:00:00+01:00</not_after></validity>\n" +
         rules + "<default>" + otherwise + "</default></grant></permissions></dds>";
}

std::string rule(const char * kind, const char * domains, const char * publish)
{
  const std::string end = std::string("</") + kind + ">\n";
  return std::string("<") + kind + "><domains>" + domains + "</domains><publish><topics><topic>" +
         publish + "</topic></topics></publish>" + end;
}

Verdict publishes(const Grant & grant, std::uint32_t domain, const char * topic)
{
  return decide(grant, domain, Direction::publish, topic);
}

TEST(Rules, TheFirstThatNamesTheTopicDecides)
{
  const auto grants = read_permissions(
    grant(
      rule("deny_rule", "<id>3</id>", "rt/secret") + rule("allow_rule", "<id>3</id>", "rt/s*") +
      rule("deny_rule", "<id>3</id>", "rt/seen")),
    "p");
  ASSERT_EQ(grants.size(), 1u);
  const Grant & g = grants.front();
  EXPECT_EQ(g.subject, "CN=/arm");
  EXPECT_FALSE(publishes(g, 3, "rt/secret").allowed);
  EXPECT_EQ(publishes(g, 3, "rt/secret").pattern->line, 4);
  EXPECT_TRUE(publishes(g, 3, "rt/seen").allowed);
  EXPECT_EQ(publishes(g, 3, "rt/seen").pattern->line, 5);
  EXPECT_FALSE(publishes(g, 3, "rt/other").allowed);
  EXPECT_EQ(publishes(g, 3, "rt/other").pattern, nullptr);
  EXPECT_FALSE(decide(g, 3, Direction::subscribe, "rt/seen").allowed);
  EXPECT_FALSE(publishes(g, 4, "rt/seen").allowed);
  EXPECT_TRUE(may_join(g, 3));
  EXPECT_FALSE(may_join(g, 4));
}

TEST(Rules, RangesAndDefaults)
{
  const auto grants = read_permissions(
    grant(
      rule(
        "allow_rule",
        "<id>1</id><id_range><min>5</min><max>7</max></id_range><id_range><min>90</min></id_range>",
        "*"),
      "ALLOW"),
    "p");
  const DomainSet & domains = grants.front().rules.front().domains;
  EXPECT_EQ(domains.text(), "1, 5 to 7 and 90 and above");
  for (const std::uint32_t inside : {1u, 5u, 7u, 90u, 232u}) {
    EXPECT_TRUE(domains.contains(inside)) << inside;
  }
  for (const std::uint32_t outside : {0u, 2u, 4u, 8u, 89u}) {
    EXPECT_FALSE(domains.contains(outside)) << outside;
    EXPECT_TRUE(publishes(grants.front(), outside, "rt/x").allowed);
  }
  EXPECT_EQ(DomainSet().text(), "none");
}

TEST(Rules, TimesAreUtcByDefault)
{
  const auto grants = read_permissions(grant(""), "p");
  EXPECT_EQ(grants.front().not_before, 1767225600);         // 2026-01-01 00:00 UTC
  EXPECT_EQ(grants.front().not_after, 1767225600 + 86400);  // 01:00 +01:00 a day later
}

TEST(Rules, GovernanceNamesItsDomains)
{
  const std::string xml =
    "<dds><domain_access_rules><domain_rule><domains><id>2</id></domains></domain_rule>"
    "<domain_rule><domains><id_range><min>4</min><max>5</max></id_range></domains></domain_rule>"
    "</domain_access_rules></dds>";
  EXPECT_EQ(governed_domains(xml, "g").text(), "2 and 4 to 5");
}

std::string fault(const std::string & xml)
{
  try {
    read_permissions(xml, "p");
  } catch (const rmw::security_error & e) {
    return e.what();
  }
  return "";
}

TEST(Rules, ErrorsNameTheMalformedLine)
{
  EXPECT_EQ(fault("no"), "the text of 'p' is not XML (line 1 of it)");
  EXPECT_EQ(fault("<dds>\n<other/></dds>"), "the text of 'p' has no <permissions> (line 1 of it)");
  EXPECT_EQ(
    fault("<dds><permissions>\n<grant/></permissions></dds>"),
    "the text of 'p' has a <grant> without <subject_name> (line 2 of it)");
  EXPECT_EQ(
    fault(grant(rule("allow_rule", "<id>three</id>", "*"))),
    "the text of 'p' has a <id> that is not a number (line 4 of it)");
  EXPECT_EQ(
    fault(grant(rule("allow_rule", "<ids>3</ids>", "*"))),
    "the text of 'p' has a <ids> where <id> or <id_range> is expected (line 4 of it)");
  EXPECT_EQ(
    fault(grant(rule("allow_rule", "<id>3</id>", ""))),
    "the text of 'p' has a <topic> that is empty (line 4 of it)");
}

TEST(Rules, FuzzingCorpus)
{
  std::size_t files = 0;
  for (const auto & entry : std::filesystem::directory_iterator(RMW_RULES_CORPUS)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string input(std::istreambuf_iterator<char>(file), {});
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(input.data()), input.size());
    ++files;
  }
  EXPECT_GT(files, 10u) << RMW_RULES_CORPUS;
}

}  // namespace
