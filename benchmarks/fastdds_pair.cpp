// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// fastdds_pair: what two_processes measures, through Fast DDS 2 alone and one hand-over to another
// thread, which every executor needs. Its default transports are shared memory and UDP, as in ROS
// 2. --segment N: a segment of N MiB of shared memory, in place of the default of 512 KiB.
#include <fastdds/rtps/transport/shared_mem/SharedMemTransportDescriptor.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/topic/Topic.hpp>
#include <fastdds/dds/topic/TopicDataType.hpp>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "common/one_way.hpp"
#include "common/options.hpp"

namespace
{

namespace dds = eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;
using benchmarks::Plan;
using Bytes = std::vector<std::uint8_t>;

// A sequence of octets in CDR: header, length, octets.
class BytesType : public dds::TopicDataType
{
public:
  BytesType()
  {
    setName("rxros2_benchmark::Bytes");
    m_typeSize = overhead;  // grows as needed
    m_isGetKeyDefined = false;
  }

  bool serialize(void * data, rtps::SerializedPayload_t * payload) override
  {
    const auto & bytes = *static_cast<const Bytes *>(data);
    const std::uint8_t header[4] = {0, 1, 0, 0};  // little-endian
    const auto length = static_cast<std::uint32_t>(bytes.size());
    payload->encapsulation = CDR_LE;
    payload->length = static_cast<std::uint32_t>(bytes.size() + overhead);
    std::memcpy(payload->data, header, sizeof header);
    std::memcpy(payload->data + sizeof header, &length, sizeof length);
    std::memcpy(payload->data + overhead, bytes.data(), bytes.size());
    return true;
  }
  bool deserialize(rtps::SerializedPayload_t * payload, void * data) override
  {
    if (payload->length < overhead) {
      return false;
    }
    static_cast<Bytes *>(data)->assign(payload->data + overhead, payload->data + payload->length);
    return true;
  }
  std::function<std::uint32_t()> getSerializedSizeProvider(void * data) override
  {
    return [data] {
      return static_cast<std::uint32_t>(static_cast<const Bytes *>(data)->size() + overhead);
    };
  }
  void * createData() override { return new Bytes; }
  void deleteData(void * data) override { delete static_cast<Bytes *>(data); }
  bool getKey(void *, rtps::InstanceHandle_t *, bool) override { return false; }

private:
  static constexpr std::size_t overhead = 8;
};

template <typename T>
T * check(const char * name, T * pointer)
{
  if (!pointer) {
    throw std::runtime_error(std::string("fastdds_pair: no ") + name);
  }
  return pointer;
}

// A participant with the topic. QoS as rmw_fastrtps sets them; reliable, 100 messages deep.
struct Entities
{
  explicit Entities(std::size_t segment_mib)
  {
    auto qos = dds::PARTICIPANT_QOS_DEFAULT;
    if (segment_mib > 0) {
      const auto size = static_cast<std::uint32_t>(segment_mib << 20);
      const auto shared = std::make_shared<eprosima::fastdds::rtps::SharedMemTransportDescriptor>();
      shared->segment_size(size);
      shared->max_message_size(size);
      qos.transport().use_builtin_transports = false;
      qos.transport().user_transports.push_back(shared);
    }
    const char * const text = std::getenv("ROS_DOMAIN_ID");
    const auto domain = static_cast<std::uint32_t>(text ? std::strtoul(text, nullptr, 10) : 0);
    participant = check("participant", factory()->create_participant(domain, qos));
    type.register_type(participant);
    topic = check(
      "topic",
      participant->create_topic("rxros2_benchmark", type.get_type_name(), dds::TOPIC_QOS_DEFAULT));
  }
  ~Entities()
  {
    participant->delete_contained_entities();
    factory()->delete_participant(participant);
  }
  Entities(const Entities &) = delete;
  Entities & operator=(const Entities &) = delete;

  template <typename Qos>
  static Qos with_policies(Qos qos)
  {
    qos.endpoint().history_memory_policy = rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
    qos.data_sharing().off();
    qos.history().kind = dds::KEEP_LAST_HISTORY_QOS;
    qos.history().depth = 100;
    qos.reliability().kind = dds::RELIABLE_RELIABILITY_QOS;
    qos.durability().kind = dds::VOLATILE_DURABILITY_QOS;
    return qos;
  }
  static dds::DomainParticipantFactory * factory()
  {
    return dds::DomainParticipantFactory::get_instance();
  }

  dds::TypeSupport type{new BytesType};
  dds::DomainParticipant * participant;
  dds::Topic * topic;
};

benchmarks::SenderReport publish(const Plan & plan, std::size_t segment_mib)
{
  const Entities entities(segment_mib);
  auto * const publisher =
    check("publisher", entities.participant->create_publisher(dds::PUBLISHER_QOS_DEFAULT));
  auto * const writer = check(
    "writer", publisher->create_datawriter(
                entities.topic, Entities::with_policies(dds::DATAWRITER_QOS_DEFAULT)));
  dds::PublicationMatchedStatus matched;
  for (int i = 0; matched.current_count == 0; ++i) {
    if (i == 20000) {
      throw std::runtime_error("fastdds_pair: no reader within 20 s");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    writer->get_publication_matched_status(matched);
  }
  Bytes message(plan.bytes);
  auto report = benchmarks::send_all(plan, [&](std::int64_t number) {
    benchmarks::write_head(message.data(), number);
    if (!writer->write(&message)) {
      throw std::runtime_error("fastdds_pair: the writer refuses a message");
    }
  });
  writer->wait_for_acknowledgments({10, 0});
  return report;
}

class Listener : public dds::DataReaderListener
{
public:
  explicit Listener(benchmarks::HandOver & hand_over) : hand_over_(hand_over) {}

  void on_data_available(dds::DataReader * reader) override
  {
    dds::SampleInfo info;
    while (reader->take_next_sample(&message_, &info) == ReturnCode_t::RETCODE_OK) {
      if (info.valid_data && message_.size() >= sizeof(benchmarks::Head)) {
        hand_over_.push(message_.data());
      }
    }
  }

private:
  benchmarks::HandOver & hand_over_;
  Bytes message_;
};

void subscribe(std::size_t segment_mib, benchmarks::Receiver & receiver)
{
  benchmarks::HandOver hand_over;
  Listener listener(hand_over);
  const Entities entities(segment_mib);
  auto * const subscriber =
    check("subscriber", entities.participant->create_subscriber(dds::SUBSCRIBER_QOS_DEFAULT));
  check(
    "reader", subscriber->create_datareader(
                entities.topic, Entities::with_policies(dds::DATAREADER_QOS_DEFAULT), &listener));
  hand_over.receive_all(receiver);
}

}  // namespace

int main(int argc, char ** argv)
{
  auto options =
    benchmarks::parse(argc, argv, {{"bytes", 100}, {"rate", 500}, {"count", 2000}, {"segment", 0}});
  const Plan plan(options);
  const auto segment_mib = static_cast<std::size_t>(options["segment"]);
  benchmarks::Result result("fastdds_pair");
  result.setting("segment_mib", options["segment"]);
  return benchmarks::measure_one_way(
    std::move(result), plan, [&] { return publish(plan, segment_mib); },
    [&](benchmarks::Receiver & receiver) { subscribe(segment_mib, receiver); });
}
