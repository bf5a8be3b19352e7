// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Converts requests and responses from structs to bytes and back.
#include "queue/call.hpp"

#include <cstring>
#include <span>
#include <stdexcept>
#include <string>

#include "cdr/codec.hpp"
#include "rmw/request.hpp"

namespace rclcpp::queue
{
namespace
{

// A message is encoded after the space for the request id; its CDR header then moves to the front.
void move_header(std::span<std::byte> bytes)
{
  std::memcpy(bytes.data(), bytes.data() + rmw::request_header_size, cdr::header_size);
}

}  // namespace

rmw::Buffer encode(
  const detail::TypeSupport & type, const void * message, const Allocate & allocate)
{
  rmw::Buffer buffer = allocate(rmw::request_header_size + type.encoded_size(message));
  type.encode(message, buffer.bytes().subspan(rmw::request_header_size));
  move_header(buffer.bytes());
  return buffer;
}

rmw::Buffer encode(const SerializedMessage & message, const Allocate & allocate)
{
  const rcl_serialized_message_t & raw = message.get_rcl_serialized_message();
  if (raw.buffer_length < cdr::header_size || raw.buffer[0] != 0 || raw.buffer[1] > 1) {
    throw std::invalid_argument(
      "a serialized request or response begins with the header of CDR (4 bytes: 0, 0 or 1, any, "
      "any); this one has " +
      std::to_string(raw.buffer_length) + " bytes and begins otherwise");
  }
  rmw::Buffer buffer = allocate(rmw::request_header_size + raw.buffer_length);
  std::memcpy(buffer.bytes().data() + rmw::request_header_size, raw.buffer, raw.buffer_length);
  move_header(buffer.bytes());
  return buffer;
}

rmw::Sample Call::as_sample() const
{
  return message ? rmw::Sample(encode(*type, message.get(), allocate_here)) : sample;
}

void Call::decode(const detail::ServiceMessage & expected, void * out) const
{
  expected.decode(as_sample().bytes(), out);
}

void Call::serialize(SerializedMessage & out) const
{
  const rmw::Sample held = as_sample();
  const std::span<const std::byte> bytes = held.bytes();
  const std::size_t size = bytes.size() - rmw::request_header_size;
  if (out.capacity() < size) {
    out.reserve(size);
  }
  rcl_serialized_message_t & raw = out.get_rcl_serialized_message();
  raw.buffer_length = size;
  std::memcpy(raw.buffer, bytes.data(), cdr::header_size);
  const auto body = bytes.subspan(cdr::header_size + rmw::request_header_size);
  if (!body.empty()) {
    std::memcpy(raw.buffer + cdr::header_size, body.data(), body.size());
  }
}

}  // namespace rclcpp::queue
