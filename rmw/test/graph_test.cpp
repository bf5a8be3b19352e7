// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The graph as another participant sees it: nodes, topics, services, counts, changes, bad input.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "discovery_info.hpp"
#include "graph_impl.hpp"
#include "rmw/error.hpp"
#include "support.hpp"

namespace
{

using namespace test;
using rmw::NamesAndTypes;

class Quiet : public rmw::WriterListener
{
};

struct Graph : testing::Test
{
  std::shared_ptr<rmw::Participant> here = participant();
  std::shared_ptr<rmw::Participant> there = participant();
  Collector collector;
  Quiet quiet;

  bool sees(rmw::Participant & who, const char * namespace_, const char * name)
  {
    for (const auto & node : who.graph().node_names()) {
      if (node.namespace_ == namespace_ && node.name == name) {
        return true;
      }
    }
    return false;
  }
};

TEST_F(Graph, NodesComeAndGo)
{
  auto node = here->graph().add_node("/robot", "talker");
  EXPECT_TRUE(sees(*here, "/robot", "talker"));  // at once
  EXPECT_TRUE(eventually([&] { return sees(*there, "/robot", "talker"); }));
  node.reset();
  EXPECT_FALSE(sees(*here, "/robot", "talker"));
  EXPECT_TRUE(eventually([&] { return !sees(*there, "/robot", "talker"); }));
}

TEST_F(Graph, ANodeIsRemovedWithItsParticipant)
{
  auto node = here->graph().add_node("/", "talker");
  ASSERT_TRUE(eventually([&] { return sees(*there, "/", "talker"); }));
  here.reset();  // the handle alone does not hold it
  EXPECT_TRUE(eventually([&] { return !sees(*there, "/", "talker"); }));
}

TEST_F(Graph, TopicsOfANode)
{
  auto node = here->graph().add_node("/", "talker");
  auto out = here->create_writer(options("/chatter"), quiet);
  node->add_writer(out->gid());
  const NamesAndTypes expected{{"/chatter", {"std_msgs/msg/String"}}};
  EXPECT_EQ(here->graph().publisher_names_and_types_by_node("/", "talker"), expected);
  ASSERT_TRUE(eventually([&] {
    return sees(*there, "/", "talker") &&
           there->graph().publisher_names_and_types_by_node("/", "talker") == expected;
  }));
  EXPECT_EQ(there->graph().topic_names_and_types().at("/chatter"), expected.at("/chatter"));
  EXPECT_TRUE(there->graph().subscriber_names_and_types_by_node("/", "talker").empty());
  EXPECT_EQ(there->graph().count_publishers("/chatter"), 1u);
  EXPECT_EQ(there->graph().count_subscribers("/chatter"), 0u);
  EXPECT_EQ(
    there->graph().topic_names_and_types(true).at("rt/chatter"),
    std::vector<std::string>{"std_msgs::msg::dds_::String_"});

  const auto infos = there->graph().publishers_info_by_topic("/chatter");
  ASSERT_EQ(infos.size(), 1u);
  EXPECT_EQ(infos[0].node_name, "talker");
  EXPECT_EQ(infos[0].node_namespace, "/");
  EXPECT_EQ(infos[0].endpoint->gid, out->gid());
  EXPECT_EQ(infos[0].endpoint->qos.depth, 10u);
  EXPECT_EQ(infos[0].endpoint->type_hash, string_hash);

  node->remove_writer(out->gid());
  out.reset();
  EXPECT_TRUE(eventually([&] {
    return there->graph().count_publishers("/chatter") == 0 &&
           there->graph().publisher_names_and_types_by_node("/", "talker").empty();
  }));
}

TEST_F(Graph, ServicesAndClients)
{
  auto server = here->graph().add_node("/", "server");
  const auto service = [](rmw::TopicKind kind) {
    rmw::EndpointOptions out = options("");
    out.topic = rmw::dds_topic_name(kind, "/add");
    out.type = rmw::dds_type_name(
      kind == rmw::TopicKind::request ? "example_interfaces/srv/AddTwoInts_Request"
                                      : "example_interfaces/srv/AddTwoInts_Response");
    return out;
  };
  Collector requests;
  auto request_in = here->create_reader(service(rmw::TopicKind::request), requests);
  auto reply_out = here->create_writer(service(rmw::TopicKind::reply), quiet);
  server->add_both(request_in->gid(), reply_out->gid());
  const NamesAndTypes expected{{"/add", {"example_interfaces/srv/AddTwoInts"}}};
  EXPECT_TRUE(eventually([&] {
    return sees(*there, "/", "server") &&
           there->graph().service_names_and_types_by_node("/", "server") == expected;
  }));
  EXPECT_EQ(there->graph().service_names_and_types(), expected);
  EXPECT_TRUE(there->graph().client_names_and_types_by_node("/", "server").empty());
  EXPECT_EQ(there->graph().count_services("/add"), 1u);
  EXPECT_EQ(there->graph().count_clients("/add"), 0u);
  EXPECT_TRUE(there->graph().topic_names_and_types().empty());
  EXPECT_NE(here->make_service_id(), here->make_service_id());
}

TEST_F(Graph, EndpointWithoutANode)
{
  auto out = here->create_writer(options("/bare"), quiet);
  ASSERT_TRUE(eventually([&] {
    const auto infos = there->graph().publishers_info_by_topic("/bare");
    return infos.size() == 1 && infos[0].node_name == "_NODE_NAME_UNKNOWN_" &&
           infos[0].node_namespace == "_NODE_NAMESPACE_UNKNOWN_";
  }));
  EXPECT_EQ(here->graph().publishers_info_by_topic("/bare")[0].node_name, "_NODE_NAME_UNKNOWN_");
}

TEST_F(Graph, UnknownNodeIsAnError)
{
  try {
    here->graph().publisher_names_and_types_by_node("/", "nobody");
    FAIL();
  } catch (const rmw::error & e) {
    EXPECT_STREQ(e.what(), "no node named 'nobody' in namespace '/' is known");
  }
}

TEST_F(Graph, AListenerThatThrowsDoesNotAffectTheOthers)
{
  rmw::set_log_sink([](rmw_log_severity_t, std::string_view) {});
  std::atomic<int> calls{0};
  auto first = there->graph().on_change([] { throw std::runtime_error("the user's"); });
  auto second = there->graph().on_change([] { throw 1; });
  auto third = there->graph().on_change([&] { ++calls; });
  std::atomic<bool> done{false};
  there->call_later([] { throw 2; });
  there->call_later([&] { done = true; });
  auto node = here->graph().add_node("/", "talker");
  EXPECT_TRUE(eventually([&] { return calls > 0 && done && sees(*there, "/", "talker"); }));
  const int before = calls;
  node.reset();
  EXPECT_TRUE(eventually([&] { return calls > before; }));
  rmw::set_log_sink({});
}

TEST_F(Graph, ChangesAreReportedUntilUnsubscribed)
{
  std::atomic<int> calls = 0;
  auto subscription = there->graph().on_change([&] { ++calls; });
  auto node = here->graph().add_node("/", "talker");
  EXPECT_TRUE(eventually([&] { return calls > 0 && sees(*there, "/", "talker"); }));
  const int before = calls;
  auto own = there->graph().add_node("/", "own");
  EXPECT_TRUE(eventually([&] { return calls > before; }));
  subscription.reset();
  const int after = calls;
  own.reset();
  node.reset();
  EXPECT_TRUE(eventually([&] { return !sees(*there, "/", "talker"); }));
  EXPECT_EQ(calls, after);
}

TEST_F(Graph, SubscriptionMayEndInItsOwnCall)
{
  std::unique_ptr<rmw::GraphSubscription> subscription;
  std::mutex mutex;
  std::atomic<int> calls = 0;
  {
    std::lock_guard lock(mutex);
    subscription = there->graph().on_change([&] {
      std::lock_guard inner(mutex);
      ++calls;
      subscription.reset();
    });
  }
  auto node = there->graph().add_node("/", "a");
  ASSERT_TRUE(eventually([&] { return calls == 1; }));
  auto other = here->graph().add_node("/", "b");
  EXPECT_TRUE(eventually([&] { return sees(*there, "/", "b"); }));
  EXPECT_EQ(calls, 1);
}

TEST_F(Graph, ManyChangesTravelInFewSamples)
{
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::unique_ptr<rmw::NodeHandle>> nodes;
  for (int i = 0; i < 300; ++i) {
    nodes.push_back(here->graph().add_node("/", "node_" + std::to_string(i)));
    nodes.back()->add_writer({});
  }
  ASSERT_TRUE(eventually([&] { return there->graph().node_names().size() == 300; }));
  const auto elapsed = std::chrono::steady_clock::now() - start;
  const auto sent = here->graph().statistics().announcements_sent;
  EXPECT_LE(sent, static_cast<std::uint64_t>(elapsed / 5ms) + 3);
  EXPECT_GE(there->graph().statistics().announcements_received, 1u);
}

TEST_F(Graph, GenerationsUnderstandEachOther)
{
  auto options = rmw::read_environment().options;
  options.gid_generation = rmw::GidGeneration::humble_and_earlier;
  auto humble = rmw::Participant::create(options);
  auto old_node = humble->graph().add_node("/", "humble");
  auto new_node = here->graph().add_node("/", "jazzy");
  for (rmw::Participant * who : {humble.get(), here.get(), there.get()}) {
    EXPECT_TRUE(eventually([&] { return sees(*who, "/", "humble") && sees(*who, "/", "jazzy"); }));
    EXPECT_EQ(who->graph().statistics().announcements_malformed, 0u);
  }
}

TEST_F(Graph, MalformedAnnouncementsAreDroppedAndLoggedOnce)
{
  std::mutex mutex;
  std::vector<std::string> lines;
  rmw::set_log_sink([&](rmw_log_severity_t, std::string_view line) {
    std::lock_guard lock(mutex);
    lines.emplace_back(line);
  });
  auto good = here->graph().add_node("/", "good");
  // A program of another kind that writes nonsense on the topic.
  rmw_qos_profile_t qos = rmw_qos_profile_default;
  qos.durability = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
  qos.history = RMW_QOS_POLICY_HISTORY_KEEP_ALL;
  auto out = here->create_writer(
    {rmw::detail::discovery_info_topic, rmw::detail::discovery_info_type, "", qos, ""}, quiet);
  for (const char * nonsense : {"", "x", "nonsense", "\xff\xff\xff\xff\xff\xff\xff\xff"}) {
    out->write(buffer(nonsense));
  }
  out->write(buffer(std::string(1 << 20, '\xff')));
  EXPECT_TRUE(eventually([&] { return there->graph().statistics().announcements_malformed == 5; }));
  EXPECT_TRUE(eventually([&] { return sees(*there, "/", "good"); }));
  rmw::set_log_sink(nullptr);
  std::lock_guard lock(mutex);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find(rmw::to_string(out->gid())), std::string::npos) << lines[0];
}

// A sink is a user's code, which may wait for a thread that reads discovery.
TEST_F(Graph, ALogSinkHoldsUpNoDiscovery)
{
  const auto reader = here->create_reader(options("wanted"), collector);
  const std::thread::id main = std::this_thread::get_id();
  std::unique_ptr<rmw::Writer> writer;
  std::atomic<bool> noted{false};
  bool matched = false;
  rmw::set_log_sink([&](rmw_log_severity_t, std::string_view line) {
    if (
      line.find("rt/1st") == std::string_view::npos || std::this_thread::get_id() == main ||
      noted.exchange(true)) {
      return;
    }
    // The reader's listener looks up who the new writer is.
    std::thread([&] { writer = there->create_writer(options("wanted"), quiet); }).join();
    matched = eventually([&] { return collector.matched().current_count == 1; });
  });
  const auto odd = there->create_writer({"rt/1st", string_type, "", {}, ""}, quiet);
  EXPECT_TRUE(eventually([&] { return noted.load(); }));
  rmw::set_log_sink({});  // waits for the sink
  EXPECT_TRUE(matched);
}

TEST(GraphImpl, AnAnnouncementThatCouldNotBeSentIsMadeAgain)
{
  rmw::detail::GraphImpl graph(rmw::Gid{1}, "/", [] {});
  graph.add_node("/", "talker", nullptr);
  ASSERT_TRUE(graph.next_announcement());
  EXPECT_FALSE(graph.has_announcement());
  graph.announce_again();
  EXPECT_TRUE(graph.has_announcement());
  const auto again = graph.next_announcement();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->nodes.size(), 1u);
  EXPECT_FALSE(graph.next_announcement());
}

// Another thread may have read of the writer's end while its last sample was on its way.
TEST(GraphImpl, AnAnnouncementOfARemovedWriterHasNoEffect)
{
  using namespace rmw::detail;
  GraphImpl graph(rmw::Gid{1}, "/", [] {});
  const auto writer = std::make_shared<rmw::Endpoint>();
  writer->kind = rmw::EndpointKind::writer;
  writer->participant = rmw::Gid{2};
  writer->gid = rmw::Gid{2};
  writer->gid[15] = 3;
  writer->topic = discovery_info_topic;
  const std::vector<std::byte> sample = encode(
    {writer->participant, {NodeEntities{"/", "ghost", {}, {}}}},
    rmw::GidGeneration::iron_and_later);
  graph.add_endpoint(writer, 7);
  graph.apply(sample, *writer);
  ASSERT_EQ(graph.node_names().size(), 1u);
  graph.remove_participant(writer->participant);
  graph.remove_endpoint(writer->gid);
  graph.apply(sample, *writer);
  EXPECT_TRUE(graph.node_names().empty());
}

// A graph with a node, and other participants whose nodes may have its name.
class SameName : public testing::Test
{
protected:
  rmw::detail::GraphImpl graph{rmw::Gid{1}, "/", [] {}};
  std::vector<std::string> warnings;
  const std::uint64_t node = graph.add_node(
    "/arm", "camera", [this](const std::string & text) { warnings.push_back(text); });

  static rmw::detail::Process on_this_host(pid_t id)
  {
    char host[256] = {};
    gethostname(host, sizeof(host) - 1);
    return {host, std::to_string(id)};
  }
  const rmw::detail::Process parent = on_this_host(getppid());

  // Announces a participant with a node of that name.
  rmw::Gid announce(
    std::uint8_t number, const std::string & name, const rmw::detail::Process & process)
  {
    const rmw::Gid participant{number};
    graph.add_participant(participant, "/", process);
    const auto writer = std::make_shared<rmw::Endpoint>();
    writer->kind = rmw::EndpointKind::writer;
    writer->participant = participant;
    writer->gid = participant;
    writer->gid[15] = 3;
    writer->topic = rmw::detail::discovery_info_topic;
    graph.add_endpoint(writer, number);
    graph.apply(
      rmw::detail::encode(
        {participant, {rmw::detail::NodeEntities{"/arm", name, {}, {}}}},
        rmw::GidGeneration::iron_and_later),
      *writer);
    return participant;
  }
  bool nothing_to_check()
  {
    return graph.next_name_check() == decltype(graph.next_name_check())::max();
  }
  bool warned()
  {
    return eventually([this] {
      graph.check_names();
      return !warnings.empty();
    });
  }
};

TEST_F(SameName, IsReportedWithTheOtherProcess)
{
  announce(2, "camera", parent);
  graph.check_names();
  EXPECT_TRUE(warnings.empty());  // it may be about to end
  ASSERT_TRUE(warned());
  EXPECT_EQ(
    warnings.front(),
    "another node of this name, /arm/camera, runs in process " + parent.id + " on " + parent.host +
      ": the parameters, services and logs of the two are mixed up; start one of them with another "
      "name (--ros-args -r __node:=NAME) or namespace (-r __ns:=/NAMESPACE)");
  EXPECT_TRUE(nothing_to_check());
  announce(2, "camera", parent);  // nothing new
  EXPECT_TRUE(nothing_to_check());
}

// There the log of the second node reports it.
TEST_F(SameName, IsNotReportedInOneProcess)
{
  const rmw::detail::GraphImpl other(rmw::Gid{2}, "/", [] {});
  graph.add_node("/arm", "camera", nullptr);
  announce(2, "camera", on_this_host(getpid()));
  EXPECT_TRUE(nothing_to_check());
}

// The host may get another name while we run.
TEST_F(SameName, IsNotReportedInOneParticipant)
{
  graph.add_participant(rmw::Gid{1}, "/", {"former-name", std::to_string(getpid())});
  graph.add_node("/arm", "camera", nullptr);
  EXPECT_TRUE(nothing_to_check());
}

// Containers that share the network of their host have its name, and one process id each.
TEST_F(SameName, IsReportedOfAProcessThatHasOurIdInAnotherContainer)
{
  const rmw::detail::Process ours = on_this_host(getpid());
  const rmw::Gid container = announce(2, "camera", ours);
  ASSERT_TRUE(warned());
  EXPECT_NE(warnings.front().find("runs in process " + ours.id + " on "), std::string::npos)
    << warnings.front();

  rmw::Endpoint endpoint;
  endpoint.gid = container;
  endpoint.participant = container;
  const std::string owner = graph.owner_of(endpoint, true).value();
  EXPECT_NE(owner.find("(process " + ours.id + " on " + ours.host), std::string::npos) << owner;
}

TEST_F(SameName, OfANodeThatEndsSoonIsNotReported)
{
  const rmw::Gid old = announce(2, "camera", parent);
  EXPECT_FALSE(nothing_to_check());
  graph.remove_participant(old);
  EXPECT_TRUE(nothing_to_check());
  announce(3, "camera", parent);
  EXPECT_FALSE(nothing_to_check());
  graph.remove_node(node);
  EXPECT_TRUE(nothing_to_check());
}

// Discovery removes a process that was killed after its lease.
TEST_F(SameName, OfAProcessThatWasKilledIsNotReported)
{
  const pid_t child = fork();
  if (child == 0) {
    _exit(0);
  }
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  announce(2, "camera", on_this_host(child));
  const auto first = graph.next_name_check();
  EXPECT_TRUE(eventually([&] {
    graph.check_names();
    return graph.next_name_check() != first;
  }));
  EXPECT_TRUE(warnings.empty());
  EXPECT_GT(graph.next_name_check(), first + 10s);
}

TEST_F(SameName, DoesNotMeanAnotherNamespace)
{
  announce(2, "lidar", parent);
  graph.add_node("/", "lidar", nullptr);
  EXPECT_TRUE(nothing_to_check());
}

// Programs of DDS that know nothing of ROS choose any names.
TEST(GraphImpl, NamesThatAreNotValidInRosAreLeftOutWithOneNote)
{
  std::vector<std::string> lines;
  rmw::set_log_sink([&](rmw_log_severity_t, std::string_view line) { lines.emplace_back(line); });
  const auto impl = std::make_shared<rmw::detail::GraphImpl>(rmw::Gid{1}, "/", [] {});
  const rmw::Graph graph(impl);
  const rmw::Gid stranger{2};
  impl->add_participant(stranger, "/\x1b[2J", {});
  std::uint8_t number = 0;
  const auto add = [&](const char * topic, const char * type) {
    auto endpoint = std::make_shared<rmw::Endpoint>();
    endpoint->gid = stranger;
    endpoint->gid[15] = ++number;
    endpoint->participant = stranger;
    endpoint->topic = topic;
    endpoint->type = type;
    impl->add_endpoint(endpoint, number);
    return endpoint;
  };
  add("rt/my-topic", string_type);
  add("rt/a\nb", string_type);
  add("rq/my-serviceRequest", "pkg::srv::dds_::A_Request_");
  add("rt/odd_type", "t\x1b[2J");
  EXPECT_EQ(graph.topic_names_and_types(), (NamesAndTypes{{"/odd_type", {"t\\x1b[2J"}}}));
  EXPECT_TRUE(graph.service_names_and_types().empty());
  EXPECT_TRUE(graph.topic_names_and_types(true).contains("rt/a\\nb"));
  EXPECT_EQ(graph.count_publishers("rt/my-topic", true), 1u);

  rmw::detail::DiscoveryInfo info;
  info.participant = stranger;
  info.nodes = {
    {"/", "talker\n[ERROR] forged", {}, {}},
    {"/with space", "talker", {}, {}},
    {"/", "good", {}, {}}};
  const auto announcements =
    add("ros_discovery_info", "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_");
  impl->apply(rmw::detail::encode(info, rmw::GidGeneration::iron_and_later), *announcements);
  EXPECT_EQ(graph.node_names(), (std::vector<rmw::NodeName>{{"/", "good", "/\\x1b[2J"}}));
  rmw::set_log_sink({});
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find("'rt/my-topic'"), std::string::npos) << lines[0];
}

}  // namespace
