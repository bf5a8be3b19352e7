// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A message of any type on its way from a publisher or the wire to a callback: the item of a
// subscription's queue.
#ifndef RCLCPP__DETAIL__MESSAGE__MESSAGE_HPP_
#define RCLCPP__DETAIL__MESSAGE__MESSAGE_HPP_

#include <memory>
#include <utility>

#include "cdr/sequence_views.hpp"
#include "rclcpp/detail/message/type_support.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rmw/sample.hpp"

namespace rclcpp::detail
{

/// Deletes a message through its type, which returns the memory to its source.
struct Destroy
{
  const TypeSupport * type = nullptr;
  void operator()(void * message) const noexcept { type->destroy(*type, message); }
};

/// The sample that sequences of a decoded message read in place of copies.
struct SampleView
{
  rmw::Sample sample;
  cdr::sequence_views sequences;  // destroyed before the sample
};

using UniqueMessage = std::unique_ptr<void, Destroy>;
using SharedMessage = std::shared_ptr<const void>;

/// Holds exactly one of: nothing, a struct that this object owns alone, an immutable struct shared
/// with others, or a serialized sample. A plain value without synchronisation; moving it does not
/// allocate.
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

  /// Returns another reference to the same shared struct or sample; not for an owned struct.
  Message alias() const;

  /// Returns the struct, or null for a sample and for an empty message.
  const void * get() const noexcept { return unique_ ? unique_.get() : shared_.get(); }
  /// Returns the type of the struct, or null for a sample and for an empty message.
  const TypeSupport * type() const noexcept { return unique_.get_deleter().type; }
  const rmw::Sample & sample() const noexcept { return sample_; }

  /// Returns the struct as the caller's own, in memory of `expected`, which has the same struct.
  /// The struct is not copied if this object owned it in such memory, moved if it held it by value,
  /// and copied otherwise. Leaves this object empty.
  UniqueMessage take_unique(const TypeSupport & expected);
  /// Returns the struct for sharing, never copied. The control block comes from a pool. Leaves this
  /// object empty.
  SharedMessage take_shared();
  /// Returns the struct as the caller's own, in any memory; a copy is in the memory of `expected`.
  /// The control block comes from the pool. Leaves this object empty.
  std::shared_ptr<void> take_shared_mutable(const TypeSupport & expected);

private:
  UniqueMessage unique_;  // its deleter holds the type, also of a shared struct
  SharedMessage shared_;
  rmw::Sample sample_;
};

/// Returns a new struct of the type, with a control block from the pool.
RCLCPP_PUBLIC std::shared_ptr<void> make_shared_message(const TypeSupport & type);

/// Returns the struct of `message` with a control block from the pool.
RCLCPP_PUBLIC SharedMessage share(UniqueMessage message);
/// Returns the struct of `message` for sharing; the last owner ends the view. Returns a copy if the
/// process keeps many samples.
RCLCPP_PUBLIC SharedMessage share(UniqueMessage message, SampleView view);
RCLCPP_PUBLIC std::shared_ptr<void> share_mutable(UniqueMessage message);

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__MESSAGE__MESSAGE_HPP_
