// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Access to Python's objects, as fast as the ABI allows for which the module is compiled: by the
// layout of the objects, or by the functions of the stable ABI (Py_LIMITED_API).
#ifndef RXROS2_PYTHON__PYTHON_API_HPP_
#define RXROS2_PYTHON__PYTHON_API_HPP_

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <structmember.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

namespace rxros2_python
{

/// Takes the new reference that a function of Python's C API returned. Throws its exception if that
/// is null.
inline nanobind::object owned(PyObject * object)
{
  if (object == nullptr) {
    throw nanobind::python_error();
  }
  return nanobind::steal(object);
}

#ifndef Py_LIMITED_API

/// Returns the content of a bytes object.
inline char * bytes_data(PyObject * bytes)
{
  return PyBytes_AS_STRING(bytes);
}
inline Py_ssize_t bytes_size(PyObject * bytes)
{
  return PyBytes_GET_SIZE(bytes);
}

/// Changes the size of a bytes object that nothing else refers to, and returns whether that
/// succeeded. The first `used` bytes are kept. On failure `bytes` becomes null.
inline bool resize_bytes(PyObject *& bytes, Py_ssize_t size, Py_ssize_t)
{
  return _PyBytes_Resize(&bytes, size) == 0;
}

inline Py_ssize_t list_size(PyObject * list)
{
  return PyList_GET_SIZE(list);
}
/// Returns a borrowed reference.
inline PyObject * list_item(PyObject * list, Py_ssize_t index)
{
  return PyList_GET_ITEM(list, index);
}

inline double float_value(PyObject * number)
{
  return PyFloat_AS_DOUBLE(number);
}

/// Returns the name of the object's class; classes of C have their module before it.
inline std::string type_name(PyObject * object)
{
  return Py_TYPE(object)->tp_name;
}

/// Returns the place of a slot in the instances of a class, from the slot's descriptor.
inline Py_ssize_t slot_offset(nanobind::handle, nanobind::handle member)
{
  return reinterpret_cast<PyMemberDescrObject *>(member.ptr())->d_member->offset;
}

#else

inline char * bytes_data(PyObject * bytes)
{
  return PyBytes_AsString(bytes);
}
inline Py_ssize_t bytes_size(PyObject * bytes)
{
  return PyBytes_Size(bytes);
}

inline bool resize_bytes(PyObject *& bytes, Py_ssize_t size, Py_ssize_t used)
{
  PyObject * const resized = PyBytes_FromStringAndSize(nullptr, size);
  if (resized != nullptr) {
    std::memcpy(
      PyBytes_AsString(resized), PyBytes_AsString(bytes),
      static_cast<std::size_t>(std::min(used, size)));
  }
  Py_DECREF(bytes);
  bytes = resized;
  return resized != nullptr;
}

inline Py_ssize_t list_size(PyObject * list)
{
  return PyList_Size(list);
}
inline PyObject * list_item(PyObject * list, Py_ssize_t index)
{
  return PyList_GetItem(list, index);
}

inline double float_value(PyObject * number)
{
  return PyFloat_AsDouble(number);
}

inline std::string type_name(PyObject * object)
{
  PyTypeObject * const type = Py_TYPE(object);
  const nanobind::handle handle(reinterpret_cast<PyObject *>(type));
  const auto name = nanobind::cast<std::string>(handle.attr("__name__"));
  const auto module = nanobind::cast<std::string>(nanobind::str(handle.attr("__module__")));
  const bool is_python_class = (PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE) != 0;
  return is_python_class || module == "builtins" ? name : module + "." + name;
}

// The stable ABI hides the place. It is where a marker appears when it is stored in the slot.
inline Py_ssize_t slot_offset(nanobind::handle type, nanobind::handle member)
{
  const nanobind::object instance =
    owned(PyType_GenericAlloc(reinterpret_cast<PyTypeObject *>(type.ptr()), 0));
  const nanobind::object marker = owned(PyList_New(0));
  member.attr("__set__")(instance, marker);
  const auto size = nanobind::cast<std::size_t>(type.attr("__basicsize__"));
  for (std::size_t offset = sizeof(PyObject); offset + sizeof(PyObject *) <= size;
       offset += sizeof(PyObject *)) {
    PyObject * slot = nullptr;
    std::memcpy(&slot, reinterpret_cast<const char *>(instance.ptr()) + offset, sizeof(slot));
    if (slot == marker.ptr()) {
      return static_cast<Py_ssize_t>(offset);
    }
  }
  throw nanobind::type_error("a slot is not inside the instances of its class");
}

#endif

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__PYTHON_API_HPP_
