// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// to_device: a stage that writes the records of a stream to a Linux device.

#ifndef RXROS2__DEVICES__TO_DEVICE_HPP_
#define RXROS2__DEVICES__TO_DEVICE_HPP_

#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "rx/observable.hpp"
#include "rx/operators/observe_on.hpp"
#include "rx/serialized_observer.hpp"
#include "rx/single_assignment_subscription.hpp"
#include "rxros2/devices/detail/device_output.hpp"
#include "rxros2/devices/detail/device_poller.hpp"

namespace rxros2
{

/// The queue of to_device(), for records that the device cannot take yet.
struct to_device_options
{
  /// Maximum number of records that wait for a device that is not ready.
  std::size_t max_waiting = 64;
  /// The policy for a record beyond max_waiting. `block` is rejected, because this operator never
  /// blocks. With `latest` only the newest record waits, regardless of max_waiting.
  rx::overflow overflow = rx::overflow::error;
};

namespace detail
{

/// One subscribed observer and its device. The task writes when the poller reports that the device
/// is ready, and is parked in between.
template <typename T, typename Out>
class device_writer final : public rx::serialized_observer<T, Out, rx::schedulable>,
                            public device_poller::watcher,
                            public std::enable_shared_from_this<device_writer<T, Out>>
{
public:
  device_writer(Out out, rx::environment worker, rx::environment offered, to_device_options o)
  : rx::serialized_observer<T, Out, rx::schedulable>(std::move(out)),
    env(std::move(offered)),
    worker_(std::move(worker)),
    options_(o)
  {
  }

  /// Opens the device. Throws std::system_error.
  void open(const std::string & path)
  {
    const std::lock_guard lock(mutex_);
    path_ = path;
    device_.emplace(path);
    if (device_->pollable()) {
      watch_.emplace(device_->fd(), this->shared_from_this());
    }
  }

  // Called by the source. Returns false if the stream is over.
  bool push(const T & record) noexcept
  {
    try {
      bool wait;
      {
        const std::lock_guard lock(mutex_);
        if (!device_) {
          return false;
        }
        if (make_room()) {
          waiting_.push_back(record);
        }
        wait = !parked_ && !write();
        parked_ |= wait;
      }
      if (wait) {
        park();
      }
      return this->next(record);
    } catch (...) {
      this->error(std::current_exception());
      return false;
    }
  }
  void source_completed() noexcept
  {
    bool done;
    {
      const std::lock_guard lock(mutex_);
      source_completed_ = true;
      done = waiting_.empty();
    }
    if (done) {
      this->completed();
    }
  }

  // Called on the poller's thread; writing happens where the stream runs.
  void ready() noexcept override { worker_->schedule(this->shared_from_this()); }

  void run() noexcept override
  {
    worker_->cancel(*this);  // no longer parked
    bool wait = false;
    bool done = false;
    std::exception_ptr failed;
    {
      const std::lock_guard lock(mutex_);
      if (!device_) {
        return;
      }
      try {
        wait = parked_ = !write();
        done = !wait && source_completed_;
      } catch (...) {
        failed = std::current_exception();
      }
    }
    if (failed) {
      this->error(failed);
    } else if (wait) {
      park();
    } else if (done) {
      this->completed();
    }
  }

  void scheduler_ended() noexcept override { this->completed(); }

  rx::single_assignment_subscription source;
  const rx::environment env;

protected:
  void released() noexcept override
  {
    source.dispose();
    {
      const std::lock_guard lock(mutex_);
      watch_.reset();
      device_.reset();
    }
    worker_->cancel(*this);
  }

private:
  // Call the functions below with the mutex held; they run no user code.

  // Returns false if there is no room.
  bool make_room()
  {
    if (waiting_.size() < options_.max_waiting) {
      return true;
    }
    switch (options_.overflow) {
      case rx::overflow::latest:
      case rx::overflow::drop_oldest: {
        // a record that was begun must be finished
        const std::size_t oldest = written_ > 0 ? 1 : 0;
        if (oldest < waiting_.size()) {
          waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(oldest));
        }
        return true;
      }
      case rx::overflow::drop_newest:
        return false;
      default:
        throw std::runtime_error(
          "to_device: the queue is full: " + std::to_string(waiting_.size()) +
          " records wait for '" + path_ + "' (max_waiting)");
    }
  }

  // Returns true if no record waits.
  bool write()
  {
    while (!waiting_.empty()) {
      const std::size_t taken = device_->write(
        reinterpret_cast<const std::byte *>(&waiting_.front()) + written_, sizeof(T) - written_);
      if (taken == 0) {
        return false;
      }
      written_ += taken;
      if (written_ == sizeof(T)) {
        written_ = 0;
        waiting_.pop_front();
      }
    }
    return true;
  }

  void park() noexcept
  {
    worker_->schedule(this->shared_from_this(), rx::time_point::max(), {});
    std::exception_ptr failed;
    bool closed;
    {
      const std::lock_guard lock(mutex_);
      closed = !watch_;
      try {
        if (watch_) {
          watch_->arm(device_poller::wait_for::writing);
        }
      } catch (...) {
        failed = std::current_exception();
      }
    }
    if (closed) {  // released() may have cancelled the task before it was parked
      worker_->cancel(*this);
    }
    if (failed) {
      this->error(failed);
    }
  }

  const rx::environment worker_;
  const to_device_options options_;
  std::string path_;
  std::mutex mutex_;  // guards the members below
  std::optional<device_output> device_;
  std::optional<device_poller::watch> watch_;
  std::deque<T> waiting_;
  std::size_t written_ = 0;  // number of bytes of the first record that are written
  bool parked_ = false;
  bool source_completed_ = false;
};

template <typename Writer>
struct device_writer_input
{
  template <typename U>
  bool on_next(U && item) noexcept
  {
    return writer->push(item);
  }
  void on_error(const std::exception_ptr & error) noexcept { writer->error(error); }
  void on_completed() noexcept
  {
    writer->source_completed();
    writer->source.dispose();
  }
  rx::environment env() const { return writer->env; }

  std::shared_ptr<Writer> writer;
};

template <typename Source>
struct device_sink
{
  using value_type = typename Source::value_type;
  static_assert(
    std::is_trivially_copyable_v<value_type>,
    "rxros2::to_device: the records must be trivially copyable, as a device takes bytes");

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    using writer_type = device_writer<value_type, std::remove_cvref_t<Out>>;
    rx::environment of_out = rx::env_of(out);
    rx::environment worker = rx::choose_environment(passed, rx::env_of(source), of_out).worker();
    auto writer = std::make_shared<writer_type>(
      std::forward<Out>(out), std::move(worker), passed ? passed : std::move(of_out), options);
    try {
      writer->open(path);
      writer->source.set(source.start(device_writer_input<writer_type>{writer}));
    } catch (...) {
      writer->error(std::current_exception());
    }
    return writer;
  }
  rx::environment env() const { return passed ? passed : rx::env_of(source); }

  Source source;
  std::string path;
  to_device_options options;
  rx::environment passed;
};

struct to_device
{
  template <typename Observable>
  auto operator()(Observable && source) const
  {
    using source_type = typename std::remove_cvref_t<Observable>::source_type;
    return rx::make_observable(
      device_sink<source_type>{std::forward<Observable>(source).source(), path, options, passed});
  }

  std::string path;
  to_device_options options;
  rx::environment passed;
};

}  // namespace detail

namespace operators
{

/// source | to_device(path[, options][, env]) writes each item, a C struct, to a Linux device and
/// passes it on.
/**
 *     source          --1--2--3-----|
 *     to_device(p)    --1--2--3-----|      (and the bytes of 1, 2, 3 in the device)
 *
 * `path` may be a character or block device, a FIFO with a reader, a terminal, or an existing
 * regular file. Like most operators it waits for a subscriber: `(… | to_device(p)).subscribe()`.
 * Never blocks: records that the device does not take at once are queued (see to_device_options)
 * and written when epoll reports that it is ready, in `env`, otherwise in the source's environment
 * (from_topic), otherwise in the subscriber's, otherwise on the subscribing thread. An item is
 * passed on when it is in the queue, the completion when all records are written; disposal, the
 * source's error and the node's end drop the queued records. Errors, each with the path:
 * std::system_error if the device cannot be opened, fails, is unplugged, or the FIFO has no reader;
 * std::runtime_error if the queue is full. Throws std::invalid_argument for invalid options. Cost
 * of an item: one write(2) (for a FIFO four more system calls, so that SIGPIPE does not end the
 * process), one lock that no thread holds for long, no heap unless it waits; from_device's thread,
 * while a record waits.
 *
 *     const std::string terminal = file("terminal", "");
 *     just('a', 'b') | to_device(terminal);  // -> a b |
 *     from_device<char>(terminal);           // -> a b |
 */
inline auto to_device(
  const std::string & path, to_device_options options = {}, rx::environment env = {})
{
  if (options.max_waiting == 0) {
    throw std::invalid_argument("to_device '" + path + "': max_waiting is 0; expected 1 or more");
  }
  if (options.overflow == rx::overflow::block) {
    throw std::invalid_argument(
      "to_device '" + path +
      "': overflow is block, but to_device never blocks; use another policy");
  }
  if (options.overflow == rx::overflow::latest) {
    options.max_waiting = 1;
  }
  return detail::to_device{path, options, std::move(env)};
}

}  // namespace operators
}  // namespace rxros2

#endif  // RXROS2__DEVICES__TO_DEVICE_HPP_
