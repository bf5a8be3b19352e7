// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Encodes and decodes messages: XCDR version 1, for the structs that cdr::fields describes.

#ifndef CDR__CODEC_HPP_
#define CDR__CODEC_HPP_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cdr/description.hpp"
#include "cdr/detail/bounds.hpp"
#include "cdr/detail/decode.hpp"
#include "cdr/detail/encode.hpp"
#include "cdr/detail/inspect.hpp"
#include "cdr/detail/naming.hpp"
#include "cdr/encapsulation.hpp"
#include "cdr/error.hpp"
#include "cdr/fields.hpp"
#include "cdr/reader.hpp"
#include "cdr/sequence_views.hpp"
#include "cdr/writer.hpp"

// All functions may be called from any thread, as long as no other thread changes the message or
// the bytes during the call.

namespace cdr
{

/// The encoded size of T in bytes, with the header; 0 if it depends on the value.
template <described T>
inline constexpr std::size_t fixed_encoded_size =
  detail::layout_v<T>.fixed ? header_size + detail::layout_v<T>.extent[0] : 0;

/// Returns the body offset after the message if it starts at body offset `offset`. Throws error if
/// a bound is exceeded, or if the length does not fit in CDR's 32 bits.
template <described T>
std::size_t size_body(const T & message, std::size_t offset)
{
  if constexpr (detail::layout_v<T>.fixed) {
    return offset + detail::layout_v<T>.extent[offset & 7];
  } else {
    if constexpr (detail::layout_v<T>.bounded) {
      detail::check_bounds(fields<T>::name, message, 0, nullptr);
    }
    const std::size_t end = detail::measure(message, offset);
    if (end > UINT32_MAX) [[unlikely]] {
      detail::too_large(fields<T>::name, end);
    }
    return end;
  }
}

/// Returns the size of the encoded message in bytes, with the header, without padding. Throws as
/// size_body.
template <described T>
std::size_t encoded_size(const T & message)
{
  return header_size + size_body(message, 0);
}

/// Writes the message at the writer's position. Throws error if a bound is exceeded or the memory
/// is too small.
template <described T>
void encode_body(const T & message, writer & out)
{
  if constexpr (detail::layout_v<T>.bounded) {
    detail::check_bounds(fields<T>::name, message, 0, nullptr);
  }
  try {
    detail::put(out, message);
  } catch (const error & failure) {
    detail::rethrow(fields<T>::name, failure);
  }
}

/// Writes header and body, and zeroes the rest of `out`, which has at least encoded_size(message)
/// bytes. Throws as encode_body.
template <described T>
void encode(const T & message, std::span<std::byte> out)
{
  writer cursor = detail::open<writer>(fields<T>::name, out);
  encode_body(message, cursor);
  cursor.finish();
}

/// Returns the message as encoded_size(message) bytes. Throws as size_body.
template <described T>
std::vector<std::byte> encode(const T & message)
{
  std::vector<std::byte> out(encoded_size(message));
  encode(message, out);
  return out;
}

/// Reads the message at the reader's position, in either byte order. Throws error if the bytes are
/// not such a message; then the message is valid with unspecified content, and the reader must not
/// be used again. The memory that a message allocates is limited by the number of bytes in the
/// sample, whatever lengths they claim.
template <described T>
[[gnu::always_inline]] inline void decode_body(reader & in, T & message)
{
  const reader start = in;
  if (in.swapped()) [[unlikely]] {
    const std::vector<std::byte> copy = detail::native_copy(start, description<T>);
    reader native(copy, start.offset());
    detail::get(native, message);
    in.seek(native.offset());
    return;
  }
  try {
    detail::get(in, message);
  } catch (const error &) {
    detail::explain(start, description<T>);
    throw;
  }
}

/// Reads a sample: header, then the message. Bytes after the message are ignored: a sender may pad
/// (to a multiple of 4, as Cyclone DDS does), and one with a newer definition may append fields.
/// The memory of `message` is reused: strings and sequences that are large enough do not allocate.
/// Throws as decode_body.
template <described T>
void decode(std::span<const std::byte> in, T & message)
{
  reader cursor = detail::open<reader>(fields<T>::name, in);
  decode_body(cursor, message);
}

/// Reads a sample as decode() does, but lets large sequences of `message` read `in` as `views`
/// describes. After an exception no sequence does.
template <described T>
void decode(std::span<const std::byte> in, T & message, sequence_views & views)
{
  reader cursor = detail::open<reader>(fields<T>::name, in);
  cursor.set_views(&views);
  try {
    decode_body(cursor, message);
  } catch (...) {
    views.end();
    throw;
  }
}

}  // namespace cdr

#endif  // CDR__CODEC_HPP_
