// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The public functions of the participant.

#include "rmw/participant.hpp"

#include <utility>

#include "engine/participant_base.hpp"

namespace rmw
{

std::shared_ptr<Participant> Participant::create(const ParticipantOptions & options)
{
  return std::make_shared<Participant>(detail::create_participant(options));
}

Participant::Participant(std::shared_ptr<detail::ParticipantBase> impl)
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
std::unique_ptr<Reader> Participant::create_reader(
  const EndpointOptions & options, ReaderListener & listener)
{
  return impl_->create_reader(options, listener);
}
std::unique_ptr<Writer> Participant::create_writer(
  const EndpointOptions & options, WriterListener & listener)
{
  return impl_->create_writer(options, listener);
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
