// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <greenhouse_seeds/seeds.hpp>

static void beds(benchmark::State & state)
{
  for (auto _ : state) {
    benchmark::DoNotOptimize(greenhouse_seeds::seeds_of_bed(200, 90, 20));
  }
}
BENCHMARK(beds)->Iterations(1000);
