// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Receiving: from local publishers and DDS into the queue, and from there to the user.
#include "rclcpp/subscription_base.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "cdr/error.hpp"
#include "context/check_context.hpp"
#include "local/topic.hpp"
#include "message/convert.hpp"
#include "message/type_descriptions.hpp"
#include "message/values.hpp"
#include "pubsub/endpoint.hpp"
#include "pubsub/endpoint_events.hpp"
#include "pubsub/malformed_samples.hpp"
#include "pubsub/serialization.hpp"
#include "queue/message_queue.hpp"
#include "rclcpp/any_subscription_callback.hpp"
#include "rclcpp/topic_statistics/subscription_topic_statistics.hpp"
#include "rmw/fork.hpp"
#include "rmw/graph.hpp"
#include "rmw/reader.hpp"
#include "time/virtual_wait.hpp"

namespace rclcpp
{

using detail::Message;
using detail::MessageTypes;
using detail::TypeSupport;
using detail::UniqueMessage;
using queue::Item;

struct SubscriptionBase::Impl : pubsub::SubscriptionEvents
{
  Impl(
    SubscriptionBase & entity, node_interfaces::NodeBaseInterface & node_base,
    const MessageTypes & message_types, detail::AnyCallback && any_callback,
    const std::string & topic_name, const QoS & qos, const SubscriptionOptionsBase & options,
    bool borrows_messages)
  : SubscriptionEvents(
      topic_name, pubsub::logger_of(node_base), qos.get_rmw_qos_profile(), options),
    node(node_base.shared_from_this()),
    name(topic_name),
    types(message_types),
    type(*types.wire),
    callback(std::move(any_callback)),
    serialized(callback.is_serialized_message_callback()),
    only_looks(callback.takes_const_reference()),
    borrows(borrows_messages),
    buffer(buffer_of(callback, options)),
    malformed(*node, "subscription", "topic", name, type.name)
  {
    detail::check_context(*node, "topic '" + name + "'");
    pubsub::refuse_unsupported(options, name);
    detail::know_type(type);
    detail::report_created(VirtualWorld::Endpoint::subscription, name, type.name, type.description);
    const rmw::EndpointOptions endpoint = pubsub::endpoint_options(*node, name, type, qos);
    messages = std::make_shared<queue::MessageQueue>(entity, queue_options(qos));
    messages->watch(deadline);
    report_drops(*messages);
    reader = node->participant().create_reader(endpoint, *this);
    gid = reader->gid();
    messages->watch(resolve_deadline(reader->actual_qos().deadline));
    node->rmw_node().add_reader(gid);
    if (!options.ignore_local_publications) {
      topic = pubsub::find_topic(*node, endpoint.topic);
      local.emplace(local::LocalReader{
        *this, messages, reader->endpoint(), reader->actual_qos(),
        pubsub::use_intra_process(options.use_intra_process_comm, *node), buffer,
        types.user->wire ? types.user->cpp_type : nullptr, node->get_fully_qualified_name()});
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
    messages->close();
    if (void * message = spare.load(std::memory_order_acquire)) {
      type.destroy(type, message);
    }
  }

  static IntraProcessBufferType buffer_of(
    const detail::AnyCallback & callback, const SubscriptionOptionsBase & options)
  {
    if (callback.is_serialized_message_callback()) {
      return IntraProcessBufferType::SharedPtr;
    }
    if (options.intra_process_buffer_type != IntraProcessBufferType::CallbackDefault) {
      return options.intra_process_buffer_type;
    }
    return callback.use_take_shared_method() ? IntraProcessBufferType::SharedPtr
                                             : IntraProcessBufferType::UniquePtr;
  }

  queue::MessageQueue::Options queue_options(const QoS & qos) const
  {
    queue::MessageQueue::Options queue;
    queue.filter = callback.filter();
    if (qos.history() != HistoryPolicy::KeepAll) {
      queue.depth = std::max<std::size_t>(1, qos.depth());
    }
    if (
      qos.durability() == DurabilityPolicy::TransientLocal ||
      qos.durability() == DurabilityPolicy::BestAvailable) {
      queue.history_until_ns = base::system_now();
    }
    if (buffer == IntraProcessBufferType::Value) {
      // All waiting samples, and the one that is being read.
      constexpr std::size_t most = 256;
      queue.by_value =
        detail::Values::make(types.user, queue.depth == 0 ? most : std::min(queue.depth + 1, most));
    }
    return queue;
  }

  void on_sample(rmw::Sample && sample, const rmw::SampleInfo & info) noexcept override
  {
    Item item;
    item.message = Message(std::move(sample));
    item.source_ns = info.source_timestamp_ns;
    item.received_ns = info.received_timestamp_ns;
    item.expires_ns = pubsub::add_span(info.source_timestamp_ns, info.writer->lifespan.count());
    item.arrival_ns = base::steady_now();
    item.publication_sequence = info.sequence_number;
    item.gid = info.writer->gid;
    const std::shared_ptr<queue::MessageQueue> kept =
      messages;  // its callbacks may destroy this object
    kept->push(std::move(item));
  }

  bool expired(const Item & item)
  {
    if (item.expires_ns == queue::never || base::system_now() < item.expires_ns) {
      return false;
    }
    expired_count.fetch_add(1, std::memory_order_relaxed);
    return true;
  }

  // Converts the message to a struct of `expected`, which is one of the subscription's types. If
  // that fails, counts and drops it and returns false. With `view`, large sequences of the message
  // may read the sample as long as the view exists, or the message if that is shared.
  bool decode(Item & item, const TypeSupport & expected, detail::SampleView * view = nullptr)
  {
    Message & message = item.message;
    if (message.get() && detail::same_struct(*message.type(), expected)) {
      return true;
    }
    return unless_malformed(item, [&] {
      if (message.get()) {
        message = Message(detail::convert(expected, message.get(), *message.type()));
        return;
      }
      void * memory =
        only_looks || expected.wire ? spare.exchange(nullptr, std::memory_order_acq_rel) : nullptr;
      UniqueMessage decoded(memory ? memory : type.create(type), {&type});
      detail::SampleView own;  // ends before `decoded`
      detail::SampleView & target = only_looks && view ? *view : own;
      const std::span<const std::byte> bytes = message.sample().bytes();
      if ((view || expected.wire) && bytes.size() >= cdr::sequence_views::smallest) {
        type.decode_in_place(bytes, decoded.get(), target.sequences);
      } else {
        type.decode(bytes, decoded.get());
      }
      if (expected.wire) {
        message = Message(detail::convert(expected, decoded.get(), type));
        target.sequences.end();
        recycle(std::move(decoded));
        return;
      }
      if (target.sequences.empty()) {
        message = Message(std::move(decoded));
        return;
      }
      target.sample = message.sample();
      if (only_looks) {
        message = Message(std::move(decoded));
      } else {
        message = Message(detail::share(std::move(decoded), std::move(target)), expected);
      }
    });
  }

  // Returns false if `decode` throws an error that a malformed message causes.
  template <typename Decode>
  bool unless_malformed(const Item & item, Decode decode)
  {
    try {
      decode();
      return true;
    } catch (const cdr::error & error) {
      malformed.report(item.gid, error.what());
    } catch (const detail::ConversionError & error) {
      malformed.report(item.gid, error.what());
    }
    return false;
  }

  // Keeps the memory of a decoded message that is not in use, to reuse it.
  void recycle(UniqueMessage used)
  {
    void * none = nullptr;
    if (spare.compare_exchange_strong(none, used.get(), std::memory_order_acq_rel)) {
      (void)used.release();
    }
  }

  void execute_borrowed(SubscriptionBase & self, Item & item);

  // Takes the oldest message within its lifespan.
  bool pop(Item & item, std::int64_t & next_arrival_ns);

  // Takes it as bytes for the user.
  bool take(Item & item, MessageInfo & info)
  {
    std::int64_t next_arrival_ns;
    if (!pop(item, next_arrival_ns)) {
      return false;
    }
    messages->count_delivered();
    info = info_of(item);
    return true;
  }

  // Measures a message for topic statistics before it is handled.
  void measure(const MessageInfo & info) const
  {
    if (topic_statistics) [[unlikely]] {
      topic_statistics->handle_message(info.get_rmw_message_info(), Time(base::system_now()));
    }
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
  const MessageTypes types;
  const TypeSupport & type;  // of the ROS message
  detail::AnyCallback callback;
  const bool serialized;  // it takes bytes
  const bool only_looks;  // it keeps no message: its memory can be reused
  const bool borrows;     // messages from the wire are decoded into messages of create_message()
  const IntraProcessBufferType buffer;  // not CallbackDefault
  rmw::Gid gid{};

  std::atomic<void *> spare{nullptr};  // a ROS message whose memory decode() may reuse
  std::atomic<std::uint64_t> expired_count{0};
  pubsub::MalformedSamples malformed;

  std::atomic<bool> in_use{false};                                                  // by a wait set
  std::shared_ptr<topic_statistics::SubscriptionTopicStatistics> topic_statistics;  // null: none

  std::shared_ptr<queue::MessageQueue> messages;
  std::shared_ptr<local::Topic> topic;
  std::optional<local::LocalReader> local;
  std::unique_ptr<rmw::Reader> reader;
};

SubscriptionBase::SubscriptionBase(
  node_interfaces::NodeBaseInterface * node_base, const detail::MessageTypes & types,
  detail::AnyCallback && callback, const std::string & topic, const QoS & qos,
  const SubscriptionOptionsBase & options, bool borrows)
: impl_(std::make_unique<Impl>(
    *this, *node_base, types, std::move(callback),
    node_base->resolve_topic_or_service_name(topic, false), qos, options, borrows))
{
}

SubscriptionBase::~SubscriptionBase()
{
  if (rmw::is_forked_copy()) {
    rmw::leak(impl_);
  }
}

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

DeliveredMessageKind SubscriptionBase::get_delivered_message_kind() const
{
  return is_serialized() ? DeliveredMessageKind::SERIALIZED_MESSAGE
                         : DeliveredMessageKind::ROS_MESSAGE;
}

void SubscriptionBase::set_content_filter(const std::string &, const std::vector<std::string> &)
{
  pubsub::unsupported("topic '" + impl_->name + "': set_content_filter");
}

ContentFilterOptions SubscriptionBase::get_content_filter() const
{
  pubsub::unsupported("topic '" + impl_->name + "': get_content_filter");
}

std::vector<NetworkFlowEndpoint> SubscriptionBase::get_network_flow_endpoints() const
{
  pubsub::unsupported("topic '" + impl_->name + "': get_network_flow_endpoints");
}

void SubscriptionBase::handle_loaned_message(
  void * loaned_message, const MessageInfo & message_info)
{
  std::shared_ptr<void> message(std::shared_ptr<void>(), loaned_message);
  handle_message(message, message_info);
}

void SubscriptionBase::set_on_new_message_callback(std::function<void(std::size_t)> callback)
{
  impl_->messages->set_on_new_item(std::move(callback));
}

void SubscriptionBase::clear_on_new_message_callback()
{
  impl_->messages->clear_on_new_item();
}

void SubscriptionBase::set_on_new_qos_event_callback(
  std::function<void(std::size_t)> callback, rcl_subscription_event_type_t event_type)
{
  if (!callback) {
    throw std::invalid_argument("set_on_new_qos_event_callback: the callback cannot be called");
  }
  impl_->set_ready_callback(event_type, std::move(callback));
}

void SubscriptionBase::clear_on_new_qos_event_callback(rcl_subscription_event_type_t event_type)
{
  impl_->set_ready_callback(event_type, nullptr);
}

bool SubscriptionBase::exchange_in_use_by_wait_set_state(
  void * pointer_to_subscription_part, bool in_use_state)
{
  if (!pointer_to_subscription_part) {
    throw std::invalid_argument("exchange_in_use_by_wait_set_state: the pointer is null");
  }
  if (pointer_to_subscription_part == this) {
    return impl_->in_use.exchange(in_use_state);
  }
  for (const auto & [kind, event] : impl_->events) {
    if (event.get() == pointer_to_subscription_part) {
      return event->exchange_in_use_by_wait_set_state(in_use_state);
    }
  }
  throw std::runtime_error(
    "exchange_in_use_by_wait_set_state: the pointer is not a part of the subscription on '" +
    impl_->name + "'");
}

bool SubscriptionBase::has_item(executors::detail::Due &) const noexcept
{
  return !impl_->messages->empty();
}

void SubscriptionBase::set_topic_statistics(
  std::shared_ptr<topic_statistics::SubscriptionTopicStatistics> statistics)
{
  impl_->topic_statistics = std::move(statistics);
}

bool SubscriptionBase::is_serialized() const
{
  return impl_->serialized;
}

SubscriptionStatistics SubscriptionBase::statistics() const
{
  const queue::Statistics queue = impl_->messages->statistics();
  SubscriptionStatistics statistics;
  statistics.received = queue.received;
  statistics.delivered = queue.delivered;
  statistics.dropped = queue.dropped;
  statistics.expired = impl_->expired_count.load(std::memory_order_relaxed);
  statistics.malformed = impl_->malformed.count();
  statistics.lost = impl_->lost.load(std::memory_order_relaxed);
  statistics.waiting = queue.waiting;
  return statistics;
}

const std::unordered_map<rcl_subscription_event_type_t, std::shared_ptr<EventHandlerBase>> &
SubscriptionBase::get_event_handlers() const
{
  return impl_->events;
}

bool SubscriptionBase::Impl::pop(Item & item, std::int64_t & next_arrival_ns)
{
  while (messages->pop(item, next_arrival_ns)) {
    if (!expired(item)) {
      return true;
    }
  }
  return false;
}

bool SubscriptionBase::take_message(
  Message & message, MessageInfo & info, const TypeSupport & expected)
{
  Item item;
  std::int64_t next_arrival_ns;
  while (impl_->pop(item, next_arrival_ns)) {
    if (impl_->decode(item, expected)) {
      impl_->messages->count_delivered();
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
  if (!impl_->take(item, message_info_out)) {
    return false;
  }
  detail::serialize(item.message, message_out);
  return true;
}

bool SubscriptionBase::take_sample(rmw::Sample & sample_out, MessageInfo & message_info_out)
{
  Item item;
  if (!impl_->take(item, message_info_out)) {
    return false;
  }
  sample_out = detail::to_sample(item.message);
  return true;
}

void SubscriptionBase::handle_message(
  std::shared_ptr<void> & message, const MessageInfo & message_info)
{
  impl_->measure(message_info);
  const TypeSupport & user = *impl_->types.user;
  if (impl_->serialized || user.wire) {
    Message wrapped = impl_->serialized
                        ? Message(message, impl_->type)
                        : Message(detail::convert(user, message.get(), impl_->type));
    impl_->callback.dispatch(wrapped, message_info);
  } else {
    impl_->callback.dispatch_shared(message, message_info);
  }
}

void SubscriptionBase::handle_serialized_message(
  const std::shared_ptr<SerializedMessage> & serialized_message, const MessageInfo & message_info)
{
  if (impl_->serialized) {
    impl_->measure(message_info);
    impl_->callback.dispatch_shared(serialized_message, message_info);
    return;
  }
  const rcl_serialized_message_t & raw = serialized_message->get_rcl_serialized_message();
  std::shared_ptr<void> message = create_message();
  impl_->type.decode(
    {reinterpret_cast<const std::byte *>(raw.buffer), raw.buffer_length}, message.get());
  handle_message(message, message_info);
  return_message(message);
}

std::shared_ptr<void> SubscriptionBase::create_message()
{
  return detail::make_shared_message(impl_->type);
}

std::shared_ptr<SerializedMessage> SubscriptionBase::create_serialized_message()
{
  return std::make_shared<SerializedMessage>();
}

void SubscriptionBase::return_message(std::shared_ptr<void> & message)
{
  message.reset();
}

void SubscriptionBase::return_serialized_message(std::shared_ptr<SerializedMessage> & message)
{
  message.reset();
}

bool SubscriptionBase::execute_one()
{
  Item item;
  std::int64_t next_arrival_ns;
  if (!impl_->messages->pop(item, next_arrival_ns)) {
    return false;
  }
  if (next_arrival_ns != queue::never) {
    ready_again(next_arrival_ns);
  }
  if (impl_->expired(item)) {
    return true;
  }
  const bool from_wire = item.message.get() == nullptr;
  if (impl_->borrows && (from_wire || impl_->serialized)) {
    impl_->execute_borrowed(*this, item);
    return true;
  }
  const TypeSupport & user = *impl_->types.user;
  detail::SampleView view;  // ends before the message
  const bool only_reads = impl_->callback.use_take_shared_method();
  if (!impl_->serialized && !impl_->decode(item, user, only_reads ? &view : nullptr)) {
    return true;
  }
  impl_->messages->count_delivered();
  const MessageInfo info = Impl::info_of(item);
  impl_->measure(info);
  impl_->callback.dispatch(item.message, info);
  view.sequences.end();
  if (from_wire && impl_->only_looks && !user.wire && item.message.get()) {
    impl_->recycle(item.message.take_unique(user));
  }
  return true;
}

// The message is decoded into one of the user's memory strategy, which gets it back in any case.
void SubscriptionBase::Impl::execute_borrowed(SubscriptionBase & self, Item & item)
{
  const auto lend = [&](auto borrowed, auto fill, auto handle, auto give_back) {
    const bool filled = unless_malformed(item, [&] { fill(borrowed); });
    try {
      if (filled) {
        messages->count_delivered();
        handle(borrowed);
      }
    } catch (...) {
      give_back(borrowed);
      throw;
    }
    give_back(borrowed);
  };
  const MessageInfo info = info_of(item);
  if (serialized) {
    lend(
      self.create_serialized_message(),
      [&](auto & bytes) { detail::serialize(item.message, *bytes); },
      [&](auto & bytes) { self.handle_serialized_message(bytes, info); },
      [&](auto & bytes) { self.return_serialized_message(bytes); });
  } else {
    lend(
      self.create_message(),
      [&](auto & message) { type.decode(item.message.sample().bytes(), message.get()); },
      [&](auto & message) { self.handle_message(message, info); },
      [&](auto & message) { self.return_message(message); });
  }
}

}  // namespace rclcpp
