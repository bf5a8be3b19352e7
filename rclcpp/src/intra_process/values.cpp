// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Where messages by value come from and go to.
#include "intra_process/values.hpp"

#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

namespace rclcpp::intra_process
{

MessageTypePtr Values::make(MessageTypePtr outside, std::size_t spare)
{
  if (!outside->assign) {
    throw std::invalid_argument(
      std::string("IntraProcessBufferType::Value: the type that stands for ") + outside->name +
      " cannot be assigned");
  }
  return MessageTypePtr(
    new Values(std::move(outside), spare), [](const MessageType * self) { cast(*self).release(); });
}

Values::Values(MessageTypePtr type, std::size_t spare)
: MessageType(*type), outside_(std::move(type)), limit_(spare)
{
  spare_.reserve(limit_);
  create = [](const MessageType & self) { return cast(self).acquire(); };
  copy = [](const MessageType & self, const void * message) {
    UniqueMessage value(cast(self).acquire(), {&self});
    self.assign(value.get(), message);
    return value.release();
  };
  destroy = [](const MessageType & self, void * message) noexcept {
    cast(self).give_back(message);
  };
  plain = outside_->plain ? outside_->plain : outside_.get();
  same_allocator = [](const MessageType & a, const MessageType & b) { return &a == &b; };
  outside = outside_.get();
}

Values::~Values()
{
  for (void * message : spare_) {
    outside_->destroy(*outside_, message);
  }
}

UniqueMessage Values::take_in(const MessageType & self, void * message)
{
  UniqueMessage value(cast(self).acquire(), {&self});
  self.move(value.get(), message);
  return value;
}

UniqueMessage Values::give_out(UniqueMessage message)
{
  const MessageType & outside = *message.get_deleter().type->outside;
  UniqueMessage given(outside.create(outside), {&outside});
  outside.move(given.get(), message.get());
  return given;
}

void * Values::acquire() const
{
  void * message = nullptr;
  {
    std::lock_guard lock(mutex_);
    if (!spare_.empty()) {
      message = spare_.back();
      spare_.pop_back();
    }
  }
  if (!message) {
    message = outside_->create(*outside_);
  }
  references_.fetch_add(1, std::memory_order_relaxed);
  return message;
}

void Values::give_back(void * message) const noexcept
{
  {
    std::lock_guard lock(mutex_);
    if (spare_.size() < limit_) {
      spare_.push_back(std::exchange(message, nullptr));
    }
  }
  if (message) {
    outside_->destroy(*outside_, message);
  }
  release();
}

void Values::release() const noexcept
{
  if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    delete this;
  }
}

}  // namespace rclcpp::intra_process
