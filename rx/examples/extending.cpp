// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Shows how another library adds a source, an operator that ends a program, and an environment to
// rx. A test checks its output; rx/README.md explains it.

#include <chrono>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rx/rx.hpp"

// A toy middleware that completes the example: topics whose callbacks publish() calls.
class Bus
{
public:
  using Callback = std::function<void(const std::string &)>;
  int listen(const std::string & topic, Callback callback)
  {
    listeners_[++last_id_] = {topic, std::move(callback)};
    std::printf("listening to %s\n", topic.c_str());
    return last_id_;
  }
  void forget(int id)
  {
    std::printf("forgetting %s\n", listeners_[id].first.c_str());
    listeners_.erase(id);
  }
  void publish(const std::string & topic, const std::string & text)
  {
    const auto listeners = listeners_;
    for (const auto & [id, listener] : listeners) {
      if (listener.first == topic) {
        listener.second(text);
      }
    }
  }

private:
  std::map<int, std::pair<std::string, Callback>> listeners_;
  int last_id_ = 0;
};

// An environment: an object that can run a task at a point of time. Here it is a list of tasks that
// the "node" runs.
// snippet environment
class NodeScheduler final : public rx::scheduler
{
public:
  rx::time_point now() const noexcept override { return clock_.now(); }
  void schedule(
    std::shared_ptr<rx::schedulable> work, rx::time_point due, rx::duration period) override
  {
    clock_.schedule(std::move(work), due, period);  // a real one asks its executor for a timer
  }
  void cancel(rx::schedulable & work) noexcept override { clock_.cancel(work); }
  bool is_current() const noexcept override { return true; }
  void spin_for(rx::duration span) { clock_.advance_by(span); }

private:
  rx::schedulers::virtual_time clock_;
};
// end

struct Node
{
  Bus & bus;
  std::shared_ptr<NodeScheduler> scheduler = std::make_shared<NodeScheduler>();
  rx::composite_subscription streams = {};  // the streams that run without a subscriber
  ~Node() { streams.dispose(); }
};

// A source. start() receives the observer of the whole pipe behind it, wraps it in a
// serialized_observer (any thread may feed and dispose it) and returns a subscription. released()
// removes what feeds it.
// snippet source
template <class Observer>
class Listener final : public rx::serialized_observer<std::string, Observer>
{
public:
  Listener(Observer observer, Bus & bus)
  : rx::serialized_observer<std::string, Observer>(std::move(observer)), bus_(bus)
  {
  }
  void listen(const std::string & topic, const std::shared_ptr<Listener> & self)
  {
    id_ = bus_.listen(topic, [self](const std::string & text) { self->next(text); });
  }

protected:
  void released() noexcept override { bus_.forget(id_); }

private:
  Bus & bus_;
  int id_ = 0;
};

struct FromTopic
{
  using value_type = std::string;

  template <class Observer>
  rx::subscription start(Observer && observer) const
  {
    auto stream = std::make_shared<Listener<std::remove_cvref_t<Observer>>>(
      std::forward<Observer>(observer), node->bus);
    stream->listen(topic, stream);
    return stream;
  }
  // the environment that travels down the pipe
  rx::environment env() const { return node->scheduler; }

  Node * node;
  std::string topic;
};

auto from_topic(Node & node, const std::string & topic)
{
  return rx::make_observable(FromTopic{&node, topic});
}
// end

// An operator. A stage defines what happens to an item; env() is the environment that it offers to
// its source. The function object around it makes the result start by itself, owned by the node.
// snippet operator
struct Publish : rx::stage
{
  Publish(Node * n, std::string t) : node(n), topic(std::move(t)) {}

  template <class T>
  using emits = T;

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    node->bus.publish(topic, item);
    return out.on_next(std::forward<U>(item));
  }
  rx::environment env() const { return node->scheduler; }

  Node * node;
  std::string topic;
};

auto publish_to_topic(Node & node, const std::string & topic)
{
  return [&node, topic](auto && source) {
    return rx::autostart(
      std::forward<decltype(source)>(source) | Publish(&node, topic), node.scheduler,
      [&node](rx::subscription stream) { node.streams.add(stream); });
  };
}
// end

int main()
{
  using namespace rx::operators;
  using namespace std::chrono_literals;

  Bus bus;
  Node node{bus};
  bus.listen("/out", [](const std::string & text) { std::printf("/out: %s\n", text.c_str()); });

  // Nobody subscribes to this pipe. Its ticks come from the node's scheduler, because publish
  // offers it.
  rx::observable<>::interval(10ms) | map([](long i) { return "tick " + std::to_string(i); }) |
    publish_to_topic(node, "/out");
  node.scheduler->spin_for(15ms);

  // sample_latest uses the environment of its source.
  auto stream = from_topic(node, "/in") | sample_latest(10ms) | take(2);
  stream.subscribe(
    [](const std::string & text) { std::printf("sampled %s\n", text.c_str()); },
    [] { std::printf("completed\n"); });
  bus.publish("/in", "a");
  bus.publish("/in", "b");
  node.scheduler->spin_for(10ms);
  node.streams.dispose();
  node.scheduler->spin_for(10ms);
}
