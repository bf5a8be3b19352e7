// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A libFuzzer target: any text as a governance and as a permissions document. Accepted documents
// must decide about a topic; test/security_rules_test.cpp runs it over the stored corpus.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "rmw/security.hpp"
#include "security/rules.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  using namespace rmw::detail;
  const std::string xml(reinterpret_cast<const char *>(data), size);
  try {
    governed_domains(xml, "governance.p7s").text();
  } catch (const rmw::security_error &) {
  }
  try {
    for (const Grant & grant : read_permissions(xml, "permissions.p7s")) {
      for (const std::uint32_t domain : {0u, 7u, 232u}) {
        for (const Direction direction : {Direction::publish, Direction::subscribe}) {
          const Verdict verdict = decide(grant, domain, direction, "rt/arm/joints");
          if (verdict.rule ? verdict.allowed != verdict.rule->allows : verdict.pattern != nullptr) {
            std::abort();
          }
        }
        may_join(grant, domain);
      }
    }
  } catch (const rmw::security_error &) {
  }
  return 0;
}
