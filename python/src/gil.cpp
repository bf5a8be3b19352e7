// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Takes Python's lock where no C++ function may be unwound: with libc++, the unwinder of the C
// library would call functions of the module that belong to another unwinder. Compiled without
// exceptions, so the cleanups below are those of C: they run before any C++ frame is looked at.
#include <Python.h>
#include <pthread.h>
#include <unistd.h>

#include <cstddef>

#ifndef __GLIBCXX__
#include "gil.hpp"

namespace rxros2_python
{
namespace
{
void stay(void *)
{
  for (;;) {
    pause();
  }
}
}  // namespace

void restore_gil(PyThreadState * state)
{
  pthread_cleanup_push(&stay, nullptr);
  PyEval_RestoreThread(state);
  pthread_cleanup_pop(0);
}

PyGILState_STATE ensure_gil()
{
  PyGILState_STATE state;
  pthread_cleanup_push(&stay, nullptr);
  state = PyGILState_Ensure();
  pthread_cleanup_pop(0);
  return state;
}
}  // namespace rxros2_python
#endif
