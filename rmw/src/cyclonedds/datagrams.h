// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Lets Cyclone send and receive datagrams by other means than its sockets.

#ifndef CYCLONEDDS__DATAGRAMS_H_
#define CYCLONEDDS__DATAGRAMS_H_

#include <dds/ddsi/ddsi_locator.h>
#include <dds/ddsi/ddsi_sertype.h>
#include <dds/ddsrt/iovec.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Sends a datagram of `count` pieces with `size` bytes; returns false if a socket must do it.
typedef bool (*rmw_send_datagram)(
  const ddsi_locator_t * to, const ddsrt_iovec_t * pieces, size_t count, size_t size);

/// Copies the next datagram to `buffer` and returns its size; 0 if there is none.
typedef size_t (*rmw_take_datagram)(void * context, unsigned char * buffer, size_t size);

/// A thread of Cyclone that processes datagrams.
struct rmw_datagram_thread;

/// Stores the addresses at which the domain of `type` receives data by UDP, and returns their
/// number; 0 if it receives data elsewhere, too, or records all packets in a file.
size_t rmw_data_addresses(
  const struct ddsi_sertype * type, ddsi_locator_t * addresses, size_t capacity);

/// The body of the thread, which calls rmw_process_datagram().
typedef void (*rmw_run_datagram_thread)(void * context, struct rmw_datagram_thread * thread);

/// Makes the domain offer each datagram to `send` first. It is called by any thread, perhaps with
/// Cyclone's locks, until the domain ends. All domains have one `send`.
void rmw_offer_datagrams(const struct ddsi_sertype * type, rmw_send_datagram send);

/// Starts a thread that calls `run`. NULL without memory. Cyclone ends the process if it cannot
/// create a thread.
struct rmw_datagram_thread * rmw_start_datagram_thread(
  const struct ddsi_sertype * type, rmw_run_datagram_thread run, rmw_take_datagram take,
  void * context);

/// Processes what `take` returns like a datagram of the socket for data; returns false if there is
/// none. Called by one thread at a time, while the thread itself waits if it is another one.
bool rmw_process_datagram(struct rmw_datagram_thread * thread);

/// Waits for the end of the thread, after which the domain may be deleted.
void rmw_join_datagram_thread(struct rmw_datagram_thread * thread);

/// Frees it; call it after the domain was deleted, which may have kept datagrams.
void rmw_free_datagram_thread(struct rmw_datagram_thread * thread);

#ifdef __cplusplus
}
#endif

#endif  // CYCLONEDDS__DATAGRAMS_H_
