// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The access to internals of Cyclone that its API does not offer, in one place.

#ifndef CYCLONEDDS__INSIDE_H_
#define CYCLONEDDS__INSIDE_H_

#include <dds/dds.h>
#include <dds/ddsi/ddsi_guid.h>
#include <dds/ddsi/ddsi_sertype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Returns a GUID as Cyclone has it inside, in the byte order of this machine.
ddsi_guid_t rmw_inside_guid(const dds_guid_t * name);

/// Returns Cyclone's own object of a writer of `type`, with its lock; NULL if the writer does not
/// exist any longer. Pass it to rmw_unlock_writer() on the same thread.
struct ddsi_writer * rmw_lock_writer(dds_entity_t writer, const struct ddsi_sertype * type);

void rmw_unlock_writer(struct ddsi_writer * writer);

/// Makes a new reliable, volatile reader request all samples for it from writers of other vendors,
/// too; Cyclone 0.10 begins after the first heartbeat of a writer. Otherwise samples that arrive
/// before the discovery of their writer, or before that heartbeat, would be lost, such as a request
/// of a client that calls as soon as it sees the server. The writer excludes samples from before
/// the match with a gap. Between Cyclone's own readers and writers this is already the case.
void rmw_keep_first_samples(dds_entity_t reader, const struct ddsi_sertype * type);

/// Makes a reliable writer of `type` request acknowledgements at once, and not with its next
/// heartbeat, which may be seconds away.
void rmw_ask_for_acknowledgements(dds_entity_t writer, const struct ddsi_sertype * type);

/// Returns the time in ns since the last packet of a reader that still lacks samples of a writer of
/// `type`; INT64_MAX if there is no such reader.
int64_t rmw_silence_of_readers(dds_entity_t writer, const struct ddsi_sertype * type);

/// Makes the write of a writer of `type` that waits for space fail, as well as later ones. Returns
/// false if no write waits.
bool rmw_end_blocked_write(dds_entity_t writer, const struct ddsi_sertype * type);

/// Returns true while a participant fetches the endpoints of a peer. Cyclone fetches them with one
/// of the participants of a process; the others ask for none that existed before. So if that one is
/// deleted too early, the whole process never hears of them. `type` is one of the domain's.
bool rmw_fetches_endpoints(dds_entity_t participant, const struct ddsi_sertype * type);

/// Returns true if the domain of `type` delivers samples on another thread than the one that
/// receives and acknowledges them. That is so for all samples, because the writers of ROS 2 have no
/// transport priority.
bool rmw_delivers_asynchronously(const struct ddsi_sertype * type);

#ifdef __cplusplus
}
#endif

#endif  // CYCLONEDDS__INSIDE_H_
