// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The exceptions of rx, and the reports about streams: unhandled errors, failed attempts, lost
// items.

#ifndef RX__ERROR_HPP_
#define RX__ERROR_HPP_

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace rx
{

// No item arrived in time (timeout, as_blocking).
struct timeout_error : std::runtime_error
{
  using std::runtime_error::runtime_error;
};

// A stream had no item, but one is needed (first, last, min, average …).
struct empty_error : std::runtime_error
{
  using std::runtime_error::runtime_error;
};

// Streams are nested too deeply for the stack: a stream subscribes to itself through concat,
// flat_map ….
struct nesting_error : std::runtime_error
{
  using std::runtime_error::runtime_error;
};

// The last producer of a stream was destroyed without ending it, while a caller waits for it
// (as_blocking, to_future, co_await, a listener). The producer was a subject, a subscriber<T> or
// another object that fed the stream. No further item can arrive.
struct stream_dropped : std::runtime_error
{
  // `caller` is the name of the waiting function.
  explicit stream_dropped(const char * caller)
  : std::runtime_error(
      std::string(caller) +
      ": the last producer of the stream was destroyed without ending it; keep its subject or "
      "subscriber alive, or call on_completed() or on_error() on it")
  {
  }
};

// Returns the text of an exception, for logs and tests.
inline std::string what(const std::exception_ptr & error)
{
  if (!error) {
    return "no error";
  }
  try {
    std::rethrow_exception(error);
  } catch (const std::exception & e) {
    return e.what();
  } catch (const char * text) {
    return text;
  } catch (const std::string & text) {
    return text;
  } catch (...) {
    return "an exception that is not a std::exception";
  }
}

// The errors of several streams as one error (merge_delay_error). RxCpp's name.
class composite_exception : public std::runtime_error
{
public:
  // Creates an exception of no errors, or of these.
  composite_exception() : composite_exception(std::vector<std::exception_ptr>()) {}
  // Creates an exception of these errors, in their order.
  explicit composite_exception(std::vector<std::exception_ptr> errors)
  : std::runtime_error(text(errors)), exceptions(std::move(errors))
  {
  }

  // Returns true if it holds no errors.
  bool empty() const noexcept { return exceptions.empty(); }
  // Returns this exception with one more error.
  composite_exception add(std::exception_ptr error) &&
  {
    exceptions.push_back(std::move(error));
    return composite_exception(std::move(exceptions));
  }
  // Adds an error and returns this exception.
  composite_exception & add(std::exception_ptr error) &
  {
    exceptions.push_back(std::move(error));
    return *this = composite_exception(std::move(exceptions));
  }

  std::vector<std::exception_ptr> exceptions;  // in the order of their arrival

private:
  static std::string text(const std::vector<std::exception_ptr> & errors)
  {
    std::string all = std::to_string(errors.size()) + " failed: ";
    for (const std::exception_ptr & error : errors) {
      all += (&error == errors.data() ? "" : "; ") + rx::what(error);
    }
    return all;
  }
};

// The name of a stream's source or sink, for reports. The environment of a source carries it along
// the pipe; see environment::named(). It is read only for a report, on any thread.
class stream_name
{
public:
  stream_name() = default;
  stream_name(const stream_name &) = delete;
  stream_name & operator=(const stream_name &) = delete;
  virtual ~stream_name() = default;

  // Returns the name, such as "topic '/scan'".
  virtual std::string text() const = 0;
};

// The names of the sources that an operator such as merge joins.
class stream_names final : public stream_name
{
public:
  // Takes the names; at least one, none of them null.
  explicit stream_names(std::vector<std::shared_ptr<const stream_name>> names)
  : parts(std::move(names))
  {
  }

  // Returns the names, as "topic '/a' and topic '/b'".
  std::string text() const override
  {
    std::string all;
    for (const auto & part : parts) {
      all += (all.empty() ? "" : " and ") + part->text();
    }
    return all;
  }

  // The names in the order of the sources.
  const std::vector<std::shared_ptr<const stream_name>> parts;
};

// A report of something that the subscriber of a stream does not see.
struct stream_report
{
  // The kinds of reports.
  enum class kind
  {
    unhandled_error,  // a stream or coroutine has ended by an error that nothing handles
    failed_attempt,  // a source ended with an error, and an operator such as retry subscribes again
    lost_items,      // a queue was full and dropped items
  };

  // The kind of the report.
  kind event;
  // Unhandled errors: "stream" or "coroutine", which has ended. Otherwise the sentence that says
  // what happened and how to avoid it.
  std::string text;
  // The error; null for lost items.
  std::exception_ptr error;
  // The name of the source of the stream; null if it has none.
  std::shared_ptr<const stream_name> source;
  // The name of the operator that ends the stream; null if it has none.
  std::shared_ptr<const stream_name> sink;
};

// Handles an error that reached the end of a stream without an on_error, or that an on_error or
// on_completed threw. The stream has ended; other streams are not affected. The handler may be
// called on any thread, by several threads at once, and must not throw.
using unhandled_error_handler = void (*)(const std::exception_ptr & error) noexcept;

// Takes a report. The handler may be called on any thread, by several threads at once, and must not
// throw.
using report_handler = void (*)(const stream_report & report) noexcept;

// The handler that is installed by default: it prints the error to stderr. Thread-safe.
inline void log_unhandled_error(const std::exception_ptr & error) noexcept
{
  try {
    std::fprintf(stderr, "[rx] unhandled error ends a stream: %s\n", what(error).c_str());
  } catch (...) {  // out of memory for the text
    std::fputs("[rx] unhandled error ends a stream\n", stderr);
  }
}

// The handler of reports that is installed by default: it prints the report to stderr. Thread-safe.
inline void log_report(const stream_report & report) noexcept
{
  if (report.event == stream_report::kind::unhandled_error) {
    log_unhandled_error(report.error);
    return;
  }
  try {
    std::fprintf(
      stderr, "[rx] %s%s%s\n", report.text.c_str(), report.error ? ": " : "",
      report.error ? what(report.error).c_str() : "");
  } catch (...) {  // out of memory for the text
    std::fputs("[rx] a stream has lost items or failed\n", stderr);
  }
}

namespace detail
{

// The error of a stream that completed although a caller waits for an item of it.
inline empty_error completed_without_item(const char * caller)
{
  return empty_error(
    std::string(caller) +
    ": the stream completed without an item, as it also does when the scheduler, node or context "
    "that it runs on is shut down; catch rx::empty_error, or use default_if_empty()");
}

inline std::atomic<unhandled_error_handler> unhandled_error{&log_unhandled_error};
inline std::atomic<report_handler> reports{&log_report};

// Calls the handler of reports. `text` makes the text of the report.
template <class Text>
void report(
  stream_report::kind kind, Text text, const std::exception_ptr & error = nullptr,
  std::shared_ptr<const stream_name> source = nullptr,
  std::shared_ptr<const stream_name> sink = nullptr) noexcept
{
  try {
    const stream_report message{kind, text(), error, std::move(source), std::move(sink)};
    reports.load(std::memory_order_acquire)(message);
  } catch (...) {  // out of memory for the text
  }
}

// A handler that the program has installed with on_unhandled_error() gets the error instead of the
// handler of reports.
inline void report_unhandled(
  const std::exception_ptr & error, std::shared_ptr<const stream_name> source = nullptr,
  std::shared_ptr<const stream_name> sink = nullptr, const char * ended = "stream") noexcept
{
  const auto handler = unhandled_error.load(std::memory_order_acquire);
  if (handler != &log_unhandled_error) {
    handler(error);
  } else {
    report(
      stream_report::kind::unhandled_error, [ended] { return std::string(ended); }, error,
      std::move(source), std::move(sink));
  }
}

// Returns true for 1, 10, 100, …: the counts at which a repeated event is reported again.
constexpr bool is_reported_count(std::uint64_t count) noexcept
{
  while (count >= 10 && count % 10 == 0) {
    count /= 10;
  }
  return count == 1;
}

}  // namespace detail

// Installs the handler of unhandled errors for the whole process; nullptr installs
// log_unhandled_error(). Returns the previous handler. Thread-safe.
inline unhandled_error_handler on_unhandled_error(unhandled_error_handler handler) noexcept
{
  return detail::unhandled_error.exchange(
    handler ? handler : &log_unhandled_error, std::memory_order_acq_rel);
}

// Installs the handler of reports for the whole process; nullptr installs log_report(). It also
// gets the unhandled errors, unless on_unhandled_error() has installed a handler of its own.
// Returns the previous handler. Thread-safe.
inline report_handler on_report(report_handler handler) noexcept
{
  return detail::reports.exchange(handler ? handler : &log_report, std::memory_order_acq_rel);
}

}  // namespace rx

#endif  // RX__ERROR_HPP_
