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
#include "cyclonedds/participant_impl.hpp"
#include "cyclonedds/request_clients.hpp"
#include "cyclonedds/service_endpoints.hpp"
#include "rmw/log.hpp"

namespace rmw::detail
{
namespace
{

class ServiceImpl final : public ServiceEndpoints, public ServiceBase
{
public:
  ServiceImpl(
    Participant & participant, NodeHandle & node, const ServiceOptions & options,
    ServiceListener & listener)
  : ServiceEndpoints(Side::service, node, options), listener_(listener), graph_(participant.graph())
  {
    open(participant);
  }
  ~ServiceImpl() override { close(); }

  Buffer allocate(std::size_t size) override { return writer().allocate(size); }

  void reply(Buffer && response, const RequestId & id, std::uint64_t peer) override
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

  const rmw_qos_profile_t & request_qos() const override { return reader().actual_qos(); }
  const rmw_qos_profile_t & response_qos() const override { return writer().actual_qos(); }

  std::size_t kept() const override
  {
    std::lock_guard lock(mutex_);
    return kept_.size();
  }

private:
  using Clients = RequestClients;
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
    if (client.kept > Service::kept_per_client) {
      drop(std::find_if(kept_.begin(), kept_.end(), [&](const PendingResponse & pending) {
        return pending.peer == kept_.back().peer;
      }));
    }
    while (kept_.size() > Service::kept_in_all ||
           (kept_bytes_ > Service::kept_bytes_in_all && kept_.size() > 1)) {
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

}  // namespace

std::unique_ptr<ServiceBase> ParticipantImpl::create_service(
  Participant & participant, NodeHandle & node, const ServiceOptions & options,
  ServiceListener & listener)
{
  return std::make_unique<ServiceImpl>(participant, node, options, listener);
}

}  // namespace rmw::detail
