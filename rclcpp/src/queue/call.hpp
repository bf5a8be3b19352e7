// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A request or response as struct or bytes, and the queue of a service or client. Local peers and
// the DDS receive threads push into the queue.
#ifndef RCLCPP__QUEUE__CALL_HPP_
#define RCLCPP__QUEUE__CALL_HPP_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "queue/ready_queue.hpp"
#include "rclcpp/detail/message/type_support.hpp"
#include "rclcpp/detail/service_type.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rmw/buffer.hpp"
#include "rmw/endpoint.hpp"
#include "rmw/sample.hpp"
#include "rmw/types.h"

namespace rclcpp::queue
{

/// Returns a buffer of a size.
using Allocate = std::function<rmw::Buffer(std::size_t)>;

/// Encodes a message, with space for the request id. Throws cdr::error.
rmw::Buffer encode(
  const detail::TypeSupport & type, const void * message, const Allocate & allocate);
/// Copies bytes without such a space. Throws std::invalid_argument if they have no CDR header.
rmw::Buffer encode(const SerializedMessage & message, const Allocate & allocate);

/// Allocates a buffer for this process.
inline rmw::Buffer allocate_here(std::size_t size)
{
  return rmw::Buffer(size);
}
/// Allocates a buffer that the client or service `sender` sends.
template <typename Sender>
Allocate allocate_for(Sender & sender)
{
  return [&sender](std::size_t size) { return sender.allocate(size); };
}

/// A request or a response in transit.
struct Call
{
  std::shared_ptr<void> message;               // a struct that only this object owns, or null
  const detail::TypeSupport * type = nullptr;  // of the struct
  rmw::Sample sample;  // set if there is no struct; with space for the request id
  rmw_request_id_t id{};
  rmw::Gid sender{};            // of another participant, else zero
  std::int64_t arrival_ns = 0;  // steady clock
  bool wants_bytes = false;     // of a response: the pending request expects bytes

  /// Returns the message as a struct of `expected`: its own, or one from `create()`. Throws
  /// cdr::error.
  template <typename Create>
  std::shared_ptr<void> take_struct(const detail::ServiceMessage & expected, const Create & create)
  {
    if (message && detail::same_struct(*type, *expected.type)) {
      return std::move(message);
    }
    std::shared_ptr<void> made = create();
    decode(expected, made.get());
    return made;
  }
  /// Decodes the message into a struct of `expected`. Throws cdr::error.
  void decode(const detail::ServiceMessage & expected, void * out) const;
  /// Writes the message as bytes, without the space for the id. Throws std::bad_alloc.
  void serialize(SerializedMessage & out) const;

private:
  rmw::Sample as_sample() const;
};

class CallQueue : public ReadyQueue<Call>
{
public:
  CallQueue(executors::detail::Entity & entity, std::size_t limit) : ReadyQueue(entity, limit, 4) {}
};

}  // namespace rclcpp::queue

#endif  // RCLCPP__QUEUE__CALL_HPP_
