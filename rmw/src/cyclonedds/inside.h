// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The access to internals of Cyclone that its API does not offer, in one place.

#ifndef CYCLONEDDS__INSIDE_H_
#define CYCLONEDDS__INSIDE_H_

#include <dds/dds.h>
#include <dds/ddsi/ddsi_sertype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

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

/// The last known set of readers of a writer that can all read shared memory. Cyclone makes a new
/// address set at each change of the readers, so that the pointer shows whether it is still valid.
struct rmw_able_readers
{
  const struct ddsi_writer * writer;
  struct addrset * addresses;  // NULL: some reader cannot
  uint32_t count;
};

/// Stores in `able` whether all readers of a writer of `type` are among `guids`, and returns it. No
/// reader at all is not enough. A transient_local writer whose samples are multicast is not able
/// either: they could reach a late reader that it does not know yet.
bool rmw_find_able_readers(
  dds_entity_t writer, const struct ddsi_sertype * type, struct rmw_able_readers * able,
  const dds_guid_t * guids, size_t count);

/// Returns true if the readers that were found able are still all readers of the writer.
bool rmw_all_readers_are_able(const struct rmw_able_readers * able);

/// Releases what `able` holds.
void rmw_forget_able_readers(struct rmw_able_readers * able);

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
