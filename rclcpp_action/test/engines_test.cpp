// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The engine of a context is chosen in the program. Contexts of both engines exist in one process:
// topics, services and actions cross inside their own engine, and contexts end in any order.
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include "action_support.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "test_msgs/msg/strings.hpp"
#include "test_msgs/srv/basic_types.hpp"

using namespace action_test;  // NOLINT(build/namespaces)
using test_msgs::msg::Strings;
using test_msgs::srv::BasicTypes;

namespace
{

rclcpp::Context::SharedPtr context_on(const std::string & engine)
{
  auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr, rclcpp::InitOptions().engine(engine));
  return context;
}

// Returns the reason why a node on Zenoh cannot be created; empty if it can.
std::string why_no_zenoh()
{
  try {
    const Host host("probe", context_on("zenoh"));
  } catch (const std::exception & error) {
    return error.what();
  }
  return "";
}

// Two contexts of one engine: one offers a topic, a service and an action, the other uses them.
class Pair
{
public:
  Pair(const std::string & name, int number, const std::string & engine)
  : number_(number),
    server_host_(name + "_server", context_on(engine)),
    client_host_(name + "_client", context_on(engine)),
    publisher_(
      server_host_.node->create_publisher<Strings>("crossing", rclcpp::QoS(10).transient_local())),
    service_(server_host_.node->create_service<BasicTypes>(
      "answer",
      [number](
        const BasicTypes::Request::SharedPtr, const BasicTypes::Response::SharedPtr response) {
        response->int32_value = number;
      })),
    goals_(
      server_host_, "steps", rcl_action_server_get_default_options(),
      [number](const std::shared_ptr<ServerGoal> & goal) { goal->succeed(result_of({number})); })
  {
    Strings message;
    message.string_value = std::to_string(number);
    publisher_->publish(message);
  }

  // Waits for a message, a response and a result; each must come from this pair.
  void cross()
  {
    Mail<std::string> messages;
    const auto subscription = client_host_.node->create_subscription<Strings>(
      "crossing", rclcpp::QoS(10).transient_local(),
      [&](const Strings & message) { messages.put(message.string_value); });
    EXPECT_EQ(messages.get(), std::to_string(number_));

    const auto client = client_host_.node->create_client<BasicTypes>("answer");
    ASSERT_TRUE(client->wait_for_service(patience));
    const auto response =
      get(client->async_send_request(std::make_shared<BasicTypes::Request>()).share());
    EXPECT_EQ(response->int32_value, number_);

    const auto actions = client_host_.make_client("steps");
    ASSERT_TRUE(actions->wait_for_action_server(patience));
    const auto goal = get(actions->async_send_goal(goal_of(1)));
    ASSERT_NE(goal, nullptr);
    EXPECT_EQ(get(actions->async_get_result(goal)).result->sequence, std::vector<int>{number_});

    EXPECT_EQ(client_host_.node->count_publishers("crossing"), 1u);
    EXPECT_EQ(client_host_.node->count_services("answer"), 1u);
    EXPECT_TRUE(messages.empty());
  }

private:
  const int number_;
  Host server_host_;
  Host client_host_;
  rclcpp::Publisher<Strings>::SharedPtr publisher_;
  rclcpp::Service<BasicTypes>::SharedPtr service_;
  GoalServer goals_;
};

TEST(Engines, AnUnknownNameIsRefusedWithTheChoices)
{
  try {
    context_on("fastdds");
    ADD_FAILURE();
  } catch (const rclcpp::exceptions::RCLInvalidArgument & error) {
    EXPECT_NE(
      std::string(error.what())
        .find("InitOptions: engine is 'fastdds'; expected dds (or rmw_cyclonedds_cpp) or zenoh (or "
              "rmw_zenoh_cpp)"),
      std::string::npos)
      << error.what();
  }
}

TEST(Engines, TheOptionsKeepTheEngine)
{
  EXPECT_EQ(rclcpp::InitOptions().engine(), "");
  EXPECT_EQ(context_on("dds")->get_init_options().engine(), "dds");
}

TEST(Engines, TheProgramIsStrongerThanTheEnvironment)
{
  const char * const before = std::getenv("RMW_IMPLEMENTATION");
  const std::optional<std::string> kept =
    before ? std::optional<std::string>(before) : std::nullopt;
  setenv("RMW_IMPLEMENTATION", "rmw_zenoh_cpp", 1);
  Pair("on_dds", 3, "dds").cross();
  if (kept) {
    setenv("RMW_IMPLEMENTATION", kept->c_str(), 1);
  } else {
    unsetenv("RMW_IMPLEMENTATION");
  }
}

TEST(Engines, AMissingLibraryIsNamedWithItsCure)
{
  const std::string reason = why_no_zenoh();
  if (reason.empty()) {
    GTEST_SKIP() << "the Zenoh engine is built";
  }
  EXPECT_NE(reason.find("librxros2_zenoh.so"), std::string::npos) << reason;
  EXPECT_NE(reason.find("-DRXROS2_ZENOH=ON"), std::string::npos) << reason;
}

class BothEngines : public testing::TestWithParam<bool>
{
};

// The parameter: DDS ends first.
TEST_P(BothEngines, EachCarriesItsOwnAndTheyEndInAnyOrder)
{
  if (const std::string reason = why_no_zenoh(); !reason.empty()) {
    GTEST_SKIP() << "the Zenoh engine is not built: " << reason;
  }
  std::optional<Pair> dds;
  std::optional<Pair> zenoh;
  dds.emplace("dds", 1, "dds");
  zenoh.emplace("zenoh", 2, "zenoh");
  dds->cross();
  zenoh->cross();
  if (GetParam()) {
    dds.reset();
    zenoh->cross();
    zenoh.reset();
  } else {
    zenoh.reset();
    dds->cross();
    dds.reset();
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, BothEngines, testing::Bool());

}  // namespace
