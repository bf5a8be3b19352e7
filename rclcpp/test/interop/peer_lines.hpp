// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of the peers of the interoperability tests, for all DDS implementations: output
// as JSON lines, parsing of policies.
#ifndef PEER_LINES_HPP_
#define PEER_LINES_HPP_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <istream>
#include <mutex>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

namespace peer
{

inline std::string in_quotes(const std::string & text)
{
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    out += c == '\n' ? ' ' : c;
  }
  return out + '"';
}

inline std::string number(const char * name, long long value)
{
  return in_quotes(name) + ": " + std::to_string(value);
}

/// Returns the time of the host's monotonic clock, which all of its processes share.
inline long long now_us()
{
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

/// Prints one line; thread-safe.
inline void print(const std::string & line)
{
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  std::cout << line << std::endl;
}

inline void event(const std::string & name, const std::string & topic, const std::string & rest)
{
  print(
    "{\"event\": " + in_quotes(name) + ", \"topic\": " + in_quotes(topic) + ", " +
    number("at_us", now_us()) + (rest.empty() ? "" : ", " + rest) + "}");
}

/// Prints the result of an input line: {"did": COMMAND …}, with the result of execute(command,
/// words), or its error.
template <typename Execute>
void answer(const std::string & line, Execute && execute)
{
  std::istringstream words(line);
  std::string command;
  words >> command;
  std::string text = in_quotes("did") + ": " + in_quotes(command);
  try {
    text += execute(command, words);
  } catch (const std::exception & e) {
    text += ", \"error\": " + in_quotes(e.what());
  }
  print("{" + text + ", " + number("at_us", now_us()) + "}");
}

/// The words reliability=best_effort durability=transient_local depth=N history=keep_all
/// deadline=MS liveliness=manual lease=MS; the defaults are reliable, volatile, keep_last 10,
/// automatic, without time limits.
struct Policies
{
  bool best_effort = false;
  bool transient_local = false;
  bool keep_all = false;
  bool manual_liveliness = false;
  int depth = 10;
  std::optional<int> deadline_ms;
  std::optional<int> lease_ms;
};

inline Policies read_policies(std::istream & words)
{
  Policies out;
  for (std::string word; words >> word;) {
    const auto value = [&](const std::string & name) -> std::optional<int> {
      return word.starts_with(name) ? std::optional(std::stoi(word.substr(name.size())))
                                    : std::nullopt;
    };
    if (word == "reliability=best_effort") {
      out.best_effort = true;
    } else if (word == "durability=transient_local") {
      out.transient_local = true;
    } else if (word == "history=keep_all") {
      out.keep_all = true;
    } else if (word == "liveliness=manual") {
      out.manual_liveliness = true;
    } else if (const auto depth = value("depth=")) {
      out.depth = *depth;
    } else if (const auto deadline = value("deadline=")) {
      out.deadline_ms = deadline;
    } else if (const auto lease = value("lease=")) {
      out.lease_ms = lease;
    } else {
      throw std::invalid_argument("no such policy: " + word);
    }
  }
  return out;
}

/* What messages of number n hold, for any structs with ROS's field names. */

template <typename String>
void fill_string(String & message, int n)
{
  message.data = std::to_string(n);
}

template <typename Image>
void fill_image(Image & message, int n)
{
  message.header.stamp.sec = n;
  message.header.frame_id = "camera " + std::to_string(n);
  message.height = 512;
  message.width = 1024;
  message.encoding = "mono16";
  message.step = 2048;
  message.data.resize(std::size_t{1} << 20);
  for (std::size_t i = 0; i < message.data.size(); ++i) {
    message.data[i] = static_cast<std::uint8_t>(i * 31 + i / 4096 + static_cast<std::size_t>(n));
  }
}

template <typename PolygonStamped>
void fill_polygon(PolygonStamped & message, int n)
{
  message.header.stamp.sec = n;
  message.header.stamp.nanosec = 5;
  message.header.frame_id = "map";
  message.polygon.points.resize(static_cast<unsigned>(n) % 7);
  float x = 0.5f;
  for (auto & point : message.polygon.points) {
    point.x = x;
    point.y = -x;
    point.z = static_cast<float>(n);
    x += 1;
  }
}

}  // namespace peer

#endif  // PEER_LINES_HPP_
