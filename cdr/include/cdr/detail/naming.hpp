// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Adds the type's name to errors of the cursors, which do not know it; for codec.hpp.

#ifndef CDR__DETAIL__NAMING_HPP_
#define CDR__DETAIL__NAMING_HPP_

#include <string>

#include "cdr/error.hpp"

namespace cdr::detail
{

[[noreturn, gnu::cold, gnu::noinline]] inline void rethrow(const char * type, const error & failure)
{
  std::string text = type;
  text += ": ";
  text += failure.what();
  throw error(text, failure.offset());
}

[[noreturn, gnu::cold, gnu::noinline]] inline void too_large(const char * type, std::size_t size)
{
  std::string text = type;
  text += with_numbers(": needs % bytes, a sample has at most 4294967295", {size});
  throw error(text, 0);
}

/// Returns a cursor at the start of a sample.
template <typename Cursor>
Cursor open(const char * type, auto sample)
{
  try {
    return Cursor(sample);
  } catch (const error & failure) {
    rethrow(type, failure);
  }
}

}  // namespace cdr::detail

#endif  // CDR__DETAIL__NAMING_HPP_
