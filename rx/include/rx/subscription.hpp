// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Handles that stop a running stream; returned by subscribe() and used by whoever writes a source.

#ifndef RX__SUBSCRIPTION_HPP_
#define RX__SUBSCRIPTION_HPP_

#include <memory>
#include <type_traits>
#include <utility>

namespace rx
{

// The running part of a source or combiner: what a subscription refers to.
//
// dispose() may be called from any thread, several times, also from within the stream's own
// callbacks. It returns without waiting: an item already being delivered is finished, none is
// started afterwards. It releases whatever feeds the stream (ROS entity, timer, file).
class lifetime
{
public:
  lifetime() = default;
  lifetime(const lifetime &) = delete;
  lifetime & operator=(const lifetime &) = delete;
  virtual ~lifetime() = default;

  virtual void dispose() noexcept = 0;
  virtual bool disposed() const noexcept = 0;  // also true once the stream has ended by itself
};

// A handle of one subscribed stream. Copies refer to the same stream; dropping them disposes
// nothing (fire and forget, as in RxCpp). An empty handle stands for a stream that has already
// ended.
class subscription
{
public:
  subscription() = default;
  template <class Lifetime>
  requires std::is_convertible_v<Lifetime *, lifetime *> subscription(
    std::shared_ptr<Lifetime> stream)
  : stream_(std::move(stream))
  {
  }

  void dispose() const noexcept
  {
    if (stream_) {
      stream_->dispose();
    }
  }
  void unsubscribe() const noexcept { dispose(); }  // RxCpp's name
  bool is_subscribed() const noexcept { return stream_ && !stream_->disposed(); }

  friend bool operator==(const subscription &, const subscription &) = default;

private:
  std::shared_ptr<lifetime> stream_;
};

// Disposes its stream when it goes out of scope.
class scoped_subscription
{
public:
  scoped_subscription() = default;
  scoped_subscription(subscription stream) : stream_(std::move(stream)) {}
  scoped_subscription(scoped_subscription && other) noexcept
  : stream_(std::exchange(other.stream_, {}))
  {
  }
  scoped_subscription & operator=(scoped_subscription && other) noexcept
  {
    if (this != &other) {
      stream_.dispose();
      stream_ = std::exchange(other.stream_, {});
    }
    return *this;
  }
  ~scoped_subscription() { stream_.dispose(); }

  void dispose() const noexcept { stream_.dispose(); }
  bool is_subscribed() const noexcept { return stream_.is_subscribed(); }
  subscription release() noexcept { return std::exchange(stream_, {}); }

private:
  subscription stream_;
};

}  // namespace rx

#endif  // RX__SUBSCRIPTION_HPP_
