// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// In C: the headers of Cyclone's inside are not meant for C++.

#include "cyclonedds/inside.h"

#include <arpa/inet.h>
#include <dds/ddsi/ddsi_entity.h>  // first: the others need it without saying so

#include <dds/ddsi/ddsi_domaingv.h>
#include <dds/ddsi/ddsi_endpoint.h>
#include <dds/ddsi/ddsi_entity_index.h>
#include <dds/ddsi/q_thread.h>
#include <dds/ddsi/q_xevent.h>
#include <string.h>

// False if there is no such entity.
static bool find_guid(dds_entity_t entity, ddsi_guid_t * guid)
{
  dds_guid_t name;
  if (dds_get_guid(entity, &name) != DDS_RETCODE_OK) {
    return false;
  }
  uint32_t words[4];
  memcpy(words, name.v, sizeof(words));
  // Inside, GUIDs are in the byte order of this machine.
  *guid = (ddsi_guid_t){
    .prefix.u = {ntohl(words[0]), ntohl(words[1]), ntohl(words[2])}, .entityid.u = ntohl(words[3])};
  return true;
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
    // Looked at when a writer is matched. Of those that are matched already nothing can be lost:
    // they cannot have known the reader yet.
    ddsrt_mutex_lock(&inside->e.lock);
    inside->handle_as_transient_local = 1;
    ddsrt_mutex_unlock(&inside->e.lock);
  }
  thread_state_asleep(thread);
}

void rmw_end_writer_at_once(dds_entity_t writer, const struct ddsi_sertype * type)
{
  ddsi_guid_t guid;
  if (find_guid(writer, &guid)) {
    // What Cyclone itself does at the end of its wait; nothing happens if the writer has gone by
    // then.
    const struct ddsi_domaingv * domain = ddsrt_atomic_ldvoidp(&type->gv);
    qxev_delete_writer(domain->xevents, ddsrt_time_monotonic(), &guid);
  }
}
