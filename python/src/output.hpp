// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// output: a bytes object that grows while CDR is written into it; used by codec.cpp.

#ifndef RXROS2_PYTHON__OUTPUT_HPP_
#define RXROS2_PYTHON__OUTPUT_HPP_

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cdr/encapsulation.hpp"

namespace rxros2_python
{

/// The sample being written, its header included. With the GIL held. One thread.
class output
{
public:
  /// `expected`: the size that it probably has in the end.
  explicit output(std::size_t expected)
  : bytes_(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(expected))),
    capacity_(expected)
  {
    if (bytes_ == nullptr) {
      throw nanobind::python_error();
    }
    const std::byte header[cdr::header_size] = {
      std::byte{0}, cdr::native_order, std::byte{0}, std::byte{0}};
    std::memcpy(claim(1, sizeof(header)), header, sizeof(header));
  }
  ~output() { Py_XDECREF(bytes_); }
  output(const output &) = delete;
  output & operator=(const output &) = delete;

  /// Aligns, and returns room for `size` bytes, valid until the next call. Padding is 0.
  char * claim(std::size_t alignment, std::size_t size)
  {
    // Alignment counts from the byte behind the header, which is a multiple of 4 but not of 8.
    const std::size_t start =
      size_ < cdr::header_size
        ? size_
        : cdr::align_up(size_ - cdr::header_size, alignment) + cdr::header_size;
    if (start + size > capacity_) {
      grow(start + size);
    }
    char * const begin = PyBytes_AS_STRING(bytes_);
    std::memset(begin + size_, 0, start - size_);
    size_ = start + size;
    return begin + start;
  }

  template <typename T>
  void write(T value)
  {
    std::memcpy(claim(sizeof(T), sizeof(T)), &value, sizeof(T));
  }

  std::size_t size() const { return size_; }

  /// The bytes object. To be called once, at the end.
  nanobind::object take()
  {
    if (size_ != capacity_ && _PyBytes_Resize(&bytes_, static_cast<Py_ssize_t>(size_)) != 0) {
      throw nanobind::python_error();
    }
    PyObject * const result = bytes_;
    bytes_ = nullptr;
    return nanobind::steal(result);
  }

private:
  void grow(std::size_t least)
  {
    const std::size_t capacity = least + least / 4 + 32;
    if (_PyBytes_Resize(&bytes_, static_cast<Py_ssize_t>(capacity)) != 0) {
      throw nanobind::python_error();
    }
    capacity_ = capacity;
  }

  PyObject * bytes_;
  std::size_t capacity_;
  std::size_t size_ = 0;
};

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__OUTPUT_HPP_
