// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Sends requests to local servers and DDS, and delivers the responses of both through the queue to
// the pending requests.
#include "rclcpp/client.hpp"

#include <atomic>
#include <limits>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/clock.hpp"
#include "base/condition.hpp"
#include "cdr/error.hpp"
#include "local/service.hpp"
#include "pubsub/endpoint.hpp"
#include "queue/message_queue.hpp"
#include "rclcpp/detail/block_pool.hpp"
#include "rclcpp/detail/message/message.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"
#include "rmw/client.hpp"
#include "rmw/fork.hpp"
#include "service_msgs/msg/service_event_info.hpp"
#include "services/endpoint.hpp"
#include "services/response_box.hpp"
#include "time/virtual_wait.hpp"

namespace rclcpp
{

using local::LocalServers;
using queue::Call;
using service_msgs::msg::ServiceEventInfo;
using services::ResponseBox;

struct ClientBase::Impl final : services::Endpoint, rmw::ClientListener
{
  // The local servers that this client reaches, and the threads that wait for one.
  struct Local final : local::LocalClient
  {
    Local(Impl & client, const local::Side & its_side)
    : LocalClient(its_side, client.remote->id(), client.box), owner(client)
    {
    }
    void set_servers(std::shared_ptr<const LocalServers> servers) noexcept override
    {
      {
        std::lock_guard lock(owner.mutex);
        owner.servers.swap(servers);
      }
      owner.changed.notify_all();
    }
    void mismatched(const std::string & report) override { owner.incompatible(report); }
    Impl & owner;
  };

  Impl(
    ClientBase & entity, node_interfaces::NodeBaseInterface & node_base,
    const detail::ServiceType & service_type, const std::string & service, const QoS & qos)
  : Endpoint(node_base, service_type, service, "client"),
    box(std::make_shared<ResponseBox>(
      entity, services::queue_length(qos, std::numeric_limits<std::size_t>::max()))),
    remote(
      std::make_unique<rmw::Client>(node->participant(), node->rmw_node(), options(qos), *this)),
    local_service(find_local(qos)),
    local(
      *this,
      {type, remote->request_qos(), remote->response_qos(), node->get_fully_qualified_name()})
  {
    local_service->add(local);
  }

  ~Impl() override
  {
    local_service->remove(local);
    remote.reset();
    box->responses.close();
    // Here, and not where the last server of this process releases the box.
    box->prune(ResponseBox::Time::max());
  }

  void on_response(
    rmw::Sample && response, std::int64_t sequence, const rmw::SampleInfo & info) noexcept override
  {
    Call call;
    call.sample = std::move(response);
    call.id.sequence_number = sequence;
    call.sender = info.writer->gid;
    const std::shared_ptr<ResponseBox> kept = box;
    kept->deliver(std::move(call));
  }
  void on_malformed(const rmw::SampleInfo & info) noexcept override
  {
    malformed.report(info.writer->gid, "it is too short");
  }
  void on_availability_changed() noexcept override
  {
    std::lock_guard lock(mutex);  // a thread that tests it now is about to wait
    changed.notify_all();
  }
  void on_incompatible(const std::string & message) noexcept override { incompatible(message); }

  rmw_request_id_t header(std::int64_t sequence) const
  {
    return services::to_header({local.id, sequence}, 0);
  }

  std::shared_ptr<const LocalServers> local_servers() const
  {
    std::lock_guard lock(mutex);
    return servers;
  }

  bool available() const  // call with the mutex held
  {
    return (servers && !servers->empty()) || (remote && remote->available());
  }

  // Takes the oldest response that `read(call)` can use.
  template <typename Read>
  bool take(rmw_request_id_t & id, const void * event_message, const Read & read)
  {
    Call call;
    std::int64_t next_arrival_ns;
    while (box->responses.pop(call, next_arrival_ns)) {
      if (unless_malformed(call, [&] { read(call); })) {
        id = header(call.id.sequence_number);
        delivered(id, event_message);
        return true;
      }
    }
    return false;
  }

  // Returns false if `read` finds that it is not a response: another server may send a valid one.
  template <typename Read>
  bool unless_malformed(const Call & call, const Read & read)
  {
    try {
      read();
      return true;
    } catch (const cdr::error & error) {
      box->reject(call.id.sequence_number);
      malformed.report(call.sender, error.what());
      return false;
    }
  }

  void delivered(const rmw_request_id_t & id, const void * event_message)
  {
    box->responses.count_delivered();
    introspect(ServiceEventInfo::RESPONSE_RECEIVED, id, event_message);
  }

  // Sends `wire` to DDS unless it is null, and the calls of `make_call` to local servers.
  template <typename MakeCall>
  std::int64_t send(
    std::optional<rmw::Buffer> wire, ResponseBox::Pending pending, bool serialized,
    const void * event_message, const MakeCall & make_call)
  {
    const std::int64_t sequence = box->add(std::move(pending), serialized);
    const rmw_request_id_t id = header(sequence);
    introspect(ServiceEventInfo::REQUEST_SENT, id, event_message);
    try {
      const auto reached = local_servers();
      if (!wire && reached->empty()) {
        report_lost_request();
      }
      for (std::size_t i = 0; i < reached->size(); ++i) {
        Call call = make_call(i + 1 == reached->size());
        call.id = id;
        call.arrival_ns = base::steady_now();
        (*reached)[i]->push(std::move(call));
      }
      if (wire) {
        remote->send(*std::move(wire), sequence);
      }
    } catch (...) {
      box->give_up(sequence);  // a local server may have answered already
      throw;
    }
    return sequence;
  }

  // A server that starts later does not get the request, so that its caller waits for ever. Clients
  // of actions have other functions to wait with, and their cancel requests may come too late.
  void report_lost_request()
  {
    const bool is_of_action = name.find("/_action/") != std::string::npos;
    if (!is_of_action && !is_loss_reported.exchange(true)) {
      RCLCPP_WARN(
        logger(),
        "a request to service '%s' is lost and will never be answered, because this client knows "
        "no server of it; call wait_for_service() first. Further losses are not logged",
        name.c_str());
    }
  }

  const std::shared_ptr<ResponseBox> box;
  std::atomic<bool> is_loss_reported{false};

  mutable std::mutex mutex;  // guards `servers`
  base::Condition changed;   // available() may have become true
  std::shared_ptr<const LocalServers> servers = std::make_shared<LocalServers>();

  std::atomic<bool> in_use_by_wait_set{false};
  std::unique_ptr<rmw::Client> remote;
  const std::shared_ptr<local::LocalService> local_service;
  Local local;
};

ClientBase::ClientBase(
  node_interfaces::NodeBaseInterface * node_base, const detail::ServiceType & type,
  const std::string & service, const QoS & qos)
: impl_(std::make_unique<Impl>(*this, *node_base, type, service, qos))
{
}

ClientBase::~ClientBase()
{
  if (rmw::is_forked_copy()) {
    rmw::leak(impl_);
  }
}

const char * ClientBase::get_service_name() const
{
  return impl_->name.c_str();
}

QoS ClientBase::get_request_publisher_actual_qos() const
{
  return pubsub::to_qos(impl_->remote->request_qos());
}

QoS ClientBase::get_response_subscription_actual_qos() const
{
  return pubsub::to_qos(impl_->remote->response_qos());
}

bool ClientBase::service_is_ready() const
{
  std::lock_guard lock(impl_->mutex);
  return impl_->available();
}

bool ClientBase::wait_for_service_nanoseconds(std::chrono::nanoseconds timeout)
{
  const Context::SharedPtr context = impl_->node->get_context();
  const auto start = std::chrono::steady_clock::now();
  Impl & impl = *impl_;
  // Wakes this thread at shutdown; after its removal it does not run.
  const OnShutdownCallbackHandle on_shutdown = context->add_on_shutdown_callback([&impl] {
    std::lock_guard lock(impl.mutex);
    impl.changed.notify_all();
  });
  bool available = false;
  {
    std::unique_lock lock(impl.mutex);
    const auto done = [&] {
      available = impl.available();
      return available || !context->is_valid();
    };
    const bool for_ever =
      timeout.count() < 0 || timeout >= std::chrono::steady_clock::time_point::max() - start;
    if (detail::is_virtual()) {
      const std::int64_t until =
        for_ever ? VirtualWorld::never : base::steady_now() + timeout.count();
      detail::wait_virtually(lock, until, done);
    } else if (for_ever) {
      impl.changed.wait(lock, done);
    } else {
      impl.changed.wait_until(lock, start + timeout, done);
    }
  }
  context->remove_on_shutdown_callback(on_shutdown);
  return available && context->is_valid();
}

std::int64_t ClientBase::send(
  std::shared_ptr<void> request, std::unique_ptr<detail::PendingRequest> pending)
{
  if (!request) {
    throw std::invalid_argument("request to service '" + impl_->name + "': it is null");
  }
  const detail::TypeSupport & type = *impl_->type.request.type;
  const void * const message = request.get();
  std::optional<rmw::Buffer> wire;
  if (impl_->remote->has_servers()) {
    wire = queue::encode(type, message, queue::allocate_for(*impl_->remote));
  }
  return impl_->send(std::move(wire), std::move(pending), false, message, [&](bool last) {
    Call call;
    call.type = &type;
    if (last && request.use_count() == 1) {
      call.message = std::move(request);
    } else {
      call.message =
        detail::share_mutable(detail::UniqueMessage(type.copy(type, message), {&type}));
    }
    return call;
  });
}

std::int64_t ClientBase::send(
  const SerializedMessage & request, std::unique_ptr<detail::PendingRequest> pending)
{
  std::optional<rmw::Buffer> wire;
  if (impl_->remote->has_servers()) {
    wire = queue::encode(request, queue::allocate_for(*impl_->remote));
  }
  return impl_->send(std::move(wire), std::move(pending), true, nullptr, [&](bool) {
    Call call;
    call.sample = rmw::Sample(queue::encode(request, queue::allocate_here));
    return call;
  });
}

bool ClientBase::take_type_erased_response(
  void * response_out, rmw_request_id_t & request_header_out)
{
  return impl_->take(request_header_out, response_out, [&](const Call & call) {
    call.decode(impl_->type.response, response_out);
  });
}

bool ClientBase::take_serialized_response(
  SerializedMessage & response_out, rmw_request_id_t & request_header_out)
{
  return impl_->take(
    request_header_out, nullptr, [&](const Call & call) { call.serialize(response_out); });
}

bool ClientBase::execute_one()
{
  Call call;
  std::int64_t next_arrival_ns;
  if (!impl_->box->responses.pop(call, next_arrival_ns)) {
    return false;
  }
  if (next_arrival_ns != queue::never) {
    ready_again(next_arrival_ns);
  }
  const std::int64_t sequence = call.id.sequence_number;
  std::shared_ptr<void> response;
  const bool is_response = impl_->unless_malformed(call, [&] {
    if (call.wants_bytes) {
      auto bytes = std::make_shared<SerializedMessage>();
      call.serialize(*bytes);
      response = std::move(bytes);
    } else {
      response = call.take_struct(impl_->type.response, [this] { return create_response(); });
    }
  });
  if (!is_response) {
    return true;
  }
  const auto header = create_request_header();
  *header = impl_->header(sequence);
  impl_->delivered(*header, call.wants_bytes ? nullptr : response.get());
  handle_response(header, std::move(response));
  return true;
}

void ClientBase::handle_response(
  std::shared_ptr<rmw_request_id_t> request_header, std::shared_ptr<void> response)
{
  if (const auto pending = impl_->box->take(request_header->sequence_number)) {
    pending->complete(std::move(response));
  }
}

std::shared_ptr<rmw_request_id_t> ClientBase::create_request_header()
{
  return std::allocate_shared<rmw_request_id_t>(
    detail::BlockAllocator<rmw_request_id_t>(), impl_->header(0));
}

bool ClientBase::remove_pending_request(std::int64_t request_id)
{
  return impl_->box->give_up(request_id);
}

std::size_t ClientBase::prune_pending_requests()
{
  return prune_older_than(ResponseBox::Time::max()).size();
}

std::vector<std::int64_t> ClientBase::prune_older_than(std::chrono::system_clock::time_point time)
{
  return impl_->box->prune(time);
}

void ClientBase::set_on_new_response_callback(std::function<void(std::size_t)> callback)
{
  impl_->box->responses.set_on_new_item(std::move(callback));
}

void ClientBase::clear_on_new_response_callback()
{
  impl_->box->responses.clear_on_new_item();
}

ClientStatistics ClientBase::statistics() const
{
  const ResponseBox::Counters counters = impl_->box->counters();
  ClientStatistics statistics;
  statistics.sent = counters.sent;
  const queue::Statistics queue = impl_->box->responses.statistics();
  statistics.received = queue.received;
  statistics.delivered = queue.delivered;
  statistics.ignored = counters.ignored;
  statistics.dropped = queue.dropped;
  statistics.waiting = queue.waiting;
  statistics.malformed = impl_->malformed.count();
  statistics.pending = counters.pending;
  return statistics;
}

bool ClientBase::exchange_in_use_by_wait_set_state(bool in_use_state)
{
  return impl_->in_use_by_wait_set.exchange(in_use_state);
}

bool ClientBase::has_item(executors::detail::Due &) const noexcept
{
  return !impl_->box->responses.empty();
}

void ClientBase::set_introspection(
  Clock::SharedPtr clock, const QoS & qos, rcl_service_introspection_state_t state)
{
  impl_->set_introspection(std::move(clock), qos, state);
}

}  // namespace rclcpp
