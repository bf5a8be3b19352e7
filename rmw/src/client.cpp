// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Sends requests, and selects the responses of this client.

#include "rmw/client.hpp"

#include <atomic>
#include <random>
#include <string>
#include <unordered_set>
#include <utility>

#include "rmw/user_data.hpp"
#include "service_endpoints.hpp"

namespace rmw
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

}  // namespace

class Client::Impl final : public detail::ServiceEndpoints
{
public:
  Impl(
    Participant & participant, NodeHandle & node, const ServiceOptions & options,
    ClientListener & listener)
  : ServiceEndpoints(Side::client, node, options), listener_(listener)
  {
    open(participant);
  }
  ~Impl() { close(); }

  const std::uint64_t id = next_client_id();
  std::atomic<bool> available{false};
  std::atomic<bool> has_servers{false};

private:
  void on_sample(Sample && sample, const SampleInfo & info) noexcept override
  {
    if (!sends_request_ids(info.writer->gid)) {
      return;
    }
    const auto request_id = read_request_id(sample.bytes());
    if (!request_id) {
      listener_.on_malformed(info);
    } else if (request_id->client == id) {
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
    has_servers.store(reads);
    available.store(reads && writes);
  }

  void peers_changed() noexcept override { listener_.on_availability_changed(); }

  void on_incompatible(const std::string & message) noexcept override
  {
    listener_.on_incompatible(message);
  }

  ClientListener & listener_;
};

Client::Client(
  Participant & participant, NodeHandle & node, const ServiceOptions & options,
  ClientListener & listener)
: impl_(std::make_unique<Impl>(participant, node, options, listener))
{
}
Client::~Client() = default;

std::uint64_t Client::id() const noexcept
{
  return impl_->id;
}
Buffer Client::allocate(std::size_t size)
{
  return impl_->writer().allocate(size);
}
void Client::send(Buffer && request, std::int64_t sequence)
{
  write_request_id(request.bytes(), {impl_->id, sequence});
  impl_->writer().write(std::move(request));
}
bool Client::available() const noexcept
{
  return impl_->available.load();
}
bool Client::has_servers() const noexcept
{
  return impl_->has_servers.load();
}
const rmw_qos_profile_t & Client::request_qos() const noexcept
{
  return impl_->writer().actual_qos();
}
const rmw_qos_profile_t & Client::response_qos() const noexcept
{
  return impl_->reader().actual_qos();
}

}  // namespace rmw
