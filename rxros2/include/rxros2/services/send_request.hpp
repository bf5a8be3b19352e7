// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// send_request: sends requests to a service and emits the responses, without blocking.

#ifndef RXROS2__SERVICES__SEND_REQUEST_HPP_
#define RXROS2__SERVICES__SEND_REQUEST_HPP_

#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "rx/observable.hpp"
#include "rx/sources.hpp"
#include "rxros2/services/detail/request_stream.hpp"

namespace rxros2
{

namespace detail
{

template <typename ServiceT, typename Mode, typename Source>
struct request_source
{
  using value_type = typename Mode::value_type;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    const auto access = node.lock();
    if (!access) {  // the node was destroyed
      out.on_completed();
      return {};
    }
    using stream_type = request_stream<ServiceT, Mode, std::remove_cvref_t<Out>>;
    auto stream = std::make_shared<stream_type>(std::forward<Out>(out), node, *access, options);
    try {
      stream->open(*access, service, options);
      if (!stream->disposed()) {
        stream->source.set(source.start(request_input<ServiceT, stream_type>{stream}));
      }
    } catch (...) {
      stream->error(std::current_exception());
    }
    return stream;
  }

  /// Returns the environment that emits the responses: the client's callback group.
  rx::environment env() const
  {
    return labelled(
      environment_of(node, options.callback_group), node,
      {"send_request", service, stream_label::kind::service});
  }

  Source source;
  weak_node node;
  std::string service;
  request_options options;
};

template <typename ServiceT, typename Mode>
struct send_request
{
  send_request(weak_node n, std::string s, request_options o)
  : node(std::move(n)), service(std::move(s)), options(std::move(o))
  {
    if (options.max_in_flight == 0) {
      throw std::invalid_argument(
        "send_request to '" + service + "': max_in_flight is 0; expected 1 or more");
    }
    if (options.timeout < rx::duration::zero()) {
      throw std::invalid_argument(
        "send_request to '" + service + "': the timeout is " +
        std::to_string(options.timeout.count()) + " ns; expected 0 (none) or more");
    }
    if (options.overflow == rx::overflow::block) {
      throw std::invalid_argument(
        "send_request to '" + service +
        "': overflow is block, but send_request never blocks; use another policy");
    }
    if (options.overflow == rx::overflow::latest) {
      options.max_waiting = 1;
    }
  }

  template <typename U>
  static constexpr bool accepts = sendable<U, typename ServiceT::Request>;

  RX_REJECT(
    send_request, (!accepts<Item>),
    "rxros2::send_request<ServiceT>: an Item of this stream is neither a ServiceT::Request nor a "
    "pointer to one. Put map() in front that returns a ServiceT::Request")

  template <typename Observable>
  auto operator()(Observable && source) const
  {
    using source_type = typename std::remove_cvref_t<Observable>::source_type;
    return rx::make_observable(request_source<ServiceT, Mode, source_type>{
      std::forward<Observable>(source).source(), node, service, options});
  }

  weak_node node;
  std::string service;
  request_options options;
};

}  // namespace detail

namespace operators
{

/// requests | send_request<T>(node, service[, per_item][, options]) sends requests to a service and
/// emits its responses.
/**
 *     requests                               --1--2-------3--|
 *     send_request<T>(n, s)                  ----a----b------c|  one request under way at a time
 *     send_request<T>(n, s, {.timeout = t})  ----a--------X   X request_timeout: no answer to 2
 *     send_request<T>(n, s, per_item, {…})   ----a--------!--c|  ! a request_result with that error
 *
 * Items in: T::Request, or pointers to it. Items out: T::Response::SharedPtr; with per_item
 * request_result<T>. Never blocks: while there is no server, requests wait (the operator checks for
 * one every 10 ms) and their time limit runs; after 3 s the log says why there is none. A request
 * whose server dies fails at its time limit, so set one. See request_options for the number in
 * flight, the order of responses, and the limit of waiting requests. After the source's completion
 * the stream completes with the last response; the source's error ends it at once. Disposing the
 * stream withdraws the requests in flight and removes the client; a server may still execute the
 * requests that it received. The node's end does the same and completes the stream. Errors:
 * request_timeout, request_dropped (too many wait), and exceptions of rclcpp. Runs in the executor
 * of the node, in options.callback_group; so does a source without an environment of its own. Cost
 * of a request: that of rclcpp's async_send_request (a request passed by value or as the only
 * pointer reaches a server of this process zero-copy, except with per_item), four atomic
 * operations, no lock of ours; one timer for all time limits.
 *
 *     serve<AddTwoInts>(node, "add").subscribe(add);
 *     just(1, 2) | map([](int i) { return request(i, 10); })
 *       | send_request<AddTwoInts>(node, "add") | map(sum_of);  // -> 11 12 |
 *     just(1) | map([](int i) { return request(i, 10); })
 *       | send_request<AddTwoInts>(node, "nobody", rxros2::per_item, {.timeout = 5ms})
 *       | map([](const auto & result) { return result ? "answered" : rx::what(result.error); });
 *     // -> send_request: there was no service '/nobody' within 5.000000 ms |
 */
template <typename ServiceT, detail::node_pointer Node>
auto send_request(
  const Node & node, const std::string & service, const request_options & options = {})
{
  return detail::send_request<ServiceT, detail::fail_per_stream<ServiceT>>(
    detail::weak_node(node), service, options);
}
template <typename ServiceT, detail::node_pointer Node>
auto send_request(
  const Node & node, const std::string & service, per_item_t, const request_options & options = {})
{
  return detail::send_request<ServiceT, detail::fail_per_item<ServiceT>>(
    detail::weak_node(node), service, options);
}
template <typename ServiceT, typename First, typename... More>
  requires(!detail::node_pointer<First>)
RX_MISTAKE(
  "rxros2::send_request<ServiceT>: the first argument is the node. Write "
  "send_request<ServiceT>(node, service[, options])")
rx::mistaken send_request(const First &, const More &...)
{
  return {};
}
template <detail::node_pointer Node>
RX_MISTAKE(
  "rxros2::send_request: the type of the service is missing. Write send_request<ServiceT>(node, "
  "service)")
rx::mistaken send_request(const Node &, const std::string &)
{
  return {};
}

}  // namespace operators

namespace observable
{

/// send_request<T>(node, service, request[, options]) sends one request for each subscriber and
/// emits its response, or an error.
/**
 *     send_request<T>(n, s, r)                   ----a|
 *     send_request<T>(n, s, r, {.timeout = t})   --------X     X request_timeout
 *
 * So `| retry(3)` sends it again. `request` is a T::Request or a pointer to one, which must not
 * change afterwards; a value is copied for each subscription. Otherwise like the operator of this
 * name.
 *
 *     serve<AddTwoInts>(node, "add").subscribe(add);
 *     send_request<AddTwoInts>(node, "add", request(2, 3)) | map(sum_of);  // -> 5 |
 *     send_request<AddTwoInts>(node, "nobody", request(2, 3), {.timeout = 5ms}) | map(sum_of);
 *     // -> X send_request: there was no service '/nobody' within 5.000000 ms
 */
template <typename ServiceT, detail::node_pointer Node, typename Request>
  requires detail::sendable<Request, typename ServiceT::Request>
auto send_request(
  const Node & node, const std::string & service, Request request,
  const request_options & options = {})
{
  return rx::observable<>::just(std::move(request)) |
         operators::send_request<ServiceT>(node, service, options);
}

}  // namespace observable
}  // namespace rxros2

#endif  // RXROS2__SERVICES__SEND_REQUEST_HPP_
