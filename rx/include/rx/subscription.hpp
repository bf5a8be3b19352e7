// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Handles that stop a running stream; returned by subscribe() and used by whoever writes a source.

#ifndef RX__SUBSCRIPTION_HPP_
#define RX__SUBSCRIPTION_HPP_

#include <cstdint>
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

  // True of a stream that is kept alive by what feeds it. What is downstream of it refers to it
  // weakly, so that it is gone, and what is downstream knows, once nothing feeds it.
  virtual bool kept_by_source() const noexcept { return false; }
};

namespace detail
{
class group;
class weak_subscription;
}  // namespace detail

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
  friend class detail::weak_subscription;
  friend class detail::group;

  std::uintptr_t address() const noexcept
  {
    return reinterpret_cast<std::uintptr_t>(stream_.get());
  }

  std::shared_ptr<lifetime> stream_;
};

namespace detail
{

// The subscription that an operator, a group or a waiting thread has to a stream. It keeps nothing
// alive that is kept by what feeds it: otherwise source and operator would keep each other for
// ever once the feeder has dropped the source.
class weak_subscription
{
public:
  weak_subscription() = default;
  explicit weak_subscription(subscription stream) noexcept
  {
    if (stream.stream_ && stream.stream_->kept_by_source()) {
      weak_ = stream.stream_;
    } else {
      owned_ = std::move(stream);
    }
  }

  // The stream, as long as it exists.
  subscription get() const noexcept { return owned_.stream_ ? owned_ : subscription(weak_.lock()); }
  void dispose() const noexcept { get().dispose(); }
  bool refers_to(const subscription & stream) const noexcept
  {
    return owned_.stream_ ? owned_ == stream
                          : stream.stream_ && !weak_.owner_before(stream.stream_) &&
                              !stream.stream_.owner_before(weak_);
  }

private:
  subscription owned_;
  std::weak_ptr<lifetime> weak_;
};

}  // namespace detail

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
