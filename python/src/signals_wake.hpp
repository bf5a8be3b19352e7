// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// signals_wake: lets signals end a wait of the main thread. Used by topics.cpp.

#ifndef RXROS2_PYTHON__SIGNALS_WAKE_HPP_
#define RXROS2_PYTHON__SIGNALS_WAKE_HPP_

#include <fcntl.h>
#include <nanobind/nanobind.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace rxros2_python
{

/// While it exists in the main thread, each signal that Python handles makes fileno() readable.
/** Python's handlers run in the main thread, but a signal interrupts no wait there if another
 *  thread gets it, as the system decides when the process was stopped, or if it comes just before
 *  the wait begins. Call PyErr_CheckSignals() after the construction, for signals that came before,
 *  and after the wait. Needs the GIL, but not for fileno().
 */
class signals_wake
{
public:
  signals_wake()
  {
    if (syscall(SYS_gettid) == getpid()) {
      ends_ = pipe();
      former_ = exchange(ends_[1]);
    }
  }
  ~signals_wake()
  {
    if (ends_[1] == -1) {
      return;
    }
    if (const int present = exchange(former_); present != ends_[1]) {
      exchange(present);  // a signal handler has installed another one
    }
    std::array<char, 64> numbers;
    while (const auto count = ::read(ends_[0], numbers.data(), numbers.size())) {
      if (count < 0) {
        break;
      }
      if (former_ != -1 && former_ != ends_[1]) {  // perhaps an event loop waits for them, too
        [[maybe_unused]] const auto done = ::write(former_, numbers.data(), count);
      }
    }
  }
  signals_wake(const signals_wake &) = delete;
  signals_wake & operator=(const signals_wake &) = delete;

  /// Returns -1 outside the main thread.
  int fileno() const { return ends_[0]; }

private:
  using pipe_ends = std::array<int, 2>;

  /// Returns the pipe of the process. A forked child makes its own; it does not close the other
  /// one, because Python may still write to it there.
  static pipe_ends pipe()
  {
    static pid_t owner = 0;
    static pipe_ends ends;
    if (const pid_t process = getpid(); owner != process) {
      pipe_ends created;
      if (::pipe2(created.data(), O_NONBLOCK | O_CLOEXEC) != 0) {
        throw std::system_error(errno, std::generic_category(), "pipe2");
      }
      ends = created;
      owner = process;
    }
    return ends;
  }

  /// Makes Python write the numbers of signals to `file`; -1 means none. Returns the former file.
  static int exchange(int file) noexcept
  {
    // The function of Python's C API is not exported by every interpreter.
    namespace nb = nanobind;
    try {
      static const nb::handle set =
        nb::object(nb::module_::import_("signal").attr("set_wakeup_fd")).release();
      return nb::cast<int>(set(file, nb::arg("warn_on_full_buffer") = false));
    } catch (const nb::python_error &) {
      return -1;  // another thread has started the interpreter, or the program has closed the file
    }
  }

  pipe_ends ends_{-1, -1};
  int former_ = -1;
};

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__SIGNALS_WAKE_HPP_
