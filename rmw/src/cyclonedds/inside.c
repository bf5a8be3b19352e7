// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// In C: Cyclone's internal headers are not meant for C++.

#include "cyclonedds/inside.h"

#include <arpa/inet.h>
#include <dds/ddsi/ddsi_entity.h>  // first: the others need it without saying so

#include <dds/ddsi/ddsi_domaingv.h>
#include <dds/ddsi/ddsi_endpoint.h>
#include <dds/ddsi/ddsi_entity_index.h>
#include <dds/ddsi/ddsi_entity_match.h>
#include <dds/ddsi/ddsi_proxy_endpoint.h>
#include <dds/ddsi/ddsi_typelookup.h>
#include <dds/ddsi/q_thread.h>
#include <dds/ddsi/q_xevent.h>
#include <string.h>

ddsi_guid_t rmw_inside_guid(const dds_guid_t * name)
{
  uint32_t words[4];
  memcpy(words, name->v, sizeof(words));
  return (ddsi_guid_t){
    .prefix.u = {ntohl(words[0]), ntohl(words[1]), ntohl(words[2])}, .entityid.u = ntohl(words[3])};
}

// Returns false if the entity does not exist.
static bool find_guid(dds_entity_t entity, ddsi_guid_t * guid)
{
  dds_guid_t name;
  if (dds_get_guid(entity, &name) != DDS_RETCODE_OK) {
    return false;
  }
  *guid = rmw_inside_guid(&name);
  return true;
}

struct ddsi_writer * rmw_lock_writer(dds_entity_t writer, const struct ddsi_sertype * type)
{
  ddsi_guid_t guid;
  if (!find_guid(writer, &guid)) {
    return NULL;
  }
  const struct ddsi_domaingv * const domain = ddsrt_atomic_ldvoidp(&type->gv);
  struct thread_state * const thread = lookup_thread_state();
  thread_state_awake(thread, domain);  // until then the object is not freed
  struct ddsi_writer * const inside = entidx_lookup_writer_guid(domain->entity_index, &guid);
  if (inside) {
    ddsrt_mutex_lock(&inside->e.lock);
  } else {
    thread_state_asleep(thread);
  }
  return inside;
}

void rmw_unlock_writer(struct ddsi_writer * writer)
{
  ddsrt_mutex_unlock(&writer->e.lock);
  thread_state_asleep(lookup_thread_state());
}

void rmw_keep_first_samples(dds_entity_t reader, const struct ddsi_sertype * type)
{
  ddsi_guid_t guid;
  if (!find_guid(reader, &guid)) {
    return;
  }
  const struct ddsi_domaingv * domain = ddsrt_atomic_ldvoidp(&type->gv);
  struct thread_state * const thread = lookup_thread_state();
  thread_state_awake(thread, domain);
  struct ddsi_reader * const inside = entidx_lookup_reader_guid(domain->entity_index, &guid);
  if (inside) {
    // The flag is read when a writer is matched. Nothing is lost from writers that are already
    // matched: they cannot have known the reader yet.
    ddsrt_mutex_lock(&inside->e.lock);
    inside->handle_as_transient_local = 1;
    ddsrt_mutex_unlock(&inside->e.lock);
  }
  thread_state_asleep(thread);
}

void rmw_ask_for_acknowledgements(dds_entity_t writer, const struct ddsi_sertype * type)
{
  struct ddsi_writer * const inside = rmw_lock_writer(writer, type);
  if (!inside) {
    return;
  }
  if (inside->heartbeat_xevent) {
    // As if it had sent neither a sample nor a heartbeat for a long time: a heartbeat soon after a
    // sample requests no answer.
    const ddsrt_mtime_t now = ddsrt_time_monotonic();
    inside->hbcontrol.t_of_last_write.v = 0;
    inside->hbcontrol.t_of_last_hb.v = 0;
    inside->hbcontrol.t_of_last_ackhb.v = 0;
    inside->hbcontrol.hbs_since_last_write = 0;
    inside->hbcontrol.tsched = now;
    resched_xevent_if_earlier(inside->heartbeat_xevent, now);
  }
  rmw_unlock_writer(inside);
}

int64_t rmw_silence_of_readers(dds_entity_t writer, const struct ddsi_sertype * type)
{
  int64_t least = INT64_MAX;
  struct ddsi_writer * const inside = rmw_lock_writer(writer, type);
  if (!inside) {
    return least;
  }
  const int64_t now = ddsrt_time_elapsed().v;
  ddsrt_avl_iter_t each;
  for (const struct ddsi_wr_prd_match * reader =
         ddsrt_avl_iter_first(&ddsi_wr_readers_treedef, &inside->readers, &each);
       reader; reader = ddsrt_avl_iter_next(&each)) {
    if (!reader->is_reliable || reader->seq >= inside->seq) {
      continue;
    }
    const int64_t acknack = reader->t_acknack_accepted.v;
    const int64_t nackfrag = reader->t_nackfrag_accepted.v;
    const int64_t silence = now - (acknack > nackfrag ? acknack : nackfrag);
    least = silence < least ? silence : least;
  }
  rmw_unlock_writer(inside);
  return least;
}

bool rmw_end_blocked_write(dds_entity_t writer, const struct ddsi_sertype * type)
{
  bool blocked = false;
  ddsi_guid_t guid;
  if (!find_guid(writer, &guid)) {
    return blocked;
  }
  struct ddsi_domaingv * domain = ddsrt_atomic_ldvoidp(&type->gv);
  struct thread_state * const thread = lookup_thread_state();
  thread_state_awake(thread, domain);
  struct ddsi_writer * const inside = entidx_lookup_writer_guid(domain->entity_index, &guid);
  if (inside) {
    ddsrt_mutex_lock(&inside->e.lock);
    blocked = inside->throttling != 0;
    ddsrt_mutex_unlock(&inside->e.lock);
    if (blocked) {
      ddsi_unblock_throttled_writer(domain, &guid);
    }
  }
  thread_state_asleep(thread);
  return blocked;
}

// Call it while the thread is awake.
static bool reader_fetches(
  const struct ddsi_domaingv * domain, struct ddsi_reader * reader, const ddsi_guid_t * writer)
{
  struct ddsi_proxy_writer * const peer =
    entidx_lookup_proxy_writer_guid(domain->entity_index, writer);
  if (!peer) {
    return false;
  }
  ddsrt_mutex_lock(&peer->e.lock);
  const struct ddsi_pwr_rd_match * const match =
    ddsrt_avl_lookup(&ddsi_pwr_readers_treedef, &peer->readers, &reader->e.guid);
  const bool fetches = match && match->in_sync != PRMSS_SYNC;
  ddsrt_mutex_unlock(&peer->e.lock);
  return fetches;
}

bool rmw_fetches_endpoints(dds_entity_t participant, const struct ddsi_sertype * type)
{
  static const uint32_t readers[] = {
    NN_ENTITYID_SEDP_BUILTIN_PUBLICATIONS_READER, NN_ENTITYID_SEDP_BUILTIN_SUBSCRIPTIONS_READER,
    NN_ENTITYID_SEDP_BUILTIN_PUBLICATIONS_SECURE_READER,
    NN_ENTITYID_SEDP_BUILTIN_SUBSCRIPTIONS_SECURE_READER};
  bool fetches = false;
  ddsi_guid_t guid;
  if (!find_guid(participant, &guid)) {
    return fetches;
  }
  const struct ddsi_domaingv * domain = ddsrt_atomic_ldvoidp(&type->gv);
  struct thread_state * const thread = lookup_thread_state();
  thread_state_awake(thread, domain);
  for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]) && !fetches; ++i) {
    guid.entityid.u = readers[i];
    struct ddsi_reader * const reader = entidx_lookup_reader_guid(domain->entity_index, &guid);
    if (!reader) {
      continue;
    }
    // One writer after another, because two locks at once might be in another order than Cyclone's.
    ddsi_guid_t writer = {.prefix.u = {0, 0, 0}, .entityid.u = 0};
    bool more = true;
    while (more && !fetches) {
      ddsrt_mutex_lock(&reader->e.lock);
      const struct ddsi_rd_pwr_match * const match =
        ddsrt_avl_lookup_succ(&ddsi_rd_writers_treedef, &reader->writers, &writer);
      more = match != NULL;
      if (more) {
        writer = match->pwr_guid;
      }
      ddsrt_mutex_unlock(&reader->e.lock);
      fetches = more && reader_fetches(domain, reader, &writer);
    }
  }
  thread_state_asleep(thread);
  return fetches;
}

bool rmw_delivers_asynchronously(const struct ddsi_sertype * type)
{
  const struct ddsi_domaingv * domain = ddsrt_atomic_ldvoidp(&type->gv);
  return domain->config.synchronous_delivery_priority_threshold > 0;
}

#ifdef DDS_HAS_TYPE_DISCOVERY
// Takes the place of Cyclone's function in the whole process: the loader finds this library before
// Cyclone's, and domain.cpp warns if it does not. Each participant receives the answers to requests
// of others for the description of a type. With them, Cyclone 0.10 dereferences a null pointer if
// two programs use different types of one name, one requests the type of the other, and this
// process has neither. It needs none: its endpoints are matched by the names of their types.
void ddsi_tl_handle_reply(struct ddsi_domaingv * domain, struct ddsi_serdata * reply)
{
  (void)domain;
  (void)reply;
}
#endif
