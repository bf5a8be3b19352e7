// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Texts of users in JSON and DOT.

#ifndef TRACING__JSON_TEXT_HPP_
#define TRACING__JSON_TEXT_HPP_

#include <string>

namespace rxros2::detail
{

/// Returns the text in quotes, with the escapes of JSON and DOT; control characters become spaces.
std::string quoted(const std::string & text);

/// Replaces invalid UTF-8 by '?': bytes of a user's text, a character that was cut in two.
std::string valid_utf8(std::string text);

}  // namespace rxros2::detail

#endif  // TRACING__JSON_TEXT_HPP_
