// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A libFuzzer target: any bytes on ros_discovery_info. Accepted bytes must survive a round trip.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "discovery_info.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  using namespace rmw::detail;
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte *>(data), size);
  // Use the sender that the sample names, so that the check of the sender passes.
  rmw::Gid sender{};
  std::copy_n(
    data + std::min<std::size_t>(4, size),
    std::min<std::size_t>(12, size - std::min<std::size_t>(4, size)), sender.begin());
  const auto info = decode(bytes, sender);
  if (!info) {
    return 0;
  }
  for (const auto generation :
       {rmw::GidGeneration::iron_and_later, rmw::GidGeneration::humble_and_earlier}) {
    if (decode(encode(*info, generation), sender) != info) {
      std::abort();
    }
  }
  return 0;
}
