// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// frames::Buffer: the transforms between frames over the last seconds, with the rules of ROS 2's
// tf2.

#ifndef FRAMES__BUFFER_HPP_
#define FRAMES__BUFFER_HPP_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frames/answer.hpp"
#include "frames/request.hpp"
#include "frames/transform.hpp"

namespace frames
{

/// The result of an insertion.
enum class Inserted : std::uint8_t
{
  kept,
  duplicate,        ///< the buffer already has the same transform
  too_old,          ///< older than the buffer's length, compared with the newest one of its frame
  same_frame,       ///< parent and child have the same name
  no_child,         ///< the child's name is empty
  no_parent,        ///< the parent's name is empty
  not_a_number,     ///< a value is NaN or infinite
  no_rotation,      ///< the quaternion's length is 0, or its square is not a normal double
  too_many_frames,  ///< it names a new frame, and the buffer has Buffer::most_frames already
  name_too_long,    ///< it names a new frame by more than Buffer::longest_name bytes
};

/// A transform to insert. A leading / of a name is removed, and the quaternion is normalised.
struct Insertion
{
  std::string_view parent;           ///< name of the parent frame
  std::string_view child;            ///< name of the child frame
  Time stamp = 0;                    ///< in ns
  Transform transform;               ///< maps points in the child frame to the parent frame
  bool is_static = false;            ///< true if the transform holds at any time
  Inserted result = Inserted::kept;  ///< set by insert()
};

/// The data of one frame in a buffer.
struct FrameInfo
{
  std::string name;        ///< without a leading /
  std::string parent;      ///< of the newest transform; empty for a root
  bool is_static = false;  ///< true if the last inserted transform was static
  Time oldest = 0;         ///< stamp of the oldest stored transform, in ns
  Time newest = 0;         ///< stamp of the newest stored transform, in ns
  std::size_t size = 0;    ///< number of stored transforms
};

/// The transforms between frames over the last seconds of data.
/** Frames form trees. A child's transforms to its parent are stored in the order of their stamps,
 * for `length` before the newest of them (time of the data; no clock is read). Between two
 * transforms, translations are interpolated linearly and rotations on the shorter arc; there is no
 * extrapolation. A static transform holds at any time. The parent may change; between transforms
 * to different parents the older one holds. The last inserted transform decides whether a frame is
 * static.
 *
 * Threads: all functions are thread-safe. Lookups are lock-free, do not delay insertions, and see
 * each chain of frames at one moment; a lookup that insertions into the same frames disturb
 * repeatedly takes the lock. There is no thread, no clock and no polling: an insertion notifies
 * the requests that wait for it, on the inserting thread.
 * Errors: in Answer and Inserted; only std::bad_alloc is thrown.
 * Memory: the maximum that the frames have needed is kept until the buffer is destroyed, for
 * `most_frames` at most; a name that only requests use is kept as long as one of them waits. */
class Buffer
{
public:
  /// The default length, 10 s in ns.
  static constexpr Duration default_length = 10'000'000'000;
  /// The number of frames that transforms may name, so that a peer that invents names cannot fill
  /// the memory.
  static constexpr std::size_t most_frames = 100'000;
  /// The length in bytes that a new name of a transform may have, for the same reason.
  static constexpr std::size_t longest_name = 1000;

  /// Creates an empty buffer that keeps `length` ns of data. A negative length counts as 0.
  explicit Buffer(Duration length = default_length);
  Buffer(const Buffer &) = delete;
  Buffer & operator=(const Buffer &) = delete;
  /// Drops waiting requests without notifying them.
  ~Buffer();

  /// Inserts each transform, sets its result, and notifies the requests that waited for it.
  void insert(std::span<Insertion> transforms);
  /// Inserts one transform and returns its result; notifies the requests that waited for it.
  Inserted insert(const Insertion & transform)
  {
    Insertion one = transform;
    insert(std::span(&one, 1));
    return one.result;
  }

  /// Returns the transform that maps points in `source` to points in `target` at a time in ns; 0:
  /// at the latest time for which the whole chain between them has data.
  Answer lookup(std::string_view target, std::string_view source, Time time = 0) const;
  /// Returns the transform from `source` at one time to `target` at another, through `fixed`, a
  /// frame that does not move between these times.
  Answer lookup(
    std::string_view target, Time target_time, std::string_view source, Time source_time,
    std::string_view fixed) const;

  /// Returns the answer if there is one or there can never be one. Otherwise returns nothing, and
  /// the request waits: its ready() is called once, with the answer. A request can wait for one
  /// thing at a time.
  std::optional<Answer> lookup_or_wait(
    std::string_view target, std::string_view source, Time time,
    const std::shared_ptr<Request> & request);
  /// The same for a transform from `source` at one time to `target` at another, through `fixed`, a
  /// frame that does not move between these times.
  std::optional<Answer> lookup_or_wait(
    std::string_view target, Time target_time, std::string_view source, Time source_time,
    std::string_view fixed, const std::shared_ptr<Request> & request);
  /// Calls ready() with the latest transform, or with the reason why there is none, after one of
  /// the frames between the two got a transform that differs from its newest one.
  void wait_for_change(
    std::string_view target, std::string_view source, const std::shared_ptr<Request> & request);
  /// Stops the wait of a request. Returns false if it did not wait: ready() was or is being called,
  /// or nothing was requested.
  bool cancel(Request & request) noexcept;

  /// Returns the first stamp after `after`, of any frame between the two, for which lookup() has
  /// data.
  std::optional<Time> next_stamp(
    std::string_view target, std::string_view source, Time after) const;

  /// Returns the error as text: the frames and the time, the available data, and the cure. It also
  /// names the frames of a loop, and frames that have changed their parent.
  std::string explain(const Answer & answer) const;

  /// Removes all transforms but static ones, as needed after a jump back in time. Waiting requests
  /// get Error::cleared.
  void clear();

  /// Returns all frames, in the order of their first use.
  std::vector<FrameInfo> frames() const;
  /// Returns true if a transform has named this frame.
  bool has_frame(std::string_view name) const noexcept;
  /// Returns the length in ns.
  Duration length() const noexcept;

private:
  class Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace frames

#endif  // FRAMES__BUFFER_HPP_
