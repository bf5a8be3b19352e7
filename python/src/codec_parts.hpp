// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Parts that the construction, decoder and encoder of a codec share.
#ifndef RXROS2_PYTHON__CODEC_PARTS_HPP_
#define RXROS2_PYTHON__CODEC_PARTS_HPP_

#include <nanobind/nanobind.h>

#include <string>

#include "python_api.hpp"

namespace rxros2_python
{

/// Returns the slot of a message that holds the value of a field.
inline PyObject *& slot_of(PyObject * message, Py_ssize_t offset)
{
  return *reinterpret_cast<PyObject **>(reinterpret_cast<char *>(message) + offset);
}

/// The bytes of an object that supports Python's buffer protocol.
struct buffer
{
  Py_buffer view{};
  bool held = false;
  buffer() = default;
  buffer(const buffer &) = delete;
  buffer & operator=(const buffer &) = delete;
  ~buffer()
  {
    if (held) {
      PyBuffer_Release(&view);
    }
  }
  bool get(PyObject * object, int flags)
  {
    held = PyObject_GetBuffer(object, &view, flags) == 0;
    return held;
  }
};

/// Raises rxros2.messages.codec.CdrError. Needs the GIL.
[[noreturn]] void raise_cdr_error(const std::string & what);

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__CODEC_PARTS_HPP_
