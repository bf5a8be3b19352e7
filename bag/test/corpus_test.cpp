// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Runs the fuzz target on the stored corpus.
#include <gtest/gtest.h>

#include <cstdint>

#include "recording.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size);

namespace
{

TEST(Corpus, IsReadOrRejected)
{
  std::size_t count = 0;
  for (const auto & each : std::filesystem::directory_iterator(BAG_FUZZ_CORPUS)) {
    const std::string bytes = file_bytes(each.path());
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size());
    ++count;
  }
  EXPECT_GT(count, 10u);
}

}  // namespace
