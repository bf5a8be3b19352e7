// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Sending.

#include "rmw/writer.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "cyclonedds/endpoint_impl.hpp"
#include "cyclonedds/inside.h"
#include "cyclonedds/payload.hpp"
#include "rmw/log.hpp"
#include "rmw/names.hpp"
#include "rmw/time.h"

namespace rmw
{
namespace detail
{

namespace
{

// Receivers treat any other header as a broken packet, and a reliable writer would repeat it for
// ever.
bool is_cdr(std::span<const std::byte> sample)
{
  return sample.size() >= cdr_header_size && sample[0] == std::byte{0} && sample[1] <= std::byte{1};
}

}  // namespace

class WriterImpl : public EndpointImpl
{
  using Clock = std::chrono::steady_clock;

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

  bool has_lease() const { return lease_.count() > 0; }

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
    stamp(*payload, type_, source_timestamp_ns);
    renew_lease();
    const dds_return_t result = forward(entity_, payload);
    if (result < 0 && given_up_.load(std::memory_order_acquire)) {
      if (!reported_.exchange(true)) {
        log(
          RMW_LOG_SEVERITY_WARN, "topic '" + shown_topic(description_->topic) +
                                   "': what is published at the end is given up, as its readers "
                                   "do not answer");
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

  // Writes like a listener call: never after the end of the endpoint.
  void write_unless_ended(const Sample & sample)
  {
    call([&] { write(Payload::share(PayloadAccess::get(sample)), 0); });
  }

  bool wait_for_acked(std::chrono::nanoseconds timeout)
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

  ParticipantImpl & participant() const { return *participant_; }

  bool assert_liveliness()
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
  Clock::duration lease_{0};  // 0: none
  std::atomic<Clock::time_point> asserted_{Clock::now()};
  std::atomic<bool> lost_{false};
  std::int32_t total_lost_ = 0;  // only the engine's thread uses it
};

}  // namespace detail

Writer::Writer(std::shared_ptr<detail::WriterImpl> impl) : impl_(std::move(impl))
{
}
Writer::~Writer()
{
  detail::EndpointImpl::drop(std::move(impl_));
}

void Writer::write(Buffer && buffer, std::int64_t source_timestamp_ns)
{
  impl_->write(detail::PayloadAccess::release(std::move(buffer)), source_timestamp_ns);
}

void Writer::write(const Sample & sample, std::int64_t source_timestamp_ns)
{
  // A received sample has its own timestamp and type, and others may be reading them.
  detail::Payload * payload = detail::PayloadAccess::get(sample);
  impl_->write(payload ? detail::Payload::share(payload) : nullptr, source_timestamp_ns);
}

void Writer::write_later(Buffer && buffer)
{
  impl_->participant().do_later(
    [impl = impl_, sample = Sample(std::move(buffer))] { impl->write_unless_ended(sample); });
}

Gid Writer::gid() const noexcept
{
  return impl_->description()->gid;
}
const rmw_qos_profile_t & Writer::actual_qos() const noexcept
{
  return impl_->description()->qos;
}
const std::shared_ptr<const Endpoint> & Writer::endpoint() const noexcept
{
  return impl_->description();
}
std::size_t Writer::matched_count() const noexcept
{
  return impl_->matched_count();
}
std::vector<std::shared_ptr<const RemoteReader>> Writer::matched_readers() const
{
  return impl_->matched();
}
bool Writer::wait_for_acked(std::chrono::nanoseconds timeout)
{
  return impl_->wait_for_acked(timeout);
}
bool Writer::assert_liveliness()
{
  return impl_->assert_liveliness();
}

std::unique_ptr<Writer> Participant::create_writer(
  const EndpointOptions & options, WriterListener & listener)
{
  auto impl = std::make_shared<detail::WriterImpl>(impl_, options, listener);
  impl_->add_local(impl);
  if (impl->has_lease()) {
    impl_->watch_time(impl);
  }
  return std::make_unique<Writer>(std::move(impl));
}

}  // namespace rmw
