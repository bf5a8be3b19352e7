// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rmw::Sample, a counted reference to an immutable serialized sample.

#ifndef RMW__SAMPLE_HPP_
#define RMW__SAMPLE_HPP_

#include <cstddef>
#include <span>
#include <utility>

#include "rmw/buffer.hpp"

namespace rmw
{

/// A shared, immutable serialized sample, received or made from a filled Buffer.
/**
 * One pointer wide. Copies share the bytes (zero-copy); the reference count is thread-safe. It may
 * outlive the reader, the participant and the middleware. bytes() starts with the 4-byte CDR header
 * and may end with up to 3 bytes of padding. A default-constructed or moved-from sample is empty:
 * false, no bytes.
 */
class Sample
{
public:
  Sample() noexcept = default;
  /// Takes the bytes of a filled buffer, which is empty then; copies nothing.
  explicit Sample(Buffer && buffer) noexcept : payload_(std::exchange(buffer.payload_, nullptr)) {}
  /// Takes ownership of one reference of the engine; only for the engine.
  explicit Sample(detail::Payload * payload) noexcept : payload_(payload) {}
  /// Shares the bytes of `other`.
  Sample(const Sample & other) noexcept;
  /// Takes the reference of `other`, which is empty then.
  Sample(Sample && other) noexcept : payload_(std::exchange(other.payload_, nullptr)) {}
  /// Shares or takes the bytes of `other`, and releases its own.
  Sample & operator=(Sample other) noexcept
  {
    std::swap(payload_, other.payload_);
    return *this;
  }
  ~Sample()
  {
    if (payload_) {
      release(payload_);
    }
  }

  /// Returns true unless the sample is empty.
  explicit operator bool() const noexcept { return payload_ != nullptr; }
  /// Returns the bytes, which are valid as long as any copy of the sample.
  std::span<const std::byte> bytes() const noexcept;

private:
  friend struct detail::PayloadAccess;
  static void release(detail::Payload * payload) noexcept;

  detail::Payload * payload_ = nullptr;
};

}  // namespace rmw

#endif  // RMW__SAMPLE_HPP_
