// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Receiving: from the local publishers and DDS into the inbox, and from there to the user.
#include "rclcpp/subscription_base.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "cdr/error.hpp"
#include "intra_process/inbox.hpp"
#include "intra_process/topic.hpp"
#include "pubsub/endpoint.hpp"
#include "pubsub/endpoint_events.hpp"
#include "rclcpp/any_subscription_callback.hpp"
#include "rmw/graph.hpp"
#include "rmw/reader.hpp"

namespace rclcpp
{

using intra_process::Item;
using intra_process::Message;
using intra_process::MessageType;
using intra_process::UniqueMessage;

struct SubscriptionBase::Impl : pubsub::SubscriptionEvents
{
  Impl(
    SubscriptionBase & entity, node_interfaces::NodeBaseInterface & node_base,
    const MessageType & message_type, const std::string & topic_name, const QoS & qos,
    const SubscriptionOptionsBase & options, const Delivery & wanted)
  : SubscriptionEvents(
      topic_name, pubsub::logger_of(node_base), qos.get_rmw_qos_profile(), options),
    node(node_base.shared_from_this()),
    name(topic_name),
    type(message_type),
    delivery(wanted)
  {
    const rmw::EndpointOptions endpoint = pubsub::endpoint_options(name, type, qos);
    inbox = std::make_shared<intra_process::Inbox>(
      entity, qos.history() == HistoryPolicy::KeepAll ? 0 : std::max<std::size_t>(1, qos.depth()),
      deadline);
    reader = node->participant().create_reader(endpoint, *this);
    gid = reader->gid();
    node->rmw_node().add_reader(gid);
    if (!options.ignore_local_publications) {
      topic = pubsub::find_topic(*node, endpoint.topic);
      local.emplace(intra_process::LocalReader{
        *this, inbox, reader->endpoint(), reader->actual_qos(),
        pubsub::use_intra_process(options.use_intra_process_comm, *node), delivery.owns});
      topic->add(*local);
    }
  }

  ~Impl() override
  {
    if (local) {
      topic->remove(*local);
    }
    if (reader) {
      node->rmw_node().remove_reader(gid);
      reader.reset();
    }
    inbox->close();
    if (void * message = spare.load(std::memory_order_acquire)) {
      type.destroy(message);
    }
  }

  void on_sample(rmw::Sample && sample, const rmw::SampleInfo & info) noexcept override
  {
    Item item;
    item.message = Message(std::move(sample));
    item.source_ns = info.source_timestamp_ns;
    item.received_ns = info.received_timestamp_ns;
    item.expires_ns =
      pubsub::add_saturated(info.source_timestamp_ns, info.writer->lifespan.count());
    item.arrival_ns = executors::detail::steady_now();
    item.publication_sequence = info.sequence_number;
    item.gid = info.writer->gid;
    inbox->push(std::move(item));
  }

  bool expired(const Item & item)
  {
    if (item.expires_ns == intra_process::never || pubsub::system_now() < item.expires_ns) {
      return false;
    }
    expired_count.fetch_add(1, std::memory_order_relaxed);
    return true;
  }

  // Makes the message a struct of our type. False if that is not possible: then it is counted and
  // dropped.
  bool decode(Item & item)
  {
    Message & message = item.message;
    if (message.get() && intra_process::same_struct(*message.type(), type)) {
      return true;
    }
    try {
      if (message.get()) {
        // Another C++ struct for the same ROS type: by way of its bytes.
        rmw::Buffer bytes(message.type()->encoded_size(message.get()));
        message.type()->encode(message.get(), bytes.bytes());
        message = Message(rmw::Sample(std::move(bytes)));
      }
      void * memory =
        delivery.only_looks ? spare.exchange(nullptr, std::memory_order_acq_rel) : nullptr;
      UniqueMessage decoded(memory ? memory : type.create(), {&type});
      type.decode(message.sample().bytes(), decoded.get());
      message = Message(std::move(decoded));
      return true;
    } catch (const cdr::error & error) {
      malformed_count.fetch_add(1, std::memory_order_relaxed);
      if (first_of(item.gid)) {
        RCLCPP_ERROR(
          pubsub::logger_of(*node),
          "dropped a malformed message on topic '%s', which should be a %s, from publisher %s: %s. "
          "More of this publisher are counted only.",
          name.c_str(), type.name, rmw::to_string(item.gid).c_str(), error.what());
      }
      return false;
    }
  }

  // Memory that decode() made for a callback which only looked at it.
  void recycle(Message & message)
  {
    if (!delivery.only_looks || !message.get()) {
      return;
    }
    UniqueMessage used = message.take_unique();
    void * none = nullptr;
    if (spare.compare_exchange_strong(none, used.get(), std::memory_order_acq_rel)) {
      (void)used.release();
    }
  }

  // True once for each publisher, and for at most 64 of them.
  bool first_of(const rmw::Gid & publisher)
  {
    std::lock_guard lock(complained_mutex);
    if (
      complained.size() == 64 ||
      std::find(complained.begin(), complained.end(), publisher) != complained.end()) {
      return false;
    }
    complained.push_back(publisher);
    return true;
  }

  static MessageInfo info_of(const Item & item)
  {
    MessageInfo info;
    rmw_message_info_t & raw = info.get_rmw_message_info();
    raw.source_timestamp = item.source_ns;
    raw.received_timestamp = item.received_ns;
    raw.publication_sequence_number = item.publication_sequence == 0
                                        ? RMW_MESSAGE_INFO_SEQUENCE_NUMBER_UNSUPPORTED
                                        : item.publication_sequence;
    raw.reception_sequence_number = item.reception_sequence;
    raw.publisher_gid.implementation_identifier = "rxros2";
    std::memcpy(raw.publisher_gid.data, item.gid.data(), sizeof(raw.publisher_gid.data));
    raw.from_intra_process = item.from_intra_process;
    return info;
  }

  const node_interfaces::NodeBaseInterface::SharedPtr node;
  const std::string name;
  const MessageType & type;
  const Delivery delivery;
  rmw::Gid gid{};

  std::atomic<void *> spare{nullptr};  // a message whose memory decode() may use again
  std::atomic<std::uint64_t> delivered_count{0};
  std::atomic<std::uint64_t> expired_count{0};
  std::atomic<std::uint64_t> malformed_count{0};
  std::mutex complained_mutex;
  std::vector<rmw::Gid> complained;  // publishers of malformed messages

  std::shared_ptr<intra_process::Inbox> inbox;
  std::shared_ptr<intra_process::Topic> topic;
  std::optional<intra_process::LocalReader> local;
  std::unique_ptr<rmw::Reader> reader;
};

SubscriptionBase::SubscriptionBase(
  node_interfaces::NodeBaseInterface * node_base, const intra_process::MessageType & type,
  const std::string & topic, const QoS & qos, const SubscriptionOptionsBase & options,
  const Delivery & delivery)
: impl_(std::make_unique<Impl>(
    *this, *node_base, type, node_base->resolve_topic_or_service_name(topic, false), qos, options,
    delivery))
{
}

SubscriptionBase::~SubscriptionBase() = default;

const char * SubscriptionBase::get_topic_name() const
{
  return impl_->name.c_str();
}

QoS SubscriptionBase::get_actual_qos() const
{
  return pubsub::to_qos(impl_->reader->actual_qos());
}

std::size_t SubscriptionBase::get_publisher_count() const
{
  return impl_->reader->matched_count() +
         (impl_->local ? impl_->topic->count_writers(*impl_->local) : 0);
}

bool SubscriptionBase::is_serialized() const
{
  return impl_->delivery.serialized;
}

SubscriptionStatistics SubscriptionBase::statistics() const
{
  const intra_process::Inbox::Counters counters = impl_->inbox->counters();
  SubscriptionStatistics statistics;
  statistics.received = counters.received;
  statistics.delivered = impl_->delivered_count.load(std::memory_order_relaxed);
  statistics.dropped = counters.dropped;
  statistics.expired = impl_->expired_count.load(std::memory_order_relaxed);
  statistics.malformed = impl_->malformed_count.load(std::memory_order_relaxed);
  statistics.lost = impl_->lost.load(std::memory_order_relaxed);
  statistics.waiting = counters.waiting;
  return statistics;
}

const std::unordered_map<rcl_subscription_event_type_t, std::shared_ptr<EventHandlerBase>> &
SubscriptionBase::get_event_handlers() const
{
  return impl_->events;
}

bool SubscriptionBase::take_message(Message & message, MessageInfo & info)
{
  Item item;
  std::int64_t next_arrival_ns;
  while (impl_->inbox->pop(item, next_arrival_ns)) {
    if (!impl_->expired(item) && impl_->decode(item)) {
      impl_->delivered_count.fetch_add(1, std::memory_order_relaxed);
      info = Impl::info_of(item);
      message = std::move(item.message);
      return true;
    }
  }
  return false;
}

bool SubscriptionBase::take_serialized(
  SerializedMessage & message_out, MessageInfo & message_info_out)
{
  Item item;
  std::int64_t next_arrival_ns;
  while (impl_->inbox->pop(item, next_arrival_ns)) {
    if (!impl_->expired(item)) {
      impl_->delivered_count.fetch_add(1, std::memory_order_relaxed);
      message_info_out = Impl::info_of(item);
      message_out = detail::serialize(item.message);
      return true;
    }
  }
  return false;
}

bool SubscriptionBase::execute_one()
{
  Item item;
  std::int64_t next_arrival_ns;
  if (!impl_->inbox->pop(item, next_arrival_ns)) {
    return false;
  }
  if (next_arrival_ns != intra_process::never) {
    ready_again(next_arrival_ns);
  }
  if (impl_->expired(item)) {
    return true;
  }
  const bool from_wire = item.message.get() == nullptr;
  if (!impl_->delivery.serialized && !impl_->decode(item)) {
    return true;
  }
  impl_->delivered_count.fetch_add(1, std::memory_order_relaxed);
  call(item.message, Impl::info_of(item));
  if (from_wire) {
    impl_->recycle(item.message);
  }
  return true;
}

}  // namespace rclcpp
