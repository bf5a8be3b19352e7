// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The queue of a service or client, into which peers of this process and the DDS receive threads
// put requests or responses.
#ifndef RCLCPP__QUEUE__CALL_HPP_
#define RCLCPP__QUEUE__CALL_HPP_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "queue/ready_queue.hpp"
#include "rclcpp/detail/message/type_support.hpp"
#include "rmw/endpoint.hpp"
#include "rmw/sample.hpp"
#include "rmw/types.h"

namespace rclcpp::queue
{

/// A request or a response on its way.
struct Call
{
  std::shared_ptr<void> message;               // a struct that nobody else has, or null
  const detail::TypeSupport * type = nullptr;  // of the struct
  rmw::Sample sample;  // if there is no struct; with room for the request's id
  rmw_request_id_t id{};
  rmw::Gid sender{};            // from another participant, else zero
  std::int64_t arrival_ns = 0;  // steady clock
};

class CallQueue : public ReadyQueue<Call>
{
public:
  CallQueue(executors::detail::Entity & entity, std::size_t limit) : ReadyQueue(entity, limit, 4) {}
};

}  // namespace rclcpp::queue

#endif  // RCLCPP__QUEUE__CALL_HPP_
