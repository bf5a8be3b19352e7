// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests of shared memory: this process writes large samples, its children answer what they read.
#ifndef SHARED_MEMORY_SIDE_HPP_
#define SHARED_MEMORY_SIDE_HPP_

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "child.hpp"
#include "numbered_samples.hpp"
#include "rmw/shared_memory.hpp"
#include "shared_memory/pool.hpp"
#include "support.hpp"

namespace test
{

inline constexpr std::size_t mebibyte = std::size_t{1} << 20;

/// Returns a reliable QoS with a history for late readers.
inline rmw_qos_profile_t transient_local(std::size_t depth)
{
  rmw_qos_profile_t qos = rmw_qos_profile_default;
  qos.durability = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
  qos.depth = depth;
  return qos;
}

/// Answers each large sample on `/answers` with "NUMBER SIZE RECEIVED-IN-SLOTS".
class Answering : public rmw::ReaderListener
{
public:
  void on_sample(rmw::Sample && sample, const rmw::SampleInfo &) noexcept override
  {
    std::lock_guard lock(mutex_);
    samples_.push_back(std::move(sample));
    changed_.notify_all();
  }
  void on_matched(const rmw_matched_status_t &) noexcept override { matched_ = true; }
  bool is_matched() const { return matched_; }
  // Sends the answers until the end of input; keeps the last `held` samples.
  void run(rmw::Writer & answers, std::size_t held)
  {
    std::atomic<bool> stop = false;
    std::thread thread([&] {
      std::vector<rmw::Sample> kept;
      std::unique_lock lock(mutex_);
      while (!stop) {
        if (samples_.empty()) {
          changed_.wait_for(lock, 20ms);
          continue;
        }
        const std::vector<rmw::Sample> samples = std::exchange(samples_, {});
        lock.unlock();
        for (const rmw::Sample & sample : samples) {
          const auto number = number_in(sample.bytes());
          answers.write(buffer(
            (number ? std::to_string(*number) : "torn") + " " +
            std::to_string(sample.bytes().size()) + " " +
            std::to_string(rmw::shared_memory_statistics().received)));
          kept.push_back(sample);
          if (kept.size() > held) {
            kept.erase(kept.begin());
          }
        }
        lock.lock();
      }
    });
    Child::wait_for_end_of_input();
    stop = true;
    thread.join();
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<rmw::Sample> samples_;
  std::atomic<bool> matched_{false};
};

/// Answers the samples of `/large` in a child; the last `held` stay.
inline void answer(const rmw_qos_profile_t & qos, std::size_t held)
{
  auto context = participant();
  WriterEvents events;
  auto answers = context->create_writer(options("/answers", keep_all()), events);
  ASSERT_TRUE(eventually([&] { return answers->matched_count() == 1; }));
  Answering listener;
  auto reader = context->create_reader(options("/large", qos), listener);
  listener.run(*answers, held);
}

/// This side of the tests: a writer of /large and a reader of the answers.
struct Side
{
  explicit Side(const rmw_qos_profile_t & qos = keep_all())
  : context(participant()),
    reader(context->create_reader(options("/answers", keep_all()), answers)),
    writer(context->create_writer(options("/large", qos), events))
  {
  }

  /// Publishes until readers get samples in slots: the attachment follows the match.
  bool wait_for_slots()
  {
    return eventually([&] {
      rmw::Buffer buffer = writer->allocate(mebibyte);
      return is_in_slot(buffer);
    });
  }

  /// Publishes samples 1 to 5 in slots. Returns true when a reader has answered them.
  bool publish_five()
  {
    if (!wait_for_slots()) {
      return false;
    }
    for (std::uint32_t i = 1; i <= 5; ++i) {
      publish(*writer, mebibyte, i);
    }
    return answers.wait_for(5);
  }

  static bool is_in_slot(rmw::Buffer & buffer)
  {
    auto * pool = rmw::detail::shared_memory::Pool::instance();
    const auto address = reinterpret_cast<std::uintptr_t>(buffer.bytes().data());
    return pool && pool->contains(address);
  }

  Collector answers;
  WriterEvents events;
  std::shared_ptr<rmw::Participant> context;
  std::unique_ptr<rmw::Reader> reader;
  std::unique_ptr<rmw::Writer> writer;
};

}  // namespace test

#endif  // SHARED_MEMORY_SIDE_HPP_
