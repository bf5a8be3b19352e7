// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The public functions of the participant.

#include "rmw/participant.hpp"

#include <utility>

#include "cyclonedds/participant_impl.hpp"

namespace rmw
{

std::shared_ptr<Participant> Participant::create(const ParticipantOptions & options)
{
  return std::make_shared<Participant>(detail::ParticipantImpl::create(options));
}

Participant::Participant(std::shared_ptr<detail::ParticipantImpl> impl)
: impl_(std::move(impl)), graph_(std::make_unique<Graph>(impl_->graph()))
{
}
Participant::~Participant() = default;

Gid Participant::gid() const noexcept
{
  return impl_->gid();
}
std::uint32_t Participant::domain_id() const noexcept
{
  return impl_->options().domain_id;
}
const std::string & Participant::enclave() const noexcept
{
  return impl_->options().enclave;
}
Graph & Participant::graph() noexcept
{
  return *graph_;
}
std::string Participant::make_service_id()
{
  return impl_->make_service_id();
}
void Participant::end_blocked_writes()
{
  impl_->end_blocked_writes();
}
void Participant::call_later(std::function<void()> task)
{
  impl_->do_later(std::move(task));
}

}  // namespace rmw
