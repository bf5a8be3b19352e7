// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Sends requests, and selects the responses of this client.

#include <atomic>
#include <random>
#include <string>
#include <unordered_set>
#include <utility>

#include "cyclonedds/participant_impl.hpp"
#include "cyclonedds/service_endpoints.hpp"
#include "rmw/client.hpp"
#include "rmw/user_data.hpp"

namespace rmw::detail
{
namespace
{

// Unique in this process, and random enough to differ from the ids of other processes.
std::uint64_t next_client_id()
{
  static const std::uint64_t start = [] {
    std::random_device device;
    return (std::uint64_t{device()} << 32) ^ device();
  }();
  static std::atomic<std::uint64_t> count{0};
  return start + ++count;
}

class ClientImpl final : public ServiceEndpoints, public ClientBase
{
public:
  ClientImpl(
    Participant & participant, NodeHandle & node, const ServiceOptions & options,
    ClientListener & listener)
  : ServiceEndpoints(Side::client, node, options), listener_(listener)
  {
    open(participant);
  }
  ~ClientImpl() override { close(); }

  std::uint64_t id() const override { return id_; }

  Buffer allocate(std::size_t size) override { return writer().allocate(size); }

  void send(Buffer && request, std::int64_t sequence) override
  {
    write_request_id(request.bytes(), {id_, sequence});
    writer().write(std::move(request));
  }

  bool available() const override { return available_.load(); }
  bool has_servers() const override { return has_servers_.load(); }
  const rmw_qos_profile_t & request_qos() const override { return writer().actual_qos(); }
  const rmw_qos_profile_t & response_qos() const override { return reader().actual_qos(); }

private:
  void on_sample(Sample && sample, const SampleInfo & info) noexcept override
  {
    if (!sends_request_ids(info.writer->gid)) {
      return;
    }
    const auto request_id = read_request_id(sample.bytes());
    if (!request_id) {
      listener_.on_malformed(info);
    } else if (request_id->client == id_) {
      listener_.on_response(std::move(sample), request_id->sequence, info);
    }
  }

  // Each server has two endpoints, and either may be discovered first; the ids in their user data
  // connect them. Servers that announce no id count as one.
  void on_peers_changed() noexcept override
  {
    std::unordered_set<std::string> ids;
    bool reads = false;
    for (const auto & peer : writer().matched_readers()) {
      if (understands(*peer)) {
        reads = true;
        if (auto service = user_data_value(peer->user_data, "serviceid")) {
          ids.insert(std::move(*service));
        }
      }
    }
    bool writes = false;
    for (const auto & peer : reader().matched_writers()) {
      if (understands(*peer)) {
        const auto service = user_data_value(peer->user_data, "serviceid");
        writes = writes || ids.empty() || (service && ids.contains(*service));
      }
    }
    has_servers_.store(reads);
    available_.store(reads && writes);
  }

  void peers_changed() noexcept override { listener_.on_availability_changed(); }

  void on_incompatible(const std::string & message) noexcept override
  {
    listener_.on_incompatible(message);
  }

  ClientListener & listener_;
  const std::uint64_t id_ = next_client_id();
  std::atomic<bool> available_{false};
  std::atomic<bool> has_servers_{false};
};

}  // namespace

std::unique_ptr<ClientBase> ParticipantImpl::create_client(
  Participant & participant, NodeHandle & node, const ServiceOptions & options,
  ClientListener & listener)
{
  return std::make_unique<ClientImpl>(participant, node, options, listener);
}

}  // namespace rmw::detail
