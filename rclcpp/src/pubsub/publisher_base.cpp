// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Publishing: to the queues of local subscriptions and, encoded, to DDS.
#include "rclcpp/publisher_base.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/clock.hpp"
#include "cdr/copy.hpp"
#include "context/check_context.hpp"
#include "local/delivery.hpp"
#include "local/topic.hpp"
#include "message/type_descriptions.hpp"
#include "pubsub/endpoint.hpp"
#include "pubsub/endpoint_events.hpp"
#include "rmw/fork.hpp"
#include "rmw/graph.hpp"
#include "rmw/time.h"
#include "rmw/writer.hpp"
#include "time/virtual_wait.hpp"

namespace rclcpp
{

using detail::Message;
using detail::MessageTypes;
using detail::SharedMessage;
using detail::TypeSupport;
using detail::UniqueMessage;
using local::Readers;
using local::Route;
using local::Topic;
using queue::Item;

struct PublisherBase::Impl : pubsub::PublisherEvents
{
  Impl(
    node_interfaces::NodeBaseInterface & node_base, const std::string & topic_name,
    const MessageTypes & message_types, const QoS & qos, const PublisherOptionsBase & options)
  : PublisherEvents(topic_name, pubsub::logger_of(node_base), qos.get_rmw_qos_profile(), options),
    node(node_base.shared_from_this()),
    name(topic_name),
    types(message_types),
    type(*types.wire)
  {
    detail::check_context(*node, "topic '" + name + "'");
    pubsub::refuse_unsupported(options, name);
    detail::know_type(type);
    detail::report_created(VirtualWorld::Endpoint::publisher, name, type.name, type.description);
    rmw::EndpointOptions endpoint = pubsub::endpoint_options(*node, name, type, qos);
    endpoint.shared_memory = options.use_shared_memory;
    writer = node->participant().create_writer(endpoint, *this);
    const rmw_qos_profile_t & actual = writer->actual_qos();
    resolve_deadline(actual.deadline);
    if (const auto ns = rmw_time_total_nsec(actual.lifespan); ns > 0 && ns != INT64_MAX) {
      lifespan_ns = ns;
    }
    manual_liveliness = actual.liveliness == RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC;
    gid.implementation_identifier = "rxros2";
    dds_gid = writer->gid();
    std::memcpy(gid.data, dds_gid.data(), sizeof(gid.data));

    topic = pubsub::find_topic(*node, endpoint.topic);
    local.emplace(local::LocalWriter{
      *this, writer->endpoint(), actual,
      pubsub::use_intra_process(options.use_intra_process_comm, *node),
      types.user->wire ? types.user->cpp_type : nullptr, nullptr,
      node->get_fully_qualified_name()});
    if (actual.durability == RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL) {
      local->history = std::make_unique<local::History>(
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

  void on_liveliness_lost(const rmw_liveliness_lost_status_t & change) noexcept override
  {
    liveliness_lost.store(true);  // for the constructor
    if (in_topic.load()) {
      topic->set_alive(*local, false);
    }
    // Repeat it: an assertion in the meantime may have come before the topic was ready.
    liveliness_lost.store(true);
    PublisherEvents::on_liveliness_lost(change);
  }

  // For liveliness MANUAL_BY_TOPIC the engine watches the lease; messages that bypass the engine
  // count too.
  bool assert_liveliness()
  {
    const bool accepted = writer->assert_liveliness();
    if (accepted && liveliness_lost.load() && liveliness_lost.exchange(false)) {
      topic->set_alive(*local, true);
    }
    return accepted;
  }

  // Returns all metadata of the message. `source_ns` is 0 for a message that is sent now.
  Item stamp(std::int64_t source_ns = 0)
  {
    Item item;
    item.received_ns = base::system_now();
    item.source_ns = source_ns == 0 ? item.received_ns : source_ns;
    item.expires_ns = pubsub::add_span(item.source_ns, lifespan_ns);
    item.arrival_ns = base::steady_now();
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

  void refuse_null(const void * message) const
  {
    if (!message) {
      throw std::invalid_argument("publish on topic '" + name + "': the message is null");
    }
  }

  bool has_remote_readers() const
  {
    return local->history || writer->may_have_readers() || detail::is_virtual();
  }

  rmw::Buffer encode(const void * message) const
  {
    rmw::Buffer buffer = writer->allocate(type.encoded_size(message));
    type.encode(message, buffer.bytes());
    return buffer;
  }

  void write(rmw::Buffer && wire, const Item & info)
  {
    if (detail::is_virtual()) [[unlikely]] {
      VirtualTime::current()->world().on_published(name, type.name, wire.bytes());
    } else {
      writer->write(std::move(wire), info.source_ns);
    }
  }

  void publish_unique(UniqueMessage message)
  {
    const Item info = stamp();
    std::optional<rmw::Buffer> wire;
    SharedMessage shared;  // encoded after the local subscriptions have it
    {
      const Topic::Reading reading(*topic, local->kind);
      const Readers & readers = reading.route().as_published;
      if (!has_remote_readers()) {
        deliver_unique(readers, type, info, std::move(message));
      } else if (readers.owning.empty() && !readers.sharing.empty()) {
        wire = prepare(message.get());
        shared = share(std::move(message));
        deliver_shared(readers, type, info, shared, false);
      } else {
        wire = encode(message.get());
        deliver_unique(readers, type, info, std::move(message));
      }
    }
    if (wire) {
      if (shared) {
        type.encode(shared.get(), wire->bytes());
      }
      write(std::move(*wire), info);
    }
  }

  void publish_shared(const SharedMessage & message)
  {
    const Item info = stamp();
    std::optional<rmw::Buffer> wire = prepare(message.get());
    deliver_shared(
      Topic::Reading(*topic, local->kind).route().as_published, type, info, message, false);
    encode_and_write(std::move(wire), message.get(), info);
  }

  void publish_borrowed(const void * message)
  {
    const Item info = stamp();
    std::optional<rmw::Buffer> wire = prepare(message);
    deliver_borrowed(Topic::Reading(*topic, local->kind).route().as_published, type, info, message);
    encode_and_write(std::move(wire), message, info);
  }

  // Allocates memory for the encoded message if it is to be sent. A message that cannot be encoded
  // is rejected here, before any subscription gets it; it is encoded after the local subscriptions
  // have it.
  std::optional<rmw::Buffer> prepare(const void * message) const
  {
    std::optional<rmw::Buffer> wire;
    if (has_remote_readers()) {
      wire = writer->allocate(type.encoded_size(message));
    }
    return wire;
  }

  void encode_and_write(std::optional<rmw::Buffer> && wire, const void * message, const Item & info)
  {
    if (wire) {
      type.encode(message, wire->bytes());
      write(std::move(*wire), info);
    }
  }

  // Stores the message in the history and reads the route atomically: a late subscription gets it
  // from exactly one of the two.
  Topic::Reading keep(Item && item, std::size_t kind)
  {
    item.from_intra_process = local->intra_process;
    return local->history->keep(std::move(item), [&] { return Topic::Reading(*topic, kind); });
  }

  // A message in the history never goes to an owner, so that storing it and reading the route can
  // be one step. `is_copy`: the publisher does not have this message. `to_dds`: send it even if no
  // remote reader is matched, for late ones.
  void publish_transient_local(const SharedMessage & message, bool is_copy, bool to_dds)
  {
    const Item info = stamp();
    std::optional<rmw::Buffer> wire;
    if (to_dds) {
      wire = prepare(message.get());
    }
    Item kept = info.alias();
    kept.message = Message(message, type);
    deliver_shared(
      keep(std::move(kept), local->kind).route().as_published, type, info, message, is_copy);
    encode_and_write(std::move(wire), message.get(), info);
  }

  // Publishes a message of the user type. `deliver(readers, info)` passes it to the readers of that
  // type; all others get the ROS message, from one conversion. The conversion throws before any
  // reader gets the message. `kept` is the message in the history of a transient_local publisher.
  template <typename Deliver>
  void publish_adapted(const void * message, const SharedMessage & kept, const Deliver & deliver)
  {
    const Item info = stamp();
    const bool remote = has_remote_readers();
    UniqueMessage ros;
    const auto convert = [&] {
      ros = UniqueMessage(type.create(type), {&type});
      types.user->to_ros(message, ros.get());
    };
    std::optional<rmw::Buffer> wire;
    if (remote) {
      convert();
      wire = encode(ros.get());
    }
    {
      Item item = info.alias();
      if (kept) {
        item.message = Message(kept, *types.user);
      }
      const Topic::Reading reading = kept ? keep(std::move(item), local->adapted_kind)
                                          : Topic::Reading(*topic, local->adapted_kind);
      const Route & route = reading.route();
      if (!ros && !route.as_ros.empty()) {
        convert();
      }
      deliver(route.as_published, info);
      if (!route.as_ros.empty()) {
        deliver_unique(route.as_ros, type, info, std::move(ros));
      }
    }
    if (wire) {
      write(std::move(*wire), info);
    }
  }

  void publish_adapted_shared(const SharedMessage & message, bool is_copy)
  {
    publish_adapted(
      message.get(), local->history ? message : nullptr,
      [&](const Readers & readers, const Item & info) {
        deliver_shared(readers, *types.user, info, message, is_copy);
      });
  }

  void publish_sample(const rmw::Sample & sample, std::int64_t source_ns)
  {
    const Item info = stamp(source_ns);
    if (local->history) {
      Item kept = info.alias();
      kept.message = Message(sample);
      deliver_sample(keep(std::move(kept), local->kind).route().as_published, info, sample);
    } else {
      deliver_sample(Topic::Reading(*topic, local->kind).route().as_published, info, sample);
    }
    if (detail::is_virtual()) [[unlikely]] {
      VirtualTime::current()->world().on_published(name, type.name, sample.bytes());
    } else if (has_remote_readers()) {
      writer->write(sample, info.source_ns);
    }
  }

  const node_interfaces::NodeBaseInterface::SharedPtr node;
  const std::string name;
  const MessageTypes types;
  const TypeSupport & type;  // of the ROS message
  rmw_gid_t gid{};
  rmw::Gid dds_gid{};
  std::int64_t lifespan_ns = queue::never;
  std::atomic<std::uint64_t> sequence{0};
  bool manual_liveliness = false;
  std::atomic<bool> liveliness_lost{false};
  std::atomic<bool> in_topic{false};  // the constructor has finished

  std::shared_ptr<Topic> topic;
  std::optional<local::LocalWriter> local;
  std::unique_ptr<rmw::Writer> writer;  // destroyed first: it calls the listener
};

PublisherBase::PublisherBase(
  node_interfaces::NodeBaseInterface * node_base, const std::string & topic,
  const detail::MessageTypes & types, const QoS & qos, const PublisherOptionsBase & options)
: impl_(std::make_unique<Impl>(
    *node_base, node_base->resolve_topic_or_service_name(topic, false), types, qos, options))
{
}

PublisherBase::~PublisherBase()
{
  if (rmw::is_forked_copy()) {
    rmw::leak(impl_);
  }
}

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

std::size_t PublisherBase::lowest_available_ipm_capacity() const
{
  std::size_t lowest = std::numeric_limits<std::size_t>::max();
  bool any = false;
  const Topic::Reading reading(*impl_->topic, impl_->local->adapted_kind);
  for (const Readers * readers : {&reading.route().as_published, &reading.route().as_ros}) {
    for (const auto * queues : {&readers->sharing, &readers->owning, &readers->by_value}) {
      for (const queue::MessageQueue * queue : *queues) {
        lowest = std::min(lowest, queue->room());
        any = true;
      }
    }
  }
  return any ? lowest : 0;
}

bool PublisherBase::is_durability_transient_local() const
{
  return impl_->local->history != nullptr;
}

std::vector<NetworkFlowEndpoint> PublisherBase::get_network_flow_endpoints() const
{
  pubsub::unsupported("topic '" + impl_->name + "': get_network_flow_endpoints");
}

void PublisherBase::set_on_new_qos_event_callback(
  std::function<void(std::size_t)> callback, rcl_publisher_event_type_t event_type)
{
  if (!callback) {
    throw std::invalid_argument("set_on_new_qos_event_callback: the callback cannot be called");
  }
  impl_->set_ready_callback(event_type, std::move(callback));
}

void PublisherBase::clear_on_new_qos_event_callback(rcl_publisher_event_type_t event_type)
{
  impl_->set_ready_callback(event_type, nullptr);
}

bool PublisherBase::assert_liveliness() const
{
  return impl_->assert_liveliness();
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

const detail::MessageTypes & PublisherBase::message_types() const
{
  return impl_->types;
}

void PublisherBase::publish_unique(UniqueMessage message)
{
  impl_->refuse_null(message.get());
  const bool adapted = message.get_deleter().type->wire != nullptr;
  if (impl_->local->history) {
    if (impl_->local->intra_process) {
      publish_kept(share(std::move(message)), adapted, false);
    } else {
      publish_borrowed(message.get(), adapted ? *impl_->types.user : impl_->type);
    }
  } else if (adapted) {
    const void * const original = message.get();
    impl_->publish_adapted(original, nullptr, [&](const Readers & readers, const Item & info) {
      deliver_unique(readers, *impl_->types.user, info, std::move(message));
    });
  } else {
    impl_->publish_unique(std::move(message));
  }
}

void PublisherBase::publish_shared(SharedMessage message, const TypeSupport & type)
{
  impl_->refuse_null(message.get());
  if (impl_->local->history) {
    if (impl_->local->intra_process) {
      publish_kept(message, type.wire, false);
    } else {
      publish_borrowed(message.get(), type);
    }
  } else if (type.wire) {
    impl_->publish_adapted_shared(message, false);
  } else {
    impl_->publish_shared(message);
  }
}

void PublisherBase::publish_borrowed(const void * message, const TypeSupport & type)
{
  if (impl_->local->history) {
    publish_kept(share(UniqueMessage(type.copy(type, message), {&type})), type.wire, true);
  } else if (type.wire) {
    impl_->publish_adapted(message, nullptr, [&](const Readers & readers, const Item & info) {
      deliver_borrowed(readers, type, info, message);
    });
  } else {
    impl_->publish_borrowed(message);
  }
}

void PublisherBase::publish_kept(const SharedMessage & message, bool adapted, bool is_copy)
{
  if (adapted) {
    impl_->publish_adapted_shared(message, is_copy);
  } else {
    impl_->publish_transient_local(message, is_copy, true);
  }
}

bool PublisherBase::publish_state(UniqueMessage message)
{
  const bool remote = has_remote_subscriptions() || detail::is_virtual();
  if (impl_->local->history) {
    impl_->publish_transient_local(share(std::move(message)), false, remote);
  } else {
    impl_->publish_unique(std::move(message));
  }
  return remote;
}

bool PublisherBase::has_remote_subscriptions() const
{
  return impl_->writer->matched_count() != 0;
}

void PublisherBase::publish_serialized(const rcl_serialized_message_t & message)
{
  rmw::Buffer buffer = impl_->writer->allocate(message.buffer ? message.buffer_length : 0);
  if (buffer.size() != 0) {  // else the message may have no memory
    cdr::copy_bytes(buffer.bytes().data(), message.buffer, buffer.size());
  }
  publish_serialized(rmw::Sample(std::move(buffer)));
}

rmw::Buffer PublisherBase::allocate_serialized(std::size_t size) const
{
  return impl_->writer->allocate(size);
}

void PublisherBase::publish_serialized(const rmw::Sample & sample, std::int64_t source_timestamp)
{
  const auto bytes = sample.bytes();
  if (bytes.size() < cdr::header_size || bytes[0] != std::byte{0} || bytes[1] > std::byte{1}) {
    throw std::invalid_argument(
      "publish on topic '" + impl_->name +
      "': a serialized message begins with the header of CDR (4 bytes: 0, 0 or 1, any, any); this "
      "one has " +
      std::to_string(bytes.size()) + " bytes and begins otherwise");
  }
  impl_->publish_sample(sample, source_timestamp);
}

}  // namespace rclcpp
