// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The encoder of a codec.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "cdr/copy.hpp"
#include "codec.hpp"
#include "codec_parts.hpp"
#include "gil.hpp"
#include "loan.hpp"
#include "output.hpp"

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

// From this size on, copying an array takes longer than releasing and retaking the GIL.
constexpr std::size_t large = 256 * 1024;

// A value that cannot be encoded; the path grows while the exception propagates.
struct wrong_value
{
  PyObject * type;
  std::string path;
  std::string text;
};

[[noreturn]] void wrong(PyObject * type, std::string text)
{
  throw wrong_value{type, {}, std::move(text)};
}

[[noreturn]] void wrong_type(const char * expected, PyObject * value)
{
  wrong(
    PyExc_TypeError, std::string("expected ") + expected + ", found " +
                       (value == nullptr ? "nothing" : type_name(value)));
}

template <typename T>
void write_signed(output & to, PyObject * value)
{
  if (!PyLong_Check(value)) {
    wrong_type("an integer", value);
  }
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
  if (
    overflow != 0 || number < static_cast<long long>(std::numeric_limits<T>::min()) ||
    number > static_cast<long long>(
               sizeof(T) == 8 ? std::numeric_limits<long long>::max()
                              : static_cast<long long>(std::numeric_limits<T>::max()))) {
    wrong(PyExc_ValueError, "the integer is out of range");
  }
  to.write(static_cast<T>(number));
}

void write_uint64(output & to, PyObject * value)
{
  if (!PyLong_Check(value)) {
    wrong_type("an integer", value);
  }
  const unsigned long long number = PyLong_AsUnsignedLongLong(value);
  if (number == static_cast<unsigned long long>(-1) && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    wrong(PyExc_ValueError, "the integer is out of range");
  }
  to.write(static_cast<std::uint64_t>(number));
}

template <typename T>
void write_float(output & to, PyObject * value)
{
  if (!PyFloat_Check(value)) {
    wrong_type("a float", value);
  }
  const double number = float_value(value);
  if (
    sizeof(T) == 4 && std::isfinite(number) &&
    std::fabs(number) > static_cast<double>(std::numeric_limits<float>::max())) {
    wrong(PyExc_ValueError, "the number is out of range of float32");
  }
  to.write(static_cast<T>(number));
}

void check_bound(std::size_t length, std::size_t bound, const char * of)
{
  if (bound != 0 && length > bound) {
    wrong(
      PyExc_ValueError,
      "expected at most " + std::to_string(bound) + " " + of + ", found " + std::to_string(length));
  }
}

void write_string(output & to, PyObject * value, std::size_t bound)
{
  if (!PyUnicode_Check(value)) {
    wrong_type("a str", value);
  }
  Py_ssize_t size = 0;
  nb::object bytes;
  const char * data = PyUnicode_AsUTF8AndSize(value, &size);
  if (data == nullptr) {  // contains surrogates, which stand for invalid UTF-8
    PyErr_Clear();
    bytes = nb::steal(PyUnicode_AsEncodedString(value, "utf-8", "surrogateescape"));
    if (!bytes.is_valid()) {
      PyErr_Clear();
      wrong(PyExc_ValueError, "the text has surrogates, and is not valid UTF-8");
    }
    data = bytes_data(bytes.ptr());
    size = bytes_size(bytes.ptr());
  }
  const auto length = static_cast<std::size_t>(size);
  check_bound(length, bound, "bytes of UTF-8");
  if (length >= std::numeric_limits<std::uint32_t>::max()) {
    wrong(PyExc_ValueError, "the text is longer than a message can hold");
  }
  to.write(static_cast<std::uint32_t>(length + 1));
  char * const out = to.claim(1, length + 1);
  std::memcpy(out, data, length);
  out[length] = '\0';
}

void write_wstring(output & to, PyObject * value, std::size_t bound)
{
  if (!PyUnicode_Check(value)) {
    wrong_type("a str", value);
  }
  const nb::object bytes = owned(PyUnicode_AsEncodedString(
    value, cdr::native_order == std::byte{1} ? "utf-16-le" : "utf-16-be", "surrogatepass"));
  const auto count = static_cast<std::size_t>(bytes_size(bytes.ptr())) / 2;
  check_bound(count, bound, "UTF-16 units");
  to.write(static_cast<std::uint32_t>(count));
  char * out = to.claim(1, 4 * count);
  const char * from = bytes_data(bytes.ptr());
  for (std::size_t i = 0; i != count; ++i, out += 4, from += 2) {
    char16_t unit;
    std::memcpy(&unit, from, 2);
    const std::uint32_t wide = unit;
    std::memcpy(out, &wide, 4);
  }
}

// Returns whether the format `format` of the module struct matches the kind of number.
bool is_format(const char * format, cdr::kind kind)
{
  if (format == nullptr || format[0] == '\0' || format[1] != '\0') {
    return false;
  }
  switch (kind) {
    case cdr::kind::boolean:
      return format[0] == '?';
    case cdr::kind::float32:
    case cdr::kind::float64:
      return std::strchr("fd", format[0]) != nullptr;
    case cdr::kind::int8:
    case cdr::kind::int16:
    case cdr::kind::int32:
    case cdr::kind::int64:
      return std::strchr("bhilq", format[0]) != nullptr;
    default:
      return std::strchr("BHILQ", format[0]) != nullptr;
  }
}

}  // namespace

void codec::check_type(PyObject * message) const
{
  if (!PyObject_TypeCheck(message, type_)) {
    throw nb::type_error(("expected a message " + name_ + ", found " + type_name(message)).c_str());
  }
}

template <typename Output, typename... Arguments>
auto codec::encode_into(PyObject * message, const Arguments &... arguments) const
{
  check_type(message);
  try {
    Output to(size_hint_, arguments...);
    write_message(to, message);
    size_hint_ = to.size();
    return to.take();
  } catch (const wrong_value & wrong) {
    PyErr_SetString(wrong.type, (name_ + ": '" + wrong.path + "': " + wrong.text).c_str());
    throw nb::python_error();
  }
}

nb::object codec::encode(nb::handle message) const
{
  return encode_into<bytes_output>(message.ptr());
}

rmw::Buffer codec::encode_sample(
  nb::handle message, const rclcpp::GenericPublisher & publisher) const
{
  return encode_into<sample_output>(message.ptr(), publisher);
}

void codec::check(nb::handle message) const
{
  encode_into<checked_output>(message.ptr());
}

nb::object codec::borrow(
  nb::handle message, const nb::dict & lengths, const rclcpp::GenericPublisher & publisher) const
{
  check_type(message.ptr());
  const nb::module_ numpy = nb::module_::import_("numpy");
  const auto set = [&message](const field & member, nb::object array) {
    const nb::object before =
      nb::steal(std::exchange(slot_of(message.ptr(), member.slot), array.release().ptr()));
  };
  // The memory of these arrays is never touched: the layout needs only their lengths.
  std::vector<std::pair<const field *, nb::object>> arrays;
  for (const auto [key, length] : lengths) {
    const auto name = nb::cast<std::string>(key);
    const auto member = std::ranges::find(fields_, name, &field::name);
    if (member == fields_.end() || member->dtype.is_none()) {
      throw nb::type_error((name_ + ": '" + name + "' is no collection of numbers").c_str());
    }
    arrays.emplace_back(&*member, numpy.attr("empty")(length, member->dtype));
    set(*member, arrays.back().second);
  }
  const auto [size, places] = encode_into<layout_output>(message.ptr());
  rmw::Buffer memory = publisher.allocate_sample(size);
  std::byte * const begin = memory.bytes().data();
  nb::object result = nb::cast(loan(std::move(memory)));
  for (const auto & [member, array] : arrays) {
    buffer bytes;
    if (!bytes.get(array.ptr(), PyBUF_SIMPLE)) {
      throw nb::python_error();
    }
    const auto place = std::ranges::find(places, bytes.view.buf, &array_place::array);
    if (place != places.end()) {  // else it is empty
      if (member->description.type == cdr::kind::boolean) {
        std::memset(begin + place->offset, 0, place->size);  // other bytes are no valid values
      }
      set(
        *member, numpy.attr("frombuffer")(
                   result, member->dtype, place->size / cdr::least_size(member->description.type),
                   place->offset));
    }
  }
  return result;
}

bool codec::encode_loan(nb::handle message, loan & borrowed) const
{
  return encode_into<loan_output>(message.ptr(), borrowed.writable_bytes());
}

bool codec::was_large() const
{
  return size_hint_ >= large;
}

void codec::write_message(output & to, PyObject * message) const
{
  if (fields_.empty()) {
    to.write(std::uint8_t{0});
  }
  for (const field & each : fields_) {
    try {
      PyObject * const value = slot_of(message, each.slot);
      if (value == nullptr) {
        wrong_type("a value", value);
      }
      // Another thread may replace the value while the GIL is released.
      const nb::object kept = nb::borrow(value);
      write_field(to, each, value);
    } catch (wrong_value & wrong) {
      const bool joined = wrong.path.empty() || wrong.path.front() == '[';
      wrong.path = each.name + (joined ? "" : ".") + wrong.path;
      throw;
    }
  }
}

void codec::write_field(output & to, const field & member, PyObject * value)
{
  const cdr::field_description & description = member.description;
  if (description.collection == cdr::collection::none) {
    write_value(to, member, value);
  } else if (description.type >= cdr::kind::string) {
    write_list(to, member, value);
  } else if (PyList_Check(value) && (description.octet || description.type == cdr::kind::boolean)) {
    // In rclpy's programs, collections of bytes and bools are lists.
    write_list(to, member, value);
  } else {
    write_numbers(to, member, value);
  }
}

void codec::write_list(output & to, const field & member, PyObject * value)
{
  if (!PyList_Check(value)) {
    wrong_type("a list", value);
  }
  const cdr::field_description & description = member.description;
  const auto count = static_cast<std::size_t>(list_size(value));
  if (description.collection == cdr::collection::array) {
    if (count != description.length) {
      wrong(
        PyExc_ValueError, "expected " + std::to_string(description.length) + " values, found " +
                            std::to_string(count));
    }
  } else {
    check_bound(count, description.length, "values");
    to.write(static_cast<std::uint32_t>(count));
  }
  for (std::size_t i = 0; i != count; ++i) {
    try {
      if (static_cast<std::size_t>(list_size(value)) != count) {
        wrong(PyExc_ValueError, "the list was changed by another thread");
      }
      const nb::object item = nb::borrow(list_item(value, static_cast<Py_ssize_t>(i)));
      write_value(to, member, item.ptr());
    } catch (wrong_value & wrong) {
      const bool joined = wrong.path.empty();
      wrong.path = "[" + std::to_string(i) + "]" + (joined ? "" : ".") + wrong.path;
      throw;
    }
  }
}

void codec::write_value(output & to, const field & member, PyObject * value)
{
  switch (member.description.type) {
    case cdr::kind::boolean:
      if (!PyBool_Check(value)) {
        wrong_type("a bool", value);
      }
      return to.write(static_cast<std::uint8_t>(value == Py_True));
    case cdr::kind::int8:
      return write_signed<std::int8_t>(to, value);
    case cdr::kind::uint8:
      if (member.description.octet) {
        if (!PyBytes_Check(value) || bytes_size(value) != 1) {
          wrong_type("bytes of length 1", value);
        }
        return to.write(static_cast<std::uint8_t>(bytes_data(value)[0]));
      }
      return write_signed<std::uint8_t>(to, value);
    case cdr::kind::int16:
      return write_signed<std::int16_t>(to, value);
    case cdr::kind::uint16:
      return write_signed<std::uint16_t>(to, value);
    case cdr::kind::int32:
      return write_signed<std::int32_t>(to, value);
    case cdr::kind::uint32:
      return write_signed<std::uint32_t>(to, value);
    case cdr::kind::int64:
      return write_signed<std::int64_t>(to, value);
    case cdr::kind::uint64:
      return write_uint64(to, value);
    case cdr::kind::float32:
      return write_float<float>(to, value);
    case cdr::kind::float64:
      return write_float<double>(to, value);
    case cdr::kind::string:
      return write_string(to, value, member.description.string_bound);
    case cdr::kind::wstring:
      return write_wstring(to, value, member.description.string_bound);
    case cdr::kind::structure:
      break;
  }
  if (!PyObject_TypeCheck(value, member.nested->type_)) {
    wrong_type(("a message " + member.nested->name_).c_str(), value);
  }
  member.nested->write_message(to, value);
}

void codec::write_numbers(output & to, const field & member, PyObject * value)
{
  const cdr::field_description & description = member.description;
  const std::size_t width = cdr::least_size(description.type);
  if (value == member.empty.ptr()) {
    return to.write(std::uint32_t{0});
  }
  buffer numbers;
  if (!numbers.get(value, PyBUF_CONTIG_RO | PyBUF_FORMAT)) {
    PyErr_Clear();
    wrong_type("a contiguous array of its numbers", value);
  }
  const auto size = static_cast<std::size_t>(numbers.view.len);
  if (
    static_cast<std::size_t>(numbers.view.itemsize) != width ||
    !is_format(numbers.view.format, description.type)) {
    wrong(
      PyExc_TypeError, "expected a numpy array of its numbers, found one of format '" +
                         std::string(numbers.view.format == nullptr ? "" : numbers.view.format) +
                         "'");
  }
  const std::size_t count = size / width;
  if (description.collection == cdr::collection::array) {
    if (count != description.length) {
      wrong(
        PyExc_ValueError, "expected " + std::to_string(description.length) + " values, found " +
                            std::to_string(count));
    }
  } else {
    check_bound(count, description.length, "values");
    if (count > std::numeric_limits<std::uint32_t>::max()) {
      wrong(PyExc_ValueError, "the array has more values than a message can hold");
    }
    to.write(static_cast<std::uint32_t>(count));
  }
  if (count == 0) {
    return;
  }
  char * const out = to.claim(width, size);
  if (!to.needs(numbers.view.buf, size, out)) {
    return;
  }
  if (size < large) {
    std::memcpy(out, numbers.view.buf, size);
  } else {
    const gil_released released;
    cdr::copy_bytes(out, numbers.view.buf, size);
  }
}

}  // namespace rxros2_python
