// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Opening the mailboxes of other processes, and sending datagrams to them.

#include "shared_memory/mailboxes.hpp"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <functional>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

#include "shared_memory/pool.hpp"

namespace rmw::detail::shared_memory
{
namespace
{

using Clock = std::chrono::steady_clock;

// The memory that is reserved for an inbox at first; most of them never need more.
constexpr std::size_t first_reserved = std::size_t{16} << 10;

// A socket takes about so long for a datagram. A sender that is faster, and fills the mailbox, may
// wait for the difference.
constexpr std::chrono::nanoseconds patience_per_datagram = std::chrono::microseconds(10);
constexpr std::chrono::nanoseconds patience_per_byte{1};
constexpr std::chrono::nanoseconds most_patience = std::chrono::milliseconds(5);

}  // namespace

std::shared_ptr<Outlet> Outlet::open(const Announcement & receiver, std::uint32_t domain)
{
  std::shared_ptr<Outlet> out(new Outlet);
  return out->find_mailbox(receiver, domain) && out->take_inbox() ? out : nullptr;
}

Outlet::~Outlet()
{
  if (inbox_) {
    munmap(inbox_, inbox_size);
  }
  if (header_) {
    munmap(header_, inboxes_offset);
  }
  if (file_ >= 0) {
    close(file_);  // releases the lock
  }
}

bool Outlet::find_mailbox(const Announcement & receiver, std::uint32_t domain)
{
  const OpenedControl opened = open_control(receiver);
  if (!opened.control) {
    return false;
  }
  const auto & mailboxes = opened.control->mailboxes;
  const bool exists = std::any_of(mailboxes.begin(), mailboxes.end(), [&](const auto & mailbox) {
    const std::int32_t number = mailbox.load(std::memory_order_acquire) - 1;
    return number >= 0 && open_file(receiver, number, domain);
  });
  munmap(opened.control, sizeof(Control));
  close(opened.file);
  return exists;
}

// Opens one of the mailboxes of the process; returns false if it is that of another domain.
bool Outlet::open_file(const Announcement & receiver, std::int32_t number, std::uint32_t domain)
{
  std::uint64_t size = 0;
  const int file = open_mailbox(receiver, number, size);
  std::byte * map = nullptr;
  if (file >= 0 && size == mailbox_size) {
    map = map_lazily(file, 0, inboxes_offset, PROT_READ | PROT_WRITE);
  }
  if (map) {
    mprotect(map, offsetof(MailboxHeader, rung), PROT_READ);
  }
  auto * const header = reinterpret_cast<MailboxHeader *>(map);
  if (
    header && header->cookie == receiver.cookie && header->version == layout_version &&
    header->domain == domain && header->network == own_network() &&
    shared_memory::is_received(*header)) {
    file_ = file;
    header_ = header;
    address_count_ = std::min<std::size_t>(header->address_count, most_addresses);
    return true;
  }
  if (header) {
    munmap(header, inboxes_offset);
  }
  if (file >= 0) {
    close(file);
  }
  return false;
}

bool Outlet::take_inbox()
{
  for (; index_ < most_senders; ++index_) {
    if (!lock_index(file_, index_, false)) {
      continue;
    }
    // A process that had the inbox before may have left datagrams in it.
    const InboxState & state = header_->inboxes[index_];
    head_ = state.head.load(std::memory_order_relaxed);
    origin_ = state.origin.load(std::memory_order_relaxed);
    if (
      state.is_unreadable.load(std::memory_order_relaxed) == 0 &&
      (head_ - origin_) % datagram_alignment == 0) {
      break;
    }
    unlock_index(file_, index_);
  }
  if (index_ == most_senders) {
    return false;
  }
  patience_ = most_patience;
  const std::size_t begin = inboxes_offset + index_ * inbox_size;
  if (reserve_file(file_, begin, begin + first_reserved) != 0) {
    return false;
  }
  reserved_ = first_reserved;
  inbox_ = map_lazily(file_, begin, inbox_size, PROT_READ | PROT_WRITE);
  return inbox_ != nullptr;
}

std::span<const Address> Outlet::addresses() const
{
  return {header_->addresses.data(), address_count_};
}

void Outlet::close_file() const
{
  close(file_);
}

// Reserves memory up to this place of the inbox, so that a lack of it cannot end the process.
bool Outlet::reserve(std::size_t end)
{
  if (end <= reserved_) {
    return true;
  }
  const std::size_t next = std::max(std::bit_ceil(end), first_reserved);
  const std::uint64_t begin = inboxes_offset + index_ * inbox_size;
  if (reserve_file(file_, begin + reserved_, begin + next) != 0) {
    return false;
  }
  reserved_ = next;
  return true;
}

Outlet::Result Outlet::add(std::span<const iovec> pieces, std::size_t size)
{
  InboxState & state = header_->inboxes[index_];
  std::lock_guard lock(mutex_);
  const std::uint64_t tail = state.tail.load(std::memory_order_acquire);
  if (tail == head_) {
    origin_ = head_;
    state.origin.store(origin_, std::memory_order_relaxed);
  }
  if (state.is_unreadable.load(std::memory_order_relaxed) != 0) {
    return Result::impossible;
  }
  if (head_ - tail > full_inbox) {
    return Result::full;
  }
  std::size_t begin = (head_ - origin_) % inbox_size;
  const std::size_t rest = inbox_size - begin;
  const std::size_t skipped = space_of(size) > rest ? rest : 0;
  if (!reserve(skipped != 0 ? inbox_size : begin + space_of(size))) {
    return Result::impossible;
  }
  if (skipped != 0) {
    std::memcpy(inbox_ + begin, &skip_mark, sizeof(skip_mark));
    begin = 0;
  }
  const auto word = static_cast<std::uint32_t>(size);
  std::byte * to = inbox_ + begin;
  std::memcpy(to, &word, sizeof(word));
  to += sizeof(word);
  for (const iovec & piece : pieces) {
    std::memcpy(to, piece.iov_base, piece.iov_len);
    to += piece.iov_len;
  }
  head_ += skipped + space_of(size);
  state.head.store(head_, std::memory_order_release);
  const auto patience = patience_per_datagram + static_cast<std::int64_t>(size) * patience_per_byte;
  patience_ = std::min(patience_ + patience, most_patience);
  return Result::sent;
}

// Waits for a moment; returns false if this process has waited too long already.
bool Outlet::wait_for_space()
{
  const Clock::time_point begin = Clock::now();
  {
    std::lock_guard lock(mutex_);
    if (patience_.count() <= 0) {
      return false;
    }
  }
  std::this_thread::sleep_for(std::chrono::microseconds(20));
  std::lock_guard lock(mutex_);
  patience_ -= Clock::now() - begin;
  return true;
}

Outlet::Result Outlet::send(std::span<const iovec> pieces, std::size_t size)
{
  Result result = add(pieces, size);
  if (result == Result::full) {
    const Clock::time_point end = Clock::now() + most_patience;
    while (result == Result::full && Clock::now() < end && wait_for_space()) {
      result = add(pieces, size);
    }
  }
  if (result == Result::sent) {
    header_->rung.fetch_or(std::uint64_t{1} << index_, std::memory_order_seq_cst);
    wake(*header_);
  }
  return result;
}

Mailboxes & Mailboxes::instance()
{
  // Never destroyed: the engine may send until the process ends.
  static Mailboxes * mailboxes = [] {
    auto * out = new Mailboxes;
    pthread_atfork(
      [] { instance().before_fork(); }, [] { instance().after_fork(); },
      [] { instance().become_fork(); });
    return out;
  }();
  return *mailboxes;
}

void Mailboxes::before_fork() noexcept
{
  if (!fork_state_.is_fork()) {
    open_mutex_.lock();
    mutex_.lock();
  }
}

void Mailboxes::after_fork() noexcept
{
  if (!fork_state_.is_fork()) {
    mutex_.unlock();
    open_mutex_.unlock();
  }
}

// A fork never takes the mutexes, which stay locked there.
void Mailboxes::become_fork() noexcept
{
  if (!fork_state_.begin_fork()) {
    return;
  }
  for (const auto & known : all_outlets_) {
    if (const auto outlet = known.lock()) {
      outlet->close_file();
    }
  }
}

std::size_t Mailboxes::AddressHash::operator()(const Address & address) const
{
  const std::string_view bytes(
    reinterpret_cast<const char *>(address.bytes.data()), address.bytes.size());
  return std::hash<std::string_view>()(bytes) ^ (std::size_t{address.port} << 16);
}

void Mailboxes::add_match(const Announcement & receiver, std::uint32_t domain)
{
  if (fork_state_.is_fork()) {
    return;
  }
  std::lock_guard opening(open_mutex_);
  std::shared_ptr<Outlet> last;  // ends without mutex_
  {
    std::lock_guard lock(mutex_);
    Entry & entry = entries_[{receiver.cookie, domain}];
    // It may have ended its participants and begun anew.
    if (entry.outlet && entry.outlet->is_received()) {
      ++entry.matches;
      return;
    }
  }
  const std::shared_ptr<Outlet> outlet = Outlet::open(receiver, domain);
  std::lock_guard lock(mutex_);
  Entry & entry = entries_[{receiver.cookie, domain}];
  if (outlet) {
    std::erase_if(all_outlets_, [](const auto & known) { return known.expired(); });
    all_outlets_.push_back(outlet);
    last = std::exchange(entry.outlet, outlet);
    forget(last);
    for (const Address & address : outlet->addresses()) {
      outlets_[address] = outlet;
    }
  }
  ++entry.matches;  // last: nothing is counted if there was no memory
}

void Mailboxes::remove_match(const Announcement & receiver, std::uint32_t domain)
{
  if (fork_state_.is_fork()) {
    return;
  }
  std::shared_ptr<Outlet> last;  // ends without mutex_
  std::lock_guard opening(open_mutex_);
  std::lock_guard lock(mutex_);
  const auto entry = entries_.find({receiver.cookie, domain});
  if (entry == entries_.end() || --entry->second.matches != 0) {
    return;
  }
  last = std::move(entry->second.outlet);
  entries_.erase(entry);
  forget(last);
}

// Call it with mutex_.
void Mailboxes::forget(const std::shared_ptr<Outlet> & outlet)
{
  std::erase_if(outlets_, [&](const auto & entry) { return entry.second == outlet; });
}

bool Mailboxes::send(const Address & to, std::span<const iovec> pieces, std::size_t size)
{
  if (fork_state_.is_fork()) {
    return false;
  }
  std::shared_ptr<Outlet> outlet;
  {
    std::lock_guard lock(mutex_);
    const auto entry = outlets_.find(to);
    if (entry == outlets_.end()) {
      return false;
    }
    outlet = entry->second;  // ends without mutex_
    // Another process may have the address by now.
    if (!outlet->is_received()) {
      forget(outlet);
      return false;
    }
  }
  if (size > largest_datagram) {
    return false;  // by a socket it fails
  }
  const Outlet::Result result = outlet->send(pieces, size);
  if (result == Outlet::Result::impossible) {
    std::lock_guard lock(mutex_);
    forget(outlet);
    return false;
  }
  const bool sent = result == Outlet::Result::sent;
  (sent ? sent_ : dropped_).fetch_add(1, std::memory_order_relaxed);
  return true;
}

void Mailboxes::fill(SharedMemoryStatistics & statistics) const
{
  statistics.datagrams = sent_.load(std::memory_order_relaxed);
  statistics.dropped_datagrams = dropped_.load(std::memory_order_relaxed);
}

}  // namespace rmw::detail::shared_memory
