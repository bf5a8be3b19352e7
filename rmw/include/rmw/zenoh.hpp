// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The parts of the Zenoh engine that DDS does not have: its version, and routers.

#ifndef RMW__ZENOH_HPP_
#define RMW__ZENOH_HPP_

#include <cstdint>
#include <memory>
#include <string>

#include "rmw/error.hpp"
#include "rmw/participant.hpp"
#include "rmw/security.hpp"

namespace rmw
{

/// Returns the version of Zenoh, such as "zenoh 1.10.2". Loads the engine; throws rmw::error with
/// the cure if it is not installed. Thread-safe.
std::string zenoh_version();

/// Opens a session as a participant with these options does, but never serves as a router; closes
/// it and returns what it reached: the session, the port of this host's router, and the nodes of
/// all domains, as a JSON object that rxros2_zenoh.h describes. Takes some seconds. Throws
/// rmw::error. Thread-safe.
std::string inspect_zenoh(const ParticipantOptions & options);

/// Sets a function that Participant::create() calls every 50 ms, on its own thread, while it waits
/// for a router; an exception ends the wait and the creation. For languages that handle signals
/// themselves. Null: none.
void set_zenoh_wait_check(void (*check)());

/// The settings of a router.
struct ZenohRouterOptions
{
  /// A file that replaces the settings of rmw_zenohd (ZENOH_ROUTER_CONFIG_URI); empty: none.
  std::string configuration;
  /// Settings that override all others: "key/path=json5;…" (ZENOH_CONFIG_OVERRIDE).
  std::string overrides;
  /// The identity of the router; empty: it is not secured.
  Enclave secured_as = {};
};

/// A router of Zenoh in this process, as rmw_zenohd is one. It connects sessions of this host with
/// each other and with other hosts, as long as it exists.
class ZenohRouter
{
public:
  /// Opens the router, by default on TCP port 7447 of all interfaces. Throws rmw::error with the
  /// reason, such as a port that is in use.
  explicit ZenohRouter(const ZenohRouterOptions & options);
  /// Closes the router and its connections.
  ~ZenohRouter();
  ZenohRouter(const ZenohRouter &) = delete;
  ZenohRouter & operator=(const ZenohRouter &) = delete;

  /// Returns the number of sessions that are connected now, other routers included. Thread-safe.
  std::uint64_t connected() const;

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rmw

#endif  // RMW__ZENOH_HPP_
