// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The decoder of a codec.
#include <cstdint>

#include "cdr/inspect.hpp"
#include "codec.hpp"
#include "codec_parts.hpp"

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

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
  char * const to = bytes_data(copy.ptr());
  for (std::size_t i = 0; i != count; ++i) {
    to[i] = from[i] != std::byte{0};
  }
  return copy;
}

}  // namespace

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
      reinterpret_cast<const std::byte *>(bytes_data(owner.ptr())),
      static_cast<std::size_t>(bytes_size(owner.ptr()))};
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
      bytes = {reinterpret_cast<const std::byte *>(bytes_data(owner.ptr())), body.size()};
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

nb::object codec::read_message(input & from) const
{
  nb::object message = owned(PyType_GenericAlloc(type_, 0));
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
      copy.is_valid() ? bytes_data(copy.ptr()) : reinterpret_cast<const char *>(begin);
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

}  // namespace rxros2_python
