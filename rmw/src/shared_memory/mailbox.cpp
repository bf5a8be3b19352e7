// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Receiving datagrams through shared memory.

#include "shared_memory/mailbox.hpp"

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

namespace rmw::detail::shared_memory
{

std::uint64_t own_network()
{
  struct stat status
  {
  };
  return stat("/proc/thread-self/ns/net", &status) == 0 ? status.st_ino : 0;
}

std::byte * map_lazily(int file, std::size_t begin, std::size_t size, int protection)
{
  void * map = mmap(nullptr, size, PROT_NONE, MAP_SHARED, file, static_cast<off_t>(begin));
  if (map == MAP_FAILED) {
    return nullptr;
  }
  munlock(map, size);
  if (mprotect(map, size, protection) != 0) {
    munmap(map, size);
    return nullptr;
  }
  return static_cast<std::byte *>(map);
}

bool is_received(const MailboxHeader & header)
{
  // The first word of a mutex of glibc is the kernel's: the thread that holds it, and a bit that
  // the kernel sets if that thread has ended.
  static_assert(offsetof(pthread_mutex_t, __data.__lock) == 0);
  const auto word =
    static_cast<std::uint32_t>(__atomic_load_n(&header.receiving.__data.__lock, __ATOMIC_ACQUIRE));
  return (word & FUTEX_TID_MASK) != 0 && (word & FUTEX_OWNER_DIED) == 0;
}

std::unique_ptr<Mailbox> Mailbox::create(
  std::uint64_t cookie, std::uint32_t domain, std::span<const Address> addresses)
{
  const std::uint64_t network = own_network();
  if (!is_supported || network == 0 || addresses.empty()) {
    return nullptr;
  }
  std::string reason;
  const int file = create_file(mailbox_name, mailbox_size, reason);
  if (file < 0) {
    return nullptr;
  }
  void * map = MAP_FAILED;
  if (reserve_file(file, 0, inboxes_offset) == 0) {
    map = mmap(nullptr, inboxes_offset, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }
  if (map == MAP_FAILED) {
    close(file);
    return nullptr;
  }
  auto * header = new (map) MailboxHeader;
  header->cookie = cookie;
  header->version = layout_version;
  header->domain = domain;
  header->network = network;
  header->address_count = static_cast<std::uint32_t>(std::min(addresses.size(), most_addresses));
  std::copy_n(addresses.begin(), header->address_count, header->addresses.begin());
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&header->receiving, &attributes);
  pthread_mutexattr_destroy(&attributes);
  return std::unique_ptr<Mailbox>(new Mailbox(file, header));
}

Mailbox::~Mailbox()
{
  for (const Inbox & inbox : inboxes_) {
    if (inbox.bytes) {
      munmap(const_cast<std::byte *>(inbox.bytes), inbox_size);
    }
  }
  munmap(header_, inboxes_offset);
  close(file_);
}

void Mailbox::begin_receiving()
{
  pthread_mutex_lock(&header_->receiving);
}

void Mailbox::end_receiving()
{
  pthread_mutex_unlock(&header_->receiving);
}

std::size_t Mailbox::receive(std::span<std::byte> buffer)
{
  while (!stopped_.load(std::memory_order_acquire)) {
    if (header_->rung.load(std::memory_order_relaxed) != 0) {
      rung_ |= header_->rung.exchange(0, std::memory_order_seq_cst);
    }
    // One datagram from each in turn, so that no sender has to wait for another.
    while (rung_ != 0) {
      const auto index = (next_ + static_cast<unsigned>(
                                    std::countr_zero(std::rotr(rung_, static_cast<int>(next_))))) %
                         most_senders;
      next_ = static_cast<unsigned>(index + 1) % most_senders;
      if (const std::size_t size = take(index, buffer)) {
        return size;
      }
      rung_ &= ~(std::uint64_t{1} << index);
    }
    wait();
  }
  return 0;
}

// Returns 0 if the inbox is empty.
std::size_t Mailbox::take(std::size_t index, std::span<std::byte> buffer)
{
  InboxState & state = header_->inboxes[index];
  Inbox & inbox = inboxes_[index];
  if (!inbox.bytes) {
    inbox.bytes = map_lazily(file_, inboxes_offset + index * inbox_size, inbox_size, PROT_READ);
    if (!inbox.bytes) {
      state.is_unreadable.store(1, std::memory_order_relaxed);  // its sender uses sockets then
      return 0;
    }
  }
  const std::uint64_t head = state.head.load(std::memory_order_acquire);
  const std::uint64_t origin = state.origin.load(std::memory_order_relaxed);
  std::size_t size = 0;
  while (size == 0 && inbox.tail != head) {
    const std::uint64_t available = head - inbox.tail;
    const std::size_t begin = (inbox.tail - origin) % inbox_size;
    const std::size_t rest = inbox_size - begin;
    std::uint32_t word = 0;
    std::uint64_t used = available;  // all that is there, if it is not right
    if (available <= inbox_size && begin % datagram_alignment == 0) {
      std::memcpy(&word, inbox.bytes + begin, sizeof(word));
      if (word == skip_mark) {
        used = std::min<std::uint64_t>(rest, available);
      } else if (
        word <= largest_datagram && space_of(word) <= std::min<std::uint64_t>(rest, available)) {
        used = space_of(word);
        if (word <= buffer.size()) {  // a larger one is lost, as in a socket
          size = word;
          std::memcpy(buffer.data(), inbox.bytes + begin + sizeof(word), size);
        }
      }
    }
    inbox.tail += used;
    state.tail.store(inbox.tail, std::memory_order_release);
  }
  return size;
}

void Mailbox::wait()
{
  // Read first: a sender that sees this thread sleep changes it.
  const std::uint32_t bell = header_->bell.load(std::memory_order_seq_cst);
  header_->sleeping.store(1, std::memory_order_seq_cst);
  if (
    header_->rung.load(std::memory_order_seq_cst) == 0 &&
    !stopped_.load(std::memory_order_seq_cst)) {
    // Another process changes the word, so this is no private futex.
    syscall(
      SYS_futex, reinterpret_cast<std::uint32_t *>(&header_->bell), FUTEX_WAIT, bell, nullptr);
  }
  header_->sleeping.store(0, std::memory_order_relaxed);
}

void wake(MailboxHeader & header)
{
  // A sender that is killed here leaves `sleeping`, so that the next one wakes the owner.
  if (header.sleeping.load(std::memory_order_seq_cst) != 0) {
    header.bell.fetch_add(1, std::memory_order_seq_cst);
    syscall(SYS_futex, reinterpret_cast<std::uint32_t *>(&header.bell), FUTEX_WAKE, 1);
  }
}

void Mailbox::stop()
{
  stopped_.store(true, std::memory_order_seq_cst);
  wake(*header_);
}

}  // namespace rmw::detail::shared_memory
