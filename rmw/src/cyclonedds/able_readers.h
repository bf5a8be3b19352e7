// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The readers of a writer that can read shared memory, as Cyclone's internals know them.

#ifndef CYCLONEDDS__ABLE_READERS_H_
#define CYCLONEDDS__ABLE_READERS_H_

#include <dds/dds.h>
#include <dds/ddsi/ddsi_locator.h>
#include <dds/ddsi/ddsi_sertype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The last known set of readers of a writer that can read shared memory. Cyclone makes a new
/// address set at each change of the readers, so that the pointer shows whether it is still valid.
/**
 * If other readers exist, too, a write is split: each able process is sent the descriptor directly,
 * and Cyclone sends the whole sample to the addresses of the others, the only ones that the writer
 * has until the last fragment has its destination. Both forms have one sequence number: a reader
 * that lacks its descriptor requests the sample, and gets it whole. Cyclone writes one sample of a
 * writer at a time, so no other one is written meanwhile.
 */
struct rmw_able_readers
{
  struct ddsi_writer * writer;
  struct addrset * addresses;  // of all readers; NULL: no reader is able
  struct addrset * others;   // of those that are not; NULL: the descriptor is sent to all addresses
  ddsi_xlocator_t * places;  // of the able processes if a write is split
  uint32_t place_count;
  uint32_t count;  // of all readers
};

/// Stores in `able` which readers of a writer of `type` are among `guids`, and returns true if it
/// can send them descriptors.
/**
 * If there are others, its writes are split, except if one process has readers of both kinds, if
 * the writer delays its packets, or if it asserts its liveliness by hand. A writer that multicasts
 * sends to each process instead from now on, until its readers change; with more than two other
 * processes it does not, and all readers get whole samples.
 */
bool rmw_find_able_readers(
  dds_entity_t writer, const struct ddsi_sertype * type, struct rmw_able_readers * able,
  const dds_guid_t * guids, size_t count);

/// Returns true if the readers of the writer are still those that were found.
bool rmw_readers_are_as_found(const struct rmw_able_readers * able);

/// Returns true if they are, and all of them can be sent the descriptor.
bool rmw_all_readers_are_able(const struct rmw_able_readers * able);

/// Sends a descriptor, which stands for the sample that the writer writes now, to the able readers,
/// and begins a split write. Call it with the writer's lock. Returns false, without effect, if the
/// readers have changed or need no split write.
bool rmw_begin_split_write(
  struct rmw_able_readers * able, const void * descriptor, size_t size, int64_t timestamp);

/// Ends a split write when its last fragment has its destination. Call it with the writer's lock.
void rmw_end_split_write(struct rmw_able_readers * able);

/// Ends a split write whose call has returned before the last fragment: Cyclone was configured to
/// send only the first ones without a request.
void rmw_end_unfinished_split_write(
  dds_entity_t writer, const struct ddsi_sertype * type, struct rmw_able_readers * able);

/// Returns the sequence number of the last sample of the writer; 0 if it needs no acknowledgements.
/// Call it with the writer's lock.
uint64_t rmw_number_to_acknowledge(const struct rmw_able_readers * able);

/// Acts as if all readers had acknowledged the samples `first` to `last`, which they have received
/// according to the slots. Returns false, without effect, if the readers have changed, if not all
/// of them are able, if an earlier sample is not acknowledged, or while the writer repeats samples.
/**
 * Acknowledgements by the network come later, cost two packets, and keep the slots until then. They
 * are also what remains for a reader that has not acknowledged anything itself: it may not have
 * begun to receive. An earlier sample may be missing in one reader of a process although another
 * reader there has received later ones.
 */
bool rmw_acknowledge_for_readers(
  dds_entity_t writer, const struct ddsi_sertype * type, const struct rmw_able_readers * able,
  uint64_t first, uint64_t last);

/// Releases what `able` holds.
void rmw_forget_able_readers(struct rmw_able_readers * able);

#ifdef __cplusplus
}
#endif

#endif  // CYCLONEDDS__ABLE_READERS_H_
