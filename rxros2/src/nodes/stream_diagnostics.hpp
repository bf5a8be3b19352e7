// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The failed streams of a node in /diagnostics.

#ifndef NODES__STREAM_DIAGNOSTICS_HPP_
#define NODES__STREAM_DIAGNOSTICS_HPP_

#include <string>

#include "rxros2/nodes/detail/node_streams.hpp"

namespace rxros2::detail
{

/// A stream that ended by an unhandled error.
struct failed_stream
{
  std::string name;   ///< "stream of topic '/scan'"
  std::string error;  ///< type and text of the exception
  std::string topic;  ///< name of the source; may be empty
  std::string stage;  ///< name of the operator at the end; may be empty
};

/// Publishes the stream in /diagnostics, now and once a second until the node ends. Publisher and
/// timer are created for the first failed stream of a node. Has no effect if they cannot be created
/// (an installed ROS 2 without diagnostic_msgs). Thread-safe.
void show_in_diagnostics(
  node_streams & streams, const node_access & node, failed_stream stream) noexcept;

}  // namespace rxros2::detail

#endif  // NODES__STREAM_DIAGNOSTICS_HPP_
