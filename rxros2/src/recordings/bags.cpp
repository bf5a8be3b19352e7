// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Recordings: the reading of from_bag, and the shared state of to_bag and to_black_box.
#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "bag/definition.hpp"
#include "rclcpp/logging.hpp"
#include "rxros2/recordings/detail/bag_walk.hpp"
#include "rxros2/recordings/to_black_box.hpp"

namespace rxros2
{

namespace detail
{
namespace
{

/// Opens a recording and checks that it contains the requested topics.
bag::Reader open(const bag_place & place)
{
  bag::Reader reader(place.path);
  for (const std::string & name : place.selection.topics) {
    const auto entry = std::find_if(
      reader.topics().begin(), reader.topics().end(),
      [&](const bag::Topic & topic) { return topic.name == name; });
    if (entry == reader.topics().end()) {
      std::string names;
      for (const bag::Topic & topic : reader.topics()) {
        names += (names.empty() ? "" : ", ") + topic.name;
      }
      throw bag::Error(
        "from_bag: " + place.path + " has no topic " + name + "; it has " +
        (names.empty() ? "none" : names));
    }
    if (!place.type.empty() && entry->type != place.type) {
      throw bag::Error(
        "from_bag: " + name + " of " + place.path + " is " + entry->type + "; expected " +
        place.type);
    }
  }
  return reader;
}

}  // namespace

bag_walk::bag_walk(const bag_place & place) : bag_walk(open(place), place.selection)
{
}

bag_walk::bag_walk(const bag::Reader & reader, const bag::Selection & selection)
: messages_(reader.messages(selection))
{
  for (const bag::Topic & topic : reader.topics()) {
    topics_.push_back(std::make_shared<const bag::Topic>(topic));
  }
}

bool bag_walk::next()
{
  return messages_.next(message_);
}

void bag_walk::copy(rclcpp::SerializedMessage & to) const
{
  if (to.capacity() < message_.data.size()) {
    to.reserve(message_.data.size());
  }
  auto & raw = to.get_rcl_serialized_message();
  if (!message_.data.empty()) {
    std::memcpy(raw.buffer, message_.data.data(), message_.data.size());
  }
  raw.buffer_length = message_.data.size();
}

rclcpp::SerializedMessage bag_walk::bytes() const
{
  rclcpp::SerializedMessage message(message_.data.size());
  copy(message);
  return message;
}

const rclcpp::SerializedMessage & bag_walk::view()
{
  copy(view_);
  return view_;
}

}  // namespace detail

namespace
{

bag::Topic topic_of(const std::string & name, const std::string & type)
{
  bag::Topic topic;
  topic.name = name.empty() || name.front() == '/' ? name : "/" + name;
  topic.type = type;
  return topic;
}

bag::Topic described(bag::Topic topic)
{
  if (topic.definition.empty()) {
    topic.definition = bag::find_definition(topic.type);
    topic.definition_encoding = topic.definition.empty() ? "" : "ros2msg";
  }
  return topic;
}

std::span<const std::byte> bytes_of(const rclcpp::SerializedMessage & message)
{
  const auto & raw = message.get_rcl_serialized_message();
  return std::as_bytes(std::span(raw.buffer, raw.buffer_length));
}

}  // namespace

struct recording::state
{
  state(const std::string & path, bag::WriteOptions options) : writer(path, std::move(options)) {}

  std::mutex mutex;  // guards the members below
  bag::Writer writer;
  std::map<std::pair<std::string, std::string>, std::size_t> topics;
};

recording::recording(const std::string & path, bag::WriteOptions options)
: state_(std::make_shared<state>(path, std::move(options)))
{
}

std::size_t recording::topic(const std::string & name, const std::string & type) const
{
  return topic(topic_of(name, type));
}

std::size_t recording::topic(const bag::Topic & topic) const
{
  const std::lock_guard lock(state_->mutex);
  const auto [place, is_new] = state_->topics.try_emplace({topic.name, topic.type});
  if (is_new) {
    place->second = state_->writer.add_topic(described(topic));
  }
  return place->second;
}

void recording::write(
  std::size_t topic, std::int64_t log_time, std::int64_t publish_time,
  const rclcpp::SerializedMessage & message) const
{
  const std::lock_guard lock(state_->mutex);
  state_->writer.write(topic, log_time, publish_time, bytes_of(message));
}

void recording::flush() const
{
  const std::lock_guard lock(state_->mutex);
  state_->writer.flush();
}

void recording::finish() const
{
  const std::lock_guard lock(state_->mutex);
  state_->writer.finish();
}

struct black_box::state
{
  state(
    const std::string & folder, const bag::BlackBoxOptions & options,
    const rx::subject<bag::Error> & errors, const rx::subject<std::string> & saved)
  : errors_(errors),
    saved_(saved),
    box(
      folder, options,
      {[errors](const bag::Error & error) { report(errors, error); },
       [saved](const std::filesystem::path & path) { saved.on_next(path.string()); }})
  {
  }
  ~state() { finish(); }

  void finish()
  {
    box.finish();
    errors_.on_completed();
    saved_.on_completed();
  }

  static void report(const rx::subject<bag::Error> & errors, const bag::Error & error)
  {
    if (errors.has_observers()) {
      errors.on_next(error);
    } else {
      RCLCPP_ERROR(
        rclcpp::get_logger("rxros2"), "black box error (errors() has no subscriber): %s",
        error.what());
    }
  }

  const rx::subject<bag::Error> errors_;
  const rx::subject<std::string> saved_;
  bag::BlackBox box;
  std::mutex mutex;  // guards `topics`
  std::map<std::pair<std::string, std::string>, std::size_t> topics;
};

black_box::black_box(const std::string & folder, const bag::BlackBoxOptions & options)
: state_(std::make_shared<state>(folder, options, errors_, saved_))
{
}

std::string black_box::recovered_recording() const
{
  return state_->box.recovered_recording().string();
}

void black_box::save(const rclcpp::Time & time) const
{
  state_->box.save(time.nanoseconds());
}

void black_box::finish() const
{
  state_->finish();
}

bag::BlackBoxStatistics black_box::statistics() const
{
  return state_->box.statistics();
}

std::size_t black_box::topic(const std::string & name, const std::string & type) const
{
  bag::Topic topic = topic_of(name, type);
  const std::lock_guard lock(state_->mutex);
  const auto [place, is_new] = state_->topics.try_emplace({topic.name, topic.type});
  if (is_new) {
    place->second = state_->box.add_topic(described(std::move(topic)));
  }
  return place->second;
}

void black_box::write(
  std::size_t topic, std::int64_t log_time, std::int64_t publish_time,
  const rclcpp::SerializedMessage & message) const
{
  state_->box.write(topic, log_time, publish_time, bytes_of(message));
}

}  // namespace rxros2
