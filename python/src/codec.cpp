// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "codec.hpp"

#include <nanobind/stl/string.h>

#include <cstdint>
#include <utility>

#include "cdr/differences.hpp"
#include "cdr/inspect.hpp"
#include "codec_parts.hpp"

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

Py_ssize_t find_slot(nb::handle type, const std::string & field)
{
  const nb::object member = type.attr("__dict__")[("_" + field).c_str()];
  if (Py_TYPE(member.ptr()) != &PyMemberDescr_Type) {
    throw nb::type_error(("no slot of field '" + field + "'").c_str());
  }
  return slot_offset(type, member);
}

}  // namespace

void raise_cdr_error(const std::string & what)
{
  const nb::object type = nb::module_::import_("rxros2.messages.codec").attr("CdrError");
  PyErr_SetString(type.ptr(), what.c_str());
  throw nb::python_error();
}

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

}  // namespace rxros2_python
