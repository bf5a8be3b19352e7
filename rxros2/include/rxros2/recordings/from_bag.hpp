// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// from_bag: the messages of a recording as a stream.

#ifndef RXROS2__RECORDINGS__FROM_BAG_HPP_
#define RXROS2__RECORDINGS__FROM_BAG_HPP_

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rclcpp/serialization.hpp"
#include "rosidl_runtime_cpp/traits.hpp"
#include "rx/observable.hpp"
#include "rx/schedulers/current_thread.hpp"
#include "rx/serialized_observer.hpp"
#include "rxros2/recordings/detail/bag_walk.hpp"
#include "rxros2/recordings/recorded.hpp"

namespace rxros2
{

namespace detail
{

/// One subscribed observer and its pass over the recording: it emits some messages per task, so
/// that other streams get their turn.
template <typename T, typename Out>
class bag_stream final : public rx::serialized_observer<recorded<T>, Out, rx::schedulable>,
                         public std::enable_shared_from_this<bag_stream<T, Out>>
{
public:
  bag_stream(Out out, rx::environment worker, std::shared_ptr<const bag_place> place)
  : rx::serialized_observer<recorded<T>, Out, rx::schedulable>(std::move(out)),
    worker_(std::move(worker)),
    place_(std::move(place))
  {
  }

  void run() noexcept override
  {
    try {
      if (!walk_) {
        walk_.emplace(*place_);
      }
      for (int count = 0; count < turn; ++count) {
        if (!walk_->next()) {
          this->completed();
          return;
        }
        if (!this->next(message())) {
          return;
        }
      }
    } catch (...) {
      this->error(std::current_exception());
      return;
    }
    worker_->schedule(this->shared_from_this());
  }
  void scheduler_ended() noexcept override { this->completed(); }

protected:
  void released() noexcept override { worker_->cancel(*this); }

private:
  static constexpr int turn = 64;

  recorded<T> message()
  {
    if constexpr (std::is_same_v<T, rclcpp::SerializedMessage>) {
      return walk_->with<T>(std::make_shared<const T>(walk_->bytes()));
    } else {
      auto decoded = std::make_shared<T>();
      serialization_.deserialize_message(&walk_->view(), decoded.get());
      return walk_->with<T>(std::move(decoded));
    }
  }

  struct nothing
  {
  };

  const rx::environment worker_;
  const std::shared_ptr<const bag_place> place_;
  std::optional<bag_walk> walk_;
  [[no_unique_address]] std::conditional_t<
    std::is_same_v<T, rclcpp::SerializedMessage>, nothing, rclcpp::Serialization<T>> serialization_;
};

template <typename T>
struct bag_source
{
  using value_type = recorded<T>;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    rx::environment worker = rx::choose_environment({}, {}, rx::env_of(out)).worker();
    auto stream = std::make_shared<bag_stream<T, std::remove_cvref_t<Out>>>(
      std::forward<Out>(out), worker, place);
    worker->schedule(stream);
    return stream;
  }

  std::shared_ptr<const bag_place> place;
};

}  // namespace detail

namespace observable
{

/// from_bag<T>(path, topic) emits the messages of a topic in a recording, as recorded<T>, and
/// completes.
/**
 *     from_bag<T>(p, t)   abc|
 *
 * `path` is a folder that rosbag2 or to_bag wrote, a .mcap or a .db3. Messages come in the order of
 * their log times, as fast as the subscriber takes them: the items contain the times, but the
 * stream does not wait for them. Each subscriber reads the recording from its start, in the
 * subscriber's environment, otherwise in current_thread, which blocks; it reads some messages per
 * turn, so that other streams get theirs. Memory: the chunks that overlap in time, at most 256 MiB.
 * Errors: bag::Error, with the file and the byte, if the file is not a recording or is damaged, or
 * if the topic is missing or has another type; an exception of rclcpp for bytes that are not a
 * valid T.
 * Cost of an item: one decoded message and its share of reading a chunk.
 *
 *     const std::string path = fresh("numbers.mcap");
 *     just('1', '2') | map(to_message) | to_bag<Int32>(path, "numbers");
 *       // -> {data: 1} {data: 2} |
 *     from_bag<Int32>(path, "/numbers") | map([](const Int32 & n) { return n.data; });  // -> 1 2 |
 */
template <typename T>
auto from_bag(const std::string & path, const std::string & topic)
{
  detail::bag_place place{path, {}, rosidl_generator_traits::name<T>()};
  place.selection.topics = {topic};
  return rx::make_observable(
    detail::bag_source<T>{std::make_shared<const detail::bag_place>(std::move(place))});
}

/// from_bag(path[, topics]) emits the serialized messages of several or all topics of a recording,
/// as recorded<rclcpp::SerializedMessage>.
/** `topic` of an item has the message's type. Otherwise like from_bag<T>.
 *
 *     const std::string path = fresh("numbers.mcap");
 *     just('1', '2') | map(to_message) | to_bag<Int32>(path, "numbers");
 *       // -> {data: 1} {data: 2} |
 *     from_bag(path) | map([](const auto & m) { return m.topic->name; });
 *       // -> /numbers /numbers |
 */
inline auto from_bag(const std::string & path, std::vector<std::string> topics = {})
{
  detail::bag_place place{path, {}, {}};
  place.selection.topics = std::move(topics);
  return rx::make_observable(detail::bag_source<rclcpp::SerializedMessage>{
    std::make_shared<const detail::bag_place>(std::move(place))});
}

}  // namespace observable
}  // namespace rxros2

#endif  // RXROS2__RECORDINGS__FROM_BAG_HPP_
