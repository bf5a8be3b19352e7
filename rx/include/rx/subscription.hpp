// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Handles that stop a running stream. subscribe() returns them; authors of sources use them.

#ifndef RX__SUBSCRIPTION_HPP_
#define RX__SUBSCRIPTION_HPP_

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace rx
{

// The running part of a source or combiner, to which a subscription refers.
//
// dispose() may be called from any thread, repeatedly, and from within the stream's own callbacks.
// It does not wait: an item whose delivery has begun is finished, and no further delivery begins.
// It releases whatever feeds the stream (ROS entity, timer, file).
class lifetime
{
public:
  lifetime() = default;
  lifetime(const lifetime &) = delete;
  lifetime & operator=(const lifetime &) = delete;
  virtual ~lifetime() = default;

  // Ends the stream and releases what feeds it.
  virtual void dispose() noexcept = 0;
  virtual bool disposed() const noexcept = 0;  // also true after the stream has ended by itself

  // Returns true if the source of the stream keeps it alive. The downstream side then holds only a
  // weak reference, so that the stream is destroyed, and the downstream side notices, once nothing
  // feeds it.
  virtual bool kept_by_source() const noexcept { return false; }
};

namespace detail
{
class group;
class weak_subscription;
}  // namespace detail

// A handle of one subscribed stream. Copies refer to the same stream. Destroying a handle does not
// dispose the stream (fire and forget, as in RxCpp). An empty handle stands for a stream that has
// already ended.
class subscription
{
public:
  subscription() = default;
  // Creates a handle of a running stream, or an empty one for nullptr.
  template <class Lifetime>
    requires std::is_convertible_v<Lifetime *, lifetime *>
  subscription(std::shared_ptr<Lifetime> stream) : stream_(std::move(stream))
  {
  }

  // Ends the stream. Thread-safe, does not wait; see lifetime.
  void dispose() const noexcept
  {
    if (stream_) {
      stream_->dispose();
    }
  }
  // The name that RxCpp has for dispose().
  void unsubscribe() const noexcept { dispose(); }
  // Returns true until the stream is disposed or has ended. Thread-safe.
  bool is_subscribed() const noexcept { return stream_ && !stream_->disposed(); }

  // Returns true if both refer to the same stream, or to none.
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

// The reference of an operator, a group or a waiting thread to a stream. It does not keep a stream
// alive that its source keeps alive: otherwise source and operator would keep each other alive for
// ever once the producer has dropped the source.
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

  // Returns the stream as long as it exists, otherwise an empty handle.
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

// A subscription that disposes its stream when it goes out of scope. Move-only; not thread-safe.
class scoped_subscription
{
public:
  scoped_subscription() = default;
  // Takes a subscription, to dispose it on destruction.
  scoped_subscription(subscription stream) : stream_(std::move(stream)) {}
  // Takes over the subscription; the other object becomes empty.
  scoped_subscription(scoped_subscription && other) noexcept
  : stream_(std::exchange(other.stream_, {}))
  {
  }
  // Disposes the own subscription and takes over the other one.
  scoped_subscription & operator=(scoped_subscription && other) noexcept
  {
    if (this != &other) {
      stream_.dispose();
      stream_ = std::exchange(other.stream_, {});
    }
    return *this;
  }
  ~scoped_subscription() { stream_.dispose(); }

  // Disposes the stream at once.
  void dispose() const noexcept { stream_.dispose(); }
  // Returns true until the stream is disposed or has ended.
  bool is_subscribed() const noexcept { return stream_.is_subscribed(); }
  // Gives the subscription away without disposing it.
  subscription release() noexcept { return std::exchange(stream_, {}); }

private:
  subscription stream_;
};

}  // namespace rx

#endif  // RX__SUBSCRIPTION_HPP_
