// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The list of futures that executor threads wait for.
#include "executors/future_watch.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "executors/core.hpp"

namespace rclcpp::executors::detail
{

namespace
{

std::atomic<int> watch_count{0};

struct Watches
{
  PiMutex mutex;  // guards `all`
  std::vector<FutureWatch *> all;
};

Watches & watches()
{
  static Watches & instance = *new Watches;  // threads may outlive static objects
  return instance;
}

}  // namespace

FutureWatch::FutureWatch(Core & core, std::function<bool()> complete)
: core_(core), complete_(std::move(complete))
{
  std::lock_guard<PiMutex> lock(watches().mutex);
  watches().all.push_back(this);
  watch_count.fetch_add(1, std::memory_order_seq_cst);
}

FutureWatch::~FutureWatch()
{
  std::lock_guard<PiMutex> lock(watches().mutex);
  auto & all = watches().all;
  all.erase(std::find(all.begin(), all.end(), this));
  watch_count.fetch_sub(1, std::memory_order_relaxed);
}

void FutureWatch::look()
{
  if (watch_count.load(std::memory_order_seq_cst) == 0) {
    return;
  }
  std::lock_guard<PiMutex> lock(watches().mutex);
  for (FutureWatch * watch : watches().all) {
    if (watch->complete_()) {
      watch->core_.poke();
    }
  }
}

}  // namespace rclcpp::executors::detail
