// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// serve: the requests of a service as a stream.

#ifndef RXROS2__SERVICES__SERVE_HPP_
#define RXROS2__SERVICES__SERVE_HPP_

#include <atomic>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include "rclcpp/create_service.hpp"
#include "rclcpp/logging.hpp"
#include "rx/observable.hpp"
#include "rx/serialized_observer.hpp"
#include "rxros2/nodes/detail/node_streams.hpp"

namespace rxros2
{

/// A request that must be answered. serve emits it.
/** Copies refer to the same request. If the last copy is destroyed without an answer while the
 * service still exists, a warning that names the service is logged, because its client waits in
 * vain. Thread-safe. */
template <typename ServiceT>
class service_request
{
public:
  /// The request message of the service.
  using Request = typename ServiceT::Request;
  /// The response message of the service.
  using Response = typename ServiceT::Response;

  /// Used by serve.
  service_request(
    std::weak_ptr<rclcpp::Service<ServiceT>> service, std::shared_ptr<rmw_request_id_t> header,
    std::shared_ptr<Request> request)
  : call_(std::make_shared<call>(std::move(service), std::move(header), std::move(request)))
  {
  }

  /// The request as the client sent it.
  const Request & operator*() const noexcept { return *call_->request; }
  /// Gives access to the fields of the request.
  const Request * operator->() const noexcept { return call_->request.get(); }
  /// Returns the request; it stays valid as long as the pointer.
  std::shared_ptr<const Request> request() const noexcept { return call_->request; }

  /// Sends the response, at once or later, from any thread, without blocking.
  /** Returns false if the service no longer exists because its stream has ended; the response is
   * then not sent. Throws std::logic_error if the request was answered before, and what rclcpp
   * throws about the response (a bound exceeded, …); the request then remains unanswered. */
  bool respond(Response response) const { return call_->respond(std::move(response)); }

  /// Returns true if the request was answered.
  bool answered() const noexcept { return call_->answered; }

private:
  struct call
  {
    call(
      std::weak_ptr<rclcpp::Service<ServiceT>> s, std::shared_ptr<rmw_request_id_t> h,
      std::shared_ptr<Request> r)
    : request(std::move(r)), service(std::move(s)), header(std::move(h))
    {
    }
    call(const call &) = delete;
    call & operator=(const call &) = delete;
    ~call()
    {
      if (const auto alive = service.lock(); alive && !answered) {
        RCLCPP_WARN(
          rclcpp::get_logger("rxros2"), "a request to service '%s' was dropped without an answer",
          alive->get_service_name());
      }
    }

    bool respond(Response && response)
    {
      const auto alive = service.lock();
      if (answered.exchange(true)) {
        throw std::logic_error(
          "a request was answered twice" +
          (alive ? std::string(", to service '") + alive->get_service_name() + "'" : ""));
      }
      if (!alive) {
        return false;
      }
      try {
        alive->send_response(*header, response);
      } catch (...) {
        answered = false;
        throw;
      }
      return true;
    }

    const std::shared_ptr<Request> request;
    const std::weak_ptr<rclcpp::Service<ServiceT>> service;
    const std::shared_ptr<rmw_request_id_t> header;
    std::atomic<bool> answered = false;
  };

  std::shared_ptr<call> call_;
};

namespace detail
{

/// One subscribed observer and the service that feeds it. The two hold each other until the stream
/// ends.
template <typename ServiceT, typename Out>
class serve_stream final : public rx::serialized_observer<service_request<ServiceT>, Out>,
                           public node_bound
{
public:
  serve_stream(Out out, std::shared_ptr<node_streams> streams)
  : rx::serialized_observer<service_request<ServiceT>, Out>(std::move(out)),
    streams_(std::move(streams))
  {
  }

  /// Creates the service; throws what rclcpp throws.
  static void connect(
    const std::shared_ptr<serve_stream> & self, const node_access & node, const std::string & name,
    const rclcpp::QoS & qos, const rclcpp::CallbackGroup::SharedPtr & group)
  {
    node_streams::check_context(node, "service", name);
    self->streams_->add(self);
    self->scheduler_ = self->streams_->scheduler(node, group);
    auto service = rclcpp::create_service<ServiceT>(
      node.base, node.services, name,
      [self, end = self->scheduler_->at_end_of_entity()](
        typename rclcpp::Service<ServiceT>::SharedPtr from,
        std::shared_ptr<rmw_request_id_t> header,
        std::shared_ptr<typename ServiceT::Request> request) {
        const node_scheduler::scope scope(*self->scheduler_);
        self->next(
          service_request<ServiceT>(std::move(from), std::move(header), std::move(request)));
      },
      qos, group);
    const std::lock_guard lock(self->mutex_);
    if (!self->disposed()) {  // otherwise it is dropped here, or by released()
      self->service_ = std::move(service);
    }
  }

  bool needs_executor() const noexcept override { return true; }
  void node_ended() noexcept override { this->completed(); }

protected:
  void released() noexcept override
  {
    streams_->remove(*this);
    typename rclcpp::Service<ServiceT>::SharedPtr dropped;
    const std::lock_guard lock(mutex_);
    dropped = std::move(service_);
  }

private:
  const std::shared_ptr<node_streams> streams_;
  std::shared_ptr<node_scheduler> scheduler_;  // set before the service exists
  std::mutex mutex_;                           // guards service_
  typename rclcpp::Service<ServiceT>::SharedPtr service_;
};

template <typename ServiceT>
struct serve_source
{
  using value_type = service_request<ServiceT>;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    const auto access = node.lock();
    if (!access) {  // the node was destroyed
      out.on_completed();
      return {};
    }
    auto stream = std::make_shared<serve_stream<ServiceT, std::remove_cvref_t<Out>>>(
      std::forward<Out>(out), node_streams::of(*access));
    try {
      stream->connect(stream, *access, service, qos, group);
    } catch (...) {
      stream->error(std::current_exception());
    }
    return stream;
  }

  /// Returns the executor of the service's callback group, in the node's time.
  rx::environment env() const
  {
    return labelled(
      environment_of(node, group), node, {"service", service, stream_label::kind::service});
  }

  weak_node node;
  std::string service;
  rclcpp::QoS qos;
  rclcpp::CallbackGroup::SharedPtr group;
};

}  // namespace detail

namespace observable
{

/// serve<T>(node, service[, qos][, group]) offers a service and emits its requests, as
/// service_request<T>.
/**
 *     requests sent        --1-----2--3--
 *     serve<T>(n, s)       --1-----2--3--|      (| the node was destroyed or its context shut down)
 *     responses            ---a----------c-b    whoever has the request responds, when it can
 *
 * Each subscription offers the service until it ends. Use share() for several subscribers, because
 * each service of the same name answers. `request.respond(response)` answers a request; a request
 * without an answer is reported (see service_request). Requests are emitted by the executor that
 * spins the node, in `group` (default: the node's default group). An exception in a function behind
 * it ends the stream and with it the service, so catch exceptions where you answer. Errors:
 * exceptions of rclcpp (a bad name, …). `node` is a pointer or shared_ptr to any node; it is not
 * kept alive. Cost of a request: that of rclcpp's deferred service callback, one allocation, four
 * atomic operations, no lock.
 *
 *     auto answer = [](const rxros2::service_request<AddTwoInts> & request) {
 *       AddTwoInts::Response response;
 *       response.sum = request->a + request->b;
 *       request.respond(response);
 *     };
 *     serve<AddTwoInts>(node, "add").subscribe(answer);
 *     send_request<AddTwoInts>(node, "add", request(2, 3))
 *       | map([](auto response) { return response->sum; });  // -> 5 |
 */
template <typename ServiceT, detail::node_pointer Node>
auto serve(
  const Node & node, const std::string & service, const rclcpp::QoS & qos = rclcpp::ServicesQoS(),
  rclcpp::CallbackGroup::SharedPtr group = nullptr)
{
  return rx::make_observable(
    detail::serve_source<ServiceT>{detail::weak_node(node), service, qos, std::move(group)});
}
template <typename ServiceT, typename First, typename... More>
  requires(!detail::node_pointer<First>)
RX_MISTAKE(
  "rxros2::serve<ServiceT>: the first argument is the node. Write serve<ServiceT>(node, service[, "
  "qos][, group])")
rx::mistaken serve(const First &, const More &...)
{
  return {};
}
template <detail::node_pointer Node>
RX_MISTAKE(
  "rxros2::serve: the type of the service is missing. Write serve<ServiceT>(node, service)")
rx::mistaken serve(const Node &, const std::string &)
{
  return {};
}
template <typename ServiceT, detail::node_pointer Node, typename Callback>
  requires(!std::is_convertible_v<Callback, rclcpp::QoS>)
RX_MISTAKE(
  "rxros2::serve<ServiceT>: takes no callback. Write serve<ServiceT>(node, "
  "service).subscribe([](const auto & request) { request.respond(response); })")
rx::mistaken serve(const Node &, const std::string &, const Callback &)
{
  return {};
}

}  // namespace observable
}  // namespace rxros2

#endif  // RXROS2__SERVICES__SERVE_HPP_
