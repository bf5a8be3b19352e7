// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Creation of the participant, and the loop of its discovery thread.

#include "cyclonedds/participant_impl.hpp"

#include <pthread.h>

#include <algorithm>
#include <utility>

#include "cyclonedds/endpoint_impl.hpp"
#include "cyclonedds/payload.hpp"
#include "cyclonedds/qos_mapping.hpp"
#include "rmw/log.hpp"
#include "rmw/names.hpp"
#include "rmw/qos.hpp"
#include "rmw/qos_profiles.h"
#include "rmw/user_data.hpp"

namespace rmw::detail
{
namespace
{

// Nodes create many endpoints at once; peers need only the result.
constexpr dds_duration_t announcement_interval = DDS_MSECS(5);
constexpr std::size_t batch = 16;

Gid gid_of(const dds_guid_t & guid)
{
  Gid gid;
  std::copy_n(guid.v, gid.size(), gid.begin());
  return gid;
}

// Takes everything from a reader of a built-in topic.
template <typename Data, typename Function>
void take_all(dds_entity_t reader, Function && function)
{
  for (;;) {
    void * samples[batch] = {};  // lent by Cyclone
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

const EndpointPtr & nobody()
{
  static const EndpointPtr endpoint = std::make_shared<const Endpoint>();
  return endpoint;
}

}  // namespace

dds_entity_t check(dds_return_t code, const std::string & what)
{
  if (code < 0) {
    throw error(what + ": " + return_code_text(code));
  }
  return code;
}

std::shared_ptr<ParticipantImpl> ParticipantImpl::create(const ParticipantOptions & options)
{
  return {new ParticipantImpl(options), [](ParticipantImpl * impl) {
            // Neither our own thread nor one that Cyclone waits for can end the participant.
            if (ListenerScope::inside() || impl->on_engine_thread()) {
              BlockSignals block_signals;
              std::thread([impl] { delete impl; }).detach();
            } else {
              delete impl;
            }
          }};
}

ParticipantImpl::ParticipantImpl(const ParticipantOptions & options)
: options_(options), domain_(options)
{
  const std::string where = "domain " + std::to_string(options.domain_id);
  BlockSignals block_signals;
  try {
    DdsQos qos;
    const std::string user_data = user_data_entry("enclave", options.enclave);
    dds_qset_userdata(qos.get(), user_data.data(), user_data.size());
    participant_ = check(
      dds_create_participant(options.domain_id, qos.get(), nullptr),
      "cannot create a DDS participant in " + where);
    dds_guid_t guid;
    check(dds_get_guid(participant_, &guid), "cannot get the participant's GUID");
    gid_ = gid_of(guid);
    publisher_ = check(dds_create_publisher(participant_, nullptr, nullptr), "publisher");
    subscriber_ = check(dds_create_subscriber(participant_, nullptr, nullptr), "subscriber");

    const auto builtin = [this](dds_entity_t topic) {
      return check(
        dds_create_reader(participant_, topic, nullptr, nullptr), "reader of a built-in topic");
    };
    participants_reader_ = builtin(DDS_BUILTIN_TOPIC_DCPSPARTICIPANT);
    writers_reader_ = builtin(DDS_BUILTIN_TOPIC_DCPSPUBLICATION);
    readers_reader_ = builtin(DDS_BUILTIN_TOPIC_DCPSSUBSCRIPTION);

    ddsi_sertype * type = create_sertype(discovery_info_type);
    const dds_entity_t topic = dds_create_topic_sertype(
      participant_, discovery_info_topic, &type, nullptr, nullptr, nullptr);
    if (topic < 0) {
      ddsi_sertype_unref(type);
    }
    check(topic, std::string("topic ") + discovery_info_topic);
    announcements_type_ = type;
    rmw_qos_profile_t profile = rmw_qos_profile_default;
    profile.depth = 1;
    profile.durability = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
    const std::string hash = options.gid_generation == GidGeneration::iron_and_later
                               ? user_data_entry("typehash", discovery_info_type_hash)
                               : std::string();
    DdsQos writer_qos;
    set_qos(writer_qos.get(), EndpointKind::writer, resolve(profile, discovery_info_topic), hash);
    announcements_writer_ = check(
      dds_create_writer(publisher_, topic, writer_qos.get(), nullptr),
      std::string("writer of ") + discovery_info_topic);
    profile.history = RMW_QOS_POLICY_HISTORY_KEEP_ALL;
    DdsQos reader_qos;
    set_qos(reader_qos.get(), EndpointKind::reader, resolve(profile, discovery_info_topic), hash);
    announcements_reader_ = check(
      dds_create_reader(subscriber_, topic, reader_qos.get(), nullptr),
      std::string("reader of ") + discovery_info_topic);
    dds_delete(topic);

    guard_ = check(dds_create_guardcondition(participant_), "guard condition");
    waitset_ = check(dds_create_waitset(participant_), "waitset");
    check(dds_waitset_attach(waitset_, guard_, 0), "waitset");
    for (const dds_entity_t reader :
         {participants_reader_, writers_reader_, readers_reader_, announcements_reader_}) {
      // Level triggered, so nothing is missed if another thread has read discovery meanwhile.
      const dds_entity_t condition =
        check(dds_create_readcondition(reader, DDS_ANY_STATE), "read condition");
      check(dds_waitset_attach(waitset_, condition, 0), "waitset");
    }
    graph_ = std::make_shared<GraphImpl>(gid_, options.enclave, [this] { wake(); });
    thread_ = std::thread([this] { run(); });
    pthread_setname_np(thread_.native_handle(), "rmw discovery");
  } catch (...) {
    if (participant_ > 0) {
      dds_delete(participant_);
    }
    throw;
  }
}

ParticipantImpl::~ParticipantImpl()
{
  graph_->close();
  {
    std::lock_guard lock(tasks_mutex_);
    stop_ = true;
  }
  wake();
  thread_.join();
  hand_over(announcements_type_);
  dds_delete(participant_);
}

std::string ParticipantImpl::make_service_id()
{
  Gid id = gid_;
  const std::uint32_t number = ++next_service_id_;
  for (int i = 0; i < 4; ++i) {
    id[12 + i] = static_cast<std::uint8_t>(number >> (24 - 8 * i));
  }
  return to_string(id);
}

rmw_qos_profile_t ParticipantImpl::resolve_qos(
  EndpointKind kind, const EndpointOptions & options) const
{
  const auto topic = ros_topic_name(options.topic);
  rmw_qos_profile_t profile = options.qos;
  if (topic && topic->kind != TopicKind::topic) {
    profile = resolve_best_available_service(profile);
  } else {
    const EndpointKind other =
      kind == EndpointKind::writer ? EndpointKind::reader : EndpointKind::writer;
    std::vector<rmw_qos_profile_t> peers;
    for (const EndpointPtr & peer : graph_->endpoints(other, options.topic)) {
      peers.push_back(peer->qos);
    }
    profile = kind == EndpointKind::writer ? resolve_best_available_publisher(profile, peers)
                                           : resolve_best_available_subscription(profile, peers);
  }
  return resolve(profile, options.topic);
}

EndpointPtr ParticipantImpl::remote(dds_instance_handle_t handle)
{
  EndpointPtr endpoint = graph_->find(handle);
  if (!endpoint) {
    read_discovery();
    wake();  // there may be news to tell
    endpoint = graph_->find(handle);
  }
  return endpoint ? endpoint : nobody();
}

void ParticipantImpl::add_local(const std::shared_ptr<EndpointImpl> & endpoint)
{
  const EndpointPtr & description = endpoint->description();
  // In this order: whoever looks at a new peer finds us, or we find it.
  graph_->add_endpoint(description, 0);
  {
    std::lock_guard lock(tasks_mutex_);
    locals_[description->gid] = endpoint;
    new_endpoints_.push_back(description);
  }
  wake();
}

void ParticipantImpl::remove_local(const EndpointImpl & endpoint)
{
  const Gid & gid = endpoint.description()->gid;
  {
    std::lock_guard lock(tasks_mutex_);
    locals_.erase(gid);
  }
  graph_->remove_endpoint(gid);
}

void ParticipantImpl::delete_later(std::shared_ptr<EndpointImpl> endpoint)
{
  {
    std::lock_guard lock(tasks_mutex_);
    dropped_.push_back(std::move(endpoint));
  }
  wake();
}

void ParticipantImpl::wake()
{
  dds_set_guardcondition(guard_, true);
}

void ParticipantImpl::run()
{
  for (;;) {
    dds_duration_t timeout = DDS_INFINITY;
    if (graph_->has_announcement()) {
      const dds_time_t due = last_announcement_ + announcement_interval;
      timeout = std::max<dds_duration_t>(0, due - dds_time());
      // The wall clock may be set back.
      timeout = std::min(timeout, announcement_interval);
    }
    dds_waitset_wait(waitset_, nullptr, 0, timeout);
    bool woken = false;
    dds_take_guardcondition(guard_, &woken);
    try {
      read_discovery();
      read_announcements();
      announce();
      compare_types();
      delete_dropped();
      graph_->notify();
    } catch (const std::exception & e) {
      log(RMW_LOG_SEVERITY_ERROR, std::string("discovery thread: ") + e.what());
    }
    std::lock_guard lock(tasks_mutex_);
    if (stop_ && dropped_.empty()) {
      return;
    }
  }
}

void ParticipantImpl::read_discovery()
{
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
          gid, user_data_value(user_data_of(data.qos), "enclave").value_or("/"));
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
      if (infos[i].valid_data) {
        // What a writer that has gone left behind would stay for ever.
        if (const EndpointPtr writer = graph_->find(infos[i].publication_handle)) {
          graph_->apply(taken(samples[i])->bytes(), *writer);
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
  if (since >= 0 && since < announcement_interval) {
    return;  // run() comes back in time
  }
  const auto info = graph_->next_announcement();
  if (!info) {
    return;
  }
  last_announcement_ = now;
  const std::vector<std::byte> bytes = encode(*info, options_.gid_generation);
  Payload * payload = Payload::create(bytes.size());
  std::copy(bytes.begin(), bytes.end(), payload->data);
  stamp(*payload, announcements_type_, 0);
  const dds_return_t result = forward(announcements_writer_, payload);
  if (result < 0) {
    log(
      RMW_LOG_SEVERITY_ERROR,
      "cannot announce our nodes on ros_discovery_info: " + return_code_text(result));
    return;
  }
  graph_->announced();
}

void ParticipantImpl::compare_types()
{
  std::vector<EndpointPtr> fresh;
  {
    std::lock_guard lock(tasks_mutex_);
    fresh.swap(new_endpoints_);
  }
  const auto compare = [this](const Gid & gid, const EndpointPtr & remote) {
    std::shared_ptr<EndpointImpl> local;
    {
      std::lock_guard lock(tasks_mutex_);
      if (const auto found = locals_.find(gid); found != locals_.end()) {
        local = found->second.lock();
      }
    }
    if (local) {
      local->compare_type(remote);
    }
  };
  for (const EndpointPtr & endpoint : fresh) {
    const bool ours = same_participant(endpoint->gid, gid_);
    const EndpointKind other =
      endpoint->kind == EndpointKind::writer ? EndpointKind::reader : EndpointKind::writer;
    for (const EndpointPtr & peer : graph_->endpoints(other, endpoint->topic)) {
      if (ours != same_participant(peer->gid, gid_)) {
        ours ? compare(endpoint->gid, peer) : compare(peer->gid, endpoint);
      }
    }
  }
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

}  // namespace rmw::detail
