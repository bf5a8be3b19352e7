// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// machine_limits: what nothing on this machine can do faster: an eventfd from thread to thread, a
// datagram from process to process, a copy. The lines in the report's plots.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "common/eventfd_hop.hpp"
#include "common/options.hpp"
#include "common/result.hpp"

namespace
{

// A socket on the loopback device, and where it can be reached.
struct Socket
{
  Socket() : descriptor(socket(AF_INET, SOCK_DGRAM, 0))
  {
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto * any = reinterpret_cast<sockaddr *>(&address);
    if (descriptor < 0 || bind(descriptor, any, size) != 0 || getsockname(descriptor, any, &size)) {
      throw std::runtime_error("no datagram socket on the loopback device");
    }
  }
  Socket(const Socket &) = delete;
  Socket & operator=(const Socket &) = delete;
  ~Socket() { close(descriptor); }

  void send(const Socket & to, const std::vector<char> & bytes) const
  {
    sendto(
      descriptor, bytes.data(), bytes.size(), 0, reinterpret_cast<const sockaddr *>(&to.address),
      sizeof to.address);
  }

  int descriptor;
  sockaddr_in address{};
};

// One way in µs, from half of each round trip between two processes that sleep for each datagram.
std::vector<double> datagrams(std::size_t size, int rounds)
{
  const Socket here, there;
  std::vector<char> bytes(size, 'x');
  const pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < rounds; ++i) {
      if (recv(there.descriptor, bytes.data(), size, 0) < 0) {
        _exit(1);
      }
      there.send(here, bytes);
    }
    _exit(0);
  }
  std::vector<double> hops;
  for (int i = 0; i < rounds; ++i) {
    const std::int64_t sent = benchmarks::now_ns();
    here.send(there, bytes);
    if (recv(here.descriptor, bytes.data(), size, 0) < 0) {
      break;
    }
    hops.push_back(static_cast<double>(benchmarks::now_ns() - sent) / 2000.0);
  }
  waitpid(child, nullptr, 0);
  return hops;
}

std::vector<double> copies(std::size_t size, int rounds)
{
  const std::vector<char> from(size, 'x');
  std::vector<char> to(size, 'y');
  std::vector<double> spent;
  for (int i = 0; i < rounds; ++i) {
    const std::int64_t began = benchmarks::now_ns();
    std::memcpy(to.data(), from.data(), size);
    asm volatile("" : : "r"(to.data()) : "memory");
    spent.push_back(static_cast<double>(benchmarks::now_ns() - began) / 1e3);
  }
  return spent;
}

}  // namespace

int main(int argc, char ** argv)
{
  auto options = benchmarks::parse(argc, argv, {{"count", 5000}});
  const int rounds = static_cast<int>(options["count"]);
  benchmarks::Result result("machine_limits");
  result.setting("count", options["count"]);
  // Forks before there are threads.
  for (const auto & [name, size] :
       {std::pair{"udp_100B", 100}, {"udp_1KiB", 1024}, {"udp_60kB", 60000}}) {
    result.distribution(name, "us", datagrams(static_cast<std::size_t>(size), rounds));
  }
  const int other = std::thread::hardware_concurrency() > 1 ? 1 : 0;
  benchmarks::eventfd_hops(0, other, 500);
  result.distribution("eventfd_same_core", "us", benchmarks::eventfd_hops(0, 0, rounds));
  result.distribution("eventfd_other_core", "us", benchmarks::eventfd_hops(0, other, rounds));
  result.distribution("memcpy_1KiB", "us", copies(1024, rounds));
  result.distribution("memcpy_1MiB", "us", copies(1 << 20, rounds / 10));
  result.distribution("memcpy_16MiB", "us", copies(16 << 20, rounds / 100));
  result.print();
  return 0;
}
