// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The public functions of the client.

#include "rmw/client.hpp"

#include <utility>

#include "engine/participant_base.hpp"

namespace rmw
{

Client::Client(
  Participant & participant, NodeHandle & node, const ServiceOptions & options,
  ClientListener & listener)
: impl_(participant.impl_->create_client(participant, node, options, listener))
{
}
Client::~Client() = default;

std::uint64_t Client::id() const noexcept
{
  return impl_->id();
}
Buffer Client::allocate(std::size_t size)
{
  return impl_->allocate(size);
}
void Client::send(Buffer && request, std::int64_t sequence)
{
  impl_->send(std::move(request), sequence);
}
bool Client::available() const noexcept
{
  return impl_->available();
}
bool Client::has_servers() const noexcept
{
  return impl_->has_servers();
}
const rmw_qos_profile_t & Client::request_qos() const noexcept
{
  return impl_->request_qos();
}
const rmw_qos_profile_t & Client::response_qos() const noexcept
{
  return impl_->response_qos();
}

}  // namespace rmw
