// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The one thread of a process that waits for devices; from_device and to_device learn from it when
// to go on.

#ifndef RXROS2__DETAIL__DEVICE_POLLER_HPP_
#define RXROS2__DETAIL__DEVICE_POLLER_HPP_

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace rxros2::detail
{

/// Waits with epoll for any number of file descriptors; started by the first watch, runs until the
/// process ends.
/** The thread is named `rxros2-devices`, blocks all signals and reads nothing: it only tells. */
class device_poller
{
public:
  /// What is told. `ready` is called on the poller's thread: it must not block.
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

  /// One watched descriptor; removed from the poller when this is destroyed.
  /** After destruction `ready` may still be running on the poller's thread (which keeps the watcher
   * alive),
   *  but does not start again. */
  class watch
  {
  public:
    watch(int fd, std::weak_ptr<watcher> target);
    ~watch();
    watch(const watch &) = delete;
    watch & operator=(const watch &) = delete;

    /// Asks for one call of `ready`, once there is something to read (or room to write) or the file
    /// has ended.
    /** One thread at a time. Throws std::system_error if the file cannot be waited for. */
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

  std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::weak_ptr<watcher>> watchers_;
  std::uint64_t next_id_ = 1;
  int epoll_ = -1;
};

}  // namespace rxros2::detail

#endif  // RXROS2__DETAIL__DEVICE_POLLER_HPP_
