// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Publishers and subscriptions are created and destroyed on many threads while others publish and
// an executor runs; for sanitizers.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "pubsub_support.hpp"
#include "std_msgs/msg/int32.hpp"

using std_msgs::msg::Int32;

namespace
{

class Stress : public ::testing::Test
{
protected:
  Stress()
  {
    context->init(0, nullptr);
    rclcpp::NodeOptions options;
    options.context(context)
      .use_intra_process_comms(true)
      .start_parameter_services(false)
      .start_parameter_event_publisher(false)
      .enable_rosout(false);
    node = std::make_shared<rclcpp::Node>("stress", options);
    rclcpp::ExecutorOptions executor_options;
    executor_options.context = context;
    executor = std::make_unique<rclcpp::executors::MultiThreadedExecutor>(executor_options, 2);
    group = node->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
    subscription_options.callback_group = group;
    // Incompatible pairs are intended here.
    subscription_options.use_default_callbacks = publisher_options.use_default_callbacks = false;
    executor->add_node(node);
  }
  ~Stress() override
  {
    executor->cancel();
    if (spinner.joinable()) {
      spinner.join();
    }
    context->shutdown("test is over");
  }

  // `make soak` sets ten minutes.
  static std::chrono::seconds duration()
  {
    const char * const seconds = std::getenv("PUBSUB_STRESS_SECONDS");
    return std::chrono::seconds(seconds ? std::stoi(seconds) : 3);
  }
  bool running() const { return std::chrono::steady_clock::now() < end; }

  std::shared_ptr<rclcpp::Context> context = std::make_shared<rclcpp::Context>();
  std::shared_ptr<rclcpp::Node> node;
  std::shared_ptr<rclcpp::CallbackGroup> group;
  rclcpp::SubscriptionOptions subscription_options;
  rclcpp::PublisherOptions publisher_options;
  std::unique_ptr<rclcpp::executors::MultiThreadedExecutor> executor;
  std::thread spinner;
  const std::chrono::steady_clock::time_point end = std::chrono::steady_clock::now() + duration();
};

TEST_F(Stress, EndpointsComeAndGoWhileOthersPublish)
{
  const auto qos = [](unsigned i) {
    return i % 3 ? rclcpp::QoS(3) : rclcpp::QoS(3).transient_local();
  };
  std::atomic<std::uint64_t> delivered{0};
  std::atomic<int> callbacks_after_drop{0};
  spinner = std::thread([&] { executor->spin(); });
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < 2; ++thread) {
    threads.emplace_back([&, thread] {  // a steady publisher
      auto publisher = node->create_publisher<Int32>("topic", qos(thread), publisher_options);
      Int32 message;
      for (unsigned i = 0; running(); ++i) {
        switch (i % 3) {
          case 0:
            publisher->publish(std::make_unique<Int32>(message));
            break;
          case 1:
            publisher->publish(message);
            break;
          default:
            publisher->publish(std::make_shared<const Int32>(message));
        }
      }
    });
    threads.emplace_back([&, thread] {  // publishers that are created and destroyed
      for (unsigned i = thread; running(); ++i) {
        auto publisher = node->create_publisher<Int32>("topic", qos(i), publisher_options);
        for (int j = 0; j < 10; ++j) {
          publisher->publish(std::make_unique<Int32>());
        }
      }
    });
    threads.emplace_back([&, thread] {  // subscriptions that are created and destroyed
      std::minstd_rand random(thread + 1);
      for (unsigned i = thread; running(); ++i) {
        // The object that the callback uses must outlive it.
        auto dropped = std::make_shared<std::atomic<bool>>(false);
        std::vector<std::shared_ptr<rclcpp::Subscription<Int32>>> subscriptions;
        subscriptions.push_back(node->create_subscription<Int32>(
          "topic", qos(i), [&delivered, dropped](const Int32 &) { ++delivered; },
          subscription_options));
        subscriptions.push_back(node->create_subscription<Int32>(
          "topic", qos(i + 1), [&delivered](std::unique_ptr<Int32>) { ++delivered; },
          subscription_options));
        subscriptions.push_back(node->create_subscription<Int32>(
          "topic", qos(i), [&delivered](std::shared_ptr<const Int32>) { ++delivered; },
          subscription_options));
        rclcpp::SubscriptionOptions by_value = subscription_options;
        by_value.intra_process_buffer_type = rclcpp::IntraProcessBufferType::Value;
        subscriptions.push_back(node->create_subscription<Int32>(
          "topic", qos(i), [&delivered](std::unique_ptr<Int32>) { ++delivered; }, by_value));
        for (unsigned j = random() % 50; j > 0; --j) {
          std::this_thread::yield();
        }
      }
    });
  }
  for (std::thread & thread : threads) {
    thread.join();
  }
  EXPECT_GT(delivered.load(), 0u);
}

TEST_F(Stress, OneQueueOfManyProducersLosesNothingAndKeepsTheOrderOfEach)
{
  constexpr int producers = 3;
  constexpr int each = 2000;
  std::atomic<int> count{0};
  std::vector<int> last(producers, -1);
  bool ordered = true;
  // A mutually exclusive group: callbacks do not overlap, so these need no lock.
  auto subscription = node->create_subscription<Int32>(
    "topic", rclcpp::QoS(rclcpp::KeepAll()), [&](std::unique_ptr<Int32> m) {
      const int producer = m->data / each;
      ordered = ordered && m->data % each == last[static_cast<std::size_t>(producer)] + 1;
      last[static_cast<std::size_t>(producer)] = m->data % each;
      if (++count == producers * each) {
        executor->cancel();
      }
    });
  spinner = std::thread([&] { executor->spin(); });
  std::vector<std::thread> threads;
  for (int producer = 0; producer < producers; ++producer) {
    threads.emplace_back([&, producer] {
      auto publisher = node->create_publisher<Int32>("topic", rclcpp::QoS(rclcpp::KeepAll()));
      for (int i = 0; i < each; ++i) {
        auto message = std::make_unique<Int32>();
        message->data = producer * each + i;
        publisher->publish(std::move(message));
      }
    });
  }
  for (std::thread & thread : threads) {
    thread.join();
  }
  spinner.join();
  EXPECT_EQ(count.load(), producers * each);
  EXPECT_TRUE(ordered);
}

TEST_F(Stress, DroppedByAnotherThreadTheQueueIsNotRun)
{
  spinner = std::thread([&] { executor->spin(); });
  auto publisher = node->create_publisher<Int32>("topic", 1000);
  std::atomic<bool> stop{false};
  std::thread publishing([&] {
    while (!stop) {
      publisher->publish(std::make_unique<Int32>());
    }
  });
  struct Watch
  {
    std::atomic<bool> dropped{false};
    std::atomic<int> late{0};
  };
  auto exclusive = node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
  int rounds = 0;
  while (running() || rounds < 10) {
    auto watch = std::make_shared<Watch>();
    subscription_options.callback_group = rounds % 2 == 0 ? exclusive : group;
    auto subscription = node->create_subscription<Int32>(
      "topic", 1000, [watch](const Int32 &) { watch->late += watch->dropped; },
      subscription_options);
    while (subscription->statistics().waiting < 10 && running()) {
      std::this_thread::yield();
    }
    subscription.reset();
    watch->dropped = true;
    // The callback is destroyed with the subscription.
    while (watch.use_count() > 1) {
      std::this_thread::yield();
    }
    const int taken_already = rounds % 2 == 0 ? 1 : 2;  // in the reentrant group one per thread
    EXPECT_LE(watch->late, taken_already);
    ++rounds;
  }
  stop = true;
  publishing.join();
}

}  // namespace
