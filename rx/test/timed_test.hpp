// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Shared helpers of tests that depend on time.

#ifndef TIMED_TEST_HPP_
#define TIMED_TEST_HPP_

#include "operators_test.hpp"
#include "rx/coroutines.hpp"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int many = 5'000;
#else
constexpr int many = 100'000;
#endif

// Replaces items of any type by 1.
inline const auto as_int = rx::operators::map([](const auto &) { return 1; });

// Named, because their types are parts of coroutines of headers.
namespace tasks
{

struct sleeping_for
{
  rx::task<int> operator()() const
  {
    co_await rx::sleep_for(span);
    co_return 1;
  }
  rx::duration span;
};
struct sleeping_until
{
  rx::task<int> operator()() const
  {
    co_await rx::sleep_until(rx::saturated_add(env.clock_now(), span));
    co_return 1;
  }
  rx::duration span;
  rx::environment env;
};
inline rx::task<int> never_ending()
{
  co_return co_await rx::observable<>::never<int>();
}
struct waiting_for
{
  rx::task<int> operator()() const { co_return co_await rx::wait_for(never_ending(), span); }
  rx::duration span;
};
struct waiting_softly
{
  rx::task<int> operator()() const
  {
    const auto result = co_await rx::soft_wait_for(never_ending(), span);
    co_return result ? *result : 2;
  }
  rx::duration span;
};

}  // namespace tasks

#endif  // TIMED_TEST_HPP_
