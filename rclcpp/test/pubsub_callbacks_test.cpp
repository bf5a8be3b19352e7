// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Every form of subscription callback that ROS 2 accepts compiles and gets its message.
#include <functional>
#include <memory>
#include <string>

#include "pubsub_support.hpp"
#include "rclcpp/serialization.hpp"
#include "std_msgs/msg/string.hpp"

using rclcpp::MessageInfo;
using rclcpp::SerializedMessage;
using std_msgs::msg::String;
using namespace std::placeholders;

namespace
{

std::string last;
int infos = 0;

void note(const String & message)
{
  last = message.data;
}
void note(const SerializedMessage & message)
{
  String decoded;
  rclcpp::Serialization<String>().deserialize_message(&message, &decoded);
  last = decoded.data;
}
void note(const MessageInfo & info)
{
  EXPECT_GT(info.get_rmw_message_info().source_timestamp, 0);
  ++infos;
}

struct Functor
{
  void operator()(const String & message) { note(message); }
};

struct Class
{
  void reference(const String & message) { note(message); }
  void value(String message) { note(message); }
  void shared(const String::SharedPtr message) { note(*message); }
  void shared_const(String::ConstSharedPtr message) const { note(*message); }
  void shared_const_reference(const String::ConstSharedPtr & message, const MessageInfo & info)
  {
    note(*message);
    note(info);
  }
  void unique(String::UniquePtr message, const MessageInfo & info)
  {
    note(*message);
    note(info);
  }
  void bytes(std::shared_ptr<const SerializedMessage> message) { note(*message); }
  void more(const String & message, int extra)
  {
    EXPECT_EQ(extra, 7);
    note(message);
  }
};

void function(const String & message)
{
  note(message);
}
void function_of_shared(std::shared_ptr<const String> message)
{
  note(*message);
}

class Callbacks : public pubsub_test::PubSub, public ::testing::WithParamInterface<bool>
{
protected:
  // Subscribes, publishes in three ways, and expects each to arrive.
  template <typename Callback>
  void check(Callback && callback, int expected_infos = 0)
  {
    auto node = make_node("node", GetParam());
    auto publisher = node->create_publisher<String>("topic", 10);
    auto subscription =
      node->create_subscription<String>("topic", 10, std::forward<Callback>(callback));
    infos = 0;
    String message;
    message.data = "by reference";
    publisher->publish(message);
    executor->spin_some();
    EXPECT_EQ(last, "by reference");
    auto unique = std::make_unique<String>();
    unique->data = "by unique_ptr";
    publisher->publish(std::move(unique));
    executor->spin_some();
    EXPECT_EQ(last, "by unique_ptr");
    SerializedMessage bytes;
    message.data = "as bytes";
    rclcpp::Serialization<String>().serialize_message(&message, &bytes);
    publisher->publish(bytes);
    executor->spin_some();
    EXPECT_EQ(last, "as bytes");
    EXPECT_EQ(infos, 3 * expected_infos);
    EXPECT_EQ(subscription->statistics().delivered, 3u);
  }

  Class object;
};

INSTANTIATE_TEST_SUITE_P(IntraProcess, Callbacks, ::testing::Bool());

TEST_P(Callbacks, ConstReference)
{
  check([](const String & m) { note(m); });
  check(
    [](const String & m, const MessageInfo & i) {
      note(m);
      note(i);
    },
    1);
}

TEST_P(Callbacks, Value)
{
  check([](String m) { note(m); });
}

TEST_P(Callbacks, UniquePtr)
{
  check([](std::unique_ptr<String> m) { note(*m); });
  check(
    [](String::UniquePtr m, const MessageInfo & i) {
      note(*m);
      note(i);
    },
    1);
}

TEST_P(Callbacks, SharedPtrToConst)
{
  check([](std::shared_ptr<const String> m) { note(*m); });
  check([](String::ConstSharedPtr m) { note(*m); });
  check(
    [](std::shared_ptr<const String> m, const MessageInfo & i) {
      note(*m);
      note(i);
    },
    1);
}

TEST_P(Callbacks, ReferenceToSharedPtrToConst)
{
  check([](const std::shared_ptr<const String> & m) { note(*m); });
  check(
    [](const std::shared_ptr<const String> & m, const MessageInfo & i) {
      note(*m);
      note(i);
    },
    1);
}

TEST_P(Callbacks, SharedPtr)
{
  check([](String::SharedPtr m) {
    m->data += "";
    note(*m);
  });
  check([](const String::SharedPtr m) { note(*m); });
  check(
    [](std::shared_ptr<String> m, const MessageInfo & i) {
      note(*m);
      note(i);
    },
    1);
}

TEST_P(Callbacks, Serialized)
{
  check([](const SerializedMessage & m) { note(m); });
  check([](std::unique_ptr<SerializedMessage> m) { note(*m); });
  check([](std::shared_ptr<const SerializedMessage> m) { note(*m); });
  check([](const std::shared_ptr<const SerializedMessage> & m) { note(*m); });
  check([](std::shared_ptr<SerializedMessage> m) { note(*m); });
  check(
    [](std::shared_ptr<const SerializedMessage> m, const MessageInfo & i) {
      note(*m);
      note(i);
    },
    1);
}

TEST_P(Callbacks, GenericLambda)
{
  check([](auto m) { note(*m); });
  check(
    [](const auto & m, const MessageInfo & i) {
      note(*m);
      note(i);
    },
    1);
}

TEST_P(Callbacks, FunctionsAndFunctors)
{
  check(function);
  check(&function_of_shared);
  check(Functor());
  check(std::function<void(const String &)>(function));
  check(std::function<void(String::SharedPtr)>([](String::SharedPtr m) { note(*m); }));
  check([moved = std::make_unique<int>(1)](const String & m) { note(m); });
}

TEST_P(Callbacks, Bind)
{
  check(std::bind(&Class::reference, &object, _1));
  check(std::bind(&Class::value, &object, _1));
  check(std::bind(&Class::shared, &object, _1));
  check(std::bind(&Class::shared_const, &object, _1));
  check(std::bind(&Class::shared_const_reference, &object, _1, _2), 1);
  check(std::bind(&Class::unique, &object, _1, _2), 1);
  check(std::bind(&Class::bytes, &object, _1));
  check(std::bind(&Class::more, &object, _1, 7));
  check(std::bind(function, _1));
}

TEST_P(Callbacks, TakeInsteadOfTheExecutor)
{
  auto node = make_node("node", GetParam());
  auto publisher = node->create_publisher<String>("topic", 10);
  auto subscription = node->create_subscription<String>(
    "topic", 10, [](const String &) { FAIL() << "the message was taken already"; });
  String message;
  MessageInfo info;
  EXPECT_FALSE(subscription->take(message, info));
  message.data = "taken";
  publisher->publish(message);
  message.data = "taken as bytes";
  publisher->publish(message);
  ASSERT_TRUE(subscription->take(message, info));
  EXPECT_EQ(message.data, "taken");
  EXPECT_EQ(info.get_rmw_message_info().reception_sequence_number, 1u);
  EXPECT_EQ(info.get_rmw_message_info().from_intra_process, GetParam());
  EXPECT_EQ(*publisher == info.get_rmw_message_info().publisher_gid, true);
  SerializedMessage bytes;
  ASSERT_TRUE(subscription->take_serialized(bytes, info));
  note(bytes);
  EXPECT_EQ(last, "taken as bytes");
  executor->spin_some();
}

TEST_P(Callbacks, GenericByTypeName)
{
  auto node = make_node("node", GetParam());
  auto typed_publisher = node->create_publisher<String>("topic", 10);
  auto generic_publisher = node->create_generic_publisher("topic", "std_msgs/msg/String", 10);
  auto generic = node->create_generic_subscription(
    "topic", "std_msgs/msg/String", 10, [](std::shared_ptr<SerializedMessage> m) { note(*m); });
  std::string typed_last;
  auto typed =
    node->create_subscription<String>("topic", 10, [&](const String & m) { typed_last = m.data; });
  String message;
  message.data = "typed to generic";
  typed_publisher->publish(message);
  executor->spin_some();
  EXPECT_EQ(last, "typed to generic");
  EXPECT_EQ(typed_last, "typed to generic");
  SerializedMessage bytes;
  message.data = "generic to typed";
  rclcpp::Serialization<String>().serialize_message(&message, &bytes);
  generic_publisher->publish(bytes);
  executor->spin_some();
  EXPECT_EQ(last, "generic to typed");
  EXPECT_EQ(typed_last, "generic to typed");
  EXPECT_THROW(node->create_generic_publisher("topic", "String", 10), std::invalid_argument);
}

TEST_P(Callbacks, LoanedMessage)
{
  auto node = make_node("node", GetParam());
  auto publisher = node->create_publisher<String>("topic", 10);
  auto subscription =
    node->create_subscription<String>("topic", 10, [](const String & m) { note(m); });
  EXPECT_FALSE(publisher->can_loan_messages());
  auto loan = publisher->borrow_loaned_message();
  ASSERT_TRUE(loan.is_valid());
  loan.get().data = "loaned";
  publisher->publish(std::move(loan));
  EXPECT_FALSE(loan.is_valid());
  executor->spin_some();
  EXPECT_EQ(last, "loaned");
}

TEST_P(Callbacks, NullIsRefused)
{
  auto publisher = make_node("node", GetParam())->create_publisher<String>("topic", 10);
  EXPECT_THROW(publisher->publish(std::unique_ptr<String>()), std::invalid_argument);
  EXPECT_THROW(publisher->publish(std::shared_ptr<const String>()), std::invalid_argument);
  EXPECT_THROW(publisher->publish(SerializedMessage()), std::invalid_argument);
  void (*no_function)(const String &) = nullptr;
  auto node = make_node("other", GetParam());
  EXPECT_THROW(node->create_subscription<String>("topic", 10, no_function), std::invalid_argument);
  EXPECT_THROW(
    node->create_subscription<String>("topic", 10, std::function<void(String::SharedPtr)>()),
    std::invalid_argument);
}

}  // namespace
