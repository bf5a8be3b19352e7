// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The public functions of the writer.

#include "rmw/writer.hpp"

#include <utility>

#include "engine/endpoint_base.hpp"
#include "engine/participant_base.hpp"

namespace rmw
{

Writer::Writer(std::shared_ptr<detail::EndpointBase> endpoint, detail::Sender & sender)
: endpoint_(std::move(endpoint)), sender_(sender)
{
}
Writer::~Writer()
{
  detail::EndpointBase::drop(std::move(endpoint_));
}

Buffer Writer::allocate(std::size_t size)
{
  return sender_.allocate(size);
}

void Writer::write(Buffer && buffer, std::int64_t source_timestamp_ns)
{
  sender_.write(std::move(buffer), source_timestamp_ns);
}

void Writer::write(const Sample & sample, std::int64_t source_timestamp_ns)
{
  sender_.write(sample, source_timestamp_ns);
}

void Writer::write_later(Buffer && buffer)
{
  endpoint_->participant()->write_later(
    [endpoint = endpoint_, &sender = sender_, sample = Sample(std::move(buffer))] {
      sender.write_unless_ended(sample);
    });
}

Gid Writer::gid() const noexcept
{
  return endpoint_->description()->gid;
}
const rmw_qos_profile_t & Writer::actual_qos() const noexcept
{
  return endpoint_->description()->qos;
}
const std::shared_ptr<const Endpoint> & Writer::endpoint() const noexcept
{
  return endpoint_->description();
}
std::size_t Writer::matched_count() const noexcept
{
  return endpoint_->matched_count();
}
bool Writer::may_have_readers() const noexcept
{
  return endpoint_->may_have_readers();
}
std::vector<std::shared_ptr<const RemoteReader>> Writer::matched_readers() const
{
  return endpoint_->matched();
}
bool Writer::wait_for_acked(std::chrono::nanoseconds timeout)
{
  return sender_.wait_for_acked(timeout);
}
bool Writer::assert_liveliness()
{
  return sender_.assert_liveliness();
}

}  // namespace rmw
