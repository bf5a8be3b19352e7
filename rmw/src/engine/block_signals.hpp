// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// detail::BlockSignals, for the creation of threads.

#ifndef ENGINE__BLOCK_SIGNALS_HPP_
#define ENGINE__BLOCK_SIGNALS_HPP_

#include <signal.h>

namespace rmw::detail
{

/// Blocks signals: new threads inherit the mask, and the engine's threads must leave signals to the
/// program's own threads.
class BlockSignals
{
public:
  BlockSignals();
  ~BlockSignals();
  BlockSignals(const BlockSignals &) = delete;
  BlockSignals & operator=(const BlockSignals &) = delete;

private:
  sigset_t before_;
};

}  // namespace rmw::detail

#endif  // ENGINE__BLOCK_SIGNALS_HPP_
