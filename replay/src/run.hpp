// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A replay that also returns the definitions of its messages; run() is its public part.

#ifndef RUN_HPP_
#define RUN_HPP_

#include <map>
#include <string>

#include "cdr/description.hpp"
#include "replay/replay.hpp"

namespace replay::detail
{

/// Definitions by type name. They live as long as the program.
using Fields = std::map<std::string, const cdr::struct_description *>;

struct Outcome
{
  Report report;
  Fields fields;  ///< of the messages that the program publishes or subscribes to
};

/// Like replay::run().
Outcome run_with_fields(const std::string & bag, const Program & program, const Options & options);

}  // namespace replay::detail

#endif  // RUN_HPP_
