// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The participant's discovery thread: follows peers, announces our nodes, finds mismatches.

#include <algorithm>
#include <utility>

#include "cyclonedds/endpoint_impl.hpp"
#include "cyclonedds/participant_impl.hpp"
#include "cyclonedds/payload.hpp"
#include "cyclonedds/qos_mapping.hpp"
#include "rmw/deferred_notifications.hpp"
#include "rmw/log.hpp"
#include "rmw/user_data.hpp"

namespace rmw::detail
{
namespace
{

// Nodes create many endpoints at once; peers only need the final state. An announcement contains
// the whole state, so a pause in proportion to its size (1 MB/s) keeps the traffic of n starting
// nodes from growing with n squared.
constexpr dds_duration_t shortest_announcement_pause = DDS_MSECS(5);
constexpr dds_duration_t announcement_pause_per_byte = DDS_USECS(1);
constexpr std::size_t batch = 16;

// The interval of tests for acknowledgements while a writer waits for them.
constexpr dds_duration_t lingering_interval = DDS_MSECS(5);
// The interval for waiting writes while the program ends.
constexpr dds_duration_t ending_interval = DDS_MSECS(20);

// The longest wait for the name of a node before a mismatch is described without it.
constexpr std::chrono::seconds patience_with_names{2};
// More mismatches than these are described at once.
constexpr std::size_t most_pending_reports = 64;

// Takes all samples from a reader of a built-in topic.
template <typename Data, typename Function>
void take_all(dds_entity_t reader, Function && function)
{
  for (;;) {
    void * samples[batch] = {};  // loaned by Cyclone
    dds_sample_info_t infos[batch];
    const dds_return_t count = dds_take(reader, samples, infos, batch, batch);
    if (count <= 0) {
      return;
    }
    for (dds_return_t i = 0; i < count; ++i) {
      function(*static_cast<const Data *>(samples[i]), infos[i]);
    }
    dds_return_loan(reader, samples, count);
  }
}

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

void ParticipantImpl::run()
{
  for (;;) {
    dds_duration_t timeout = DDS_INFINITY;
    if (graph_->has_announcement()) {
      const dds_time_t due = last_announcement_ + announcement_pause_;
      timeout = std::max<dds_duration_t>(0, due - dds_time());
      // The wall clock may be set back.
      timeout = std::min(timeout, announcement_pause_);
    }
    Clock::time_point next = std::min(next_check_, graph_->next_name_check());
    for (const PendingReport & pending : pending_reports_) {
      next = std::min(next, pending.until);
    }
    if (next != Clock::time_point::max()) {
      const std::chrono::nanoseconds until = next - Clock::now();
      timeout = std::min(timeout, std::max<dds_duration_t>(0, until.count()));
    }
    {
      std::lock_guard lock(tasks_mutex_);
      if (!lingering_.empty()) {
        timeout = std::min(timeout, lingering_interval);
      }
    }
    if (is_ending()) {
      timeout = std::min(timeout, ending_interval);
    }
    dds_waitset_wait(waitset_, nullptr, 0, timeout);
    bool woken = false;
    dds_take_guardcondition(guard_, &woken);
    guarded([&] {
      read_discovery();
      read_announcements();
      announce();
      compare_endpoints();
      report_mismatches();
    });
    do_tasks();
    guarded([&] {
      check_times();
      delete_dropped();
      end_lingering();
      if (is_ending()) {
        give_up_blocked_writes();
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

void ParticipantImpl::read_discovery()
{
  const DeferredNotifications deferred;  // a log line may enter a user's code
  std::lock_guard lock(discovery_mutex_);
  read_participants();
  read_endpoints(writers_reader_, EndpointKind::writer);
  read_endpoints(readers_reader_, EndpointKind::reader);
}

void ParticipantImpl::read_participants()
{
  take_all<dds_builtintopic_participant_t>(
    participants_reader_,
    [this](const dds_builtintopic_participant_t & data, const dds_sample_info_t & info) {
      const Gid gid = gid_of(data.key);
      if (gid == gid_) {
        return;
      }
      if (info.instance_state != DDS_ALIVE_INSTANCE_STATE) {
        graph_->remove_participant(gid);
      } else if (info.valid_data) {
        graph_->add_participant(
          gid, user_data_value(user_data_of(data.qos), "enclave"), process_of(data.qos));
      }
    });
}

void ParticipantImpl::read_endpoints(dds_entity_t reader, EndpointKind kind)
{
  take_all<dds_builtintopic_endpoint_t>(
    reader, [this, kind](const dds_builtintopic_endpoint_t & data, const dds_sample_info_t & info) {
      const Gid gid = gid_of(data.key);
      if (same_participant(gid, gid_)) {
        return;  // add_local() was faster
      }
      if (info.instance_state != DDS_ALIVE_INSTANCE_STATE) {
        graph_->remove_endpoint(gid);
        return;
      }
      if (
        !info.valid_data || !data.topic_name || !data.type_name || !data.qos ||
        std::string_view(data.topic_name).starts_with("DCPS")) {
        return;
      }
      auto endpoint = std::make_shared<Endpoint>();
      endpoint->kind = kind;
      endpoint->gid = gid;
      endpoint->participant = gid_of(data.participant_key);
      endpoint->topic = data.topic_name;
      endpoint->type = data.type_name;
      endpoint->user_data = user_data_of(data.qos);
      std::string hash = user_data_value(endpoint->user_data, "typehash").value_or("");
      if (is_type_hash(hash)) {
        endpoint->type_hash = std::move(hash);
      }
      endpoint->qos = profile_of(data.qos);
      endpoint->lifespan = std::chrono::nanoseconds(rmw_time_total_nsec(endpoint->qos.lifespan));
      graph_->add_endpoint(endpoint, info.instance_handle);
      std::lock_guard lock(tasks_mutex_);
      new_endpoints_.push_back(std::move(endpoint));
    });
}

void ParticipantImpl::read_announcements()
{
  for (;;) {
    ddsi_serdata * samples[batch];
    dds_sample_info_t infos[batch];
    const dds_return_t count =
      dds_takecdr(announcements_reader_, samples, batch, infos, DDS_ANY_STATE);
    if (count <= 0) {
      return;
    }
    for (dds_return_t i = 0; i < count; ++i) {
      Payload * const payload = taken(samples[i]);
      if (infos[i].valid_data) {
        // Otherwise samples of a writer that has been deleted would stay for ever.
        const EndpointPtr writer = remote(infos[i].publication_handle);
        if (writer != unknown_endpoint()) {
          graph_->apply(payload->bytes(), *writer);
        }
      }
      ddsi_serdata_unref(samples[i]);
    }
  }
}

void ParticipantImpl::announce()
{
  const dds_time_t now = dds_time();
  const dds_duration_t since = now - last_announcement_;
  if (since >= 0 && since < announcement_pause_) {
    return;  // run() returns to it in time
  }
  const auto info = graph_->next_announcement();
  if (!info) {
    return;
  }
  last_announcement_ = now;
  const std::vector<std::byte> bytes = encode(*info, options_.gid_generation);
  announcement_pause_ = std::max(
    shortest_announcement_pause,
    static_cast<dds_duration_t>(bytes.size()) * announcement_pause_per_byte);
  Payload * payload = Payload::create(bytes.size());
  std::copy(bytes.begin(), bytes.end(), payload->data);
  stamp(*payload, announcements_type_, 0);
  const dds_return_t result = forward(announcements_writer_, payload);
  if (result < 0) {
    log(
      RMW_LOG_SEVERITY_ERROR, "cannot announce our nodes on ros_discovery_info: " +
                                return_code_text(result) + "; trying again in a second");
    announcement_pause_ = DDS_SECS(1);
    graph_->announce_again();
    return;
  }
  graph_->announced();
}

void ParticipantImpl::check_times()
{
  next_check_ = Clock::time_point::max();
  if (shared_memory_) {
    const Clock::time_point now = Clock::now();
    next_check_ = std::min(
      shared_memory_->do_periodic_work(now),
      shared_memory::Publishers::instance().do_periodic_work(now));
  }
  std::vector<std::shared_ptr<EndpointImpl>> timed;
  {
    std::lock_guard lock(tasks_mutex_);
    std::erase_if(timed_, [&](const std::weak_ptr<EndpointImpl> & endpoint) {
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

void ParticipantImpl::compare_endpoints()
{
  std::vector<EndpointPtr> fresh;
  {
    std::lock_guard lock(tasks_mutex_);
    fresh.swap(new_endpoints_);
  }
  const auto compare = [this](
                         const std::shared_ptr<EndpointImpl> & local, const EndpointPtr & remote) {
    if (local->compare(remote)) {
      const bool waits = pending_reports_.size() < most_pending_reports;
      pending_reports_.push_back(
        {local, remote, Clock::now() + (waits ? patience_with_names : patience_with_names * 0)});
    }
  };
  // A remote endpoint is only compared with local ones: peers can announce any number.
  for (const EndpointPtr & endpoint : fresh) {
    const EndpointKind other =
      endpoint->kind == EndpointKind::writer ? EndpointKind::reader : EndpointKind::writer;
    const bool ours = same_participant(endpoint->gid, gid_);
    for (const auto & local : locals_of(endpoint->topic, ours ? &endpoint->gid : nullptr)) {
      if (!ours) {
        if (local->description()->kind == other) {
          compare(local, endpoint);
        }
        continue;
      }
      local->report_policies();  // of peers that it met while it was created
      for (const EndpointPtr & peer : graph_->endpoints(other, endpoint->topic)) {
        if (!same_participant(peer->gid, gid_)) {
          compare(local, peer);
        }
      }
    }
  }
}

void ParticipantImpl::report_mismatches()
{
  const Clock::time_point now = Clock::now();
  std::erase_if(pending_reports_, [&](const PendingReport & pending) {
    const auto local = pending.local.lock();
    return !local || local->report_mismatch(
                       pending.remote, now >= pending.until || !graph_->knows(pending.remote->gid));
  });
}

void ParticipantImpl::report_policies(const std::string & topic)
{
  for (const auto & local : locals_of(topic)) {
    local->report_policies();
  }
}

std::vector<std::shared_ptr<EndpointImpl>> ParticipantImpl::locals_of(
  const std::string & topic, const Gid * only)
{
  std::vector<std::shared_ptr<EndpointImpl>> endpoint_impls;
  const auto add = [&endpoint_impls](const std::weak_ptr<EndpointImpl> & endpoint_impl) {
    if (auto local = endpoint_impl.lock()) {
      endpoint_impls.push_back(std::move(local));
    }
  };
  std::lock_guard lock(tasks_mutex_);
  const auto locals = locals_.find(topic);
  if (locals == locals_.end()) {
    return endpoint_impls;
  }
  if (!only) {
    for (const auto & [gid, local] : locals->second) {
      add(local);
    }
  } else if (const auto local = locals->second.find(*only); local != locals->second.end()) {
    add(local->second);
  }
  return endpoint_impls;
}

void ParticipantImpl::delete_dropped()
{
  std::vector<std::shared_ptr<EndpointImpl>> dropped;
  {
    std::lock_guard lock(tasks_mutex_);
    dropped.swap(dropped_);
  }
  for (const auto & endpoint : dropped) {
    endpoint->end();
  }
}

void ParticipantImpl::do_tasks()
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

}  // namespace rmw::detail
