// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// In C: Cyclone's internal headers are not meant for C++.

#include "cyclonedds/datagrams.h"

#include <dds/ddsi/ddsi_entity.h>  // first: the others need it without saying so

#include <dds/ddsi/ddsi_domaingv.h>
#include <dds/ddsi/ddsi_tran.h>
#include <dds/ddsi/q_radmin.h>
#include <dds/ddsi/q_receive.h>
#include <dds/ddsi/q_thread.h>
#include <stdlib.h>

static struct ddsi_domaingv * domain_of(const struct ddsi_sertype * type)
{
  return ddsrt_atomic_ldvoidp(&type->gv);
}

static bool is_udp(const ddsi_locator_t * locator)
{
  return locator->kind == NN_LOCATOR_KIND_UDPv4 || locator->kind == NN_LOCATOR_KIND_UDPv6;
}

size_t rmw_data_addresses(
  const struct ddsi_sertype * type, ddsi_locator_t * addresses, size_t capacity)
{
  const struct ddsi_domaingv * const domain = domain_of(type);
  if (
    !is_udp(&domain->loc_default_uc) || domain->pcap_fp || !domain->data_conn_uc ||
    domain->config.many_sockets_mode != DDSI_MSM_SINGLE_UNICAST) {
    return 0;
  }
  size_t count = 0;
  for (int i = 0; i < domain->n_interfaces && count < capacity; ++i) {
    if (is_udp(&domain->interfaces[i].extloc)) {
      addresses[count] = domain->interfaces[i].extloc;
      addresses[count++].port = domain->loc_default_uc.port;
    }
  }
  return count;
}

// The functions of all domains: that of Cyclone's UDP, and ours.
static ddsi_tran_write_fn_t send_by_socket;
static rmw_send_datagram send_otherwise;

static ssize_t send_datagram(
  ddsi_tran_conn_t socket, const ddsi_locator_t * to, size_t count, const ddsrt_iovec_t * pieces,
  uint32_t flags)
{
  size_t size = 0;
  for (size_t i = 0; i < count; ++i) {
    size += pieces[i].iov_len;
  }
  if (is_udp(to) && __atomic_load_n(&send_otherwise, __ATOMIC_ACQUIRE)(to, pieces, count, size)) {
    return (ssize_t)size;
  }
  return __atomic_load_n(&send_by_socket, __ATOMIC_ACQUIRE)(socket, to, count, pieces, flags);
}

void rmw_offer_datagrams(const struct ddsi_sertype * type, rmw_send_datagram send)
{
  struct ddsi_domaingv * const domain = domain_of(type);
  __atomic_store_n(&send_otherwise, send, __ATOMIC_RELEASE);
  for (int i = 0; i < domain->n_interfaces; ++i) {
    struct ddsi_tran_conn * const socket = domain->xmit_conns[i];
    const ddsi_tran_write_fn_t function = socket->m_write_fn;
    const ddsi_tran_write_fn_t known = __atomic_load_n(&send_by_socket, __ATOMIC_RELAXED);
    if (
      is_udp(&domain->interfaces[i].loc) && function != send_datagram &&
      (!known || function == known)) {
      __atomic_store_n(&send_by_socket, function, __ATOMIC_RELEASE);
      __atomic_store_n(&socket->m_write_fn, send_datagram, __ATOMIC_RELEASE);
    }
  }
}

struct rmw_datagram_thread
{
  struct ddsi_domaingv * domain;
  struct nn_rbufpool * buffers;
  struct thread_state * started;
  struct thread_state * state;  // the same, written by the thread
  rmw_run_datagram_thread run;
  rmw_take_datagram take;
  void * context;
  ddsi_locator_t source;
  size_t largest;
  unsigned char nowhere[];  // as large
};

static uint32_t run_thread(void * argument)
{
  struct rmw_datagram_thread * const self = argument;
  self->state = lookup_thread_state();
  self->run(self->context, self);
  return 0;
}

bool rmw_process_datagram(struct rmw_datagram_thread * self)
{
  // For Cyclone there is one receive thread, whichever thread it is at the moment.
  struct thread_state * const own = tsd_thread_state;
  tsd_thread_state = self->state;
  nn_rbufpool_setowner(self->buffers, ddsrt_thread_self());
  struct nn_rmsg * const message = nn_rmsg_new(self->buffers);
  // Without memory the datagram is lost, as in a socket.
  unsigned char * const bytes = message ? (unsigned char *)NN_RMSG_PAYLOAD(message) : self->nowhere;
  const size_t size = self->take(self->context, bytes, self->largest);
  if (message && size != 0 && !self->domain->deaf) {
    nn_rmsg_setsize(message, (uint32_t)size);
    ddsi_handle_rtps_message(
      self->state, self->domain, self->domain->data_conn_uc, NULL, self->buffers, message, size,
      bytes, &self->source);
  }
  if (message) {
    nn_rmsg_commit(message);
  }
  tsd_thread_state = own;
  return size != 0;
}

struct rmw_datagram_thread * rmw_start_datagram_thread(
  const struct ddsi_sertype * type, rmw_run_datagram_thread run, rmw_take_datagram take,
  void * context)
{
  // Traces nothing, and outlives the domain.
  static const struct ddsrt_log_cfg no_log;
  struct ddsi_domaingv * const domain = domain_of(type);
  const uint32_t chunk = domain->config.rmsg_chunk_size;
  const size_t largest = chunk < 65536 ? chunk : 65536;
  struct rmw_datagram_thread * const self = malloc(sizeof(*self) + largest);
  if (!self) {
    return NULL;
  }
  *self = (struct rmw_datagram_thread){
    .domain = domain,
    .buffers = nn_rbufpool_new(&no_log, domain->config.rbuf_size, chunk),
    .started = NULL,
    .state = NULL,
    .run = run,
    .take = take,
    .context = context,
    .source = domain->loc_default_uc,
    .largest = largest};
  // By this name users give Cyclone's receive threads a priority. It has no setting for recvUC.
  if (
    !self->buffers ||
    create_thread(&self->started, domain, "recv", run_thread, self) != DDS_RETCODE_OK) {
    rmw_free_datagram_thread(self);
    return NULL;
  }
  return self;
}

void rmw_join_datagram_thread(struct rmw_datagram_thread * thread)
{
  join_thread(thread->started);
}

void rmw_free_datagram_thread(struct rmw_datagram_thread * thread)
{
  if (thread->buffers) {
    nn_rbufpool_free(thread->buffers);
  }
  free(thread);
}
