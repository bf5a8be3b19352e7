// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rmw::Participant, the representation of a context in a DDS domain; creates readers, writers and
// nodes.

#ifndef RMW__PARTICIPANT_HPP_
#define RMW__PARTICIPANT_HPP_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rmw/endpoint.hpp"
#include "rmw/error.hpp"
#include "rmw/graph.hpp"
#include "rmw/listener.hpp"
#include "rmw/reader.hpp"
#include "rmw/security.hpp"
#include "rmw/writer.hpp"

namespace rmw
{

namespace detail
{
class ParticipantBase;
}

/// The engine that carries the data.
enum class Engine
{
  cyclonedds,  ///< DDS, on the wire as rmw_cyclonedds_cpp
  zenoh        ///< Zenoh, on the wire as rmw_zenoh_cpp; an optional library, loaded on demand
};

/// The range of discovery (ROS_AUTOMATIC_DISCOVERY_RANGE).
enum class DiscoveryRange
{
  off,
  localhost,
  subnet,
  system_default
};

/// The form of ros_discovery_info that is sent; both are read. Humble and older expect 24-byte
/// GIDs.
enum class GidGeneration
{
  iron_and_later,
  humble_and_earlier
};

/// The options of a participant.
struct ParticipantOptions
{
  Engine engine = Engine::cyclonedds;  ///< the engine, RMW_IMPLEMENTATION
  std::uint32_t domain_id = 0;         ///< the DDS domain, ROS_DOMAIN_ID
  /// The hosts on which peers are searched for.
  DiscoveryRange discovery_range = DiscoveryRange::subnet;
  std::vector<std::string> static_peers;  ///< hosts that are asked in addition (ROS_STATIC_PEERS)
  std::string enclave = "/";  ///< the name of the enclave that is announced, also without security
  /// The identity and permissions of the participant; empty: it is not secured.
  Enclave secured_as;
  /// The form of the discovery samples that are sent.
  GidGeneration gid_generation = GidGeneration::iron_and_later;
  /// XML or files that are appended to the generated configuration and override it
  /// (CYCLONEDDS_URI's syntax). On Zenoh a file that replaces the settings of rmw_zenoh_cpp
  /// (ZENOH_SESSION_CONFIG_URI).
  std::string engine_configuration;
  /// Settings of Zenoh that override all others: "key/path=json5;…" (ZENOH_CONFIG_OVERRIDE).
  std::string engine_overrides;
  /// The number of checks, 1 s apart, whether a router of Zenoh answers before create() goes on
  /// with a warning; 0: without limit; less: none (ZENOH_ROUTER_CHECK_ATTEMPTS). Not set: one
  /// check, unless this process serves as the router if there is none.
  std::optional<std::int64_t> router_checks;
  /// Called while create() waits for a router, which it then does no longer if the result is false.
  std::function<bool()> keeps_waiting;
  /// Readers and writers appear in the graph, but do not exist in the engine: they match no peer,
  /// and written samples go nowhere.
  bool alone = false;
  /// Large samples travel through shared memory to processes of this host that can read it.
  bool shared_memory = true;
};

/// A DDS participant, or a session of Zenoh. There is one per rclcpp context; a process may have
/// several, also in one domain.
/**
 * Participants of one domain id in a process share the engine's threads and configuration: the
 * first one decides, and a warning is logged if another requests a different configuration. All
 * members are thread-safe. Endpoints, NodeHandles and GraphSubscriptions keep the parts alive that
 * they need; the DDS participant ends with the last of Participant and its endpoints. Threads: the
 * engine's (shared in a domain) and one discovery thread per participant. All of them block the
 * signals that a program may want to handle, and sleep while nothing happens.
 */
class Participant
{
public:
  /// Creates a participant. Throws rmw::error with the reason if the domain or participant cannot
  /// be created.
  static std::shared_ptr<Participant> create(const ParticipantOptions & options);

  /// Used by create().
  explicit Participant(std::shared_ptr<detail::ParticipantBase> impl);
  ~Participant();
  Participant(const Participant &) = delete;
  Participant & operator=(const Participant &) = delete;

  /// Creates a reader. The listener must outlive it. BEST_AVAILABLE policies are resolved here,
  /// once (qos.hpp). Throws rmw::error with topic, type and reason.
  std::unique_ptr<Reader> create_reader(const EndpointOptions & options, ReaderListener & listener);
  /// Creates a writer, by the same rules.
  std::unique_ptr<Writer> create_writer(const EndpointOptions & options, WriterListener & listener);

  /// Returns the identity in the domain.
  Gid gid() const noexcept;
  /// Returns the DDS domain.
  std::uint32_t domain_id() const noexcept;
  /// Returns the name of the enclave.
  const std::string & enclave() const noexcept;
  /// Returns the ROS graph, which lives as long as the participant.
  Graph & graph() noexcept;
  /// Returns a text for "serviceid=" and "clientid=" that is unique in the domain (one per client
  /// or service).
  std::string make_service_id();
  /// Call it when the program ends: for some seconds, a write that waits for space (KEEP_ALL) gives
  /// up and logs that, if no reader with missing messages has answered for 0.3 s.
  void end_blocked_writes();
  /// Calls `task` soon on the engine's thread of this participant, unless it ends before: for work
  /// that a listener must not do. The task must be short; its exceptions are logged.
  void call_later(std::function<void()> task);

private:
  friend class Client;
  friend class Service;
  std::shared_ptr<detail::ParticipantBase> impl_;
  std::unique_ptr<Graph> graph_;
};

}  // namespace rmw

#endif  // RMW__PARTICIPANT_HPP_
