// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Why two endpoints of one topic do not communicate, in words for both of their logs.

#ifndef RMW__MISMATCH_HPP_
#define RMW__MISMATCH_HPP_

#include <string>
#include <vector>

#include "rmw/endpoint.hpp"
#include "rmw/qos.hpp"

namespace rmw
{

/// The causes for which a writer and a reader of one topic do not communicate.
enum class MismatchKind
{
  none,        ///< they communicate
  type,        ///< their types have different names: they do not match
  definition,  ///< the types have one name and different hashes: they match, but may not decode
  qos          ///< the writer offers less than the reader requests: they do not match
};

/// The result of a comparison.
struct Mismatch
{
  MismatchKind kind = MismatchKind::none;    ///< the first cause
  std::vector<IncompatiblePolicy> policies;  ///< of the kind `qos`
};

/// Compares the names of the types, the QoS, and then the hashes of the types.
Mismatch compare(const Endpoint & writer, const Endpoint & reader);

/// One side of a mismatch.
struct MismatchSide
{
  const Endpoint & endpoint;  ///< a writer or a reader
  std::string owner;          ///< e.g. "node /talker (process 17 on robot)"
};

/// Returns one line for the log of `ours`: topic or service, owners and values of both, the cure.
/// Empty if another endpoint of the same service or action reports the same cause.
std::string describe(
  const Mismatch & mismatch, const MismatchSide & ours, const MismatchSide & peer);

/// Returns the same for a policy that ROS 2 does not have, so that its values are not known. `peer`
/// names the owner of the other side.
std::string describe_policy(
  const Endpoint & ours, const std::string & policy, const std::string & peer);

}  // namespace rmw

#endif  // RMW__MISMATCH_HPP_
