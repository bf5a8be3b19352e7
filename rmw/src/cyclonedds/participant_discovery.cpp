// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The participant's discovery thread: follows peers and announces our nodes.

#include <algorithm>
#include <utility>

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

}  // namespace

void ParticipantImpl::wait(Clock::time_point until)
{
  dds_duration_t timeout = DDS_INFINITY;
  if (graph_->has_announcement()) {
    const dds_time_t due = last_announcement_ + announcement_pause_;
    timeout = std::max<dds_duration_t>(0, due - dds_time());
    // The wall clock may be set back.
    timeout = std::min(timeout, announcement_pause_);
  }
  if (until != Clock::time_point::max()) {
    const std::chrono::nanoseconds duration = until - Clock::now();
    timeout = std::min(timeout, std::max<dds_duration_t>(0, duration.count()));
  }
  {
    std::lock_guard lock(tasks_mutex_);
    if (!lingering_.empty()) {
      timeout = std::min(timeout, lingering_interval);
    }
  }
  dds_waitset_wait(waitset_, nullptr, 0, timeout);
  bool woken = false;
  dds_take_guardcondition(guard_, &woken);
}

void ParticipantImpl::follow_peers()
{
  read_discovery();
  read_announcements();
  announce();
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
      compare_later(std::move(endpoint));
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

ParticipantImpl::Clock::time_point ParticipantImpl::do_periodic_work()
{
  if (!shared_memory_) {
    return Clock::time_point::max();
  }
  const Clock::time_point now = Clock::now();
  return std::min(
    shared_memory_->do_periodic_work(now),
    shared_memory::Publishers::instance().do_periodic_work(now));
}

}  // namespace rmw::detail
