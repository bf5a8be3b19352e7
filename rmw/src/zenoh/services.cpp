// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Clients and services on Zenoh: queries and their replies.

#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "rmw/fork.hpp"
#include "rmw/log.hpp"
#include "rmw/names.hpp"
#include "rmw/request.hpp"
#include "zenoh/endpoint_impl.hpp"

namespace rmw::zenoh
{
namespace
{

constexpr std::size_t cdr_header_size = 4;

// The first half of a GID is RequestId::client, the second the number of the peer. On DDS the two
// are independent; together they are the GID that rmw_zenoh_cpp shows as writer_guid.
std::uint64_t half_of(const Gid & gid, std::size_t offset)
{
  std::uint64_t half = 0;
  std::memcpy(&half, gid.data() + offset, sizeof(half));
  return half;
}

Gid gid_of(std::uint64_t client, std::uint64_t peer)
{
  Gid gid{};
  std::memcpy(gid.data(), &client, sizeof(client));
  std::memcpy(gid.data() + sizeof(client), &peer, sizeof(peer));
  return gid;
}

// The DDS names of a service's two topics, with the type as Zenoh names it.
struct ServiceNames
{
  explicit ServiceNames(const ServiceOptions & options)
  : requests(dds_topic_name(TopicKind::request, options.service)),
    responses(dds_topic_name(TopicKind::reply, options.service)),
    request_type(dds_type_name(options.request_type)),
    response_type(dds_type_name(options.response_type)),
    type(request_type.substr(0, request_type.rfind("Request_")))
  {
  }
  std::string requests;
  std::string responses;
  std::string request_type;
  std::string response_type;
  std::string type;
};

EndpointPtr describe_requests(
  const ParticipantImpl & participant, EndpointKind kind, const ServiceOptions & options)
{
  const ServiceNames names(options);
  participant.check_permitted(kind, names.requests);
  participant.check_permitted(detail::other_side(kind), names.responses);
  auto description = std::make_shared<Endpoint>();
  description->kind = kind;
  description->participant = participant.gid();
  description->topic = names.requests;
  description->type = names.request_type;
  description->type_hash = options.service_hash.empty()
                             ? hash_of_peers(participant, kind, names.requests, names.request_type)
                             : options.service_hash;
  if (description->type_hash.empty()) {
    report_unknown_hash("calls of service '" + options.service + "'", shown_type(names.type));
    description->type_hash = unknown_hash;
  }
  EndpointOptions endpoint;
  endpoint.topic = names.requests;
  endpoint.type = names.request_type;
  endpoint.qos = options.qos;
  description->qos = participant.resolve_qos(kind, endpoint);
  return description;
}

// Moves the CDR header to the end of the request id, which Zenoh has in the attachment. Returns the
// bytes to send, a part of `buffer`.
std::span<const std::byte> without_request_id(Buffer & buffer)
{
  const std::span<std::byte> bytes = buffer.bytes();
  std::byte * const begin = bytes.data() + request_header_size;
  std::memcpy(begin, bytes.data(), cdr_header_size);
  return {begin, bytes.size() - request_header_size};
}

// Returns the received bytes with the request id behind the CDR header.
Sample with_request_id(const rxros2_zenoh_sample & received, const RequestId & id)
{
  Buffer buffer(received.size + request_header_size);
  std::byte * const begin = buffer.bytes().data();
  copy_parts(received, begin + request_header_size);
  std::memcpy(begin, begin + request_header_size, cdr_header_size);
  write_request_id(buffer.bytes(), id);
  return Sample(std::move(buffer));
}

// The part that clients and services share: two endpoints in the graph; one matches the other
// side.
class ServiceEnd : public EndpointImpl
{
protected:
  struct Events final : EndpointListener
  {
    explicit Events(ServiceEnd & to) : owner(to) {}
    void on_mismatch(const MismatchReport & report) noexcept override
    {
      owner.on_incompatible(report.text);
    }
    ServiceEnd & owner;
  };

  ServiceEnd(
    std::shared_ptr<ParticipantImpl> participant, EndpointKind kind, NodeHandle & node,
    const ServiceOptions & options)
  : EndpointImpl(participant, describe_requests(*participant, kind, options), events_),
    events_(*this),
    node_(node),
    options_(options)
  {
  }

  virtual void on_incompatible(const std::string & message) noexcept = 0;

  // Creates the engine's part by `create`, which gets the entity.
  template <typename Create>
  void open_service(Create && create)
  {
    const bool is_client = description_->kind == EndpointKind::writer;
    const std::string operation = std::string("cannot create a ") +
                                  (is_client ? "client" : "server") + " of service '" +
                                  options_.service + "'";
    const ServiceNames service(options_);
    EntityNames names = participant_->names_of(&node_, operation);
    names.name = options_.service;
    names.type_name = service.type;
    names.type_hash = description_->type_hash;
    const rxros2_zenoh_entity entity = participant_->make_entity(
      is_client ? RXROS2_ZENOH_CLIENT : RXROS2_ZENOH_SERVICE, node_.id(), names, description_->qos);
    open(entity, operation, [&](rxros2_zenoh_fault * fault) { return create(entity, fault); });
    auto responses = std::make_shared<Endpoint>(*description_);
    responses->kind = is_client ? EndpointKind::reader : EndpointKind::writer;
    responses->gid = of_responses(description_->gid);
    responses->topic = service.responses;
    responses->type = service.response_type;
    responses_ = std::move(responses);
  }

public:
  // Shows both endpoints in the graph. Call it once, when the object is shared.
  void show(const std::shared_ptr<ServiceEnd> & self)
  {
    participant_->graph()->add_endpoint(responses_, 0);
    participant_->add(self);
    const Gid & gid = description_->gid;
    const bool is_client = description_->kind == EndpointKind::writer;
    node_.add_both(is_client ? responses_->gid : gid, is_client ? gid : responses_->gid);
  }

  // Removes them. Call it first in the destruction.
  void hide()
  {
    if (is_forked_copy()) {
      return;  // a thread of the parent may have held a lock of the graph
    }
    const Gid & gid = description_->gid;
    const bool is_client = description_->kind == EndpointKind::writer;
    node_.remove_both(is_client ? responses_->gid : gid, is_client ? gid : responses_->gid);
    participant_->graph()->remove_endpoint(responses_->gid);
  }

private:
  Events events_;
  NodeHandle & node_;

protected:
  const ServiceOptions options_;

private:
  EndpointPtr responses_;
};

class ClientEnd final : public ServiceEnd
{
public:
  ClientEnd(
    std::shared_ptr<ParticipantImpl> participant, NodeHandle & node, const ServiceOptions & options,
    ClientListener & listener)
  : ServiceEnd(std::move(participant), EndpointKind::writer, node, options), listener_(listener)
  {
    open_service([&](const rxros2_zenoh_entity & entity, rxros2_zenoh_fault * fault) {
      rxros2_zenoh_client * client = nullptr;
      const bool is_made = library().create_client(
        participant_->session(), &entity,
        [](void * self, const rxros2_zenoh_sample * sample) {
          static_cast<ClientEnd *>(self)->on_response(*sample);
        },
        [](void * self, std::int64_t, rxros2_zenoh_text reason) {
          static_cast<ClientEnd *>(self)->on_failure(to_view(reason));
        },
        this, &client, fault);
      client_.reset(client);
      return is_made;
    });
  }
  ~ClientEnd() override { end(); }

  void send(Buffer && request, std::int64_t sequence)
  {
    participant_->note_write();
    const std::span<const std::byte> bytes = without_request_id(request);
    const Sample sample(std::move(request));
    const rxros2_zenoh_payload payload = to_payload(sample, bytes);
    rxros2_zenoh_info info{sequence, now_ns(), {}};
    std::copy(description_->gid.begin(), description_->gid.end(), info.gid);
    checked(
      [this] { return "cannot send a request to service '" + options_.service + "'"; },
      [&](rxros2_zenoh_fault * fault) {
        return library().send_request(client_.get(), &payload, &info, fault);
      });
  }

private:
  void close() override { client_.reset(); }

  void on_response(const rxros2_zenoh_sample & received)
  {
    call([&] {
      const RequestId id{half_of(description_->gid, 0), received.info.sequence_number};
      SampleInfo info;
      info.source_timestamp_ns = received.info.source_time;
      info.received_timestamp_ns = now_ns();
      // A response does not name its server.
      const auto servers = matched();
      info.writer = servers.size() == 1 ? servers.front() : detail::unknown_endpoint();
      listener_.on_response(with_request_id(received, id), id.sequence, info);
    });
  }

  void on_failure(std::string_view reason)
  {
    // On a thread of Zenoh, where a line to /rosout must not be written.
    const detail::ListenerScope scope;
    const DeferredNotifications deferred;
    log(
      RMW_LOG_SEVERITY_ERROR, "client of service '" + options_.service +
                                "': a request has no response: " + std::string(reason));
  }

  void matches_changed(const EndpointPtr &, bool) override { listener_.on_availability_changed(); }
  void on_incompatible(const std::string & message) noexcept override
  {
    listener_.on_incompatible(message);
  }

  ClientListener & listener_;
  Client client_;
};

class ServerEnd final : public ServiceEnd
{
public:
  ServerEnd(
    std::shared_ptr<ParticipantImpl> participant, NodeHandle & node, const ServiceOptions & options,
    ServiceListener & listener)
  : ServiceEnd(std::move(participant), EndpointKind::reader, node, options), listener_(listener)
  {
    open_service([&](const rxros2_zenoh_entity & entity, rxros2_zenoh_fault * fault) {
      rxros2_zenoh_service * service = nullptr;
      const bool is_made = library().create_service(
        participant_->session(), &entity,
        [](void * self, const rxros2_zenoh_sample * sample, rxros2_zenoh_request * request) {
          static_cast<ServerEnd *>(self)->on_request(*sample, Request(request));
        },
        this, &service, fault);
      service_.reset(service);
      return is_made;
    });
  }
  ~ServerEnd() override { end(); }

  void reply(Buffer && response, const RequestId & id, std::uint64_t peer)
  {
    Request request;
    {
      std::lock_guard lock(requests_mutex_);
      const auto request_entry = requests_.find({id.client, peer, id.sequence});
      if (request_entry == requests_.end()) {
        return;
      }
      request = std::move(request_entry->second);
      requests_.erase(request_entry);
    }
    participant_->note_write();
    const std::span<const std::byte> bytes = without_request_id(response);
    const Sample sample(std::move(response));
    const rxros2_zenoh_payload payload = to_payload(sample, bytes);
    rxros2_zenoh_info info{id.sequence, now_ns(), {}};
    const Gid client = gid_of(id.client, peer);
    std::copy(client.begin(), client.end(), info.gid);
    checked(
      [this] { return "cannot send a response of service '" + options_.service + "'"; },
      [&](rxros2_zenoh_fault * fault) {
        return library().send_response(request.get(), &payload, &info, fault);
      });
  }

  std::size_t kept() const
  {
    std::lock_guard lock(requests_mutex_);
    return requests_.size();
  }

private:
  using Key = std::tuple<std::uint64_t, std::uint64_t, std::int64_t>;

  // Requests that nobody answered; further ones take the place of the oldest.
  static constexpr std::size_t most_requests = 10000;

  void close() override
  {
    service_.reset();
    std::map<Key, Request> unanswered;  // released after the lock
    std::lock_guard lock(requests_mutex_);
    unanswered.swap(requests_);
    order_.clear();
  }

  void on_request(const rxros2_zenoh_sample & received, Request && request)
  {
    const Gid gid = to_gid(received.info.gid);
    const RequestId id{half_of(gid, 0), received.info.sequence_number};
    const std::uint64_t peer = half_of(gid, 8);
    call([&] {
      SampleInfo info;
      info.source_timestamp_ns = received.info.source_time;
      info.received_timestamp_ns = now_ns();
      const EndpointPtr client = participant_->graph()->find_gid(gid);
      info.writer = client ? client : unannounced_endpoint(EndpointKind::writer, gid);
      if (peer == 0) {  // which is no number of a peer, and no hash
        listener_.on_malformed(info);
        return;
      }
      Sample sample = with_request_id(received, id);
      keep({id.client, peer, id.sequence}, std::move(request));
      listener_.on_request(std::move(sample), id, peer, info);
    });
  }

  void keep(const Key & key, Request && request)
  {
    std::vector<Request> dropped;  // released after the lock
    std::lock_guard lock(requests_mutex_);
    const auto [entry, is_new] = requests_.try_emplace(key);
    dropped.push_back(std::exchange(entry->second, std::move(request)));
    if (!is_new) {
      return;
    }
    order_.push_back(key);
    while (requests_.size() > most_requests) {
      if (const auto oldest = requests_.find(order_.front()); oldest != requests_.end()) {
        dropped.push_back(std::move(oldest->second));
        requests_.erase(oldest);
      }
      order_.pop_front();
    }
    // Keys of answered requests leave the order when it is twice as long as needed.
    if (order_.size() > 2 * requests_.size() + 64) {
      std::erase_if(order_, [this](const Key & key) { return !requests_.contains(key); });
    }
  }

  void on_incompatible(const std::string & message) noexcept override
  {
    listener_.on_incompatible(message);
  }

  ServiceListener & listener_;
  mutable std::mutex requests_mutex_;  // guards requests_ and order_
  std::map<Key, Request> requests_;    // not answered yet
  std::deque<Key> order_;              // the oldest first; may contain answered ones
  Service service_;
};

class ClientImpl final : public detail::ClientBase
{
public:
  explicit ClientImpl(std::shared_ptr<ClientEnd> end) : end_(std::move(end)) { end_->show(end_); }
  ~ClientImpl() override
  {
    end_->hide();
    detail::EndpointBase::drop(std::move(end_));
  }

  std::uint64_t id() const override { return half_of(end_->description()->gid, 0); }
  void send(Buffer && request, std::int64_t sequence) override
  {
    end_->send(std::move(request), sequence);
  }
  bool available() const override { return end_->matched_count() != 0; }
  bool has_servers() const override { return available(); }
  const rmw_qos_profile_t & request_qos() const override { return end_->description()->qos; }
  const rmw_qos_profile_t & response_qos() const override { return end_->description()->qos; }

private:
  std::shared_ptr<ClientEnd> end_;
};

class ServiceImpl final : public detail::ServiceBase
{
public:
  explicit ServiceImpl(std::shared_ptr<ServerEnd> end) : end_(std::move(end)) { end_->show(end_); }
  ~ServiceImpl() override
  {
    end_->hide();
    detail::EndpointBase::drop(std::move(end_));
  }

  void reply(Buffer && response, const RequestId & id, std::uint64_t peer) override
  {
    end_->reply(std::move(response), id, peer);
  }
  const rmw_qos_profile_t & request_qos() const override { return end_->description()->qos; }
  const rmw_qos_profile_t & response_qos() const override { return end_->description()->qos; }
  std::size_t kept() const override { return end_->kept(); }

private:
  std::shared_ptr<ServerEnd> end_;
};

}  // namespace

std::unique_ptr<detail::ClientBase> ParticipantImpl::create_client(
  rmw::Participant &, NodeHandle & node, const ServiceOptions & options, ClientListener & listener)
{
  return std::make_unique<ClientImpl>(std::make_shared<ClientEnd>(
    std::static_pointer_cast<ParticipantImpl>(shared_from_this()), node, options, listener));
}

std::unique_ptr<detail::ServiceBase> ParticipantImpl::create_service(
  rmw::Participant &, NodeHandle & node, const ServiceOptions & options, ServiceListener & listener)
{
  return std::make_unique<ServiceImpl>(std::make_shared<ServerEnd>(
    std::static_pointer_cast<ParticipantImpl>(shared_from_this()), node, options, listener));
}

}  // namespace rmw::zenoh
