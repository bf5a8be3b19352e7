// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The texts of lookup errors: the cause, the frames, times in seconds, and the cure.

#ifndef FRAMES__SRC__EXPLAIN_HPP_
#define FRAMES__SRC__EXPLAIN_HPP_

#include <string>
#include <string_view>

#include "frames/answer.hpp"

namespace frames
{

std::string invalid_name_text(std::string_view name, const char * argument);
std::string unknown_name_text(std::string_view name, const char * argument);

/// Returns the text of an error. Call it with the buffer's lock held: it reads the frames.
std::string error_text(const Answer & answer);

}  // namespace frames

#endif  // FRAMES__SRC__EXPLAIN_HPP_
