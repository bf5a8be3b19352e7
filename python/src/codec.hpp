// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// codec: converts between CDR and Python messages of a class made by rxros2.messages. Used by
// module.cpp.

#ifndef RXROS2_PYTHON__CODEC_HPP_
#define RXROS2_PYTHON__CODEC_HPP_

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>
#include <vector>

#include "cdr/description.hpp"
#include "cdr/reader.hpp"
#include "rclcpp/generic_publisher.hpp"
#include "rmw/buffer.hpp"

namespace rxros2_python
{

class loan;
class output;

/// The codec of one message class. It reads and writes the slots of instances directly: their
/// values are those that the properties accept, and are checked again before they are written.
///
/// Called with the GIL held, which is released only while a large array is copied. Lives as long as
/// the class.
class codec
{
public:
  /// `type` is the class, with slots named '_' + field. `fields` has a tuple for each field: name,
  /// cdr::kind, cdr::collection, length, string bound, whether it is a byte, the codec of a nested
  /// message or None, and for a numeric collection its numpy dtype, an empty array, and a function
  /// that makes the decoded value of the numbers' bytes, else None.
  codec(nanobind::handle type, const std::string & name, const nanobind::list & fields);

  /// Returns the message of a sample, which is any object with a buffer. Numeric arrays are
  /// read-only views of the sample and keep it alive (zero-copy). They are views of copies if the
  /// sample is mutable, has the other byte order or unaligned numbers; or results of the field's
  /// function. Raises CdrError for invalid bytes.
  nanobind::object decode(nanobind::handle sample) const;

  /// Returns the encoded message. Raises TypeError or ValueError, naming the field, for an invalid
  /// value in a list or slot.
  nanobind::object encode(nanobind::handle message) const;
  /// Does what encode() does, into memory that `publisher` sends without a copy.
  rmw::Buffer encode_sample(
    nanobind::handle message, const rclcpp::GenericPublisher & publisher) const;
  /// Returns a loan of `publisher` for the message, and makes each array of `lengths`, which are by
  /// the names of fields, a writable view of its bytes; they are not initialised. Raises TypeError
  /// for a field that is no collection of numbers, and the errors of encode().
  nanobind::object borrow(
    nanobind::handle message, const nanobind::dict & lengths,
    const rclcpp::GenericPublisher & publisher) const;
  /// Writes all of the message except arrays that are in the loan already. Returns false, and
  /// changes nothing, if the message does not fit around them.
  bool encode_loan(nanobind::handle message, loan & borrowed) const;
  /// Raises the errors of encode() in less time: large arrays are not copied.
  void check(nanobind::handle message) const;
  /// Returns the fields in which two samples differ (cdr/differences.hpp), as tuples of the path
  /// and both values. Raises CdrError for invalid bytes.
  nanobind::list differences(
    nanobind::handle first, nanobind::handle second, double number,
    const std::vector<std::string> & ignored) const;
  /// Returns whether the last message was so large that it is worth checking for receivers before
  /// encoding the next one.
  bool was_large() const;

  /// The description of the class; lives as long as the class, that is until the program ends.
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
    PyObject * owner;         // the owner of the bytes
    const std::byte * begin;  // its first byte
  };

  nanobind::object read_message(input & from) const;
  static nanobind::object read_field(input & from, const field & member);
  static nanobind::object read_value(input & from, const field & member);
  static nanobind::object read_numbers(input & from, const field & member, std::size_t count);

  void check_type(PyObject * message) const;
  template <typename Output, typename... Arguments>
  auto encode_into(PyObject * message, const Arguments &... arguments) const;
  void write_message(output & to, PyObject * message) const;
  static void write_field(output & to, const field & member, PyObject * value);
  static void write_value(output & to, const field & member, PyObject * value);
  static void write_numbers(output & to, const field & member, PyObject * value);
  static void write_list(output & to, const field & member, PyObject * value);

  std::string name_;
  PyTypeObject * type_;  // borrowed: the class holds its codec
  std::vector<field> fields_;
  std::vector<cdr::field_description> descriptions_;
  cdr::struct_description description_{};
  mutable std::size_t size_hint_ = 64;  // bytes of the message encoded before
};

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__CODEC_HPP_
