// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// `--name value` options of the benchmark programs: all are numbers, all have defaults.
#ifndef BENCHMARKS__COMMON__OPTIONS_HPP_
#define BENCHMARKS__COMMON__OPTIONS_HPP_

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

namespace benchmarks
{

// Ends the program with a message if an option is unknown or no number.
inline std::map<std::string, double> parse(
  int argc, char ** argv, std::map<std::string, double> defaults)
{
  const auto fail = [&](const std::string & what) {
    std::fprintf(stderr, "%s: %s; options and defaults:", argv[0], what.c_str());
    for (const auto & [name, value] : defaults) {
      std::fprintf(stderr, " --%s %g", name.c_str(), value);
    }
    std::fprintf(stderr, "\n");
    std::exit(2);
  };
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    const auto option = name.rfind("--", 0) == 0 ? defaults.find(name.substr(2)) : defaults.end();
    if (option == defaults.end()) {
      fail("unknown option " + name);
    }
    char * end = nullptr;
    if (i + 1 == argc || (option->second = std::strtod(argv[i + 1], &end), *end != '\0')) {
      fail(name + ": expected a number");
    }
  }
  return defaults;
}

}  // namespace benchmarks

#endif  // BENCHMARKS__COMMON__OPTIONS_HPP_
