// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A topic as one context sees it: its local publishers and subscriptions, and who of them reaches
// whom.
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

/// What a subscription shows the topic. Belongs to the subscription.
struct LocalReader
{
  rmw::ReaderListener & listener;
  std::shared_ptr<queue::MessageQueue> queue;
  std::shared_ptr<const rmw::Endpoint> endpoint;
  rmw_qos_profile_t qos;           // actual
  bool intra_process;              // takes pointers
  IntraProcessBufferType buffer;   // not CallbackDefault
  const std::type_info * adapted;  // the user's type it wants; null: the ROS message, or bytes
};

/// What a publisher shows the topic. Belongs to the publisher.
struct LocalWriter
{
  rmw::WriterListener & listener;
  std::shared_ptr<const rmw::Endpoint> endpoint;
  rmw_qos_profile_t qos;             // actual
  bool intra_process;                // gives pointers
  const std::type_info * adapted;    // the user's type it also publishes; null: only ROS messages
  std::unique_ptr<History> history;  // of a transient_local one
  // Set by the topic.
  std::size_t kind = 0;          // index into Snapshot::routes, for ROS messages
  std::size_t adapted_kind = 0;  // the same for messages of the user's type
  bool alive = true;             // liveliness
};

/// By the way they take a message.
struct Readers
{
  std::vector<queue::MessageQueue *> sharing;   // a pointer that others have too
  std::vector<queue::MessageQueue *> owning;    // a message of their own
  std::vector<queue::MessageQueue *> by_value;  // a copy in their own memory
  std::vector<queue::MessageQueue *> isolated;  // an immutable copy, never what the publisher has

  bool empty() const
  {
    return sharing.empty() && owning.empty() && by_value.empty() && isolated.empty();
  }
};

/// The readers that messages of one kind (QoS, type, intra-process or not) reach.
struct Route
{
  Readers as_published;
  Readers as_ros;  // of messages of a user's type: those that want another, or the ROS message
};

/// Immutable once published.
struct Snapshot
{
  std::vector<Route> routes;
  // Keeps them for a publisher that is still at work.
  std::vector<std::shared_ptr<queue::MessageQueue>> queues;
};

/// Matches as DDS does (matcher.hpp); notifies both listeners of who came, went, or does not fit.
/// They are notified with the topic's lock held, and their users, by rmw::DeferredNotifications,
/// without.
///
/// Publishing takes no lock: it counts itself in, reads the snapshot, and counts itself out. A
/// snapshot that was replaced is freed by a later change of the topic that finds that all
/// publishers which may look at it are through, so that neither side ever waits.
class Topic
{
public:
  /// DDS name.
  explicit Topic(std::string name);
  Topic(const Topic &) = delete;
  Topic & operator=(const Topic &) = delete;
  ~Topic();

  // Endpoints come and go, in any thread. After remove() the topic does not use the object any
  // more.
  void add(LocalWriter & writer);
  void add(LocalReader & reader);
  void remove(LocalWriter & writer);
  void remove(LocalReader & reader);

  /// Notifies the readers that the writer's liveliness was lost, or is back.
  void set_alive(LocalWriter & writer, bool alive);

  /// Local readers that the writer reaches, and the other way round.
  std::size_t count_readers(const LocalWriter & writer, bool by_pointer_only) const;
  std::size_t count_writers(const LocalReader & reader) const;

  /// A publisher at work: the route stays valid until this object is destroyed.
  class Reading
  {
  public:
    Reading(Topic & topic, std::size_t kind)
    : at_work_(topic.at_work_[topic.turn_.load(std::memory_order_relaxed)])
    {
      // Sequentially consistent, as in reclaim(): who reads 0 there is sure that we see the new
      // snapshot here.
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
  // Messages of a kind reach the same readers.
  struct Kind
  {
    std::string type;
    rmw_qos_profile_t qos;
    bool intra_process;
    const std::type_info * adapted;
    std::size_t writers = 0;  // that have it
  };

  // The index of the writer's kind, which it has from now on.
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
  // Publishers at work. Each change of the topic has the next ones count in the other number, so
  // that either is 0 from time to time although somebody always publishes.
  std::atomic<std::size_t> at_work_[2] = {0, 0};
  std::atomic<std::size_t> turn_{0};

  mutable std::mutex mutex_;  // guards what follows; publishing does not take it
  Matcher<LocalWriter, LocalReader> endpoints_;
  std::vector<Kind> kinds_;
  struct Retired
  {
    std::unique_ptr<Snapshot> snapshot;
    bool seen_idle[2] = {false, false};  // that number of publishers was 0 since
  };
  std::vector<Retired> retired_;
};

}  // namespace rclcpp::local

#endif  // RCLCPP__LOCAL__TOPIC_HPP_
