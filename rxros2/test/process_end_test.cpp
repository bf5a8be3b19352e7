// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A process whose main() returns while a node is in a run() that would block for ever: it ends,
// with main's status.

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include "rxros2/rxros2.hpp"

struct Blocking : rxros2::Node
{
  Blocking() : Node("blocking") {}
  void run() override
  {
    rxcpp::observable<>::interval(std::chrono::milliseconds(1)).subscribe([this](int i) {
      ticks = i;
    });
  }
  std::atomic<int> ticks = 0;
};

int main(int argc, char ** argv)
{
  ::alarm(240);  // what does not end is killed, which fails the test
  rclcpp::init(argc, argv);
  auto node = std::make_shared<Blocking>();
  node->start();
  while (node->ticks < 3) {
    std::this_thread::yield();
  }
  return 0;  // without rclcpp::shutdown()
}
