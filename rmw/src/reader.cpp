// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The public functions of the reader.

#include "rmw/reader.hpp"

#include <utility>

#include "engine/endpoint_base.hpp"

namespace rmw
{

Reader::Reader(std::shared_ptr<detail::EndpointBase> endpoint) : endpoint_(std::move(endpoint))
{
}
Reader::~Reader()
{
  detail::EndpointBase::drop(std::move(endpoint_));
}

Gid Reader::gid() const noexcept
{
  return endpoint_->description()->gid;
}
const rmw_qos_profile_t & Reader::actual_qos() const noexcept
{
  return endpoint_->description()->qos;
}
const std::shared_ptr<const Endpoint> & Reader::endpoint() const noexcept
{
  return endpoint_->description();
}
std::size_t Reader::matched_count() const noexcept
{
  return endpoint_->matched_count();
}
std::vector<std::shared_ptr<const RemoteWriter>> Reader::matched_writers() const
{
  return endpoint_->matched();
}

}  // namespace rmw
