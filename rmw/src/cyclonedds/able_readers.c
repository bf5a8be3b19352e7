// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// In C: Cyclone's internal headers are not meant for C++.

#include "cyclonedds/able_readers.h"

#include <arpa/inet.h>
#include <dds/ddsi/ddsi_entity.h>  // first: the others need it without saying so

#include <dds/ddsi/ddsi_domaingv.h>
#include <dds/ddsi/ddsi_endpoint.h>
#include <dds/ddsi/ddsi_entity_index.h>
#include <dds/ddsi/ddsi_entity_match.h>
#include <dds/ddsi/ddsi_proxy_endpoint.h>
#include <dds/ddsi/ddsi_time.h>
#include <dds/ddsi/ddsi_tran.h>
#include <dds/ddsi/q_addrset.h>
#include <dds/ddsi/q_protocol.h>
#include <dds/ddsi/q_thread.h>
#include <dds/ddsi/q_whc.h>
#include <stdlib.h>
#include <string.h>

#include "cyclonedds/inside.h"
#include "thread_sanitizer.h"

// Beyond so many other processes one multicast packet to all is cheaper.
enum
{
  most_others_by_unicast = 2
};

// Addresses of UDP. Other transports are never added.
struct places
{
  ddsi_xlocator_t * items;
  uint32_t count;
  uint32_t capacity;
  bool is_full;  // out of memory
};

static bool is_multicast(const ddsi_locator_t * place)
{
  return place->kind == NN_LOCATOR_KIND_UDPv6 ? place->address[0] == 0xff
                                              : (place->address[12] & 0xf0) == 0xe0;
}

static bool is_same_place(const ddsi_locator_t * a, const ddsi_locator_t * b)
{
  return a->kind == b->kind && a->port == b->port &&
         memcmp(a->address, b->address, sizeof(a->address)) == 0;
}

static bool has_place(const struct places * places, const ddsi_locator_t * place)
{
  for (uint32_t i = 0; i < places->count; ++i) {
    if (is_same_place(&places->items[i].c, place)) {
      return true;
    }
  }
  return false;
}

static bool have_common_place(const struct places * a, const struct places * b)
{
  for (uint32_t i = 0; i < a->count; ++i) {
    if (has_place(b, &a->items[i].c)) {
      return true;
    }
  }
  return false;
}

// Adds a place that is not there yet; a function for addrset_forall.
static void add_place(const ddsi_xlocator_t * place, void * to)
{
  struct places * const places = to;
  const bool is_udp =
    place->c.kind == NN_LOCATOR_KIND_UDPv4 || place->c.kind == NN_LOCATOR_KIND_UDPv6;
  if (!is_udp || has_place(places, &place->c)) {
    return;
  }
  if (places->count == places->capacity) {
    const uint32_t capacity = places->capacity == 0 ? 8 : 2 * places->capacity;
    void * const items = realloc(places->items, capacity * sizeof(places->items[0]));
    if (!items) {
      places->is_full = true;
      return;
    }
    places->items = items;
    places->capacity = capacity;
  }
  places->items[places->count++] = *place;
}

// Returns one unicast address of a reader: that to which the writer sends already, if there is one.
static const ddsi_xlocator_t * unicast_of(
  const struct places * reader, const struct places * writer)
{
  const ddsi_xlocator_t * first = NULL;
  for (uint32_t i = 0; i < reader->count; ++i) {
    const ddsi_xlocator_t * const place = &reader->items[i];
    if (is_multicast(&place->c)) {
      continue;
    }
    if (has_place(writer, &place->c)) {
      return place;
    }
    first = first ? first : place;
  }
  return first;
}

static void drop_multicast(struct places * places)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < places->count; ++i) {
    if (!is_multicast(&places->items[i].c)) {
      places->items[kept++] = places->items[i];
    }
  }
  places->count = kept;
}

static bool is_among(const ddsi_guid_t * guid, const dds_guid_t * guids, size_t count)
{
  for (size_t i = 0; i < count; ++i) {
    const ddsi_guid_t each = rmw_inside_guid(&guids[i]);
    if (memcmp(&each, guid, sizeof(each)) == 0) {
      return true;
    }
  }
  return false;
}

// The readers of a writer, sorted.
struct sorted
{
  struct places able;           // all unicast addresses of those that are able
  struct places able_chosen;    // one for each process
  struct places others;         // all unicast addresses of the others
  struct places others_chosen;  // one for each process
  uint32_t other_count;
  bool is_complete;
};

static void add_reader(
  struct sorted * sorted, const struct ddsi_proxy_reader * reader, const struct places * writer,
  bool is_able)
{
  struct places places = {0};
  addrset_forall(reader->c.as, add_place, &places);
  const ddsi_xlocator_t * const chosen = unicast_of(&places, writer);
  if (chosen) {
    add_place(chosen, is_able ? &sorted->able_chosen : &sorted->others_chosen);
  }
  sorted->is_complete = sorted->is_complete && chosen && !places.is_full;
  drop_multicast(&places);
  for (uint32_t i = 0; i < places.count; ++i) {
    add_place(&places.items[i], is_able ? &sorted->able : &sorted->others);
  }
  free(places.items);
}

// Call it with the writer's lock.
static struct sorted sort_readers(
  const struct ddsi_writer * writer, const struct places * places, const dds_guid_t * guids,
  size_t count)
{
  struct sorted sorted = {.is_complete = true};
  ddsrt_avl_iter_t each;
  for (const struct ddsi_wr_prd_match * match =
         ddsrt_avl_iter_first(&ddsi_wr_readers_treedef, &writer->readers, &each);
       match; match = ddsrt_avl_iter_next(&each)) {
    const bool is_able = is_among(&match->prd_guid, guids, count);
    const struct ddsi_proxy_reader * const reader =
      entidx_lookup_proxy_reader_guid(writer->e.gv->entity_index, &match->prd_guid);
    sorted.other_count += is_able ? 0 : 1;
    if (reader) {
      add_reader(&sorted, reader, places, is_able);
    } else {
      sorted.is_complete = false;
    }
  }
  sorted.is_complete = sorted.is_complete && !sorted.able.is_full && !sorted.others.is_full &&
                       !sorted.able_chosen.is_full && !sorted.others_chosen.is_full;
  return sorted;
}

static void free_sorted(struct sorted * sorted)
{
  free(sorted->able.items);
  free(sorted->able_chosen.items);
  free(sorted->others.items);
  free(sorted->others_chosen.items);
}

static struct addrset * address_set(
  const struct ddsi_domaingv * domain, const struct places * places, const struct places * except)
{
  struct addrset * const set = new_addrset();
  for (uint32_t i = 0; i < places->count; ++i) {
    if (!except || !has_place(except, &places->items[i].c)) {
      add_xlocator_to_addrset(domain, set, &places->items[i]);
    }
  }
  return set;
}

// Atomic, because rmw_readers_are_as_found() compares them without the lock.
static void replace_addresses(struct ddsi_writer * writer, struct addrset * addresses)
{
  struct addrset * const last = writer->as;
  __atomic_store_n(&writer->as, ref_addrset(addresses), __ATOMIC_RELAXED);
  unref_addrset(last);
}

// Makes the writer send each packet to each process, and not to all of them by multicast. Otherwise
// a descriptor or a whole sample would overtake smaller samples, or be overtaken: packets to a
// multicast address are received by another thread. And a descriptor would reach readers that the
// writer does not know yet.
static void send_by_unicast(
  struct ddsi_writer * writer, struct places * places, const struct sorted * sorted)
{
  places->count = 0;
  for (uint32_t i = 0; i < sorted->able_chosen.count; ++i) {
    add_place(&sorted->able_chosen.items[i], places);
  }
  for (uint32_t i = 0; i < sorted->others_chosen.count; ++i) {
    add_place(&sorted->others_chosen.items[i], places);
  }
  if (!places->is_full) {
    struct addrset * const addresses = address_set(writer->e.gv, places, NULL);
    replace_addresses(writer, addresses);
    unref_addrset(addresses);
  }
}

static bool has_multicast(const struct ddsi_writer * writer)
{
  return !ddsrt_avl_cis_empty(&writer->as->mcaddrs);
}

// The result of find().
struct found
{
  struct addrset * addresses;
  struct addrset * others;
  struct places places;
};

// Returns true if a writer can send some of its readers descriptors, and others the whole samples.
static bool can_split(const struct ddsi_writer * writer)
{
  // Packets that wait for others would be overtaken by the descriptor. During a split write no
  // liveliness is asserted to the able readers.
  return !writer->e.gv->config.whc_batch && writer->xqos->latency_budget.duration == 0 &&
         writer->xqos->liveliness.kind == DDS_LIVELINESS_AUTOMATIC;
}

// Call it with the writer's lock.
static struct found find(struct ddsi_writer * writer, const dds_guid_t * guids, size_t count)
{
  struct found found = {0};
  const struct ddsi_config * const config = &writer->e.gv->config;
  // Descriptors must not be fragmented, nor be as large as the first fragment of a sample.
  if (
    count == 0 || writer->num_readers == 0 || !ddsrt_avl_is_empty(&writer->local_readers) ||
    config->max_sample_size < INT32_MAX || config->fragment_size < 256) {
    return found;
  }
  struct places places = {0};
  addrset_forall(writer->as, add_place, &places);
  struct sorted sorted = sort_readers(writer, &places, guids, count);
  const bool splits = sorted.other_count > 0 && sorted.other_count < writer->num_readers &&
                      sorted.is_complete && can_split(writer) &&
                      !have_common_place(&sorted.able, &sorted.others);
  const bool all_are_able = sorted.other_count == 0;
  if (
    has_multicast(writer) && sorted.is_complete &&
    (all_are_able || (splits && sorted.others_chosen.count <= most_others_by_unicast))) {
    send_by_unicast(writer, &places, &sorted);
  }
  if (has_multicast(writer) || places.is_full) {
    // A descriptor could reach a reader that the writer does not know yet.
  } else if (all_are_able) {
    found.addresses = ref_addrset(writer->as);
  } else if (splits) {
    found.addresses = ref_addrset(writer->as);
    found.others = address_set(writer->e.gv, &places, &sorted.able);
    found.places = sorted.able_chosen;
    sorted.able_chosen = (struct places){0};
  }
  free(places.items);
  free_sorted(&sorted);
  return found;
}

// Call it with the writer's lock.
static void restore_addresses(struct ddsi_writer * writer, const struct rmw_able_readers * able)
{
  if (able->others && writer->as == able->others) {
    replace_addresses(writer, able->addresses);
  }
}

bool rmw_find_able_readers(
  dds_entity_t writer, const struct ddsi_sertype * type, struct rmw_able_readers * able,
  const dds_guid_t * guids, size_t count)
{
  struct ddsi_writer * const inside = rmw_lock_writer(writer, type);
  if (!inside) {
    return false;
  }
  take_over(able);
  // The rest of a split write that goes on now is sent to all.
  restore_addresses(inside, able);
  const struct found found = find(inside, guids, count);
  const struct rmw_able_readers last = *able;
  __atomic_store_n(&able->writer, inside, __ATOMIC_RELAXED);
  __atomic_store_n(&able->count, (uint32_t)inside->num_readers, __ATOMIC_RELAXED);
  __atomic_store_n(&able->others, found.others, __ATOMIC_RELAXED);
  __atomic_store_n(&able->addresses, found.addresses, __ATOMIC_RELEASE);
  able->places = found.places.items;
  able->place_count = found.places.count;
  rmw_forget_able_readers(&(struct rmw_able_readers){
    .addresses = last.addresses, .others = last.others, .places = last.places});
  hand_over(able);
  rmw_unlock_writer(inside);
  return found.addresses != NULL;
}

bool rmw_readers_are_as_found(const struct rmw_able_readers * able)
{
  const struct addrset * const addresses = __atomic_load_n(&able->addresses, __ATOMIC_ACQUIRE);
  if (!addresses) {
    return false;
  }
  const struct ddsi_writer * const writer = __atomic_load_n(&able->writer, __ATOMIC_RELAXED);
  const struct addrset * const now = __atomic_load_n(&writer->as, __ATOMIC_RELAXED);
  // A local reader of another type would be passed a converted sample.
  return (now == addresses || now == __atomic_load_n(&able->others, __ATOMIC_RELAXED)) &&
         (uint32_t)writer->num_readers == __atomic_load_n(&able->count, __ATOMIC_RELAXED) &&
         ddsrt_avl_is_empty(&writer->local_readers);
}

bool rmw_all_readers_are_able(const struct rmw_able_readers * able)
{
  return !__atomic_load_n(&able->others, __ATOMIC_RELAXED) && rmw_readers_are_as_found(able);
}

static void send_to(
  const struct rmw_able_readers * able, const void * descriptor, size_t size, int64_t timestamp)
{
  const struct ddsi_writer * const writer = able->writer;
  const uint64_t number = writer->seq;
  const uint8_t byte_order = htonl(1) == 1 ? 0 : 1;  // the flag of little-endian submessages
  struct
  {
    Header_t header;
    InfoTimestamp_t time;
    Data_t data;
  } head = {
    .header =
      {.protocol = {{'R', 'T', 'P', 'S'}},
       .version = {RTPS_MAJOR, RTPS_MINOR},
       .vendorid = NN_VENDORID_INIT(ECLIPSE)},
    .time =
      {.smhdr = {SMID_INFO_TS, byte_order, sizeof(ddsi_time_t)},
       .time = ddsi_wctime_to_ddsi_time((ddsrt_wctime_t){timestamp})},
    .data.x = {
      .smhdr =
        {SMID_DATA, (uint8_t)(byte_order | DATA_FLAG_DATAFLAG),
         (uint16_t)(sizeof(Data_t) - sizeof(SubmessageHeader_t) + size)},
      .octetsToInlineQos = sizeof(Data_t) - offsetof(Data_t, x.readerId),
      .writerId.u = htonl(writer->e.guid.entityid.u),
      .writerSN = {.high = (int32_t)(number >> 32), .low = (uint32_t)number}}};
  for (int i = 0; i < 3; ++i) {
    head.header.guid_prefix.u[i] = htonl(writer->e.guid.prefix.u[i]);
  }
  const ddsrt_iovec_t pieces[] = {
    {.iov_base = &head, .iov_len = sizeof(head)},
    {.iov_base = (void *)descriptor, .iov_len = size}};
  for (uint32_t i = 0; i < able->place_count; ++i) {
    // If it is lost, the reader requests the sample.
    (void)ddsi_conn_write(able->places[i].conn, &able->places[i].c, 2, pieces, 0);
  }
}

bool rmw_begin_split_write(
  struct rmw_able_readers * able, const void * descriptor, size_t size, int64_t timestamp)
{
  take_over(able);
  const bool splits = able->others && rmw_readers_are_as_found(able);
  if (splits) {
    send_to(able, descriptor, size, timestamp);
    if (able->writer->as != able->others) {
      replace_addresses(able->writer, able->others);
    }
  }
  hand_over(able);
  return splits;
}

void rmw_end_split_write(struct rmw_able_readers * able)
{
  take_over(able);
  restore_addresses(able->writer, able);
  hand_over(able);
}

void rmw_end_unfinished_split_write(
  dds_entity_t writer, const struct ddsi_sertype * type, struct rmw_able_readers * able)
{
  struct ddsi_writer * const inside = rmw_lock_writer(writer, type);
  if (inside) {
    rmw_end_split_write(able);
    rmw_unlock_writer(inside);
  }
}

uint64_t rmw_number_to_acknowledge(const struct rmw_able_readers * able)
{
  const struct ddsi_writer * const writer = __atomic_load_n(&able->writer, __ATOMIC_RELAXED);
  return writer->reliable ? writer->seq : 0;
}

// Returns the number up to which all reliable readers have acknowledged all samples. Call it with
// the writer's lock.
static seqno_t acknowledged_by_all(const struct ddsi_writer * writer)
{
  if (ddsrt_avl_is_empty(&writer->readers)) {
    return writer->seq;
  }
  const struct ddsi_wr_prd_match * const all =
    ddsrt_avl_root_non_empty(&ddsi_wr_readers_treedef, &writer->readers);
  // A best-effort reader, or one that does not answer, has the largest number.
  return all->min_seq == MAX_SEQ_NUMBER ? writer->seq : all->min_seq;
}

// Call it with the writer's lock.
static void advance_readers(struct ddsi_writer * writer, uint64_t number)
{
  ddsrt_avl_iter_t each;
  for (struct ddsi_wr_prd_match * reader =
         ddsrt_avl_iter_first(&ddsi_wr_readers_treedef, &writer->readers, &each);
       reader; reader = ddsrt_avl_iter_next(&each)) {
    if (
      reader->is_reliable && reader->has_replied_to_hb && reader->assumed_in_sync &&
      reader->seq < number) {
      reader->seq = number;
      ddsrt_avl_augment_update(&ddsi_wr_readers_treedef, reader);
    }
  }
}

bool rmw_acknowledge_for_readers(
  dds_entity_t writer, const struct ddsi_sertype * type, const struct rmw_able_readers * able,
  uint64_t first, uint64_t last)
{
  struct ddsi_writer * const inside = rmw_lock_writer(writer, type);
  if (!inside) {
    return false;
  }
  struct whc_node * unneeded = NULL;
  // Cyclone ends the repetition itself, by an acknowledgement that leaves nothing unacknowledged.
  const bool can_acknowledge = inside->state == WRST_OPERATIONAL && !inside->retransmitting &&
                               last <= inside->seq && rmw_all_readers_are_able(able) &&
                               acknowledged_by_all(inside) + 1 >= first;
  if (can_acknowledge && acknowledged_by_all(inside) < last) {
    advance_readers(inside, last);
    struct whc_state state;
    whc_remove_acked_messages(inside->whc, acknowledged_by_all(inside), &state, &unneeded);
    ddsrt_cond_broadcast(&inside->throttle_cond);  // a write or dds_wait_for_acks() may wait
  }
  ddsrt_mutex_unlock(&inside->e.lock);
  // The thread is still awake, so the writer exists.
  whc_free_deferred_free_list(inside->whc, unneeded);
  thread_state_asleep(lookup_thread_state());
  return can_acknowledge;
}

void rmw_forget_able_readers(struct rmw_able_readers * able)
{
  if (able->addresses) {
    unref_addrset(able->addresses);
  }
  if (able->others) {
    unref_addrset(able->others);
  }
  free(able->places);
}
