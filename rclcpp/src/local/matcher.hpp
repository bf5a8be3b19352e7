// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Decides which endpoints of one name match, as DDS does; for topics and services.
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

/// The reasons why two endpoints do not match. True if there is a reason.
struct Mismatch
{
  bool type = false;
  rmw::Compatibility qos;  // compared only if the types are equal

  explicit operator bool() const { return type || qos.type == RMW_QOS_COMPATIBILITY_ERROR; }
};

/// The actual QoS of both ends of one direction of data.
struct Way
{
  const rmw_qos_profile_t & writer;
  const rmw_qos_profile_t & reader;
};

/// Compares the names of the types, then the QoS of each direction.
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

/// The endpoints of one name, of two kinds that match each other. Argument-dependent lookup finds
/// `mismatch_of(a, b)` in the namespace of A. Owns nothing; not thread-safe.
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

  /// Calls `function(a, b, mismatch)` for the endpoint and each endpoint of the other kind.
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

  /// Calls `function(other)` for each endpoint that matches.
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
