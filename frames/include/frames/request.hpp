// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What waits in a frames::Buffer for a transform.

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

/// A request's place among those that wait for one frame. In the buffer's lock.
struct Hook
{
  Request * request = nullptr;
  struct HookList * list = nullptr;
  Hook * previous = nullptr;
  Hook * next = nullptr;
  Time time = 0;
};

/// What is asked: from source at one time to target at another, by way of fixed (null: at one
/// time).
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

/// Derive, and give it to Buffer::lookup_or_wait(). The buffer keeps it while it waits; it can be
/// used again when it does not, also from within ready(), and then allocates nothing.
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

  /// On the thread that inserted (or cleared), with no lock held; once for each wait.
  virtual void ready(const Answer & answer) noexcept = 0;

  detail::Query query_;
  std::vector<detail::Hook> hooks_;
  std::shared_ptr<Request> self_;  // while it waits or is about to be told
  Request * next_ = nullptr;       // among those that are about to be told
  Answer answer_;
};

}  // namespace frames

#endif  // FRAMES__REQUEST_HPP_
