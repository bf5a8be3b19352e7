// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The wire format of a message as data. It is made here from the fields of a C++ struct; a codec
// for types at run time makes it from a type description and uses the same cursors.

#ifndef CDR__DESCRIPTION_HPP_
#define CDR__DESCRIPTION_HPP_

#include <array>
#include <cstdint>

#include "cdr/detail/layout.hpp"

namespace cdr
{

/// The kinds of values; byte and char are uint8.
enum class kind : std::uint8_t
{
  boolean,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float32,
  float64,
  string,
  wstring,
  structure
};

/// Returns the minimum size of a value of this kind in bytes; for numbers and bool it is the exact
/// size and alignment.
constexpr std::size_t least_size(kind type) noexcept
{
  constexpr std::uint8_t sizes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 4, 4, 1};
  return sizes[static_cast<std::size_t>(type)];
}

/// The kind of collection that a field is.
enum class collection : std::uint8_t
{
  none,
  array,
  sequence
};

struct struct_description;

/// A field. Pointers are not owned.
struct field_description
{
  const char * name;                     ///< name in the definition
  const struct_description * structure;  ///< the struct of a value of kind structure, else null
  std::uint32_t length;                  ///< of an array; upper bound of a sequence, 0 = none
  std::uint32_t string_bound;  ///< upper bound of a string, in characters (UTF-16 units); 0 = none
  kind type;                   ///< of the value, or of each value of the collection
  cdr::collection collection;  ///< single value, array or sequence
  bool octet;                  ///< true for a uint8 that the definition calls byte
};

/// A message type. Pointers are not owned.
struct struct_description
{
  const char * name;                 ///< ROS name
  const field_description * fields;  ///< in the order of the definition
  std::size_t count;                 ///< number of fields
  std::size_t least;                 ///< minimum size in bytes, not 0
};

namespace detail
{

template <typename T>
constexpr kind kind_of()
{
  constexpr detail::shape shape = shape_of<T>;
  if constexpr (shape == shape::array || shape == shape::sequence) {
    using element = element_of<T>;
    static_assert(
      shape_of<element> != shape::array && shape_of<element> != shape::sequence,
      "a collection of collections has no place in a ROS message");
    return kind_of<element>();
  } else if constexpr (shape == shape::boolean) {
    return kind::boolean;
  } else if constexpr (shape == shape::string) {
    return kind::string;
  } else if constexpr (shape == shape::wstring) {
    return kind::wstring;
  } else if constexpr (shape == shape::structure) {
    return kind::structure;
  } else if constexpr (std::is_floating_point_v<T>) {
    return sizeof(T) == 4 ? kind::float32 : kind::float64;
  } else {
    constexpr kind kinds[] = {kind::int8,  kind::uint8,  kind::int16, kind::uint16,
                              kind::int32, kind::uint32, kind::int64, kind::uint64};
    return kinds
      [2 * (sizeof(T) == 1   ? 0
            : sizeof(T) == 2 ? 1
            : sizeof(T) == 4 ? 2
                             : 3) +
       std::is_unsigned_v<T>];
  }
}

}  // namespace detail

namespace detail
{

template <typename T>
struct description_of;

template <typename T>
constexpr field_description describe(const char * name, std::uint32_t string_bound)
{
  field_description field{name, nullptr, 0, string_bound, kind_of<T>(), collection::none, false};
  if constexpr (shape_of<T> == shape::structure) {
    field.structure = &description_of<T>::value;
  } else if constexpr (shape_of<T> == shape::array || shape_of<T> == shape::sequence) {
    field = describe<element_of<T>>(name, string_bound);
    if constexpr (shape_of<T> == shape::array) {
      field.collection = collection::array;
      field.length = shape_traits<T>::size;
    } else {
      field.collection = collection::sequence;
      field.length = shape_traits<T>::bound;
    }
  }
  return field;
}

template <typename T>
struct description_of
{
  static constexpr auto members = fields<T>::apply([]<typename... M>(M T::*...) {
    std::size_t i = 0;
    const auto next = [&i]<typename F>(F T::*) {
      const std::size_t at = i++;
      field_description field = describe<F>(fields<T>::names[at], fields<T>::bounds[at]);
      if constexpr (requires { fields<T>::octets; }) {
        field.octet = fields<T>::octets[at];
      }
      return field;
    };
    return std::array<field_description, fields<T>::count>{next(static_cast<M T::*>(nullptr))...};
  });
  static constexpr struct_description value{
    fields<T>::name, members.data(), fields<T>::count, layout_v<T>.size};
};

}  // namespace detail

/// The description of a C++ struct.
template <described T>
inline constexpr const struct_description & description = detail::description_of<T>::value;

}  // namespace cdr

#endif  // CDR__DESCRIPTION_HPP_
