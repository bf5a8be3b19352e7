// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What Cyclone's API does not reach: the one place that takes hold of its entities.

#ifndef CYCLONEDDS__INSIDE_H_
#define CYCLONEDDS__INSIDE_H_

#include <dds/dds.h>
#include <dds/ddsi/ddsi_sertype.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Makes a new reliable, volatile reader ask writers of other vendors, too, for all that they have
/// for it; Cyclone 0.10 begins after the first heartbeat that it gets from one. Samples that outrun
/// the discovery of their writer, or that heartbeat, would be lost: a request, say, of a client
/// that calls as soon as it sees the server. It is for the writer to tell, by a gap, what it wrote
/// before the match. Between Cyclone's readers and writers nothing changes: there it is so already.
void rmw_keep_first_samples(dds_entity_t reader, const struct ddsi_sertype * type);

/// Makes a reliable writer of `type` ask its readers at once what they have, instead of with its
/// next heartbeat, which may be seconds away.
void rmw_ask_for_acknowledgements(dds_entity_t writer, const struct ddsi_sertype * type);

/// Returns how long ago, in ns, a reader that still lacks samples of a writer of `type` was heard
/// of; INT64_MAX if there is no such reader.
int64_t rmw_silence_of_readers(dds_entity_t writer, const struct ddsi_sertype * type);

/// Ends the write of a writer of `type` that waits for room, if there is one: it fails, and so do
/// those that follow. False if none waits.
bool rmw_end_blocked_write(dds_entity_t writer, const struct ddsi_sertype * type);

#ifdef __cplusplus
}
#endif

#endif  // CYCLONEDDS__INSIDE_H_
