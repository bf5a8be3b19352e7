// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/to_future.hpp.

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <stdexcept>

#include "operators_test.hpp"

namespace
{

TEST(ToFuture, LastItemErrorOrNothing)
{
  EXPECT_EQ(rx::observable<>::just(1, 2).to_future().get(), 2);
  EXPECT_THROW(rx::observable<>::empty<int>().to_future().get(), rx::empty_error);
  EXPECT_THROW(
    rx::observable<>::error<int>(std::out_of_range("x")).to_future().get(), std::out_of_range);
  rx::subject<std::unique_ptr<int>> source;
  auto future = source.get_observable().to_future();
  source.on_next(std::make_unique<int>(5));
  source.on_completed();
  EXPECT_EQ(*future.get(), 5);
}

TEST(ToFuture, AStreamWithoutProducersIsAnError)
{
  EXPECT_THROW(dropped().to_future().get(), rx::stream_dropped);
  EXPECT_THROW(dropped(debounce(1h), as_dynamic()).to_future().get(), rx::stream_dropped);
  std::future<int> future;
  {
    rx::subject<int> source;
    future = source.get_observable().to_future();
    source.on_next(1);
    EXPECT_EQ(future.wait_for(0s), std::future_status::timeout);
  }
  EXPECT_THROW(future.get(), rx::stream_dropped);
}

}  // namespace
