// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Mistakes that the compiler reports: tools/test_support/bad_programs.py compiles this file and
// checks the first error of each. The lines `mistake:` and `says:` are shown in the documentation.

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rx/rx.hpp"

using namespace std::chrono_literals;
using namespace rx::operators;

const auto ints = rx::observable<>::just(1);
const auto doubles = rx::observable<>::just(0.5);
const auto texts = rx::observable<>::just(std::string("a"));
const auto moved = rx::observable<>::just(1) | map([](int i) { return std::make_unique<int>(i); });

rx::task<int> one()
{
  co_return 1;
}

// mistake: map() of a function that takes another type
// says: Item = int
// says: F = map_of_another_type()::<lambda(std::string)>
// says: rx::map: the function cannot be called with an Item of this stream
void map_of_another_type()
{
  ints | map([](std::string s) { return s; });
}

// mistake: map() of a function that takes a non-const reference
// says: Item = int
// says: Let it take a const Item & (not an Item &)
void map_of_reference()
{
  ints | map([](int & i) { return ++i; });
}

// mistake: map() of a function that takes the parts of a tuple
// says: Item = std::tuple<int, double>
// says: a tuple is one Item
void map_of_tuple()
{
  ints | with_latest_from(doubles) | map([](int i, double d) { return i * d; });
}

// mistake: map() of a function without return
// says: Item = int
// says: rx::map: the function returns nothing. Write return, or tap()
void map_without_return()
{
  ints | map([](int) {});
}

// mistake: .map() of a function that takes another type
// says: Item = int
// says: rx::map: the function cannot be called with an Item of this stream
void member_map()
{
  ints.map([](std::string s) { return s; });
}

// mistake: a field that a type does not have, in a generic lambda
// says: has no member named
void generic_lambda()
{
  texts | map([](const auto & text) { return text.lenght; });
}

// mistake: filter() with a predicate of another type
// says: Item = int
// says: rx::filter: the predicate must be callable as bool(const Item &)
void filter_of_another_type()
{
  ints | filter([](const std::string & s) { return s.empty(); });
}

// mistake: filter() without return
// says: Item = int
// says: rx::filter: the predicate must be callable as bool(const Item &)
void filter_without_return()
{
  ints | filter([](int) {});
}

// mistake: take_while() with a predicate of another type
// says: Item = int
// says: rx::take_while: the predicate must be callable as bool(const Item &)
void take_while_of_another_type()
{
  ints | take_while([](const std::string & s) { return s.empty(); });
}

// mistake: tap() of a function that takes another type
// says: Item = int
// says: rx::tap: the function must be callable with a const Item &
void tap_of_another_type()
{
  ints | tap([](const std::string &) {});
}

// mistake: a function of the items without map()
// says: Item = int
// says: write a function of its items within map()
void function_without_map()
{
  ints | [](int i) { return 2 * i; };
}

// mistake: a value on the right side of |
// says: Item = int
// says: RightSide = int
// says: rx: the right side of | is neither an operator nor a function that takes this stream
void value_as_operator()
{
  ints | 5;
}

// mistake: an operator without its parentheses: share
// says: rx: an operator needs its parentheses, as in share()
void share_without_parentheses()
{
  ints | share;
}

// mistake: an operator without its parentheses: take
// says: no match for 'operator|'
// says: unresolved overloaded function type
void take_without_parentheses()
{
  ints | take;
}

// mistake: subscribe() with a function of another type
// says: Item = int
// says: rx::subscribe: write subscribe(on_next[, on_error][, on_completed]). on_next takes one Item
void subscribe_of_another_type()
{
  ints.subscribe([](const std::string &) {});
}

// mistake: subscribe() with a function of a non-const reference
// says: Item = int
// says: as const Item & or by value
void subscribe_of_reference()
{
  ints.subscribe([](int &) {});
}

// mistake: subscribe() with three functions in the wrong order
// says: Item = int
// says: subscribe(on_next[, on_error][, on_completed])
void subscribe_in_wrong_order()
{
  ints.subscribe([](int) {}, [] {}, [](std::exception_ptr) {});
}

// mistake: subscribe() with a function of a std::exception
// says: on_error a std::exception_ptr
void subscribe_exception()
{
  ints.subscribe([](int) {}, [](const std::exception &) {});
}

// mistake: subscribe() to a stream of optionals with a function of the value
// says: Item = std::optional<int>
// says: on_next takes one Item
void subscribe_optional()
{
  (ints | map([](int i) { return std::optional(i); })).subscribe([](int) {});
}

// mistake: | subscribe() with a function of another type
// says: Item = int
// says: rx::subscribe: write subscribe(on_next[, on_error][, on_completed])
void piped_subscribe()
{
  ints | subscribe([](const std::string &) {});
}

// mistake: scan() with the function in front of the seed
// says: Item = int
// says: rx::scan: the function must be callable as Acc(Acc, Item)
// says: scan(seed, function)
void scan_in_wrong_order()
{
  ints | scan([](int a, int b) { return a + b; }, 0);
}

// mistake: scan() without a seed
// says: rx::scan: the seed is missing. Write scan(seed, function)
void scan_without_seed()
{
  ints | scan([](int a, int b) { return a + b; });
}

// mistake: scan() of fractions with a whole number as the seed
// says: Item = double
// says: Acc = int
// says: Write a seed like 0.0
void scan_of_fractions()
{
  doubles | scan(0, std::plus<>());
}

// mistake: reduce() of fractions with a whole number as the seed
// says: Item = double
// says: Acc = int
// says: Write a seed like 0.0
void reduce_of_fractions()
{
  doubles | reduce(0, std::plus<>());
}

// mistake: reduce() without return
// says: Item = int
// says: rx::reduce: the function must be callable as Acc(Acc, Item)
void reduce_without_return()
{
  ints | reduce(0, [](int a, int b) { a + b; });
}

// mistake: sum() of items that cannot be added
// says: Item = std::unique_ptr<int
// says: rx::sum, min, max: an Item of this stream cannot be added or compared
void sum_of_pointers()
{
  moved | sum();
}

// mistake: average() of strings
// says: rx::average: an Item of this stream does not convert to double
void average_of_strings()
{
  texts | average();
}

// mistake: share() of items that cannot be copied
// says: Item = std::unique_ptr<int
// says: rx::share, share_replay: an Item of this stream cannot be copied
// says: std::shared_ptr
void share_of_moved()
{
  moved | share();
}

// mistake: publish() of items that cannot be copied
// says: Item = std::unique_ptr<int
// says: rx::publish, publish_synchronized, replay: an Item of this stream cannot be copied
void publish_of_moved()
{
  moved | publish();
}

// mistake: pairwise() of items that cannot be copied
// says: Item = std::unique_ptr<int
// says: rx::pairwise: an Item of this stream cannot be copied
void pairwise_of_moved()
{
  moved | pairwise();
}

// mistake: a behavior subject of items that cannot be copied
// says: rx::subjects::behavior: the items must be copyable
void behavior_of_moved()
{
  rx::subjects::behavior<std::unique_ptr<int>> subject(nullptr);
}

// mistake: merge() of streams of different types
// says: Item = int
// says: Others = {std::__cxx11::basic_string<char
// says: Map both streams to one type first
void merge_of_types()
{
  ints | merge(texts);
}

// mistake: merge() of whole numbers with fractions
// says: Item = int
// says: Others = {double}
// says: does not convert to an Item without loss
void merge_of_fractions()
{
  ints | merge(doubles);
}

// mistake: merge() with a value
// says: rx::merge: the arguments must be streams; to add values write start_with()
void merge_of_value()
{
  ints | merge(5);
}

// mistake: concat() of streams of different types
// says: Item = int
// says: Others = {std::__cxx11::basic_string<char
// says: Map both streams to one type first
void concat_of_types()
{
  ints | concat(texts);
}

// mistake: start_with() of another type
// says: Item = int
// says: Items = {std::__cxx11::basic_string<char
// says: rx::start_with: a value does not convert to an Item of this stream
void start_with_type()
{
  ints | start_with(std::string("a"));
}

// mistake: start_with() of a fraction before whole numbers
// says: Item = int
// says: Items = {double}
// says: rx::start_with: a value does not convert to an Item of this stream
void start_with_fraction()
{
  ints | start_with(0.5);
}

// mistake: end_with() of a stream
// says: Item = int
// says: write concat() for a stream
void end_with_stream()
{
  ints | end_with(ints);
}

// mistake: with_latest_from() with a function of one item
// says: Item = int
// says: F = with_latest_from_of_one()::<lambda(int)>
// says: Others = {double}
// says: rx::with_latest_from: the function cannot be called with an item of each stream
void with_latest_from_of_one()
{
  ints | with_latest_from([](int i) { return i; }, doubles);
}

// mistake: with_latest_from() with the function last
// says: the function comes first, then one stream or more
void with_latest_from_in_wrong_order()
{
  ints | with_latest_from(doubles, [](int i, double d) { return i * d; });
}

// mistake: combine_latest() with a function of one item
// says: Item = int
// says: rx::combine_latest, zip: the function cannot be called with an item of each stream
void combine_latest_of_one()
{
  ints | combine_latest([](int i) { return i; }, doubles);
}

// mistake: zip() with a function of another type
// says: Item = int
// says: rx::combine_latest, zip: the function cannot be called with an item of each stream
void zip_of_another_type()
{
  ints | zip([](int i, std::string) { return i; }, doubles);
}

// mistake: flat_map() of a function that returns a value
// says: Item = int
// says: the function must return a stream or an rx::task. Write map() for a value
void flat_map_of_value()
{
  ints | flat_map([](int i) { return i; });
}

// mistake: flat_map() of a function that returns a vector
// says: Item = int
// says: rx::observable<>::iterate() for the items of a vector
void flat_map_of_vector()
{
  ints | flat_map([](int i) { return std::vector<int>{i}; });
}

// mistake: switch_map() of a function that takes another type
// says: Item = int
// says: the function cannot be called with an Item of this stream
void switch_map_of_another_type()
{
  ints | switch_map([](std::string s) { return rx::observable<>::just(s); });
}

// mistake: group_by() with a key function of another type
// says: Item = int
// says: rx::group_by: the key function must be callable with a const Item &
void group_by_of_another_type()
{
  ints | group_by([](const std::string & s) { return s; });
}

// mistake: distinct_until_changed() of items without ==
// says: distinct_until_changed_of_structs()::Pose
// says: rx::distinct_until_changed: an Item of this stream cannot be compared
void distinct_until_changed_of_structs()
{
  struct Pose
  {
  };
  rx::observable<>::just(Pose()) | distinct_until_changed();
}

// mistake: on_error_resume_next() with a function of a std::exception
// says: rx::on_error_resume_next: the function must take a std::exception_ptr and return a stream
void resume_with_exception()
{
  ints | on_error_resume_next([](const std::exception &) { return rx::observable<>::just(1); });
}

// mistake: on_error_resume_next() with a stream of another type
// says: Item = int
// says: Map both streams to one type first
void resume_with_type()
{
  ints | on_error_resume_next(texts);
}

// mistake: a duration without a unit: debounce(5)
// says: Number = int
// says: debounce: a duration needs a unit and no fraction, such as 100ms
void debounce_of_number()
{
  ints | debounce(5);
}

// mistake: a duration with a fraction: throttle_first(0.5s)
// says: throttle_first: a duration needs a unit and no fraction, such as 100ms
void throttle_of_fraction()
{
  ints | throttle_first(0.5s);
}

// mistake: a duration without a unit: timeout(1)
// says: timeout: a duration needs a unit
void timeout_of_number()
{
  ints | timeout(1);
}

// mistake: a frequency as the period of interval()
// says: Number = double
// says: interval: a duration needs a unit
void interval_of_hertz()
{
  rx::observable<>::interval(10.0);
}

// mistake: take() with a duration
// says: rx::take: takes a number of items
void take_of_duration()
{
  ints | take(2s);
}

// mistake: buffer() with a duration
// says: write buffer_with_time(period) for a period
void buffer_of_duration()
{
  ints | buffer(1s);
}

// mistake: observe_on() with something that is no environment
// says: rx::observe_on: takes an environment
void observe_on_pointer()
{
  ints | observe_on(std::make_shared<int>(1));
}

// mistake: just() of values of different types
// says: rx::just: the values have different types
void just_of_types()
{
  rx::observable<>::just(1, 2.5);
}

// mistake: range() of fractions
// says: rx::range: the bounds must be whole numbers
void range_of_fractions()
{
  rx::observable<>::range(0, 2.5);
}

// mistake: create() with a function of no subscriber
// says: rx::create<T>: the function must take an rx::subscriber<T>
void create_without_subscriber()
{
  rx::observable<>::create<int>([](int) {});
}

// mistake: finally() with a function of an item
// says: rx::finally: the function takes no arguments
void finally_of_item()
{
  ints | finally([](int) {});
}

// mistake: a stream of strings from a stream of numbers
// says: conversion from
void assign_other_type()
{
  rx::observable<std::string> names = ints;
}

// mistake: co_await of a duration
// says: Awaited = std::chrono::duration<long int>
// says: a wait such as rx::sleep_for(100ms)
void await_duration()
{
  []() -> rx::task<> { co_await 1s; };
}

// mistake: co_await of a coroutine that is not called
// says: call a coroutine: co_await work()
void await_function()
{
  []() -> rx::task<> { co_await one; };
}

// mistake: co_await of a task that is a variable
// says: rx: a task can be awaited only once. Write co_await std::move(task)
void await_variable()
{
  []() -> rx::task<> {
    auto work = one();
    co_await work;
  };
}
