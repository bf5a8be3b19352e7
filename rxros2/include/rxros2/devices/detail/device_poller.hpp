// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The only thread of a process that waits for devices; it notifies from_device and to_device.

#ifndef RXROS2__DEVICES__DETAIL__DEVICE_POLLER_HPP_
#define RXROS2__DEVICES__DETAIL__DEVICE_POLLER_HPP_

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace rxros2::detail
{

/// Waits with epoll for any number of file descriptors. The first watch starts it; it runs until
/// the process ends.
/** The thread is named `rxros2-devices`, blocks all signals and reads nothing: it only notifies. */
class device_poller
{
public:
  /// The receiver of notifications. `ready` is called on the poller's thread and must not block.
  struct watcher
  {
    virtual void ready() noexcept = 0;

  protected:
    ~watcher() = default;
  };

  enum class wait_for
  {
    reading,
    writing,
  };

  /// One watched descriptor; its destruction removes the descriptor from the poller.
  /** After the destruction, `ready` may still be running on the poller's thread (which keeps the
   * watcher alive), but does not start again. */
  class watch
  {
  public:
    watch(int fd, std::weak_ptr<watcher> target);
    ~watch();
    watch(const watch &) = delete;
    watch & operator=(const watch &) = delete;

    /// Requests one call of `ready`, once there is something to read (or room to write) or the file
    /// has ended.
    /** Not thread-safe. Throws std::system_error if the file cannot be waited for. */
    void arm(wait_for what = wait_for::reading);

  private:
    int fd_;
    std::uint64_t id_;
    bool added_ = false;
  };

  static device_poller & instance();

private:
  device_poller();
  void run();

  std::mutex mutex_;  // guards watchers_ and next_id_
  std::unordered_map<std::uint64_t, std::weak_ptr<watcher>> watchers_;
  std::uint64_t next_id_ = 1;
  int epoll_ = -1;
};

}  // namespace rxros2::detail

#endif  // RXROS2__DEVICES__DETAIL__DEVICE_POLLER_HPP_
