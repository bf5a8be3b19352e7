// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// on_stream_error: what a node does after a stream has ended by an error that nothing handles.

#ifndef RXROS2__NODES__ON_STREAM_ERROR_HPP_
#define RXROS2__NODES__ON_STREAM_ERROR_HPP_

#include "rxros2/nodes/detail/node_access.hpp"

namespace rxros2
{

/// The reaction of a node to an error of a stream that nothing handles. In each case the error is
/// logged and appears in /diagnostics.
enum class stream_error_policy
{
  log,       ///< nothing else: the other streams go on
  shutdown,  ///< the context is shut down, and the process ends with exit code 1 instead of 0
  raise      ///< the spin of the executor that runs the stream throws the error
};

namespace detail
{

void set_stream_error_policy(const node_access & node, stream_error_policy policy);

}  // namespace detail

/// on_stream_error(node, policy) decides what an unhandled error of one of its streams means.
/**
 *     rxros2::on_stream_error(node, rxros2::stream_error_policy::log);
 *     just(1, 2) | map([](int i) { return 2 * i; });  // -> 2 4 |
 *
 * The parameter override `rxros2.on_stream_error` (log, shutdown or raise) has priority, so that a
 * launch file or `-p rxros2.on_stream_error:=shutdown` can decide it without a change of the
 * program. Use `shutdown` with `respawn` of a launch file. The default is `log`. A handler that the
 * program has installed with rx::on_unhandled_error takes the errors instead. `node` is a pointer
 * or shared_ptr to any node. Throws std::invalid_argument if the override has another value.
 * Thread-safe. */
template <detail::node_pointer Node>
void on_stream_error(const Node & node, stream_error_policy policy)
{
  detail::set_stream_error_policy(detail::node_access::of(node), policy);
}

}  // namespace rxros2

#endif  // RXROS2__NODES__ON_STREAM_ERROR_HPP_
