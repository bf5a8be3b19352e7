// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Runs the fuzz target over its stored corpus, so that each test run repeats the inputs of the
// fuzzer.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size);

TEST(Corpus, Replayed)
{
  std::size_t files = 0;
  for (const auto & entry : std::filesystem::directory_iterator(CDR_FUZZ_CORPUS)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::vector<char> input(std::istreambuf_iterator<char>(file), {});
    SCOPED_TRACE(entry.path());
    EXPECT_EQ(
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(input.data()), input.size()),
      0);
    ++files;
  }
  EXPECT_GT(files, 20u) << CDR_FUZZ_CORPUS;
}
