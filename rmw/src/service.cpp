// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The public functions of the service.

#include "rmw/service.hpp"

#include <utility>

#include "engine/participant_base.hpp"

namespace rmw
{

Service::Service(
  Participant & participant, NodeHandle & node, const ServiceOptions & options,
  ServiceListener & listener)
: impl_(participant.impl_->create_service(participant, node, options, listener))
{
}
Service::~Service() = default;

Buffer Service::allocate(std::size_t size)
{
  return impl_->allocate(size);
}
void Service::reply(Buffer && response, const RequestId & id, std::uint64_t peer)
{
  impl_->reply(std::move(response), id, peer);
}
const rmw_qos_profile_t & Service::request_qos() const noexcept
{
  return impl_->request_qos();
}
const rmw_qos_profile_t & Service::response_qos() const noexcept
{
  return impl_->response_qos();
}
std::size_t Service::kept() const
{
  return impl_->kept();
}

}  // namespace rmw
