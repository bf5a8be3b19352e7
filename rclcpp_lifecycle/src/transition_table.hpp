// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The states of a lifecycle node and the transitions between them, with the numbers and labels of
// lifecycle_msgs. The Python package uses this table too, so it needs no header of a room.
#ifndef TRANSITION_TABLE_HPP_
#define TRANSITION_TABLE_HPP_

#include <array>
#include <cstdint>

namespace rclcpp_lifecycle::detail
{

/// A row of a table; lives as long as the process.
struct StateRow
{
  std::uint8_t id;
  const char * label;
};
struct TransitionRow
{
  std::uint8_t id;
  const char * label;
  std::uint8_t start;
  std::uint8_t goal;
};

/// The states in the order in which the services list them: the primary ones, in which a node
/// stays, then those in which a callback runs.
inline constexpr std::array<StateRow, 11> state_rows{{
  {0, "unknown"},
  {1, "unconfigured"},
  {2, "inactive"},
  {3, "active"},
  {4, "finalized"},
  {10, "configuring"},
  {11, "cleaningup"},
  {12, "shuttingdown"},
  {13, "activating"},
  {14, "deactivating"},
  {15, "errorprocessing"},
}};

/// The transitions in the order in which the services list them. After those that lead to a state
/// in which a callback runs come the three for the results of that callback.
inline constexpr std::array<TransitionRow, 25> transition_rows = [] {
  enum State : std::uint8_t
  {
    unconfigured = 1,
    inactive,
    active,
    finalized,
    configuring = 10,
    cleaningup,
    shuttingdown,
    activating,
    deactivating,
    errorprocessing
  };
  constexpr const char * success = "transition_success";
  constexpr const char * failure = "transition_failure";
  constexpr const char * error = "transition_error";
  return std::array<TransitionRow, 25>{{
    {1, "configure", unconfigured, configuring},  {10, success, configuring, inactive},
    {11, failure, configuring, unconfigured},     {12, error, configuring, errorprocessing},

    {2, "cleanup", inactive, cleaningup},         {20, success, cleaningup, unconfigured},
    {21, failure, cleaningup, inactive},          {22, error, cleaningup, errorprocessing},

    {3, "activate", inactive, activating},        {30, success, activating, active},
    {31, failure, activating, inactive},          {32, error, activating, errorprocessing},

    {4, "deactivate", active, deactivating},      {40, success, deactivating, inactive},
    {41, failure, deactivating, active},          {42, error, deactivating, errorprocessing},

    {5, "shutdown", unconfigured, shuttingdown},  {6, "shutdown", inactive, shuttingdown},
    {7, "shutdown", active, shuttingdown},        {50, success, shuttingdown, finalized},
    {51, failure, shuttingdown, finalized},       {52, error, shuttingdown, errorprocessing},

    {60, success, errorprocessing, unconfigured}, {61, failure, errorprocessing, finalized},
    {62, error, errorprocessing, finalized},
  }};
}();

}  // namespace rclcpp_lifecycle::detail

#endif  // TRANSITION_TABLE_HPP_
