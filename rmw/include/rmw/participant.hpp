// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rmw::Participant, a context's presence in a DDS domain; makes readers, writers and nodes.

#ifndef RMW__PARTICIPANT_HPP_
#define RMW__PARTICIPANT_HPP_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
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
class ParticipantImpl;
}

/// How far to look for others (ROS_AUTOMATIC_DISCOVERY_RANGE).
enum class DiscoveryRange
{
  off,
  localhost,
  subnet,
  system_default
};

/// Which form of ros_discovery_info we send; both are read. Humble and older expect 24-byte gids.
enum class GidGeneration
{
  iron_and_later,
  humble_and_earlier
};

struct ParticipantOptions
{
  std::uint32_t domain_id = 0;
  DiscoveryRange discovery_range = DiscoveryRange::subnet;
  std::vector<std::string> static_peers;
  std::string enclave = "/";
  /// Whose identity and permissions the participant has; empty: it is not secured.
  Enclave secured_as;
  GidGeneration gid_generation = GidGeneration::iron_and_later;
  /// XML or files, appended to what we generate so that it overrides (CYCLONEDDS_URI's syntax).
  std::string engine_configuration;
  /// Its readers and writers stand in the graph, but the engine has none of them: they match
  /// nobody, and what is written goes nowhere.
  bool alone = false;
};

/// One DDS participant. One per rclcpp context; as many per process as needed, also of one domain
/// id.
/**
 * Participants of one domain id in a process share the engine's threads and configuration: that of
 * the first counts, and a warning says so if another asks for something else. All members are
 * thread safe. The endpoints, NodeHandles and GraphSubscriptions keep what they need of it alive;
 * the DDS participant ends when the last of Participant and its endpoints is destroyed. Threads:
 * the engine's (shared in a domain) and one per participant, for discovery; all block the signals
 * that a program may want to handle, and all sleep while nothing happens.
 */
class Participant
{
public:
  /// Throws rmw::error, which says why the domain or participant could not be created.
  static std::shared_ptr<Participant> create(const ParticipantOptions & options);

  explicit Participant(std::shared_ptr<detail::ParticipantImpl> impl);
  ~Participant();
  Participant(const Participant &) = delete;
  Participant & operator=(const Participant &) = delete;

  /// Throw rmw::error naming topic, type and reason. BEST_AVAILABLE policies are resolved here,
  /// once (qos.hpp).
  std::unique_ptr<Reader> create_reader(const EndpointOptions & options, ReaderListener & listener);
  std::unique_ptr<Writer> create_writer(const EndpointOptions & options, WriterListener & listener);

  Gid gid() const noexcept;
  std::uint32_t domain_id() const noexcept;
  const std::string & enclave() const noexcept;
  Graph & graph() noexcept;
  /// A text unique in the domain for "serviceid=" and "clientid=" (one per client or service).
  std::string make_service_id();
  /// The program ends: from now on, for some seconds, a write that waits for room (KEEP_ALL) gives
  /// its message up, with a line in the log, once no reader that lacks messages has answered for
  /// 0.3 s.
  void end_blocked_writes();
  /// Calls `task` soon on the engine's thread of this participant, unless it ends before: for what
  /// a listener must not do. What it throws is logged. It must be short.
  void call_later(std::function<void()> task);

private:
  std::shared_ptr<detail::ParticipantImpl> impl_;
  std::unique_ptr<Graph> graph_;
};

}  // namespace rmw

#endif  // RMW__PARTICIPANT_HPP_
