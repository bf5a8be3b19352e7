// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// coroutine_callback: a coroutine as the callback of an rclcpp subscription, service or timer.

#ifndef RXROS2__ASYNC__COROUTINE_CALLBACK_HPP_
#define RXROS2__ASYNC__COROUTINE_CALLBACK_HPP_

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "rx/coroutines.hpp"
#include "rxros2/nodes/on_callback_group.hpp"

namespace rxros2
{

namespace detail
{

template <typename F>
struct call_operator : call_operator<decltype(&F::operator())>
{
};
template <typename R, typename F, typename... Args>
struct call_operator<R (F::*)(Args...)>
{
  using type = R(Args...);
};
template <typename R, typename F, typename... Args>
struct call_operator<R (F::*)(Args...) const>
{
  using type = R(Args...);
};

/// A call with its function and arguments. The type is erased, because GCC warns about a header's
/// coroutine that holds a type of the program.
template <typename R>
struct kept_call
{
  R operator()() { return run(call.get()); }

  std::shared_ptr<void> call;
  R (*run)(void *);
};

/// operator() is not a template, so that rclcpp can deduce the kind of callback from its
/// parameters.
template <typename F, typename Signature>
class coroutine_callback;
template <typename F, typename R, typename... Args>
class coroutine_callback<F, R(Args...)>
{
  static_assert(
    rx::is_task<R>,
    "rxros2::coroutine_callback: the function must be a coroutine that returns rx::task<>");

public:
  coroutine_callback(rx::environment env, F f)
  : env_(std::move(env)), f_(std::make_shared<F>(std::move(f)))
  {
  }

  void operator()(Args... args) const
  {
    const auto kept = std::make_shared<call>(call{f_, {std::forward<Args>(args)...}});
    rx::start(env_, kept_call<R>{kept, [](void * c) { return (*static_cast<call *>(c))(); }});
  }

private:
  struct call
  {
    R operator()()
    {
      return std::apply([&](auto &... a) { return (*f)(std::forward<Args>(a)...); }, arguments);
    }
    std::shared_ptr<F> f;
    std::tuple<std::decay_t<Args>...> arguments;
  };

  rx::environment env_;
  std::shared_ptr<F> f_;
};

}  // namespace detail

/// coroutine_callback(node, f[, group]) returns a callback for rclcpp's create_subscription,
/// create_service and create_timer that starts the coroutine f.
/**
 *     goals = node->create_subscription<Goal>("goal", 10,
 *       rxros2::coroutine_callback(node, [this](Goal::SharedPtr goal) -> rx::task<> {
 *         co_await drive_to(*goal); }));
 *
 * f is a function object without templates; its parameters choose the kind of callback, as in
 * rclcpp. f and its arguments are kept until the coroutine has ended, so references to them stay
 * valid. The coroutine runs as with start(): in the group (default: the node's default group), in a
 * turn of its own; it is destroyed where it waits when the node is destroyed; an error goes to
 * rx::on_unhandled_error. If a call arrives while an earlier one waits, both run concurrently; to
 * queue, replace or drop it, use from_topic(…) | concat_map, switch_map or exhaust_map(f). The
 * coroutine of a service sends the response itself: its parameters are those of a deferred response
 * (the service, the request's id, the request); or use serve(). Cost per call: four allocations.
 * Thread-safe.
 *
 *     rx::subject<int> doubled;
 *     auto subscription = node->create_subscription<Int32>("numbers", 10,
 *       rxros2::coroutine_callback(node,
 *       [doubled](Int32::SharedPtr n) -> rx::task<> {
 *         co_await rx::sleep_for(5ms);
 *         doubled.get_subscriber().on_next(2 * n->data);
 *       }));
 *     m.cold("-1-2-3") | map(to_message) | publish_to_topic<Int32>(node, "numbers");
 *     doubled.get_observable() | take(2);  // -> 2 4 |
 */
template <detail::node_pointer Node, typename F>
auto coroutine_callback(const Node & node, F f, rclcpp::CallbackGroup::SharedPtr group = nullptr)
{
  return detail::coroutine_callback<F, typename detail::call_operator<F>::type>(
    on_callback_group(node, std::move(group)), std::move(f));
}

}  // namespace rxros2

#endif  // RXROS2__ASYNC__COROUTINE_CALLBACK_HPP_
