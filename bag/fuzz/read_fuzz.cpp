// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A libFuzzer target. The input is an MCAP file or, with an 'm' instead of MCAP's first byte, a
// metadata.yaml. test/corpus_test.cpp runs it on the stored corpus.

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "bag/reader.hpp"
#include "mcap_file.hpp"
#include "metadata.hpp"
#include "yaml.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  if (size != 0 && data[0] == 'm') {
    const std::string_view text(reinterpret_cast<const char *>(data + 1), size - 1);
    static_cast<void>(bag::detail::qos_from_yaml(text));
    return 0;
  }
  static const int file = ::memfd_create("fuzz", 0);
  if (::ftruncate(file, 0) != 0 || ::pwrite(file, data, size, 0) != static_cast<ssize_t>(size)) {
    __builtin_trap();
  }
  bag::Limits limits;
  limits.chunk = 1 << 16;
  limits.held = 1 << 10;
  try {
    bag::detail::McapFile recording("/proc/self/fd/" + std::to_string(file), limits);
    bag::detail::Chosen chosen{{true}, INT64_MIN, INT64_MAX, bag::Order::time};
    bag::detail::Scratch scratch;
    std::vector<std::unique_ptr<bag::detail::Block>> blocks;
    recording.add_blocks(0, chosen, blocks);
    for (const auto & block : blocks) {
      bag::Message message;
      for (bool more = block->open(chosen, scratch); more; more = block->advance()) {
        block->get(message, scratch);
        volatile std::byte sum{};
        for (const std::byte each : message.data) {
          sum = sum ^ each;
        }
      }
    }
  } catch (const bag::Error &) {
    return 0;
  }
  return 0;
}
