// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Recordings: the walk of from_bag, and what streams of to_bag share.
#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

#include "bag/definition.hpp"
#include "rxros2/detail/bag_walk.hpp"
#include "rxros2/to_bag.hpp"

namespace rxros2
{

namespace detail
{
namespace
{

/// The recording that walks have; what is asked for is in it.
bag::Reader open(const bag_place & place)
{
  bag::Reader reader(place.path);
  for (const std::string & name : place.selection.topics) {
    const auto found = std::find_if(
      reader.topics().begin(), reader.topics().end(),
      [&](const bag::Topic & topic) { return topic.name == name; });
    if (found == reader.topics().end()) {
      std::string names;
      for (const bag::Topic & topic : reader.topics()) {
        names += (names.empty() ? "" : ", ") + topic.name;
      }
      throw bag::Error(
        "from_bag: " + place.path + " has no topic " + name + "; it has " +
        (names.empty() ? "none" : names));
    }
    if (!place.type.empty() && found->type != place.type) {
      throw bag::Error(
        "from_bag: " + name + " of " + place.path + " is " + found->type + "; expected " +
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

struct recording::state
{
  state(const std::string & path, bag::WriteOptions options) : writer(path, std::move(options)) {}

  std::mutex mutex;
  bag::Writer writer;
  std::map<std::pair<std::string, std::string>, std::size_t> topics;
};

recording::recording(const std::string & path, bag::WriteOptions options)
: state_(std::make_shared<state>(path, std::move(options)))
{
}

std::size_t recording::topic(const std::string & name, const std::string & type) const
{
  bag::Topic made;
  made.name = name.empty() || name.front() == '/' ? name : "/" + name;
  made.type = type;
  return topic(made);
}

std::size_t recording::topic(const bag::Topic & made) const
{
  const std::lock_guard lock(state_->mutex);
  const auto [place, is_new] = state_->topics.try_emplace({made.name, made.type});
  if (is_new) {
    bag::Topic described = made;
    if (described.definition.empty()) {
      described.definition = bag::find_definition(made.type);
      described.definition_encoding = described.definition.empty() ? "" : "ros2msg";
    }
    place->second = state_->writer.add_topic(std::move(described));
  }
  return place->second;
}

void recording::write(
  std::size_t topic, std::int64_t log_time, std::int64_t publish_time,
  const rclcpp::SerializedMessage & message) const
{
  const auto & raw = message.get_rcl_serialized_message();
  const std::lock_guard lock(state_->mutex);
  state_->writer.write(
    topic, log_time, publish_time, std::as_bytes(std::span(raw.buffer, raw.buffer_length)));
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

}  // namespace rxros2
