// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Opening the files of publishers, and holding their slots.

#include "shared_memory/publishers.hpp"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>

#include "shared_memory/pool.hpp"

namespace rmw::detail::shared_memory
{

class Publisher
{
public:
  /// Returns null if the process cannot be reached or has no free index.
  static std::unique_ptr<Publisher> open(const Announcement & announcement)
  {
    const OpenedControl control = open_control(announcement);
    if (!control.control) {
      return nullptr;
    }
    auto out = std::unique_ptr<Publisher>(new Publisher(control, announcement.cookie));
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
    for (const Mapping & mapping : mappings_) {
      if (mapping.address) {
        munmap(mapping.address, mapping.capacity);
      }
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

  /// Puts private copies in the places of all held slots before a fork, which shares them: the
  /// publisher reuses a slot as soon as this process no longer holds it, whatever the fork does.
  /// Without memory for a copy the slot stays, and its sample may change in the fork.
  void copy_held() noexcept
  {
    for (Mapping & mapping : mappings_) {
      if (mapping.references == 0 || !mapping.address || mapping.is_copy) {
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
      mapping.is_copy = mremap(
                          copy, mapping.capacity, mapping.capacity, MREMAP_MAYMOVE | MREMAP_FIXED,
                          mapping.address) != MAP_FAILED;
      if (!mapping.is_copy) {
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

  std::optional<HeldSlot> hold(const Descriptor & descriptor)
  {
    if (descriptor.slot >= most_slots) {
      return std::nullopt;
    }
    SlotState & state = control_->slot[descriptor.slot];
    if (mappings_.size() <= descriptor.slot) {
      mappings_.resize(descriptor.slot + 1);
    }
    Mapping & mapping = mappings_[descriptor.slot];
    if (mapping.references == 0) {
      state.readers.fetch_or(bit(), std::memory_order_seq_cst);
    }
    const bool valid =
      state.generation.load(std::memory_order_seq_cst) == descriptor.generation &&
      // Otherwise the publisher believes that this process has ended, and will not respect the bit.
      has_index() && map(mapping, descriptor, state.capacity.load(std::memory_order_relaxed));
    if (valid) {
      ++mapping.references;
      ++held_;
      return HeldSlot{
        this, descriptor.slot, mapping.address ? mapping.address + sample_offset : nullptr};
    }
    if (mapping.references == 0) {
      clear_bit(descriptor.slot);
    }
    return std::nullopt;
  }

  void release(std::uint32_t slot) noexcept
  {
    --held_;
    Mapping & mapping = mappings_[slot];
    if (--mapping.references == 0) {
      clear_bit(slot);
      if (mapping.is_copy) {
        unmap(mapping);
      }
    }
  }

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
  struct Mapping
  {
    std::byte * address = nullptr;
    std::uint64_t capacity = 0;
    std::size_t references = 0;
    bool is_copy = false;  // see copy_held()
  };

  void unmap_unused()
  {
    for (Mapping & mapping : mappings_) {
      if (mapping.references == 0 && mapping.address) {
        unmap(mapping);
      }
    }
  }

  static void unmap(Mapping & mapping)
  {
    munmap(mapping.address, mapping.capacity);
    mapping = {};
  }

  Publisher(const OpenedControl & control, std::uint64_t cookie)
  : control_file_(control.file), control_(control.control), cookie_(cookie)
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
      if (lock_reader(control_file_, index_, false)) {
        for (SlotState & state : control_->slot) {
          state.readers.fetch_and(~bit(), std::memory_order_seq_cst);
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

  // Checks the size of a sample and maps its slot, which may have another size than at its last
  // sample. Only what exists in the file is mapped. Without memory for a map there is none.
  bool map(Mapping & mapping, const Descriptor & descriptor, std::uint64_t capacity)
  {
    const std::uint64_t offset = descriptor.slot * slot_stride;
    if (
      capacity > largest_capacity || sample_offset + std::uint64_t{descriptor.size} > capacity ||
      descriptor.size < 4 || offset + capacity > data_size_) {
      return false;
    }
    if (mapping.address && mapping.capacity == capacity) {
      return true;
    }
    if (mapping.references != 0) {
      return !mapping.address;
    }
    if (mapping.address) {
      unmap(mapping);
    }
    const auto map_slot = [&] {
      return mmap(nullptr, capacity, PROT_READ, MAP_SHARED, data_file_, static_cast<off_t>(offset));
    };
    void * address = map_slot();
    if (address == MAP_FAILED) {
      unmap_unused();  // which count against limits of the process, such as that of locked memory
      address = map_slot();
    }
    if (address != MAP_FAILED) {
      mapping.address = static_cast<std::byte *>(address);
      mapping.capacity = capacity;
    }
    return true;
  }

  const int control_file_;
  Control * const control_;
  const std::uint64_t cookie_;
  int data_file_ = -1;
  std::uint64_t data_size_ = 0;
  std::uint64_t own_cookie_ = 0;
  std::size_t index_ = 0;
  bool attached_ = false;
  std::vector<Mapping> mappings_;
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
  if (is_fork()) {
    return;
  }
  mutex_.lock();
  for (const auto & [cookie, entry] : entries_) {
    if (entry.publisher) {
      entry.publisher->copy_held();
    }
  }
}

void Publishers::after_fork() noexcept
{
  if (!is_fork()) {
    mutex_.unlock();
  }
}

// A fork never takes the mutex, which stays locked there. A fork of a fork has no files to close.
void Publishers::become_fork() noexcept
{
  // The handler of count_forks() may have run before or after this one.
  if (count_forks() > forks_ + 1 || std::exchange(has_closed_files_, true)) {
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
  if (is_fork()) {
    return;
  }
  std::lock_guard lock(mutex_);
  Entry & entry = entries_[publisher.cookie];
  if (!entry.publisher) {
    entry.publisher = Publisher::open(publisher);
  }
  ++entry.matches;
}

void Publishers::remove_match(const Announcement & publisher)
{
  if (is_fork()) {
    return;
  }
  std::unique_ptr<Publisher> unused;  // ends without the mutex: to unmap much memory takes long
  std::lock_guard lock(mutex_);
  const auto entry = entries_.find(publisher.cookie);
  if (entry != entries_.end()) {
    --entry->second.matches;
    unused = take_if_unused(publisher.cookie);
  }
}

std::unique_ptr<Publisher> Publishers::take_if_unused(std::uint64_t cookie)
{
  std::unique_ptr<Publisher> out;
  const auto entry = entries_.find(cookie);
  if (
    entry->second.matches == 0 &&
    (!entry->second.publisher || entry->second.publisher->held() == 0)) {
    out = std::move(entry->second.publisher);
    entries_.erase(entry);
  }
  return out;
}

std::optional<HeldSlot> Publishers::hold(const Descriptor & descriptor)
{
  if (is_fork()) {
    return std::nullopt;
  }
  std::lock_guard lock(mutex_);
  const auto entry = entries_.find(descriptor.cookie);
  if (entry != entries_.end() && entry->second.publisher) {
    if (auto slot = entry->second.publisher->hold(descriptor)) {
      received_.fetch_add(1, std::memory_order_relaxed);
      return slot;
    }
  }
  lost_.fetch_add(1, std::memory_order_relaxed);
  return std::nullopt;
}

void Publishers::release(const HeldSlot & slot) noexcept
{
  if (is_fork()) {
    return;
  }
  std::unique_ptr<Publisher> unused;
  std::lock_guard lock(mutex_);
  slot.publisher->release(slot.index);
  if (slot.publisher->held() == 0) {
    unused = take_if_unused(slot.publisher->cookie());
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
