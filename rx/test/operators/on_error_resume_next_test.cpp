// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/on_error_resume_next.hpp.

#include <gtest/gtest.h>

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>

#include "operators_test.hpp"

namespace
{

TEST(OnErrorResumeNext, ContinuesWithAnotherStream)
{
  const auto other = [](std::exception_ptr) { return rx::observable<>::just(8, 9); };
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "-1-X") | on_error_resume_next(m.cold("-8|"))), "-1--8|");
  EXPECT_EQ(drawn(m, cold(m, "-1-|") | switch_on_error(m.cold("-8|"))), "-1-|");
  EXPECT_EQ(drawn(m, cold(m, "-1-X") | on_error_resume_next(m.cold("-8X"))), "-1--8X")
    << "an error of the other stream passes";
  EXPECT_EQ(
    text_of(
      ints(rx::observable<>::error<int>(std::runtime_error("x")) | on_error_resume_next(other))),
    "8 9 |");
  EXPECT_EQ(
    text_of(ints(
      rx::observable<>::error<int>(std::runtime_error("x")) |
      on_error_resume_next(
        [](std::exception_ptr) -> ints { throw std::runtime_error("of the function"); }))),
    "X of the function");
}

// A value that says whether it has been destroyed.
struct mortal
{
  explicit mortal(bool & a) : alive(&a) { a = true; }
  ~mortal() { *alive = false; }
  bool * alive;
};

TEST(OnErrorResumeNext, ItsFunctionOutlivesAThreadInTheOtherStream)
{
  bool alive = false;
  bool alive_inside = false;
  rx::subject<int> other;
  rx::subscription stream;
  {
    const auto captured = std::make_shared<mortal>(alive);
    stream = (rx::observable<>::error<int>(std::runtime_error("x")) |
              on_error_resume_next([captured, &other, &stream, &alive_inside](std::exception_ptr) {
                // Refers to what the function has captured.
                return other.get_observable() | map([&captured, &stream, &alive_inside](int i) {
                         bool * const still = captured->alive;
                         stream.dispose();
                         alive_inside = *still;
                         return i;
                       });
              }))
               .subscribe([](int) {});
  }
  EXPECT_TRUE(alive);
  other.on_next(1);
  EXPECT_TRUE(alive_inside);
  EXPECT_FALSE(alive) << "it is kept once the other stream has gone";
  EXPECT_FALSE(other.has_observers());
}

TEST(Catch, OnlyItsType)
{
  const auto guarded = [](auto e) {
    return ints(
      rx::observable<>::error<int>(e) | catch_<std::out_of_range>([](const std::out_of_range & o) {
        return rx::observable<>::just(static_cast<int>(std::string(o.what()).size()));
      }));
  };
  EXPECT_EQ(text_of(guarded(std::out_of_range("four"))), "4 |");
  EXPECT_EQ(text_of(guarded(std::runtime_error("other"))), "X other");
  EXPECT_EQ(text_of(guarded(7)), "X an exception that is not a std::exception");
  EXPECT_EQ(
    text_of(ints(rx::observable<>::error<int>(7).catch_(
      [](std::exception_ptr) { return rx::observable<>::just(1); }))),
    "1 |");
}

TEST(SwitchIfEmpty, Items)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "--|").switch_if_empty(m.cold("-x|"))), "---x|");
  EXPECT_EQ(drawn(m, cold(m, "a-|").switch_if_empty(m.cold("-x|"))), "a-|");
  EXPECT_EQ(drawn(m, cold(m, "--X").switch_if_empty(m.cold("-x|"))), "--X");
  EXPECT_EQ(drawn(m, cold(m, "--|").switch_if_empty(m.cold("-|"))), "---|");
}

}  // namespace
