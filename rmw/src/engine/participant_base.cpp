// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The participant's thread: compares endpoints, describes mismatches, does what waits for it.

#include "engine/participant_base.hpp"

#include <pthread.h>

#include <algorithm>
#include <utility>

#include "engine/block_signals.hpp"
#include "rmw/deferred_notifications.hpp"
#include "rmw/fork.hpp"
#include "rmw/log.hpp"
#include "rmw/names.hpp"
#include "rmw/qos.hpp"

namespace rmw::detail
{
namespace
{

// The longest wait for the name of a node before a mismatch is described without it.
constexpr std::chrono::seconds patience_with_names{2};
// More mismatches than these are described at once.
constexpr std::size_t most_pending_reports = 64;

// Calls `work` and logs its exceptions: they end neither the thread nor the following work.
template <typename Work>
void guarded(const Work & work)
{
  try {
    work();
  } catch (const std::exception & e) {
    log(RMW_LOG_SEVERITY_ERROR, std::string("discovery thread: ") + e.what());
  } catch (...) {
    log(
      RMW_LOG_SEVERITY_ERROR,
      "discovery thread: an exception that is not a std::exception was thrown");
  }
}

}  // namespace

std::shared_ptr<ParticipantBase> create_participant(const ParticipantOptions & options)
{
  // An engine that nothing reaches need not be loaded.
  return options.engine == Engine::zenoh && !options.alone ? create_on_zenoh(options)
                                                           : create_on_cyclonedds(options);
}

const EndpointPtr & unknown_endpoint()
{
  // Never destroyed: the engine's threads may use it while the process exits.
  static const auto * endpoint = new EndpointPtr(std::make_shared<const Endpoint>());
  return *endpoint;
}

Gid with_number(Gid participant, std::uint32_t number)
{
  for (int i = 0; i < 4; ++i) {
    participant[12 + i] = static_cast<std::uint8_t>(number >> (24 - 8 * i));
  }
  return participant;
}

BlockSignals::BlockSignals()
{
  sigset_t all;
  sigfillset(&all);
  // Caused by the thread itself, or by profilers: if they were blocked, they would kill the process
  // at once.
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPROF}) {
    sigdelset(&all, signal);
  }
  pthread_sigmask(SIG_SETMASK, &all, &before_);
}

BlockSignals::~BlockSignals()
{
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void ParticipantBase::destroy(ParticipantBase * participant)
{
  if (is_forked_copy()) {
    return;  // the child has none of the threads that could end it
  }
  // The participant's own thread cannot end it, nor can a thread that the engine waits for.
  if (ListenerScope::inside() || participant->on_engine_thread()) {
    BlockSignals block_signals;
    std::thread([participant] { delete participant; }).detach();
  } else {
    delete participant;
  }
}

void ParticipantBase::note_first_write()
{
  refuse_forked_copy("a publisher, client or service of the parent");
  written_.store(true, std::memory_order_relaxed);
}

void ParticipantBase::start(const char * thread_name)
{
  BlockSignals block_signals;
  thread_ = std::thread([this] { run(); });
  pthread_setname_np(thread_.native_handle(), thread_name);
}

void ParticipantBase::stop()
{
  graph_->close();
  {
    std::lock_guard lock(tasks_mutex_);
    stop_ = true;
  }
  wake();
  thread_.join();
}

void ParticipantBase::run()
{
  for (;;) {
    wait(next_work());
    guarded([&] {
      follow_peers();
      compare_endpoints();
      report_mismatches();
    });
    do_tasks();
    guarded([&] {
      check_times();
      delete_dropped();
      end_writers();
      if (is_ending()) {
        for (const auto & local : all_locals()) {
          local->end_blocked_write();
        }
      }
      graph_->notify();
      const ListenerScope scope;  // a log line must not write to /rosout from this thread
      const DeferredNotifications deferred;
      graph_->check_names();
    });
    std::lock_guard lock(tasks_mutex_);
    if (stop_ && dropped_.empty()) {
      return;
    }
  }
}

ParticipantBase::Clock::time_point ParticipantBase::next_work() const
{
  // The interval for waiting writes while the program ends.
  constexpr std::chrono::milliseconds ending_interval{20};
  Clock::time_point next = std::min(next_check_, graph_->next_name_check());
  for (const PendingReport & pending : pending_reports_) {
    next = std::min(next, pending.until);
  }
  return is_ending() ? std::min(next, Clock::now() + ending_interval) : next;
}

void ParticipantBase::check_times()
{
  next_check_ = do_periodic_work();
  std::vector<std::shared_ptr<EndpointBase>> timed;
  {
    std::lock_guard lock(tasks_mutex_);
    std::erase_if(timed_, [&](const std::weak_ptr<EndpointBase> & endpoint) {
      if (auto locked = endpoint.lock()) {
        timed.push_back(std::move(locked));
        return false;
      }
      return true;
    });
  }
  for (const auto & endpoint : timed) {
    next_check_ = std::min(next_check_, endpoint->check_time());
  }
}

void ParticipantBase::compare_endpoints()
{
  std::vector<EndpointPtr> fresh;
  {
    std::lock_guard lock(tasks_mutex_);
    fresh.swap(new_endpoints_);
  }
  const auto compare = [this](
                         const std::shared_ptr<EndpointBase> & local, const EndpointPtr & remote) {
    if (local->compare(remote)) {
      const bool waits = pending_reports_.size() < most_pending_reports;
      pending_reports_.push_back(
        {local, remote, Clock::now() + (waits ? patience_with_names : patience_with_names * 0)});
    }
  };
  // A remote endpoint is only compared with local ones: peers can announce any number.
  for (const EndpointPtr & endpoint : fresh) {
    const EndpointKind other = other_side(endpoint->kind);
    const bool ours = endpoint->participant == gid_;
    for (const auto & local : locals_of(endpoint->topic, ours ? &endpoint->gid : nullptr)) {
      if (!ours) {
        if (local->description()->kind == other) {
          compare(local, endpoint);
        }
        continue;
      }
      local->report_policies();  // of peers that it met while it was created
      for (const EndpointPtr & peer : graph_->endpoints(other, endpoint->topic)) {
        if (peer->participant != gid_) {
          compare(local, peer);
        }
      }
    }
  }
}

void ParticipantBase::report_mismatches()
{
  const Clock::time_point now = Clock::now();
  std::erase_if(pending_reports_, [&](const PendingReport & pending) {
    const auto local = pending.local.lock();
    return !local || local->report_mismatch(
                       pending.remote, now >= pending.until || !graph_->knows(pending.remote->gid));
  });
}

void ParticipantBase::report_policies(const std::string & topic)
{
  for (const auto & local : locals_of(topic)) {
    local->report_policies();
  }
}

std::vector<std::shared_ptr<EndpointBase>> ParticipantBase::locals_of(
  const std::string & topic, const Gid * only)
{
  std::vector<std::shared_ptr<EndpointBase>> endpoints;
  const auto add = [&endpoints](const std::weak_ptr<EndpointBase> & endpoint) {
    if (auto local = endpoint.lock()) {
      endpoints.push_back(std::move(local));
    }
  };
  std::lock_guard lock(tasks_mutex_);
  const auto locals = locals_.find(topic);
  if (locals == locals_.end()) {
    return endpoints;
  }
  if (!only) {
    for (const auto & [gid, local] : locals->second) {
      add(local);
    }
  } else if (const auto local = locals->second.find(*only); local != locals->second.end()) {
    add(local->second);
  }
  return endpoints;
}

std::vector<std::shared_ptr<EndpointBase>> ParticipantBase::all_locals()
{
  std::vector<std::shared_ptr<EndpointBase>> locals;
  std::lock_guard lock(tasks_mutex_);
  for (const auto & [topic, endpoints] : locals_) {
    for (const auto & [gid, endpoint] : endpoints) {
      if (auto local = endpoint.lock()) {
        locals.push_back(std::move(local));
      }
    }
  }
  return locals;
}

void ParticipantBase::delete_dropped()
{
  std::vector<std::shared_ptr<EndpointBase>> dropped;
  {
    std::lock_guard lock(tasks_mutex_);
    dropped.swap(dropped_);
  }
  for (const auto & endpoint : dropped) {
    endpoint->end();
  }
}

void ParticipantBase::do_tasks()
{
  std::vector<std::function<void()>> tasks;
  {
    std::lock_guard lock(tasks_mutex_);
    tasks.swap(tasks_);
  }
  for (const auto & task : tasks) {
    guarded(task);  // the others must still be done
  }
}

std::string ParticipantBase::make_service_id()
{
  return to_string(with_number(gid_, ++next_service_id_));
}

rmw_qos_profile_t ParticipantBase::resolve_qos(
  EndpointKind kind, const EndpointOptions & options) const
{
  const auto topic = ros_topic_name(options.topic);
  rmw_qos_profile_t profile = options.qos;
  if (topic && topic->kind != TopicKind::topic) {
    profile = resolve_best_available_service(profile);
  } else {
    std::vector<rmw_qos_profile_t> peers;
    for (const EndpointPtr & peer : graph_->endpoints(other_side(kind), options.topic)) {
      peers.push_back(peer->qos);
    }
    profile = kind == EndpointKind::writer ? resolve_best_available_publisher(profile, peers)
                                           : resolve_best_available_subscription(profile, peers);
  }
  return resolve(profile, options.topic);
}

void ParticipantBase::compare_later(EndpointPtr endpoint)
{
  std::lock_guard lock(tasks_mutex_);
  new_endpoints_.push_back(std::move(endpoint));
}

void ParticipantBase::add_local(const std::shared_ptr<EndpointBase> & endpoint)
{
  const EndpointPtr & description = endpoint->description();
  // The order matters: a thread that handles a new peer finds this endpoint, or this thread finds
  // the peer.
  graph_->add_endpoint(description, 0);
  {
    std::lock_guard lock(tasks_mutex_);
    locals_[description->topic][description->gid] = endpoint;
    new_endpoints_.push_back(description);
  }
  wake();
}

void ParticipantBase::remove_local(const EndpointBase & endpoint)
{
  const Endpoint & description = *endpoint.description();
  {
    std::lock_guard lock(tasks_mutex_);
    if (const auto topic = locals_.find(description.topic); topic != locals_.end()) {
      topic->second.erase(description.gid);
      if (topic->second.empty()) {
        locals_.erase(topic);
      }
    }
  }
  graph_->remove_endpoint(description.gid);
}

void ParticipantBase::delete_later(std::shared_ptr<EndpointBase> endpoint)
{
  {
    std::lock_guard lock(tasks_mutex_);
    dropped_.push_back(std::move(endpoint));
  }
  wake();
}

void ParticipantBase::end_blocked_writes()
{
  // By then the leases of lost peers have ended.
  ending_until_.store(Clock::now() + std::chrono::seconds(10));
  wake();
}

void ParticipantBase::do_later(std::function<void()> task)
{
  {
    std::lock_guard lock(tasks_mutex_);
    tasks_.push_back(std::move(task));
  }
  wake();
}

void ParticipantBase::watch_time(const std::shared_ptr<EndpointBase> & endpoint)
{
  {
    std::lock_guard lock(tasks_mutex_);
    timed_.push_back(endpoint);
  }
  wake();
}

}  // namespace rmw::detail
