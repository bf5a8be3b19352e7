// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// User types in place of ROS messages: which callbacks get the object itself, and how often it is
// converted.
#include <atomic>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "pubsub_support.hpp"
#include "rclcpp/in_place_message.hpp"
#include "rclcpp/is_ros_compatible_type.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp/type_adapter.hpp"
#include "std_msgs/msg/string.hpp"

using std_msgs::msg::String;

namespace
{

std::atomic<int> to_ros{0};
std::atomic<int> to_custom{0};

// Counts its copies.
struct Text
{
  Text() = default;
  explicit Text(std::string s) : text(std::move(s)) {}
  // Also converts from the message in C++, which must not change the results.
  Text(const String & message) : text("C++ conversion of " + message.data) {}  // NOLINT
  Text(const Text & other) : text(other.text) { ++copies(); }
  Text & operator=(const Text & other)
  {
    text = other.text;
    ++copies();
    return *this;
  }
  Text(Text &&) = default;
  Text & operator=(Text &&) = default;

  std::string text;

  static std::atomic<int> & copies()
  {
    static std::atomic<int> count{0};
    return count;
  }
};

// Another type for the same message.
struct Size
{
  std::size_t size = 0;
};

// Cannot be assigned.
struct Fixed
{
  const int value = 0;
};

}  // namespace

template <>
struct rclcpp::TypeAdapter<Text, String>
{
  using is_specialized = std::true_type;
  using custom_type = Text;
  using ros_message_type = String;
  static void convert_to_ros_message(const Text & source, String & destination)
  {
    ++to_ros;
    if (source.text == "not to be sent") {
      throw std::domain_error("this text is not to be sent");
    }
    EXPECT_TRUE(destination.data.empty());
    destination.data = source.text;
  }
  static void convert_to_custom(const String & source, Text & destination)
  {
    ++to_custom;
    if (source.data == "not to be read") {
      throw std::domain_error("this text is not to be read");
    }
    EXPECT_TRUE(destination.text.empty());
    destination.text = source.data;
  }
};

template <>
struct rclcpp::TypeAdapter<Size, String>
{
  using is_specialized = std::true_type;
  using custom_type = Size;
  using ros_message_type = String;
  static void convert_to_ros_message(const Size & source, String & destination)
  {
    destination.data = std::string(source.size, 'x');
  }
  static void convert_to_custom(const String & source, Size & destination)
  {
    destination.size = source.data.size();
  }
};

template <>
struct rclcpp::TypeAdapter<Fixed, String>
{
  using is_specialized = std::true_type;
  using custom_type = Fixed;
  using ros_message_type = String;
  static void convert_to_ros_message(const Fixed &, String &) {}
  static void convert_to_custom(const String &, Fixed &) {}
};

template <>
struct rclcpp::TypeAdapter<std::string, String>
{
  using is_specialized = std::true_type;
  using custom_type = std::string;
  using ros_message_type = String;
  static void convert_to_ros_message(const std::string & source, String & destination)
  {
    destination.data = source;
  }
  static void convert_to_custom(const String & source, std::string & destination)
  {
    destination = source.data;
  }
};

RCLCPP_USING_CUSTOM_TYPE_AS_ROS_MESSAGE_TYPE(std::string, String);

namespace
{

using Adapted = rclcpp::TypeAdapter<Text, String>;
static_assert(std::is_same_v<rclcpp::adapt_type<Text>::as<String>, Adapted>);
static_assert(rclcpp::is_type_adapter<Adapted>::value && !rclcpp::is_type_adapter<Text>::value);
static_assert(rclcpp::is_ros_compatible_type<Adapted>::value);
static_assert(rclcpp::is_ros_compatible_type<std::string>::value);
static_assert(rclcpp::is_ros_compatible_type<String>::value);
static_assert(!rclcpp::is_ros_compatible_type<Text>::value);
static_assert(!rclcpp::is_ros_compatible_type<int>::value);
static_assert(std::is_same_v<rclcpp::Publisher<Adapted>::PublishedType, Text>);
static_assert(std::is_same_v<rclcpp::Publisher<Adapted>::ROSMessageType, String>);
static_assert(std::is_same_v<rclcpp::Subscription<std::string>::SubscribedType, std::string>);

class Adapter : public pubsub_test::PubSub
{
protected:
  ~Adapter() override
  {
    if (other_context) {
      other_context->shutdown("test is over");
    }
  }

  // t: shares the text, T: owns it; r: shares the message, R: owns it; s: a Size; b: bytes
  void subscribe(
    const std::string & kinds, const std::shared_ptr<rclcpp::Node> & node,
    const rclcpp::QoS & qos = 10)
  {
    for (const char kind : kinds) {
      switch (kind) {
        case 't':
          add(
            node->create_subscription<Adapted>("topic", qos, [this](std::shared_ptr<const Text> m) {
              note(m->text, m.get());
              kept.push_back(m);
            }));
          break;
        case 'T':
          add(node->create_subscription<Adapted>("topic", qos, [this](std::unique_ptr<Text> m) {
            note(m->text, m.get());
            kept.push_back(std::shared_ptr<Text>(std::move(m)));
          }));
          break;
        case 'r':
          add(node->create_subscription<String>(
            "topic", qos, [this](std::shared_ptr<const String> m) {
              note(m->data, m.get());
              kept.push_back(m);
            }));
          break;
        case 'R':
          add(node->create_subscription<Adapted>("topic", qos, [this](std::unique_ptr<String> m) {
            note(m->data, m.get());
            kept.push_back(std::shared_ptr<String>(std::move(m)));
          }));
          break;
        case 's':
          add(node->create_subscription<rclcpp::adapt_type<Size>::as<String>>(
            "topic", qos, [this](const Size & m) { note(std::string(m.size, 'x'), nullptr); }));
          break;
        default:
          add(node->create_generic_subscription(
            "topic", "std_msgs/msg/String", qos,
            [this](std::shared_ptr<const rclcpp::SerializedMessage> m) {
              String message;
              rclcpp::Serialization<String>().deserialize_message(m.get(), &message);
              note(message.data, nullptr);
            }));
      }
    }
  }
  void add(const std::shared_ptr<rclcpp::SubscriptionBase> & subscription)
  {
    subscriptions.push_back(subscription);
  }
  void note(const std::string & text, const void * address)
  {
    texts.push_back(text);
    addresses.push_back(address);
  }

  void publish(const std::function<void()> & send)
  {
    to_ros = to_custom = Text::copies() = 0;
    texts.clear();
    addresses.clear();
    kept.clear();
    send();
    executor->spin_some();
  }

  std::shared_ptr<rclcpp::Node> make_there()
  {
    other_context = std::make_shared<rclcpp::Context>();
    other_context->init(0, nullptr);
    return make_node("there", true, other_context);
  }

  bool received(std::size_t count)
  {
    return pubsub_test::spin_until(*executor, [&] { return texts.size() >= count; });
  }

  std::shared_ptr<rclcpp::Context> other_context;
  std::shared_ptr<rclcpp::Node> here = make_node("here", true);
  std::vector<std::shared_ptr<rclcpp::SubscriptionBase>> subscriptions;
  std::vector<std::string> texts;
  std::vector<const void *> addresses;
  std::vector<std::shared_ptr<const void>> kept;
};

TEST_F(Adapter, ReadersOfTheSameTypeGetTheObject)
{
  auto publisher = here->create_publisher<Adapted>("topic", 10);
  subscribe("tt", here);
  auto text = std::make_unique<Text>("hello");
  const void * published = text.get();
  publish([&] { publisher->publish(std::move(text)); });
  EXPECT_EQ(texts, (std::vector<std::string>{"hello", "hello"}));
  EXPECT_EQ(addresses, (std::vector<const void *>{published, published}));
  EXPECT_EQ(Text::copies() + to_ros + to_custom, 0);

  auto shared = std::make_shared<const Text>("shared");
  publish([&] { publisher->publish(shared); });
  EXPECT_EQ(addresses, (std::vector<const void *>{shared.get(), shared.get()}));
  EXPECT_EQ(Text::copies() + to_ros + to_custom, 0);

  publish([&] { publisher->publish(Text("borrowed")); });
  EXPECT_EQ(texts, (std::vector<std::string>{"borrowed", "borrowed"}));
  EXPECT_EQ(Text::copies(), 1) << "one for both";
  EXPECT_EQ(to_ros + to_custom, 0);
}

TEST_F(Adapter, OwnersGetTheirs)
{
  auto publisher = here->create_publisher<Adapted>("topic", 10);
  subscribe("TT", here);
  auto text = std::make_unique<Text>("hello");
  const void * published = text.get();
  publish([&] { publisher->publish(std::move(text)); });
  EXPECT_EQ(Text::copies(), 1);
  EXPECT_EQ(to_ros + to_custom, 0);
  EXPECT_EQ(std::count(addresses.begin(), addresses.end(), published), 1);
}

TEST_F(Adapter, ReadersByValue)
{
  rclcpp::SubscriptionOptions options;
  options.intra_process_buffer_type = rclcpp::IntraProcessBufferType::Value;
  add(here->create_subscription<Adapted>(
    "topic", 10, [this](const Text & m) { note(m.text, &m); }, options));
  auto publisher = here->create_publisher<Adapted>("topic", 10);
  publish([&] { publisher->publish(Text("hello")); });
  EXPECT_EQ(texts, std::vector<std::string>{"hello"});
  EXPECT_EQ(Text::copies(), 1);
  EXPECT_EQ(to_ros + to_custom, 0);
  const void * const first = addresses.at(0);
  publish([&] { publisher->publish(Text("again")); });
  EXPECT_EQ(addresses.at(0), first);
  auto plain = here->create_publisher<String>("topic", 10);
  String message;
  message.data = "converted";
  publish([&] { plain->publish(message); });
  EXPECT_EQ(texts, std::vector<std::string>{"converted"});
  EXPECT_EQ(to_custom, 1);
  EXPECT_THROW(
    here->create_subscription<rclcpp::adapt_type<Fixed>::as<String>>(
      "topic", 10, [](const Fixed &) {}, options),
    std::invalid_argument);
}

TEST_F(Adapter, AllOthersShareOneConversion)
{
  auto publisher = here->create_publisher<Adapted>("topic", 10);
  subscribe("trrbs", here);
  auto text = std::make_unique<Text>("xxxxx");
  const void * published = text.get();
  publish([&] { publisher->publish(std::move(text)); });
  EXPECT_EQ(texts, std::vector<std::string>(5, "xxxxx"));
  EXPECT_EQ(addresses[0], published);
  EXPECT_EQ(addresses[1], addresses[2]) << "the one message";
  EXPECT_EQ(to_ros, 1);
  EXPECT_EQ(to_custom + Text::copies(), 0);
}

TEST_F(Adapter, OwnersOfTheMessage)
{
  auto publisher = here->create_publisher<Adapted>("topic", 10);
  subscribe("RRt", here);
  publish([&] { publisher->publish(Text("hello")); });
  EXPECT_EQ(texts, std::vector<std::string>(3, "hello"));
  EXPECT_NE(addresses[0], addresses[1]);
  EXPECT_EQ(to_ros, 1);
}

TEST_F(Adapter, MessagesOfAnAdaptedPublisher)
{
  auto publisher = here->create_publisher<Adapted>("topic", 10);
  subscribe("rTs", here);
  auto message = std::make_unique<String>();
  message->data = "xxx";
  const void * published = message.get();
  publish([&] { publisher->publish(std::move(message)); });
  EXPECT_EQ(texts, std::vector<std::string>(3, "xxx"));
  EXPECT_EQ(addresses[0], published);
  EXPECT_EQ(to_custom, 1);
  EXPECT_EQ(to_ros, 0);

  String other;
  other.data = "yy";
  publish([&] { publisher->publish(other); });
  EXPECT_EQ(texts, (std::vector<std::string>{"yy", "yy", "xx"}));

  auto loan = publisher->borrow_loaned_message();
  loan.get().data = "loan";
  publish([&] { publisher->publish(std::move(loan)); });
  EXPECT_EQ(texts, (std::vector<std::string>{"loan", "loan", "xxxx"}));

  const rclcpp::InPlaceMessage in_place(publisher);
  static_assert(std::is_same_v<decltype(in_place), const rclcpp::InPlaceMessage<String>>);
}

TEST_F(Adapter, AdaptedReadersOfAPlainPublisher)
{
  auto publisher = here->create_publisher<String>("topic", 10);
  subscribe("tTR", here);
  String message;
  message.data = "plain";
  publish([&] { publisher->publish(message); });
  EXPECT_EQ(texts, std::vector<std::string>(3, "plain"));
  EXPECT_EQ(to_custom, 2);
}

TEST_F(Adapter, RemoteReadersGetAnEncoding)
{
  auto publisher = here->create_publisher<Adapted>("topic", 10);
  auto there = make_there();
  subscribe("r", here);
  subscribe("tRs", there);
  ASSERT_TRUE(
    pubsub_test::spin_until(*executor, [&] { return publisher->get_subscription_count() == 4; }));
  publish([&] { publisher->publish(Text("xxxx")); });
  ASSERT_TRUE(received(4));
  EXPECT_EQ(texts, std::vector<std::string>(4, "xxxx"));
  EXPECT_EQ(to_ros, 1) << "for the local reader and the wire";
  EXPECT_EQ(to_custom, 1);
}

TEST_F(Adapter, WithoutIntraProcessMessagesAreNotShared)
{
  auto apart = make_node("apart", false);
  auto publisher = apart->create_publisher<Adapted>("topic", 10);
  subscribe("ttr", apart);
  auto text = std::make_shared<const Text>("apart");
  publish([&] { publisher->publish(text); });
  EXPECT_EQ(texts, std::vector<std::string>(3, "apart"));
  EXPECT_EQ(addresses[0], addresses[1]);
  EXPECT_NE(addresses[0], text.get());
  EXPECT_EQ(Text::copies(), 1);
  EXPECT_EQ(to_ros, 1);
}

TEST_F(Adapter, LateReadersGetKeptMessages)
{
  auto publisher = here->create_publisher<Adapted>("topic", rclcpp::QoS(2).transient_local());
  auto text = std::make_shared<const Text>("kept");
  publish([&] { publisher->publish(text); });
  EXPECT_EQ(to_ros, 1) << "for readers of other processes that may come";
  subscribe("trsb", here, rclcpp::QoS(2).transient_local());
  auto there = make_there();
  subscribe("T", there, rclcpp::QoS(2).transient_local());
  ASSERT_TRUE(received(5));
  EXPECT_EQ(texts[0], "kept");
  EXPECT_EQ(addresses[0], text.get());
  EXPECT_EQ(texts[1], "kept");
  EXPECT_EQ(texts[3], "kept");
  EXPECT_EQ(texts[4], "kept");
  EXPECT_EQ(Text::copies(), 0);
}

TEST_F(Adapter, AConversionThatThrowsLeavesPublishBeforeAnybodyGotIt)
{
  auto publisher = here->create_publisher<Adapted>("topic", 10);
  subscribe("tr", here);
  publish([&] {
    EXPECT_THROW(publisher->publish(Text("not to be sent")), std::domain_error);
    EXPECT_THROW(publisher->publish(std::make_unique<Text>("not to be sent")), std::domain_error);
    publisher->publish(Text("next"));
  });
  EXPECT_EQ(texts, (std::vector<std::string>{"next", "next"}));
}

TEST_F(Adapter, AConversionThatThrowsDropsOnlyItsMessage)
{
  auto publisher = here->create_publisher<String>("topic", 10);
  subscribe("tr", here);
  publish([&] {
    for (const char * text : {"not to be read", "next"}) {
      String message;
      message.data = text;
      publisher->publish(message);
    }
  });
  EXPECT_EQ(texts.size(), 3u);
  EXPECT_EQ(std::count(texts.begin(), texts.end(), "next"), 2);
  EXPECT_EQ(subscriptions[0]->statistics().malformed, 1u);
  EXPECT_EQ(subscriptions[0]->statistics().delivered, 1u);
}

TEST_F(Adapter, TypesThatStandForAMessage)
{
  auto publisher = here->create_publisher<std::string>("topic", 10);
  std::string got;
  auto subscription = here->create_subscription<std::string>(
    "topic", 10, [&](const std::string & text) { got = text; });
  auto messages = here->create_subscription<std::string>(
    "topic", 10, [&](const String & message) { texts.push_back(message.data); });
  publisher->publish(std::string("implicit"));
  executor->spin_some();
  EXPECT_EQ(got, "implicit");
  EXPECT_EQ(texts, std::vector<std::string>{"implicit"});
}

TEST_F(Adapter, EveryFormOfCallback)
{
  auto publisher = here->create_publisher<Adapted>("topic", 10);
  const auto on = [&](auto callback) {
    add(here->create_subscription<Adapted>("topic", 10, callback));
  };
  const auto take = [&](const Text & text) { note(text.text, &text); };
  const auto take_message = [&](const String & message) { note(message.data, &message); };
  on([&](const Text & m) { take(m); });
  on([&](const Text & m, const rclcpp::MessageInfo &) { take(m); });
  on([&](Text m) { take(m); });
  on([&](std::unique_ptr<Text> m, const rclcpp::MessageInfo &) { take(*m); });
  on([&](std::shared_ptr<Text> m) { take(*m); });
  on([&](std::shared_ptr<const Text> m, const rclcpp::MessageInfo &) { take(*m); });
  on([&](const std::shared_ptr<const Text> & m) { take(*m); });
  on([&](auto m) { take(*m); });
  on([&](const String & m) { take_message(m); });
  on([&](const String & m, const rclcpp::MessageInfo &) { take_message(m); });
  on([&](std::unique_ptr<String> m) { take_message(*m); });
  on([&](std::shared_ptr<String> m, const rclcpp::MessageInfo &) { take_message(*m); });
  on([&](std::shared_ptr<const String> m) { take_message(*m); });
  on(std::function<void(const Text &)>(take));
  on([&](std::shared_ptr<const rclcpp::SerializedMessage> m) {
    String message;
    rclcpp::Serialization<String>().deserialize_message(m.get(), &message);
    take_message(message);
  });
  publish([&] { publisher->publish(Text("form")); });
  EXPECT_EQ(texts, std::vector<std::string>(15, "form"));
  EXPECT_EQ(to_ros, 1);
}

TEST_F(Adapter, TakeInEitherForm)
{
  auto publisher = here->create_publisher<Adapted>("topic", 10);
  auto subscription = here->create_subscription<Adapted>("topic", 10, [](const Text &) {});
  publisher->publish(Text("one"));
  publisher->publish(Text("two"));
  publisher->publish(Text("three"));
  rclcpp::MessageInfo info;
  Text text;
  ASSERT_TRUE(subscription->take(text, info));
  EXPECT_EQ(text.text, "one");
  String message;
  ASSERT_TRUE(subscription->take(message, info));
  EXPECT_EQ(message.data, "two");
  ASSERT_TRUE(subscription->take_type_erased(&message, info));
  EXPECT_EQ(message.data, "three");
  EXPECT_FALSE(subscription->take(text, info));
}

TEST_F(Adapter, HandleMessageConverts)
{
  auto subscription =
    here->create_subscription<Adapted>("topic", 10, [&](const Text & m) { note(m.text, &m); });
  std::shared_ptr<void> message = subscription->create_message();
  static_cast<String *>(message.get())->data = "handled";
  subscription->handle_message(message, rclcpp::MessageInfo());
  subscription->return_message(message);
  EXPECT_EQ(message, nullptr);
  EXPECT_EQ(texts, std::vector<std::string>{"handled"});
}

}  // namespace
