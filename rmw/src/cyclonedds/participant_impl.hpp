// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// detail::ParticipantImpl, a DDS participant with its discovery thread.

#ifndef CYCLONEDDS__PARTICIPANT_IMPL_HPP_
#define CYCLONEDDS__PARTICIPANT_IMPL_HPP_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "cyclonedds/cyclone.hpp"
#include "cyclonedds/domain.hpp"
#include "fork.hpp"
#include "graph_impl.hpp"
#include "rmw/listener.hpp"
#include "rmw/participant.hpp"
#include "security/rules.hpp"
#include "shared_memory/pool.hpp"

namespace rmw::detail
{

class EndpointImpl;

/// A living reader answers within milliseconds, and again after each progress. A reader that does
/// not answer for this time is not waited for when something ends.
inline constexpr std::chrono::nanoseconds patience_with_readers = std::chrono::milliseconds(300);

/// Owns the DDS participant and one thread. The thread follows discovery, announces the nodes,
/// notifies endpoints of mismatches, deletes endpoints that were dropped in a listener
/// and writers whose last samples are acknowledged, sends samples that a listener must not send,
/// and calls time checks of endpoints.
class ParticipantImpl
{
  using Clock = std::chrono::steady_clock;

public:
  /// The result may be released on any thread, including the engine's.
  static std::shared_ptr<ParticipantImpl> create(const ParticipantOptions & options);

  explicit ParticipantImpl(const ParticipantOptions & options);
  ~ParticipantImpl();
  ParticipantImpl(const ParticipantImpl &) = delete;
  ParticipantImpl & operator=(const ParticipantImpl &) = delete;

  const ParticipantOptions & options() const { return options_; }
  const Gid & gid() const { return gid_; }
  /// Returns the process's shared memory for large samples; null if this participant uses none.
  shared_memory::Pool * shared_memory() const { return shared_memory_; }
  /// Returns the word for the reason why an endpoint uses none.
  std::string absence_of_shared_memory() const;
  dds_entity_t participant() const { return participant_; }
  dds_entity_t publisher() const { return publisher_; }
  dds_entity_t subscriber() const { return subscriber_; }
  const std::shared_ptr<GraphImpl> & graph() const { return graph_; }
  std::string make_service_id();
  /// Returns a GID for an endpoint that does not exist in the engine (ParticipantOptions::alone).
  Gid make_endpoint_gid();

  /// Returns the profile with BEST_AVAILABLE and SYSTEM_DEFAULT resolved. Throws rmw::error.
  rmw_qos_profile_t resolve_qos(EndpointKind kind, const EndpointOptions & options) const;

  /// Returns the `code` of a creation; if the enclave's permissions rejected it, throws
  /// security_error with the rule.
  dds_return_t permitted(
    dds_return_t code, Direction direction, const std::string & dds_topic) const;

  /// Returns the description of a remote endpoint from discovery, or unknown_endpoint(); never
  /// null. Unread discovery data are read first: a match or a sample may arrive before our thread
  /// has read them.
  EndpointPtr remote(dds_instance_handle_t handle);
  /// Reads the discovery data that our thread has not read yet. Thread-safe.
  void read_ahead();

  /// Adds a new local endpoint to the graph, and compares its type with its peers'.
  void add_local(const std::shared_ptr<EndpointImpl> & endpoint);
  void remove_local(const EndpointImpl & endpoint);
  /// Ends the endpoint on the participant's thread, since this thread is inside a listener.
  void delete_later(std::shared_ptr<EndpointImpl> endpoint);
  /// Takes over a dropped writer with samples that are not acknowledged. The participant's thread
  /// deletes it when they are, or when its readers have been silent for too long.
  void linger(dds_entity_t writer, const ddsi_sertype * type);
  /// Called when the program ends: for some seconds no write waits for readers that do not answer.
  /// Thread-safe.
  void end_blocked_writes();
  bool is_ending() const { return Clock::now() < ending_until_.load(); }
  /// Calls `task` on the participant's thread.
  void do_later(std::function<void()> task);
  /// Lets the local endpoints of a DDS topic describe new mismatches of policies that ROS 2 does
  /// not have. Call it on the participant's thread.
  void report_policies(const std::string & topic);
  /// Calls the endpoint's check_time() on the participant's thread, soon and then at the time that
  /// it returns, until the endpoint ends.
  void watch_time(const std::shared_ptr<EndpointImpl> & endpoint);
  /// Calls each check_time() soon.
  void check_time_soon() { wake(); }
  /// Called before a writer writes. Thread-safe. Throws rmw::error in a forked copy, which would
  /// reuse the parent's sequence numbers.
  void note_write()
  {
    if (!written_.load(std::memory_order_relaxed)) {
      note_first_write();
    }
  }

  bool on_engine_thread() const { return std::this_thread::get_id() == thread_.get_id(); }

private:
  // A writer that waits for acknowledgements before it is deleted.
  struct Lingering
  {
    dds_entity_t writer;
    const ddsi_sertype * type;
    Clock::time_point since;
  };

  // A mismatch whose description waits for the name of a node.
  struct PendingReport
  {
    std::weak_ptr<EndpointImpl> local;
    EndpointPtr remote;
    Clock::time_point until;
  };

  void note_first_write();
  void create_participant(dds_qos_t * qos);
  void create_discovery_readers();
  /// Creates the topic by which participants announce their nodes, with its writer and reader.
  void create_announcements();
  void create_waitset();
  void run();
  void wake();
  void read_discovery();
  void read_participants();
  void read_endpoints(dds_entity_t reader, EndpointKind kind);
  void read_announcements();
  void announce();
  void compare_endpoints();
  void report_mismatches();
  /// Returns the local endpoints of a DDS topic, or of these only the one of a GID.
  std::vector<std::shared_ptr<EndpointImpl>> locals_of(
    const std::string & topic, const Gid * only = nullptr);
  void delete_dropped();
  void do_tasks();
  void check_times();
  /// Deletes the lingering writers that need not be waited for any longer. Returns true if none is
  /// left.
  bool end_lingering();
  void give_up_blocked_writes();

  const ParticipantOptions options_;
  std::atomic<bool> written_{false};  // reset in a forked copy
  const ForkWatch fork_watch_{written_};
  Domain domain_;
  dds_entity_t participant_ = 0;
  dds_entity_t publisher_ = 0;
  dds_entity_t subscriber_ = 0;
  dds_entity_t participants_reader_ = 0;
  dds_entity_t writers_reader_ = 0;
  dds_entity_t readers_reader_ = 0;
  dds_entity_t announcements_writer_ = 0;
  dds_entity_t announcements_reader_ = 0;
  dds_entity_t guard_ = 0;
  dds_entity_t waitset_ = 0;
  const ddsi_sertype * announcements_type_ = nullptr;
  Gid gid_{};
  shared_memory::Pool * shared_memory_ = nullptr;
  std::shared_ptr<GraphImpl> graph_;
  std::atomic<std::uint32_t> next_service_id_{0};
  std::atomic<std::uint32_t> next_endpoint_{0};

  std::mutex discovery_mutex_;  // held while built-in topics are taken and applied, in order

  std::mutex tasks_mutex_;  // guards the members below up to stop_
  using Locals = std::unordered_map<Gid, std::weak_ptr<EndpointImpl>, GidHash>;
  std::unordered_map<std::string, Locals> locals_;  // by DDS topic; none is empty
  std::vector<EndpointPtr> new_endpoints_;  // to compare with the endpoints of the other side
  std::vector<std::shared_ptr<EndpointImpl>> dropped_;
  std::vector<std::function<void()>> tasks_;
  std::vector<std::weak_ptr<EndpointImpl>> timed_;
  std::vector<Lingering> lingering_;
  std::atomic<Clock::time_point> ending_until_{Clock::time_point::min()};
  bool stop_ = false;

  std::vector<PendingReport> pending_reports_;  // used by the participant's thread
  Clock::time_point next_check_ = Clock::time_point::max();
  dds_time_t last_announcement_ = 0;
  dds_duration_t announcement_pause_ = 0;  // until the next announcement
  std::thread thread_;
};

/// Stands for an endpoint that discovery does not know; its GID is zero.
const EndpointPtr & unknown_endpoint();

/// Throws rmw::error "… : reason" if `code` is an error.
dds_entity_t check(dds_return_t code, const std::string & operation);

}  // namespace rmw::detail

#endif  // CYCLONEDDS__PARTICIPANT_IMPL_HPP_
