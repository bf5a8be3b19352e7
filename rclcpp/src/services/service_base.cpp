// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Passes requests from local clients and DDS through the queue to the user, and responses back.
#include "rclcpp/service.hpp"

#include <cstdint>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "base/clock.hpp"
#include "base/pi_mutex.hpp"
#include "cdr/error.hpp"
#include "local/service.hpp"
#include "pubsub/endpoint.hpp"
#include "queue/message_queue.hpp"
#include "rclcpp/detail/block_pool.hpp"
#include "rclcpp/detail/message/message.hpp"
#include "rclcpp/logging.hpp"
#include "rmw/fork.hpp"
#include "rmw/service.hpp"
#include "service_msgs/msg/service_event_info.hpp"
#include "services/endpoint.hpp"
#include "services/response_box.hpp"

namespace rclcpp
{

using queue::Call;
using queue::CallQueue;
using service_msgs::msg::ServiceEventInfo;
using services::ResponseBox;

struct ServiceBase::Impl final : services::Endpoint, rmw::ServiceListener
{
  // The local clients that reach this service, and the destinations of their responses.
  class Local final : public local::LocalServer
  {
  public:
    Local(Impl & service, const local::Side & its_side, std::shared_ptr<CallQueue> its_requests)
    : LocalServer(its_side, std::move(its_requests)), owner_(service)
    {
    }

    void add_client(const local::LocalClient & client) override
    {
      std::lock_guard lock(mutex_);
      boxes_.emplace(client.id, client.box);
    }
    void remove_client(const local::LocalClient & client) noexcept override
    {
      std::lock_guard lock(mutex_);
      boxes_.erase(client.id);  // the client still has the box
    }
    void mismatched(const std::string & report) override { owner_.incompatible(report); }
    // Returns null if the client does not exist any longer.
    std::shared_ptr<ResponseBox> find(std::uint64_t client) const
    {
      std::lock_guard lock(mutex_);
      const auto entry = boxes_.find(client);
      return entry == boxes_.end() ? nullptr : entry->second;
    }

  private:
    Impl & owner_;
    mutable base::PiMutex mutex_;  // guards boxes_
    std::unordered_map<std::uint64_t, std::shared_ptr<ResponseBox>> boxes_;
  };

  Impl(
    ServiceBase & entity, node_interfaces::NodeBaseInterface & node_base,
    const detail::ServiceType & service_type, const std::string & service, const QoS & qos,
    detail::RequestHandler request_handler, bool takes_bytes)
  : Endpoint(node_base, service_type, service, "server"),
    handler(std::move(request_handler)),
    serialized(takes_bytes),
    requests(std::make_shared<CallQueue>(entity, services::queue_length(qos, 1000))),
    remote(
      std::make_unique<rmw::Service>(node->participant(), node->rmw_node(), options(qos), *this)),
    local_service(find_local(qos)),
    local(
      *this,
      {type, remote->request_qos(), remote->response_qos(), node->get_fully_qualified_name()},
      requests)
  {
    local_service->add(local);
  }

  ~Impl() override
  {
    local_service->remove(local);
    remote.reset();
    requests->close();
  }

  void on_request(
    rmw::Sample && request, const rmw::RequestId & id, std::uint64_t peer,
    const rmw::SampleInfo & info) noexcept override
  {
    Call call;
    call.sample = std::move(request);
    call.id = services::to_header(id, peer);
    call.sender = info.writer->gid;
    call.arrival_ns = base::steady_now();
    const std::shared_ptr<CallQueue> kept = requests;
    kept->push(std::move(call));
  }
  void on_malformed(const rmw::SampleInfo & info) noexcept override
  {
    malformed.report(info.writer->gid, "it is too short");
  }
  void on_incompatible(const std::string & message) noexcept override { incompatible(message); }

  void complain_of_drops()
  {
    if (requests->statistics().dropped != 0 && !complained_of_drops.exchange(true)) {
      RCLCPP_WARN(
        logger(),
        "server of service '%s': its queue is full; the oldest requests were dropped, and their "
        "clients get no response. Further ones are only counted.",
        name.c_str());
    }
  }

  // Takes the oldest request that `read(call)` can use.
  template <typename Read>
  bool take(rmw_request_id_t & id, const void * event_message, const Read & read)
  {
    Call call;
    std::int64_t next_arrival_ns;
    while (requests->pop(call, next_arrival_ns)) {
      complain_of_drops();
      if (unless_malformed(call, [&] { read(call); })) {
        id = call.id;
        delivered(id, event_message);
        return true;
      }
    }
    return false;
  }

  // Returns false if `read` finds that it is not a request.
  template <typename Read>
  bool unless_malformed(const Call & call, const Read & read)
  {
    try {
      read();
      return true;
    } catch (const cdr::error & error) {
      malformed.report(call.sender, error.what());
      return false;
    }
  }

  void delivered(const rmw_request_id_t & id, const void * event_message)
  {
    requests->count_delivered();
    introspect(ServiceEventInfo::REQUEST_RECEIVED, id, event_message);
  }

  // Sends the response `make_call` to the local client that sent the request, otherwise `wire` to
  // DDS.
  template <typename MakeCall, typename MakeWire>
  void respond(
    const rmw_request_id_t & id, const void * event_message, const MakeCall & make_call,
    const MakeWire & make_wire)
  {
    introspect(ServiceEventInfo::RESPONSE_SENT, id, event_message);
    const rmw::RequestId request = services::id_of(id);
    if (const std::uint64_t peer = services::peer_of(id); peer != 0) {
      remote->reply(make_wire(), request, peer);
    } else if (const auto box = local.find(request.client)) {
      Call call = make_call();
      call.id = id;
      box->deliver(std::move(call));
    }
    answered_count.fetch_add(1, std::memory_order_relaxed);
  }

  const detail::RequestHandler handler;
  const bool serialized;
  const std::shared_ptr<CallQueue> requests;
  std::atomic<std::uint64_t> answered_count{0};
  std::atomic<bool> in_use_by_wait_set{false};
  std::atomic<bool> complained_of_drops{false};
  std::unique_ptr<rmw::Service> remote;
  const std::shared_ptr<local::LocalService> local_service;
  Local local;
};

ServiceBase::ServiceBase(
  node_interfaces::NodeBaseInterface * node_base, const detail::ServiceType & type,
  const std::string & service, const QoS & qos, detail::RequestHandler handler, bool serialized)
: impl_(
    std::make_unique<Impl>(*this, *node_base, type, service, qos, std::move(handler), serialized))
{
}

ServiceBase::~ServiceBase()
{
  if (rmw::is_forked_copy()) {
    rmw::leak(impl_);
  }
}

const char * ServiceBase::get_service_name()
{
  return impl_->name.c_str();
}

QoS ServiceBase::get_response_publisher_actual_qos() const
{
  return pubsub::to_qos(impl_->remote->response_qos());
}

QoS ServiceBase::get_request_subscription_actual_qos() const
{
  return pubsub::to_qos(impl_->remote->request_qos());
}

bool ServiceBase::take_type_erased_request(void * request_out, rmw_request_id_t & request_id_out)
{
  return impl_->take(request_id_out, request_out, [&](const Call & call) {
    call.decode(impl_->type.request, request_out);
  });
}

bool ServiceBase::take_serialized_request(
  SerializedMessage & request_out, rmw_request_id_t & request_id_out)
{
  return impl_->take(
    request_id_out, nullptr, [&](const Call & call) { call.serialize(request_out); });
}

bool ServiceBase::execute_one()
{
  Call call;
  std::int64_t next_arrival_ns;
  if (!impl_->requests->pop(call, next_arrival_ns)) {
    return false;
  }
  if (next_arrival_ns != queue::never) {
    ready_again(next_arrival_ns);
  }
  impl_->complain_of_drops();
  std::shared_ptr<void> request;
  const bool is_request = impl_->unless_malformed(call, [&] {
    if (impl_->serialized) {
      auto bytes = std::make_shared<SerializedMessage>();
      call.serialize(*bytes);
      request = std::move(bytes);
    } else {
      request = call.take_struct(impl_->type.request, [this] { return create_request(); });
    }
  });
  if (!is_request) {
    return true;
  }
  const auto header = create_request_header();
  *header = call.id;
  impl_->delivered(*header, impl_->serialized ? nullptr : request.get());
  handle_request(header, std::move(request));
  return true;
}

void ServiceBase::handle_request(
  std::shared_ptr<rmw_request_id_t> request_header, std::shared_ptr<void> request)
{
  if (!impl_->handler) {
    throw std::runtime_error("service '" + impl_->name + "' got a request, but has no callback");
  }
  std::shared_ptr<void> response = impl_->handler(this, request_header, std::move(request));
  if (!response) {
    return;  // the program sends it later
  }
  if (impl_->serialized) {
    respond(*request_header, *std::static_pointer_cast<SerializedMessage>(response));
  } else {
    respond(*request_header, std::move(response));
  }
}

std::shared_ptr<rmw_request_id_t> ServiceBase::create_request_header()
{
  return std::allocate_shared<rmw_request_id_t>(detail::BlockAllocator<rmw_request_id_t>());
}

void ServiceBase::respond(const rmw_request_id_t & request_id, std::shared_ptr<void> response)
{
  if (!response) {
    throw std::invalid_argument("response of service '" + impl_->name + "': it is null");
  }
  const detail::TypeSupport & type = *impl_->type.response.type;
  const void * const message = response.get();
  impl_->respond(
    request_id, message,
    [&] {
      Call call;
      call.type = &type;
      call.message =
        response.use_count() == 1
          ? std::move(response)
          : detail::share_mutable(detail::UniqueMessage(type.copy(type, message), {&type}));
      return call;
    },
    [&] { return queue::encode(type, message, queue::allocate_for(*impl_->remote)); });
}

void ServiceBase::respond(const rmw_request_id_t & request_id, const SerializedMessage & response)
{
  impl_->respond(
    request_id, nullptr,
    [&] {
      Call call;
      call.sample = rmw::Sample(queue::encode(response, queue::allocate_here));
      return call;
    },
    [&] { return queue::encode(response, queue::allocate_for(*impl_->remote)); });
}

void ServiceBase::set_on_new_request_callback(std::function<void(std::size_t)> callback)
{
  impl_->requests->set_on_new_item(std::move(callback));
}

void ServiceBase::clear_on_new_request_callback()
{
  impl_->requests->clear_on_new_item();
}

ServiceStatistics ServiceBase::statistics() const
{
  const queue::Statistics queue = impl_->requests->statistics();
  ServiceStatistics statistics;
  statistics.received = queue.received;
  statistics.delivered = queue.delivered;
  statistics.answered = impl_->answered_count.load(std::memory_order_relaxed);
  statistics.dropped = queue.dropped;
  statistics.malformed = impl_->malformed.count();
  statistics.waiting = queue.waiting;
  return statistics;
}

bool ServiceBase::exchange_in_use_by_wait_set_state(bool in_use_state)
{
  return impl_->in_use_by_wait_set.exchange(in_use_state);
}

bool ServiceBase::has_item(executors::detail::Due &) const noexcept
{
  return !impl_->requests->empty();
}

void ServiceBase::set_introspection(
  Clock::SharedPtr clock, const QoS & qos, rcl_service_introspection_state_t state)
{
  impl_->set_introspection(std::move(clock), qos, state);
}

}  // namespace rclcpp
