// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Stores a subscription callback in any of the forms that ROS 2 accepts and calls it through one
// interface.
#ifndef RCLCPP__ANY_SUBSCRIPTION_CALLBACK_HPP_
#define RCLCPP__ANY_SUBSCRIPTION_CALLBACK_HPP_

#include <functional>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "rclcpp/detail/message/allocated.hpp"
#include "rclcpp/detail/message/message.hpp"
#include "rclcpp/function_traits.hpp"
#include "rclcpp/message_info.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rclcpp/type_adapter.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

namespace detail
{

/// The way in which a callback takes its message.
enum class CallbackForm
{
  none,
  const_reference,  // const T &, also T by value
  shared_const,     // std::shared_ptr<const T>, by value or const reference
  shared,           // std::shared_ptr<T>: a message that the callback owns alone
  unique            // std::unique_ptr<T>
};

// True if the parameter type of F cannot be determined without compiling its body with a guessed
// type: a lambda with `auto`, or an overloaded functor.
template <typename F>
concept Guessed =
  std::is_class_v<F> && !std::is_bind_expression_v<F> && !requires { &F::operator(); };

// Converts to const T & and to nothing else. It distinguishes a parameter of type T from a
// parameter of a type that T converts to.
template <typename T>
struct Exactly
{
  operator const T &() const;  // NOLINT(google-explicit-constructor): never defined
};

// Returns the form in which F takes the message T of the allocator, followed by `Info`. The order
// matters: const T & excludes pointers, and each pointer type converts to those that are tested
// before it.
template <typename F, typename T, typename Alloc, typename... Info>
constexpr CallbackForm form_of()
{
  if constexpr (Guessed<F>) {
    return std::is_invocable_v<F &, std::shared_ptr<const T>, Info...> ? CallbackForm::shared_const
                                                                       : CallbackForm::none;
  } else if constexpr (std::is_invocable_v<F &, const T &, Info...>) {
    return CallbackForm::const_reference;
  } else if constexpr (std::is_invocable_v<F &, std::shared_ptr<const T>, Info...>) {
    return CallbackForm::shared_const;
  } else if constexpr (std::is_invocable_v<F &, std::shared_ptr<T>, Info...>) {
    return CallbackForm::shared;
  } else if constexpr (std::is_invocable_v<F &, detail::UserMessage<T, Alloc>, Info...>) {
    return CallbackForm::unique;
  } else {
    return CallbackForm::none;
  }
}

/// A type-erased callback. It takes the message out of `message` in the form that it needs.
/// `callback_type` is the type of the struct in the subscription's memory; callbacks that take
/// bytes ignore it, so it may be null for them.
class CallbackBase
{
public:
  virtual ~CallbackBase() = default;
  virtual void call(
    detail::Message & message, const MessageInfo & info,
    const detail::TypeSupport * callback_type) = 0;
  /// Calls the callback with a message that others may keep, or with a SerializedMessage.
  virtual void call_shared(
    const std::shared_ptr<void> & message, const MessageInfo & info,
    const detail::TypeSupport * callback_type) = 0;
};

/// Replaces the content of `serialized` by the message as bytes: copied from a sample, or encoded
/// from a struct. Throws cdr::error, std::bad_alloc, and what the conversion of a TypeAdapter
/// throws.
RCLCPP_PUBLIC void serialize(const detail::Message & message, SerializedMessage & serialized);

template <
  typename F, typename T, typename Alloc, CallbackForm form, bool with_info, bool serialized>
class Callback final : public CallbackBase
{
public:
  template <typename G>
  explicit Callback(G && function) : function_(std::forward<G>(function))
  {
  }

  void call(
    detail::Message & message, const MessageInfo & info,
    const detail::TypeSupport * callback_type) override
  {
    if constexpr (serialized) {
      if constexpr (form == CallbackForm::const_reference) {
        SerializedMessage bytes;
        serialize(message, bytes);
        invoke(static_cast<const SerializedMessage &>(bytes), info);
      } else {
        auto bytes = std::make_unique<SerializedMessage>();
        serialize(message, *bytes);
        invoke(std::move(bytes), info);
      }
    } else if constexpr (form == CallbackForm::const_reference) {
      invoke(*static_cast<const T *>(message.get()), info);
    } else if constexpr (form == CallbackForm::shared_const) {
      invoke(std::static_pointer_cast<const T>(message.take_shared()), info);
    } else if constexpr (form == CallbackForm::shared) {
      invoke(std::static_pointer_cast<T>(message.take_shared_mutable(*callback_type)), info);
    } else {
      invoke(detail::give<T, Alloc>(message.take_unique(*callback_type)), info);
    }
  }

  void call_shared(
    const std::shared_ptr<void> & message, const MessageInfo & info,
    const detail::TypeSupport * callback_type) override
  {
    if constexpr (form == CallbackForm::const_reference) {
      invoke(*static_cast<const T *>(message.get()), info);
    } else if constexpr (form != CallbackForm::unique) {
      invoke(std::static_pointer_cast<T>(message), info);
    } else if constexpr (serialized) {
      invoke(std::make_unique<T>(*static_cast<const T *>(message.get())), info);
    } else {
      invoke(
        detail::give<T, Alloc>(
          {callback_type->copy(*callback_type, message.get()), {callback_type}}),
        info);
    }
  }

private:
  template <typename Argument>
  void invoke(Argument && argument, const MessageInfo & info)
  {
    if constexpr (with_info) {
      std::invoke(function_, std::forward<Argument>(argument), info);
    } else {
      std::invoke(function_, std::forward<Argument>(argument));
    }
  }

  F function_;
};

/// The part of AnySubscriptionCallback that does not depend on the message type.
class AnyCallback
{
public:
  /// Calls the callback. For a serialized callback the message is a sample or any struct, otherwise
  /// a struct of message_types().user.
  void dispatch(detail::Message & message, const MessageInfo & info)
  {
    callback_->call(message, info, types_.user.get());
  }
  /// Calls the callback with a message of message_types().user that others may keep, or with a
  /// SerializedMessage.
  void dispatch_shared(const std::shared_ptr<void> & message, const MessageInfo & info)
  {
    callback_->call_shared(message, info, types_.user.get());
  }

  /// Returns the message types of the callback. Null for
  /// AnySubscriptionCallback<SerializedMessage>.
  const detail::MessageTypes & message_types() const { return types_; }

  /// Returns true if the callback accepts a message that is shared with others.
  bool use_take_shared_method() const
  {
    return form_ == CallbackForm::const_reference || form_ == CallbackForm::shared_const;
  }
  /// Returns true if the callback takes a SerializedMessage.
  bool is_serialized_message_callback() const { return serialized_; }
  /// Returns true if the callback only reads the message during the call.
  bool takes_const_reference() const { return form_ == CallbackForm::const_reference; }

  /// Decides whether a message, a sample or a struct, is queued at all. Called without a lock on
  /// the threads that bring messages; must not throw.
  using Filter = std::function<bool(const detail::Message &)>;
  /// Returns the filter. An empty one queues all messages.
  const Filter & filter() const { return filter_; }

protected:
  std::unique_ptr<CallbackBase> callback_;
  detail::MessageTypes types_;
  CallbackForm form_ = CallbackForm::none;
  bool serialized_ = false;
  Filter filter_;
};

}  // namespace detail

/// Holds the callback of a subscription. `T` is the message; for callbacks that take
/// rclcpp::SerializedMessage it is the type that the bytes encode.
///
/// Accepted parameters, each also followed by a second parameter const MessageInfo &: const T &, T,
/// std::unique_ptr<T>, std::shared_ptr<const T>, const std::shared_ptr<const T> &,
/// std::shared_ptr<T>, and the same with SerializedMessage in place of T. The callback may be a
/// function, functor, lambda, std::function, or std::bind with placeholders. For a TypeAdapter, T
/// may be the user's type or the ROS message. With a custom allocator the deleter of
/// std::unique_ptr is that of Publisher::MessageDeleter. A lambda whose parameter is `auto` gets
/// std::shared_ptr<const T>. A null function pointer or an empty std::function throws
/// std::invalid_argument.
template <typename MessageT, typename AllocatorT = std::allocator<void>>
class AnySubscriptionCallback : public detail::AnyCallback
{
  using Custom = typename TypeAdapter<MessageT>::custom_type;
  using Ros = typename TypeAdapter<MessageT>::ros_message_type;

public:
  /// Creates an object without a callback. A callback that owns its messages gets them from a copy
  /// of `allocator`.
  explicit AnySubscriptionCallback(const AllocatorT & allocator = AllocatorT())
  : allocator_(allocator)
  {
    if constexpr (detail::Publishable<MessageT>) {
      types_ = detail::message_types_of<Ros, MessageT>(allocator);
    }
  }

  template <typename CallbackT>
  /// Stores the callback and replaces an earlier one. Throws std::invalid_argument if it is null.
  AnySubscriptionCallback & set(CallbackT && callback)
  {
    using F = std::decay_t<CallbackT>;
    if constexpr (std::is_same_v<MessageT, SerializedMessage>) {
      set_serialized(std::forward<CallbackT>(callback));
    } else if constexpr (takes_ros<F>()) {
      set_for<Ros>(std::forward<CallbackT>(callback));
    } else if constexpr (takes<F, Custom>()) {
      set_for<Custom>(std::forward<CallbackT>(callback));
    } else {
      set_serialized(std::forward<CallbackT>(callback));
    }
    return *this;
  }

  /// Stores a callback that takes SerializedMessage.
  template <typename CallbackT>
  AnySubscriptionCallback & set_serialized(CallbackT && callback)
  {
    using F = std::decay_t<CallbackT>;
    static_assert(
      takes<F, SerializedMessage, std::allocator<void>>(),
      "the callback of a subscription to MessageT must take const MessageT &, "
      "std::unique_ptr<MessageT>, std::shared_ptr<const MessageT>, std::shared_ptr<MessageT>, or "
      "the same with rclcpp::SerializedMessage; and may take const rclcpp::MessageInfo & after it");
    if constexpr (takes<F, SerializedMessage, std::allocator<void>>()) {
      keep<SerializedMessage, std::allocator<void>, true>(std::forward<CallbackT>(callback));
    }
    return *this;
  }

private:
  template <typename F, typename T, typename Alloc = AllocatorT>
  static constexpr bool takes()
  {
    return detail::form_of<F, T, Alloc>() != detail::CallbackForm::none ||
           detail::form_of<F, T, Alloc, const MessageInfo &>() != detail::CallbackForm::none;
  }

  // A callback with an `auto` parameter gets the user's type. If the two types convert to each
  // other in C++, so that the callback accepts both, it gets the type that it names.
  template <typename F>
  static constexpr bool takes_ros()
  {
    if constexpr (!TypeAdapter<MessageT>::is_specialized::value || detail::Guessed<F>) {
      return false;
    } else {
      return takes<F, Ros>() && !std::is_invocable_v<F &, detail::Exactly<Custom>> &&
             !std::is_invocable_v<F &, detail::Exactly<Custom>, const MessageInfo &>;
    }
  }

  template <typename T, typename G>
  void set_for(G && callback)
  {
    if constexpr (!std::is_same_v<T, Ros>) {
      types_ = detail::message_types_of<T, MessageT>(allocator_);
    }
    keep<T, AllocatorT, false>(std::forward<G>(callback));
  }

  template <typename T, typename Alloc, bool serialized, typename G>
  void keep(G && callback)
  {
    using F = std::decay_t<G>;
    constexpr auto plain = detail::form_of<F, T, Alloc>();
    constexpr bool with_info = plain == detail::CallbackForm::none;
    constexpr auto form = with_info ? detail::form_of<F, T, Alloc, const MessageInfo &>() : plain;
    // A function, unlike a pointer to one, cannot be null.
    if constexpr (std::is_pointer_v<std::remove_reference_t<G>>) {
      refuse_null(callback != nullptr);
    } else if constexpr (requires { callback.operator bool(); }) {
      refuse_null(callback.operator bool());
    }
    callback_ = std::make_unique<detail::Callback<F, T, Alloc, form, with_info, serialized>>(
      std::forward<G>(callback));
    form_ = form;
    serialized_ = serialized;
  }

  static void refuse_null(bool callable)
  {
    if (!callable) {
      throw std::invalid_argument("the callback of a subscription cannot be null");
    }
  }

  AllocatorT allocator_;
};

}  // namespace rclcpp

#endif  // RCLCPP__ANY_SUBSCRIPTION_CALLBACK_HPP_
