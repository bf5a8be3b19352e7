// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Forwards topics and services from the node of one context to the node of another. Python decides
// what is forwarded; it is not called for a message or a request.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <exception>
#include <iterator>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gil.hpp"
#include "handle.hpp"
#include "node.hpp"
#include "notifier.hpp"

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

using publisher_gid = std::array<std::byte, RMW_GID_STORAGE_SIZE>;

struct publisher_gid_hash
{
  std::size_t operator()(const publisher_gid & gid) const noexcept
  {
    std::array<std::size_t, sizeof(publisher_gid) / sizeof(std::size_t)> words{};
    std::memcpy(words.data(), gid.data(), sizeof(words));
    std::size_t hash = 0;
    for (const std::size_t word : words) {
      hash = hash * 31 + word;
    }
    return hash;
  }
};

publisher_gid to_publisher_gid(const nb::bytes & bytes)
{
  publisher_gid gid{};
  if (bytes.size() != gid.size()) {
    throw std::invalid_argument(
      "a GID has " + std::to_string(bytes.size()) + " bytes; expected " +
      std::to_string(gid.size()));
  }
  std::memcpy(gid.data(), bytes.data(), gid.size());
  return gid;
}

/// Forwards the samples of a subscription. Each publisher of the topic has its own publisher on the
/// other side, or is ignored. Samples of publishers that nobody has decided about yet are held.
/// Thread-safe; uses nothing of Python.
class topic_route
{
public:
  /// `min_period` is the least time between two forwarded samples; 0 forwards all.
  topic_route(std::string topic, std::chrono::nanoseconds min_period)
  : topic_(std::move(topic)), min_period_(min_period)
  {
  }

  /// Call it on the executor's thread.
  void forward(rmw::Sample && sample, const rmw_message_info_t & info)
  {
    publisher_gid from{};
    std::memcpy(from.data(), info.publisher_gid.data, from.size());
    const std::lock_guard order(order_);
    rclcpp::GenericPublisher::SharedPtr to;
    {
      const std::lock_guard lock(mutex_);
      const auto entry = from == publisher_gid() ? target_of_unnamed() : targets_.find(from);
      if (entry == targets_.end()) {
        hold({from, std::move(sample), info.source_timestamp});
      } else if (!entry->second) {
        ++ignored_;
        return;
      } else {
        to = entry->second;
      }
    }
    if (to) {
      publish(*to, sample, info.source_timestamp);
    } else {
      changes_->announce();  // so that somebody decides about the publisher
    }
  }

  /// Samples of the publisher are forwarded to `to`, those that wait first; null: they are ignored.
  void assign(const publisher_gid & from, const rclcpp::GenericPublisher::SharedPtr & to)
  {
    const std::lock_guard order(order_);
    std::deque<held_sample> waiting;
    rclcpp::GenericPublisher::SharedPtr dropped;  // released without mutex_
    {
      const std::lock_guard lock(mutex_);
      dropped = std::exchange(targets_[from], to);
      const auto first_of_it = std::stable_partition(
        held_.begin(), held_.end(), [&](const held_sample & held) { return held.from != from; });
      std::move(first_of_it, held_.end(), std::back_inserter(waiting));
      held_.erase(first_of_it, held_.end());
      for (const held_sample & held : waiting) {
        held_bytes_ -= held.sample.bytes().size();
      }
    }
    for (const held_sample & held : waiting) {
      if (to) {
        publish(*to, held.sample, held.source_timestamp);
      } else {
        ++ignored_;
      }
    }
  }
  /// Forgets a publisher that has ended.
  void forget(const publisher_gid & from)
  {
    rclcpp::GenericPublisher::SharedPtr dropped;  // released without a lock
    const std::lock_guard order(order_);
    const std::lock_guard lock(mutex_);
    if (const auto entry = targets_.find(from); entry != targets_.end()) {
      dropped = std::move(entry->second);
      targets_.erase(entry);
    }
  }
  void forget_all()
  {
    targets all;  // released without a lock
    const std::lock_guard order(order_);
    const std::lock_guard lock(mutex_);
    all.swap(targets_);
    held_.clear();
    held_bytes_ = 0;
  }

  /// Becomes ready when a sample of an unknown publisher is held.
  const std::shared_ptr<source> & changes() const { return changes_; }

  /// Returns the numbers of samples: forwarded, their bytes, left out by the rate, of publishers
  /// that are ignored, held now, lost because too many were held, failed to be published. For
  /// forwarded_topic one more: those that did not arrive.
  std::vector<std::uint64_t> counts() const
  {
    const std::lock_guard lock(mutex_);
    return {forwarded_, bytes_, too_fast_, ignored_, held_.size(), lost_, failed_};
  }

private:
  using clock = std::chrono::steady_clock;
  using targets =
    std::unordered_map<publisher_gid, rclcpp::GenericPublisher::SharedPtr, publisher_gid_hash>;

  struct held_sample
  {
    publisher_gid from;
    rmw::Sample sample;
    std::int64_t source_timestamp;
  };

  static constexpr std::size_t least_shared = 64 << 10;
  static constexpr std::size_t most_held = 1000;
  static constexpr std::size_t most_held_bytes = 64 << 20;

  // Returns the target of a sample whose publisher the middleware cannot name, as Zenoh for the
  // first samples of a new subscription: any if all publishers are forwarded, else none. Call it
  // with mutex_ locked.
  targets::iterator target_of_unnamed()
  {
    const bool all_pass = std::all_of(
      targets_.begin(), targets_.end(), [](const auto & entry) { return entry.second; });
    return all_pass ? targets_.begin() : targets_.end();
  }

  // Call it with mutex_ locked.
  void hold(held_sample && added)
  {
    held_bytes_ += added.sample.bytes().size();
    held_.push_back(std::move(added));
    while (held_.size() > most_held || held_bytes_ > most_held_bytes) {
      held_bytes_ -= held_.front().sample.bytes().size();
      held_.pop_front();
      ++lost_;
    }
  }

  // Returns a copy in memory that readers of other processes can share, if they all can: those of
  // the other side do not know the memory of this one.
  static rmw::Sample shareable(rclcpp::GenericPublisher & to, const rmw::Sample & sample)
  {
    rmw::Buffer copy = to.allocate_sample(sample.bytes().size());
    std::memcpy(copy.bytes().data(), sample.bytes().data(), sample.bytes().size());
    return rmw::Sample(std::move(copy));
  }

  // Call it with order_ locked.
  void publish(
    rclcpp::GenericPublisher & to, const rmw::Sample & sample, std::int64_t source_timestamp)
  {
    if (min_period_.count() > 0) {
      const clock::time_point now = clock::now();
      if (now < next_) {
        ++too_fast_;
        return;
      }
      // The average rate is kept although the samples do not arrive exactly in time.
      next_ = next_ + min_period_ < now ? now + min_period_ : next_ + min_period_;
    }
    try {
      to.publish_sample(
        sample.bytes().size() < least_shared ? sample : shareable(to, sample), source_timestamp);
      ++forwarded_;
      bytes_ += sample.bytes().size();
    } catch (const std::exception & error) {
      if (failed_++ == 0) {
        RCLCPP_WARN(
          rclcpp::get_logger("rxros2"),
          "%s: a message cannot be forwarded, others will fail too: %s", topic_.c_str(),
          error.what());
      }
    }
  }

  const std::string topic_;
  const std::chrono::nanoseconds min_period_;
  const std::shared_ptr<source> changes_ = std::make_shared<source>();
  std::mutex order_;  // held while samples are published, so that they keep their order
  clock::time_point next_ = clock::time_point::min();  // used with order_ locked
  mutable std::mutex mutex_;                           // guards the three members below
  targets targets_;
  std::deque<held_sample> held_;
  std::size_t held_bytes_ = 0;
  std::atomic<std::uint64_t> forwarded_{0};
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<std::uint64_t> too_fast_{0};
  std::atomic<std::uint64_t> ignored_{0};
  std::atomic<std::uint64_t> lost_{0};
  std::atomic<std::uint64_t> failed_{0};
};

/// Takes the samples of a subscription on the executor's thread, without a copy, and forwards them.
class forwarding final : public rclcpp::Waitable, public std::enable_shared_from_this<forwarding>
{
public:
  forwarding(const rclcpp::Context::SharedPtr & context, std::shared_ptr<topic_route> route)
  : guard_(context), route_(std::move(route))
  {
  }

  /// Begins to forward. Call it once, when the waitable is in the node.
  void begin(const rclcpp::GenericSubscription::SharedPtr & subscription)
  {
    subscription_.set(subscription);
    subscription->set_on_new_message_callback([self = weak_from_this()](std::size_t) {
      if (const auto alive = self.lock()) {
        alive->wake();
      }
    });
  }
  /// Returns the subscription, which is destroyed with the result; null after the first call.
  rclcpp::GenericSubscription::SharedPtr end()
  {
    auto ended = subscription_.take();
    if (ended) {
      ended->clear_on_new_message_callback();
    }
    return ended;
  }

  rclcpp::GenericSubscription::SharedPtr subscription() const { return subscription_.if_open(); }

  void add_to_wait_set(rcl_wait_set_t & wait_set) override { guard_.add_to_wait_set(wait_set); }
  bool is_ready(const rcl_wait_set_t &) override { return true; }
  std::shared_ptr<void> take_data() override { return nullptr; }
  std::size_t get_number_of_ready_guard_conditions() override { return 1; }
  void execute(const std::shared_ptr<void> &) override
  {
    is_awake_ = false;
    const auto kept = subscription_.if_open();
    std::pair<rmw::Sample, rclcpp::MessageInfo> next;
    std::size_t taken = 0;
    while (kept && taken != most && kept->take_sample(next.first, next.second)) {
      route_->forward(std::move(next.first), next.second.get_rmw_message_info());
      next = {};
      ++taken;
    }
    if (taken == most) {
      wake();  // other topics come first
    }
  }

private:
  static constexpr std::size_t most = 64;

  void wake()
  {
    if (!is_awake_.exchange(true)) {
      guard_.trigger();
    }
  }

  rclcpp::GuardCondition guard_;
  const std::shared_ptr<topic_route> route_;
  std::atomic<bool> is_awake_{false};
  handle<rclcpp::GenericSubscription> subscription_{"subscription of a bridge"};
};

/// A topic of one side whose publishers have counterparts on the other side. It is subscribed to
/// while somebody wants the messages. Publishers of the subscription's own context are ignored.
class forwarded_topic
{
public:
  forwarded_topic(const std::string & topic, const std::string & type, std::int64_t min_period)
  : topic_(topic),
    type_(type),
    route_(std::make_shared<topic_route>(topic, std::chrono::nanoseconds(min_period)))
  {
  }
  ~forwarded_topic()
  {
    const gil_released released;
    close();
  }

  void close()
  {
    unsubscribe();
    route_->changes()->listen(nullptr, 0);
    route_->forget_all();
  }

  void subscribe(const node & from, const qos_values & qos)
  {
    const rclcpp::Node::SharedPtr owner = from.get();
    rclcpp::SubscriptionOptions options;
    options.ignore_local_publications = true;
    options.callback_group = from.manual_group();
    const auto subscription = owner->create_generic_subscription(
      topic_, type_, make_qos(qos), [](const rclcpp::SerializedMessage &) {}, options);
    const auto added =
      std::make_shared<forwarding>(owner->get_node_base_interface()->get_context(), route_);
    owner->get_node_waitables_interface()->add_waitable(added);
    added->begin(subscription);
    forwarding_.set(added);
  }
  void unsubscribe()
  {
    const auto ended = forwarding_.take();
    if (const auto subscription = ended ? ended->end() : nullptr) {
      unreceived_ += unreceived_by(*subscription);
    }
  }

  void forward(
    const nb::bytes & gid, const node & to, const std::string & topic, const qos_values & qos) const
  {
    const publisher_gid from = to_publisher_gid(gid);
    const gil_released released;
    route_->assign(from, to.get()->create_generic_publisher(topic, type_, make_qos(qos)));
  }
  void ignore(const nb::bytes & gid) const
  {
    const publisher_gid from = to_publisher_gid(gid);
    const gil_released released;
    route_->assign(from, nullptr);
  }
  void forget(const nb::bytes & gid) const
  {
    const publisher_gid from = to_publisher_gid(gid);
    const gil_released released;
    route_->forget(from);
  }
  void listen(std::shared_ptr<notifier> to, std::int64_t key) const
  {
    route_->changes()->listen(std::move(to), key);
  }
  void taking() const { route_->changes()->taking(); }
  std::vector<std::uint64_t> counts() const
  {
    std::vector<std::uint64_t> counts = route_->counts();
    const auto kept = forwarding_.if_open();
    const auto subscription = kept ? kept->subscription() : nullptr;
    counts.push_back(unreceived_ + (subscription ? unreceived_by(*subscription) : 0));
    return counts;
  }

private:
  static std::uint64_t unreceived_by(const rclcpp::GenericSubscription & subscription)
  {
    const rclcpp::SubscriptionStatistics counts = subscription.statistics();
    return counts.dropped + counts.lost;
  }

  const std::string topic_;
  const std::string type_;
  std::atomic<std::uint64_t> unreceived_{0};  // by subscriptions that have ended
  const std::shared_ptr<topic_route> route_;
  handle<forwarding> forwarding_{"route of a topic"};
};

/// A service on one side whose requests are answered by the service of another. The service exists
/// from open() on.
class forwarded_service
{
public:
  forwarded_service(const node & from, const std::string & service, const std::string & type)
  : type_(type)
  {
    client_.set(from.get()->create_generic_client(service, type));
  }
  ~forwarded_service()
  {
    const gil_released released;
    close();
  }

  void close()
  {
    service_.take();
    client_.take();
  }

  bool is_ready() const
  {
    const auto client = client_.if_open();
    return client && client->service_is_ready();
  }

  /// Offers the service on the other side.
  void open(const node & to, const std::string & name)
  {
    using bytes = rclcpp::SerializedMessage::SharedPtr;
    service_.set(to.get()->create_generic_service(
      name, type_,
      [client = client_.get(), counts = counts_](
        const rclcpp::GenericService::SharedPtr & service,
        const std::shared_ptr<rmw_request_id_t> & from, const bytes & request) {
        ++counts->requests;
        try {
          client->async_send_request(
            *request, [counts, from, service = std::weak_ptr<rclcpp::GenericService>(service)](
                        const rclcpp::GenericClient::SharedFuture & future) {
              if (const auto alive = service.lock()) {
                counts->respond(*alive, *from, future.get());
              }
            });
        } catch (const std::exception & error) {
          counts->report("a request", *service, error);
        }
      }));
  }

  /// Returns the numbers of requests, responses and failures.
  std::vector<std::uint64_t> counts() const
  {
    return {counts_->requests, counts_->responses, counts_->failed};
  }

private:
  /// Counts what passed. Thread-safe; outlives the service.
  struct passed
  {
    void respond(
      rclcpp::GenericService & service, rmw_request_id_t & to,
      rclcpp::GenericClient::SharedResponse response)
    {
      try {
        service.send_response(to, response);
        ++responses;
      } catch (const std::exception & error) {
        report("a response", service, error);
      }
    }
    void report(
      const char * message, rclcpp::GenericService & service, const std::exception & error)
    {
      if (failed++ == 0) {
        RCLCPP_WARN(
          rclcpp::get_logger("rxros2"), "%s: %s cannot be forwarded, others will fail too: %s",
          service.get_service_name(), message, error.what());
      }
    }

    std::atomic<std::uint64_t> requests{0};
    std::atomic<std::uint64_t> responses{0};
    std::atomic<std::uint64_t> failed{0};
  };

  const std::string type_;
  const std::shared_ptr<passed> counts_ = std::make_shared<passed>();
  handle<rclcpp::GenericClient> client_{"route of a service"};
  handle<rclcpp::GenericService> service_{"route of a service"};
};

}  // namespace

void bind_bridge(nb::module_ & module)
{
  using released = nb::call_guard<gil_released>;
  nb::class_<forwarded_topic>(module, "ForwardedTopic")
    .def(
      nb::init<const std::string &, const std::string &, std::int64_t>(), nb::arg("topic"),
      nb::arg("type"), nb::arg("min_period") = 0)
    .def("close", &forwarded_topic::close, released())
    .def("subscribe", &forwarded_topic::subscribe, nb::arg("node"), nb::arg("qos"), released())
    .def("unsubscribe", &forwarded_topic::unsubscribe, released())
    .def(
      "forward", &forwarded_topic::forward, nb::arg("gid"), nb::arg("to"), nb::arg("topic"),
      nb::arg("qos"))
    .def("ignore", &forwarded_topic::ignore, nb::arg("gid"))
    .def("forget", &forwarded_topic::forget, nb::arg("gid"))
    .def("listen", &forwarded_topic::listen, nb::arg("notifier").none(), nb::arg("key"), released())
    .def("taking", &forwarded_topic::taking)
    .def("counts", &forwarded_topic::counts, released());
  nb::class_<forwarded_service>(module, "ForwardedService")
    .def(
      nb::init<const node &, const std::string &, const std::string &>(), nb::arg("node"),
      nb::arg("service"), nb::arg("type"), released())
    .def("close", &forwarded_service::close, released())
    .def("is_ready", &forwarded_service::is_ready, released())
    .def("open", &forwarded_service::open, nb::arg("to"), nb::arg("name"), released())
    .def("counts", &forwarded_service::counts, released());
}

}  // namespace rxros2_python
