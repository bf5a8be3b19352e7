// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// from_device: the records of a Linux device as a stream.

#ifndef RXROS2__DEVICES__FROM_DEVICE_HPP_
#define RXROS2__DEVICES__FROM_DEVICE_HPP_

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>

#include "rclcpp/contexts/default_context.hpp"
#include "rclcpp/logging.hpp"
#include "rx/error.hpp"
#include "rx/observable.hpp"
#include "rx/serialized_observer.hpp"
#include "rxros2/devices/detail/device.hpp"
#include "rxros2/devices/detail/device_poller.hpp"
#include "rxros2/nodes/detail/node_streams.hpp"
#include "rxros2/nodes/detail/shutdown_callback.hpp"

namespace rxros2
{

/// Makes from_device open its device again when it is missing, fails, ends or is unplugged, until
/// it succeeds.
struct reopen
{
  /// The time between two attempts: in a node by the machine's steady clock, otherwise on the clock
  /// of the stream's environment.
  rx::duration every = std::chrono::seconds(1);
  /// Called where the stream runs, with false and the reason when the device is lost, and with true
  /// when it is available again. Default: both are logged. Must not throw.
  std::function<void(bool available, const std::string & why)> on_change = {};
};

namespace detail
{

/// One subscribed observer and its device. The task reads when the poller reports data, and is
/// parked in between.
template <typename T, typename Out>
class device_stream final : public rx::serialized_observer<T, Out, rx::schedulable>,
                            public device_poller::watcher,
                            public std::enable_shared_from_this<device_stream<T, Out>>
{
public:
  device_stream(
    Out out, rx::environment worker, std::string path, std::optional<rxros2::reopen> again)
  : rx::serialized_observer<T, Out, rx::schedulable>(std::move(out)),
    worker_(std::move(worker)),
    path_(std::move(path)),
    reopen_(std::move(again))
  {
  }

  /// Opens the device and starts to read.
  void begin() noexcept
  {
    // Called without the lock, because ROS 2's context holds a lock of its own here and while it
    // calls this function.
    auto shutdown = std::make_unique<shutdown_callback>(
      *rclcpp::contexts::get_global_default_context(), [weak = this->weak_from_this()] {
        if (const auto stream = weak.lock()) {
          stream->completed();
        }
      });
    {
      const std::lock_guard lock(mutex_);
      shutdown_ = std::move(shutdown);
    }
    turn();
  }

  // Called on the poller's thread; reading happens where the stream runs.
  void ready() noexcept override { worker_->schedule(this->shared_from_this()); }

  void run() noexcept override
  {
    worker_->cancel(*this);  // no longer parked
    turn();
  }

  void scheduler_ended() noexcept override { this->completed(); }

protected:
  void released() noexcept override
  {
    if (phase_.exchange(phase::closed) == phase::idle) {
      close();
    }
    worker_->cancel(*this);
  }

private:
  enum class phase
  {
    idle,
    reading,
    closed
  };
  enum class next_step
  {
    read_on,
    wait,
    open_later,
    stop
  };

  void turn() noexcept
  {
    phase idle = phase::idle;
    if (!phase_.compare_exchange_strong(idle, phase::reading)) {
      return;  // disposed
    }
    auto next = next_step::stop;
    try {
      next = open_or_read();
    } catch (...) {
      next = failed(std::current_exception());
    }
    phase reading = phase::reading;
    if (phase_.compare_exchange_strong(reading, phase::idle)) {
      go_on(next);
    } else {
      close();  // disposed meanwhile
    }
  }

  // These run in phase `reading`, in which no other thread touches the device.

  next_step open_or_read() { return device_ ? read() : open(); }

  next_step open()
  {
    {
      const std::lock_guard lock(mutex_);
      device_.emplace(path_, sizeof(T));
      if (device_->pollable()) {
        watch_.emplace(device_->fd(), this->shared_from_this());
      }
    }
    if (std::exchange(missing_, false) && !notify(true, "")) {
      return next_step::stop;
    }
    return device_->pollable() ? next_step::wait : next_step::read_on;
  }

  next_step failed(const std::exception_ptr & error) noexcept
  {
    if (!reopen_ || !worth_another_try(error)) {
      this->error(error);
      return next_step::stop;
    }
    return lost(rx::what(error));
  }

  next_step lost(const std::string & why) noexcept
  {
    {
      const std::lock_guard lock(mutex_);
      watch_.reset();
      device_.reset();
    }
    if (!std::exchange(missing_, true) && !notify(false, why)) {
      return next_step::stop;
    }
    return next_step::open_later;
  }

  // Returns false for an error that would recur: the path is not a device, its records have another
  // size, or this is a replay, which has no devices.
  static bool worth_another_try(const std::exception_ptr & error)
  {
    try {
      std::rethrow_exception(error);
    } catch (const std::system_error & e) {
      return e.code() != std::errc::is_a_directory && e.code() != std::errc::invalid_argument &&
             e.code() != std::errc::operation_not_supported;
    } catch (const std::runtime_error &) {  // it ended inside a record
      return true;
    } catch (...) {
      return false;
    }
  }

  /// Returns false if the user's function has thrown; the exception is then the stream's error.
  bool notify(bool available, const std::string & why) noexcept
  {
    if (reopen_->on_change) {
      try {
        reopen_->on_change(available, why);
      } catch (...) {
        this->error(std::current_exception());
        return false;
      }
    } else if (available) {
      RCLCPP_INFO(
        rclcpp::get_logger("rxros2"), "from_device: '%s' is available again", path_.c_str());
    } else {
      RCLCPP_WARN(
        rclcpp::get_logger("rxros2"), "%s; trying to open it again every %g s", why.c_str(),
        std::chrono::duration<double>(reopen_->every).count());
    }
    return true;
  }

  next_step read()
  {
    T record;
    for (int i = 0; i < records_a_turn; ++i) {
      switch (device_->read(&record)) {
        case device::result::record:
          if (!this->next(record)) {
            return next_step::stop;
          }
          break;
        case device::result::empty:
          return next_step::wait;
        case device::result::end:
          if (reopen_ && device_->pollable()) {
            return lost("from_device: '" + path_ + "' ended");
          }
          this->completed();
          return next_step::stop;
      }
    }
    return next_step::read_on;  // other callbacks of the executor run in between
  }

  void go_on(next_step next) noexcept
  {
    switch (next) {
      case next_step::read_on:
        worker_->schedule(this->shared_from_this());
        break;
      case next_step::wait:
        worker_->schedule(this->shared_from_this(), rx::time_point::max(), {});
        // released() may have cancelled the task before it was parked
        if (phase_ == phase::closed) {
          worker_->cancel(*this);
        }
        arm();
        break;
      case next_step::open_later:
        worker_->schedule(
          this->shared_from_this(), rx::saturated_add(worker_.now(), reopen_->every), {});
        if (phase_ == phase::closed) {
          worker_->cancel(*this);
        }
        break;
      case next_step::stop:
        break;
    }
  }

  void arm() noexcept
  {
    std::exception_ptr failed;
    {
      const std::lock_guard lock(mutex_);
      try {
        if (watch_) {
          watch_->arm();
        }
      } catch (...) {
        failed = std::current_exception();
      }
    }
    if (failed) {
      this->error(failed);
    }
  }

  void close() noexcept
  {
    const std::lock_guard lock(mutex_);
    watch_.reset();
    device_.reset();
    shutdown_.reset();
  }

  static constexpr int records_a_turn = 64;

  const rx::environment worker_;
  const std::string path_;
  const std::optional<rxros2::reopen> reopen_;
  bool missing_ = false;  // whether the user was notified
  std::atomic<phase> phase_ = phase::idle;
  std::mutex mutex_;  // guards the members below; in phase `reading` device_ is read without it
  std::optional<device> device_;
  std::optional<device_poller::watch> watch_;
  std::unique_ptr<shutdown_callback> shutdown_;
};

template <typename T>
struct device_source
{
  using value_type = T;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    rx::environment worker =
      in_steady_time(rx::choose_environment(passed, {}, rx::env_of(out))).worker();
    auto stream = std::make_shared<device_stream<T, std::remove_cvref_t<Out>>>(
      std::forward<Out>(out), std::move(worker), path, again);
    stream->begin();
    return stream;
  }
  rx::environment env() const { return labelled(passed, {"device", path}); }

  std::string path;
  std::optional<reopen> again;
  rx::environment passed;
};

}  // namespace detail

namespace observable
{

/// from_device<T>(path[, env]) emits the records that a Linux device delivers. Each record is the
/// bytes of a T.
/**
 *     bytes                   aaaabb  bbcccc   dd
 *     from_device<4 bytes>    --a-----bc------X    (X an error: the device ended inside a record)
 *
 * T is the record's C struct (`input_event`, `js_event`, …) and must be trivially copyable. `path`
 * may be a character or block device, a FIFO, a terminal, or a regular file, which is read at once.
 * A record that arrives in pieces is reassembled. The stream completes when the file ends between
 * two records, or at rclcpp::shutdown(). Errors, each with the path: std::system_error if the
 * device cannot be opened, fails, or is unplugged (for a pseudo terminal: its other side is
 * closed); std::runtime_error if it ends inside a record. Runs in `env`, otherwise in its
 * subscriber's environment (the node of publish_to_topic), otherwise on the subscribing thread,
 * which blocks until the end. It reads only as fast as the stream takes the records, so a slow
 * stream loses nothing that Linux buffers. Cost: one sleeping thread for all devices of the
 * process; per item its share of a read(2), no heap, no lock.
 *
 *     from_device<char>(file("letters", "abc"));                 // -> a b c |
 *     from_device<std::array<char, 2>>(file("letters", "abc"));
 *       // -> (a, b) X from_device: 'letters' ended inside a record: 1 of 2 bytes
 */
template <typename T>
auto from_device(const std::string & path, rx::environment env = {})
{
  static_assert(
    std::is_trivially_copyable_v<T>,
    "rxros2::from_device: the record must be trivially copyable, as a device delivers bytes");
  return rx::make_observable(detail::device_source<T>{path, {}, std::move(env)});
}

/// from_device<T>(path, reopen{every, on_change}[, env]) continues when the device comes back.
/**
 *     device                            aaaabbbb   (unplugged)   (plugged in) cccc
 *     from_device<4 bytes>(p, reopen)   --a---b---------------------------------c---…
 *
 *  As from_device, but a device that is missing at first, that fails, ends or is unplugged, is
 *  opened again: every second unless said otherwise, in a node by the machine's steady clock, as
 *  devices know nothing of simulated time. The stream ends only at rclcpp::shutdown(), by
 *  disposal, when a regular file was read through, and by an error that no second try mends: a
 *  directory, or records of another size. What was read of a record that broke off is dropped.
 *  Throws std::invalid_argument unless `every` is positive.
 *
 *     m.cold("---a").subscribe([](char) { file("plugged_in_later", "xy"); });
 *     from_device<char>("plugged_in_later", rxros2::reopen{.every = 1ms},
 *       on_callback_group(node));  // -> x y |
 */
template <typename T>
auto from_device(const std::string & path, reopen again, rx::environment env = {})
{
  static_assert(
    std::is_trivially_copyable_v<T>,
    "rxros2::from_device: the record must be trivially copyable, as a device delivers bytes");
  if (again.every <= rx::duration::zero()) {
    throw std::invalid_argument(
      "from_device: '" + path + "' is to be opened again every " +
      std::to_string(again.every.count()) + " ns; expected more than 0");
  }
  return rx::make_observable(detail::device_source<T>{path, std::move(again), std::move(env)});
}

}  // namespace observable
}  // namespace rxros2

#endif  // RXROS2__DEVICES__FROM_DEVICE_HPP_
