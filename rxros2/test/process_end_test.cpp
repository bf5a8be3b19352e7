// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Processes that end while nodes run and streams wait, in any order of destruction: each case, the
// first argument, ends by itself with status 0.

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>

#include "in_child.hpp"
#include "rx/operators/as_blocking.hpp"
#include "rxros2/rxros2.hpp"

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;

namespace
{

std::atomic<int> ticks = 0;

void tick(long)
{
  ++ticks;
}

void wait_for_ticks()
{
  while (ticks < 3) {
    std::this_thread::yield();
  }
}

struct Blocking : rxros2::Node
{
  Blocking() : Node("blocking") {}
  void run() override { rx::sources::interval(1ms) | subscribe(tick); }
};

struct Exiting : rxros2::Node
{
  Exiting() : Node("exiting") {}
  void run() override { std::exit(0); }
};

/// Starts a node when no thread can be created.
struct Late
{
  ~Late()
  {
    try {
      node->start();
      std::_Exit(2);
    } catch (const std::system_error &) {
    }
  }
  std::shared_ptr<Blocking> node;
};

/// Constructed before main(), destroyed after all objects of main().
std::optional<Blocking> global_node;
std::shared_ptr<rxros2::Node> global_talker;
rx::subscription global_stream;

/// Sends the signal once the main thread is blocked by its stream.
struct Interrupt
{
  explicit Interrupt(int signal)
  : thread([signal] {
      wait_for_ticks();
      ::kill(::getpid(), signal);
    })
  {
  }
  ~Interrupt() { thread.join(); }
  std::thread thread;
};

/// Returns false if there is no such case.
bool run(const std::string & name)
{
  if (name == "run_blocks") {
    auto node = std::make_shared<Blocking>();
    node->start();
    wait_for_ticks();
  } else if (name == "static_node") {
    static auto node = std::make_shared<Blocking>();
    node->start();
    wait_for_ticks();
    rclcpp::shutdown();
  } else if (name == "static_node_that_runs") {
    static auto node = std::make_shared<Blocking>();
    node->start();
    wait_for_ticks();
  } else if (name == "static_node_that_nobody_shares") {
    static Blocking node;
    node.start();
    wait_for_ticks();
  } else if (name == "global_node") {
    global_node.emplace();
    global_node->start();
    wait_for_ticks();
  } else if (name == "run_ends_the_process") {
    static auto node = std::make_shared<Exiting>();
    node->start();
    for (;;) {
      ::pause();
    }
  } else if (name == "forked_child") {
#if !defined(__SANITIZE_THREAD__)  // it cannot follow a fork of several threads
    rxros2::trace::enable();
    static auto node = std::make_shared<Blocking>();
    node->start();
    static rx::subject<long> subject;
    static const auto subscription =
      (subject.get_observable() | traced("longs")).subscribe([](long) {});
    subject.on_next(1);
    wait_for_ticks();
    // The child destroys the objects, whose threads do not exist there.
    return test::in_child([] {
             std::exit(0);
             return 1;
           }) == 0;
#endif
  } else if (name == "start_at_the_end") {
    static Late late{std::make_shared<Blocking>()};
    static auto node = std::make_shared<Blocking>();
    node->start();
    wait_for_ticks();
  } else if (name == "static_streams") {
    static rclcpp::executors::SingleThreadedExecutor executor;
    static auto listener = rxros2::create_node("listener");
    global_talker = rxros2::create_node("talker");
    executor.add_node(listener);
    executor.add_node(global_talker);
    using Message = rcl_interfaces::msg::ParameterEvent;
    static auto messages = rxros2::observable::from_topic<Message>(listener, "events");
    static auto published = rxros2::observable::from_timer(global_talker, 1ms) |
                            traced("made", map([](long) { return Message(); })) |
                            publish_to_topic<Message>(global_talker, "events");
    global_stream = messages.subscribe([](const Message &) { ++ticks; });
    static auto copy = published.subscribe([](const Message &) {});
    while (ticks < 3) {
      executor.spin_once(1s);
    }
  } else if (name == "signal_interval" || name == "signal_terminate") {
    const Interrupt interrupt(name == "signal_interval" ? SIGINT : SIGTERM);
    rx::sources::interval(1ms) | subscribe(tick);
    // and a later wait does not block
    rx::sources::interval(1h) | subscribe(tick);
  } else if (name == "signal_merge") {
    const Interrupt interrupt(SIGTERM);
    rx::subject<long> subject;
    subject.get_observable() | merge(rx::sources::interval(1ms)) | subscribe(tick);
  } else if (name == "signal_as_blocking") {
    const Interrupt interrupt(SIGTERM);
    rx::sources::interval(1ms).as_blocking().subscribe(tick);
  } else if (name == "merge_before_spin") {
    const Interrupt interrupt(SIGTERM);
    auto node = rxros2::create_node("merging");
    rxros2::observable::from_timer(node, 1h) | merge(rx::sources::interval(1ms)) | subscribe(tick);
    rclcpp::spin(node);
  } else {
    return false;
  }
  return true;
}

}  // namespace

int main(int argc, char ** argv)
{
  ::alarm(240);  // a process that does not end is killed, which fails the test
  rclcpp::init(argc, argv);
  if (argc != 2 || !run(argv[1])) {
    std::fprintf(stderr, "usage: rxros2_process_end_test CASE\n");
    return 1;
  }
  return 0;
}
