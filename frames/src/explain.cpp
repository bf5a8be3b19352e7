// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The texts of lookup errors.

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

/// The beginning of each text about two known frames.
std::string lookup_text(const Answer & answer)
{
  return "no transform from frame [" + answer.source->name + "] to frame [" + answer.target->name +
         "]";
}

std::string data_text(const Answer & answer)
{
  const std::string frame = "frame [" + answer.at->name + "]", time = seconds(answer.available);
  switch (answer.error) {
    case Error::forward_extrapolation:
      return "the newest data of " + frame + " has time " + time +
             " s; wait for newer data or ask for time 0, the latest";
    case Error::backward_extrapolation:
      return "the oldest data of " + frame + " has time " + time +
             " s; ask for a later time or keep data for longer";
    default:
      return answer.at->edge.is_empty() ? frame + " has no data; wait for its publisher"
                                        : "the only data of " + frame + " has time " + time +
                                            " s; wait for more data or ask for that time";
  }
}

/// Returns a frame and its ancestors by their newest transforms, up to the root or once around a
/// loop; at most as many as a lookup follows.
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
      return "the frames form a loop, child -> parent: " + text +
             "; stop the publisher of one of these transforms";
    }
  }
  return "they are more than " + std::to_string(max_depth) +
         " frames apart; publish a shorter path";
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
                "] before time " + seconds(frame->parent_changed) + " s";
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
  return std::string(argument) + " \"" + std::string(name) + "\" is not a frame name; expected " +
         (name.empty() ? "a name that is not empty" : "no '/' at its beginning");
}

std::string unknown_name_text(std::string_view name, const char * argument)
{
  return std::string(argument) + " \"" + std::string(name) +
         "\" does not exist: no transform names it; check its publisher";
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
      return "a frame name is empty or begins with '/'";
    case Error::lookup:
      return lookup_text(answer) + ": " + loop_text(answer);
    case Error::cleared:
      return lookup_text(answer) +
             ": the buffer was cleared while the request waited; request it again";
    case Error::connectivity:
      for (const Frame * frame : {answer.target, answer.source}) {
        if (!frame->known) {
          return unknown_name_text(
            frame->name, frame == answer.target ? "target_frame" : "source_frame");
        }
      }
      return lookup_text(answer) +
             ": the frames are in two separate trees; publish a transform that connects them" +
             changed_parents_text(answer);
    default:
      return lookup_text(answer) + " at time " + seconds(answer.stamp) +
             " s: " + data_text(answer) + changed_parents_text(answer);
  }
}

}  // namespace frames
