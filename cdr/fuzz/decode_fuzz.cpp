// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A libFuzzer target: the first byte of the input selects a type, the rest is the sample. A decoded
// message must encode, and decode to the same message again, also with views of the sample.
// test/corpus_test.cpp runs it over the stored corpus.

#include <cstdint>
#include <iterator>

#include "../test/structs.hpp"
#include "cdr/codec.hpp"

namespace
{

template <typename T>
void check(std::span<const std::byte> sample)
{
  T message;
  T with_views;
  cdr::sequence_views views;  // ends before the message
  try {
    cdr::decode(sample, message);
  } catch (const cdr::error &) {
    try {
      cdr::decode(sample, with_views, views);
    } catch (const cdr::error &) {
      return;
    }
    __builtin_trap();
  }
  const auto encoded = cdr::encode(message);
  cdr::decode(sample, with_views, views);
  if (cdr::encode(with_views) != encoded) {
    __builtin_trap();
  }
  T again;
  cdr::decode(encoded, again);
  // Compare bytes, since a NaN is not equal to itself.
  if (cdr::encode(again) != encoded) {
    __builtin_trap();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  constexpr void (*checks[])(std::span<const std::byte>) = {
    check<demo::Everything>, check<demo::JointState>, check<demo::ParticipantEntities>,
    check<demo::Paddeds>,    check<demo::Lists>,      check<demo::WideText>};
  if (size != 0) {
    checks[data[0] % std::size(checks)](std::as_bytes(std::span(data + 1, size - 1)));
  }
  return 0;
}
