// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// loan: a sample whose numeric arrays a program fills in place.
#ifndef RXROS2_PYTHON__LOAN_HPP_
#define RXROS2_PYTHON__LOAN_HPP_

#include <cstddef>
#include <span>
#include <utility>

#include "rmw/buffer.hpp"
#include "rmw/sample.hpp"

namespace rxros2_python
{

/// The memory of a sample: writable until it is published, then shared and read-only. Arrays that
/// are views of it keep it alive. Needs the GIL.
class loan
{
public:
  explicit loan(rmw::Buffer && memory) : memory_(std::move(memory)) {}

  bool is_published() const { return static_cast<bool>(sample_); }
  /// Whether a thread is publishing it, which may release the GIL.
  bool is_busy = false;
  std::span<const std::byte> bytes() const { return sample_ ? sample_.bytes() : memory_.bytes(); }
  /// Returns the bytes to write to. Call it before publish().
  std::span<std::byte> writable_bytes() { return memory_.bytes(); }
  /// Returns the sample to send; the arrays are no longer writable by new views. Call it once.
  rmw::Sample publish() { return sample_ = rmw::Sample(std::move(memory_)); }

private:
  rmw::Buffer memory_;
  rmw::Sample sample_;
};

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__LOAN_HPP_
