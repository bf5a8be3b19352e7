// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rmw::Buffer, the serialized sample that a publisher fills and a Writer sends.

#ifndef RMW__BUFFER_HPP_
#define RMW__BUFFER_HPP_

#include <cstddef>
#include <span>
#include <utility>

namespace rmw
{

namespace detail
{
struct Payload;  // the engine's own sample
struct PayloadAccess;
}  // namespace detail

/// A serialized sample under construction: unique owner, mutable, movable.
/**
 * The bytes are those on the wire: the 4-byte CDR header, then the body. They are not initialised,
 * except for up to 3 padding bytes after the end, which are zero. The memory is the engine's own
 * sample, so that sending copies nothing (zero-copy). Small and large blocks are reused, so that
 * nothing is allocated in the steady state. Different threads may use different buffers; one buffer
 * is not thread-safe. A moved-from buffer is empty. Errors: std::bad_alloc; std::length_error for a
 * size above 2^31 - 1 (the limit of DDS).
 */
class Buffer
{
public:
  /// Allocates `size` bytes.
  explicit Buffer(std::size_t size);
  /// Takes ownership of one reference of the engine; only for the engine.
  explicit Buffer(detail::Payload * payload) noexcept : payload_(payload) {}
  /// Takes the bytes of `other`, which is empty then.
  Buffer(Buffer && other) noexcept : payload_(std::exchange(other.payload_, nullptr)) {}
  /// Exchanges the bytes with `other`, whose destructor frees them.
  Buffer & operator=(Buffer && other) noexcept
  {
    std::swap(payload_, other.payload_);
    return *this;
  }
  Buffer(const Buffer &) = delete;
  Buffer & operator=(const Buffer &) = delete;
  ~Buffer();

  /// Returns the bytes.
  std::span<std::byte> bytes() noexcept;
  /// Returns the bytes.
  std::span<const std::byte> bytes() const noexcept;
  /// Returns the number of bytes.
  std::size_t size() const noexcept { return bytes().size(); }

  /// Shortens the buffer, for encoders that reserve an upper bound. Throws std::length_error if
  /// `size` is larger.
  void shrink(std::size_t size);

private:
  friend class Sample;
  friend struct detail::PayloadAccess;
  detail::Payload * payload_;
};

}  // namespace rmw

#endif  // RMW__BUFFER_HPP_
