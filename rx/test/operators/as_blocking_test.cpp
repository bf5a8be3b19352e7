// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/as_blocking.hpp.

#include <gtest/gtest.h>

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "operators_test.hpp"

namespace
{

TEST(AsBlocking, ItemsErrorsAndTimeout)
{
  EXPECT_EQ((rx::observable<>::range(1, 3) | to_vector()), (std::vector{1, 2, 3}));
  EXPECT_EQ(
    rx::observable<>::interval(1us, rx::new_thread()).take(3).to_vector(60s),
    (std::vector{1L, 2L, 3L}));
  EXPECT_EQ(rx::observable<>::interval(1us).take(3).to_vector(60s), (std::vector{1L, 2L, 3L}));
  EXPECT_EQ(rx::observable<>::range(1, 3).as_blocking().last(), 3);
  EXPECT_EQ(rx::observable<>::range(1).as_blocking().first(), 1);  // of a stream without an end
  EXPECT_EQ(rx::observable<>::range(1, 3).as_blocking().count(), 3);
  EXPECT_EQ(rx::observable<>::range(1, 3).as_blocking().sum(), 6);
  EXPECT_EQ(rx::observable<>::range(1, 4).as_blocking().average(), 2.5);
  const auto nothing = rx::observable<>::empty<int>().as_blocking();
  EXPECT_THROW(nothing.first(), rx::empty_error);
  EXPECT_THROW(nothing.last(), rx::empty_error);
  EXPECT_THROW(nothing.average(), rx::empty_error);
  EXPECT_EQ(nothing.count(), 0);
  EXPECT_THROW(rx::observable<>::error<int>(std::out_of_range("x")).to_vector(), std::out_of_range);
  EXPECT_THROW(rx::observable<>::never<int>().to_vector(1ms), std::runtime_error);
  EXPECT_THROW(rx::observable<>::interval(1h).to_vector(1ms), std::runtime_error);
}

TEST(AsBlocking, ReturnsWhenItsObserverThrows)
{
  const auto throwing = [](auto) { throw std::out_of_range("of the observer"); };
  std::string error;
  const auto on_error = [&](std::exception_ptr e) { error = rx::what(e); };
  EXPECT_THROW(rx::observable<>::range(1).as_blocking().subscribe(throwing), std::out_of_range);
  EXPECT_THROW(
    rx::observable<>::range(1).as_blocking().subscribe(throwing, [] {}), std::out_of_range);
  EXPECT_THROW(
    rx::observable<>::interval(1us, rx::new_thread()).as_blocking().subscribe(throwing),
    std::out_of_range);
  rx::observable<>::range(1).as_blocking().subscribe(throwing, on_error);
  EXPECT_EQ(std::exchange(error, ""), "of the observer");
  rx::observable<>::interval(1us, rx::new_thread()).as_blocking().subscribe(throwing, on_error);
  EXPECT_EQ(std::exchange(error, ""), "of the observer");
  rx::observable<>::range(1).as_blocking().subscribe(
    rx::composite_subscription(), throwing, on_error);
  EXPECT_EQ(std::exchange(error, ""), "of the observer");
  EXPECT_THROW(
    rx::observable<>::range(1).as_blocking().subscribe(rx::composite_subscription(), throwing),
    std::out_of_range);
  try {
    rx::observable<>::just(1).as_blocking().subscribe([](int) { throw 7; });
    FAIL();
  } catch (int thrown) {
    EXPECT_EQ(thrown, 7);
  }
}

TEST(AsBlocking, AnObserverGetsTheErrorItself)
{
  recorder<int> r;
  rx::observable<>::error<int>(std::runtime_error("x")).as_blocking().subscribe(r.observer());
  EXPECT_EQ(r.error, "x");
  r.during = [](int) { throw std::runtime_error("y"); };
  rx::observable<>::range(1).as_blocking().subscribe(r.observer());
  EXPECT_EQ(r.error, "y");
  EXPECT_FALSE(r.observer_exists());
}

TEST(AsBlocking, ReturnsWhenItsSubscriberUnsubscribes)
{
  int items = 0;
  auto to = rx::make_subscriber<int>([&](int) { ++items; });
  to.unsubscribe();
  rx::observable<>::range(1).as_blocking().subscribe(to);
  EXPECT_EQ(items, 0);
}

TEST(AsBlocking, AStreamWithoutProducersIsAnError)
{
  EXPECT_THROW(dropped().as_blocking().first(), rx::stream_dropped);
  EXPECT_THROW(dropped().as_blocking().count(), rx::stream_dropped);
  EXPECT_THROW(dropped().to_vector(), rx::stream_dropped);
  EXPECT_THROW(dropped(start_with(1)).to_vector(), rx::stream_dropped);
  EXPECT_THROW(dropped(debounce(1h)).as_blocking().first(), rx::stream_dropped);
  EXPECT_THROW(dropped(merge(dropped())).as_blocking().first(), rx::stream_dropped);
  EXPECT_THROW(dropped(concat(rx::observable<>::just(1))).to_vector(), rx::stream_dropped);
  EXPECT_THROW(dropped(observe_on(rx::new_thread())).as_blocking().first(), rx::stream_dropped);
  EXPECT_THROW(dropped(share()).as_blocking().first(), rx::stream_dropped);
  EXPECT_THROW(dropped(finally([] {}), as_dynamic()).as_blocking().first(), rx::stream_dropped);
  EXPECT_THROW(
    rx::observable<>::just(1).flat_map([](int) { return dropped(); }).as_blocking().first(),
    rx::stream_dropped);
  std::string error;
  dropped().as_blocking().subscribe([](int) {}, [&](std::exception_ptr e) { error = rx::what(e); });
  EXPECT_NE(
    error.find("rx::as_blocking: the last producer of the stream was destroyed"), std::string::npos)
    << error;
  std::thread other;
  {
    auto last = std::make_shared<rx::subject<int>>();
    const auto pipe = rx::observable<>::defer(
      [last = std::weak_ptr(last)] { return last.lock()->get_observable(); });
    other = std::thread([last = std::move(last)]() mutable {
      while (!last->has_observers()) {
        std::this_thread::yield();
      }
      last->on_next(1);
      last.reset();
    });
    EXPECT_THROW(pipe.as_blocking().last(), rx::stream_dropped);
  }
  other.join();
}

TEST(AsBlocking, DestroyingASubjectEndsTheWait)
{
  // Even if the pipe, and an operator that may subscribe again, refer to it.
  const auto check = [](auto made) {
    auto source = std::make_unique<rx::subject<int>>();
    const auto pipe = made(source->get_observable()).as_blocking();
    std::thread other([source = std::move(source)]() mutable {
      EXPECT_TRUE(eventually([&] { return source->has_observers(); }));
      source.reset();
    });
    EXPECT_THROW(pipe.last(), rx::stream_dropped);
    other.join();
  };
  check([](auto items) { return items; });
  check([](auto items) { return items.retry(); });
  check([](auto items) { return items.concat(items); });
  check([](auto items) { return items.share(); });
  check([](auto items) { return items.sample_with_time(1ms); });
  check([](auto items) { return items.flat_map([items](int) { return items; }); });
}

TEST(AsBlocking, ASilentStreamIsWaitedFor)
{
  const auto never = rx::observable<>::never<int>();
  EXPECT_THROW(never.as_blocking(1ms).first(), rx::timeout_error);
  EXPECT_THROW((never | map([](int i) { return i; })).to_vector(1ms), rx::timeout_error);
  EXPECT_THROW(never.as_dynamic().to_vector(1ms), rx::timeout_error);
  EXPECT_THROW((never | finally([] {})).to_vector(1ms), rx::timeout_error);
  EXPECT_THROW((never | merge(dropped())).to_vector(1ms), rx::stream_dropped);
  bool got_error = false;
  EXPECT_THROW(
    never.as_blocking(1ms).subscribe([](int) {}, [&](std::exception_ptr) { got_error = true; }),
    rx::timeout_error);
  EXPECT_FALSE(got_error) << "a disposal is not an error";
}

TEST(AsBlocking, AnEarlyEndNamesTheReason)
{
  const auto loop = std::make_shared<rx::loop>();
  rx::observable<>::timer(1us, rx::new_thread()).subscribe([loop](long) { loop->close(); });
  try {
    rx::observable<>::interval(1h, loop).skip(1).as_blocking().first();
    FAIL();
  } catch (const rx::empty_error & e) {
    EXPECT_NE(std::string(e.what()).find("rx::as_blocking"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("shut down"), std::string::npos) << e.what();
  }
}

}  // namespace
