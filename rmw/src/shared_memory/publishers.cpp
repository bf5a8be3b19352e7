// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Opening the files of publishers, and holding their slots.

#include "shared_memory/publishers.hpp"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>

#include "shared_memory/mailboxes.hpp"
#include "shared_memory/pool.hpp"

namespace rmw::detail::shared_memory
{

/// A slot in the memory of this process.
struct Mapping
{
  std::byte * address = nullptr;
  std::uint64_t capacity = 0;

  void unmap()
  {
    if (address) {
      munmap(address, capacity);
      *this = {};
    }
  }
};

struct Claim
{
  std::uint32_t index = 0;
  std::uint64_t capacity = 0;
  std::byte * address = nullptr;  // null if the slot is not mapped yet
  Mapping outdated;               // to be unmapped: the slot has got another size since
};

// Its functions need the mutex of Publishers, except where the comment says otherwise.
class Publisher
{
public:
  std::unique_ptr<Publisher> next;  ///< of publishers that are to be closed

  /// Returns null if the process cannot be reached or has no free index. Needs no mutex.
  static std::unique_ptr<Publisher> open(const Announcement & announcement)
  {
    const OpenedControl control = open_control(announcement);
    if (!control.control) {
      return nullptr;
    }
    auto out = std::unique_ptr<Publisher>(new Publisher(control, announcement));
    std::string reason;
    out->data_file_ = open_data(announcement, *control.control, out->data_size_, reason);
    return out->data_file_ >= 0 && out->attach() ? std::move(out) : nullptr;
  }

  ~Publisher()
  {
    // Another process may have the index if this one was taken for dead.
    std::uint64_t expected = own_cookie_;
    if (
      attached_ && control_->reader_cookies[index_].compare_exchange_strong(
                     expected, 0, std::memory_order_release)) {
      control_->attachments.fetch_add(1, std::memory_order_release);
    }
    for (Place & place : places_) {
      place.mapping.unmap();
    }
    munmap(control_, sizeof(Control));
    if (data_file_ >= 0) {
      close(data_file_);
    }
    close(control_file_);  // releases the lock
  }
  Publisher(const Publisher &) = delete;
  Publisher & operator=(const Publisher &) = delete;

  std::uint64_t cookie() const { return cookie_; }
  std::size_t held() const { return held_; }
  bool is_alive() const { return kill(process_, 0) == 0 || errno != ESRCH; }

  /// Puts private copies in the places of all held slots before a fork, which shares them: the
  /// publisher reuses a slot as soon as this process no longer holds it, whatever the fork does.
  /// Without memory for a copy the slot stays, and its sample may change in the fork.
  void copy_held() noexcept
  {
    for (Place & place : places_) {
      const Mapping & mapping = place.mapping;
      if (place.references == 0 || !mapping.address || place.is_copy) {
        continue;
      }
      void * copy =
        mmap(nullptr, mapping.capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (copy == MAP_FAILED) {
        continue;
      }
      std::memcpy(copy, mapping.address, mapping.capacity);
      mprotect(copy, mapping.capacity, PROT_READ);
      // Readers in other threads see the same bytes before and after it.
      place.is_copy = mremap(
                        copy, mapping.capacity, mapping.capacity, MREMAP_MAYMOVE | MREMAP_FIXED,
                        mapping.address) != MAP_FAILED;
      if (!place.is_copy) {
        munmap(copy, mapping.capacity);
      }
    }
  }

  /// Closes the files in a fork. The lock on one of them must end with the parent.
  void close_files() const
  {
    close(control_file_);
    close(data_file_);
  }

  /// Holds the slot of a descriptor, if it exists and has not been reused.
  std::optional<Claim> claim(const Descriptor & descriptor)
  {
    if (descriptor.slot >= most_slots) {
      return std::nullopt;
    }
    SlotState & state = control_->slot[descriptor.slot];
    if (places_.size() <= descriptor.slot) {
      places_.resize(descriptor.slot + 1);
    }
    Place & place = places_[descriptor.slot];
    if (place.references == 0) {
      state.readers.fetch_or(bit(), std::memory_order_seq_cst);
    }
    std::optional<Claim> claim;
    if (
      state.generation.load(std::memory_order_seq_cst) == descriptor.generation &&
      // Otherwise the publisher believes that this process has ended, and will not respect the bit.
      has_index()) {
      claim = find(place, descriptor, state.capacity.load(std::memory_order_relaxed));
    }
    if (claim) {
      if (place.references == 0) {
        state.received.fetch_or(bit(), std::memory_order_release);
      }
      ++place.references;
      ++held_;
    } else if (place.references == 0) {
      clear_bit(descriptor.slot);
    }
    return claim;
  }

  /// Maps a claimed slot; Mapping() without memory for it. Needs no mutex.
  Mapping map(const Claim & claim) const
  {
    void * address = mmap(
      nullptr, claim.capacity, PROT_READ, MAP_SHARED, data_file_,
      static_cast<off_t>(claim.index * slot_stride));
    return address == MAP_FAILED ? Mapping()
                                 : Mapping{static_cast<std::byte *>(address), claim.capacity};
  }

  /// Makes `mapping` that of a claimed slot, unless another thread was faster. Returns the address
  /// of the slot, and leaves in `mapping` what is to be unmapped.
  std::byte * install(const Claim & claim, Mapping & mapping)
  {
    Mapping & installed = places_[claim.index].mapping;
    if (!installed.address) {
      std::swap(installed, mapping);
    }
    return installed.capacity == claim.capacity ? installed.address : nullptr;
  }

  /// Returns the map of a slot that is not held, from index `next` on; Mapping() if there is none.
  Mapping take_unused(std::size_t & next)
  {
    for (; next < places_.size(); ++next) {
      if (places_[next].references == 0 && places_[next].mapping.address) {
        return std::exchange(places_[next].mapping, {});
      }
    }
    return {};
  }

  /// Returns what is to be unmapped.
  Mapping release(std::uint32_t slot) noexcept
  {
    --held_;
    Place & place = places_[slot];
    if (--place.references != 0) {
      return {};
    }
    clear_bit(slot);
    return std::exchange(place.is_copy, false) ? std::exchange(place.mapping, {}) : Mapping();
  }

  /// Needs no mutex.
  bool read(std::uint32_t slot, std::span<std::byte> bytes) const
  {
    std::uint64_t offset = slot * slot_stride + sample_offset;
    while (!bytes.empty()) {
      const ssize_t count =
        pread(data_file_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
      if (count <= 0 && !(count < 0 && errno == EINTR)) {
        return false;
      }
      const auto progress = static_cast<std::size_t>(std::max<ssize_t>(count, 0));
      bytes = bytes.subspan(progress);
      offset += progress;
    }
    return true;
  }

private:
  struct Place
  {
    Mapping mapping;
    std::size_t references = 0;
    bool is_copy = false;  // see copy_held()
  };

  Publisher(const OpenedControl & control, const Announcement & announcement)
  : control_file_(control.file),
    control_(control.control),
    cookie_(announcement.cookie),
    process_(announcement.process)
  {
  }

  // Takes an index. A process that had it before has ended, perhaps while it held slots.
  bool attach()
  {
    const Pool * own = Pool::instance();
    if (!own) {
      return false;
    }
    own_cookie_ = own->announcement().cookie;
    for (index_ = 0; index_ < most_readers; ++index_) {
      if (lock_index(control_file_, index_, false)) {
        for (SlotState & state : control_->slot) {
          state.readers.fetch_and(~bit(), std::memory_order_seq_cst);
          state.received.fetch_and(~bit(), std::memory_order_relaxed);
        }
        control_->reader_cookies[index_].store(own_cookie_, std::memory_order_seq_cst);
        control_->attachments.fetch_add(1, std::memory_order_release);
        attached_ = true;
        return true;
      }
    }
    return false;
  }

  std::uint64_t bit() const { return std::uint64_t{1} << index_; }
  // Another process has the index if this one was taken for dead.
  bool has_index() const
  {
    return control_->reader_cookies[index_].load(std::memory_order_relaxed) == own_cookie_;
  }
  void clear_bit(std::uint32_t slot)
  {
    if (has_index()) {
      control_->slot[slot].readers.fetch_and(~bit(), std::memory_order_seq_cst);
    }
  }

  // Checks the size of a sample and of its slot, which may have another one than at its last
  // sample. Only what exists in the file is mapped.
  std::optional<Claim> find(Place & place, const Descriptor & descriptor, std::uint64_t capacity)
  {
    if (
      capacity > largest_capacity || sample_offset + std::uint64_t{descriptor.size} > capacity ||
      descriptor.size < 4 || descriptor.slot * slot_stride + capacity > data_size_) {
      return std::nullopt;
    }
    Claim claim{descriptor.slot, capacity, nullptr, {}};
    if (place.mapping.address && place.mapping.capacity == capacity) {
      claim.address = place.mapping.address;
    } else if (place.references == 0) {
      claim.outdated = std::exchange(place.mapping, {});
    } else if (place.mapping.address) {
      return std::nullopt;
    }
    return claim;
  }

  const int control_file_;
  Control * const control_;
  const std::uint64_t cookie_;
  const pid_t process_;
  int data_file_ = -1;
  std::uint64_t data_size_ = 0;
  std::uint64_t own_cookie_ = 0;
  std::size_t index_ = 0;
  bool attached_ = false;
  std::vector<Place> places_;  // by slot
  std::size_t held_ = 0;
};

Publishers & Publishers::instance()
{
  // Never destroyed: samples may outlive everything else.
  static Publishers * publishers = [] {
    auto * out = new Publishers;
    pthread_atfork(
      [] { instance().before_fork(); }, [] { instance().after_fork(); },
      [] { instance().become_fork(); });
    return out;
  }();
  return *publishers;
}

void Publishers::before_fork() noexcept
{
  if (fork_state_.is_fork()) {
    return;
  }
  open_mutex_.lock();
  mutex_.lock();
  for (const auto & [cookie, entry] : entries_) {
    if (entry.publisher) {
      entry.publisher->copy_held();
    }
  }
}

void Publishers::after_fork() noexcept
{
  if (!fork_state_.is_fork()) {
    mutex_.unlock();
    open_mutex_.unlock();
  }
}

// A fork never takes the mutexes, which stay locked there.
void Publishers::become_fork() noexcept
{
  if (!fork_state_.begin_fork()) {
    return;
  }
  for (const auto & [cookie, entry] : entries_) {
    if (entry.publisher) {
      entry.publisher->close_files();
    }
  }
}

void Publishers::add_match(const Announcement & publisher)
{
  if (fork_state_.is_fork()) {
    return;
  }
  std::lock_guard opening(open_mutex_);
  {
    std::lock_guard lock(mutex_);
    Entry & entry = entries_[publisher.cookie];
    ++entry.matches;
    if (entry.publisher) {
      return;
    }
  }
  std::unique_ptr<Publisher> opened = Publisher::open(publisher);
  std::lock_guard lock(mutex_);
  // The match that was counted keeps the entry.
  entries_.find(publisher.cookie)->second.publisher = std::move(opened);
}

bool Publishers::remove_match(const Announcement & publisher)
{
  if (fork_state_.is_fork()) {
    return false;
  }
  std::lock_guard lock(mutex_);
  const auto entry = entries_.find(publisher.cookie);
  if (entry == entries_.end() || --entry->second.matches != 0) {
    return false;
  }
  if (!entry->second.publisher) {
    entries_.erase(entry);
    return false;
  }
  is_watched_ = true;
  return true;
}

Publishers::Clock::time_point Publishers::do_periodic_work(Clock::time_point now)
{
  {
    std::lock_guard lock(mutex_);
    if (!is_watched_) {
      return Clock::time_point::max();
    }
  }
  return drop_unused(now, false) ? now + work_interval : Clock::time_point::max();
}

void Publishers::remove_participant()
{
  if (!fork_state_.is_fork()) {
    drop_unused(Clock::now(), true);
  }
}

// Closes and unmaps publishers without matches and held slots that have been so for long, or all of
// them with `at_once`. Returns true if publishers without matches are left, unless `at_once`.
bool Publishers::drop_unused(Clock::time_point now, bool at_once)
{
  std::lock_guard opening(open_mutex_);
  std::unique_ptr<Publisher> unused;  // a list that ends without mutex_
  std::lock_guard lock(mutex_);
  is_watched_ = false;
  for (auto i = entries_.begin(); i != entries_.end();) {
    Entry & entry = i->second;
    const bool is_held = entry.publisher && entry.publisher->held() != 0;
    if (entry.matches != 0 || is_held) {
      is_watched_ = is_watched_ || entry.matches == 0;
      entry.idle_since.reset();
      ++i;
      continue;
    }
    entry.idle_since = entry.idle_since.value_or(now);
    if (!at_once && now - *entry.idle_since < idle_time && entry.publisher->is_alive()) {
      is_watched_ = true;
      ++i;
      continue;
    }
    entry.publisher->next = std::exchange(unused, nullptr);
    unused = std::move(entry.publisher);
    i = entries_.erase(i);
  }
  is_watched_ = is_watched_ && !at_once;
  return is_watched_;
}

std::optional<HeldSlot> Publishers::hold(const Descriptor & descriptor)
{
  if (fork_state_.is_fork()) {
    return std::nullopt;
  }
  Publisher * publisher = nullptr;
  std::optional<Claim> claim;
  {
    std::lock_guard lock(mutex_);
    const auto entry = entries_.find(descriptor.cookie);
    if (entry != entries_.end() && entry->second.publisher) {
      publisher = entry->second.publisher.get();
      claim = publisher->claim(descriptor);
    }
  }
  if (!claim) {
    lost_.fetch_add(1, std::memory_order_relaxed);
    return std::nullopt;
  }
  received_.fetch_add(1, std::memory_order_relaxed);
  const std::byte * address = claim->address ? claim->address : map(*publisher, *claim);
  return HeldSlot{publisher, claim->index, address ? address + sample_offset : nullptr};
}

// Maps a slot that is held. Returns null without memory for it.
const std::byte * Publishers::map(Publisher & publisher, const Claim & claim)
{
  Mapping outdated = claim.outdated;
  outdated.unmap();
  Mapping mapping = publisher.map(claim);
  // The other maps count against limits of the process, such as that of locked memory.
  std::size_t next = 0;
  while (!mapping.address) {
    Mapping unused;
    {
      std::lock_guard lock(mutex_);
      unused = publisher.take_unused(next);
    }
    if (!unused.address) {
      return nullptr;
    }
    unused.unmap();
    mapping = publisher.map(claim);
  }
  std::byte * address = nullptr;
  {
    std::lock_guard lock(mutex_);
    address = publisher.install(claim, mapping);
  }
  mapping.unmap();
  return address;
}

void Publishers::release(const HeldSlot & slot) noexcept
{
  if (fork_state_.is_fork()) {
    return;
  }
  Mapping unused;
  bool is_last = false;
  {
    std::lock_guard lock(mutex_);
    unused = slot.publisher->release(slot.index);
    // No thread comes to it if the participant has ended.
    is_last = slot.publisher->held() == 0 && !is_watched_ &&
              entries_.find(slot.publisher->cookie())->second.matches == 0;
  }
  unused.unmap();
  if (is_last) {
    drop_unused(Clock::now(), true);
  }
}

bool Publishers::read(const HeldSlot & slot, std::span<std::byte> bytes) const
{
  return slot.publisher->read(slot.index, bytes);
}

void Publishers::fill(SharedMemoryStatistics & statistics) const
{
  statistics.received = received_.load(std::memory_order_relaxed);
  statistics.lost = lost_.load(std::memory_order_relaxed);
}

}  // namespace rmw::detail::shared_memory

namespace rmw
{

SharedMemoryStatistics shared_memory_statistics()
{
  using namespace detail::shared_memory;  // NOLINT: this function combines its parts
  SharedMemoryStatistics out;
  if (const Pool * pool = Pool::instance()) {
    pool->fill(out);
  }
  Publishers::instance().fill(out);
  Mailboxes::instance().fill(out);
  return out;
}

std::string why_no_shared_memory(const Endpoint & writer, const Endpoint & reader)
{
  using namespace detail::shared_memory;  // NOLINT: this function combines its parts
  const auto publisher = announcement_in(writer.user_data);
  const auto subscriber = announcement_in(reader.user_data);
  if (!publisher) {
    return absence_in(writer.user_data, "the publisher");
  }
  if (!subscriber) {
    return absence_in(reader.user_data, "the subscription");
  }
  if (publisher->cookie == subscriber->cookie) {
    return "both are in one process";
  }
  const OpenedControl opened = open_control(*publisher);
  if (!opened.control) {
    return opened.reason;
  }
  bool attached = false;
  for (const auto & cookie : opened.control->reader_cookies) {
    attached = attached || cookie.load(std::memory_order_relaxed) == subscriber->cookie;
  }
  munmap(opened.control, sizeof(Control));
  close(opened.file);
  return attached ? "" : "the subscription's process could not open the publisher's memory";
}

}  // namespace rmw
