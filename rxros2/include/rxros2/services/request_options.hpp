// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The options of send_request, and its errors and results.

#ifndef RXROS2__SERVICES__REQUEST_OPTIONS_HPP_
#define RXROS2__SERVICES__REQUEST_OPTIONS_HPP_

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

/// The order in which responses are emitted when several requests are in flight.
enum class response_order
{
  as_requested,  ///< a response waits for the responses to earlier requests
  as_arrived,    ///< responses are emitted in the order of their arrival
};

/// The options of send_request: how many requests are in flight, for how long, and which wait.
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
  /// The time from a request's turn to its response, in steady time, including the wait for the
  /// server. Zero: for ever.
  rx::duration timeout = rx::duration::zero();
  /// Maximum number of requests in flight; further ones wait for their turn.
  std::size_t max_in_flight = 1;
  /// The order of the responses.
  response_order order = response_order::as_requested;
  /// Maximum number of requests that wait for their turn.
  std::size_t max_waiting = 1000;
  /// The policy for a request beyond max_waiting. `block` is rejected, because this operator never
  /// blocks. With `latest` only the newest request waits, regardless of max_waiting.
  rx::overflow overflow = rx::overflow::error;
  /// The QoS of the client.
  rclcpp::QoS qos = rclcpp::ServicesQoS();
  /// The callback group that emits the responses; null: the node's default group.
  rclcpp::CallbackGroup::SharedPtr callback_group = nullptr;
};

/// No response arrived in time; the text says whether a server was available.
struct request_timeout : rx::timeout_error
{
  using rx::timeout_error::timeout_error;
};

/// A request was not sent, because too many requests wait (request_options::max_waiting) or because
/// it was a null pointer.
struct request_dropped : std::runtime_error
{
  using std::runtime_error::runtime_error;
};

/// The outcome of one request, if failures are items (send_request with per_item).
template <typename ServiceT>
struct request_result
{
  std::shared_ptr<const typename ServiceT::Request> request;  ///< the request that was sent
  std::shared_ptr<typename ServiceT::Response> response;      ///< null: see error
  std::exception_ptr error;  ///< request_timeout, request_dropped, or what rclcpp threw

  /// True if there is a response.
  explicit operator bool() const noexcept { return response != nullptr; }

  /// Returns the response; throws the error if there is none.
  const typename ServiceT::Response & value() const
  {
    if (!response) {
      std::rethrow_exception(error);
    }
    return *response;
  }
};

/// Makes send_request emit a failed request as an item instead of ending the stream.
struct per_item_t
{
};
inline constexpr per_item_t per_item;

}  // namespace rxros2

#endif  // RXROS2__SERVICES__REQUEST_OPTIONS_HPP_
