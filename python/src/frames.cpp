// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Transforms between frames for Python: the buffer of frames/.
#include <nanobind/stl/string.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cdr/reader.hpp"
#include "frames/buffer.hpp"
#include "node.hpp"

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

std::string_view name_in(cdr::reader & in)
{
  const std::span<const char> name = in.read_string();
  return {name.data(), name.size()};
}

/// Reads the transforms of a tf2_msgs/msg/TFMessage; their names refer to the sample.
void read_transforms(
  std::span<const std::byte> sample, bool is_static, std::vector<frames::Insertion> & transforms)
{
  cdr::reader in(sample);
  for (std::uint32_t remaining = in.read_count(76); remaining != 0; --remaining) {
    frames::Insertion & transform = transforms.emplace_back();
    const auto seconds = in.read<std::int32_t>();
    transform.stamp = frames::Time{1'000'000'000} * seconds + in.read<std::uint32_t>();
    transform.parent = name_in(in);
    transform.child = name_in(in);
    auto & [t, r] = transform.transform;
    for (double * const value : {&t.x, &t.y, &t.z, &r.x, &r.y, &r.z, &r.w}) {
      *value = in.read<double>();
    }
    transform.is_static = is_static;
  }
}

/// Returns the reason why a transform was refused; null if it was inserted.
const char * reason_of(frames::Inserted result)
{
  switch (result) {
    case frames::Inserted::too_old:
      return "TF_OLD_DATA: its stamp is older than what the buffer keeps";
    case frames::Inserted::same_frame:
      return "TF_SELF_TRANSFORM: the parent and the child are the same frame";
    case frames::Inserted::no_child:
      return "TF_NO_CHILD_FRAME_ID: the child_frame_id is empty";
    case frames::Inserted::no_parent:
      return "TF_NO_FRAME_ID: the frame_id is empty";
    case frames::Inserted::not_a_number:
      return "TF_NAN_INPUT: it has a value that is infinite or not a number";
    case frames::Inserted::no_rotation:
      return "TF_DENORMALIZED_QUATERNION: the length of its quaternion is 0, or far too small or "
             "large";
    case frames::Inserted::too_many_frames:
      return "the buffer has as many frames as it may have (frames::Buffer::most_frames, 100000), "
             "and this one is new: a publisher of /tf makes new names without end";
    case frames::Inserted::name_too_long:
      return "the name of its frame has more than 1000 bytes (frames::Buffer::longest_name)";
    default:
      return nullptr;
  }
}

/// A buffer with numbered requests; their answers are taken instead of calling back. All functions
/// need the GIL, which serializes them.
class frame_buffer
{
public:
  explicit frame_buffer(std::int64_t length) : buffer_(length) {}

  /// Inserts a sample of tf2_msgs/msg/TFMessage. Returns the refused transforms: pairs of the frame
  /// and the reason. Raises ValueError for an invalid sample, and inserts nothing of it.
  nb::list insert(const nb::bytes & sample, bool is_static)
  {
    insertions_.clear();
    try {
      read_transforms(
        std::as_bytes(std::span(sample.c_str(), sample.size())), is_static, insertions_);
    } catch (const cdr::error & error) {
      throw nb::value_error(error.what());
    }
    buffer_.insert(insertions_);
    nb::list refused;
    for (const frames::Insertion & each : insertions_) {
      if (const char * const why = reason_of(each.result)) {
        refused.append(nb::make_tuple(text_of(each.child), why));
      }
    }
    return refused;
  }

  /// Returns the requests that were answered: pairs of the number and the answer, in the order of
  /// the answers.
  nb::list take_ready()
  {
    nb::list taken;
    for (auto & [number, answer] : std::exchange(ready_, {})) {
      taken.append(nb::make_tuple(number, to_python(answer)));
    }
    return taken;
  }

  nb::object lookup(const std::string & target, const std::string & source, std::int64_t time) const
  {
    return to_python(buffer_.lookup(target, source, time));
  }
  nb::object lookup_between(
    const std::string & target, std::int64_t target_time, const std::string & source,
    std::int64_t source_time, const std::string & fixed) const
  {
    return to_python(buffer_.lookup(target, target_time, source, source_time, fixed));
  }

  /// Returns the answer; None if take_ready() will return it under this number.
  nb::object ask(
    std::int64_t number, const std::string & target, const std::string & source, std::int64_t time)
  {
    const auto waiting = std::make_shared<request>(*this, number);
    if (const auto answer = buffer_.lookup_or_wait(target, source, time, waiting)) {
      return to_python(*answer);
    }
    waiting_[number] = waiting;
    return nb::none();
  }
  void ask_for_change(std::int64_t number, const std::string & target, const std::string & source)
  {
    const auto waiting = std::make_shared<request>(*this, number);
    waiting_[number] = waiting;
    buffer_.wait_for_change(target, source, waiting);
  }
  void cancel(std::int64_t number)
  {
    if (const auto entry = waiting_.find(number); entry != waiting_.end()) {
      buffer_.cancel(*entry->second);
      waiting_.erase(entry);
    }
  }

  nb::object next_stamp(
    const std::string & target, const std::string & source, std::int64_t after) const
  {
    const auto stamp = buffer_.next_stamp(target, source, after);
    return stamp ? nb::cast(*stamp) : nb::none();
  }

  void clear() { buffer_.clear(); }

  nb::list frames() const
  {
    nb::list all;
    for (const frames::FrameInfo & each : buffer_.frames()) {
      all.append(nb::make_tuple(
        text_of(each.name), text_of(each.parent), each.is_static, each.oldest, each.newest,
        each.size));
    }
    return all;
  }

private:
  struct request final : frames::Request
  {
    request(frame_buffer & o, std::int64_t n) : of(o), number(n) {}

    void ready(const frames::Answer & answer) noexcept override
    {
      of.ready_.emplace_back(number, answer);
      of.waiting_.erase(number);
    }

    frame_buffer & of;
    const std::int64_t number;
  };

  /// The number of the error, its text, the stamp, and the translation and rotation.
  nb::object to_python(const frames::Answer & answer) const
  {
    const auto & [t, r] = answer.transform;
    return nb::make_tuple(
      static_cast<int>(answer.error), text_of(answer ? std::string() : buffer_.explain(answer)),
      answer.stamp, nb::make_tuple(t.x, t.y, t.z, r.x, r.y, r.z, r.w));
  }

  std::vector<frames::Insertion> insertions_;
  std::vector<std::pair<std::int64_t, frames::Answer>> ready_;
  std::unordered_map<std::int64_t, std::shared_ptr<request>> waiting_;
  frames::Buffer buffer_;  // destroyed first, because it refers to the requests
};

}  // namespace

void bind_frames(nb::module_ & module)
{
  nb::class_<frame_buffer>(module, "FrameBuffer")
    .def(nb::init<std::int64_t>(), nb::arg("length"))
    .def("insert", &frame_buffer::insert, nb::arg("sample"), nb::arg("is_static"))
    .def("take_ready", &frame_buffer::take_ready)
    .def("lookup", &frame_buffer::lookup, nb::arg("target"), nb::arg("source"), nb::arg("time"))
    .def(
      "lookup_between", &frame_buffer::lookup_between, nb::arg("target"), nb::arg("target_time"),
      nb::arg("source"), nb::arg("source_time"), nb::arg("fixed"))
    .def(
      "ask", &frame_buffer::ask, nb::arg("number"), nb::arg("target"), nb::arg("source"),
      nb::arg("time"))
    .def(
      "ask_for_change", &frame_buffer::ask_for_change, nb::arg("number"), nb::arg("target"),
      nb::arg("source"))
    .def("cancel", &frame_buffer::cancel, nb::arg("number"))
    .def(
      "next_stamp", &frame_buffer::next_stamp, nb::arg("target"), nb::arg("source"),
      nb::arg("after"))
    .def("clear", &frame_buffer::clear)
    .def("frames", &frame_buffer::frames);
}

}  // namespace rxros2_python
