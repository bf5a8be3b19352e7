// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A bad cable between two network namespaces: a tap device eth0 in each, and lost and delayed
// frames between them. The losses follow from a seed, so that a run can be repeated.
//
// relay PID_A PID_B SEED LOSS_PERCENT DELAY_MS JITTER_MS, where the pids are of processes in the
// namespaces. Prints "ready" when both devices exist; runs until SIGTERM, then prints statistics.

#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <queue>
#include <random>
#include <string>
#include <system_error>
#include <vector>

namespace
{

using clock = std::chrono::steady_clock;
using std::chrono::microseconds;

volatile sig_atomic_t stop = 0;

int check(int result, const std::string & what)
{
  if (result < 0) {
    throw std::system_error(errno, std::generic_category(), what);
  }
  return result;
}

int tap_in_namespace_of(const std::string & pid)
{
  const std::string path = "/proc/" + pid + "/ns/net";
  const int space = check(open(path.c_str(), O_RDONLY | O_CLOEXEC), path);
  check(setns(space, CLONE_NEWNET), "setns " + path);
  close(space);
  const int tap = check(open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC), "/dev/net/tun");
  ifreq request{};
  std::strcpy(request.ifr_name, "eth0");
  request.ifr_flags = IFF_TAP | IFF_NO_PI;
  check(ioctl(tap, TUNSETIFF, &request), "TUNSETIFF");
  return tap;
}

struct Frame
{
  clock::time_point due;
  std::vector<char> bytes;

  bool operator<(const Frame & other) const { return due > other.due; }  // the next one on top
};

/// The frames from one tap to the other.
struct Direction
{
  int from;
  int to;
  std::mt19937 random;
  std::priority_queue<Frame> waiting;
  std::size_t passed = 0;
  std::size_t lost = 0;

  void take(double loss, microseconds delay, microseconds jitter)
  {
    std::array<char, 65536> bytes;
    ssize_t size;
    while ((size = read(from, bytes.data(), bytes.size())) > 0) {
      // Always draw both, so that the loss of a frame does not depend on the delays.
      const bool drop = std::uniform_real_distribution<>(0, 100)(random) < loss;
      std::uniform_int_distribution<std::int64_t> extra(0, jitter.count());
      const microseconds wait = delay + microseconds(extra(random));
      if (drop) {
        ++lost;
      } else {
        waiting.push({clock::now() + wait, {bytes.data(), bytes.data() + size}});
      }
    }
  }

  void give()
  {
    for (; !waiting.empty() && waiting.top().due <= clock::now(); waiting.pop(), ++passed) {
      const auto & bytes = waiting.top().bytes;
      // Fails while the interface is down, like a cable without an end.
      [[maybe_unused]] const ssize_t written = write(to, bytes.data(), bytes.size());
    }
  }
};

void run(char ** arguments)
{
  const int a = tap_in_namespace_of(arguments[1]);
  const int b = tap_in_namespace_of(arguments[2]);
  const auto seed = static_cast<std::uint32_t>(std::stoul(arguments[3]));
  const double loss = std::stod(arguments[4]);
  const microseconds delay{std::stol(arguments[5]) * 1000};
  const microseconds jitter{std::stol(arguments[6]) * 1000};
  std::array<Direction, 2> directions{
    {{a, b, std::mt19937(seed), {}}, {b, a, std::mt19937(seed + 1), {}}}};
  std::puts("ready");
  std::fflush(stdout);
  while (!stop) {
    int timeout = -1;
    for (const Direction & direction : directions) {
      if (!direction.waiting.empty()) {
        const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(direction.waiting.top().due - clock::now());
        const int ms = std::max(0, static_cast<int>(left.count()));
        timeout = timeout < 0 ? ms : std::min(timeout, ms);
      }
    }
    std::array<pollfd, 2> polled{{{a, POLLIN, 0}, {b, POLLIN, 0}}};
    poll(polled.data(), polled.size(), timeout);
    for (Direction & direction : directions) {
      direction.take(loss, delay, jitter);
      direction.give();
    }
  }
  for (const Direction & direction : directions) {
    std::printf("passed %zu lost %zu\n", direction.passed, direction.lost);
  }
}

}  // namespace

int main(int argc, char ** argv)
{
  if (argc != 7) {
    std::fputs("usage: relay PID_A PID_B SEED LOSS_PERCENT DELAY_MS JITTER_MS\n", stderr);
    return 2;
  }
  struct sigaction action
  {
  };
  action.sa_handler = [](int) { stop = 1; };
  sigaction(SIGTERM, &action, nullptr);
  try {
    run(argv);
  } catch (const std::exception & e) {
    std::fprintf(stderr, "relay: %s\n", e.what());
    return 1;
  }
}
