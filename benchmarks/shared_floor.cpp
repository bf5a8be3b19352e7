// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// shared_floor: the lower bound of two_processes for large messages: one memcpy into memory that
// both processes map, an eventfd that wakes the reader, and one hand-over to another thread, which
// every executor needs. No queue, no bookkeeping, one slot: a message that comes before the last
// one was read takes its place, and that one counts as lost. --in_place 1: no memcpy either.
#include <sys/eventfd.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "common/one_way.hpp"
#include "common/options.hpp"

namespace
{

using benchmarks::Plan;

benchmarks::SenderReport publish(const Plan & plan, bool in_place, std::byte * slot, int arrived)
{
  std::vector<std::byte> message(plan.bytes);
  return benchmarks::send_all(plan, [&](std::int64_t number) {
    if (in_place) {
      benchmarks::write_head(slot, number);
    } else {
      benchmarks::write_head(message.data(), number);
      std::memcpy(slot, message.data(), plan.bytes);
    }
    eventfd_write(arrived, 1);
  });
}

void receive(benchmarks::Receiver & receiver, const std::byte * slot, int arrived)
{
  benchmarks::HandOver hand_over;
  // Like the receive thread of a middleware.
  std::jthread thread([&hand_over, slot, arrived](const std::stop_token & stop) {
    benchmarks::Head head{};
    std::int64_t last = INT64_MIN;
    eventfd_t count = 0;
    while (!stop.stop_requested() && eventfd_read(arrived, &count) == 0) {
      std::memcpy(&head, slot, sizeof head);
      if (head.number != last) {
        last = head.number;
        hand_over.push(&head);
      }
    }
  });
  hand_over.receive_all(receiver);
  thread.request_stop();
  eventfd_write(arrived, 1);
}

}  // namespace

int main(int argc, char ** argv)
{
  auto options = benchmarks::parse(
    argc, argv, {{"bytes", 1 << 20}, {"rate", 50}, {"count", 100}, {"in_place", 0}});
  const Plan plan(options);
  // Populated, so that neither side meets a new page.
  void * const slot = mmap(
    nullptr, plan.bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  const int arrived = eventfd(0, 0);
  if (slot == MAP_FAILED || arrived < 0) {
    std::perror("shared_floor");
    return 1;
  }
  auto * const bytes = static_cast<std::byte *>(slot);
  benchmarks::Result result("shared_floor");
  result.setting("in_place", options["in_place"]);
  return benchmarks::measure_one_way(
    std::move(result), plan,
    [&] { return publish(plan, options["in_place"] != 0, bytes, arrived); },
    [&](benchmarks::Receiver & receiver) { receive(receiver, bytes, arrived); });
}
