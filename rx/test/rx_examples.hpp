// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The environment of the examples in rx's headers: virtual time.

#ifndef RX_EXAMPLES_HPP_
#define RX_EXAMPLES_HPP_

#include "examples.hpp"
#include "rx/coroutines.hpp"
#include "rx/testing/marbles.hpp"

using namespace rx;             // NOLINT: as the examples are written
using namespace rx::operators;  // NOLINT
using namespace rx::sources;    // NOLINT
using namespace std::chrono_literals;
using rx::testing::marbles;

namespace rx_examples
{

struct setting
{
  // A stream that waits for time gets one second.
  void wait_for(const bool &, bool) const { m.clock()->advance_by(1s); }

  const rx::testing::marbles m;
};

}  // namespace rx_examples

#endif  // RX_EXAMPLES_HPP_
