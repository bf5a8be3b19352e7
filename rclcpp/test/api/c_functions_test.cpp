// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The C functions of rcl, rmw and rosidl that public programs call besides rclcpp.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <memory>
#include <memory_resource>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "rcl/rcl.h"
#include "rcl_yaml_param_parser/parser.h"
#include "rclcpp/allocator/allocator_common.hpp"
#include "rclcpp/detail/add_guard_condition_to_rcl_wait_set.hpp"
#include "rclcpp/parameter_map.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rcpputils/asserts.hpp"
#include "rmw/rmw.h"
#include "rosidl_runtime_c/type_hash.h"
#include "std_msgs/msg/string.hpp"

namespace
{

using std_msgs::msg::String;

const rosidl_message_type_support_t * string_type()
{
  return rosidl_typesupport_cpp::get_message_type_support_handle<String>();
}

// Counts allocations that are not yet freed.
struct Counting
{
  int blocks = 0;

  rcl_allocator_t allocator()
  {
    rcl_allocator_t result = rcl_get_default_allocator();
    result.state = this;
    result.allocate = [](std::size_t size, void * state) {
      ++static_cast<Counting *>(state)->blocks;
      return std::malloc(size);
    };
    result.zero_allocate = [](std::size_t count, std::size_t size, void * state) {
      ++static_cast<Counting *>(state)->blocks;
      return std::calloc(count, size);
    };
    result.reallocate = [](void * pointer, std::size_t size, void * state) {
      static_cast<Counting *>(state)->blocks += pointer == nullptr;
      return std::realloc(pointer, size);
    };
    result.deallocate = [](void * pointer, void * state) {
      static_cast<Counting *>(state)->blocks -= pointer != nullptr;
      std::free(pointer);
    };
    return result;
  }
};

}  // namespace

TEST(CFunctions, SerializeAndBack)
{
  String sent;
  sent.data = "forty kilograms";
  const rcl_allocator_t allocator = rcl_get_default_allocator();
  rmw_serialized_message_t bytes = rmw_get_zero_initialized_serialized_message();
  ASSERT_EQ(rmw_serialized_message_init(&bytes, 0u, &allocator), RMW_RET_OK);
  ASSERT_EQ(rmw_serialize(&sent, string_type(), &bytes), RMW_RET_OK);
  // header, length, text with its zero
  EXPECT_EQ(bytes.buffer_length, 4 + 4 + sent.data.size() + 1);

  String received;
  ASSERT_EQ(rmw_deserialize(&bytes, string_type(), &received), RMW_RET_OK);
  EXPECT_EQ(received, sent);

  bytes.buffer_length = 9;
  EXPECT_EQ(rmw_deserialize(&bytes, string_type(), &received), RMW_RET_ERROR);
  EXPECT_TRUE(rmw_error_is_set());
  rmw_reset_error();
  EXPECT_EQ(rmw_serialize(nullptr, string_type(), &bytes), RMW_RET_INVALID_ARGUMENT);
  rmw_reset_error();
  EXPECT_EQ(rmw_serialize(&sent, nullptr, &bytes), RMW_RET_INVALID_ARGUMENT);
  rmw_reset_error();
  EXPECT_EQ(rmw_deserialize(nullptr, string_type(), &received), RMW_RET_INVALID_ARGUMENT);
  rmw_reset_error();
  EXPECT_EQ(rmw_serialized_message_fini(&bytes), RMW_RET_OK);
  EXPECT_STREQ(rmw_get_serialization_format(), "cdr");
  EXPECT_STREQ(rmw_get_implementation_identifier(), "rmw_cyclonedds_cpp");
}

TEST(CFunctions, SerializedMessagesUseTheirAllocator)
{
  Counting counting;
  {
    rclcpp::SerializedMessage message(10, counting.allocator());
    EXPECT_EQ(counting.blocks, 1);
    message.get_rcl_serialized_message().buffer_length = 3;
    std::memcpy(message.get_rcl_serialized_message().buffer, "abc", 3);
    rclcpp::SerializedMessage copy(message);
    EXPECT_EQ(counting.blocks, 2);
    EXPECT_EQ(copy.size(), 3u);
    EXPECT_EQ(copy.capacity(), 10u);
    copy.reserve(0);
    EXPECT_EQ(counting.blocks, 1);
    rcl_serialized_message_t bytes = message.release_rcl_serialized_message();
    message.reserve(5);
    EXPECT_EQ(counting.blocks, 2);
    rclcpp::SerializedMessage owner(std::move(bytes));
    EXPECT_EQ(bytes.buffer, nullptr);
    EXPECT_EQ(owner.size(), 3u);
    EXPECT_EQ(rmw_serialized_message_resize(&owner.get_rcl_serialized_message(), 20), RMW_RET_OK);
    EXPECT_EQ(owner.capacity(), 20u);
  }
  EXPECT_EQ(counting.blocks, 0);
  rcl_allocator_t exhausted = rcl_get_default_allocator();
  exhausted.reallocate = [](void *, std::size_t, void *) -> void * { return nullptr; };
  EXPECT_THROW(rclcpp::SerializedMessage(10, exhausted), rclcpp::exceptions::RCLBadAlloc);
  EXPECT_THROW(rclcpp::SerializedMessage(rcl_allocator_t{}), std::invalid_argument);
}

TEST(CFunctions, WaitSetsAreValid)
{
  rclcpp::init(0, nullptr);
  const auto condition = std::make_shared<rclcpp::GuardCondition>();
  const rclcpp::WaitSet wait_set({}, {condition});
  EXPECT_TRUE(rcl_wait_set_is_valid(&wait_set.get_rcl_wait_set()));
  rcl_wait_set_t of_nobody{};
  EXPECT_FALSE(rcl_wait_set_is_valid(&of_nobody));
  EXPECT_FALSE(rcl_wait_set_is_valid(nullptr));
  EXPECT_THROW(
    rclcpp::detail::add_guard_condition_to_rcl_wait_set(of_nobody, *condition),
    std::invalid_argument);
  rclcpp::shutdown();
}

/// A waitable of a program that creates its guard condition with rcl's functions.
class CounterWaitable final : public rclcpp::Waitable
{
public:
  explicit CounterWaitable(rclcpp::Context & context)
  {
    EXPECT_EQ(
      rcl_guard_condition_init(
        &condition, context.get_rcl_context().get(), rcl_guard_condition_get_default_options()),
      RCL_RET_OK);
  }
  ~CounterWaitable() override { EXPECT_EQ(rcl_guard_condition_fini(&condition), RCL_RET_OK); }

  std::size_t get_number_of_ready_guard_conditions() override { return 1; }
  void add_to_wait_set(rcl_wait_set_t & wait_set) override
  {
    std::size_t index = 99;
    EXPECT_EQ(rcl_wait_set_add_guard_condition(&wait_set, &condition, &index), RCL_RET_OK);
    EXPECT_EQ(index, 0u);
  }
  bool is_ready(const rcl_wait_set_t & wait_set) override
  {
    return wait_set.size_of_guard_conditions == 1 && wait_set.guard_conditions[0] == &condition;
  }
  std::shared_ptr<void> take_data() override { return nullptr; }
  void execute(const std::shared_ptr<void> &) override { ++calls; }

  rcl_guard_condition_t condition = rcl_get_zero_initialized_guard_condition();
  int calls = 0;
};

TEST(CFunctions, AGuardConditionOfRclWakesAWaitable)
{
  rclcpp::init(0, nullptr);
  const auto context = rclcpp::contexts::get_global_default_context();
  EXPECT_TRUE(rcl_context_is_valid(context->get_rcl_context().get()));
  {
    const auto node = std::make_shared<rclcpp::Node>("counting");
    const auto waitable = std::make_shared<CounterWaitable>(*context);
    node->get_node_waitables_interface()->add_waitable(waitable, nullptr);
    rclcpp::executors::SingleThreadedExecutor executor;
    executor.add_node(node);
    executor.spin_some();
    EXPECT_EQ(waitable->calls, 0);
    EXPECT_EQ(rcl_trigger_guard_condition(&waitable->condition), RCL_RET_OK);
    executor.spin_some();
    EXPECT_EQ(waitable->calls, 1);
    node->get_node_waitables_interface()->remove_waitable(waitable, nullptr);
  }
  auto options = rcl_guard_condition_get_default_options();
  rcl_guard_condition_t condition = rcl_get_zero_initialized_guard_condition();
  EXPECT_EQ(rcl_trigger_guard_condition(&condition), RCL_RET_INVALID_ARGUMENT);
  rcl_reset_error();
  EXPECT_EQ(rcl_trigger_guard_condition(nullptr), RCL_RET_INVALID_ARGUMENT);
  rcl_reset_error();
  EXPECT_EQ(rcl_guard_condition_fini(&condition), RCL_RET_OK);
  rclcpp::GuardCondition own;
  EXPECT_EQ(
    rcl_guard_condition_init(
      &own.get_rcl_guard_condition(), context->get_rcl_context().get(), options),
    RCL_RET_ALREADY_INIT);
  rcl_reset_error();
  EXPECT_EQ(rcl_guard_condition_fini(&own.get_rcl_guard_condition()), RCL_RET_INVALID_ARGUMENT);
  rcl_reset_error();
  EXPECT_EQ(rcl_guard_condition_init(&condition, nullptr, options), RCL_RET_INVALID_ARGUMENT);
  rcl_reset_error();
  rcl_wait_set_t of_nobody{};
  EXPECT_EQ(
    rcl_wait_set_add_guard_condition(&of_nobody, &own.get_rcl_guard_condition(), nullptr),
    RCL_RET_WAIT_SET_INVALID);
  rcl_reset_error();
  rclcpp::shutdown();
  EXPECT_FALSE(rcl_context_is_valid(context->get_rcl_context().get()));
  EXPECT_EQ(
    rcl_guard_condition_init(&condition, context->get_rcl_context().get(), options),
    RCL_RET_NOT_INIT);
  rcl_reset_error();
}

TEST(CFunctions, TheTimeOfAClock)
{
  const auto clock = std::make_shared<rclcpp::Clock>(RCL_ROS_TIME);
  rcl_clock_t * const handle = clock->get_clock_handle();
  ASSERT_NE(handle, nullptr);
  EXPECT_EQ(handle->type, RCL_ROS_TIME);
  int activated = 0;
  const auto keep = clock->create_jump_callback(
    nullptr,
    [&](const rcl_time_jump_t & jump) { activated += jump.clock_change == RCL_ROS_TIME_ACTIVATED; },
    {true, {0}, {0}});
  bool simulated = true;
  EXPECT_EQ(rcl_is_enabled_ros_time_override(handle, &simulated), RCL_RET_OK);
  EXPECT_FALSE(simulated);
  EXPECT_EQ(rcl_set_ros_time_override(handle, 1'500), RCL_RET_OK);
  EXPECT_GT(clock->now().nanoseconds(), 1'500) << "not yet";
  EXPECT_EQ(rcl_enable_ros_time_override(handle), RCL_RET_OK);
  EXPECT_EQ(activated, 1);
  EXPECT_EQ(clock->now().nanoseconds(), 1'500);
  EXPECT_TRUE(clock->ros_time_is_active());
  EXPECT_EQ(rcl_is_enabled_ros_time_override(handle, &simulated), RCL_RET_OK);
  EXPECT_TRUE(simulated);
  rcl_time_point_value_t now = 0;
  EXPECT_EQ(rcl_clock_get_now(handle, &now), RCL_RET_OK);
  EXPECT_EQ(now, 1'500);
  EXPECT_EQ(rcl_disable_ros_time_override(handle), RCL_RET_OK);
  EXPECT_FALSE(clock->ros_time_is_active());

  rclcpp::Clock steady(RCL_STEADY_TIME);
  EXPECT_EQ(rcl_enable_ros_time_override(steady.get_clock_handle()), RCL_RET_ERROR);
  EXPECT_TRUE(rcl_error_is_set());
  rcl_reset_error();
  EXPECT_EQ(rcl_set_ros_time_override(nullptr, 1), RCL_RET_INVALID_ARGUMENT);
  rcl_reset_error();
  EXPECT_EQ(rcl_clock_get_now(handle, nullptr), RCL_RET_INVALID_ARGUMENT);
  rcl_reset_error();
}

TEST(CFunctions, AllocatorsOverStandardOnes)
{
  // Counts the bytes that are allocated and not yet freed, by their true sizes.
  static std::ptrdiff_t bytes;
  bytes = 0;
  struct CountingMemory : std::pmr::memory_resource
  {
    void * do_allocate(std::size_t size, std::size_t alignment) override
    {
      if (size > 1'000'000) {
        throw std::bad_alloc();
      }
      bytes += static_cast<std::ptrdiff_t>(size);
      return std::pmr::new_delete_resource()->allocate(size, alignment);
    }
    void do_deallocate(void * block, std::size_t size, std::size_t alignment) override
    {
      bytes -= static_cast<std::ptrdiff_t>(size);
      std::pmr::new_delete_resource()->deallocate(block, size, alignment);
    }
    bool do_is_equal(const memory_resource & other) const noexcept override
    {
      return this == &other;
    }
  } memory;
  std::pmr::polymorphic_allocator<char> standard(&memory);
  const rcl_allocator_t allocator = rclcpp::allocator::get_rcl_allocator<char>(standard);
  void * block = allocator.allocate(6, allocator.state);
  std::memcpy(block, "glider", 6);
  block = allocator.reallocate(block, 60'000, allocator.state);
  EXPECT_EQ(std::memcmp(block, "glider", 6), 0);
  EXPECT_GE(bytes, 60'000);
  allocator.deallocate(block, allocator.state);
  EXPECT_EQ(bytes, 0);
  block = allocator.zero_allocate(3, 5, allocator.state);
  EXPECT_EQ(std::memcmp(block, std::string(15, '\0').data(), 15), 0);
  EXPECT_EQ(allocator.reallocate(block, 2'000'000, allocator.state), nullptr);
  allocator.deallocate(block, allocator.state);
  EXPECT_EQ(allocator.allocate(2'000'000, allocator.state), nullptr);
  EXPECT_EQ(allocator.zero_allocate(SIZE_MAX / 2, 3, allocator.state), nullptr);
  EXPECT_EQ(bytes, 0);
  {
    rclcpp::SerializedMessage message(10, allocator);
    message.reserve(1'000);
  }
  EXPECT_EQ(bytes, 0);

  std::allocator<char> plain;
  using Plain = std::allocator<char>;
  void * one = rclcpp::allocator::retyped_allocate<Plain>(1, &plain);
  one = rclcpp::allocator::retyped_reallocate<char, Plain>(one, 1, &plain);
  rclcpp::allocator::retyped_deallocate<char, Plain>(one, &plain);
  EXPECT_THROW(rclcpp::allocator::retyped_allocate<Plain>(1, nullptr), std::runtime_error);
}

TEST(CFunctions, DeletersThatTakeNoAllocator)
{
  struct Keep
  {
  } keep;
  std::allocator<int> allocator;
  EXPECT_THROW(
    (rclcpp::allocator::set_allocator_for_deleter<std::allocator<int>, int, Keep>(
      &keep, &allocator)),
    std::runtime_error);
}

TEST(CFunctions, NodesAndTheGraph)
{
  rclcpp::init(0, nullptr);
  auto node = std::make_shared<rclcpp::Node>("glider", "/club");
  auto base = node->get_node_base_interface();
  const rcl_node_t * handle = base->get_rcl_node_handle();
  EXPECT_TRUE(rcl_node_is_valid(handle));
  EXPECT_STREQ(rcl_node_get_name(handle), "glider");
  EXPECT_STREQ(rcl_node_get_namespace(handle), "/club");
  EXPECT_STREQ(rcl_node_get_fully_qualified_name(handle), "/club/glider");
  std::size_t domain = SIZE_MAX;
  EXPECT_EQ(rcl_node_get_domain_id(handle, &domain), RCL_RET_OK);
  EXPECT_EQ(domain, base->get_context()->get_domain_id());
  EXPECT_STREQ(rclcpp::get_node_logger(handle).get_name(), "club.glider");
  EXPECT_STREQ(rclcpp::get_node_logger(nullptr).get_name(), "rclcpp");

  std::size_t count = 7;
  EXPECT_EQ(rcl_count_subscribers(handle, "/height", &count), RCL_RET_OK);
  EXPECT_EQ(count, 0u);
  rcl_allocator_t allocator = node->get_node_options().allocator();
  bool success = true;
  EXPECT_EQ(
    rcl_wait_for_subscribers(handle, &allocator, "/height", 1, 0, &success), RCL_RET_TIMEOUT);
  EXPECT_FALSE(success);
  rclcpp::Subscription<String>::SharedPtr subscription;
  std::thread other(
    [&] { subscription = node->create_subscription<String>("/height", 1, [](const String &) {}); });
  EXPECT_EQ(rcl_wait_for_subscribers(handle, &allocator, "/height", 1, -1, &success), RCL_RET_OK);
  EXPECT_TRUE(success);
  other.join();
  EXPECT_EQ(rcl_count_subscribers(handle, "/height", &count), RCL_RET_OK);
  EXPECT_EQ(count, 1u);
  auto publisher = node->create_publisher<String>("/height", 1);
  EXPECT_EQ(rcl_wait_for_publishers(handle, &allocator, "/height", 1, -1, &success), RCL_RET_OK);
  EXPECT_EQ(rcl_count_publishers(handle, "/height", &count), RCL_RET_OK);
  EXPECT_EQ(count, 1u);

  const rcl_node_t nobody = rcl_get_zero_initialized_node();
  EXPECT_FALSE(rcl_node_is_valid(&nobody));
  EXPECT_EQ(rcl_node_get_name(&nobody), nullptr);
  EXPECT_EQ(rcl_count_publishers(&nobody, "/height", &count), RCL_RET_NODE_INVALID);
  rcl_reset_error();
  EXPECT_EQ(rcl_count_publishers(handle, nullptr, &count), RCL_RET_INVALID_ARGUMENT);
  rcl_reset_error();
  EXPECT_EQ(rcl_count_publishers(handle, "/high?t", &count), RCL_RET_ERROR);
  rcl_reset_error();
  const auto kept = base->get_shared_rcl_node_handle();
  EXPECT_EQ(kept.get(), handle);
  rclcpp::shutdown();
  EXPECT_FALSE(rcl_node_is_valid(kept.get()));
}

TEST(CFunctions, SerializationNeedsMessages)
{
  const rclcpp::Serialization<String> serialization;
  String text;
  rclcpp::SerializedMessage bytes;
  using Refused = rcpputils::IllegalStateException;
  EXPECT_THROW(serialization.serialize_message(nullptr, &bytes), Refused);
  EXPECT_THROW(serialization.serialize_message(&text, nullptr), Refused);
  EXPECT_THROW(serialization.deserialize_message(nullptr, &text), Refused);
  EXPECT_THROW(serialization.deserialize_message(&bytes, nullptr), Refused);
  EXPECT_THROW(serialization.deserialize_message(&bytes, &text), Refused) << "no bytes";
}

// Parameters of a greenhouse, in counted memory.
class ParameterStructs : public testing::Test
{
protected:
  ~ParameterStructs() override
  {
    rcl_yaml_node_struct_fini(params);
    EXPECT_EQ(counting.blocks, 0);
    rcutils_reset_error();
  }
  bool parse(const std::string & text)
  {
    const std::string file = testing::TempDir() + "greenhouse.yaml";
    std::ofstream(file) << text;
    return rcl_parse_yaml_file(file.c_str(), params);
  }
  const rcl_variant_t & value(const char * node, const char * name)
  {
    return *rcl_yaml_node_struct_get(node, name, params);
  }

  Counting counting;
  rcl_params_t * params = rcl_yaml_node_struct_init(counting.allocator());
};

TEST_F(ParameterStructs, OfAFile)
{
  ASSERT_TRUE(parse(R"(
/**:
  ros__parameters: {heated: true}
north:
  window:
    ros__parameters:
      opening: 12
      limits: {least: 0.5, most: [1.5, 2.5]}
      plants: [basil, "on"]
      days: [1, 2]
      lit: [true, false]
)")) << rcutils_get_error_string().str;
  ASSERT_EQ(params->num_nodes, 2u);
  EXPECT_STREQ(params->node_names[0], "/**");
  EXPECT_STREQ(params->node_names[1], "/north/window");
  EXPECT_TRUE(*value("/**", "heated").bool_value);
  EXPECT_EQ(*value("north/window", "opening").integer_value, 12);
  EXPECT_EQ(*value("/north/window", "limits.least").double_value, 0.5);
  EXPECT_EQ(value("/north/window", "limits.most").double_array_value->values[1], 2.5);
  EXPECT_STREQ(value("/north/window", "plants").string_array_value->data[1], "on");
  EXPECT_EQ(value("/north/window", "days").integer_array_value->size, 2u);
  EXPECT_FALSE(value("/north/window", "lit").bool_array_value->values[1]);

  EXPECT_TRUE(rcl_parse_yaml_value("/north/window", "opening", "wide", params)) << "another type";
  EXPECT_EQ(value("/north/window", "opening").integer_value, nullptr);
  EXPECT_STREQ(value("/north/window", "opening").string_value, "wide");
  EXPECT_EQ(params->num_nodes, 2u);

  EXPECT_FALSE(parse("window:\n  ros__parameters: {a: [1, x]}\n"));
  EXPECT_NE(
    std::string(rcutils_get_error_string().str).find("greenhouse.yaml:2:"), std::string::npos);
  rcutils_reset_error();
  EXPECT_EQ(params->num_nodes, 2u) << "all or nothing";
  EXPECT_FALSE(rcl_parse_yaml_file("/there/is/none.yaml", params));
  rcutils_reset_error();
  EXPECT_FALSE(rcl_parse_yaml_value("window", "a", "[", params));
  rcutils_reset_error();
  EXPECT_EQ(rcl_yaml_node_struct_get(nullptr, "a", params), nullptr);
}

TEST_F(ParameterStructs, GrowAndAreCopied)
{
  for (int i = 0; i < 300; ++i) {
    const std::string number = std::to_string(i);
    ASSERT_TRUE(rcl_parse_yaml_value(("pot" + number).c_str(), "row", number.c_str(), params));
    ASSERT_TRUE(rcl_parse_yaml_value("/pot7", ("p" + number).c_str(), "[a, b]", params));
  }
  EXPECT_EQ(value("/pot9", "water").string_value, nullptr) << "made without a value";
  rcl_params_t * copy = rcl_yaml_node_struct_copy(params);
  ASSERT_NE(copy, nullptr);
  EXPECT_TRUE(rcl_parse_yaml_value("/pot7", "p299", "[c]", params));
  EXPECT_EQ(copy->num_nodes, 300u);
  EXPECT_EQ(*rcl_yaml_node_struct_get("pot299", "row", copy)->integer_value, 299);
  EXPECT_STREQ(rcl_yaml_node_struct_get("pot7", "p299", copy)->string_array_value->data[1], "b");
  EXPECT_EQ(copy->params[9].num_params, 2u);
  rcl_yaml_node_struct_fini(copy);
  EXPECT_EQ(
    rcl_yaml_node_struct_reallocate(params, 10, params->allocator), RCUTILS_RET_INVALID_ARGUMENT);
  rcutils_reset_error();
  EXPECT_EQ(rcl_yaml_node_struct_reallocate(params, 900, params->allocator), RCUTILS_RET_OK);
  EXPECT_EQ(params->capacity_nodes, 900u);
  EXPECT_EQ(rcl_yaml_node_struct_init(rcl_allocator_t{}), nullptr);
}

TEST_F(ParameterStructs, BecomeParameters)
{
  ASSERT_TRUE(parse(R"(
/**: {ros__parameters: {heated: true}}
/*/door: {ros__parameters: {heated: false, width: 0.9}}
south: {door: {ros__parameters: {names: [front]}}}
)"));
  const rclcpp::ParameterMap all = rclcpp::parameter_map_from(params);
  EXPECT_EQ(all.size(), 3u);
  EXPECT_EQ(all.at("/south/door").at(0).as_string_array(), std::vector<std::string>{"front"});
  const rclcpp::ParameterMap door = rclcpp::parameter_map_from(params, "/south/door");
  ASSERT_EQ(door.size(), 1u);
  ASSERT_EQ(door.at("/south/door").size(), 4u);
  EXPECT_TRUE(door.at("/south/door")[0].as_bool());
  EXPECT_FALSE(door.at("/south/door")[1].as_bool()) << "the later is behind";
  EXPECT_EQ(rclcpp::parameter_map_from(params, "/window").at("/window").size(), 1u);

  using Invalid = rclcpp::exceptions::InvalidParametersException;
  using InvalidValue = rclcpp::exceptions::InvalidParameterValueException;
  EXPECT_THROW(rclcpp::parameter_map_from(nullptr), Invalid);
  EXPECT_THROW(rclcpp::parameter_value_from(nullptr), InvalidValue);
  char * const name = std::exchange(params->params[1].parameter_names[0], nullptr);
  EXPECT_THROW(rclcpp::parameter_map_from(params), Invalid);
  EXPECT_NO_THROW(rclcpp::parameter_map_from(params, "/window")) << "of another node";
  params->params[1].parameter_names[0] = name;
  value("/south/door", "soon");
  try {
    rclcpp::parameter_map_from(params);
    FAIL();
  } catch (const InvalidValue & error) {
    EXPECT_STREQ(error.what(), "parameter 'soon' of node '/south/door': the value is not set");
  }
}

TEST(CFunctions, TopicNames)
{
  const auto result_of = [](const char * name) {
    int result = -1;
    EXPECT_EQ(rcl_validate_topic_name(name, &result, nullptr), RCL_RET_OK);
    return result;
  };
  EXPECT_EQ(result_of("~/{node}/speed"), RCL_TOPIC_NAME_VALID);
  EXPECT_EQ(result_of(""), RCL_TOPIC_NAME_INVALID_IS_EMPTY_STRING);
  EXPECT_EQ(result_of("speed/"), RCL_TOPIC_NAME_INVALID_ENDS_WITH_FORWARD_SLASH);
  EXPECT_EQ(result_of("top speed"), RCL_TOPIC_NAME_INVALID_CONTAINS_UNALLOWED_CHARACTERS);
  EXPECT_EQ(result_of("car/3/speed"), RCL_TOPIC_NAME_INVALID_NAME_TOKEN_STARTS_WITH_NUMBER);
  EXPECT_EQ(
    result_of("{car/speed"), RCL_TOPIC_NAME_INVALID_SUBSTITUTION_CONTAINS_UNALLOWED_CHARACTERS);
  EXPECT_EQ(result_of("car}/speed"), RCL_TOPIC_NAME_INVALID_UNMATCHED_CURLY_BRACE);
  EXPECT_EQ(result_of("car/~"), RCL_TOPIC_NAME_INVALID_MISPLACED_TILDE);
  EXPECT_EQ(result_of("~speed"), RCL_TOPIC_NAME_INVALID_TILDE_NOT_FOLLOWED_BY_FORWARD_SLASH);
  EXPECT_EQ(result_of("{c-r}"), RCL_TOPIC_NAME_INVALID_SUBSTITUTION_CONTAINS_UNALLOWED_CHARACTERS);
  EXPECT_EQ(result_of("{2nd}"), RCL_TOPIC_NAME_INVALID_SUBSTITUTION_STARTS_WITH_NUMBER);

  int result = -1;
  std::size_t index = 0;
  EXPECT_EQ(rcl_validate_topic_name_with_size("car/3/speed", 5, &result, &index), RCL_RET_OK);
  EXPECT_EQ(result, RCL_TOPIC_NAME_INVALID_NAME_TOKEN_STARTS_WITH_NUMBER);
  EXPECT_EQ(index, 4u);
  EXPECT_EQ(rcl_validate_topic_name(nullptr, &result, &index), RCL_RET_INVALID_ARGUMENT);
  EXPECT_NE(std::string(rcl_get_error_string().str), "");
  rcl_reset_error();

  EXPECT_EQ(rcl_topic_name_validation_result_string(RCL_TOPIC_NAME_VALID), nullptr);
  EXPECT_STREQ(
    rcl_topic_name_validation_result_string(RCL_TOPIC_NAME_INVALID_IS_EMPTY_STRING),
    "a topic needs a name, this one is empty");
}

TEST(CFunctions, TypeHashes)
{
  const std::string text =
    "RIHS01_00112233445566778899aabbccddeeff0123456789abcdefdeadbeef00000001";
  rosidl_type_hash_t hash = rosidl_get_zero_initialized_type_hash();
  EXPECT_EQ(hash.version, ROSIDL_TYPE_HASH_VERSION_UNSET);
  ASSERT_EQ(rosidl_parse_type_hash_string(text.c_str(), &hash), RCUTILS_RET_OK);
  EXPECT_EQ(hash.version, 1);
  EXPECT_EQ(hash.value[1], 0x11);
  EXPECT_EQ(hash.value[31], 1);
  char * again = nullptr;
  const rcl_allocator_t allocator = rcl_get_default_allocator();
  ASSERT_EQ(rosidl_stringify_type_hash(&hash, allocator, &again), RCUTILS_RET_OK);
  EXPECT_EQ(again, text);
  allocator.deallocate(again, allocator.state);

  for (const std::string & wrong :
       {text.substr(1), text + "0", "RIHS02" + text.substr(6), text.substr(0, 70) + "g"}) {
    EXPECT_EQ(rosidl_parse_type_hash_string(wrong.c_str(), &hash), RCUTILS_RET_INVALID_ARGUMENT)
      << wrong;
    rcutils_reset_error();
  }
  EXPECT_EQ(hash.value[1], 0x11);
}
