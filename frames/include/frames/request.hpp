// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A request that waits for a transform in a frames::Buffer.

#ifndef FRAMES__REQUEST_HPP_
#define FRAMES__REQUEST_HPP_

#include <memory>
#include <vector>

#include "frames/answer.hpp"

namespace frames
{

class Request;

namespace detail
{

/// The entry of a request in the list of those that wait for one frame. Guarded by the buffer's
/// lock.
struct Hook
{
  Request * request = nullptr;
  struct HookList * list = nullptr;
  Hook * previous = nullptr;
  Hook * next = nullptr;
  Time time = 0;
};

/// The parameters of a request: from source at one time to target at another, through fixed (null:
/// at one time).
struct Query
{
  Frame * target = nullptr;
  Frame * source = nullptr;
  Frame * fixed = nullptr;
  Time target_time = 0;
  Time source_time = 0;
  bool change = false;  ///< wait_for_change()
};

}  // namespace detail

/// Derive from it and pass it to Buffer::lookup_or_wait(). The buffer keeps it while it waits.
/// Afterwards it can be used again, also from within ready(), and then allocates nothing.
class Request
{
public:
  Request() = default;
  Request(const Request &) = delete;
  Request & operator=(const Request &) = delete;

protected:
  ~Request() = default;

private:
  friend class Buffer;

  /// Called once per wait, on the thread that inserted (or cleared), with no lock held.
  virtual void ready(const Answer & answer) noexcept = 0;

  detail::Query query_;
  std::vector<detail::Hook> hooks_;
  std::shared_ptr<Request> self_;  // while it waits or is about to be notified
  Request * next_ = nullptr;       // in the list of those that are about to be notified
  Answer answer_;
};

}  // namespace frames

#endif  // FRAMES__REQUEST_HPP_
