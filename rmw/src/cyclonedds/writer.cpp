// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Sending.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include "cyclonedds/able_readers.h"
#include "cyclonedds/endpoint_impl.hpp"
#include "cyclonedds/inside.h"
#include "cyclonedds/payload.hpp"
#include "rmw/fork.hpp"
#include "rmw/log.hpp"
#include "rmw/names.hpp"
#include "rmw/time.h"
#include "rmw/writer.hpp"

namespace rmw::detail
{

class WriterImpl final : public EndpointImpl, public Sender
{
  using Clock = std::chrono::steady_clock;

  // The slots that unacknowledged samples of a KEEP_ALL writer may occupy. Further samples travel
  // by DDS, whose flow control counts their bytes and makes the writer wait.
  static constexpr std::uint64_t most_keep_all_bytes = std::uint64_t{32} << 20;

public:
  WriterImpl(
    std::shared_ptr<ParticipantImpl> participant, const EndpointOptions & options,
    WriterListener & listener)
  : EndpointImpl(std::move(participant), EndpointKind::writer, options, listener),
    listener_(listener)
  {
    dds_listener_t * callbacks = dds_create_listener(static_cast<EndpointImpl *>(this));
    set_common_callbacks(callbacks);
    dds_lset_offered_deadline_missed(
      callbacks, [](dds_entity_t, const dds_offered_deadline_missed_status_t status, void * self) {
        of(self).on_deadline(status);
      });
    create(options, callbacks);
    const rmw_qos_profile_t & qos = description_->qos;
    if (entity_ != 0 && qos.liveliness == RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC) {
      const std::int64_t lease = rmw_time_total_nsec(qos.liveliness_lease_duration);
      lease_ =
        lease > 0 && lease != INT64_MAX ? std::chrono::nanoseconds(lease) : Clock::duration(0);
    }
  }
  ~WriterImpl() override { end(); }

  // Returns shared memory if a reader can read it, else ordinary memory.
  Buffer allocate(std::size_t size) override
  {
    shared_memory::Pool * pool = shared_memory_;
    if (!pool || size < shared_memory::Pool::smallest_sample || entity_ == 0 || is_forked_copy()) {
      return Buffer(size);
    }
    acknowledge_received(*pool);
    if (many_are_kept() || !some_readers_are_able(*pool)) {
      return Buffer(size);
    }
    const auto slot = pool->allocate(size);
    if (!slot) {
      return Buffer(size);
    }
    if (slot->is_new) {
      participant_->check_time_soon();  // for the periodic work of the pool
    }
    try {
      return Buffer(SentPayload::create(size, *slot, *memory_, pool->announcement().cookie));
    } catch (...) {
      pool->release(slot->index);
      throw;
    }
  }

  bool has_lease() const { return lease_.count() > 0; }

  void write(Buffer && buffer, std::int64_t source_timestamp_ns) override
  {
    write(PayloadAccess::release(std::move(buffer)), source_timestamp_ns);
  }

  void write(const Sample & sample, std::int64_t source_timestamp_ns) override
  {
    // A received sample has its own timestamp and type, and others may be reading them.
    Payload * payload = PayloadAccess::get(sample);
    write(payload ? Payload::share(payload) : nullptr, source_timestamp_ns);
  }

  void write_unless_ended(const Sample & sample) override
  {
    call([&] { write(sample, 0); });
  }

  void write(Payload * payload, std::int64_t source_timestamp_ns)
  {
    if (!payload || !is_cdr(payload->bytes())) {
      if (payload) {
        Payload::unref(payload);
      }
      throw error(
        "cannot write on topic '" + description_->topic +
        "': the sample does not begin with the 4-byte header of CDR (0, 0 or 1, any, any)");
    }
    if (entity_ == 0) {
      Payload::unref(payload);
      return;
    }
    try {
      participant_->note_write();
    } catch (...) {
      Payload::unref(payload);
      throw;
    }
    avoid_multicast();
    const bool is_latched =
      description_->qos.durability == RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
    SentPayload * const in_slot = begin_in_slot(*payload, is_latched);
    if (is_latched) {
      static std::atomic<std::uint64_t> count = 0;
      payload->latched_number = count.fetch_add(1, std::memory_order_relaxed) + 1;
    }
    stamp(*payload, type_, source_timestamp_ns);
    renew_lease();
    const dds_return_t result = forward(entity_, payload);
    if (in_slot) {
      end_in_slot(*in_slot, is_latched);
    }
    if (result < 0 && given_up_.load(std::memory_order_acquire)) {
      if (!reported_.exchange(true)) {
        log(
          RMW_LOG_SEVERITY_WARN,
          "topic '" + shown_topic(description_->topic) +
            "': the last messages before the end are discarded, because their "
            "readers do not answer");
      }
      return;
    }
    if (result < 0) {
      throw error(
        "cannot write on topic '" + description_->topic + "': " + return_code_text(result));
    }
  }

  void end_blocked_write() override
  {
    call([&] {
      if (entity_ == 0) {
        return;
      }
      const std::int64_t silence = rmw_silence_of_readers(entity_, type_);
      if (silence < patience_with_readers.count() / 2) {
        asked_ = Clock::time_point::max();
        return;
      }
      // Heartbeats may be a second apart by now, and a reader only answers requests.
      rmw_ask_for_acknowledgements(entity_, type_);
      asked_ = std::min(asked_, Clock::now());
      const std::int64_t waited = std::chrono::nanoseconds(Clock::now() - asked_).count();
      if (std::min(silence, waited) >= patience_with_readers.count()) {
        given_up_.store(true, std::memory_order_release);
        rmw_end_blocked_write(entity_, type_);
      }
    });
  }

  bool wait_for_acked(std::chrono::nanoseconds timeout) override
  {
    if (entity_ == 0) {
      return true;
    }
    const dds_duration_t duration = timeout.count() < 0 ? DDS_INFINITY : timeout.count();
    const dds_return_t result = dds_wait_for_acks(entity_, duration);
    if (result < 0 && result != DDS_RETCODE_TIMEOUT) {
      throw error(
        "cannot wait for acknowledgements on topic '" + description_->topic +
        "': " + return_code_text(result));
    }
    return result == DDS_RETCODE_OK;
  }

  bool assert_liveliness() override
  {
    renew_lease();
    return entity_ == 0 || dds_assert_liveliness(entity_) == DDS_RETCODE_OK;
  }

  // Watches the lease of a writer that must assert its liveliness. Cyclone's own writers only
  // become alive again by data, and some of ours never send any.
  Clock::time_point check_time() override
  {
    if (lost_) {
      return Clock::time_point::max();  // renew_lease() will wake the thread
    }
    if (Clock::now() < lease_end()) {
      return lease_end();
    }
    lost_ = true;
    if (Clock::now() < lease_end()) {
      lost_ = false;  // renewed in the meantime by a thread that could not know it
      return lease_end();
    }
    ++total_lost_;
    call([&] { listener_.on_liveliness_lost({total_lost_, 1}); });
    return Clock::time_point::max();
  }

private:
  static WriterImpl & of(void * self)
  {
    return static_cast<WriterImpl &>(*static_cast<EndpointImpl *>(self));
  }

  void peer_changed(dds_instance_handle_t, const EndpointPtr &) override
  {
    readers_changed_.store(true, std::memory_order_release);
  }

  // Prepares the write of a sample. Returns it with a reference if it is in a slot of this writer.
  SentPayload * begin_in_slot(Payload & payload, bool is_latched)
  {
    if (payload.place != PayloadPlace::sent_slot) {
      return nullptr;
    }
    auto & sent = static_cast<SentPayload &>(payload);
    if (sent.memory != memory_.get()) {
      sent.is_whole = true;  // from the buffer of another writer, with other readers
      return nullptr;
    }
    sent.descriptor.size = sent.size;
    sent.can_split = true;
    auto & owner = sent.owner ? static_cast<SentPayload &>(*sent.owner) : sent;
    owner.is_shared.store(true, std::memory_order_relaxed);
    if (is_latched) {
      owner.receivers = shared_memory::Pool::unknown_receivers;  // late readers, too
    }
    shared_memory_->note_sent();
    Payload::ref(&sent);
    return &sent;
  }

  // Ends the write and releases the reference.
  void end_in_slot(SentPayload & sent, bool is_latched)
  {
    const bool many_wait = memory_->in_use.load(std::memory_order_relaxed) / 4 > sent.size;
    if (sent.is_split.exchange(false)) {
      rmw_end_unfinished_split_write(entity_, type_, &memory_->able);
      rmw_ask_for_acknowledgements(entity_, type_);  // no heartbeat was sent to the able readers
    } else if (many_wait && !is_latched) {
      ask_for_acknowledgements();
    }
    if (is_latched) {
      // Cyclone may send what it repeats for one reader to all of them, also to a late one.
      sent.is_whole = true;
    }
    Payload::unref(&sent);
  }

  // Returns true if many samples of a KEEP_ALL writer wait already.
  bool many_are_kept() const
  {
    return description_->qos.history == RMW_QOS_POLICY_HISTORY_KEEP_ALL &&
           memory_->in_use.load(std::memory_order_relaxed) > most_keep_all_bytes;
  }

  // Releases the slots of samples that all readers have received, which is known before they
  // acknowledge it: the next sample then takes a slot that is still in the processor's caches.
  void acknowledge_received(const shared_memory::Pool & pool)
  {
    const auto run = memory_->descriptors.received(pool);
    if (
      run.last != 0 &&
      rmw_acknowledge_for_readers(entity_, type_, &memory_->able, run.first, run.last)) {
      memory_->descriptors.forget_until(run.last);
    }
  }

  // Asks for them earlier than Cyclone DDS would: slots that are reused soon are still in the
  // processor's caches. Not more often, because samples may also wait in queues of this process.
  void ask_for_acknowledgements()
  {
    const Clock::time_point now = Clock::now();
    Clock::time_point last = asked_for_slots_.load(std::memory_order_relaxed);
    if (
      now - last >= std::chrono::milliseconds(20) &&
      asked_for_slots_.compare_exchange_strong(last, now, std::memory_order_relaxed)) {
      rmw_ask_for_acknowledgements(entity_, type_);
    }
  }

  // Looks at the readers only after a change of them, or of the processes that read our memory.
  bool some_readers_are_able(const shared_memory::Pool & pool)
  {
    const std::uint32_t attachments = pool.attachments();
    const bool is_stale = readers_changed_.load(std::memory_order_acquire) ||
                          attachments != seen_attachments_.load(std::memory_order_relaxed);
    const bool able = were_able_.load(std::memory_order_relaxed);
    if (!is_stale && (!able || rmw_readers_are_as_found(&memory_->able))) {
      return able;
    }
    std::lock_guard lock(able_mutex_);
    readers_changed_.exchange(false, std::memory_order_acq_rel);
    seen_attachments_.store(attachments, std::memory_order_relaxed);
    std::vector<dds_guid_t> guids;
    std::uint64_t receivers = 0;
    for (const EndpointPtr & reader : matched()) {
      const auto announcement = shared_memory::announcement_in(reader->user_data);
      const std::uint64_t bit = announcement ? pool.reader_bit(announcement->cookie) : 0;
      if (bit != 0) {
        // Cyclone may deliver a descriptor to each of the readers in one process on its own.
        receivers |= (receivers & bit) != 0 ? shared_memory::Pool::unknown_receivers : bit;
        std::copy(reader->gid.begin(), reader->gid.end(), guids.emplace_back().v);
      }
    }
    memory_->receivers.store(receivers, std::memory_order_relaxed);
    const bool now_able =
      rmw_find_able_readers(entity_, type_, &memory_->able, guids.data(), guids.size()) &&
      rmw_readers_are_as_found(&memory_->able);
    were_able_.store(now_able, std::memory_order_relaxed);
    return now_able;
  }

  // Lets samples of all sizes go to the mailboxes of the readers' processes, if all are local.
  void avoid_multicast()
  {
    if (!shared_memory_) {
      return;
    }
    try {
      some_readers_are_able(*shared_memory_);
    } catch (const std::bad_alloc &) {
      readers_changed_.store(true, std::memory_order_release);  // the next sample tries again
    }
  }

  // A lease may be so long that it never ends.
  Clock::time_point lease_end() const
  {
    const Clock::time_point asserted = asserted_.load();
    return lease_ > Clock::time_point::max() - asserted ? Clock::time_point::max()
                                                        : asserted + lease_;
  }

  void renew_lease()
  {
    if (has_lease()) {
      asserted_.store(Clock::now());
      if (lost_.exchange(false)) {
        participant_->check_time_soon();
      }
    }
  }

  void on_deadline(const dds_offered_deadline_missed_status_t & status)
  {
    call([&] {
      listener_.on_deadline_missed(
        {static_cast<std::int32_t>(status.total_count), status.total_count_change});
    });
  }

  // time at which the readers of a blocked write were queried at the end; for the engine's thread
  Clock::time_point asked_ = Clock::time_point::max();
  std::atomic<bool> given_up_{false};  // its blocked write was ended, so every later one fails
  std::atomic<bool> reported_{false};
  WriterListener & listener_;
  struct Unref
  {
    void operator()(WriterMemory * memory) const { memory->unref(); }
  };
  const std::unique_ptr<WriterMemory, Unref> memory_{new WriterMemory};
  std::mutex able_mutex_;  // guards the order of changes of the next three and of memory_->able
  std::atomic<bool> readers_changed_{true};
  std::atomic<std::uint32_t> seen_attachments_{0};
  std::atomic<bool> were_able_{false};
  std::atomic<Clock::time_point> asked_for_slots_{Clock::time_point{}};
  Clock::duration lease_{0};  // 0: none
  std::atomic<Clock::time_point> asserted_{Clock::now()};
  std::atomic<bool> lost_{false};
  std::int32_t total_lost_ = 0;  // only the engine's thread uses it
};

std::unique_ptr<Writer> ParticipantImpl::create_writer(
  const EndpointOptions & options, WriterListener & listener)
{
  auto impl = std::make_shared<WriterImpl>(
    std::static_pointer_cast<ParticipantImpl>(shared_from_this()), options, listener);
  add_local(impl);
  if (impl->has_lease()) {
    watch_time(impl);
  }
  Sender & sender = *impl;
  return std::make_unique<Writer>(std::move(impl), sender);
}

}  // namespace rmw::detail
