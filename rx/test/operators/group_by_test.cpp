// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/group_by.hpp.

#include <gtest/gtest.h>

#include <exception>
#include <string>
#include <vector>

#include "operators_test.hpp"

namespace
{

TEST(GroupBy, AStreamForEachKey)
{
  rx::subject<int> source;
  std::vector<int> keys;
  std::string log;
  auto stream = source.get_observable()
                  .group_by([](int i) { return i % 3; }, [](int i) { return i * 10; })
                  .subscribe([&](const rx::grouped_observable<int, int> & g) {
                    keys.push_back(g.get_key());
                    g.subscribe(
                      [&log, k = g.get_key()](int i) {
                        log += std::to_string(k) + ':' + std::to_string(i) + ' ';
                      },
                      [&log] { log += '|'; });
                  });
  for (int i = 1; i <= 4; ++i) {
    source.on_next(i);
  }
  source.on_completed();
  EXPECT_EQ(keys, (std::vector{1, 2, 0}));
  EXPECT_EQ(log, "1:10 2:20 0:30 1:40 |||");
}

TEST(GroupBy, GroupsEndInTheOrderOfTheirCreation)
{
  rx::subject<int> source;
  std::vector<int> ended;
  source.get_observable().group_by([](int i) { return i; }).subscribe([&](auto group) {
    group.subscribe([](int) {}, [&ended, key = group.get_key()] { ended.push_back(key); });
  });
  const std::vector<int> keys = {1000, 3, 77, 12, 500, 4, 90000, 8};
  for (const int key : keys) {
    source.on_next(key);
  }
  source.on_completed();
  EXPECT_EQ(ended, keys);
}

TEST(GroupBy, AnExceptionOfItsFunctionEndsTheGroups)
{
  rx::subject<int> source;
  recorder<int> first;
  std::string error;
  source.get_observable()
    .group_by([](int i) { return i % 2; }, [](int i) { return i > 2 ? throw i : i; })
    .subscribe(
      [&](auto group) { group.subscribe(first.observer()); },
      [&](std::exception_ptr e) { error = rx::what(e); });
  source.on_next(1);
  source.on_next(3);
  EXPECT_EQ(first.items, (std::vector{1}));
  EXPECT_EQ(first.errors, 1);
  EXPECT_EQ(error, "an exception that is not a std::exception");
  EXPECT_FALSE(first.observer_exists());
}

}  // namespace
