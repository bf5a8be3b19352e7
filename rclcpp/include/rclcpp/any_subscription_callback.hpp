// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A subscription's callback in any of the forms that ROS 2 accepts, called in one way.
#ifndef RCLCPP__ANY_SUBSCRIPTION_CALLBACK_HPP_
#define RCLCPP__ANY_SUBSCRIPTION_CALLBACK_HPP_

#include <functional>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "rclcpp/intra_process/message.hpp"
#include "rclcpp/message_info.hpp"
#include "rclcpp/serialized_message.hpp"
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

// The form in which F takes the message T, with `Info` behind it. The order matters: const T &
// excludes pointers, and each pointer after it converts to those before it.
template <typename F, typename T, typename... Info>
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
  } else if constexpr (std::is_invocable_v<F &, std::unique_ptr<T>, Info...>) {
    return CallbackForm::unique;
  } else {
    return CallbackForm::none;
  }
}

/// A callback of unknown type; takes what it needs out of the message.
class CallbackBase
{
public:
  virtual ~CallbackBase() = default;
  virtual void call(intra_process::Message & message, const MessageInfo & info) = 0;
};

/// The message as bytes: copied from a sample, encoded from a struct. Throws cdr::error,
/// std::bad_alloc.
RCLCPP_PUBLIC SerializedMessage serialize(const intra_process::Message & message);

template <typename F, typename T, CallbackForm form, bool with_info, bool serialized>
class Callback final : public CallbackBase
{
public:
  template <typename G>
  explicit Callback(G && function) : function_(std::forward<G>(function))
  {
  }

  void call(intra_process::Message & message, const MessageInfo & info) override
  {
    if constexpr (serialized) {
      if constexpr (form == CallbackForm::const_reference) {
        const SerializedMessage bytes = serialize(message);
        invoke(bytes, info);
      } else if constexpr (form == CallbackForm::shared_const) {
        invoke(std::shared_ptr<const SerializedMessage>(shared_bytes(message)), info);
      } else if constexpr (form == CallbackForm::shared) {
        invoke(shared_bytes(message), info);
      } else {
        invoke(std::make_unique<SerializedMessage>(serialize(message)), info);
      }
    } else if constexpr (form == CallbackForm::const_reference) {
      invoke(*static_cast<const T *>(message.get()), info);
    } else if constexpr (form == CallbackForm::shared_const) {
      invoke(std::static_pointer_cast<const T>(message.take_shared()), info);
    } else if constexpr (form == CallbackForm::shared) {
      invoke(std::static_pointer_cast<T>(message.take_shared_mutable()), info);
    } else {
      invoke(std::unique_ptr<T>(static_cast<T *>(message.take_unique().release())), info);
    }
  }

private:
  static std::shared_ptr<SerializedMessage> shared_bytes(const intra_process::Message & message)
  {
    return std::make_shared<SerializedMessage>(serialize(message));
  }

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

}  // namespace detail

/// Holds one callback. `T` is the message, or what stands for it with rclcpp::SerializedMessage
/// callbacks.
///
/// Accepted, each also with a second parameter const MessageInfo &: const T &, T,
/// std::unique_ptr<T>, std::shared_ptr<const T>, const std::shared_ptr<const T> &,
/// std::shared_ptr<T>, and the same with SerializedMessage in place of T; functions, functors,
/// lambdas, std::function and std::bind with placeholders. A lambda whose parameter is `auto` gets
/// std::shared_ptr<const T>. A null function pointer or std::function: std::invalid_argument.
template <typename MessageT, typename AllocatorT = std::allocator<void>>
class AnySubscriptionCallback
{
public:
  AnySubscriptionCallback() = default;
  explicit AnySubscriptionCallback(const AllocatorT &) {}

  template <typename CallbackT>
  AnySubscriptionCallback & set(CallbackT && callback)
  {
    using F = std::decay_t<CallbackT>;
    constexpr auto plain = detail::form_of<F, MessageT>();
    constexpr auto with_info = detail::form_of<F, MessageT, const MessageInfo &>();
    if constexpr (plain != detail::CallbackForm::none) {
      keep<F, plain, false, false>(std::forward<CallbackT>(callback));
    } else if constexpr (with_info != detail::CallbackForm::none) {
      keep<F, with_info, true, false>(std::forward<CallbackT>(callback));
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
    constexpr auto plain = detail::form_of<F, SerializedMessage>();
    constexpr auto with_info = detail::form_of<F, SerializedMessage, const MessageInfo &>();
    static_assert(
      plain != detail::CallbackForm::none || with_info != detail::CallbackForm::none,
      "the callback of a subscription to MessageT must take const MessageT &, "
      "std::unique_ptr<MessageT>, std::shared_ptr<const MessageT>, std::shared_ptr<MessageT>, or "
      "the same with rclcpp::SerializedMessage; and may take const rclcpp::MessageInfo & after it");
    if constexpr (plain != detail::CallbackForm::none) {
      keep<F, plain, false, true>(std::forward<CallbackT>(callback));
    } else if constexpr (with_info != detail::CallbackForm::none) {
      keep<F, with_info, true, true>(std::forward<CallbackT>(callback));
    }
    return *this;
  }

  /// Calls it. The message is a sample or any struct for a serialized callback, else a MessageT.
  void dispatch(intra_process::Message & message, const MessageInfo & info)
  {
    callback_->call(message, info);
  }

  /// The message may be shared with others.
  bool use_take_shared_method() const
  {
    return form_ == detail::CallbackForm::const_reference ||
           form_ == detail::CallbackForm::shared_const;
  }
  bool is_serialized_message_callback() const { return serialized_; }
  /// The message is only looked at during the call.
  bool takes_const_reference() const { return form_ == detail::CallbackForm::const_reference; }

private:
  template <typename F, detail::CallbackForm form, bool with_info, bool serialized, typename G>
  void keep(G && callback)
  {
    // A function itself, unlike a pointer to one, cannot be null.
    if constexpr (std::is_pointer_v<std::remove_reference_t<G>>) {
      refuse_null(callback != nullptr);
    } else if constexpr (requires { callback.operator bool(); }) {
      refuse_null(callback.operator bool());
    }
    callback_ = std::make_unique<detail::Callback<F, MessageT, form, with_info, serialized>>(
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

  std::unique_ptr<detail::CallbackBase> callback_;
  detail::CallbackForm form_ = detail::CallbackForm::none;
  bool serialized_ = false;
};

}  // namespace rclcpp

#endif  // RCLCPP__ANY_SUBSCRIPTION_CALLBACK_HPP_
