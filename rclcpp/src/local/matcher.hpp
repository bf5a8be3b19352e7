// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Which endpoints of one name match, as DDS decides it; used by topics and services.
#ifndef RCLCPP__LOCAL__MATCHER_HPP_
#define RCLCPP__LOCAL__MATCHER_HPP_

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "rmw/qos.hpp"
#include "rmw/types.h"

namespace rclcpp::local
{

/// Why two endpoints do not match. True if there is a reason.
struct Mismatch
{
  bool type = false;
  rmw::Compatibility qos;  // looked at only if the types are the same

  explicit operator bool() const { return type || qos.type == RMW_QOS_COMPATIBILITY_ERROR; }
};

/// The QoS of the two ends of one way that data takes; both are actual ones.
struct Way
{
  const rmw_qos_profile_t & writer;
  const rmw_qos_profile_t & reader;
};

/// By the names of the types, then by the QoS of each way.
inline Mismatch compare(
  std::string_view type, std::string_view other_type, std::initializer_list<Way> ways)
{
  Mismatch mismatch;
  mismatch.type = type != other_type;
  for (const Way & way : ways) {
    if (!mismatch) {
      mismatch.qos = rmw::check_compatibility(way.writer, way.reader);
    }
  }
  return mismatch;
}

/// The endpoints of one name, of two kinds that look for each other. What it calls `mismatch_of(a,
/// b)` is found where A is declared. Owns nothing; not thread-safe.
template <typename A, typename B>
class Matcher
{
public:
  void add(A & endpoint) { as_.push_back(&endpoint); }
  void add(B & endpoint) { bs_.push_back(&endpoint); }
  void remove(A & endpoint) { std::erase(as_, &endpoint); }
  void remove(B & endpoint) { std::erase(bs_, &endpoint); }

  bool contains(const A & endpoint) const
  {
    return std::find(as_.begin(), as_.end(), &endpoint) != as_.end();
  }
  const std::vector<B *> & all_b() const { return bs_; }

  /// Calls `function(a, b, mismatch)` for the endpoint and each of the other kind.
  template <typename Function>
  void compare_all(A & a, const Function & function) const
  {
    for (B * b : bs_) {
      function(a, *b, mismatch_of(a, *b));
    }
  }
  template <typename Function>
  void compare_all(B & b, const Function & function) const
  {
    for (A * a : as_) {
      function(*a, b, mismatch_of(*a, b));
    }
  }

  /// Calls `function(other)` for each that the endpoint matches.
  template <typename Function>
  void for_each_match(const A & a, const Function & function) const
  {
    for (B * b : bs_) {
      if (!mismatch_of(a, *b)) {
        function(*b);
      }
    }
  }
  template <typename Function>
  void for_each_match(const B & b, const Function & function) const
  {
    for (A * a : as_) {
      if (!mismatch_of(*a, b)) {
        function(*a);
      }
    }
  }

private:
  std::vector<A *> as_;
  std::vector<B *> bs_;
};

}  // namespace rclcpp::local

#endif  // RCLCPP__LOCAL__MATCHER_HPP_
