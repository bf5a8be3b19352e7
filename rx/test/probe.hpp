// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tools of rx's tests: a recorder of streams, items that count copies, and a collector of unhandled
// errors.

#ifndef PROBE_HPP_
#define PROBE_HPP_

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "eventually.hpp"
#include "rx/rx.hpp"

using test::eventually;

// Records everything that a stream emits. Pass it to subscribe() by reference:
// pipe.subscribe(r.observer()).
template <class T>
struct recorder
{
  std::vector<T> items;
  std::string error;
  int completions = 0;
  int errors = 0;
  std::function<void(const T &)> during;  // called within on_next
  std::shared_ptr<int> alive = std::make_shared<int>();

  struct handle
  {
    recorder * to;
    std::shared_ptr<int> alive;
    void on_next(const T & item)
    {
      to->items.push_back(item);
      if (to->during) {
        to->during(item);
      }
    }
    void on_error(const std::exception_ptr & e)
    {
      to->error = rx::what(e);
      ++to->errors;
    }
    void on_completed() { ++to->completions; }
  };
  handle observer() { return {this, alive}; }
  bool observer_exists() const { return alive.use_count() > 1; }
  bool ended() const { return completions + errors > 0; }
};

// An item that counts its copies, its moves, and its living instances.
struct tracked
{
  inline static std::atomic<long> alive{0};

  int value = 0;
  int copies = 0;
  int moves = 0;
  tracked() { ++alive; }
  explicit tracked(int v) : value(v) { ++alive; }
  tracked(const tracked & o) : value(o.value), copies(o.copies + 1), moves(o.moves) { ++alive; }
  tracked(tracked && o) noexcept : value(o.value), copies(o.copies), moves(o.moves + 1) { ++alive; }
  ~tracked() { --alive; }
  tracked & operator=(const tracked & o)
  {
    value = o.value;
    copies = o.copies + 1;
    moves = o.moves;
    return *this;
  }
  tracked & operator=(tracked && o) noexcept
  {
    value = o.value;
    copies = o.copies;
    moves = o.moves + 1;
    return *this;
  }
  friend bool operator==(const tracked & a, const tracked & b) { return a.value == b.value; }
};

// Collects unhandled errors during its lifetime.
class unhandled
{
public:
  unhandled() : former_(rx::on_unhandled_error(&unhandled::add)) { texts().clear(); }
  ~unhandled() { rx::on_unhandled_error(former_); }
  static std::vector<std::string> & texts()
  {
    static std::vector<std::string> all;
    return all;
  }

private:
  static void add(const std::exception_ptr & error) noexcept { texts().push_back(rx::what(error)); }
  rx::unhandled_error_handler former_;
};

// Collects the reports of streams during its lifetime, as "text: error (source)".
class reports
{
public:
  reports() : former_(rx::on_report(&reports::add)) { texts().clear(); }
  ~reports() { rx::on_report(former_); }
  static std::vector<std::string> & texts()
  {
    static std::vector<std::string> all;
    return all;
  }

private:
  static void add(const rx::stream_report & report) noexcept
  {
    texts().push_back(
      report.text + (report.error ? ": " + rx::what(report.error) : "") +
      (report.source ? " (" + report.source->text() + ")" : "") +
      (report.sink ? " to " + report.sink->text() : ""));
  }
  rx::report_handler former_;
};

// The name of a source in a test.
struct test_name final : rx::stream_name
{
  explicit test_name(std::string t) : name(std::move(t)) {}
  std::string text() const override { return name; }
  std::string name;
};

#endif  // PROBE_HPP_
