// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "codec.hpp"

#include <nanobind/stl/string.h>
#include <structmember.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include "cdr/differences.hpp"
#include "cdr/inspect.hpp"
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
                       (value == nullptr ? "nothing" : Py_TYPE(value)->tp_name));
}

nb::object owned(PyObject * object)
{
  if (object == nullptr) {
    throw nb::python_error();
  }
  return nb::steal(object);
}

PyObject *& slot_of(PyObject * message, Py_ssize_t offset)
{
  return *reinterpret_cast<PyObject **>(reinterpret_cast<char *>(message) + offset);
}

Py_ssize_t find_slot(nb::handle type, const std::string & field)
{
  const nb::object member = type.attr("__dict__")[("_" + field).c_str()];
  if (Py_TYPE(member.ptr()) != &PyMemberDescr_Type) {
    throw nb::type_error(("no slot of field '" + field + "'").c_str());
  }
  return reinterpret_cast<PyMemberDescrObject *>(member.ptr())->d_member->offset;
}

// Returns numpy.frombuffer, which is kept for ever.
PyObject * frombuffer()
{
  static PyObject * const function =
    nb::object(nb::module_::import_("numpy").attr("frombuffer")).release().ptr();
  return function;
}

template <typename T>
nb::object integer(cdr::reader & in)
{
  const T value = in.read<T>();
  if constexpr (sizeof(T) < 8 || std::is_signed_v<T>) {
    return owned(PyLong_FromLongLong(value));
  } else {
    return owned(PyLong_FromUnsignedLongLong(value));
  }
}

nb::object text(cdr::reader & in, std::size_t bound)
{
  const auto bytes = in.read_string();
  in.check_bound(bytes.size(), bound);
  // Invalid UTF-8 is kept as surrogates, as Python does with such bytes of the operating system.
  return owned(
    PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "surrogateescape"));
}

nb::object wide_text(cdr::reader & in, std::size_t bound)
{
  const std::size_t count = in.read_count(sizeof(std::uint32_t));
  in.check_bound(count, bound);
  std::u16string units(count, u'\0');
  for (char16_t & unit : units) {
    unit = in.read_unit();
  }
  return owned(PyUnicode_DecodeUTF16(
    reinterpret_cast<const char *>(units.data()), static_cast<Py_ssize_t>(2 * count),
    "surrogatepass", nullptr));
}

// Returns bytes of bools, where every value but 0 becomes 1.
nb::object normalized(const std::byte * from, std::size_t count)
{
  nb::object copy = owned(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(count)));
  char * const to = PyBytes_AS_STRING(copy.ptr());
  for (std::size_t i = 0; i != count; ++i) {
    to[i] = from[i] != std::byte{0};
  }
  return copy;
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
  const double number = PyFloat_AS_DOUBLE(value);
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
    data = PyBytes_AS_STRING(bytes.ptr());
    size = PyBytes_GET_SIZE(bytes.ptr());
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
  const auto count = static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr())) / 2;
  check_bound(count, bound, "UTF-16 units");
  to.write(static_cast<std::uint32_t>(count));
  char * out = to.claim(1, 4 * count);
  const char * from = PyBytes_AS_STRING(bytes.ptr());
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

[[noreturn]] void raise_cdr_error(const std::string & what)
{
  const nb::object type = nb::module_::import_("rxros2.messages.codec").attr("CdrError");
  PyErr_SetString(type.ptr(), what.c_str());
  throw nb::python_error();
}

}  // namespace

codec::codec(nb::handle type, const std::string & name, const nb::list & fields)
: name_(name), type_(reinterpret_cast<PyTypeObject *>(type.ptr()))
{
  fields_.reserve(fields.size());
  for (nb::handle each : fields) {
    const auto tuple = nb::cast<nb::tuple>(each);
    field & added = fields_.emplace_back();
    added.name = nb::cast<std::string>(tuple[0]);
    added.slot = find_slot(type, added.name);
    added.nested = tuple[6].is_none() ? nullptr : nb::cast<const codec *>(tuple[6]);
    added.dtype = nb::borrow(tuple[7]);
    added.empty = nb::borrow(tuple[8]);
    added.make = nb::borrow(tuple[9]);
    added.description = {
      nullptr,
      added.nested == nullptr ? nullptr : &added.nested->description_,
      nb::cast<std::uint32_t>(tuple[3]),
      nb::cast<std::uint32_t>(tuple[4]),
      static_cast<cdr::kind>(nb::cast<std::uint8_t>(tuple[1])),
      static_cast<cdr::collection>(nb::cast<std::uint8_t>(tuple[2])),
      nb::cast<bool>(tuple[5])};
  }
  std::size_t least = 0;
  for (field & each : fields_) {
    cdr::field_description & description = each.description;
    description.name = each.name.c_str();  // stable, because the vector does not grow from here on
    const std::size_t one = description.structure == nullptr ? cdr::least_size(description.type)
                                                             : description.structure->least;
    least += description.collection == cdr::collection::none    ? one
             : description.collection == cdr::collection::array ? one * description.length
                                                                : sizeof(std::uint32_t);
    descriptions_.push_back(description);
  }
  if (fields_.empty()) {
    least = 1;
    descriptions_.push_back(
      {"structure_needs_at_least_one_member", nullptr, 0, 0, cdr::kind::uint8,
       cdr::collection::none, false});
  }
  description_ = {name_.c_str(), descriptions_.data(), descriptions_.size(), least};
}

nb::object codec::decode(nb::handle sample) const
{
  nb::object owner = nb::borrow(sample);
  buffer held;
  if (!PyBytes_CheckExact(owner.ptr())) {
    if (!held.get(owner.ptr(), PyBUF_SIMPLE)) {
      throw nb::python_error();
    }
    if (held.view.readonly == 0) {
      owner =
        owned(PyBytes_FromStringAndSize(static_cast<const char *>(held.view.buf), held.view.len));
    }
  }
  std::span<const std::byte> bytes;
  if (PyBytes_CheckExact(owner.ptr())) {
    bytes = {
      reinterpret_cast<const std::byte *>(PyBytes_AS_STRING(owner.ptr())),
      static_cast<std::size_t>(PyBytes_GET_SIZE(owner.ptr()))};
  } else {
    bytes = {
      static_cast<const std::byte *>(held.view.buf), static_cast<std::size_t>(held.view.len)};
  }
  try {
    cdr::reader in(bytes);
    if (in.swapped()) {
      const std::vector<std::byte> body = cdr::native_copy(in, description_);
      owner = owned(PyBytes_FromStringAndSize(
        reinterpret_cast<const char *>(body.data()), static_cast<Py_ssize_t>(body.size())));
      bytes = {reinterpret_cast<const std::byte *>(PyBytes_AS_STRING(owner.ptr())), body.size()};
      in = cdr::reader(bytes, 0);
    }
    input from{in, owner.ptr(), bytes.data()};
    return read_message(from);
  } catch (const cdr::error & failure) {
    try {
      cdr::explain(cdr::reader(bytes), description_);
    } catch (const cdr::error & explained) {
      const std::string text = explained.what();
      raise_cdr_error(text.starts_with(name_) ? text : name_ + ": " + text);
    }
    raise_cdr_error(name_ + ": " + failure.what());
  }
}

nb::list codec::differences(
  nb::handle first, nb::handle second, double number,
  const std::vector<std::string> & ignored) const
{
  buffer one;
  buffer other;
  if (!one.get(first.ptr(), PyBUF_SIMPLE) || !other.get(second.ptr(), PyBUF_SIMPLE)) {
    throw nb::python_error();
  }
  const auto bytes = [](const buffer & of) {
    return std::span(
      static_cast<const std::byte *>(of.view.buf), static_cast<std::size_t>(of.view.len));
  };
  const auto to_object = [](const auto & held) -> nb::object {
    if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::string>) {
      return owned(
        PyUnicode_DecodeUTF8(held.data(), static_cast<Py_ssize_t>(held.size()), "surrogateescape"));
    } else {
      return nb::cast(held);
    }
  };
  nb::list result;
  try {
    for (const cdr::difference & each :
         cdr::differences(bytes(one), bytes(other), description_, {number, ignored})) {
      result.append(nb::make_tuple(
        nb::cast(each.path), std::visit(to_object, each.first),
        std::visit(to_object, each.second)));
    }
  } catch (const cdr::error & failure) {
    const std::string text = failure.what();
    raise_cdr_error(text.starts_with(name_) ? text : name_ + ": " + text);
  }
  return result;
}

nb::object codec::read_message(input & from) const
{
  nb::object message = owned(type_->tp_alloc(type_, 0));
  if (fields_.empty()) {
    from.in.take(1, 1);
  }
  for (const field & each : fields_) {
    slot_of(message.ptr(), each.slot) = read_field(from, each).release().ptr();
  }
  return message;
}

nb::object codec::read_field(input & from, const field & member)
{
  const cdr::field_description & description = member.description;
  if (description.collection == cdr::collection::none) {
    return read_value(from, member);
  }
  std::size_t count = description.length;
  if (description.collection == cdr::collection::sequence) {
    count = from.in.read_count(
      description.structure == nullptr ? cdr::least_size(description.type)
                                       : description.structure->least);
    from.in.check_bound(count, description.length);
  }
  if (description.type < cdr::kind::string) {
    return read_numbers(from, member, count);
  }
  // The list grows while it is read, so that a forged count does not allocate memory.
  nb::object list = owned(PyList_New(0));
  for (std::size_t i = 0; i != count; ++i) {
    const nb::object item = read_value(from, member);
    if (PyList_Append(list.ptr(), item.ptr()) != 0) {
      throw nb::python_error();
    }
  }
  return list;
}

nb::object codec::read_value(input & from, const field & member)
{
  cdr::reader & in = from.in;
  switch (member.description.type) {
    case cdr::kind::boolean:
      return nb::borrow(in.read<std::uint8_t>() != 0 ? Py_True : Py_False);
    case cdr::kind::int8:
      return integer<std::int8_t>(in);
    case cdr::kind::uint8:
      if (member.description.octet) {
        const auto octet = static_cast<char>(in.read<std::uint8_t>());
        return owned(PyBytes_FromStringAndSize(&octet, 1));
      }
      return integer<std::uint8_t>(in);
    case cdr::kind::int16:
      return integer<std::int16_t>(in);
    case cdr::kind::uint16:
      return integer<std::uint16_t>(in);
    case cdr::kind::int32:
      return integer<std::int32_t>(in);
    case cdr::kind::uint32:
      return integer<std::uint32_t>(in);
    case cdr::kind::int64:
      return integer<std::int64_t>(in);
    case cdr::kind::uint64:
      return integer<std::uint64_t>(in);
    case cdr::kind::float32:
      return owned(PyFloat_FromDouble(in.read<float>()));
    case cdr::kind::float64:
      return owned(PyFloat_FromDouble(in.read<double>()));
    case cdr::kind::string:
      return text(in, member.description.string_bound);
    case cdr::kind::wstring:
      return wide_text(in, member.description.string_bound);
    case cdr::kind::structure:
      break;
  }
  return member.nested->read_message(from);
}

nb::object codec::read_numbers(input & from, const field & member, std::size_t count)
{
  if (count == 0 && member.make.is_none()) {
    return member.empty;
  }
  const std::size_t width = cdr::least_size(member.description.type);
  const std::byte * const begin = count == 0 ? from.begin : from.in.take(width, width * count);
  nb::object copy;
  if (member.description.type == cdr::kind::boolean) {
    for (std::size_t i = 0; i != count; ++i) {
      if (begin[i] > std::byte{1}) {
        copy = normalized(begin, count);
        break;
      }
    }
  } else if (reinterpret_cast<std::uintptr_t>(begin) % width != 0) {
    copy = owned(PyBytes_FromStringAndSize(
      reinterpret_cast<const char *>(begin), static_cast<Py_ssize_t>(width * count)));
  }
  if (!member.make.is_none()) {
    const char * const numbers =
      copy.is_valid() ? PyBytes_AS_STRING(copy.ptr()) : reinterpret_cast<const char *>(begin);
    return member.make(owned(PyMemoryView_FromMemory(
      const_cast<char *>(numbers), static_cast<Py_ssize_t>(width * count), PyBUF_READ)));
  }
  if (copy.is_valid()) {
    PyObject * const arguments[] = {copy.ptr(), member.dtype.ptr()};
    return owned(PyObject_Vectorcall(frombuffer(), arguments, 2, nullptr));
  }
  const nb::object length = owned(PyLong_FromSize_t(count));
  const nb::object offset = owned(PyLong_FromSsize_t(begin - from.begin));
  PyObject * const arguments[] = {from.owner, member.dtype.ptr(), length.ptr(), offset.ptr()};
  return owned(PyObject_Vectorcall(frombuffer(), arguments, 4, nullptr));
}

template <typename Output>
auto codec::encode_into(PyObject * message) const
{
  if (!PyObject_TypeCheck(message, type_)) {
    throw nb::type_error(
      ("expected a message " + name_ + ", found " + Py_TYPE(message)->tp_name).c_str());
  }
  try {
    Output to(size_hint_);
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

rmw::Buffer codec::encode_sample(nb::handle message) const
{
  return encode_into<sample_output>(message.ptr());
}

void codec::check(nb::handle message) const
{
  encode_into<checked_output>(message.ptr());
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
  if (member.description.collection == cdr::collection::none) {
    write_value(to, member, value);
  } else if (member.description.type < cdr::kind::string) {
    write_numbers(to, member, value);
  } else {
    write_list(to, member, value);
  }
}

void codec::write_list(output & to, const field & member, PyObject * value)
{
  if (!PyList_Check(value)) {
    wrong_type("a list", value);
  }
  const cdr::field_description & description = member.description;
  const auto count = static_cast<std::size_t>(PyList_GET_SIZE(value));
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
      if (static_cast<std::size_t>(PyList_GET_SIZE(value)) != count) {
        wrong(PyExc_ValueError, "the list was changed by another thread");
      }
      const nb::object item = nb::borrow(PyList_GET_ITEM(value, static_cast<Py_ssize_t>(i)));
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
        if (!PyBytes_Check(value) || PyBytes_GET_SIZE(value) != 1) {
          wrong_type("bytes of length 1", value);
        }
        return to.write(static_cast<std::uint8_t>(PyBytes_AS_STRING(value)[0]));
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
  if (size < large) {
    std::memcpy(out, numbers.view.buf, size);
  } else if (to.is_kept()) {
    const nb::gil_scoped_release released;
    std::memcpy(out, numbers.view.buf, size);
  }
}

}  // namespace rxros2_python
