// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The first samples of writers of other vendors, for the readers of services.

#ifndef CYCLONEDDS__FIRST_SAMPLES_H_
#define CYCLONEDDS__FIRST_SAMPLES_H_

#include <dds/dds.h>
#include <dds/ddsi/ddsi_sertype.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Makes a new reliable, volatile reader ask writers of other vendors, too, for all that they have
/// for it; Cyclone 0.10 begins after the first heartbeat that it gets from one. Samples that outrun
/// the discovery of their writer, or that heartbeat, would be lost: a request, say, of a client
/// that calls as soon as it sees the server. It is for the writer to tell, by a gap, what it wrote
/// before the match. Between Cyclone's readers and writers nothing changes: there it is so already.
void rmw_keep_first_samples(dds_entity_t reader, const struct ddsi_sertype * type);

#ifdef __cplusplus
}
#endif

#endif  // CYCLONEDDS__FIRST_SAMPLES_H_
