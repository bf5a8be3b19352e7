// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// InPlaceMessage: a message whose arrays are written where its subscriptions read them. Not in
// ROS 2.
#ifndef RCLCPP__IN_PLACE_MESSAGE_HPP_
#define RCLCPP__IN_PLACE_MESSAGE_HPP_

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "cdr/arrays_in_place.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/publisher.hpp"
#include "rmw/buffer.hpp"
#include "rmw/sample.hpp"

namespace rclcpp
{

namespace detail
{

/// The functions of a publisher for encoded messages.
struct SamplePublisher : PublisherBase
{
  static rmw::Buffer allocate(const PublisherBase & publisher, std::size_t size)
  {
    constexpr auto allocate = &SamplePublisher::allocate_serialized;
    return (publisher.*allocate)(size);
  }
  static void publish(PublisherBase & publisher, const rmw::Sample & sample)
  {
    constexpr void (PublisherBase::*publish)(const rmw::Sample &, std::int64_t) =
      &SamplePublisher::publish_serialized;
    (publisher.*publish)(sample, 0);
  }
};

}  // namespace detail

/// A message of which the program writes the large arrays into the sample itself, in shared memory
/// if the publisher's readers use it. So publishing an image costs the same whatever its size is
/// (zero-copy). Not in ROS 2.
/**
 *     rclcpp::InPlaceMessage image(publisher);          // of create_publisher<Image>()
 *     image->encoding = "rgb8";                         // everything but the arrays, as always
 *     image.resize(image->data, 640 * 480 * 3);
 *     while (camera.read(image.array(image->data))) {   // a std::span into the sample
 *       image->header.stamp = node->now();
 *       image.publish();
 *     }
 *
 * The arrays are sequences of numbers, or of structs of numbers without padding, and at most four.
 * Their vectors in the message stay empty. After publish() the next array() begins a new sample;
 * all fields keep their values, the elements are not initialised.
 *
 * Set strings and other sequences before array(): they decide where the arrays are. If their
 * lengths, or those of the arrays, change between array() and publish(), the arrays are copied
 * once, which the log says. Movable; one thread at a time may use it. It owns its publisher.
 */
template <typename MessageT>
class InPlaceMessage
{
public:
  /// Creates a message with default values. `publisher` must not be null; std::invalid_argument
  /// otherwise.
  template <typename PublishedT, typename AllocatorT>
    requires std::is_same_v<typename Publisher<PublishedT, AllocatorT>::ROSMessageType, MessageT>
  explicit InPlaceMessage(std::shared_ptr<Publisher<PublishedT, AllocatorT>> publisher)
  : publisher_(std::move(publisher))
  {
    if (!publisher_) {
      throw std::invalid_argument("InPlaceMessage: the publisher is null");
    }
  }

  /// Returns the message without the elements of its arrays.
  MessageT & operator*() { return message_; }
  /// Gives access to the fields.
  MessageT * operator->() { return &message_; }

  /// Lets the array `field`, a field of this message or of a struct in it, have `count` elements.
  /// Throws std::invalid_argument for another one, std::length_error for more than four arrays or
  /// for too many elements.
  template <cdr::sequence_in_place Sequence>
  void resize(const Sequence & field, std::size_t count)
  {
    arrays_.resize(message_, field, count);
  }

  /// Returns the elements of `field` in the sample, not initialised, until publish(). The first
  /// call after the constructor or publish() allocates the sample. Throws std::invalid_argument if
  /// resize() was not called for the field, or if its vector is not empty; and as
  /// Publisher::publish().
  template <cdr::sequence_in_place Sequence>
  auto array(const Sequence & field)
  {
    if (!sample_) {
      const std::size_t size = arrays_.place(message_);
      sample_.emplace(detail::SamplePublisher::allocate(*publisher_, size));
      placed_ = arrays_;
    }
    return placed_.elements(message_, field, sample_->bytes());
  }

  /// Publishes the message. Its arrays must not be written afterwards, because subscriptions read
  /// them. Throws std::logic_error if array() was not called since the last publish(), and as
  /// array() and Publisher::publish(); after an exception of the encoding the message can be
  /// corrected and published.
  void publish()
  {
    if (!sample_) {
      throw std::logic_error(
        std::string("publish on topic '") + publisher_->get_topic_name() +
        "': call array() of this message first, and write its elements");
    }
    const std::size_t size = arrays_.place(message_);
    if (size != sample_->size() || !arrays_.has_places_of(placed_)) {
      copy_arrays(size);
    }
    arrays_.encode(message_, sample_->bytes());
    rmw::Buffer filled = std::move(*sample_);
    sample_.reset();
    detail::SamplePublisher::publish(*publisher_, rmw::Sample(std::move(filled)));
  }

private:
  void copy_arrays(std::size_t size)
  {
    RCLCPP_WARN_ONCE(
      get_logger("rclcpp"),
      "topic '%s': the arrays of an InPlaceMessage were copied, because a string or a sequence got "
      "another length between array() and publish(); set these before array()",
      publisher_->get_topic_name());
    rmw::Buffer larger = detail::SamplePublisher::allocate(*publisher_, size);
    arrays_.copy_elements(sample_->bytes(), placed_, message_, larger.bytes());
    sample_ = std::move(larger);
    placed_ = arrays_;
  }

  std::shared_ptr<PublisherBase> publisher_;
  MessageT message_{};
  cdr::arrays_in_place<MessageT> arrays_;  // as resize() and place() left them
  cdr::arrays_in_place<MessageT> placed_;  // as they are in the sample
  std::optional<rmw::Buffer> sample_;
};

template <typename PublishedT, typename AllocatorT>
InPlaceMessage(std::shared_ptr<Publisher<PublishedT, AllocatorT>>)
  -> InPlaceMessage<typename Publisher<PublishedT, AllocatorT>::ROSMessageType>;

}  // namespace rclcpp

#endif  // RCLCPP__IN_PLACE_MESSAGE_HPP_
