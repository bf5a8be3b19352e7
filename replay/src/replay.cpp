// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A replay: the virtual environment of the program, and its outputs.
#include "replay/replay.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "bag/definition.hpp"
#include "bag/reader.hpp"
#include "bag/writer.hpp"
#include "rclcpp/create_generic_publisher.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rclcpp/utilities.hpp"
#include "rclcpp/virtual_time.hpp"
#include "run.hpp"

namespace replay
{

using detail::Fields;
using detail::Outcome;

namespace
{

// Threads of rclcpp, its middleware, and to_black_box (which writes files with the times of the
// replay). They start with the program, but run none of its code.
const std::set<std::string> quiet_threads{"black box", "logging", "rmw discovery", "ros_signals"};

/// Returns this process's threads, by number.
std::map<std::string, std::string> threads()
{
  std::map<std::string, std::string> names;
  std::error_code ignored;
  for (const auto & thread : std::filesystem::directory_iterator("/proc/self/task", ignored)) {
    std::string name;
    std::getline(std::ifstream(thread.path() / "comm"), name);
    names[thread.path().filename()] = name;
  }
  return names;
}

rclcpp::QoS to_qos(const bag::Topic & topic)
{
  // The recorder did not store a QoS; this one matches every subscription.
  rclcpp::QoS qos(10);
  if (topic.qos.empty()) {
    return qos.reliable().transient_local();
  }
  const bag::Qos & offered = topic.qos.front();
  if (offered.history == bag::History::keep_all) {
    qos.keep_all();
  } else {
    qos.keep_last(std::max<std::size_t>(offered.depth, 1));
  }
  const auto duration = [](std::int64_t ns) {
    return ns == bag::infinite || ns <= 0 ? rclcpp::Duration::max()
                                          : rclcpp::Duration(std::chrono::nanoseconds(ns));
  };
  qos.deadline(duration(offered.deadline));
  qos.lifespan(duration(offered.lifespan));
  const bool keeps = std::any_of(topic.qos.begin(), topic.qos.end(), [](const bag::Qos & each) {
    return each.durability == bag::Durability::transient_local;
  });
  return keeps ? qos.reliable().transient_local() : qos.reliable();
}

/// The virtual environment of the program. An error ends the context and is thrown after the
/// program.
class World final : public rclcpp::VirtualWorld
{
public:
  World(const std::string & path, const Options & options)
  : options_(options),
    reader_(path),
    messages_(reader_.messages()),
    inputs_(reader_.topics().size())
  {
    for (const std::string & name : options.inputs) {
      if (!is_recorded(name)) {
        throw std::invalid_argument("replay: " + path + " has no topic " + name + " to play");
      }
    }
    if (!options.record.empty()) {
      writer_.emplace(options.record);
    }
    end_ns_ = reader_.end() + options.after.count();
    fetch();
  }

  std::int64_t begin() const { return reader_.begin(); }

  /// Starts the middleware's threads in virtual time before the program, so that they are not
  /// attributed to it.
  void prepare()
  {
    is_program_ = false;
    const auto context = std::make_shared<rclcpp::Context>();
    rclcpp::InitOptions init_options;
    init_options.auto_initialize_logging(false);
    init_options.shutdown_on_signal = false;
    context->init(0, nullptr, init_options);
    host_ = std::make_shared<rclcpp::Node>(
      "_replay_host", rclcpp::NodeOptions()
                        .context(context)
                        .start_parameter_services(false)
                        .start_parameter_event_publisher(false)
                        .enable_rosout(false));
    threads_before_ = threads();
    is_program_ = true;
  }

  std::int64_t next_event() noexcept override
  {
    if (ended_) {
      return never;
    }
    return message_ ? message_->log_time : end_ns_;
  }

  void run_next_event() noexcept override
  {
    try {
      if (message_) {
        is_program_ = false;
        play(*message_);
        is_program_ = true;
        fetch();
      } else {
        end();
      }
    } catch (...) {
      fail();
    }
  }

  void end() noexcept override
  {
    if (std::exchange(ended_, true)) {
      return;
    }
    try {
      report_.end = rclcpp::VirtualTime::current()->now();
      for (const auto & [number, name] : threads()) {
        if (!threads_before_.contains(number) && !quiet_threads.contains(name)) {
          warn(
            "thread '" + name + "' is not of the replay: what it does may come earlier or later");
        }
      }
      publishers_.clear();
      node_.reset();
      rclcpp::shutdown(nullptr, "the replay has ended");
    } catch (...) {
      fail();
    }
  }

  void on_created(
    Endpoint endpoint, const std::string & name, const std::string & type,
    const cdr::struct_description * fields) noexcept override
  {
    if (!is_program_) {
      return;
    }
    try {
      endpoints_[static_cast<std::size_t>(endpoint)].emplace(name, type);
      if (fields) {
        fields_.emplace(type, fields);
      }
    } catch (...) {
      fail();
    }
  }

  void on_published(
    const std::string & topic, const std::string & type,
    std::span<const std::byte> sample) noexcept override
  {
    // Messages that the program publishes while it ends, such as a last zero velocity, are outputs.
    if (!is_program_ || finished_) {
      return;
    }
    try {
      Output & output = output_of(topic, type);
      if (!output.is_wanted) {
        return;
      }
      ++report_.published;
      if (writer_) {
        const std::int64_t now = rclcpp::VirtualTime::current()->now();
        writer_->write(output.number, now, now, sample);
      }
    } catch (...) {
      fail();
    }
  }

  void on_nondeterminism(const std::string & what) noexcept override
  {
    try {
      warn(what);
    } catch (...) {
      fail();
    }
  }

  void warn(const std::string & text) { warnings_.insert(text); }

  /// Called after the program. Throws the errors that occurred meanwhile.
  Outcome finish()
  {
    if (!ended_) {
      report_.end = rclcpp::VirtualTime::current()->now();
      warn("the program ended before the recording");
      end();
    }
    finished_ = true;
    if (error_) {
      std::rethrow_exception(error_);
    }
    look_for_what_is_missing();
    if (writer_) {
      writer_->finish();
    }
    report_.begin = begin();
    report_.warnings.assign(warnings_.begin(), warnings_.end());
    return {std::move(report_), std::move(fields_)};
  }

private:
  struct Input
  {
    rclcpp::GenericPublisher::SharedPtr publisher;
    bool is_refused = false;
  };
  struct Output
  {
    bool is_wanted = false;
    std::size_t number = 0;  // of the writer's topic
  };
  using Names = std::map<std::string, std::string>;  // with types

  const Names & endpoints(Endpoint endpoint) const
  {
    return endpoints_[static_cast<std::size_t>(endpoint)];
  }

  bool is_recorded(const std::string & name) const
  {
    return std::any_of(
      reader_.topics().begin(), reader_.topics().end(),
      [&](const bag::Topic & topic) { return topic.name == name; });
  }

  void fail() noexcept
  {
    if (!error_) {
      error_ = std::current_exception();
    }
    end();
  }

  void fetch()
  {
    bag::Message message;
    message_ = messages_.next(message) ? std::optional(message) : std::nullopt;
  }

  void play(const bag::Message & message)
  {
    Input & input = inputs_[message.topic];
    if (!input.publisher && (input.is_refused || !open(reader_.topics()[message.topic], input))) {
      return;
    }
    if (input.publisher->get_subscription_count() == 0) {
      return;
    }
    auto & bytes = bytes_.get_rcl_serialized_message();
    if (bytes_.capacity() < message.data.size()) {
      bytes_.reserve(message.data.size());
    }
    if (!message.data.empty()) {
      std::memcpy(bytes.buffer, message.data.data(), message.data.size());
    }
    bytes.buffer_length = message.data.size();
    input.publisher->publish(bytes_);
    ++report_.played;
  }

  // Returns false as long as no subscription needs this topic.
  bool open(const bag::Topic & topic, Input & input)
  {
    const auto subscribed = endpoints(Endpoint::subscription).find(topic.name);
    if (subscribed == endpoints(Endpoint::subscription).end()) {
      return false;
    }
    const auto & selected = options_.inputs;
    if (
      selected.empty()
        ? endpoints(Endpoint::publisher).contains(topic.name)
        : std::find(selected.begin(), selected.end(), topic.name) == selected.end()) {
      input.is_refused = true;
      if (selected.empty()) {
        warn(
          "topic " + topic.name +
          " is published by the program, so the recorded messages were not played; expected it in "
          "Options::inputs if both are wanted");
      }
      return false;
    }
    if (subscribed->second != topic.type || topic.format != "cdr") {
      input.is_refused = true;
      warn(
        "topic " + topic.name + " is recorded as " + topic.type + " in " + topic.format +
        ", subscribed to as " + subscribed->second);
      return false;
    }
    if (!node_) {
      node_ = std::make_shared<rclcpp::Node>(
        "_replay", rclcpp::NodeOptions()
                     .start_parameter_services(false)
                     .start_parameter_event_publisher(false)
                     .enable_rosout(false)
                     .use_global_arguments(false));
    }
    input.publisher = rclcpp::create_generic_publisher(
      node_->get_node_topics_interface(), topic.name, topic.type, to_qos(topic));
    publishers_.push_back(input.publisher);
    return true;
  }

  Output & output_of(const std::string & topic, const std::string & type)
  {
    const auto [found, is_new] = outputs_.try_emplace({topic, type});
    if (is_new) {
      const auto & selected = options_.outputs;
      found->second.is_wanted =
        selected.empty() ? topic != "/rosout" && topic != "/parameter_events"
                         : std::find(selected.begin(), selected.end(), topic) != selected.end();
      if (found->second.is_wanted && writer_) {
        bag::Topic described;
        described.name = topic;
        described.type = type;
        described.definition = bag::find_definition(type);
        described.definition_encoding = described.definition.empty() ? "" : "ros2msg";
        found->second.number = writer_->add_topic(std::move(described));
      }
    }
    return found->second;
  }

  void look_for_what_is_missing()
  {
    for (const auto & [name, type] : endpoints(Endpoint::client)) {
      if (!endpoints(Endpoint::service).contains(name)) {
        warn("service " + name + " has clients in the program, but no server");
      }
    }
    for (const auto & [name, type] : endpoints(Endpoint::subscription)) {
      if (
        name != "/parameter_events" && !is_recorded(name) &&
        !endpoints(Endpoint::publisher).contains(name)) {
        warn("topic " + name + " is subscribed to, but neither recorded nor published");
      }
    }
  }

  const Options & options_;
  const bag::Reader reader_;
  bag::Messages messages_;
  std::optional<bag::Message> message_;  // the next one
  std::vector<Input> inputs_;            // by the reader's topics
  std::vector<rclcpp::GenericPublisher::SharedPtr> publishers_;
  rclcpp::SerializedMessage bytes_;
  std::int64_t end_ns_ = 0;

  rclcpp::Node::SharedPtr host_;
  rclcpp::Node::SharedPtr node_;
  std::map<std::string, std::string> threads_before_;
  // whether the program, not the replay, creates endpoints and publishes now
  bool is_program_ = true;
  bool ended_ = false;     // the recording is over, and the context is shut down
  bool finished_ = false;  // the program is over, too
  std::exception_ptr error_;

  Names endpoints_[4];  // by Endpoint
  std::map<std::pair<std::string, std::string>, Output> outputs_;
  std::optional<bag::Writer> writer_;
  std::set<std::string> warnings_;
  Fields fields_;
  Report report_;
};

/// The program's argv.
class Words
{
public:
  explicit Words(const std::vector<std::string> & arguments) : texts_{"replay"}
  {
    texts_.insert(texts_.end(), arguments.begin(), arguments.end());
    for (std::string & text : texts_) {
      pointers_.push_back(text.data());
    }
    pointers_.push_back(nullptr);
  }

  int count() const { return static_cast<int>(texts_.size()); }
  char ** pointers() { return pointers_.data(); }

private:
  std::vector<std::string> texts_;
  std::vector<char *> pointers_;
};

/// Ends the default context on destruction.
class ContextEnd
{
public:
  ContextEnd() = default;
  ContextEnd(const ContextEnd &) = delete;
  ContextEnd & operator=(const ContextEnd &) = delete;
  ~ContextEnd() { rclcpp::shutdown(); }
};

}  // namespace

namespace detail
{

Outcome run_with_fields(const std::string & bag, const Program & program, const Options & options)
{
  const auto start = std::chrono::steady_clock::now();
  if (rclcpp::ok()) {
    throw std::logic_error(
      "replay: the default context is in use; call rclcpp::shutdown() before the replay");
  }
  World world(bag, options);
  Words words(options.arguments);
  const rclcpp::VirtualTime time(world, world.begin());
  world.prepare();
  const ContextEnd context_end;
  if (program.main) {
    if (const int code = program.main(words.count(), words.pointers()); code != 0) {
      world.warn("main() returned " + std::to_string(code));
    }
  } else {
    rclcpp::InitOptions init_options;
    init_options.shutdown_on_signal = false;
    rclcpp::init(words.count(), words.pointers(), init_options, rclcpp::SignalHandlerOptions::None);
    program.between();
  }
  Outcome outcome = world.finish();
  outcome.report.took = std::chrono::steady_clock::now() - start;
  return outcome;
}

}  // namespace detail

Report run(const std::string & bag, const Program & program, const Options & options)
{
  return detail::run_with_fields(bag, program, options).report;
}

}  // namespace replay
