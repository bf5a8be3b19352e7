// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// How send_request treats its requests, and what it says of one that failed.

#ifndef RXROS2__REQUEST_OPTIONS_HPP_
#define RXROS2__REQUEST_OPTIONS_HPP_

#include <cstddef>
#include <exception>
#include <memory>
#include <stdexcept>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/qos.hpp"
#include "rx/error.hpp"
#include "rx/operators/observe_on.hpp"
#include "rx/time.hpp"

namespace rxros2
{

/// In which order responses are emitted when several requests are under way.
enum class response_order
{
  as_requested,  ///< a response waits for those to earlier requests
  as_arrived,
};

/// How many requests are under way, for how long, and which wait.
/**
 *     requests                                   --1--2-------------|
 *     max_in_flight = 1                          ------a-------b----|  2 is sent when a has come
 *     max_in_flight = 2                          --------ab---------|  2 waits, 1 comes first
 *     max_in_flight = 2, order = as_arrived      -----b--a----------|
 *
 *     (serve<AddTwoInts>(node, "add")
 *       | buffer(2)).subscribe([](const auto & two) { add(two[1]); add(two[0]); });
 *     auto requests = just(1, 2) | map([](int i) { return request(i, 10); });
 *     requests | send_request<AddTwoInts>(node, "add", {.max_in_flight = 2})
 *       | map(sum_of);  // -> 11 12 |
 *     requests | send_request<AddTwoInts>(node, "add", {.max_in_flight = 2,
 *       .order = rxros2::response_order::as_arrived})
 *       | map(sum_of);  // -> 12 11 |
 */
struct request_options
{
  /// From a request's turn to its response, in steady time; looking for the server included. Zero:
  /// for ever.
  rx::duration timeout = rx::duration::zero();
  /// Requests under way at a time; further ones wait for their turn.
  std::size_t max_in_flight = 1;
  response_order order = response_order::as_requested;
  /// Requests that may wait for their turn, and what happens to one for which there is no room.
  /// `block` is refused: nothing here waits. With `latest` the newest one waits, whatever
  /// max_waiting is.
  std::size_t max_waiting = 1000;
  rx::overflow overflow = rx::overflow::error;
  rclcpp::QoS qos = rclcpp::ServicesQoS();
  /// Where responses are emitted; none: the node's default group.
  rclcpp::CallbackGroup::SharedPtr callback_group = nullptr;
};

/// No response came in time; the text says whether there was a server.
struct request_timeout : rx::timeout_error
{
  using rx::timeout_error::timeout_error;
};

/// A request was not sent, for lack of room (request_options::max_waiting) or since it was a null
/// pointer.
struct request_dropped : std::runtime_error
{
  using std::runtime_error::runtime_error;
};

/// What became of one request, where failures are items (send_request with per_item).
template <typename ServiceT>
struct request_result
{
  std::shared_ptr<const typename ServiceT::Request> request;
  std::shared_ptr<typename ServiceT::Response> response;  ///< null: see error
  std::exception_ptr error;  ///< request_timeout, request_dropped, or what rclcpp threw

  explicit operator bool() const noexcept { return response != nullptr; }

  /// The response; throws the error if there is none.
  const typename ServiceT::Response & value() const
  {
    if (!response) {
      std::rethrow_exception(error);
    }
    return *response;
  }
};

/// Says to send_request that a request that fails is an item and does not end the stream.
struct per_item_t
{
};
inline constexpr per_item_t per_item;

}  // namespace rxros2

#endif  // RXROS2__REQUEST_OPTIONS_HPP_
