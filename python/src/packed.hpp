// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// packed: converts ROS messages between C++ and Python by way of CDR. Used by parameters.cpp.

#ifndef RXROS2_PYTHON__PACKED_HPP_
#define RXROS2_PYTHON__PACKED_HPP_

#include <nanobind/nanobind.h>

#include <cstddef>
#include <span>
#include <vector>

#include "cdr/codec.hpp"
#include "python_api.hpp"

namespace rxros2_python
{

/// An encoded message; a bytes object in Python. It may be used without the GIL.
struct packed
{
  std::vector<std::byte> sample;
};

template <typename Message>
packed pack(const Message & message)
{
  packed result{std::vector<std::byte>(cdr::encoded_size(message))};
  cdr::encode(message, std::span(result.sample));
  return result;
}

/// Throws cdr::error.
template <typename Message>
Message unpack(const packed & from)
{
  Message message;
  cdr::decode(std::span(from.sample), message);
  return message;
}

}  // namespace rxros2_python

namespace nanobind::detail
{

template <>
struct type_caster<rxros2_python::packed>
{
  NB_TYPE_CASTER(rxros2_python::packed, const_name("bytes"))

  bool from_python(handle source, std::uint8_t, cleanup_list *) noexcept
  {
    if (!PyBytes_Check(source.ptr())) {
      return false;
    }
    const auto * const begin =
      reinterpret_cast<const std::byte *>(rxros2_python::bytes_data(source.ptr()));
    value.sample.assign(begin, begin + rxros2_python::bytes_size(source.ptr()));
    return true;
  }

  static handle from_cpp(const rxros2_python::packed & from, rv_policy, cleanup_list *) noexcept
  {
    return PyBytes_FromStringAndSize(
      reinterpret_cast<const char *>(from.sample.data()),
      static_cast<Py_ssize_t>(from.sample.size()));
  }
};

}  // namespace nanobind::detail

#endif  // RXROS2_PYTHON__PACKED_HPP_
