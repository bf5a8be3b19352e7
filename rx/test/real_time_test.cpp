// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Waits between threads of different real-time priorities on one core: no thread may spin for a
// thread that it preempts.

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <time.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <thread>
#include <vector>

#include "rx/detail/drain_lock.hpp"
#include "rx/rx.hpp"

namespace
{

using namespace std::chrono_literals;

// Runs `f` on one core with this SCHED_FIFO priority.
class pinned_thread
{
public:
  template <class F>
  pinned_thread(int core, int priority, F f)
  : thread_([core, priority, f] {
      pin(core, priority);
      f();
    })
  {
  }
  ~pinned_thread() { thread_.join(); }

  void make_ordinary() { set_priority(thread_.native_handle(), 0); }

  // Pins the calling thread.
  static void pin(int core, int priority)
  {
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(core, &only);
    pthread_setaffinity_np(pthread_self(), sizeof only, &only);
    set_priority(pthread_self(), priority);
  }

  static bool set_priority(pthread_t thread, int priority)
  {
    const sched_param param{priority};
    return pthread_setschedparam(thread, priority > 0 ? SCHED_FIFO : SCHED_OTHER, &param) == 0;
  }

private:
  std::thread thread_;
};

bool real_time_is_permitted()
{
  bool permitted = false;
  std::thread([&] { permitted = pinned_thread::set_priority(pthread_self(), 1); }).join();
  return permitted;
}

// The less urgent thread takes and releases a lock continuously, so the lock is biased towards it.
// A timer wakes the urgent thread at an arbitrary instruction of that loop, and it revokes the
// bias. In many of the rounds it meets a thread that is entering or leaving.
TEST(RealTime, RevokingABiasDoesNotBlockItsThread)
{
  if (!real_time_is_permitted()) {
    GTEST_SKIP() << "SCHED_FIFO is not permitted here (needs root or a limit rtprio)";
  }
  constexpr std::size_t rounds = 200;
  std::array<rx::detail::drain_lock, rounds> locks;
  std::atomic<std::size_t> round{0};
  std::promise<void> done;
  auto ended = done.get_future();

  const int core = sched_getcpu();
  pinned_thread biased(core, 1, [&] {
    for (std::size_t now; (now = round) < rounds;) {
      rx::detail::drain_lock & lock = locks[now];
      for (int i = 0; i < 100; ++i) {
        if (lock.try_take()) {
          while (!lock.release()) {
          }
        }
      }
    }
  });
  pinned_thread urgent(core, 2, [&] {
    for (; round < rounds - 1; ++round) {
      const timespec some_time{0, 50'000 + static_cast<long>(round * 7)};
      nanosleep(&some_time, nullptr);
      rx::detail::drain_lock & lock = locks[round];
      if (lock.try_take() || lock.announce()) {
        while (!lock.release()) {
        }
      }
    }
    round = rounds;
    done.set_value();
  });
  if (ended.wait_for(60s) != std::future_status::ready) {
    ADD_FAILURE() << "the urgent thread spins in round " << round;
    urgent.make_ordinary();
    biased.make_ordinary();
  }
}

// An item whose next move in the thread that takes it lets an urgent thread run. So that thread
// runs between the two halves of the taking, and finds a ring that is full and from which nothing
// can be dropped.
class item
{
public:
  explicit item(int n) : number(n) {}
  item(const item & other) = default;
  item(item && other) noexcept : number(other.number)
  {
    if (pthread_equal(pthread_self(), taker) && armed.exchange(false)) {
      sem_post(&taking);  // the urgent thread runs now, because it is on the same core
    }
  }
  item & operator=(const item &) = default;
  item & operator=(item &&) = default;

  int number;

  static inline pthread_t taker;  // written before `armed`
  static inline std::atomic<bool> armed{false};
  static inline sem_t taking;
};

// `subscribe(source, taken)` lets another thread take the source's items; at most two of them
// wait, and pass their numbers to taken(number), which returns when the next item is to be taken.
template <class Subscribe>
void urgent_source_lets_the_taker_go_on(const Subscribe & subscribe)
{
  if (!real_time_is_permitted()) {
    GTEST_SKIP() << "SCHED_FIFO is not permitted here (needs root or a limit rtprio)";
  }
  sem_init(&item::taking, 0, 0);
  const int core = sched_getcpu();
  rx::subjects::subject<item> source;
  std::promise<void> taking_first;
  std::promise<void> two_wait;
  std::promise<void> all_taken;
  std::vector<int> taken;
  auto stream = subscribe(source.get_observable(), [&](int number) {
    taken.push_back(number);
    if (number == 0) {
      item::taker = pthread_self();
      pinned_thread::pin(core, 1);
      taking_first.set_value();
      two_wait.get_future().wait();
      item::armed = true;
    }
    if (number == 3) {
      all_taken.set_value();
    }
  });
  std::promise<void> waiting;
  std::promise<void> pushed;
  std::future<void> is_pushed = pushed.get_future();
  source.get_subscriber().on_next(item(0));
  taking_first.get_future().wait();
  pinned_thread urgent(core, 2, [&] {
    waiting.set_value();
    sem_wait(&item::taking);  // until here the less urgent taker does not run
    source.get_subscriber().on_next(item(3));
    pushed.set_value();
  });
  waiting.get_future().wait();
  source.get_subscriber().on_next(item(1));
  source.get_subscriber().on_next(item(2));
  two_wait.set_value();
  if (is_pushed.wait_for(60s) != std::future_status::ready) {
    ADD_FAILURE() << "the urgent thread spins for the one that it keeps from taking";
    urgent.make_ordinary();
    pinned_thread::set_priority(item::taker, 0);
  }
  all_taken.get_future().wait();
  // While 1 was being taken it still occupied its slot, so 2 was dropped.
  EXPECT_EQ(taken, (std::vector<int>{0, 1, 3}));
}

TEST(RealTime, ObserveOnDoesNotBlockTheTaker)
{
  auto hop = rx::operators::observe_on(rx::new_thread(), rx::overflow::drop_oldest, 2);
  urgent_source_lets_the_taker_go_on([&](const auto & source, const auto & taken) {
    return rx::scoped_subscription(
      (source | hop).subscribe([taken](const item & i) { taken(i.number); }));
  });
  if (!HasFailure() && !IsSkipped()) {
    EXPECT_EQ(hop.statistics().dropped, 1u);
  }
}

TEST(RealTime, ListenDoesNotBlockTheTaker)
{
  std::uint64_t dropped = 0;
  urgent_source_lets_the_taker_go_on([&](const auto & source, const auto & taken) {
    const auto listening = std::make_shared<std::promise<void>>();
    const auto task = [source, taken, listening, &dropped]() -> rx::task<int> {
      auto items = rx::listen_reliable(source, 2);
      listening->set_value();
      for (int number = 0; number != 3;) {
        number = (co_await items.next())->number;
        dropped = items.dropped();
        taken(number);
      }
      co_return 0;
    };
    auto running =
      rx::scoped_subscription(rx::sources::from_task(task, rx::new_thread()).subscribe([](int) {}));
    listening->get_future().wait();
    return running;
  });
  if (!HasFailure() && !IsSkipped()) {
    EXPECT_EQ(dropped, 1u);
  }
}

}  // namespace
