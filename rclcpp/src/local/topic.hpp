// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A topic as one context sees it: its local publishers and subscriptions, and the routes between
// them.
#ifndef RCLCPP__LOCAL__TOPIC_HPP_
#define RCLCPP__LOCAL__TOPIC_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <typeinfo>
#include <vector>

#include "local/history.hpp"
#include "local/matcher.hpp"
#include "queue/message_queue.hpp"
#include "rclcpp/intra_process_buffer_type.hpp"
#include "rmw/endpoint.hpp"
#include "rmw/listener.hpp"
#include "rmw/types.h"

namespace rclcpp::local
{

/// The matching part of a subscription, which owns it.
struct LocalReader
{
  rmw::ReaderListener & listener;
  std::shared_ptr<queue::MessageQueue> queue;
  std::shared_ptr<const rmw::Endpoint> endpoint;
  rmw_qos_profile_t qos;           // actual
  bool intra_process;              // takes pointers
  IntraProcessBufferType buffer;   // not CallbackDefault
  const std::type_info * adapted;  // the user type that it wants; null: the ROS message, or bytes
  std::string node;                // fully qualified
};

/// The matching part of a publisher, which owns it.
struct LocalWriter
{
  rmw::WriterListener & listener;
  std::shared_ptr<const rmw::Endpoint> endpoint;
  rmw_qos_profile_t qos;           // actual
  bool intra_process;              // passes pointers
  const std::type_info * adapted;  // the user type that it also publishes; null: only ROS messages
  std::unique_ptr<History> history;  // only of a transient_local publisher
  std::string node;                  // fully qualified
  // Set by the topic.
  std::size_t kind = 0;          // index into Snapshot::routes, for ROS messages
  std::size_t adapted_kind = 0;  // the same for messages of the user type
  bool alive = true;             // liveliness
};

/// Queues, by the way in which they take a message.
struct Readers
{
  std::vector<queue::MessageQueue *> sharing;   // a pointer that others share
  std::vector<queue::MessageQueue *> owning;    // a message that they own
  std::vector<queue::MessageQueue *> by_value;  // a copy in their own memory
  std::vector<queue::MessageQueue *> isolated;  // an immutable copy, never the publisher's message

  bool empty() const
  {
    return sharing.empty() && owning.empty() && by_value.empty() && isolated.empty();
  }
};

/// The readers of messages of one kind (QoS, type, intra-process or not).
struct Route
{
  Readers as_published;
  Readers as_ros;  // for messages of a user type: readers of another type, or of the ROS message
};

/// The routes of all publishers. Immutable once published.
struct Snapshot
{
  std::vector<Route> routes;
  // Keeps the queues alive for a publisher that is still publishing.
  std::vector<std::shared_ptr<queue::MessageQueue>> queues;
};

/// Matches as DDS does (matcher.hpp) and notifies the listeners of both sides about new, removed
/// and incompatible endpoints. It notifies them with the topic's lock held;
/// rmw::DeferredNotifications notifies their users without it.
///
/// Publishing is lock-free: a publisher increments a counter, reads the snapshot, and decrements
/// the counter. A replaced snapshot is freed by a later change of the topic, when all publishers
/// that may read it have finished. Neither side ever waits.
class Topic
{
public:
  /// Takes the DDS name.
  explicit Topic(std::string name);
  Topic(const Topic &) = delete;
  Topic & operator=(const Topic &) = delete;
  ~Topic();

  // Endpoints are added and removed on any thread. After remove() the topic does not use the
  // object.
  void add(LocalWriter & writer);
  void add(LocalReader & reader);
  void remove(LocalWriter & writer);
  void remove(LocalReader & reader);

  /// Notifies the readers that the writer lost its liveliness or has it again.
  void set_alive(LocalWriter & writer, bool alive);

  /// Return the number of local readers that the writer reaches, and of writers that reach the
  /// reader.
  std::size_t count_readers(const LocalWriter & writer, bool by_pointer_only) const;
  std::size_t count_writers(const LocalReader & reader) const;

  /// A publisher that is publishing: the route is valid until this object is destroyed.
  class Reading
  {
  public:
    Reading(Topic & topic, std::size_t kind)
    : at_work_(topic.at_work_[topic.turn_.load(std::memory_order_relaxed)])
    {
      // Sequentially consistent, as in reclaim(): a thread that reads 0 there can rely on this
      // thread seeing the new snapshot here.
      at_work_.fetch_add(1);
      route_ = &topic.snapshot_.load()->routes[kind];
    }
    Reading(const Reading &) = delete;
    Reading & operator=(const Reading &) = delete;
    ~Reading() { at_work_.fetch_sub(1, std::memory_order_release); }

    const Route & route() const { return *route_; }

  private:
    std::atomic<std::size_t> & at_work_;
    const Route * route_;
  };

private:
  // Messages of one kind reach the same readers.
  struct Kind
  {
    std::string type;
    rmw_qos_profile_t qos;
    bool intra_process;
    const std::type_info * adapted;
    std::size_t writers = 0;  // writers of this kind
  };

  // Returns the index of the writer's kind and counts the writer.
  std::size_t use_kind(const LocalWriter & writer, const std::type_info * adapted, bool & is_new);
  std::unique_ptr<Snapshot> make_snapshot() const;
  void replace(std::unique_ptr<Snapshot> snapshot);
  void reclaim();
  void replay(const LocalReader & reader, std::unique_ptr<Snapshot> snapshot);
  void meet(
    const LocalWriter & writer, const LocalReader & reader, const Mismatch & mismatch) const;
  static void part(const LocalWriter & writer, const LocalReader & reader);

  const std::string name_;
  std::atomic<Snapshot *> snapshot_;
  // The number of publishers that are publishing. Each change of the topic makes the next ones use
  // the other counter, so that each counter reaches 0 from time to time, even under constant load.
  std::atomic<std::size_t> at_work_[2] = {0, 0};
  std::atomic<std::size_t> turn_{0};

  mutable std::mutex mutex_;  // guards the members below; publishing does not take it
  Matcher<LocalWriter, LocalReader> endpoints_;
  std::vector<Kind> kinds_;
  struct Retired
  {
    std::unique_ptr<Snapshot> snapshot;
    bool seen_idle[2] = {false, false};  // that counter was 0 at some time since
  };
  std::vector<Retired> retired_;
};

}  // namespace rclcpp::local

#endif  // RCLCPP__LOCAL__TOPIC_HPP_
