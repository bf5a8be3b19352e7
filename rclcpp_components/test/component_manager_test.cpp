// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Loading, unloading and listing components; errors; the effects of sharing one container.
#include "rclcpp_components/component_manager.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "components_support.hpp"
#include "in_child.hpp"
#include "lifecycle_msgs/srv/change_state.hpp"
#include "rcl_interfaces/msg/log.hpp"
#include "rclcpp_components/component_manager_isolated.hpp"
#include "std_msgs/msg/bool.hpp"
#include "std_msgs/msg/empty.hpp"

namespace
{

using namespace components_test;  // NOLINT(build/namespaces)
using rcl_interfaces::msg::Log;
using rclcpp::executors::MultiThreadedExecutor;
using rclcpp::executors::SingleThreadedExecutor;
using rclcpp_components::ComponentManager;
using rclcpp_components::ComponentManagerException;
using rclcpp_components::ComponentManagerIsolated;

/// A container in this process.
class Container
{
public:
  explicit Container(
    rclcpp::Executor::SharedPtr executor = std::make_shared<SingleThreadedExecutor>())
  : Container(executor, std::make_shared<ComponentManager>(executor))
  {
  }
  Container(rclcpp::Executor::SharedPtr executor, std::shared_ptr<ComponentManager> manager)
  : executor_(std::move(executor)), manager_(std::move(manager)), thread_([this] {
      executor_->add_node(manager_);
      executor_->spin();
    })
  {
  }
  ~Container()
  {
    executor_->cancel();
    thread_.join();
    manager_.reset();
  }

private:
  rclcpp::Executor::SharedPtr executor_;
  std::shared_ptr<ComponentManager> manager_;
  std::thread thread_;
};

/// Each kind of container.
class AnyContainer : public testing::TestWithParam<const char *>
{
protected:
  void SetUp() override
  {
    const std::string kind = GetParam();
    auto executor = std::make_shared<SingleThreadedExecutor>();
    if (kind == "single") {
      container_ = std::make_unique<Container>();
    } else if (kind == "multi") {
      container_ = std::make_unique<Container>(std::make_shared<MultiThreadedExecutor>());
    } else if (kind == "isolated") {
      auto manager = std::make_shared<ComponentManagerIsolated<>>(executor);
      container_ = std::make_unique<Container>(executor, manager);
    } else {
      auto manager = std::make_shared<ComponentManagerIsolated<MultiThreadedExecutor>>(executor);
      container_ = std::make_unique<Container>(executor, manager);
    }
  }

  std::unique_ptr<Container> container_;
};

INSTANTIATE_TEST_SUITE_P(
  Kinds, AnyContainer, testing::Values("single", "multi", "isolated", "isolated_multi"),
  [](const auto & info) { return std::string(info.param); });

TEST_P(AnyContainer, LoadsListsAndUnloads)
{
  Requester requester;
  const auto plain = requester.load("Plain");
  EXPECT_TRUE(plain->success) << plain->error_message;
  EXPECT_EQ(plain->full_node_name, "/plain");
  EXPECT_EQ(plain->unique_id, 1u);
  const auto has_node = requester.load("HasNode");
  EXPECT_EQ(has_node->full_node_name, "/has_node");
  EXPECT_EQ(has_node->unique_id, 2u);

  EXPECT_TRUE(requester.unload(1)->success);
  const auto again = requester.unload(1);
  EXPECT_FALSE(again->success);
  EXPECT_EQ(again->error_message, "No node found with unique_id: 1");

  EXPECT_EQ(requester.load("Plain")->unique_id, 3u) << "ids are not used again";
  const auto list = requester.list();
  EXPECT_EQ(list->full_node_names, (std::vector<std::string>{"/has_node", "/plain"}));
  EXPECT_EQ(list->unique_ids, (std::vector<std::uint64_t>{2, 3}));
  EXPECT_EQ(parameter_of(requester, "/plain", "speed").as_double(), 1.0) << "it is spun";
}

// A component whose callback throws is unloaded; the log names it and the exception.
TEST_P(AnyContainer, UnloadsAComponentThatThrowsAndContinues)
{
  std::mutex mutex;
  std::vector<std::string> fatal;
  Requester requester;
  const auto log = requester.node()->create_subscription<Log>(
    "/rosout", rclcpp::RosoutQoS(), [&](const Log & message) {
      if (message.level == Log::FATAL) {
        std::lock_guard lock(mutex);
        fatal.push_back(message.msg);
      }
    });
  const auto is_logged = [&](const std::string & text) {
    return eventually([&] {
      std::lock_guard lock(mutex);
      return std::any_of(fatal.begin(), fatal.end(), [&text](const std::string & each) {
        return each.find(text) != std::string::npos;
      });
    });
  };
  ASSERT_EQ(requester.load("Plain")->unique_id, 1u);
  ASSERT_EQ(requester.load("Fails")->unique_id, 2u);
  const auto only_plain = [&] {
    return requester.list()->full_node_names == std::vector<std::string>{"/plain"};
  };
  EXPECT_TRUE(eventually(only_plain));
  EXPECT_TRUE(is_logged("component 2, '/fails', threw: the lens is dirty"));
  EXPECT_EQ(parameter_of(requester, "/plain", "speed").as_double(), 1.0) << "the others go on";

  auto request = load_request("Fails");
  request->parameters = {argument("what", rclcpp::ParameterValue("a number"))};
  ASSERT_TRUE(requester.load(request)->success) << "it can be loaded again";
  EXPECT_TRUE(eventually(only_plain));
  EXPECT_TRUE(is_logged("component 3, '/fails', threw: an object that is not a std::exception"));
}

TEST(ComponentManager, NamesRemapsParametersAndLogLevelTakeEffect)
{
  const Container container;
  Requester requester;
  auto request = load_request("Plain");
  request->node_name = "drive";
  request->node_namespace = "/left";
  request->remap_rules = {"in:=commands"};
  request->log_level = 10;
  request->parameters = {argument("speed", rclcpp::ParameterValue(2.5))};
  const auto response = requester.load(request);
  ASSERT_TRUE(response->success) << response->error_message;
  EXPECT_EQ(response->full_node_name, "/left/drive");
  EXPECT_EQ(requester.node()->count_subscribers("/left/commands"), 1u);
  EXPECT_EQ(parameter_of(requester, "/left/drive", "speed").as_double(), 2.5);
  EXPECT_EQ(parameter_of(requester, "/left/drive", "level").as_int(), 10) << "in the constructor";
  EXPECT_EQ(rclcpp::get_logger("left.drive").get_effective_level(), rclcpp::Logger::Level::Debug);
  EXPECT_EQ(rclcpp::get_logger("left").get_effective_level(), rclcpp::Logger::Level::Info);
}

TEST(ComponentManager, ExtraArgumentsAreNodeOptions)
{
  const Container container;
  Requester requester;
  ASSERT_TRUE(requester.load("Plain")->success);
  EXPECT_TRUE(parameter_of(requester, "/plain", "intra_process").as_bool()) << "by default";

  auto request = load_request("Plain");
  request->node_name = "other";
  request->extra_arguments = {
    argument("use_intra_process_comms", rclcpp::ParameterValue(false)),
    argument("of_another_release", rclcpp::ParameterValue(1))};
  ASSERT_TRUE(requester.load(request)->success) << "an unknown one is only warned of";
  EXPECT_FALSE(parameter_of(requester, "/other", "intra_process").as_bool());

  request->node_name = "silent";
  request->extra_arguments = {argument("start_parameter_services", rclcpp::ParameterValue(false))};
  ASSERT_TRUE(requester.load(request)->success);
  EXPECT_TRUE(
    requester.node()
      ->get_service_names_and_types_by_node("silent", "/")
      .count("/silent/get_parameters") == 0);

  request->extra_arguments = {argument("enable_rosout", rclcpp::ParameterValue("yes"))};
  EXPECT_EQ(
    requester.load(request)->error_message,
    "Extra component argument 'enable_rosout' must be a boolean");
}

TEST_P(AnyContainer, SurvivesFaultsOfOneComponent)
{
  Requester requester;
  const auto expect = [&](const std::shared_ptr<LoadNode::Request> & request, const char * text) {
    const auto response = requester.load(request);
    EXPECT_FALSE(response->success);
    EXPECT_NE(response->error_message.find(text), std::string::npos) << response->error_message;
    EXPECT_EQ(response->unique_id, 0u);
    EXPECT_EQ(response->full_node_name, "");
  };
  expect(
    load_request("Throws"), "Component constructor threw an exception: no camera is connected");
  expect(load_request("ThrowsNumber"), "Component constructor threw an exception");
  expect(load_request("Missing"), "Failed to find class with the requested plugin name.");
  expect(load_request("Unregistered"), "Failed to find class with the requested plugin name.");
  expect(load_request("NoLibrary"), "Failed to load library: ");
  expect(
    load_request("Plain", "no_such_package"), "Could not find requested resource in ament index");
  expect(load_request("Plain", "test_invalid"), "Invalid resource entry");

  auto request = load_request("Plain");
  request->remap_rules = {"no rule"};
  expect(request, "no rule");
  request = load_request("Plain");
  request->log_level = 11;
  expect(request, "log_level is 11");
  request = load_request("Plain");
  request->parameters.resize(1);
  request->parameters[0].value.type = 200;
  expect(request, "");
  request = load_request("Plain");
  request->node_name = "a name";
  expect(request, "a name");

  EXPECT_TRUE(requester.list()->unique_ids.empty());
  const auto plain = requester.load("Plain");
  EXPECT_TRUE(plain->success);
  EXPECT_EQ(plain->unique_id, 1u);
}

TEST(ComponentManager, LifecycleNodesAreComponents)
{
  const Container container;
  Requester requester;
  const auto response = requester.load("Managed");
  ASSERT_TRUE(response->success) << response->error_message;
  const auto client =
    requester.node()->create_client<lifecycle_msgs::srv::ChangeState>("/managed/change_state");
  auto request = std::make_shared<lifecycle_msgs::srv::ChangeState::Request>();
  request->transition.id = lifecycle_msgs::msg::Transition::TRANSITION_CONFIGURE;
  EXPECT_TRUE(Requester::answer(send(*client, request))->success);
  EXPECT_TRUE(requester.unload(response->unique_id)->success);
}

TEST(ComponentManager, AConstructorMayWaitForAnotherComponent)
{
  const Container container;
  Requester requester;
  ASSERT_TRUE(requester.load("Server")->success);
  const auto asks = requester.load("Asks");
  EXPECT_TRUE(asks->success) << asks->error_message;
}

TEST(ComponentManager, ListsAndRunsWhileAConstructorWaits)
{
  const Container container;
  Requester requester;
  ASSERT_TRUE(requester.load("Plain")->success);
  const auto waiting = requester.send_load(load_request("WaitsForGo"));
  const auto go = requester.node()->create_publisher<std_msgs::msg::Empty>("go", 10);
  ASSERT_TRUE(eventually([&] { return go->get_subscription_count() == 1; }));
  EXPECT_EQ(requester.list()->full_node_names, std::vector<std::string>{"/plain"});
  EXPECT_EQ(parameter_of(requester, "/plain", "speed").as_double(), 1.0);
  go->publish(std_msgs::msg::Empty());
  EXPECT_TRUE(Requester::answer(waiting)->success);
}

// The loader waits for it: the log must show why the next component is not loaded.
TEST(ComponentManager, SaysWhichConstructorTakesLong)
{
  const Container container;
  Requester requester;
  std::atomic<int> told{0};
  const auto log = requester.node()->create_subscription<Log>(
    "/rosout", rclcpp::RosoutQoS(), [&](const Log & message) {
      told += message.msg.find(
                "the constructor of 'test_components::WaitsForGo' of package "
                "'test_components' has not returned for") != std::string::npos;
    });
  const auto waiting = requester.send_load(load_request("WaitsForGo"));
  const auto go = requester.node()->create_publisher<std_msgs::msg::Empty>("go", 10);
  EXPECT_TRUE(eventually([&] { return told == 1; }));
  EXPECT_TRUE(eventually([&] { return go->get_subscription_count() == 1; }));
  go->publish(std_msgs::msg::Empty());
  EXPECT_TRUE(Requester::answer(waiting)->success);
}

TEST(ComponentManager, NothingIsCopiedBetweenLibraries)
{
  const Container container;
  Requester requester;
  ASSERT_TRUE(requester.load("Talker")->success);
  std::atomic<int> same{0};
  std::atomic<int> copied{0};
  const auto subscription = requester.node()->create_subscription<std_msgs::msg::Bool>(
    "same", 10, [&](const std_msgs::msg::Bool & message) { ++(message.data ? same : copied); });
  const auto listener = requester.load("Listener");
  ASSERT_TRUE(listener->success) << listener->error_message;
  EXPECT_TRUE(eventually([&] { return same + copied >= 20; }));
  EXPECT_EQ(copied, 0);
}

TEST(ComponentManager, EndsWithComponentsLoadedAndWhileOneIsLoaded)
{
  auto container = std::make_unique<Container>(std::make_shared<MultiThreadedExecutor>());
  Requester requester;
  ASSERT_TRUE(requester.load("Busy")->success);
  const auto response = requester.send_load(load_request("Busy"));
  container.reset();
}

TEST(ComponentManager, ResourcesAreThoseOfThePackage)
{
  const auto manager = std::make_shared<ComponentManager>();
  const auto resources = manager->get_component_resources("test_components");
  ASSERT_GE(resources.size(), 2u);
  EXPECT_EQ(resources[0].first, "test_components::Plain");
  EXPECT_NE(manager->create_component_factory(resources[0]), nullptr);
  EXPECT_NE(manager->create_component_factory(resources[0]), nullptr);
  EXPECT_EQ(manager->create_component_factory({"foo", resources[0].second}), nullptr);
  EXPECT_THROW(manager->create_component_factory({"foo", "no_such.so"}), ComponentManagerException);
  EXPECT_THROW(
    static_cast<void>(manager->get_component_resources("test_invalid")), ComponentManagerException);
}

/// An ament prefix of the test, after those of the environment.
class Prefix
{
public:
  Prefix() : before_(getenv("AMENT_PREFIX_PATH"))
  {
    char name[] = "/tmp/rxros2_components_XXXXXX";
    EXPECT_NE(mkdtemp(name), nullptr);
    folder_ = name;
    std::filesystem::create_directories(index());
    setenv("AMENT_PREFIX_PATH", (before_ + ":" + folder_.string()).c_str(), 1);
  }
  ~Prefix()
  {
    setenv("AMENT_PREFIX_PATH", before_.c_str(), 1);
    std::filesystem::remove_all(folder_);
  }

  const std::filesystem::path & folder() const { return folder_; }
  std::filesystem::path index() const
  {
    return folder_ / "share/ament_index/resource_index/rclcpp_components";
  }
  void write(const std::string & package, const std::string & content) const
  {
    std::ofstream(index() / package) << content;
  }

private:
  const std::string before_;
  std::filesystem::path folder_;
};

// A peer chooses a name, never a path, and no response contains the text of a file.
TEST(ComponentManager, APeerReachesNoFileButTheListsOfPackages)
{
  const Prefix prefix;
  std::ofstream(prefix.folder() / "secret") << "hidden words\n";
  std::ofstream(prefix.folder() / "evil") << "test_components::Plain;lib/libplain.so\n";
  std::filesystem::create_symlink(prefix.folder() / "secret", prefix.index() / "linked");
  std::filesystem::create_symlink("/dev/zero", prefix.index() / "endless");
  ASSERT_EQ(mkfifo((prefix.index() / "fifo").c_str(), 0600), 0);
  std::filesystem::create_directory(prefix.index() / "folder");
  prefix.write("large", std::string((1 << 20) + 1, '\n'));
  prefix.write("largest", std::string(1 << 20, '\n'));
  const Container container;
  Requester requester;
  const auto expect = [&](const std::string & package, const std::string & text) {
    const auto response = requester.load(load_request("Plain", package));
    EXPECT_FALSE(response->success);
    EXPECT_NE(response->error_message.find(text), std::string::npos) << response->error_message;
    EXPECT_EQ(response->error_message.find("hidden"), std::string::npos) << response->error_message;
  };
  for (const std::string package :
       {"../../../../secret", "../../../../evil", "/etc/passwd", "a/b", "..", ".", "", "1a", "_a",
        "a.b", "a b", "a\nb", "\xff"}) {
    expect(package, "not a valid package name");
  }
  expect(std::string(256, 'a'), "not a valid package name");
  expect("Not-There_2", "Could not find requested resource in ament index");
  expect("linked", "Invalid resource entry in line 1");
  expect("endless", "found something else");
  expect("fifo", "found something else");
  expect("folder", "found something else");
  expect("large", "found a larger one");
  expect("largest", "Failed to find class with the requested plugin name.");
  EXPECT_TRUE(requester.load("Plain")->success);
}

TEST(ComponentManager, LibrariesStandInsideThePrefixThatRegisteredThem)
{
  const Prefix prefix;
  const auto manager = std::make_shared<ComponentManager>();
  for (const std::string library :
       {"/tmp/evil.so", "../evil.so", "lib/../../evil.so", "lib/..", ".", ""}) {
    prefix.write("package", "a::B;" + library + "\n");
    EXPECT_THROW(
      static_cast<void>(manager->get_component_resources("package")), ComponentManagerException)
      << library;
  }
  prefix.write(
    "package", "a::B;lib/libb.so\n\na::C;" + (prefix.folder() / "lib/./libc.so").string() + "\r\n");
  const auto resources = manager->get_component_resources("package");
  ASSERT_EQ(resources.size(), 2u);
  EXPECT_EQ(resources[0].second, (prefix.folder() / "lib/libb.so").string());
  setenv("AMENT_PREFIX_PATH", (":" + prefix.folder().string() + "/").c_str(), 1);
  EXPECT_EQ(manager->get_component_resources("package").size(), 2u);
}

// colcon build --symlink-install links from install/ to build/ and src/; a workspace that was
// moved is often linked from its old place.
TEST(ComponentManager, LibrariesAndPrefixesMayBeLinks)
{
  namespace fs = std::filesystem;
  const Prefix installed;
  const auto manager = std::make_shared<ComponentManager>();
  const auto component = manager->get_component_resources("test_components").at(0);
  const fs::path built = installed.folder() / "ws/build/pkg/librxros2_linked.so";
  const fs::path prefix = installed.folder() / "ws/install/pkg";
  const fs::path index = "share/ament_index/resource_index/rclcpp_components/pkg";
  fs::create_directories(built.parent_path());
  fs::copy_file(component.second, built);
  fs::create_directories((prefix / index).parent_path());
  fs::create_directories(prefix / "lib/x86_64-linux-gnu");
  fs::create_symlink(built, prefix / "lib/librxros2_linked.so");
  fs::create_symlink(built, prefix / "lib/x86_64-linux-gnu/librxros2_linked.so");
  const fs::path moved = installed.folder() / "moved";
  fs::create_directory_symlink(installed.folder() / "ws", moved);

  for (const std::string & library :
       {std::string("lib/librxros2_linked.so"),
        std::string("lib/x86_64-linux-gnu/librxros2_linked.so"),
        std::string("lib/../lib/./librxros2_linked.so"),
        (prefix / "lib/librxros2_linked.so").string(),
        (moved / "install/pkg/lib/librxros2_linked.so").string()}) {
    std::ofstream(built.parent_path() / "index") << component.first << ";" << library << "\n";
    fs::remove(prefix / index);
    fs::create_symlink(built.parent_path() / "index", prefix / index);
    for (const fs::path & named :
         {prefix, prefix / "", moved / "install/pkg", moved / "build/../install/pkg"}) {
      SCOPED_TRACE(library + " of " + named.string());
      setenv("AMENT_PREFIX_PATH", named.c_str(), 1);
      const auto resources = manager->get_component_resources("pkg");
      ASSERT_EQ(resources.size(), 1u);
      EXPECT_TRUE(fs::equivalent(resources[0].second, built));
    }
  }
  const auto linked = manager->get_component_resources("pkg").at(0);
  EXPECT_NE(manager->create_component_factory(linked), nullptr);
}

TEST(ComponentManager, APeersTextIsOneLineOfTheLog)
{
  const Container container;
  Requester requester;
  std::mutex mutex;
  std::vector<std::string> lines;
  const auto log = requester.node()->create_subscription<Log>(
    "/rosout", rclcpp::RosoutQoS(), [&](const Log & message) {
      if (message.name == "ComponentManager") {
        std::lock_guard lock(mutex);
        lines.push_back(message.msg);
      }
    });
  const std::string forged = "x\n[FATAL] [1.0] [brakes]: failed\x1b[2J";
  const auto ask = [&](const std::string & plugin, const std::string & package) {
    auto request = load_request(plugin, package);
    request->plugin_name = plugin;
    request->extra_arguments = {argument(forged, rclcpp::ParameterValue(1))};
    EXPECT_EQ(requester.load(request)->success, plugin != forged && package != forged);
  };
  ask(forged, "test_components");
  ask("test_components::Plain", forged);
  ask("test_components::Plain", "test_components");
  EXPECT_TRUE(eventually([&] {
    std::lock_guard lock(mutex);
    return std::any_of(lines.begin(), lines.end(), [](const std::string & line) {
      return line.find("the extra argument 'x\\n[FATAL]") != std::string::npos;
    });
  }));
  std::lock_guard lock(mutex);
  for (const std::string & line : lines) {
    EXPECT_EQ(line.find_first_of("\n\x1b"), std::string::npos) << line;
  }
}

/// Programs derive from the manager and call protected functions.
class Derived : public ComponentManager
{
public:
  using ComponentManager::ComponentManager;
  int loaded = 0;

protected:
  rclcpp::NodeOptions create_node_options(const std::shared_ptr<LoadNode::Request> request) override
  {
    return ComponentManager::create_node_options(request).append_parameter_override("speed", 7.0);
  }
  void add_node_to_executor(std::uint64_t node_id) override
  {
    ++loaded;
    ComponentManager::add_node_to_executor(node_id);
  }
};

/// Creates components that record the threads on which they begin and end.
class NotingManager : public ComponentManager
{
public:
  struct Notes
  {
    std::atomic<int> asked{0};
    std::atomic<std::thread::id> made_in;
    std::atomic<int> ended{0};
    std::atomic<int> ended_elsewhere{0};
  };

  using ComponentManager::ComponentManager;
  const std::shared_ptr<Notes> notes = std::make_shared<Notes>();

protected:
  std::shared_ptr<rclcpp_components::NodeFactory> create_component_factory(
    const ComponentResource &) override
  {
    struct Factory : rclcpp_components::NodeFactory
    {
      std::shared_ptr<Notes> notes;
      rclcpp_components::NodeInstanceWrapper create_node_instance(
        const rclcpp::NodeOptions & options) override
      {
        notes->made_in = std::this_thread::get_id();
        const rclcpp::Node::SharedPtr node(
          new rclcpp::Node("noting", options), [notes = notes](rclcpp::Node * gone) {
            delete gone;
            ++notes->ended;
            notes->ended_elsewhere += notes->made_in.load() == std::this_thread::get_id() ? 0 : 1;
          });
        return {
          node, [notes = notes](const std::shared_ptr<void> & instance) {
            ++notes->asked;
            return std::static_pointer_cast<rclcpp::Node>(instance)->get_node_base_interface();
          }};
      }
    };
    auto factory = std::make_shared<Factory>();
    factory->notes = notes;
    return factory;
  }
};

TEST(ComponentManager, ListingNeitherHoldsNorCallsComponents)
{
  auto executor = std::make_shared<MultiThreadedExecutor>();
  auto manager = std::make_shared<NotingManager>(executor);
  const auto notes = manager->notes;
  const Container container(executor, std::move(manager));
  Requester requester;
  ASSERT_TRUE(requester.load("Plain")->success);
  const int asked = notes->asked;
  EXPECT_EQ(requester.list()->full_node_names, std::vector<std::string>{"/noting"});
  EXPECT_EQ(notes->asked, asked);
  EXPECT_TRUE(requester.unload(1)->success);

  std::atomic<bool> ends = false;
  std::thread lists([&] {
    Requester other;
    while (!ends) {
      other.list();
    }
  });
  constexpr int rounds = 50;
  for (int i = 0; i < rounds; ++i) {
    const auto loaded = requester.load("Plain");
    EXPECT_TRUE(loaded->success);
    EXPECT_TRUE(requester.unload(loaded->unique_id)->success);
    EXPECT_EQ(notes->ended, i + 2) << "it was destroyed before it was said to be unloaded";
  }
  ends = true;
  lists.join();
  EXPECT_EQ(notes->ended_elsewhere, 0);
}

// A manager that got its executor after a component can still unload that component.
TEST(ComponentManager, UnloadsComponentsWithoutAnExecutor)
{
  auto manager = std::make_shared<ComponentManager>();
  auto executor = std::make_shared<SingleThreadedExecutor>();
  const Container container(executor, manager);
  Requester requester;
  ASSERT_EQ(requester.load("Plain")->unique_id, 1u);
  manager->set_executor(executor);
  const auto unloaded = requester.unload(1);
  EXPECT_TRUE(unloaded->success) << unloaded->error_message;
  EXPECT_TRUE(requester.list()->unique_ids.empty());
  EXPECT_EQ(requester.load("Plain")->unique_id, 2u);
  EXPECT_TRUE(requester.unload(2)->success);
}

TEST(ComponentManager, CanBeDerivedFrom)
{
  auto executor = std::make_shared<SingleThreadedExecutor>();
  auto manager = std::make_shared<Derived>(executor, "Derived");
  {
    const Container container(executor, manager);
    Requester requester("/Derived");
    ASSERT_TRUE(requester.load("Plain")->success);
    EXPECT_EQ(parameter_of(requester, "/plain", "speed").as_double(), 7.0);
  }
  EXPECT_EQ(manager->loaded, 1);
}

/// Puts nodes into the map by itself: one as it is made, and one for each request.
class Adds : public ComponentManager
{
public:
  explicit Adds(const rclcpp::Executor::SharedPtr & executor) : ComponentManager(executor)
  {
    add("of_constructor");
  }

  void add(const std::string & name)
  {
    node_wrappers_[unique_id_++] = {
      std::make_shared<rclcpp::Node>(name), [](const std::shared_ptr<void> & node) {
        return std::static_pointer_cast<rclcpp::Node>(node)->get_node_base_interface();
      }};
  }

protected:
  void on_load_node(
    const std::shared_ptr<rmw_request_id_t> header,
    const std::shared_ptr<LoadNode::Request> request,
    std::shared_ptr<LoadNode::Response> response) override
  {
    if (request->plugin_name.find("Own") == std::string::npos) {
      ComponentManager::on_load_node(header, request, response);
      return;
    }
    if (request->plugin_name.find("OwnEnd") == std::string::npos) {
      add("of_request");
    } else {
      node_wrappers_.erase(1);
    }
    response->success = true;
  }
};

TEST(ComponentManager, ListsWhatADerivedClassHasAdded)
{
  auto executor = std::make_shared<SingleThreadedExecutor>();
  auto manager = std::make_shared<Adds>(executor);
  const Container container(executor, manager);
  Requester requester;
  using Names = std::vector<std::string>;
  EXPECT_EQ(requester.list()->full_node_names, Names{"/of_constructor"});
  EXPECT_TRUE(requester.load("Own")->success);
  EXPECT_EQ(requester.load("Plain")->unique_id, 3u);
  const auto all = requester.list();
  EXPECT_EQ(all->full_node_names, (Names{"/of_constructor", "/of_request", "/plain"}));
  EXPECT_EQ(all->unique_ids, (std::vector<std::uint64_t>{1, 2, 3}));

  const auto waiting = requester.send_load(load_request("WaitsForGo"));
  const auto go = requester.node()->create_publisher<std_msgs::msg::Empty>("go", 10);
  ASSERT_TRUE(eventually([&] { return go->get_subscription_count() == 1; }));
  EXPECT_EQ(requester.list()->unique_ids, all->unique_ids);
  go->publish(std_msgs::msg::Empty());
  EXPECT_TRUE(Requester::answer(waiting)->success);

  EXPECT_TRUE(requester.load("OwnEnd")->success);
  EXPECT_TRUE(requester.unload(2)->success);
  EXPECT_EQ(requester.list()->full_node_names, (Names{"/plain", "/waits_for_go"}));
}

#ifndef __SANITIZE_THREAD__  // which knows no child of a process with threads
TEST(ComponentManager, AForkedChildIsNotHeldUp)
{
  auto executor = std::make_shared<SingleThreadedExecutor>();
  std::shared_ptr<ComponentManager> manager =
    std::make_shared<ComponentManagerIsolated<>>(executor);
  std::thread thread([&] {
    executor->add_node(manager);
    executor->spin();
  });
  {
    Requester requester;
    EXPECT_TRUE(requester.load("Busy")->success);
  }
  EXPECT_EQ(
    test::in_child([&] {
      manager.reset();
      return 0;
    }),
    0);
  executor->cancel();
  thread.join();
}
#endif

class Environment : public testing::Environment
{
  void SetUp() override { rclcpp::init(0, nullptr); }
  void TearDown() override { rclcpp::shutdown(); }
};

const auto * const environment = testing::AddGlobalTestEnvironment(new Environment);

}  // namespace
