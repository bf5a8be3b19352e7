// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The list of a struct's fields for the codec; generated message headers and users specialise it.

#ifndef CDR__FIELDS_HPP_
#define CDR__FIELDS_HPP_

namespace cdr
{

/// The fields of the struct T. A specialisation has these static members:
///   const char * name          the ROS name, "geometry_msgs/msg/Twist", used in errors
///   std::size_t count          the number of fields, at least 1
///   const char * names[]       their names, in the order of their declaration and on the wire
///   std::uint32_t bounds[]     for each field, the upper bound of the string or of each string in
///                              the collection; 0 = no bound, or not a string
///   bool octets[]              optional: for each field, true if it is a `byte`, which is uint8 in
///                              C++; for descriptions
///   constexpr apply(f)         returns f(&T::first, &T::second, …)
/// Fields may be bool, integers of 8 to 64 bits, float, double, std::string, std::u16string (a
/// wstring), structs with a list of fields, and std::array, std::vector or a bounded vector
/// `V<Element, bound, Allocator>` of these.
template <typename T>
struct fields;

/// True if T has a list of fields.
template <typename T>
concept described = requires { fields<T>::count; };

}  // namespace cdr

#endif  // CDR__FIELDS_HPP_
