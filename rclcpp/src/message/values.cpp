// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Creates, reuses and copies messages by value.
#include "message/values.hpp"

#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

namespace rclcpp::detail
{

TypeSupportPtr Values::make(TypeSupportPtr callback_type, std::size_t spare)
{
  if (!callback_type->assign) {
    throw std::invalid_argument(
      std::string("IntraProcessBufferType::Value: the type that stands for ") +
      callback_type->name + " cannot be assigned");
  }
  return TypeSupportPtr(new Values(std::move(callback_type), spare), [](const TypeSupport * self) {
    cast(*self).release();
  });
}

Values::Values(TypeSupportPtr type, std::size_t spare)
: TypeSupport(*type), callback_type_(std::move(type)), limit_(spare)
{
  spare_.reserve(limit_);
  create = [](const TypeSupport & self) { return cast(self).acquire(); };
  copy = [](const TypeSupport & self, const void * message) {
    UniqueMessage value(cast(self).acquire(), {&self});
    self.assign(value.get(), message);
    return value.release();
  };
  destroy = [](const TypeSupport & self, void * message) noexcept {
    cast(self).keep_or_destroy(message);
  };
  plain = callback_type_->plain ? callback_type_->plain : callback_type_.get();
  same_allocator = [](const TypeSupport & a, const TypeSupport & b) { return &a == &b; };
  callback_type = callback_type_.get();
}

Values::~Values()
{
  for (void * message : spare_) {
    callback_type_->destroy(*callback_type_, message);
  }
}

UniqueMessage Values::to_value(const TypeSupport & self, void * message)
{
  UniqueMessage value(cast(self).acquire(), {&self});
  self.move(value.get(), message);
  return value;
}

UniqueMessage Values::from_value(UniqueMessage message)
{
  const TypeSupport & callback_type = *message.get_deleter().type->callback_type;
  UniqueMessage given(callback_type.create(callback_type), {&callback_type});
  callback_type.move(given.get(), message.get());
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
    message = callback_type_->create(*callback_type_);
  }
  references_.fetch_add(1, std::memory_order_relaxed);
  return message;
}

void Values::keep_or_destroy(void * message) const noexcept
{
  {
    std::lock_guard lock(mutex_);
    if (spare_.size() < limit_) {
      spare_.push_back(std::exchange(message, nullptr));
    }
  }
  if (message) {
    callback_type_->destroy(*callback_type_, message);
  }
  release();
}

void Values::release() const noexcept
{
  if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    delete this;
  }
}

}  // namespace rclcpp::detail
