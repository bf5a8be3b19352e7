// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What happens to an error that no subscriber handles; used by every final observer.

#ifndef RX__ERROR_HPP_
#define RX__ERROR_HPP_

#include <atomic>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace rx
{

// No item came in time (timeout, as_blocking).
struct timeout_error : std::runtime_error
{
  using std::runtime_error::runtime_error;
};

// A stream had no item where one is needed (first, last, min, average …).
struct empty_error : std::runtime_error
{
  using std::runtime_error::runtime_error;
};

// Streams are nested too deep for the stack: a stream leads to itself (concat, flat_map …).
struct nesting_error : std::runtime_error
{
  using std::runtime_error::runtime_error;
};

// Somebody waits for a stream (as_blocking, to_future, co_await, a listener) whose last producer
// has gone without ending it: a subject, a subscriber<T> or what else fed it was destroyed. Nothing
// can come any more.
struct stream_dropped : std::runtime_error
{
  explicit stream_dropped(const char * who)
  : std::runtime_error(
      std::string(who) +
      ": the stream was dropped without an end, nothing feeds it any longer; keep its subject or "
      "subscriber, or let that call on_completed() or on_error()")
  {
  }
};

// The text of an exception, for logs and tests.
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

// The errors of several streams as one (merge_delay_error). RxCpp's name.
class composite_exception : public std::runtime_error
{
public:
  composite_exception() : composite_exception(std::vector<std::exception_ptr>()) {}
  explicit composite_exception(std::vector<std::exception_ptr> errors)
  : std::runtime_error(text(errors)), exceptions(std::move(errors))
  {
  }

  bool empty() const noexcept { return exceptions.empty(); }
  // These errors and one more.
  composite_exception add(std::exception_ptr error) &&
  {
    exceptions.push_back(std::move(error));
    return composite_exception(std::move(exceptions));
  }
  composite_exception & add(std::exception_ptr error) &
  {
    exceptions.push_back(std::move(error));
    return *this = composite_exception(std::move(exceptions));
  }

  std::vector<std::exception_ptr> exceptions;  // in the order in which they came

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

// Called with an error that reached the end of a stream without an on_error, or that was thrown by
// an on_error or on_completed. The stream has ended; nothing else is affected. May be called on any
// thread, from several at once, and must not throw.
using unhandled_error_handler = void (*)(const std::exception_ptr & error) noexcept;

namespace detail
{

// A stream completed although somebody waits for an item of it.
inline empty_error completed_without_item(const char * who)
{
  return empty_error(
    std::string(who) +
    ": the stream completed without an item, as it also does when the scheduler, node or context "
    "that it runs on is shut down; catch rx::empty_error, or use default_if_empty()");
}

inline void log_unhandled_error(const std::exception_ptr & error) noexcept
{
  try {
    std::fprintf(stderr, "[rx] unhandled error ends a stream: %s\n", what(error).c_str());
  } catch (...) {  // out of memory while making the text
    std::fputs("[rx] unhandled error ends a stream\n", stderr);
  }
}

inline std::atomic<unhandled_error_handler> unhandled_error{&log_unhandled_error};

inline void report_unhandled(const std::exception_ptr & error) noexcept
{
  unhandled_error.load(std::memory_order_acquire)(error);
}

}  // namespace detail

// Installs the handler of unhandled errors for the whole process (nullptr: log to stderr, the
// default) and returns the former one. Any thread.
inline unhandled_error_handler on_unhandled_error(unhandled_error_handler handler) noexcept
{
  return detail::unhandled_error.exchange(
    handler ? handler : &detail::log_unhandled_error, std::memory_order_acq_rel);
}

}  // namespace rx

#endif  // RX__ERROR_HPP_
