// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A peer that uses Fast DDS and Fast CDR as rmw_fastrtps_cpp does: names, types, user data,
// ros_discovery_info and, on this host only, ROS 2's LOCALHOST settings. Supports the commands of
// peer.cpp for one node and its topics, and `service NAME` and `client NAME`: the topics of an
// example_interfaces/AddTwoInts, with bodies as rmw_fastrtps sends them, without their own header.

#include <fastcdr/Cdr.h>
#include <fastcdr/FastBuffer.h>

#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/DataWriterListener.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/topic/Topic.hpp>
#include <fastdds/dds/topic/TopicDataType.hpp>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "peer_lines.hpp"

namespace
{

namespace dds = eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;
using eprosima::fastcdr::Cdr;
using eprosima::fastrtps::Duration_t;
using peer::event;
using peer::in_quotes;
using peer::number;

/* The messages: their structs, written down from the .msg files, and their CDR by Fast CDR. */

struct Stamp
{
  std::int32_t sec = 0;
  std::uint32_t nanosec = 0;
  bool operator==(const Stamp &) const = default;
};

struct Header
{
  Stamp stamp;
  std::string frame_id;
  bool operator==(const Header &) const = default;
};

struct String
{
  std::string data;
  bool operator==(const String &) const = default;
};

struct Image
{
  Header header;
  std::uint32_t height = 0;
  std::uint32_t width = 0;
  std::string encoding;
  std::uint8_t is_bigendian = 0;
  std::uint32_t step = 0;
  std::vector<std::uint8_t> data;
  bool operator==(const Image &) const = default;
};

struct Point32
{
  float x = 0, y = 0, z = 0;
  bool operator==(const Point32 &) const = default;
};

struct Polygon
{
  std::vector<Point32> points;
  bool operator==(const Polygon &) const = default;
};

struct PolygonStamped
{
  Header header;
  Polygon polygon;
  bool operator==(const PolygonStamped &) const = default;
};

struct AddTwoIntsRequest
{
  std::int64_t a = 0, b = 0;
};

struct AddTwoIntsResponse
{
  std::int64_t sum = 0;
};

using Gid = std::array<char, 16>;

struct NodeInfo
{
  std::string node_namespace, node_name;
  std::vector<Gid> readers, writers;
};

struct ParticipantInfo
{
  Gid gid{};
  std::vector<NodeInfo> nodes;
};

// In both directions: `op(cdr, field)` writes or reads a field.
struct Write
{
  template <typename T>
  void operator()(Cdr & cdr, const T & field) const
  {
    cdr << field;
  }
};
struct Read
{
  template <typename T>
  void operator()(Cdr & cdr, T & field) const
  {
    cdr >> field;
  }
};

template <typename Op, typename Sequence, typename Each>
void sequence(Op op, Cdr & cdr, Sequence & items, Each each)
{
  auto size = static_cast<std::uint32_t>(items.size());
  op(cdr, size);
  if constexpr (std::is_same_v<Op, Read>) {
    items.resize(size);
  }
  for (auto & item : items) {
    each(item);
  }
}

template <typename Op, typename T>
void header_fields(Op op, Cdr & cdr, T & header)
{
  op(cdr, header.stamp.sec);
  op(cdr, header.stamp.nanosec);
  op(cdr, header.frame_id);
}

template <typename Op, typename T>
void fields(Op op, Cdr & cdr, T & m)
{
  using Message = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Message, String>) {
    op(cdr, m.data);
  } else if constexpr (std::is_same_v<Message, Image>) {
    header_fields(op, cdr, m.header);
    op(cdr, m.height);
    op(cdr, m.width);
    op(cdr, m.encoding);
    op(cdr, m.is_bigendian);
    op(cdr, m.step);
    op(cdr, m.data);
  } else if constexpr (std::is_same_v<Message, PolygonStamped>) {
    header_fields(op, cdr, m.header);
    sequence(op, cdr, m.polygon.points, [&](auto & point) {
      op(cdr, point.x);
      op(cdr, point.y);
      op(cdr, point.z);
    });
  } else if constexpr (std::is_same_v<Message, AddTwoIntsRequest>) {
    op(cdr, m.a);
    op(cdr, m.b);
  } else if constexpr (std::is_same_v<Message, AddTwoIntsResponse>) {
    op(cdr, m.sum);
  } else {
    static_assert(std::is_same_v<Message, ParticipantInfo>);
    op(cdr, m.gid);
    sequence(op, cdr, m.nodes, [&](auto & node) {
      op(cdr, node.node_namespace);
      op(cdr, node.node_name);
      for (auto * gids : {&node.readers, &node.writers}) {
        sequence(op, cdr, *gids, [&](auto & gid) { op(cdr, gid); });
      }
    });
  }
}

template <typename T>
class Type : public dds::TopicDataType
{
public:
  explicit Type(const char * name)
  {
    setName(name);
    m_typeSize = 4096;  // initially: the histories reallocate
    auto_fill_type_object(false);
    auto_fill_type_information(false);
  }

  bool serialize(void * data, rtps::SerializedPayload_t * payload) override
  {
    const std::vector<char> bytes = encoded(*static_cast<T *>(data));
    if (bytes.size() > payload->max_size) {
      return false;
    }
    std::memcpy(payload->data, bytes.data(), bytes.size());
    payload->length = static_cast<std::uint32_t>(bytes.size());
    payload->encapsulation = CDR_LE;
    return true;
  }
  bool deserialize(rtps::SerializedPayload_t * payload, void * data) override
  {
    try {
      auto * bytes = reinterpret_cast<char *>(payload->data);
      eprosima::fastcdr::FastBuffer buffer(bytes, payload->length);
      Cdr cdr(buffer, Cdr::DEFAULT_ENDIAN, Cdr::DDS_CDR);
      cdr.read_encapsulation();
      fields(Read(), cdr, *static_cast<T *>(data));
      return true;
    } catch (const eprosima::fastcdr::exception::Exception & e) {
      event("undecodable", getName(), "\"why\": " + in_quotes(e.what()));
      return false;
    }
  }
  std::function<std::uint32_t()> getSerializedSizeProvider(void * data) override
  {
    return [data] { return static_cast<std::uint32_t>(encoded(*static_cast<T *>(data)).size()); };
  }
  void * createData() override { return new T; }
  void deleteData(void * data) override { delete static_cast<T *>(data); }
  bool getKey(void *, rtps::InstanceHandle_t *, bool) override { return false; }

private:
  static std::vector<char> encoded(const T & message)
  {
    eprosima::fastcdr::FastBuffer buffer;
    Cdr cdr(buffer, Cdr::LITTLE_ENDIANNESS, Cdr::DDS_CDR);
    cdr.serialize_encapsulation();
    fields(Write(), cdr, message);
    return {buffer.getBuffer(), buffer.getBuffer() + cdr.getSerializedDataLength()};
  }
};

void fill(String & message, int n)
{
  peer::fill_string(message, n);
}
void fill(Image & message, int n)
{
  peer::fill_image(message, n);
}
void fill(PolygonStamped & message, int n)
{
  peer::fill_polygon(message, n);
}
int number_of(const String & message)
{
  return std::stoi(message.data);
}
int number_of(const Image & message)
{
  return message.header.stamp.sec;
}
int number_of(const PolygonStamped & message)
{
  return message.header.stamp.sec;
}

std::string policy_name(dds::QosPolicyId_t id)
{
  switch (id) {
    case dds::DURABILITY_QOS_POLICY_ID:
      return "DURABILITY";
    case dds::DEADLINE_QOS_POLICY_ID:
      return "DEADLINE";
    case dds::LIVELINESS_QOS_POLICY_ID:
      return "LIVELINESS";
    case dds::RELIABILITY_QOS_POLICY_ID:
      return "RELIABILITY";
    default:
      return std::to_string(id);
  }
}

template <typename Status>
std::string policy_of(const Status & status)
{
  return "\"policy\": " + in_quotes(policy_name(status.last_policy_id));
}

Gid gid_of(const rtps::GUID_t & guid)
{
  Gid out;
  std::memcpy(out.data(), guid.guidPrefix.value, 12);
  std::memcpy(out.data() + 12, guid.entityId.value, 4);
  return out;
}

template <typename Qos>
void set_user_data(Qos & qos, const std::string & text)
{
  qos.user_data().setValue({text.begin(), text.end()});
}

Duration_t duration(int ms)
{
  return {ms / 1000, static_cast<std::uint32_t>(ms % 1000) * 1'000'000};
}

// The same as rmw_fastrtps's get_datawriter_qos and get_datareader_qos.
template <typename Qos>
Qos qos_of(Qos qos, const peer::Policies & policies, const std::string & type_hash)
{
  qos.endpoint().history_memory_policy = rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
  qos.data_sharing().off();
  qos.history().kind = policies.keep_all ? dds::KEEP_ALL_HISTORY_QOS : dds::KEEP_LAST_HISTORY_QOS;
  qos.history().depth = policies.depth;
  qos.reliability().kind =
    policies.best_effort ? dds::BEST_EFFORT_RELIABILITY_QOS : dds::RELIABLE_RELIABILITY_QOS;
  qos.durability().kind =
    policies.transient_local ? dds::TRANSIENT_LOCAL_DURABILITY_QOS : dds::VOLATILE_DURABILITY_QOS;
  qos.liveliness().kind = policies.manual_liveliness ? dds::MANUAL_BY_TOPIC_LIVELINESS_QOS
                                                     : dds::AUTOMATIC_LIVELINESS_QOS;
  if (policies.deadline_ms) {
    qos.deadline().period = duration(*policies.deadline_ms);
  }
  if (policies.lease_ms) {
    qos.liveliness().lease_duration = duration(*policies.lease_ms);
    qos.liveliness().announcement_period = duration(*policies.lease_ms * 2 / 3);
  }
  set_user_data(qos, "typehash=" + type_hash + ";");
  return qos;
}

struct TypeNames
{
  const char * dds;
  const char * hash;
};

template <typename T>
constexpr TypeNames names_of{};
template <>
constexpr TypeNames names_of<String>{
  "std_msgs::msg::dds_::String_",
  "RIHS01_df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18"};
template <>
constexpr TypeNames names_of<Image>{
  "sensor_msgs::msg::dds_::Image_",
  "RIHS01_d31d41a9a4c4bc8eae9be757b0beed306564f7526c88ea6a4588fb9582527d47"};
template <>
constexpr TypeNames names_of<PolygonStamped>{
  "geometry_msgs::msg::dds_::PolygonStamped_",
  "RIHS01_b7cf07932f1523d4b4088075945c1a0141f7cd21da87cc940fc61652e9138b46"};
template <>
constexpr TypeNames names_of<AddTwoIntsRequest>{
  "example_interfaces::srv::dds_::AddTwoInts_Request_",
  "RIHS01_000c5fd92d6b2e1a05949348f584d6d652adea1e92d691792011ac2273508302"};
template <>
constexpr TypeNames names_of<AddTwoIntsResponse>{
  "example_interfaces::srv::dds_::AddTwoInts_Response_",
  "RIHS01_de5c030d4af33cba2749310b249737b631594703f9300495f48bffb2b44dcc2f"};
template <>
constexpr TypeNames names_of<ParticipantInfo>{
  "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_",
  "RIHS01_91a0593bacdcc50ea9bdcf849a938b128412cc1ea821245c663bcd26f83c295e"};

class WriterEvents : public dds::DataWriterListener
{
public:
  explicit WriterEvents(std::string topic) : topic_(std::move(topic)) {}

  void on_publication_matched(
    dds::DataWriter *, const dds::PublicationMatchedStatus & status) override
  {
    event("pub_matched", topic_, number("count", status.current_count));
  }
  void on_offered_incompatible_qos(
    dds::DataWriter *, const dds::OfferedIncompatibleQosStatus & status) override
  {
    event("pub_incompatible_qos", topic_, policy_of(status));
  }

private:
  std::string topic_;
};

template <typename T>
class ReaderEvents : public dds::DataReaderListener
{
public:
  ReaderEvents(std::string topic, std::function<void(const T &)> on_message)
  : topic_(std::move(topic)), on_message_(std::move(on_message))
  {
  }

  void on_subscription_matched(
    dds::DataReader *, const dds::SubscriptionMatchedStatus & status) override
  {
    event("sub_matched", topic_, number("count", status.current_count));
  }
  void on_requested_incompatible_qos(
    dds::DataReader *, const dds::RequestedIncompatibleQosStatus & status) override
  {
    event("sub_incompatible_qos", topic_, policy_of(status));
  }
  void on_data_available(dds::DataReader * reader) override
  {
    T message;
    dds::SampleInfo info;
    while (reader->take_next_sample(&message, &info) == ReturnCode_t::RETCODE_OK) {
      if (info.valid_data) {
        on_message_(message);
      }
    }
  }

private:
  std::string topic_;
  std::function<void(const T &)> on_message_;
};

class Peer
{
public:
  Peer()
  {
    dds::DomainParticipantQos qos = dds::PARTICIPANT_QOS_DEFAULT;
    qos.name("fastdds_peer");
    set_user_data(qos, "enclave=/;");
    // On this host only: the domain's first participants here are queried, and no multicast is
    // sent.
    auto udp = std::make_shared<eprosima::fastdds::rtps::UDPv4TransportDescriptor>();
    udp->maxInitialPeersRange = 8;
    qos.transport().use_builtin_transports = false;
    qos.transport().user_transports.push_back(udp);
    rtps::Locator_t localhost(LOCATOR_KIND_UDPv4, 0);
    rtps::IPLocator::setIPv4(localhost, 127, 0, 0, 1);
    qos.wire_protocol().builtin.initialPeersList.push_back(localhost);
    const auto domain = static_cast<dds::DomainId_t>(std::stoul(std::getenv("ROS_DOMAIN_ID")));
    participant_ = dds::DomainParticipantFactory::get_instance()->create_participant(domain, qos);
    if (!participant_) {
      throw std::runtime_error("Fast DDS made no participant");
    }
    publisher_ = participant_->create_publisher(dds::PUBLISHER_QOS_DEFAULT);
    subscriber_ = participant_->create_subscriber(dds::SUBSCRIBER_QOS_DEFAULT);
    peer::Policies graph;
    graph.transient_local = true;
    graph.depth = 1;
    graph_writer_ = writer<ParticipantInfo>("ros_discovery_info", "ros_discovery_info", graph);
    graph.keep_all = true;
    graph_reader_ = reader<ParticipantInfo>(
      "ros_discovery_info", "ros_discovery_info", graph, [this](const ParticipantInfo & info) {
        std::lock_guard lock(mutex_);
        nodes_[info.gid] = info.nodes;
      });
    info_.gid = gid_of(participant_->guid());
  }

  ~Peer()
  {
    participant_->delete_contained_entities();
    dds::DomainParticipantFactory::get_instance()->delete_participant(participant_);
  }

  void run(const std::string & line)
  {
    peer::answer(line, [this](const std::string & command, std::istream & words) {
      return execute(command, words);
    });
  }

private:
  struct Out
  {
    dds::DataWriter * writer;
    std::function<void(int)> publish;
  };

  std::string execute(const std::string & command, std::istream & words)
  {
    std::string topic;
    if (command == "node") {
      info_.nodes.emplace_back().node_namespace = "/";
      words >> info_.nodes.back().node_name;
      announce();
    } else if (command == "pub" || command == "sub") {
      std::string type;
      words >> type >> topic;
      const peer::Policies policies = peer::read_policies(words);
      const bool pub = command == "pub";
      if (type == "string") {
        pub ? add_writer<String>(topic, policies) : add_reader<String>(topic, policies);
      } else if (type == "image") {
        pub ? add_writer<Image>(topic, policies) : add_reader<Image>(topic, policies);
      } else if (type == "polygon") {
        pub ? add_writer<PolygonStamped>(topic, policies)
            : add_reader<PolygonStamped>(topic, policies);
      } else {
        throw std::invalid_argument("no such type: " + type);
      }
    } else if (command == "send") {
      int first = 0, last = 0, period = 0;
      words >> topic >> first >> last >> period;
      for (int n = first; n <= last; ++n) {
        outs_.at(topic).publish(n);
        std::this_thread::sleep_for(std::chrono::milliseconds(period));
      }
    } else if (command == "acked") {
      int ms = 0;
      words >> topic >> ms;
      const bool all =
        outs_.at(topic).writer->wait_for_acknowledgments(duration(ms)) == ReturnCode_t::RETCODE_OK;
      return std::string(", \"all\": ") + (all ? "true" : "false");
    } else if (command == "graph") {
      return ", \"nodes\": [" + node_names() + "]";
    } else if (command == "service" || command == "client") {
      words >> topic;
      const auto ignore = [](const auto &) {};
      if (command == "service") {
        note(reader<AddTwoIntsRequest>("rq/" + topic + "Request", topic, {}, ignore));
        note(writer<AddTwoIntsResponse>("rr/" + topic + "Reply", topic, {}));
      } else {
        auto * requests = writer<AddTwoIntsRequest>("rq/" + topic + "Request", topic, {});
        note(requests);
        note(reader<AddTwoIntsResponse>("rr/" + topic + "Reply", topic, {}, ignore));
        outs_[topic] = {requests, [requests](int n) {
                          AddTwoIntsRequest request{n, n};
                          requests->write(&request);
                        }};
      }
      announce();
    } else {
      throw std::invalid_argument("no such command");
    }
    return {};
  }

  template <typename T>
  dds::Topic * dds_topic(const std::string & name)
  {
    if (auto * there = participant_->lookup_topicdescription(name)) {
      return dynamic_cast<dds::Topic *>(there);
    }
    dds::TypeSupport type(new Type<T>(names_of<T>.dds));
    type.register_type(participant_);
    return participant_->create_topic(name, names_of<T>.dds, dds::TOPIC_QOS_DEFAULT);
  }

  /// `topic` is its name in events.
  template <typename T>
  dds::DataWriter * writer(
    const std::string & dds_name, const std::string & topic, const peer::Policies & policies)
  {
    listeners_.push_back(std::make_shared<WriterEvents>(topic));
    return publisher_->create_datawriter(
      dds_topic<T>(dds_name), qos_of(dds::DATAWRITER_QOS_DEFAULT, policies, names_of<T>.hash),
      static_cast<WriterEvents *>(listeners_.back().get()));
  }

  template <typename T>
  dds::DataReader * reader(
    const std::string & dds_name, const std::string & topic, const peer::Policies & policies,
    std::function<void(const T &)> on_message)
  {
    listeners_.push_back(std::make_shared<ReaderEvents<T>>(topic, std::move(on_message)));
    return subscriber_->create_datareader(
      dds_topic<T>(dds_name), qos_of(dds::DATAREADER_QOS_DEFAULT, policies, names_of<T>.hash),
      static_cast<ReaderEvents<T> *>(listeners_.back().get()));
  }

  template <typename T>
  void add_writer(const std::string & topic, const peer::Policies & policies)
  {
    auto * made = writer<T>("rt/" + topic, topic, policies);
    outs_[topic] = {made, [made](int n) {
                      T message;
                      fill(message, n);
                      made->write(&message);
                    }};
    note(made);
    announce();
  }

  template <typename T>
  void add_reader(const std::string & topic, const peer::Policies & policies)
  {
    note(reader<T>("rt/" + topic, topic, policies, [topic](const T & message) {
      T expected;
      fill(expected, number_of(message));
      event(
        message == expected ? "message" : "bad_message", topic, number("n", number_of(message)));
    }));
    announce();
  }

  void note(dds::DataWriter * writer)
  {
    if (!info_.nodes.empty()) {
      info_.nodes.back().writers.push_back(gid_of(writer->guid()));
    }
  }
  void note(dds::DataReader * reader)
  {
    if (!info_.nodes.empty()) {
      info_.nodes.back().readers.push_back(gid_of(reader->guid()));
    }
  }
  void announce() { graph_writer_->write(&info_); }

  std::string node_names()
  {
    std::lock_guard lock(mutex_);
    std::string out;
    for (const auto & [gid, nodes] : nodes_) {
      for (const NodeInfo & node : nodes) {
        const std::string space = node.node_namespace == "/" ? "" : node.node_namespace;
        out += (out.empty() ? "" : ", ") + in_quotes(space + "/" + node.node_name);
      }
    }
    return out;
  }

  dds::DomainParticipant * participant_ = nullptr;
  dds::Publisher * publisher_ = nullptr;
  dds::Subscriber * subscriber_ = nullptr;
  dds::DataWriter * graph_writer_ = nullptr;
  dds::DataReader * graph_reader_ = nullptr;
  ParticipantInfo info_;
  std::map<std::string, Out> outs_;
  std::vector<std::shared_ptr<void>> listeners_;

  std::mutex mutex_;  // guards the members below
  std::map<Gid, std::vector<NodeInfo>> nodes_;
};

}  // namespace

int main()
{
  Peer peer;
  for (std::string line; std::getline(std::cin, line);) {
    peer.run(line);
  }
}
