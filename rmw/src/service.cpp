// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Receiving requests, and the gate through which responses go: none before its reader is known.

#include "rmw/service.hpp"

#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rmw/log.hpp"
#include "rmw/user_data.hpp"
#include "service_endpoints.hpp"

namespace rmw
{

class Service::Impl final : public detail::ServiceEndpoints
{
public:
  Impl(
    Participant & participant, NodeHandle & node, const ServiceOptions & options,
    ServiceListener & listener)
  : ServiceEndpoints(Side::service, node, options), listener_(listener)
  {
    open(participant);
  }
  ~Impl() { close(); }

  void reply(Buffer && response, const RequestId & id, std::uint64_t peer)
  {
    write_request_id(response.bytes(), id);
    std::optional<Buffer> dropped;  // destroyed after the lock
    {
      std::lock_guard lock(mutex_);
      const auto found = clients_.find(peer);
      if (found == clients_.end()) {
        return;
      }
      RemoteClient & client = found->second;
      if (!readers_.contains(client.id)) {
        client.kept.push_back(std::move(response));
        if (client.kept.size() > kept_per_client) {
          dropped = std::move(client.kept.front());
          client.kept.pop_front();
          complain(client);
        }
        return;
      }
    }
    writer().write(std::move(response));
  }

  std::size_t kept()
  {
    std::lock_guard lock(mutex_);
    std::size_t count = 0;
    for (const auto & [peer, client] : clients_) {
      count += client.kept.size();
    }
    return count;
  }

private:
  struct RemoteClient
  {
    std::string id;  // of its endpoints
    Gid gid{};       // of its writer
    bool matched = false;
    bool complained = false;
    std::deque<Buffer> kept;
  };

  static std::uint64_t number_of(const Gid & gid) { return GidHash()(gid) | 1; }

  // What a client's two endpoints have in common: the id that they announce; of those that announce
  // none (Rust's ros2-client), their participant.
  static std::string id_of(const Endpoint & endpoint)
  {
    return user_data_value(endpoint.user_data, "clientid").value_or(to_string(endpoint.participant));
  }

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
    const std::uint64_t peer = number_of(info.writer->gid);
    {
      std::lock_guard lock(mutex_);
      add_client(peer, *info.writer);  // the match may not be told yet
    }
    listener_.on_request(std::move(sample), *id, peer, info);
  }

  RemoteClient & add_client(std::uint64_t peer, const Endpoint & request_writer)
  {
    const auto [entry, is_new] = clients_.try_emplace(peer);
    if (is_new) {
      entry->second.gid = request_writer.gid;
      entry->second.id = id_of(request_writer);
    }
    return entry->second;
  }

  void on_peers_changed() noexcept override
  {
    std::unordered_set<std::uint64_t> present;
    for (const auto & peer : reader().matched_writers()) {
      if (understands(*peer)) {
        const std::uint64_t number = number_of(peer->gid);
        present.insert(number);
        add_client(number, *peer).matched = true;
      }
    }
    std::erase_if(clients_, [&](const auto & entry) {
      return entry.second.matched && !present.contains(entry.first);
    });
    readers_.clear();
    for (const auto & peer : writer().matched_readers()) {
      readers_.insert(id_of(*peer));
    }
    for (auto & [number, client] : clients_) {
      if (!client.kept.empty() && readers_.contains(client.id)) {
        for (Buffer & response : client.kept) {
          writer().write_later(std::move(response));
        }
        client.kept.clear();
      }
    }
  }

  void on_incompatible(const std::string & message) noexcept override
  {
    listener_.on_incompatible(message);
  }

  void complain(RemoteClient & client)
  {
    if (!std::exchange(client.complained, true)) {
      log(
        RMW_LOG_SEVERITY_WARN, "server of service '" + service() + "': client " +
                                 to_string(client.gid) + " sent requests, but the reader for its "
                                 "responses is not there; more than " +
                                 std::to_string(kept_per_client) +
                                 " responses wait for it, so that the oldest are dropped");
    }
  }

  ServiceListener & listener_;
  // All below: mutex_.
  std::unordered_map<std::uint64_t, RemoteClient> clients_;  // by number_of(gid)
  std::unordered_set<std::string> readers_;                  // id_of() matched readers
};

Service::Service(
  Participant & participant, NodeHandle & node, const ServiceOptions & options,
  ServiceListener & listener)
: impl_(std::make_unique<Impl>(participant, node, options, listener))
{
}
Service::~Service() = default;

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
