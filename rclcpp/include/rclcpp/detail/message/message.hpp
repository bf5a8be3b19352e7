// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A message of any type on its way from a publisher or the wire to a callback: what a
// subscription's queue holds.
#ifndef RCLCPP__DETAIL__MESSAGE__MESSAGE_HPP_
#define RCLCPP__DETAIL__MESSAGE__MESSAGE_HPP_

#include <memory>
#include <utility>

#include "rclcpp/detail/message/type_support.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rmw/sample.hpp"

namespace rclcpp::detail
{

/// Gives a message back to where its type got the memory from.
struct Destroy
{
  const TypeSupport * type = nullptr;
  void operator()(void * message) const noexcept { type->destroy(*type, message); }
};

using UniqueMessage = std::unique_ptr<void, Destroy>;
using SharedMessage = std::shared_ptr<const void>;

/// Exactly one of: nothing, a struct that this object alone owns, a struct shared with others and
/// not to be changed, a serialized sample. A plain value without synchronisation; moving it costs
/// no allocation.
class RCLCPP_PUBLIC Message
{
public:
  Message() noexcept = default;
  explicit Message(UniqueMessage message) noexcept : unique_(std::move(message)) {}
  Message(SharedMessage message, const TypeSupport & type) noexcept
  : unique_(nullptr, Destroy{type.plain ? type.plain : &type}), shared_(std::move(message))
  {
  }
  explicit Message(rmw::Sample sample) noexcept : sample_(std::move(sample)) {}
  Message(Message &&) noexcept = default;
  Message & operator=(Message &&) noexcept = default;

  /// Another reference to the same shared struct or sample; not for one that is owned.
  Message alias() const;

  /// The struct, null for a sample and for nothing.
  const void * get() const noexcept { return unique_ ? unique_.get() : shared_.get(); }
  /// Of the struct; null for a sample and for nothing.
  const TypeSupport * type() const noexcept { return unique_.get_deleter().type; }
  const rmw::Sample & sample() const noexcept { return sample_; }

  /// The struct as the caller's own, in the memory of `wanted`, which is of the same struct: as it
  /// is if this object owned it in such memory, moved if it held it by value, else a copy. Leaves
  /// nothing.
  UniqueMessage take_unique(const TypeSupport & wanted);
  /// The struct to share, never copied. The control block comes from a pool. Leaves nothing.
  SharedMessage take_shared();
  /// The struct as the caller's own, wherever its memory comes from; a copy is in that of `wanted`.
  /// The control block comes from the pool. Leaves nothing.
  std::shared_ptr<void> take_shared_mutable(const TypeSupport & wanted);

private:
  UniqueMessage unique_;  // its deleter names the type also of a shared struct
  SharedMessage shared_;
  rmw::Sample sample_;
};

/// A new struct of the type, with a control block from the pool.
RCLCPP_PUBLIC std::shared_ptr<void> make_shared_message(const TypeSupport & type);

/// The struct of `message` with a control block from the pool.
RCLCPP_PUBLIC SharedMessage share(UniqueMessage message);
RCLCPP_PUBLIC std::shared_ptr<void> share_mutable(UniqueMessage message);

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__MESSAGE__MESSAGE_HPP_
