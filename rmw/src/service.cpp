// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Receives requests, and holds responses back until the client's reader is known.

#include "rmw/service.hpp"

#include <algorithm>
#include <deque>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/rate_limit.hpp"
#include "request_clients.hpp"
#include "rmw/log.hpp"
#include "service_endpoints.hpp"

namespace rmw
{

class Service::Impl final : public detail::ServiceEndpoints
{
public:
  Impl(
    Participant & participant, NodeHandle & node, const ServiceOptions & options,
    ServiceListener & listener)
  : ServiceEndpoints(Side::service, node, options), listener_(listener), graph_(participant.graph())
  {
    open(participant);
  }
  ~Impl() { close(); }

  void reply(Buffer && response, const RequestId & id, std::uint64_t peer)
  {
    write_request_id(response.bytes(), id);
    std::deque<PendingResponse> dropped;  // destroyed after the lock
    std::vector<std::string> complaints;  // logged after it, because that may enter user code
    {
      std::unique_lock lock(mutex_);
      Client * const client = clients_.find(peer);
      if (!client) {
        return;
      }
      if (readers_.contains(client->id)) {
        lock.unlock();
        writer().write(std::move(response));
        return;
      }
      keep(*client, {peer, std::move(response)}, dropped, complaints);
    }
    for (const std::string & complaint : complaints) {
      log(RMW_LOG_SEVERITY_WARN, complaint);
    }
  }

  std::size_t kept()
  {
    std::lock_guard lock(mutex_);
    return kept_.size();
  }

private:
  using Clients = detail::RequestClients;
  using Client = Clients::Client;

  struct PendingResponse
  {
    std::uint64_t peer;
    Buffer response;
  };

  void on_sample(Sample && sample, const SampleInfo & info) noexcept override
  {
    if (!sends_request_ids(info.writer->gid)) {
      return;
    }
    const auto id = read_request_id(sample.bytes());
    if (!id) {
      listener_.on_malformed(info);
      return;
    }
    {
      std::lock_guard lock(mutex_);
      clients_.add(*info.writer);  // the match may not have been reported yet
    }
    listener_.on_request(std::move(sample), *id, Clients::number_of(info.writer->gid), info);
  }

  void on_peers_changed() noexcept override
  {
    Clients::Endpoints writers = reader().matched_writers();
    std::erase_if(writers, [this](const auto & peer) { return !understands(*peer); });
    clients_.update(writers, graph_.endpoints(EndpointKind::writer, reader().endpoint()->topic));
    readers_.clear();
    for (const auto & peer : writer().matched_readers()) {
      readers_.insert(Clients::id_of(*peer));
    }
    for (PendingResponse & pending : std::exchange(kept_, {})) {
      Client * const client = clients_.find(pending.peer);
      if (client && !readers_.contains(client->id)) {
        kept_.push_back(std::move(pending));
        continue;
      }
      kept_bytes_ -= pending.response.bytes().size();
      if (client) {
        --client->kept;
        writer().write_later(std::move(pending.response));
      }
    }
  }

  void keep(
    Client & client, PendingResponse && response, std::deque<PendingResponse> & dropped,
    std::vector<std::string> & complaints)
  {
    const auto drop = [&](auto entry) {
      kept_bytes_ -= entry->response.bytes().size();
      if (Client * const owner = clients_.find(entry->peer)) {
        --owner->kept;
        complain(*owner, complaints);
      }
      dropped.push_back(std::move(*entry));
      kept_.erase(entry);
    };
    ++client.kept;
    kept_bytes_ += response.response.bytes().size();
    kept_.push_back(std::move(response));
    if (client.kept > kept_per_client) {
      drop(std::find_if(kept_.begin(), kept_.end(), [&](const PendingResponse & pending) {
        return pending.peer == kept_.back().peer;
      }));
    }
    while (kept_.size() > kept_in_all || (kept_bytes_ > kept_bytes_in_all && kept_.size() > 1)) {
      drop(kept_.begin());
    }
  }

  void on_incompatible(const std::string & message) noexcept override
  {
    listener_.on_incompatible(message);
  }

  void complain(Client & client, std::vector<std::string> & complaints)
  {
    if (std::exchange(client.complained, true)) {
      return;
    }
    if (const auto unsaid = reports_.pass()) {
      complaints.push_back(
        "server of service '" + service() + "': client " + to_string(client.gid) +
        " sent requests, but the reader for its responses is not there; too many responses wait "
        "for it or for others like it, so that the oldest are dropped" +
        base::and_as_many_unsaid(*unsaid));
    }
  }

  ServiceListener & listener_;
  const Graph & graph_;
  // mutex_ guards the members below.
  Clients clients_;
  // Responses that wait for their client's reader, the oldest first.
  std::deque<PendingResponse> kept_;
  std::size_t kept_bytes_ = 0;
  base::PeerReports reports_;
  std::unordered_set<std::string> readers_;  // Clients::id_of() of matched readers
};

Service::Service(
  Participant & participant, NodeHandle & node, const ServiceOptions & options,
  ServiceListener & listener)
: impl_(std::make_unique<Impl>(participant, node, options, listener))
{
}
Service::~Service() = default;

Buffer Service::allocate(std::size_t size)
{
  return impl_->writer().allocate(size);
}
void Service::reply(Buffer && response, const RequestId & id, std::uint64_t peer)
{
  impl_->reply(std::move(response), id, peer);
}
const rmw_qos_profile_t & Service::request_qos() const noexcept
{
  return impl_->reader().actual_qos();
}
const rmw_qos_profile_t & Service::response_qos() const noexcept
{
  return impl_->writer().actual_qos();
}
std::size_t Service::kept() const
{
  return impl_->kept();
}

}  // namespace rmw
