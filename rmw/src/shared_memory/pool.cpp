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
#include <fstream>
#include <mutex>
#include <new>
#include <utility>

#include "rmw/fork.hpp"
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
constexpr std::chrono::seconds idle_time{5};
// The last slots of a class stay for longer: a map may be published every ten seconds.
constexpr std::chrono::seconds longest_idle_time{60};
constexpr std::uint32_t slots_kept = 2;
// After the system had no memory, it is not asked again for this time.
constexpr std::chrono::seconds no_memory_pause{5};

std::uint64_t memory_limit()
{
  const auto pages = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  const auto page = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PAGESIZE)));
  std::uint64_t group = UINT64_MAX;  // "max" is no number
  std::ifstream("/sys/fs/cgroup/memory.max") >> group;
  return std::min({most_bytes, pages * page / 8, (group == 0 ? UINT64_MAX : group) / 8});
}

// Creates a file of memory whose size cannot change.
int create_file(std::uint64_t size)
{
  // A larger file would end the process with SIGXFSZ.
  struct rlimit limit
  {
  };
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur < size) {
    return -1;
  }
  const int file = memfd_create(file_name.data(), MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) {
    return -1;
  }
  if (
    ftruncate(file, static_cast<off_t>(size)) != 0 ||
    fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0) {
    close(file);
    return -1;
  }
  return file;
}

Pool * create_pool()
{
  if (!is_supported) {
    return nullptr;
  }
  std::uint64_t cookie = 0;
  if (getrandom(&cookie, sizeof(cookie), 0) != sizeof(cookie) || cookie == 0) {
    return nullptr;
  }
  const int control_file = create_file(sizeof(Control));
  const int data_file = create_file(most_slots * slot_stride);
  void * map = MAP_FAILED;
  // Reserved, so that a lack of memory cannot end the process later.
  if (
    control_file >= 0 && data_file >= 0 && posix_fallocate(control_file, 0, sizeof(Control)) == 0) {
    map = mmap(nullptr, sizeof(Control), PROT_READ | PROT_WRITE, MAP_SHARED, control_file, 0);
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

Pool * Pool::instance()
{
  // Never destroyed: samples may outlive everything else.
  static Pool * const pool = create_pool();
  return pool && pool->forks_ == count_forks() ? pool : nullptr;
}

Pool::Pool(int control_file, int data_file, Control * control, std::uint64_t limit)
: control_file_(control_file), data_file_(data_file), control_(control), limit_(limit)
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
  return 4 * (std::countr_zero(power) - std::countr_zero(smallest_capacity)) + quarter;
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
  if (size > largest_capacity - sample_offset - 3) {
    return std::nullopt;
  }
  const std::size_t size_class = class_of(sample_offset + size + 3);
  bool report = false;
  std::optional<Slot> slot;
  {
    const Clock::time_point now = Clock::now();
    std::unique_lock lock(mutex_);
    recheck_busy(2);
    bool is_new = false;
    std::uint32_t index = take_free(size_class, size_class + 5, now, false);
    if (index == none) {
      index = make(size_class, now, lock);
      is_new = index != none;
    }
    if (index == none) {
      recheck_busy(busy_.count);
      index = take_free(size_class, class_count, now, true);
    }
    if (index == none && now >= no_memory_until_) {
      give_back_smaller(size_class, lock);
      index = make(size_class, now, lock);
      is_new = index != none;
    }
    if (index != none) {
      const Entry & entry = entries_[index];
      slot = Slot{entry.address + sample_offset, index, entry.generation, is_new};
    } else {
      report = !std::exchange(reported_, true);
    }
    update_counts();
  }
  if (!slot) {
    refused_.fetch_add(1, std::memory_order_relaxed);
  }
  if (report) {
    report_limit();
  }
  return slot;
}

void Pool::release(std::uint32_t index) noexcept
{
  if (forks_ != count_forks()) {
    return;  // the slot belongs to the parent
  }
  const Clock::time_point now = Clock::now();
  std::lock_guard lock(mutex_);
  Entry & entry = entries_[index];
  entry.released = now;
  entry.reusable = now + reuse_pause;
  push(free_[class_of(entry.capacity)], index);
}

void Pool::push(List & list, std::uint32_t index)
{
  entries_[index].next = none;
  (list.first == none ? list.first : entries_[list.last].next) = index;
  list.last = index;
  list.bytes += entries_[index].capacity;
  ++list.count;
}

std::uint32_t Pool::pop(List & list)
{
  const std::uint32_t index = list.first;
  list.first = entries_[index].next;
  list.bytes -= entries_[index].capacity;
  --list.count;
  return index;
}

bool Pool::has_readers(std::uint32_t index) const
{
  return control_->slot[index].readers.load(std::memory_order_seq_cst) != 0;
}

// Invalidates the descriptors of the slot's last sample. Returns false if a reader holds it.
bool Pool::begin_use(std::uint32_t index)
{
  if (has_readers(index)) {
    return false;
  }
  control_->slot[index].generation.store(++entries_[index].generation, std::memory_order_seq_cst);
  return !has_readers(index);
}

// Returns a free slot of the classes from `begin` to `end`. `at_once`: also one whose pause is not
// over.
std::uint32_t Pool::take_free(
  std::size_t begin, std::size_t end, Clock::time_point now, bool at_once)
{
  for (std::size_t i = begin; i < std::min(end, class_count); ++i) {
    List & list = free_[i];
    while (list.first != none) {
      const bool many = list.count > fewest_pausing_slots && list.bytes > most_pausing_bytes;
      if (!at_once && !many && now < entries_[list.first].reusable) {
        break;
      }
      const std::uint32_t index = pop(list);
      if (begin_use(index)) {
        return index;
      }
      push(busy_, index);  // each slot at most once for each of its samples
    }
  }
  return none;
}

// Gives back free slots that are too small, until there is room for one of the class.
void Pool::give_back_smaller(std::size_t size_class, std::unique_lock<base::PiMutex> & lock)
{
  const std::uint64_t capacity = capacity_of(size_class);
  std::vector<std::uint32_t> indices;
  std::uint64_t rest = bytes_;
  for (std::size_t i = size_class; i-- > 0 && rest + capacity > limit_;) {
    List & list = free_[i];
    while (list.first != none && rest + capacity > limit_) {
      const std::uint32_t index = pop(list);
      if (begin_use(index)) {
        rest -= entries_[index].capacity;
        indices.push_back(index);
      } else {
        push(busy_, index);
      }
    }
  }
  give_back(indices, lock);
}

// The system's work for a slot may take milliseconds. It is done without the lock, for which the
// receive thread may be waiting.
std::uint32_t Pool::make(
  std::size_t size_class, Clock::time_point now, std::unique_lock<base::PiMutex> & lock)
{
  const std::uint64_t capacity = capacity_of(size_class);
  if (bytes_ + capacity > limit_ || now < no_memory_until_) {
    return none;
  }
  std::uint32_t index = none;
  // A reader may still have its bit in the mask of an unused index for a moment.
  const auto unused = std::find_if(
    unused_.begin(), unused_.end(), [this](std::uint32_t slot) { return !has_readers(slot); });
  if (unused != unused_.end()) {
    index = *unused;
    unused_.erase(unused);
  } else if (entries_.size() < most_slots) {
    index = static_cast<std::uint32_t>(entries_.size());
    entries_.emplace_back();
    control_->slots.store(index + 1, std::memory_order_seq_cst);
  } else {
    return none;
  }
  bytes_ += capacity;
  lock.unlock();
  std::byte * const address = reserve(index, capacity);
  lock.lock();
  if (!address) {
    bytes_ -= capacity;
    unused_.push_back(index);
    no_memory_until_ = now + no_memory_pause;
    return none;
  }
  entries_[index].address = address;
  entries_[index].capacity = capacity;
  control_->slot[index].capacity.store(capacity, std::memory_order_relaxed);
  if (!begin_use(index)) {
    push(busy_, index);
    return none;
  }
  return index;
}

// Reserves the memory first: a write to a page that the system cannot provide would end the
// process with SIGBUS. Returns null if that is impossible.
std::byte * Pool::reserve(std::uint32_t index, std::uint64_t capacity)
{
  const auto offset = static_cast<off_t>(index * slot_stride);
  int error = EINTR;
  while (error == EINTR) {
    error = posix_fallocate(data_file_, offset, static_cast<off_t>(capacity));
  }
  if (error == 0) {
    void * map = mmap(
      nullptr, capacity, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, data_file_, offset);
    if (map != MAP_FAILED) {
      return static_cast<std::byte *>(map);
    }
  }
  punch(index);
  return nullptr;
}

void Pool::punch(std::uint32_t index)
{
  fallocate(
    data_file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(index * slot_stride),
    static_cast<off_t>(slot_stride));
}

// Gives the memory of slots back to the system; they are in no list and their descriptors are
// invalid.
void Pool::give_back(
  const std::vector<std::uint32_t> & indices, std::unique_lock<base::PiMutex> & lock)
{
  for (const std::uint32_t index : indices) {
    Entry & entry = entries_[index];
    std::byte * const address = std::exchange(entry.address, nullptr);
    const std::uint64_t capacity = std::exchange(entry.capacity, 0);
    lock.unlock();
    munmap(address, capacity);
    punch(index);
    lock.lock();
    bytes_ -= capacity;
    unused_.push_back(index);
  }
}

// Moves slots that no reader holds any longer to the free ones.
void Pool::recheck_busy(std::uint32_t count)
{
  for (; count > 0 && busy_.first != none; --count) {
    const std::uint32_t index = pop(busy_);
    push(has_readers(index) ? busy_ : free_[class_of(entries_[index].capacity)], index);
  }
}

void Pool::update_counts()
{
  byte_count_.store(bytes_, std::memory_order_relaxed);
  slot_count_.store(entries_.size() - unused_.size(), std::memory_order_relaxed);
}

Pool::Clock::time_point Pool::do_periodic_work()
{
  const std::unique_lock working(work_mutex_, std::try_to_lock);
  const Clock::time_point now = Clock::now();
  if (!working) {
    return now + work_interval;
  }
  free_dead_readers();
  std::unique_lock lock(mutex_);
  recheck_busy(busy_.count);
  std::vector<std::uint32_t> indices;
  for (List & list : free_) {
    while (list.first != none) {
      const auto idle = now - entries_[list.first].released;
      if (idle < idle_time || (idle < longest_idle_time && list.count <= slots_kept)) {
        break;
      }
      const std::uint32_t index = pop(list);
      if (begin_use(index)) {
        indices.push_back(index);
      } else {
        push(busy_, index);
      }
    }
  }
  give_back(indices, lock);
  update_counts();
  return entries_.size() == unused_.size() ? Clock::time_point::max() : now + work_interval;
}

// While this process holds the lock of a reader's index, no new reader can take it.
void Pool::free_dead_readers()
{
  std::uint64_t held = 0;
  for (const SlotState & state : control_->slot) {
    held |= state.readers.load(std::memory_order_relaxed);
  }
  for (std::size_t i = 0; i < most_readers; ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    if (
      (control_->reader_cookies[i].load(std::memory_order_relaxed) == 0 && (held & bit) == 0) ||
      !lock_reader(control_file_, i, true) || !lock_reader(control_file_, i, false)) {
      continue;
    }
    control_->reader_cookies[i].store(0, std::memory_order_relaxed);
    for (SlotState & state : control_->slot) {
      state.readers.fetch_and(~bit, std::memory_order_seq_cst);
    }
    control_->attachments.fetch_add(1, std::memory_order_release);
    unlock_reader(control_file_, i);
  }
}

bool Pool::is_attached(std::uint64_t reader_cookie) const
{
  return std::any_of(
    control_->reader_cookies.begin(), control_->reader_cookies.end(),
    [&](const std::atomic<std::uint64_t> & cookie) {
      return cookie.load(std::memory_order_acquire) == reader_cookie;
    });
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
    return address >= begin && address < begin + entry.capacity;
  });
}

void Pool::report_limit()
{
  log(
    RMW_LOG_SEVERITY_WARN,
    "shared memory for large messages is used up (" + std::to_string(byte_count_ >> 20) + " of " +
      std::to_string(limit_ >> 20) +
      " MiB, or the system has no more): some messages travel by DDS, which is slower. Release "
      "received messages sooner, or use smaller depths of history");
}

void Pool::fill(SharedMemoryStatistics & statistics) const
{
  statistics.sent = sent_.load(std::memory_order_relaxed);
  statistics.refused = refused_.load(std::memory_order_relaxed);
  statistics.slots = slot_count_.load(std::memory_order_relaxed);
  statistics.bytes = byte_count_.load(std::memory_order_relaxed);
}

}  // namespace rmw::detail::shared_memory
