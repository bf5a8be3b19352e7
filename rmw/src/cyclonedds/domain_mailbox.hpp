// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// detail::DomainMailbox, the datagrams of a domain that pass through shared memory.

#ifndef CYCLONEDDS__DOMAIN_MAILBOX_HPP_
#define CYCLONEDDS__DOMAIN_MAILBOX_HPP_

#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <utility>

#include "cyclonedds/cyclone.hpp"
#include "cyclonedds/datagrams.h"
#include "shared_memory/mailbox.hpp"
#include "shared_memory/pool.hpp"
#include "shared_memory/turns.hpp"

namespace rmw::detail
{

/// The mailbox of a domain of Cyclone DDS, with the thread that passes its datagrams on. Cyclone
/// does not notice that they do not come from its socket.
class DomainMailbox
{
public:
  /// Returns null if it is impossible: then all datagrams pass through sockets.
  static std::unique_ptr<DomainMailbox> open(
    shared_memory::Pool & pool, std::uint32_t domain, const ddsi_sertype * type);
  /// Call it after close(), and after the domain was deleted.
  ~DomainMailbox();
  DomainMailbox(const DomainMailbox &) = delete;
  DomainMailbox & operator=(const DomainMailbox &) = delete;

  /// Ends the thread; call it before the domain is deleted. Other processes then use sockets.
  void close();

private:
  DomainMailbox(shared_memory::Pool & pool, std::shared_ptr<shared_memory::Mailbox> mailbox)
  : pool_(pool), mailbox_(std::move(mailbox))
  {
  }

  bool start(const ddsi_sertype * type);
  void run(rmw_datagram_thread * thread);

  shared_memory::Pool & pool_;
  const std::shared_ptr<shared_memory::Mailbox> mailbox_;
  rmw_datagram_thread * thread_ = nullptr;
  std::promise<pid_t> began_;  // with the number of the thread
};

}  // namespace rmw::detail

#endif  // CYCLONEDDS__DOMAIN_MAILBOX_HPP_
