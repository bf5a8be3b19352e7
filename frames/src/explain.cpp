// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Why a transform is not there, in words.

#include "explain.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "frame.hpp"
#include "walk.hpp"

namespace frames
{

namespace
{

std::string seconds(Time time)
{
  char text[48];
  const bool before = time < 0;
  const auto ns = before ? 0 - static_cast<std::uint64_t>(time) : static_cast<std::uint64_t>(time);
  std::snprintf(
    text, sizeof text, "%s%llu.%09llu", before ? "-" : "",
    static_cast<unsigned long long>(ns / 1'000'000'000),
    static_cast<unsigned long long>(ns % 1'000'000'000));
  return text;
}

std::string data_text(const Answer & answer)
{
  const std::string asked = seconds(answer.stamp), there = seconds(answer.available);
  switch (answer.error) {
    case Error::forward_extrapolation:
      return "Lookup would require extrapolation into the future.  Requested time " + asked +
             " but the latest data is at time " + there;
    case Error::backward_extrapolation:
      return "Lookup would require extrapolation into the past.  Requested time " + asked +
             " but the earliest data is at time " + there;
    default:
      return answer.at->edge.is_empty() ? "Lookup would require extrapolation at time " + asked +
                                            ", but nothing is in the buffer"
                                        : "Lookup would require extrapolation at time " + asked +
                                            ", but only time " + there + " is in the buffer";
  }
}

/// The frames from one upwards, by their newest transforms, up to the root or around a loop once;
/// no more than a lookup follows.
std::vector<const Frame *> way_up(const Frame & from)
{
  std::vector<const Frame *> way;
  for (const Frame * frame = &from; frame && way.size() <= max_depth + 1;
       frame = frame->edge.newest().parent) {
    const bool again = std::find(way.begin(), way.end(), frame) != way.end();
    way.push_back(frame);
    if (again) {
      break;
    }
  }
  return way;
}

std::string loop_text(const Answer & answer)
{
  for (const Frame * from : {answer.source, answer.target}) {
    auto way = way_up(*from);
    const auto first = std::find(way.begin(), way.end(), way.back());
    if (first + 1 != way.end()) {
      std::string text;
      for (auto frame = first; frame != way.end(); ++frame) {
        text += (text.empty() ? "" : " -> ") + (*frame)->name;
      }
      return ": child -> parent: " + text;
    }
  }
  return ": a way of more than " + std::to_string(max_depth) + " frames";
}

std::string changed_parents_text(const Answer & answer)
{
  std::string text;
  std::vector<const Frame *> named;
  for (const Frame * from : {answer.source, answer.target}) {
    for (const Frame * frame : way_up(*from)) {
      if (frame->former_parent && std::find(named.begin(), named.end(), frame) == named.end()) {
        named.push_back(frame);
        text += "; the parent of [" + frame->name + "] was [" + frame->former_parent->name +
                "] before time " + seconds(frame->parent_changed);
        if (const Frame * const parent = frame->edge.newest().parent) {
          text += ", now it is [" + parent->name + "]";
        }
      }
    }
  }
  return text;
}

}  // namespace

std::string invalid_name_text(std::string_view name, const char * argument)
{
  return "Invalid argument \"" + std::string(name) + "\" passed to " + argument +
         (name.empty() ? " - in tf2 frame_ids cannot be empty"
                       : " - in tf2 frame_ids cannot start with a '/'");
}

std::string unknown_name_text(std::string_view name, const char * argument)
{
  return "\"" + std::string(name) + "\" passed to " + argument + " does not exist. ";
}

std::string error_text(const Answer & answer)
{
  if (!answer.argument.empty()) {
    return answer.argument;
  }
  switch (answer.error) {
    case Error::none:
      return "";
    case Error::invalid_argument:
      return "Invalid argument";
    case Error::lookup:
      return "The tf tree is invalid because it contains a loop" + loop_text(answer);
    case Error::cleared:
      return "the buffer was cleared while the transform from frame [" + answer.source->name +
             "] to frame [" + answer.target->name + "] was waited for";
    case Error::connectivity:
      for (const Frame * frame : {answer.target, answer.source}) {
        if (!frame->known) {
          return unknown_name_text(
            frame->name, frame == answer.target ? "lookupTransform argument target_frame"
                                                : "lookupTransform argument source_frame");
        }
      }
      return "Could not find a connection between '" + answer.target->name + "' and '" +
             answer.source->name +
             "' because they are not part of the same tree.Tf has two or more unconnected trees." +
             changed_parents_text(answer);
    default:
      return data_text(answer) + ", when looking up transform from frame [" + answer.source->name +
             "] to frame [" + answer.target->name + "]" + changed_parents_text(answer);
  }
}

}  // namespace frames
