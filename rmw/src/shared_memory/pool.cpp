// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Slots: creation, reuse, and the end of reader processes.

#include "shared_memory/pool.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <iterator>
#include <mutex>
#include <new>
#include <system_error>
#include <utility>

#include "rmw/log.hpp"

namespace rmw::detail::shared_memory
{
namespace
{

constexpr std::uint64_t smallest_capacity = std::uint64_t{64} << 10;
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;
// Free slots of one class beyond this are reused before their pause is over.
constexpr std::uint64_t most_pausing_bytes = std::uint64_t{16} << 20;
constexpr std::uint32_t fewest_pausing_slots = 2;
constexpr std::chrono::milliseconds work_interval{500};
// A descriptor may wait in the socket of its reader, also if its sample has been overwritten in the
// history of the writer.
constexpr std::chrono::milliseconds reuse_pause{100};
// Slots that were not used for so long are given back, but some of each class are kept for longer:
// a large message each few seconds would pay for new memory each time.
constexpr std::chrono::seconds idle_time{5};
constexpr std::chrono::seconds kept_time{60};
constexpr std::uint32_t kept_slots = 2;
// At each periodic work, which must not keep its thread from other work.
constexpr std::uint64_t most_given_back = std::uint64_t{32} << 20;
// After the system had no memory. An attempt may take a tenth of a second.
constexpr std::chrono::seconds retry_pause{5};

std::string mebibytes(std::uint64_t bytes)
{
  return std::to_string(bytes >> 20) + " MiB";
}

std::string text_of(const std::string & path)
{
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Returns null on failure, with the reason.
Pool * create_pool(std::string & reason)
{
  if (!is_supported) {
    reason = "this processor is not little-endian";
    return nullptr;
  }
  std::uint64_t cookie = 0;
  if (getrandom(&cookie, sizeof(cookie), 0) != sizeof(cookie) || cookie == 0) {
    reason = "the system has no random numbers";
    return nullptr;
  }
  const int control_file = create_file(file_name, sizeof(Control), reason);
  const int data_file =
    control_file < 0 ? -1 : create_file(file_name, most_slots * slot_stride, reason);
  void * map = MAP_FAILED;
  if (data_file >= 0) {
    // Reserved, so that a lack of memory cannot end the process later.
    int error = reserve_file(control_file, 0, sizeof(Control));
    if (error == 0) {
      map = mmap(nullptr, sizeof(Control), PROT_READ | PROT_WRITE, MAP_SHARED, control_file, 0);
      error = errno;
    }
    if (map == MAP_FAILED) {
      reason = "cannot get memory: " + std::generic_category().message(error);
    }
  }
  if (map == MAP_FAILED) {
    for (const int file : {control_file, data_file}) {
      if (file >= 0) {
        close(file);
      }
    }
    return nullptr;
  }
  auto * control = new (map) Control;
  control->data_descriptor = data_file;
  control->cookie = cookie;
  control->version = layout_version;
  return new Pool(control_file, data_file, control, memory_limit());
}

}  // namespace

std::optional<std::uint64_t> control_group_limit(const std::string & text, const std::string & root)
{
  const std::size_t begin = text.starts_with("0::/") ? 0 : text.find("\n0::/");
  if (begin == std::string::npos) {
    return std::nullopt;
  }
  std::string group = text.substr(text.find('/', begin));
  group.resize(std::min(group.size(), group.find('\n')));
  std::optional<std::uint64_t> out;
  for (;;) {
    const std::string number = text_of(root + group + "/memory.max");  // or "max"
    std::uint64_t bytes = 0;
    if (std::from_chars(number.data(), number.data() + number.size(), bytes).ec == std::errc{}) {
      out = std::min(out.value_or(bytes), bytes);
    }
    if (group.empty()) {
      return out;
    }
    group.resize(group.rfind('/'));
  }
}

MemoryLimit memory_limit()
{
  const auto pages = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  const auto page = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PAGESIZE)));
  MemoryLimit out{most_bytes, "the most for a process"};
  if (pages * page / 8 < out.bytes) {
    out = {pages * page / 8, "an eighth of the memory"};
  }
  const auto group = control_group_limit(text_of("/proc/self/cgroup"), "/sys/fs/cgroup");
  if (group && *group / 8 < out.bytes) {
    out = {*group / 8, "an eighth of the memory of its control group or container"};
  }
  return out;
}

Pool * Pool::instance()
{
  static std::string reason;
  // Never destroyed: samples may outlive everything else.
  static Pool * const pool = create_pool(reason);
  if (!pool) {
    static std::atomic<bool> reported{false};
    if (!reported.exchange(true)) {
      log(RMW_LOG_SEVERITY_INFO, "there is no shared memory for large messages: " + reason);
    }
    return nullptr;
  }
  return pool->fork_state_.is_fork() ? nullptr : pool;
}

Pool::Pool(int control_file, int data_file, Control * control, MemoryLimit limit)
: control_file_(control_file), data_file_(data_file), control_(control), limit_(std::move(limit))
{
  announcement_ = {getpid(), control_file, control->cookie};
  entries_.reserve(most_slots);
  unused_.reserve(most_slots);
}

std::size_t Pool::class_of(std::uint64_t size)
{
  if (size <= smallest_capacity) {
    return 0;
  }
  const std::uint64_t power = std::bit_floor(size - 1);  // power < size <= 2 * power
  const std::uint64_t step = power / 4;
  const std::uint64_t quarter = (size - power + step - 1) / step;  // 1…4
  const std::uint64_t doublings = std::countr_zero(power) - std::countr_zero(smallest_capacity);
  return 4 * doublings + quarter;
}

std::uint64_t Pool::capacity_of(std::size_t size_class)
{
  if (size_class == 0) {
    return smallest_capacity;
  }
  const std::uint64_t power = smallest_capacity << ((size_class - 1) / 4);
  return power + ((size_class - 1) % 4 + 1) * (power / 4);
}

std::optional<Slot> Pool::allocate(std::size_t size)
{
  constexpr std::size_t overhead = sample_offset + 3;
  if (size > largest_capacity - overhead) {
    return refuse(Refusal::size, size);
  }
  const std::size_t size_class = class_of(size + overhead);
  const std::uint64_t capacity = capacity_of(size_class);
  if (capacity > limit_.bytes) {
    return refuse(Refusal::size, size);
  }
  const Clock::time_point now = Clock::now();
  for (;;) {
    std::uint32_t new_index = none;
    std::uint32_t small_index = none;
    auto refusal = Refusal::bytes;
    {
      std::lock_guard lock(mutex_);
      // A class up to the double will do.
      const std::size_t end = std::min(size_class + 5, class_count);
      // A reader that holds each sample for a moment has released one or two.
      recheck_busy(2);
      std::uint32_t index = take_free(size_class, end, now, false);
      if (index == none && busy_.first != none) {
        recheck_busy(busy_.count);
        index = take_free(size_class, end, now, false);
      }
      if (index == none) {
        new_index = start_making(capacity, now, refusal);
      }
      if (index == none && new_index == none) {
        index = take_free(size_class, class_count, now, false);
      }
      if (index != none) {
        return slot_of(index);
      }
      if (new_index == none && refusal != Refusal::system) {
        small_index = take_to_enlarge(size_class);
      }
    }
    if (new_index != none) {
      int error = 0;
      if (std::byte * const address = reserve(new_index, capacity, error)) {
        std::lock_guard lock(mutex_);
        entries_[new_index].address = address;
        return slot_of(new_index);
      }
      give_back(new_index);
      std::lock_guard lock(mutex_);
      next_try_ = Clock::now() + retry_pause;
      failed_capacity_ = capacity;
      last_error_ = error;
    } else if (small_index != none) {
      give_back(small_index);
    } else {
      return refuse(refusal, size);
    }
  }
}

void Pool::release(std::uint32_t index, std::uint64_t receivers) noexcept
{
  if (fork_state_.is_fork()) {
    return;  // the slot belongs to the parent
  }
  const Clock::time_point now = Clock::now();
  std::lock_guard lock(mutex_);
  Entry & entry = entries_[index];
  entry.released = now;
  entry.reusable = now + reuse_pause;
  entry.receivers = receivers;
  push(free_[class_of(entry.capacity)], index);
}

void Pool::push(List & list, std::uint32_t index)
{
  entries_[index].previous = list.last;
  entries_[index].next = none;
  (list.last == none ? list.first : entries_[list.last].next) = index;
  list.last = index;
  list.bytes += entries_[index].capacity;
  ++list.count;
}

void Pool::remove(List & list, std::uint32_t index)
{
  const Entry & entry = entries_[index];
  (entry.previous == none ? list.first : entries_[entry.previous].next) = entry.next;
  (entry.next == none ? list.last : entries_[entry.next].previous) = entry.previous;
  list.bytes -= entry.capacity;
  --list.count;
}

bool Pool::has_readers(std::uint32_t index) const
{
  return control_->slot[index].readers.load(std::memory_order_seq_cst) != 0;
}

// Returns true if no descriptor of the slot's last sample is needed any longer.
bool Pool::is_reusable(std::uint32_t index, Clock::time_point now) const
{
  const Entry & entry = entries_[index];
  const std::uint64_t received = control_->slot[index].received.load(std::memory_order_acquire);
  return now >= entry.reusable ||
         (entry.receivers != unknown_receivers && (received & entry.receivers) == entry.receivers);
}

// The bits first: if they are those of a later sample, its generation is there, too.
bool Pool::was_received(std::uint32_t slot, std::uint64_t generation, std::uint64_t receivers) const
{
  const SlotState & state = control_->slot[slot];
  return (state.received.load(std::memory_order_acquire) & receivers) == receivers &&
         state.generation.load(std::memory_order_acquire) == generation;
}

// Invalidates the descriptors of the slot's last sample. Returns false if a reader holds it.
bool Pool::begin_use(std::uint32_t index)
{
  if (has_readers(index)) {
    return false;
  }
  control_->slot[index].generation.store(++entries_[index].generation, std::memory_order_seq_cst);
  if (has_readers(index)) {
    return false;
  }
  control_->slot[index].received.store(0, std::memory_order_relaxed);
  return true;
}

// Returns one of the newest slots of the list that is reusable, or else the oldest one, also early
// if there are many; `none` if there is none.
std::uint32_t Pool::find_reusable(const List & list, Clock::time_point now) const
{
  constexpr int most_looked_at = 4;
  std::uint32_t index = list.last;
  for (int i = 0; i < most_looked_at && index != none; ++i) {
    if (is_reusable(index, now)) {
      return index;
    }
    index = entries_[index].previous;
  }
  const bool many = list.count > fewest_pausing_slots && list.bytes > most_pausing_bytes;
  return many || (list.first != none && is_reusable(list.first, now)) ? list.first : none;
}

// Returns a free slot of the classes from `first` to before `end`, if possible the one that was
// released last. `at_once`: also one that is not reusable yet.
std::uint32_t Pool::take_free(
  std::size_t first, std::size_t end, Clock::time_point now, bool at_once)
{
  for (std::size_t i = first; i < end; ++i) {
    List & list = free_[i];
    while (list.first != none) {
      const std::uint32_t index = at_once ? list.last : find_reusable(list, now);
      if (index == none) {
        break;
      }
      remove(list, index);
      if (begin_use(index)) {
        return index;
      }
      push(busy_, index);
    }
  }
  return none;
}

// Returns a free slot of a smaller class, whose memory is to be given back in favor of the class.
std::uint32_t Pool::take_to_enlarge(std::size_t size_class)
{
  std::uint64_t free_bytes = 0;
  for (std::size_t i = 0; i < size_class; ++i) {
    free_bytes += free_[i].bytes;
  }
  if (bytes_ - free_bytes + capacity_of(size_class) > limit_.bytes) {
    return none;  // it would be in vain
  }
  // The largest ones first: then fewer must be given back.
  for (std::size_t i = size_class; i-- > 0;) {
    const std::uint32_t index = take_free(i, i + 1, Clock::time_point::min(), true);
    if (index != none) {
      return index;
    }
  }
  return none;
}

// Returns a slot that was not used for so long that its memory is to be given back.
std::uint32_t Pool::take_idle(Clock::time_point now)
{
  for (List & list : free_) {
    while (list.first != none) {
      const auto idle = now - entries_[list.first].released;
      if (idle <= (list.count > kept_slots ? idle_time : kept_time)) {
        break;
      }
      const std::uint32_t index = list.first;
      remove(list, index);
      if (begin_use(index)) {
        return index;
      }
      push(busy_, index);
    }
  }
  return none;
}

// Returns an index without memory. The bit of a reader that stopped or died at a bad moment, or
// that means harm, makes only its own index useless.
std::uint32_t Pool::take_unused()
{
  for (std::size_t i = unused_.size(); i-- > 0;) {
    const std::uint32_t index = unused_[i];
    if (begin_use(index)) {
      unused_[i] = unused_.back();
      unused_.pop_back();
      return index;
    }
  }
  while (entries_.size() < most_slots) {
    const auto index = static_cast<std::uint32_t>(entries_.size());
    entries_.emplace_back();
    if (begin_use(index)) {
      return index;
    }
    unused_.push_back(index);
  }
  return none;
}

// Returns an index to be given to reserve(), and counts its memory already.
std::uint32_t Pool::start_making(std::uint64_t capacity, Clock::time_point now, Refusal & refusal)
{
  if (now < next_try_ && capacity >= failed_capacity_) {
    refusal = Refusal::system;
    return none;
  }
  if (bytes_ + capacity > limit_.bytes) {
    refusal = Refusal::bytes;
    return none;
  }
  const std::uint32_t index = take_unused();
  if (index == none) {
    refusal = Refusal::slots;
    return none;
  }
  entries_[index].capacity = capacity;
  bytes_ += capacity;
  count_slots();
  return index;
}

// Reserves the memory first: a write to a page that the system cannot provide would end the
// process with SIGBUS. Returns null on failure. The mutex must not be locked.
std::byte * Pool::reserve(std::uint32_t index, std::uint64_t capacity, int & error)
{
  const std::uint64_t begin = index * slot_stride;
  const auto offset = static_cast<off_t>(begin);
  error = reserve_file(data_file_, begin, begin + capacity);
  if (error != 0) {
    return nullptr;
  }
  void * map =
    mmap(nullptr, capacity, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, data_file_, offset);
  if (map == MAP_FAILED) {
    error = errno;
    return nullptr;
  }
  control_->slot[index].capacity.store(capacity, std::memory_order_relaxed);
  return static_cast<std::byte *>(map);
}

// Gives the memory of a slot back to the system. The slot is in no list, and its descriptors are
// invalid. The mutex must not be locked.
void Pool::give_back(std::uint32_t index)
{
  Entry & entry = entries_[index];
  if (entry.address) {
    munmap(entry.address, entry.capacity);
  }
  fallocate(
    data_file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(index * slot_stride),
    static_cast<off_t>(slot_stride));
  std::lock_guard lock(mutex_);
  bytes_ -= entry.capacity;
  entry.address = nullptr;
  entry.capacity = 0;
  unused_.push_back(index);
  count_slots();
}

// Returns those of the next `count` busy slots that no reader holds any longer to their lists.
void Pool::recheck_busy(std::uint32_t count)
{
  for (std::uint32_t i = std::min(count, busy_.count); i-- > 0;) {
    const std::uint32_t index = busy_.first;
    remove(busy_, index);
    push(has_readers(index) ? busy_ : free_[class_of(entries_[index].capacity)], index);
  }
}

void Pool::count_slots()
{
  byte_count_.store(bytes_, std::memory_order_relaxed);
  slot_count_.store(entries_.size() - unused_.size(), std::memory_order_relaxed);
}

Slot Pool::slot_of(std::uint32_t index)
{
  const Entry & entry = entries_[index];
  const bool is_new = !std::exchange(is_watched_, true);
  return {entry.address + sample_offset, index, entry.generation, is_new};
}

void Pool::add_participant()
{
  std::lock_guard lock(mutex_);
  ++participants_;
}

void Pool::remove_participant()
{
  bool is_last = false;
  {
    std::lock_guard lock(mutex_);
    is_last = --participants_ == 0;
    is_watched_ = false;
  }
  if (!is_last) {
    return;
  }
  {
    // No thread will notice that these readers have ended.
    std::lock_guard work(work_mutex_);
    free_dead_readers();
  }
  bool is_first = true;
  std::uint32_t index = none;
  do {
    {
      std::lock_guard lock(mutex_);
      if (std::exchange(is_first, false)) {
        recheck_busy(busy_.count);
      }
      index = participants_ == 0 ? take_free(0, class_count, Clock::now(), true) : none;
    }
    if (index != none) {
      give_back(index);
    }
  } while (index != none);
}

Pool::Clock::time_point Pool::do_periodic_work(Clock::time_point now)
{
  const std::unique_lock work(work_mutex_, std::try_to_lock);
  if (!work) {
    return now + work_interval;  // another thread does it
  }
  {
    std::lock_guard lock(mutex_);
    if (entries_.size() == unused_.size()) {
      is_watched_ = false;
      return Clock::time_point::max();
    }
    if (now < next_work_) {
      return next_work_;
    }
  }
  free_dead_readers();
  bool is_first = true;
  std::uint64_t given_back = 0;
  while (given_back < most_given_back) {
    std::uint32_t index = none;
    {
      std::lock_guard lock(mutex_);
      if (std::exchange(is_first, false)) {
        recheck_busy(busy_.count);
      }
      index = take_idle(now);
      given_back += index == none ? 0 : entries_[index].capacity;
    }
    if (index == none) {
      break;
    }
    give_back(index);
  }
  std::lock_guard lock(mutex_);
  // There may be more to give back, after other work of this thread.
  next_work_ = given_back < most_given_back ? now + work_interval : now;
  return next_work_;
}

// While this process holds the lock of a reader's index, no new reader can take it. Needs
// work_mutex_: the locks do not exclude threads of one process.
void Pool::free_dead_readers()
{
  std::uint64_t bits = 0;
  for (const SlotState & slot : control_->slot) {
    bits |= slot.readers.load(std::memory_order_relaxed);
  }
  for (std::size_t i = 0; i < most_readers; ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    std::atomic<std::uint64_t> & cookie = control_->reader_cookies[i];
    if (cookie.load(std::memory_order_relaxed) == 0 && (bits & bit) == 0) {
      continue;
    }
    if (!lock_index(control_file_, i, true) || !lock_index(control_file_, i, false)) {
      continue;
    }
    const bool was_attached = cookie.exchange(0, std::memory_order_relaxed) != 0;
    for (SlotState & slot : control_->slot) {
      slot.readers.fetch_and(~bit, std::memory_order_seq_cst);
    }
    if (was_attached) {
      control_->attachments.fetch_add(1, std::memory_order_release);
    }
    unlock_index(control_file_, i);
  }
}

std::uint64_t Pool::reader_bit(std::uint64_t reader_cookie) const
{
  for (std::size_t i = 0; i < most_readers; ++i) {
    if (control_->reader_cookies[i].load(std::memory_order_acquire) == reader_cookie) {
      return std::uint64_t{1} << i;
    }
  }
  return 0;
}

bool Pool::add_mailbox(int file)
{
  return std::any_of(
    control_->mailboxes.begin(), control_->mailboxes.end(), [file](auto & mailbox) {
      std::int32_t none = 0;
      return mailbox.compare_exchange_strong(none, file + 1, std::memory_order_release);
    });
}

void Pool::remove_mailbox(int file)
{
  for (auto & mailbox : control_->mailboxes) {
    std::int32_t number = file + 1;
    mailbox.compare_exchange_strong(number, 0, std::memory_order_relaxed);
  }
}

std::size_t Pool::held_slots() const
{
  return static_cast<std::size_t>(std::count_if(
    control_->slot.begin(), control_->slot.end(),
    [](const SlotState & state) { return state.readers.load(std::memory_order_seq_cst) != 0; }));
}

bool Pool::contains(std::uintptr_t address)
{
  std::lock_guard lock(mutex_);
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry & entry) {
    const auto begin = reinterpret_cast<std::uintptr_t>(entry.address);
    return begin != 0 && address >= begin && address < begin + entry.capacity;
  });
}

// Counts the sample that travels by DDS, and logs the reason at the first one.
std::optional<Slot> Pool::refuse(Refusal refusal, std::uint64_t size)
{
  refused_.fetch_add(1, std::memory_order_relaxed);
  if (reported_[static_cast<std::size_t>(refusal)].exchange(true)) {
    return std::nullopt;
  }
  const std::string limit = mebibytes(limit_.bytes) + ", " + limit_.origin;
  const std::string largest = limit_.bytes < largest_capacity ? limit : mebibytes(largest_capacity);
  const std::string result = "some messages travel by DDS, which is slower. ";
  const std::string used = "shared memory for large messages is used up (";
  std::string text;
  switch (refusal) {
    case Refusal::size:
      text = "a message of " + mebibytes(size) + " is too large for shared memory (at most " +
             largest + "): " + result + "Send smaller messages";
      break;
    case Refusal::bytes:
      text = used + mebibytes(byte_count_) + " of " + limit + "): " + result +
             "Release received messages sooner, or use smaller depths of history";
      break;
    case Refusal::slots:
      text = used + "all of " + std::to_string(most_slots) + " slots): " + result +
             "Release received messages sooner, or use smaller depths of history";
      break;
    default: {
      std::unique_lock lock(mutex_);
      const int error = last_error_;
      lock.unlock();
      text = "shared memory for large messages has " + mebibytes(byte_count_);
      if (error == EINTR) {
        text += ", and signals interrupt the kernel before it can reserve more: " + result +
                "Let the timers of the process send signals less often (setitimer, timer_create)";
        break;
      }
      text += ", and the system has no more memory for it (" +
              std::generic_category().message(error) + "): " + result +
              "Free memory, or raise the limits of the process (ulimit -v, ulimit -l, "
              "vm.max_map_count)";
    }
  }
  log(RMW_LOG_SEVERITY_WARN, text);
  return std::nullopt;
}

void Pool::fill(SharedMemoryStatistics & statistics) const
{
  statistics.sent = sent_.load(std::memory_order_relaxed);
  statistics.refused = refused_.load(std::memory_order_relaxed);
  statistics.slots = slot_count_.load(std::memory_order_relaxed);
  statistics.bytes = byte_count_.load(std::memory_order_relaxed);
}

}  // namespace rmw::detail::shared_memory
