// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Creates and ends the participant with its readers, announcements and thread.

#include "cyclonedds/participant_impl.hpp"

#include <algorithm>
#include <utility>

#include "cyclonedds/inside.h"
#include "cyclonedds/log_forwarding.hpp"
#include "cyclonedds/payload.hpp"
#include "cyclonedds/qos_mapping.hpp"
#include "cyclonedds/secure.hpp"
#include "cyclonedds/sertype.hpp"
#include "engine/block_signals.hpp"
#include "rmw/fork.hpp"
#include "rmw/log.hpp"
#include "rmw/names.hpp"
#include "rmw/qos.hpp"
#include "rmw/qos_profiles.h"
#include "rmw/security.hpp"
#include "rmw/user_data.hpp"
#include "security/certificates.hpp"
#include "security/explain.hpp"

namespace rmw::detail
{

dds_entity_t check(dds_return_t code, const std::string & operation)
{
  if (code < 0) {
    throw error(operation + ": " + return_code_text(code));
  }
  return code;
}

std::shared_ptr<ParticipantBase> create_on_cyclonedds(const ParticipantOptions & options)
{
  return ParticipantBase::create_shared<ParticipantImpl>(options);
}

ParticipantImpl::ParticipantImpl(const ParticipantOptions & options)
: ParticipantBase(options), domain_(options)
{
  BlockSignals block_signals;
  try {
    DdsQos qos;
    const std::string user_data = user_data_entry("enclave", options.enclave);
    dds_qset_userdata(qos.get(), user_data.data(), user_data.size());
    create_participant(qos.get());
    dds_guid_t guid;
    check(dds_get_guid(participant_, &guid), "cannot get the participant's GUID");
    gid_ = gid_of(guid);
    publisher_ = check(dds_create_publisher(participant_, nullptr, nullptr), "publisher");
    subscriber_ = check(dds_create_subscriber(participant_, nullptr, nullptr), "subscriber");

    create_discovery_readers();
    create_announcements();
    create_waitset();
    delivers_asynchronously_ = rmw_delivers_asynchronously(announcements_type_);
    if (options.shared_memory && options.secured_as) {
      static std::atomic<bool> reported{false};
      if (!reported.exchange(true)) {
        log(
          RMW_LOG_SEVERITY_DEBUG,
          "shared memory for large messages is off, because this process has a security enclave");
      }
    } else if (options.shared_memory && !options.alone) {
      shared_memory_ = shared_memory::Pool::instance();
    }
    if (shared_memory_) {
      domain_.open_mailbox(*shared_memory_, announcements_type_);
    }
    graph_ = std::make_shared<GraphImpl>(gid_, options.enclave, [this] { wake(); });
    start("rmw discovery");
    if (shared_memory_) {
      shared_memory_->add_participant();
    }
  } catch (...) {
    if (participant_ > 0) {
      dds_delete(participant_);
    }
    throw;
  }
}

void ParticipantImpl::create_discovery_readers()
{
  const auto builtin = [this](dds_entity_t topic) {
    return check(
      dds_create_reader(participant_, topic, nullptr, nullptr), "reader of a built-in topic");
  };
  participants_reader_ = builtin(DDS_BUILTIN_TOPIC_DCPSPARTICIPANT);
  writers_reader_ = builtin(DDS_BUILTIN_TOPIC_DCPSPUBLICATION);
  readers_reader_ = builtin(DDS_BUILTIN_TOPIC_DCPSSUBSCRIPTION);
}

void ParticipantImpl::create_announcements()
{
  ddsi_sertype * type = create_sertype(discovery_info_type);
  const dds_entity_t topic =
    dds_create_topic_sertype(participant_, discovery_info_topic, &type, nullptr, nullptr, nullptr);
  if (topic < 0) {
    ddsi_sertype_unref(type);
  }
  check(
    permitted(topic, Direction::publish, discovery_info_topic),
    std::string("topic ") + discovery_info_topic);
  announcements_type_ = type;  // the topic keeps it
  rmw_qos_profile_t profile = rmw_qos_profile_default;
  profile.depth = 1;
  profile.durability = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
  const std::string hash = options_.gid_generation == GidGeneration::iron_and_later
                             ? user_data_entry("typehash", discovery_info_type_hash)
                             : std::string();
  DdsQos writer_qos;
  set_qos(writer_qos.get(), EndpointKind::writer, resolve(profile, discovery_info_topic), hash);
  announcements_writer_ = check(
    permitted(
      dds_create_writer(publisher_, topic, writer_qos.get(), nullptr), Direction::publish,
      discovery_info_topic),
    std::string("writer of ") + discovery_info_topic);
  profile.history = RMW_QOS_POLICY_HISTORY_KEEP_ALL;
  DdsQos reader_qos;
  set_qos(reader_qos.get(), EndpointKind::reader, resolve(profile, discovery_info_topic), hash);
  announcements_reader_ = check(
    permitted(
      dds_create_reader(subscriber_, topic, reader_qos.get(), nullptr), Direction::subscribe,
      discovery_info_topic),
    std::string("reader of ") + discovery_info_topic);
}

void ParticipantImpl::create_waitset()
{
  guard_ = check(dds_create_guardcondition(participant_), "guard condition");
  waitset_ = check(dds_create_waitset(participant_), "waitset");
  check(dds_waitset_attach(waitset_, guard_, 0), "waitset");
  for (const dds_entity_t reader :
       {participants_reader_, writers_reader_, readers_reader_, announcements_reader_}) {
    // Level-triggered, so nothing is missed if another thread has read discovery in the meantime.
    const dds_entity_t condition =
      check(dds_create_readcondition(reader, DDS_ANY_STATE), "read condition");
    check(dds_waitset_attach(waitset_, condition, 0), "waitset");
  }
}

void ParticipantImpl::create_participant(dds_qos_t * qos)
{
  const std::uint32_t domain = options_.domain_id;
  const Enclave & enclave = options_.secured_as;
  if (enclave) {
    secure(qos, enclave.folder);
  }
  std::string engine;
  {
    const LogCapture capture;
    participant_ = dds_create_participant(domain, qos, nullptr);
    engine = capture.text();
  }
  if (participant_ < 0) {
    if (engine.empty()) {
      engine = return_code_text(participant_);
    }
    if (enclave) {
      throw security_error(why_not_joined(enclave, domain, engine));
    }
    throw error(
      "cannot create a DDS participant in domain " + std::to_string(domain) + ": " + engine);
  }
  if (enclave) {
    try {
      check_key(enclave.folder);
    } catch (const security_error & fault) {
      throw security_error(why_not_joined(enclave, domain, fault.what()));
    }
  }
}

dds_return_t ParticipantImpl::permitted(
  dds_return_t code, Direction direction, const std::string & dds_topic) const
{
  if (code == DDS_RETCODE_NOT_ALLOWED_BY_SECURITY) {
    throw security_error(why_denied(options_.secured_as, options_.domain_id, direction, dds_topic));
  }
  return code;
}

ParticipantImpl::~ParticipantImpl()
{
  stop();
  // Peers of a secured participant notice its end only when its lease is over, so a last
  // announcement removes its nodes at once. Others send none: it could overtake the last
  // best-effort samples, which would then be lost.
  if (options_.secured_as) {
    announcement_pause_ = 0;
    announce();
  }
  if (has_written()) {
    linger(announcements_writer_, announcements_type_);
  }
  // All lingering writers wait at the same time, so the total is the time of the slowest one.
  while (!end_lingering()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  hand_over(announcements_type_);
  // All but the topic end first, because that takes milliseconds, in which a peer may appear.
  for (const dds_entity_t child :
       {waitset_, guard_, participants_reader_, writers_reader_, readers_reader_, publisher_,
        subscriber_}) {
    dds_delete(child);
  }
  // A peer that has just appeared answers within milliseconds; one that died never does.
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
  while (domain_.is_shared() && rmw_fetches_endpoints(participant_, announcements_type_) &&
         std::chrono::steady_clock::now() < give_up) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  dds_delete(participant_);
  if (shared_memory_) {
    shared_memory_->remove_participant();
    shared_memory::Publishers::instance().remove_participant();
  }
}

shared_memory::Pool * ParticipantImpl::shared_memory_of(
  EndpointKind kind, const EndpointOptions & options) const
{
  // Cyclone acknowledges a sample when it is queued for delivery: the publisher could reuse its
  // slot before the reader holds it.
  const bool too_late = kind == EndpointKind::reader && delivers_asynchronously_;
  return options.shared_memory && !too_late ? shared_memory_ : nullptr;
}

std::string ParticipantImpl::absence_of_shared_memory(const EndpointOptions & options) const
{
  if (!options_.shared_memory || !options.shared_memory) {
    return std::string(shared_memory::switched_off);
  }
  if (shared_memory_) {
    return std::string(shared_memory::asynchronous);
  }
  return std::string(options_.secured_as ? shared_memory::secured : shared_memory::impossible);
}

Gid ParticipantImpl::make_endpoint_gid()
{
  return with_number(gid_, 0x80000000u | ++next_endpoint_);
}

EndpointPtr ParticipantImpl::remote(dds_instance_handle_t handle)
{
  EndpointPtr endpoint = graph_->find(handle);
  if (!endpoint) {
    read_ahead();
    endpoint = graph_->find(handle);
  }
  return endpoint ? endpoint : unknown_endpoint();
}

void ParticipantImpl::read_ahead()
{
  read_discovery();
  wake();  // there may be something to compare
}

void ParticipantImpl::linger(dds_entity_t writer, const ddsi_sertype * type)
{
  rmw_ask_for_acknowledgements(writer, type);
  {
    std::lock_guard lock(tasks_mutex_);
    lingering_.push_back({writer, Clock::now()});
  }
  wake();
}

bool ParticipantImpl::end_lingering()
{
  std::vector<Lingering> lingering;
  {
    std::lock_guard lock(tasks_mutex_);
    lingering.swap(lingering_);
  }
  std::erase_if(lingering, [&](const Lingering & entry) {
    if (
      dds_wait_for_acks(entry.writer, 0) == DDS_RETCODE_TIMEOUT &&
      Clock::now() - entry.since < patience_with_readers) {
      return false;
    }
    dds_delete(entry.writer);
    return true;
  });
  std::lock_guard lock(tasks_mutex_);
  lingering_.insert(lingering_.end(), lingering.begin(), lingering.end());
  return lingering_.empty();
}

void ParticipantImpl::wake()
{
  dds_set_guardcondition(guard_, true);
}

}  // namespace rmw::detail
