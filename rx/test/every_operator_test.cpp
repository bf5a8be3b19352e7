// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A table of all operators, and the tests of the requirements for every operator. An operator that
// is not in the table fails the test.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance.hpp"
#include "operators_test.hpp"

namespace
{

using item = tracked;
using items = rx::observable<item>;
using predicate = std::function<bool(const item &)>;

const auto simulated = std::make_shared<rx::schedulers::virtual_time>();
const rx::environment here = rx::immediate();

// Hides the type of an operator's result.
struct attach
{
  template <class F>
  attach(F f) : on([f](items s) -> items { return f(std::move(s)); })  // NOLINT: implicit
  {
  }
  std::function<items(items)> on;
};
struct attach_function
{
  attach_function() = default;
  template <class F>
  attach_function(F f)  // NOLINT: implicit
  : on([f](items s, predicate p) -> items { return f(std::move(s), std::move(p)) | as_item(); })
  {
  }
  // Maps any value of a stream to an item.
  static auto as_item()
  {
    return rx::operators::map([](const auto &) { return item(2); });
  }
  std::function<items(items, predicate)> on;
};

enum class lets
{
  pass,  // each item passes, one for one
  hold   // items come later, fewer, or not at all
};

struct entry
{
  const char * name;
  lets kind;
  attach on;
  // copies of an item that arrives as an rvalue, until the subscriber gets it;
  int copies = 0;
  // moves of such an item; includes those of the function given here, and of just() if it creates a
  // stream
  int moves = 0;
  // the operator with a user's function that is called with each item, or when there are two items
  attach_function throwing = {};
};

const auto value = [](const item & i) { return i.value; };
const auto one = [] { return rx::observable<>::just(item(1)); };
const auto never = [] { return rx::observable<>::never<item>(); };
const auto none = [] { return rx::observable<>::empty<item>(); };
const auto many = [] { return rx::observable<>::range(1, 100).map([](int i) { return item(i); }); };
const auto alone = [](item i) { return rx::observable<>::just(std::move(i)); };
const auto first_of = [](auto && tuple) {
  return std::get<0>(std::forward<decltype(tuple)>(tuple));
};
const auto first_in = [](std::vector<item> && v) { return v.empty() ? item(0) : std::move(v[0]); };
const auto keep_first = [](const item & a, const item &) { return a; };
const auto as_item = [] { return attach_function::as_item(); };
const auto all_items = [](const auto & stream) {
  return stream.map([](item && i) { return std::move(i); });
};
const auto failed = [](std::exception_ptr e) { return rx::observable<>::error<item>(e); };

const std::vector<entry> table = {
  {"all", lets::hold, [](items s) { return s.all([](const item &) { return true; }) | as_item(); },
   0, 0, [](items s, auto f) { return s.all(f); }},
  {"amb", lets::pass, [](items s) { return s.amb(never()); }},
  {"any", lets::hold, [](items s) { return s.any([](const item &) { return false; }) | as_item(); },
   0, 0, [](items s, auto f) { return s.any(f); }},
  {"audit", lets::hold, [](items s) { return s.audit(1ms, simulated); }, 0, 2},
  {"average", lets::hold, [](items s) { return s.map(value).average() | as_item(); }},
  {"buffer", lets::pass, [](items s) { return s.buffer(1).map(first_in); }, 0, 2},
  {"buffer_toggle", lets::hold,
   [](items s) {
     return s.buffer_toggle(one(), [](const item &) { return never(); }).map(first_in);
   },
   0, 3,
   [](items s, auto f) {
     return s.buffer_toggle(s, [f](const item & i) {
       f(i);
       return never();
     });
   }},
  {"buffer_with_time", lets::hold,
   [](items s) { return s.buffer_with_time(1ms, simulated).map(first_in); }, 0, 3},
  {"buffer_with_time_or_count", lets::pass,
   [](items s) { return s.buffer_with_time_or_count(1ms, 1, simulated).map(first_in); }, 0, 2},
  {"catch_", lets::pass,
   [](items s) {
     return s | catch_<std::bad_alloc>([](const std::bad_alloc &) { return none(); });
   }},
  {"combine_latest", lets::pass, [](items s) { return s.combine_latest(keep_first, one()); }, 1, 1,
   [](items s, auto f) {
     return s.combine_latest([f](const item & a, const item &) { return f(a); }, one());
   }},
  {"concat", lets::pass, [](items s) { return s.concat(none()); }},
  {"concat_map", lets::pass, [](items s) { return s.concat_map(alone); }, 0, 10,
   [](items s, auto f) {
     return s.concat_map([f](const item & i) {
       f(i);
       return one();
     });
   }},
  {"contains", lets::hold, [](items s) { return s.contains(item(99)) | as_item(); }},
  {"count", lets::hold, [](items s) { return s.count() | as_item(); }},
  {"debounce", lets::hold, [](items s) { return s.debounce(1ms, simulated); }, 0, 2},
  {"default_if_empty", lets::pass, [](items s) { return s.default_if_empty(item(9)); }},
  {"delay", lets::hold, [](items s) { return s.delay(1ms, simulated); }, 0, 3},
  {"delay_subscription", lets::pass, [](items s) { return s.delay_subscription(0ms, here); }},
  {"dematerialize", lets::pass, [](items s) { return s.materialize().dematerialize(); }, 0, 3},
  {"distinct", lets::pass, [](items s) { return s.distinct(value); }, 0, 0,
   [](items s, auto f) { return s.distinct(f); }},
  {"distinct_until_changed", lets::pass, [](items s) { return s.distinct_until_changed(); }, 0, 0,
   [](items s, auto f) {
     return s.distinct_until_changed([f](const item & i, const item &) { return f(i); });
   }},
  {"element_at", lets::hold, [](items s) { return s.element_at(1); }},
  {"end_with", lets::pass, [](items s) { return s.end_with(item(0)); }},
  {"exhaust_map", lets::pass, [](items s) { return s.exhaust_map(alone); }, 0, 10,
   [](items s, auto f) {
     return s.exhaust_map([f](const item & i) {
       f(i);
       return one();
     });
   }},
  {"filter", lets::pass, [](items s) { return s.filter([](const item &) { return true; }); }, 0, 0,
   [](items s, auto f) { return s.filter(f); }},
  {"finally", lets::pass, [](items s) { return s.finally([] {}); }},
  {"first", lets::hold, [](items s) { return s.first(); }, 0, 0,
   [](items s, auto f) { return s.first(f); }},
  {"flat_map", lets::pass, [](items s) { return s.flat_map(alone); }, 0, 10,
   [](items s, auto f) {
     return s.flat_map([f](const item & i) {
       f(i);
       return one();
     });
   }},
  {"group_by", lets::pass, [](items s) { return s.group_by(value).flat_map(all_items); }, 0, 1,
   [](items s, auto f) { return s.group_by(f); }},
  {"ignore_elements", lets::hold, [](items s) { return s.ignore_elements(); }},
  {"is_empty", lets::hold, [](items s) { return s.is_empty() | as_item(); }},
  {"join_with_latest_from", lets::pass,
   [](items s) { return s.join_with_latest_from(one()).map(first_of); }, 0, 2},
  {"last", lets::hold, [](items s) { return s.last(); }, 0, 1,
   [](items s, auto f) { return s.last(f); }},
  {"lift", lets::pass,
   [](items s) {
     return s.lift<item>([](rx::subscriber<item> to) {
       return rx::make_subscriber<item>(
         [to](item && i) { to.on_next(std::move(i)); },
         [to](std::exception_ptr e) { to.on_error(e); }, [to] { to.on_completed(); });
     });
   }},
  {"map", lets::pass, [](items s) { return s.map([](item && i) { return std::move(i); }); }, 0, 1,
   [](items s, auto f) { return s.map(f); }},
  {"materialize", lets::pass, [](items s) { return s.materialize().dematerialize(); }, 0, 3},
  {"max", lets::hold,
   [](items s) { return s.max([](const item & a, const item & b) { return a.value < b.value; }); },
   0, 1, [](items s, auto f) { return s.max([f](const item & a, const item &) { return f(a); }); }},
  {"merge", lets::pass, [](items s) { return s.merge(none()); }},
  {"merge_delay_error", lets::pass,
   [](items s) {
     return s.merge_delay_error(none()) | on_error_resume_next([](std::exception_ptr e) {
              try {
                std::rethrow_exception(e);
              } catch (const rx::composite_exception & c) {
                return failed(c.exceptions.at(0));
              } catch (...) {
                return failed(e);
              }
            });
   },
   0, 3},
  {"min", lets::hold,
   [](items s) { return s.min([](const item & a, const item & b) { return a.value < b.value; }); },
   0, 1, [](items s, auto f) { return s.min([f](const item & a, const item &) { return f(a); }); }},
  {"multicast", lets::pass, [](items s) { return s.multicast(rx::subject<item>()).ref_count(); }},
  {"observe_on", lets::pass, [](items s) { return s.observe_on(here); }, 0, 3},
  {"on_error_resume_next", lets::pass, [](items s) { return s.on_error_resume_next(failed); }},
  {"pairwise", lets::pass,
   [](items s) {
     return s.start_with(item(0)).pairwise().map(
       [](auto && t) { return std::get<1>(std::forward<decltype(t)>(t)); });
   },
   1, 1},
  {"publish", lets::pass, [](items s) { return s.publish().ref_count(); }},
  {"publish_synchronized", lets::pass,
   [](items s) { return s.publish_synchronized(here).ref_count(); }, 0, 3},
  {"reduce", lets::hold,
   [](items s) { return s.reduce(item(0), [](item, item && i) { return std::move(i); }); }, 0, 2,
   [](items s, auto f) { return s.reduce(0, [f](int, const item & i) { return f(i) ? 1 : 0; }); }},
  {"repeat", lets::pass, [](items s) { return s.repeat(1); }},
  {"replay", lets::pass, [](items s) { return s.replay(1).ref_count(); }},
  {"retry", lets::pass, [](items s) { return s.retry(1); }},
  {"retry_when", lets::pass, [](items s) { return s.retry_when(failed); }},
  {"retry_with_backoff", lets::pass,
   [](items s) { return s.retry_with_backoff(rx::backoff{.attempts = 1}, simulated); }},
  {"sample", lets::hold, [](items s) { return s.sample(never()); }},
  {"sample_latest", lets::hold, [](items s) { return s.sample_latest(1ms, simulated); }, 0, 4},
  {"sample_with_time", lets::hold, [](items s) { return s.sample_with_time(1ms, simulated); }, 0,
   3},
  {"scan", lets::pass,
   [](items s) { return s.scan(item(0), [](item, item && i) { return std::move(i); }); }, 0, 2,
   [](items s, auto f) { return s.scan(true, [f](bool, const item & i) { return f(i); }); }},
  {"sequence_equal", lets::hold, [](items s) { return s.sequence_equal(never()) | as_item(); }, 0,
   0,
   [](items s, auto f) {
     return s.sequence_equal(many(), [f](const item & a, const item &) { return f(a); });
   }},
  {"share", lets::pass, [](items s) { return s.share(); }},
  {"share_replay", lets::pass, [](items s) { return s.share_replay(1); }},
  {"single", lets::hold, [](items s) { return s.take(1).single(); }, 0, 1},
  {"skip", lets::pass, [](items s) { return s.skip(0); }},
  {"skip_last", lets::hold, [](items s) { return s.skip_last(1); }, 0, 2},
  {"skip_until", lets::pass, [](items s) { return s.skip_until(one()); }},
  {"skip_while", lets::pass,
   [](items s) { return s.skip_while([](const item &) { return false; }); }, 0, 0,
   [](items s, auto f) { return s.skip_while(f); }},
  {"start_with", lets::pass, [](items s) { return s.start_with(item(0)); }},
  {"subscribe_on", lets::pass, [](items s) { return s.subscribe_on(here); }},
  {"sum", lets::hold, [](items s) { return s.map(value).sum() | as_item(); }},
  {"switch_if_empty", lets::pass, [](items s) { return s.switch_if_empty(none()); }},
  {"switch_map", lets::pass, [](items s) { return s.switch_map(alone); }, 0, 10,
   [](items s, auto f) {
     return s.switch_map([f](const item & i) {
       f(i);
       return one();
     });
   }},
  {"switch_on_next", lets::pass, [](items s) { return s.map(alone).switch_on_next(); }, 0, 12},
  {"take", lets::pass, [](items s) { return s.take(100); }},
  {"take_last", lets::hold, [](items s) { return s.take_last(1); }, 0, 2},
  {"take_until", lets::pass, [](items s) { return s.take_until(never()); }},
  {"take_while", lets::pass,
   [](items s) { return s.take_while([](const item &) { return true; }); }, 0, 0,
   [](items s, auto f) { return s.take_while(f); }},
  {"tap", lets::pass, [](items s) { return s.tap([](const item &) {}); }, 0, 0,
   [](items s, auto f) { return s.tap(f); }},
  {"throttle_first", lets::pass, [](items s) { return s.throttle_first(1ns); }},
  {"throttle_last", lets::hold, [](items s) { return s.throttle_last(1ms, simulated); }, 0, 3},
  {"time_interval", lets::pass, [](items s) { return s.time_interval() | as_item(); }},
  {"timeout", lets::pass, [](items s) { return s.timeout(1ms, simulated); }},
  {"timestamp", lets::pass, [](items s) { return s.timestamp().map(first_of); }, 0, 2},
  {"window", lets::pass, [](items s) { return s.window(1).flat_map(all_items); }, 0, 1},
  {"window_toggle", lets::hold,
   [](items s) {
     return s.window_toggle(one(), [](const item &) { return never(); }).flat_map(all_items);
   },
   0, 1,
   [](items s, auto f) {
     return s.window_toggle(s, [f](const item & i) {
       f(i);
       return never();
     });
   }},
  {"window_with_time", lets::pass,
   [](items s) { return s.window_with_time(1ms, simulated).flat_map(all_items); }, 0, 1},
  {"window_with_time_or_count", lets::pass,
   [](items s) { return s.window_with_time_or_count(1ms, 1, simulated).flat_map(all_items); }, 0,
   1},
  {"with_latest_from", lets::pass, [](items s) { return s.with_latest_from(keep_first, one()); }, 1,
   0,
   [](items s, auto f) {
     return s.with_latest_from([f](const item & a, const item &) { return f(a); }, one());
   }},
  {"zip", lets::pass,
   [](items s) { return s.zip([](item && a, item &&) { return std::move(a); }, many()); }, 0, 3,
   [](items s, auto f) {
     return s.zip([f](const item & a, const item &) { return f(a); }, many());
   }},
};

// Other names of operators in the table.
const std::set<std::string> other_names = {"accumulate",      "concat_transform", "exists",
                                           "merge_transform", "switch_on_error",  "transform"};
// Operators that do not return a stream; see the tests named after them.
const std::set<std::string> ends = {"as_blocking", "to_future", "to_vector"};

TEST(EveryOperator, IsInTheTable)
{
  std::ifstream header(RX_OBSERVABLE_HPP);
  std::set<std::string> fluent;
  for (std::string line; std::getline(header, line);) {
    const std::string macro = "  RX_OPERATOR(";
    if (line.compare(0, macro.size(), macro) == 0) {
      fluent.insert(line.substr(macro.size(), line.find(')') - macro.size()));
    }
  }
  ASSERT_GT(fluent.size(), 80u) << RX_OBSERVABLE_HPP;
  std::set<std::string> known = other_names;
  known.insert(ends.begin(), ends.end());
  for (const entry & e : table) {
    EXPECT_TRUE(known.insert(e.name).second) << e.name << " is in the table twice";
  }
  for (const std::string & name : fluent) {
    EXPECT_TRUE(known.count(name)) << name << " is not in the table";
  }
  fluent.insert({"catch_", "lift"});  // written by hand
  for (const std::string & name : known) {
    EXPECT_TRUE(fluent.count(name)) << name << " is not an operator";
  }
}

TEST(EveryOperator, FollowsTheContract)
{
  for (const entry & e : table) {
    SCOPED_TRACE(e.name);
    if (e.kind == lets::pass) {
      conforms<item>(e.on.on);
    } else {
      check_lifecycle<item>(e.on.on);
    }
    EXPECT_TRUE(simulated->empty()) << "a task of a stream that is over is queued";
  }
}

TEST(EveryOperator, AnExceptionOfTheUsersFunctionIsTheStreamsError)
{
  for (const entry & e : table) {
    if (e.throwing.on) {
      SCOPED_TRACE(e.name);
      check_throwing_function<item>(e.throwing.on);
    }
  }
}

TEST(EveryOperator, CopiesAndMovesNoMoreThanDocumented)
{
  for (const entry & e : table) {
    rx::subject<item> source;
    int copies = 0, moves = 0;
    const auto stream = e.on.on(source.get_observable())
                          .subscribe(
                            [&](const item & i) {
                              if (i.value == 0) {  // not from the source
                                return;
                              }
                              copies = std::max(copies, i.copies);
                              moves = std::max(moves, i.moves);
                            },
                            [](std::exception_ptr) {});
    source.on_next(item(2));
    source.on_next(item(4));
    simulated->advance_by(2ms);
    source.on_completed();
    simulated->advance_by(2ms);
    stream.dispose();
    EXPECT_EQ(copies, e.copies) << e.name;
    EXPECT_EQ(moves, e.moves) << e.name;
  }
}

using token = std::shared_ptr<int>;

// A stream, an observer or a user's function that an operator keeps besides the source.
struct keeper
{
  std::string name;
  std::function<items(items, token)> on;
};

// Emits nothing and keeps the token.
items holding(const token & t)
{
  return never().map([t](item i) { return i; });
}

std::vector<keeper> keepers()
{
  std::vector<keeper> all = {
    {"amb(stream)", [](items s, token t) { return s.amb(holding(t)); }},
    {"buffer(stream)", [](items s, token t) { return s.buffer(holding(t)).map(first_in); }},
    {"buffer_toggle(stream)",
     [](items s, token t) {
       return s.buffer_toggle(holding(t), [](const item &) { return never(); }).map(first_in);
     }},
    {"catch_",
     [](items s, token t) {
       return s | catch_<std::bad_alloc>([t](const std::bad_alloc &) { return none(); });
     }},
    {"combine_latest(stream)",
     [](items s, token t) { return s.combine_latest(keep_first, holding(t)); }},
    {"concat(stream)", [](items s, token t) { return s.concat(holding(t)); }},
    {"concat_map, waiting",
     [](items s, token t) { return s.concat_map([t](const item &) { return never(); }); }},
    {"exhaust_map, waiting",
     [](items s, token t) { return s.exhaust_map([t](const item &) { return never(); }); }},
    {"finally", [](items s, token t) { return s.finally([t] {}); }},
    {"flat_map, waiting",
     [](items s, token t) { return s.flat_map([t](const item &) { return never(); }, 2); }},
    {"flat_map(function, result)",
     [](items s, token t) {
       return s.flat_map(alone, [t](const item & i, const item &) { return i; });
     }},
    {"lift",
     [](items s, token t) {
       return s.lift<item>([t](rx::subscriber<item> to) {
         return rx::make_subscriber<item>(
           [to, t](item && i) { to.on_next(std::move(i)); },
           [to](std::exception_ptr e) { to.on_error(e); }, [to] { to.on_completed(); });
       });
     }},
    {"merge(stream)", [](items s, token t) { return s.merge(holding(t)); }},
    {"merge_delay_error(stream)", [](items s, token t) { return s.merge_delay_error(holding(t)); }},
    {"on_error_resume_next(function)",
     [](items s, token t) {
       return s.on_error_resume_next([t](std::exception_ptr e) { return failed(e); });
     }},
    {"on_error_resume_next(stream)",
     [](items s, token t) { return s.on_error_resume_next(holding(t).take(0)); }},
    {"retry_when",
     [](items s, token t) {
       return s.retry_when([t](std::exception_ptr e) { return failed(e); });
     }},
    {"sample(stream)", [](items s, token t) { return s.sample(holding(t)); }},
    {"sequence_equal(stream)",
     [](items s, token t) { return s.sequence_equal(holding(t)) | attach_function::as_item(); }},
    {"skip_until(stream)", [](items s, token t) { return s.skip_until(holding(t)); }},
    {"switch_if_empty(stream)", [](items s, token t) { return s.switch_if_empty(holding(t)); }},
    {"switch_map, waiting",
     [](items s, token t) { return s.switch_map([t](const item &) { return never(); }); }},
    {"take_until(stream)", [](items s, token t) { return s.take_until(holding(t)); }},
    {"tap(on_completed)", [](items s, token t) { return s.tap([t] {}); }},
    {"timeout(stream)",
     [](items s, token t) { return s.timeout(1ms, holding(t).take(0), simulated); }},
    {"window(stream)", [](items s, token t) { return s.window(holding(t)).flat_map(all_items); }},
    {"with_latest_from(stream)",
     [](items s, token t) { return s.with_latest_from(keep_first, holding(t)); }},
    {"zip(stream)", [](items s, token t) { return s.zip(keep_first, holding(t)); }},
  };
  for (const entry & e : table) {
    all.push_back({std::string(e.name) + ", its source", [on = e.on.on](items s, token t) {
                     return on(s.map([t](item i) { return i; }));
                   }});
    if (e.throwing.on) {
      all.push_back(
        {std::string(e.name) + ", its function", [on = e.throwing.on](items s, token t) {
           return on(s, [t](const item & i) { return i.value < 4; });
         }});
    }
  }
  return all;
}

TEST(EveryOperator, ReleasesEverythingWhenItsStreamIsOver)
{
  const std::vector<keeper> all = keepers();
  for (const char * how : {"disposed", "failed", "completed"}) {
    for (const keeper & k : all) {
      SCOPED_TRACE(k.name + ", " + how);
      const long before = item::alive;
      const token t = std::make_shared<int>();
      rx::subject<item> source;
      const rx::subscription stream =
        k.on(source.get_observable(), t).subscribe([](const item &) {}, [](std::exception_ptr) {});
      for (const int i : {2, 3, 4, 5}) {
        source.on_next(item(i));
      }
      if (*how == 'f') {
        source.on_error(std::make_exception_ptr(std::runtime_error("of the source")));
      } else if (*how == 'c') {
        source.on_completed();
        simulated->advance_by(10ms);
      }
      if (*how == 'd' || stream.is_subscribed()) {  // it waits for more than its source
        stream.dispose();
      }
      EXPECT_EQ(t.use_count(), 1) << "what the user gave to the operator is kept";
      EXPECT_EQ(item::alive, before) << "items are kept";
      EXPECT_TRUE(simulated->empty());
    }
  }
}

TEST(EveryOperator, IsDroppedWithItsSource)
{
  const std::set<std::string> others = {// whose subject may be connected to the source again
                                        "multicast", "publish", "publish_synchronized", "replay",
                                        // these continue without a source
                                        "buffer_with_time", "buffer_with_time_or_count",
                                        "sample_latest", "window_with_time",
                                        "window_with_time_or_count"};
  for (const entry & e : table) {
    if (others.count(e.name)) {
      continue;
    }
    SCOPED_TRACE(e.name);
    const token t = std::make_shared<int>();
    {
      std::optional<rx::subject<item>> source(std::in_place);
      e.on.on(source->get_observable()).subscribe([t](const item &) {}, [](std::exception_ptr) {});
      source->on_next(item(2));
      source.reset();
    }
    simulated->advance_by(10ms);
    EXPECT_EQ(t.use_count(), 1) << "source and operator keep each other";
  }
}

}  // namespace
