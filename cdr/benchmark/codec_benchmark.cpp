// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Measures encoding and decoding of small, typical and large messages, with reused memory as in a
// node. For large messages it also measures memcpy of the same bytes.

#include <benchmark/benchmark.h>

#include "../test/samples.hpp"
#include "cdr/codec.hpp"

namespace
{

template <typename T>
void encode(benchmark::State & state, const T & message)
{
  std::vector<std::byte> out(cdr::encoded_size(message));
  for (auto _ : state) {
    // As a publisher does: first the size for the buffer, then the bytes.
    benchmark::DoNotOptimize(&message);
    benchmark::ClobberMemory();
    const std::size_t size = cdr::encoded_size(message);
    cdr::encode(message, std::span(out).first(size));
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(out.size()));
}

template <typename T>
void decode(benchmark::State & state, const T & message)
{
  const auto sample = cdr::encode(message);
  T decoded;
  for (auto _ : state) {
    benchmark::DoNotOptimize(sample.data());
    benchmark::ClobberMemory();
    cdr::decode(sample, decoded);
    benchmark::DoNotOptimize(&decoded);
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(sample.size()));
}

template <typename T>
void decode_new(benchmark::State & state, const T & message)
{
  const auto sample = cdr::encode(message);
  for (auto _ : state) {
    benchmark::DoNotOptimize(sample.data());
    benchmark::ClobberMemory();
    T decoded;
    cdr::decode(sample, decoded);
    benchmark::DoNotOptimize(&decoded);
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(sample.size()));
}

void copy(benchmark::State & state, std::size_t size)
{
  const std::vector<std::byte> from(size, std::byte{1});
  std::vector<std::byte> to(size);
  for (auto _ : state) {
    benchmark::DoNotOptimize(from.data());
    benchmark::ClobberMemory();
    std::memcpy(to.data(), from.data(), size);
    benchmark::DoNotOptimize(to.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(size));
}

void copy_new(benchmark::State & state, std::size_t size)
{
  const std::vector<std::byte> from(size, std::byte{1});
  for (auto _ : state) {
    std::vector<std::byte> to(from);
    benchmark::DoNotOptimize(to.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(size));
}

template <typename T>
void register_message(const std::string & name, const T & message)
{
  benchmark::RegisterBenchmark((name + "/encode").c_str(), encode<T>, message);
  benchmark::RegisterBenchmark((name + "/decode").c_str(), decode<T>, message);
  benchmark::RegisterBenchmark((name + "/decode_new").c_str(), decode_new<T>, message);
}

}  // namespace

int main(int argc, char ** argv)
{
  constexpr std::size_t mebibyte = 1 << 20;
  register_message("String_20B", demo::Text{"twenty bytes of text"});
  register_message("Twist", demo::Twist{{1, 2, 3}, {4, 5, 6}});
  register_message("JointState_9", joint_state(9));
  register_message("Everything", everything());
  register_message("Doubles_1MiB", [] {
    demo::JointState message;
    message.position.resize(mebibyte / sizeof(double), 1.0);
    return message;
  }());
  register_message("Blob_1MiB", demo::Blob{std::vector<std::uint8_t>(mebibyte, 1)});
  benchmark::RegisterBenchmark("Blob_1MiB/memcpy", copy, mebibyte);
  benchmark::RegisterBenchmark("Blob_1MiB/memcpy_new", copy_new, mebibyte);

  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
    return 1;
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
