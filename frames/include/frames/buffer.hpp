// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// frames::Buffer: the transforms between frames over the last seconds, as ROS 2's tf2 keeps them.

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

/// What became of a transform that was to be inserted.
enum class Inserted : std::uint8_t
{
  kept,
  duplicate,        ///< the same one is there
  too_old,          ///< older than the buffer's length, by the newest one of its frame
  same_frame,       ///< parent and child have one name
  no_child,         ///< the child's name is empty
  no_parent,        ///< the parent's name is empty
  not_a_number,     ///< a value of it is NaN or infinite
  no_rotation,      ///< the quaternion's length is 0, or its square is not a normal double
  too_many_frames,  ///< it names a new frame, and the buffer has Buffer::most_frames
};

/// A transform to be inserted. A leading / of a name is taken off, and the quaternion gets unit
/// length.
struct Insertion
{
  std::string_view parent;
  std::string_view child;
  Time stamp = 0;
  Transform transform;
  bool is_static = false;
  Inserted result = Inserted::kept;  ///< set by insert()
};

/// What a buffer knows of one frame.
struct FrameInfo
{
  std::string name;
  std::string parent;  ///< of the newest transform; empty for a root
  bool is_static = false;
  Time oldest = 0;
  Time newest = 0;
  std::size_t size = 0;  ///< how many transforms are kept
};

/// The transforms between frames over the last seconds of data.
/** Frames form trees. A child's transforms to its parent are kept in the order of their stamps, for
 *  `length` behind the newest of them (time of the data: no clock is asked); between two of them
 *  translations are interpolated linearly and rotations on the shorter arc, and there is no
 *  extrapolation. A static transform holds at any time. The parent may change; between transforms
 *  to different parents the older one holds. Whether a frame is static is up to the last transform
 *  inserted.
 *
 *  Threads: all functions from any thread. Lookups take no lock and do not hold up who inserts,
 *  and see each chain of frames at one moment; one that is disturbed again and again by insertions
 *  into the same frames takes the lock for its time. No thread, no clock, no polling: who waits is
 *  told by the insertion that brings what it waits for, on the thread that inserts.
 *  Errors: in Answer and Inserted; nothing throws but std::bad_alloc.
 *  Memory: what the frames need at their most, kept until the buffer goes, of at most
 *  `most_frames`; a name that only requests have named, as long as one of them waits. */
class Buffer
{
public:
  static constexpr Duration default_length = 10'000'000'000;
  /// How many frames transforms may name: peers that name new ones without end fill no memory.
  static constexpr std::size_t most_frames = 100'000;

  /// A negative length is taken for 0.
  explicit Buffer(Duration length = default_length);
  Buffer(const Buffer &) = delete;
  Buffer & operator=(const Buffer &) = delete;
  /// Forgets requests that wait; none is told.
  ~Buffer();

  /// Inserts each, sets its result, and tells the requests that waited for it.
  void insert(std::span<Insertion> transforms);
  Inserted insert(const Insertion & transform)
  {
    Insertion one = transform;
    insert(std::span(&one, 1));
    return one.result;
  }

  /// The transform that maps points in `source` to points in `target` at a time; 0: at the latest
  /// time for which the whole chain between them has data.
  Answer lookup(std::string_view target, std::string_view source, Time time = 0) const;
  /// From `source` at one time to `target` at another, by way of a frame that stands still.
  Answer lookup(
    std::string_view target, Time target_time, std::string_view source, Time source_time,
    std::string_view fixed) const;

  /// The answer, if there is one or never will be; else nothing, and the request waits: ready() is
  /// called once, with the answer. A request waits for one thing at a time.
  std::optional<Answer> lookup_or_wait(
    std::string_view target, std::string_view source, Time time,
    const std::shared_ptr<Request> & request);
  std::optional<Answer> lookup_or_wait(
    std::string_view target, Time target_time, std::string_view source, Time source_time,
    std::string_view fixed, const std::shared_ptr<Request> & request);
  /// ready() is called with the latest transform, or the reason for its lack, after one of the
  /// frames between the two got a transform that differs from the newest it had.
  void wait_for_change(
    std::string_view target, std::string_view source, const std::shared_ptr<Request> & request);
  /// False if it did not wait: ready() was or is being called, or nothing was asked.
  bool cancel(Request & request) noexcept;

  /// The first stamp after `after`, of any frame between the two, for which lookup() has data.
  std::optional<Time> next_stamp(
    std::string_view target, std::string_view source, Time after) const;

  /// The error in words: ROS 2's, and which frames are in a loop or have changed their parent.
  std::string explain(const Answer & answer) const;

  /// Forgets all transforms but static ones, as when time jumps back. Requests that wait are told:
  /// Error::cleared.
  void clear();

  /// All frames, in the order in which they were first named.
  std::vector<FrameInfo> frames() const;
  bool has_frame(std::string_view name) const noexcept;
  Duration length() const noexcept;

private:
  class Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace frames

#endif  // FRAMES__BUFFER_HPP_
