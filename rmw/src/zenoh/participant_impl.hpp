// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// zenoh::ParticipantImpl, a session of Zenoh with the graph that it sees.

#ifndef ZENOH__PARTICIPANT_IMPL_HPP_
#define ZENOH__PARTICIPANT_IMPL_HPP_

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/participant_base.hpp"
#include "security/rules.hpp"
#include "zenoh/library.hpp"
#include "zenoh/sending_thread.hpp"

namespace rmw::zenoh
{

using detail::EndpointPtr;

class EndpointImpl;

/// The names of a topic or service as Zenoh's keys contain them.
struct EntityNames
{
  std::string namespace_;  ///< of the node
  std::string node;
  std::string name;       ///< "/chatter"
  std::string type_name;  ///< "std_msgs::msg::dds_::String_"
  std::string type_hash;
};

/// One session of Zenoh. Its thread announces our nodes; threads of Zenoh bring the graph.
class ParticipantImpl final : public detail::ParticipantBase
{
public:
  explicit ParticipantImpl(const ParticipantOptions & options);
  ~ParticipantImpl() override;

  std::unique_ptr<Reader> create_reader(
    const EndpointOptions & options, ReaderListener & listener) override;
  std::unique_ptr<Writer> create_writer(
    const EndpointOptions & options, WriterListener & listener) override;
  std::unique_ptr<detail::ClientBase> create_client(
    Participant & participant, NodeHandle & node, const ServiceOptions & options,
    ClientListener & listener) override;
  std::unique_ptr<detail::ServiceBase> create_service(
    Participant & participant, NodeHandle & node, const ServiceOptions & options,
    ServiceListener & listener) override;

  /// Writes on a thread of its own: a write may wait until a subscription has space, and the
  /// participant's thread announces nodes.
  void write_later(std::function<void()> task) override { sending_thread_.add(std::move(task)); }

  const rxros2_zenoh_session * session() const { return session_.get(); }

  /// Returns an entity of the node, with a number of its own. `names` must outlive it.
  rxros2_zenoh_entity make_entity(
    rxros2_zenoh_kind kind, std::uint64_t node, const EntityNames & names,
    const rmw_qos_profile_t & qos);
  /// Returns the names for an endpoint or service of the node. Throws rmw::error if the node is
  /// unknown.
  EntityNames names_of(const NodeHandle * node, const std::string & operation) const;

  /// Throws rmw::security_error if the enclave has no permission for such an endpoint. Peers would
  /// ignore it, but nobody would report that.
  void check_permitted(EndpointKind kind, const std::string & dds_topic) const;

  /// Lets the participant's thread check the deadline of the endpoint, if its QoS has one.
  void watch_deadline(const std::shared_ptr<EndpointImpl> & endpoint);

  /// Adds a local endpoint to the graph, and matches the peers that exist.
  void add(const std::shared_ptr<EndpointImpl> & endpoint);

private:
  // The part that the tokens of a node and of its endpoints share. A peer can announce anything: a
  // token with the session and the number of another peer's node, but another name, means another
  // node.
  struct PeerNodeKey
  {
    Gid session;
    std::uint64_t number;
    std::string enclave;
    std::string namespace_;
    std::string name;

    auto operator<=>(const PeerNodeKey &) const = default;  // NOLINT(modernize-use-nullptr)
  };

  struct PeerNode
  {
    std::uint64_t id;                            // in the graph
    std::unordered_set<Gid, GidHash> announced;  // the tokens of the node itself
    std::unordered_set<Gid, GidHash> endpoints;  // the tokens of its endpoints
  };
  using PeerNodes = std::map<PeerNodeKey, PeerNode>;

  // An endpoint or node of a peer. A service or client is two endpoints.
  struct PeerEntity
  {
    PeerNodes::iterator node;
    std::vector<EndpointPtr> endpoints;  // none: the node itself
  };

  void wake() override;
  void wait(Clock::time_point until) override;
  void follow_peers() override;

  void on_entity(const rxros2_zenoh_entity & entity, bool exists);
  void add_peer(const rxros2_zenoh_entity & entity);
  void remove_peer(const Gid & gid);
  /// Forgets an endpoint of a peer, but not the node that it belongs to.
  void remove_endpoint(const Gid & gid);

  std::map<std::uint64_t, Token> node_tokens_;  // used by the participant's thread

  // Used by the thread of Zenoh that calls on_entity(), one call at a time.
  std::unordered_map<Gid, PeerEntity, GidHash> peers_;
  PeerNodes peer_nodes_;
  std::uint64_t last_peer_node_ = 0;  // the last id of one in the graph

  std::mutex wake_mutex_;  // guards woken_
  std::condition_variable wake_condition_;
  bool woken_ = false;

  const std::optional<detail::Grant> grant_;  // of a secured participant

  Session session_;  // its end waits for callbacks, which use the others
  SendingThread sending_thread_;
};

/// Returns the endpoints that the entity of a peer stands for, under their DDS names; none for a
/// node.
std::vector<EndpointPtr> to_endpoints(const rxros2_zenoh_entity & entity);

/// Returns the profile with the numbers that Zenoh's interface uses.
rxros2_zenoh_qos to_zenoh(const rmw_qos_profile_t & profile);
rmw_qos_profile_t to_profile(const rxros2_zenoh_qos & qos);

/// Returns the user data of each endpoint, which says why none uses shared memory. It does not
/// leave the process.
std::string no_shared_memory();

/// Returns the GID of the second endpoint of a service or client, the one of its responses.
Gid of_responses(Gid gid);

Gid to_gid(const std::uint8_t (&bytes)[16]);

/// Returns the time of the system's clock in nanoseconds since 1970.
std::int64_t now_ns();

}  // namespace rmw::zenoh

#endif  // ZENOH__PARTICIPANT_IMPL_HPP_
