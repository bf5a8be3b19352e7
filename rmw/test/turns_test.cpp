// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Which threads may receive in place of the receive thread, and what ends their turn.

#include <gtest/gtest.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <future>
#include <memory>
#include <thread>

#include "rmw/receive_turn.hpp"
#include "shared_memory/mailbox.hpp"
#include "shared_memory/turns.hpp"

namespace
{

namespace sm = rmw::detail::shared_memory;

// A mailbox with its receiving thread, as of a domain.
class Offered
{
public:
  Offered()
  {
    std::promise<pid_t> began;
    thread_ = std::thread([&] {
      box_->begin_receiving();
      began.set_value(gettid());
      while (box_->wait()) {
      }
      box_->end_receiving();
    });
    const auto offer = std::make_shared<sm::TurnOffer>(
      sm::TurnOffer{box_, [] { return false; }, began.get_future().get()});
    sm::Turns::instance().offer(offer);
    while (!box_->has_no_turn()) {
      std::this_thread::yield();
    }
  }
  ~Offered() { close(); }
  Offered(const Offered &) = delete;
  Offered & operator=(const Offered &) = delete;

  // As DomainMailbox does.
  void close()
  {
    if (thread_.joinable()) {
      box_->stop();
      sm::Turns::instance().withdraw(*box_);
      thread_.join();
    }
  }

private:
  static std::shared_ptr<sm::Mailbox> create()
  {
    const std::array<sm::Address, 1> addresses{sm::Address{1, 1, {127, 0, 0, 1}}};
    return sm::Mailbox::create(42, 1, addresses);
  }

  const std::shared_ptr<sm::Mailbox> box_ = create();
  std::thread thread_;
};

bool gets_turn()
{
  return static_cast<bool>(rmw::ReceiveTurn());
}

// Runs it on a new thread.
template <typename Function>
bool elsewhere(Function function)
{
  return std::async(std::launch::async, function).get();
}

void sleep_on(const rmw::ReceiveTurn::Bell & bell)
{
  syscall(SYS_futex, bell.word, FUTEX_WAIT, bell.value, nullptr);
}

TEST(Turns, OneThreadAtATimeHasOne)
{
  EXPECT_FALSE(gets_turn()) << "there is no mailbox";
  const Offered offered;
  {
    const rmw::ReceiveTurn turn;
    EXPECT_TRUE(turn);
    EXPECT_FALSE(elsewhere(gets_turn));
    EXPECT_FALSE(gets_turn()) << "it is this thread's already";
  }
  EXPECT_TRUE(elsewhere(gets_turn));
}

TEST(Turns, NobodyHasOneOfSeveralDomains)
{
  const Offered first;
  {
    const Offered second;
    EXPECT_FALSE(gets_turn());
  }
  EXPECT_TRUE(gets_turn());
}

TEST(Turns, AThreadOfAnotherPriorityHasNone)
{
  const Offered offered;
  EXPECT_FALSE(elsewhere([] { return setpriority(PRIO_PROCESS, 0, 5) == 0 && gets_turn(); }));
}

TEST(Turns, AThreadWithOtherCpusHasNone)
{
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  ASSERT_EQ(sched_getaffinity(0, sizeof(cpus), &cpus), 0);
  if (CPU_COUNT(&cpus) < 2) {
    GTEST_SKIP() << "there is one CPU";
  }
  const Offered offered;
  EXPECT_FALSE(elsewhere([&cpus] {
    std::size_t last = CPU_SETSIZE - 1;
    while (!CPU_ISSET(last, &cpus)) {
      --last;
    }
    CPU_CLR(last, &cpus);
    return sched_setaffinity(0, sizeof(cpus), &cpus) == 0 && gets_turn();
  }));
}

TEST(Turns, AForkHasNone)
{
  const Offered offered;
  const pid_t child = fork();
  if (child == 0) {
    _exit(gets_turn() ? 1 : 0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(Turns, AListenerEndsThem)
{
  const Offered offered;
  std::atomic<bool> sleeps{false};
  std::thread other([&] {
    rmw::ReceiveTurn turn;
    ASSERT_TRUE(turn);
    while (turn) {
      const auto bell = turn.begin_sleep();
      ASSERT_TRUE(bell);
      sleeps = true;
      sleep_on(*bell);
      turn.end_sleep();
    }
  });
  while (!sleeps) {
    std::this_thread::yield();
  }
  rmw::ReceiveTurn::add_listener();
  other.join();  // otherwise the test never ends
  EXPECT_FALSE(gets_turn());
  rmw::ReceiveTurn::remove_listener();
  EXPECT_TRUE(gets_turn());
}

TEST(Turns, EndWithTheDomain)
{
  Offered offered;
  std::atomic<bool> sleeps{false};
  std::thread other([&] {
    rmw::ReceiveTurn turn;
    ASSERT_TRUE(turn);
    while (turn) {
      if (const auto bell = turn.begin_sleep()) {
        sleeps = true;
        sleep_on(*bell);
        turn.end_sleep();
      }
    }
  });
  while (!sleeps) {
    std::this_thread::yield();
  }
  offered.close();
  other.join();
  EXPECT_FALSE(gets_turn());
}

// For example by exit(), which destroys the last context.
TEST(Turns, EndIfASignalHandlerOfTheirThreadClosesTheDomain)
{
  Offered offered;
  rmw::ReceiveTurn turn;
  ASSERT_TRUE(turn.begin_sleep());
  offered.close();  // otherwise it never returns
  turn.end_sleep();
  EXPECT_FALSE(turn);
}

}  // namespace
