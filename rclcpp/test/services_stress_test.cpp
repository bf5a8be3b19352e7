// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Clients and services under load from several threads, mainly for sanitizers. Finally a server in
// another process.
#include <atomic>
#include <chrono>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "child.hpp"
#include "pubsub_support.hpp"
#include "services_support.hpp"

using services_test::add;
using services_test::AddTwoInts;
using services_test::initialized_context;
using services_test::numbers;
using test::eventually;
using test::patience;
using Client = rclcpp::Client<AddTwoInts>;
using namespace std::chrono_literals;

namespace
{

// A context with a node that several threads spin.
struct Host
{
  explicit Host(const std::string & name) : context(initialized_context())
  {
    rclcpp::ExecutorOptions executor_options;
    executor_options.context = context;
    executor = std::make_unique<rclcpp::executors::MultiThreadedExecutor>(executor_options, 3);
    rclcpp::NodeOptions options;
    options.context(context)
      .start_parameter_services(false)
      .start_parameter_event_publisher(false)
      .enable_rosout(false);
    node = std::make_shared<rclcpp::Node>(name, options);
    group = node->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
    executor->add_node(node);
    spinner = std::thread([this] { executor->spin(); });
  }
  ~Host()
  {
    executor->cancel();
    spinner.join();
    context->shutdown("test is over");
  }

  rclcpp::Service<AddTwoInts>::SharedPtr make_service(const std::string & name)
  {
    return node->create_service<AddTwoInts>(name, &add, rclcpp::ServicesQoS(), group);
  }
  Client::SharedPtr make_client(const std::string & name)
  {
    return node->create_client<AddTwoInts>(name, rclcpp::ServicesQoS(), group);
  }

  std::shared_ptr<rclcpp::Context> context;
  std::unique_ptr<rclcpp::executors::MultiThreadedExecutor> executor;
  std::shared_ptr<rclcpp::Node> node;
  rclcpp::CallbackGroup::SharedPtr group;
  std::thread spinner;
};

std::string describe(const Client & client)
{
  const rclcpp::ClientStatistics s = client.statistics();
  return "client: " + std::to_string(s.sent) + " sent, " + std::to_string(s.received) +
         " received, " + std::to_string(s.ignored) + " ignored, " + std::to_string(s.malformed) +
         " malformed, " + std::to_string(s.pending) + " pending; ";
}

std::string describe(const rclcpp::ServiceBase & service)
{
  const rclcpp::ServiceStatistics s = service.statistics();
  return "service: " + std::to_string(s.received) + " received, " + std::to_string(s.answered) +
         " answered, " + std::to_string(s.dropped) + " dropped, " + std::to_string(s.malformed) +
         " malformed, " + std::to_string(s.waiting) + " waiting";
}

TEST(ServicesStress, ManyClientsManyRequestsLocalAndRemote)
{
  Host near("near");
  Host far("far");
  auto local = near.make_service("add");
  auto remote = far.make_service("far_add");
  std::vector<std::thread> users;
  std::atomic<int> right{0};
  constexpr int rounds = 50;
  constexpr int at_once = 8;
  for (int user = 0; user < 4; ++user) {
    users.emplace_back([&, user] {
      auto client = near.make_client(user % 2 == 0 ? "add" : "far_add");
      ASSERT_TRUE(client->wait_for_service(patience));
      for (int round = 0; round < rounds; ++round) {
        std::vector<Client::FutureAndRequestId> futures;
        for (int k = 0; k < at_once; ++k) {
          futures.push_back(client->async_send_request(numbers(1000 * user + round, k)));
        }
        for (int k = 0; k < at_once; ++k) {
          ASSERT_EQ(futures[k].wait_for(patience), std::future_status::ready)
            << describe(*client) << describe(user % 2 == 0 ? *local : *remote);
          right += futures[k].get()->sum == 1000 * user + round + k;
        }
      }
    });
  }
  for (std::thread & user : users) {
    user.join();
  }
  EXPECT_EQ(right.load(), 4 * rounds * at_once);
}

TEST(ServicesStress, ClientsAndServersComeAndGoWithCallsInFlight)
{
  Host near("near");
  Host far("far");
  std::atomic<bool> stop{false};
  std::atomic<int> answered{0};
  std::vector<std::thread> threads;
  for (Host * host : {&near, &far}) {
    threads.emplace_back([&, host] {  // servers
      while (!stop) {
        auto service = host->make_service("add");
        for (int i = 0; i < 20 && !stop; ++i) {
          std::this_thread::yield();
          service->statistics();
        }
        std::this_thread::sleep_for(2ms);
      }
    });
  }
  for (int user = 0; user < 3; ++user) {
    threads.emplace_back([&, user] {
      Host & host = user == 0 ? far : near;
      while (!stop) {
        auto client = host.make_client("add");
        client->set_on_new_response_callback([&](std::size_t) {});
        for (int i = 0; i < 30 && !stop; ++i) {
          auto sent = client->async_send_request(
            numbers(i, 1),
            [&, i](Client::SharedFuture future) { answered += future.get()->sum == i + 1; });
          auto future = client->async_send_request(numbers(i, 2));
          if (i % 3 == 0) {
            client->remove_pending_request(sent);
          } else if (future.wait_for(1ms) == std::future_status::ready) {
            EXPECT_EQ(future.get()->sum, i + 2);
          }
        }
        if (user == 1) {
          client->prune_requests_older_than(std::chrono::system_clock::now());
        }
      }
    });
  }
  const auto end = std::chrono::steady_clock::now() + patience;
  const auto least = std::chrono::steady_clock::now() + 1s;
  while ((answered < 200 || std::chrono::steady_clock::now() < least) &&
         std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(1ms);
  }
  stop = true;
  for (std::thread & thread : threads) {
    thread.join();
  }
  EXPECT_GE(answered.load(), 200);
}

// The response is discarded, whether it comes before, after or while its request is given up.
TEST(ServicesStress, NoResponseToARequestThatWasGivenUpIsKept)
{
  Host near("near");
  auto service = near.make_service("add");
  auto idle = near.node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  auto client = near.node->create_client<AddTwoInts>("add", rclcpp::ServicesQoS(), idle);
  ASSERT_TRUE(client->wait_for_service(patience));
  std::atomic<int> turns{0};
  for (std::uint64_t i = 1; i <= 2000; ++i) {
    const auto request = client->async_send_request(numbers(1, 2));
    for (std::uint64_t turn = 0; turn < 10 * (i % 200); ++turn) {
      ++turns;
    }
    EXPECT_TRUE(client->remove_pending_request(request));
    if (i % 100 == 0) {  // before the queue of the service is full
      ASSERT_TRUE(eventually([&] {
        const rclcpp::ClientStatistics s = client->statistics();
        return s.received + s.ignored == i && s.waiting == 0;
      }))
        << describe(*client) << client->statistics().waiting << " waiting";
    }
  }
}

TEST(ServicesStress, ResponsesLaterAndFromOtherThreads)
{
  Host near("near");
  Host far("far");
  std::mutex mutex;
  std::vector<std::pair<std::shared_ptr<rmw_request_id_t>, std::int64_t>> asked;
  auto service = far.node->create_service<AddTwoInts>(
    "add",
    [&](std::shared_ptr<rmw_request_id_t> header, std::shared_ptr<AddTwoInts::Request> request) {
      std::lock_guard lock(mutex);
      asked.emplace_back(std::move(header), request->a + request->b);
    },
    rclcpp::ServicesQoS(), far.group);
  std::atomic<bool> stop{false};
  std::vector<std::thread> answerers;
  for (int i = 0; i < 2; ++i) {
    answerers.emplace_back([&] {
      while (!stop) {
        std::pair<std::shared_ptr<rmw_request_id_t>, std::int64_t> one;
        {
          std::lock_guard lock(mutex);
          if (!asked.empty()) {
            one = asked.back();
            asked.pop_back();
          }
        }
        if (one.first) {
          AddTwoInts::Response response;
          response.sum = one.second;
          service->send_response(*one.first, response);
        } else {
          std::this_thread::sleep_for(100us);
        }
      }
    });
  }
  for (Host * host : {&near, &far}) {
    auto client = host->make_client("add");
    ASSERT_TRUE(client->wait_for_service(patience));
    std::vector<Client::FutureAndRequestId> futures;
    for (int i = 0; i < 200; ++i) {
      futures.push_back(client->async_send_request(numbers(i, i)));
      if (i % 8 == 7) {
        ASSERT_EQ(futures[i - 7].wait_for(patience), std::future_status::ready);
      }
    }
    for (int i = 0; i < 200; ++i) {
      ASSERT_EQ(futures[i].wait_for(patience), std::future_status::ready) << i;
      EXPECT_EQ(futures[i].get()->sum, 2 * i);
    }
  }
  stop = true;
  for (std::thread & answerer : answerers) {
    answerer.join();
  }
}

// Creates a service that answers with the number of requests with this `a` so far.
rclcpp::Service<AddTwoInts>::SharedPtr make_counting_service(Host & host)
{
  auto counts = std::make_shared<std::map<std::int64_t, std::int64_t>>();
  return host.node->create_service<AddTwoInts>(
    "count",
    [counts](
      std::shared_ptr<AddTwoInts::Request> request,
      std::shared_ptr<AddTwoInts::Response> response) { response->sum = ++(*counts)[request->a]; });
}

// The servers of the next test, in a separate process, until its standard input ends.
TEST(Child, DISABLED_servers)
{
  Host host("servers");
  auto adding = host.make_service("add");
  auto counting = make_counting_service(host);
  test::Child::wait_for_end_of_input();
}

TEST(ServicesStress, AServerInAnotherProcessRestarts)
{
  Host near("near");
  auto client = near.make_client("add");
  for (int start = 0; start < 2; ++start) {
    test::Child servers("servers");
    ASSERT_TRUE(client->wait_for_service(patience));
    for (int i = 0; i < 100; ++i) {
      auto future = client->async_send_request(numbers(i, start));
      ASSERT_EQ(future.wait_for(patience), std::future_status::ready) << i;
      EXPECT_EQ(future.get()->sum, i + start);
    }
    EXPECT_EQ(servers.finish(), 0);
    EXPECT_TRUE(eventually([&] { return !client->service_is_ready(); }));
  }
}

// Clients that call from their first moment, when discovery is not complete. Each response contains
// the number of requests that have arrived: all of them must be answered.
void expect_no_response_is_lost(Host & host)
{
  struct Count
  {
    std::mutex mutex;
    std::int64_t answered = 0;
    std::int64_t arrived = 0;  // up to the last request
  };
  ASSERT_TRUE(host.make_client("count")->wait_for_service(patience));
  for (int i = 0; i < 20; ++i) {
    auto client = host.make_client("count");
    auto count = std::make_shared<Count>();
    const auto call = [&](bool last) {
      client->async_send_request(numbers(i, 0), [count, last](Client::SharedFuture future) {
        std::lock_guard lock(count->mutex);
        ++count->answered;
        count->arrived = last ? future.get()->sum : count->arrived;
      });
    };
    ASSERT_TRUE(eventually([&] {
      call(false);
      return client->service_is_ready();
    }));
    call(true);
    EXPECT_TRUE(eventually([&] {
      std::lock_guard lock(count->mutex);
      return count->arrived > 0 && count->answered == count->arrived;
    }))
      << count->answered << " of " << count->arrived;
  }
}

TEST(ServicesStress, NoResponseIsLostToClientsThatDoNotWait)
{
  Host near("near");
  {
    Host far("far");
    auto service = make_counting_service(far);
    expect_no_response_is_lost(near);
  }
  test::Child servers("servers");
  expect_no_response_is_lost(near);
}

}  // namespace
