// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A bad network between network namespaces: a tap device eth0 in each, and a switch between them
// that loses and delays frames. The losses follow from a seed, so that a run can be repeated.
//
// relay SEED LOSS_PERCENT DELAY_MS JITTER_MS PID…, where the pids are of processes in the
// namespaces. Prints "ready" when all devices exist. Reads lines from its standard input: `cut I`
// drops all frames from and to the I-th namespace, which does not notice; `restore I` ends that.
// Runs until SIGTERM, then prints statistics.

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
#include <map>
#include <memory>
#include <queue>
#include <random>
#include <sstream>
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

using Bytes = std::vector<char>;
using Address = std::array<char, 6>;

struct Frame
{
  clock::time_point due;
  std::shared_ptr<const Bytes> bytes;

  bool operator<(const Frame & other) const { return due > other.due; }  // the next one on top
};

/// The end of a cable: frames from its namespace are taken, and waiting ones are given to it.
struct Port
{
  int tap;
  std::mt19937 random;  // decides about the frames from the namespace
  std::priority_queue<Frame> waiting;
  bool is_cut = false;
  std::size_t passed = 0;
  std::size_t lost = 0;

  void give()
  {
    for (; !waiting.empty() && waiting.top().due <= clock::now(); waiting.pop()) {
      const Bytes & bytes = *waiting.top().bytes;
      // Fails while the interface is down, like a cable without an end.
      if (!is_cut) {
        [[maybe_unused]] const ssize_t written = write(tap, bytes.data(), bytes.size());
      }
    }
  }
};

class Switch
{
public:
  Switch(double loss, microseconds delay, microseconds jitter)
  : loss_(loss), delay_(delay), jitter_(jitter)
  {
  }

  void add_port(int tap, std::uint32_t seed) { ports_.push_back({tap, std::mt19937(seed), {}}); }

  void run()
  {
    std::vector<pollfd> polled;
    for (const Port & port : ports_) {
      polled.push_back({port.tap, POLLIN, 0});
    }
    polled.push_back({STDIN_FILENO, POLLIN, 0});
    while (!stop) {
      poll(polled.data(), polled.size(), next_due());
      if (polled.back().revents && !read_commands()) {
        polled.back().fd = -1;
      }
      for (Port & port : ports_) {
        take(port);
        port.give();
      }
    }
    for (const Port & port : ports_) {
      std::printf("passed %zu lost %zu\n", port.passed, port.lost);
    }
  }

private:
  // Returns the milliseconds until the next frame is due; -1 if none waits.
  int next_due() const
  {
    int timeout = -1;
    for (const Port & port : ports_) {
      if (!port.waiting.empty()) {
        const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(port.waiting.top().due - clock::now());
        const int ms = std::max(0, static_cast<int>(left.count()));
        timeout = timeout < 0 ? ms : std::min(timeout, ms);
      }
    }
    return timeout;
  }

  void take(Port & port)
  {
    std::array<char, 65536> buffer;
    ssize_t size;
    while ((size = read(port.tap, buffer.data(), buffer.size())) > 0) {
      // Always draw both, so that the loss of a frame does not depend on the delays.
      const bool drop = std::uniform_real_distribution<>(0, 100)(port.random) < loss_;
      std::uniform_int_distribution<std::int64_t> extra(0, jitter_.count());
      const microseconds wait = delay_ + microseconds(extra(port.random));
      if (drop || port.is_cut) {
        ++port.lost;
        continue;
      }
      ++port.passed;
      forward(
        port,
        {clock::now() + wait, std::make_shared<const Bytes>(buffer.data(), buffer.data() + size)});
    }
  }

  // To the port of the destination, or to all others if that is unknown or several.
  void forward(Port & from, const Frame & frame)
  {
    Address destination{}, source{};
    if (frame.bytes->size() < destination.size() + source.size()) {
      return;
    }
    std::memcpy(destination.data(), frame.bytes->data(), destination.size());
    std::memcpy(source.data(), frame.bytes->data() + destination.size(), source.size());
    addresses_[source] = &from;
    const auto known = addresses_.find(destination);
    for (Port & to : ports_) {
      if (&to != &from && (known == addresses_.end() || known->second == &to)) {
        to.waiting.push(frame);
      }
    }
  }

  // Returns false if there will be no more.
  bool read_commands()
  {
    std::array<char, 4096> buffer;
    const ssize_t size = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (size <= 0) {
      return false;
    }
    std::istringstream commands(std::string(buffer.data(), static_cast<std::size_t>(size)));
    std::string command;
    std::size_t index = 0;
    while (commands >> command >> index) {
      ports_.at(index).is_cut = command == "cut";
    }
    return true;
  }

  const double loss_;
  const microseconds delay_, jitter_;
  std::vector<Port> ports_;
  std::map<Address, Port *> addresses_;
};

void run(char ** arguments)
{
  const auto seed = static_cast<std::uint32_t>(std::stoul(arguments[1]));
  const double loss = std::stod(arguments[2]);
  const microseconds delay{std::stol(arguments[3]) * 1000};
  const microseconds jitter{std::stol(arguments[4]) * 1000};
  Switch network(loss, delay, jitter);
  for (std::uint32_t i = 0; arguments[5 + i]; ++i) {
    network.add_port(tap_in_namespace_of(arguments[5 + i]), seed + i);
  }
  std::puts("ready");
  std::fflush(stdout);
  network.run();
}

}  // namespace

int main(int argc, char ** argv)
{
  if (argc < 7) {
    std::fputs("usage: relay SEED LOSS_PERCENT DELAY_MS JITTER_MS PID…\n", stderr);
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
