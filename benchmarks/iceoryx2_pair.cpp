// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// iceoryx2_pair: what two_processes measures, through iceoryx2: the yardstick for large messages.
// Its event wakes the thread that receives; there is no second one. --in_place 1: without a copy.
// Needs the library of iceoryx2/, whose path is in ICEORYX2_PAIR_LIBRARY.
#include <dlfcn.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "common/one_way.hpp"
#include "common/options.hpp"

namespace
{

using benchmarks::Plan;

// The functions of iceoryx2/src/lib.rs.
struct Library
{
  explicit Library(const char * path)
  : handle(path ? dlopen(path, RTLD_NOW) : nullptr),
    sender(find<void *(const char *, std::size_t)>("iceoryx2_sender")),
    is_matched(find<bool(const void *)>("iceoryx2_is_matched")),
    loan(find<void *(void *, std::size_t)>("iceoryx2_loan")),
    send(find<void(void *)>("iceoryx2_send")),
    end_sender(find<void(void *)>("iceoryx2_end_sender")),
    receiver(find<void *(const char *)>("iceoryx2_receiver")),
    receive(find<const void *(void *, std::uint64_t)>("iceoryx2_receive")),
    end_receiver(find<void(void *)>("iceoryx2_end_receiver"))
  {
  }

  template <typename Function>
  Function * find(const char * name) const
  {
    void * const function = handle ? dlsym(handle, name) : nullptr;
    if (!function) {
      throw std::runtime_error(
        "iceoryx2_pair: ICEORYX2_PAIR_LIBRARY names no libiceoryx2_pair.so; expected one that "
        "benchmarks/iceoryx2/build.sh has made");
    }
    return reinterpret_cast<Function *>(function);
  }

  void * handle;
  void * (*sender)(const char *, std::size_t);
  bool (*is_matched)(const void *);
  void * (*loan)(void *, std::size_t);
  void (*send)(void *);
  void (*end_sender)(void *);
  void * (*receiver)(const char *);
  const void * (*receive)(void *, std::uint64_t);
  void (*end_receiver)(void *);
};

benchmarks::SenderReport publish(
  const Library & iceoryx2, const Plan & plan, bool in_place, const std::string & name)
{
  void * const sender = iceoryx2.sender(name.c_str(), plan.bytes);
  for (int i = 0; !iceoryx2.is_matched(sender); ++i) {
    if (i == 20000) {
      throw std::runtime_error("iceoryx2_pair: no reader within 20 s");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::vector<std::byte> message(plan.bytes);
  auto report = benchmarks::send_all(plan, [&](std::int64_t number) {
    void * const slot = iceoryx2.loan(sender, plan.bytes);
    if (in_place) {
      benchmarks::write_head(slot, number);
    } else {
      benchmarks::write_head(message.data(), number);
      std::memcpy(slot, message.data(), plan.bytes);
    }
    iceoryx2.send(sender);
  });
  // The reader may not have received the last message yet, which ends with the sender.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  iceoryx2.end_sender(sender);
  return report;
}

void receive_all(
  const Library & iceoryx2, const std::string & name, benchmarks::Receiver & receiver)
{
  void * const messages = iceoryx2.receiver(name.c_str());
  while (const void * message = iceoryx2.receive(messages, 60)) {
    if (receiver.receive(message)) {
      break;
    }
  }
  iceoryx2.end_receiver(messages);
}

}  // namespace

int main(int argc, char ** argv)
{
  auto options = benchmarks::parse(
    argc, argv, {{"bytes", 1 << 20}, {"rate", 50}, {"count", 100}, {"in_place", 0}});
  const Plan plan(options);
  const Library iceoryx2(std::getenv("ICEORYX2_PAIR_LIBRARY"));
  const std::string name = "rxros2_benchmark_" + std::to_string(getpid());
  benchmarks::Result result("iceoryx2_pair");
  result.setting("in_place", options["in_place"]);
  return benchmarks::measure_one_way(
    std::move(result), plan,
    [&] { return publish(iceoryx2, plan, options["in_place"] != 0, name); },
    [&](benchmarks::Receiver & receiver) { receive_all(iceoryx2, name, receiver); });
}
