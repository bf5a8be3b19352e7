// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// codec: CDR to Python messages and back, for a class made by rxros2.messages; used by module.cpp.

#ifndef RXROS2_PYTHON__CODEC_HPP_
#define RXROS2_PYTHON__CODEC_HPP_

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>
#include <vector>

#include "cdr/description.hpp"
#include "cdr/reader.hpp"
#include "rmw/buffer.hpp"

namespace rxros2_python
{

class output;

/// The codec of one message class. It reads and writes the slots of instances directly: the values
/// in them are those that the properties accept, and are checked again before they are written.
///
/// Called with the GIL held; released only while a large array is copied. Lives as long as the
/// class.
class codec
{
public:
  /// `type`: the class; its slots are named '_' + field. `fields`: for each field a tuple of name,
  /// cdr::kind, cdr::collection, length, string bound, whether it is a byte, the codec of a nested
  /// message or None, and for a numeric collection its numpy dtype, an empty array, and a function
  /// that makes what decode() gives from the numbers' bytes, else None.
  codec(nanobind::handle type, const std::string & name, const nanobind::list & fields);

  /// A message from a sample, which is any object with a buffer. Numeric arrays are read-only views
  /// of it and keep it alive, or, where the sample can change, its byte order is another or its
  /// numbers are not aligned, of copies; or what the field's function makes. Raises CdrError for
  /// bytes that are no such message.
  nanobind::object decode(nanobind::handle sample) const;

  /// The sample of a message. Raises TypeError or ValueError, naming the field, if something was
  /// put into a list or slot that is no value of it.
  nanobind::object encode(nanobind::handle message) const;
  /// The same as what the middleware sends without a copy.
  rmw::Buffer encode_sample(nanobind::handle message) const;
  /// Raises what encode() would raise, in less time: large arrays are not copied.
  void check(nanobind::handle message) const;
  /// The fields in which two samples differ (cdr/differences.hpp), as tuples of path and both
  /// values. Raises CdrError for bytes that are no such message.
  nanobind::list differences(
    nanobind::handle first, nanobind::handle second, double number,
    const std::vector<std::string> & ignored) const;
  /// Whether the message before was so large that it pays to find out first if anybody wants the
  /// next.
  bool was_large() const;

  /// Of the class; lives as long as it, which is as long as the program.
  const cdr::struct_description & description() const { return description_; }

private:
  struct field
  {
    cdr::field_description description;
    std::string name;
    Py_ssize_t slot;  // offset in the instance
    const codec * nested;
    nanobind::object dtype;
    nanobind::object empty;
    nanobind::object make;  // may be None
  };

  struct input
  {
    cdr::reader in;
    PyObject * owner;         // what has the bytes
    const std::byte * begin;  // its first byte
  };

  nanobind::object read_message(input & from) const;
  static nanobind::object read_field(input & from, const field & which);
  static nanobind::object read_value(input & from, const field & which);
  static nanobind::object read_numbers(input & from, const field & which, std::size_t count);

  template <typename Output>
  auto encode_into(PyObject * message) const;
  void write_message(output & to, PyObject * message) const;
  static void write_field(output & to, const field & which, PyObject * value);
  static void write_value(output & to, const field & which, PyObject * value);
  static void write_numbers(output & to, const field & which, PyObject * value);
  static void write_list(output & to, const field & which, PyObject * value);

  std::string name_;
  PyTypeObject * type_;  // borrowed: the class holds its codec
  std::vector<field> fields_;
  std::vector<cdr::field_description> descriptions_;
  cdr::struct_description description_{};
  mutable std::size_t size_hint_ = 64;  // bytes of the message encoded before
};

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__CODEC_HPP_
