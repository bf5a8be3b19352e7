// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Publishing: to the local subscriptions' queues and, encoded, to DDS.
//
// Who gets which message, where @1 is the publisher's, and `sharing`, `owning`, `isolated` are the local subscriptions
// that take a pointer, take a message of their own, or have no intra-process communication in common with the publisher:
//
//   published     | no owning              | with owning
//   unique_ptr @1 | sharing: @1            | sharing: one copy; owning: a copy each, the last one @1
//   shared_ptr @1 | sharing: @1            | sharing: @1;       owning: a copy each
//   const T & @1  | sharing: one copy      | sharing: one copy; owning: a copy each
//
// `isolated` share one copy, the same one as `sharing` have if that is not @1. What a transient_local publisher keeps
// counts as one more `sharing`; to make "keep it and look who reads" one step, it never gives @1 to an owner.
#include "rclcpp/publisher_base.hpp"

#include <atomic>
#include <cstring>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

#include "intra_process/inbox.hpp"
#include "intra_process/topic.hpp"
#include "pubsub/endpoint.hpp"
#include "pubsub/qos_event.hpp"
#include "rmw/graph.hpp"
#include "rmw/time.h"
#include "rmw/writer.hpp"

namespace rclcpp
{

using intra_process::Item;
using intra_process::Message;
using intra_process::MessageType;
using intra_process::Route;
using intra_process::SharedMessage;
using intra_process::Topic;
using intra_process::UniqueMessage;

namespace
{

UniqueMessage copy_of(const MessageType & type, const void * message)
{
  return UniqueMessage(type.copy(message), {&type});
}

rmw::Buffer encode(const MessageType & type, const void * message)
{
  rmw::Buffer buffer(type.encoded_size(message));
  type.encode(message, buffer.bytes());
  return buffer;
}

}  // namespace

struct PublisherBase::Impl : rmw::WriterListener
{
  Impl(
    node_interfaces::NodeBaseInterface & node_base, const std::string & topic_name,
    const MessageType & message_type, const QoS & qos, const PublisherOptionsBase & options)
  : node(node_base.shared_from_this()),
    name(node->resolve_topic_or_service_name(topic_name, false)),
    type(message_type)
  {
    make_events(options, qos.get_rmw_qos_profile());
    const rmw::EndpointOptions endpoint = pubsub::endpoint_options(name, type, qos);
    writer = node->participant().create_writer(endpoint, *this);
    const rmw_qos_profile_t & actual = writer->actual_qos();
    if (const auto ns = rmw_time_total_nsec(actual.lifespan); ns > 0 && ns != INT64_MAX) {
      lifespan_ns = ns;
    }
    manual_liveliness = actual.liveliness == RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC;
    gid.implementation_identifier = "rxros2";
    dds_gid = writer->gid();
    std::memcpy(gid.data, dds_gid.data(), sizeof(gid.data));

    topic = pubsub::find_topic(*node, endpoint.topic);
    local.emplace(intra_process::LocalWriter{
      *this, writer->endpoint(), actual,
      pubsub::use_intra_process(options.use_intra_process_comm, *node), nullptr});
    if (actual.durability == RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL) {
      local->history = std::make_unique<intra_process::History>(
        actual.history == RMW_QOS_POLICY_HISTORY_KEEP_ALL ? 0 : actual.depth);
    }
    node->rmw_node().add_writer(dds_gid);
    topic->add(*local);
    in_topic.store(true);
    if (liveliness_lost.load()) {
      topic->set_alive(*local, false);
    }
  }

  ~Impl() override
  {
    if (local) {
      topic->remove(*local);
      node->rmw_node().remove_writer(dds_gid);
    }
  }

  void make_events(const PublisherOptionsBase & options, const rmw_qos_profile_t & qos)
  {
    PublisherEventCallbacks callbacks = options.event_callbacks;
    if (options.use_default_callbacks) {
      const Logger logger = pubsub::logger_of(*node);
      if (!callbacks.incompatible_qos_callback) {
        callbacks.incompatible_qos_callback =
          [logger, topic_name = name](QOSOfferedIncompatibleQoSInfo & info) {
            RCLCPP_WARN(
              logger,
              "New subscription discovered on topic '%s', requesting incompatible QoS. No messages "
              "will be sent to it. Last incompatible policy: %s",
              topic_name.c_str(), rmw::policy_name(info.last_policy_kind));
          };
      }
      if (!callbacks.incompatible_type_callback) {
        callbacks.incompatible_type_callback = [logger, topic_name = name,
                                                peer = last_peer](IncompatibleTypeInfo &) {
          RCLCPP_WARN(
            logger, "Incompatible type on topic '%s', %s", topic_name.c_str(), peer->get().c_str());
        };
      }
    }
    deadline = pubsub::make_deadline(
      callbacks.deadline_callback, qos.deadline, RCL_PUBLISHER_OFFERED_DEADLINE_MISSED, events);
    liveliness =
      pubsub::make_event(callbacks.liveliness_callback, RCL_PUBLISHER_LIVELINESS_LOST, events);
    incompatible_qos = pubsub::make_event(
      callbacks.incompatible_qos_callback, RCL_PUBLISHER_OFFERED_INCOMPATIBLE_QOS, events);
    incompatible_type = pubsub::make_event(
      callbacks.incompatible_type_callback, RCL_PUBLISHER_INCOMPATIBLE_TYPE, events);
    matched = pubsub::make_event(callbacks.matched_callback, RCL_PUBLISHER_MATCHED, events);
  }

  // What the engine reports of peers in other processes, and the topic of those in this context. The engine's own
  // deadline does not see local messages and is not used.
  void on_matched(const rmw_matched_status_t & change) noexcept override
  {
    pubsub::tell(matched, change);
  }
  void on_incompatible_qos(const rmw::IncompatibleQosStatus & change) noexcept override
  {
    pubsub::tell(incompatible_qos, change.status);
  }
  void on_incompatible_type(const rmw::IncompatibleTypeStatus & change) noexcept override
  {
    last_peer->set(change, "no messages will be sent to it");
    pubsub::tell(incompatible_type, change.status);
  }
  void on_liveliness_lost(const rmw_liveliness_lost_status_t & change) noexcept override
  {
    liveliness_lost.store(true);
    if (in_topic.load()) {
      topic->set_alive(*local, false);
    }
    pubsub::tell(liveliness, change);
  }

  // For liveliness MANUAL_BY_TOPIC the engine watches the lease; messages that do not pass through it count too.
  bool assert_liveliness()
  {
    const bool accepted = writer->assert_liveliness();
    if (accepted && liveliness_lost.exchange(false)) {
      topic->set_alive(*local, true);
    }
    return accepted;
  }

  // Everything about the message but the message.
  Item stamp()
  {
    Item item;
    item.source_ns = item.received_ns = pubsub::system_now();
    item.expires_ns =
      lifespan_ns == intra_process::never ? intra_process::never : item.source_ns + lifespan_ns;
    item.arrival_ns = executors::detail::steady_now();
    item.publication_sequence = sequence.fetch_add(1, std::memory_order_relaxed) + 1;
    item.gid = dds_gid;
    if (deadline) {
      deadline->message(item.arrival_ns);
    }
    if (manual_liveliness) {
      assert_liveliness();
    }
    return item;
  }

  // `info` must not have a message, which is why it can be copied.
  static void push(
    intra_process::Inbox & inbox, const Item & info, Message && message, bool pointer)
  {
    Item item = info.alias();
    item.message = std::move(message);
    item.from_intra_process = pointer;
    inbox.push(std::move(item));
  }

  void share_with(
    const std::vector<intra_process::Inbox *> & inboxes, const Item & info,
    const SharedMessage & message, bool pointer) const
  {
    for (intra_process::Inbox * inbox : inboxes) {
      push(*inbox, info, Message(message, type), pointer);
    }
  }

  void give_copies(
    const std::vector<intra_process::Inbox *> & inboxes, std::size_t count, const Item & info,
    const void * message) const
  {
    for (std::size_t i = 0; i < count; ++i) {
      push(*inboxes[i], info, Message(copy_of(type, message)), true);
    }
  }

  // A copy of `message` to those who take an immutable one, which the publisher does not have.
  void give_one_copy(
    const std::vector<intra_process::Inbox *> & sharing,
    const std::vector<intra_process::Inbox *> & isolated, const Item & info,
    const void * message) const
  {
    if (sharing.empty() && isolated.empty()) {
      return;
    }
    UniqueMessage copy = copy_of(type, message);
    if (sharing.size() + isolated.size() == 1) {
      const bool pointer = isolated.empty();
      push(*(pointer ? sharing : isolated)[0], info, Message(std::move(copy)), pointer);
      return;
    }
    const SharedMessage shared = share(std::move(copy));
    share_with(sharing, info, shared, true);
    share_with(isolated, info, shared, false);
  }

  bool has_remote_readers() const { return local->history || writer->matched_count() > 0; }

  void publish_unique(UniqueMessage message)
  {
    const Item info = stamp();
    std::optional<rmw::Buffer> wire;
    SharedMessage shared;  // to be encoded when the local subscriptions have it
    {
      const Topic::Reading reading(*topic, local->kind);
      const Route & route = reading.route();
      if (has_remote_readers()) {
        if (route.owning.empty() && !route.sharing.empty()) {
          wire.emplace(type.encoded_size(message.get()));
        } else {
          wire = encode(type, message.get());
        }
      }
      if (!route.owning.empty()) {
        give_one_copy(route.sharing, route.isolated, info, message.get());
        give_copies(route.owning, route.owning.size() - 1, info, message.get());
        push(*route.owning.back(), info, Message(std::move(message)), true);
      } else {
        give_one_copy({}, route.isolated, info, message.get());
        if (route.sharing.size() == 1 && !wire) {
          push(*route.sharing[0], info, Message(std::move(message)), true);
        } else if (!route.sharing.empty()) {
          shared = share(std::move(message));
          share_with(route.sharing, info, shared, true);
        }
      }
    }
    if (wire) {
      if (shared) {
        type.encode(shared.get(), wire->bytes());
      }
      writer->write(std::move(*wire), info.source_ns);
    }
  }

  void publish_shared(const SharedMessage & message)
  {
    const Item info = stamp();
    std::optional<rmw::Buffer> wire = prepare(message.get());
    {
      const Topic::Reading reading(*topic, local->kind);
      const Route & route = reading.route();
      share_with(route.sharing, info, message, true);
      give_one_copy({}, route.isolated, info, message.get());
      give_copies(route.owning, route.owning.size(), info, message.get());
    }
    encode_and_write(std::move(wire), message.get(), info);
  }

  void publish_borrowed(const void * message)
  {
    const Item info = stamp();
    std::optional<rmw::Buffer> wire = prepare(message);
    {
      const Topic::Reading reading(*topic, local->kind);
      const Route & route = reading.route();
      give_one_copy(route.sharing, route.isolated, info, message);
      give_copies(route.owning, route.owning.size(), info, message);
    }
    encode_and_write(std::move(wire), message, info);
  }

  // Memory for the encoded message if it is to be sent. A message that cannot be encoded is refused here, before anybody
  // gets it; the encoding itself comes after the local subscriptions have it.
  std::optional<rmw::Buffer> prepare(const void * message) const
  {
    std::optional<rmw::Buffer> wire;
    if (has_remote_readers()) {
      wire.emplace(type.encoded_size(message));
    }
    return wire;
  }

  void encode_and_write(std::optional<rmw::Buffer> && wire, const void * message, const Item & info)
  {
    if (wire) {
      type.encode(message, wire->bytes());
      writer->write(std::move(*wire), info.source_ns);
    }
  }

  // Keeps the message, and reads the route in the same step: a late subscription gets it from exactly one of the two.
  Topic::Reading keep(Item && item)
  {
    intra_process::History & history = *local->history;
    Item oldest;  // destroyed after the lock
    std::lock_guard lock(history.mutex);
    if (history.depth != 0 && history.items.size() == history.depth) {
      oldest = std::move(history.items.front());
      history.items.pop_front();
    }
    history.items.push_back(std::move(item));
    return {*topic, local->kind};
  }

  // `is_publishers`: this is what the publisher has or had, not a copy.
  void publish_transient_local(const SharedMessage & message, bool is_publishers)
  {
    const Item info = stamp();
    std::optional<rmw::Buffer> wire = prepare(message.get());
    Item kept = info.alias();
    kept.message = Message(message, type);
    kept.from_intra_process = local->intra_process;
    {
      const Topic::Reading reading = keep(std::move(kept));
      const Route & route = reading.route();
      share_with(route.sharing, info, message, true);
      if (is_publishers) {
        give_one_copy({}, route.isolated, info, message.get());
      } else {
        share_with(route.isolated, info, message, false);
      }
      give_copies(route.owning, route.owning.size(), info, message.get());
    }
    encode_and_write(std::move(wire), message.get(), info);
  }

  void publish_sample(rmw::Sample sample)
  {
    const Item info = stamp();
    const auto deliver = [&](const Route & route) {
      for (const auto * inboxes : {&route.sharing, &route.owning, &route.isolated}) {
        for (intra_process::Inbox * inbox : *inboxes) {
          push(*inbox, info, Message(sample), inboxes != &route.isolated);
        }
      }
    };
    if (local->history) {
      Item kept = info.alias();
      kept.message = Message(sample);
      kept.from_intra_process = local->intra_process;
      deliver(keep(std::move(kept)).route());
    } else {
      deliver(Topic::Reading(*topic, local->kind).route());
    }
    if (has_remote_readers()) {
      writer->write(sample, info.source_ns);
    }
  }

  const node_interfaces::NodeBaseInterface::SharedPtr node;
  const std::string name;
  const MessageType & type;
  rmw_gid_t gid{};
  rmw::Gid dds_gid{};
  std::int64_t lifespan_ns = intra_process::never;
  std::atomic<std::uint64_t> sequence{0};
  bool manual_liveliness = false;
  std::atomic<bool> liveliness_lost{false};
  std::atomic<bool> in_topic{false};  // the constructor is through

  const std::shared_ptr<pubsub::LastPeer> last_peer = std::make_shared<pubsub::LastPeer>();
  std::unordered_map<rcl_publisher_event_type_t, std::shared_ptr<EventHandlerBase>> events;
  std::shared_ptr<intra_process::Deadline> deadline;
  std::shared_ptr<pubsub::QosEvent<QOSLivelinessLostInfo>> liveliness;
  std::shared_ptr<pubsub::QosEvent<QOSOfferedIncompatibleQoSInfo>> incompatible_qos;
  std::shared_ptr<pubsub::QosEvent<IncompatibleTypeInfo>> incompatible_type;
  std::shared_ptr<pubsub::QosEvent<MatchedInfo>> matched;

  std::shared_ptr<Topic> topic;
  std::optional<intra_process::LocalWriter> local;
  std::unique_ptr<rmw::Writer> writer;  // the first to go: it calls the listener
};

PublisherBase::PublisherBase(
  node_interfaces::NodeBaseInterface * node_base, const std::string & topic,
  const intra_process::MessageType & type, const QoS & qos, const PublisherOptionsBase & options)
: impl_(std::make_unique<Impl>(*node_base, topic, type, qos, options))
{
}

PublisherBase::~PublisherBase() = default;

const char * PublisherBase::get_topic_name() const
{
  return impl_->name.c_str();
}

std::size_t PublisherBase::get_queue_size() const
{
  return impl_->writer->actual_qos().depth;
}

const rmw_gid_t & PublisherBase::get_gid() const
{
  return impl_->gid;
}

QoS PublisherBase::get_actual_qos() const
{
  return pubsub::to_qos(impl_->writer->actual_qos());
}

std::size_t PublisherBase::get_subscription_count() const
{
  return impl_->writer->matched_count() + impl_->topic->count_readers(*impl_->local, false);
}

std::size_t PublisherBase::get_intra_process_subscription_count() const
{
  return impl_->topic->count_readers(*impl_->local, true);
}

bool PublisherBase::assert_liveliness() const
{
  return impl_->writer->assert_liveliness();
}

bool PublisherBase::wait_for_acked(std::chrono::nanoseconds timeout) const
{
  return impl_->writer->wait_for_acked(timeout);
}

bool PublisherBase::operator==(const rmw_gid_t & gid) const
{
  return std::memcmp(gid.data, impl_->gid.data, sizeof(gid.data)) == 0;
}

bool PublisherBase::operator==(const rmw_gid_t * gid) const
{
  return gid && *this == *gid;
}

const std::unordered_map<rcl_publisher_event_type_t, std::shared_ptr<EventHandlerBase>> &
PublisherBase::get_event_handlers() const
{
  return impl_->events;
}

void PublisherBase::publish_unique(UniqueMessage message)
{
  if (!message) {
    throw std::invalid_argument("publish on topic '" + impl_->name + "': the message is null");
  }
  if (!impl_->local->history) {
    impl_->publish_unique(std::move(message));
  } else if (impl_->local->intra_process) {
    impl_->publish_transient_local(share(std::move(message)), true);
  } else {
    publish_borrowed(message.get());
  }
}

void PublisherBase::publish_shared(SharedMessage message)
{
  if (!message) {
    throw std::invalid_argument("publish on topic '" + impl_->name + "': the message is null");
  }
  if (!impl_->local->history) {
    impl_->publish_shared(message);
  } else if (impl_->local->intra_process) {
    impl_->publish_transient_local(message, true);
  } else {
    publish_borrowed(message.get());
  }
}

void PublisherBase::publish_borrowed(const void * message)
{
  if (!impl_->local->history) {
    impl_->publish_borrowed(message);
  } else {
    impl_->publish_transient_local(share(copy_of(impl_->type, message)), false);
  }
}

void PublisherBase::publish_serialized(const rcl_serialized_message_t & message)
{
  if (
    !message.buffer || message.buffer_length < cdr::header_size || message.buffer[0] != 0 ||
    message.buffer[1] > 1) {
    throw std::invalid_argument(
      "publish on topic '" + impl_->name +
      "': a serialized message begins with the header of CDR (4 bytes: 0, 0 or 1, any, any); this "
      "one has " +
      std::to_string(message.buffer_length) + " bytes and begins otherwise");
  }
  rmw::Buffer buffer(message.buffer_length);
  std::memcpy(buffer.bytes().data(), message.buffer, message.buffer_length);
  impl_->publish_sample(rmw::Sample(std::move(buffer)));
}

}  // namespace rclcpp
