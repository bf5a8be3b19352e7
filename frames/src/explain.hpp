// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Why a transform is not there, in words; they begin with those of tf2, which programs look for.

#ifndef FRAMES__SRC__EXPLAIN_HPP_
#define FRAMES__SRC__EXPLAIN_HPP_

#include <string>
#include <string_view>

#include "frames/answer.hpp"

namespace frames
{

std::string invalid_name_text(std::string_view name, const char * argument);
std::string unknown_name_text(std::string_view name, const char * argument);

/// With the buffer's lock: looks for what else is to be said.
std::string error_text(const Answer & answer);

}  // namespace frames

#endif  // FRAMES__SRC__EXPLAIN_HPP_
