// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of the participants of all engines: our endpoints, mismatches and the thread.

#ifndef ENGINE__PARTICIPANT_BASE_HPP_
#define ENGINE__PARTICIPANT_BASE_HPP_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/endpoint_base.hpp"
#include "fork.hpp"
#include "graph_impl.hpp"
#include "rmw/client.hpp"
#include "rmw/listener.hpp"
#include "rmw/participant.hpp"
#include "rmw/service.hpp"

namespace rmw::detail
{

/// The part of a client that belongs to an engine; see rmw::Client.
class ClientBase
{
public:
  virtual ~ClientBase() = default;
  virtual std::uint64_t id() const = 0;
  virtual Buffer allocate(std::size_t size) { return Buffer(size); }
  virtual void send(Buffer && request, std::int64_t sequence) = 0;
  virtual bool available() const = 0;
  virtual bool has_servers() const = 0;
  virtual const rmw_qos_profile_t & request_qos() const = 0;
  virtual const rmw_qos_profile_t & response_qos() const = 0;
};

/// The part of a service that belongs to an engine; see rmw::Service.
class ServiceBase
{
public:
  virtual ~ServiceBase() = default;
  virtual Buffer allocate(std::size_t size) { return Buffer(size); }
  virtual void reply(Buffer && response, const RequestId & id, std::uint64_t peer) = 0;
  virtual const rmw_qos_profile_t & request_qos() const = 0;
  virtual const rmw_qos_profile_t & response_qos() const = 0;
  virtual std::size_t kept() const = 0;
};

/// An engine's participant and one thread. The thread follows the peers, announces our nodes,
/// notifies endpoints of mismatches, ends endpoints that were dropped in a listener, sends samples
/// that a listener must not send, and calls time checks of endpoints.
class ParticipantBase : public std::enable_shared_from_this<ParticipantBase>
{
public:
  virtual ~ParticipantBase() = default;
  ParticipantBase(const ParticipantBase &) = delete;
  ParticipantBase & operator=(const ParticipantBase &) = delete;

  /// Creates a participant of an engine. The result may be released on any thread, including the
  /// engine's.
  template <typename Kind>
  static std::shared_ptr<Kind> create_shared(const ParticipantOptions & options)
  {
    return {new Kind(options), [](Kind * participant) { destroy(participant); }};
  }

  const ParticipantOptions & options() const { return options_; }
  const Gid & gid() const { return gid_; }
  const std::shared_ptr<GraphImpl> & graph() const { return graph_; }
  std::string make_service_id();

  /// Returns the profile with BEST_AVAILABLE and SYSTEM_DEFAULT resolved. Throws rmw::error.
  rmw_qos_profile_t resolve_qos(EndpointKind kind, const EndpointOptions & options) const;

  virtual std::unique_ptr<Reader> create_reader(
    const EndpointOptions & options, ReaderListener & listener) = 0;
  virtual std::unique_ptr<Writer> create_writer(
    const EndpointOptions & options, WriterListener & listener) = 0;
  virtual std::unique_ptr<ClientBase> create_client(
    Participant & participant, NodeHandle & node, const ServiceOptions & options,
    ClientListener & listener) = 0;
  virtual std::unique_ptr<ServiceBase> create_service(
    Participant & participant, NodeHandle & node, const ServiceOptions & options,
    ServiceListener & listener) = 0;

  /// Adds a new local endpoint to the graph, and compares its type with its peers'.
  void add_local(const std::shared_ptr<EndpointBase> & endpoint);
  void remove_local(const EndpointBase & endpoint);
  /// Ends the endpoint on the participant's thread, since this thread is inside a listener.
  void delete_later(std::shared_ptr<EndpointBase> endpoint);
  /// Called when the program ends: for some seconds no write waits for readers that do not answer.
  /// Thread-safe.
  void end_blocked_writes();
  bool is_ending() const { return Clock::now() < ending_until_.load(); }
  /// Calls `task` on the participant's thread.
  void do_later(std::function<void()> task);
  /// Calls `task`, which writes a sample, on a thread that may write.
  virtual void write_later(std::function<void()> task) { do_later(std::move(task)); }
  /// Lets the local endpoints of a DDS topic describe new mismatches of policies that ROS 2 does
  /// not have. Call it on the participant's thread.
  void report_policies(const std::string & topic);
  /// Calls the endpoint's check_time() on the participant's thread, soon and then at the time that
  /// it returns, until the endpoint ends.
  void watch_time(const std::shared_ptr<EndpointBase> & endpoint);
  /// Calls each check_time() soon.
  void check_time_soon() { wake(); }

  /// Called before a writer writes. Thread-safe. Throws rmw::error in a forked copy, which would
  /// reuse the parent's sequence numbers.
  void note_write()
  {
    if (!has_written()) {
      note_first_write();
    }
  }

  bool on_engine_thread() const { return std::this_thread::get_id() == thread_.get_id(); }

protected:
  using Clock = std::chrono::steady_clock;

  explicit ParticipantBase(const ParticipantOptions & options) : options_(options) {}

  bool has_written() const { return written_.load(std::memory_order_relaxed); }

  /// Begins the work of the thread; call it last in a constructor, and stop() first in a
  /// destructor.
  void start(const char * thread_name);
  /// Ends the thread and the graph.
  void stop();

  /// Makes the thread go on soon.
  virtual void wake() = 0;
  /// Sleeps until wake() is called, or until `until` at the latest. May return earlier.
  virtual void wait(Clock::time_point until) = 0;
  /// Reads what peers announced, and announces our nodes.
  virtual void follow_peers() = 0;
  /// Does the periodic work of the engine. Returns the time of the next call.
  virtual Clock::time_point do_periodic_work() { return Clock::time_point::max(); }
  /// Deletes the writers that need not be waited for any longer.
  virtual void end_writers() {}

  /// Notes an endpoint of a peer, or a new one of ours, to be compared with those of the other
  /// side.
  void compare_later(EndpointPtr endpoint);
  /// Returns the local endpoints of a DDS topic, or of these only the one of a GID.
  std::vector<std::shared_ptr<EndpointBase>> locals_of(
    const std::string & topic, const Gid * only = nullptr);
  std::vector<std::shared_ptr<EndpointBase>> all_locals();

  const ParticipantOptions options_;
  Gid gid_{};
  std::shared_ptr<GraphImpl> graph_;
  std::mutex
    tasks_mutex_;  // guards the private members up to stop_, and members of derived classes

private:
  // A mismatch whose description waits for the name of a node.
  struct PendingReport
  {
    std::weak_ptr<EndpointBase> local;
    EndpointPtr remote;
    Clock::time_point until;
  };

  void note_first_write();
  static void destroy(ParticipantBase * participant);
  void run();
  Clock::time_point next_work() const;
  void compare_endpoints();
  void report_mismatches();
  void delete_dropped();
  void do_tasks();
  void check_times();

  std::atomic<bool> written_{false};  // reset in a forked copy
  const ForkWatch fork_watch_{written_};
  std::atomic<std::uint32_t> next_service_id_{0};
  using Locals = std::unordered_map<Gid, std::weak_ptr<EndpointBase>, GidHash>;
  std::unordered_map<std::string, Locals> locals_;  // by DDS topic; none is empty
  std::vector<EndpointPtr> new_endpoints_;  // to compare with the endpoints of the other side
  std::vector<std::shared_ptr<EndpointBase>> dropped_;
  std::vector<std::function<void()>> tasks_;
  std::vector<std::weak_ptr<EndpointBase>> timed_;
  std::atomic<Clock::time_point> ending_until_{Clock::time_point::min()};
  bool stop_ = false;

  std::vector<PendingReport> pending_reports_;  // used by the participant's thread
  Clock::time_point next_check_ = Clock::time_point::max();
  std::thread thread_;
};

/// Creates the participant of the engine that `options` name.
std::shared_ptr<ParticipantBase> create_participant(const ParticipantOptions & options);

/// Create a participant of one engine (src/cyclonedds, src/zenoh).
std::shared_ptr<ParticipantBase> create_on_cyclonedds(const ParticipantOptions & options);
std::shared_ptr<ParticipantBase> create_on_zenoh(const ParticipantOptions & options);

/// Returns the GUID of a participant with the number of one of its parts.
Gid with_number(Gid participant, std::uint32_t number);

/// Stands for an endpoint that discovery does not know; its GID is zero.
const EndpointPtr & unknown_endpoint();

}  // namespace rmw::detail

#endif  // ENGINE__PARTICIPANT_BASE_HPP_
