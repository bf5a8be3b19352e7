// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The queue of a black box, and the thread that writes it to files.
#include "bag/black_box.hpp"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/condition.hpp"
#include "buffer.hpp"
#include "segment_ring.hpp"

namespace bag
{
namespace
{

/// The longest time that the first message of a batch waits for others. A killed process loses the
/// messages of this time.
constexpr auto batch_period = std::chrono::milliseconds(250);
/// The time between two syncs. A power failure loses the messages of this time.
constexpr auto sync_period = std::chrono::seconds(1);
/// Bytes for faults when the queue is full.
constexpr std::size_t reserve = std::size_t(1) << 16;
/// MCAP numbers channels with 16 bits.
constexpr std::size_t max_topics = 65535;

/// Precedes each message in the queue; a fault is an Entry alone.
struct Entry
{
  bool is_fault;
  std::uint32_t sequence;
  std::size_t topic;
  std::int64_t log_time;
  std::int64_t publish_time;
  std::size_t size;
};

const BlackBoxOptions & checked(const BlackBoxOptions & options)
{
  if (
    options.duration.count() <= 0 || options.after.count() < 0 ||
    options.size < std::size_t(1) << 20 || options.queue < std::size_t(1) << 16) {
    throw std::invalid_argument(
      "black box: expected a duration above 0, an `after` of 0 or more, a size of 1 MiB or more "
      "and "
      "a queue of 64 KiB or more; found " +
      std::to_string(options.duration.count()) + " ns, " + std::to_string(options.after.count()) +
      " ns, " + std::to_string(options.size) + " and " + std::to_string(options.queue) + " bytes");
  }
  return options;
}

}  // namespace

class BlackBox::Impl
{
public:
  Impl(const std::filesystem::path & folder, const BlackBoxOptions & options, BlackBoxEvents events)
  : name_(folder.string()),
    limit_(checked(options).queue / 2),
    events_(events),
    ring_(folder, options, std::move(events))
  {
    for (detail::Buffer * const buffer : {&filling_, &writing_}) {
      buffer->resize(limit_ + reserve);
      buffer->clear();
    }
  }

  ~Impl()
  {
    // finish() has joined the thread, unless this thread itself destroys the object in a callback.
    if (thread_.joinable()) {
      thread_.detach();
    }
  }

  /// The thread shares the ownership of `self`.
  static void start(const std::shared_ptr<Impl> & self)
  {
    sigset_t all;
    sigset_t old_signals;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old_signals);
    try {
      self->thread_ = std::thread([self] { self->run(); });
    } catch (...) {
      pthread_sigmask(SIG_SETMASK, &old_signals, nullptr);
      throw;
    }
    pthread_sigmask(SIG_SETMASK, &old_signals, nullptr);
    pthread_setname_np(self->thread_.native_handle(), "black box");
  }

  std::size_t add_topic(Topic topic)
  {
    const std::lock_guard lock(mutex_);
    if (topics_ >= max_topics) {
      throw std::invalid_argument(topic.name + ": a recording has at most 65535 topics");
    }
    new_topics_.push_back(std::move(topic));
    return topics_++;
  }

  bool write(const Message & message)
  {
    bool is_kept = false;
    bool wakes = false;
    {
      const std::lock_guard lock(mutex_);
      if (message.topic >= topics_) {
        throw std::invalid_argument(
          "topic " + std::to_string(message.topic) + " was not added; there are " +
          std::to_string(topics_));
      }
      if (closing_) {
        return false;
      }
      ++received_;
      is_kept = sizeof(Entry) + message.data.size() <= limit_ - std::min(limit_, filling_.size());
      if (is_kept) {
        wakes = put(message);
      } else {
        ++dropped_;
        wakes = unreported_++ == 0;
      }
    }
    if (wakes) {
      changed_.notify_all();
    }
    return is_kept;
  }

  void save(std::int64_t log_time)
  {
    {
      const std::lock_guard lock(mutex_);
      if (closing_ || filling_.size() + sizeof(Entry) > limit_ + reserve) {
        return;  // thousands of faults already wait
      }
      const Entry entry{true, 0, 0, log_time, 0, 0};
      filling_.put(&entry, sizeof(entry));
      urgent_ = true;
    }
    changed_.notify_all();
  }

  void finish()
  {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    changed_.notify_all();
    if (current_ == this) {
      return;
    }
    const std::lock_guard lock(join_mutex_);
    if (thread_.joinable()) {
      thread_.join();
    }
  }

  const std::filesystem::path & recovered_recording() const noexcept
  {
    return ring_.recovered_recording();
  }

  BlackBoxStatistics statistics() const
  {
    const std::lock_guard lock(mutex_);
    return {received_, dropped_ + lost_, filling_.size() + writing_size_, ring_.saved()};
  }

private:
  using Clock = std::chrono::steady_clock;

  /// Requires the lock. Returns true if the thread must be notified.
  bool put(const Message & message)
  {
    const bool was_empty = filling_.size() == 0;
    const Entry entry{
      false,
      message.sequence,
      message.topic,
      message.log_time,
      message.publish_time,
      message.data.size()};
    std::byte * const to = filling_.extend(sizeof(entry) + entry.size);
    std::memcpy(to, &entry, sizeof(entry));
    if (entry.size != 0) {
      std::memcpy(to + sizeof(entry), message.data.data(), entry.size);
    }
    const bool was_urgent = std::exchange(urgent_, urgent_ || filling_.size() >= limit_ / 2);
    return was_empty || urgent_ != was_urgent;
  }

  void run()
  {
    current_ = this;
    Clock::time_point synced = Clock::now();
    bool is_synced = true;
    std::unique_lock lock(mutex_);
    while (true) {
      const auto has_work = [&] { return filling_.size() != 0 || unreported_ != 0 || closing_; };
      if (is_synced) {
        changed_.wait(lock, has_work);
      } else {
        changed_.wait_until(lock, synced + sync_period, has_work);
      }
      if (filling_.size() != 0 && !urgent_ && !closing_) {
        changed_.wait_until(lock, Clock::now() + batch_period, [&] { return urgent_ || closing_; });
      }
      const bool ends = closing_;
      std::swap(filling_, writing_);
      writing_size_ = writing_.size();
      urgent_ = false;
      std::vector<Topic> topics = std::exchange(new_topics_, {});
      const std::uint64_t unreported = std::exchange(unreported_, 0);
      lock.unlock();

      for (Topic & topic : topics) {
        guarded([&] { ring_.add_topic(std::move(topic)); });
      }
      if (writing_.size() != 0) {
        guarded([&] { write_batch(); });
        is_synced = false;
      }
      dropped_unreported_ += unreported;
      report_dropped(ends);
      if (!is_synced && Clock::now() - synced >= sync_period) {
        ring_.sync();
        synced = Clock::now();
        is_synced = true;
      }
      if (ends) {
        guarded([&] { ring_.finish(); });
      }

      lock.lock();
      writing_.clear();
      writing_size_ = 0;
      lost_ = ring_.lost();
      if (ends) {
        return;
      }
    }
  }

  /// The ring reports errors of the files; this handles unexpected exceptions, such as out of
  /// memory.
  template <typename Function>
  void guarded(const Function & function) noexcept
  {
    try {
      function();
    } catch (const std::exception & error) {
      detail::report_failure(events_, Error(name_ + " lost messages: " + error.what(), ENOMEM));
    }
  }

  void write_batch()
  {
    const std::span<const std::byte> all = writing_.bytes();
    for (std::size_t at = 0; at < all.size();) {
      Entry entry;
      std::memcpy(&entry, all.data() + at, sizeof(entry));
      at += sizeof(entry);
      if (entry.is_fault) {
        ring_.fault(entry.log_time);
      } else {
        ring_.write(
          {entry.topic, entry.log_time, entry.publish_time, entry.sequence,
           all.subspan(at, entry.size)});
        at += entry.size;
      }
    }
    ring_.flush();
  }

  /// Reports dropped messages at most once a second, and at the end.
  void report_dropped(bool ends)
  {
    const Clock::time_point now = Clock::now();
    if (dropped_unreported_ == 0 || (now < dropped_reported_ + std::chrono::seconds(1) && !ends)) {
      return;
    }
    dropped_reported_ = now;
    const std::uint64_t count = std::exchange(dropped_unreported_, 0);
    detail::report_failure(
      events_, Error(
                 name_ + " dropped " + std::to_string(count) +
                   " messages: they come faster than the disk writes, or are larger than half the "
                   "queue",
                 ENOBUFS));
  }

  static thread_local const Impl * current_;  // the box to which this thread belongs

  const std::string name_;
  const std::size_t limit_;  // of each of the two halves of the queue
  const BlackBoxEvents events_;

  mutable std::mutex mutex_;  // guards the members below
  base::Condition changed_;
  detail::Buffer filling_;
  std::vector<Topic> new_topics_;
  std::size_t topics_ = 0;
  std::size_t writing_size_ = 0;
  std::uint64_t received_ = 0;
  std::uint64_t dropped_ = 0;
  std::uint64_t unreported_ = 0;  // number of dropped messages that have not been reported
  std::uint64_t lost_ = 0;
  bool urgent_ = false;
  bool closing_ = false;

  // Used only by the thread.
  detail::Buffer writing_;
  detail::SegmentRing ring_;
  std::uint64_t dropped_unreported_ = 0;
  Clock::time_point dropped_reported_{};

  std::mutex join_mutex_;  // guards thread_ while it is joined
  std::thread thread_;
};

thread_local const BlackBox::Impl * BlackBox::Impl::current_ = nullptr;

BlackBox::BlackBox(
  const std::filesystem::path & folder, const BlackBoxOptions & options, BlackBoxEvents events)
: process_(::getpid()), impl_(std::make_shared<Impl>(folder, options, std::move(events)))
{
  Impl::start(impl_);
}

BlackBox::~BlackBox()
{
  if (process_ != ::getpid()) {
    // A forked child has no such thread, and its parent's thread may have held the lock.
    static_cast<void>(new (std::nothrow) std::shared_ptr<Impl>(std::move(impl_)));
    return;
  }
  impl_->finish();
}

std::size_t BlackBox::add_topic(Topic topic)
{
  topic.count = 0;
  return impl_->add_topic(std::move(topic));
}

bool BlackBox::write(
  std::size_t topic, std::int64_t log_time, std::int64_t publish_time,
  std::span<const std::byte> data, std::uint32_t sequence)
{
  return impl_->write({topic, log_time, publish_time, sequence, data});
}

void BlackBox::save(std::int64_t log_time)
{
  impl_->save(log_time);
}

void BlackBox::finish()
{
  if (process_ != ::getpid()) {
    return;  // a forked child does not have the thread, and shares the files with its parent
  }
  impl_->finish();
}

const std::filesystem::path & BlackBox::recovered_recording() const noexcept
{
  return impl_->recovered_recording();
}

BlackBoxStatistics BlackBox::statistics() const
{
  return impl_->statistics();
}

}  // namespace bag
