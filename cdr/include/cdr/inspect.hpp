// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Handles samples that cannot be read directly, by the description of their type: for code that
// reads messages with cdr::reader itself, as bindings of other languages do. codec.hpp does this
// for C++ structs.
#ifndef CDR__INSPECT_HPP_
#define CDR__INSPECT_HPP_

#include <cstddef>
#include <vector>

#include "cdr/description.hpp"
#include "cdr/detail/inspect.hpp"
#include "cdr/reader.hpp"

namespace cdr
{

/// Throws the error of reading such a message from `start`, its beginning: it names the message's
/// type, the field, what was needed and what was found. Returns if there is no error.
inline void explain(const reader & start, const struct_description & message)
{
  detail::explain(start, message);
}

/// Returns the body of a sample of the other byte order, with each number of the message in this
/// machine's byte order. Throws as explain().
inline std::vector<std::byte> native_copy(const reader & start, const struct_description & message)
{
  return detail::native_copy(start, message);
}

}  // namespace cdr

#endif  // CDR__INSPECT_HPP_
