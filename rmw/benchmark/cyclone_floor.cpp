// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// cyclone_floor: the lower bound of two_processes (benchmarks/): the same payload, rate and QoS
// through Cyclone DDS's C API alone, and one hand-over from its receive thread to another thread,
// which every executor needs. `write` is the time in dds_write.
#include <dds/dds.h>
#include <sys/wait.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "common/options.hpp"
#include "common/result.hpp"

namespace
{

// Like std_msgs/msg/UInt8MultiArray on the wire, without its (empty) layout: a sequence of octets.
struct Bytes
{
  dds_sequence_t data;
};

constexpr std::uint32_t ops[] = {
  std::uint32_t{DDS_OP_ADR} | std::uint32_t{DDS_OP_TYPE_SEQ} | std::uint32_t{DDS_OP_SUBTYPE_1BY},
  offsetof(Bytes, data), DDS_OP_RTS};

const dds_topic_descriptor_t descriptor = {
  .m_size = sizeof(Bytes),
  .m_align = alignof(Bytes),
  .m_flagset = DDS_TOPIC_NO_OPTIMIZE,
  .m_nkeys = 0,
  .m_typename = "rxros2_benchmark::Bytes",
  .m_keys = nullptr,
  .m_nops = 2,
  .m_ops = ops,
  .m_meta = "",
  .type_information = {},
  .type_mapping = {},
  .restrict_data_representation = 0,
};

struct Head
{
  std::int64_t sent_ns;
  std::int64_t number;  // negative: warm-up; `last`: the end
};
constexpr std::int64_t last = INT64_MAX;
constexpr std::int64_t warm_up = 20;

struct Plan
{
  std::size_t bytes;
  double rate;
  std::int64_t count;
};

[[noreturn]] void fail(const char * what, dds_return_t code)
{
  std::fprintf(stderr, "cyclone_floor: %s: %s\n", what, dds_strretcode(-code));
  std::_Exit(1);
}

dds_entity_t check(const char * what, dds_entity_t entity)
{
  if (entity < 0) {
    fail(what, entity);
  }
  return entity;
}

struct Entities
{
  Entities()
  {
    participant =
      check("participant", dds_create_participant(DDS_DOMAIN_DEFAULT, nullptr, nullptr));
    topic = check(
      "topic", dds_create_topic(participant, &descriptor, "rxros2_benchmark", nullptr, nullptr));
    qos = dds_create_qos();
    dds_qset_reliability(qos, DDS_RELIABILITY_RELIABLE, DDS_INFINITY);
    dds_qset_history(qos, DDS_HISTORY_KEEP_LAST, 100);
  }
  ~Entities()
  {
    dds_delete_qos(qos);
    dds_delete(participant);
  }
  Entities(const Entities &) = delete;
  Entities & operator=(const Entities &) = delete;
  dds_entity_t participant, topic;
  dds_qos_t * qos;
};

int publish(const Plan & plan)
{
  const Entities entities;
  const dds_entity_t writer =
    check("writer", dds_create_writer(entities.participant, entities.topic, entities.qos, nullptr));
  dds_publication_matched_status_t matched{};
  for (int i = 0; matched.current_count == 0; ++i) {
    if (i == 20000) {
      fail("no reader within 20 s", DDS_RETCODE_TIMEOUT);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    dds_get_publication_matched_status(writer, &matched);
  }
  std::vector<std::uint8_t> payload(std::max(plan.bytes, sizeof(Head)));
  Bytes sample{};
  sample.data._buffer = payload.data();
  sample.data._length = sample.data._maximum = static_cast<std::uint32_t>(payload.size());
  const auto send = [&](std::int64_t number) {
    const Head head{benchmarks::now_ns(), number};
    std::memcpy(payload.data(), &head, sizeof head);
    check("write", dds_write(writer, &sample));
  };
  const auto period = std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 / plan.rate));
  auto next = std::chrono::steady_clock::now();
  std::vector<double> report{0};  // seconds of CPU time, then the time of each write in µs
  double cpu = 0;
  for (std::int64_t number = -warm_up; number < plan.count; ++number) {
    if (number == 0) {
      cpu = benchmarks::cpu_seconds();
    }
    const std::int64_t begin = benchmarks::now_ns();
    send(number);
    if (number >= 0) {
      report.push_back(static_cast<double>(benchmarks::now_ns() - begin) / 1000.0);
    }
    next += period;
    std::this_thread::sleep_until(next);
  }
  report[0] = benchmarks::cpu_seconds() - cpu;
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  send(last);
  dds_wait_for_acks(writer, DDS_SECS(10));
  return std::fwrite(report.data(), sizeof(double), report.size(), stdout) == report.size() ? 0 : 1;
}

// The hand-over: a queue, a lock, a condition variable.
class Queue
{
public:
  void push(const Head & head)
  {
    {
      const std::lock_guard lock(mutex_);
      heads_.push_back(head);
    }
    arrived_.notify_one();
  }
  Head pop()
  {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [&] { return !heads_.empty(); });
    const Head head = heads_.front();
    heads_.pop_front();
    return head;
  }

private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Head> heads_;
};

void on_data(dds_entity_t reader, void * queue)
{
  void * samples[1] = {nullptr};
  dds_sample_info_t info[1];
  while (dds_take(reader, samples, info, 1, 1) > 0) {
    const auto & data = static_cast<const Bytes *>(samples[0])->data;
    if (info[0].valid_data && data._length >= sizeof(Head)) {
      Head head{};
      std::memcpy(&head, data._buffer, sizeof head);
      static_cast<Queue *>(queue)->push(head);
    }
    dds_return_loan(reader, samples, 1);
  }
}

int subscribe(const Plan & plan, int from_publisher)
{
  Queue queue;
  std::vector<double> latencies;
  latencies.reserve(static_cast<std::size_t>(plan.count));
  double cpu = 0;
  double switches = 0;
  {
    const Entities entities;
    dds_listener_t * listener = dds_create_listener(&queue);
    dds_lset_data_available(listener, on_data);
    check(
      "reader", dds_create_reader(entities.participant, entities.topic, entities.qos, listener));
    dds_delete_listener(listener);
    while (true) {
      const Head head = queue.pop();
      const std::int64_t now = benchmarks::now_ns();
      if (head.number == last) {
        break;
      }
      if (head.number >= 0) {
        if (latencies.empty()) {
          cpu = benchmarks::cpu_seconds();
          switches = benchmarks::context_switches();
        }
        latencies.push_back(static_cast<double>(now - head.sent_ns) / 1000.0);
      }
    }
    cpu = benchmarks::cpu_seconds() - cpu;
    switches = benchmarks::context_switches() - switches;
  }
  std::vector<double> report(static_cast<std::size_t>(plan.count) + 1);
  int status = 0;
  std::FILE * const file = fdopen(from_publisher, "r");
  const bool ended =
    file != nullptr &&
    std::fread(report.data(), sizeof(double), report.size(), file) == report.size();
  wait(&status);
  if (!ended || status != 0) {
    std::fprintf(stderr, "cyclone_floor: the publisher did not come to its end\n");
    return 1;
  }
  benchmarks::Result result("cyclone_floor");
  result.setting("bytes", static_cast<double>(plan.bytes));
  result.setting("rate_hz", plan.rate);
  result.setting("count", static_cast<double>(plan.count));
  result.value(
    "lost", "messages", static_cast<double>(plan.count) - static_cast<double>(latencies.size()));
  result.value("cpu_receiver", "us/item", cpu / static_cast<double>(plan.count) * 1e6);
  result.value("switches_receiver", "1/item", switches / static_cast<double>(plan.count));
  result.value("cpu_sender", "us/item", report[0] / static_cast<double>(plan.count) * 1e6);
  result.distribution("one_way", "us", latencies);
  report.erase(report.begin());
  result.distribution("write", "us", report);
  result.print();
  return 0;
}

}  // namespace

int main(int argc, char ** argv)
{
  auto options = benchmarks::parse(argc, argv, {{"bytes", 100}, {"rate", 500}, {"count", 2000}});
  const Plan plan{
    static_cast<std::size_t>(options["bytes"]), options["rate"],
    static_cast<std::int64_t>(options["count"])};
  int ends[2];
  if (pipe(ends) != 0) {
    return 1;
  }
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    return publish(plan);
  }
  close(ends[1]);
  return subscribe(plan, ends[0]);
}
