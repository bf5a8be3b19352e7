// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A subscription's callback in any of the forms that ROS 2 accepts, called in one way.
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

/// How a callback takes its message.
enum class CallbackForm
{
  none,
  const_reference,  // const T &, also T by value
  shared_const,     // std::shared_ptr<const T>, by value or const reference
  shared,           // std::shared_ptr<T>: a message of its own
  unique            // std::unique_ptr<T>
};

// A lambda with `auto`, or overloaded: what it takes cannot be asked without compiling its body
// with a guess.
template <typename F>
concept Guessed = std::is_class_v<F> && !std::is_bind_expression_v<F> && !requires
{
  &F::operator();
};

// Converts to const T & and to nothing else: tells a parameter of type T from one that T converts
// to.
template <typename T>
struct Exactly
{
  operator const T &() const;  // NOLINT(google-explicit-constructor): never defined
};

// The form in which F takes the message T of the allocator, with `Info` behind it. The order
// matters: const T & excludes pointers, and each pointer after it converts to those before it.
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

/// A callback of unknown type; takes what it needs out of the message, which is of `callback_type`
/// in the subscription's memory; that is not used, and may be null, if it takes bytes.
class CallbackBase
{
public:
  virtual ~CallbackBase() = default;
  virtual void call(
    detail::Message & message, const MessageInfo & info,
    const detail::TypeSupport * callback_type) = 0;
  /// With a message that others may keep, or a SerializedMessage.
  virtual void call_shared(
    const std::shared_ptr<void> & message, const MessageInfo & info,
    const detail::TypeSupport * callback_type) = 0;
};

/// The message as bytes: copied from a sample, encoded from a struct, put in place of what
/// `serialized` has. Throws cdr::error, std::bad_alloc, what the conversion of a TypeAdapter
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

/// What every AnySubscriptionCallback has, whatever its types.
class AnyCallback
{
public:
  /// Calls it. The message is a sample or any struct for a serialized callback, else one of
  /// message_types().user.
  void dispatch(detail::Message & message, const MessageInfo & info)
  {
    callback_->call(message, info, types_.user.get());
  }
  /// With a message of message_types().user that others may keep, or a SerializedMessage.
  void dispatch_shared(const std::shared_ptr<void> & message, const MessageInfo & info)
  {
    callback_->call_shared(message, info, types_.user.get());
  }

  /// What the callback takes. Null for AnySubscriptionCallback<SerializedMessage>.
  const detail::MessageTypes & message_types() const { return types_; }

  /// The message may be shared with others.
  bool use_take_shared_method() const
  {
    return form_ == CallbackForm::const_reference || form_ == CallbackForm::shared_const;
  }
  bool is_serialized_message_callback() const { return serialized_; }
  /// The message is only looked at during the call.
  bool takes_const_reference() const { return form_ == CallbackForm::const_reference; }

  /// Says of a message, a sample or a struct, whether it is to be queued at all. Called in the
  /// threads that bring messages, without a lock; must not throw.
  using Filter = std::function<bool(const detail::Message &)>;
  /// Empty: all are queued.
  const Filter & filter() const { return filter_; }

protected:
  std::unique_ptr<CallbackBase> callback_;
  detail::MessageTypes types_;
  CallbackForm form_ = CallbackForm::none;
  bool serialized_ = false;
  Filter filter_;
};

}  // namespace detail

/// Holds one callback. `T` is the message, or what stands for it with rclcpp::SerializedMessage
/// callbacks.
///
/// Accepted, each also with a second parameter const MessageInfo &: const T &, T,
/// std::unique_ptr<T>, std::shared_ptr<const T>, const std::shared_ptr<const T> &,
/// std::shared_ptr<T>, and the same with SerializedMessage in place of T; functions, functors,
/// lambdas, std::function and std::bind with placeholders. For a TypeAdapter, T may be the user's
/// type or the ROS message. With a custom allocator the deleter of std::unique_ptr is that of
/// Publisher::MessageDeleter. A lambda whose parameter is `auto` gets std::shared_ptr<const T>. A
/// null function pointer or std::function: std::invalid_argument.
template <typename MessageT, typename AllocatorT = std::allocator<void>>
class AnySubscriptionCallback : public detail::AnyCallback
{
  using Custom = typename TypeAdapter<MessageT>::custom_type;
  using Ros = typename TypeAdapter<MessageT>::ros_message_type;

public:
  explicit AnySubscriptionCallback(const AllocatorT & allocator = AllocatorT())
  : allocator_(allocator)
  {
    if constexpr (detail::Publishable<MessageT>) {
      types_ = detail::message_types_of<Ros, MessageT>(allocator);
    }
  }

  template <typename CallbackT>
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

  /// The same, but the callback must take SerializedMessage.
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

  // A callback that does not say what it takes gets the user's type; one that could be given
  // either, as the one converts to the other in C++, what it names.
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
    // A function itself, unlike a pointer to one, cannot be null.
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
