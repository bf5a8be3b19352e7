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

namespace
{

std::atomic<std::uint32_t> & bell_of(MailboxHeader & header, Sleeper sleeper)
{
  return header.bells[sleeper == Sleeper::other_thread ? 1 : 0];
}

void ring(MailboxHeader & header, Sleeper sleeper)
{
  std::atomic<std::uint32_t> & bell = bell_of(header, sleeper);
  bell.fetch_add(1, std::memory_order_seq_cst);
  syscall(SYS_futex, reinterpret_cast<std::uint32_t *>(&bell), FUTEX_WAKE, 1);
}

}  // namespace

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

std::size_t Mailbox::take(std::span<std::byte> buffer)
{
  if (stopped_.load(std::memory_order_acquire)) {
    return 0;
  }
  if (header_->rung.load(std::memory_order_relaxed) != 0) {
    rung_ |= header_->rung.exchange(0, std::memory_order_seq_cst);
  }
  // One datagram from each in turn, so that no sender has to wait for another.
  while (rung_ != 0) {
    const auto index =
      (next_ + static_cast<unsigned>(std::countr_zero(std::rotr(rung_, static_cast<int>(next_))))) %
      most_senders;
    next_ = static_cast<unsigned>(index + 1) % most_senders;
    if (const std::size_t size = take_from(index, buffer)) {
      return size;
    }
    rung_ &= ~(std::uint64_t{1} << index);
  }
  return 0;
}

// Returns 0 if the inbox is empty.
std::size_t Mailbox::take_from(std::size_t index, std::span<std::byte> buffer)
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

bool Mailbox::has_work() const
{
  return header_->rung.load(std::memory_order_seq_cst) != 0 ||
         stopped_.load(std::memory_order_seq_cst);
}

// From the middle on senders wake the receiving thread. It is the caller, or sleeps.
void Mailbox::leave_turn()
{
  std::uint64_t left = 0;
  for (; rung_ != 0; rung_ &= rung_ - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(rung_));
    if (header_->inboxes[index].head.load(std::memory_order_relaxed) != inboxes_[index].tail) {
      left |= std::uint64_t{1} << index;
    }
  }
  if (left != 0) {
    header_->rung.fetch_or(left, std::memory_order_seq_cst);
  }
  header_->sleeper.store(Sleeper::receiving_thread, std::memory_order_seq_cst);
  has_turn_.store(false, std::memory_order_seq_cst);
}

bool Mailbox::wait()
{
  std::atomic<std::uint32_t> & bell = bell_of(*header_, Sleeper::receiving_thread);
  leave_turn();
  for (;;) {
    // Read first: who sees this thread sleep changes it, and so does who leaves it something to do.
    const std::uint32_t seen = bell.load(std::memory_order_seq_cst);
    if (has_work() && begin_turn()) {
      header_->sleeper.store(Sleeper::none, std::memory_order_relaxed);
      return !stopped_.load(std::memory_order_relaxed);
    }
    // Another process changes the word, so this is no private futex.
    syscall(SYS_futex, reinterpret_cast<std::uint32_t *>(&bell), FUTEX_WAIT, seen, nullptr);
  }
}

void Mailbox::stop()
{
  stopped_.store(true, std::memory_order_seq_cst);
  ring(*header_, Sleeper::receiving_thread);
  ring(*header_, Sleeper::other_thread);
}

bool Mailbox::begin_turn()
{
  bool taken = false;
  return has_turn_.compare_exchange_strong(taken, true, std::memory_order_seq_cst);
}

bool Mailbox::begin_sleep(std::uint32_t & seen)
{
  const std::atomic<std::uint32_t> & bell = this->bell();
  seen = bell.load(std::memory_order_seq_cst);
  header_->sleeper.store(Sleeper::other_thread, std::memory_order_seq_cst);
  if (rung_ == 0 && !has_work()) {
    return true;
  }
  end_sleep();
  return false;
}

void Mailbox::end_sleep()
{
  header_->sleeper.store(Sleeper::none, std::memory_order_relaxed);
}

void Mailbox::interrupt_turn()
{
  ring(*header_, Sleeper::other_thread);
}

void Mailbox::end_turn()
{
  leave_turn();
  if (has_work()) {
    ring(*header_, Sleeper::receiving_thread);
  }
}

const std::atomic<std::uint32_t> & Mailbox::bell() const
{
  return bell_of(*header_, Sleeper::other_thread);
}

void wake(MailboxHeader & header)
{
  // A sender that is killed here leaves `sleeper`, so that the next one wakes it.
  const Sleeper sleeper = header.sleeper.load(std::memory_order_seq_cst);
  if (sleeper == Sleeper::receiving_thread || sleeper == Sleeper::other_thread) {
    ring(header, sleeper);
  }
}

}  // namespace rmw::detail::shared_memory
