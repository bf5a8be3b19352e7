// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// from_future: the value of a future as a stream of one item.

#ifndef RXROS2__ASYNC__FROM_FUTURE_HPP_
#define RXROS2__ASYNC__FROM_FUTURE_HPP_

#include <chrono>
#include <exception>
#include <future>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "rx/observable.hpp"
#include "rx/serialized_observer.hpp"
#include "rxros2/nodes/detail/node_streams.hpp"

namespace rxros2
{

namespace detail
{

/// One subscribed observer, and the task that polls the future.
template <typename T, typename Out>
class future_stream final : public rx::serialized_observer<T, Out, rx::schedulable>,
                            public std::enable_shared_from_this<future_stream<T, Out>>
{
public:
  future_stream(Out out, std::shared_future<T> future, rx::environment worker)
  : rx::serialized_observer<T, Out, rx::schedulable>(std::move(out)),
    future_(std::move(future)),
    worker_(std::move(worker))
  {
  }

  void begin(rx::duration look_every)
  {
    worker_->schedule(this->shared_from_this(), worker_.now(), look_every);
  }

  void run() noexcept override
  {
    if (future_.wait_for(std::chrono::seconds(0)) == std::future_status::timeout) {
      return;
    }
    try {
      this->next(future_.get());
      this->completed();
    } catch (...) {  // the exception that the future holds
      this->error(std::current_exception());
    }
  }
  void scheduler_ended() noexcept override { this->completed(); }

protected:
  void released() noexcept override { worker_->cancel(*this); }

private:
  const std::shared_future<T> future_;
  const rx::environment worker_;
};

template <typename T>
struct future_source
{
  using value_type = T;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    auto worker = in_steady_time(rx::choose_environment(passed, {}, rx::env_of(out))).worker();
    auto stream = std::make_shared<future_stream<T, std::remove_cvref_t<Out>>>(
      std::forward<Out>(out), future, std::move(worker));
    stream->begin(look_every);
    return stream;
  }
  rx::environment env() const { return passed; }

  std::shared_future<T> future;
  rx::environment passed;
  rx::duration look_every;
};

}  // namespace detail

namespace observable
{

/// from_future(future[, env][, look_every]) emits the value of the future once it is ready, and
/// completes.
/**
 *     future           --------a
 *     from_future(f)   --------a|      (X instead, if the future holds an exception)
 *
 *  A std::future (moved in) or std::shared_future of a value. No thread waits: a future notifies
 *  nobody, so it is polled every `look_every` (1 ms unless said otherwise), in `env`
 *  (on_callback_group(node)), else in the subscriber's environment, else in the current thread,
 *  which blocks. In a node that is by the machine's steady clock: simulated time that stands still
 *  does not keep the item back. A deferred std::async runs there. For a response of a service use
 *  send_request, which needs no looking. Throws std::invalid_argument for an empty future, or
 *  unless look_every is positive. Cost: one timer until the future is ready; the item is copied
 * out of it.
 *
 *     std::promise<int> promise;
 *     m.cold("---7").subscribe([&](char) { promise.set_value(7); });
 *     from_future(promise.get_future(), on_callback_group(node));  // -> 7 |
 */
template <typename T>
auto from_future(
  std::shared_future<T> future, rx::environment env = {},
  rx::duration look_every = std::chrono::milliseconds(1))
{
  static_assert(!std::is_void_v<T>, "rxros2::from_future: a future of void has no item to emit");
  if (!future.valid()) {
    throw std::invalid_argument("from_future: the future is empty");
  }
  if (look_every <= rx::duration::zero()) {
    throw std::invalid_argument("from_future: look_every must be positive");
  }
  return rx::make_observable(
    detail::future_source<T>{std::move(future), std::move(env), look_every});
}
template <typename T>
auto from_future(
  std::future<T> future, rx::environment env = {},
  rx::duration look_every = std::chrono::milliseconds(1))
{
  if (!future.valid()) {
    throw std::invalid_argument("from_future: the future is empty");
  }
  return from_future(future.share(), std::move(env), look_every);
}

}  // namespace observable
}  // namespace rxros2

#endif  // RXROS2__ASYNC__FROM_FUTURE_HPP_
