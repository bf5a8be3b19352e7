// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The way of a datagram between Cyclone DDS and shared memory.

#include "cyclonedds/domain_mailbox.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <new>
#include <span>
#include <vector>

#include "shared_memory/mailboxes.hpp"

namespace rmw::detail
{
namespace
{

using shared_memory::Address;

Address address_of(const ddsi_locator_t & locator)
{
  Address out{locator.kind, locator.port, {}};
  std::copy_n(locator.address, out.bytes.size(), out.bytes.begin());
  return out;
}

bool send(
  const ddsi_locator_t * to, const ddsrt_iovec_t * pieces, std::size_t count, std::size_t size)
{
  return shared_memory::Mailboxes::instance().send(address_of(*to), std::span(pieces, count), size);
}

}  // namespace

std::unique_ptr<DomainMailbox> DomainMailbox::open(
  shared_memory::Pool & pool, std::uint32_t domain, const ddsi_sertype * type)
{
  std::array<ddsi_locator_t, shared_memory::most_addresses> locators;
  const std::size_t count = rmw_data_addresses(type, locators.data(), locators.size());
  std::vector<Address> addresses;
  std::transform(
    locators.begin(), locators.begin() + static_cast<std::ptrdiff_t>(count),
    std::back_inserter(addresses), address_of);
  auto mailbox = shared_memory::Mailbox::create(pool.announcement().cookie, domain, addresses);
  if (!mailbox) {
    return nullptr;
  }
  std::unique_ptr<DomainMailbox> out(new DomainMailbox(pool, std::move(mailbox)));
  if (!out->start(type)) {
    return nullptr;
  }
  rmw_offer_datagrams(type, send);
  return out;
}

DomainMailbox::~DomainMailbox()
{
  if (thread_) {
    rmw_free_datagram_thread(thread_);
  }
}

bool DomainMailbox::start(const ddsi_sertype * type)
{
  thread_ = rmw_start_datagram_thread(
    type,
    [](void * self, rmw_datagram_thread * thread) {
      static_cast<DomainMailbox *>(self)->run(thread);
    },
    [](void * self, unsigned char * buffer, std::size_t size) {
      return static_cast<DomainMailbox *>(self)->mailbox_->take(
        std::as_writable_bytes(std::span(buffer, size)));
    },
    this);
  if (!thread_) {
    return false;
  }
  const pid_t number = began_.get_future().get();
  if (!pool_.add_mailbox(mailbox_->file())) {
    close();
    return false;
  }
  try {
    shared_memory::Turns::instance().offer(
      std::make_shared<shared_memory::TurnOffer>(shared_memory::TurnOffer{
        mailbox_, [thread = thread_] { return rmw_process_datagram(thread); }, number}));
  } catch (const std::bad_alloc &) {
    // Then the thread alone receives.
  }
  return true;
}

void DomainMailbox::run(rmw_datagram_thread * thread)
{
  mailbox_->begin_receiving();
  began_.set_value(gettid());
  do {
    while (rmw_process_datagram(thread)) {
    }
  } while (mailbox_->wait());
  mailbox_->end_receiving();
}

void DomainMailbox::close()
{
  pool_.remove_mailbox(mailbox_->file());
  mailbox_->stop();
  shared_memory::Turns::instance().withdraw(*mailbox_);
  rmw_join_datagram_thread(thread_);
}

}  // namespace rmw::detail
