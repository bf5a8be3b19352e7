// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The main() of a program that contains several test files (rxros2_add_test with PROGRAM). With
// --source=FILE it runs only the tests of the file with that name, so that each file is a test of
// ctest with its own process.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace
{

// Returns the filter that selects the tests of `source`; empty if there are none. Ends the program
// if a test is in a header, since no source would run it.
std::string filter_of(std::string_view source)
{
  std::string filter;
  const auto & program = *testing::UnitTest::GetInstance();
  for (int i = 0; i < program.total_test_suite_count(); ++i) {
    const auto & suite = *program.GetTestSuite(i);
    for (int j = 0; j < suite.total_test_count(); ++j) {
      const auto & test = *suite.GetTestInfo(j);
      const auto file = std::filesystem::path(test.file()).filename().string();
      if (!file.ends_with("_test.cpp")) {
        std::fprintf(
          stderr, "%s.%s is defined in %s; expected a file *_test.cpp\n", suite.name(), test.name(),
          test.file());
        std::exit(1);
      }
      if (file == source) {
        filter += std::string(suite.name()) + "." + test.name() + ":";
      }
    }
  }
  return filter;
}

}  // namespace

int main(int argc, char ** argv)
{
  testing::InitGoogleTest(&argc, argv);
  constexpr std::string_view option = "--source=";
  if (argc < 2 || !std::string_view(argv[1]).starts_with(option)) {
    return RUN_ALL_TESTS();
  }
  const auto source = std::string_view(argv[1]).substr(option.size());
  const auto selected = filter_of(source);
  if (selected.empty()) {
    std::fprintf(stderr, "%s has no tests of %s\n", argv[0], argv[1] + option.size());
    return 1;
  }
  // A filter of the command line remains: GoogleTest restarts a program with one for a death test.
  if (GTEST_FLAG_GET(filter) == "*") {
    GTEST_FLAG_SET(filter, selected);
  }
  return RUN_ALL_TESTS();
}
