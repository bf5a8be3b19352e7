// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What to do with a sample that cannot be read as it is, by the description of its type: for those
// who read messages with cdr::reader themselves, as bindings of other languages do. codec.hpp does
// this for C++ structs.
#ifndef CDR__INSPECT_HPP_
#define CDR__INSPECT_HPP_

#include <cstddef>
#include <vector>

#include "cdr/description.hpp"
#include "cdr/detail/inspect.hpp"
#include "cdr/reader.hpp"

namespace cdr
{

/// Throws the error that reading such a message from `start`, its beginning, met: it names the
/// message's type, the field, and what was needed and found. Returns if there is none.
inline void explain(const reader & start, const struct_description & message)
{
  detail::explain(start, message);
}

/// The body of a sample of the other byte order, with every number of the message in this
/// machine's. Throws as explain().
inline std::vector<std::byte> native_copy(const reader & start, const struct_description & message)
{
  return detail::native_copy(start, message);
}

}  // namespace cdr

#endif  // CDR__INSPECT_HPP_
