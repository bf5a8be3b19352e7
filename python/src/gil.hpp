// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// gil_released, gil_acquired: give up and take Python's lock, also while the program ends.

#ifndef RXROS2_PYTHON__GIL_HPP_
#define RXROS2_PYTHON__GIL_HPP_

#include <Python.h>
#include <cxxabi.h>
#include <unistd.h>

namespace rxros2_python
{

/// Calls `take`, which takes Python's lock, or a function of Python that may take it again.
/** When the program ends, Python before 3.14 ends a daemon thread that asks for the lock by
 *  pthread_exit(). That unwinds the thread's stack, and the first function that is noexcept would
 *  terminate the process. Such a thread is kept here until the process exits, as Python 3.14 does.
 */
template <typename Take>
auto take_gil(Take take)
{
#ifdef __GLIBCXX__
  try {
    return take();
  } catch (abi::__forced_unwind &) {
    for (;;) {
      pause();
    }
  }
#else
  return take();
#endif
}

#ifdef __GLIBCXX__
inline void restore_gil(PyThreadState * state)
{
  take_gil([state] { PyEval_RestoreThread(state); });
}
inline PyGILState_STATE ensure_gil()
{
  return take_gil(PyGILState_Ensure);
}
#else
void restore_gil(PyThreadState * state);
PyGILState_STATE ensure_gil();
#endif

/// Gives up Python's lock while it exists.
class gil_released
{
public:
  gil_released() noexcept : state_(PyEval_SaveThread()) {}
  ~gil_released() { restore_gil(state_); }
  gil_released(const gil_released &) = delete;
  gil_released & operator=(const gil_released &) = delete;

private:
  PyThreadState * state_;
};

/// Holds Python's lock while it exists, in any thread.
class gil_acquired
{
public:
  gil_acquired() : state_(ensure_gil()) {}
  ~gil_acquired() { PyGILState_Release(state_); }
  gil_acquired(const gil_acquired &) = delete;
  gil_acquired & operator=(const gil_acquired &) = delete;

private:
  PyGILState_STATE state_;
};

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__GIL_HPP_
