// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The access to internals of Cyclone that its API does not offer, in one place.

#ifndef CYCLONEDDS__INSIDE_H_
#define CYCLONEDDS__INSIDE_H_

#include <dds/dds.h>
#include <dds/ddsi/ddsi_sertype.h>
#include <stdbool.h>
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

#ifdef __cplusplus
}
#endif

#endif  // CYCLONEDDS__INSIDE_H_
