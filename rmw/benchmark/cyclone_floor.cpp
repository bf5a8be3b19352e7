// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// cyclone_floor: the lower bound of two_processes (benchmarks/): the same payload, rate and QoS
// through Cyclone DDS's C API alone, and one hand-over from its receive thread to another thread,
// which every executor needs.
#include <dds/dds.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "common/one_way.hpp"
#include "common/options.hpp"

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

benchmarks::SenderReport publish(const benchmarks::Plan & plan)
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
  std::vector<std::uint8_t> payload(plan.bytes);
  Bytes sample{};
  sample.data._buffer = payload.data();
  sample.data._length = sample.data._maximum = static_cast<std::uint32_t>(payload.size());
  auto report = benchmarks::send_all(plan, [&](std::int64_t number) {
    benchmarks::write_head(payload.data(), number);
    check("write", dds_write(writer, &sample));
  });
  dds_wait_for_acks(writer, DDS_SECS(10));
  return report;
}

void on_data(dds_entity_t reader, void * hand_over)
{
  void * samples[1] = {nullptr};
  dds_sample_info_t info[1];
  while (dds_take(reader, samples, info, 1, 1) > 0) {
    const auto & data = static_cast<const Bytes *>(samples[0])->data;
    if (info[0].valid_data && data._length >= sizeof(benchmarks::Head)) {
      static_cast<benchmarks::HandOver *>(hand_over)->push(data._buffer);
    }
    dds_return_loan(reader, samples, 1);
  }
}

void subscribe(benchmarks::Receiver & receiver)
{
  benchmarks::HandOver hand_over;
  const Entities entities;
  dds_listener_t * listener = dds_create_listener(&hand_over);
  dds_lset_data_available(listener, on_data);
  check("reader", dds_create_reader(entities.participant, entities.topic, entities.qos, listener));
  dds_delete_listener(listener);
  hand_over.receive_all(receiver);
}

}  // namespace

int main(int argc, char ** argv)
{
  auto options = benchmarks::parse(argc, argv, {{"bytes", 100}, {"rate", 500}, {"count", 2000}});
  const benchmarks::Plan plan(options);
  return benchmarks::measure_one_way(
    benchmarks::Result("cyclone_floor"), plan, [&] { return publish(plan); }, subscribe);
}
