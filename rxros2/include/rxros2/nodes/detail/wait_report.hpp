// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reports of streams that wait for a server that is not there.

#ifndef RXROS2__NODES__DETAIL__WAIT_REPORT_HPP_
#define RXROS2__NODES__DETAIL__WAIT_REPORT_HPP_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rx/environment.hpp"
#include "rxros2/nodes/detail/node_access.hpp"

namespace rxros2::detail
{

/// Decides when a wait that should have ended soon is reported: after 3 s, then once a minute.
class wait_report
{
public:
  static constexpr rx::duration first = std::chrono::seconds(3);

  /// Returns how long the wait has lasted if it has to be reported now. The first call for another
  /// `wait` begins that one.
  std::optional<rx::duration> due(std::uint64_t wait, rx::time_point now) noexcept;

private:
  std::optional<std::uint64_t> wait_;
  rx::time_point begun_{};
  rx::time_point due_{};
};

/// Logs, with the logger of the node, that a stream waits for a server, and the likely reason: a
/// server of another type, or of a name that differs by a typing error. `type` is "pkg/srv/Name".
void report_missing_server(
  const weak_node & node, const std::string & service, const std::string & type,
  rx::duration waited) noexcept;

/// Does the same for an action, whose SendGoal service has the type `send_goal`.
void report_missing_action_server(
  const weak_node & node, const std::string & action, const std::string & send_goal,
  rx::duration waited) noexcept;

/// Returns the candidates that `name` was probably meant to be, the nearest first.
/** The rule is that of rxros2.near_names in Python: one typing error, or two in a long part; only
 * other slashes, underscores and case; or a namespace that one of them lacks. Names that differ in
 * their numbers, or in words of one or two letters, are not near. */
std::vector<std::string> near_names(
  const std::string & name, const std::vector<std::string> & candidates);

}  // namespace rxros2::detail

#endif  // RXROS2__NODES__DETAIL__WAIT_REPORT_HPP_
