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
#include <thread>
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
/// Thread-safe; uses nothing of Python. Only one thread publishes, so samples keep their order, and
/// no lock is held while it waits for a slow subscription.
class topic_route
{
public:
  /// `min_period` is the least time between two forwarded samples; 0 forwards all.
  topic_route(std::string topic, std::chrono::nanoseconds min_period)
  : topic_(std::move(topic)), min_period_(min_period)
  {
  }

  /// Call it on the thread that publishes.
  void forward(rmw::Sample && sample, const rmw_message_info_t & info)
  {
    publisher_gid from{};
    std::memcpy(from.data(), info.publisher_gid.data, from.size());
    publish_held();
    std::deque<held_sample> lost;  // released without a lock
    rclcpp::GenericPublisher::SharedPtr to;
    {
      const std::lock_guard lock(mutex_);
      const auto entry = targets_.find(from);
      if (entry == targets_.end()) {
        lost = hold({from, std::move(sample), info.source_timestamp});
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

  /// Publishes the samples of publishers that were assigned since. Call it on the same thread.
  void publish_held()
  {
    std::deque<held_sample> decided;
    {
      const std::lock_guard lock(mutex_);
      if (held_.empty()) {
        return;
      }
      decided = take_held([&](const held_sample & held) { return targets_.count(held.from) != 0; });
    }
    for (const held_sample & held : decided) {
      if (const auto to = target_of(held.from)) {
        publish(*to, held.sample, held.source_timestamp);
      } else {
        ++ignored_;
      }
    }
  }

  /// Samples of the publisher are forwarded to `to`, those that wait first; null: they are ignored.
  void assign(const publisher_gid & from, rclcpp::GenericPublisher::SharedPtr to)
  {
    const std::lock_guard lock(mutex_);
    targets_[from].swap(to);  // the previous one is released without the lock
  }
  /// Samples of the publisher `from`, which has ended, are forwarded as those of `other`. Returns
  /// false if those are not forwarded.
  bool assign_as(const publisher_gid & from, const publisher_gid & other)
  {
    const std::lock_guard lock(mutex_);
    const auto entry = targets_.find(other);
    if (entry == targets_.end() || !entry->second) {
      return false;
    }
    targets_[from] = rclcpp::GenericPublisher::SharedPtr(entry->second);
    return true;
  }

  /// Forgets a publisher that has ended, once its last samples are forwarded.
  void forget(const publisher_gid & from)
  {
    const std::lock_guard lock(mutex_);
    ended_.push_back(from);
  }
  /// Returns the number of publishers to be forgotten.
  std::size_t count_ended() const
  {
    const std::lock_guard lock(mutex_);
    return ended_.size();
  }
  /// Forgets the first `count` publishers that have ended. Call it when no sample waits that came
  /// before count_ended() returned that.
  void erase_ended(std::size_t count)
  {
    targets erased;  // released without the lock
    {
      const std::lock_guard lock(mutex_);
      const auto last =
        ended_.begin() + static_cast<std::ptrdiff_t>(std::min(count, ended_.size()));
      std::for_each(ended_.begin(), last, [&](const publisher_gid & from) {
        if (auto entry = targets_.extract(from)) {
          erased.insert(std::move(entry));
        }
      });
      ended_.erase(ended_.begin(), last);
    }
    if (!erased.empty()) {
      changes_->announce();
    }
  }
  /// Returns whether publishers are forwarded, also such that have ended but not been forgotten.
  bool is_forwarding() const
  {
    const std::lock_guard lock(mutex_);
    return std::any_of(
      targets_.begin(), targets_.end(), [](const auto & entry) { return entry.second != nullptr; });
  }

  /// Returns the publishers whose samples are held because nobody has decided about them.
  std::vector<publisher_gid> undecided() const
  {
    std::vector<publisher_gid> gids;
    const std::lock_guard lock(mutex_);
    for (const held_sample & held : held_) {
      if (
        targets_.count(held.from) == 0 &&
        std::find(gids.begin(), gids.end(), held.from) == gids.end()) {
        gids.push_back(held.from);
      }
    }
    return gids;
  }
  /// Loses the held samples of a publisher. Returns their number.
  std::size_t drop(const publisher_gid & from)
  {
    std::deque<held_sample> dropped;  // released without the lock
    const std::lock_guard lock(mutex_);
    dropped = take_held([&](const held_sample & held) { return held.from == from; });
    lost_ += dropped.size();
    return dropped.size();
  }
  /// Loses all held samples.
  void drop_all()
  {
    std::deque<held_sample> dropped;  // released without the lock
    const std::lock_guard lock(mutex_);
    lost_ += held_.size();
    dropped.swap(held_);
    held_bytes_ = 0;
  }
  void forget_all()
  {
    targets all;  // released without the lock
    std::deque<held_sample> dropped;
    const std::lock_guard lock(mutex_);
    all.swap(targets_);
    dropped.swap(held_);
    held_bytes_ = 0;
    ended_.clear();
  }

  /// Becomes ready when a sample of an unknown publisher is held, and when a publisher that has
  /// ended is forgotten.
  const std::shared_ptr<source> & changes() const { return changes_; }

  /// Returns the numbers of samples: forwarded, their bytes, left out by the rate, of publishers
  /// that are ignored, held now, lost because nobody knew their publisher, failed to be published.
  /// For forwarded_topic one more: those that did not arrive.
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

  rclcpp::GenericPublisher::SharedPtr target_of(const publisher_gid & from) const
  {
    const std::lock_guard lock(mutex_);
    const auto entry = targets_.find(from);
    return entry == targets_.end() ? nullptr : entry->second;
  }

  // Holds a sample. Returns those that are lost for it. Call it with mutex_ locked.
  std::deque<held_sample> hold(held_sample && added)
  {
    std::deque<held_sample> lost;
    held_bytes_ += added.sample.bytes().size();
    held_.push_back(std::move(added));
    while (held_.size() > most_held || held_bytes_ > most_held_bytes) {
      held_bytes_ -= held_.front().sample.bytes().size();
      lost.push_back(std::move(held_.front()));
      held_.pop_front();
      ++lost_;
    }
    return lost;
  }

  // Takes the held samples for which `is_taken` holds, in their order. Call it with mutex_ locked.
  template <typename F>
  std::deque<held_sample> take_held(F is_taken)
  {
    const auto first = std::stable_partition(
      held_.begin(), held_.end(), [&](const held_sample & held) { return !is_taken(held); });
    std::deque<held_sample> taken(
      std::make_move_iterator(first), std::make_move_iterator(held_.end()));
    held_.erase(first, held_.end());
    for (const held_sample & held : taken) {
      held_bytes_ -= held.sample.bytes().size();
    }
    return taken;
  }

  // Returns a copy in memory that readers of other processes can share, if they all can: those of
  // the other side do not know the memory of this one.
  static rmw::Sample shareable(rclcpp::GenericPublisher & to, const rmw::Sample & sample)
  {
    rmw::Buffer copy = to.allocate_sample(sample.bytes().size());
    std::memcpy(copy.bytes().data(), sample.bytes().data(), sample.bytes().size());
    return rmw::Sample(std::move(copy));
  }

  void publish(
    rclcpp::GenericPublisher & to, const rmw::Sample & sample, std::int64_t source_timestamp)
  {
    if (min_period_.count() > 0) {
      const clock::time_point now = clock::now();
      const std::lock_guard lock(mutex_);
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
  mutable std::mutex mutex_;  // guards the five members below
  clock::time_point next_ = clock::time_point::min();
  targets targets_;
  std::vector<publisher_gid> ended_;
  std::deque<held_sample> held_;
  std::size_t held_bytes_ = 0;
  std::atomic<std::uint64_t> forwarded_{0};
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<std::uint64_t> too_fast_{0};
  std::atomic<std::uint64_t> ignored_{0};
  std::atomic<std::uint64_t> lost_{0};
  std::atomic<std::uint64_t> failed_{0};
};

/// Takes the samples of a subscription without a copy, and forwards them: on the executor's thread,
/// or on a thread of its own if it may wait for slow subscriptions, which would delay other topics.
class forwarding final : public rclcpp::Waitable, public std::enable_shared_from_this<forwarding>
{
public:
  forwarding(
    const rclcpp::Context::SharedPtr & context, std::shared_ptr<topic_route> route,
    bool has_own_thread)
  : guard_(context), route_(std::move(route)), has_own_thread_(has_own_thread)
  {
  }

  /// Begins to forward. Call it once, when the waitable is in the node.
  void begin(const rclcpp::GenericSubscription::SharedPtr & subscription)
  {
    subscription_.set(subscription);
    if (has_own_thread_) {
      // Nobody waits for its end, which a subscription that does not read may delay.
      std::thread([self = shared_from_this()] { self->run(); }).detach();
    }
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
      wake();
    }
    return ended;
  }

  rclcpp::GenericSubscription::SharedPtr subscription() const { return subscription_.if_open(); }

  /// Looks for held samples to be published and publishers to be forgotten. Thread-safe.
  void wake()
  {
    if (is_awake_.exchange(true)) {
      return;
    }
    if (has_own_thread_) {
      is_awake_.notify_one();
    } else {
      guard_.trigger();
    }
  }

  void add_to_wait_set(rcl_wait_set_t & wait_set) override { guard_.add_to_wait_set(wait_set); }
  bool is_ready(const rcl_wait_set_t &) override { return true; }
  std::shared_ptr<void> take_data() override { return nullptr; }
  std::size_t get_number_of_ready_guard_conditions() override { return 1; }
  void execute(const std::shared_ptr<void> &) override
  {
    is_awake_ = false;
    try {
      if (!forward_some()) {
        wake();  // other topics come first
      }
    } catch (...) {
      wake();  // what waits behind the sample that failed
      throw;
    }
  }

private:
  static constexpr std::size_t most = 64;

  // Works on the own thread until end().
  void run()
  {
    while (subscription_.if_open()) {
      is_awake_.wait(false);
      try {
        execute(nullptr);
      } catch (const std::exception & error) {
        RCLCPP_ERROR(rclcpp::get_logger("rxros2"), "in a thread of a bridge: %s", error.what());
      }
    }
  }

  // Forwards at most so many samples. Returns whether none is left.
  bool forward_some()
  {
    const auto kept = subscription_.if_open();
    if (!kept) {
      return true;
    }
    const std::size_t ended = route_->count_ended();
    route_->publish_held();
    std::pair<rmw::Sample, rclcpp::MessageInfo> next;
    for (std::size_t taken = 0; taken != most; ++taken) {
      if (!kept->take_sample(next.first, next.second)) {
        route_->erase_ended(ended);
        return true;
      }
      route_->forward(std::move(next.first), next.second.get_rmw_message_info());
      next = {};
    }
    return false;
  }

  rclcpp::GuardCondition guard_;
  const std::shared_ptr<topic_route> route_;
  const bool has_own_thread_;
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
    const rclcpp::QoS profile = make_qos(qos);
    rclcpp::SubscriptionOptions options;
    options.ignore_local_publications = true;
    options.callback_group = from.manual_group();
    const auto subscription = owner->create_generic_subscription(
      topic_, type_, profile, [](const rclcpp::SerializedMessage &) {}, options);
    const bool may_wait = profile.history() == rclcpp::HistoryPolicy::KeepAll;
    const auto added = std::make_shared<forwarding>(
      owner->get_node_base_interface()->get_context(), route_, may_wait);
    if (!may_wait) {
      owner->get_node_waitables_interface()->add_waitable(added);
    }
    added->begin(subscription);
    forwarding_.set(added);
  }
  void unsubscribe()
  {
    const auto ended = forwarding_.take();
    if (const auto subscription = ended ? ended->end() : nullptr) {
      unreceived_ += unreceived_by(*subscription);
    }
    route_->drop_all();
    route_->erase_ended(route_->count_ended());
  }

  void forward(
    const nb::bytes & gid, const node & to, const std::string & topic, const qos_values & qos) const
  {
    const publisher_gid from = to_publisher_gid(gid);
    const gil_released released;
    route_->assign(from, to.get()->create_generic_publisher(topic, type_, make_qos(qos)));
    wake();
  }
  bool forward_as(const nb::bytes & gid, const nb::bytes & other) const
  {
    const bool is_done = route_->assign_as(to_publisher_gid(gid), to_publisher_gid(other));
    wake();
    return is_done;
  }
  void ignore(const nb::bytes & gid) const
  {
    const publisher_gid from = to_publisher_gid(gid);
    const gil_released released;
    route_->assign(from, nullptr);
    wake();
  }
  void forget(const nb::bytes & gid) const
  {
    const publisher_gid from = to_publisher_gid(gid);
    const gil_released released;
    route_->forget(from);
    if (!wake()) {
      route_->erase_ended(route_->count_ended());
    }
  }
  bool is_forwarding() const { return route_->is_forwarding(); }
  std::vector<nb::bytes> undecided() const
  {
    std::vector<nb::bytes> gids;
    for (const publisher_gid & gid : route_->undecided()) {
      gids.emplace_back(gid.data(), gid.size());
    }
    return gids;
  }
  std::size_t drop(const nb::bytes & gid) const
  {
    const publisher_gid from = to_publisher_gid(gid);
    const gil_released released;
    return route_->drop(from);
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
  // Returns false if the topic is not subscribed to, so that nothing waits.
  bool wake() const
  {
    const auto kept = forwarding_.if_open();
    if (kept) {
      kept->wake();
    }
    return kept != nullptr;
  }

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
  /// `qos` is that of the client. A request is given up after `most_unanswered` later ones.
  forwarded_service(
    const node & from, const std::string & service, const std::string & type,
    const qos_values & qos, std::size_t most_unanswered)
  : type_(type), most_unanswered_(most_unanswered)
  {
    client_.set(from.get()->create_generic_client(service, type, make_qos(qos)));
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
      [client = client_.get(), counts = counts_, most = most_unanswered_](
        const rclcpp::GenericService::SharedPtr & service,
        const std::shared_ptr<rmw_request_id_t> & from, const bytes & request) {
        ++counts->requests;
        try {
          const auto sent = client->async_send_request(
            *request, [counts, from, service = std::weak_ptr<rclcpp::GenericService>(service)](
                        const rclcpp::GenericClient::SharedFuture & future) {
              if (const auto alive = service.lock()) {
                counts->respond(*alive, *from, future.get());
              }
            });
          counts->sent.push_back(sent.request_id);
          if (counts->sent.size() > most) {
            counts->given_up += client->remove_pending_request(counts->sent.front()) ? 1 : 0;
            counts->sent.pop_front();
          }
        } catch (const std::exception & error) {
          counts->report("a request", *service, error);
        }
      }));
  }

  /// Returns the numbers of requests, responses, failures, and requests that were given up.
  std::vector<std::uint64_t> counts() const
  {
    return {counts_->requests, counts_->responses, counts_->failed, counts_->given_up};
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
    std::atomic<std::uint64_t> given_up{0};
    std::deque<std::int64_t> sent;  // the latest requests, used by the service's callback only
  };

  const std::string type_;
  const std::size_t most_unanswered_;
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
    .def("forward_as", &forwarded_topic::forward_as, nb::arg("gid"), nb::arg("other"))
    .def("forget", &forwarded_topic::forget, nb::arg("gid"))
    .def("is_forwarding", &forwarded_topic::is_forwarding)
    .def("undecided", &forwarded_topic::undecided)
    .def("drop", &forwarded_topic::drop, nb::arg("gid"))
    .def("listen", &forwarded_topic::listen, nb::arg("notifier").none(), nb::arg("key"), released())
    .def("taking", &forwarded_topic::taking)
    .def("counts", &forwarded_topic::counts, released());
  nb::class_<forwarded_service>(module, "ForwardedService")
    .def(
      nb::init<
        const node &, const std::string &, const std::string &, const qos_values &, std::size_t>(),
      nb::arg("node"), nb::arg("service"), nb::arg("type"), nb::arg("qos"),
      nb::arg("most_unanswered") = 10'000, released())
    .def("close", &forwarded_service::close, released())
    .def("is_ready", &forwarded_service::is_ready, released())
    .def("open", &forwarded_service::open, nb::arg("to"), nb::arg("name"), released())
    .def("counts", &forwarded_service::counts, released());
}

}  // namespace rxros2_python
