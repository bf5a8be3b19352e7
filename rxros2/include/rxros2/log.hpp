// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// log: writes what passes to a ROS logger.

#ifndef RXROS2__LOG_HPP_
#define RXROS2__LOG_HPP_

#include <concepts>
#include <exception>
#include <functional>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>

#include "rclcpp/logger.hpp"
#include "rclcpp/logging.hpp"
#include "rx/error.hpp"
#include "rx/stage.hpp"

namespace rxros2
{

/// Which of a logger's levels operators::log writes items to; the stream's error is always logged
/// as one.
enum class log_level
{
  debug,
  info,
  warn,
  error,
};

namespace detail
{

template <typename T>
std::string text_of(const T & value)
{
  if constexpr (
    requires(std::ostream & out) { out << value; } && !requires { *value; }) {
    std::ostringstream out;
    out << value;
    return std::move(out).str();
  } else if constexpr (requires {
                         {
                           to_yaml(value, true)
                           } -> std::convertible_to<std::string>;
                       }) {
    return to_yaml(value, true);  // what rosidl makes for each message, service and action
  } else if constexpr (requires {
                         *value;
                         static_cast<bool>(value);
                       }) {
    return value ? detail::text_of(*value) : std::string("null");
  } else if constexpr (requires { *value; }) {
    return detail::text_of(*value);
  } else {
    static_assert(
      sizeof(T) == 0,
      "rxros2::log: no text is known for these items: pass a function that makes it");
  }
}

struct default_text
{
  template <typename T>
  std::string operator()(const T & value) const
  {
    return detail::text_of(value);
  }
};

template <typename Text>
struct logging : rx::stage
{
  logging(rclcpp::Logger l, std::string n, Text t, log_level v)
  : logger(std::move(l)), name(std::move(n)), text(std::move(t)), level(v)
  {
  }

  template <typename U>
  using emits = U;

  template <typename U, typename Out>
  bool on_next(U && item, Out & out)
  {
    const auto & value = item;
    const auto line = [&] { return name + ": " + std::string(std::invoke(text, value)); };
    // The macros make the text only if the level is on.
    switch (level) {
      case log_level::debug:
        RCLCPP_DEBUG(logger, "%s", line().c_str());
        break;
      case log_level::info:
        RCLCPP_INFO(logger, "%s", line().c_str());
        break;
      case log_level::warn:
        RCLCPP_WARN(logger, "%s", line().c_str());
        break;
      case log_level::error:
        RCLCPP_ERROR(logger, "%s", line().c_str());
        break;
    }
    return out.on_next(std::forward<U>(item));
  }
  template <typename Out>
  void on_error(const std::exception_ptr & error, Out & out)
  {
    RCLCPP_ERROR(logger, "%s: ended by an error: %s", name.c_str(), rx::what(error).c_str());
    out.on_error(error);
  }
  template <typename Out>
  void on_completed(Out & out)
  {
    RCLCPP_DEBUG(logger, "%s: completed", name.c_str());
    out.on_completed();
  }

  rclcpp::Logger logger;
  std::string name;
  Text text;
  log_level level;
};

}  // namespace detail

namespace operators
{

/// source | log(logger, name[, text][, level]) writes "name: text" of each item to a ROS logger and
/// hands the item on.
/**
 *     source           --1--2--X
 *     log(l, "speed")  --1--2--X      [INFO] speed: 1   [INFO] speed: 2   [ERROR] speed: ended …
 *
 *  `text` is a function from an item to a string; without it, what operator<< prints, for messages
 *  (also in pointers and item<T>) YAML in one line. Levels: log_level::debug … error, info by
 *  default; completion is logged as debug. What `text` throws is the stream's error. Cost: if the
 *  level is off, a comparison; else what logging costs.
 *
 *     just(1, 2) | log(node->get_logger(), "speed");  // -> 1 2 |
 */
template <typename Text = detail::default_text>
requires(!std::is_same_v<Text, log_level>) auto log(
  rclcpp::Logger logger, std::string name, Text text = {}, log_level level = log_level::info)
{
  return detail::logging<Text>(std::move(logger), std::move(name), std::move(text), level);
}
inline auto log(rclcpp::Logger logger, std::string name, log_level level)
{
  return log(std::move(logger), std::move(name), detail::default_text(), level);
}

}  // namespace operators
}  // namespace rxros2

#endif  // RXROS2__LOG_HPP_
